"""Writing: what is written reads back as the same events, at every moment of a match."""

import io
from collections.abc import Iterable, Sequence
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from cutthroat.core.actions import Bid, Pass, Play
from cutthroat.core.cards import Card, CardSet
from cutthroat.core.errors import InvalidNotation
from cutthroat.core.events import (
    AuctionOpened,
    Called,
    DealScored,
    DealStarted,
    Event,
    HandDealt,
    MatchEnded,
    MatchStarted,
    MatchWon,
    Misdealt,
    Played,
    ThrownIn,
    TrickTaken,
)
from cutthroat.core.match import (
    Match,
    Over,
    begin,
    deal_cards,
    decide,
    end,
    evolve,
    fold,
    legal_actions,
    replay,
    start,
)
from cutthroat.core.rules import Rules, parse_rules
from cutthroat.core.shuffle import FairDeal, secret_from_seed
from cutthroat.record.errors import Fault
from cutthroat.record.read import read_matches
from cutthroat.record.statements import GAME, KNOWN_TAGS, Tag
from cutthroat.record.write import Transcript, header_text, match_tags, record_text
from tests.kit import strategies
from tests.kit.walk import modest, walk
from tests.record.second_reader import first_wrong_line
from tests.record.texts import EXAMPLE, PLAYED, TWO, VALID, Case, read, records, refused, state

NAMES = ("Ana", 'Béla "the shark" \\ #1', "王")


def tags_for(events: Sequence[Event]) -> list[Tag]:
    """The tags that a match of these events has."""
    started = events[0]
    assert isinstance(started, MatchStarted)
    tags = [Tag(f"Seat{seat}", NAMES[seat - 1]) for seat in range(1, started.seats + 1)]
    tags.append(Tag("Rules", str(started.rules)))
    tags += [Tag("Ended", event.reason) for event in events if isinstance(event, MatchEnded)]
    return tags


def random_events(rules: Rules, seats: int, rng: Random) -> tuple[Event, ...]:
    """Played, kept, annulled and ended deals."""
    return walk(rules, seats, rng, deals=rng.randint(1, 8)).events


matches = st.builds(
    random_events, strategies.rules(), strategies.seat_counts(), strategies.generators()
)


# Whole matches


@given(matches)
def test_what_is_written_reads_back(events: tuple[Event, ...]) -> None:
    text = record_text(tags_for(events), events)
    record = read(text)
    assert record.events == _settled(events)
    assert record.text == text
    assert first_wrong_line(text.encode()) == 0


@given(matches)
def test_what_is_read_is_written_as_it_was(events: tuple[Event, ...]) -> None:
    record = read(record_text(tags_for(events), events))
    assert record_text(record.header.tags, record.events) == record.text


def _settled(events: Sequence[Event]) -> tuple[Event, ...]:
    """Of a log that stops before the deal begins, nothing is written."""
    return () if len(events) == 1 else tuple(events)


@pytest.mark.slow
@settings(max_examples=500)
@given(matches)
def test_many_matches_read_back(events: tuple[Event, ...]) -> None:
    text = record_text(tags_for(events), events)
    assert read(text).events == _settled(events)
    assert read(text).text == text


@pytest.mark.parametrize("case", VALID, ids=lambda case: case.name)
def test_the_collection_is_written_anew(case: Case) -> None:
    """Of several matches the shortest; what follows from its lines is told where it was not."""
    record = min(records(case), key=lambda record: len(record.body))
    text = record_text(record.header.tags, record.events)
    again = read(text)
    assert (again.events, again.header) == (record.events, record.header)
    before, after = sorted_hands(record.text), sorted_hands(text)
    rest = iter(after)
    unsaid = [line for line in before if line not in rest]
    assert unsaid == ([before[-1]] if unsaid else [])
    assert all(line.startswith("bid ") for line in unsaid)
    added = after[len(before) - len(unsaid) :]
    assert [line.split()[0] for line in added] in (
        *([], ["points", "scores"], ["points", "scores", "winner"]),
        *(["scores"], ["scores", "winner"], ["winner"]),
    )


def sorted_hands(text: str) -> list[str]:
    """The lines; a hand, which an event holds as a set, in order."""
    return [
        " ".join(sorted(line.split())) if line.startswith("hand ") else line
        for line in text.splitlines()
    ]


def test_the_example_is_written_as_it_stands() -> None:
    record = read(EXAMPLE)
    for tags in (record.header.tags, reversed(record.header.tags)):
        assert sorted_hands(record_text(tags, record.events)) == sorted_hands(EXAMPLE)


def test_a_hand_is_written_in_the_order_of_a_new_deck() -> None:
    hand = HandDealt(2, CardSet.of("JK TS 9S AC 2C QH"))
    assert pieces([hand]) == ["hand 2 2C AC QH 9S TS JK\n"]


# Piece by piece


@given(matches)
def test_the_pieces_are_a_record_after_every_event(events: tuple[Event, ...]) -> None:
    """Read after each: always the same match, as far as it goes."""
    transcript = Transcript()
    text = header_text(tag for tag in tags_for(events) if tag.name != "Ended")
    match: Match | None = None
    for number, event in enumerate(events, start=1):
        text += transcript.text(event)
        match = begin(event) if isinstance(event, MatchStarted) else evolve(_known(match), event)
        if number % 7 == 0 or number > len(events) - 9:
            _check_piece(text, events[:number], match)
    assert text in (_whole(events), _whole(events).removesuffix("\n"))


def _known(match: Match | None) -> Match:
    assert match is not None
    return match


def _whole(events: Sequence[Event]) -> str:
    return record_text((tag for tag in tags_for(events) if tag.name != "Ended"), events)


def _check_piece(text: str, events: Sequence[Event], match: Match) -> None:
    """What was read begins like the events so far, or runs ahead by what follows from them."""
    found = read(text).events
    told = [event for event in events if not isinstance(event, MatchEnded)]
    if len(told) == 1:
        assert found == ()
        return
    assert list(found[: len(told)]) == told
    assert all(
        isinstance(event, AuctionOpened | TrickTaken | ThrownIn | DealScored | MatchWon)
        for event in found[len(told) :]
    )
    if found == tuple(told) == tuple(events):
        assert replay(found) == match


@pytest.mark.slow
@settings(max_examples=60)
@given(matches)
def test_every_piece_is_a_record(events: tuple[Event, ...]) -> None:
    transcript = Transcript()
    text = header_text(tag for tag in tags_for(events) if tag.name != "Ended")
    match: Match | None = None
    for number, event in enumerate(events, start=1):
        text += transcript.text(event)
        match = begin(event) if isinstance(event, MatchStarted) else evolve(_known(match), event)
        _check_piece(text, events[:number], match)


def pieces(events: Iterable[Event]) -> list[str]:
    """What each event adds, where it adds something."""
    transcript = Transcript()
    return [text for event in events if (text := transcript.text(event))]


def test_a_card_is_written_when_it_is_played() -> None:
    events = read(TWO + PLAYED).events
    assert pieces(events)[3:12] == [
        "bid 1 2\n",
        "bid 2 pass\n",
        *("trick 1 AS", " 3H", "\n"),
        *("trick 1 KS", " 4H", "\n"),
        "trick 1 QS",
    ]
    assert pieces(events)[-3:] == [
        " 8H",
        "\n",
        "points high=1 low=1 jack=1 game=1\nscores 4 0\n",
    ]


def test_a_misdeal_ends_the_open_trick() -> None:
    events: list[Event] = [Played(2, Card("2C")), Played(1, Card("3C")), Misdealt()]
    assert pieces(events) == ["trick 2 2C", " 3C", "\nvoid\n"]
    assert pieces([Misdealt()]) == ["void\n"]


def test_the_end_ends_the_open_trick() -> None:
    assert pieces([Played(2, Card("2C")), MatchEnded("x")]) == ["trick 2 2C", "\n"]
    assert pieces([MatchEnded("x")]) == []


def test_a_thrown_in_deal_is_its_calls_or_the_dealers_pass() -> None:
    kept: list[Event] = [DealStarted(1, 2), ThrownIn()]
    called: list[Event] = [DealStarted(1, 2), Called(Pass(1)), Called(Pass(2)), ThrownIn()]
    assert pieces(kept) == ["deal 1 dealer 2\n", "bid 2 pass\n"]
    assert pieces(called) == ["deal 1 dealer 2\n", "bid 1 pass\n", "bid 2 pass\n"]
    assert pieces([*called, DealStarted(2, 1), ThrownIn()])[-1] == "bid 1 pass\n"


def test_a_record_always_ends_its_last_line() -> None:
    events = read(TWO + PLAYED).events
    for end_ in range(1, len(events)):
        text = record_text(tags_for(events), events[:end_])
        assert text.endswith("\n")
        assert not text.endswith("\n\n")


def test_a_record_without_events_is_its_tags() -> None:
    assert record_text(match_tags(NAMES, Rules(), _fair(3), secret_shown=False), ()) == header_text(
        match_tags(NAMES, Rules(), _fair(3), secret_shown=False)
    )


# Tags


def _fair(seats: int, *, joker: bool = False) -> FairDeal:
    return FairDeal(secret_from_seed("write"), "m1", ("n", "", "-")[:seats], joker)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("secret_shown", [False, True])
@pytest.mark.parametrize("rules", ["", "joker=yes", "out=reach high=highest"])
def test_the_tags_of_a_match(seats: int, secret_shown: bool, rules: str) -> None:
    house = parse_rules(rules)
    fair = _fair(seats, joker=house.has_joker)
    tags = match_tags(NAMES[:seats], house, fair, secret_shown=secret_shown)
    record = read(header_text(tags))
    assert record.header.fair == (fair if secret_shown else None)
    assert record.header.rules == house
    assert sorted(record.header.tags, key=str) == sorted(tags, key=str)
    values = {tag.name: tag.value for tag in tags}
    assert values.pop("Game") == GAME
    assert values.pop("Match") == "m1"
    assert values.pop("Commitment") == fair.commitment
    assert values.pop("Nonces") == ",".join(fair.nonces)
    assert values.pop("Secret", None) == (fair.secret.hex() if secret_shown else None)
    assert values.pop("Rules", "") == str(house)
    assert values == {f"Seat{seat}": NAMES[seat - 1] for seat in range(1, seats + 1)}


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("joker", [False, True])
def test_a_fair_match_that_is_played_and_written_is_verified(seats: int, joker: bool) -> None:
    rules, fair, rng = (
        parse_rules("joker=yes" if joker else ""),
        _fair(seats, joker=joker),
        Random(1),
    )
    events: list[Event] = [start(rules, seats, fair.first_dealer())]
    match = replay(events)
    while not isinstance(match.phase, Over) and match.deal < 12:
        new = deal_cards(match, fair.hands(match.deal + 1, match.dealer))
        match, events = fold(match, new), [*events, *new]
        while legal_actions(match):
            new = decide(match, modest(match, rng))
            match, events = fold(match, new), [*events, *new]
    tags = [*match_tags(NAMES[:seats], rules, fair, secret_shown=True), Tag("Date", "2026-11-30")]
    record = read(record_text(tags, events))
    assert record.header.fair == fair
    assert record.events == tuple(events)
    other = FairDeal(secret_from_seed("other"), "m1", fair.nonces, joker)
    wrong = match_tags(NAMES[:seats], rules, other, secret_shown=True)
    assert refused(record_text(wrong, events)).reason in {Fault.UNFAIR_DEALER, Fault.UNFAIR_HAND}


@given(st.permutations([*KNOWN_TAGS, "Zebra", "apple"]))
def test_tags_are_written_in_canonical_order(names: list[str]) -> None:
    unknown = [name for name in names if name not in KNOWN_TAGS]
    expected = "".join(f'[{name} "x"]\n' for name in (*KNOWN_TAGS, *unknown))
    assert header_text(Tag(name, "x") for name in names) == expected


characters = st.characters(exclude_categories=("Cc", "Cs"))


@given(st.lists(st.text(characters | st.sampled_from('"\\#[] ')), min_size=2, max_size=3))
def test_names_survive(names: list[str]) -> None:
    text = header_text(Tag(f"Seat{seat}", name) for seat, name in enumerate(names, start=1))
    assert text.count("\n") == len(names)
    header = read(text).header
    assert [header.value(f"Seat{seat}") for seat in range(1, len(names) + 1)] == names
    assert read(text).text == text


@pytest.mark.parametrize(
    "name",
    [
        *('"', "\\", '\\"', '"\\', "\\\\", "#", "# x", "]", '"]', "[", " ", "", "a  b", "#\\"),
        *("\u2028", "\u2029", "\u200f\u202eabc", "\ufeff", "\ue000", "\U0010ffff", "e\u0301", "é"),
    ],
)
def test_such_names_survive_in_every_seat(name: str) -> None:
    tags = [Tag("Seat1", name), Tag("Seat2", f"a{name}"), Tag("Seat3", f"{name}b")]
    assert list(read(header_text(tags)).header.tags) == tags
    assert list(read(record_text(tags, ())).header.tags) == tags


SURROGATES = [chr(0xD800), chr(0xDFFF)]


@pytest.mark.parametrize("control", [*map(chr, range(32)), *map(chr, range(127, 160)), *SURROGATES])
def test_control_characters_are_not_written(control: str) -> None:
    for value in (control, f"a{control}", f"{control}b"):
        with pytest.raises(InvalidNotation) as caught:
            header_text([Tag("Seat1", "fine"), Tag("Seat2", value)])
        assert caught.value.reason is Fault.CONTROL_CHARACTER
        assert caught.value.parameters == {"tag": "Seat2"}
        with pytest.raises(InvalidNotation):
            record_text([Tag("Seat1", value)], ())


# Ends


@pytest.mark.parametrize("reason", ["seat 2 left", "", 'said "enough" # \\'])
def test_a_match_that_ended_is_read_back_as_ended(reason: str) -> None:
    events = read(TWO + PLAYED).events
    for stop in (2, 5, 6, 8, 9, len(events)):
        match = replay(events[:stop])
        log = (*events[:stop], *end(match, reason))
        record = read(record_text(tags_for(log), log))
        assert record.events[-1] == MatchEnded(reason)
        assert record.header.ended == reason


def test_a_match_that_was_won_ends_with_its_winner() -> None:
    text = f'{TWO}[Rules "four=any"]\n{PLAYED}'.replace("bid 1 2\nbid 2 pass", "bid 1 4")
    won = read(text)
    written = record_text(won.header.tags, won.events)
    assert sorted_hands(written) == sorted_hands(text + "winner 1\n")
    assert state(text) == state(text + "winner 1\n")


def test_a_file_of_many_matches_is_their_texts_one_after_another() -> None:
    rng = Random(7)
    logs = [random_events(parse_rules("four=any"), 2 + n % 2, rng) for n in range(20)]
    texts = [record_text(tags_for(events), events) for events in logs]
    found = read_matches(io.BytesIO("".join(texts).encode()))
    assert [record.text for record in found] == texts


def test_both_kinds_of_action_are_written() -> None:
    assert pieces([Called(Bid(2, 3)), Called(Pass(1))]) == ["bid 2 3\n", "bid 1 pass\n"]
    play = Play(1, Card("TS"))
    assert pieces([Played(play.seat, play.card)]) == ["trick 1 TS"]
