"""`cutthroat rules`: what it tells, plainly and on a terminal."""

import io
from collections.abc import Callable

import pytest
from click.testing import CliRunner
from rich.console import Console

from cutthroat.cli import rules as module
from cutthroat.cli.console import Screen, screen
from cutthroat.cli.rules import rules
from cutthroat.core.rules import OPTIONS, PRESETS, Choice, Number, Value
from cutthroat.i18n.options import OPTION_CLAUSES, number_text, option_text
from cutthroat.i18n.rulebook import rulebook

Tell = Callable[..., str]


def told(*arguments: str) -> str:
    """What is printed without a terminal."""
    done = CliRunner().invoke(rules, arguments)
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture
def on_terminal(monkeypatch: pytest.MonkeyPatch) -> Tell:
    """What is printed on a terminal, without its colours."""

    def tell(*arguments: str, width: int = 80) -> str:
        output = io.StringIO()
        console = Console(file=output, width=width, markup=False, emoji=False, highlight=False)
        shown = Screen(console, plain=False, suits="symbols")
        monkeypatch.setattr(module, "screen", lambda **_: shown)
        assert CliRunner().invoke(rules, arguments).exit_code == 0
        return output.getvalue()

    return tell


HEADINGS = [
    "Setting up",
    "The auction",
    "The play",
    "The four points",
    "The score",
    "Winning",
    "An example",
]


@pytest.mark.parametrize("name", PRESETS)
def test_every_paragraph_is_a_line_that_cites_its_clauses(name: str) -> None:
    lines = told("--preset", name).splitlines()
    assert [line for line in lines if line in HEADINGS] == HEADINGS
    for section in rulebook(PRESETS[name]):
        for paragraph in section.paragraphs:
            assert f"{' '.join(paragraph.sentences)} ({paragraph.clauses})" in lines


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ([], "House rules: seed, every option at its default."),
        (["--preset", "classic"], "House rules: classic (high=highest out=reach)."),
        (["--rules", "out=reach high=highest"], "House rules: classic (high=highest out=reach)."),
        (["--rules", "joker=yes"], "House rules: joker=yes."),
    ],
)
def test_the_house_rules_that_are_told_are_named_first(arguments: list[str], line: str) -> None:
    for listing in ([], ["--options"]):
        assert told(*arguments, *listing).splitlines()[:2] == ["Cutthroat Canadian Smear", line]


def test_the_rules_are_told_as_they_were_chosen() -> None:
    assert "ace of trump; if it was not dealt, to nobody. (R5)" in told()
    assert "the highest trump in play. (R5)" in told("--preset", "classic")
    assert "The target is 9 points." in told("--preset", "short", "--rules", "target=9")


def test_the_example_is_scored_as_was_chosen() -> None:
    assert "No winner yet: Ben has reached 11" in told()
    assert "Ben wins the match: the made bid reaches 7 or more" in told("--preset", "short")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--preset", "long"], "'long' is not one of 'seed', 'classic', 'short'"),
        (["--rules", "high=king"], 'the option high cannot be "king"; it can be ace, highest'),
        (["--rules", "high"], "write name=value, such as high=highest"),
        (["extra"], "unexpected extra argument (extra)"),
    ],
)
def test_a_mistake_in_the_call_is_told(arguments: list[str], problem: str) -> None:
    done = CliRunner().invoke(rules, arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert problem in " ".join(done.stderr.split())


def lines_of(option: Choice | Number) -> list[str]:
    """How an option's values are listed, the default first."""
    clause = OPTION_CLAUSES[option.name]
    meanings: list[tuple[str, str]] = []
    if isinstance(option, Choice):
        values: list[Value] = [*type(option.default)]
        meanings = [(str(value), option_text(option.name, value)) for value in values]
    else:
        default = "none" if option.default is None else str(option.default)
        meanings = [
            (default, option_text(option.name, option.default)),
            (f"{option.low}-{option.high}", number_text(option.name)),
        ]
    meanings[0] = (f"{meanings[0][0]} (default)", meanings[0][1])
    return [f"{option.name}={value}: {meaning} ({clause})" for value, meaning in meanings]


def test_all_options_are_listed_with_their_defaults() -> None:
    lines = told("--options").splitlines()
    start = lines.index("Options") + 1
    expected = [line for option in OPTIONS for line in lines_of(option)]
    assert lines[start : start + len(expected)] == expected
    assert "high=ace (default): High goes to whoever plays the ace of trump; " in "\n".join(lines)


def test_the_presets_are_listed_with_what_they_set() -> None:
    lines = told("--options").splitlines()
    start = lines.index("Presets") + 1
    assert lines[start : start + 3] == [
        "seed: every option at its default",
        "classic: high=highest out=reach",
        "short: target=7 high=highest out=reach limit=20",
    ]


def test_the_listing_is_not_followed_by_the_rules() -> None:
    assert "The auction" not in told("--options")


def test_a_terminal_shows_headings_beside_their_paragraphs(on_terminal: Tell) -> None:
    shown = on_terminal(width=100)
    for heading in HEADINGS:
        assert any(line.startswith(heading) for line in shown.splitlines())
    assert "The score        A bidder who wins at least as many points" in shown
    assert "─" in shown


def second_column(shown: str, first_words: str) -> str:
    """The words of the column that begins with these."""
    lines = shown.splitlines()
    offset = next(line.index(first_words) for line in lines if first_words in line)
    return " ".join(" ".join(line[offset:] for line in lines).split())


def test_a_terminal_shows_every_paragraph(on_terminal: Tell) -> None:
    column = second_column(on_terminal(width=70), "Two or three play")
    for section in rulebook(PRESETS["seed"]):
        for paragraph in section.paragraphs:
            assert f"{' '.join(paragraph.sentences)} ({paragraph.clauses})" in column


def test_a_terminal_shows_every_option(on_terminal: Tell) -> None:
    shown = on_terminal("--options", width=70)
    column = second_column(shown, "The target is 11")
    for option in OPTIONS:
        for value, _, meaning in (line.partition(": ") for line in lines_of(option)):
            assert any(line.startswith(f"{value} ") for line in shown.splitlines())
            assert meaning in column


@pytest.mark.parametrize("arguments", [[], ["--options"]])
@pytest.mark.parametrize("width", [60, 80, 200])
def test_text_is_no_wider_than_is_easy_to_read(
    on_terminal: Tell, arguments: list[str], width: int
) -> None:
    texts = [line for line in on_terminal(*arguments, width=width).splitlines() if "─" not in line]
    assert max(map(len, texts)) <= min(width, 100)


def test_plain_lines_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def spy(*, plain: bool) -> Screen:
        asked.append(plain)
        return screen(plain=plain)

    monkeypatch.setattr(module, "screen", spy)
    assert told("--plain") == told()
    assert asked == [True, False]
