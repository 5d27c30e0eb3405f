"""Errors carry a reason and its parameters; the rules' refusals also the clause."""

import pickle
from enum import StrEnum

import pytest

from cutthroat.core.cards import Card
from cutthroat.core.errors import CutthroatError, IllegalAction, InvalidNotation, Reason


class Elsewhere(StrEnum):
    """Reasons of another room."""

    BROKEN = "broken"


class Narrower(InvalidNotation):
    """A room's own kind of invalid text."""


def test_an_error_is_its_data() -> None:
    error = CutthroatError(Reason.WRONG_SEATS, seats=4, name="x")
    assert error.reason is Reason.WRONG_SEATS
    assert error.parameters == {"seats": 4, "name": "x"}
    assert str(error) == "wrong_seats seats=4 name=x"


def test_an_error_without_parameters_is_its_key() -> None:
    assert str(CutthroatError(Elsewhere.BROKEN)) == "broken"


def test_a_refusal_names_its_clause() -> None:
    """As in R16."""
    error = IllegalAction(Reason.CARD_NOT_HELD, "R16", seat=1, card=Card("AS"))
    assert error.clause == "R16"
    assert str(error) == "card_not_held seat=1 card=AS (R16)"
    assert str(IllegalAction(Reason.MATCH_OVER, "R24")) == "match_over (R24)"


def test_an_invalid_text_is_also_a_value_error() -> None:
    error = InvalidNotation(Reason.NO_SUCH_CARD, text="1S")
    assert isinstance(error, ValueError)
    assert isinstance(error, CutthroatError)
    assert not isinstance(IllegalAction(Reason.MATCH_OVER, "R24"), ValueError)


@pytest.mark.parametrize(
    "error",
    [
        IllegalAction(Reason.CARD_NOT_HELD, "R16", seat=1, card=Card("AS")),
        InvalidNotation(Reason.NO_SUCH_CARD, text="1S"),
        Narrower(Elsewhere.BROKEN, line=3),
    ],
    ids=str,
)
def test_an_error_crosses_processes_whole(error: CutthroatError) -> None:
    twin = pickle.loads(pickle.dumps(error))
    assert type(twin) is type(error)
    assert str(twin) == str(error)
    assert (twin.reason, twin.parameters) == (error.reason, error.parameters)
    assert getattr(twin, "clause", None) == getattr(error, "clause", None)


def test_reasons_are_written_as_they_are_called() -> None:
    assert all(reason.value == reason.name.lower() for reason in Reason)
