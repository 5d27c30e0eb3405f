"""The rules as a person reads them say what the chosen house rules say."""

from hypothesis import given

from cutthroat.core.rules import OPTIONS, Choice, Rules, parse_rules
from cutthroat.i18n.options import option_text
from cutthroat.i18n.rulebook import rulebook
from tests.kit.strategies import rules


def clauses(chosen: Rules) -> list[str]:
    return [
        clause
        for section in rulebook(chosen)
        for paragraph in section.paragraphs
        for clause in paragraph.clauses.split(", ")
    ]


def sentences(chosen: Rules) -> list[str]:
    return [
        sentence
        for section in rulebook(chosen)
        for paragraph in section.paragraphs
        for sentence in paragraph.sentences
    ]


def under(text: str) -> str:
    return " ".join(sentences(parse_rules(text)))


@given(rules())
def test_every_clause_is_told_once(chosen: Rules) -> None:
    assert sorted(clauses(chosen)) == sorted(f"R{number}" for number in range(1, 27))


@given(rules())
def test_every_option_is_told_by_its_value_and_by_no_other(chosen: Rules) -> None:
    told = sentences(chosen)
    for option in OPTIONS:
        value = getattr(chosen, option.name)
        assert told.count(option_text(option.name, value)) == 1
        if isinstance(option, Choice):
            others = {*type(option.default)} - {value}
            assert not any(option_text(option.name, other) in told for other in others)


@given(rules())
def test_every_sentence_ends(chosen: Rules) -> None:
    assert all(sentence[0].isupper() for sentence in sentences(chosen))
    assert all(sentence.endswith(".") for sentence in sentences(chosen))


def test_r2_r8_r15_a_joker_is_told_wherever_it_counts() -> None:
    assert under("").count("joker") == 1
    told = under("joker=yes")
    assert "with any card but the joker; its suit is trump" in told
    assert "a ten 10, the joker 1, and other cards nothing" in told


def test_r9_the_example_of_several_points_holds_under_the_option_low() -> None:
    example = "an ace that is the only trump is High and Low"
    assert example in under("low=lowest")
    assert example not in under("low=numeric")


def test_r16_who_must_follow_suit_is_not_told_of_trumps() -> None:
    must_trump = "When trump is led, whoever has a trump must play one."
    assert must_trump in under("follow=or_trump")
    assert must_trump not in under("follow=strict")
    assert "or a trump" not in under("follow=strict")
    assert "the joker follows as any trump does" in under("follow=strict joker=yes")


def test_r24_who_need_not_bid_is_told_where_reaching_the_target_does_not_win() -> None:
    assert "Such a player need not bid." in under("out=from_target")
    assert "Such a player need not bid." not in under("out=reach")


def test_r26_a_limit_is_the_exception_to_winning_as_the_bidder() -> None:
    assert "Only a bidder can win," in under("")
    assert "Before that only a bidder can win," in under("limit=20")
