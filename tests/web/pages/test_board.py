"""What lies on the table, as all see it."""

from __future__ import annotations

from random import Random

from hypothesis import given

from cutthroat.core.actions import Bid, Pass
from cutthroat.core.cards import Card
from cutthroat.core.rules import Rules
from cutthroat.core.scoring import CARD_POINTS
from cutthroat.core.trick import trick_taker
from cutthroat.core.view import Stage, View, project
from cutthroat.i18n.cards import card_name
from cutthroat.web.pages.board import Board, board_of, empty_board, hand_faces
from tests.kit.script import act, dealt, table
from tests.kit.strategies import generators, rules, seat_counts
from tests.kit.walk import walk

NAMES = ("Ada", "Bea", "Cid")


def boards(house: Rules, seats: int, rng: Random) -> list[tuple[View, Board]]:
    """Every moment of a few deals."""
    names = NAMES[:seats]
    views = [project(step.after, None) for step in walk(house, seats, rng, deals=3).steps]
    return [(view, board_of(view, names)) for view in views]


# The middle


@given(rules(), seat_counts(), generators())
def test_a_trick_lies_until_the_next_is_led(house: Rules, seats: int, rng: Random) -> None:
    """R18."""
    for view, board in boards(house, seats, rng):
        played = [play.face.text for play in board.trick]
        if view.trick and view.trick.cards:
            assert played == [card.text for card in view.trick.cards]
            assert board.taker is None
            assert not any(play.takes for play in board.trick)
        elif view.tricks:
            taken = view.tricks[-1]
            assert played == [card.text for card in taken.trick.cards]
            assert view.trump
            taker = trick_taker(taken.trick, view.trump)
            assert board.taker == NAMES[taker - 1]
            assert [play.seat for play in board.trick if play.takes] == [taker]
        else:
            assert not played


@given(rules(), seat_counts(), generators())
def test_the_last_trick_is_the_one_before(house: Rules, seats: int, rng: Random) -> None:
    for view, board in boards(house, seats, rng):
        complete = [taken.trick.cards for taken in view.tricks]
        before = complete if view.trick and view.trick.cards else complete[:-1]
        assert [play.face.text for play in board.last] == [
            card.text for card in (before[-1] if before else ())
        ]


def test_who_played_what_is_told() -> None:
    match = dealt(table(0, 0, 0), "AS KS 2C 3C 4C 5C", "JS 2D 3D 4D 5D 6D", "2S 2H 3H 4H 5H 6H")
    board = board_of(project(act(match, "2 pass pass AS JS"), None), NAMES)
    assert [(play.who, play.face.name) for play in board.trick] == [
        ("Ada", "ace of spades"),
        ("Bea", "jack of spades"),
    ]
    assert (board.bidder, board.bid, board.trump and board.trump.value) == ("Ada", 2, "S")
    assert [place.call for place in board.places] == ["bid 2", "passed", "passed"]
    assert [place.turn for place in board.places] == [False, False, True]
    assert [place.deals for place in board.places] == [False, False, True]
    assert [place.cards for place in board.places] == [5, 5, 6]


# The result


@given(rules(), seat_counts(), generators())
def test_the_card_points_are_counted_out_as_they_were_scored(
    house: Rules, seats: int, rng: Random
) -> None:
    """R8."""
    for view, board in boards(house, seats, rng):
        result, summary = board.result, view.summary
        assert (result is None) is (summary is None)
        if result is None or summary is None:
            continue
        assert result.made is summary.made
        assert result.deal == summary.deal
        if summary.tally is None:
            continue
        counts = result.counts
        assert tuple(count.total for count in counts) == summary.tally.card_points
        for count in counts:
            assert sum(worth for _, worth in count.cards) == count.total
            worths = [worth for _, worth in count.cards]
            assert worths == sorted(worths, reverse=True)
        counted = [face.text for count in counts for face, _ in count.cards]
        assert len(counted) == len(set(counted))
        captured = {card.text for taken in view.tricks for card in taken.trick.cards
                    if card.rank in CARD_POINTS}  # fmt: skip
        assert set(counted) == captured


@given(rules(), seat_counts(), generators())
def test_the_points_have_their_owners_and_cards(house: Rules, seats: int, rng: Random) -> None:
    """R5 to R9."""
    for view, board in boards(house, seats, rng):
        if board.result is None or view.summary is None:
            continue
        points, tally = view.summary.points, view.summary.tally
        owners = (points.high, points.low, points.jack, points.game)
        assert [point.who for point in board.result.points] == [
            NAMES[seat - 1] if seat else None for seat in owners
        ]
        assert [point.name for point in board.result.points] == ["High", "Low", "Jack", "Game"]
        if tally:
            won_by = (tally.cards.high, tally.cards.low, tally.cards.jack, None)
            assert [point.face and point.face.name for point in board.result.points] == [
                card_name(card) if card else None for card in won_by
            ]


@given(rules(), seat_counts(), generators())
def test_the_score_moves_as_it_is_shown_to(house: Rules, seats: int, rng: Random) -> None:
    """R20 to R22."""
    before = (0,) * seats
    for view, board in boards(house, seats, rng):
        if board.result is None or view.summary is None:
            continue
        if view.stage is Stage.SCORED or view.summary.scores != before:
            shown = board.result.changes
            assert [change[3] for change in shown] == list(view.summary.scores)
            assert all(was + change == now for _, was, change, now in shown)
        before = view.summary.scores


def test_a_result_is_said_in_sentences_to_everybody() -> None:
    match = dealt(table(0, 0), "AS KS QS TS 4C 5C", "JS 2S 3D 4D 5D 6D")
    match = act(match, "3 pass AS 2S KS JS QS 3D TS 4D 4C 5D 5C 6D")
    result = board_of(project(match, None), NAMES[:2]).result
    assert result
    assert result.headline == "Ada bid 3, won 3, and made it (R20)."
    assert any("ace of spades" in sentence for sentence in result.sentences)
    assert not any("You" in sentence for sentence in (result.headline, *result.sentences))
    assert [(count.who, count.total) for count in result.counts] == [("Ada", 20), ("Bea", 0)]
    assert [(face.name, worth) for face, worth in result.counts[0].cards] == [
        ("ten of spades", 10),
        ("ace of spades", 4),
        ("king of spades", 3),
        ("queen of spades", 2),
        ("jack of spades", 1),
    ]


# The rest


@given(rules(), seat_counts(), generators())
def test_a_board_holds_no_card_that_a_spectator_has_not_seen(
    house: Rules, seats: int, rng: Random
) -> None:
    for view, board in boards(house, seats, rng):
        unseen = {card.text for card in view.unseen}
        shown = {play.face.text for play in (*board.trick, *board.last)}
        assert not shown & unseen


@given(rules(), seat_counts(), generators())
def test_calls_are_those_of_the_auction(house: Rules, seats: int, rng: Random) -> None:
    """R11."""
    for view, board in boards(house, seats, rng):
        for place in board.places:
            calls = [call for call in view.calls if call.seat == place.seat]
            expected = {Bid: "bid {}", Pass: "passed"}
            assert place.call == (
                expected[type(calls[0])].format(getattr(calls[0], "points", "")) if calls else None
            )


def test_an_empty_table_has_its_seats() -> None:
    board = empty_board(("Ada", "Seat 2"), 11)
    assert [place.who for place in board.places] == ["Ada", "Seat 2"]
    assert board.stage is Stage.WAITING
    assert board.result is None
    assert not board.trick


def test_a_hand_is_sorted_with_its_names() -> None:
    match = dealt(table(0, 0), "2C AS KH 3D TS 4C", "JS 2S 5D 4D 6C 6D")
    faces = hand_faces(project(match, 1))
    assert [face.text for face in faces] == ["AS", "TS", "KH", "4C", "2C", "3D"]
    assert [face.name for face in faces] == [card_name(Card(face.text)) for face in faces]
