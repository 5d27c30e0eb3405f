"""Options that several commands share."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from cutthroat.adapters.engines import EnginePolicy
from cutthroat.bots.policy import Bot
from cutthroat.bots.registry import BOTS
from cutthroat.cli.main import cutthroat
from cutthroat.cli.options import (
    BotType,
    NumberRange,
    bots_from,
    engine_options,
    rules_from,
    rules_options,
)
from cutthroat.core.rules import PRESETS, High, Out, Rules
from tests.kit.world import world


@click.command
@click.option("--bots", callback=bots_from)
@rules_options
def told(*, rules: Rules, bots: tuple[Bot, ...] | None) -> None:
    """Tell what came in."""
    names = None if bots is None else [bot.name for bot in bots]
    click.echo(f"{rules} | {names}")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(told, arguments)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_gives_its_rules(name: str) -> None:
    assert rules_from(name, "") == PRESETS[name]
    assert run("--preset", name).stdout == f"{PRESETS[name]} | None\n"


def test_the_usual_preset_is_the_defaults() -> None:
    assert run().stdout == f"{Rules()} | None\n"


def test_rules_replace_those_of_the_preset() -> None:
    assert rules_from("short", "target=9 out=from_target") == Rules(
        target=9, high=High.HIGHEST, limit=20
    )
    assert rules_from("classic", "limit=none") == Rules(high=High.HIGHEST, out=Out.REACH)


def test_rules_may_be_given_in_parts() -> None:
    done = run("--rules", "limit=20", "--rules", "high=highest  tie=bidder")
    assert done.stdout == "high=highest tie=bidder limit=20 | None\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--rules", "high=king"], 'the option high cannot be "king"; it can be ace, highest'),
        (["--rules", "hi=ace"], 'there is no option "hi"; the options are target, high'),
        (["--rules", "high"], '"high" is no option: write name=value'),
        (["--rules", "limit=9 limit=9"], "the option limit is given twice"),
        (["--rules", "limit=9", "--rules", "limit=10"], "the option limit is given twice"),
        (["--bots", "easy,nobody"], 'there is no bot "nobody"; the bots are '),
        (["--bots", ""], 'there is no bot ""'),
        (["--bots", "easy,"], 'there is no bot ""'),
        (["--rules", "hi\x1b[2J=1"], 'there is no option "hi�[2J"'),
        (["--bots", "\x1b[2J"], 'there is no bot "�[2J"'),
    ],
)
def test_what_does_not_exist_is_refused_with_the_option_named(
    arguments: list[str], said: str
) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert f"Invalid value for '{arguments[0]}'" in done.stderr
    assert said in done.stderr
    assert "Usage: told" in done.stderr


def test_a_preset_that_does_not_exist_is_refused() -> None:
    assert run("--preset", "long").exit_code == 2
    with pytest.raises(click.BadParameter, match='there is no preset "long"') as caught:
        rules_from("long", "")
    assert caught.value.param_hint == "'--preset'"


def test_bots_come_in_their_order() -> None:
    names = [*BOTS, *BOTS]
    assert run("--bots", ", ".join(names)).stdout.endswith(f" | {names}\n")


# Programs


@click.command
@click.option("--bot", multiple=True, type=BotType())
@click.option("--bots", callback=bots_from)
@engine_options
def seated(*, bot: tuple[Bot, ...], bots: tuple[Bot, ...] | None) -> None:
    """Tell who plays, and how long programs may take."""
    for one in (*bot, *(bots or ())):
        policy = one.policy
        seconds = policy.seconds if isinstance(policy, EnginePolicy) else "-"
        click.echo(f"{one.name} {seconds}")


def seat(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(seated, arguments, obj=world(folder))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--bot", "cmd:python3 x.py 'a b'"], "cmd:python3 x.py 'a b' 10.0\n"),
        (["--bot", "cmd:python3", "--engine-seconds", "0.5"], "cmd:python3 0.5\n"),
        (["--bots", "easy,cmd:python3 x.py"], "easy -\ncmd:python3 x.py 10.0\n"),
        (["--bot", "easy", "--bot", "random"], "easy -\nrandom -\n"),
    ],
)
def test_programs_are_bots_too(arguments: list[str], told: str, tmp_path: Path) -> None:
    assert seat(tmp_path, *arguments).stdout == told


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("cmd:", "after cmd: comes the command that starts the program"),
        ("cmd:no-such-program x", "there is no program no-such-program: give its path"),
        ("cmd:python3 'x", "a quotation mark in the command python3 'x is never closed"),
        ("cmd:python3 \x1b[2J", "a command has at most 500 characters, and no control characters"),
    ],
)
@pytest.mark.parametrize("option", ["--bot", "--bots"])
def test_commands_that_start_nothing_are_refused(
    option: str, command: str, said: str, tmp_path: Path
) -> None:
    done = seat(tmp_path, option, command)
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"Invalid value for '{option}'" in done.stderr
    assert said in done.stderr


# Numbers


def numbers() -> Iterator[tuple[str, click.Option]]:
    """Each option of a command that takes a number which need not be whole."""
    for name, command in cutthroat.commands.items():
        for option in command.params:
            if isinstance(option.type, click.types.FloatParamType):
                assert isinstance(option, click.Option)
                yield name, option


def test_there_are_options_with_numbers() -> None:
    assert {option.opts[0] for _, option in numbers()} == {
        *("--pace", "--sprt", "--engine-seconds", "--bot-seconds")
    }


@pytest.mark.parametrize("word", ["nan", "NaN", "-nan", "inf", "-inf", "1e999", "much", ""])
@pytest.mark.parametrize(
    ("command", "option"), [*numbers()], ids=[f"{name} {one.opts[0]}" for name, one in numbers()]
)
def test_what_is_no_number_within_bounds_is_refused(
    command: str, option: click.Option, word: str, tmp_path: Path
) -> None:
    assert isinstance(option.type, NumberRange)
    words = [command, f"{option.opts[0]}={word}"]
    done = CliRunner().invoke(cutthroat, words, obj=world(tmp_path))
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"Invalid value for '{option.opts[0]}'" in done.stderr
    if "nan" in word.lower():
        assert f"{word} is not a number." in done.stderr


def test_names_of_bots_are_completed() -> None:
    context = click.Context(seated)
    (bot, *_) = seated.params
    assert [item.value for item in BotType().shell_complete(context, bot, "")] == [*BOTS, "cmd:"]
    assert [item.value for item in BotType().shell_complete(context, bot, "ea")] == ["easy"]
