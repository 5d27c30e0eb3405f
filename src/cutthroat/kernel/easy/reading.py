"""What is read off the play: who may hold what, and what cards are worth.

As `bots.easy_reading`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cutthroat.kernel.bits import count_of, lowest_in
from cutthroat.kernel.cards import (
    JACK,
    JOKER,
    JOKER_BIT,
    NOTHING,
    RANKS,
    SUIT_BITS,
    TEN,
    suit_of,
)
from cutthroat.kernel.chance import HAND_SIZE, full_deck
from cutthroat.kernel.compiled import compiled_inside
from cutthroat.kernel.easy.weights import (
    CARD_WORTH,
    COUNTS,
    HOLDS,
    LEAST_UNSEEN,
    LOW_AWAY,
    SIZES,
    Weights,
)
from cutthroat.kernel.options import has_joker, low_is_numeric, low_to_winner, must_follow
from cutthroat.kernel.state import HAND, PLACED, TAKEN, TRICK, TRICKS, TURN, Row, left_of
from cutthroat.kernel.tricks import trumps_of

_TRUMP_STRENGTH: Final = 40
_LED_STRENGTH: Final = 20


class Reading(NamedTuple):
    """The play as the seat to act sees it.

    trump: the suit that is trump, or that a lead is about to make trump.
    led: the suit that was led, NOTHING before a lead.
    left, right: the rivals, clockwise from the left; right is NOTHING with two seats.
    rivals: how many there are. later: how many of them, from the left, are still to play.
    unseen: the mask of the cards that the seat has not seen.
    voids: bit `4 * seat + suit` for each suit that a seat has shown to lack.
    strict: whether suit must be followed. options: the house rules.
    hold_left, hold_right: where the chances of the rivals stand, see `weights.hold_place`.
    low: where those of Low stand, see `weights.low_place`.
    share: the part of the unseen cards that is in rivals' hands.
    """

    trump: int
    led: int
    left: int
    right: int
    rivals: int
    later: int
    unseen: int
    voids: int
    strict: bool
    options: int
    hold_left: int
    hold_right: int
    low: int
    share: float


@compiled_inside
def place_of(card: int) -> int:
    """The rank of a card, 0 for a two to 12 for an ace; 13 for the joker."""
    return 13 if card == JOKER else card - RANKS * suit_of(card)


@compiled_inside
def suit_under(card: int, trump: int) -> int:
    """The suit that a card counts as."""
    return trump if card == JOKER else suit_of(card)


@compiled_inside
def strength(card: int, led: int, trump: int) -> int:
    """How strong a card is in a trick: the stronger takes it. R18."""
    if card == JOKER:
        return _TRUMP_STRENGTH - 1
    suit = suit_of(card)
    rank = card - RANKS * suit
    if suit == trump:
        return _TRUMP_STRENGTH + rank
    return _LED_STRENGTH + rank if suit == led else rank


@compiled_inside
def read(row: Row, trump: int, seats: int, options: int) -> Reading:
    """Read the play of a deal. trump: 0 to 3, as the row has it but before the opening lead."""
    me, placed, tricks = row[TURN], row[PLACED], row[TRICKS]
    left = left_of(me, seats)
    right = left_of(left, seats) if seats == 3 else NOTHING
    rivals = seats - 1
    later = rivals - placed
    cards = row[TRICK + tricks]
    unseen = full_deck(has_joker(options)) & ~(row[HAND + me] | row[TAKEN] | row[TAKEN + 1])
    unseen &= ~row[TAKEN + 2]
    for place in range(placed):
        unseen &= ~(1 << (cards >> 6 * place & 63))
    held = HAND_SIZE - tricks
    held_left = held if later else held - 1
    held_right = (held if later == 2 else held - 1) if seats == 3 else 0
    count = count_of(unseen)
    row_of_count = (count - LEAST_UNSEEN) * SIZES
    share = held_left / count
    if seats == 3:
        share += held_right / count
    return Reading(
        trump,
        suit_under(cards & 63, trump) if placed else NOTHING,
        left,
        right,
        rivals,
        later,
        unseen,
        shown_voids(row, trump, seats, options),
        must_follow(options),
        options,
        HOLDS + (row_of_count + held_left) * COUNTS,
        HOLDS + (row_of_count + held_right) * COUNTS,
        LOW_AWAY + ((row_of_count + held_left) * SIZES + held_right) * COUNTS,
        share,
    )


@compiled_inside
def shown_voids(row: Row, trump: int, seats: int, options: int) -> int:
    """Suits that seats have shown to lack, by not following. R16, R17, option `follow`."""
    strict = must_follow(options)
    voids = 0
    for place in range(row[TRICKS] + 1):
        cards = row[TRICK + place]
        played = seats if place < row[TRICKS] else row[PLACED]
        led = suit_under(cards & 63, trump)
        seat = cards >> 18 & 3
        for number in range(1, played):
            seat = left_of(seat, seats)
            suit = suit_under(cards >> 6 * number & 63, trump)
            if suit != led and (strict or suit != trump):
                voids |= 1 << 4 * seat + led
    return voids


@compiled_inside
def worth(reading: Reading, card: int, weights: Weights) -> float:
    """What a card is worth, in points, to the seat that takes it. R6 to R8."""
    place = place_of(card)
    value: float = weights[CARD_WORTH + place]
    if suit_under(card, reading.trump) != reading.trump:
        return value
    if place == JACK:
        value += 1
    if low_to_winner(reading.options):
        value += _chance_of_low(reading, place, weights)
    return value


@compiled_inside
def _chance_of_low(reading: Reading, place: int, weights: Weights) -> float:
    """Chance that a trump, in the hand or on the table, is the one of Low. R6, option `low`."""
    if place > TEN and (place > RANKS - 1 or low_is_numeric(reading.options)):
        return 0.0
    below = reading.unseen >> RANKS * reading.trump & (1 << place) - 1
    if place > count_of(below):  # one is known to be in play
        return 0.0
    return weights[reading.low + place]  # type: ignore[no-any-return]


@compiled_inside
def catch(reading: Reading, card: int, weights: Weights) -> float:
    """What the lower trumps in rivals' hands are worth: a trump led may draw them. R16."""
    total = 0.0
    lower = 0
    if card != JOKER:
        lower = reading.unseen & SUIT_BITS << RANKS * reading.trump & (1 << card) - 1
        lower |= reading.unseen & JOKER_BIT
    while lower:
        total += worth(reading, lowest_in(lower), weights)
        lower &= lower - 1
    return reading.share * total


@compiled_inside
def stands(reading: Reading, card: int, led: int, count: int, weights: Weights) -> float:
    """Chance that none of the first `count` rivals, all still to play, can beat a card.

    card: a trump, or of the led suit.
    R16 to R18.
    """
    suit = suit_under(card, reading.trump)
    ranks = reading.unseen & SUIT_BITS << RANKS * suit
    over = count_of(ranks if card == JOKER else ranks >> card)
    chance = 1.0
    if count > 0:
        place = reading.hold_left
        chance = 1 - _can_beat(reading, reading.left, place, suit, over, led, weights)
    if count > 1:
        place = reading.hold_right
        chance *= 1 - _can_beat(reading, reading.right, place, suit, over, led, weights)
    return chance


@compiled_inside
def _can_beat(
    reading: Reading, seat: int, place: int, suit: int, over: int, led: int, weights: Weights
) -> float:
    """Chance that a seat can beat a card of a suit, of which `over` higher cards are unseen."""
    higher = _holds(reading, seat, place, suit, over, weights)
    may_trump = _may_trump(reading, seat, place, led, weights)
    if suit == reading.trump:
        return higher * may_trump
    count = count_of(reading.unseen & trumps_of(reading.trump))
    trumps = _holds(reading, seat, place, reading.trump, count, weights)
    return 1 - (1 - higher) * (1 - trumps * may_trump)


@compiled_inside
def _holds(
    reading: Reading, seat: int, place: int, suit: int, count: int, weights: Weights
) -> float:
    """Chance that a seat holds at least one of `count` unseen cards of a suit."""
    if count == 0 or reading.voids >> 4 * seat + suit & 1:
        return 0.0
    return weights[place + count]  # type: ignore[no-any-return]


@compiled_inside
def _may_trump(reading: Reading, seat: int, place: int, led: int, weights: Weights) -> float:
    """Chance that the lead lets a seat play a trump if it has one. R16, option `follow`."""
    if led == reading.trump or not reading.strict:
        return 1.0
    count = count_of(reading.unseen & SUIT_BITS << RANKS * led)
    return 1 - _holds(reading, seat, place, led, count, weights)
