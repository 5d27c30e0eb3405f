"""A record that carries the four tags of a fair deal is checked deal by deal."""

import json
from pathlib import Path
from typing import Any

import pytest

from cutthroat.core.cards import CardSet
from cutthroat.core.shuffle import FairDeal, secret_from_seed
from cutthroat.record.errors import Fault
from tests.record.texts import THREE, TWO, fault, read, read_all, refused, why

KNOWN = json.loads((Path(__file__).parents[1] / "data" / "fairness.json").read_bytes())
SECRET = secret_from_seed("a record")
FAIR = FairDeal(SECRET, "m-1_Z", ("", "n0nce-_"))
TAGS = {
    "Match": "m-1_Z",
    "Commitment": FAIR.commitment,
    "Nonces": ",n0nce-_",
    "Secret": SECRET.hex(),
}
LINES = dict(zip(TAGS, range(3, 7), strict=True))
"""Where the four stand, after the seats."""


def tagged(text: str = "", head: str = TWO, /, **changed: str | None) -> str:
    """A record of two seats with the four tags on lines 3 to 6; None leaves one out."""
    tags = {**TAGS, **changed}
    told = "".join(f'[{name} "{value}"]\n' for name, value in tags.items() if value is not None)
    return head + told + text


def hand_lines(fair: FairDeal, deal: int, dealer: int) -> list[str]:
    """What the fair deal gives every seat."""
    hands = fair.hands(deal, dealer)
    return [
        f"hand {seat} {' '.join(card.text for card in hand)}\n"
        for seat, hand in enumerate(hands, start=1)
    ]


def dealt(fair: FairDeal, deal: int, dealer: int) -> str:
    """A deal up to its auction."""
    return f"deal {deal} dealer {dealer}\n" + "".join(hand_lines(fair, deal, dealer))


DEALER = FAIR.first_dealer()
OTHER = 3 - DEALER


def test_a_fair_record_stands() -> None:
    text = tagged(dealt(FAIR, 1, DEALER) + "void\n" + dealt(FAIR, 2, DEALER))
    record = read(text)
    assert record.header.fair == FAIR
    assert [line for line in record.text.splitlines() if "hand" in line] == [
        line for line in text.splitlines() if "hand" in line
    ]


def test_tags_of_a_fair_deal_have_their_place() -> None:
    names = [tag.name for tag in read(tagged("", '[Date "x"]\n' + TWO)).header.tags]
    assert names == ["Date", "Match", "Commitment", "Nonces", "Secret", "Seat1", "Seat2"]


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: f"{known['seed']}-{known['match']}")
def test_the_known_answers_stand(known: dict[str, Any]) -> None:
    seats = len(known["nonces"])
    tags = tagged(
        '[Rules "joker=yes"]\n' if known["joker"] else "",
        TWO if seats == 2 else THREE,
        Match=known["match"],
        Commitment=known["commitment"],
        Nonces=",".join(known["nonces"]),
        Secret=known["secret"],
    )
    for deal in known["deals"]:
        before = _kept_until(deal["deal"], known["first_dealer"], seats)
        hands = "".join(f"hand {seat} {' '.join(hand)}\n" for seat, hand in deal["hands"].items())
        text = f"{tags}{before}deal {deal['deal']} dealer {deal['dealer']}\n{hands}"
        assert len(read(text).body) == 3 * deal["deal"] - 2 + seats
    for seat in set(range(1, seats + 1)) - {known["first_dealer"]}:
        assert fault(tags, f"deal 1 dealer {seat}") == ("unfair_dealer", "R3")


def _kept_until(deal: int, dealer: int, seats: int) -> str:
    """The deals before that one, kept without cards, so that the deal goes round."""
    return "".join(
        f"deal {number} dealer {(dealer + number - 2) % seats + 1}\n"
        "bid 1 2\npoints high=- low=- jack=- game=-\n"
        for number in range(1, deal)
    )


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("Match", "", "bad_match"),
        ("Match", "a b", "bad_match"),
        ("Match", "é", "bad_match"),
        ("Match", "m.1", "bad_match"),
        ("Match", "m" * 65, "bad_match"),
        ("Commitment", "", "bad_commitment"),
        ("Commitment", FAIR.commitment.upper(), "bad_commitment"),
        ("Commitment", FAIR.commitment[1:], "bad_commitment"),
        ("Commitment", FAIR.commitment + "0", "bad_commitment"),
        ("Commitment", "g" * 64, "bad_commitment"),
        ("Commitment", "\u0660" * 64, "bad_commitment"),
        ("Nonces", "a b,", "bad_nonces"),
        ("Nonces", "a, b", "bad_nonces"),
        ("Nonces", f"{'n' * 65},", "bad_nonces"),
        ("Nonces", "é,", "bad_nonces"),
        ("Nonces", "", "wrong_nonces"),
        ("Nonces", "n", "wrong_nonces"),
        ("Nonces", ",,", "wrong_nonces"),
        ("Secret", "", "bad_secret"),
        ("Secret", SECRET.hex()[2:], "bad_secret"),
        ("Secret", SECRET.hex() + "00", "bad_secret"),
        ("Secret", "g" * 64, "bad_secret"),
        ("Secret", f"{SECRET.hex()[:-1]} ", "bad_secret"),
        ("Secret", "00" * 32, "secret_mismatch"),
        ("Commitment", "00" * 32, "secret_mismatch"),
    ],
)
@pytest.mark.parametrize(
    "body", ["", "deal 9 dealer 9\n", "bid 9 9\n", "nonsense\n", "[x]\n", TWO[:13]]
)
def test_a_malformed_tag_is_wrong_at_its_line(
    name: str, value: str, reason: str, body: str
) -> None:
    """And before whatever follows it; only the nonces have to wait for the last seat."""
    line = LINES["Secret" if reason == "secret_mismatch" else name]
    following = body in {"nonsense\n", "[x]\n", TWO[:13]}
    if reason == "wrong_nonces" and following:
        expected = refused(tagged(body)).reason.value, 7, None
    else:
        expected = reason, line, None
    assert why(tagged(body, **{name: value})) == expected


@pytest.mark.parametrize("missing", TAGS)
@pytest.mark.parametrize("name", TAGS)
def test_without_one_of_the_four_nothing_is_checked(missing: str, name: str) -> None:
    changed: dict[str, str | None] = {name: "? ,,", missing: None}
    body = f"deal 1 dealer {OTHER}\n" + "".join(hand_lines(FAIR, 2, OTHER))
    record = read(tagged(body, **changed))
    assert record.header.fair is None
    assert len(record.body) == 3


def test_the_first_of_several_wrong_tags_is_named() -> None:
    wrong = tagged(Match="?", Commitment="?", Nonces="?", Secret="?")
    for order in ((2, 3, 4, 5), (5, 4, 3, 2), (3, 5, 2, 4)):
        lines = wrong.splitlines(keepends=True)
        error = refused("".join((*lines[:2], *(lines[place] for place in order))))
        assert error.line == 3
    assert why(tagged(Nonces="", Secret="00" * 32)) == ("wrong_nonces", 5, None)


def test_tags_may_come_in_any_order() -> None:
    lines = tagged().splitlines(keepends=True)
    text = "".join(reversed(lines)) + dealt(FAIR, 1, DEALER)
    assert read(text).header.fair == FAIR
    secret = "".join(reversed(tagged(Secret="00" * 32).splitlines(keepends=True)))
    assert why(secret) == ("secret_mismatch", 1, None)
    assert why("".join(reversed(tagged(Nonces="a").splitlines(keepends=True)))) == (
        "wrong_nonces",
        2,
        None,
    )


def test_the_number_of_nonces_is_told() -> None:
    error = refused(tagged(Nonces="a,b,c,d"))
    assert (error.reason, error.parameters) == (Fault.WRONG_NONCES, {"found": 4, "expected": 2})
    read(tagged("", THREE, Nonces="a,b,c"))


@pytest.mark.parametrize("after", ["", "void\n", "nonsense\n"])
def test_an_unfair_first_dealer_is_wrong_at_its_deal(after: str) -> None:
    text = tagged(f"deal 1 dealer {OTHER}\n{after}")
    assert why(text) == ("unfair_dealer", 7, "R3")
    assert refused(text).parameters == {"seat": OTHER, "expected": DEALER}
    assert why(tagged("deal 1 dealer 3\n")) == ("no_such_seat", 7, "R3")


def test_a_hand_is_compared_as_a_set() -> None:
    deal, first, second = dealt(FAIR, 1, DEALER).splitlines(keepends=True)
    word, seat, *cards = first.split()
    turned = " ".join((word, seat, *reversed(cards))) + "\n"
    assert read(tagged(deal + turned + second)).body[1:] != read(tagged(deal + first)).body[1:]
    assert read(tagged(deal + turned)).events == read(tagged(deal + first)).events


def test_an_unfair_hand_is_wrong_at_its_line() -> None:
    deal, first, second = dealt(FAIR, 1, DEALER).splitlines(keepends=True)
    rest = FAIR.deck(1)[12:]
    for at, line in enumerate((first, second)):
        wrong = line.split()
        wrong[4] = rest[at].text
        before = tagged(deal + (first if at else ""))
        assert fault(before, " ".join(wrong)) == ("unfair_hand", "R4")
    swapped = f"hand 1{second[6:]}".strip()
    assert fault(tagged(deal), swapped) == ("unfair_hand", "R4")
    assert refused(tagged(deal) + swapped).parameters == {"seat": 1}


def test_the_hands_of_another_deal_or_dealer_are_unfair() -> None:
    void = f"deal 1 dealer {DEALER}\nvoid\ndeal 2 dealer {DEALER}\n"
    hand_of = {number: hand_lines(FAIR, number, DEALER)[0].strip() for number in (1, 2)}
    read(tagged(void + hand_of[2] + "\n"))
    assert fault(tagged(void), hand_of[1]) == ("unfair_hand", "R4")
    other = hand_lines(FAIR, 2, OTHER)[0].strip()
    assert fault(tagged(void), other) == ("unfair_hand", "R4")


@pytest.mark.parametrize(
    "changed", [{"Match": "m-2"}, {"Nonces": "x,n0nce-_"}, {"Nonces": "n0nce-_,"}]
)
def test_match_and_nonces_are_part_of_the_deal(changed: dict[str, str | None]) -> None:
    error = refused(tagged(dealt(FAIR, 1, DEALER), **changed))
    assert error.line in {7, 8}
    assert error.reason in {Fault.UNFAIR_DEALER, Fault.UNFAIR_HAND}


def test_a_deck_with_a_joker_is_another() -> None:
    fair = FairDeal(SECRET, "m-1_Z", ("", "n0nce-_"), joker=True)
    rules = '[Rules "joker=yes"]\n'
    deals = [dealt(fair, 1, DEALER)]
    number = 1
    while "JK" not in deals[-1]:
        number += 1
        deals.append(dealt(fair, number, DEALER))
    text = tagged(rules + "void\n".join(deals))
    assert read(text).header.fair == fair
    assert fair.hands(number, DEALER) != FAIR.hands(number, DEALER)
    assert refused(text.replace(rules, "")).reason is Fault.UNFAIR_HAND
    assert refused(tagged(rules + dealt(FAIR, 1, DEALER))).reason is Fault.UNFAIR_HAND


def test_deals_without_cards_and_thrown_in_ones_are_checked_for_their_dealer_only() -> None:
    kept = f"deal 1 dealer {DEALER}\nbid 1 2\npoints high=1 low=1 jack=1 game=1\n"
    text = tagged(kept + dealt(FAIR, 2, OTHER))
    assert read(text).header.fair == FAIR
    passed = f"deal 1 dealer {DEALER}\nbid {DEALER} pass\n"
    assert read(tagged(passed + dealt(FAIR, 2, DEALER))).events


def test_what_the_rules_refuse_is_told_before_what_is_unfair() -> None:
    start = tagged(f"deal 1 dealer {DEALER}\n")
    assert fault(start, "hand 2 2C 3C 4C 5C 6C 7C") == ("hand_out_of_order", "R4")
    assert fault(start, "hand 1 2C 2C 4C 5C 6C 7C") == ("card_twice", "R2")
    assert fault(start, "hand 1 2C 3C") == ("wrong_hand_size", "R4")


def test_only_the_match_with_the_tags_is_checked() -> None:
    other = TWO + f"deal 1 dealer {OTHER}\n"
    first, second, third = read_all(other + tagged(dealt(FAIR, 1, DEALER)) + other)
    assert (first.header.fair, second.header.fair, third.header.fair) == (None, FAIR, None)
    dealt_hand = CardSet(FAIR.hands(1, DEALER)[0])
    assert f"hand 1 {dealt_hand}" not in other
    assert why(other + tagged(f"deal 1 dealer {OTHER}\n")) == ("unfair_dealer", 10, "R3")
