"""Replays that are kept in memory: made once, dropped by age and by size; who may look at them."""

from __future__ import annotations

import asyncio

import pytest

from cutthroat.service.tables.errors import Refused
from cutthroat.web.pages.recent import LIFE, Audience, Recent
from tests.kit.databases import in_loop


class Maker:
    """Makes values of a size, and counts."""

    def __init__(self, size: int = 1) -> None:
        self.size = size
        self.made = 0
        self.at_once = 0
        self.most_at_once = 0

    async def __call__(self) -> tuple[int, int]:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await asyncio.sleep(0)
        self.at_once -= 1
        self.made += 1
        return self.made, self.size


@in_loop
async def test_a_value_is_made_once_whoever_asks() -> None:
    recent, make = Recent[int](), Maker()
    assert await asyncio.gather(*(recent.get("a", make) for _time in range(9))) == [1] * 9
    await asyncio.gather(*(recent.get(name, make) for name in "bcde"))
    assert (make.made, make.most_at_once) == (5, 1)


@in_loop
async def test_what_was_asked_for_last_stays() -> None:
    recent, make = Recent[int](most=3), Maker()
    for name in "abcad":
        await recent.get(name, make)
    assert make.made == 4
    assert await recent.get("a", make) == 1
    assert await recent.get("b", make) == 5


@in_loop
async def test_one_that_is_larger_than_all_is_kept_alone() -> None:
    recent, make = Recent[int](most=3), Maker()
    large = Maker(size=10)
    await recent.get("a", make)
    for _time in range(2):
        assert await recent.get("b", large) == 1
    await recent.get("a", make)
    assert make.made == 2


@in_loop
async def test_after_a_while_it_is_made_again() -> None:
    now = 0.0
    recent, make = Recent[int](now=lambda: now), Maker()
    await recent.get("a", make)
    now = LIFE - 1
    assert await recent.get("a", make) == 1
    now = LIFE
    assert await recent.get("a", make) == 2


@in_loop
async def test_what_cannot_be_made_is_tried_again() -> None:
    recent, make = Recent[int](), Maker()

    async def broken() -> tuple[int, int]:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        await recent.get("a", broken)
    assert await recent.get("a", make) == 1


def test_who_may_look() -> None:
    private = Audience(("ada", None, ""), is_public=False)
    private.check("ada")
    for person in ("bea", "", None):
        with pytest.raises(Refused):
            private.check(person)
        Audience(("ada", None, ""), is_public=True).check(person)
    assert [private.seat_of(person) for person in ("ada", "bea", "", None)] == [1, None, None, None]
