"""The bots that the program has, by name."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from cutthroat.bots.easy import easy
from cutthroat.bots.levels import EFFORTS, Strong
from cutthroat.bots.policy import Bot
from cutthroat.bots.spoiler import spoiler
from cutthroat.bots.uniform import uniform
from cutthroat.core.errors import InvalidNotation

BOTS: Final[Mapping[str, Bot]] = MappingProxyType(
    {
        bot.name: bot
        for bot in (
            Bot("random", "1.0", uniform),
            Bot("easy", "1.0", easy),
            Bot("spoiler", "1.0", spoiler),
            *(Bot(name, "1.0", Strong(effort)) for name, effort in EFFORTS.items()),
        )
    }
)


class BotReason(StrEnum):
    """Why a bot cannot be had."""

    NO_SUCH_BOT = "no_such_bot"


def find_bot(name: str) -> Bot:
    """The bot that goes by a name.

    Raises InvalidNotation if none does.
    """
    try:
        return BOTS[name]
    except KeyError:
        raise InvalidNotation(BotReason.NO_SUCH_BOT, bot=name, bots=", ".join(BOTS)) from None
