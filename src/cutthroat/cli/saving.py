"""Saved matches for the command line: every trouble with one is a clear error."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import click

from cutthroat.cli.safe import clean
from cutthroat.cli.violation import violation_text
from cutthroat.core.errors import CutthroatError
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.reasons import reason_text
from cutthroat.record.errors import InvalidRecord
from cutthroat.service.ports import MatchExists, MatchInUse, NoSuchMatch
from cutthroat.service.saved import NotResumable


class SavedMatchError(click.ClickException):
    """A saved match or a record that cannot be had."""

    exit_code = 2


@contextmanager
def saved_match_errors(name: str) -> Iterator[None]:
    """Turn what can go wrong with the saved match `name` into an error for the command line.

    Raises click.ClickException.
    """
    shown = clean(name)
    try:
        yield
    except MatchExists:
        raise _error(
            _(
                "{name} exists already. Choose another file; if it holds a match of yours, "
                "cutthroat resume goes on with it.",
                name=shown,
            )
        ) from None
    except NoSuchMatch:
        raise _error(
            _("There is no saved match {name}: cutthroat matches lists them.", name=shown)
        ) from None
    except MatchInUse:
        raise _error(
            _("{name} is being played elsewhere: leave it there first.", name=shown)
        ) from None
    except NotResumable:
        raise _error(
            _(
                "{name} cannot be gone on with: it is not a single match "
                "against computer players, saved by play.",
                name=shown,
            )
        ) from None
    except InvalidRecord as error:
        raise _error(violation_text(shown, error)) from None
    except CutthroatError as error:
        raise _error(f"{shown}: {reason_text(error)}") from None
    except OSError as error:
        shown = clean(os.fsdecode(error.filename)) if error.filename else shown
        why = error.strerror or str(error)
        raise _error(_("{name} cannot be used: {why}", name=shown, why=why)) from None


def _error(sentence: str) -> click.ClickException:
    return SavedMatchError(sentence)
