"""What the page says of what happened: to whom, in which words, under which number."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, strategies as st

from cutthroat.core.actions import Seat
from cutthroat.core.cards import Card, CardSet
from cutthroat.core.events import AuctionOpened, Event
from cutthroat.core.view import View, hand_of, project
from cutthroat.service.tables import decide
from cutthroat.service.tables.happenings import REACTIONS, Item, Settings, TableEvent
from cutthroat.service.tables.hosting import HostedTable
from cutthroat.service.tables.wire import Told, told
from cutthroat.web.pages.story import REMARKS, Story
from tests.kit.strategies import generators
from tests.kit.tables import Anything, Log
from tests.web.pages.markup import tree

NAMES = ("Ada", "Bea", "Cid")


class Hosted:
    """A log as the story of a page reads it."""

    def __init__(self, items: Sequence[Item], log: Log) -> None:
        self._items = items
        self._log = log

    @property
    def version(self) -> int:
        return len(self._items)

    def latest(self, after: int) -> list[tuple[int, Told, Event | None]]:
        return [
            (number, told(item), None if isinstance(item, TableEvent) else item)
            for number, item in enumerate(self._items, start=1)
            if number > after and (isinstance(item, TableEvent) or item.audience is None)
        ]

    def view_of(self, seat: Seat | None) -> View | None:
        count, upto = 0, 0
        while count < len(self._items):
            count += self._log.entries[upto].count
            upto += 1
        match = self._log.fold(upto).match
        return project(match, seat) if match else None


def hosted(log: Log, upto: int | None = None) -> HostedTable:
    return cast(HostedTable, Hosted(log.items[:upto], log))


def followed(log: Log) -> Story:
    """The story as it is told from entry to entry."""
    story, count = Story(), 0
    for entry in log.entries:
        count += entry.count
        story.follow(hosted(log, count))
    return story


def lines(story: Story, log: Log, you: Seat | None = None) -> list[tuple[int, str]]:
    """The numbers and sentences, as a reader has them."""
    names = NAMES[: len(log.state.seats)]
    match = log.state.match
    hand = hand_of(match, you) if match and you else CardSet()
    items = tree(story.lines(names, you, hand, "en")).all("li")
    return [(int(one["data-number"]), one.text) for one in items]


def said(log: Log, you: Seat | None = None) -> list[str]:
    return [text for _, text in lines(followed(log), log, you)]


def two(**how: Any) -> Log:
    return Log(2, **how).sit("Ada", "Bea")


def led(log: Log) -> Card:
    """Lead a card, which it is."""
    match, turn = log.state.match, log.state.turn
    assert match
    assert turn
    card = project(match, turn).legal_plays[0]
    log.act(card.text)
    return card


# To whom


def test_you_are_called_you_and_others_by_their_names() -> None:
    log = two().act("2")
    seat = log.state.match and log.state.match.turn
    first = 1 if seat == 2 else 2
    other = 3 - first
    assert f"{NAMES[first - 1]} bids 2." in said(log)
    assert f"{NAMES[first - 1]} bids 2." in said(log, other)
    assert "You bid 2." in said(log, first)
    assert not any(text.startswith("You") for text in said(log))


def test_cards_are_named_in_words() -> None:
    log = two().act("4")
    card = led(log)
    name = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}[card.text[1]]
    assert any("lead" in text and f"of {name}. Trump: {name}." in text for text in said(log))


def test_ones_hand_is_told_to_oneself_and_nobody_else() -> None:
    log = two()
    match = log.state.match
    assert match
    for you in (1, 2):
        told_to = [text for text in said(log, you) if text.startswith("Your hand: ")]
        assert len(told_to) == 1
        assert len(told_to[0].split(", ")) == 6
    assert not any("hand" in text for text in said(log))
    assert said(log, 1) != said(log, 2)


def test_a_hand_is_told_with_its_own_deal_only() -> None:
    """After a deal was thrown in, the reader has other cards than in that one."""
    log = two().act("pass pass")
    for story in (followed(log), late(log)):
        told_to = lines(story, log, 1)
        hands = [number for number, text in told_to if text.startswith("Your hand: ")]
        opened = [number for number, item in enumerate(log.items, start=1)
                  if isinstance(item, AuctionOpened)]  # fmt: skip
        assert len(opened) == 2
        assert hands == opened[1:]


def test_what_is_told_after_the_first_card_holds_no_hand() -> None:
    log = two().act("4")
    leader = log.state.turn
    led(log)
    assert not any("Your hand" in text for text in said(log, leader))


# What happens at the table


@pytest.mark.parametrize(
    ("happens", "to_you", "to_others"),
    [
        (lambda s: decide.react(s, 1, "wow"), "You: Wow!", "Ada: Wow!"),
        (
            lambda s: decide.agree_to_end(s, 1, agrees=True, absent=()),
            "You agree to end the match without a winner.",
            "Ada agrees to end the match without a winner.",
        ),
        (
            lambda s: decide.concede(s, 1),
            "You have left for good.",
            "Ada has left for good; a bot ",
        ),
    ],
)
def test_what_players_do_is_told(happens: Any, to_you: str, to_others: str) -> None:
    log = Log(3).sit(*NAMES)
    log.do(happens(log.state), 1)
    assert any(text.startswith(to_you) for text in said(log, 1))
    for other in (2, 3, None):
        assert any(text.startswith(to_others) for text in said(log, other))


def test_who_no_longer_agrees_is_told() -> None:
    log = two()
    for agrees in (True, False):
        log.do(decide.agree_to_end(log.state, 2, agrees=agrees, absent=()), 2)
    assert said(log, 2)[-1] == "You no longer agree to end the match."
    assert said(log, 1)[-1] == "Bea no longer agrees to end the match."


def test_comings_and_goings_are_told() -> None:
    log = Log(2, settings=Settings(clock=30)).sit("Ada", "Bea")
    turn = log.state.turn
    assert turn
    log.do(decide.go_away(log.state, turn, "clock"))
    log.do(decide.come_back(log.state, turn))
    name = NAMES[turn - 1]
    assert said(log)[-2:] == [f"{name} is away; a bot plays.", f"{name} is back."]
    assert said(log, turn)[-2:] == ["You are away; a bot plays.", "You are back."]


def test_a_table_that_is_closed_says_so() -> None:
    log = Log(2).sit("Ada")
    log.do(decide.leave(log.state, 1, log.secret()), 1)
    assert said(log)[:1] == ["Ada sits down."]
    assert "A seat is free again." in said(log)
    log.do(decide.close(log.state, "operator"))
    assert said(log)[-1] == "The table is closed."


def test_the_match_begins_in_words() -> None:
    assert "The match begins. All its deals are fixed now." in said(two())


def test_every_remark_of_the_list_has_words() -> None:
    assert set(REMARKS) == set(REACTIONS)


def test_a_remark_is_shown_for_a_while() -> None:
    log = two()
    log.do(decide.react(log.state, 2, "oops"), 2)
    assert followed(log).remark(2) == "Oops!"
    assert followed(log).remark(1) is None
    for _ in range(4):
        log.do(decide.react(log.state, 1, "hello"), 1)
    assert followed(log).remark(2) is None


# Numbers


@given(generators(), st.sampled_from((2, 3)))
def test_sentences_have_the_numbers_of_their_events(rng: Random, seats: int) -> None:
    log = Anything(rng, seats).happens(40)
    story = followed(log)
    for you in (None, *log.state.numbers):
        numbers = [number for number, _ in lines(story, log, you)]
        assert numbers == sorted(numbers)
        assert len(numbers) <= 18
        for number in numbers:
            item = log.items[number - 1]
            assert isinstance(item, TableEvent) or item.audience is None


def late(log: Log) -> Story:
    """The story as it is told to one who comes now."""
    story = Story()
    story.follow(hosted(log))
    return story


@given(generators(), st.sampled_from((2, 3)))
def test_who_comes_late_reads_what_the_others_read(rng: Random, seats: int) -> None:
    log = Anything(rng, seats).happens(40)
    for you in (None, *log.state.numbers):
        assert lines(late(log), log, you) == lines(followed(log), log, you)


@given(generators())
def test_what_was_told_once_stays_as_it_was(rng: Random) -> None:
    """What is spoken as it comes is what stands there later, number for number."""
    log = Anything(rng, 2).happens(30)
    story, count, heard = Story(), 0, dict[int, set[str]]()
    for entry in log.entries:
        count += entry.count
        story.follow(hosted(log, count))
        items = tree(story.lines(NAMES[:2], None, CardSet(), "en")).all("li")
        for one in items:
            heard.setdefault(int(one["data-number"]), set()).add(one.text)
    texts: dict[int, set[str]] = {}
    for number, text in lines(story, log):
        texts.setdefault(number, set()).add(text)
    assert all(heard[number] == text for number, text in texts.items()
               if number != min(texts))  # fmt: skip


def test_names_are_no_markup() -> None:
    log = two()
    story = followed(log)
    told_to = story.lines(("<b>Ada</b>", "B&a"), None, CardSet(), "en")
    assert "<b>" not in told_to
    assert "&lt;b&gt;Ada" in told_to


def test_other_names_and_languages_are_told_anew() -> None:
    log = two()
    story = followed(log)
    for names in (("Ada", "Bea"), ("Eve", "Bea"), ("Ada", "Bea")):
        assert ("Eve" in story.lines(names, None, CardSet(), "en")) is ("Eve" in names)
