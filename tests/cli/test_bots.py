"""`cutthroat bots`."""

from click.testing import CliRunner

from cutthroat.bots.levels import EFFORTS
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


def test_how_much_a_strong_bot_plays_out_is_told_as_it_is() -> None:
    about = {
        "medium": ("a hundred deals", range(100, 101)),
        "hard": ("thousands of deals", range(2_000, 10_000)),
        "expert": ("more than ten thousand", range(10_001, 20_000)),
    }
    assert {*about} == {*EFFORTS}
    for name, (words, tries) in about.items():
        assert words in ABOUT[name]
        assert EFFORTS[name].tries in tries


def test_a_word_too_many_is_wrong_usage() -> None:
    assert CliRunner().invoke(bots, ["easy"]).exit_code == 2
