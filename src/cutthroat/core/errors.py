"""Errors that carry a reason and its parameters; the sentence for people is made by a face."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Why the rules refuse something."""

    NO_SUCH_CARD = "no_such_card"
    NO_SUCH_OPTION = "no_such_option"
    NO_SUCH_VALUE = "no_such_value"
    NO_SUCH_PRESET = "no_such_preset"
    OPTION_TWICE = "option_twice"
    NOT_AN_OPTION = "not_an_option"
    WRONG_SEATS = "wrong_seats"
    NO_SUCH_SEAT = "no_such_seat"
    MATCH_OVER = "match_over"
    DEAL_RUNNING = "deal_running"
    NO_DEAL = "no_deal"
    NOT_DEALING = "not_dealing"
    WRONG_DEALER = "wrong_dealer"
    WRONG_DEAL_NUMBER = "wrong_deal_number"
    HAND_OUT_OF_ORDER = "hand_out_of_order"
    WRONG_HAND_SIZE = "wrong_hand_size"
    CARD_TWICE = "card_twice"
    NO_JOKER_IN_DECK = "no_joker_in_deck"
    NOT_IN_AUCTION = "not_in_auction"
    NOT_IN_PLAY = "not_in_play"
    NOT_YOUR_TURN = "not_your_turn"
    NO_SUCH_BID = "no_such_bid"
    BID_TOO_LOW = "bid_too_low"
    DEALER_MUST_BID = "dealer_must_bid"
    ONLY_DEALER_THROWS_IN = "only_dealer_throws_in"
    CARD_NOT_HELD = "card_not_held"
    JOKER_LED_FIRST = "joker_led_first"
    MUST_FOLLOW = "must_follow"
    MUST_FOLLOW_OR_TRUMP = "must_follow_or_trump"


class CutthroatError(Exception):
    """What went wrong as data.

    reason: a machine-readable key.
    parameters: what a sentence about it needs: seats, numbers, cards, texts.
    """

    def __init__(self, reason: StrEnum, **parameters: object) -> None:
        super().__init__(reason, parameters)
        self.reason = reason
        self.parameters = parameters

    def __str__(self) -> str:
        """The key and the parameters, for programs and test reports."""
        told = " ".join(f"{name}={value}" for name, value in self.parameters.items())
        return f"{self.reason.value} {told}".rstrip()

    def __reduce__(self) -> tuple[object, ...]:
        """Keep the keyword parameters across processes."""
        return _rebuild, (type(self), self.reason, self.parameters)


class InvalidNotation(CutthroatError, ValueError):  # noqa: N818  # named after what is wrong
    """A text that does not say what it should: a card, an option, a line of a record."""


class IllegalAction(CutthroatError):  # noqa: N818  # named after what is wrong
    """Something the rules refuse.

    clause: the clause of the rules that refuses it, such as `R16`.
    """

    def __init__(self, reason: StrEnum, clause: str, **parameters: object) -> None:
        super().__init__(reason, **parameters)
        self.clause = clause

    def __str__(self) -> str:
        """The key, the parameters and the clause."""
        return f"{super().__str__()} ({self.clause})"

    def __reduce__(self) -> tuple[object, ...]:
        """Keep the keyword parameters across processes."""
        return _illegal, (self.reason, self.clause, self.parameters)


def _rebuild(
    kind: type[CutthroatError], reason: StrEnum, parameters: dict[str, object]
) -> CutthroatError:
    return kind(reason, **parameters)


def _illegal(reason: StrEnum, clause: str, parameters: dict[str, object]) -> IllegalAction:
    return IllegalAction(reason, clause, **parameters)
