"""The table's page as tests and other programs may rely on it, and pages as people can use them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from cutthroat.core.cards import Card
from cutthroat.i18n.cards import card_name
from cutthroat.service.tables.happenings import REACTIONS
from cutthroat.web.pages.addresses import PAGES
from cutthroat.web.pages.home import get_back
from tests.kit.databases import in_loop
from tests.web.house import house
from tests.web.pages.markup import Element, flaws, tree
from tests.web.pages.visitor import SHORT, Page, Visitor, visitor_at_work

LOOKED_AT = [
    page.path
    for page in PAGES
    if page.method == "GET" and not set("{.") & set(page.path) and page.handler is not get_back
]


# The table


def check_table(page: Page, version: int) -> None:
    """See that a seat's page is as the contract has it."""
    main = page.main
    assert main["id"] == "table"
    assert main["data-phase"] in ("waiting", "auction", "play", "scored", "over")
    assert main["data-turn"] in ("", "1", "2", "3")
    assert main["data-version"] == str(version)
    for button in page.buttons("play"):
        assert page.is_my_turn
        assert button.spoken == card_name(Card(button["value"]))
    for name in ("try", "queue"):
        for button in page.buttons(name):
            assert button.spoken == card_name(Card(button["value"]))
    for button in page.buttons("call"):
        assert page.is_my_turn
        assert button.spoken == ("Pass" if button["value"] == "pass" else f"Bid {button['value']}")
    if page.is_my_turn:
        assert page.buttons("call" if page.phase == "auction" else "play")
        move = page.root.one("form", action=f"{page.answer.url.path}/forms/move")
        assert move.one("input", name="at")["value"] == str(version)
    check_scores(main)


def check_scores(main: Element) -> None:
    """See that the score is a table with headers."""
    scores = next(one for one in main.all("table") if "scores" in one.classes)
    heads = [one.text for one in scores.one("thead").all("th", scope="col")]
    assert heads == ["Player", "Score", "Tricks", "Card points"]
    assert scores.one("caption").text.startswith("To ")
    rows = scores.one("tbody").all("tr")
    assert len(rows) == len([one for one in main.all("li") if "seat" in one.classes])
    for row in rows:
        assert row.one("th", scope="row").text
        assert len(row.all("td")) == 3


def check_forms(page: Page) -> None:
    """See that every form of a table is sent to the table itself."""
    for form in page.root.all("form"):
        assert form["method"] == "post"
        assert form["action"].startswith((f"{page.answer.url.path}/forms/", "/network"))


@pytest.mark.parametrize(("seats", "bots"), [("2", "1"), ("3", "2")])
@in_loop
async def test_the_table_is_as_agreed_at_every_moment(
    tmp_path: Path, seats: str, bots: str
) -> None:
    async with house(tmp_path) as here:
        visitor, page = await visitor_at_work(here.client(), seats=seats, bots=bots)
        path = page.answer.url.path
        watcher = Visitor(here.client())
        seen = Counter[str]()
        page = await visitor.my_turn(path)
        while page.phase != "over":
            told = await visitor.client.get(path, headers={"Accept": "application/json"})
            view = told.json()["view"]
            check_table(page, told.json()["version"])
            check_forms(page)
            assert flaws(page.root) == []
            assert [one["value"] for one in page.buttons("play")] == [
                text for text in in_hand(page) if text in view["legal"]["plays"]
            ]
            assert sorted(in_hand(page)) == sorted(view["hand"])
            assert [one["value"] for one in page.buttons("call")] == [
                str(call) for call in view["legal"]["calls"]
            ]
            seen[page.phase] += 1
            watched = await watcher.look(path)
            assert watched.phase == page.phase
            check_scores(watched.main)
            assert flaws(watched.root) == []
            assert not in_hand(watched)
            assert not watched.buttons("call")
            assert not watched.main.all("form")
            page = await visitor.step(page)
        assert set(seen) == {"auction", "play", "scored"}
        assert flaws(page.root) == []
        assert page.main["data-turn"] == ""
        assert "win" in page.root.one("h1").text
        assert flaws((await watcher.look(path)).root) == []


def in_hand(page: Page) -> list[str]:
    """The cards of the reader, in their order."""
    return [one["value"] for one in page.main.all("button")
            if one.get("name") in ("play", "try", "queue")]  # fmt: skip


@in_loop
async def test_before_a_match_there_are_seats_and_no_cards(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        _, page = await visitor_at_work(here.client(), seats="3", bots="0", name="Ada")
        assert page.phase == "waiting"
        assert page.root.one("h1").text == "Waiting for 2 players."
        assert flaws(page.root) == []
        check_scores(page.main)
        check_forms(page)
        stranger = await Visitor(here.client()).look(page.answer.url.path)
        assert flaws(stranger.root) == []
        sit = stranger.root.one("form", id="sit")
        assert sit["action"] == f"{page.answer.url.path}/forms/seat"


@in_loop
async def test_remarks_are_buttons_in_words(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await visitor_at_work(here.client())
        buttons = page.buttons("reaction")
        assert [one["value"] for one in buttons] == list(REACTIONS)
        assert all(one.spoken for one in buttons)
        page = await visitor.click(buttons[0])
        (remark,) = [one for one in page.main.all("q") if "remark" in one.classes]
        assert remark.text == "Hello!"


# Names that are none


NAMES = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onclick='alert(1)",
    "{{ 7 * 7 }}{% raw %}",
    "{name} {0} %s",
    "</li></ol></main><h1>x",
    "&lt;b&gt;&amp;",
    "Zoë 🂡 שלום",
]


def plain(text: str) -> str:
    """A text without the signs that keep names of another direction apart."""
    return text.replace("\u2068", "").replace("\u2069", "")


@pytest.mark.parametrize("name", NAMES)
@in_loop
async def test_names_are_text_everywhere(tmp_path: Path, name: str) -> None:
    async with house(tmp_path) as here:
        ada, page = await visitor_at_work(
            here.client(), seats="2", bots="0", name=name, listed="on"
        )
        path = page.answer.url.path
        bob = Visitor(here.client())
        await bob.look(path)
        listed = await bob.look("/open")
        assert flaws(listed.root) == []
        assert name in listed.main.text
        seated = await bob.send(f"{path}/forms/seat", name=name)
        assert seated.status_code == 303, seated.text
        pages = [await ada.look(path), await bob.look(path)]
        for one in (ada, bob):
            nonce = pages[0].root.all("form", action=f"{path}/forms/nonce")
            if nonce:
                await one.send(f"{path}/forms/nonce")
        for _ in range(6):
            pages += [await ada.look(path), await bob.look(path)]
            for who, page in ((ada, pages[-2]), (bob, pages[-1])):
                if page.is_my_turn:
                    button = (page.buttons("call") or page.buttons("play"))[-1]
                    pages.append(await who.click(button))
        assert any(page.phase == "play" for page in pages)
        for page in pages:
            assert flaws(page.root) == []
            rows = next(one for one in page.main.all("table") if "scores" in one.classes)
            names = [plain(one.text) for one in rows.one("tbody").all("th")]
            assert all(one.startswith(name) for one in names if "Seat" not in one)
        assert name in plain(pages[-1].main.one("ol", id="story").text)


@pytest.mark.parametrize("name", ["a\u202eb", "a\u2066b", "a\x00b", "x" * 41, "\u200b"])
@in_loop
async def test_names_that_turn_or_hide_text_are_refused(tmp_path: Path, name: str) -> None:
    async with house(tmp_path) as here:
        _, page = await visitor_at_work(here.client(), seats="3", bots="0")
        path = page.answer.url.path
        bob = Visitor(here.client())
        await bob.look(path)
        refused = Page(await bob.send(f"{path}/forms/seat", name=name))
        assert refused.status == 422
        assert refused.notice.startswith("A name has 1 to 40 characters")
        assert flaws(refused.root) == []
        made = await bob.send("/new", name=name, seats="2", bots="1", **SHORT)
        assert made.status_code == 422, "a name that is refused at a seat makes no table either"


@in_loop
async def test_what_is_asked_for_never_comes_back_as_markup(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await visitor_at_work(here.client())
        path, bad = page.answer.url.path, '"><script>x</script>'
        answers = [
            await visitor.send(f"{path}/forms/move", at="1", play=bad),
            await visitor.send(f"{path}/forms/move", at=bad, call="2"),
            await visitor.send(f"{path}/forms/move", at="1", call=bad),
            await visitor.send(f"{path}/forms/react", reaction=bad),
            await visitor.send(f"{path}/forms/nonce", nonce=bad),
            await visitor.send(f"{path}/forms/nonce", nonce_hash=bad),
            await visitor.send(f"{path}/forms/{bad}"),
            await visitor.send("/new", preset=bad),
            await visitor.send("/new", **{"option-high": bad}),
            await visitor.send("/new", bots=bad),
            (await visitor.look(f"/rules?table={bad}")).answer,
            (await visitor.look(f"/rules?preset={bad}")).answer,
            (await visitor.look(f"/tables/{bad}")).answer,
            (await visitor.look(f"/{bad}")).answer,
        ]
        for answer in answers:
            assert answer.status_code in (200, 404, 409, 422), answer.url
            assert "<script>x" not in answer.text
            assert flaws(tree(answer.text)) == []


# All pages


@pytest.mark.parametrize("path", LOOKED_AT)
@in_loop
async def test_no_page_has_a_flaw(tmp_path: Path, path: str) -> None:
    async with house(tmp_path) as here:
        stranger = await Visitor(here.client()).look(path)
        assert stranger.status == 200
        assert flaws(stranger.root) == []
        somebody, _ = await visitor_at_work(here.client(), name="Ada")
        page = await somebody.look(path)
        assert page.status == 200
        assert flaws(page.root) == []


def test_flaws_are_found() -> None:
    good = '<html lang="en" dir="ltr"><title>A</title><main id="m"><h1>B</h1>{}</main></html>'
    assert flaws(tree(good.format("<p>text</p>"))) == []
    for bad in (
        '<p style="x">a</p>',
        '<p onclick="x">a</p>',
        "<style>p {}</style>",
        "<script>x</script>",
        '<script src="https://evil.example/x.js"></script>',
        '<a href="javascript:x">a</a>',
        '<a href="#nowhere">a</a>',
        '<a href="/x"></a>',
        '<p id="m">a</p>',
        '<section aria-labelledby="x">a</section>',
        '<form action="/x"><input name="a"></form>',
        '<form action="//evil.example"></form>',
        "<button>a</button>",
        "<table><tr><td>1</td></tr></table>",
        "<svg></svg>",
        "<h1>again</h1>",
    ):
        assert flaws(tree(good.format(bad))), bad
    for broken in ("<p>a", "<p>a</b>", "<p></p></p>", "<p id='a' id='b'></p>"):
        with pytest.raises(AssertionError):
            tree(broken)
