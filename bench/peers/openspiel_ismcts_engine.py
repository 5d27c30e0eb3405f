"""An engine that plays this game by OpenSpiel's ISMCTS in Python, on a budget of CPU time.

    cutthroat arena hard "cmd:VENV/bin/python -m bench.peers.openspiel_ismcts_engine" --players 2

It speaks the protocol of `docs/engines.md` and needs the environment of
`bench/requirements-openspiel.txt`; start it from the top of the checkout. The search is theirs,
`open_spiel.python.algorithms.ismcts.ISMCTSBot`; ours are the game with its resampler
(`openspiel_smear`), the end of the budget, and faster ways to the same values in two places. The
defaults are the best settings that were found, see `bench/README.md`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from bench.peers.openspiel_smear import SmearGame, SmearState, state_of
from bench.peers.smear_deal import NUMBERS, PASS, TEXTS, Deal, Stakes


class OutOfTimeError(Exception):
    """The budget is spent."""


class RandomRollouts(mcts.Evaluator):  # type: ignore[misc]  # OpenSpiel has no types
    """What OpenSpiel's own evaluator of this kind does, on the deal inside the state: it is played
    to its end by random legal actions. The same values, several times as fast."""

    def __init__(self, rollouts: int, chance: Random) -> None:
        self._rollouts = rollouts
        self._chance = chance

    def evaluate(self, state: SmearState) -> np.ndarray[Any, Any]:
        total = np.zeros(state.deal.stakes.players)
        for _ in range(self._rollouts):
            deal = state.deal.copy()
            deal.finish_at_random(self._chance)
            total += deal.payoff()
        return total / self._rollouts

    def prior(self, state: SmearState) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class TimedBot(ismcts.ISMCTSBot):  # type: ignore[misc]  # OpenSpiel has no types
    """Their search, which ends when the CPU time is spent instead of after so many simulations."""

    def __init__(self, game: SmearGame, settings: argparse.Namespace, chance: Random) -> None:
        public = settings.nodes == "public"
        super().__init__(
            game=game,
            evaluator=RandomRollouts(settings.rollouts, chance),
            uct_c=settings.uct_c,
            max_simulations=sys.maxsize,
            random_state=np.random.RandomState(chance.getrandbits(32)),
            final_policy_type=ismcts.ISMCTSFinalPolicyType[settings.final],
            # Nodes by what everybody saw hold for many hands, with different legal actions.
            use_observation_string=public,
            allow_inconsistent_action_sets=public,
            child_selection_policy=ismcts.ChildSelectionPolicy[settings.selection],
        )
        self._end = 0.0
        self.simulations = 0
        self._chance = chance
        self.set_resampler(self._another_world)

    def choose(self, state: SmearState, end: float) -> int:
        """An action. end: the CPU time of this thread at which to choose."""
        self._end, self.simulations = end, 0
        return int(self.step(state))

    def _another_world(self, state: SmearState, player: int) -> SmearState:
        if self.simulations and time.thread_time() >= self._end:
            raise OutOfTimeError
        self.simulations += 1
        return state.dealt_again(player, self._chance)

    def filter_illegals(
        self, node: ismcts.ISMCTSNode, legal_actions: list[int]
    ) -> ismcts.ISMCTSNode:
        """The node with its legal children only. Theirs makes a deep copy of all, which takes half
        of the time; the search only reads what this gives."""
        legal = ismcts.ISMCTSNode()
        children = node.child_info
        legal.child_info = {
            action: children[action] for action in legal_actions if action in children
        }
        hidden = sum(child.visits for child in children.values())
        shown = sum(child.visits for child in legal.child_info.values())
        legal.total_visits = node.total_visits - hidden + shown
        legal.prior_map = node.prior_map
        return legal

    def run_search(self, state: SmearState) -> list[tuple[int, float]]:
        try:
            searched: list[tuple[int, float]] = super().run_search(state)
        except OutOfTimeError:
            searched = self.get_final_policy(state, self._root_node)
        return searched


def state_from(view: Mapping[str, Any], chance: Random) -> SmearState:
    """The state that a view tells of; the hidden cards are dealt at random among those that fit."""
    rules = view["rules"]
    others = {key: value for key, value in rules.items() if key not in KNOWN}
    if others:
        raise ValueError(f"this engine does not know the options {others}")
    players = len(view["seats"])
    stakes = Stakes(
        tuple(seat["score"] for seat in view["seats"]),
        view["dealer"] - 1,
        target=int(rules.get("target", view.get("target") or 11)),
        high=rules.get("high", "ace"),
        out=rules.get("out", "from_target"),
        limit=0 if rules.get("limit") in (None, "none") else int(rules["limit"]),
        scored=view["scored_deals"],
    )
    me = view["you"] - 1
    tricks = [*view["tricks"], view["trick"]] if view["trick"] else view["tricks"]
    deal = Deal(stakes, [0] * players)
    for call in view["calls"]:
        deal.act(NUMBERS[str(call["call"])])
    for trick in tricks:
        for card in trick["cards"]:
            deal.act(NUMBERS[card])
    deal.hands[me] = sum(1 << NUMBERS[card] for card in view["hand"])
    params = {"scores": " ".join(str(score) for score in stakes.scores), "dealer": stakes.dealer}
    params |= {name: getattr(stakes, name) for name in ("target", "high", "out", "limit", "scored")}
    return state_of(SmearGame(params), deal.dealt_again(me, chance))


KNOWN = frozenset({"target", "high", "out", "limit"})


def answer(action: int) -> dict[str, Any]:
    """An action as the protocol writes it."""
    if action < PASS:
        return {"action": {"play": TEXTS[action]}}
    return {"action": {"call": "pass" if action == PASS else int(TEXTS[action])}}


def settings_from(arguments: list[str] | None = None) -> argparse.Namespace:
    made = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--cpu", type=float, default=0.1, help="CPU seconds a move (%(default)s)")
    made.add_argument("--uct-c", type=float, default=0.7, help="exploration (%(default)s)")
    made.add_argument("--rollouts", type=int, default=4, help="a simulation (%(default)s)")
    made.add_argument(
        "--nodes",
        choices=("seat", "public"),
        default="seat",
        help="a node for what the seat to act knows, or for all that everybody saw alike"
        " (%(default)s)",
    )
    made.add_argument(
        "--final",
        choices=[policy.name for policy in ismcts.ISMCTSFinalPolicyType],
        default="MAX_VISIT_COUNT",
    )
    made.add_argument(
        "--selection",
        choices=[policy.name for policy in ismcts.ChildSelectionPolicy],
        default="UCT",
    )
    made.add_argument("--seed", default="", help="a text that goes into all chance")
    made.add_argument("--log", action="store_true", help="count simulations on standard error")
    return made.parse_args(arguments)


def main() -> None:
    settings = settings_from()
    for line in sys.stdin:
        start = time.thread_time()
        asked = json.loads(line)
        chance = Random(f"{asked.get('seed')} {settings.seed}")
        state = state_from(asked["view"], chance)
        bot = TimedBot(state.get_game(), settings, chance)
        action = bot.choose(state, start + settings.cpu)
        print(json.dumps(answer(action)), flush=True)
        if settings.log:
            spent = time.thread_time() - start
            print(f"{bot.simulations} simulations, {spent:.3f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
