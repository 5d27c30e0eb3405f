"""What stands on a sheet, in sentences."""

from __future__ import annotations

import pytest

from cutthroat.core.match import end, fold as fold_match
from cutthroat.i18n.cards import NamedCards
from cutthroat.i18n.reasons import SENTENCES
from cutthroat.i18n.scorepad import (
    bid_text,
    chances,
    change_text,
    closed,
    dealer_text,
    doubt_text,
    effect_lines,
    entry_text,
    line_name,
    outcome_text,
    points_text,
    scores_text,
    setup_text,
)
from cutthroat.i18n.telling import Teller
from cutthroat.scorepad.changes import Corrected, Inserted, Redone, Removed, SetUpAgain, Undone
from cutthroat.scorepad.doubts import Doubt
from cutthroat.scorepad.effects import effect_of
from cutthroat.scorepad.entries import Entry, Misdeal, NextMatch, Setup, Stopped, ThrownIn
from cutthroat.scorepad.errors import SheetReason
from cutthroat.scorepad.reckoning import reckon
from cutthroat.scorepad.sheet import Sheet, fold
from tests.kit.script import table
from tests.kit.sheets import NAMES, Asked, made, scored, set_up, sweep, written

TELLER = Teller(NamedCards(), NAMES, None)
LOW = scored(1, 2, high=1, low=1)


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (
            scored(2, 3, high=2, low=1, game=3),
            "Béla bid 3. High: Béla. Low: Ana. Jack: nobody. Game: Chi.",
        ),
        (ThrownIn(), "Everybody passed: thrown in."),
        (Misdeal(), "Misdeal."),
        (Stopped("it was late"), "The match ended without a winner: it was late"),
        (NextMatch(3), "Another match. Chi deals first."),
    ],
)
def test_what_a_line_says(entry: Entry, text: str) -> None:
    assert entry_text(TELLER, entry) == text


def test_each_point_by_its_owner() -> None:
    """R5 to R8."""
    points = scored(1, 2, high=1, low=2, jack=3).points
    assert points_text(TELLER, points) == "High: Ana. Low: Béla. Jack: Chi. Game: nobody."


@pytest.mark.parametrize(
    ("rules", "entries", "text"),
    [
        ("", [LOW], "Made: Ana bid 2 and won 2 (R20)."),
        ("", [sweep(2, 3)], "Made: Béla bid 3 and won 4 (R20)."),
        ("", [scored(1, 3, high=1)], "Set: Ana bid 3, won only 1, and loses 3 (R21)."),
        ("", [ThrownIn()], ""),
        ("", [Misdeal()], ""),
        ("", [Stopped("late")], ""),
        ("", [LOW, NextMatch(2)], ""),
        (
            "",
            [LOW, sweep(1)],
            "Made: Ana bid 4 and won 4 (R20). Ana wins the match by making a bid of 4 (R25).",
        ),
        (
            "target=5",
            [sweep(1, 2), LOW, LOW],
            "Made: Ana bid 2 and won 2 (R20). Ana wins the match: at 5 or more when the cards"
            " were dealt, and made the bid (R24).",
        ),
        (
            "limit=5",
            [*[scored(2, 2)] * 4, scored(1, 2)],
            "Set: Ana bid 2, won only 0, and loses 2 (R21). Chi wins",
        ),
        ("", [sweep(1, 2), Stopped("late"), LOW], "Does not count: the match is over."),
        (
            "all_pass=stick",
            [ThrownIn()],
            "Does not count: seat 1 may not pass: nobody has bid, so the dealer must.",
        ),
        (
            "",
            [NextMatch(2)],
            "Does not count: the match has no deal yet, so no other can be begun.",
        ),
    ],
)
def test_what_a_line_came_to(rules: str, entries: list[Entry], text: str) -> None:
    setup = set_up(rules)
    told = outcome_text(TELLER, setup.rules, reckon(setup, entries).lines[-1])
    assert told.startswith(text)
    assert bool(told) == bool(text)


def test_made_and_went_set() -> None:
    first, second = reckon(set_up(), [LOW, scored(3, 2)]).lines
    assert first.summary
    assert second.summary
    assert bid_text(TELLER, first.summary) == "Made: Ana bid 2 and won 2 (R20)."
    assert bid_text(TELLER, second.summary) == "Set: Chi bid 2, won only 0, and loses 2 (R21)."


def test_r3_who_deals_next() -> None:
    assert dealer_text(TELLER, reckon(set_up(dealer=2), [])) == "Béla deals next."
    assert dealer_text(TELLER, reckon(set_up(dealer=2), [LOW])) == "Chi deals next."
    assert dealer_text(TELLER, reckon(set_up(), [Stopped("late")])) == "The match is over."


@pytest.mark.parametrize(
    ("rules", "scores", "played", "told"),
    [
        ("", (0, -4, 0), 0, []),
        (
            "",
            (12, 1, -3),
            0,
            [
                "Ana has 12: any bid Ana makes wins (R24).",
                "Béla has 1: a bid of 4, if made, wins (R25).",
            ],
        ),
        ("four=any", (0, -4), 0, ["Ana has 0: a bid", "Béla has −4: a bid of 4, if made, wins"]),
        (
            "out=reach four=off",
            (8, 9, 3),
            0,
            [
                "Ana has 8: a made bid that brings at least 3 points wins (out=reach).",
                "Béla has 9: a made bid that brings at least 2 points wins (out=reach).",
            ],
        ),
        ("limit=5", (0, 0), 3, []),
        (
            "limit=5",
            (0, 0),
            4,
            ["Limit: after this deal the highest score wins, unless it is tied (limit=5)."],
        ),
    ],
)
def test_r23_to_r26_who_may_win(
    rules: str, scores: tuple[int, ...], played: int, told: list[str]
) -> None:
    match = table(*scores, rules=rules, deal=played, scored_deals=played)
    found = list(chances(TELLER, match))
    assert len(found) == len(told)
    assert all(one.startswith(start) for one, start in zip(found, told, strict=True))


def test_after_the_end_nobody_may_win() -> None:
    match = table(12, 0, rules="limit=5", deal=4, scored_deals=4)
    assert list(chances(TELLER, match))
    assert list(chances(TELLER, fold_match(match, end(match, "late")))) == []


def test_every_doubt_has_a_sentence_of_its_own() -> None:
    assert len({doubt_text(doubt) for doubt in Doubt}) == len(Doubt)
    assert doubt_text(Doubt.NOBODY_LOW) == (
        "Nobody has Low: but a trump was led, so somebody played the lowest (R6)."
    )


@pytest.mark.parametrize(
    ("doubt", "word"),
    [
        (Doubt.NOBODY_LOW, "R6"),
        (Doubt.NOBODY_NUMERIC_LOW, "low=numeric"),
        (Doubt.NOBODY_HIGHEST, "high=highest"),
        (Doubt.NOBODY_GAME, "R8"),
        (Doubt.NOBODY_GAME_OF_TWO, "tie=bidder"),
        (Doubt.GAME_NOT_COUNTED, "R8"),
        (Doubt.HIGH_NOT_CAPTURED, "R18"),
        (Doubt.JACK_NOT_CAPTURED, "Jack"),
    ],
)
def test_a_doubt_names_its_rule(doubt: Doubt, word: str) -> None:
    assert word in doubt_text(doubt)


@pytest.mark.parametrize("reason", SheetReason)
def test_every_reason_has_a_sentence(reason: SheetReason) -> None:
    assert SENTENCES[reason.value]


def told(sheet: Sheet, *asked: Asked) -> list[str]:
    after = made(sheet, *asked)
    return list(effect_lines(TELLER, after.reckoning, effect_of(sheet, after)))


def test_a_changed_winner_is_told_first() -> None:
    sheet = written(set_up(), LOW, sweep(1, 3), LOW)
    assert told(sheet, Corrected(2, sweep(1))) == [
        "The winner has changed: it was nobody, now it is Ana.",
        "The scores were Ana 8, Béla 0, Chi 0; now they are Ana 6, Béla 0, Chi 0.",
        "Line 3 does not count: the match is over.",
    ]


def test_the_match_is_named_where_there_are_several() -> None:
    sheet = written(set_up(), LOW, sweep(1), NextMatch(1), LOW)
    assert told(sheet, Corrected(2, sweep(1, 3))) == [
        "The winner of match 1 has changed: it was Ana, now it is nobody."
    ]


def test_a_correction_that_changes_no_score_is_told_in_no_words() -> None:
    assert told(written(set_up(), LOW, ThrownIn()), Corrected(2, Misdeal())) == []


def test_cards_that_are_not_in_the_deck_any_more() -> None:
    line = scored(1, 2, high=1, low=1, captured=("JK AS", "", ""))
    sheet = written(set_up("joker=yes"), line)
    assert told(sheet, SetUpAgain(set_up())) == [
        "The scores were Ana 2, Béla 0, Chi 0; now they are Ana 0, Béla 0, Chi 0.",
        "Line 1 does not count: JK counts nothing, or is not in this deck.",
    ]


def test_a_score_below_zero_has_a_true_minus() -> None:
    sheet = written(set_up(seats=2), LOW, scored(2, 2))
    assert told(sheet, Removed(1)) == [
        "The scores were Ana 2, Béla −2; now they are Ana 0, Béla −2."
    ]
    assert scores_text(TELLER, (-3, 11, 0)) == "Ana −3, Béla 11, Chi 0"


def test_how_a_line_is_called() -> None:
    lines = reckon(set_up(dealer=2), [LOW, Stopped("late"), LOW, NextMatch(3)]).lines
    assert [line_name(TELLER, line) for line in lines] == [
        "Deal 1, Béla dealt",
        "Line 2",
        "Line 3",
        "Line 4",
    ]


def test_every_way_to_win_is_told_with_its_rule() -> None:
    """R24 to R26."""
    told_of = " ".join(
        text
        for rules in ("", "out=reach", "limit=5")
        for text in chances(TELLER, table(12, 10, 3, rules=rules, deal=4, scored_deals=4))
    )
    for clause in ("R24", "R25", "out=reach", "limit=5"):
        assert clause in told_of


def test_what_each_change_did() -> None:
    other = Setup(("Dee", "Eva", "Flo"), set_up("four=any").rules, 3)
    sheet = made(
        written(set_up(dealer=2), LOW, ThrownIn()),
        Corrected(2, Misdeal()),
        Inserted(1, ThrownIn()),
        Removed(2),
        SetUpAgain(other),
        Undone(),
        Redone(),
        *[Undone()] * 5,
        Redone(),
    )
    told = [
        change_text(TELLER, fold(sheet.log[:place]) if place else None, noted.change)
        for place, noted in enumerate(sheet.log)
    ]
    low = "Ana bid 2. High: Ana. Low: Ana. Jack: nobody. Game: nobody."
    again = "Dee, Eva, Flo play; Flo deals first. House rules: four=any."
    assert told == [
        "Begun. Ana, Béla, Chi play; Béla deals first.",
        f"Line 1: {low}",
        "Line 2: Everybody passed: thrown in.",
        "Line 2 corrected: Misdeal. It said before: Everybody passed: thrown in.",
        "Line 1 put in: Everybody passed: thrown in.",
        f"Line 2 taken away: {low}",
        f"Corrected. {again}",
        f"Undone: {again}",
        f"Done again: {again}",
        f"Undone: {again}",
        "Undone: line 2 taken away.",
        "Undone: line 1 put in: Everybody passed: thrown in.",
        "Undone: line 2 corrected: Misdeal.",
        "Undone: Everybody passed: thrown in.",
        "Done again: Everybody passed: thrown in.",
    ]


def test_a_change_is_told_in_whole_sentences_whatever_the_reason_of_an_end() -> None:
    sheet = made(
        written(set_up(), Stopped("it was late")),
        Corrected(1, Stopped("Late!")),
        Corrected(1, Misdeal()),
        Inserted(1, Stopped("why?")),
        Removed(1),
        Corrected(1, Stopped("tired")),
        Removed(1),
        *[Undone()] * 2,
    )
    told = [
        change_text(TELLER, fold(sheet.log[:place]), sheet.log[place].change)
        for place in range(1, len(sheet.log))
    ]
    ended = "The match ended without a winner: "
    assert told == [
        f"Line 1: {ended}it was late.",
        f"Line 1 corrected: {ended}Late! It said before: {ended}it was late.",
        f"Line 1 corrected: Misdeal. It said before: {ended}Late!",
        f"Line 1 put in: {ended}why?",
        f"Line 1 taken away: {ended}why?",
        f"Line 1 corrected: {ended}tired. It said before: Misdeal.",
        f"Line 1 taken away: {ended}tired.",
        "Undone: line 1 taken away.",
        f"Undone: line 1 corrected: {ended}tired.",
    ]


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("late", "late."),
        ("late.", "late."),
        (
            "late \u2068\u05dc\u05d9\u05dc\u05d4.\u2069",
            "late \u2068\u05dc\u05d9\u05dc\u05d4.\u2069",
        ),
        ("\u05dc\u05d9\u05dc\u05d4", "\u2068\u05dc\u05d9\u05dc\u05d4\u2069."),
        ('"late"', '"late".'),
    ],
)
def test_a_sentence_has_one_end(text: str, whole: str) -> None:
    assert closed(text) == whole


def test_who_plays_by_which_rules() -> None:
    """R1, R3; the names are those of the set-up."""
    assert setup_text(TELLER, Setup(("Dee", "Eva"), set_up().rules, 2)) == (
        "Dee, Eva play; Eva deals first."
    )
    assert setup_text(TELLER, set_up("tie=bidder target=7")) == (
        "Ana, Béla, Chi play; Ana deals first. House rules: target=7 tie=bidder."
    )
