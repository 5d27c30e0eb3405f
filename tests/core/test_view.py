"""What a seat, or a spectator, knows: by example. The laws are in `test_views_hide.py`."""

from collections.abc import Callable
from dataclasses import fields

import pytest

from cutthroat.core.actions import Bid, Pass, Seat
from cutthroat.core.cards import Card, CardSet, Suit, cards, deck
from cutthroat.core.events import (
    AuctionOpened,
    Event,
    HandDealt,
    MatchEnded,
    MatchStarted,
    WinReason,
    visible_to,
)
from cutthroat.core.match import (
    Match,
    Over,
    Scored,
    annul_deal,
    begin,
    deal_cards,
    end,
    evolve,
    fold,
    replay,
    score_deal,
    start,
    start_deal,
)
from cutthroat.core.rules import Rules, parse_rules
from cutthroat.core.scoring import Points
from cutthroat.core.trick import Trick
from cutthroat.core.view import Stage, View, first_view, observe, project
from tests.kit.script import (
    PLAIN,
    act,
    dealt,
    everybody,
    happens,
    kept,
    plainly_dealt,
    table,
)

HANDS = ("AS KS 2H 3H 4H 5H", "2S 3S KH 2D 3D JC", "4S AH 4D 5D 6D 2C")
SWEEP = "2 pass AS 3H AD 4H QS 5H JS 6H TS 7H 2S 8H"
"""With these hands, seat 1 of two takes every trick."""
SWEEPING = ("AS AD QS JS TS 2S", "3H 4H 5H 6H 7H 8H")


def auction() -> Match:
    return dealt(table(1, 2, 3, deal=4, scored_deals=2), *HANDS)


def opening() -> Match:
    return act(auction(), "2 pass 3")


def second_trick() -> Match:
    return act(auction(), "2 pass pass AS 2S 4S 2H")


def begun() -> Match:
    return fold(table(0, 0), start_deal(table(0, 0), 1, 2))


def scored() -> Match:
    return act(dealt(table(0, 0), *SWEEPING), SWEEP)


def over() -> Match:
    return act(dealt(table(11, 0), *SWEEPING), SWEEP)


def without(*known: str) -> CardSet:
    """The deck less some cards."""
    seen = CardSet(card for text in known for card in cards(text))
    return CardSet(deck(joker=False)).difference(seen)


def test_before_the_first_deal_nothing_is_known() -> None:
    rules = parse_rules("joker=yes")
    nothing = (0, 0, 0)
    wanted = View(
        rules=rules,
        seats=3,
        you=2,
        stage=Stage.WAITING,
        scores=nothing,
        dealer=3,
        deal=0,
        scored_deals=0,
        hand=CardSet(),
        hand_sizes=nothing,
        calls=(),
        bidder=None,
        bid=None,
        trump=None,
        tricks=(),
        trick=None,
        taken=nothing,
        card_points=nothing,
        turn=None,
        legal_calls=(),
        legal_plays=(),
        unseen=CardSet(deck(joker=True)),
        summary=None,
        winner=None,
        win_reason=None,
        ended=None,
    )
    started = start(rules, 3, 3)
    assert first_view(started, 2) == wanted
    assert project(begin(started), 2) == wanted


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_r4_a_seat_sees_its_own_hand(seat: int) -> None:
    view = project(auction(), seat)
    assert view.hand == CardSet.of(HANDS[seat - 1])
    assert view.unseen == without(HANDS[seat - 1])
    assert view.hand_sizes == (6, 6, 6)


def test_r4_a_spectator_sees_no_hand() -> None:
    view = project(auction(), None)
    assert (view.you, view.hand, view.hand_sizes) == (None, CardSet(), (6, 6, 6))
    assert view.unseen == without()


@pytest.mark.parametrize("out", [0, 1, 2])
def test_r4_while_cards_go_out_a_seat_sees_only_its_own(out: int) -> None:
    match = table(0, 0, 0)
    running = fold(match, deal_cards(match, [cards(hand) for hand in HANDS])[: 1 + out])
    for seat in (1, 2, 3):
        view = project(running, seat)
        own = CardSet.of(HANDS[seat - 1]) if seat <= out else CardSet()
        assert view.hand == own
        assert view.hand_sizes == tuple(len(own) if other == seat else 0 for other in (1, 2, 3))
        assert (view.stage, view.turn) == (Stage.WAITING, None)
    assert project(running, None).hand_sizes == (0, 0, 0)


def test_r10_the_auction() -> None:
    view = project(act(auction(), "2"), 2)
    assert view.stage is Stage.AUCTION
    assert (view.calls, view.turn) == ((Bid(1, 2),), 2)
    assert view.legal_calls == (Pass(2), Bid(2, 3), Bid(2, 4))
    assert view.legal_plays == ()
    assert (view.bidder, view.bid, view.trick, view.trump) == (None, None, None, None)
    assert (view.deal, view.dealer, view.scores, view.scored_deals) == (5, 3, (1, 2, 3), 2)


def test_r11_only_the_caller_has_calls() -> None:
    for viewer in (1, 3, None):
        view = project(act(auction(), "2"), viewer)
        assert (view.turn, view.legal_calls) == (2, ())


def test_r14_all_pass_stick_the_dealer_has_no_pass() -> None:
    match = act(dealt(table(0, 0, 0, rules="all_pass=stick"), *HANDS), "pass pass")
    assert project(match, 3).legal_calls == (Bid(3, 2), Bid(3, 3), Bid(3, 4))


def test_r15_the_bidder_may_lead_anything() -> None:
    view = project(opening(), 3)
    assert view.stage is Stage.PLAY
    assert (view.bidder, view.bid, view.turn) == (3, 3, 3)
    assert view.calls == (Bid(1, 2), Pass(2), Bid(3, 3))
    assert (view.trick, view.trump) == (Trick(3, 3), None)
    assert view.legal_plays == cards("2C 4D 5D 6D AH 4S")
    assert view.legal_calls == ()
    assert project(opening(), 1).legal_plays == ()


def test_r15_joker_yes_is_not_among_the_first_leads() -> None:
    match = dealt(table(0, 0, rules="joker=yes"), "JK AS 2H 3H 4H 5H", "2S 3S KH 2D 3D JC")
    assert project(act(match, "2 pass"), 1).legal_plays == cards("2H 3H 4H 5H AS")
    assert Card("JK") in project(match, 2).unseen


def test_r16_legal_plays_are_those_of_the_viewer_whose_turn_it_is() -> None:
    assert project(second_trick(), 2).legal_plays == cards("KH 3S")
    for viewer in (1, 3, None):
        view = project(second_trick(), viewer)
        assert (view.turn, view.legal_plays) == (2, ())


def test_r16_follow_strict_is_asked_for_legal_plays() -> None:
    match = dealt(table(0, 0, 0, rules="follow=strict"), *HANDS)
    assert project(act(match, "2 pass pass AS 2S 4S 2H"), 2).legal_plays == cards("KH")


def test_r19_the_play_so_far() -> None:
    view = project(second_trick(), 3)
    assert view.stage is Stage.PLAY
    assert (view.bidder, view.bid, view.trump, view.turn) == (1, 2, Suit.SPADES, 2)
    assert [taken.taker for taken in view.tricks] == [1]
    assert view.trick == Trick(3, 1, cards("2H"))
    assert (view.taken, view.card_points) == ((1, 0, 0), (4, 0, 0))
    assert view.hand == CardSet.of("AH 4D 5D 6D 2C")
    assert view.hand_sizes == (4, 5, 5)
    assert view.unseen == without(HANDS[2], "AS 2S 2H")


def test_r4_a_card_on_the_table_has_been_seen() -> None:
    view = project(second_trick(), None)
    assert view.unseen == without("AS 2S 4S 2H")


def test_r20_after_the_deal() -> None:
    match = scored()
    view = project(match, 2)
    assert isinstance(match.phase, Scored)
    assert view.stage is Stage.SCORED
    assert view.summary == match.phase.summary
    assert (view.scores, view.deal, view.scored_deals, view.dealer) == ((4, 0), 1, 1, 1)
    assert (view.bidder, view.bid, view.trump) == (1, 2, Suit.SPADES)
    assert view.calls == (Bid(1, 2), Pass(2))
    assert (view.taken, view.card_points) == ((6, 0), (21, 0))
    assert (view.trick, view.turn) == (None, None)
    assert (view.hand, view.hand_sizes) == (CardSet(), (0, 0))
    assert (view.winner, view.win_reason, view.ended) == (None, None, None)


def test_r24_after_the_match() -> None:
    view = project(over(), None)
    assert view.stage is Stage.OVER
    assert (view.winner, view.win_reason, view.ended) == (1, WinReason.FROM_TARGET, None)
    assert view.scores == (15, 0)
    assert view.summary is not None
    assert view.taken == (6, 0)


def test_a_match_that_ended_without_a_winner() -> None:
    """Not in the source: somebody left. What lay on the table is put away."""
    view = project(fold(second_trick(), end(second_trick(), "seat 2 left")), 1)
    assert (view.stage, view.winner, view.win_reason) == (Stage.OVER, None, None)
    assert view.ended == "seat 2 left"
    assert (view.hand, view.tricks, view.trick, view.calls) == (CardSet(), (), None, ())
    assert view.scores == (1, 2, 3)


def test_a_match_that_ended_after_a_deal_shows_it_still() -> None:
    """Not in the source: the end by agreement."""
    match = kept(table(0, 0), bidder=2, bid=3, high=2, low=1)
    view = project(fold(match, end(match, "enough")), 1)
    assert (view.stage, view.ended, view.bidder, view.bid) == (Stage.OVER, "enough", 2, 3)
    assert view.summary is not None


def test_a_deal_kept_without_cards_has_no_trump() -> None:
    """R20: the points are taken as said."""
    view = project(kept(table(0, 0, 0), bidder=2, bid=3, high=2, low=1), 1)
    assert (view.stage, view.trump, view.tricks, view.calls) == (Stage.SCORED, None, (), ())
    assert (view.bidder, view.bid, view.scores) == (2, 3, (1, -3, 0))


@pytest.mark.parametrize(("rules", "dealer"), [("", 3), ("all_pass=next", 1)])
def test_r14_after_all_passed(rules: str, dealer: int) -> None:
    """The options all_pass=redeal and all_pass=next."""
    view = project(act(dealt(table(1, 2, 3, rules=rules), *HANDS), "pass pass pass"), 1)
    assert (view.stage, view.dealer, view.deal) == (Stage.WAITING, dealer, 1)
    assert (view.hand, view.calls, view.scores) == (CardSet(), (), (1, 2, 3))


def test_after_a_misdeal_the_table_is_empty() -> None:
    """Not in the source: the same dealer deals again."""
    view = project(fold(second_trick(), annul_deal(second_trick())), 2)
    assert (view.stage, view.dealer, view.deal) == (Stage.WAITING, 3, 5)
    assert (view.hand, view.tricks, view.bidder) == (CardSet(), (), None)
    assert view.unseen == without()


@pytest.mark.parametrize("seat", [0, 3, -1])
def test_r1_there_is_no_view_for_a_seat_that_is_not_there(seat: Seat) -> None:
    with pytest.raises(ValueError, match=rf"^no seat {seat} at a table of 2"):
        project(plainly_dealt(table(0, 0)), seat)


@pytest.mark.parametrize("viewer", [1, 3, None])
def test_r4_another_seats_hand_is_not_observed(viewer: Seat | None) -> None:
    view = first_view(MatchStarted(Rules(), 3, 3), viewer)
    with pytest.raises(ValueError, match=rf"^the hand of seat 2 is not for seat {viewer}"):
        observe(view, HandDealt(2, CardSet.of(PLAIN[1])))


def test_a_match_is_not_observed_to_start_twice() -> None:
    started = MatchStarted(Rules(), 2, 1)
    with pytest.raises(ValueError, match=r"^a match starts once"):
        observe(first_view(started, 1), started)


def test_r4_everybody_observes_that_all_hands_are_out() -> None:
    started = MatchStarted(Rules(), 2, 1)
    view = observe(first_view(started, None), AuctionOpened())
    assert (view.stage, view.hand_sizes) == (Stage.AUCTION, (6, 6))


def test_what_a_view_holds_is_listed() -> None:
    """A field more is a decision: R4 says what stays unseen."""
    assert len(fields(View)) == 26


def told(rules: str) -> tuple[MatchStarted, list[Event]]:
    """A log of a deal of every sort; the last, kept without its cards, may win the match."""
    started = start(parse_rules(rules), 2, 2)
    match, log = begin(started), list[Event]()
    for hands, words in (
        (PLAIN[:2], "2"),
        (("AS KS QS 2H 3H 4H", "2S 3S 4S AH KH QH"), "4 AS 2S 2H AH QH 3H"),
        (SWEEPING, SWEEP),
        (PLAIN[:2], "2 pass 2D"),
        (PLAIN[:2], "pass pass"),
    ):
        dealing = deal_cards(match, [cards(hand) for hand in hands])
        log += [*dealing, *happens(fold(match, dealing), words)]
        match = replay([started, *log])
        if match.turn is not None:
            log += annul_deal(match)
            match = fold(match, annul_deal(match))
    dealing = start_deal(match, match.deal + 1, match.dealer)
    scored = score_deal(fold(match, dealing), Bid(2, 4), Points(2, 2, 2, 2))
    return started, [*log, *dealing, *scored]


@pytest.mark.parametrize("rules", ["", "all_pass=next four=any"])
@pytest.mark.parametrize("viewer", [1, 2, None])
@pytest.mark.parametrize("stopped", [False, True])
def test_what_a_viewer_observed_is_what_it_is_shown(
    rules: str, viewer: Seat | None, *, stopped: bool
) -> None:
    """R4: after every event, in a match that is won or stopped, whatever was dealt."""
    started, log = told(rules)
    match, view = begin(started), first_view(started, viewer)
    for event in log[:-1] if stopped else log:
        match = evolve(match, event)
        view = observe(view, event) if visible_to(event, viewer) else view
        assert view == project(match, viewer)
        assert view.turn == match.turn
        if stopped and not isinstance(match.phase, Over):
            ended = MatchEnded("enough")
            assert observe(view, ended) == project(evolve(match, ended), viewer)


@pytest.mark.parametrize(
    ("made", "stage"),
    [
        (begun, Stage.WAITING),
        (auction, Stage.AUCTION),
        (opening, Stage.PLAY),
        (second_trick, Stage.PLAY),
        (scored, Stage.SCORED),
        (over, Stage.OVER),
    ],
)
def test_everybody_sees_where_the_match_stands(made: Callable[[], Match], stage: Stage) -> None:
    match = made()
    assert {project(match, viewer).stage for viewer in everybody(match.seats)} == {stage}


@pytest.mark.parametrize(("rules", "dealer"), [("", 3), ("all_pass=next", 1)])
def test_r14_who_deals_next_is_observed_when_all_pass(rules: str, dealer: int) -> None:
    """The options all_pass=redeal and all_pass=next."""
    match = dealt(table(1, 2, 3, rules=rules), *HANDS)
    view = project(match, 1)
    for event in happens(match, "pass pass pass"):
        view = observe(view, event)
    assert (view.stage, view.dealer, view.scores) == (Stage.WAITING, dealer, (1, 2, 3))
    assert view == project(act(match, "pass pass pass"), 1)


def test_stages_are_written_as_they_are_called() -> None:
    assert all(stage.value == stage.name.lower() for stage in Stage)
