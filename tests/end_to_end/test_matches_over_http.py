"""Whole matches of people and bots, through the contract and nothing else, and their records."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from cutthroat.record.read import read_matches
from tests.end_to_end.player import HINTS, Client, Crowd, Json, Player, Reader, hash_of
from tests.end_to_end.server import Server, running_server

QUICK = "target=5 high=highest out=reach"
RULES = (
    {"rules": QUICK},
    {"rules": f"{QUICK} joker=yes follow=strict"},
    {"rules": f"{QUICK} all_pass=stick low=numeric"},
    {"preset": "short"},
    {"rules": "target=5 four=any low_to=winner tie=bidder all_pass=next"},
    {"preset": "short", "rules": "four=off limit=9"},
)
WHOLE: tuple[Json, ...] = ({}, {"preset": "classic"})
"""As people play it; a match takes longer."""
COMPANY: tuple[tuple[int, list[str]], ...] = (
    (3, []),
    (2, []),
    (3, ["easy"]),
    (2, ["random"]),
    (3, ["easy", "random"]),
    (2, ["easy"]),
)
"""Seats, and the bots in some of them."""
AT_ONCE = 6


@dataclass
class Told:
    """What came of a match."""

    table: str
    commitment: str
    nonces: list[str]
    winner: int
    actions: int
    hints: int
    breaks: int
    record: str


class Evening:
    """One match from the making of its table to its record.

    number: decides the house rules, the company, and how everybody plays and reads.
    """

    def __init__(self, server: Server, number: int) -> None:
        self.server = server
        self.chance = Random(number)
        self.seats, self.bots = COMPANY[number % len(COMPANY)]
        whole = number % 10 == 9
        self.rules = (WHOLE if whole else RULES)[number // 7 % (2 if whole else len(RULES))]
        self.players: list[Player] = []
        self.made: Json = {}

    def spent(self) -> Told:
        """Play the match, and have what everybody was told compared."""
        client = Client(self.server.address)
        for place in range(self.seats - len(self.bots)):
            self._sit_down(client, f"Person {place + 1}")
        crowd = Crowd()
        readers: list[Reader] = [*self.players]
        for player in self.players:
            crowd.start(player.play)
        if self.chance.random() < 0.4:
            readers.append(self._spectator(crowd))
        crowd.end(1200)
        for reader in readers:
            self._check(reader)
        view = self.players[0].last["view"]
        record = client.ask("GET", f"/tables/{self.made['table']}/record.smear")
        for one in (client, *(player.client for player in self.players)):
            one.close()
        return Told(
            table=self.made["table"],
            commitment=self.made["commitment"],
            nonces=view["fair"]["nonces"],
            winner=view["winner"],
            actions=sum(player.actions for player in self.players),
            hints=sum(player.hints for player in self.players),
            breaks=sum(reader.breaks for reader in readers),
            record=record,
        )

    def _sit_down(self, client: Client, name: str) -> None:
        nonce = f"{name.replace(' ', '-')}_{self.chance.getrandbits(60)}"
        at_once = self.chance.random() < 0.5
        wish: Json = {"name": name}
        wish |= {"nonce": nonce} if at_once else {"nonce_hash": hash_of(nonce)}
        if self.made:
            given = client.post(f"/tables/{self.made['table']}/seats", wish)
        else:
            given = self.made = client.post(
                "/tables", {"seats": self.seats, "bots": self.bots, **self.rules, **wish}
            )
            assert given["url"] == f"{self.server.address}/tables/{given['table']}"
        assert given["seat"] == len(self.players) + 1
        self.players.append(
            Player(
                Client(self.server.address, given["token"]),
                self.made["table"],
                Random(self.chance.getrandbits(60)),
                by_stream=self.chance.random() < 0.7,
                nonce=None if at_once else nonce,
            )
        )

    def _spectator(self, crowd: Crowd) -> Reader:
        client = Client(self.server.address)
        spectator = Reader(client, self.made["table"], Random(self.seats), by_stream=True)

        def watch() -> None:
            for frame in spectator.follow():
                view = frame["view"]
                assert view["you"] is None
                assert view["hand"] == []
                assert view["legal"] == {"calls": [], "plays": []}

        crowd.start(watch)
        return spectator

    def _check(self, reader: Reader) -> None:
        """See that a reader was told, in pieces, just what it is told at once."""
        frames = reader.client.stream(f"{reader.path}/stream?after=0")
        whole = next(frames)
        frames.close()
        view = whole["view"]
        own = {event["seat"] for event in whole["events"] if event["event"] == "hand_dealt"}
        assert own == ({view["you"]} if view["you"] else set())
        if reader.by_stream:
            assert reader.events == whole["events"][: len(reader.events)]
            assert "match_won" in {event["event"] for event in reader.events}
        assert view["fair"]["commitment"] == self.made["commitment"]
        assert hash_of_secret(view["fair"]["secret"]) == self.made["commitment"]


def hash_of_secret(secret: str) -> str:
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def play(server: Server, matches: int) -> list[Told]:
    """Many matches, some of them at the same time."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(lambda number: Evening(server, number).spent(), range(matches)))


def check(told: list[Told], folder: Path) -> None:
    """See that every record stands, and is of the match that was promised."""
    file = folder / "all.smear"
    file.write_text("".join(one.record for one in told), encoding="utf-8")
    command = [sys.executable, "-m", "cutthroat", "verify", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout
    assert f"{len(told)} matches" in done.stdout
    with file.open("rb") as stream:
        for one, record in zip(told, read_matches(stream), strict=True):
            tags = {tag.name: tag.value for tag in record.header.tags}
            assert tags["Match"] == f"{one.table}-1"
            assert tags["Commitment"] == one.commitment == hash_of_secret(tags["Secret"])
            assert tags["Nonces"] == ",".join(one.nonces)
            assert "Ended" not in tags
            assert f"winner {one.winner}" in one.record


def test_a_dozen_matches_end_with_records_that_verify(tmp_path: Path) -> None:
    with running_server(tmp_path, "--bot-seconds", "0") as server:
        told = play(server, 12)
        assert server.told() == ""
    check(told, tmp_path)


@pytest.mark.slow
def test_two_hundred_matches_end_with_records_that_verify(tmp_path: Path) -> None:
    with running_server(tmp_path, "--bot-seconds", "0") as server:
        told = play(server, 200)
        assert server.told() == ""
    check(told, tmp_path)
    asked = sum(one.hints for one in told)
    assert asked > HINTS * sum(one.actions for one in told) / 2  # the half of what is expected
    assert sum(one.breaks for one in told) > 100


def test_a_server_that_is_told_to_stop_ends_its_streams_and_ends_well(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        client = Client(server.address)
        made = client.post("/tables", {"bots": ["easy"], "nonce": "n"})
        frames = client.stream(f"/tables/{made['table']}/stream")
        next(frames)
        assert server.stop() == 0
        assert list(frames) == []
        client.close()
        assert server.told() == ""
