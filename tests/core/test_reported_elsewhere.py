"""What went wrong in other programs of this family, as tests for this one."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from cutthroat.core.cards import Card
from cutthroat.core.events import DealScored, MatchWon, WinReason
from cutthroat.core.match import Over, Scored
from cutthroat.core.scoring import Points, Tally
from cutthroat.core.shuffle import FairDeal, secret_from_seed
from cutthroat.core.view import project
from tests.kit.script import act, change, dealt, happens, kept, table


def test_low_is_the_lowest_of_all_trumps_dealt_and_not_of_the_last_played() -> None:
    """R6: the two goes in the first trick, higher trumps go later, and others take them."""
    hands = ("AS 5S 2D 3D 4D 5D", "2S 6S 2H 3H 4H 5H", "KS 7S 2C 3C 4C 5C")
    words = "AS 2S 7S 5S 6S KS 2C 2D 2H 3C 3D 3H 4C 4D 4H 5C 5D 5H"
    match = act(dealt(table(0, 0, 0), *hands), f"2 pass pass {words}")
    assert isinstance(match.phase, Scored)
    tally = match.phase.summary.tally
    assert isinstance(tally, Tally)
    assert tally.cards.low is Card("2S")
    assert tally.points == Points(high=1, low=2, jack=None, game=1)


def test_a_failed_bid_is_deducted() -> None:
    """R21: even from nothing, and from less."""
    match = kept(table(0, 0, 0), bidder=2, bid=3, high=2, low=1)
    assert (change(match), match.scores) == ((1, -3, 0), (1, -3, 0))
    match = kept(match, bidder=2, bid=4, high=2)
    assert (change(match), match.scores) == ((0, -4, 0), (1, -7, 0))


def test_when_two_pass_the_target_in_one_deal_only_a_bidder_wins() -> None:
    """R24, R26: one by the bid and one by points, with `out=reach` too."""
    seed = kept(table(9, 10, 0), bidder=1, bid=2, high=1, low=1, jack=2, game=2)
    assert (seed.scores, isinstance(seed.phase, Scored)) == ((11, 12, 0), True)
    reach = kept(table(9, 10, 0, rules="out=reach"), bidder=1, bid=2, high=1, low=1, jack=2, game=2)
    assert reach.scores == (11, 12, 0)
    assert isinstance(reach.phase, Over)
    assert (reach.phase.winner, reach.phase.reason) == (1, WinReason.REACH)


def test_when_two_pass_the_target_and_the_bid_fails_nobody_wins() -> None:
    """R21, R26, out=reach."""
    match = kept(
        table(14, 10, 10, rules="out=reach"), bidder=1, bid=2, low=1, jack=2, high=3, game=3
    )
    assert match.scores == (12, 11, 12)
    assert isinstance(match.phase, Scored)


@pytest.mark.parametrize("leader", [1, 2])
def test_two_seats_with_six_trumps_against_none_play_to_the_end(leader: int) -> None:
    """R16 to R19."""
    hands = ("AS KS QS JS TS 9S", "AH KH QH JH TH 9H")
    spades, hearts = hands[0].split(), hands[1].split()
    lead, other = (spades, hearts) if leader == 1 else (hearts, spades)
    words = " ".join(f"{first} {second}" for first, second in zip(lead, other, strict=True))
    calls = "2 pass" if leader == 1 else "pass 2"
    events = happens(dealt(table(0, 0), *hands), f"{calls} {words}")
    scored = events[-1]
    assert isinstance(scored, DealScored)
    game_and_more = Points(leader, leader, leader, leader)
    assert scored.summary.points == game_and_more


def test_a_card_in_the_current_trick_is_told_apart_from_those_taken() -> None:
    """R18: what lies on the table can still beat."""
    hands = ("AS 2D 3D 4D 5D 6D", "3S KS 2H 3H 4H 5H", "4S JS 2C 3C 4C 5C")
    view = project(act(dealt(table(0, 0, 0), *hands), "2 pass pass AS KS"), 3)
    assert view.tricks == ()
    assert view.trick is not None
    assert view.trick.cards == (Card("AS"), Card("KS"))
    assert view.card_points == (0, 0, 0)
    assert Card("KS") not in view.unseen
    assert Card("QS") in view.unseen


def test_no_hand_comes_again_in_a_later_deal() -> None:
    """R4: over two thousand deals of a match."""
    dealing = FairDeal(secret_from_seed("again"), "1", ("", "", ""))
    hands = [hand for deal in range(1, 2001) for hand in dealing.hands(deal, 1)]
    assert len({frozenset(hand) for hand in hands}) == 6000


def test_no_card_keeps_its_place_in_the_deck() -> None:
    """R4: each card is second sometimes, and none often."""
    dealing = FairDeal(secret_from_seed("again"), "1", ("", "", ""))
    second = [dealing.deck(deal)[1] for deal in range(1, 1001)]
    assert len(set(second)) == 52
    assert max(second.count(card) for card in set(second)) < 45  # 19 expected, six deviations


def test_decks_dealt_at_the_same_time_do_not_disturb_each_other() -> None:
    """R4: there is no generator to share."""
    matches = [FairDeal(secret_from_seed("t"), str(match), ("", "")) for match in range(8)]
    jobs = [(dealing, deal) for deal in range(1, 21) for dealing in matches]
    alone = [dealing.deck(deal) for dealing, deal in jobs]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda job: job[0].deck(job[1]), jobs))
    assert together == alone


def test_the_winner_is_announced_once_and_with_the_deal_that_won() -> None:
    """R24: the score comes first, then the winner."""
    hands = ("AS KS QS JS TS 2S", "3H 4H 5H 6H 7H 8H")
    words = "2 pass AS 3H KS 4H QS 5H JS 6H TS 7H 2S 8H"
    events = happens(dealt(table(11, 30), *hands), words)
    assert [type(event).__name__ for event in events[-2:]] == ["DealScored", "MatchWon"]
    assert [event for event in events if isinstance(event, MatchWon)] == [
        MatchWon(1, WinReason.FROM_TARGET)
    ]
