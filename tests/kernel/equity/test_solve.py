"""Making tables: laws of what comes out, and that a run may be cut short."""

from __future__ import annotations

import numpy as np
import pytest

from cutthroat.bots.easy_weights import easy_weights
from cutthroat.core.rules import Rules, parse_rules
from cutthroat.kernel.equity.solve import Effort, Solver, Work
from cutthroat.kernel.equity.table import FLOORS

LITTLE = Effort(few=64, deals=128, early=4, late=2, each=1, layers=3, target=5)


def quiet(_done: float) -> None:
    pass


def solver(text: str = "target=5", seats: int = 2, threads: int = 1) -> Solver:
    rules = parse_rules(text)
    return Solver(rules, seats, easy_weights(rules, seats), LITTLE, threads)


def made(maker: Solver, work: Work | None = None) -> Work:
    work = work or maker.begin()
    while work.done < maker.rounds:
        maker.go_on(work, quiet)
    return work


RULES = ["target=5", "target=5 all_pass=next", "target=5 all_pass=stick", "target=5 limit=5"]


@pytest.mark.parametrize("text", [*RULES, "target=5 four=off joker=yes", "target=40 low_to=winner"])
@pytest.mark.parametrize("seats", [2, 3])
def test_chances_are_chances_and_add_up(text: str, seats: int) -> None:
    """Whatever follows when all pass (R14), and whether a bid that is made wins (R20, R24, R25)."""
    work = made(solver(text, seats))
    values = work.values[..., :seats]
    assert np.isfinite(values).all()
    assert values.min() >= 0
    np.testing.assert_allclose(values.sum(axis=-1), 1, atol=1e-5)
    assert work.values[0, -FLOORS[seats - 2] + 5, 0, 0, 0] > 0.5


@pytest.mark.parametrize("text", ["target=5", "target=5 limit=5"])
def test_it_does_not_depend_on_the_number_of_threads(text: str) -> None:
    one, three = made(solver(text)), made(solver(text, threads=3))
    assert np.array_equal(one.values, three.values)
    assert np.array_equal(one.model, three.model)


@pytest.mark.parametrize("text", ["target=5", "target=5 limit=5"])
def test_a_run_that_was_cut_short_goes_on_to_the_same_table(text: str) -> None:
    whole = made(solver(text))
    maker = solver(text)
    work = maker.begin()
    for _ in range(3):
        maker.go_on(work, quiet)
    kept = Work(work.values.copy(), work.model.copy(), work.done, work.change, work.step)
    resumed = made(solver(text), kept)
    assert np.array_equal(whole.values, resumed.values)


def test_it_tells_how_far_it_is() -> None:
    told: list[float] = []
    maker = solver("target=5 limit=7")
    work = maker.begin()
    while work.done < maker.rounds:
        maker.go_on(work, told.append)
    assert told == sorted(told)
    assert told[-1] == 1
    assert len(told) > 5 * maker.rounds


def test_the_last_deal_under_a_limit_goes_to_the_top() -> None:
    """With one deal to go, who is far ahead has won, whatever the target."""
    work = made(solver("target=5 limit=5"))
    zero = -FLOORS[0]
    assert work.values[0, zero - 10, zero + 4, 0, 1] > 0.999
    assert work.values[2, zero - 3, zero + 4, 0, 1] < work.values[0, zero - 3, zero + 4, 0, 1]


def test_rounds_change_less_and_less() -> None:
    effort = Effort(few=256, deals=256, early=12, late=0, each=1, layers=1, target=5)
    rules = Rules(target=5)
    maker = Solver(rules, 2, easy_weights(rules, 2), effort)
    work = maker.begin()
    changes = []
    while work.done < maker.rounds:
        maker.go_on(work, quiet)
        changes.append(work.change[1])
    assert changes[-1] < changes[0] / 20
    length = maker.length()
    assert length is not None
    assert 2 < length < 20


@pytest.mark.parametrize("more", ["", " four=off", " out=reach"])
@pytest.mark.parametrize("seats", [2, 3])
def test_a_table_that_ends_before_the_target_is_of_a_match_to_its_end(
    more: str, seats: int
) -> None:
    """R24: whoever is at the end of the table is at the target, and may go out."""
    short, long = (made(solver(f"target={target}{more}", seats)) for target in (5, 40))
    assert long.values.tolist() == short.values.tolist()
