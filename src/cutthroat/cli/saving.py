"""Saved matches for the command line: every trouble with one is a clear error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from cutthroat.cli.safe import clean
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
                "{name} exists already: choose another file, or go on with it: "
                "cutthroat resume {name}",
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
        raise _error(f"{shown}:{error.line}: {reason_text(error)}") from None
    except CutthroatError as error:
        raise _error(f"{shown}: {reason_text(error)}") from None
    except OSError as error:
        why = error.strerror or str(error)
        raise _error(_("{name} cannot be used: {why}", name=shown, why=why)) from None


def _error(sentence: str) -> click.ClickException:
    return SavedMatchError(sentence)
