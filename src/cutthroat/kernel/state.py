"""A match at one moment as a row of 64-bit integers, and what an action makes of it. R3 to R26.

Arrays of matches have the shape (matches, FIELDS). How many seats play, and
by which rules, is not in the row: functions take it as `seats` (2 or 3) and `options` (see
`options.packed`). Seats are counted from 0. `auction` says how actions are numbered. Nothing here
checks whether an action is legal: `legal_actions` says what is.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cutthroat.kernel.auction import PASS, legal_calls, points_of
from cutthroat.kernel.bits import pick, plain
from cutthroat.kernel.cards import JOKER_BIT, NOTHING, suit_of
from cutthroat.kernel.chance import HAND_SIZE, below, deal_hands, full_deck, stream_of, word
from cutthroat.kernel.compiled import compiled_inside
from cutthroat.kernel.options import has_joker, next_deals
from cutthroat.kernel.scoring import (
    LIMIT,
    NO_WIN,
    NOBODY,
    change,
    earned,
    limit_winner,
    outcome_of,
    way_out,
)
from cutthroat.kernel.tricks import best_place, followers, led_suit, playable, trumps_of

Row: TypeAlias = NDArray[np.int64]
"""One match: shape (FIELDS,)."""
Rows: TypeAlias = NDArray[np.int64]
"""Matches: shape (matches, FIELDS)."""

# Masks of cards, a field for each seat.
HAND: Final = 0
"""What a seat holds."""
TAKEN: Final = 3
"""What a seat has captured in this deal."""

# The deal that runs; after its end, the last one.
STAGE: Final = 6
"""One of the stages below."""
TURN: Final = 7
"""The seat to act."""
PLACED: Final = 8
"""Calls made, then cards on the table."""
TRICKS: Final = 9
"""Tricks taken."""
TRUMP: Final = 10
"""0 to 3; NOTHING until the opening lead."""
BID: Final = 11
"""The points of the highest bid, 0 without one."""
BIDDER: Final = 12
"""The seat that made it; NOBODY without one."""
TRICK: Final = 13
"""Six fields, one a trick: the cards in playing order, 6 bits each from the lowest up; at bit 18
the leader, at bit 20 the taker of a complete one."""
CALLS: Final = 19
"""3 bits a seat: 0 no call yet, 1 a pass, 2 to 4 a bid."""
DEALT: Final = 20
"""Three fields: the mask of what each seat was dealt."""
OUTCOME: Final = 23
"""Of the last deal that was scored, see `scoring`."""
LED: Final = 36
"""The mask of the cards that count as the led suit; for a lead, of all that may be led."""
FOLLOWING: Final = 37
"""The mask of what a hand may play that has a card of those."""

# The match.
SCORE: Final = 24
"""Three fields; may be negative."""
DEALER: Final = 27
"""Who deals, or between deals who deals next."""
DEAL: Final = 28
"""The number of the last deal begun, 0 before the first; redeals count."""
SCORED: Final = 29
"""How many deals were scored."""
WINNER: Final = 30
"""NOBODY while there is none."""
REASON: Final = 31
"""Why it was won, a number of `scoring.WIN_REASONS`."""

# Chance.
SEED: Final = 32
MATCH: Final = 33
STREAM: Final = 34
"""The stream of the deal that runs."""
DRAWN: Final = 35
"""Words drawn from it."""
FIELDS: Final = 38

AUCTION, OPENING, PLAY, THROWN_IN, DEAL_SCORED, OVER, WAITING = range(7)
"""Stages. In the first three a seat is to act; after the others comes a deal, except after OVER.
WAITING is the stage before the first deal."""


def new_rows(count: int) -> Rows:
    """Rows for matches, to be filled by `begin`. Shape (count, FIELDS)."""
    return np.zeros((count, FIELDS), np.int64)


@compiled_inside
def copy(row: Row, source: Row) -> None:
    """Make a row the same as another."""
    for field in range(FIELDS):
        row[field] = source[field]


@compiled_inside
def begin(row: Row, seats: int, seed: int, match: int) -> None:
    """Start a match: no scores, the first dealer drawn. No cards are out yet. R3."""
    row[:] = 0
    row[SEED] = seed
    row[MATCH] = match
    row[DEALER] = below(word(stream_of(seed, match, plain(0)), plain(0)), seats)
    row[WINNER] = NOBODY
    row[STAGE] = WAITING


@compiled_inside
def deal(row: Row, seats: int, options: int) -> None:
    """Deal the cards of the next deal, which the seed, the match and the deal's number fix. R4."""
    stream = stream_of(row[SEED], row[MATCH], row[DEAL] + 1)
    deck = full_deck(has_joker(options))
    hand0, hand1, hand2, drawn = deal_hands(deck, stream, seats)
    row[STREAM] = stream
    row[DRAWN] = drawn
    deal_these(row, seats, hand0, hand1, hand2)


@compiled_inside
def deal_these(row: Row, seats: int, hand0: int, hand1: int, hand2: int) -> None:
    """Deal these hands, and open the auction. hand2: 0 with two seats. R4, R10."""
    row[HAND] = row[DEALT] = hand0
    row[HAND + 1] = row[DEALT + 1] = hand1
    row[HAND + 2] = row[DEALT + 2] = hand2
    row[TAKEN] = row[TAKEN + 1] = row[TAKEN + 2] = 0
    row[DEAL] += 1
    row[STAGE] = AUCTION
    row[TURN] = left_of(row[DEALER], seats)
    row[PLACED] = row[TRICKS] = row[BID] = row[CALLS] = 0
    row[BIDDER] = NOBODY
    row[LED] = row[FOLLOWING] = ~JOKER_BIT
    row[TRUMP] = NOTHING
    row[TRICK : TRICK + HAND_SIZE] = 0


@compiled_inside
def left_of(seat: int, seats: int) -> int:
    """The next seat, clockwise."""
    return pick(seat + 1 < seats, seat + 1, 0)


@compiled_inside
def legal_actions(row: Row, seats: int, options: int) -> int:
    """The mask of what the seat to act may do; 0 when no seat is to act. R11, R14 to R17."""
    stage = row[STAGE]
    hand = row[HAND + row[TURN]]
    calls = legal_calls(row[BID], row[PLACED], seats, options)
    plays = playable(hand, row[LED], row[FOLLOWING])
    return pick(stage == AUCTION, calls, pick(stage <= PLAY, plays, 0))


@compiled_inside
def act(row: Row, action: int, seats: int, options: int) -> int:
    """Do a legal action of the seat to act, with all that follows. Returns the new stage."""
    if action >= PASS:
        call(row, points_of(action), seats, options)
    else:
        place_card(row, action, seats, options)
        if row[PLACED] == seats:
            take_trick(row, seats)
            if row[TRICKS] == HAND_SIZE:
                score(row, seats, options)
    stage: int = row[STAGE]
    return stage


@compiled_inside
def call(row: Row, points: int, seats: int, options: int) -> None:
    """A call of the seat to act. points: 0 for a pass. R10 to R14."""
    seat, calls, dealer = row[TURN], row[PLACED] + 1, row[DEALER]
    bid = pick(points > 0, points, row[BID])
    bidder = pick(points > 0, seat, row[BIDDER])
    over = (calls == seats) | (points == 4)
    thrown_in = over & (bid == 0)
    row[CALLS] |= pick(points > 0, points, 1) << 3 * seat
    row[BID] = bid
    row[BIDDER] = bidder
    row[PLACED] = pick(over, 0, calls)
    row[TURN] = pick(over & (bid > 0), bidder, left_of(seat, seats))
    row[STAGE] = pick(thrown_in, THROWN_IN, pick(over, OPENING, AUCTION))
    row[DEALER] = pick(thrown_in & next_deals(options), left_of(dealer, seats), dealer)


@compiled_inside
def place_card(row: Row, card: int, seats: int, options: int) -> None:
    """The seat to act puts a card on the table. R15, R16."""
    seat, placed = row[TURN], row[PLACED]
    place = TRICK + row[TRICKS]
    leads = placed == 0
    trump = pick(row[TRUMP] == NOTHING, suit_of(card), row[TRUMP])
    trumps = trumps_of(trump)
    led = led_suit(1 << card, trumps)
    row[LED] = pick(leads, led, row[LED])
    row[FOLLOWING] = pick(leads, followers(led, trumps, options), row[FOLLOWING])
    row[HAND + seat] ^= 1 << card
    row[place] |= card << 6 * placed | pick(leads, seat << 18, 0)
    row[TRUMP] = trump
    row[STAGE] = PLAY
    row[PLACED] = placed + 1
    row[TURN] = left_of(seat, seats)


@compiled_inside
def take_trick(row: Row, seats: int) -> None:
    """The trick on the table is complete and goes to its taker, who leads next. R18, R19."""
    place = TRICK + row[TRICKS]
    trick = row[place]
    first = 1 << (trick & 63)
    second = 1 << (trick >> 6 & 63)
    third = pick(seats == 3, 1 << (trick >> 12 & 63), 0)
    taker = trick >> 18 & 3
    taker += best_place(first, second, third, row[LED], trumps_of(row[TRUMP]))
    taker = pick(taker >= seats, taker - seats, taker)
    row[place] = trick | taker << 20
    row[TAKEN + taker] |= first | second | third
    row[TURN] = taker
    row[LED] = row[FOLLOWING] = ~0
    row[PLACED] = 0
    row[TRICKS] += 1


@compiled_inside
def last_change(row: Row, seat: int) -> int:
    """What a seat's score changed by when its last deal ended; 0 for a deal thrown in."""
    return change(row[OUTCOME], seat, row[BIDDER], row[BID]) if row[BID] else 0


@compiled_inside
def score(row: Row, seats: int, options: int) -> None:
    """Score the deal whose last trick was taken. R5 to R9, R20 to R26."""
    bidder, bid = row[BIDDER], row[BID]
    outcome = outcome_of(
        row[DEALT],
        row[DEALT + 1],
        row[DEALT + 2],
        row[TAKEN],
        row[TAKEN + 1],
        row[TAKEN + 2],
        row[TRUMP],
        bidder,
        options,
    )
    before = row[SCORE + bidder]
    row[OUTCOME] = outcome
    for seat in range(seats):
        row[SCORE + seat] += change(outcome, seat, bidder, bid)
    row[SCORED] += 1
    row[DEALER] = left_of(row[DEALER], seats)
    row[STAGE] = DEAL_SCORED
    made = earned(outcome, bidder) >= bid
    reason = way_out(before, row[SCORE + bidder], bid, options) if made else NO_WIN
    winner = bidder
    if reason == NO_WIN:
        winner = limit_winner(
            row[SCORE], row[SCORE + 1], row[SCORE + 2], seats, row[SCORED], options
        )
        reason = LIMIT
    if winner != NOBODY:
        row[WINNER] = winner
        row[REASON] = reason
        row[STAGE] = OVER
