"""Why the person at the table may not do that, said to them."""

from __future__ import annotations

from typing import Final

from cutthroat.core.cards import Card, Suit
from cutthroat.core.errors import IllegalAction, Reason
from cutthroat.i18n.cards import Words
from cutthroat.i18n.catalogue import N_, _
from cutthroat.i18n.reasons import reason_text

_TO_YOU: Final = {
    Reason.CARD_NOT_HELD: N_("You do not hold {card} ({clause})."),
    Reason.JOKER_LED_FIRST: N_(
        "You may not lead the joker to the first trick: it has no suit to make trump ({clause})."
    ),
    Reason.MUST_FOLLOW: N_("You may not play {card}: you have {suit}, so play one ({clause})."),
    Reason.MUST_FOLLOW_OR_TRUMP: N_(
        "You may not play {card}: you have {suit}, so play one, or a trump ({trump}) ({clause})."
    ),
    Reason.NOT_YOUR_TURN: N_("It is not your turn."),
    Reason.NOT_IN_PLAY: N_("No card may be played before the auction is over ({clause})."),
    Reason.NO_SUCH_BID: N_("A bid is 2, 3 or 4 ({clause})."),
    Reason.BID_TOO_LOW: N_("The highest bid is {highest}: bid more, or pass ({clause})."),
    Reason.DEALER_MUST_BID: N_("Nobody has bid, so as the dealer you must ({clause})."),
}


def refusal(error: IllegalAction, words: Words) -> str:
    """The sentence for the person whose action was refused."""
    message = _TO_YOU.get(error.reason) if isinstance(error.reason, Reason) else None
    if message is None:
        return reason_text(error)
    places = {name: _shown(value, words) for name, value in error.parameters.items()}
    return _(message, clause=error.clause, **places)


def _shown(value: object, words: Words) -> object:
    if isinstance(value, Card):
        return words.card(value)
    return words.suit(value) if isinstance(value, Suit) else value
