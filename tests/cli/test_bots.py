"""`cutthroat bots`."""

from click.testing import CliRunner

from cutthroat.bots.registry import BOTS
from cutthroat.cli.bots import ABOUT, bots


def test_each_bot_is_told_with_its_version_and_what_it_is_like() -> None:
    done = CliRunner().invoke(bots)
    assert done.exit_code == 0
    expected = [f"{bot.name}, version {bot.version}: {ABOUT[name]}" for name, bot in BOTS.items()]
    assert done.stdout.splitlines() == expected


def test_every_bot_is_described_and_no_other() -> None:
    assert {*ABOUT} == {*BOTS}
    assert len({*ABOUT.values()}) == len(ABOUT)


def test_a_word_too_many_is_wrong_usage() -> None:
    assert CliRunner().invoke(bots, ["easy"]).exit_code == 2
