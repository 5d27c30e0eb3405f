"""Deals that fit what a seat has seen: the hidden cards dealt again. R4, R16, R17."""

from __future__ import annotations

from typing import NamedTuple

from cutthroat.kernel import state
from cutthroat.kernel.bits import count_of
from cutthroat.kernel.cards import NOTHING, RANKS, SUIT_BITS, nth_bit
from cutthroat.kernel.chance import HAND_SIZE, below, full_deck, word
from cutthroat.kernel.compiled import compiled_inside
from cutthroat.kernel.easy.reading import shown_voids
from cutthroat.kernel.options import has_joker
from cutthroat.kernel.state import Row, left_of
from cutthroat.kernel.tricks import trumps_of


class Hidden(NamedTuple):
    """What a seat has not seen.

    first, second: the other seats; second is NOTHING with two seats. The first is the one that may
        hold the fewer cards: whatever it is dealt leaves enough for the other.
    may_first, may_second: masks of the cards that each may hold. size_first, size_second: how many.
    """

    first: int
    second: int
    may_first: int
    may_second: int
    size_first: int
    size_second: int


@compiled_inside
def hidden_from(seen: Row, me: int, seats: int, options: int) -> Hidden:
    """What is hidden from a seat, by what others have played. R16, R17."""
    unseen = full_deck(has_joker(options))
    for seat in range(seats):
        unseen &= ~seen[state.DEALT + seat]
    voids = 0
    if seen[state.TRUMP] != NOTHING:
        voids = shown_voids(seen, seen[state.TRUMP], seats, options)
    left = left_of(me, seats)
    may_left = unseen & ~_lacking(seen, voids, left)
    size_left = HAND_SIZE - count_of(seen[state.DEALT + left])
    if seats == 2:
        return Hidden(left, NOTHING, may_left, 0, size_left, 0)
    right = left_of(left, seats)
    may_right = unseen & ~_lacking(seen, voids, right)
    size_right = HAND_SIZE - count_of(seen[state.DEALT + right])
    if count_of(may_right) < count_of(may_left):
        return Hidden(right, left, may_right, may_left, size_right, size_left)
    return Hidden(left, right, may_left, may_right, size_left, size_right)


@compiled_inside
def _lacking(seen: Row, voids: int, seat: int) -> int:
    cards = 0
    for suit in range(4):
        if voids >> 4 * seat + suit & 1:
            trump = seen[state.TRUMP] == suit
            cards |= trumps_of(suit) if trump else SUIT_BITS << RANKS * suit
    return cards


@compiled_inside
def deal_world(seen: Row, world: Row, hidden: Hidden, stream: int) -> float:
    """Fill the hidden hands by chance. Returns the weight that makes all that fit as likely."""
    state.copy(world, seen)
    hand = some_of(hidden.may_first, hidden.size_first, stream, 0)
    world[state.HAND + hidden.first] = hand
    world[state.DEALT + hidden.first] |= hand
    if hidden.second == NOTHING:
        return 1.0
    rest = hidden.may_second & ~hand
    hand = some_of(rest, hidden.size_second, stream, HAND_SIZE)
    world[state.HAND + hidden.second] = hand
    world[state.DEALT + hidden.second] |= hand
    # Both hands were drawn one after the other: by as many ways as the second could be drawn, the
    # pair is too rare. Ways are counted next to those of 46 unseen cards, to stay near 1.
    ways = 1.0
    for card in range(hidden.size_second):
        ways *= (count_of(rest) - card) / (46.0 - card)
    return ways


@compiled_inside
def some_of(cards: int, size: int, stream: int, number: int) -> int:
    """So many of some cards, each set of them as likely. number: of the first word to use."""
    hand = 0
    for step in range(size):
        place = below(word(stream, number + step), count_of(cards))
        card = nth_bit(cards, place)
        hand |= card
        cards ^= card
    return hand
