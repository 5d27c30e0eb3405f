"""How friends get to a table: what is offered to whom, and what it leads to."""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path

import httpx
import pytest

from cutthroat.service.ports import CannotServe, ServeReason, ServerOptions
from tests.kit.databases import in_loop
from tests.web.house import FAR, HERE, House, house
from tests.web.pages.markup import flaws
from tests.web.pages.visitor import HTML, Page, Visitor

LOOPBACK = "http://127.0.0.1:8321"
OFFER = "Let this network in"


@pytest.fixture(autouse=True)
def _network(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine has an address in a network."""

    async def found() -> list[object]:
        return [ip_address("192.0.2.5"), ip_address("2001:db8::5")]

    monkeypatch.setattr("cutthroat.web.doors.network_addresses", found)


async def waiting_table(here: House, base: str, at: tuple[str, int] = HERE) -> tuple[Visitor, Page]:
    """A table with a free seat, as whoever made it sees it at an address of the server."""
    client = here.client(at)
    client.base_url = httpx.URL(base)
    await client.get("/", headers=HTML)
    answer = await client.post(
        "/new", data={"seats": "2", "bots": "0"}, headers={**HTML, "Origin": base}
    )
    assert answer.status_code == 303, answer.text
    visitor = Visitor(client)
    return visitor, await visitor.look(answer.headers["location"])


@in_loop
async def test_whoever_sits_at_the_machine_may_let_the_network_in(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        for base in (LOOPBACK, "http://localhost:8321", "http://[::1]:8321"):
            _, page = await waiting_table(here, base)
            invite = page.root.one("section", id="invite")
            form = invite.one("form", action="/network")
            assert form.one("button").text == OFFER
            assert not invite.all("figure")
            assert flaws(page.root) == []


@pytest.mark.parametrize(
    ("base", "at", "options"),
    [
        ("http://tables.example", HERE, ServerOptions()),
        ("http://evil.example:8321", HERE, ServerOptions()),
        (LOOPBACK, FAR, ServerOptions()),
        (LOOPBACK, HERE, ServerOptions(proxies="127.0.0.1")),
        ("https://127.0.0.1:8321", HERE, ServerOptions(public_url="https://play.example")),
    ],
)
@in_loop
async def test_nobody_else_may_let_it_in(
    tmp_path: Path, base: str, at: tuple[str, int], options: ServerOptions
) -> None:
    async with house(tmp_path, options) as here:
        visitor, page = await waiting_table(here, base, at)
        assert OFFER not in page.answer.text
        refused = await visitor.client.post("/network", headers={**HTML, "Origin": base})
        assert refused.status_code == 403
        assert not here.site.doors.is_open_to_network or options != ServerOptions()


@in_loop
async def test_who_only_looks_or_sits_at_a_full_table_is_offered_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await waiting_table(here, LOOPBACK)
        path = page.answer.url.path
        other = Visitor(here.client())
        other.client.base_url = httpx.URL(LOOPBACK)
        assert not (await other.look(path)).root.all("section", id="invite")
        await other.client.post(
            f"{path}/forms/seat", data={"name": "Bea"}, headers={**HTML, "Origin": LOOPBACK}
        )
        for who in (visitor, other):
            assert not (await who.look(path)).root.all("section", id="invite")


@in_loop
async def test_a_server_that_others_reach_shows_the_link_and_a_code(tmp_path: Path) -> None:
    async with house(tmp_path, ServerOptions(public_url="https://play.example/cards")) as here:
        _, page = await waiting_table(here, "https://play.example")
        invite = page.root.one("section", id="invite")
        link = f"https://play.example/cards{page.answer.url.path}"
        assert invite.one("input", id="link")["value"] == link
        assert invite.one("figure").all("svg")
        assert "plain address" not in invite.text
        assert flaws(page.root) == []


@in_loop
async def test_in_a_network_without_tls_it_says_what_that_means(tmp_path: Path) -> None:
    async with house(tmp_path, ServerOptions(host="0.0.0.0", port=8321)) as here:
        _, page = await waiting_table(here, LOOPBACK)
        invite = page.root.one("section", id="invite")
        path = page.answer.url.path
        assert invite.one("input", id="link")["value"] == f"http://192.0.2.5:8321{path}"
        assert len(invite.all("figure")) == 1
        assert "those players trust the server" in invite.text
        assert OFFER not in invite.text


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"table": "abc123"}, "/tables/abc123"),
        ({"table": "../x"}, "/"),
        ({"table": ""}, "/"),
        ({"back": "/settings#devices"}, "/settings#devices"),
        ({"back": "https://evil.example"}, "/"),
        ({"back": "//evil.example"}, "/"),
        ({"back": "/\\evil.example"}, "/"),
    ],
)
@in_loop
async def test_it_leads_back_to_where_it_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fields: dict[str, str], where: str
) -> None:
    async def opened(_doors: object) -> list[str]:
        return []

    monkeypatch.setattr("cutthroat.web.doors.Doors.let_in", opened)
    async with house(tmp_path) as here:
        client = here.client()
        client.base_url = httpx.URL(LOOPBACK)
        answer = await client.post("/network", data=fields, headers={**HTML, "Origin": LOOPBACK})
        assert (answer.status_code, answer.headers["location"]) == (303, where)


@in_loop
async def test_without_a_network_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def shut(_doors: object) -> list[str]:
        raise CannotServe(ServeReason.NETWORK_UNREACHABLE)

    monkeypatch.setattr("cutthroat.web.doors.Doors.let_in", shut)
    async with house(tmp_path) as here:
        visitor = Visitor(here.client())
        visitor.client.base_url = httpx.URL(LOOPBACK)
        refused = Page(await visitor.client.post("/network", headers={**HTML, "Origin": LOOPBACK}))
        assert 400 <= refused.status < 500
        assert flaws(refused.root) == []
        assert "network" in refused.root.one("main").text
