"""A view knows what its viewer may know and no more: over all options, both tables, every viewer.

R4: hands are their seats' own, and what is not dealt stays unseen.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import count
from random import Random

from hypothesis import given, strategies as st

from cutthroat.core.actions import Action, Play, Seat
from cutthroat.core.cards import ALL_CARDS, Card, CardSet, deck
from cutthroat.core.events import Event, visible_to
from cutthroat.core.match import (
    Match,
    begin,
    deal_cards,
    decide,
    evolve,
    fold,
    legal_actions,
    start,
)
from cutthroat.core.rules import Rules
from cutthroat.core.view import View, first_view, observe, project, seated
from tests.kit import strategies
from tests.kit.script import everybody
from tests.kit.walk import modest, random_hands, walk

Hands = Sequence[Sequence[Card]]

matches = given(strategies.rules(), strategies.seat_counts(), strategies.generators())


@matches
def test_folding_what_a_viewer_may_see_is_projecting_the_state(
    rules: Rules, seats: int, rng: Random
) -> None:
    """At every event, for every viewer."""
    played = walk(rules, seats, rng)
    for viewer in everybody(seats):
        view = first_view(played.started, viewer)
        assert view == project(begin(played.started), viewer)
        for step in played.steps:
            if visible_to(step.event, viewer):
                view = observe(view, step.event)
            assert view == project(step.after, viewer)


@matches
def test_a_seat_sees_the_same_by_way_of_what_spectators_see(
    rules: Rules, seats: int, rng: Random
) -> None:
    for step in walk(rules, seats, rng).steps:
        public = project(step.after, None)
        for seat in range(1, seats + 1):
            assert seated(public, step.after, seat) == project(step.after, seat)


@matches
def test_r4_a_view_holds_no_card_that_its_viewer_has_not_seen(
    rules: Rules, seats: int, rng: Random
) -> None:
    whole = CardSet(deck(joker=rules.has_joker))
    for step in walk(rules, seats, rng).steps:
        for viewer in everybody(seats):
            view = project(step.after, viewer)
            own = own_hand(step.after, viewer)
            assert view.hand == own
            assert view.unseen == whole.difference(own.union(shown(view)))
            told = CardSet(cards_in(replace(view, unseen=CardSet())))
            assert told <= own.union(shown(view))


def own_hand(match: Match, viewer: Seat | None) -> CardSet:
    hands = getattr(match.phase, "hands", ())
    return hands[viewer - 1] if viewer and viewer <= len(hands) else CardSet()


def shown(view: View) -> CardSet:
    """What everybody has seen in the deal."""
    tricks = (*(taken.trick for taken in view.tricks), *([view.trick] if view.trick else []))
    return CardSet(card for trick in tricks for card in trick.cards)


def cards_in(value: object) -> Iterator[Card]:
    """Every card that can be reached from a value."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, CardSet | tuple):
        for part in value:
            yield from cards_in(part)
    elif is_dataclass(value):
        for field in fields(value):
            yield from cards_in(getattr(value, field.name))


@matches
def test_r10_to_r17_a_view_offers_its_viewer_what_the_match_accepts(
    rules: Rules, seats: int, rng: Random
) -> None:
    for step in walk(rules, seats, rng).steps:
        legal = legal_actions(step.after)
        for viewer in everybody(seats):
            view = project(step.after, viewer)
            offered = [*view.legal_calls, *view.legal_plays]
            wanted = legal if viewer == step.after.turn is not None else ()
            assert offered == [getattr(action, "card", action) for action in wanted]
            assert view.turn == step.after.turn


# Two deals that differ only in what a viewer cannot see.


@given(
    strategies.rules(),
    strategies.seat_counts(),
    strategies.generators(),
    st.integers(0, 20),
    st.booleans(),
)
def test_r4_deals_that_differ_in_hidden_cards_look_the_same(
    rules: Rules, seats: int, rng: Random, shared: int, in_suit: bool
) -> None:
    """As many equal actions as both deals allow lead to equal views, at every event.

    in_suit: hidden cards change places within their suits, so that all the actions stay legal.
    """
    dealer, hands = rng.randint(1, seats), random_hands(rules, seats, rng)
    match = begin(start(rules, seats, dealer))
    actions, after = random_actions(fold(match, deal_cards(match, hands)), rng, shared)
    for viewer in everybody(seats):
        twin = swapped(hands, project(after, viewer).unseen, rng, in_suit=in_suit)
        done = compare(match, hands, twin, actions, viewer)
        calls = sum(not isinstance(action, Play) for action in actions)
        assert done >= (len(actions) if in_suit else calls)


def random_actions(match: Match, rng: Random, number: int) -> tuple[list[Action], Match]:
    """Up to that many random actions of a deal, and the match after them; the deal still runs."""
    actions: list[Action] = []
    while len(actions) < number:
        action = modest(match, rng)
        after = fold(match, decide(match, action))
        if after.turn is None:
            break
        actions.append(action)
        match = after
    return actions, match


def swapped(hands: Hands, hidden: CardSet, rng: Random, *, in_suit: bool) -> Hands:
    """The hands with the hidden cards in other places, among the hands and the stock."""
    place = {card: card for card in ALL_CARDS}
    suits = {card.suit for card in hidden}
    groups = [[card for card in hidden if card.suit == suit] for suit in suits]
    for group in groups if in_suit else [list(hidden)]:
        place.update(zip(group, rng.sample(group, len(group)), strict=True))
    return [[place[card] for card in hand] for hand in hands]


def compare(
    match: Match, hands: Hands, twin_hands: Hands, actions: Sequence[Action], viewer: Seat | None
) -> int:
    """How many actions both deals allowed: those given, then any that both allow."""
    here, there = Watched(match, viewer), Watched(match, viewer)
    here.happens(deal_cards(match, hands))
    there.happens(deal_cards(match, twin_hands))
    assert here.views == there.views
    for done in count():
        both = [action for action in here.legal if action in there.legal]
        if here.match.turn == viewer:
            assert here.legal == there.legal
        wanted = actions[done] if done < len(actions) else next(iter(both), None)
        if wanted is None or wanted not in both:
            return done
        events = decide(here.match, wanted)
        assert events == decide(there.match, wanted)
        here.happens(events)
        there.happens(events)
        assert here.views == there.views
    raise AssertionError("a deal ends")


class Watched:
    """A match and all that one viewer has seen of it."""

    def __init__(self, match: Match, viewer: Seat | None) -> None:
        self.match = match
        self.viewer = viewer
        self.views: list[View] = []

    @property
    def legal(self) -> tuple[Action, ...]:
        return legal_actions(self.match)

    def happens(self, events: Iterable[Event]) -> None:
        for event in events:
            self.match = evolve(self.match, event)
            self.views.append(project(self.match, self.viewer))
