"""What each house rule means, in one sentence for each value it can have."""

from __future__ import annotations

from typing import Final

from cutthroat.core.rules import Value
from cutthroat.i18n.catalogue import N_, _, _n

_NAMED: Final = {
    ("high", "ace"): N_(
        "High goes to whoever plays the ace of trump; if it was not dealt, to nobody."
    ),
    ("high", "highest"): N_("High goes to whoever plays the highest trump in play."),
    ("low", "lowest"): N_("Low is the lowest trump in play, whatever its rank."),
    ("low", "numeric"): N_(
        "Low is the lowest trump from 10 down to 2; if none was dealt, nobody has Low."
    ),
    ("low_to", "player"): N_("Low goes to whoever plays that card, no matter who takes the trick."),
    ("low_to", "winner"): N_("Low goes to whoever takes that card in a trick."),
    ("tie", "nobody"): N_("If the most card points are tied, even at 0, nobody has Game."),
    ("tie", "bidder"): N_(
        "If the most card points are tied, even at 0, Game goes to the bidder if the bidder is"
        " among the tied, otherwise to nobody."
    ),
    ("all_pass", "redeal"): N_(
        "If everyone passes, the cards are thrown in and the same dealer deals again; no score"
        " changes."
    ),
    ("all_pass", "next"): N_(
        "If everyone passes, the cards are thrown in and the next dealer deals; no score changes."
    ),
    ("all_pass", "stick"): N_(
        "If everyone else has passed, the dealer, last to call, must bid 2 or more."
    ),
    ("out", "from_target"): N_(
        "A player who already has the target or more when the cards are dealt wins the match by"
        " winning the auction and making the bid; reaching the target does not by itself win."
    ),
    ("out", "reach"): N_("A made bid that leaves the bidder at the target or more wins the match."),
    ("four", "positive"): N_(
        "A player who has at least 1 point when the cards are dealt, and makes a bid of 4, wins"
        " the match at once."
    ),
    ("four", "any"): N_(
        "A player who makes a bid of 4 wins the match at once, whatever the score was."
    ),
    ("four", "off"): N_(
        "A made bid of 4 is only four points: it wins the match only where any made bid would."
    ),
    ("follow", "or_trump"): N_(
        "A player who has cards of the led suit plays one of them or a trump, and nothing else."
    ),
    ("follow", "strict"): N_(
        "A player who has cards of the led suit plays one of them, and nothing else."
    ),
    ("joker", "no"): N_("There is no joker in the deck."),
    ("joker", "yes"): N_(
        "A joker, JK, is the 53rd card: the lowest trump, below the 2; it counts 1 card point, is"
        " never Low itself, and may not be led to the first trick."
    ),
    ("limit", "none"): N_("The match goes on until somebody wins it."),
}

_NUMBERS: Final = {
    "target": N_("The target is that number of points."),
    "limit": N_(
        "Once that many deals have been scored the match is over and the highest score wins; while"
        " the top is tied, one deal more is played."
    ),
}

OPTION_CLAUSES: Final = {
    "target": "R23",
    "high": "R5",
    "low": "R6",
    "low_to": "R6",
    "tie": "R8",
    "all_pass": "R14",
    "out": "R24",
    "four": "R25",
    "follow": "R16",
    "joker": "R2",
    "limit": "R26",
}
"""The clause of the rules that each option concerns."""


def option_text(name: str, value: Value) -> str:
    """What an option's value means, in the reader's language. R5 to R26.

    name: of one of `core.rules.OPTIONS`.
    Raises KeyError for an option or a value that does not exist.

    >>> option_text("high", "highest")
    'High goes to whoever plays the highest trump in play.'
    """
    if not isinstance(value, int):
        return _(_NAMED[name, "none" if value is None else str(value)])
    if name == "target":
        return _n("The target is {count} point.", "The target is {count} points.", value)
    if name == "limit":
        return _n(
            "Once {count} deal has been scored the match is over and the highest score wins; while"
            " the top is tied, one deal more is played.",
            "Once {count} deals have been scored the match is over and the highest score wins;"
            " while the top is tied, one deal more is played.",
            value,
        )
    raise KeyError(name, value)


def number_text(name: str) -> str:
    """What any number means as the value of an option that counts: `target` or `limit`.

    Raises KeyError for another option.
    """
    return _(_NUMBERS[name])
