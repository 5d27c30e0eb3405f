"""`cutthroat play` and `resume`, from within: what the person reads for what they type."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from cutthroat.adapters.files import FileLog
from cutthroat.cli.play import _quoted, play, resume
from cutthroat.cli.safe import clean
from cutthroat.core.rules import Rules
from cutthroat.service.saved import read_saved
from tests.kit.programs import program
from tests.kit.world import world


def run(command: click.Command, folder: Path, *arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(command, arguments, obj=world(folder), input=typed)


def start(folder: Path, *arguments: str, typed: str = "q\n") -> Result:
    return run(play, folder, "--seed", "7", *arguments, typed=typed)


def test_a_person_sees_the_hand_and_is_asked(tmp_path: Path) -> None:
    shown = start(tmp_path)
    assert shown.exit_code == 0
    assert "A match to 11 against Bo (hard), Chi (hard)." in shown.output
    assert "Your hand: " in shown.output
    assert "Your call: pass, 2, 3, 4? (? explains)" in shown.output
    assert shown.output.endswith("Go on with: cutthroat resume match-1\n")


def test_the_end_of_the_input_leaves_as_q_does(tmp_path: Path) -> None:
    shown = start(tmp_path, typed="")
    assert shown.exit_code == 0
    assert "cutthroat resume match-1" in shown.output


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("5", "A bid is 2, 3 or 4 (R11)."),
        ("AS", '"AS" is no call. Type 2, 3, 4 or pass.'),
        ("\x1b[2J", '"\ufffd[2J" is no call.'),
        ("٣", '"٣" is no call.'),
        ("?", "A bid is how many of the four points"),
        ("", "A bid is how many of the four points"),
        ("h", "Your hand: "),
        ("t", "Hint, from "),
        ("hint", " (best): wins the match in "),
        ("r", "The highest trump takes the trick"),
    ],
)
def test_questions_and_wrong_calls_are_answered_and_asked_again(
    tmp_path: Path, typed: str, said: str
) -> None:
    shown = start(tmp_path, typed=f"{typed}\nq\n")
    assert shown.exit_code == 0
    after = shown.output.split("(? explains)")[1]
    assert said in after
    assert shown.output.count("(? explains)") == 2


@pytest.mark.parametrize("call", ["pass", "PASS", "p", " Pass ", "2", "bid 2"])
def test_a_call_in_any_sensible_way(tmp_path: Path, call: str) -> None:
    shown = start(tmp_path, typed=f"{call}\nq\n")
    assert ("You bid 2." if "2" in call else "You pass.") in shown.output


def hint_in(shown: str) -> list[str]:
    """The lines of the last hint."""
    lines = shown.splitlines()
    first = max(place for place, line in enumerate(lines) if line.startswith("Hint, from "))
    return [line for line in lines[first + 1 :] if "wins the match in" in line]


def test_a_hint_tells_the_worth_of_every_call_and_is_the_same_again(tmp_path: Path) -> None:
    shown = start(tmp_path, typed="t\nt\nq\n").output
    told = hint_in(shown)
    assert {re.split(r"[:(]", line)[0].strip() for line in told} == {
        *("Pass", "Bid 2", "Bid 3", "Bid 4")
    }
    assert "(best)" in told[0]
    assert all(
        re.search(r"makes it in .* of 100 where it stands", line)
        for line in told
        if line.startswith("Bid")
    )
    assert shown.count(told[0]) == 2


def test_a_hint_for_a_card_tells_of_the_bid(tmp_path: Path) -> None:
    told = hint_in(bidding(tmp_path, "t"))
    assert 1 < len(told) <= 3
    assert all("makes your bid in" in line for line in told)


def test_a_hint_where_there_is_no_choice_needs_no_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("cutthroat.cli.session.judged")
    monkeypatch.delattr("cutthroat.service.warming.Warming.wait")
    typed = "4\n" + "1\n" * 5 + "t\nq\n"
    shown = start(tmp_path, "--bot", "easy", typed=typed)
    assert shown.exit_code == 0, shown.exception
    assert "Hint: there is nothing to choose.\n" in shown.output
    assert ": that is all the rules allow.\n" in shown.output


def test_asking_for_a_hint_changes_nothing_in_the_match(tmp_path: Path) -> None:
    typed = "4\n1\n1\nq\n"
    start(tmp_path / "a", typed=typed)
    start(tmp_path / "b", typed=typed.replace("\n", "\nt\n", 2))
    records = [(tmp_path / x / "match-1.smear").read_bytes() for x in "ab"]
    assert records[0] == records[1]


def bidding(folder: Path, *cards: str) -> str:
    """What is read after bidding 4 and typing these cards, `q` last."""
    return start(folder, typed="\n".join(["4", *cards, "q", ""])).output


def test_the_bidder_is_told_to_lead_and_makes_trump(tmp_path: Path) -> None:
    shown = bidding(tmp_path, "?", "1")
    assert "You won the auction with 4, and lead. The suit you lead is trump." in shown
    assert "the suit of your card becomes trump" in shown
    assert "Trump: " in shown.partition("You lead ")[2].partition("\n")[0]


def test_a_card_that_is_not_held_or_not_one_is_refused_with_the_reason(tmp_path: Path) -> None:
    hand = read_saved(
        (start(tmp_path / "a"), (tmp_path / "a" / "match-1.smear").read_bytes())[1]
    ).body[1]
    other = "2C" if "2C" not in str(hand) else "3C"
    shown = bidding(tmp_path / "b", other, "xx", "7")
    assert "You do not hold" in shown
    assert "(R4)" in shown
    assert '"xx" is no card.' in shown
    assert '"7" is no card.' in shown


def test_everything_is_saved_as_it_happens(tmp_path: Path) -> None:
    start(tmp_path, typed="4\n1\nq\n")
    record = read_saved((tmp_path / "match-1.smear").read_bytes())
    assert [str(line).split()[0] for line in record.body][:4] == ["deal", "hand", "hand", "hand"]
    assert any(str(line) == "bid 1 4" for line in record.body)
    assert any(str(line).startswith("trick 1 ") for line in record.body)


def test_resume_tells_the_deal_so_far_and_asks_on(tmp_path: Path) -> None:
    start(tmp_path, typed="4\n1\nq\n")
    shown = run(resume, tmp_path, typed="q\n")
    assert shown.exit_code == 0
    assert "Match match-1, from where it stopped." in shown.output
    assert "You bid 4." in shown.output
    assert "You lead " in shown.output
    assert "You may play: " in shown.output


def test_resume_refuses_a_bot_that_does_not_play_there_and_keeps_the_match(tmp_path: Path) -> None:
    run(play, tmp_path, "--players", "2", "--bot", "easy", typed="q\n")
    refused = run(resume, tmp_path, "match-1", "--bot", "random")
    assert refused.exit_code == 2
    assert "random 1.0 does not play in this match" in refused.output
    assert run(resume, tmp_path, "match-1", typed="q\n").exit_code == 0


def test_resume_without_a_saved_match_says_how_to_begin(tmp_path: Path) -> None:
    shown = run(resume, tmp_path)
    assert shown.exit_code == 2
    assert "cutthroat play" in shown.output


def test_resume_of_no_match_says_where_to_look(tmp_path: Path) -> None:
    shown = run(resume, tmp_path, "nothing")
    assert shown.exit_code == 2
    assert "There is no saved match nothing: cutthroat matches lists them." in shown.output


def test_a_broken_match_is_refused_with_its_line(tmp_path: Path) -> None:
    start(tmp_path)
    place = tmp_path / "match-1.smear"
    place.write_text(place.read_text().replace("deal 1 ", "deal 2 ") + "void\n")
    shown = run(resume, tmp_path, "match-1")
    assert shown.exit_code == 2
    lines = place.read_text().splitlines()
    line = next(number for number, text in enumerate(lines, 1) if text.startswith("deal 2 "))
    assert f"match-1:{line}: this is deal 1, not 2" in shown.output


def test_a_record_without_people_is_not_gone_on_with(tmp_path: Path) -> None:
    start(tmp_path)
    place = tmp_path / "match-1.smear"
    place.write_text(place.read_text().replace("[Bot2", '[Bot1 "easy 1.0"]\n[Bot2'))
    shown = run(resume, tmp_path, "match-1")
    assert shown.exit_code == 2
    assert "cannot be gone on with" in shown.output


def test_players_bots_and_names(tmp_path: Path) -> None:
    two = start(tmp_path / "a", "--players", "2", "--bot", "random", "--name", "Ana [red] #1")
    assert "against Bo (random)." in two.output
    record = read_saved((tmp_path / "a" / "match-1.smear").read_bytes())
    assert record.header.value("Seat1") == "Ana [red] #1"
    assert record.header.value("Bot2") == "random 1.0"
    three = start(tmp_path / "b", "--bot", "random", "--bot", "easy")
    assert "against Bo (random), Chi (easy)." in three.output
    assert "against Bo (easy)." in start(tmp_path / "c", "--bot", "easy").output


def test_house_rules_are_told_and_kept(tmp_path: Path) -> None:
    shown = start(tmp_path, "--preset", "short", "--rules", "joker=yes")
    assert "House rules: target=7 high=highest out=reach joker=yes limit=20." in shown.output
    record = read_saved((tmp_path / "match-1.smear").read_bytes())
    assert record.header.rules.has_joker
    assert record.header.rules != Rules()


@pytest.mark.parametrize(
    "wrong",
    [
        ("--players", "4"),
        ("--players", "2", "--bot", "easy", "--bot", "easy"),
        ("--bot", "nobody"),
        ("--preset", "none"),
        ("--rules", "high=queen"),
        ("--rules", "highest"),
        ("--name", "a\x1bb"),
        ("--suits", "pictures"),
        ("--pace", "-1"),
    ],
)
def test_wrong_usage_is_refused_and_nothing_is_kept(tmp_path: Path, wrong: tuple[str, ...]) -> None:
    shown = start(tmp_path, *wrong)
    assert shown.exit_code == 2
    assert "Traceback" not in shown.output
    assert not list(tmp_path.glob("*.smear"))


def test_a_file_that_exists_is_not_written_over(tmp_path: Path) -> None:
    place = tmp_path / "kept.smear"
    place.write_text("precious\n")
    shown = start(tmp_path, "--save", str(place))
    assert shown.exit_code == 2
    assert "exists already" in shown.output
    assert place.read_text() == "precious\n"


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    shown = start(tmp_path, "--save", str(tmp_path / "no" / "match.smear"))
    assert shown.exit_code == 2
    assert "cannot be used" in shown.output
    assert "Traceback" not in shown.output


@pytest.mark.parametrize(
    ("suits", "card"), [("words", r" of spades"), ("letters", r"\w+S\b"), ("symbols", "♠")]
)
def test_how_cards_are_written(tmp_path: Path, suits: str, card: str) -> None:
    shown = start(tmp_path, "--suits", suits, typed="h\npass\nq\n")
    assert re.search(card, shown.output) or re.search(
        card.replace("spades", "hearts").replace("S", "H").replace("♠", "♥"), shown.output
    )


def test_no_other_hand_is_told(tmp_path: Path) -> None:
    shown = start(tmp_path, "--suits", "letters", typed="?\nh\n?\nq\n").output
    record = read_saved((tmp_path / "match-1.smear").read_bytes())
    own, *others = [str(line).split()[2:] for line in record.body if str(line).startswith("hand")]
    written = {word for word in shown.replace(",", " ").split() if word[-1:] in "CDHS"}
    assert {card.replace("T", "10") for card in own} <= written
    for hidden in others:
        assert not {card.replace("T", "10") for card in hidden} & written


# Programs


def command_of(folder: Path, name: str) -> str:
    folder.mkdir(exist_ok=True)
    return f"cmd:{program(folder, name)}"


def test_a_program_plays_and_the_match_goes_on_only_if_it_is_named(tmp_path: Path) -> None:
    bot = command_of(tmp_path / "bots", "first")
    first = start(tmp_path, "--players", "2", "--bot", bot, typed="4\n1\nq\n")
    assert f"against Bo ({bot})." in first.output
    assert f"cutthroat resume match-1 --bot {shlex.quote(bot)}\n" in first.output
    record = read_saved((tmp_path / "match-1.smear").read_bytes())
    assert record.header.value("Bot2") == bot
    refused = run(resume, tmp_path, "match-1")
    assert refused.exit_code == 2
    assert f"starts only if you name it again: --bot {shlex.quote(bot)}" in refused.output
    assert run(resume, tmp_path, "match-1", "--bot", "easy").exit_code == 2
    again = run(resume, tmp_path, "match-1", "--bot", bot, typed="q\n")
    assert again.exit_code == 0
    assert "You may play: " in again.output


def test_what_to_type_has_the_seconds_of_a_program(tmp_path: Path) -> None:
    bot = command_of(tmp_path / "bots", "first")
    settings = "--players", "2", "--bot", bot, "--engine-seconds", "0.5"
    first = start(tmp_path, *settings)
    typed = f"--bot {shlex.quote(bot)} --engine-seconds 0.5\n"
    assert first.output.endswith(typed)
    again = shlex.split(first.output.splitlines()[-1].partition("cutthroat resume ")[2])
    assert run(resume, tmp_path, *again, typed="q\n").output.endswith(typed)
    assert (
        "--engine-seconds"
        not in start(*(tmp_path / "b", "--bot", "easy", "--engine-seconds", "1")).output
    )


@pytest.mark.skipif(shutil.which("bash") is None, reason="no shell that reads such quotes")
@pytest.mark.parametrize(
    "name", ["match-1", "it's", "two words", "a\x1b[2Jb", "a\nb", "\u202ea\\b'c", "ä", ""]
)
def test_a_name_can_be_typed_and_steers_no_terminal(name: str) -> None:
    typed = _quoted(name)
    assert clean(typed) == typed
    told = subprocess.run(
        ["bash", "-c", f"printf %s {typed}"], capture_output=True, check=True
    ).stdout
    assert told.decode() == name


def test_programs_end_even_if_the_record_cannot_be_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[bool] = []

    close = FileLog.close

    def failing(log: FileLog) -> None:
        close(log)
        raise OSError("no room")

    monkeypatch.setattr(FileLog, "close", failing)
    monkeypatch.setattr(
        "cutthroat.adapters.engines.ProgramEngines.close", lambda _self: ended.append(True)
    )
    start(tmp_path)
    assert ended


def test_a_program_that_forfeits_ends_the_match_and_its_record_says_so(tmp_path: Path) -> None:
    bot = command_of(tmp_path / "bots", "crashes")
    shown = start(tmp_path, "--players", "2", "--bot", bot, typed="4\n1\n")
    assert shown.exit_code == 0
    assert "The match ended without a winner: seat 2 forfeited: its program ended" in shown.output
    assert (
        "Bo forfeited the match: its program ended in the middle of a match (exit code 1)\n"
        "It wrote last: RuntimeError: no idea\n"
    ) in shown.output
    kept = tmp_path / "match-1.smear"
    record = read_saved(kept.read_bytes())
    assert record.header.ended == "seat 2 forfeited: its program ended"
    assert record.text == kept.read_text(), "the record is in canonical form"
    assert run(resume, tmp_path).exit_code == 2, "there is no unfinished match"


def test_a_program_has_as_long_as_it_is_given(tmp_path: Path) -> None:
    bot = command_of(tmp_path / "bots", "hangs")
    shown = start(
        *(tmp_path, "--players", "2", "--bot", bot, "--engine-seconds", "0.2"), typed="4\n1\n"
    )
    assert "its program did not answer within 0.2 seconds" in shown.output
