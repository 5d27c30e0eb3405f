"""The fair deal: known answers, and every card as likely everywhere. R3, R4."""

import hashlib
import json
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import NormalDist
from typing import TypedDict

import pytest

from cutthroat.core.cards import deck
from cutthroat.core.match import Match, begin, deal_cards, fold, start
from cutthroat.core.rules import Rules
from cutthroat.core.shuffle import SECRET_BYTES, FairDeal, _below, secret_from_seed
from cutthroat.core.view import project
from tests.kit.script import act, everybody

DATA = Path(__file__).parents[1] / "data" / "fairness.json"


class KnownDeal(TypedDict):
    deal: int
    dealer: int
    hands: dict[str, list[str]]


class Known(TypedDict):
    seed: str
    match: str
    nonces: list[str]
    joker: bool
    secret: str
    commitment: str
    first_dealer: int
    deals: list[KnownDeal]


KNOWN: list[Known] = json.loads(DATA.read_text())


def fair(known: Known) -> FairDeal:
    secret = secret_from_seed(known["seed"])
    return FairDeal(secret, known["match"], tuple(known["nonces"]), joker=known["joker"])


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known["match"])
def test_r4_known_answers(known: Known) -> None:
    """The answers came from another implementation."""
    dealing = fair(known)
    assert dealing.secret.hex() == known["secret"]
    assert dealing.commitment == known["commitment"]
    assert dealing.first_dealer() == known["first_dealer"]
    for answer in known["deals"]:
        hands = dealing.hands(answer["deal"], answer["dealer"])
        assert [[card.text for card in hand] for hand in hands] == list(answer["hands"].values())


def test_r4_the_known_answers_cover_both_tables_the_joker_and_nonces() -> None:
    assert {len(known["nonces"]) for known in KNOWN} == {2, 3}
    assert {known["joker"] for known in KNOWN} == {True, False}
    assert any(any(known["nonces"]) for known in KNOWN)


def test_r4_the_secret_of_a_seed() -> None:
    assert secret_from_seed("é") == hashlib.sha256("é".encode()).digest()
    assert len(secret_from_seed("7")) == SECRET_BYTES == 32


def test_r4_the_commitment_is_the_hash_of_the_secret() -> None:
    assert FairDeal(bytes(32), "1", ("", "")).commitment == hashlib.sha256(bytes(32)).hexdigest()


@pytest.mark.parametrize(
    ("dealer", "first", "second", "third"), [(3, 0, 1, 2), (1, 2, 0, 1), (2, 1, 2, 0)]
)
def test_r4_one_card_at_a_time_from_the_left_of_the_dealer(
    dealer: int, first: int, second: int, third: int
) -> None:
    dealing = FairDeal(secret_from_seed("7"), "1", ("", "", ""))
    top = dealing.deck(1)[:18]
    assert dealing.hands(1, dealer) == (top[first::3], top[second::3], top[third::3])


@pytest.mark.parametrize(("dealer", "first", "second"), [(2, 0, 1), (1, 1, 0)])
def test_r4_two_seats_are_dealt_alternately(dealer: int, first: int, second: int) -> None:
    dealing = FairDeal(secret_from_seed("7"), "1", ("", ""))
    top = dealing.deck(1)[:12]
    assert dealing.hands(1, dealer) == (top[first::2], top[second::2])


@pytest.mark.parametrize("joker", [False, True])
def test_r2_a_shuffled_deck_is_a_whole_deck(*, joker: bool) -> None:
    shuffled = FairDeal(bytes(32), "1", ("", ""), joker=joker).deck(1)
    assert sorted(shuffled, key=lambda card: card.index) == list(deck(joker=joker))


@pytest.mark.parametrize(
    "other",
    [
        FairDeal(bytes(31) + b"\x01", "1", ("a", "b")),
        FairDeal(bytes(32), "2", ("a", "b")),
        FairDeal(bytes(32), "1", ("b", "a")),
        FairDeal(bytes(32), "1", ("a", "")),
    ],
)
def test_r4_secret_match_and_every_nonce_fix_the_deck(other: FairDeal) -> None:
    this = FairDeal(bytes(32), "1", ("a", "b"))
    assert this.deck(1) == FairDeal(bytes(32), "1", ("a", "b")).deck(1)
    assert other.deck(1) != this.deck(1)


def test_r4_words_of_the_uneven_top_are_passed_over() -> None:
    """Of 2**32 words, the highest 2**32 mod 52 would favour low numbers."""
    limit = 2**32 - 2**32 % 52
    assert limit < 2**32
    assert _below(iter([2**32 - 1, limit, 57]), 52) == 5
    assert _below(iter([limit - 1, 57]), 52) == 51
    assert _below(iter([0]), 52) == 0
    assert _below(iter([2**32 - 1]), 2) == 1  # two divides evenly: no word is passed over


# Every card as likely everywhere.
#
# For N independent uniform orders of n cards, let O[c][p] count how often card c lies at place p,
# and E = N/n. Then (n-1)/n * sum((O-E)**2 / E) is distributed like chi-square with (n-1)**2 degrees
# of freedom, since rows and columns all sum to N. A sound shuffle leaves the interval between the
# quantiles FALSE_ALARM/2 and 1 - FALSE_ALARM/2 with the probability FALSE_ALARM, for each of the
# tests below. The seeds are fixed: a test fails always or never.

FALSE_ALARM = 1e-6
SHUFFLES = 2000


def quantile(probability: float, freedom: int) -> float:
    """Chi-square quantile after Wilson and Hilferty; good to a part in a thousand from 30 on."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + NormalDist().inv_cdf(probability) * spread**0.5) ** 3)


def is_uniform(statistic: float, freedom: int) -> bool:
    low, high = quantile(FALSE_ALARM / 2, freedom), quantile(1 - FALSE_ALARM / 2, freedom)
    return low < statistic < high


def evenness(orders: Sequence[Sequence[int]]) -> float:
    """The statistic above, of orders of the numbers from 0 on."""
    size = len(orders[0])
    counts = [[0] * size for _ in range(size)]
    for order in orders:
        for place, number in enumerate(order):
            counts[number][place] += 1
    expected = len(orders) / size
    total = sum((count - expected) ** 2 / expected for row in counts for count in row)
    return total * (size - 1) / size


def decks(seed: str, *, joker: bool = False, number: int = SHUFFLES) -> list[list[int]]:
    dealing = FairDeal(secret_from_seed(seed), "1", ("", "", ""), joker=joker)
    return [[card.index for card in dealing.deck(deal)] for deal in range(1, number + 1)]


def moves(orders: Sequence[Sequence[int]]) -> list[list[int]]:
    """Where the card at each place lies in the next order."""
    return [[after.index(number) for number in order] for order, after in pairwise(orders)]


@pytest.fixture(scope="module")
def shuffled() -> list[list[int]]:
    return decks("uniformity")


@pytest.mark.parametrize(
    ("probability", "freedom", "value"),
    [(0.95, 100, 124.342), (0.05, 100, 77.929), (0.999, 1000, 1143.917)],
)
def test_quantiles_are_those_of_the_tables(probability: float, freedom: int, value: float) -> None:
    assert quantile(probability, freedom) == pytest.approx(value, rel=1e-3)


def test_r4_every_card_is_as_likely_at_every_place(shuffled: list[list[int]]) -> None:
    assert is_uniform(evenness(shuffled), 51**2)


def test_joker_yes_every_card_is_as_likely_at_every_place() -> None:
    """R4, option `joker`."""
    assert is_uniform(evenness(decks("uniformity", joker=True)), 52**2)


def test_r4_a_deal_tells_nothing_of_the_next(shuffled: list[list[int]]) -> None:
    """Over pairs of consecutive deals: where the card at a place goes is as even."""
    assert is_uniform(evenness(moves(shuffled)), 51**2)


def test_r4_no_deck_comes_again(shuffled: list[list[int]]) -> None:
    assert len({tuple(order) for order in shuffled}) == SHUFFLES
    assert len({frozenset(order[:18]) for order in shuffled}) == SHUFFLES


def test_r3_every_seat_is_as_likely_to_deal_first() -> None:
    """3000 matches; two degrees of freedom, of which chi-square is -2 ln of the upper tail."""
    secret = secret_from_seed("uniformity")
    first = [FairDeal(secret, str(match), ("",) * 3).first_dealer() for match in range(3000)]
    statistic = sum((first.count(seat) - 1000) ** 2 / 1000 for seat in (1, 2, 3))
    assert sorted(set(first)) == [1, 2, 3]
    assert statistic < 27.63  # -2 ln FALSE_ALARM


def test_r3_either_of_two_seats_is_as_likely_to_deal_first() -> None:
    """3000 matches; 1500 a seat, give or take 134: 4.9 deviations, a false alarm in a million."""
    secret = secret_from_seed("uniformity")
    first = [FairDeal(secret, str(match), ("",) * 2).first_dealer() for match in range(3000)]
    assert abs(first.count(1) - 1500) < 134
    assert first.count(1) + first.count(2) == 3000


def each_place_with_any_place(rng: Random) -> list[int]:
    """A well-known mistake: 52**52 ways do not divide evenly among 52! orders."""
    mixed = list(range(52))
    for place in range(52):
        other = rng.randrange(52)
        mixed[place], mixed[other] = mixed[other], mixed[place]
    return mixed


def ace_of_spades_second(order: Sequence[int]) -> list[int]:
    rest = [card for card in order if card != 51]
    return [rest[0], 51, *rest[1:]]


def test_the_statistic_sees_flawed_shuffles(shuffled: list[list[int]]) -> None:
    rng = Random(7)
    swapped = [each_place_with_any_place(rng) for _ in range(SHUFFLES)]
    second = [ace_of_spades_second(order) for order in shuffled]
    too_even = [[(card + deal) % 52 for card in range(52)] for deal in range(52 * 38)]
    for orders in (swapped, second, too_even):
        assert not is_uniform(evenness(orders), 51**2)


def test_the_statistic_sees_a_deck_that_comes_twice(shuffled: list[list[int]]) -> None:
    every_tenth_twice = [
        order for deal, order in enumerate(shuffled) for _ in range(1 + (deal % 10 == 0))
    ]
    assert not is_uniform(evenness(moves(every_tenth_twice)), 51**2)


def test_r4_a_deal_does_not_depend_on_those_before_it() -> None:
    dealing = FairDeal(secret_from_seed("7"), "1", ("", "", ""))
    late = dealing.deck(200)
    for deal in range(1, 5):
        dealing.deck(deal)
    assert dealing.deck(200) == late
    assert all(dealing.deck(deal) != dealing.deck(deal + 1) for deal in range(1, 20))


# The secret stays where it is.


def passed_round(dealing: FairDeal) -> tuple[Match, list[object]]:
    """A match of five thrown-in deals and one begun, and everything that came out of it."""
    started = start(Rules(), 3, dealing.first_dealer())
    match, seen = begin(started), [started]
    out: list[object] = [*seen]
    for deal in range(1, 7):
        events = deal_cards(match, dealing.hands(deal, match.dealer))
        match = fold(match, events)
        out += events
        if deal < 6:
            match = act(match, "pass pass pass")
    return match, [*out, match, *(project(match, viewer) for viewer in everybody(3))]


def test_r4_no_event_state_or_view_holds_the_secret() -> None:
    dealing = FairDeal(secret_from_seed("7"), "match-7", ("nonce-a", "nonce-b", "nonce-c"))
    match, out = passed_round(dealing)
    assert (match.deal, match.dealer) == (6, dealing.first_dealer())
    texts = [repr(each) for each in out]
    for hidden in (dealing.secret.hex(), repr(dealing.secret), "nonce-a", "FairDeal"):
        assert not any(hidden in text for text in texts)


def test_r4_the_stock_is_in_no_event_and_no_state() -> None:
    """The rest of the deck is set aside unseen: what is not dealt is nowhere."""
    dealing = FairDeal(secret_from_seed("7"), "1", ("", "", ""))
    match = begin(start(Rules(), 3, 3))
    events = deal_cards(match, dealing.hands(1, 3))
    told = set(re.findall(r"\b[2-9TJQKA][CDHS]\b", repr((events, fold(match, events)))))
    assert told == {card.text for card in dealing.deck(1)[:18]}
