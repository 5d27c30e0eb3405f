"""Random games of OpenSpiel's oh_hell with three players and six tricks, from a Python of its own.

A peer of `bench.playouts`; see `bench.peer` for how it is spoken to.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import cycle

import pyspiel

from bench.peer import serve

GAME = "oh_hell(players=3,num_suits=4,num_cards_per_suit=13,num_tricks_fixed=6)"
ROLLOUTS = 1000
"""A simulation's, so that the search around them does not count."""
STARTS = 50
GAMES = 20
"""Of the loop in Python, in a portion of work."""


def apply_chance(state: pyspiel.State, chance: random.Random) -> None:
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(chance.choices(actions, weights)[0])


def dealt(game: pyspiel.Game, chance: random.Random) -> pyspiel.State:
    """A state in which the first player is to bid."""
    state = game.new_initial_state()
    while state.is_chance_node():
        apply_chance(state, chance)
    return state


def python_games(game: pyspiel.Game, chance: random.Random) -> int:
    """Whole games, deal included, by a loop in Python."""
    for _ in range(GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                apply_chance(state, chance)
            else:
                state.apply_action(chance.choice(state.legal_actions()))
        state.returns()
    return GAMES


def rollouts(searcher: pyspiel.MCTSBot, starts: Iterator[pyspiel.State]) -> int:
    """Games from a dealt state on, in C++: the search's first simulation plays them from there, its
    second from one action later. Each is a copy of the state and random legal actions."""
    searcher.step(next(starts))
    return 2 * ROLLOUTS


def main() -> None:
    game = pyspiel.load_game(GAME)
    chance = random.Random(1)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 7)
    searcher = pyspiel.MCTSBot(game, evaluator, 2.0, 2, 100, False, 7, False)
    starts = cycle([dealt(game, chance) for _ in range(STARTS)])
    serve(
        {
            "rollouts": lambda: rollouts(searcher, starts),
            "python": lambda: python_games(game, chance),
        },
        "open-spiel",
    )


if __name__ == "__main__":
    main()
