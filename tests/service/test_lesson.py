"""The guided first deal, and the rules of thumb that a learner is told."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, strategies as st

from cutthroat.core.actions import Action, Bid, Pass, Play
from cutthroat.core.cards import Card, cards
from cutthroat.core.errors import IllegalAction, InvalidNotation, Reason
from cutthroat.core.events import HandDealt
from cutthroat.core.match import (
    Scored,
    begin,
    deal_cards,
    decide,
    fold,
    legal_actions,
    start,
)
from cutthroat.core.rules import Rules
from cutthroat.core.view import View, project
from cutthroat.service.coaching import Prospect, Why, advice, prospects
from cutthroat.service.lesson import (
    LEARNER,
    Lesson,
    after,
    begun,
    lesson_of,
    move_of,
    moves_of,
    moves_text,
    text_of,
)


def is_over(lesson: Lesson) -> bool:
    return lesson.match.turn is None


def walked(seed: int) -> list[Lesson]:
    """The moments of a lesson whose learner does anything that is allowed."""
    rng = Random(seed)
    lessons = [begun()]
    while not is_over(lessons[-1]):
        lessons.append(after(lessons[-1], rng.choice(legal_actions(lessons[-1].match))))
    return lessons


def test_at_the_start_the_bots_have_called_and_the_learner_is_to_call() -> None:
    """R10: whoever deals calls last."""
    lesson = begun()
    assert lesson.match.dealer == LEARNER
    assert lesson.view.turn == LEARNER
    assert lesson.view.calls == (Bid(2, 2), Pass(3))
    assert lesson.view.hand == set(cards("AS KS 3S 6H 8D 2D"))


def test_good_advice_wins_all_four_points() -> None:
    """High by the ace, Jack caught by the king, Low and a ten by the three. R5 to R8."""
    lesson = begun()
    reasons = []
    while not is_over(lesson):
        advised = advice(lesson.view)
        reasons.append(advised.why)
        lesson = after(lesson, advised.action)
    assert reasons[:5] == [
        Why.OVERBID,
        Why.OPEN_ACE,
        Why.HUNT_JACK,
        Why.LEAD_CHEAP,
        Why.TAKE,
    ]
    phase = lesson.match.phase
    assert isinstance(phase, Scored)
    assert phase.summary.made
    assert phase.summary.earned == (4, 0, 0)
    assert phase.summary.bid == 3
    # The trick that is worth trumping could have been lost: the learner had a heart as well.
    assert Card("TH") in phase.tricks[3].trick.cards


@pytest.mark.parametrize("seed", range(40))
def test_any_legal_moves_lead_to_a_result(seed: int) -> None:
    for lesson in walked(seed):
        view = lesson.view
        assert is_over(lesson) or view.turn == LEARNER
        assert lesson.news
        assert lesson.news[-1].view == view
        if not is_over(lesson):
            assert advice(view).action in legal_actions(lesson.match)
    assert isinstance(lesson.match.phase, Scored)
    assert lesson_of(moves_of(moves_text(lesson.moves))) == lesson


def test_the_news_tell_no_hand_but_the_learners() -> None:
    """R4."""
    dealt = [one.event for one in begun().news if isinstance(one.event, HandDealt)]
    assert [event.seat for event in dealt] == [LEARNER]


def test_a_move_that_the_rules_refuse_changes_nothing() -> None:
    """R16."""
    lesson = lesson_of(moves_of("3.AS.KS.2D"))
    with pytest.raises(IllegalAction) as caught:
        after(lesson, Play(LEARNER, Card("8D")))
    assert caught.value.reason is Reason.MUST_FOLLOW_OR_TRUMP
    assert lesson == lesson_of(moves_of("3.AS.KS.2D"))


@pytest.mark.parametrize("text", ["2", "3.3", "AS", "3.QS", "3.AS.KS.2D.3S.6H.8D.8D", "pass.AS"])
def test_moves_that_cannot_have_been_are_refused(text: str) -> None:
    with pytest.raises(IllegalAction):
        lesson_of(moves_of(text))


@pytest.mark.parametrize("text", ["5", "Pass", "3.", "3..AS", ".3", "3.as", "x", "3 AS"])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation):
        moves_of(text)


@pytest.mark.parametrize(
    ("text", "move"), [("pass", Pass(1)), ("4", Bid(1, 4)), ("TH", Play(1, Card("TH")))]
)
def test_a_move_is_written_as_it_is_read(text: str, move: Action) -> None:
    assert move_of(text) == move
    assert text_of(move) == text


def at_table(hands: str, *actions: Action) -> View:
    """What seat 1 sees of a deal by seat 1, after what happened."""
    started = start(Rules(), 3, dealer=1)
    match = begin(started)
    match = fold(match, deal_cards(match, [cards(hand) for hand in hands.split(" / ")]))
    for action in actions:
        match = fold(match, decide(match, action))
    return project(match, 1)


def test_what_a_hand_may_win() -> None:
    """R5 to R8."""
    view = at_table("AS JS 2S 9H 9D 9C / 3S 4S 5S 6S 7S 8S / 3H 4H 5H 6H 7H 8H", Bid(2, 2), Pass(3))
    found = prospects(view)
    assert found.trumps == cards("AS JS 2S")
    assert (found.high, found.low) == (Prospect.SURE, Prospect.SURE)
    assert (found.jack, found.game) == (Prospect.LIKELY, Prospect.LIKELY)
    assert found.expected == 4


def test_a_hand_with_little_in_it_passes() -> None:
    """R21: what fails costs."""
    view = at_table("9S 8S 7H 6H 9D 8C / 3S 4S 5S 6S 7S JS / 3H 4H 5H AH KH 8H", Pass(2), Pass(3))
    assert prospects(view).expected < 2
    assert advice(view).action == Pass(1)


def opened(one: str, two: str, three: str, *plays: str) -> View:
    """Seat 1's view when seat 2 bid 2, leads, and these cards were played."""
    calls: list[Action] = [Bid(2, 2), Pass(3), Pass(1)]
    leaders = [2, 3, 1]
    played = [Play(leaders[place], Card(text)) for place, text in enumerate(plays)]
    return at_table(f"{one} / {two} / {three}", *calls, *played)


LOW_ONES = "3C 4C 5C 6C 7C"


@pytest.mark.parametrize(
    ("hand", "plays", "card", "why"),
    [
        ("KS 2S 3H 4H 3D 4D", ["QS", "JS"], "KS", Why.TAKE_JACK),
        ("JS 2S 3H 4H 3D 4D", ["9S", "8S"], "JS", Why.BRING_JACK),
        ("TS 2S 3H 4H 3D 4D", ["9S", "8S"], "TS", Why.BRING_TEN),
        ("QS 3S 3H 4H 3D 4D", ["9S", "TS"], "QS", Why.TAKE),
        ("QS 3S 3H 4H 3D 4D", ["9S", "8S"], "3S", Why.THROW),
        ("QS 3S 3H 4H 3D 4D", ["KS", "8S"], "3S", Why.LOSE),
        ("QS 5H 3H 4H 3D 4D", ["KS", "8S"], "QS", Why.ONLY),
    ],
)
def test_what_is_good_to_play_last(hand: str, plays: list[str], card: str, why: Why) -> None:
    """R6 to R8, R16, R18."""
    led, second = plays
    advised = advice(opened(hand, f"{led} {LOW_ONES}", f"{second} 8C 9C TC JC QC", *plays))
    assert (advised.action, advised.why) == (Play(1, Card(card)), why)


@given(st.randoms(use_true_random=False))
def test_advice_is_legal_in_any_deal(rng: Random) -> None:
    from cutthroat.core.cards import deck

    dealt = rng.sample(deck(joker=False), 18)
    match = begin(start(Rules(), 3, dealer=rng.randint(1, 3)))
    match = fold(match, deal_cards(match, [dealt[:6], dealt[6:12], dealt[12:]]))
    while match.turn is not None:
        advised = advice(project(match, match.turn))
        assert advised.action in legal_actions(match)
        match = fold(match, decide(match, advised.action))


def test_nobody_is_told_what_to_do_out_of_turn() -> None:
    view = at_table("AS JS 2S 9H 9D 9C / 3S 4S 5S 6S 7S 8S / 3H 4H 5H 6H 7H 8H")
    with pytest.raises(ValueError, match="turn"):
        advice(view)
