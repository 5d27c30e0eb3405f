"""House rules as one number, which every function of the kernel takes as `options`."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from cutthroat.core.rules import AllPass, Follow, Four, High, Joker, Low, LowTo, Out, Rules, Tie
from cutthroat.kernel.compiled import compiled_inside

_HIGHEST: Final = 1 << 0
_NUMERIC: Final = 1 << 1
_TO_WINNER: Final = 1 << 2
_TIE_BIDDER: Final = 1 << 3
_NEXT: Final = 1 << 4
_STICK: Final = 1 << 5
_REACH: Final = 1 << 6
_FOUR_ANY: Final = 1 << 7
_FOUR_OFF: Final = 1 << 8
_STRICT: Final = 1 << 9
_JOKER: Final = 1 << 10
_TARGET: Final = 11
_LIMIT: Final = 18

_BITS: Final[dict[tuple[type[StrEnum], StrEnum], int]] = {
    (High, High.HIGHEST): _HIGHEST,
    (Low, Low.NUMERIC): _NUMERIC,
    (LowTo, LowTo.WINNER): _TO_WINNER,
    (Tie, Tie.BIDDER): _TIE_BIDDER,
    (AllPass, AllPass.NEXT): _NEXT,
    (AllPass, AllPass.STICK): _STICK,
    (Out, Out.REACH): _REACH,
    (Four, Four.ANY): _FOUR_ANY,
    (Four, Four.OFF): _FOUR_OFF,
    (Follow, Follow.STRICT): _STRICT,
    (Joker, Joker.YES): _JOKER,
}
"""What each value is that differs from the default. Values of two options that are written alike
are equal, as texts are; so the type stands beside the value."""


def packed(rules: Rules) -> int:
    """The number of a set of house rules; different rules have different numbers."""
    code = rules.target << _TARGET | (rules.limit or 0) << _LIMIT
    for value in (
        *(rules.high, rules.low, rules.low_to, rules.tie, rules.all_pass),
        *(rules.out, rules.four, rules.follow, rules.joker),
    ):
        code |= _BITS.get((type(value), value), 0)
    return code


@compiled_inside
def high_is_highest(options: int) -> bool:
    """`high=highest`. R5."""
    return options & _HIGHEST != 0


@compiled_inside
def low_is_numeric(options: int) -> bool:
    """`low=numeric`. R6."""
    return options & _NUMERIC != 0


@compiled_inside
def low_to_winner(options: int) -> bool:
    """`low_to=winner`. R6."""
    return options & _TO_WINNER != 0


@compiled_inside
def tie_to_bidder(options: int) -> bool:
    """`tie=bidder`. R8."""
    return options & _TIE_BIDDER != 0


@compiled_inside
def next_deals(options: int) -> bool:
    """`all_pass=next`. R14."""
    return options & _NEXT != 0


@compiled_inside
def dealer_sticks(options: int) -> bool:
    """`all_pass=stick`. R14."""
    return options & _STICK != 0


@compiled_inside
def reach_wins(options: int) -> bool:
    """`out=reach`. R24."""
    return options & _REACH != 0


@compiled_inside
def any_four_wins(options: int) -> bool:
    """`four=any`. R25."""
    return options & _FOUR_ANY != 0


@compiled_inside
def no_four_wins(options: int) -> bool:
    """`four=off`. R25."""
    return options & _FOUR_OFF != 0


@compiled_inside
def must_follow(options: int) -> bool:
    """`follow=strict`. R16."""
    return options & _STRICT != 0


@compiled_inside
def has_joker(options: int) -> bool:
    """`joker=yes`. R2."""
    return options & _JOKER != 0


@compiled_inside
def target(options: int) -> int:
    """The option `target`, 5 to 99. R23."""
    return options >> _TARGET & 127


@compiled_inside
def limit(options: int) -> int:
    """The option `limit`, 5 to 200; 0 for none."""
    return options >> _LIMIT & 255
