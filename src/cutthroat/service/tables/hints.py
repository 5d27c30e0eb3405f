"""The hints of one table: each is thought out once, and is of use as long as its moment lasts."""

from __future__ import annotations

import asyncio
from typing import Final

from cutthroat.bots.judgement import Judgement
from cutthroat.core.actions import Seat
from cutthroat.core.view import View
from cutthroat.service.hinting import ADVISER
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.ports import Thinkers

_Moment = tuple[Seat, int]
"""Who is to act, and the version since which that is so."""


class Hints:
    """What there is to say to whoever is to act; whoever asks again gets the same."""

    def __init__(self, thinkers: Thinkers) -> None:
        """Nobody has asked yet."""
        self._thinkers = thinkers
        self._moment: _Moment | None = None
        self._thought: asyncio.Task[Judgement] | None = None

    async def ask(self, seat: Seat, since: int, view: View, chance: bytes) -> Judgement:
        """What a strong bot makes of a seat's choices, from that seat's view alone.

        since: the version of the table since which it is that seat's turn.
        Raises Refused if the moment passed meanwhile, BotFailed.
        """
        if self._moment != (seat, since) or self._thought is None:
            self.drop()
            thinking = self._thinkers.judge(ADVISER, view, chance)
            self._moment = seat, since
            self._thought = asyncio.create_task(thinking, name="table-hint")
            self._thought.add_done_callback(self._has_ended)
        thought: Final = self._thought
        await asyncio.wait({thought})  # who goes away takes nobody along who also waits
        if thought.cancelled():
            raise Refused(TableReason.HINT_TOO_LATE)
        if (failure := thought.exception()) is not None:
            raise failure
        if self._thought is not thought:
            raise Refused(TableReason.HINT_TOO_LATE)
        return thought.result()

    def drop(self) -> None:
        """The moment has passed: nothing more is thought about it."""
        if self._thought is not None:
            self._thought.cancel()
        self._moment = self._thought = None

    def _has_ended(self, thought: asyncio.Task[Judgement]) -> None:
        """Let go of a failure, also where all who asked have gone away: a new try may go better."""
        if not thought.cancelled() and thought.exception() and self._thought is thought:
            self.drop()
