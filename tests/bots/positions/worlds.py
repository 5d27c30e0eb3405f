"""The deals that a position may come from: hidden cards drawn evenly from all that fit."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from cutthroat.core.cards import Card, CardSet, deck
from cutthroat.core.deal import HAND_SIZE
from cutthroat.core.match import Match
from cutthroat.kernel import state
from cutthroat.kernel.auction import BIDS, PASS
from cutthroat.kernel.cards import mask_of
from cutthroat.kernel.compiled import compiled
from cutthroat.kernel.options import packed
from cutthroat.kernel.state import Row, Rows
from tests.bots.positions.collection import Position, seen
from tests.kit.script import act, dealt, table

Hands = tuple[CardSet, ...]
"""What each seat was dealt, seat 1 first."""


def worlds(position: Position, rng: Random) -> Iterator[Hands]:
    """Deals that fit everything the seat has seen, each as likely as any other, without end.

    What the calls of the others may tell is not looked at.
    """
    everything = CardSet(deck(joker=position.rules.has_joker))
    shown = seen(position, everything)
    me = position.you - 1
    own = position.hand.union(shown.played[me])
    assert len(own) == HAND_SIZE, f"{position.name}: {own} is no hand of six"
    pools = [sorted(free.difference(own), key=lambda card: card.index) for free in shown.free]
    while True:
        hands = [
            own if seat == me else CardSet(rng.sample(pool, HAND_SIZE - len(played))).union(played)
            for seat, (pool, played) in enumerate(zip(pools, shown.played, strict=True))
        ]
        # Hands drawn apart from each other and kept if they share nothing: all pairs alike.
        if len({card for hand in hands for card in hand}) == HAND_SIZE * position.seats:
            yield tuple(hands)


def match_in(position: Position, hands: Hands) -> Match:
    """The match at the position if these hands were dealt; all was legal, or this raises."""
    before = table(
        *position.scores,
        rules=str(position.rules),
        dealer=position.dealer,
        deal=position.scored,
        scored_deals=position.scored,
    )
    return act(dealt(before, *[str(hand) for hand in hands]), position.words)


def rows_in(position: Position, deals: list[Hands]) -> Rows:
    """The same as rows of the kernel, one a deal. Raises ValueError for anything illegal."""
    rows = state.new_rows(len(deals))
    rows[:, state.SCORE : state.SCORE + position.seats] = position.scores
    rows[:, state.DEALER] = position.dealer - 1
    rows[:, state.SCORED] = position.scored
    rows[:, state.WINNER] = 3
    hands = np.zeros((len(deals), 3), np.int64)
    for place, deal in enumerate(deals):
        hands[place, : position.seats] = [mask_of(hand) for hand in deal]
    actions = np.array([number_of(word) for word in position.words.split()], np.int64)
    if not _replay(rows, hands, actions, position.seats, packed(position.rules)):
        raise ValueError(f"{position.name}: something illegal was done")
    return rows


def number_of(word: str) -> int:
    """The kernel's number of an action."""
    if word == "pass":
        return PASS
    return BIDS + int(word) if word.isdigit() else Card(word).index


@compiled
def _replay(rows: Rows, hands: Rows, actions: Row, seats: int, options: int) -> bool:
    for place in range(len(rows)):
        row = rows[place]
        state.deal_these(row, seats, hands[place, 0], hands[place, 1], hands[place, 2])
        for action in actions:
            if state.legal_actions(row, seats, options) >> action & 1 == 0:
                return False
            state.act(row, action, seats, options)
    return True
