"""The scorekeeper's page, by forms alone: what is entered, refused, asked about, corrected."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutthroat.scorepad.entries import Misdeal, NextMatch, ScoredDeal, Stopped, ThrownIn
from cutthroat.service.sheets.kept import KeptSheet
from tests.kit.databases import in_loop
from tests.web.house import House, house
from tests.web.pages.markup import Element, flaws
from tests.web.pages.visitor import Page, Visitor

NAMES = {"name1": "Ana", "name2": "Ben", "name3": "Cleo"}
THREE = {"bidder": "1", "bid": "3", "high": "1", "low": "1", "jack": "nobody", "game": "1"}
"""Ana bids 3 and wins 3."""
SET = {"bidder": "2", "bid": "3", "high": "2", "low": "1", "jack": "nobody", "game": "3"}
"""Ben bids 3 and wins 1."""


async def begun(here: House, **wish: str) -> tuple[Visitor, Page]:
    """Somebody with a new sheet: by the book, Cleo deals first."""
    visitor = Visitor(here.client())
    await visitor.look("/score")
    fields = {**NAMES, "preset": "seed", "dealer": "3", **wish}
    answer = await visitor.send("/score", **fields)
    assert answer.status_code == 303, answer.text
    return visitor, await visitor.look(answer.headers["location"])


def path_of(page: Page) -> str:
    return str(page.answer.url.path)


def identifier(page: Page) -> str:
    return path_of(page).split("/")[2]


async def enter(visitor: Visitor, page: Page, do: str = "enter", **fields: str) -> Page:
    """Fill the form of a page in, and press one of its buttons."""
    form = page.root.one("form", id="deal")
    (button,) = [one for one in form.all("button", value=do) if "hidden" not in one.attrs]
    after = await visitor.click(button, **fields)
    assert flaws(after.root) == []
    return after


def scores(page: Page) -> list[str]:
    return [one.text for one in page.root.all("b") if "score" in one.classes]


def line_texts(page: Page) -> list[str]:
    return [one.text for one in page.root.one("section", id="lines").all("li")]


def told(page: Page) -> str:
    return page.root.one("div", id="told").text


def alerts(page: Page) -> list[str]:
    return [one.text for one in page.root.all(role="alert") if "hidden" not in one.attrs]


def button(page: Page, words: str) -> Element:
    (found,) = [
        one for one in page.root.all("button") if one.text == words and "hidden" not in one.attrs
    ]
    return found


async def kept(here: House, page: Page) -> KeptSheet:
    """The sheet of a page, as the server keeps it."""
    return await here.site.desk.find(identifier(page))


# Beginning


@in_loop
async def test_a_sheet_is_begun_with_names_rules_and_a_dealer(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await begun(here, preset="short", **{"option-limit": "9"})
        sheet = (await kept(here, page)).sheet
        assert sheet.setup.names == ("Ana", "Ben", "Cleo")
        assert str(sheet.setup.rules) == "target=7 high=highest out=reach limit=9"
        assert sheet.setup.dealer == 3
        assert flaws(page.root) == []
        assert page.root.one("h1").text == "Cleo deals next."
        assert scores(page) == ["0", "0", "0"]
        mine = await visitor.look("/score")
        (link,) = [one for one in mine.main.all("a") if one["href"] == path_of(page)]
        assert link.one("b").text == "Ana 0, Ben 0, Cleo 0"


@in_loop
async def test_two_play_if_the_third_name_is_empty(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        _, page = await begun(here, name3="", dealer="2")
        assert scores(page) == ["0", "0"]
        form = page.root.one("form", id="deal")
        assert [one["value"] for one in form.all("input", name="high")] == ["1", "2", "nobody"]


@in_loop
async def test_the_first_dealer_can_be_drawn(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        drawn = set()
        for _ in range(30):
            _, page = await begun(here, dealer="draw", name3="")
            drawn.add((await kept(here, page)).sheet.setup.dealer)
        assert drawn == {1, 2}


@pytest.mark.parametrize(
    ("wrong", "status", "said"),
    [
        ({"name1": ""}, 422, "1 to 40"),
        ({"name2": "", "name3": ""}, 422, "1 to 40"),
        ({"name2": "ana"}, 422, "Two players cannot both be called"),
        ({"name2": "a\u202eb"}, 422, "1 to 40"),
        ({"dealer": "3", "name3": ""}, 404, "no seat 3"),
        ({"option-target": "1"}, 422, "target"),
        ({"preset": "none"}, 422, "preset"),
    ],
)
@in_loop
async def test_what_cannot_be_begun_is_told_in_the_form(
    tmp_path: Path, wrong: dict[str, str], status: int, said: str
) -> None:
    async with house(tmp_path) as here:
        visitor = Visitor(here.client())
        await visitor.look("/score")
        fields = {**NAMES, "preset": "classic", "dealer": "1", **wrong}
        page = Page(await visitor.send("/score", **fields))
        assert page.status == status
        assert said in page.root.one(id="wrong").text
        assert page.root.one("input", id="name1")["value"] == fields["name1"]
        assert flaws(page.root) == []
        assert not (await visitor.look("/score")).root.all("ul", **{"class": "sheets"})


@in_loop
async def test_a_form_that_is_sent_twice_begins_one_sheet(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor = Visitor(here.client())
        page = await visitor.look("/score")
        once = page.root.one("form", action="/score").one("input", name="once")["value"]
        answers = [
            await visitor.send("/score", **NAMES, preset="seed", once=once) for _ in range(2)
        ]
        assert answers[0].headers["location"] == answers[1].headers["location"]


# Entering


@in_loop
async def test_a_deal_tells_made_or_set_the_scores_and_who_deals_next(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        page = await enter(visitor, page, **THREE)
        assert scores(page) == ["3", "0", "0"]
        assert "Made: Ana bid 3 and won 3 (R20)." in told(page)
        assert page.root.one("h1").text == "Ana deals next."
        page = await enter(visitor, page, **SET)
        assert scores(page) == ["4", "−3", "1"]
        assert "Set: Ben bid 3, won only 1, and loses 3 (R21)." in told(page)
        assert page.root.one("h1").text == "Ben deals next."
        newest, oldest = line_texts(page)
        assert newest.startswith("Deal 2, Ana dealt")
        assert oldest.startswith("Deal 1, Cleo dealt")
        assert "a bid of 4, if made, wins (R25)" in page.root.one("ul", **{"class": "chances"}).text


@pytest.mark.parametrize(
    ("do", "entry", "dealer"),
    [("thrown_in", ThrownIn(), "Cleo"), ("misdeal", Misdeal(), "Cleo")],
)
@in_loop
async def test_deals_without_a_score_are_buttons(
    tmp_path: Path, do: str, entry: object, dealer: str
) -> None:
    """R14: by the book the same dealer deals again."""
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        page = await enter(visitor, page, do)
        assert (await kept(here, page)).sheet.entries == (entry,)
        assert page.root.one("h1").text == f"{dealer} deals next."


@in_loop
async def test_where_the_dealer_must_bid_nothing_is_thrown_in(tmp_path: Path) -> None:
    """R14, option `all_pass=stick`."""
    async with house(tmp_path) as here:
        visitor, page = await begun(here, **{"option-all_pass": "stick"})
        assert not page.root.all("button", value="thrown_in")
        sent = Page(await visitor.send(path_of(page), do="thrown_in"))
        assert sent.status == 422


@in_loop
async def test_the_end_of_a_match_and_another_one(tmp_path: Path) -> None:
    """R25, R3."""
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        page = await enter(visitor, page, **THREE)
        four = {"bidder": "1", "bid": "4", "high": "1", "low": "1", "jack": "1", "game": "1"}
        page = await enter(visitor, page, **four)
        assert page.root.one("h1").text == "Ana wins the match by making a bid of 4 (R25)."
        assert "hidden" in page.root.one("section", **{"data-while": "running"}).attrs
        after = page.root.one("section", **{"data-while": "over"})
        assert "hidden" not in after.attrs
        (dealer,) = [one for one in after.all("input", name="dealer") if "checked" in one.attrs]
        assert dealer["value"] == "2", "Ana dealt last"
        refused = Page(await visitor.send(path_of(page), do="enter", **SET))
        assert (refused.status, alerts(refused)) == (409, ["The match is over."])
        page = await visitor.click(after.one("button", value="next"))
        assert (await kept(here, page)).sheet.entries[-1] == NextMatch(2)
        assert scores(page) == ["0", "0", "0"]
        page = await visitor.click(button(page, "End it without a winner"), reason="it is late")
        assert (await kept(here, page)).sheet.entries[-1] == Stopped("it is late")
        assert page.root.one("h1").text == "The match ended without a winner: it is late"


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ("bidder", "Say who won the auction"),
        ("bid", "Say how much was bid"),
        ("high", "Say who has High"),
        ("low", "Say who has Low"),
        ("jack", "Say who has Jack"),
        ("game", "Say who has Game"),
    ],
)
@in_loop
async def test_what_is_missing_is_told_and_the_rest_is_kept(
    tmp_path: Path, missing: str, said: str
) -> None:
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        some = {name: value for name, value in THREE.items() if name != missing}
        page = await enter(visitor, page, **some)
        assert page.status == 422
        assert alerts(page)[0].startswith(said)
        form = page.root.one("form", id="deal")
        for name, value in some.items():
            checked = [x["value"] for x in form.all("input", name=name) if "checked" in x.attrs]
            assert checked == [value]
        assert len((await kept(here, page)).sheet.log) == 1


@pytest.mark.parametrize(
    "fields",
    [
        {**THREE, "bidder": "x"},
        {**THREE, "bid": "33"},
        {**THREE, "at": "1x"},
        {**THREE, "card-TS": "9"},
        {"do": "dance"},
        {"do": "next", "dealer": ""},
    ],
)
@in_loop
async def test_what_no_form_sends_is_refused(tmp_path: Path, fields: dict[str, str]) -> None:
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        answer = await visitor.send(path_of(page), **fields)
        assert answer.status_code == 422
        assert len((await kept(here, page)).sheet.log) == 1


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({**THREE, "bid": "5"}, 422),
        ({**THREE, "bidder": "4"}, 404),
        ({**THREE, "high": "4"}, 404),
        ({**THREE, "card-XX": "1"}, 422),
        ({**THREE, "card-2S": "1"}, 422),
        ({"do": "stop", "reason": " "}, 422),
        ({"do": "next", "dealer": "1"}, 422),
    ],
)
@in_loop
async def test_what_the_rules_refuse_is_told_in_the_form(
    tmp_path: Path, fields: dict[str, str], status: int
) -> None:
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        page = Page(await visitor.send(path_of(page), **fields))
        assert page.status == status
        assert alerts(page)
        assert page.root.one("form", id="deal")["method"] == "post"
        assert flaws(page.root) == []


# What is unlikely


@in_loop
async def test_an_unlikely_deal_is_asked_about_and_not_lost(tmp_path: Path) -> None:
    """Somebody played the lowest trump. R6."""
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        page = await enter(visitor, page, **{**THREE, "low": "nobody"})
        assert page.status == 409
        (asked,) = alerts(page)
        assert "a trump was led, so somebody played the lowest (R6)" in asked
        assert len((await kept(here, page)).sheet.log) == 1
        again = await enter(visitor, page)
        assert again.status == 409, "it is not entered by the usual button"
        page = await visitor.click(button(page, "Enter it all the same"))
        assert page.status == 200
        assert scores(page) == ["−3", "0", "0"]


@in_loop
async def test_an_answer_is_for_what_was_asked(tmp_path: Path) -> None:
    """R6, R8: who is sure of Low has not been asked about Game."""
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        path = path_of(page)
        page = await enter(visitor, page, **{**THREE, "low": "nobody"})
        sure = button(page, "Enter it all the same")
        page = await visitor.click(sure, game="nobody")
        assert page.status == 409
        (asked,) = alerts(page)
        assert "(R6)" in asked
        assert "tied" in asked
        sent = await visitor.send(path, do="sure", **{**THREE, "low": "nobody"})
        assert sent.status_code == 409, "it was never asked"
        page = await visitor.click(button(page, "Enter it all the same"))
        assert page.status == 200
        assert len((await kept(here, page)).sheet.written) == 1


# Counting Game


@in_loop
async def test_game_is_counted_by_the_server(tmp_path: Path) -> None:
    """R8."""
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        cards = {"card-TS": "2", "card-AS": "1", "card-KH": "1", "card-JD": "3"}
        some = {name: value for name, value in THREE.items() if name != "game"}
        page = await enter(visitor, page, "count", **some, **cards)
        assert page.status == 200
        assert [one.text for one in page.root.all("b") if "data-sum" in one.attrs] == [
            *("7", "10", "1")
        ]
        form = page.root.one("form", id="deal")
        checked = [one["value"] for one in form.all("input", name="game") if "checked" in one.attrs]
        assert checked == ["2"]
        assert "open" in page.root.one("details", id="counter").attrs
        page = await enter(visitor, page)
        assert page.status == 200, alerts(page)
        (deal,) = (await kept(here, page)).sheet.entries
        assert isinstance(deal, ScoredDeal)
        assert list(map(str, deal.captured)) == ["KH AS", "TS", "JD"]
        assert deal.points.game == 2


@in_loop
async def test_a_count_that_gives_game_otherwise_is_asked_about(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        page = await enter(visitor, page, **THREE, **{"card-TS": "2", "card-AS": "1"})
        assert page.status == 409
        assert "give Game otherwise (R8)" in alerts(page)[0]


@pytest.mark.parametrize(("tie", "owner"), [("nobody", "nobody"), ("bidder", "1")])
@in_loop
async def test_a_tie_is_settled_by_the_option(tmp_path: Path, tie: str, owner: str) -> None:
    """R8, option `tie`."""
    async with house(tmp_path) as here:
        visitor, page = await begun(here, **{"option-tie": tie})
        cards = {"card-TS": "1", "card-TH": "2"}
        page = await enter(visitor, page, "count", bidder="1", **cards)
        form = page.root.one("form", id="deal")
        checked = [one["value"] for one in form.all("input", name="game") if "checked" in one.attrs]
        assert checked == [owner]


@in_loop
async def test_only_a_tie_waits_for_the_bidder_to_be_named(tmp_path: Path) -> None:
    """R8, option `tie`."""
    async with house(tmp_path) as here:
        visitor, page = await begun(here, **{"option-tie": "bidder"})
        path = path_of(page)
        page = await enter(visitor, page, "count", **{"card-TS": "2"})
        form = page.root.one("form", id="deal")
        (game,) = [one for one in form.all("input", name="game") if "checked" in one.attrs]
        assert game.attrs["value"] == "2"
        assert [one.text for one in page.root.all("b") if "data-sum" in one.attrs][1] == "10"
        tied = {"do": "count", "card-TS": "2", "card-TH": "1"}
        asked = await visitor.send(path, accept="application/json", **tied)
        assert (asked.status_code, asked.json()["reason"]) == (422, "no_bidder")
        given = await visitor.send(path, accept="application/json", bidder="1", **tied)
        assert given.json() == {"game": "1"}


@pytest.mark.parametrize(("joker", "cards"), [("no", 20), ("yes", 21)])
@in_loop
async def test_a_card_has_one_taker(tmp_path: Path, joker: str, cards: int) -> None:
    """A card cannot be given twice: it is one choice. R2, R8."""
    async with house(tmp_path) as here:
        _, page = await begun(here, **{"option-joker": joker})
        taken = [one for one in page.root.all("fieldset") if "taken" in one.classes]
        assert len(taken) == cards
        for one in taken:
            choices = one.all("input")
            assert len({choice["name"] for choice in choices}) == 1
            assert [choice["value"] for choice in choices] == ["1", "2", "3", ""]
            assert {choice["type"] for choice in choices} == {"radio"}
            assert one.one("legend").spoken


# Undo and redo


@in_loop
async def test_undo_and_redo_for_ever(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        assert not page.root.all("form", action=f"{path_of(page)}/undo")
        for deal in (THREE, SET, THREE):
            page = await enter(visitor, page, **deal)
        assert scores(page) == ["7", "−3", "1"]
        for expected in (["4", "−3", "1"], ["3", "0", "0"], ["0", "0", "0"]):
            page = await visitor.click(button(page, "Undo"))
            assert scores(page) == expected
        assert "Undone:" in alerts(page)[0]
        for expected in (["3", "0", "0"], ["4", "−3", "1"], ["7", "−3", "1"]):
            page = await visitor.click(button(page, "Redo"))
            assert scores(page) == expected
        path = path_of(page)
        refused = Page(await visitor.send(f"{path}/redo"))
        assert refused.status == 422
        assert "Nothing was undone that could be done again." in alerts(refused)


# Who may what


FORMS = ["", "/undo", "/redo", "/lines/1", "/lines/1/before", "/setup", "/delete"]


@pytest.mark.parametrize("form", FORMS)
@in_loop
async def test_only_who_began_a_sheet_writes_on_it(tmp_path: Path, form: str) -> None:
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        page = await enter(visitor, page, **THREE)
        path = path_of(page)
        for other in (Visitor(here.client()), (await begun(here))[0]):
            sent = Page(await other.send(f"{path}{form}", **THREE, do="enter"))
            assert sent.status == 403
            assert "only who began this sheet" in sent.main.text.lower()
            asked = await other.send(f"{path}{form}", accept="application/json", **THREE)
            assert asked.json()["reason"] == "not_your_sheet"
            if form and "do" not in form:
                assert (await other.look(f"{path}{form}")).status in (403, 405)
        assert len((await kept(here, page)).sheet.log) == 2


@in_loop
async def test_others_see_the_sheet_and_no_form(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        page = await enter(visitor, page, **THREE)
        path = path_of(page)
        seen = await Visitor(here.client()).look(path)
        assert seen.status == 200
        assert flaws(seen.root) == []
        assert scores(seen) == scores(page)
        assert not seen.root.all("form")
        assert not [
            a for a in seen.root.all("a") if "/lines/" in a["href"] or "/setup" in a["href"]
        ]
        assert 'http-equiv="refresh"' in seen.answer.text
        assert 'http-equiv="refresh"' not in page.answer.text, "a form is being filled in"
        for name in ("history", "statistics", "print"):
            look = await Visitor(here.client()).look(f"{path}/{name}")
            assert look.status == 200
            assert flaws(look.root) == []


@pytest.mark.parametrize(
    "path", ["", "/stream", "/undo", "/lines/1", "/lines/1/before", "/setup", "/history", ".smear"]
)
@in_loop
async def test_there_is_no_such_sheet(tmp_path: Path, path: str) -> None:
    async with house(tmp_path) as here:
        visitor = Visitor(here.client())
        for page in (
            await visitor.look(f"/score/nowhere{path}"),
            Page(await visitor.send(f"/score/nowhere{path}")),
        ):
            assert page.status in (404, 405)
            assert flaws(page.root) == []


@in_loop
async def test_a_form_that_is_behind_is_refused_and_kept(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, old = await begun(here)
        page = await enter(visitor, old, **THREE)
        late = await enter(visitor, old, **SET)
        assert late.status == 409
        assert alerts(late)[0].startswith("Somebody has written on the sheet meanwhile")
        assert scores(late) == scores(page)
        page = await enter(visitor, late)
        assert page.status == 200, "what was filled in is still there, upon the newest"
        assert scores(page) == ["4", "−3", "1"]


@in_loop
async def test_a_form_that_is_sent_twice_is_entered_once(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        path = path_of(page)
        for _ in range(2):
            answer = await visitor.send(path, do="enter", key="k1", at="1", **THREE)
            assert answer.status_code == 303
        assert len((await kept(here, page)).sheet.written) == 1


# What the page's script asks


@in_loop
async def test_the_script_is_answered_as_json(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        path, accept = path_of(page), "application/json"
        answer = await visitor.send(path, accept=accept, key="k", at="1", **THREE)
        body = answer.json()
        assert body["version"] == 2
        assert 'data-part="now"' in body["html"]
        assert "Ana bid 3" in body["html"]
        unlikely = await visitor.send(path, accept=accept, **{**THREE, "low": "nobody"})
        assert unlikely.status_code == 409
        assert unlikely.json()["reason"] == "unlikely"
        assert len(unlikely.json()["doubts"]) == 1
        assert unlikely.json()["answered"] == "nobody_low"
        wrong = await visitor.send(path, accept=accept, **{**THREE, "bid": "9"})
        assert wrong.status_code == 422
        assert wrong.json()["reason"] == "no_such_bid"
        stale = await visitor.send(path, accept=accept, **THREE, at="1")
        assert (stale.status_code, stale.json()["reason"]) == (409, "sheet_stale")
        assert stale.json()["version"] == 2, "who is asked sees what was written"
        assert "Ana bid 3" in stale.json()["html"]
        cards = {"card-TS": "2", "bidder": "1"}
        count = await visitor.send(path, accept=accept, do="count", **cards)
        assert count.json() == {"game": "2"}
        count = await visitor.send(path, accept=accept, do="count")
        assert count.json() == {"game": None}
        undone = await visitor.send(f"{path}/undo", accept=accept)
        assert undone.json()["version"] == 3
