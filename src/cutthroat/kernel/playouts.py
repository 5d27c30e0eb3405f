"""Whole deals in which every seat calls and plays at random, many abreast.

Every deal has the same number of cards, so a block of deals goes through the auction and the tricks
in step. Nothing there branches on the cards, and the processor works on several deals at a time.
The same deals come out of `state` and `policies.uniform`, word by word of chance, more slowly.

A step reads one set of lanes and writes another: LLVM has been seen to move a load behind a store
to the same place where it makes vectors of such a loop.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from cutthroat.kernel.bits import count_of, lowest_in, pick, plain
from cutthroat.kernel.cards import JOKER_BIT, suit_of
from cutthroat.kernel.chance import HAND_SIZE, below, deal_hands, full_deck, stream_of, word
from cutthroat.kernel.compiled import compiled, compiled_inside
from cutthroat.kernel.options import dealer_sticks, has_joker
from cutthroat.kernel.scoring import outcome_of
from cutthroat.kernel.state import Row, left_of
from cutthroat.kernel.tricks import best_place, followers, led_suit, playable, suit_around

BLOCK: Final = 64
"""Deals that go in step; what they need fits into the nearest cache of a processor."""

# Where in the lanes of a block the numbers of its deals begin.
# A, B, C are the seats in playing order.
_A, _B, _C, _TAKEN_A, _TAKEN_B, _TAKEN_C = range(0, 6 * BLOCK, BLOCK)
_LEADER, _TRUMPS, _DRAWN = range(6 * BLOCK, 9 * BLOCK, BLOCK)
_CHANGING: Final = 9 * BLOCK
_BID, _BIDDER, _STREAM, _DEALT0, _DEALT1, _DEALT2 = range(0, 6 * BLOCK, BLOCK)
_FIXED: Final = 6 * BLOCK


@compiled
def play_deals(out: Row, seats: int, options: int, seed: int, first: int) -> None:
    """Fill `out` with what random deals come to, one of each match `first`, `first + 1`, ….

    out: shape (deals,); see `deal_code`. The dealer of a match is its number modulo the seats.
    """
    fixed = np.empty(_FIXED, np.int64)
    now, then = np.zeros(_CHANGING, np.int64), np.zeros(_CHANGING, np.int64)
    for start in range(0, len(out), BLOCK):
        count = min(BLOCK, len(out) - start)
        _deal(fixed, now, count, seats, options, seed, first + start)
        _call(fixed, now, then, count, seats, options, first + start)
        for trick in range(0, HAND_SIZE, 2):
            _play_trick(fixed, then, now, count, seats, options, trick)
            _play_trick(fixed, now, then, count, seats, options, trick + 1)
        for lane in range(count):
            out[start + lane] = _score(fixed, then, lane, seats, options)


@compiled_inside
def deal_code(outcome: int, bidder: int, bid: int) -> int:
    """What a deal came to, as one number: the outcome, at bit 8 the bidder, at bit 10 the bid.

    0 for a deal that was thrown in.
    """
    return outcome | bidder << 8 | bid << 10 if bid else 0


@compiled_inside
def _deal(
    fixed: Row, then: Row, count: int, seats: int, options: int, seed: int, first: int
) -> None:
    deck = full_deck(has_joker(options))
    for lane in range(count):
        stream = stream_of(seed, first + lane, plain(1))
        hand0, hand1, hand2, drawn = deal_hands(deck, stream, seats)
        fixed[_STREAM + lane] = stream
        fixed[_DEALT0 + lane] = hand0
        fixed[_DEALT1 + lane] = hand1
        fixed[_DEALT2 + lane] = hand2
        then[_DRAWN + lane] = drawn


@compiled_inside
def _call(
    fixed: Row, now: Row, then: Row, count: int, seats: int, options: int, first: int
) -> None:
    """The auctions; then A is the bidder. Thrown in, a deal goes on with seat 0 and a bid of 0."""
    for lane in range(count):
        stream, drawn = fixed[_STREAM + lane], now[_DRAWN + lane]
        bid, bidder = plain(0), plain(0)
        seat = (first + lane) % seats
        for calls in range(seats):
            seat = left_of(seat, seats)
            stuck = pick(dealer_sticks(options) & (calls == seats - 1) & (bid == 0), 1, 0)
            base = pick(bid > 1, bid, 1)
            step = below(word(stream, drawn), 5 - base - stuck) + stuck
            running = bid < 4
            bids = running & (step > 0)
            bidder = pick(bids, seat, bidder)
            bid = pick(bids, base + step, bid)
            drawn += pick(running, 1, 0)
        hand0, hand1, hand2 = fixed[_DEALT0 + lane], fixed[_DEALT1 + lane], fixed[_DEALT2 + lane]
        after1 = pick(seats == 3, hand2, hand0)
        then[_A + lane] = pick(bidder == 0, hand0, pick(bidder == 1, hand1, hand2))
        then[_B + lane] = pick(bidder == 0, hand1, pick(bidder == 1, after1, hand0))
        third = pick(bidder == 1, hand0, hand1)
        then[_C + lane] = pick((bidder == 0) | (seats == 2), hand2, third)
        then[_TAKEN_A + lane] = then[_TAKEN_B + lane] = then[_TAKEN_C + lane] = 0
        then[_LEADER + lane] = bidder
        then[_DRAWN + lane] = drawn
        fixed[_BID + lane] = bid
        fixed[_BIDDER + lane] = bidder


@compiled_inside
def random_card(legal: int, word: int) -> int:
    """One of at most six cards, each as likely, as a mask; 0 of none."""
    place = below(word, count_of(legal))
    for passed in range(HAND_SIZE - 1):
        legal = pick(place > passed, legal & (legal - 1), legal)
    return legal & -legal


@compiled_inside
def _play_trick(
    fixed: Row, now: Row, then: Row, count: int, seats: int, options: int, trick: int
) -> None:
    """A trick of each deal; then A is its taker."""
    leads = ~0 if trick else ~JOKER_BIT
    two = seats == 2
    for lane in range(count):
        a, b, c = now[_A + lane], now[_B + lane], now[_C + lane]
        stream, drawn = fixed[_STREAM + lane], now[_DRAWN + lane]
        first = random_card(a & leads, word(stream, drawn))
        trumps = now[_TRUMPS + lane] if trick else suit_around(first) | JOKER_BIT
        led = led_suit(first, trumps)
        following = followers(led, trumps, options)
        second = random_card(playable(b, led, following), word(stream, drawn + 1))
        third = random_card(playable(c, led, following), word(stream, drawn + 2))
        place = best_place(first, second, third, led, trumps)
        kept, a_second, c_last = place == 0, two | (place == 2), two | (place == 0)
        then[_TRUMPS + lane] = trumps
        then[_DRAWN + lane] = drawn + seats
        leader = now[_LEADER + lane] + place
        then[_LEADER + lane] = pick(leader >= seats, leader - seats, leader)
        a, b, c = a ^ first, b ^ second, c ^ third
        then[_A + lane] = pick(kept, a, pick(place == 1, b, c))
        then[_B + lane] = pick(kept, b, pick(a_second, a, c))
        then[_C + lane] = pick(c_last, c, pick(place == 1, a, b))
        a, b, c = now[_TAKEN_A + lane], now[_TAKEN_B + lane], now[_TAKEN_C + lane]
        taken = first | second | third
        then[_TAKEN_A + lane] = taken | pick(kept, a, pick(place == 1, b, c))
        then[_TAKEN_B + lane] = pick(kept, b, pick(a_second, a, c))
        then[_TAKEN_C + lane] = pick(c_last, c, pick(place == 1, a, b))


@compiled_inside
def _score(fixed: Row, now: Row, lane: int, seats: int, options: int) -> int:
    a, b, c = now[_TAKEN_A + lane], now[_TAKEN_B + lane], now[_TAKEN_C + lane]
    leader = now[_LEADER + lane]
    trump = suit_of(lowest_in(now[_TRUMPS + lane]))
    bidder, bid = fixed[_BIDDER + lane], fixed[_BID + lane]
    outcome = outcome_of(
        fixed[_DEALT0 + lane],
        fixed[_DEALT1 + lane],
        fixed[_DEALT2 + lane],
        pick(leader == 0, a, pick((leader == 1) & (seats == 3), c, b)),
        pick(leader == 0, b, pick(leader == 1, a, c)),
        pick((leader == 0) | (seats == 2), c, pick(leader == 1, b, a)),
        trump,
        bidder,
        options,
    )
    return deal_code(outcome, bidder, bid)
