"""Matches of the kernel are matches of the law, whatever the number of threads. R3 to R26."""

import numpy as np
import pytest
from numpy.typing import NDArray

from cutthroat.core.match import Match, Over, begin, deal_cards, decide, fold, start
from cutthroat.core.rules import Rules, parse_rules
from cutthroat.kernel import state
from cutthroat.kernel.auction import action_of
from cutthroat.kernel.cards import cards_of
from cutthroat.kernel.compiled import compiled
from cutthroat.kernel.options import packed
from cutthroat.kernel.policies import UNIFORM, choose
from cutthroat.kernel.scoring import NOBODY, WIN_REASONS
from cutthroat.kernel.simulation import run_deals, simulate_deals, simulate_matches
from tests.kernel.tables_of_rules import SETTINGS, Setting

Ints = NDArray[np.int64]
DEALS = 40


@compiled
def play_match(  # noqa: PLR0917
    row: Ints, hands: Ints, actions: Ints, seats: int, options: int, seed: int, match: int
) -> int:
    """As `simulation.run_matches`, with all that happened. Returns how many actions there were."""
    state.begin(row, seats, seed, match)
    done = 0
    while row[state.STAGE] != state.OVER and row[state.DEAL] < len(hands):
        state.deal(row, seats, options)
        for seat in range(3):
            hands[row[state.DEAL] - 1, seat] = row[state.DEALT + seat]
        while row[state.STAGE] <= state.PLAY:
            action = choose(UNIFORM, row, state.legal_actions(row, seats, options))
            state.act(row, action, seats, options)
            actions[done] = action
            done += 1
    return done


def law(setting: Setting, dealer: int, hands: Ints, actions: Ints) -> Match:
    match = begin(start(setting.rules, setting.seats, dealer + 1))
    rest = iter(actions.tolist())
    for dealt in hands.tolist():
        if isinstance(match.phase, Over):
            break
        cards = [tuple(cards_of(mask)) for mask in dealt[: setting.seats]]
        match = fold(match, deal_cards(match, cards))
        while match.turn is not None:
            match = fold(match, decide(match, action_of(next(rest), match.turn)))
    assert next(rest, None) is None
    return match


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_r3_to_r26_whole_matches(setting: Setting) -> None:
    options = packed(setting.rules)
    rows, hands = state.new_rows(4), np.zeros((DEALS, 3), np.int64)
    actions = np.zeros(DEALS * 21, np.int64)
    for number, row in enumerate(rows):
        done = play_match(row, hands, actions, setting.seats, options, 9, number)
        first = first_dealer(setting.seats, 9, number)
        match = law(setting, first, hands, actions[:done])
        assert tuple(row[state.SCORE : state.SCORE + setting.seats]) == match.scores
        assert row[state.DEAL] == match.deal
        assert row[state.SCORED] == match.scored_deals
        assert row[state.DEALER] + 1 == match.dealer
        if isinstance(match.phase, Over):
            assert row[state.WINNER] + 1 == match.phase.winner
            assert WIN_REASONS[row[state.REASON]] == match.phase.reason
        else:
            assert row[state.WINNER] == NOBODY
    result = simulate_matches(
        setting.rules, (UNIFORM,) * setting.seats, 4, seed=9, deal_limit=DEALS
    )
    for column, told in (
        (state.WINNER, result.winner),
        (state.REASON, result.reason),
        (state.DEAL, result.deals),
        (state.SCORED, result.scored),
        (state.SCORE, result.scores[:, 0]),
    ):
        assert rows[:, column].tolist() == told.tolist()


@compiled
def _begun(row: Ints, seats: int, seed: int, match: int) -> None:
    state.begin(row, seats, seed, match)


def first_dealer(seats: int, seed: int, match: int) -> int:
    row = state.new_rows(1)[0]
    _begun(row, seats, seed, match)
    return int(row[state.DEALER])


@pytest.mark.parametrize("seats", [2, 3])
def test_r3_the_first_dealer_is_drawn(seats: int) -> None:
    drawn = np.bincount([first_dealer(seats, 4, match) for match in range(3000)], minlength=seats)
    assert (abs(drawn - 3000 / seats) < 150).all()


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_threads_change_nothing(threads: int) -> None:
    rules = parse_rules("target=5 out=reach limit=20")
    policies = (UNIFORM,) * 3
    once = simulate_matches(rules, policies, 50, seed=1)
    again = simulate_matches(rules, policies, 50, seed=1, threads=threads)
    assert all((a == b).all() for a, b in zip(once, again, strict=True))
    deals = simulate_deals(rules, policies, 500, seed=1)
    more = simulate_deals(rules, policies, 500, seed=1, threads=threads)
    assert all((a == b).all() for a, b in zip(deals, more, strict=True))


def test_a_part_is_the_same_as_within_the_whole() -> None:
    policies = (UNIFORM,) * 2
    whole = simulate_matches(Rules(limit=9), policies, 30, seed=5)
    part = simulate_matches(Rules(limit=9), policies, 10, seed=5, first=20)
    assert all((a[20:] == b).all() for a, b in zip(whole, part, strict=True))
    deals = simulate_deals(Rules(), policies, 300, seed=5)
    some = simulate_deals(Rules(), policies, 100, seed=5, first=150)
    assert all((a[150:250] == b).all() for a, b in zip(deals, some, strict=True))


def test_another_seed_gives_other_matches() -> None:
    one, other = (simulate_deals(Rules(), (UNIFORM,) * 3, 99, seed=seed) for seed in (1, 2))
    assert (one.outcome != other.outcome).any()


def test_the_most_negative_and_the_greatest_seed_are_seeds() -> None:
    for seed in (-(2**63), 2**63 - 1):
        deals = simulate_deals(Rules(), (UNIFORM,) * 3, 5, seed=seed, first=2**62)
        assert len(deals.bid) == 5


def test_a_seed_is_any_integer() -> None:
    policies = (UNIFORM,) * 2
    for seed in (2**63, 2**64 + 2**63 - 1, -(2**64), 10**30):
        same = (seed + 2**63) % 2**64 - 2**63
        deals, others = (simulate_deals(Rules(), policies, 9, seed=s) for s in (seed, same))
        assert (deals.outcome == others.outcome).all()
        matches, more = (simulate_matches(Rules(), policies, 3, seed=s) for s in (seed, same))
        assert (matches.scores == more.scores).all()


@pytest.mark.parametrize("first", [-1, 2**63 - 4, 2**63, 2**64])
def test_numbers_beyond_63_bits_are_refused(first: int) -> None:
    policies = (UNIFORM,) * 2
    with pytest.raises(ValueError, match="5 numbers from"):
        simulate_deals(Rules(), policies, 5, seed=1, first=first)
    with pytest.raises(ValueError, match="5 numbers from"):
        simulate_matches(Rules(), policies, 5, seed=1, first=first)
    assert len(simulate_deals(Rules(), policies, 5, seed=1, first=2**63 - 5).bid) == 5


@pytest.mark.parametrize("policies", [(UNIFORM, 1), (-1, UNIFORM, UNIFORM)])
def test_unknown_policies_are_refused(policies: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"there is no policy -?1$"):
        simulate_deals(Rules(), policies, 1, seed=1)
    with pytest.raises(ValueError, match=r"there is no policy -?1$"):
        simulate_matches(Rules(), policies, 1, seed=1)


def test_a_match_that_nobody_wins_is_closed() -> None:
    result = simulate_matches(Rules(target=99), (UNIFORM,) * 3, 20, seed=1, deal_limit=7)
    assert (result.deals <= 7).all()
    assert (result.winner[result.deals == 7] == NOBODY).any()


@pytest.mark.parametrize("policies", [(), (UNIFORM,), (UNIFORM,) * 4])
def test_r1_two_or_three_play(policies: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="two or three"):
        simulate_deals(Rules(), policies, 1, seed=1)
    with pytest.raises(ValueError, match="two or three"):
        simulate_matches(Rules(), policies, 1, seed=1)


def test_no_threads_are_refused() -> None:
    with pytest.raises(ValueError, match="0 threads"):
        simulate_deals(Rules(), (UNIFORM,) * 2, 1, seed=1, threads=0)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_deals_abreast_are_the_same_as_one_by_one(setting: Setting) -> None:
    """The fast way and the plain way agree deal by deal, whatever the length of the last block."""
    policies = (UNIFORM,) * setting.seats
    abreast = simulate_deals(setting.rules, policies, 5003, seed=3, first=11)
    codes = np.zeros(5003, np.int64)
    run_deals(codes, np.array(policies, np.int64), packed(setting.rules), 3, 11)
    assert abreast.bid.tolist() == (codes >> 10).tolist()
    assert abreast.bidder.tolist() == (codes >> 8 & 3).tolist()
    assert abreast.outcome.tolist() == (codes & 255).tolist()


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_many_deals_abreast_are_the_same_as_one_by_one(setting: Setting) -> None:
    policies, count = (UNIFORM,) * setting.seats, 60_000
    abreast = simulate_deals(setting.rules, policies, count, seed=8)
    codes = np.zeros(count, np.int64)
    run_deals(codes, np.array(policies, np.int64), packed(setting.rules), 8, 0)
    assert np.array_equal(abreast.bid << 10 | abreast.bidder << 8 | abreast.outcome, codes)
