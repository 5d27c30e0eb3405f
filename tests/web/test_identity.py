"""Who somebody is: cookies, tokens, links to other devices, feeds, and the way out."""

from __future__ import annotations

import asyncio
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import httpx
import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from cutthroat.adapters.system import SystemEntropy
from cutthroat.service.ports import ServerOptions
from cutthroat.service.sheets.desk import Desk
from cutthroat.service.tables.errors import Refused
from cutthroat.service.tables.ports import CredentialKind, PersonGone
from cutthroat.web.problems import problem
from tests.kit.databases import in_loop
from tests.kit.sheets import set_up
from tests.web.house import FAR, House, any_action, asked, files, house, join, my_turn, sit, view

ATOM = "{http://www.w3.org/2005/Atom}"


def set_cookie(answer: httpx.Response) -> list[str]:
    """The parts of the cookie that an answer sets, in lower case but for the value."""
    first, *rest = answer.headers["set-cookie"].split("; ")
    return [first, *map(str.lower, rest)]


async def code(client: httpx.AsyncClient) -> str:
    answer = await client.post("/me/links", json={})
    assert answer.status_code == 201
    return str(answer.json()["code"])


# The cookie


@in_loop
async def test_the_cookie_is_out_of_reach_of_scripts(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        parts = set_cookie(await here.client().post("/tables", json={"seats": 2}))
        assert "httponly" in parts
        assert "samesite=lax" in parts
        assert "path=/" in parts
        assert "secure" not in parts
        assert not any(part.startswith("domain") for part in parts)


@in_loop
async def test_it_is_secure_where_the_public_address_is(tmp_path: Path) -> None:
    async with house(tmp_path, ServerOptions(public_url="HTTPS://play.example/cards")) as here:
        answer = await here.client().post("/tables", json={"seats": 2})
        assert "secure" in set_cookie(answer)
        assert answer.json()["url"].startswith("HTTPS://play.example/cards/tables/")


@pytest.mark.parametrize(
    ("proxy", "secure"), [("203.0.113.7", True), ("203.0.113.0/24", True), ("192.0.2.1", False)]
)
@in_loop
async def test_it_is_secure_where_a_trusted_proxy_says_so(
    tmp_path: Path, proxy: str, secure: bool
) -> None:
    async with house(tmp_path) as here:
        behind = ProxyHeadersMiddleware(here.app, trusted_hosts=proxy)  # type: ignore[arg-type]  # uvicorn has types of its own
        client = here.client(FAR, through=behind)  # type: ignore[arg-type]  # as above
        headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.1"}
        answer = await client.post("/tables", json={"seats": 2}, headers=headers)
        assert ("secure" in set_cookie(answer)) is secure
        assert answer.json()["url"].startswith("https:" if secure else "http:")


@in_loop
async def test_its_path_is_where_the_server_is(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client(root_path="/cards")
        answer = await client.post("/cards/tables", json={"seats": 2})
        assert answer.status_code == 201
        assert "path=/cards" in set_cookie(answer)
        assert answer.json()["url"].startswith("http://tables.example/cards/tables/")
        assert (await client.get("/cards/me")).status_code == 200


@in_loop
async def test_whoever_is_known_keeps_the_cookie(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        await sit(client)
        again = await client.post("/tables", json={"seats": 2})
        assert "set-cookie" not in again.headers
        assert len((await client.get("/me")).json()["seats"]) == 2


@pytest.mark.parametrize("forged", ["x", "x.y", "", "a" * 5000, "é", '"; DROP', "cutthroat="])
@in_loop
async def test_a_forged_cookie_is_nobodys(tmp_path: Path, forged: str) -> None:
    async with house(tmp_path) as here:
        ann = await sit(here.client())
        for value in (forged, f"{ann.token}.{forged}", ann.token):
            headers = {"Cookie": f"cutthroat={value}"}
            status, _, told = await asked(here.app, "GET", "/me", headers=headers)
            assert (status, b"no_credentials" in told) == (401, True)
            status, _, told = await asked(
                here.app, "POST", f"{ann.path}/leave", headers=headers, body=b"{}"
            )
            assert (status, b"no_credentials" in told) == (401, True)


@in_loop
async def test_a_cookie_with_another_signature_is_nobodys(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        await sit(client)
        value = client.cookies["cutthroat"]
        for place in (5, len(value) - 5):
            other = value[:place] + ("A" if value[place] != "A" else "B") + value[place + 1 :]
            answer = await here.client().get("/me", headers={"Cookie": f"cutthroat={other}"})
            assert answer.status_code == 401


# Tokens


@in_loop
async def test_what_opens_a_seat_and_what_does_not(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        ann = await sit(client, name="Ann")
        other = await sit(here.client())
        link = await code(client)
        feed = (await client.post("/me/feeds", json={})).json()["url"].rpartition("/")[2]
        cookie = client.cookies["cutthroat"]
        commitment = (await view(client, ann))["fair"]["commitment"]
        secrets = [link, feed, cookie, cookie.partition(".")[0], commitment, ann.table, "Ann", "1"]
        for secret in [*secrets, "", "x", "x" * 4000]:
            answer = await here.client().get(
                ann.path, headers={"Authorization": f"Bearer {secret}"}
            )
            assert (answer.status_code, answer.json()["reason"]) == (401, "bad_token"), secret
            assert answer.headers["www-authenticate"] == "Bearer"
        wrong = await here.client().get(ann.path, headers=other.key)
        assert (wrong.status_code, wrong.json()["reason"]) == (403, "other_table")
        for name in ("Bearer", "bearer", "BEARER"):
            right = await here.client().get(
                ann.path, headers={"Authorization": f"{name} {ann.token}"}
            )
            assert right.json()["view"]["you"] == 1
        odd = await here.client().get(ann.path, headers={"Authorization": f"Token {ann.token}"})
        assert (odd.status_code, odd.json()["reason"]) == (401, "bad_token")


@in_loop
async def test_a_password_for_the_proxy_is_no_token(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        ann = await sit(client)
        answer = await client.get(ann.path, headers={"Authorization": "Basic YTpi"})
        assert answer.json()["view"]["you"] == 1


@in_loop
async def test_a_seat_token_opens_nothing_but_the_seat(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = await sit(here.client())
        for method, path in [("GET", "/me"), ("POST", "/me/links"), ("DELETE", "/me")]:
            answer = await here.client().request(method, path, headers=ann.key)
            assert answer.status_code == 401


@in_loop
async def test_no_secret_is_kept_as_it_is(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        ann = await sit(client)
        link = await code(client)
        kept = files(tmp_path)
        for secret in (ann.token, link, client.cookies["cutthroat"].partition(".")[0]):
            assert secret.encode() not in kept


# Another device


@in_loop
async def test_a_link_makes_one_other_device_ones_own(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client, device = here.client(), here.client()
        ann = await sit(client, name="Ann")
        answer = await device.post("/links", json={"code": await code(client)})
        assert answer.status_code == 200
        assert answer.json()["name"] == "Ann"
        assert "httponly" in set_cookie(answer)
        assert (await device.get(ann.path)).json()["view"]["you"] == 1
        assert (await client.get(ann.path)).json()["view"]["you"] == 1


@in_loop
async def test_of_many_who_use_a_link_one_gets_in(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        await sit(client)
        given = {"code": await code(client)}
        answers = await asyncio.gather(
            *[here.client().post("/links", json=given) for _ in range(10)]
        )
        assert sorted(answer.status_code for answer in answers) == [200] + [404] * 9
        late = await here.client().post("/links", json=given)
        assert late.json()["reason"] == "used_link"
        assert "set-cookie" not in late.headers


@in_loop
async def test_a_link_expires(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        await sit(client)
        given = {"code": await code(client)}
        here.clock.ahead += 10 * 60 * 1000
        answer = await here.client().post("/links", json=given)
        assert (answer.status_code, answer.json()["reason"]) == (404, "used_link")


@in_loop
async def test_no_other_secret_is_a_link(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        ann = await sit(client)
        for wrong in (ann.token, client.cookies["cutthroat"].partition(".")[0], "", "é\u202e"):
            answer = await here.client().post("/links", json={"code": wrong})
            assert (answer.status_code, answer.json()["reason"]) == (404, "used_link")


# The feed


@in_loop
async def test_a_feed_tells_whose_turn_it_is_and_no_card(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        ann = await sit(client)
        seen = await my_turn(client, ann)
        url = (await client.post("/me/feeds", json={})).json()["url"]
        answer = await here.client().get(url)
        assert answer.headers["content-type"].startswith("application/atom+xml")
        feed = ET.fromstring(answer.content)
        (entry,) = feed.findall(f"{ATOM}entry")
        link = entry.find(f"{ATOM}link")
        assert link is not None
        assert link.get("href") == f"http://tables.example{ann.path}"
        for needed in ("id", "title", "updated"):
            assert feed.findtext(f"{ATOM}{needed}")
            assert entry.findtext(f"{ATOM}{needed}")
        assert feed.find(f"{ATOM}author") is not None
        words = answer.text.replace("<", " ").replace(">", " ").split()
        assert not set(seen["hand"]) & set(words)
        assert ann.token not in answer.text


@in_loop
async def test_tables_that_were_left_hide_none_where_it_is_ones_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cutthroat.web.mine._SHOWN", 2)
    async with house(tmp_path) as here:
        client = here.client()
        ann = await sit(client)
        await my_turn(client, ann)
        for _ in range(3):
            newer = await sit(client, bots=[])
            await client.post(f"{newer.path}/leave", json={}, headers=newer.key)
        seats = (await client.get("/me")).json()["seats"]
        assert [(seat["table"], seat["your_turn"]) for seat in seats] == [(ann.table, True)]
        url = (await client.post("/me/feeds", json={})).json()["url"]
        feed = ET.fromstring((await here.client().get(url)).content)
        assert len(feed.findall(f"{ATOM}entry")) == 1


@in_loop
async def test_a_feed_of_nothing_and_no_feed(tmp_path: Path) -> None:
    async with house(tmp_path, ServerOptions(public_url="https://play.example/a&b")) as here:
        client = here.client(scheme="https")
        ann = await sit(client, bots=[])
        url = (await client.post("/me/feeds", json={})).json()["url"]
        key = url.rpartition("/")[2]
        answer = await here.client().get(f"/feeds/{key}")
        assert ET.fromstring(answer.content).findall(f"{ATOM}entry") == []
        await join(here.client(), ann.table)
        for wrong in (ann.token, key[:-1], "x"):
            answer = await here.client().get(f"/feeds/{wrong}")
            assert (answer.status_code, answer.json()["reason"]) == (404, "no_such_page")


# One's own page, and the way out


@in_loop
async def test_me_and_another_name(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        ann = await sit(client, name="Ann")
        await my_turn(client, ann)
        told = (await client.get("/me")).json()
        assert told["name"] == "Ann"
        assert told["seats"] == [
            {
                "table": ann.table,
                "seat": 1,
                "phase": "auction",
                "your_turn": True,
                "url": f"http://tables.example{ann.path}",
            }
        ]
        assert (await client.post("/me", json={"name": "Bea"})).json()["name"] == "Bea"
        assert (await view(client, ann))["seats"][0]["name"] == "Ann"
        later = await sit(client)
        assert (await view(client, later))["seats"][0]["name"] == "Bea"
        for wrong in ({}, {"name": None}, {"name": "\u202e"}):
            assert (await client.post("/me", json=wrong)).status_code == 422


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/me"),
        ("POST", "/me"),
        ("DELETE", "/me"),
        ("POST", "/me/links"),
        ("POST", "/me/feeds"),
    ],
)
@in_loop
async def test_nobody_has_nothing(tmp_path: Path, method: str, path: str) -> None:
    async with house(tmp_path) as here:
        body = {"name": "Ann"} if path == "/me" and method == "POST" else None
        answer = await here.client().request(method, path, json=body)
        assert (answer.status_code, answer.json()["reason"]) == (401, "no_credentials")
        assert answer.headers["www-authenticate"] == "Bearer"


@in_loop
async def test_deleting_ones_data_deletes_it(tmp_path: Path) -> None:
    name = "Anneliese-Quux"
    async with house(tmp_path) as here:
        client, bob = here.client(), here.client()
        ann = await sit(client, seats=3, name=name)
        second = await sit(client, name=name)
        await join(bob, ann.table, name="Bob")
        link = await code(client)
        feed = (await client.post("/me/feeds", json={})).json()["url"].rpartition("/")[2]
        cookie = client.cookies["cutthroat"]
        await client.post("/me", json={"name": f"{name}-2"})
        assert name in (await bob.get(ann.path)).text

        answer = await client.delete("/me")
        assert answer.status_code == 204
        assert answer.content == b""
        parts = set_cookie(answer)
        assert parts[0] in ('cutthroat=""', "cutthroat=")
        assert "max-age=0" in parts

        for path in (
            ann.path,
            f"{ann.path}/record.smear",
            second.path,
            f"{second.path}/record.smear",
        ):
            assert name not in (await bob.get(path)).text
        _, _, stream = await asked(here.app, "GET", f"{ann.path}/stream?after=0")
        assert name.encode() not in stream
        for seated in (ann, second):
            gone = await here.client().get(seated.path, headers=seated.key)
            assert gone.status_code == 401
        old = {"Cookie": f"cutthroat={cookie}"}
        assert (await here.client().get("/me", headers=old)).status_code == 401
        assert (await here.client().delete("/me", headers=old)).status_code == 401
        assert (await here.client().post("/links", json={"code": link})).status_code == 404
        assert (await here.client().get(f"/feeds/{feed}")).status_code == 404
        answer = await here.client().post(f"{ann.path}/leave", headers=old, json={})
        assert answer.status_code == 401
        await _goes_on(here, bob, ann.table)
    kept = files(tmp_path)
    assert b"Bob" in kept
    assert name.encode() not in kept


async def _goes_on(here: House, client: httpx.AsyncClient, table: str) -> None:
    """See that a match goes on, with a bot in the place of whoever is gone."""
    for _ in range(400):
        seen = (await client.get(f"/tables/{table}")).json()
        if seen["view"]["turn"] == seen["view"]["you"]:
            action = any_action(seen["view"] | {"version": seen["version"]})
            answer = await client.post(f"/tables/{table}/actions", json=action)
            assert answer.status_code == 200, answer.text
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it stands still")


@in_loop
async def test_deleting_at_a_table_that_has_not_begun_frees_the_seat(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client, bob = here.client(), here.client()
        ann = await sit(client, seats=3, bots=[], name="Ann")
        await join(bob, ann.table)
        assert (await client.delete("/me")).status_code == 204
        seen = (await bob.get(ann.path)).json()["view"]
        assert [seat["kind"] for seat in seen["seats"]] == ["free", "person", "free"]


@in_loop
async def test_deleting_twice_at_once(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        await sit(client)
        cookie = {"Cookie": f"cutthroat={client.cookies['cutthroat']}"}
        asked_ = [here.client().delete("/me", headers=cookie) for _ in range(3)]
        answers = await asyncio.gather(*asked_)
        assert {answer.status_code for answer in answers} <= {204, 401}


@pytest.mark.parametrize(
    ("method", "path", "form"),
    [("DELETE", "/me", None), ("POST", "/settings/forget", {"sure": "yes"})],
)
@in_loop
async def test_ones_sheets_are_deleted_with_ones_data(
    tmp_path: Path, method: str, path: str, form: dict[str, str] | None
) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        await sit(client)
        secret = here.site.signer.unsign(client.cookies["cutthroat"]).decode()
        device = await here.site.people.opens(secret, CredentialKind.DEVICE)
        assert device is not None
        sheet = await here.site.desk.begin(device.person, set_up())
        assert (await client.request(method, path, data=form)).status_code in (200, 204)
        for desk in (here.site.desk, Desk(here.store.sheets, here.clock, SystemEntropy())):
            with pytest.raises(Refused, match="no_such_sheet"):
                await desk.find(sheet.identifier)


@in_loop
async def test_using_a_seat_while_the_person_is_being_deleted(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client, bob = here.client(), here.client()
        ann = await sit(client, seats=3, bots=[])
        other = await sit(bob, seats=3, bots=[])
        cookie = {"Cookie": f"cutthroat={client.cookies['cutthroat']}"}
        answers = await asyncio.gather(
            *[here.client().get(ann.path, headers=ann.key) for _ in range(5)],
            *[here.client().post(f"{other.path}/seats", json={}, headers=cookie) for _ in range(5)],
            here.client().delete("/me", headers=cookie),
            *[here.client().get(ann.path, headers=ann.key) for _ in range(20)],
            *[here.client().post("/me/links", json={}, headers=cookie) for _ in range(20)],
            *[here.client().post("/me/feeds", json={}, headers=cookie) for _ in range(20)],
        )
        assert [answer.text for answer in answers if answer.status_code >= 500] == []
        late = await here.client().get(ann.path, headers=ann.key)
        assert late.status_code == 401
        assert (await here.client().get("/me", headers=cookie)).status_code == 401


def test_somebody_whose_data_were_deleted_meanwhile_is_not_known_any_more() -> None:
    answer = problem(PersonGone("x"), "1")
    assert answer.status_code == 401
    assert json.loads(bytes(answer.body))["reason"] == "no_credentials"
