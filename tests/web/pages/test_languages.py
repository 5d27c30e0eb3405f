"""Pages in other languages: every word translated, and directions that do not mix."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cutthroat.web.pages.addresses import PAGES
from cutthroat.web.pages.drawing import Studio
from cutthroat.web.pages.home import get_back
from cutthroat.web.pages.looks import COOKIE as LOOK
from tests.kit.databases import in_loop
from tests.kit.tongues import bracketed, compile_catalogue, spoken_from
from tests.web.house import HOST, House, house
from tests.web.pages.finished import played, store
from tests.web.pages.markup import Element, flaws, tree
from tests.web.pages.visitor import Page, Visitor, visitor_at_work

LOOKED_AT = [
    page.path
    for page in PAGES
    if page.method == "GET" and not set("{.") & set(page.path) and page.handler is not get_back
]
BRAND = re.compile("Cutthroat Canadian Smear|Cutthroat|Canadian Smear|UTC|UTF-8|R[0-9]+")
"""The same in every language."""
SHALOM = "שלום"
"""A name from right to left."""
SHOWN = ("aria-label", "title", "placeholder", "alt")
SAME = {"code", "pre", "bdi", "script", "style", "time"}
"""Elements whose text is nobody's words: names, commands, addresses."""


@pytest.fixture(autouse=True, scope="module")
def _languages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A language from left to right and one from right to left, of all messages in brackets."""
    folder = tmp_path_factory.mktemp("tongues")
    for language in ("eo", "ar"):
        compile_catalogue(folder, language, bracketed(language))
    with pytest.MonkeyPatch.context() as patch, spoken_from(folder, patch):
        yield


def speaker(here: House, language: str = "eo") -> Visitor:
    client = here.client()
    client.cookies.set(LOOK, f"language={language}", domain=HOST)
    return Visitor(client)


# Every word


def outside(text: str) -> str:
    """What stands between no brackets."""
    depth, rest = 0, ""
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        rest += "" if depth or sign == "⟧" else sign
    assert depth == 0, text
    return rest


def untranslated(page: Element) -> list[str]:
    """Words of a page that went round gettext."""
    texts = [text for one in (page, *page.walk()) for text in _texts(one)]
    return [text for text in texts
            if any(sign.isalpha() for sign in BRAND.sub("", outside(text)))]  # fmt: skip


def _texts(one: Element) -> Iterator[str]:
    """The text right in an element, unless it is nobody's words, and that of its attributes."""
    yield from (one[name] for name in SHOWN if name in one.attrs)
    if one.tag in SAME or (one.tag == "option" and "lang" in one.attrs):
        return
    if any(up.tag in SAME for up in _around(one)):
        return
    yield "".join(child for child in one.children if isinstance(child, str))


def _around(one: Element) -> Iterator[Element]:
    while one.parent is not None:
        one = one.parent
        yield one


def check(page: Page) -> None:
    assert page.root.one("html")["lang"] == "eo"
    assert untranslated(page.root) == []
    assert flaws(page.root) == []
    assert "⟦" in page.root.one("title").text


@pytest.mark.parametrize("path", [path for path in LOOKED_AT if path != "/"])
@in_loop
async def test_no_word_of_a_page_goes_round_gettext(tmp_path: Path, path: str) -> None:
    async with house(tmp_path) as here:
        check(await speaker(here).look(path))
        visitor = speaker(here)
        await visitor_at_work(visitor.client, name="⟦Ada⟧", listed="on", seats="3")
        check(await visitor.look(path))


@in_loop
async def test_no_word_of_the_first_page_goes_round_gettext(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, _ = await visitor_at_work(speaker(here).client)
        for who in (visitor, speaker(here)):
            assert untranslated((await who.look("/")).root) == []


@in_loop
async def test_no_word_of_a_table_goes_round_gettext(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await visitor_at_work(speaker(here).client, seats="3", bots="1")
        check(page)
        path = page.answer.url.path
        check(await speaker(here).look(path))
        other = speaker(here)
        await other.look(path)
        await other.send(f"{path}/forms/seat", name="⟦Bea⟧")
        for form, fields in {"react": {"reaction": "wow"}, "end": {}, "ready": {}}.items():
            answer = await other.send(f"{path}/forms/{form}", **fields)
            if answer.status_code != 303:
                check(Page(answer))
        seen = set[str]()
        while not {"scored", "over"} & seen:
            await asyncio.sleep(0.03)
            for who in (visitor, other):
                page = await who.look(path)
                seen.add(page.phase)
                check(page)
                if page.is_my_turn:
                    check(Page(await who.send(f"{path}/forms/hint")))
                    for button in page.buttons("try")[:1]:
                        check(await who.click(button))
                    await who.click((page.buttons("call") or page.buttons("play"))[-1])
        assert seen >= {"auction", "play"}
        await other.send(f"{path}/forms/concede")
        check(await visitor.look(path))
        check(await speaker(here).look(path))


@in_loop
async def test_no_word_of_a_problem_goes_round_gettext(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor = speaker(here)
        for path in ("/nothing", "/tables/nothing", "/matches/nothing", "/link/nothing"):
            page = await visitor.look(path)
            assert page.status == 404
            check(page)
        for path in ("/tables/nothing/forms/move", "/new", "/network", "/replay"):
            page = Page(await visitor.send(path, bots="9", seats="7"))
            assert page.status >= 400
            check(page)
        check(Page(await speaker(here).send("/play-now")))


@in_loop
async def test_no_word_of_a_sheet_goes_round_gettext(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor = speaker(here)
        await visitor.look("/score")
        check(Page(await visitor.send("/score", name1="⟦Ana⟧", name2="⟦Ana⟧")))
        check(Page(await visitor.send("/score/import", text="⟦x⟧")))
        names = {"name1": "⟦Ana⟧", "name2": "⟦Ben⟧", "dealer": "2", "option-joker": "yes"}
        begun = await visitor.send("/score", **names, preset="seed")
        path = begun.headers["location"]
        deal = {"bidder": "1", "bid": "4", "high": "1", "low": "1", "jack": "1", "game": "1"}
        sent: list[dict[str, str]] = [
            {},
            {**deal, "bid": "2"},
            {**deal, "low": "nobody"},
            {**deal, "high": "2"},
            {"do": "misdeal"},
            {"do": "thrown_in"},
            {"do": "count", "card-TS": "1", "bidder": "1"},
            deal,
            deal,
            {"do": "next", "dealer": "1"},
            {"do": "stop", "reason": "⟦late⟧"},
        ]
        for fields in sent:
            answer = await visitor.send(path, **fields)
            if answer.status_code != 303:
                check(Page(answer))
            check(await visitor.look(path))
        await visitor.send(f"{path}/lines/1", **{**deal, "bid": "3"})
        check(await visitor.look(path))
        await visitor.send(f"{path}/undo")
        check(await speaker(here).look(path))
        for page in ("lines/1", "lines/1/before", "lines/6", "setup", "history", "statistics",
                     "print"):  # fmt: skip
            check(await visitor.look(f"{path}/{page}"))


@in_loop
async def test_no_word_of_a_replay_goes_round_gettext(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        log = await store(here, played("⟦Ada⟧", "⟦Bea⟧"))
        assert log.state.fair
        match = log.state.fair.match
        visitor = speaker(here)
        for path in (f"/matches/{match}", f"/matches/{match}/verify"):
            page = await visitor.look(path)
            assert page.status == 200
            check(page)
            links = [one["href"] for one in page.root.all("a") if "href" in one.attrs]
            for link in [link for link in links if match in link and ".smear" not in link][:4]:
                check(await visitor.look(link))


def test_words_that_went_round_are_found() -> None:
    page = tree("<p>⟦a {b ⟦c⟧}⟧ d</p><p title='e'>⟦f⟧</p><code>g</code><bdi>h</bdi><p>UTC 3</p>")
    assert untranslated(page) == ["⟦a {b ⟦c⟧}⟧ d", "e"]


# Each their own


@in_loop
async def test_each_reads_a_table_in_their_own_language(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ada, page = await visitor_at_work(here.client(), name="Ada")
        path = page.answer.url.path
        await ada.my_turn(path)
        for language in ("eo", "en", "ar", "eo", "en"):
            page = await speaker(here, language).look(path)
            assert page.root.one("html")["lang"] == language
            assert ("⟦" in page.main.text) is (language != "en")
        asked = {"Accept": "text/html", "Accept-Language": "ar-EG, en;q=0.5"}
        answer = await here.client().get(path, headers=asked)
        assert tree(answer.text).one("html")["lang"] == "ar"


# From right to left


@in_loop
async def test_a_page_in_arabic_reads_from_right_to_left(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await visitor_at_work(speaker(here, "ar").client, name="Ada")
        page = await visitor.my_turn(page.answer.url.path)
        html = page.root.one("html")
        assert (html["lang"], html["dir"]) == ("ar", "rtl")
        assert flaws(page.root) == []
        story = page.main.one("ol", id="story")
        assert "\u2068easy\u2069" in story.text
        for one in (await visitor.look("/learn"), await visitor.look("/nothing")):
            assert one.root.one("html")["dir"] == "rtl"


@pytest.mark.parametrize("who", [SHALOM, "Ada", "عمر 3"])
def test_scores_and_names_are_apart_from_what_is_around_them(who: str) -> None:
    """Scenario 34 of what went wrong elsewhere: −4 came out as 4−."""
    studio = Studio("")
    text = studio.text("table/scores.html", rows=((who, -4, 0, 0),), target=11)
    cells = tree(text).one("tbody").one("tr")
    assert cells.one("th").one("bdi").text == who
    assert cells.all("td")[0].one("bdi").text == "−4"


@in_loop
async def test_signed_numbers_of_the_lesson_are_apart(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        page = await Visitor(here.client()).look("/learn")
        numbers = [one for one in page.root.walk() if re.fullmatch("[+−][0-9]+", one.text)]
        assert numbers
        assert all("bdi" in (one.tag, *[up.tag for up in _around(one)]) for one in numbers)


@in_loop
async def test_names_that_read_the_other_way_turn_no_sentence(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await visitor_at_work(here.client(), name=SHALOM, seats="3")
        for text in (page.root.one("h1").text, page.main.one("ol", id="story").text):
            assert SHALOM not in text.replace(f"\u2068{SHALOM}\u2069", "")
        page = await visitor.look(page.answer.url.path)
        bare = [one for one in page.main.walk() if one.children == [SHALOM]]
        assert bare
        assert all(one.tag == "bdi" for one in bare)
