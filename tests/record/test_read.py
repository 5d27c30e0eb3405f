"""The text of a record: lines, spacing, comments, numbers, cards; one match or many; errors."""

import io

import pytest

from cutthroat.core.cards import Card
from cutthroat.core.events import DealStarted, HandDealt, MatchStarted
from cutthroat.core.match import Scored
from cutthroat.core.rules import High, Out, Rules
from cutthroat.record.errors import Fault, InvalidRecord
from cutthroat.record.read import read_matches
from tests.record.texts import (
    DEALT,
    EXAMPLE,
    KEPT,
    PLAYED,
    THREE,
    TWO,
    after,
    broken,
    fault,
    read,
    read_all,
    refused,
    state,
    why,
)

# The example


def test_the_example_stands_as_it_is_written() -> None:
    record = read(EXAMPLE)
    assert record.text == EXAMPLE
    assert record.line == 1
    assert record.header.rules == Rules(high=High.HIGHEST, out=Out.REACH)
    assert record.header.seats == 3
    assert record.header.fair is None
    assert record.header.ended is None
    assert record.header.value("Seat2") == "Bot expert"
    assert record.header.value("Match") is None
    assert state(EXAMPLE).scores == (2, -3, 0)
    assert isinstance(state(EXAMPLE).phase, Scored)


def test_its_events_begin_with_what_was_dealt() -> None:
    started, deal, hand = read(EXAMPLE).events[:3]
    assert started == MatchStarted(Rules(high=High.HIGHEST, out=Out.REACH), 3, 1)
    assert deal == DealStarted(1, 1)
    assert isinstance(hand, HandDealt)
    assert (hand.seat, Card("KC") in hand.hand, len(hand.hand)) == (1, True, 6)


# Lines: UTF-8, LF, spacing


@pytest.mark.parametrize(
    "written",
    [
        EXAMPLE.replace("\n", "\r\n"),
        "\ufeff" + EXAMPLE,
        "\ufeff" + EXAMPLE.replace("\n", "\r\n"),
        "\ufeff\n# first\n" + EXAMPLE,
        EXAMPLE.removesuffix("\n"),
        EXAMPLE.replace(" ", "\t"),
        EXAMPLE.replace(" ", " \t  "),
        EXAMPLE.replace("\n", " \t\n"),
        "\n".join(f" \t {line}" for line in EXAMPLE.split("\n")),
        EXAMPLE.replace("\n", "\n\n \t\n\r\n"),
        EXAMPLE.replace("\n", "# a comment # \u2028 \x00 [deal\n"),
        EXAMPLE.replace("\n", "\n#[Seat1\n #\n"),
        "# before\n" + EXAMPLE + "# after",
    ],
)
def test_spacing_comments_and_blank_lines_say_nothing(written: str) -> None:
    written = written.replace("Cutthroat\tCanadian\tSmear", "Cutthroat Canadian Smear")
    for tag in EXAMPLE.split("\n")[:6]:
        value = tag.partition('"')[2].rpartition('"')[0]
        for spaced in (value.replace(" ", "\t"), value.replace(" ", " \t  ")):
            written = written.replace(f'"{spaced}"', f'"{value}"')
    assert read(written).text == EXAMPLE


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"\xff", 1),
        (EXAMPLE.encode("utf-16"), 1),
        (TWO.encode("latin-1"), 2),
        (TWO.encode() + b"# \xc3\n", 3),
        (TWO.encode() + b"# \xed\xa0\x80\n", 3),
        (TWO.encode() + b"# \xc0\xaf\n", 3),
        (TWO.encode() + b"\n\n# \xc3", 5),
    ],
)
def test_what_is_not_utf8_is_refused_even_in_a_comment(data: bytes, line: int) -> None:
    assert why(data) == ("not_utf8", line, None)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("\ufeff\ufeff" + TWO, 1),
        (TWO + "\ufeff" + KEPT, 3),
        (TWO + KEPT.replace("\n", "\r\r\n"), 3),
        (TWO + KEPT.replace("\n", "\r"), 3),
        (TWO + KEPT + "\r\r\n", 7),
        (TWO + KEPT.replace("bid", "\xa0bid"), 4),
        (TWO + KEPT.replace("bid 1", "bid\x0b1"), 4),
        (TWO + KEPT.replace("bid 1", "bid\u20281"), 4),
        (TWO + KEPT.replace("bid 1", "bid\x851"), 4),
        (TWO + KEPT + "\x0c", 7),
        (TWO + KEPT + "\x00", 7),
    ],
)
def test_nothing_else_is_spacing_or_ends_a_line(text: str, line: int) -> None:
    assert refused(text).line == line


@pytest.mark.parametrize(
    "name", ["\u2028", "\u2029", "\u3000", "\xa0", "\u200f", "\ufeff", "\ue000"]
)
def test_a_name_may_hold_every_other_character(name: str) -> None:
    record = read(f'[Seat1 "{name}"]\n[Seat2 "a{name}b"]\n')
    assert (record.header.value("Seat1"), record.header.value("Seat2")) == (name, f"a{name}b")
    assert read(record.text) == record


# Statements: one a line, each of its form


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("pass 1", "pass"),
        ("Deal 2 dealer 1", "Deal"),
        ("DEAL 2 dealer 1", "DEAL"),
        ('"deal" 2 dealer 1', '"deal"'),
        ("points:", "points:"),
        ("Seat1 Ana", "Seat1"),
        ("]", "]"),
        (";", ";"),
    ],
)
def test_another_word_is_no_statement(line: str, word: str) -> None:
    error = broken(TWO + KEPT, line)
    assert (error.reason, error.parameters) == (Fault.NOT_A_STATEMENT, {"word": word})


@pytest.mark.parametrize(
    "line",
    [
        "deal",
        "deal 2",
        "deal 2 dealer",
        "deal 2 2 2",
        "deal 2 Dealer 1",
        "deal 2 dealer 1 1",
        "deal 2 dealer 1 bid 2 pass",
        "hand",
        "hand 1",
        "bid",
        "bid 1",
        "bid 1 2 3",
        "trick",
        "trick 1",
        "void 1",
        "points",
        "points high=1 low=1 jack=1",
        "scores",
        "scores 1",
        "winner",
        "winner 1 2",
    ],
)
def test_every_statement_has_its_form(line: str) -> None:
    error = broken(TWO + KEPT, line)
    assert error.reason is Fault.WRONG_FORM
    assert str(error.parameters["form"]).startswith(line.split(maxsplit=1)[0])
    assert error.clause is None


# Comments


def test_a_hash_in_a_value_is_no_comment() -> None:
    record = read('[Seat1 "#1 # \\" #"]#"]\n[Seat2 "x"] # "y"]\n' + KEPT)
    assert record.header.value("Seat1") == '#1 # " #'
    assert record.text.startswith('[Seat1 "#1 # \\" #"]\n[Seat2 "x"]\ndeal')


def test_a_comment_may_follow_a_word_at_once() -> None:
    assert read(TWO + "deal 1 dealer 2#x\nbid 2 pass# y\n").text == (
        TWO + "deal 1 dealer 2\nbid 2 pass\n"
    )


@pytest.mark.parametrize(
    "line", ['[Seat1 "Ana # "', "[Seat1 # Ana]", '[Seat1 "Ana" # ]', "deal # 1"]
)
def test_a_comment_ends_the_line(line: str) -> None:
    assert refused(f"{line}\n{TWO}").line == 1


# Numbers


@pytest.mark.parametrize(
    "number",
    [
        "01",
        "00",
        "+1",
        "-0",
        "--1",
        "1.0",
        "1e0",
        "1_0",
        "0x1",
        "one",
        "²",
        "\u0661",
        "\uff11",
        "1000000000",
    ],
)
@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("deal {} dealer 1", "R3"),
        ("deal 2 dealer {}", "R3"),
        ("hand {} 2C 3C 4C 5C 6C 7C", "R4"),
        ("bid {} 2", "R4"),
        ("trick {} 2C", "R4"),
        ("points high={} low=- jack=- game=-", "R5"),
        ("scores {} 1", "R20"),
        ("winner {}", "R24"),
    ],
)
def test_numbers_are_plain(line: str, number: str, clause: str) -> None:
    """A number that is only the wrong one is refused by the rules, with a clause."""
    error = broken(TWO + PLAYED, line.format(number))
    assert (error.reason, error.clause) == (Fault.NOT_A_NUMBER, None)
    assert error.parameters == {"text": number}
    assert why(TWO + PLAYED + line.format("0"))[2] in {clause, None}


def test_scores_may_be_negative() -> None:
    text = TWO + "deal 1 dealer 2\nbid 1 4\npoints high=- low=- jack=- game=-\nscores -4 0\n"
    assert state(text).scores == (-4, 0)
    assert read(text).text == text


# Cards


@pytest.mark.parametrize(
    "card", ["2c", "1C", "10C", "CT", "C2", "2", "C", "2CC", "Jk", "JOKER", "2♣", "-"]
)
def test_cards_are_a_rank_and_a_suit(card: str) -> None:
    error = broken(TWO + "deal 1 dealer 2\n", f"hand 1 {card} 3C 4C 5C 6C 7C")
    assert (error.reason.value, error.parameters) == ("no_such_card", {"text": card})
    assert broken(TWO + DEALT + "bid 1 2\nbid 2 pass\n", f"trick 1 {card}").line == 8


def test_every_card_can_be_dealt() -> None:
    ranks = "23456789TJQKA"
    for suits in ("CD", "HS"):
        for start in (0, 6, 7):
            one, two = (
                " ".join(f"{rank}{suit}" for rank in ranks[start : start + 6]) for suit in suits
            )
            read(f"{TWO}deal 1 dealer 2\nhand 1 {one}\nhand 2 {two}\n")


def test_the_joker_is_in_the_deck_only_where_the_house_says_so() -> None:
    hand = "hand 1 JK 2C 3C 4C 5C 6C"
    assert fault(TWO + "deal 1 dealer 2\n", hand) == ("no_joker_in_deck", "R2")
    assert read(after(f"deal 1 dealer 2\n{hand}\n", rules="joker=yes")).body


# One match or many


@pytest.mark.parametrize("nothing", ["", "\n", "\ufeff", "# nothing\n\n \t", "\r\n"])
def test_a_file_without_a_statement_has_no_match(nothing: str) -> None:
    assert read_all(nothing) == []


def test_a_file_may_hold_many_matches() -> None:
    first, second, third = read_all(f"#\n{TWO}{KEPT}\n# next\n{EXAMPLE}{THREE}void"[:-4])
    assert [record.line for record in (first, second, third)] == [2, 10, 31]
    assert (first.text, second.text, third.text) == (TWO + KEPT, EXAMPLE, THREE)


def test_each_match_has_its_own_tags_and_counts_from_one() -> None:
    first, second = read_all(after(KEPT, rules="joker=yes") + THREE + "deal 1 dealer 3\n")
    assert (first.header.rules.has_joker, second.header.rules.has_joker) == (True, False)
    assert (first.header.seats, second.header.seats) == (2, 3)


def test_lines_are_counted_through_the_file() -> None:
    assert why(EXAMPLE + TWO + "deal 2 dealer 1\n") == ("wrong_deal_number", 24, "R3")
    assert why(EXAMPLE + '\n# x\n[Seat1 "a"]\ndeal 1 dealer 1\n') == ("wrong_seat_tags", 24, "R1")


def test_a_match_is_told_before_the_next_is_read() -> None:
    matches = read_matches(io.BytesIO(f"{TWO}{KEPT}{THREE}deal 2 dealer 1\n".encode()))
    assert next(matches).text == TWO + KEPT
    with pytest.raises(InvalidRecord, match="line 10: wrong_deal_number"):
        next(matches)


@pytest.mark.parametrize("last", ["", "deal 1 dealer 1\n", DEALT, DEALT + "bid 1 2\n", KEPT])
def test_the_next_match_may_follow_an_unfinished_one(last: str) -> None:
    head = TWO if last else ""
    assert read_all(head + last + EXAMPLE)[-1].text == EXAMPLE


# A record may stop anywhere


@pytest.mark.parametrize("end", range(7, EXAMPLE.count("\n")))
def test_the_example_may_stop_anywhere(end: int) -> None:
    text = "".join(EXAMPLE.splitlines(keepends=True)[:end])
    assert read(text).text == text
    assert [match.text for match in read_all(text + TWO)] == [text, TWO]


def test_a_record_of_tags_alone_stands() -> None:
    record = read(TWO)
    assert (record.body, record.events, record.text) == ((), (), TWO)


# Errors


def test_an_error_names_line_clause_reason_and_what_a_sentence_needs() -> None:
    error = refused(EXAMPLE.replace("trick 1 4C 5H TS", "trick 1 4C JC TS"))
    assert (error.line, error.clause, error.reason.value) == (17, "R4", "card_not_held")
    assert error.parameters == {"seat": 2, "card": Card("JC")}
    assert str(error) == "line 17: card_not_held seat=2 card=JC (R4)"


def test_an_error_against_the_notation_has_no_clause() -> None:
    error = refused(EXAMPLE.replace("bid 3 pass", "bid 3 5"))
    assert (error.line, error.clause) == (12, None)
    assert str(error) == "line 12: not_a_bid text=5"


@pytest.mark.parametrize(
    "wrong", ["nonsense", "bid 9", "[x", '[Seat1 "x"]\nvoid', "deal 9 dealer 9"]
)
def test_of_two_faults_the_first_is_named(wrong: str) -> None:
    text = TWO + KEPT.replace("scores 2 1", "scores 2 2") + wrong
    assert why(text) == ("wrong_scores", 6, "R20")
