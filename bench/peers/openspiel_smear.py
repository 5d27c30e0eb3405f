"""This very game for OpenSpiel: a Python game of one deal, with the resampler that ISMCTS needs.

A deal is played from any match score; its returns are the chances to win the match (`smear_deal`).
The options of `seed`, `classic` and `short` are parameters of the game. Actions: `smear_deal`.
Needs the environment of `bench/requirements-openspiel.txt`; `cutthroat` is not needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import numpy as np
import pyspiel

from bench.peers.smear_deal import DECK, HAND, TEXTS, Deal, Stakes, cards_in

DEFAULTS: dict[str, int | str] = {
    "scores": "0 0",
    "dealer": 0,
    "target": 11,
    "high": "ace",
    "out": "from_target",
    "limit": 0,
    "scored": 0,
}
"""The parameters of the game, as `Stakes` has them; there are as many players as scores."""

TYPE = pyspiel.GameType(
    short_name="python_smear",
    long_name="Cutthroat Canadian Smear, one deal",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=3,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification=DEFAULTS,
)


class SmearGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A deal from a match score."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        scores = tuple(int(score) for score in str(given.pop("scores")).split())
        self.stakes = Stakes(scores, **given)
        players = len(scores)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(TEXTS),
            max_chance_outcomes=52,
            num_players=players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=players * (HAND + 1),
        )
        super().__init__(TYPE, info, dict(params or {}))

    def new_initial_state(self) -> SmearState:
        return SmearState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(whole=iig_obs_type is None or iig_obs_type.perfect_recall)


class Observer:
    """What a seat knows, in words; there is no tensor."""

    def __init__(self, *, whole: bool) -> None:
        self.whole = whole
        self.tensor = np.zeros(0, np.float32)
        self.dict: dict[str, Any] = {}

    def set_from(self, state: SmearState, player: int) -> None:
        """Nothing to fill."""

    def string_from(self, state: SmearState, player: int) -> str:
        return (
            state.information_state_string(player)
            if self.whole
            else state.observation_string(player)
        )


class SmearState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A deal at one moment. Cards are dealt one by one, seat after seat, before anybody calls."""

    def __init__(self, game: SmearGame) -> None:
        super().__init__(game)
        self.deal = Deal(game.stakes, (0,) * game.stakes.players)
        self.dealt = 0

    def current_player(self) -> int:
        if self.deal.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.dealt < HAND * len(self.deal.hands):
            return int(pyspiel.PlayerId.CHANCE)
        return self.deal.turn

    def is_terminal(self) -> bool:
        return self.deal.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        left = cards_in(DECK & ~sum(self.deal.hands))
        return [(card, 1 / len(left)) for card in left]

    def _legal_actions(self, player: int) -> list[int]:
        return self.deal.legal()

    def _apply_action(self, action: int) -> None:
        if self.dealt < HAND * len(self.deal.hands):
            self.deal.hands[self.dealt // HAND] |= 1 << action
            self.dealt += 1
        else:
            self.deal.act(action)

    def returns(self) -> list[float]:
        deal = self.deal
        return deal.payoff() if deal.over else [0.0] * deal.stakes.players

    def information_state_string(self, player: int | None = None) -> str:
        """The hand that a seat holds, and what everybody saw it and the others do."""
        deal = self.deal
        seat = deal.turn if player is None else player
        return f"{deal.hands[seat]:x} {deal.story}"

    def observation_string(self, player: int | None = None) -> str:
        """What everybody saw. The hand is left out, for it does not change while a seat thinks:
        so a search that goes by observations has one node for all hands that another may hold."""
        return self.deal.story

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> SmearState:
        """A state that the player cannot tell from this one; the cards to chance are not told."""
        return self.dealt_again(player_id, Random(int(probability_sampler() * (1 << 53))))

    def dealt_again(self, player: int, chance: Random) -> SmearState:
        return state_of(self.get_game(), self.deal.dealt_again(player, chance))

    def _action_to_string(self, player: int, action: int) -> str:
        return TEXTS[action]

    def __str__(self) -> str:
        hands = " / ".join(" ".join(TEXTS[card] for card in cards_in(h)) for h in self.deal.hands)
        return f"{hands} {self.deal.story}"


def state_of(game: SmearGame, deal: Deal) -> SmearState:
    """A state in which the cards were dealt, without the history of how."""
    state = game.new_initial_state()
    state.deal, state.dealt = deal, HAND * deal.stakes.players
    return state


pyspiel.register_game(TYPE, SmearGame)
