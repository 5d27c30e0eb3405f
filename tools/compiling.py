"""Compiles the engine ahead and says how far it is, for tools/environment.py, by .venv's Python.

What is kept already is not made again, so one that was interrupted goes on where it was.
"""

import sys
from collections.abc import Callable
from typing import NamedTuple

INTERRUPTED = 130


class Step(NamedTuple):
    """Something that is compiled by itself. seconds: that it takes, more or less."""

    name: str
    seconds: int
    is_ready: Callable[[], bool]
    make: Callable[[], None]


def main() -> None:
    from cutthroat.kernel.compiled import code_folder  # noqa: PLC0415  # so that failing is told

    if code_folder() is None:
        sys.exit("There is no folder to keep compiled code in: it is made anew each time.")
    missing = [step for step in steps() if not step.is_ready()]
    if missing:
        seconds = sum(step.seconds for step in missing)
        say(f"Compiling the engine: about {seconds} seconds, once…")
    for number, step in enumerate(missing, 1):
        say(f"  {number} of {len(missing)}: {step.name}…")
        step.make()


def steps() -> list[Step]:
    """What a player waits for comes first."""
    from cutthroat.bots import warm as bots  # noqa: PLC0415
    from cutthroat.kernel.fair_play import is_compiled  # noqa: PLC0415
    from cutthroat.kernel.warm import Part, is_ready, warm  # noqa: PLC0415
    from cutthroat.service.fast_simulation import compile_ahead  # noqa: PLC0415

    def of(part: Part, name: str, seconds: int) -> Step:
        return Step(name, seconds, lambda: is_ready(part), lambda: warm(silent, part))

    return [
        Step("computer players", 25, bots.are_ready, bots.prepare_bots),
        Step("what a match is worth", 10, bots.can_make_tables, bots.prepare_tables),
        Step("matches between computer players", 10, is_compiled, compile_ahead),
        of(Part.SOLVER, "exact values of cards", 5),
        of(Part.SIMULATION, "simulation", 5),
        of(Part.TABLES, "many tables at once", 4),
    ]


def silent() -> None:
    """Whoever waits has been told."""


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except Exception as error:  # noqa: BLE001  # whatever keeps Numba from it
        sys.exit(f"{type(error).__name__}: {error}")
