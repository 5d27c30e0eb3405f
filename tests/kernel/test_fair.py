"""The fair deal of the kernel is that of `core.shuffle`."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, strategies as st

from cutthroat.core.rules import Joker, Rules
from cutthroat.core.shuffle import FairDeal, secret_from_seed
from cutthroat.kernel import state
from cutthroat.kernel.cards import mask_of
from cutthroat.kernel.fair import WORDS, deal_words, dealt_slowly, new_deck
from cutthroat.kernel.fair_play import deal_all, new_matches
from cutthroat.kernel.state import Rows

SECRET = secret_from_seed("7")


def hands_by(fair: FairDeal, dealer: int, words: Rows) -> tuple[int, ...] | None:
    """The hands that the kernel deals by some words; None if they run out."""
    rows = new_matches([fair])
    rows[0, state.DEALER] = dealer
    deck = new_deck(Rules(joker=Joker.YES if fair.joker else Joker.NO))
    dealt = np.zeros(1, np.int64)
    deal_all(rows, np.zeros(1, np.int64), words, deck, dealt, len(fair.nonces))
    hands = rows[0, state.DEALT : state.DEALT + len(fair.nonces)]
    return tuple(hands.tolist()) if dealt[0] else None


@pytest.mark.parametrize("joker", [False, True])
@pytest.mark.parametrize("seats", [2, 3])
def test_hands_are_those_of_the_law(seats: int, joker: bool) -> None:
    for match in ("1", "m-42_x"):
        fair = FairDeal(SECRET, match, ("",) * (seats - 1) + ("Zq-9",), joker)
        for deal in range(1, 101):
            dealer = deal % seats
            hands = hands_by(fair, dealer, deal_words([(fair, deal)]))
            assert hands == tuple(mask_of(hand) for hand in fair.hands(deal, dealer + 1))
            assert hands == dealt_slowly(fair, deal, dealer)


@given(seats=st.sampled_from([2, 3]), joker=st.booleans(), data=st.data())
def test_words_of_the_uneven_top_are_passed_over(
    seats: int, joker: bool, data: st.DataObject
) -> None:
    around = [st.integers(2**32 - bound - 2, 2**32 - 1) for bound in (1, 16, 52)]
    word = st.one_of(st.integers(0, 2**32 - 1), *around)
    words = data.draw(st.lists(word, min_size=WORDS, max_size=WORDS))
    fair = FairDeal(SECRET, "1", ("",) * seats, joker)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(FairDeal, "_words", lambda _fair, _deal: endless(words))
        lawful = tuple(mask_of(hand) for hand in fair.hands(1, 2))
    found = hands_by(fair, 1, np.array([words], np.int64))
    if found is not None:
        assert found == lawful


def endless(words: list[int]) -> Iterator[int]:
    yield from words
    while True:
        yield 0


def test_words_that_do_not_do_are_told() -> None:
    fair = FairDeal(SECRET, "1", ("", "", ""))
    assert hands_by(fair, 0, np.full((1, WORDS), 2**32 - 1)) is None
    words = np.full((1, WORDS), 2**32 - 1)
    words[0, 5:] = 7
    assert hands_by(fair, 0, words) is not None
    words[0, 5] = 2**32 - 1
    assert hands_by(fair, 0, words) is None


@pytest.mark.parametrize("seats", [2, 3])
def test_the_first_dealer_is_drawn(seats: int) -> None:
    fairs = [FairDeal(SECRET, str(number), ("",) * seats) for number in range(1, 50)]
    drawn = new_matches(fairs)[:, state.DEALER]
    assert drawn.tolist() == [fair.first_dealer() - 1 for fair in fairs]
