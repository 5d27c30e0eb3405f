"""Matches that are saved as they happen, and taken up again where they stopped."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from cutthroat.bots.registry import BOTS
from cutthroat.core.errors import InvalidNotation
from cutthroat.core.match import replay
from cutthroat.core.rules import Rules, parse_rules
from cutthroat.record.errors import InvalidRecord
from cutthroat.service.ports import MatchExists, MatchInUse, NoSuchMatch, Ports
from cutthroat.service.saved import (
    NotResumable,
    SavedMatch,
    Seating,
    begin_match,
    read_saved,
    resume_match,
)
from tests.kit.world import world

SEATING = Seating(("Ana", "Bo", "Chi"), {2: BOTS["random"], 3: BOTS["easy"]})
SHORT = parse_rules("target=5 limit=5")


def play_on(saved: SavedMatch, moves: int = 10_000) -> str:
    """Play the person's seat by a fixed choice, for so many moves, and return the record."""
    while moves and not saved.table.over:
        if saved.table.turn == 1:
            view = saved.table.view(1)
            chance = Random(f"{view.deal} {len(view.calls)} {len(view.tricks)}")
            saved.table.act(BOTS["random"].policy(view, chance))
            moves -= 1
        else:
            saved.table.step()
    text = saved.log.read().decode()
    saved.log.close()
    return text


def begun(ports: Ports, rules: Rules = SHORT, seed: str | None = "seed") -> SavedMatch:
    return begin_match(ports, SEATING, rules, seed=seed, name="one")


def test_a_saved_match_is_its_record(tmp_path: Path) -> None:
    text = play_on(begun(world(tmp_path)))
    record = read_saved(text.encode())
    assert record.text == text
    assert record.header.value("Bot3") == str(BOTS["easy"])
    assert record.header.value("Date") == "2026-11-30"
    assert record.header.fair is not None
    assert text.splitlines()[-1].startswith("winner ")


def test_the_same_seed_is_the_same_match(tmp_path: Path) -> None:
    first, second = (play_on(begun(world(tmp_path / folder))) for folder in "ab")
    assert first == second


def test_without_a_seed_every_match_has_other_cards(tmp_path: Path) -> None:
    ports = world(tmp_path)
    texts = [
        play_on(begin_match(ports, SEATING, SHORT, seed=None, name=None), moves=1) for _ in range(2)
    ]
    hands = [[line for line in text.splitlines() if line.startswith("hand")] for text in texts]
    assert hands[0] != hands[1]
    assert len(ports.library.names()) == 2


@pytest.mark.parametrize("stops", [(1,), (3, 1, 7), (1,) * 12])
def test_a_resumed_match_goes_on_as_if_never_stopped(
    tmp_path: Path, stops: tuple[int, ...]
) -> None:
    whole = play_on(begun(world(tmp_path / "whole")))
    ports = world(tmp_path / "parts")
    kept = play_on(begun(ports), stops[0])
    for moves in stops[1:]:
        kept = play_on(resume_match(ports, "one"), moves)
    assert whole.startswith(kept)
    assert play_on(resume_match(ports, "one")) == whole


def test_wherever_the_file_is_cut_the_match_goes_on(tmp_path: Path) -> None:
    ports = world(tmp_path)
    whole = play_on(begun(ports))
    place = tmp_path / "one.smear"
    start = whole.index("deal 1")
    for cut in range(start, len(whole), (len(whole) - start) // 24 + 1):
        place.write_text(whole[:cut])
        assert play_on(resume_match(ports, "one")) == whole, whole[cut - 20 : cut]


def test_a_file_cut_in_its_first_deals_reads_as_far_as_it_goes(tmp_path: Path) -> None:
    whole = play_on(begun(world(tmp_path)))
    start = whole.index("deal 1")
    for cut in range(start, min(len(whole), start + 900), 5):
        record = read_saved(whole[:cut].encode())
        assert whole.startswith(record.text.removesuffix("\n"))


def test_a_fault_before_the_end_is_not_mended(tmp_path: Path) -> None:
    whole = play_on(begun(world(tmp_path)))
    broken = whole.replace("deal 2", "deal 3", 1)
    with pytest.raises(InvalidRecord) as caught:
        read_saved(broken.encode())
    assert broken.splitlines()[caught.value.line - 1].startswith("deal 3")


def test_one_program_at_a_time(tmp_path: Path) -> None:
    ports = world(tmp_path)
    saved = begun(ports)
    with pytest.raises(MatchInUse):
        resume_match(ports, "one")
    saved.log.close()
    resume_match(ports, "one").log.close()
    with pytest.raises(MatchExists):
        begun(ports)
    with pytest.raises(NoSuchMatch):
        resume_match(ports, "two")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", NotResumable),
        ('[Seat1 "a"]\n[Seat2 "b"]\ndeal 1 dealer 1\n', NotResumable),
        ('[Seat1 "a"]\n[Seat2 "b"]\ndeal 1 dealer 3\nvoid\n', InvalidRecord),
        ("nonsense\n", InvalidRecord),
    ],
)
def test_what_cannot_be_gone_on_with(tmp_path: Path, text: str, error: type[Exception]) -> None:
    ports = world(tmp_path)
    ports.library.create("one", text).close()
    with pytest.raises(error):
        resume_match(ports, "one")
    assert ports.library.read("one") == text.encode(), "a refused file is left as it was"
    with pytest.raises(error):  # and its lock was given back
        resume_match(ports, "one")


def test_a_name_with_a_control_character_is_refused_before_anything_is_kept(
    tmp_path: Path,
) -> None:
    ports = world(tmp_path)
    seating = Seating(("A\x1b[2J", "Bo"), {2: BOTS["random"]})
    with pytest.raises(InvalidNotation):
        begin_match(ports, seating, SHORT, seed="1", name="one")
    assert ports.library.names() == []


def test_the_state_of_a_resumed_match_is_the_fold_of_its_record(tmp_path: Path) -> None:
    ports = world(tmp_path)
    play_on(begun(ports), 5)
    saved = resume_match(ports, "one")
    match = replay(saved.past)
    assert saved.table.deal == match.deal
    assert saved.table.turn == match.turn
    saved.log.close()
