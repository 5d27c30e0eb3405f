"""How to play, the guided first deal, and the rules, as pages."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from random import Random

import httpx
import pytest

from cutthroat.core.match import legal_actions
from cutthroat.core.rules import OPTIONS, PRESETS
from cutthroat.core.view import Stage
from cutthroat.i18n.cards import NamedCards
from cutthroat.i18n.options import option_text
from cutthroat.i18n.rulebook import rulebook
from cutthroat.i18n.telling import Teller
from cutthroat.service.coaching import Why, advice
from cutthroat.service.lesson import LEARNER, Lesson, after, begun, text_of
from cutthroat.web.pages.coach import _CALLS, _PLAYS, coached
from tests.kit.databases import in_loop
from tests.web.house import house, sit

PEOPLE = {"Accept": "text/html"}
INLINE = re.compile(r"<style|<script(?![^>]* src=)|\sstyle=|\son[a-z]+=", re.IGNORECASE)
IDS = re.compile(r'\sid="([^"]*)"')
CARD = re.compile(r"#(\w\w)\"")
TELLER = Teller(NamedCards(), ("Learner", "Ada", "Ben"), LEARNER)


async def page(client: httpx.AsyncClient, path: str, status: int = 200) -> str:
    """A page as a browser gets it; well made as all are."""
    answer = await client.get(path, headers=PEOPLE, follow_redirects=True)
    assert answer.status_code == status, answer.text
    text = answer.text
    assert not INLINE.search(text)
    ids = IDS.findall(text)
    assert len(ids) == len(set(ids))
    return text


def words(text: str) -> str:
    """What is read on a page."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


@in_loop
async def test_how_to_play_shows_the_points_and_example_tricks(tmp_path: Path) -> None:
    """R5 to R8, R18."""
    async with house(tmp_path) as here:
        text = await page(here.client(), "/learn")
        for name in ("High", "Low", "Jack", "Game"):
            assert f"<b>{name}</b>" in text
        counted = re.findall(r'aria-label="(\w+) of spades"><use[^>]*></svg><b>(\d+)</b>', text)
        assert counted == [
            ("ten", "10"),
            ("ace", "4"),
            ("king", "3"),
            ("queen", "2"),
            ("jack", "1"),
        ]
        takers = re.findall(r'<li class=takes><svg[^>]*aria-label="([^"]*)"', text)
        assert takers == ["king of hearts", "two of spades", "queen of diamonds"]
        barred = re.findall(r'<li class=not><svg[^>]*aria-label="([^"]*)"', text)
        assert barred == ["queen of clubs", "nine of diamonds"]
        assert 'href="/learn/deal"' in text
        linked = set(re.findall(r'href="#(\w+)"', text)) - {"main"}
        assert linked <= set(IDS.findall(text))
        assert option_text("out", PRESETS["classic"].out) in words(text)


@in_loop
async def test_the_guided_deal_is_walked_by_its_advice(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        text = await page(client, "/learn/deal")
        lesson = begun()
        while lesson.match.turn is not None:
            move = advice(lesson.view).action
            name = "call" if lesson.view.legal_calls else "play"
            assert f'<button name="{name}" value="{text_of(move)}"' in text
            assert "A good choice:" in text
            assert 'data-turn="1"' in text
            moves = re.search(r'name="moves" value="([^"]*)"', text)
            assert moves
            text = await page(client, f"/learn/deal?moves={moves[1]}&{name}={text_of(move)}")
            lesson = after(lesson, move)
        assert 'data-phase="scored"' in text
        assert 'data-turn=""' in text
        told = words(text)
        assert "You bid 3, won 4, and made it (R20)." in told
        assert "Low: You, by playing the lowest trump, three of spades (R6)." in told
        assert 'action="/play-now"' in text
        assert '<a class="button" href="/learn/deal">Again</a>' in text
        assert "in-hand" not in text


@in_loop
async def test_a_choice_becomes_part_of_the_address(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        answer = await client.get("/learn/deal?moves=3&play=AS", headers=PEOPLE)
        assert answer.status_code == 303
        assert answer.headers["location"] == "/learn/deal?moves=3.AS"
        text = await page(client, "/learn/deal?moves=3.AS")
        assert '<a href="/learn/deal?moves=3" rel="prev">' in text
        text = await page(client, "/learn/deal?moves=3")
        assert '<a href="/learn/deal" rel="prev">' in text
        text = await page(client, "/learn/deal?moves=")
        assert "prev" not in text


@in_loop
async def test_an_illegal_choice_is_explained_and_changes_nothing(tmp_path: Path) -> None:
    """R11, R16."""
    async with house(tmp_path) as here:
        client = here.client()
        path = "/learn/deal?moves=3.AS.KS.2D"
        before = await page(client, path)
        assert '<button name="try" value="8D" class="in-hand try" aria-disabled="true">' in before
        for name in ("try", "play"):
            text = await page(client, f"{path}&{name}=8D", 422)
            alert = re.search(r'<p class="alert" role="alert">([^<]*)</p>\n', text)
            assert alert
            assert alert[1] == (
                "You may not play eight of diamonds: you have hearts, so play one, or a trump"
                " (spades) (R16)."
            )
            assert text.replace(alert[0], "") == before
        text = await page(client, "/learn/deal?call=2", 422)
        assert "The highest bid is 2: bid more, or pass (R11)." in text


@pytest.mark.parametrize(
    "query",
    [
        "moves=zz",
        "moves=3.QS",
        "moves=3.AS.KS.2D.8D",
        "moves=3.AS&play=XX",
        "moves=3&play=" + "A" * 300,
        "moves=" + "3." * 300,
        "call=5",
        "call=AS",
        "call=",
        "play=",
        "moves=3.AS.KS.2D.3S.6H.8D.9H",
    ],
)
@in_loop
async def test_a_bad_address_is_a_clear_problem(tmp_path: Path, query: str) -> None:
    async with house(tmp_path) as here:
        answer = await here.client().get(f"/learn/deal?{query}", headers=PEOPLE)
        assert answer.status_code in (409, 422)
        assert "That did not work" in answer.text
        assert len(answer.text) < 3_000


@in_loop
async def test_the_page_shows_no_card_that_the_learner_may_not_see(tmp_path: Path) -> None:
    """R4."""
    async with house(tmp_path) as here:
        client = here.client()
        for seed in range(6):
            for lesson in random_walk(seed):
                moves = ".".join(map(text_of, lesson.moves))
                text = await page(client, f"/learn/deal?moves={moves}")
                view = lesson.view
                seen = {card.text for card in view.hand}
                seen |= {card.text for one in view.tricks for card in one.trick.cards}
                seen |= {card.text for card in (view.trick.cards if view.trick else ())}
                assert set(CARD.findall(text)) <= seen
                hidden = [card for card in view.unseen if f'value="{card.text}"' in text]
                assert not hidden


def random_walk(seed: int) -> list[Lesson]:
    rng = Random(seed)
    lessons = [begun()]
    while lessons[-1].match.turn is not None:
        lessons.append(after(lessons[-1], rng.choice(legal_actions(lessons[-1].match))))
    return lessons


@pytest.mark.parametrize("seed", range(30))
def test_the_coach_always_has_something_to_say(seed: int) -> None:
    for lesson in random_walk(seed):
        said = coached(lesson, TELLER)
        assert said.headline
        assert all((*said.because, *said.matters, *said.news))
        assert said.news
        if lesson.view.stage is Stage.SCORED:
            assert said.because
            assert not said.todo
        else:
            assert said.todo
            for card in lesson.view.legal_plays[1:]:
                assert "all that you may play" not in said.todo, card
        if lesson.view.stage is Stage.PLAY and lesson.view.trump:
            assert [name for name, text in said.standing if text] == ["High", "Low", "Jack", "Game"]


def test_every_thought_has_a_sentence() -> None:
    assert {*_CALLS, *_PLAYS} == set(Why)


def test_the_coach_says_why_a_trick_went_where_it_did() -> None:
    """R18."""
    lesson = begun()
    said = []
    for text in ("3", "AS", "KS", "2D", "3S"):
        move = next(one for one in legal_actions(lesson.match) if text_of(one) == text)
        lesson = after(lesson, move)
        said.append(coached(lesson, TELLER).because[-1])
    assert said[0].startswith("Your bid is the highest, so you are the bidder (R13).")
    assert said[1:] == [
        "You took the trick: the ace of spades was the highest trump in it (R18).",
        "You took the trick: the king of spades was the highest trump in it (R18).",
        "Ada took the trick: nobody trumped, and the ten of diamonds was the highest of the suit"
        " that was led (R18).",
        "You took the trick: the three of spades is a trump, and any trump beats the hearts led"
        " (R18).",
    ]
    points = dict(coached(lesson, TELLER).standing)
    assert points["Low"] == "You played the lowest trump so far, the three of spades."
    assert points["Jack"] == "You took the jack: the point is yours."
    assert points["Game"] == "Card points so far: You 28, Ada 10, Ben 0."


@pytest.mark.parametrize("name", PRESETS)
@in_loop
async def test_the_rules_are_told_whole(tmp_path: Path, name: str) -> None:
    async with house(tmp_path) as here:
        text = await page(here.client(), f"/rules?preset={name}")
        told = words(text)
        for section in rulebook(PRESETS[name]):
            for paragraph in section.paragraphs:
                assert " ".join(paragraph.sentences) in told
        ids = IDS.findall(text)
        assert {option.name for option in OPTIONS} <= set(ids)
        assert {f"R{number}" for number in range(1, 27)} <= set(ids)
        for option in OPTIONS:
            assert option_text(option.name, getattr(PRESETS[name], option.name)) in told


@in_loop
async def test_the_rules_say_why_a_match_can_drag_on(tmp_path: Path) -> None:
    """Option `limit`."""
    async with house(tmp_path) as here:
        client = here.client()
        text = words((await page(client, "/rules")).partition('<section id="limit"')[2])
        assert "Why a match can drag on" in text
        assert "Agree to end it without a winner" in text
        short = words((await page(client, "/rules?preset=short")).partition('id="limit"')[2])
        assert "Why a match can drag on" not in short
        assert "Once 20 deals have been scored" in short


@in_loop
async def test_options_are_laid_over_a_preset(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        text = words(await page(here.client(), "/rules?preset=short&rules=joker%3Dyes%20limit%3D9"))
        assert "target=7 high=highest out=reach joker=yes limit=9" in text


@in_loop
async def test_the_rules_of_a_table(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        seated = await sit(client, rules="limit=20 tie=bidder")
        text = words(await page(client, f"/rules?table={seated.table}"))
        assert f"By the house rules of table {seated.table}. tie=bidder limit=20" in text
        text = await page(client, f"/rules?table={seated.table}")
        assert f'href="/tables/{seated.table}"' in text


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ("preset=none", 422, "There is no preset"),
        ("rules=target%3D4", 422, "The option target cannot be"),
        ("rules=tie", 422, "is no option"),
        ("table=nowhere", 404, "no table"),
    ],
)
@in_loop
async def test_rules_that_there_are_not(tmp_path: Path, query: str, status: int, said: str) -> None:
    async with house(tmp_path) as here:
        assert said in words(await page(here.client(), f"/rules?{query}", status))
