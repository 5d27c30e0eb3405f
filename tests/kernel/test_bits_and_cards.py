"""One instruction does what a line of Python does; cards and masks are those of `core`. R2."""

from hypothesis import given, strategies as some

from cutthroat.core.cards import ALL_CARDS, CardSet, Suit
from cutthroat.kernel import bits, cards
from tests.kernel import calls

MASKS = some.integers(1, 2**53 - 1)
INTS = some.integers(-(2**63), 2**63 - 1)


@given(MASKS)
def test_bits_of_a_mask(mask: int) -> None:
    places = [place for place in range(53) if mask >> place & 1]
    assert calls.count_of(mask) == bits.count_of(mask) == len(places)
    assert calls.highest_in(mask) == bits.highest_in(mask) == places[-1]
    assert calls.lowest_in(mask) == bits.lowest_in(mask) == places[0]
    assert [calls.nth_bit(mask, n) for n in range(len(places))] == [1 << p for p in places]


@given(INTS, INTS)
def test_sums_and_products_wrap_round(one: int, other: int) -> None:
    assert calls.plus(one, other) == bits.plus(one, other)
    assert calls.times(one, other) == bits.times(one, other)
    assert (bits.times(one, other) - one * other) % 2**64 == 0
    assert -(2**63) <= bits.plus(one, other) < 2**63


@given(some.booleans(), INTS, INTS)
def test_pick(condition: bool, yes: int, no: int) -> None:
    assert calls.pick(condition, yes, no) == bits.pick(condition, yes, no)
    assert bits.pick(condition, yes, no) == (yes if condition else no)


def test_r2_cards_have_the_numbers_of_a_new_deck() -> None:
    for number, card in enumerate(ALL_CARDS):
        assert card.index == number
        suit = cards.suit_index(card.suit) if card.suit else 4
        assert calls.suit_of(number) == suit
    assert [cards.suit_index(suit) for suit in Suit] == [0, 1, 2, 3]


@given(some.sets(some.sampled_from(ALL_CARDS)))
def test_masks_and_sets(held: set[object]) -> None:
    hand = CardSet(card for card in ALL_CARDS if card in held)
    assert cards.cards_of(cards.mask_of(hand)) == hand
    assert calls.count_of(cards.mask_of(hand)) == len(hand)


def test_ranks_are_where_their_names_say() -> None:
    for mask, letter in (
        (cards.ACES, "A"),
        (cards.KINGS, "K"),
        (cards.QUEENS, "Q"),
        (cards.JACKS, "J"),
        (cards.TENS, "T"),
    ):
        assert str(cards.cards_of(mask)) == " ".join(letter + suit for suit in "CDHS")
    assert cards.cards_of(cards.NUMERALS) == {c for c in ALL_CARDS if c.text[0] in "23456789T"}
    assert str(cards.cards_of(cards.JOKER_BIT)) == "JK"
