"""Functions of the kernel that only compiled code can call, for tests to call."""

import numpy as np
from numpy.typing import NDArray

from cutthroat.kernel import auction, bits, cards, chance, scoring, tricks
from cutthroat.kernel.compiled import compiled


@compiled
def count_of(mask: int) -> int:
    return bits.count_of(mask)


@compiled
def lowest_in(mask: int) -> int:
    return bits.lowest_in(mask)


@compiled
def highest_in(mask: int) -> int:
    return bits.highest_in(mask)


@compiled
def plus(number: int, other: int) -> int:
    return bits.plus(number, other)


@compiled
def times(number: int, other: int) -> int:
    return bits.times(number, other)


@compiled
def pick(condition: bool, yes: int, no: int) -> int:
    return bits.pick(condition, yes, no)


@compiled
def suit_of(card: int) -> int:
    return cards.suit_of(card)


@compiled
def nth_bit(mask: int, place: int) -> int:
    return cards.nth_bit(mask, place)


@compiled
def legal_calls(highest: int, calls: int, seats: int, options: int) -> int:
    return auction.legal_calls(highest, calls, seats, options)


@compiled
def legal_plays(hand: int, led_card: int, trump: int, options: int) -> int:
    if trump == cards.NOTHING:
        return hand & ~cards.JOKER_BIT
    if led_card == cards.NOTHING:
        return hand
    trumps = tricks.trumps_of(trump)
    led = tricks.led_suit(1 << led_card, trumps)
    return tricks.playable(hand, led, tricks.followers(led, trumps, options))


@compiled
def best_place(first: int, second: int, third: int, trump: int) -> int:
    trumps = tricks.trumps_of(trump)
    return tricks.best_place(first, second, third, tricks.led_suit(first, trumps), trumps)


@compiled
def card_points(mask: int) -> int:
    return scoring.card_points(mask)


@compiled
def outcome_of(
    dealt: NDArray[np.int64], taken: NDArray[np.int64], trump: int, bidder: int, options: int
) -> int:
    return scoring.outcome_of(
        dealt[0], dealt[1], dealt[2], taken[0], taken[1], taken[2], trump, bidder, options
    )


@compiled
def change(outcome: int, seat: int, bidder: int, bid: int) -> int:
    return scoring.change(outcome, seat, bidder, bid)


@compiled
def way_out(before: int, after: int, bid: int, options: int) -> int:
    return scoring.way_out(before, after, bid, options)


@compiled
def words(stream: int, count: int) -> NDArray[np.int64]:
    found = np.empty(count, np.int64)
    for number in range(count):
        found[number] = chance.word(stream, number)
    return found


@compiled
def stream_of(seed: int, match: int, deal: int) -> int:
    return chance.stream_of(seed, match, deal)


@compiled
def hands(count: int, joker: bool, seats: int) -> NDArray[np.int64]:
    found = np.empty((count, 3), np.int64)
    for number in range(count):
        dealt = chance.deal_hands(chance.full_deck(joker), chance.stream_of(1, number, 1), seats)
        found[number, 0], found[number, 1], found[number, 2] = dealt[0], dealt[1], dealt[2]
    return found


@compiled
def numbers_below(bound: int, count: int) -> NDArray[np.int64]:
    found = np.empty(count, np.int64)
    for number in range(count):
        found[number] = chance.below(chance.word(5, number), bound)
    return found
