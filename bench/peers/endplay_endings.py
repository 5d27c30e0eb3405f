"""The peer of `bench.solver`: endplay's double-dummy solver on six-card bridge endings.

24 cards of 52 at random, six a hand, a random suit as trump, North on lead: the value of every card
that North may lead, or one card that is best. One thread.
"""

from __future__ import annotations

from itertools import cycle
from random import Random

from endplay import _dds
from endplay.dds import solve_board
from endplay.dds.solve import SolveMode
from endplay.types import Deal, Denom, Player

from bench.peer import Work, serve

RANKS = "23456789TJQKA"
TRUMPS = (Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs)
CARDS = 6
ENDINGS = 1000
PORTION = 50


def ending(chance: Random) -> Deal:
    """A deal of which the last six tricks are left."""
    chosen = chance.sample([(suit, rank) for suit in range(4) for rank in range(13)], 4 * CARDS)
    hands = []
    for seat in range(4):
        hand = sorted(chosen[seat * CARDS : (seat + 1) * CARDS], reverse=True)
        suits = ["".join(RANKS[rank] for suit, rank in hand if suit == s) for s in range(4)]
        hands.append(".".join(suits))
    return Deal("N:" + " ".join(hands), first=Player.north, trump=chance.choice(TRUMPS))


def solving(mode: SolveMode) -> Work:
    """Work that is so many endings, each solved anew."""
    chance = Random(1)
    endings = cycle([ending(chance) for _ in range(ENDINGS)])

    def work() -> int:
        for _ in range(PORTION):
            solve_board(next(endings), mode)
        return PORTION

    return work


if __name__ == "__main__":
    _dds.SetMaxThreads(1)
    pieces = {
        "all cards": solving(SolveMode.Default),
        "one card": solving(SolveMode.OptimalOne),
    }
    serve(pieces, "endplay")
