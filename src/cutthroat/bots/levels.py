"""The levels of the strong bots: how much each thinks about a decision.

Nothing here loads the compiled kernel: that takes half a second, and whoever only lists the bots
need not wait for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Final

from cutthroat.bots.policy import seat_to_act
from cutthroat.core.actions import Action, Play
from cutthroat.core.view import View


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is thought about one decision.

    worlds: how many deals that fit what was seen are weighed.
    tries: how many of them, the likelier the oftener, are played out for every choice.
    seconds: wall-clock time after which no more are weighed (a third of it) or played out; None for
        no limit. With a limit the choice may depend on how fast the machine is.
    Raises ValueError for less than one world or try.
    """

    worlds: int
    tries: int
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Refuse to choose by nothing."""
        if self.worlds < 1 or self.tries < 1:
            raise ValueError("at least one deal is weighed, and one is played out")


EFFORTS: Final = MappingProxyType(
    {
        "medium": Effort(worlds=200, tries=100),
        "hard": Effort(worlds=4000, tries=2000),
        "expert": Effort(worlds=20000, tries=12000),
    }
)
"""By the name of the bot."""


def choices_of(view: View) -> list[Action]:
    """All that the viewer may do now.

    Raises ValueError if it is not the viewer's turn.
    """
    me = seat_to_act(view)
    return [*view.legal_calls, *(Play(me, card) for card in view.legal_plays)]


@dataclass(frozen=True, slots=True)
class Strong:
    """The policy that chooses what is worth the most, by some effort."""

    effort: Effort

    def __call__(self, view: View, rng: Random) -> Action:
        """The best legal action of the viewer.

        Raises ValueError if it is not the viewer's turn.
        """
        choices = choices_of(view)
        if len(choices) == 1:
            return choices[0]
        from cutthroat.bots.strong import judge  # noqa: PLC0415  # it brings Numba

        return judge(view, rng, self.effort).best.action
