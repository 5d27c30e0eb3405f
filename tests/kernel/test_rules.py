"""Options, auction, tricks and scoring on masks, beside the same functions of `core`. R5 to R25."""

from dataclasses import fields
from enum import StrEnum
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, strategies as some

from cutthroat.core import auction as law_of_calls
from cutthroat.core.actions import Bid, Call, Pass
from cutthroat.core.cards import ALL_CARDS, JOKER, Card, CardSet, Suit, cards
from cutthroat.core.rules import AllPass, Follow, Rules, parse_rules
from cutthroat.core.trick import Trick, legal_plays, opening_leads, trick_taker
from cutthroat.kernel.auction import action_index, action_of
from cutthroat.kernel.cards import NOTHING, mask_of
from cutthroat.kernel.options import packed
from cutthroat.kernel.scoring import NO_WIN, NOBODY, WIN_REASONS
from tests.kernel import calls
from tests.kernel.tables_of_rules import SETTINGS

HANDS = some.sets(some.sampled_from(ALL_CARDS), min_size=1, max_size=6)
SUITS = some.sampled_from(list(Suit))
RULES = some.sampled_from([setting.rules for setting in SETTINGS])


def test_other_rules_have_other_numbers() -> None:
    words = [f"{name}={value}" for setting in SETTINGS for name, value in changed(setting.rules)]
    all_rules = {Rules(), *(parse_rules(word) for word in words)}
    all_rules |= {Rules(target=n) for n in range(5, 100)} | {Rules(limit=n) for n in range(5, 201)}
    assert len({packed(rules) for rules in all_rules}) == len(all_rules)


def test_values_of_two_options_may_be_written_alike() -> None:
    """`yes` of another option is not that of `joker`."""

    class Other(StrEnum):
        YES = "yes"

    assert packed(SimpleNamespace(**fields_of(Rules()) | {"high": Other.YES})) == packed(Rules())  # type: ignore[arg-type]


def fields_of(rules: Rules) -> dict[str, object]:
    return {field.name: getattr(rules, field.name) for field in fields(rules)}


def changed(rules: Rules) -> list[tuple[str, str]]:
    pairs = [word.partition("=") for word in str(rules).split()]
    return [(name, value) for name, _, value in pairs]


def test_actions_have_numbers() -> None:
    for number in (*range(57),):
        assert action_index(action_of(number, 2)) == number
    with pytest.raises(IndexError):
        action_of(57, 1)


@pytest.mark.parametrize("all_pass", AllPass)
@pytest.mark.parametrize("seats", [2, 3])
def test_r11_r14_legal_calls(seats: int, all_pass: AllPass) -> None:
    options = packed(Rules(all_pass=all_pass))
    for so_far in auctions(seats):
        highest = law_of_calls.highest_bid(so_far)
        lawful = law_of_calls.legal_calls(1, seats, so_far, all_pass)
        told = calls.legal_calls(highest, len(so_far), seats, options)
        assert told == sum(1 << action_index(call) for call in lawful)


def auctions(seats: int) -> list[tuple[Call, ...]]:
    """All that may have been called before another call."""
    return [
        tuple(Bid(1, bid) if bid else Pass(1) for bid in bids)
        for size in range(seats)
        for bids in product((0, 2, 3), repeat=size)
        if [bid for bid in bids if bid] == sorted({bid for bid in bids if bid})
    ]


@given(HANDS, some.sampled_from(ALL_CARDS), SUITS, RULES)
def test_r16_r17_legal_plays(held: set[Card], led: Card, trump: Suit, rules: Rules) -> None:
    hand = CardSet(held - {led})
    trick = Trick(3, 1, (led,))
    lawful = legal_plays(hand, trick, trump, rules.follow)
    options = packed(rules)
    index = list(Suit).index(trump)
    assert calls.legal_plays(mask_of(hand), led.index, index, options) == mask_of(lawful)
    assert calls.legal_plays(mask_of(hand), NOTHING, index, options) == mask_of(hand)
    opening = calls.legal_plays(mask_of(hand), NOTHING, NOTHING, options)
    assert opening == mask_of(opening_leads(hand))


def test_r16_worked_the_joker_must_be_played() -> None:
    """`follow=strict joker=yes`, hearts led and trump: no heart, so the joker."""
    options = packed(Rules(follow=Follow.STRICT, joker=parse_rules("joker=yes").joker))
    hand = mask_of(cards("JK 2C AS"))
    assert calls.legal_plays(hand, Card("KH").index, 2, options) == mask_of([JOKER])


@given(some.permutations(ALL_CARDS), SUITS, some.sampled_from([2, 3]))
def test_r18_taker(deck: list[Card], trump: Suit, seats: int) -> None:
    played = tuple(deck[:seats])
    first, second, third = [card.bit for card in played] + [0] * (3 - seats)
    place = calls.best_place(first, second, third, list(Suit).index(trump))
    assert place + 1 == trick_taker(Trick(seats, 1, played), trump)


def test_r8_card_points() -> None:
    worth = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10, "JK": 1}
    for card in ALL_CARDS:
        letter = "JK" if card is JOKER else card.text[0]
        assert calls.card_points(card.bit) == worth.get(letter, 0)
    assert calls.card_points(2**53 - 1) == 81


def outcome(dealt: str, taken: str, trump: str, bidder: int, rules: str = "") -> list[int]:
    """Seats with High, Low, Jack and Game, 3 for nobody. Hands and captures are split by `/`."""
    masks = [
        np.array([mask_of(cards(hand)) for hand in text.split("/")], np.int64)
        for text in (dealt, taken)
    ]
    code = calls.outcome_of(
        masks[0], masks[1], "CDHS".index(trump), bidder, packed(parse_rules(rules))
    )
    return [code >> shift & 3 for shift in (0, 2, 4, 6)]


def test_worked_the_only_trump_is_the_jack_that_the_bidder_led() -> None:
    """R5 to R7: Low and Jack to the bidder, High to nobody, or to it (`high=highest`)."""
    deal = "JS 2C/3C 4C/5C 6C"
    taken = "JS 3C 5C/2C 4C 6C/"
    assert outcome(deal, taken, "S", 0) == [NOBODY, 0, 0, 0]
    assert outcome(deal, taken, "S", 0, "high=highest") == [0, 0, 0, 0]
    assert outcome(deal, taken, "S", 0, "low=numeric") == [NOBODY, NOBODY, 0, 0]


def test_r6_low_to_its_player_or_its_taker() -> None:
    deal, taken = "2S/AS/3C", "/2S AS 3C/"
    assert outcome(deal, taken, "S", 1)[:2] == [1, 0]
    assert outcome(deal, taken, "S", 1, "low_to=winner")[:2] == [1, 1]


def test_r6_the_joker_is_never_low() -> None:
    assert outcome("JK/3S/4S", "/JK 3S 4S/", "S", 1, "joker=yes")[1] == 1


def test_r8_a_tie_for_game() -> None:
    deal, taken = "AS/AC/2D", "AS/AC/2D"
    assert outcome(deal, taken, "S", 0)[3] == NOBODY
    assert outcome(deal, taken, "S", 0, "tie=bidder")[3] == 0
    assert outcome(deal, taken, "S", 2, "tie=bidder")[3] == NOBODY
    assert outcome("2S/3C/4D", "2S 3C 4D//", "S", 2, "tie=bidder")[3] == 2


@pytest.mark.parametrize(("bid", "changes"), [(2, [2, 1, 1]), (3, [-3, 1, 1]), (4, [-4, 1, 1])])
def test_r20_to_r22_change(bid: int, changes: list[int]) -> None:
    code = 0 | 0 << 2 | 1 << 4 | 2 << 6
    assert [calls.change(code, seat, 0, bid) for seat in range(3)] == changes


@pytest.mark.parametrize(
    ("rules", "before", "after", "bid", "reason"),
    [
        ("", 11, 13, 2, "from_target"),
        ("", 10, 13, 3, None),
        ("out=reach", 10, 13, 3, "reach"),
        ("out=reach", 8, 10, 2, None),
        ("", 0, 4, 4, None),
        ("", 1, 5, 4, "four"),
        ("", -3, 1, 4, None),
        ("four=any", -3, 1, 4, "four"),
        ("four=off", 5, 9, 4, None),
        ("four=off", 12, 16, 4, "from_target"),
        ("target=5", 5, 7, 2, "from_target"),
    ],
)
def test_r24_r25_way_out(rules: str, before: int, after: int, bid: int, reason: str | None) -> None:
    way = calls.way_out(before, after, bid, packed(parse_rules(rules)))
    assert (way != NO_WIN) == (reason is not None)
    assert WIN_REASONS[way] == reason
