"""Whether what is typed is a deal, a command, or neither: players may be called like commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cutthroat.cli.score_ask import COMMANDS, NUMBERED, WORDY, NotUnderstood, parted
from cutthroat.cli.score_words import bid_of, is_name, owner_of, seat_of
from cutthroat.i18n.catalogue import _

COUNT: Final = "count"
"""In the place of who has Game: count the cards."""
ENTRIES: Final = frozenset(("pass", "misdeal", "next", "stop", COUNT))
"""Commands that stand on the sheet, as a deal does."""
_DEAL_WORDS: Final = 6


def is_deal(words: Sequence[str], names: Sequence[str]) -> bool:
    """Whether words that may begin with a command are a deal.

    They are if a player and a bid come first. Where words may follow the command (`next 3`) the
    player must be called exactly so, or all six words make sense; where a number of a line does
    (`fix 3`), they must in any case.
    """
    try:
        seat_of(words[0], names)
        bid_of(words[1])
    except (IndexError, NotUnderstood):
        return False
    command = words[0].casefold()
    if command not in WORDY:
        return True
    is_player = is_name(command, names) and command not in NUMBERED
    return is_player or is_whole_deal(words, names)


def is_whole_deal(words: Sequence[str], names: Sequence[str]) -> bool:
    """Whether all six words of a deal are there, and make sense."""
    if len(words) != _DEAL_WORDS:
        return False
    bidder, bid, *owners = words
    try:
        seat_of(bidder, names)
        bid_of(bid)
        for word in owners[:-1] if is_count(owners[-1], names) else owners:
            owner_of(word, names)
    except NotUnderstood:
        return False
    return True


def is_count(word: str, names: Sequence[str]) -> bool:
    """Whether Game is to be counted, and not the point of a player called Count."""
    return word.casefold() == COUNT and not is_name(word, names)


def is_line(typed: str, names: Sequence[str]) -> bool:
    """Whether what is typed where any words may be is a line of the scorekeeper."""
    return parted(typed)[0] in COMMANDS or is_whole_deal(typed.split(), names)


def is_no_entry(typed: str, names: Sequence[str]) -> bool:
    """Whether what is typed is a command that cannot stand on the sheet."""
    is_command = parted(typed)[0] in COMMANDS - ENTRIES
    return is_command and not is_deal(typed.split(), names)


def expect_alone(command: str, rest: str) -> None:
    """See that nothing follows a command that takes nothing.

    Raises NotUnderstood.
    """
    if rest:
        raise NotUnderstood(_("{command} stands alone: type nothing after it.", command=command))
