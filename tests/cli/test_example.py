"""The example deal stands under all house rules, and is counted by them."""

import io

import pytest
from hypothesis import given
from rich.console import Console

from cutthroat.cli.console import Screen
from cutthroat.cli.example import play_example, show_example
from cutthroat.core.match import Over
from cutthroat.core.rules import Out, Rules, parse_rules
from tests.kit.strategies import rules


def told(chosen: Rules, *, plain: bool = True) -> str:
    output = io.StringIO()
    console = Console(file=output, markup=False, emoji=False, highlight=False, width=80)
    show_example(Screen(console, plain, "words" if plain else "symbols"), chosen)
    return output.getvalue()


def under(text: str) -> list[str]:
    return told(parse_rules(text)).splitlines()


@given(rules())
def test_the_bid_is_made_under_any_rules(chosen: Rules) -> None:
    summary = play_example(chosen).scored.summary
    assert (summary.bidder, summary.bid, summary.made) == (2, 2, True)
    assert summary.scores[1] >= chosen.target


@given(rules())
def test_it_ends_the_match_only_where_reaching_the_target_does(chosen: Rules) -> None:
    example = play_example(chosen)
    assert isinstance(example.after.phase, Over) == (chosen.out is Out.REACH)
    last = told(chosen).splitlines()[-1]
    assert ("wins the match" in last) == (chosen.out is Out.REACH)


@given(rules())
def test_the_joker_is_in_it_if_it_is_in_the_deck(chosen: Rules) -> None:
    played = [card for taken in play_example(chosen).scored.tricks for card in taken.trick.cards]
    assert len(set(played)) == 18
    assert ("JK" in map(str, played)) == chosen.has_joker


def test_it_is_told_card_by_card() -> None:
    assert under("") == [
        "Score: Ann 4, Ben 9, Cal −2. To 11.",
        "Deal 1. Cal deals. Ann passes. Ben bids 2. Cal passes.",
        "Ben leads king of spades. Trump: spades.",
        "Trick 1: Ben king of spades, Cal four of spades, Ann six of spades. Ben takes it.",
        "Trick 2: Ben jack of spades, Cal three of clubs, Ann seven of spades. Ben takes it.",
        "Trick 3: Ben ace of hearts, Cal ten of hearts, Ann three of hearts. Ben takes it.",
        "Trick 4: Ben eight of diamonds, Cal king of diamonds, Ann nine of spades. Ann takes it.",
        "Trick 5: Ann queen of clubs, Ben five of clubs, Cal ace of clubs. Cal takes it.",
        "Trick 6: Cal ten of diamonds, Ann seven of hearts, Ben nine of diamonds. Cal takes it.",
        "Ben bid 2, won 2, and made it (R20).",
        "High: nobody. The ace of trump was not dealt (R5).",
        "Low: Cal, by playing the lowest trump, four of spades (R6).",
        "Jack: Ben, by taking the jack of trump, jack of spades (R7).",
        "Game: Ben, with 18 card points (R8).",
        "Card points of Ann: 3 (king of diamonds).",
        "Card points of Ben: 18 (ten of hearts, ace of hearts, king of spades, jack of spades).",
        "Card points of Cal: 16 (ten of diamonds, ace of clubs, queen of clubs).",
        "Score of Ann: 4 + 0 = 4.",
        "Score of Ben: 9 + 2 = 11.",
        "Score of Cal: −2 + 1 = −1.",
        "No winner yet: Ben has reached 11, and now wins by making a bid (R24).",
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("high=highest", "High: Ben, by playing the highest trump, king of spades (R5)."),
        ("high=highest", "Score of Ben: 9 + 3 = 12."),
        ("low_to=winner", "Score of Cal: −2 + 0 = −2."),
        ("joker=yes", "Game: Ben, with 19 card points (R8)."),
        ("target=7", "Score: Ann 4, Ben 5, Cal −2. To 7."),
        ("out=reach", "Ben wins the match: the made bid reaches 11 or more (R24, out=reach)."),
    ],
)
def test_it_is_counted_by_the_house_rules(text: str, line: str) -> None:
    assert line in under(text)
    assert line not in under("")


def test_a_terminal_shows_the_tricks_in_a_table() -> None:
    lines = [line.split() for line in told(Rules(), plain=False).splitlines()]
    assert ["Trick", "Leader", "Ann", "Ben", "Cal", "Taken", "by"] in lines
    assert ["1", "Ben", "6♠", "K♠", "4♠", "Ben"] in lines
    assert ["4", "Ben", "9♠", "8♦", "K♦", "Ann"] in lines
    assert ["6", "Cal", "7♥", "9♦", "10♦", "Cal"] in lines
