"""What the forms of pages do without any script, and what they answer where they cannot."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message, Scope

from cutthroat.service.tables.hosting import HostedTable
from cutthroat.web.answering import BODY_LIMIT
from cutthroat.web.pages.addresses import PAGES
from cutthroat.web.pages.forms import FORMS
from tests.kit.databases import in_loop
from tests.kit.tables import fold_entries
from tests.web.house import FAR, HERE, HOST, House, files, house
from tests.web.pages.markup import flaws, tree
from tests.web.pages.visitor import HTML, SENT, Page, Visitor, fields_of, visitor_at_work

POSTS = [page.path for page in PAGES if page.method == "POST"]
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = "application/json"


async def table_at(here: House, page: Page) -> HostedTable:
    return await here.site.hall.find(page.answer.url.path.split("/")[2])


async def friends(here: House, **wish: str) -> tuple[Visitor, Visitor, str]:
    """Two who have sat down at a table for two, and its address; the match has begun."""
    ada, page = await visitor_at_work(here.client(), bots="0", name="Ada", **wish)
    path = page.answer.url.path
    bea = Visitor(here.client())
    page = await bea.look(path)
    await bea.click(page.root.one("form", id="sit").one("button"), name="Bea")
    assert (await ada.look(path)).phase == "auction"
    return ada, bea, path


async def on_turn(*people: Visitor, path: str) -> tuple[Visitor, Visitor, Page]:
    """Who is to act, who is not, and the page of the first."""
    for one, other in itertools.permutations(people, 2):
        page = await one.look(path)
        if page.is_my_turn:
            return one, other, page
    raise AssertionError("nobody's turn")


# Everything can be done


@in_loop
async def test_a_match_is_played_by_forms_alone(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor = Visitor(here.client())
        home = await visitor.look("/")
        page = await visitor.click(home.root.one("form", action="/play-now").one("button"))
        assert page.answer.url.path.startswith("/tables/")
        page = await visitor.my_turn(page.answer.url.path)
        for _ in range(9):
            page = await visitor.step(page)
        table = await table_at(here, page)
        assert [who.level for who in table.state.seats[1:]] == ["hard", "hard"]  # type: ignore[union-attr]  # bots


@in_loop
async def test_every_form_leads_back_to_the_table(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ada, bea, path = await friends(here)
        for form, fields in {
            "react": {"reaction": "wow"},
            "end": {"agree": "yes"},
            "seat": {"name": "Ada"},
        }.items():
            answer = await ada.send(f"{path}/forms/{form}", **fields)
            assert (answer.status_code, answer.headers["location"]) == (303, path), form
        assert (await table_at(here, await ada.look(path))).state.ending == {1}
        answer = await ada.send(f"{path}/forms/end", agree="no")
        assert (await table_at(here, await ada.look(path))).state.ending == set()
        for form in ("end", "end"):
            for one in (ada, bea):
                answer = await one.send(f"{path}/forms/{form}")
        page = await ada.look(path)
        assert page.phase == "over"
        assert "without a winner" in page.root.one("h1").text
        page = await ada.click(page.root.one("form", action=f"{path}/forms/rematch").one("button"))
        await bea.send(f"{path}/forms/rematch")
        page = await ada.look(path)
        assert page.phase == "auction"
        answer = await ada.send(f"{path}/forms/concede")
        assert answer.status_code == 303
        assert (await ada.look(path)).phase == "over"
        answer = await ada.send(f"{path}/forms/leave")
        assert answer.status_code == 303


@in_loop
async def test_a_hint_is_told_beside_the_table(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await visitor_at_work(here.client())
        path = page.answer.url.path
        page = await visitor.my_turn(path)
        told = await visitor.click(page.root.one("form", action=f"{path}/forms/hint").one("button"))
        assert told.status == 200
        assert told.notice.startswith("Hint, from ")
        assert " (best): wins the match in " in told.notice
        assert told.root.one(id="notice")["role"] == "status"
        answer = await visitor.send(f"{path}/forms/hint", accept=JSON)
        assert " ".join(answer.json()["said"].split()) == " ".join(told.notice.split())
        assert len(answer.json()["said"].splitlines()) > 2


@in_loop
async def test_a_deal_goes_on_when_all_are_ready(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await visitor_at_work(here.client(), **{"option-target": "99"})
        page = await visitor.my_turn(page.answer.url.path)
        while page.phase != "scored":
            page = await visitor.step(page)
        deal = page.main["data-deal"]
        page = await visitor.step(page)
        assert page.phase in ("auction", "play")  # a bid of 4 ends an auction at once
        assert int(page.main["data-deal"]) == int(deal) + 1
        answer = await visitor.send(f"{page.answer.url.path}/forms/ready")
        assert answer.status_code == 409


# What cannot be done is said to you


@in_loop
async def test_a_card_that_may_not_be_played_says_why_when_tried(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ada, bea, path = await friends(here, **{"option-target": "99"})
        who, _, page = await on_turn(ada, bea, path=path)
        while page.phase == "auction" or not page.buttons("try"):
            page = await who.click((page.buttons("call") or page.buttons("play"))[-1])
            if page.phase == "scored":
                for one in (ada, bea):
                    await one.send(f"{path}/forms/ready")
            who, _, page = await on_turn(ada, bea, path=path)
        tried = await who.click(page.buttons("try")[0])
        assert tried.status == 422
        assert tried.notice.startswith("You may not play ")
        assert "you have" in tried.notice
        assert tried.root.one(id="notice")["role"] == "alert"
        assert flaws(tried.root) == []
        assert [one["value"] for one in tried.buttons("play")] == [
            one["value"] for one in page.buttons("play")
        ]
        answer = await who.send(
            f"{path}/forms/move", accept=JSON, **{"at": page.main["data-version"],
                                                  "try": page.buttons("try")[0]["value"]}
        )  # fmt: skip
        assert answer.status_code == 422
        assert answer.json()["message"] == tried.notice
        assert answer.json()["reason"] in ("must_follow", "must_follow_or_trump")


@in_loop
async def test_what_is_refused_shows_the_table_with_the_reason(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ada, bea, path = await friends(here)
        who, other, page = await on_turn(ada, bea, path=path)
        at = page.main["data-version"]
        held = {one["value"] for one in page.main.all("button", name="try")}
        unheld = next(card for card in ("2C", "3C", "4C", "5C", "6C", "7C", "8C")
                      if card not in held)  # fmt: skip
        cases: list[tuple[Visitor, str, dict[str, str], int, str, str]] = [
            (other, "move", {"call": "pass", "at": at}, 409, "not_your_turn", "turn"),
            (who, "move", {"call": "7", "at": at}, 422, "no_such_bid", "A bid is 2, 3 or 4"),
            (who, "move", {"play": unheld, "at": at}, 422, "not_now", ""),
            (who, "move", {"call": "pass", "at": "1"}, 409, "stale", ""),
            (who, "ready", {}, 409, "no_result", ""),
            (who, "rematch", {}, 409, "match_running", ""),
            (who, "react", {"reaction": "boo"}, 422, "no_such_reaction", ""),
            (who, "finish", {}, 409, "not_decided", ""),
            (who, "nonce", {"nonce": "x"}, 409, "nonce_not_asked", ""),
            (who, "nonce", {"nonce": "x" * 65}, 422, "bad_nonce", ""),
        ]
        for visitor, form, fields, status, reason, told in cases:
            answer = await visitor.send(f"{path}/forms/{form}", accept=JSON, **fields)
            assert answer.status_code == status, (form, fields, answer.text)
            said = answer.json()
            page = Page(await visitor.send(f"{path}/forms/{form}", **fields))
            assert page.status == status
            assert page.notice == said["message"]
            assert said["message"][0].isupper()
            assert told in said["message"]
            assert page.main["data-version"] == at
            assert page.root.one(id="notice")["role"] == "alert"
            assert flaws(page.root) == []
            if reason not in ("not_now", "match_running"):
                assert said["reason"] == reason, form


@in_loop
async def test_a_card_queued_without_a_script_says_whose_turn_it_is(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ada, bea, path = await friends(here)
        who, other, page = await on_turn(ada, bea, path=path)
        while not (waits := await other.look(path)).buttons("queue"):
            await who.click((page.buttons("call") or page.buttons("play"))[-1])
            who, other, page = await on_turn(ada, bea, path=path)
        refused = await other.click(waits.buttons("queue")[0])
        assert refused.status == 409
        assert "turn" in refused.notice
        assert refused.main["data-version"] == page.main["data-version"]


@in_loop
async def test_who_does_not_sit_there_is_told_so(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        _, page = await visitor_at_work(here.client())
        path = page.answer.url.path
        stranger = Visitor(here.client())
        await stranger.look(path)
        somebody, _ = await visitor_at_work(here.client())
        for form in FORMS.keys() - {"seat"}:
            for who, status in ((stranger, 401), (somebody, 403)):
                refused = await who.send(f"{path}/forms/{form}", call="pass", at="1", nonce="x")
                assert refused.status_code == status, form
                assert flaws(tree(refused.text)) == []
        full = Page(await stranger.send(f"{path}/forms/seat", name="Eve"))
        assert full.status == 409
        assert full.notice
        assert (await stranger.client.get("/me")).status_code == 401


# Twice is once


@in_loop
async def test_the_same_move_sent_twice_counts_once(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ada, bea, path = await friends(here)
        for _ in range(6):
            who, _, page = await on_turn(ada, bea, path=path)
            button = (page.buttons("call") or page.buttons("play"))[-1]
            form = button.within("form")
            assert form
            fields = {**fields_of(form), button["name"]: button["value"]}
            at_once = [who.send(form["action"], **fields) for _ in range(3)]
            answers = [*await asyncio.gather(*at_once), await who.send(form["action"], **fields)]
            assert [one.status_code for one in answers] == [303] * 4
            told = await who.send(form["action"], accept=JSON, **fields)
            assert told.status_code == 200
        entries = await here.store.entries(path.split("/")[2])
        acts = [(one.by, one.at) for one in entries if one.at is not None]
        assert len(acts) == len(set(acts)) == 6
        table = await here.site.hall.find(path.split("/")[2])
        assert fold_entries(entries).version == table.version


@pytest.mark.parametrize("path", ["/play-now", "/new"])
@in_loop
async def test_a_form_that_is_sent_twice_makes_one_table(tmp_path: Path, path: str) -> None:
    async with house(tmp_path) as here:
        visitor = Visitor(here.client())
        page = await visitor.look("/" if path == "/play-now" else "/new")
        form = page.root.one("form", action=path)
        fields = fields_of(form)
        assert fields["once"]
        at_once = [visitor.send(path, **fields) for _ in range(4)]
        answers = [*await asyncio.gather(*at_once), await visitor.send(path, **fields)]
        assert {one.status_code for one in answers} == {303}
        assert len({one.headers["location"] for one in answers}) == 1
        other = await visitor.send(path, **{**fields, "once": "another"})
        assert other.headers["location"] != answers[0].headers["location"]
        again = await visitor.send(path, **{**fields, "once": ""})
        assert again.headers["location"] != other.headers["location"]
        assert len((await visitor.client.get("/me")).json()["seats"]) == 3


@in_loop
async def test_a_token_of_a_form_is_ones_own(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ada, bea = Visitor(here.client()), Visitor(here.client())
        for one in (ada, bea):
            await one.look("/")
        answers = [await one.send("/play-now", once="same") for one in (ada, bea)]
        assert len({one.headers["location"] for one in answers}) == 2


@in_loop
async def test_a_form_that_fails_may_be_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as here:
        visitor = Visitor(here.client())
        fields = fields_of((await visitor.look("/")).root.one("form", action="/play-now"))
        refused = await visitor.send("/play-now", **fields, nonce="x" * 65)
        assert refused.status_code == 422
        made = await visitor.send("/play-now", **fields)
        assert made.status_code == 303


@pytest.mark.parametrize("seats", ["2", "3"])
@in_loop
async def test_who_sits_down_twice_has_one_seat(tmp_path: Path, seats: str) -> None:
    async with house(tmp_path) as here:
        _, page = await visitor_at_work(here.client(), seats=seats, bots="0")
        path = page.answer.url.path
        bea = Visitor(here.client())
        await bea.look(path)
        at_once = [bea.send(f"{path}/forms/seat", name="Bea") for _ in range(3)]
        answers = [*await asyncio.gather(*at_once), await bea.send(f"{path}/forms/seat")]
        assert [one.status_code for one in answers] == [303] * 4
        state = (await table_at(here, page)).state
        assert state.seats.count(None) == int(seats) - 2
        assert (await bea.look(path)).main["data-you"] == "2"
        me = (await bea.client.get("/me")).json()
        assert me["name"] == "Bea"
        assert len(me["seats"]) == 1


# Who may send


@in_loop
async def test_a_browser_that_keeps_no_cookie_is_told_what_to_do(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        _, page = await visitor_at_work(here.client(), seats="3", bots="0")
        for path in ("/play-now", "/new", f"{page.answer.url.path}/forms/seat"):
            before = files(tmp_path)
            refused = await here.client().post(path, data={"name": "Eve"}, headers=SENT)
            assert refused.status_code == 403
            assert "cookies" in refused.text
            assert flaws(tree(refused.text)) == []
            assert "set-cookie" in refused.headers or files(tmp_path) == before
        assert (await table_at(here, page)).state.seats.count(None) == 2


@pytest.mark.parametrize("path", POSTS)
@in_loop
async def test_no_page_of_another_site_sends_a_form(tmp_path: Path, path: str) -> None:
    async with house(tmp_path) as here:
        visitor, page = await visitor_at_work(here.client())
        there = path.replace("{table}", page.answer.url.path.split("/")[2])
        for form in FORMS if "{form}" in there else ("",):
            for headers in (
                {"Origin": "https://evil.example"},
                {"Origin": "null"},
                {"Origin": f"http://{HOST}.evil.example"},
                {"Sec-Fetch-Site": "cross-site"},
                {"Sec-Fetch-Site": "same-site"},
            ):
                answer = await visitor.client.post(
                    there.replace("{form}", form), data={"sure": "yes"}, headers={**HTML, **headers}
                )
                assert answer.status_code == 403, (form, headers)
                assert flaws(tree(answer.text)) == []
        assert (await visitor.look(page.answer.url.path)).main["data-you"] == "1"


# Forms that are none

HUGE = b"name=" + b"x" * BODY_LIMIT
GARBLED: list[tuple[bytes, dict[str, str]]] = [
    (b"", {}),
    (b"", FORM),
    (b"name", FORM),
    (b"&&&==&=", FORM),
    (b"name=%", FORM),
    (b"name=%zz%1", FORM),
    (b"name=%ff%fe", FORM),
    (b"name=\xff\xfe", FORM),
    (b"name=%00", FORM),
    (b"call=%00&at=%00&play=%00", FORM),
    (b"call=2&at=99999999999999999999999999", FORM),
    (b"call=-1&at=-1", FORM),
    (b"call=%D9%A3&at=%D9%A3", FORM),
    (b"play=%ED%A0%80&at=1", FORM),
    (b"&".join(b"a%d=1" % one for one in range(70)), FORM),
    (b"a=1&" * 500, FORM),
    (HUGE, FORM),
    (b"{}", {"Content-Type": "application/json"}),
    (b"name=x", {"Content-Type": "text/plain"}),
    (b"name=x", {"Content-Type": ";;=multipart/form-data"}),
    (b"x", {"Content-Type": "multipart/form-data"}),
    (b"x", {"Content-Type": "multipart/form-data; boundary="}),
    (b"x", {"Content-Type": "multipart/form-data; boundary=a"}),
    (b"--a\r\n\r\nx\r\n--a--", {"Content-Type": "multipart/form-data; boundary=a"}),
    (
        b'--a\r\nContent-Disposition: form-data; name="name"\r\n\r\n\xff\r\n--a--\r\n',
        {"Content-Type": "multipart/form-data; boundary=a"},
    ),
    (
        b'--a\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\nx\r\n' * 5
        + b"--a--\r\n",
        {"Content-Type": "multipart/form-data; boundary=a"},
    ),
    (
        b'--a\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n' * 70 + b"--a--\r\n",
        {"Content-Type": "multipart/form-data; boundary=a"},
    ),
    (
        b"--a\r\nContent-Disposition: form-data\r\n\r\nx\r\n--a--\r\n",
        {"Content-Type": "multipart/form-data; boundary=a"},
    ),
]


@pytest.mark.parametrize("path", POSTS)
@in_loop
async def test_forms_that_are_none_are_answered(tmp_path: Path, path: str) -> None:
    async with house(tmp_path) as here:
        for body, headers in GARBLED:
            visitor, page = await visitor_at_work(here.client())
            there = path.replace("{table}", page.answer.url.path.split("/")[2])
            for form in FORMS if "{form}" in there else ("",):
                answer = await visitor.client.post(
                    there.replace("{form}", form), content=body, headers={**SENT, **headers}
                )
                assert answer.status_code < 500, (body[:40], headers, form)
                if answer.status_code != 303:
                    assert flaws(tree(answer.text)) == []
                if body is HUGE and path not in ("/replay", "/score/import"):
                    assert answer.status_code == 413


@in_loop
async def test_a_form_that_does_not_come_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cutthroat.web.answering._BODY_TIME", 0.05)
    async with house(tmp_path) as here:
        begins: list[Message] = [{"type": "http.request", "body": b"na", "more_body": True}]
        told: list[Any] = []

        async def receive() -> Message:
            if begins:
                return begins.pop()
            await asyncio.Event().wait()
            raise AssertionError("nothing more comes")

        async def send(message: Message) -> None:
            told.append(message)

        asked: Scope = {
            "type": "http",
            "method": "POST",
            "path": "/new",
            "headers": [(b"accept", b"text/html")],
            "scheme": "http",
            "query_string": b"",
            "client": HERE,
            "server": HERE,
        }
        await here.app(asked, receive, send)
        assert told[0]["status"] == 408
        page = tree(told[1]["body"].decode())
        assert flaws(page) == []
        assert "seconds" in page.one("main").text


# Pages and programs


@in_loop
async def test_a_problem_is_json_to_the_script_and_a_page_to_people(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        for path in ("/tables/nothing/forms/move", "/play-now"):
            page = await client.post(path, data={}, headers={**SENT, "Origin": "null"})
            told = await client.post(path, data={}, headers={"Accept": JSON, "Origin": "null"})
            assert page.status_code == told.status_code == 403
            assert page.headers["content-type"].startswith("text/html")
            assert told.json()["reason"] == "foreign_origin"


@in_loop
async def test_addresses_that_are_none_are_pages_to_people(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor = Visitor(here.client())
        for path in ("/nothing", "/tables/nothing", "/tables/nothing/stream?as=html", "/forms/x"):
            page = await visitor.look(path)
            assert page.status == 404
            assert flaws(page.root) == []
            assert page.answer.headers["content-security-policy"].startswith("default-src 'self'")
        answer = await visitor.send("/learn")
        assert answer.status_code == 405
        assert "GET" in answer.headers["allow"]


@in_loop
async def test_strangers_who_ask_too_often_hear_when_to_come_back(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client(FAR)
        statuses = [(await client.get("/tables/nothing", headers=HTML)).status_code
                    for _ in range(31)]  # fmt: skip
        assert statuses == [404] * 30 + [429]
        page = await client.get("/tables/nothing", headers=HTML)
        assert int(page.headers["retry-after"]) > 0
        assert flaws(tree(page.text)) == []
