"""`cutthroat show`: a record told deal by deal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cutthroat.cli.show import show
from tests.kit.world import world

CASES = Path(__file__).parent.parent / "data" / "records" / "valid"
FIRST = """\
[Seat1 "Ana"]
[Seat2 "Béla"]
[Rules "tie=bidder"]
deal 1 dealer 2
hand 1 2C 3C 4C 5C 6C 7C
hand 2 JH KS QS JS TS 9S
bid 1 2
bid 2 pass
trick 1 2C KS
trick 1 3C QS
trick 1 4C JS
trick 1 5C TS
trick 1 6C 9S
trick 1 7C JH
deal 2 dealer 1
bid 1 pass
"""
THROWN_IN = """\
hand 1 2H 3H 4H 5H 6H 7H
hand 2 8H 9H TH JH QH KH
bid 2 pass
bid 1 pass
"""
SECOND = """\
[Seat1 "Chi"]
[Seat2 "Dan"]
deal 1 dealer 1
bid 1 2
points high=1 low=2 jack=- game=2
"""


def told(*arguments: str, stdin: str | bytes = "", folder: Path = CASES) -> Result:
    return CliRunner().invoke(
        show, [*arguments, "--suits", "letters"], obj=world(folder), input=stdin
    )


def test_a_deal_is_told_with_every_hand_and_why(tmp_path: Path) -> None:
    shown = told("-", "--match", "1", "--deal", "1", stdin=FIRST).output
    for line in (
        "Deal 1. Béla deals.",
        "Ana holds 7C 6C 5C 4C 3C 2C",
        "Ana bids 2.",
        "Ana won the auction with 2, and leads.",
        "Ana leads 2C. Trump: clubs.",
        "Béla throws off KS.",
        "Ana takes the trick: 2C KS. 3 card points.",
        "Ana bid 2, won 2, and made it (R20).",
        "High: nobody. The ace of trump was not dealt (R5).",
        "Low: Ana, by playing the lowest trump, 2C (R6).",
        "Jack: nobody. The jack of trump was not dealt (R7).",
        "Game: Ana, with 17 card points (R8).",
        "Card points of Ana: 17 (10S KS QS JH JS).",
        "Card points of Béla: none.",
        "Score of Ana: 0 + 2 = 2.",
    ):
        assert line in shown.splitlines(), line


def test_all_matches_or_one_of_them() -> None:
    both = told("-", stdin=FIRST + SECOND).output
    assert "Match 1: Ana, Béla" in both
    assert "House rules: tie=bidder" in both
    assert "Match 2: Chi, Dan" in both
    second = told("-", "--match", "2", stdin=FIRST + SECOND).output
    assert "Ana" not in second
    assert "Chi bid 2, won only 1, and went set: 2 off the score (R21)." in second
    assert "Score of Chi: 0 − 2 = −2." in second


def test_one_deal_only() -> None:
    shown = told("-", "--deal", "2", stdin=FIRST).output
    assert "Everybody passed. The cards are thrown in, and Ana deals again." in shown
    assert "Deal 1." not in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--match", "3"), "There is no match 3 in -."),
        (("--deal", "9"), "There is no deal 9 to show in -."),
    ],
)
def test_what_is_not_there_is_named(arguments: tuple[str, ...], said: str) -> None:
    shown = told("-", *arguments, stdin=FIRST + SECOND)
    assert shown.exit_code == 1
    assert said in shown.output


def test_a_file_that_is_not_there_and_a_record_that_is_wrong(tmp_path: Path) -> None:
    missing = told(str(tmp_path / "none.smear"))
    assert missing.exit_code == 2
    assert "none.smear" in missing.output
    wrong = told("-", stdin=FIRST.replace("bid 1 2", "bid 2 2"))
    assert wrong.exit_code == 2
    assert "-:7: it is not the turn of seat 2: it is seat 1's" in wrong.output
    assert told(str(tmp_path)).exit_code == 2, "a folder"


def test_names_cannot_steer_the_terminal() -> None:
    shown = told("-", stdin=FIRST.replace("Ana", "\u202eA[red]na")).output
    assert "\u202e" not in shown
    assert "\ufffdA[red]na bids 2." in shown


@pytest.mark.parametrize("case", sorted(path.name for path in CASES.glob("*.smear"))[::8])
def test_real_records_are_told_to_their_end(case: str) -> None:
    shown = told(str(CASES / case))
    assert shown.exit_code == 0
    text = (CASES / case).read_text()
    assert len(re.findall(r"^Deal \d+\.", shown.output, re.MULTILINE)) == text.count("deal ")
    assert shown.output.count("wins the match") == text.count("\nwinner ")


def test_the_deal_that_is_still_played_is_not_told_of_a_saved_match(tmp_path: Path) -> None:
    running = FIRST + "deal 3 dealer 1\nhand 1 2C 3C 4C 5C 6C 7C\nhand 2 JH KS QS JS TS 9S\n"
    (tmp_path / "other.smear").write_text(running)
    assert "Deal 3." in told(str(tmp_path / "other.smear")).output
    played = running.replace("[Rules", '[Bot2 "easy 1.0"]\n[Rules')
    thrown_in = played.replace("deal 3 ", "deal 4 ").replace(
        "bid 1 pass\n", "void\ndeal 3 dealer 1\n" + THROWN_IN
    )
    place = tmp_path / "running.smear"
    place.write_text(thrown_in)
    for name in ("running", str(place)):
        saved = told(name, folder=tmp_path).output
        assert "Ana holds 7C 6C 5C 4C 3C 2C" in saved, "deal 1 is over"
        assert "Everybody passed." in saved
        assert "9H" not in saved, "a hand that was thrown in"
        assert "Deal 4." not in saved
