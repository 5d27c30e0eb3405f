"""What a computer player is."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Protocol

from cutthroat.core.actions import Action, Seat
from cutthroat.core.view import View


class Policy(Protocol):
    """A way to choose: the same view and the same random numbers give the same action."""

    def __call__(self, view: View, rng: Random) -> Action:
        """One of the viewer's legal actions.

        view: what the seat sees; it is the seat's turn.
        rng: the only chance that the policy may use.
        """
        ...


def seat_to_act(view: View) -> Seat:
    """The viewer's seat, if it is its turn.

    Raises ValueError if it is not.
    """
    if view.you is None or view.turn != view.you:
        raise ValueError("it is not this seat's turn")
    return view.you


@dataclass(frozen=True, slots=True)
class Bot:
    """A policy with the name and version that records carry."""

    name: str
    version: str
    policy: Policy

    def __str__(self) -> str:
        """How a record names it: `easy 1.0`; by its name alone where nobody knows its version."""
        return f"{self.name} {self.version}".rstrip()
