"""Making tables, sitting down, and the lists of them."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import Any

import pytest

from tests.kit.databases import in_loop
from tests.web.house import house, join, sit, view


@in_loop
async def test_a_table_is_made_and_its_founder_sits(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        answer = await client.post("/tables", json={"seats": 3, "bots": ["easy"], "name": " Ann "})
        told = answer.json()
        assert answer.status_code == 201
        assert answer.headers["content-type"] == "application/json"
        assert set(told) == {"table", "seat", "token", "commitment", "url"}
        assert told["seat"] == 1
        assert told["url"] == f"http://tables.example/tables/{told['table']}"
        seen = (await client.get(f"/tables/{told['table']}")).json()["view"]
        assert seen["you"] == 1
        assert [seat["name"] for seat in seen["seats"]] == ["Ann", None, "easy"]
        assert [seat["kind"] for seat in seen["seats"]] == ["person", "free", "bot"]
        assert seen["fair"]["commitment"] == told["commitment"]


@in_loop
async def test_a_table_of_bots_has_no_seat_for_its_maker(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        answer = await client.post("/tables", json={"seats": 2, "bots": ["easy", "random"]})
        assert answer.status_code == 201
        assert answer.json()["seat"] is None
        assert answer.json()["token"] is None
        assert "set-cookie" not in answer.headers


@in_loop
async def test_no_body_is_a_table_as_usual(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        answer = await here.client().post("/tables")
        assert answer.status_code == 201
        seen = (await here.client().get(f"/tables/{answer.json()['table']}")).json()["view"]
        assert [seat["kind"] for seat in seen["seats"]] == ["person", "free", "free"]
        assert seen["seats"][0]["name"] == "Guest"


REFUSED = [
    ({"seats": 4}, "bad_field"),
    ({"seats": 1}, "bad_field"),
    ({"seats": "2"}, "bad_field"),
    ({"seats": 2.5}, "bad_field"),
    ({"bots": ["easy"] * 4}, "bad_field"),
    ({"bots": "easy"}, "bad_field"),
    ({"seats": 2, "bots": ["easy"] * 3}, "too_many_bots"),
    ({"bots": ["genius"]}, "no_such_bot"),
    ({"preset": "nothing"}, "no_such_preset"),
    ({"rules": "high=low"}, "no_such_value"),
    ({"rules": "colour=red"}, "no_such_option"),
    ({"rules": "high"}, "not_an_option"),
    ({"rules": "target=11 target=21"}, "option_twice"),
    ({"rules": "x" * 201}, "bad_field"),
    ({"name": ""}, "bad_name"),
    ({"name": "x" * 41}, "bad_name"),
    ({"name": "x" * 201}, "bad_field"),
    ({"nonce": "a b"}, "bad_nonce"),
    ({"nonce": "x" * 65}, "bad_field"),
    ({"nonce_hash": "A" * 64}, "bad_hash"),
    ({"nonce_hash": "a" * 63}, "bad_hash"),
    ({"nonce": "a", "nonce_hash": "a" * 64}, "two_nonces"),
    ({"settings": {"clock": 31}}, "bad_clock"),
    ({"settings": {"clock": 10**30}}, "bad_clock"),
    ({"settings": {"absent": "cat"}}, "bad_absent"),
    ({"settings": {"colour": "red"}}, "bad_field"),
    ({"settings": []}, "bad_field"),
    ({"colour": "red"}, "bad_field"),
    ({"SEATS": 2}, "bad_field"),
]


@pytest.mark.parametrize(("wish", "reason"), REFUSED, ids=lambda x: str(x)[:40])
@in_loop
async def test_a_wish_that_makes_no_table(
    tmp_path: Path, wish: dict[str, Any], reason: str
) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        answer = await client.post("/tables", json=wish)
        told = answer.json()
        assert (answer.status_code, told["reason"]) == (422, reason)
        assert len(told["message"]) > 10
        assert len(told["id"]) == 12
        assert "set-cookie" not in answer.headers
        assert len(here.site.hall.hosted) == 0


@in_loop
async def test_a_rule_that_is_refused_is_told_with_its_field(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        told = (await here.client().post("/tables", json={"seats": 7})).json()
        assert "$.seats" in told["detail"]
        assert "$.seats" in told["message"]


@in_loop
async def test_every_option_fits_in_one_wish(tmp_path: Path) -> None:
    from cutthroat.core.rules import OPTIONS

    async with house(tmp_path) as here:
        rules = " ".join(
            f"{one.name}={max(one.values, key=len).partition('-')[0]}" for one in OPTIONS
        )
        answer = await here.client().post("/tables", json={"rules": rules})
        assert answer.status_code in (201, 422)
        assert answer.json().get("reason") != "bad_field"


@in_loop
async def test_sitting_down_starts_the_match_when_the_seats_are_full(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = await sit(here.client(), bots=[], name="Ann")
        bob = await join(here.client(), ann.table, name="Bob")
        assert bob.seat == 2
        seen = await view(here.client(), bob)
        assert seen["phase"] == "auction"
        assert len(seen["hand"]) == 6
        third = await here.client().post(f"/tables/{ann.table}/seats", json={"name": "Cid"})
        assert (third.status_code, third.json()["reason"]) == (409, "table_full")
        assert "set-cookie" not in third.headers


@in_loop
async def test_claiming_a_seat_again_gives_the_same_seat(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        founder = await sit(here.client(), seats=3, bots=[])
        client = here.client()
        first = await join(client, founder.table, name="Bob")
        again = await join(client, founder.table, name="Bob")
        assert first.seat == again.seat == 2
        assert first.token != again.token
        for one in (first, again):
            assert (await view(here.client(), one))["you"] == 2
        full = await join(here.client(), founder.table)
        assert full.seat == 3
        assert (await join(client, founder.table)).seat == 2  # although the table is full


@in_loop
async def test_a_double_click_takes_one_seat(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        founder = await sit(here.client(), seats=3, bots=[])
        client = here.client()
        await sit(client)  # so that the browser has a cookie
        clicks = [join(client, founder.table, name="Bob") for _ in range(8)]
        assert {one.seat for one in await asyncio.gather(*clicks)} == {2}
        seen = await view(here.client(), founder)
        assert [seat["kind"] for seat in seen["seats"]] == ["person", "person", "free"]


@in_loop
async def test_of_many_for_the_last_seat_one_gets_it(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        founder = await sit(here.client(), bots=[])
        path = f"/tables/{founder.table}/seats"
        asked = [here.client().post(path, json={}) for _ in range(8)]
        answers = await asyncio.gather(*asked)
        statuses = sorted(answer.status_code for answer in answers)
        assert statuses == [201] + [409] * 7


@in_loop
async def test_nonces_are_pledged_by_their_hash_and_shown(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        hashes = [hashlib.sha256(nonce.encode()).hexdigest() for nonce in ("a1", "b2")]
        ann = await sit(here.client(), bots=[], nonce_hash=hashes[0])
        client = here.client()
        early = await client.post(f"{ann.path}/nonce", json={"nonce": "a1"}, headers=ann.key)
        assert (early.status_code, early.json()["reason"]) == (409, "nonce_too_early")
        bob = await join(here.client(), ann.table, nonce_hash=hashes[1])
        for nonce, status, reason in [
            ("zz", 422, "nonce_mismatch"),
            ("a b", 422, "bad_nonce"),
            (None, 422, "bad_nonce"),
        ]:
            body = {} if nonce is None else {"nonce": nonce}
            answer = await client.post(f"{ann.path}/nonce", json=body, headers=ann.key)
            assert (answer.status_code, answer.json()["reason"]) == (status, reason)
        for seated, nonce in [(ann, "a1"), (ann, "a1"), (bob, "b2")]:
            answer = await client.post(
                f"{ann.path}/nonce", json={"nonce": nonce}, headers=seated.key
            )
            assert answer.status_code == 200, answer.text
        seen = await view(client, ann)
        assert seen["fair"]["nonces"] == ["a1", "b2"]
        late = await client.post(f"{ann.path}/nonce", json={"nonce": "a1"}, headers=ann.key)
        assert (late.status_code, late.json()["reason"]) == (409, "nonce_not_asked")


@in_loop
async def test_a_nonce_is_pledged_once(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = await sit(here.client(), bots=[], nonce="a1")
        client = here.client()
        same = await client.post(f"{ann.path}/nonce", json={"nonce": "a1"}, headers=ann.key)
        assert same.status_code == 200
        other = await client.post(f"{ann.path}/nonce", json={"nonce": "b2"}, headers=ann.key)
        assert (other.status_code, other.json()["reason"]) == (409, "pledged_already")


@in_loop
async def test_the_list_has_what_strangers_may_join(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await sit(here.client(), bots=[])
        listed = await sit(here.client(), seats=3, name="Ann", settings={"listed": True})
        answer = await here.client().get("/tables")
        (one,) = answer.json()["tables"]
        assert one["table"] == listed.table
        assert (one["seats"], one["free"], one["names"]) == (3, 1, ["Ann", "easy"])
        assert one["settings"]["listed"] is True
        await join(here.client(), listed.table)
        assert (await here.client().get("/tables")).json() == {"tables": []}


@pytest.mark.parametrize("name", ["none", "abcdefgh", "ABCDEFGH", "a" * 33, "%00", "..%2f", "é"])
@in_loop
async def test_there_is_no_such_table(tmp_path: Path, name: str) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        for method, rest in [
            ("GET", ""),
            ("GET", "/stream"),
            ("GET", "/hint"),
            ("GET", "/record.smear"),
            ("POST", "/seats"),
            ("POST", "/actions"),
            ("POST", "/leave"),
        ]:
            body = {"at": 1, "call": 2} if rest == "/actions" else {}
            answer = await client.request(
                method, f"/tables/{name}{rest}", json=body if method == "POST" else None
            )
            assert answer.status_code == 404
            assert answer.json()["reason"] in ("no_such_table", "no_such_page")


@in_loop
async def test_a_table_loaded_again_is_the_same(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = await sit(here.client(), bots=[])
        before = await view(here.client(), ann)
    async with house(tmp_path) as here:
        after = await view(here.client(), ann)
        assert before | {"seats": 0} == after | {"seats": 0}
