"""Acting, and what else players do at a table."""

from __future__ import annotations

import asyncio
import io
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message

from cutthroat.core.decided import points_decided
from cutthroat.core.match import legal_actions
from cutthroat.core.view import project
from cutthroat.record.read import read_matches
from cutthroat.service.tables import decide
from tests.kit.databases import in_loop
from tests.web.house import (
    House,
    Seated,
    any_action,
    asked,
    frames,
    house,
    join,
    my_turn,
    play_until,
    sit,
    view,
)

ACTS = ["ready", "leave", "concede", "end", "finish", "rematch", "reactions", "nonce"]


async def refused(
    here: House, seated: Seated, step: str, body: dict[str, Any] | None = None
) -> tuple[int, str]:
    answer = await here.client().post(f"{seated.path}/{step}", json=body or {}, headers=seated.key)
    return answer.status_code, answer.json().get("reason", "")


@in_loop
async def test_an_action_is_answered_with_the_version(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        ann = await sit(client)
        seen = await my_turn(client, ann)
        answer = await client.post(f"{ann.path}/actions", json=any_action(seen), headers=ann.key)
        assert answer.status_code == 200
        assert answer.json()["version"] > seen["version"]
        again = await client.post(f"{ann.path}/actions", json=any_action(seen), headers=ann.key)
        assert again.json() == answer.json()


@in_loop
async def test_actions_that_are_refused(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        ann = await sit(client)
        seen = await my_turn(client, ann)
        at = seen["version"]
        card = seen["hand"][0]
        for body, status, reason in [
            ({"at": at, "call": 5}, 422, "bad_field"),
            ({"at": at, "call": "Pass"}, 422, "bad_field"),
            ({"at": at, "call": True}, 422, "bad_field"),
            ({"at": at}, 422, "one_action"),
            ({"at": at, "call": 2, "play": card}, 422, "one_action"),
            ({"call": 2}, 422, "bad_field"),
            ({"at": -1, "call": 2}, 422, "bad_field"),
            ({"at": 2**60, "call": 2}, 422, "bad_field"),
            ({"at": at + 50, "call": 2}, 409, "stale"),
            ({"at": 0, "call": 2}, 409, "stale"),
            ({"at": at, "play": "ZZ"}, 422, "no_such_card"),
            ({"at": at, "play": "é"}, 422, "no_such_card"),
            ({"at": at, "play": "ASS"}, 422, "bad_field"),
            ({"at": at, "play": card}, 422, "not_in_play"),
        ]:
            assert await refused(here, ann, "actions", body) == (status, reason), body
        stale = await client.post(f"{ann.path}/actions", json={"at": 0, "call": 2}, headers=ann.key)
        assert stale.json()["version"] == at
        told = await client.post(
            f"{ann.path}/actions", json={"at": at, "play": card}, headers=ann.key
        )
        assert told.json()["clause"].startswith("R")


@in_loop
async def test_a_card_against_the_rules_is_told_with_the_clause(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        ann = await sit(client)
        seen = await play_until(client, ann, "play")
        body = {"at": seen["version"], "play": seen["unseen"][0]}
        answer = await client.post(f"{ann.path}/actions", json=body, headers=ann.key)
        told = answer.json()
        assert (answer.status_code, told["reason"]) == (422, "card_not_held")
        assert told["clause"].startswith("R")
        assert seen["unseen"][0] in told["message"]


@in_loop
async def test_not_your_turn(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = await sit(here.client(), bots=[])
        bob = await join(here.client(), ann.table)
        seen = await view(here.client(), ann)
        waits = ann if seen["turn"] == bob.seat else bob
        body = {"at": seen["version"], "call": 2}
        assert await refused(here, waits, "actions", body) == (409, "not_your_turn")


@in_loop
async def test_before_the_match_and_after_it(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = await sit(here.client(), bots=[])
        body = {"at": 1, "call": 2}
        assert await refused(here, ann, "actions", body) == (409, "not_started")
        assert await refused(here, ann, "ready") == (409, "no_result")
        assert await refused(here, ann, "concede") == (409, "not_started")
        assert await refused(here, ann, "end") == (409, "not_started")
        assert await refused(here, ann, "finish") == (409, "not_started")
        assert await refused(here, ann, "rematch") == (409, "not_over")
        hint = await here.client().get(f"{ann.path}/hint", headers=ann.key)
        assert (hint.status_code, hint.json()["reason"]) == (409, "not_started")
        record = await here.client().get(f"{ann.path}/record.smear", headers=ann.key)
        assert (record.status_code, record.json()["reason"]) == (404, "no_such_match")
        await join(here.client(), ann.table)
        assert (await refused(here, ann, "concede"))[0] == 200
        seen = await view(here.client(), ann)
        assert seen["phase"] == "over"
        body["at"] = seen["version"]
        assert await refused(here, ann, "actions", body) == (409, "match_over")
        assert await refused(here, ann, "concede") == (409, "match_over")
        assert await refused(here, ann, "end") == (409, "match_over")
        assert await refused(here, ann, "finish") == (409, "match_over")
        assert await refused(here, ann, "ready") == (409, "no_result")


@in_loop
async def test_a_deal_ready_and_the_next(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        ann = await sit(client)
        seen = await play_until(client, ann, "scored")
        assert seen["summary"]["deal"] == seen["deal"]
        answer = await client.post(f"{ann.path}/ready", json={}, headers=ann.key)
        assert answer.status_code == 200
        assert (await view(client, ann))["deal"] == seen["deal"] + 1
        assert await refused(here, ann, "ready") == (409, "no_result")


@in_loop
async def test_a_whole_match_its_record_and_a_rematch(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        ann = await sit(client, rules="target=5", name="Ann")
        while (seen := await my_turn(client, ann))["phase"] != "over":
            ready = seen["phase"] == "scored"
            body = {} if ready else any_action(seen)
            path = f"{ann.path}/{'ready' if ready else 'actions'}"
            assert (await client.post(path, json=body, headers=ann.key)).status_code == 200
        answer = await client.get(f"{ann.path}/record.smear")
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert f'filename="{ann.table}.smear"' in answer.headers["content-disposition"]
        (match,) = read_matches(io.BytesIO(answer.content))
        assert match is not None
        assert '[Seat1 "Ann"]' in answer.text
        again = await client.post(f"{ann.path}/rematch", json={"nonce": "x"}, headers=ann.key)
        assert again.status_code == 200
        seen = await view(client, ann)
        assert seen["match"] == f"{ann.table}-2"
        assert seen["fair"]["secret"] is None
        first = await client.get(f"{ann.path}/record.smear?match={ann.table}-1")
        assert first.text == answer.text
        none = await client.get(f"{ann.path}/record.smear?match=%00nothing")
        assert (none.status_code, none.json()["reason"]) == (404, "no_such_match")


@in_loop
async def test_leaving_for_good(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        ann = await sit(client, seats=3, bots=[])
        bob = await join(here.client(), ann.table)
        await join(here.client(), ann.table)
        assert await refused(here, bob, "leave") == (200, "")
        seen = await view(client, ann)
        assert seen["seats"][1]["left"] is True
        for step in ACTS:
            body = {"reaction": "hello"} if step == "reactions" else {}
            assert await refused(here, bob, step, body) == (403, "not_seated")
        gone = await here.client().get(bob.path, headers=bob.key)
        assert (gone.status_code, gone.json()["reason"]) == (403, "not_seated")


@in_loop
async def test_an_end_by_agreement(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = await sit(here.client(), bots=[])
        bob = await join(here.client(), ann.table)
        for seated in (ann, bob):
            await view(here.client(), seated)  # both are here
        assert await refused(here, ann, "end") == (200, "")
        seen = await view(here.client(), bob)
        assert [seat["wants_end"] for seat in seen["seats"]] == [True, False]
        assert await refused(here, ann, "end", {"agree": False}) == (200, "")
        assert await refused(here, bob, "end") == (200, "")
        assert (await view(here.client(), bob))["phase"] != "over"
        assert await refused(here, ann, "end", {"agree": True}) == (200, "")
        assert (await view(here.client(), bob))["ended"] == "by agreement"
        assert await refused(here, bob, "end", {"agree": "yes"}) == (422, "bad_field")


async def play_until_decided(here: House, name: str, persons: range) -> None:
    """Play until all can see what comes of the deal, and it is a person's turn."""
    table = await here.site.hall.find(name)
    while match := table.state.match:
        assert table.state.running
        turn = match.turn
        if turn is None:
            for seat in persons:
                await table.decide(partial(decide.ready, seat=seat), seat)
        elif turn not in persons:
            await asyncio.sleep(0.01)
        elif points_decided(project(match, None)):
            return
        else:
            await table.act(turn, legal_actions(match)[0], table.version)


@in_loop
async def test_a_decided_deal_is_finished_when_all_persons_agree(tmp_path: Path) -> None:
    """R20 to R22: the bot need not agree."""
    async with house(tmp_path) as here:
        ann = await sit(here.client(), seats=3, bots=["easy"], rules="target=99 four=off")
        bob = await join(here.client(), ann.table)
        assert await refused(here, ann, "finish") == (409, "not_decided")
        await play_until_decided(here, ann.table, range(1, 3))
        before = await view(here.client(), ann)
        assert before["decided"]
        assert [seat["wants_finish"] for seat in before["seats"]] == [False] * 3
        assert await refused(here, ann, "finish", {"agree": True}) == (200, "")
        seen = await view(here.client(), bob)
        assert [seat["wants_finish"] for seat in seen["seats"]] == [True, False, False]
        assert await refused(here, ann, "finish", {"agree": False}) == (200, "")
        assert await refused(here, bob, "finish") == (200, "")
        seen = await view(here.client(), bob)
        assert [seat["wants_finish"] for seat in seen["seats"]] == [False, True, False]
        assert seen["decided"]
        assert await refused(here, ann, "finish") == (200, "")
        seen = await view(here.client(), bob)
        assert (seen["phase"], seen["decided"]) == ("scored", False)
        assert [seat["wants_finish"] for seat in seen["seats"]] == [False] * 3
        assert seen["summary"]["deal"] == before["deal"]
        assert await refused(here, ann, "finish") == (409, "no_deal")
        assert await refused(here, ann, "finish", {"agree": 1}) == (422, "bad_field")
        assert (await refused(here, ann, "concede"))[0] == 200
        assert (await refused(here, bob, "concede"))[0] == 200
        answer = await here.client().get(f"{ann.path}/record.smear")
        (match,) = read_matches(io.BytesIO(answer.content))
        assert match is not None


@in_loop
async def test_remarks_are_from_the_list(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = await sit(here.client())
        assert await refused(here, ann, "reactions", {"reaction": "hello"}) == (200, "")
        wrong = await refused(here, ann, "reactions", {"reaction": "<b>"})
        assert wrong == (422, "no_such_reaction")
        assert await refused(here, ann, "reactions", {}) == (422, "bad_field")


@in_loop
async def test_hints(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        ann = await sit(client)
        seen = await my_turn(client, ann)
        told = (await client.get(f"{ann.path}/hint", headers=ann.key)).json()
        assert told["by"].startswith("expert")
        assert told["call"] in seen["legal"]["calls"]
        assert {one["call"] for one in told["options"]} == set(seen["legal"]["calls"])
        assert told["options"][0]["call"] == told["call"]
        assert told["worlds"] > 0
        worth = [one["equity"] for one in told["options"]]
        assert worth == sorted(worth, reverse=True)
        assert all(0 <= equity <= 1 for equity in worth)
        assert [one["made"] is None for one in told["options"]] == [
            one["call"] == "pass" for one in told["options"]
        ]
        await play_until(client, ann, "play")
        told = (await client.get(f"{ann.path}/hint", headers=ann.key)).json()
        seen = await view(client, ann)
        assert {one["play"] for one in told["options"]} == set(seen["legal"]["plays"])
        assert told["play"] == told["options"][0]["play"]
        assert all(-4 <= one["points"] <= 4 for one in told["options"])
        stranger = await here.client().get(f"{ann.path}/hint")
        assert (stranger.status_code, stranger.json()["reason"]) == (401, "no_credentials")
        without = await sit(client, settings={"hints": False})
        none = await client.get(f"{without.path}/hint", headers=without.key)
        assert (none.status_code, none.json()["reason"]) == (403, "no_hints")


@in_loop
async def test_a_hint_out_of_turn(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = await sit(here.client(), bots=[])
        bob = await join(here.client(), ann.table)
        turn = (await view(here.client(), ann))["turn"]
        waits = ann if turn == bob.seat else bob
        answer = await here.client().get(f"{waits.path}/hint", headers=waits.key)
        assert (answer.status_code, answer.json()["reason"]) == (409, "not_your_turn")


@in_loop
async def test_where_nobody_may_watch(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        ann = await sit(client, settings={"spectators": False})
        for rest in ("", "/stream", "/record.smear"):
            answer = await here.client().get(f"{ann.path}{rest}")
            assert (answer.status_code, answer.json()["reason"]) == (403, "no_spectators")
        assert (await client.get(ann.path)).status_code == 200  # by the cookie


@in_loop
async def test_spectators_see_no_hand(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = await sit(here.client())
        seen = (await here.client().get(ann.path)).json()["view"]
        assert seen["you"] is None
        assert seen["hand"] == []
        assert seen["legal"] == {"calls": [], "plays": []}


# Streams


@in_loop
async def test_a_stream_begins_with_the_view(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = await sit(here.client())
        await my_turn(here.client(), ann)
        status, headers, told = await asked(here.app, "GET", f"{ann.path}/stream", headers=ann.key)
        assert status == 200
        assert headers["content-type"] == "text/event-stream; charset=utf-8"
        assert headers["x-accel-buffering"] == "no"
        assert headers["cache-control"] == "no-store"
        assert "content-length" not in headers
        assert told.startswith(b"retry: 1000\n\nid: ")
        (frame,) = frames(told)
        assert frame["view"]["you"] == 1
        assert frame["events"] == []
        assert here.site.limits.streams == 0


@pytest.mark.parametrize("by", ["query", "header", "both"])
@in_loop
async def test_a_stream_goes_on_after_a_version(tmp_path: Path, by: str) -> None:
    async with house(tmp_path) as here:
        ann = await sit(here.client())
        now = (await my_turn(here.client(), ann))["version"]
        path = f"{ann.path}/stream" + {"query": "?after=2", "both": "?after=1"}.get(by, "")
        more = {} if by == "query" else {"Last-Event-ID": "2"}
        _, _, told = await asked(here.app, "GET", path, headers=ann.key | more)
        (frame,) = frames(told)
        numbers = [event["number"] for event in frame["events"]]
        assert numbers[0] == 3
        assert numbers[-1] == frame["version"] == now
        assert numbers == sorted(numbers)


@pytest.mark.parametrize("given", ["-1", "x", "1.5", "²", "9" * 16, "0x10"])
@in_loop
async def test_an_event_id_is_a_number(tmp_path: Path, given: str) -> None:
    async with house(tmp_path) as here:
        ann = await sit(here.client())
        answer = await here.client().get(f"{ann.path}/stream", params={"after": given})
        assert (answer.status_code, answer.json()["reason"]) == (400, "bad_event_id")


@in_loop
async def test_a_version_to_come_is_no_harm(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = await sit(here.client())
        path = f"{ann.path}/stream?after=999999999999999"
        _, _, told = await asked(here.app, "GET", path, headers=ann.key)
        (frame,) = frames(told)
        assert frame["events"] == []


@in_loop
async def test_whoever_leaves_is_sent_no_more(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = await sit(here.client(), seats=3, bots=[])
        bob = await join(here.client(), ann.table)
        await join(here.client(), ann.table)
        left = asyncio.Event()
        begun = asyncio.Event()
        sent: list[bytes] = []

        async def send(message: Message) -> None:
            sent.append(message.get("body", b""))
            if sent[-1].startswith(b"id: "):
                begun.set()

        async def receive() -> Message:
            await left.wait()
            return {"type": "http.disconnect"}

        scope = {
            "type": "http",
            "method": "GET",
            "path": f"{bob.path}/stream",
            "query_string": b"",
            "scheme": "http",
            "root_path": "",
            "headers": [(b"authorization", f"Bearer {bob.token}".encode())],
            "client": ("127.0.0.1", 1),
            "server": ("tables.example", 80),
        }
        stream = asyncio.ensure_future(here.app(scope, receive, send))
        await begun.wait()
        before = len(sent)
        assert await refused(here, bob, "leave") == (200, "")
        await asyncio.wait_for(stream, 5)
        assert sent[before:] == [b""]
        left.set()
