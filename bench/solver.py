"""How fast deals are solved exactly on one core, against endplay's double-dummy solver.

    python3 -m venv VENV && VENV/bin/pip install -r bench/requirements-endplay.txt
    .venv/bin/python -m bench.solver --endplay VENV/bin/python --core 0

Ours are random deals of six cards a seat at the opening lead, with a random bidder and bid, solved
by the public calls of `kernel.solver.values`: the values of all six leads, each of which makes its
suit trump. What counts is how far the score moves ahead of the others'. endplay solves six-card
endings of bridge, four hands with 24 cards: all cards, or one that is best.

Then come the times of single deals. Without --endplay only ours is measured.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import cycle
from random import Random

from bench.comparison import Entry, compare, keep_on, parser
from bench.peer import PeerError, Work, measured, running
from cutthroat.core.actions import Bid
from cutthroat.core.cards import CardSet, deck
from cutthroat.core.deal import HAND_SIZE, Opening
from cutthroat.core.rules import Rules
from cutthroat.kernel.options import packed
from cutthroat.kernel.solver.payoffs import Payoff, Payoffs, lead_over_others, score_changes
from cutthroat.kernel.solver.position import row_of
from cutthroat.kernel.solver.values import values_for_all, values_for_side
from cutthroat.kernel.state import Row

DEALS = 2000
PORTION = 50
OPTIONS = packed(Rules())


@dataclass(frozen=True, slots=True)
class Position:
    """A deal at the opening lead, and what its outcomes are worth."""

    row: Row
    bidder: int
    lead: Payoff
    changes: Payoffs


def positions(seats: int) -> list[Position]:
    """Random deals, always the same."""
    chance = Random(seats)
    found = []
    for _ in range(DEALS):
        cards = chance.sample(deck(joker=False), HAND_SIZE * seats)
        hands = tuple(CardSet(cards[seat::seats]) for seat in range(seats))
        bidder, bid = chance.randrange(seats), chance.choice((2, 3, 4))
        changes = score_changes(seats, bidder, bid)
        lead = lead_over_others(changes, bidder, seats)
        row = row_of(Opening(hands, (), Bid(bidder + 1, bid)))
        found.append(Position(row, bidder, lead, changes))
    return found


def minimax(deal: Position) -> object:
    """All leads of two seats."""
    return values_for_side(deal.row, 2, OPTIONS, deal.lead, 1 << deal.bidder)


def paranoid(deal: Position) -> object:
    """All leads of three seats, the others joined against the bidder."""
    return values_for_side(deal.row, 3, OPTIONS, deal.lead, 1 << deal.bidder)


def max_n(deal: Position) -> object:
    """All leads of three seats, each for itself."""
    return values_for_all(deal.row, 3, OPTIONS, deal.changes)


def solving(solve: Callable[[Position], object], deals: Sequence[Position]) -> Work:
    """Work that is so many deals."""
    endless = cycle(deals)

    def work() -> int:
        for _ in range(PORTION):
            solve(next(endless))
        return PORTION

    return work


def tell_times(name: str, solve: Callable[[Position], object], deals: Sequence[Position]) -> float:
    """Print how long single deals take, in CPU time; the 99th of 100, in milliseconds."""
    solve(deals[0])  # so that no time is that of compiling
    times = []
    for deal in deals:
        start = time.process_time()
        solve(deal)
        times.append(1000 * (time.process_time() - start))
    times.sort()
    shares = (0.5, 0.9, 0.99, 1)
    at = [times[max(0, round(share * len(times)) - 1)] for share in shares]
    told = ", ".join(f"{share:.0%} {found:.3f}" for share, found in zip(shares, at, strict=True))
    print(f"{name:52} {told} ms")
    return at[2]


def main() -> None:
    """Measure all and print the ratios, then the times of single deals."""
    made = parser(__doc__)
    made.add_argument("--endplay", metavar="PYTHON", help="the Python that has endplay")
    options = made.parse_args()
    keep_on(options.core)
    two, three = positions(2), positions(3)
    pairs = [
        (Entry("two seats, all leads", "deals", measured(solving(minimax, two))), "all cards", 8.0),
        (Entry("three, paranoid", "deals", measured(solving(paranoid, three))), "one card", 1.5),
    ]
    with ExitStack() as stack:
        peer = None
        if options.endplay:
            program = ["-m", "bench.peers.endplay_endings"]
            peer = stack.enter_context(running(options.endplay, program))
        for ours, piece, goal in pairs:
            peers = []
            if peer:
                peers = [Entry(f"endplay, {piece}", "endings", peer.measure(piece), goal)]
            about = [peer.about] if peer else []
            compare([ours], peers, about, seconds=options.seconds, repeats=options.repeats)
    tell_times("two seats, all leads", minimax, two)
    tell_times("three seats, paranoid, all leads", paranoid, three)
    slow = tell_times("three seats, max^n, all leads", max_n, three)
    print(f"max^n: 99 of 100 in {slow:.1f} ms, goal 15 {'reached' if slow <= 15 else 'missed'}")


if __name__ == "__main__":
    try:
        main()
    except PeerError as error:
        sys.exit(str(error))
