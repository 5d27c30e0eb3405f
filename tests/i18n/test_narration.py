"""A match told event by event: whole sentences, and nothing that the reader may not know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import pytest
from hypothesis import given

from cutthroat.core.cards import CardSet, cards
from cutthroat.core.events import (
    AuctionOpened,
    Event,
    HandDealt,
    MatchEnded,
    MatchStarted,
    visible_to,
)
from cutthroat.core.match import annul_deal, deal_cards, end, fold
from cutthroat.core.rules import Rules
from cutthroat.core.view import View, first_view, observe, project
from cutthroat.i18n.cards import NamedCards, card_name
from cutthroat.i18n.narration import narrate
from cutthroat.i18n.telling import Teller
from tests.kit import strategies
from tests.kit.script import act, dealt, everybody, happens, plainly_dealt, table
from tests.kit.walk import walk

NAMES = ("Ann", "Ben", "Cal")
HANDS = ("2C 3C 4C 5C 6C 7C", "JH KS QS JS TS 9S")


def story(view: View, events: Iterable[Event]) -> Iterator[tuple[View, Event, list[str]]]:
    """What is said of each event that the viewer may see, with the view after it."""
    teller = Teller(NamedCards(), NAMES, view.you)
    for event in events:
        if visible_to(event, view.you):
            view = observe(view, event)
            yield view, event, list(narrate(teller, view, event))


def told(view: View, events: Iterable[Event]) -> list[str]:
    return [sentence for _, _, said in story(view, events) for sentence in said]


def played_deal() -> tuple[Event, ...]:
    """Seat 1 bids 2 and takes every trick."""
    dealing = deal_cards(table(0, 0), [cards(hand) for hand in HANDS])
    words = "2 pass 2C KS 3C QS 4C JS 5C TS 6C 9S 7C JH"
    return (*dealing, *happens(fold(table(0, 0), dealing), words))


def test_a_deal_told_to_a_player() -> None:
    lines = told(project(table(0, 0), 1), played_deal())
    assert lines[:7] == [
        "Deal 1. Ben deals.",
        "Your hand: seven of clubs, six of clubs, five of clubs, four of clubs, three of clubs, "
        "two of clubs",
        "You bid 2.",
        "Ben passes.",
        "You won the auction with 2, and lead. The suit you lead is trump.",
        "You lead two of clubs. Trump: clubs.",
        "Ben throws off king of spades.",
    ]
    assert lines[7:9] == [
        "You take the trick: two of clubs, king of spades. 3 card points.",
        "You lead three of clubs.",
    ]
    assert "You take the trick: three of clubs, queen of spades. 2 card points." in lines
    assert "You bid 2, won 2, and made it (R20)." in lines
    assert lines[-2:] == ["Your score: 0 + 2 = 2.", "Score of Ben: 0 + 0 = 0."]


def test_a_deal_told_to_who_watches() -> None:
    lines = told(project(table(0, 0), None), played_deal())
    assert lines[:4] == [
        "Deal 1. Ben deals.",
        "Ann bids 2.",
        "Ben passes.",
        "Ann won the auction with 2, and leads.",
    ]
    assert not any("You" in line for line in lines)


def test_r4_a_hand_of_another_seat_is_told_where_all_hands_are_open() -> None:
    """The view stays as it was: a spectator's cannot take a hand in."""
    view = project(table(0, 0), None)
    teller = Teller(NamedCards(), NAMES, None)
    event = HandDealt(2, CardSet.of("2S AH"))
    assert list(narrate(teller, view, event)) == ["Ben holds two of spades, ace of hearts"]


@pytest.mark.parametrize(
    ("rules", "said"), [("", "Cal deals again."), ("all_pass=next", "Ann deals next.")]
)
def test_r14_who_deals_after_everybody_passed(rules: str, said: str) -> None:
    match = plainly_dealt(table(0, 0, 0, rules=rules))
    *_, line = told(project(match, None), happens(match, "pass pass pass"))
    assert line == f"Everybody passed. The cards are thrown in, and {said}"


def test_a_deal_that_is_annulled_and_a_match_that_ends() -> None:
    match = plainly_dealt(table(0, 0))
    view = project(match, 1)
    assert told(view, annul_deal(match)) == [
        "Misdeal: the deal is annulled, and the same dealer deals again."
    ]
    assert told(view, end(match, "seat 2 left")) == [
        "The match ended without a winner: seat 2 left"
    ]


def test_r24_the_deal_is_told_before_who_won_the_match() -> None:
    match = act(dealt(table(11, 0), *HANDS), "2 pass 2C KS 3C QS 4C JS 5C TS 6C 9S 7C")
    lines = told(project(match, 2), happens(match, "JH"))
    assert lines[0] == "You throw off jack of hearts."
    assert "Ann bid 2, won 2, and made it (R20)." in lines
    assert lines[-1] == (
        "Ann wins the match: at 11 or more when the cards were dealt, and made the bid (R24)."
    )


matches = given(strategies.rules(), strategies.seat_counts(), strategies.generators())


def viewed(rules: Rules, seats: int, rng: Random) -> Iterator[tuple[View, Event, list[str]]]:
    """A match of any kind, as every viewer is told of it."""
    played = walk(rules, seats, rng)
    for viewer in everybody(seats):
        events = (step.event for step in played.steps)
        yield from story(first_view(played.started, viewer), events)


@matches
def test_every_event_is_told_in_whole_sentences(rules: Rules, seats: int, rng: Random) -> None:
    for _, event, said in viewed(rules, seats, rng):
        assert bool(said) != isinstance(event, AuctionOpened), event
        for sentence in said:
            assert sentence == sentence.strip() != ""
            assert not {"{", "}", "\n"} & set(sentence)
            open_end = isinstance(event, HandDealt | MatchEnded)
            assert open_end or sentence.endswith("."), sentence


@matches
def test_r4_no_card_is_named_that_the_reader_has_not_seen(
    rules: Rules, seats: int, rng: Random
) -> None:
    for view, _, said in viewed(rules, seats, rng):
        text = " ".join(said)
        assert [card for card in view.unseen if card_name(card) in text] == []


@matches
def test_what_all_may_see_is_told_alike_with_any_view(
    rules: Rules, seats: int, rng: Random
) -> None:
    for step in walk(rules, seats, rng).steps:
        if step.event.audience is None:
            teller = Teller(NamedCards(), NAMES, 1)
            one, *others = (
                list(narrate(teller, project(step.after, viewer), step.event))
                for viewer in everybody(seats)
            )
            assert all(other == one for other in others)


@matches
def test_only_the_readers_own_seat_is_you(rules: Rules, seats: int, rng: Random) -> None:
    for view, event, said in viewed(rules, seats, rng):
        if view.you is None:
            assert not any("You" in sentence for sentence in said), event
        else:
            assert not any(NAMES[view.you - 1] in sentence for sentence in said), event


def test_a_match_that_starts_needs_no_words() -> None:
    started = MatchStarted(Rules(), 3, 1)
    teller = Teller(NamedCards(), NAMES, 1)
    assert list(narrate(teller, first_view(started, 1), started)) == []


def test_the_story_needs_only_what_the_reader_was_told() -> None:
    """A view that is folded from the running deal alone tells it in the same words."""
    events = played_deal()
    whole = told(project(table(3, -4), 1), events)
    alone = told(first_view(MatchStarted(Rules(), 2, 2), 1), events)
    assert whole == alone
