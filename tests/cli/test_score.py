"""`cutthroat score`, from within: what the person reads for what they type."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cutthroat.cli.score import score
from cutthroat.scorepad.entries import Entry, Misdeal, NextMatch, ScoredDeal, Stopped, ThrownIn
from cutthroat.scorepad.sheet import Sheet
from cutthroat.service.scorebook import read_sheet
from tests.kit.world import world

DOCS = Path(__file__).parents[2] / "docs"
TABLE = ("--names", "Ana, Ben, Cleo", "--dealer", "cleo")


def run(folder: Path, *arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(score, arguments, obj=world(folder), input=typed)


def keep(folder: Path, *lines: str, arguments: tuple[str, ...] = TABLE) -> str:
    """What is read for these lines on a new sheet."""
    done = run(folder, *arguments, typed="".join(f"{line}\n" for line in lines))
    assert done.exit_code == 0, done.output
    return done.output


def sheet(folder: Path) -> Sheet:
    (place,) = (folder / "sheets").glob("*.sheet")
    return read_sheet(place.read_bytes())


def entries(folder: Path, *lines: str, arguments: tuple[str, ...] = TABLE) -> tuple[Entry, ...]:
    keep(folder, *lines, arguments=arguments)
    return sheet(folder).entries


def said(entry: Entry) -> str:
    """A scored deal in six words."""
    assert isinstance(entry, ScoredDeal)
    points = entry.points
    owners = (points.high, points.low, points.jack, points.game)
    bid = entry.bid
    return " ".join([str(bid.seat), str(bid.points), *(str(owner or "-") for owner in owners)])


# Beginning


def test_it_asks_for_what_was_not_said(tmp_path: Path) -> None:
    shown = keep(tmp_path, "Ana, Mary Lou", "short", "mary", arguments=())
    assert "Ana, Mary Lou play; Mary Lou deals first. House rules: target=7" in shown
    setup = sheet(tmp_path).setup
    assert (setup.names, setup.rules.target, setup.dealer) == (("Ana", "Mary Lou"), 7, 2)


def test_an_empty_line_is_the_usual_house_rules(tmp_path: Path) -> None:
    keep(tmp_path, "Ana Ben", "", "1", arguments=())
    assert str(sheet(tmp_path).setup.rules) == ""


def test_house_rules_that_were_said_are_not_asked(tmp_path: Path) -> None:
    shown = keep(tmp_path, "Ana Ben", "1", arguments=("--preset", "short", "--rules", "limit=9"))
    assert "House rules: " in shown
    assert "(Enter: seed)" not in shown
    assert sheet(tmp_path).setup.rules.limit == 9


def test_wrong_answers_are_asked_again(tmp_path: Path) -> None:
    wrong = ("Ana", "Ana ana", "a b c d", "?", "Ana Ben", "nonsense", "seed", "Cleo", "3", "ben")
    shown = keep(tmp_path, *wrong, arguments=())
    assert shown.count("Who plays?") == 5
    assert shown.count("House rules: seed,") == 2
    assert shown.count("Who deals first?") == 3
    assert 'Two players cannot both be called "Ana".' in shown
    assert sheet(tmp_path).setup.dealer == 2


def test_a_first_dealer_can_be_drawn(tmp_path: Path) -> None:
    shown = keep(tmp_path, arguments=("--names", "Ana Ben Cleo", "--dealer", "draw"))
    found = re.search(r"Drawn: (\w+) deals first\.", shown)
    assert found
    assert found[1] == sheet(tmp_path).setup.names[sheet(tmp_path).setup.dealer - 1]


@pytest.mark.parametrize("lines", [[], ["q"], ["Ana Ben", "quit"], ["Ana Ben", "", "cancel"]])
def test_leaving_before_it_has_begun_keeps_nothing(tmp_path: Path, lines: list[str]) -> None:
    assert keep(tmp_path, *lines, arguments=()).endswith("No sheet was begun.\n")
    assert not (tmp_path / "sheets").exists()


@pytest.mark.parametrize("before", [[], ["Ana Ben"], ["Ana Ben", ""]])
@pytest.mark.parametrize("word", ["?", "help"])
def test_an_explanation_before_it_has_begun_does_not_call_the_sheet_saved(
    tmp_path: Path, before: list[str], word: str
) -> None:
    shown = keep(tmp_path, *before, word, arguments=())
    assert "cancel, or quit: leave; nothing is written." in shown
    assert "is saved" not in shown


def test_an_explanation_on_a_sheet_says_that_it_is_saved(tmp_path: Path) -> None:
    assert "quit: leave; the sheet is saved." in keep(tmp_path, "ben 3", "?")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--names", "Ana"), "Two or three play, and this is 1 name:"),
        (("--names", "Ana,b,c,d"), "Two or three play, and these are 4 names:"),
        (("--names", "Ana, ana"), "cannot both be called"),
        ((*TABLE[:2], "--dealer", "x"), '"x" is no player'),
        ((*TABLE, "--rules", "high=low"), "high"),
        (("--resume", "--list"), "Choose one of"),
        (("--import", "a", "--export", "b"), "Choose one of"),
        (("--list", "name"), "Choose one of"),
        (("--resume", "--dealer", "1"), "are for a new sheet"),
        (("name", "--preset", "short"), "are for a new sheet"),
        (("--resume",), "There is no sheet. Begin one: cutthroat score"),
        (("--export", "x.smear"), "There is no sheet."),
        (("nothing",), "There is no sheet nothing: cutthroat score --list lists them."),
    ],
)
def test_mistakes_in_the_call(tmp_path: Path, arguments: tuple[str, ...], why: str) -> None:
    done = run(tmp_path, *arguments)
    assert done.exit_code == 2
    assert why in " ".join(done.output.split())
    assert not list(tmp_path.glob("sheets/*.sheet"))


# Deals


@pytest.mark.parametrize(
    ("lines", "deal"),
    [
        (["ben 3 ana ben - ben"], "2 3 1 2 - 2"),
        (["2 3 1 2 - 2"], "2 3 1 2 - 2"),
        (["B 3 A B - B"], "2 3 1 2 - 2"),
        (["ben 3", "ana", "ben", "-", "ben"], "2 3 1 2 - 2"),
        (["ben", "3", "ana", "ben", "-", "ben"], "2 3 1 2 - 2"),
        (["ben 3 ana ben", "nobody", "2"], "2 3 1 2 - 2"),
        (["ben 3 ana ben - ban", "ben"], "2 3 1 2 - 2"),
        (["bin 5 ana ben - ben", "ben", "6", "3"], "2 3 1 2 - 2"),
        (["ben 3 ana ? - ben", "?", "", "ben"], "2 3 1 2 - 2"),
    ],
)
def test_a_deal_in_any_sensible_way(tmp_path: Path, lines: list[str], deal: str) -> None:
    assert [said(entry) for entry in entries(tmp_path, *lines)] == [deal]


def test_after_a_deal_all_is_told(tmp_path: Path) -> None:
    shown = keep(tmp_path, "ben 2 ben ana - ben", "ana 3 ana cleo - ben")
    first, second = shown.split("\n\n")[:2]
    assert "Made: Ben bid 2 and won 2 (R20)." in first
    assert "Scores: Ana 1, Ben 2, Cleo 0.\nAna deals next." in first
    assert "Ben has 2: a bid of 4, if made, wins (R25)." in first
    assert "Set: Ana bid 3, won only 1, and loses 3 (R21)." in second
    assert "Scores: Ana −2, Ben 3, Cleo 1.\nBen deals next." in second


def test_who_may_win_and_who_has_won_is_told(tmp_path: Path) -> None:
    deals = ["ana 3 ana ana ana ben"] * 4
    shown = keep(tmp_path, *deals, "ana 2 ana ana - ben", "ben 2 ben ben - ben")
    assert "Ana has 12: any bid Ana makes wins (R24)." in shown
    assert "Ana wins the match: at 11 or more when the cards were dealt" in shown
    assert "The match is over.\nnext: another match." in shown
    assert "The match is over (R24). next begins another match" in shown
    assert len(sheet(tmp_path).entries) == 5


def test_other_lines(tmp_path: Path) -> None:
    lines = ("pass", "MISDEAL", "stop  it is late", "next ben", "misdeal", "next", "y", "stop", "x")
    assert entries(tmp_path, *lines) == (
        ThrownIn(),
        Misdeal(),
        Stopped("it is late"),
        NextMatch(2),
        Misdeal(),
        NextMatch(2),
        Stopped("x"),
    )


def test_a_deal_that_may_not_be_thrown_in_is_refused_with_the_clause(tmp_path: Path) -> None:
    shown = keep(tmp_path, "pass", arguments=(*TABLE, "--rules", "all_pass=stick"))
    assert "(R14)." in shown
    assert sheet(tmp_path).entries == ()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("ben 3 ana ben - ben ben", "A deal has six words, not 7"),
        ("xyz", '"xyz" is no command: type help for all.'),
        ("fix", "Which line?"),
        ("fix x misdeal", '"x" is no line'),
        ("fix 2 misdeal", "There is no line 2 on the sheet; it has 1."),
        ("insert 0 misdeal", "There is no line 0 on the sheet; it has 1."),
        ("remove 99999999999999999999", "There is no line"),
        ("redo", "Nothing was undone"),
        ("setup dealer x", '"x" is no player'),
        ("setup names Ana, Ben", "3 play on this sheet, and these are 2 names."),
        ("setup nonsense", "Type setup by itself"),
        ("setup rules nonsense", "nonsense"),
        ("setup\n\n\n", "That is what the sheet says already."),
        ("setup names Ana Ben Cleo", "That is what the sheet says already."),
        ("setup rules seed", "That is what the sheet says already."),
        ("setup dealer cleo", "That is what the sheet says already."),
        ("setup names Ana", "Two or three play, and this is 1 name: type"),
        ("fix 1 misdeal", "That is what the sheet says already."),
        ("fix 1\nmisdeal", "That is what the sheet says already."),
        ("fix 1 sheet", "sheet is a command and cannot stand on the sheet"),
        ("fix 1 help", "help is a command and cannot stand on the sheet"),
        ("insert 1 undo", "undo is a command and cannot stand on the sheet"),
        ("fix 1 cancel", "Nothing was written."),
        ("cancel", "Nothing was written."),
        ("pass x", "pass stands alone: type nothing after it."),
        ("misdeal again", "misdeal stands alone"),
        ("fix 1 pass x", "pass stands alone"),
        ("UNDO extra", "undo stands alone"),
        ("undo\textra", "undo stands alone"),
        ("redo 2", "redo stands alone"),
        ("sheet 1", "sheet stands alone"),
        ("history x y", "history stands alone"),
        ("stats ben", "stats stands alone"),
        ("help fix", "help stands alone"),
        ("? fix", "? stands alone"),
        ("quit now", "quit stands alone"),
        ("remove 1 please", "Type nothing after the number of the line, such as: remove 1"),
        ("next x", '"x" is no player'),
        ("export", "Type the name of a file too"),
        ("export /nowhere/x", "cannot be written"),
        ("export .", ". cannot be written: Is a directory. Choose another file."),
        ("\x1b[2J", '"\ufffd[2J" is no command'),
        ("stop " + "x" * 101, "in one line of at most 100 characters"),
    ],
)
def test_what_cannot_be_done_is_told_and_changes_nothing(
    tmp_path: Path, line: str, why: str
) -> None:
    shown = keep(tmp_path, "misdeal", line)
    assert why in shown
    assert len(sheet(tmp_path).log) == 2
    assert "Traceback" not in shown


def test_a_line_can_be_given_up(tmp_path: Path) -> None:
    shown = keep(tmp_path, "ben 3", "cancel", "misdeal")
    assert "Nothing was written." in shown
    assert sheet(tmp_path).entries == (Misdeal(),)


def test_a_slip_costs_no_line_but_its_own(tmp_path: Path) -> None:
    lines = ("ben 3 ana x - ben", "pass", "ana 2 ana - - ana", "ana 2 ana ben - ana", "misdeal")
    first, second, third = entries(tmp_path, *lines)
    assert (first, third) == (ThrownIn(), Misdeal())
    assert said(second) == "1 2 1 2 - 1"


# Players called like commands


def called(*names: str) -> tuple[str, ...]:
    return ("--names", ", ".join(names), "--dealer", "1")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Export", "export 3 ana export - ana"),
        ("Export", "Export 3 ana exp - ana"),
        ("Exporter", "export 3 ana export - ana"),
        ("Stop", "stop 3 ana stop - ana"),
        ("Stop", "stop 3 ana\nstop\n-\nana"),
        ("Next", "next 3 ana next - ana"),
        ("Count", "count 3 ana count - ana"),
        ("Setup", "setup 3 ana setup - ana"),
        ("Fix", "fix 3 ana fix - ana"),
        ("Insert", "insert 3 ana insert - ana"),
        ("Remove", "remove 3 ana remove - ana"),
        ("Undo", "undo 3 ana undo - ana"),
        ("Undo", "undo 3\nana\nundo\n-\nana"),
        ("Pass", "pass 3 ana pass - ana"),
        ("Misdeal", "misdeal 3 ana misdeal - ana"),
        ("Quinn", "q 3 ana q\n-\nana"),
        ("Help", "help 3 ana help - ana"),
    ],
)
def test_a_player_called_like_a_command_can_bid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert [said(one) for one in entries(tmp_path, line, arguments=called("Ana", name))] == [
        "2 3 1 2 - 1"
    ]
    assert [one.name for one in tmp_path.iterdir()] == ["sheets"]


def test_such_a_deal_can_be_corrected_and_put_in(tmp_path: Path) -> None:
    lines = ("misdeal", "fix 1 stop 3 ana stop - ana", "insert 1", "stop 2 ana stop - ana")
    found = entries(tmp_path, *lines, arguments=called("Ana", "Stop"))
    assert list(map(said, found)) == ["2 2 1 2 - 1", "2 3 1 2 - 1"]


@pytest.mark.parametrize(
    ("name", "line", "what"),
    [
        ("Fix", "fix 2", "What should it say?"),
        ("Fix", "fix 2 pass", "Line 2 corrected: Everybody passed"),
        ("Fix", "fix 2 fix 3 ana fix - ana", "Line 2 corrected: Fix bid 3."),
        ("Remove", "remove 2", "Line 2 taken away"),
        ("Nextor", "stop late\nnext 2", "Another match. Nextor deals first."),
        ("Next", "stop late\nnext", "Another match."),
        ("Stopford", "stop 3 hours are enough", "without a winner: 3 hours are enough"),
        ("Count", "count ana 2 ana ana -\nAS\n-", "Ana has Game (R8)."),
        ("Undo", "undo", "Undone: Misdeal."),
    ],
)
def test_the_commands_are_there_all_the_same(
    tmp_path: Path, name: str, line: str, what: str
) -> None:
    assert what in keep(tmp_path, "misdeal", "misdeal", line, arguments=called("Ana", name))


@pytest.mark.parametrize(
    "name", ["Export", "stop", "Count", "Help", "Quit", "Q", "Cancel", "Nobody Else"]
)
def test_the_example_at_such_a_table_says_seats_and_is_a_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    found = entries(tmp_path, "2 3 ana 2 - 2", arguments=called("Ana", name))
    assert "such as: 2 3 ana 2 - 2 (- is nobody)" in run(tmp_path, "--resume").output
    assert [said(one) for one in found] == ["2 3 1 2 - 2"]


# Commands where an answer is expected


@pytest.mark.parametrize(
    "question",
    [
        "stop",
        "fix 1",
        "insert 1",
        "fix 1 stop",
        "count ben 2 ben ben -",
        "setup",
        "setup\n",
        "setup\n\n",
        "ben 3",
        "next",
    ],
)
@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("sheet", "1. Deal 1, Cleo dealt: Misdeal."),
        ("history", "2. 2026-11-"),
        ("stats", "Ben, points:"),
        ("undo", "Undone: Misdeal."),
        ("remove 1", "Line 1 taken away: Misdeal."),
        ("fix 1 pass", "Line 1 corrected: Everybody passed"),
        ("setup dealer ana", "Corrected. Ana, Ben, Cleo play; Ana deals first."),
    ],
)
def test_a_command_is_no_answer_but_the_next_line(
    tmp_path: Path, question: str, line: str, what: str
) -> None:
    shown = keep(tmp_path, "misdeal", question, line)
    before, nothing, after = shown.partition("Nothing was written.")
    assert nothing
    assert what in after
    assert what not in before
    assert len(sheet(tmp_path).log) == 2 + (line not in {"sheet", "history", "stats"})


@pytest.mark.parametrize("question", ["stop", "count ben 2 ben ben -"])
@pytest.mark.parametrize("line", ["ben 3 ana ben - ben", "pass", "stop late"])
def test_a_line_is_no_answer_in_free_words(tmp_path: Path, question: str, line: str) -> None:
    shown = keep(tmp_path, question, line)
    assert "Nothing was written." in shown
    assert len(sheet(tmp_path).log) == 2


def test_a_reason_may_begin_like_a_command_behind_stop(tmp_path: Path) -> None:
    assert entries(tmp_path, "stop next time we go on") == (Stopped("next time we go on"),)


def test_names_may_begin_like_a_command_where_commas_part_them(tmp_path: Path) -> None:
    keep(tmp_path, "setup", "Next, Ben, Cleo", "", "")
    assert sheet(tmp_path).setup.names == ("Next", "Ben", "Cleo")


# What is unlikely


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("ben 2 ben - - ben", "Nobody has Low: but a trump was led"),
        ("ben 2 ben ben - -", "Nobody has Game: were the most card points tied (R8)?"),
    ],
)
def test_what_is_unlikely_is_asked_and_may_be_so(tmp_path: Path, line: str, question: str) -> None:
    shown = keep(tmp_path, line, "maybe", "y")
    assert shown.count(question) == 2
    assert [said(entry) for entry in sheet(tmp_path).entries] == [
        line.replace("ben", "2").replace("nobody", "-")
    ]


def test_what_is_not_so_is_asked_again(tmp_path: Path) -> None:
    lines = ("ben 2 ben - - -", "n", "ana", "no", "cleo")
    assert said(entries(tmp_path, *lines)[0]) == "2 2 2 1 - 3"


def test_the_words_of_the_doubts_fit_the_house_rules(tmp_path: Path) -> None:
    arguments = (*TABLE, "--rules", "low=numeric high=highest")
    shown = keep(tmp_path, "ben 2 - - - ben", "y", "y", arguments=arguments)
    assert "(high=highest)" in shown
    assert "(low=numeric)" in shown


# Counting Game


def counted(folder: Path, *answers: str, rules: str = "") -> str:
    return keep(folder, "ben 2 ben ben - count", *answers, arguments=(*TABLE, "--rules", rules))


def test_game_is_counted(tmp_path: Path) -> None:
    shown = counted(tmp_path, "AS TS KH", "10♦, ace of hearts", "-")
    assert "Card points: Ana 17, Ben 14, Cleo 0.\nAna has Game (R8)." in shown
    (deal,) = sheet(tmp_path).entries
    assert isinstance(deal, ScoredDeal)
    assert deal.points.game == 1
    assert [str(cards) for cards in deal.captured] == ["KH TS AS", "TD AH", ""]


def test_a_card_is_given_once_and_it_is_said_who_has_it(tmp_path: Path) -> None:
    shown = counted(tmp_path, "AS AS", "-", "as KD", "-", "KD", "QC", "y")
    assert shown.count("Ana has ace of spades already: no card counts twice.") == 2
    assert "Ben has king of diamonds already" in shown
    (deal,) = sheet(tmp_path).entries
    assert isinstance(deal, ScoredDeal)
    assert [str(cards) for cards in deal.captured] == ["AS", "KD", "QC"]


def test_what_counts_nothing_is_told_and_the_rest_kept(tmp_path: Path) -> None:
    shown = counted(tmp_path, "5H AS JK xx", "-", "-", "KD")
    assert "5H counts nothing" in shown
    assert "JK counts nothing" in shown
    assert '"xx" is no card.' in shown
    assert "Ana has ace of spades. What else (- nothing)?" in shown
    assert "Card points: Ana 4, Ben 0, Cleo 3." in shown


def test_one_can_go_back(tmp_path: Path) -> None:
    shown = counted(tmp_path, "AS TS", "KD", "back", "back", "back", "QD", "JD", "-")
    assert "Card points: Ana 2, Ben 1, Cleo 0." in shown


def test_more_than_all_hands_are_not_taken(tmp_path: Path) -> None:
    cards = " ".join(f"{rank}{suit}" for suit in "CDH" for rank in "TJQKA")
    shown = keep(
        tmp_path,
        "ana 2 ana ana - count",
        cards,
        "-",
        "-",
        arguments=("--names", "Ana Ben", "--dealer", "1"),
    )
    assert "have 12 together" in shown


@pytest.mark.parametrize(
    ("rules", "owner", "told"),
    [
        ("", None, "tied: nobody has Game (R8)."),
        ("tie=bidder", 2, "tied: Ben, the bidder, has Game (R8, tie=bidder)."),
    ],
)
def test_ties_are_settled_by_the_house_rules(
    tmp_path: Path, rules: str, owner: int | None, told: str
) -> None:
    shown = counted(tmp_path, "AS", "AH", "-", "y", rules=rules)
    assert told in shown
    (deal,) = sheet(tmp_path).entries
    assert isinstance(deal, ScoredDeal)
    assert deal.points.game == owner


def test_count_alone_asks_for_everything(tmp_path: Path) -> None:
    lines = ("count", "ben", "2", "ben", "ben", "-", "-", "AS", "-")
    assert said(entries(tmp_path, *lines)[0]) == "2 2 2 2 - 2"


def test_count_can_come_first_or_at_its_question(tmp_path: Path) -> None:
    lines = ("count ben 2 ben ben -", "-", "AS", "-", "ben 2 ben ben -", "count", "-", "AH", "-")
    assert [said(entry) for entry in entries(tmp_path, *lines)] == ["2 2 2 2 - 2"] * 2


def test_whoever_has_high_took_an_ace(tmp_path: Path) -> None:
    shown = counted(tmp_path, "AS", "KS", "-", "n", "ana")
    assert "whoever has High took no ace (R5, R18)" in shown
    assert said(sheet(tmp_path).entries[0]) == "2 2 1 2 - 1"


# Corrections


def test_a_correction_tells_first_that_the_winner_has_changed(tmp_path: Path) -> None:
    deals = ["ana 3 ana ana ana ben"] * 4
    shown = keep(tmp_path, *deals, "ana 2 ana ana - ben", "fix 2 ana 4 ana ana ana ben")
    _before, _line, after = shown.partition("Line 2 corrected: Ana bid 4.")
    assert after.split("\n")[1] == "The winner has changed: it was Ana, now it is nobody."
    assert "The scores were Ana 14, Ben 5, Cleo 0; now they are Ana 7, Ben 5, Cleo 0." in after


def test_a_line_that_cannot_stand_any_more_stays_and_does_not_count(tmp_path: Path) -> None:
    deals = ["ana 3 ana ana ana ben"] * 2
    shown = keep(tmp_path, *deals, "fix 1 ana 2 ana ana - ana", "insert 2 stop no", "sheet", "undo")
    assert "Line 3 does not count: the match is over." in shown
    assert "3. Ana bid 3. High: Ana. Low: Ana. Jack: Ana. Game: Ben. Does not count:" in shown
    assert len(sheet(tmp_path).entries) == 2


def test_lines_are_put_in_taken_away_and_asked_for(tmp_path: Path) -> None:
    lines = ("pass", "insert 1 misdeal", "fix 2", "misdeal", "insert 1", "pass", "remove 2")
    shown = keep(tmp_path, *lines)
    assert "Line 2: Everybody passed: thrown in.\nWhat should it say?" in shown
    assert "Line 1 put in: Misdeal." in shown
    assert "Line 2 taken away: Misdeal." in shown
    assert sheet(tmp_path).entries == (ThrownIn(), Misdeal())


def test_undo_and_redo_have_no_end(tmp_path: Path) -> None:
    lines = ("pass", "misdeal", "fix 1 misdeal", *["undo"] * 4, *["redo"] * 4)
    shown = keep(tmp_path, *lines)
    assert "There is nothing to undo." in shown
    assert "Nothing was undone that could be done again." in shown
    assert sheet(tmp_path).entries == (Misdeal(), Misdeal())
    assert len(sheet(tmp_path).log) == 1 + 3 + 3 + 3


def test_the_setup_is_corrected_in_one_line_or_by_questions(tmp_path: Path) -> None:
    lines = ("setup names Ana, Bo, Cleo", "setup rules classic limit=20", "setup dealer bo")
    keep(tmp_path, *lines, "setup", "", "limit=30", "cleo")
    setup = sheet(tmp_path).setup
    assert setup.names == ("Ana", "Bo", "Cleo")
    assert str(setup.rules) == "high=highest out=reach limit=30"
    assert setup.dealer == 3


def test_history_tells_every_change_with_its_time(tmp_path: Path) -> None:
    lines = (
        "pass",
        "fix 1 misdeal",
        "undo",
        "redo",
        "setup dealer ana",
        "undo",
        "remove 1",
        "undo",
    )
    shown = keep(tmp_path, *lines, "insert 1 pass", "undo", "history")
    told = re.findall(r"^(\d+)\. 2026-11-\d\d \d\d:\d\d:\d\d: (.*)$", shown, re.MULTILINE)
    assert [int(number) for number, _ in told] == list(range(1, 12))
    assert [text for _, text in told] == [
        "Begun. Ana, Ben, Cleo play; Cleo deals first.",
        "Line 1: Everybody passed: thrown in.",
        "Line 1 corrected: Misdeal. It said before: Everybody passed: thrown in.",
        "Undone: line 1 corrected: Misdeal.",
        "Done again: line 1 corrected: Misdeal.",
        "Corrected. Ana, Ben, Cleo play; Ana deals first.",
        "Undone: Ana, Ben, Cleo play; Ana deals first.",
        "Line 1 taken away: Misdeal.",
        "Undone: line 1 taken away.",
        "Line 1 put in: Everybody passed: thrown in.",
        "Undone: line 1 put in: Everybody passed: thrown in.",
    ]


def test_statistics(tmp_path: Path) -> None:
    shown = keep(tmp_path, "ben 2 ben ben - ben", "ana 4 ana ben - ben", "pass", "misdeal", "stats")
    assert "1 match, 2 scored deals; thrown in: 1; misdeals: 1." in shown
    assert "Ben, bids of 2: made 1, set 0." in shown
    assert "Ana, bids of 4: made 0, set 1." in shown
    assert "Ben, points: High 1, Low 2, Jack 0, Game 2." in shown
    assert "Ana, score: −4 in all; best deal 0, worst −4." in shown


@pytest.mark.parametrize("word", ["help", "?"])
def test_help_names_every_command(tmp_path: Path, word: str) -> None:
    shown = keep(tmp_path, word)
    for command in ("pass", "misdeal", "count", "fix", "insert", "remove", "undo", "redo", "sheet"):
        assert f"{command}" in shown
    for command in ("history", "stats", "setup", "next", "stop", "export", "quit"):
        assert f"{command}" in shown
    assert "ben 3 ana ben - ben" in shown


# Leaving and going on


def test_the_end_of_the_input_says_how_to_go_on(tmp_path: Path) -> None:
    for lines in ((), ("q",), ("ben 3",), ("ben 2 ben - - ben",)):
        shown = keep(tmp_path / str(len(lines and lines[0])), *lines)
        assert shown.endswith("The sheet is saved. Go on with: cutthroat score --resume match-1\n")


@pytest.mark.parametrize("arguments", [("--resume",), ("match-1",), ("--resume", "match-1")])
def test_going_on(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    keep(tmp_path, "ben 2 ben ana - ben")
    shown = run(tmp_path, *arguments, typed="misdeal\n").output
    assert "Sheet match-1, from where it stopped." in shown
    assert "Scores: Ana 1, Ben 2, Cleo 0.\nAna deals next." in shown
    assert len(sheet(tmp_path).entries) == 2


def test_a_sheet_that_is_open_elsewhere_is_refused(tmp_path: Path) -> None:
    keep(tmp_path)
    held = world(tmp_path).sheets.open("match-1")
    done = run(tmp_path, "--resume")
    held.close()
    assert done.exit_code == 2
    assert "match-1 is open elsewhere: leave it there first, with quit." in done.output


def test_a_damaged_sheet_is_refused_with_its_line(tmp_path: Path) -> None:
    keep(tmp_path, "misdeal")
    (place,) = (tmp_path / "sheets").glob("*.sheet")
    place.write_bytes(place.read_bytes() + b"\x1b[2J\n")
    done = run(tmp_path, "--resume")
    assert done.exit_code == 2
    assert "match-1:3: this is no sheet of the scorekeeper" in done.output
    listed = run(tmp_path, "--list").output
    assert listed == "match-1, -: -; cannot be read\n"


def test_the_list(tmp_path: Path) -> None:
    assert "No sheet is saved. Begin one: cutthroat score" in run(tmp_path, "--list").output
    keep(tmp_path, "ben 2 ben ana - ben")
    assert re.fullmatch(
        r"match-1, 2026-11-\d\d: Ana 1, Ben 2, Cleo 0; in deal 2\n", run(tmp_path, "--list").output
    )
    run(tmp_path, "--resume", typed="stop late\n")
    assert run(tmp_path, "--list").output.endswith("; ended\n")
    run(tmp_path, "--resume", typed="undo\n" + "ana 3 ana ana ana ben\n" * 5)
    assert run(tmp_path, "--list").output.endswith("; won by Ana\n")


def test_a_disk_that_is_full_loses_one_line_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ports = world(tmp_path)
    create = ports.sheets.create

    def on_a_full_disk(name: str, text: str) -> object:
        log = create(name, text)
        monkeypatch.setattr(log, "append", full)
        return log

    def full(text: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(ports.sheets, "create", on_a_full_disk)
    done = CliRunner().invoke(score, TABLE, obj=ports, input="misdeal\n")
    assert done.exit_code == 1
    assert "(No space left on device). All is saved but the last line" in done.output
    assert "cutthroat score --resume match-1" in done.output
    assert sheet(tmp_path).entries == ()


# Records


def test_a_sheet_is_written_as_a_record_and_read_again(tmp_path: Path) -> None:
    place = tmp_path / "evening.smear"
    keep(tmp_path, "ben 2 ben ana - ben", "pass", "stop late", "next ana", f"export {place}")
    first = sheet(tmp_path)
    brought = run(tmp_path / "b", "--import", str(place), typed="")
    assert "Scores: Ana 1, Ben 2, Cleo 0." in brought.output
    again = sheet(tmp_path / "b")
    assert again.setup == first.setup
    assert again.entries == first.entries[:3]  # a match without a deal leaves nothing to keep


def test_a_record_goes_to_standard_output_and_comes_from_standard_input(tmp_path: Path) -> None:
    keep(tmp_path, "ben 2 ben ana - ben")
    text = run(tmp_path, "--export", "-").output
    assert text.startswith('[Game "')
    assert run(tmp_path / "b", "--import", "-", typed=text).exit_code == 0
    assert sheet(tmp_path / "b").entries == sheet(tmp_path).entries


@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("n", 1), ("", 1), ("cancel", 1)])
def test_a_file_that_is_there_is_replaced_if_one_says_so(
    tmp_path: Path, answer: str, code: int
) -> None:
    keep(tmp_path)
    place = tmp_path / "x.smear"
    place.write_text("dear", encoding="utf-8")
    done = run(tmp_path, "--export", str(place), "match-1", typed=f"{answer}\n" if answer else "")
    assert done.exit_code == code
    assert "exists already" in done.output
    assert (place.read_text(encoding="utf-8") == "dear") is bool(code)


def test_a_folder_is_no_file_to_replace(tmp_path: Path) -> None:
    keep(tmp_path)
    done = run(tmp_path, "--export", str(tmp_path))
    assert done.exit_code == 1
    assert "cannot be written: Is a directory. Choose another file." in " ".join(
        done.output.split()
    )
    assert "exists already" not in done.output


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("deal 1\n", ":1: "),
        ("", "There is no match in it."),
        ('[Game "Poker"]\n', ":1: "),
    ],
)
def test_a_record_that_cannot_stand_is_refused_with_its_line(
    tmp_path: Path, text: str, why: str
) -> None:
    place = tmp_path / "bad.smear"
    place.write_text(text, encoding="utf-8")
    done = run(tmp_path, "--import", str(place))
    assert done.exit_code == 2
    assert f"{place}" in done.output
    assert why in done.output


def test_names_from_elsewhere_do_not_steer_the_terminal(tmp_path: Path) -> None:
    keep(tmp_path, "misdeal", "stop late")
    (place,) = (tmp_path / "sheets").glob("*.sheet")
    text = place.read_text(encoding="utf-8")
    odd = text.replace("Ana", "\u202eAna").replace("late", "\u202elate")
    place.write_text(odd, encoding="utf-8")
    done = run(tmp_path, "--resume", typed="sheet\nhistory\nstats\nhelp\nundo\n")
    assert done.exit_code == 0
    assert "\u202e" not in done.output
    assert "\ufffdAna" in done.output
    assert "\ufffdlate" in done.output


@pytest.mark.parametrize(("text", "code"), [("Ana", 2), ("late", 0)])
def test_a_record_from_elsewhere_does_not_steer_the_terminal(
    tmp_path: Path, text: str, code: int
) -> None:
    keep(tmp_path, "misdeal", "stop late")
    record = run(tmp_path, "--export", "-").output
    done = run(tmp_path / "b", "--import", "-", typed=record.replace(text, f"\u202e{text}"))
    assert done.exit_code == code
    assert "\u202e" not in done.output


def test_what_was_played_here_becomes_a_sheet(tmp_path: Path) -> None:
    done = run(tmp_path, "--import", str(DOCS / "example.smear"), typed="sheet\n")
    assert done.exit_code == 0
    assert "1. Deal 1, " in done.output


# The documents


def test_the_session_in_the_documents_is_what_is_shown(tmp_path: Path) -> None:
    text = (DOCS / "scorekeeper.md").read_text(encoding="utf-8")
    (session,) = re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    call, _, told = session.partition("\n")
    arguments = shlex.split(call.removeprefix("$ cutthroat score "))
    typed = re.findall(r"^(?:Deal .* deals) > (.*)$", told, re.MULTILINE)
    silent = re.sub(r"^(Deal .* deals > ).*$", r"\1", told, flags=re.MULTILINE)
    assert len(typed) == 2
    shown = keep(tmp_path, *typed, arguments=tuple(arguments))
    assert shown.startswith(silent)


def test_the_session_in_the_help_is_what_is_shown(tmp_path: Path) -> None:
    told = CliRunner().invoke(score, ["--help"]).output
    call, first, *rest = re.findall(r"^  (\$.*|Deal 1.*|Line 1:.*|Set:.*)$", told, re.MULTILINE)
    prompt, _, typed = first.partition(" > ")
    arguments = shlex.split(call.removeprefix("$ cutthroat score "))
    shown = keep(tmp_path, typed, arguments=tuple(arguments)).splitlines()
    begin = shown.index(f"{prompt} > ")
    assert shown[begin + 1 : begin + 3] == rest
