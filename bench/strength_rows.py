"""The rows of the table of strength: who plays whom, by which rules, and what is hoped for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cutthroat.core.rules import Rules, parse_rules, preset

SUMMARY = Path(__file__).with_name("strength.json")
"""What was measured, in short."""
ISMCTS = "openspiel-ismcts"
"""OpenSpiel's search, see `peers/openspiel_ismcts_engine.py`."""
TENTH = "hard@0.1"
"""`hard` with 0.1 s by the clock for a decision instead of its own amount of work."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the first bot is measured against the others.

    bots: one a seat, each a name of the registry, such a name with `@` and seconds of the
        clock, or ISMCTS.
    rules: a preset, and options over it.
    matches: whole matches to play, in sets of the same cards with the bots in each seat.
    deals: single deals to play at the most instead, in such sets; the test stops them sooner.
    goal: the share of matches that the first bot should win.
    """

    name: str
    bots: tuple[str, ...]
    rules: str = "seed"
    matches: int = 0
    deals: int = 0
    goal: float | None = None

    @property
    def house(self) -> Rules:
        """The rules themselves."""
        name, _, options = self.rules.partition(" ")
        return parse_rules(options, preset(name))

    @property
    def par(self) -> float:
        """What a bot wins against others that are as strong."""
        return 1 / len(self.bots)

    def sets(self, wanted: int | None) -> int:
        """How many sets its matches or deals make, or `wanted` of them."""
        return -(-(wanted or self.matches or self.deals) // len(self.bots))

    @property
    def told(self) -> str:
        """Who plays whom, in words."""
        first, *others = self.bots
        against = f"two {others[0]}" if others[1:] else others[0]
        what = "matches" if self.matches else "deals"
        return f"{first} against {against}, {self.rules}, {what}"


ROWS = {
    row.name: row
    for row in (
        Row("hard-vs-two-easy", ("hard", "easy", "easy"), matches=900, goal=0.50),
        Row("expert-vs-two-easy", ("expert", "easy", "easy"), matches=900, goal=0.53),
        Row("hard-vs-easy-seed", ("hard", "easy"), matches=900, goal=0.72),
        Row("expert-vs-easy-seed", ("expert", "easy"), matches=900, goal=0.76),
        Row("hard-vs-easy-classic", ("hard", "easy"), "classic", matches=900, goal=0.68),
        Row("expert-vs-easy-classic", ("expert", "easy"), "classic", matches=900, goal=0.71),
        Row("hard-vs-spoiler", ("hard", "spoiler"), "seed limit=30", matches=900, goal=0.70),
        Row("medium-vs-two-easy", ("medium", "easy", "easy"), deals=60_000),
        Row("hard-vs-two-medium", ("hard", "medium", "medium"), deals=60_000),
        Row("expert-vs-two-hard", ("expert", "hard", "hard"), deals=60_000),
        Row("hard-vs-ismcts-deals", (TENTH, ISMCTS), deals=4_000),
        Row("hard-vs-ismcts-matches", (TENTH, ISMCTS), matches=200, goal=0.60),
        # What the chart shows besides: all against the same opponents.
        Row("medium-vs-two-easy-matches", ("medium", "easy", "easy"), matches=900),
        Row("medium-vs-easy-seed", ("medium", "easy"), matches=900),
        Row("random-vs-two-easy", ("random", "easy", "easy"), matches=900),
        Row("random-vs-easy-seed", ("random", "easy"), matches=900),
        Row("ismcts-vs-easy-seed", (ISMCTS, "easy"), matches=100),
    )
}
"""All rows by name."""
