"""The kit itself: its walks go everywhere, and its second reading reads the worked examples."""

from random import Random

import pytest

from cutthroat.core.cards import deck
from cutthroat.core.events import MatchWon, WinReason
from cutthroat.core.match import begin
from cutthroat.core.rules import parse_rules
from tests.kit import second_reading as again
from tests.kit.walk import Walk, walk

HOUSES = (
    "target=5",
    "target=5 out=reach limit=5 all_pass=next",
    "four=any all_pass=stick joker=yes high=highest",
    "limit=5 four=off follow=strict",
)


@pytest.fixture(scope="module")
def walks() -> list[Walk]:
    return [walk(parse_rules(HOUSES[seed % 4]), 2 + seed % 2, Random(seed)) for seed in range(400)]


def test_walks_meet_every_kind_of_event(walks: list[Walk]) -> None:
    seen = {type(event).__name__ for played in walks for event in played.events}
    assert seen == {
        *("MatchStarted", "DealStarted", "HandDealt", "AuctionOpened", "Called", "ThrownIn"),
        *("Misdealt", "Played", "TrickTaken", "DealScored", "MatchWon", "MatchEnded"),
    }


def test_walks_meet_every_way_to_win(walks: list[Walk]) -> None:
    events = [event for played in walks for event in played.events]
    assert {event.reason for event in events if isinstance(event, MatchWon)} == set(WinReason)


def test_walks_stand_still_in_every_phase(walks: list[Walk]) -> None:
    assert {type(played.last.phase).__name__ for played in walks} >= {"Waiting", "Scored", "Over"}
    phases = {type(step.before.phase).__name__ for played in walks for step in played.steps}
    assert phases == {"Waiting", "Dealing", "Auction", "Opening", "Playing", "Scored"}


def test_the_same_seed_walks_the_same_way() -> None:
    assert walk(parse_rules(""), 3, Random(1)) == walk(parse_rules(""), 3, Random(1))
    assert walk(parse_rules(""), 3, Random(1)) != walk(parse_rules(""), 3, Random(2))


def test_a_walk_of_no_deal_stays_where_it_started() -> None:
    still = walk(parse_rules(""), 3, Random(1), deals=0)
    assert still.last == begin(still.started)


def test_a_walk_with_cards_only_plays_every_deal() -> None:
    """Those that were not thrown in are scored by their tricks."""
    names = [
        type(event).__name__
        for seed in range(50)
        for event in walk(parse_rules(""), 3, Random(seed), without_cards=False).events
    ]
    assert names.count("TrickTaken") == 6 * names.count("DealScored")
    assert "MatchEnded" not in names
    assert "Misdealt" not in names


def test_the_second_reading_knows_the_deck() -> None:
    """R2, joker."""
    for text in ("", "joker=yes"):
        rules = parse_rules(text)
        order = [card.text for card in deck(joker=rules.has_joker)]
        assert again.deck(again.house(str(rules))) == order


def test_the_second_reading_counts_by_hand() -> None:
    """R10 to R18: five leaves of an auction, and tricks small enough to count."""
    one_each = (("2C",), ("3C",))
    # pass, 2, 3, 4; then 4 after a pass, 3 after 2, 2 after 3, and the lead after a 4
    assert again.tree_from_auction(again.house(""), one_each, 2, 2) == [4, 4 + 3 + 2 + 1]
    hands = (("2C", "2D"), ("3C", "4D"))
    house = again.house("")
    # clubs led must be followed; a diamond may be trumped; then one card each is left
    assert again.tree_of_play(house, hands, leader=1, trump="C", depth=4) == [2, 3, 3, 3]
    strict = again.house("follow=strict")
    assert again.tree_of_play(strict, hands, leader=1, trump="C", depth=4) == [2, 2, 2, 2]
