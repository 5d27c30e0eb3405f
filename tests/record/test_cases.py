"""The collection of valid and broken records, one by one."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from cutthroat.core.errors import InvalidNotation
from cutthroat.core.events import DealScored
from cutthroat.core.match import Over, replay
from cutthroat.record.parse import parse_line
from cutthroat.record.read import Record
from cutthroat.record.statements import (
    KNOWN_TAGS,
    BodyLine,
    PointsLine,
    ScoresLine,
    Tag,
    TrickLine,
    WinnerLine,
)
from tests.kit.second_reading import DEFAULTS, house
from tests.record.texts import BROKEN, VALID, Case, read, read_all, records, refused

each_valid = pytest.mark.parametrize("case", VALID, ids=lambda case: case.name)
each_broken = pytest.mark.parametrize("case", BROKEN, ids=lambda case: case.name)


def body_lines(lines: Sequence[str]) -> list[str]:
    """Those with a statement that is no tag."""
    return [line for line in lines if line.strip() and not line.startswith("[")]


def matches(case: Case) -> Iterator[list[str]]:
    """The lines of each match of a file."""
    match: list[str] = []
    for line in case.lines:
        if line.startswith("[") and body_lines(match):
            yield match
            match = []
        match.append(line)
    yield match


def statements(lines: Sequence[str]) -> tuple[list[Tag], list[BodyLine]]:
    """Line by line, without the verifier."""
    found = [parse_line(line.rstrip("\n")) for line in lines]
    tags = [statement for statement in found if isinstance(statement, Tag)]
    body = [statement for statement in found if statement and not isinstance(statement, Tag)]
    return tags, body


def words(line: str) -> list[str]:
    """The fields of a statement after its word; those of `points` may come in any order."""
    word, *fields = line.partition("#")[0].split()
    return [word, *(sorted(fields) if word == "points" else fields)]


def test_the_collection_is_complete() -> None:
    assert len(VALID) == 112
    assert len(BROKEN) == 176
    assert {case.path for case in BROKEN} == set(BROKEN[0].path.parent.glob("*.smear"))


# Valid records


@each_valid
def test_a_valid_record_verifies(case: Case) -> None:
    line = 1
    for record, lines in zip(records(case), matches(case), strict=True):
        assert record.line == line
        assert len(record.body) == len(body_lines(lines))
        line += len(lines)


@each_valid
def test_its_rewriting_is_canonical(case: Case) -> None:
    for record, lines in zip(records(case), matches(case), strict=True):
        text = record.text
        again = read(text)
        assert (again.header, again.body) == (record.header, record.body)
        assert again.events == record.events
        assert again.text == text
        check_statements(text.splitlines(keepends=True), lines)
        check_form(text)
        check_order(record, lines)


def check_statements(after: Sequence[str], before: Sequence[str]) -> None:
    """Exactly those that were read; the tags in any order; also compared as bare words."""
    tags, body = statements(before)
    tags_after, body_after = statements(after)
    assert body_after == body
    assert Counter(map(_meant, tags_after)) == Counter(map(_meant, tags))
    assert list(map(words, body_lines(after))) == list(map(words, body_lines(before)))


def _meant(tag: Tag) -> tuple[str, str | frozenset[tuple[str, str]]]:
    """A tag; of rules, the options that differ from the default."""
    if tag.name != "Rules":
        return tag.name, tag.value
    return tag.name, frozenset(house(tag.value).items() - DEFAULTS.items())


def check_form(text: str) -> None:
    """LF only, one space, no comment, nothing empty, tags first."""
    assert text.endswith("\n")
    assert not re.search(r"[\r\t]|\n\n|^ | $", text, re.MULTILINE)
    assert not any("  " in line or "#" in line for line in body_lines(text.splitlines()))
    assert re.fullmatch(r"(\[.*\]\n)+([a-z].*\n)*", text)


def check_order(record: Record, before: Sequence[str]) -> None:
    """Tags and options."""
    names = [tag.name for tag in record.header.tags]
    unknown = [tag.name for tag in statements(before)[0] if tag.name not in KNOWN_TAGS]
    assert names == [name for name in KNOWN_TAGS if name in names] + unknown
    value = record.header.value("Rules") or ""
    options = [word.partition("=")[0] for word in value.split(" ") if word]
    assert options == [name for name in DEFAULTS if name in options]
    assert all(house(value)[name] != DEFAULTS[name] for name in options)
    assert str(record.header.rules) == value


@each_valid
def test_its_events_lead_to_what_its_last_lines_say(case: Case) -> None:
    for record in records(case):
        match, last = replay(record.events), record.body[-1]
        said = [line.scores for line in record.body if isinstance(line, ScoresLine)]
        scored = [event for event in record.events if isinstance(event, DealScored)]
        assert said == [event.summary.scores for event in scored][: len(said)]
        assert len(scored) - len(said) <= isinstance(last, TrickLine | PointsLine)
        assert match.scores == (scored[-1].summary.scores if scored else (0,) * match.seats)
        over = isinstance(match.phase, Over)
        assert over <= isinstance(last, TrickLine | PointsLine | ScoresLine | WinnerLine)
        if isinstance(last, WinnerLine):
            assert isinstance(match.phase, Over)
            assert match.phase.winner == last.seat


@each_valid
def test_a_valid_record_may_stop_after_its_statements(case: Case) -> None:
    """In the first deal and the last; the slow test stops everywhere."""
    lines = min(matches(case), key=len)
    for end in (*range(15), *range(len(lines) - 3, len(lines))):
        _stands(lines[:end])


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_a_valid_record_may_stop_after_every_statement(part: int) -> None:
    """Of a long match, after some twenty."""
    for case in VALID[part::4]:
        for lines in matches(case):
            for end in range(0, len(lines), len(lines) // 20 + 1):
                _stands(lines[:end])


def _stands(lines: Sequence[str]) -> None:
    if body_lines(lines):
        assert len(read("".join(lines)).body) == len(body_lines(lines))


# Broken records

KINDS: dict[str, set[tuple[str, str | None]]] = {
    "dealer": {("wrong_dealer", "R3")},
    "duplicate": {("card_twice", "R2")},
    "foreign": {("card_not_held", "R4")},
    "leader": {("wrong_leader", "R15"), ("wrong_leader", "R19")},
    "overbid": {("not_a_bid", None)},
    "point": {("wrong_point", clause) for clause in ("R5", "R6", "R7", "R8")},
    "revoke": {("must_follow", "R16"), ("must_follow_or_trump", "R16")},
    "score": {("wrong_scores", "R20"), ("wrong_scores", "R21")},
    "turn": {("not_your_turn", "R10")},
    "winner": {("wrong_winner", "R26")},
    "fair-wrong-commitment": {("secret_mismatch", None)},
    "fair-wrong-deal": {("unfair_hand", "R4")},
    "fair-wrong-dealer": {("unfair_dealer", "R3")},
    "fair-wrong-nonces": {("wrong_nonces", None)},
    "fair-wrong-secret": {("secret_mismatch", None)},
    "not-under-all_pass-next": {("wrong_dealer", "R3")},
    "not-under-all_pass-stick": {("dealer_must_bid", "R14")},
    "not-under-follow-strict": {("must_follow", "R16")},
    "not-under-four-any": {("match_over", "R24")},
    "not-under-four-off": {("not_won", "R24")},
    "not-under-high-highest": {("wrong_point", "R5")},
    "not-under-limit-5": {("match_over", "R24")},
    "not-under-low-numeric": {("wrong_point", "R6")},
    "not-under-low_to-winner": {("wrong_point", "R6")},
    "not-under-out-reach": {("match_over", "R24")},
    "not-under-tie-bidder": {("wrong_point", "R8")},
    "after-the-end": {("match_over", "R24")},
    "arabic-digit": {("not_a_bid", None)},
    "equal-bid": {("bid_too_low", "R11")},
    "extra-field": {("wrong_form", None)},
    "four-ends-the-auction": {("not_in_auction", "R12")},
    "four-from-nothing": {("not_won", "R24")},
    "four-off-below-target": {("not_won", "R24")},
    "joker-led-first": {("joker_led_first", "R15")},
    "joker-must-follow-trump": {("must_follow", "R16")},
    "leading-zero": {("not_a_number", None)},
    "lower-case-card": {("no_such_card", None)},
    "misdeal-moves-dealer": {("wrong_dealer", "R3")},
    "nil-nil-game": {("wrong_point", "R8")},
    "no-such-value": {("no_such_value", None)},
    "option-twice": {("option_twice", None)},
    "seat-four": {("wrong_seat_tags", "R1")},
    "seven-cards": {("wrong_hand_size", "R4")},
    "stick-dealer-passes": {("dealer_must_bid", "R14")},
    "tag-twice": {("tag_twice", None)},
    "thrown-in-by-another": {("only_dealer_throws_in", "R14")},
}
"""What the names of broken records say, as reasons with their clauses."""


def kind(case: Case) -> str:
    """`not-under-four-off` of `2-not-under-four-off-1`: numbers tell records of one kind apart."""
    bare = re.sub(r"^\d+-", "", case.name)
    return bare if bare in KINDS else re.sub(r"-\d$", "", bare)


@each_broken
def test_a_broken_record_is_refused_for_what_its_name_says(case: Case) -> None:
    error = refused(case.data)
    assert isinstance(error, InvalidNotation)
    assert error.line == case.line
    assert (error.reason.value, error.clause) in KINDS[kind(case)]


@each_broken
def test_it_stands_up_to_that_line_which_breaks_it_whatever_follows(case: Case) -> None:
    """But for tags, which are wrong only together with others."""
    before, line = case.lines[: case.line - 1], case.lines[case.line - 1]
    if line.startswith("["):
        return
    if body_lines(before):
        read_all("".join(before))
    cut = refused("".join((*before, line)))
    assert cut.line == case.line
    assert (cut.reason.value, cut.clause) in KINDS[kind(case)]
