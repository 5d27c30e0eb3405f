"""Matches between built-in bots, played by the kernel: the same outcomes and records, sooner.

All matches of a window go on together, so that a call of compiled code does much: each to the end
of its deal, or to the next choice that the bot `random` makes by the random numbers of `chance`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cutthroat.bots.easy import easy
from cutthroat.bots.easy_weights import easy_weights
from cutthroat.bots.policy import Bot
from cutthroat.bots.uniform import uniform
from cutthroat.core.rules import Rules
from cutthroat.kernel import state
from cutthroat.kernel.fair import deal_words, dealt_slowly, new_deck
from cutthroat.kernel.fair_play import (
    WAITING,
    deal_all,
    due_choices,
    new_matches,
    new_texts,
    play_all,
    settled,
)
from cutthroat.kernel.options import packed
from cutthroat.kernel.scoring import NOBODY
from cutthroat.kernel.twister import choices
from cutthroat.service import simulation as slow
from cutthroat.service.chance import chance_of_moment
from cutthroat.service.simulation import Outcome, SettledBid, Simulation

_ONE_CALL: Final = 7
"""The bits of a seat's call in a row."""


class Window:
    """Some matches that are played together. Arrays and lists have one entry a match."""

    def __init__(self, simulation: Simulation, numbers: Sequence[int], *, with_text: bool) -> None:
        self.simulation = simulation
        self.numbers = numbers
        self.seats = len(simulation.bots)
        self.options = packed(simulation.rules)
        self.weights = easy_weights(simulation.rules, self.seats)
        self.deck = new_deck(simulation.rules)
        self.fairs = [simulation.fair_deal(number) for number in numbers]
        self.rows = new_matches(self.fairs)
        self.whims = self._whims()
        self.results: list[list[int]] = [[] for _ in numbers]
        self.texts: list[list[bytes]] = [[] for _ in numbers]
        self._with_text = with_text

    def _whims(self) -> NDArray[np.int64]:
        """Which seats leave their choices to chance, see `fair_play.play_all`."""
        whims = np.zeros((len(self.numbers), 3), np.int64)
        for place, number in enumerate(self.numbers):
            for seat, bot in enumerate(seated(self.simulation, number)):
                whims[place, seat] = self.simulation.bots[bot].policy is uniform
        return whims

    def play(self) -> None:
        """Play every match to its end."""
        running = np.arange(len(self.numbers))
        while len(running):
            waiting = self.rows[running, state.STAGE] <= state.PLAY
            self._deal(running[~waiting])
            picks = np.zeros(len(running), np.int64)
            picks[waiting] = self._chosen(running[waiting])
            self._play_on(running, picks)
            over = self.rows[running, state.STAGE] == state.OVER
            ended = self.rows[running, state.STAGE] > state.PLAY
            closed = ended & (self.rows[running, state.DEAL] >= slow.DEAL_LIMIT)
            running = running[~(over | closed)]

    def _deal(self, places: NDArray[np.int64]) -> None:
        """Note in the rows the hands of the next deals."""
        if not len(places):
            return
        numbers = (self.rows[places, state.DEAL] + 1).tolist()
        deals = [
            (self.fairs[place], deal) for place, deal in zip(places.tolist(), numbers, strict=True)
        ]
        dealt = np.zeros(len(places), np.int64)
        deal_all(self.rows, places, deal_words(deals), self.deck, dealt, self.seats)
        for index in np.flatnonzero(dealt == 0).tolist():
            row = self.rows[places[index]]
            hands = dealt_slowly(*deals[index], int(row[state.DEALER]))
            row[state.DEALT : state.DEALT + self.seats] = hands

    def _chosen(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """What chance chooses where a choice is due: places among the legal actions."""
        counts = np.zeros(len(places), np.int64)
        if not len(places):
            return counts
        due_choices(self.rows, places, counts, self.seats, self.options)
        rows = self.rows[places]
        calls = np.sum([rows[:, state.CALLS] >> 3 * seat & _ONE_CALL > 0 for seat in range(3)], 0)
        moments = zip(
            [self.fairs[place] for place in places.tolist()],
            rows[:, state.DEAL].tolist(),
            (rows[:, state.TURN] + 1).tolist(),
            calls.tolist(),
            rows[:, state.TRICKS].tolist(),
            strict=True,
        )
        return choices([chance_of_moment(*moment) for moment in moments], counts)

    def _play_on(self, running: NDArray[np.int64], picks: NDArray[np.int64]) -> None:
        """Play on in the running matches, and keep what their deals came to."""
        count = len(running)
        results = np.zeros(count, np.int64)
        lengths = np.zeros(count if self._with_text else 0, np.int64)
        texts = new_texts(len(lengths))
        table = self.seats, self.options, self.weights
        play_all(self.rows, running, self.whims, picks, results, texts, lengths, *table)
        ended = np.flatnonzero(results != WAITING)
        places = running[ended].tolist()
        for place, result in zip(places, results[ended].tolist(), strict=True):
            self.results[place].append(result)
        if self._with_text:
            for place, index in zip(places, ended.tolist(), strict=True):
                self.texts[place].append(texts[index, : lengths[index]].tobytes())

    def outcome(self, place: int) -> Outcome:
        """What a match came to."""
        number = self.numbers[place]
        row = self.rows[place].tolist()
        bots = seated(self.simulation, number)
        winner = row[state.WINNER]
        scores = dict(zip(bots, row[state.SCORE :], strict=False))
        scored = [deal for result in self.results[place] if (deal := settled(result))]
        return Outcome(
            winner=None if winner == NOBODY else bots[winner],
            deals=len(scored),
            redeals=len(self.results[place]) - len(scored),
            points=tuple([scores[bot] for bot in range(self.seats)]),
            bids=tuple([SettledBid(bots[deal.bidder], deal.bid, deal.made) for deal in scored]),
            record=self._record(place) if self._with_text else "",
        )

    def _record(self, place: int) -> str:
        won = self.rows[place, state.WINNER] != NOBODY
        head = slow.match_head(self.simulation, self.numbers[place], None if won else slow.CLOSED)
        return head + b"".join(self.texts[place]).decode()


def seated(simulation: Simulation, number: int) -> list[int]:
    """The index of the bot in each seat of a match, seat 0 first."""
    return [simulation.bot_in(seat, number) for seat in range(1, len(simulation.bots) + 1)]


def compile_ahead() -> None:
    """Compile all that `play_matches` needs, where that was not done yet, by playing a match."""
    bots = Bot("easy", "", easy), Bot("random", "", uniform)
    play_matches(Simulation(Rules(), bots, bytes(32)), [1], with_records=True)


def play_matches(
    simulation: Simulation, numbers: Sequence[int], *, with_records: bool
) -> list[Outcome]:
    """The outcomes of some matches, in their order, between bots that `easy` or `random` are."""
    window = Window(simulation, numbers, with_text=with_records)
    window.play()
    return [window.outcome(place) for place in range(len(numbers))]
