"""The tags of a match: their form, seats, rules, order, and a match that ended."""

import pytest

from cutthroat.core.events import MatchEnded, Misdealt
from cutthroat.core.match import Over
from cutthroat.core.rules import Rules
from cutthroat.record.errors import Fault
from tests.record.texts import DEALT, KEPT, PLAYED, TWO, WINNING, broken, fault, read, state, why

# The form of a tag


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("", ""),
        (" ", " "),
        (" x ", " x "),
        ('\\"', '"'),
        ("\\\\", "\\"),
        ('\\\\\\"', '\\"'),
        ("]", "]"),
        ("[x]", "[x]"),
        ("Béla 王 🂡", "Béla 王 🂡"),
        ("#", "#"),
        ("'", "'"),
        ("\\\\n", "\\n"),
    ],
)
def test_a_value_may_be_anything(written: str, value: str) -> None:
    text = f'[Note "{written}"]\n'
    record = read(TWO + text)
    assert record.header.value("Note") == value
    assert record.text == TWO + text


@pytest.mark.parametrize(
    "tag",
    [
        '[ Note\t "x" ] ',
        '[Note "x"]',
        '  [Note    "x"\t]\t# y',
    ],
)
def test_a_tag_may_be_spaced(tag: str) -> None:
    assert read(f"{TWO}{tag}\n").text == f'{TWO}[Note "x"]\n'


@pytest.mark.parametrize(
    "tag",
    [
        "[",
        "[]",
        "[Note]",
        "[Note x]",
        "[Note 'x']",
        '[Note "x]',
        '[Note "x"',
        '[Note x"]',
        '[Note "x"] y',
        '[Note "x"]]',
        '[Note "x"][More "y"]',
        '[Note "x" "y"]',
        '[Note "x"y"]',
        '[Note "x\\"]',
        '[Note "\\n"]',
        '[Note "\\x"]',
        '[Note "\\\\\\"]',
        '[Note"x"]',
        '["x"]',
        '[1 "x"]',
        '[Not-e "x"]',
        '[Nöte "x"]',
        '[No te "x"]',
        '[Note: "x"]',
        '[Note\u2028"x"]',
        "[Note “x”]",
        '[[Note "x"]]',
    ],
)
def test_nothing_else_is_a_tag(tag: str) -> None:
    assert fault(TWO, tag) == ("not_a_tag", None)


@pytest.mark.parametrize(
    "control", [chr(code) for code in (*range(32), *range(127, 160)) if code != 10]
)
def test_values_hold_no_control_characters(control: str) -> None:
    error = broken(TWO, f'[Note "a{control}b"]')
    assert (error.reason, error.parameters) == (Fault.CONTROL_CHARACTER, {"tag": "Note"})


# Seats


@pytest.mark.parametrize("seats", [(1, 2), (2, 1), (1, 2, 3), (3, 1, 2)])
def test_seats_set_the_number_of_players(seats: tuple[int, ...]) -> None:
    record = read("".join(f'[Seat{seat} "p{seat}"]\n' for seat in seats) + "deal 1 dealer 1")
    assert record.header.seats == len(seats)
    assert [tag.name for tag in record.header.tags] == [f"Seat{seat}" for seat in sorted(seats)]


BODIES = (
    *("", "deal 1 dealer 1\n", "void\n", "bid 9 9\n", "deal 1\n", "deal 01 dealer 1\n"),
    *("hand 1 XX\n", "points high\n", "points high=1 high=1\n"),
)
"""Lines that are no tags, right ones and wrong ones: the tags are over before them."""


@pytest.mark.parametrize(
    "seats",
    [
        (),
        (1,),
        (2,),
        (3,),
        (1, 3),
        (2, 3),
        (1, 2, 4),
        (1, 2, 3, 4),
        (0, 1, 2),
        (1, 2, "02"),
        (1, 2, 10),
    ],
)
@pytest.mark.parametrize("body", BODIES)
def test_another_set_of_seats_is_wrong_at_the_first_line(
    seats: tuple[int | str, ...], body: str
) -> None:
    for before in ((), ("Date",), ("Date", "Note")):
        names = [*before, *(f"Seat{seat}" for seat in seats)]
        text = "".join(f'[{name} "x"]\n' for name in names) + body
        assert not text or why(f"\n# x\n{text}") == ("wrong_seat_tags", 3, "R1")


def test_the_seats_of_the_next_match_are_wrong_at_its_first_line() -> None:
    text = TWO + KEPT + '\n[Date "x"]\n[Seat1 "a"]\n'
    assert why(text) == ("wrong_seat_tags", 8, "R1")
    assert why(text + TWO.replace("Seat", "Chair") + KEPT) == ("wrong_seat_tags", 8, "R1")


def test_a_tag_that_was_mistyped_is_named_rather_than_the_seat_it_would_have_been() -> None:
    first = '[Seat1 "Ana"]\n'
    assert why(first + '[Seat2 "Béla]\n' + KEPT) == ("not_a_tag", 2, None)
    assert why(first + 'Seat2 "Béla"]\n' + KEPT) == ("not_a_statement", 2, None)
    assert why((first + '[Seat2 "Béla"]\n').encode("latin-1")) == ("not_utf8", 2, None)


@pytest.mark.parametrize("name", ["seat1", "SEAT1", "Seat", "Seats", "SeatA", "Seat1a"])
def test_other_names_are_no_seats(name: str) -> None:
    assert read(f'{TWO}[{name} "x"]\n').header.seats == 2


def test_players_may_have_one_name_or_none() -> None:
    text = '[Seat1 ""]\n[Seat2 ""]\n[Seat3 ""]\n'
    assert read(text).text == text


# Rules


def test_without_rules_all_are_defaults() -> None:
    assert read(TWO).header.rules == Rules()


@pytest.mark.parametrize(
    ("value", "canonical"),
    [
        ("", ""),
        (" ", ""),
        ("high=ace", ""),
        ("limit=none target=11", ""),
        ("out=reach high=highest", "high=highest out=reach"),
        ("  limit=20   target=7 ", "target=7 limit=20"),
        (
            "limit=200 joker=yes follow=strict four=off out=reach all_pass=stick tie=bidder"
            " low_to=winner low=numeric high=highest target=99",
            "target=99 high=highest low=numeric low_to=winner tie=bidder all_pass=stick out=reach"
            " four=off follow=strict joker=yes limit=200",
        ),
    ],
)
def test_rules_are_rewritten_in_order_less_the_defaults(value: str, canonical: str) -> None:
    text = f'{TWO}[Rules "{value}"]\n'
    assert read(text).text == f'{TWO}[Rules "{canonical}"]\n'


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("high", "not_an_option"),
        ("seed", "not_an_option"),
        ("high=highest,out=reach", "no_such_value"),
        ("high=highest\xa0out=reach", "not_an_option"),
        ("high=highest\u2028out=reach", "not_an_option"),
        ("high=highest\u3000", "not_an_option"),
        ("high = highest", "not_an_option"),
        ("High=highest", "no_such_option"),
        ("speed=fast", "no_such_option"),
        ("=", "no_such_option"),
        ("high=", "no_such_value"),
        ("high=Highest", "no_such_value"),
        ("high=highest=", "no_such_value"),
        ("target=4", "no_such_value"),
        ("target=100", "no_such_value"),
        ("target=07", "no_such_value"),
        ("target=none", "no_such_value"),
        ("target=\u0667", "no_such_value"),
        ("limit=4", "no_such_value"),
        ("limit=201", "no_such_value"),
        ("limit=0", "no_such_value"),
        ("high=ace high=ace", "option_twice"),
        ("high=ace out=reach high=highest", "option_twice"),
    ],
)
def test_other_rules_are_wrong_at_their_line(value: str, reason: str) -> None:
    assert fault(TWO, f'[Rules "{value}"]') == (reason, None)
    assert why(f'[Rules "{value}"]\n{TWO}{KEPT}') == (reason, 1, None)


# What may not be given twice


@pytest.mark.parametrize(
    "name", ["Note", "Game", "Seat1", "Seat2", "Rules", "Ended", "Secret", "x"]
)
def test_a_tag_stands_once(name: str) -> None:
    value = "" if name == "Rules" else "y"
    head = TWO if name in {"Seat1", "Seat2"} else f'{TWO}[{name} "{value}"]\n'
    error = broken(head, f'[{name} "{value}"]')
    assert (error.reason, error.parameters) == (Fault.TAG_TWICE, {"tag": name})


@pytest.mark.parametrize("point", ["high", "low", "jack", "game"])
def test_a_point_is_told_once(point: str) -> None:
    kept_bid = TWO + "deal 1 dealer 2\nbid 1 2\n"
    error = broken(kept_bid, f"points high=1 low=1 jack=- game=2 {point}=1")
    assert (error.reason, error.parameters) == (Fault.POINT_TWICE, {"point": point})
    assert broken(TWO + PLAYED, f"points {point}=1 {point}=1").reason is Fault.POINT_TWICE


# Other tags, and their order


def test_tags_are_rewritten_in_order_and_unknown_ones_after_as_they_came() -> None:
    known = (
        *("Game", "Date", "Match", "Commitment", "Nonces", "Seat1", "Seat2", "Seat3"),
        *("Bot1", "Bot2", "Bot3", "Rules", "Ended"),
    )
    unknown = ("Zebra", "apple", "Bot4", "game", "Apple_1")
    values = {"Rules": "joker=yes"}
    given = [*reversed(known[5:]), *unknown[:2], *known[:5], *unknown[2:]]
    text = "".join(f'[{name} "{values.get(name, name)}"]\n' for name in given)
    ordered = "".join(f'[{name} "{values.get(name, name)}"]\n' for name in (*known, *unknown))
    assert read(text).text == ordered


def test_what_a_person_writes_in_other_tags_is_not_checked() -> None:
    tags = '[Game "Bridge"]\n[Date "yesterday"]\n[Seat1 "a"]\n[Seat2 "b"]\n[Bot3 "?"]\n'
    assert read(tags).text == tags


# A match that ended without a winner


def ended(reason: str, text: str) -> str:
    return f'{TWO}[Ended "{reason}"]\n{text}'


@pytest.mark.parametrize("reason", ["seat 2 left", "", "Zeit # \\\\ um"])
@pytest.mark.parametrize(
    "text",
    [
        "deal 1 dealer 2\n",
        DEALT,
        DEALT + "bid 1 2\nbid 2 pass\ntrick 1 2C\n",
        DEALT + "bid 1 pass\nbid 2 pass\n",
        DEALT + "void\n",
        PLAYED,
        KEPT,
        KEPT + "deal 2 dealer 1\nbid 1 2\n",
    ],
)
def test_an_unfinished_match_may_have_ended(text: str, reason: str) -> None:
    record = read(ended(reason, text))
    told = reason.replace("\\\\", "\\")
    assert record.header.ended == told
    assert record.events[-1] == MatchEnded(told)
    phase = state(ended(reason, text)).phase
    assert isinstance(phase, Over)
    assert (phase.winner, phase.reason) == (None, told)
    assert record.text == ended(reason, text)


def test_a_match_may_have_ended_before_its_first_deal() -> None:
    record = read(ended("nobody came", ""))
    assert record.events == ()
    assert record.header.ended == "nobody came"


@pytest.mark.parametrize(
    "rest", ["", "scores 4 0\nwinner 1\n", "nonsense\n", "[Seat1", "bid 9", "void\n"]
)
def test_a_match_that_was_won_has_not_ended(rest: str) -> None:
    """Wrong at the `points` that win it, whatever follows."""
    text = f'{TWO}[Rules "four=any"]\n[Ended "x"]\n{WINNING}{rest}'
    assert why(text) == ("won_but_ended", 7, "R24")
    assert why(text.encode() + b"\xff") == ("won_but_ended", 7, "R24")
    read(f'{TWO}[Rules "four=any"]\n{WINNING}')


@pytest.mark.parametrize(
    "rest",
    [
        "",
        "points high=1 low=1 jack=1 game=1\n",
        "points high=2\n",
        "nonsense\n",
        TWO,
        "[x",
        "deal 2",
    ],
)
def test_a_match_that_was_won_by_cards_has_not_ended(rest: str) -> None:
    """Wrong at the trick that wins it, whatever follows but `void`."""
    played = PLAYED.replace("bid 1 2\nbid 2 pass", "bid 1 4").partition("points")[0]
    text = f'{TWO}[Rules "four=any"]\n[Ended "x"]\n{played}'
    assert why(text + rest) == ("won_but_ended", 14, "R24")
    assert why((text + rest).encode() + b"\xff") == ("won_but_ended", 14, "R24")
    assert isinstance(state(text + "void\n").phase, Over)
    assert read(text + "void\n").events[-2:] == (Misdealt(), MatchEnded("x"))
