"""Laying out the cards in play on the board. R15 to R18.

Only the order of the cards in play matters, so they are numbered anew, by place. Trumps come last,
and the joker is the lowest of them. What beats a card, and what may be played when it was led, is
made beforehand, as masks of places.
"""

from __future__ import annotations

from typing import Final

from cutthroat.kernel import state
from cutthroat.kernel.bits import lowest_in
from cutthroat.kernel.cards import JACK, JOKER_BIT, NOTHING, RANKS, SUIT_BITS
from cutthroat.kernel.compiled import compiled_inside
from cutthroat.kernel.options import low_to_winner, must_follow, tie_to_bidder
from cutthroat.kernel.scoring import NOBODY, card_points, high_card, low_card, seat_with
from cutthroat.kernel.solver.memory import (
    ALL_POINTS,
    ALLOWED,
    BARE_KIND,
    BEATEN_BY,
    BEST,
    BIDDER,
    CARD,
    FRAMES,
    HIGH,
    HOLDING,
    JACK_CARD,
    KIND,
    LED,
    LEFT,
    LOW_CARD,
    ON_BOARD,
    OWNER,
    PLACED,
    POT,
    SEATS,
    STANDING,
    SUIT,
    TABLE,
    TIE_TO_BIDDER,
    TURN,
    WORTH,
    Memory,
    next_board,
)
from cutthroat.kernel.solver.standing import new_standing
from cutthroat.kernel.state import Row

ANY_CARD: Final = (1 << 53) - 1
_JACK_KIND: Final = 16
_LOW_KIND: Final = 32
"""Added to the kind of a card that earns Jack or Low for whoever takes it."""


@compiled_inside
def lay_out(memory: Memory, row: Row, trump: int, seats: int, options: int) -> None:
    """Put the cards in play on the board, and the position into the first frame.

    row: a deal from the opening lead on, with all hands. trump: 0 to 3; before the opening lead
    the suit that it will make trump.
    """
    next_board(memory)
    memory[SEATS] = seats
    memory[BIDDER] = row[state.BIDDER]
    memory[TIE_TO_BIDDER] = tie_to_bidder(options)
    trumps = _place_cards(memory, row, trump)
    _relate_cards(memory, trumps, must_follow(options))
    _set_frame(memory, row)
    _set_points(memory, row, trump, options)


@compiled_inside
def _place_cards(memory: Memory, row: Row, trump: int) -> int:
    """Number the cards by place; the mask of the trumps among them."""
    cards = row[state.DEALT] | row[state.DEALT + 1] | row[state.DEALT + 2]
    cards &= ~(row[state.TAKEN] | row[state.TAKEN + 1] | row[state.TAKEN + 2])
    memory[HOLDING] = memory[HOLDING + 1] = memory[HOLDING + 2] = memory[ON_BOARD] = 0
    suit_mask = 0
    for block in range(4):
        suit = block if block < trump else block + 1
        start = memory[ON_BOARD]
        if block == 3:
            suit = trump
            _place_suit(memory, row, cards & JOKER_BIT, block)
        _place_suit(memory, row, cards & SUIT_BITS << RANKS * suit, block)
        suit_mask = (1 << memory[ON_BOARD]) - (1 << start)
        for place in range(start, memory[ON_BOARD]):
            memory[SUIT + place] = suit_mask
    return suit_mask


@compiled_inside
def _place_suit(memory: Memory, row: Row, cards: int, block: int) -> None:
    """Give cards the next places. block: the place of their suit among the suits."""
    place = memory[ON_BOARD]
    while cards:
        card = cards & -cards
        cards ^= card
        owner = seat_with(card, row[state.DEALT], row[state.DEALT + 1])
        worth = card_points(card)
        memory[CARD + place] = lowest_in(card)
        memory[WORTH + place] = worth
        memory[OWNER + place] = owner
        memory[HOLDING + owner] |= 1 << place
        memory[BARE_KIND + place] = 64 * block
        memory[KIND + place] = 64 * block + worth
        place += 1
    memory[ON_BOARD] = place


@compiled_inside
def _relate_cards(memory: Memory, trumps: int, strict: bool) -> None:  # noqa: FBT001  # compiled
    """Set what beats each card, and what may be played where it was led. R16, R18."""
    for place in range(memory[ON_BOARD]):
        suit = memory[SUIT + place]
        higher = suit & -(2 << place)
        memory[BEATEN_BY + place] = higher if trumps >> place & 1 else higher | trumps
        memory[ALLOWED + place] = suit if strict else suit | trumps


@compiled_inside
def _set_frame(memory: Memory, row: Row) -> None:
    """Fill the first frame, but for what was captured."""
    hands = row[state.HAND] | row[state.HAND + 1] | row[state.HAND + 2]
    left = 0
    for place in range(memory[ON_BOARD]):
        left |= (hands >> memory[CARD + place] & 1) << place
    memory[FRAMES + LEFT] = left
    memory[FRAMES + TURN] = row[state.TURN]
    memory[FRAMES + PLACED] = row[state.PLACED]
    memory[FRAMES + TABLE] = (1 << memory[ON_BOARD]) - 1 & ~left
    pot, led, best = 0, 0, 0
    for order in range(row[state.PLACED]):
        card = row[state.TRICK + row[state.TRICKS]] >> 6 * order & 63
        place = 0
        while memory[CARD + place] != card:
            place += 1
        pot += memory[WORTH + place]
        if order == 0:
            led, best = place, place
        elif memory[BEATEN_BY + best] >> place & 1:
            best = place
    memory[FRAMES + POT] = pot
    memory[FRAMES + LED] = led
    memory[FRAMES + BEST] = best


@compiled_inside
def _set_points(memory: Memory, row: Row, trump: int, options: int) -> None:
    """Set who has which point already, and which cards earn one for their takers. R5 to R8."""
    dealt0, dealt1 = row[state.DEALT], row[state.DEALT + 1]
    taken0, taken1, taken2 = row[state.TAKEN], row[state.TAKEN + 1], row[state.TAKEN + 2]
    trumps = (dealt0 | dealt1 | row[state.DEALT + 2]) & SUIT_BITS << RANKS * trump
    high = high_card(trumps, trump, options)
    memory[HIGH] = seat_with(high, dealt0, dealt1) if high else NOBODY
    low = low_card(trumps, options)
    low_owner = NOBODY
    memory[LOW_CARD] = 0
    if low and not low_to_winner(options):
        low_owner = seat_with(low, dealt0, dealt1)
    elif low & (taken0 | taken1 | taken2):
        low_owner = seat_with(low, taken0, taken1)
    else:
        memory[LOW_CARD] = _on_board(memory, low)
    jack = trumps & 1 << RANKS * trump + JACK
    jack_owner = NOBODY
    memory[JACK_CARD] = 0
    if jack & (taken0 | taken1 | taken2):
        jack_owner = seat_with(jack, taken0, taken1)
    else:
        memory[JACK_CARD] = _on_board(memory, jack)
    points0, points1, points2 = card_points(taken0), card_points(taken1), card_points(taken2)
    memory[FRAMES + STANDING] = new_standing(points0, points1, points2, jack_owner, low_owner)
    memory[ALL_POINTS] = points0 + points1 + points2
    for place in range(memory[ON_BOARD]):
        memory[ALL_POINTS] += memory[WORTH + place]
        apart = _JACK_KIND * (memory[JACK_CARD] >> place & 1)
        apart += _LOW_KIND * (memory[LOW_CARD] >> place & 1)
        memory[KIND + place] += apart
        memory[BARE_KIND + place] += apart


@compiled_inside
def _on_board(memory: Memory, card: int) -> int:
    """The mask on the board of a card, 0 or a mask of the kernel; 0 if it is not there."""
    for place in range(memory[ON_BOARD]):
        if card == 1 << memory[CARD + place]:
            return 1 << place
    return 0


@compiled_inside
def first_plays(row: Row, trump: int) -> int:
    """The cards, as a kernel mask, that may be played if a suit is trump or becomes it. R15."""
    if row[state.TRUMP] == trump:
        return ANY_CARD
    if row[state.TRUMP] == NOTHING:
        return int(row[state.HAND + row[state.TURN]] & SUIT_BITS << RANKS * trump)
    return 0


@compiled_inside
def among(memory: Memory, places: int, cards: int) -> int:
    """Those places of the board whose card is one of a mask of the kernel."""
    found = 0
    for place in range(memory[ON_BOARD]):
        found |= places & (cards >> memory[CARD + place] & 1) << place
    return found
