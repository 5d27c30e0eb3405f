"""What may be played in a frame, what is worth trying, what first, and what comes of it."""

from __future__ import annotations

from cutthroat.kernel.bits import lowest_in
from cutthroat.kernel.compiled import compiled_inside
from cutthroat.kernel.solver.memory import (
    ALLOWED,
    BARE_KIND,
    BEATEN_BY,
    BEST,
    FRAME,
    HOLDING,
    JACK_CARD,
    KIND,
    LED,
    LEFT,
    LOW_CARD,
    OWNER,
    PLACED,
    POT,
    SEATS,
    STANDING,
    SUIT,
    TABLE,
    TURN,
    WORTH,
    Memory,
)
from cutthroat.kernel.solver.standing import after_trick, is_decided


@compiled_inside
def legal(memory: Memory, frame: int) -> int:
    """The cards that the seat to play may play once trump is made. R16, R17, option `follow`."""
    hand = memory[frame + LEFT] & memory[HOLDING + memory[frame + TURN]]
    led = memory[frame + LED]
    if memory[frame + PLACED] and hand & memory[SUIT + led]:
        hand &= memory[ALLOWED + led]
    return int(hand)


@compiled_inside
def distinct(memory: Memory, frame: int, cards: int) -> int:
    """Of cards that the seat to play may play, the lowest of each group that has the same value.

    Two cards of a suit and a kind are equal if no card that may yet be played by another seat, nor
    the one that wins the trick so far, lies between them: exchanged, they leave the same deal.
    Card points are part of the kind until Game is decided.
    """
    if cards & cards - 1 == 0:
        return cards
    apart = memory[frame + LEFT] & ~memory[HOLDING + memory[frame + TURN]]
    if memory[frame + PLACED]:
        apart |= 1 << memory[frame + BEST]
    kinds = BARE_KIND if is_decided(memory[frame + STANDING]) else KIND
    found, before, kind_before = 0, 0, -1
    while cards:
        card = cards & -cards
        cards ^= card
        kind = memory[kinds + lowest_in(card)]
        if kind != kind_before or apart & card - before:
            found |= card
        before, kind_before = card, kind
    return found


@compiled_inside
def most_promising(memory: Memory, frame: int, cards: int, side: int) -> int:
    """The card to try first: only the time depends on it.

    side: the seats, as a mask, that want what the seat to play wants; with that seat alone in it,
    all others are rivals.
    """
    if cards & cards - 1 == 0:
        return cards
    chosen, highest = 0, -1 << 20
    while cards:
        card = cards & -cards
        cards ^= card
        promise = _promise(memory, frame, card, side)
        if promise > highest:
            chosen, highest = card, promise
    return chosen


@compiled_inside
def _promise(memory: Memory, frame: int, card: int, side: int) -> int:
    """The higher, the sooner a card is tried: by what it wins, loses or gives to a partner."""
    place = lowest_in(card)
    others = memory[frame + LEFT] & ~memory[HOLDING + memory[frame + TURN]]
    worth = 0 if is_decided(memory[frame + STANDING]) else memory[WORTH + place]
    if card & (memory[JACK_CARD] | memory[LOW_CARD]):
        worth += 12
    if memory[frame + PLACED] == 0:
        return int(100 + 4 * worth if memory[BEATEN_BY + place] & others == 0 else -4 * worth)
    best = memory[frame + BEST]
    last = memory[frame + PLACED] + 1 == memory[SEATS]
    partner = side >> memory[OWNER + best] & 1
    if memory[BEATEN_BY + best] & card == 0:
        if not partner:
            return int(-4 * worth)
        return int(4 * worth if last or memory[BEATEN_BY + best] & others == 0 else 0)
    if not last and memory[BEATEN_BY + place] & others:
        return int(-2 * worth)
    return int(50 + 4 * (worth if partner else worth + memory[frame + POT]))


@compiled_inside
def play(memory: Memory, frame: int, card: int) -> int:
    """Play a card, a mask: fill the next frame and return it. R16, R18, R19."""
    place = lowest_in(card)
    best = memory[frame + BEST]
    placed = memory[frame + PLACED]
    led = memory[frame + LED]
    if placed == 0:
        led, best = place, place
    elif memory[BEATEN_BY + best] & card:
        best = place
    after = frame + FRAME
    memory[after + LEFT] = memory[frame + LEFT] ^ card
    memory[after + LED] = led
    memory[after + BEST] = best
    table = memory[frame + TABLE] | card
    pot = memory[frame + POT] + memory[WORTH + place]
    if placed + 1 == memory[SEATS]:
        taker = memory[OWNER + best]
        jack, low = table & memory[JACK_CARD], table & memory[LOW_CARD]
        standing = after_trick(memory[frame + STANDING], taker, pot, jack, low)
        memory[after + STANDING] = standing
        memory[after + TURN] = taker
        memory[after + PLACED] = memory[after + POT] = memory[after + TABLE] = 0
        return after
    turn = memory[frame + TURN] + 1
    memory[after + STANDING] = memory[frame + STANDING]
    memory[after + TURN] = turn if turn < memory[SEATS] else 0
    memory[after + PLACED] = placed + 1
    memory[after + POT] = pot
    memory[after + TABLE] = table
    return after
