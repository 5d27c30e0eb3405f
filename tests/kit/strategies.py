"""Hypothesis strategies: house rules, tables, hands."""

from random import Random

from hypothesis import strategies as st

from cutthroat.core.actions import Seat
from cutthroat.core.cards import Card, deck
from cutthroat.core.deal import HAND_SIZE
from cutthroat.core.rules import OPTIONS, Number, Rules, parse_rules


def _words(option_name: str) -> st.SearchStrategy[str]:
    option = next(option for option in OPTIONS if option.name == option_name)
    if not isinstance(option, Number):
        return st.sampled_from(option.values)
    numbers = st.integers(option.low, option.high) | st.integers(option.low, option.low + 3)
    values = numbers.map(str)
    return values if option.default is not None else st.just("none") | values


def rules(**fixed: str) -> st.SearchStrategy[Rules]:
    """House rules over all eleven options; `follow="strict"` and the like hold one still.

    Low targets and limits come up more often than high ones, so that matches end.
    """
    words = {
        option.name: st.just(fixed[option.name]) if option.name in fixed else _words(option.name)
        for option in OPTIONS
    }
    return st.fixed_dictionaries(words).map(
        lambda chosen: parse_rules(" ".join(f"{name}={value}" for name, value in chosen.items()))
    )


def seat_counts() -> st.SearchStrategy[int]:
    """Two or three. R1."""
    return st.sampled_from((2, 3))


def dealers(seats: int) -> st.SearchStrategy[Seat]:
    """Any seat of a table."""
    return st.integers(1, seats)


def hands(house: Rules, seats: int) -> st.SearchStrategy[tuple[tuple[Card, ...], ...]]:
    """Six cards a seat from the deck of the house."""
    dealt = HAND_SIZE * seats
    return st.permutations(deck(joker=house.has_joker)).map(
        lambda order: tuple(tuple(order[seat:dealt:seats]) for seat in range(seats))
    )


def generators() -> st.SearchStrategy[Random]:
    """Sources of chance for a walk, each from a small seed that a failure shows."""
    return st.integers(0, 2**32 - 1).map(Random)
