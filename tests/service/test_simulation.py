"""Matches between bots: the same for anyone who has the seed, and counted rightly."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, strategies as st

from cutthroat.bots.policy import Bot
from cutthroat.bots.registry import find_bot
from cutthroat.bots.uniform import uniform
from cutthroat.core.actions import Action, Pass
from cutthroat.core.events import HandDealt, MatchEnded, MatchWon
from cutthroat.core.rules import OPTIONS, PRESETS, Choice, Rules, parse_rules
from cutthroat.core.shuffle import secret_from_seed
from cutthroat.core.view import View
from cutthroat.record.read import Record, read_matches
from cutthroat.service import simulation as service
from cutthroat.service.engines import Forfeit, ForfeitReason
from cutthroat.service.sharing import MOST_JOBS, batches
from cutthroat.service.simulation import (
    Outcome,
    SettledBid,
    Simulation,
    Tally,
    match_outcome,
    match_record,
    play_match,
    simulate,
    usual_jobs,
    wilson,
)

FAIRNESS = Path(__file__).parents[1] / "data" / "fairness.json"
SHORT = Rules(target=5, limit=5)
RANDOM = Bot("random", "1.0", uniform)


def passing(view: View, rng: Random) -> Action:
    """Pass whenever that is legal, else do anything."""
    seat = view.you or 0
    return Pass(seat) if Pass(seat) in view.legal_calls else uniform(view, rng)


PASSING = Bot("passing", "1.0", passing)


def made(*bots: Bot, rules: Rules = SHORT, seed: str = "7") -> Simulation:
    return Simulation(rules, bots, secret_from_seed(seed))


def record_of(simulation: Simulation, number: int) -> str:
    return match_record(simulation, number, play_match(simulation, number))


def read(text: str) -> Record:
    (record,) = read_matches(io.BytesIO(text.encode()))
    return record


# Who sits where


@pytest.mark.parametrize("players", [2, 3])
def test_each_match_every_bot_moves_one_seat_to_the_left(players: int) -> None:
    simulation = made(*[RANDOM] * players)
    for number in range(1, 8):
        for bot in range(players):
            assert simulation.bot_in((bot + number - 1) % players + 1, number) == bot


def test_bots_of_one_name_are_told_apart_by_position() -> None:
    assert made(RANDOM, PASSING, RANDOM).labels == ("random (1)", "passing", "random (3)")
    assert made(RANDOM, PASSING).labels == ("random", "passing")


def test_a_record_tells_who_sat_where_and_what_fixed_the_cards() -> None:
    simulation = made(RANDOM, PASSING, RANDOM)
    tags, _, _ = record_of(simulation, 2).partition("deal 1")
    assert tags == (
        '[Game "Cutthroat Canadian Smear"]\n'
        '[Match "2"]\n'
        '[Commitment "68b6acce6948c45ed26e193c33443b4aedc1c25e6f96e29a3d939a774f8b74d1"]\n'
        '[Nonces ",,"]\n'
        '[Secret "7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451"]\n'
        '[Seat1 "random (3)"]\n'
        '[Seat2 "random (1)"]\n'
        '[Seat3 "passing"]\n'
        '[Bot1 "random 1.0"]\n'
        '[Bot2 "random 1.0"]\n'
        '[Bot3 "passing 1.0"]\n'
        '[Rules "target=5 limit=5"]\n'
    )


def test_the_cards_of_seed_7_are_the_known_ones() -> None:
    known = json.loads(FAIRNESS.read_bytes())[0]["deals"][0]["hands"]
    log = play_match(made(RANDOM, RANDOM, RANDOM), 1)
    hands = {
        str(event.seat): {card.text for card in event.hand}
        for event in log[:5]
        if isinstance(event, HandDealt)
    }
    assert hands == {seat: {*cards} for seat, cards in known.items()}


# The end


def test_a_match_that_nobody_wins_is_closed_after_exactly_500_deals() -> None:
    simulation = made(PASSING, PASSING, rules=Rules())
    log = play_match(simulation, 1)
    text = match_record(simulation, 1, log)
    deals = re.findall(r"^deal (\d+) dealer", text, re.MULTILINE)
    assert deals == [str(number) for number in range(1, 501)]
    assert log[-1] == MatchEnded("500 deals")
    assert '[Ended "500 deals"]\n' in text
    assert '[Secret "' in text
    assert read(text).text == text
    assert match_outcome(simulation, 1, log) == Outcome(None, 0, 500, (0, 0), ())


def test_a_match_won_in_the_last_deal_is_won(monkeypatch: pytest.MonkeyPatch) -> None:
    simulation = made(RANDOM, RANDOM)
    last = len(re.findall("^deal", record_of(simulation, 1), re.MULTILINE))
    monkeypatch.setattr(service, "DEAL_LIMIT", last)
    assert isinstance(play_match(simulation, 1)[-1], MatchWon)
    monkeypatch.setattr(service, "DEAL_LIMIT", last - 1)
    log = play_match(simulation, 1)
    assert isinstance(log[-1], MatchEnded)
    assert read(match_record(simulation, 1, log)).header.ended == "500 deals"


# What is counted


def read_off(text: str, label: str) -> tuple[int, Counter[str]]:
    """What the lines of a record say of the bot with a label: its last score, and what it did."""
    seats = re.findall(r'^\[Seat\d "(.*)"\]$', text, re.MULTILINE)
    place = seats.index(label)
    score = 0
    counts = Counter(wins=int(text.endswith(f"winner {place + 1}\n")))
    for deal in re.split(r"^deal ", text, flags=re.MULTILINE)[1:]:
        found = re.search(r"^scores (.*)$", deal, re.MULTILINE)
        counts["deals" if found else "redeals"] += 1
        if found:
            after = int(found[1].split()[place])
            bidder, points = re.findall(r"^bid (\d) (\d)$", deal, re.MULTILINE)[-1]
            if int(bidder) == place + 1:
                counts[f"{'made' if after > score else 'set'} {points}"] += 1
            score = after
    return score, +counts


def counted(outcome: Outcome, bot: int) -> tuple[int, Counter[str]]:
    """The same by an outcome."""
    counts = Counter(
        f"{'made' if x.made else 'set'} {x.points}" for x in outcome.bids if x.bot == bot
    )
    counts.update(wins=outcome.winner == bot, deals=outcome.deals, redeals=outcome.redeals)
    return outcome.points[bot], +counts


@pytest.mark.parametrize("players", [2, 3])
def test_the_counts_are_those_of_the_records(players: int) -> None:
    simulation = made(*[RANDOM, PASSING, RANDOM][:players], rules=Rules(limit=9))
    for number in range(1, 13):
        log = play_match(simulation, number)
        outcome = match_outcome(simulation, number, log)
        text = match_record(simulation, number, log)
        for bot, label in enumerate(simulation.labels):
            assert counted(outcome, bot) == read_off(text, label)


def test_a_tally_adds_up() -> None:
    tally = Tally(2)
    assert tally.win_rate(0) is None
    assert tally.points_per_deal(0) is None
    tally.add(
        Outcome(1, 4, 1, (-3, 5), (SettledBid(1, 2, made=True), SettledBid(0, 3, made=False)))
    )
    tally.add(Outcome(1, 3, 0, (2, 6), (SettledBid(1, 2, made=True),)))
    tally.add(Outcome(None, 1, 499, (0, -2), (SettledBid(1, 2, made=False),)))
    assert (tally.matches, tally.finished, tally.unfinished) == (3, 2, 1)
    assert (tally.deals, tally.redeals) == (8, 500)
    assert tally.wins == [0, 2]
    assert tally.points == [-1, 9]
    assert tally.points_per_deal(1) == 9 / 8
    assert tally.win_rate(1) == wilson(2, 2)
    assert tally.bids == {
        SettledBid(1, 2, made=True): 2,
        SettledBid(0, 3, made=False): 1,
        SettledBid(1, 2, made=False): 1,
    }


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_wilson_interval_of_the_books(hits: int, tries: int, low: float, high: float) -> None:
    rate = wilson(hits, tries)
    assert rate.share == hits / tries
    assert (round(rate.low, 4), round(rate.high, 4)) == (low, high)


@given(st.integers(1, 10_000), st.data())
def test_wilson_interval_holds_the_share_and_mirrors(tries: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, tries))
    rate, mirrored = wilson(hits, tries), wilson(tries - hits, tries)
    assert 0 <= rate.low <= rate.share + 1e-12
    assert rate.share - 1e-12 <= rate.high <= 1
    assert rate.low == pytest.approx(1 - mirrored.high, abs=1e-12)


def test_there_is_no_rate_of_nothing() -> None:
    with pytest.raises(ValueError, match="tries"):
        wilson(0, 0)


# Several processes


@pytest.mark.parametrize("jobs", [2, 3])
def test_outcomes_are_the_same_for_any_number_of_processes(jobs: int) -> None:
    simulation = made(find_bot("random"), find_bot("easy"))
    alone = list(simulate(simulation, 20, with_records=True))
    assert list(simulate(simulation, 20, jobs=jobs, with_records=True)) == alone
    assert [read(outcome.record).header.value("Match") for outcome in alone] == [
        str(number) for number in range(1, 21)
    ]


def test_records_come_only_if_asked_for() -> None:
    simulation = made(RANDOM, RANDOM)
    assert next(simulate(simulation, 1)).record == ""
    assert next(simulate(simulation, 1, with_records=True)).record == record_of(simulation, 1)


def test_an_endless_run_may_be_left_and_no_process_stays() -> None:
    before = active_children()
    outcomes = simulate(made(find_bot("random"), find_bot("random")), 10**9, jobs=2)
    assert next(outcomes).deals
    assert len(active_children()) > len(before)
    outcomes.close()
    assert active_children() == before


@pytest.mark.parametrize(("matches", "jobs"), [(1, 2), (2, 2), (7, 3), (100, 2), (101, 61)])
def test_batches_hold_every_match_once(matches: int, jobs: int) -> None:
    shares = list(batches(matches, jobs, 8))
    assert [number for batch in shares for number in batch] == [*range(1, matches + 1)]
    assert len(shares) >= min(matches, jobs)


def test_usual_jobs_are_worth_starting() -> None:
    assert usual_jobs(1) == usual_jobs(15) == 1
    assert 1 <= usual_jobs(16) <= 2
    assert usual_jobs(10**6) <= MOST_JOBS
    assert usual_jobs(10**6) >= usual_jobs(100)


# Every house rule


def rule_sets() -> Iterator[Rules]:
    """The presets, and each value of each option that is not the usual one."""
    yield from PRESETS.values()
    for option in OPTIONS:
        values = option.values[1:] if isinstance(option, Choice) else (option.low, option.high)
        for value in values:
            yield parse_rules(f"{option.name}={value}")


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("rules", [*rule_sets()], ids=lambda rules: str(rules) or "defaults")
def test_records_under_every_rule_stand_and_are_written_alike(rules: Rules, players: int) -> None:
    simulation = made(*[find_bot("easy")] * players, rules=rules, seed="sweep")
    for outcome in simulate(simulation, 50, with_records=True):
        record = read(outcome.record)
        assert record.text == outcome.record
        assert record.header.rules == rules
        assert record.header.fair
        assert isinstance(record.events[-1], MatchWon) == (outcome.winner is not None)


def test_the_sweep_meets_every_value() -> None:
    sets = list(rule_sets())
    for option in OPTIONS:
        met = {getattr(rules, option.name) for rules in sets}
        assert len(met) >= len(option.values), option.name
    assert len(sets) == len({*sets})


# Bots that forfeit


def giving_up(view: View, rng: Random) -> Action:
    """Forfeit at the first card of a trick that another leads."""
    if view.trick and view.trick.cards:
        raise Forfeit(ForfeitReason.TOO_SLOW, seconds="1", said="")
    return uniform(view, rng)


QUITTER = Bot("quitter", "1.0", giving_up)


@pytest.mark.parametrize("players", [2, 3])
def test_a_bot_that_forfeits_ends_its_match_and_no_other(players: int) -> None:
    simulation = made(QUITTER, *[RANDOM] * (players - 1))
    outcomes = list(simulate(simulation, 6, with_records=True))
    told = [outcome.record for outcome in outcomes]
    assert [one.record for one in simulate(simulation, 6, jobs=2, with_records=True)] == told
    for number, outcome in enumerate(outcomes, 1):
        assert outcome.winner is None
        assert outcome.forfeited
        assert outcome.forfeited.bot == 0
        seat = next(seat for seat in (1, 2, 3) if simulation.bot_in(seat, number) == 0)
        record = read(outcome.record)
        assert record.text == outcome.record
        assert record.header.ended == f"seat {seat} forfeited: took too long"
        assert isinstance(record.events[-1], MatchEnded)


def test_forfeits_are_neither_wins_nor_unfinished() -> None:
    tally = Tally(2)
    for outcome in simulate(made(RANDOM, QUITTER), 4):
        tally.add(outcome)
    tally.add(Outcome(0, 4, 1, (5, 3), ()))
    assert (tally.matches, tally.finished, tally.unfinished) == (5, 1, 0)
    assert tally.forfeits == [0, 4]
    assert tally.win_rate(0) == wilson(1, 1)
