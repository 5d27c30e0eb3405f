"""A form that is sent twice does once what it does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from cutthroat.web.pages.once import Once, fresh
from tests.kit.databases import in_loop


class Work:
    """Work that can be held up, and counts how often it is done."""

    def __init__(self) -> None:
        self.done = 0
        self.may_end = asyncio.Event()
        self.may_end.set()
        self.fails = False

    async def __call__(self) -> str:
        self.done += 1
        number = self.done
        await self.may_end.wait()
        if self.fails:
            raise ValueError(str(number))
        return f"table {number}"


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@in_loop
async def test_the_second_gets_what_came_of_the_first() -> None:
    once, work = Once(), Work()
    assert [await once.result("ada", "x", work) for _ in range(3)] == ["table 1"] * 3
    assert work.done == 1


@in_loop
async def test_those_at_the_same_moment_wait_for_the_first() -> None:
    once, work = Once(), Work()
    work.may_end.clear()
    waiting = [asyncio.ensure_future(once.result("ada", "x", work)) for _ in range(3)]
    await asyncio.sleep(0.01)
    assert work.done == 1
    work.may_end.set()
    assert await asyncio.gather(*waiting) == ["table 1"] * 3


@in_loop
async def test_another_form_and_another_visitor_do_it_again() -> None:
    once, work = Once(), Work()
    forms = [("ada", "x"), ("ada", "y"), ("bea", "x")]
    assert len({await once.result(*form, work) for form in forms}) == 3


@in_loop
async def test_a_form_known_by_nothing_does_it_every_time() -> None:
    once, work = Once(), Work()
    assert [await once.result("ada", "", work) for _ in range(2)] == ["table 1", "table 2"]


@in_loop
async def test_it_is_forgotten_after_half_a_minute() -> None:
    clock = Clock()
    once, work = Once(clock), Work()
    await once.result("ada", "x", work)
    clock.now += 30
    assert await once.result("ada", "x", work) == "table 1"
    clock.now += 0.1
    assert await once.result("ada", "x", work) == "table 2"


@in_loop
async def test_nothing_is_kept_of_what_is_forgotten() -> None:
    clock = Clock()
    once, work = Once(clock), Work()
    for number in range(50):
        await once.result("ada", str(number), work)
    clock.now += 31
    await once.result("ada", "x", work)
    assert len(once._results) == 1


@in_loop
async def test_what_failed_may_be_sent_again() -> None:
    once, work = Once(), Work()
    work.fails = True
    with pytest.raises(ValueError, match="1"):
        await once.result("ada", "x", work)
    work.fails = False
    assert await once.result("ada", "x", work) == "table 2"


@in_loop
async def test_all_who_waited_for_what_fails_hear_so() -> None:
    once, work = Once(), Work()
    work.fails = True
    work.may_end.clear()
    waiting = [asyncio.ensure_future(once.result("ada", "x", work)) for _ in range(3)]
    await asyncio.sleep(0.01)
    work.may_end.set()
    failed = await asyncio.gather(*waiting, return_exceptions=True)
    assert [str(one) for one in failed] == ["1"] * 3
    assert work.done == 1


@in_loop
async def test_who_goes_away_and_tries_again_gets_what_came_of_it() -> None:
    """A browser that sends again drops its first request; what that began goes on."""
    once, work = Once(), Work()
    work.may_end.clear()
    first = asyncio.ensure_future(once.result("ada", "x", work))
    await asyncio.sleep(0.01)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    second = asyncio.ensure_future(once.result("ada", "x", work))
    await asyncio.sleep(0.01)
    work.may_end.set()
    assert await second == "table 1"
    assert work.done == 1


@in_loop
async def test_what_is_awaited_need_be_no_coroutine() -> None:
    future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    future.set_result("table")
    work: Callable[[], Awaitable[str]] = lambda: future  # noqa: E731  # nothing is to be run
    assert await Once().result("ada", "x", work) == "table"


def test_no_two_forms_are_known_by_the_same() -> None:
    assert len({fresh() for _ in range(1000)}) == 1000
    assert all(len(fresh()) <= 40 for _ in range(10))
