"""No page tells anybody what they may not know: not by a word, a class, an order or an address.

Two servers have the same table but for what the one who looks may not know: other hands, cards
that were not dealt, the secret, the nonces of others. All that this one is sent, byte for byte,
must be the same.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

import msgspec
import pytest
from itsdangerous import Signer

from cutthroat.core.actions import Action, Bid, Play, Seat
from cutthroat.core.cards import Card
from cutthroat.core.shuffle import FairDeal
from cutthroat.i18n.cards import card_name
from cutthroat.service.tables import decide
from cutthroat.service.tables.happenings import Settings, TableOpened
from cutthroat.service.tables.people import digest_of
from cutthroat.service.tables.ports import Credential, CredentialKind, Entry, Person
from cutthroat.service.tables.wire import pack, unpack
from cutthroat.web.pages import drawing
from cutthroat.web.pages.looks import COOKIE as LOOK, Look
from cutthroat.web.pages.showing import Showing
from tests.kit.databases import in_loop
from tests.kit.script import everybody
from tests.kit.tables import Log, Stream, Web, World, fold_entries, scope, world
from tests.kit.twins import NAMES, packed, some_log, swapped, twin, with_other_secrets
from tests.web.house import house
from tests.web.pages.visitor import Visitor, visitor_at_work

LOOKS = ({"cards": "normal"}, {"cards": "large", "colours": "two"})
SHORT = ("target=5 out=reach limit=5", "limit=5 joker=yes all_pass=next high=highest")
"""House rules by which a match is soon over."""
OUTSIDE = "Dot"
"""Somebody who sits nowhere."""


@pytest.fixture(autouse=True)
def _same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Identifiers of errors are chance, and hashes of secrets are for all: here all are alike."""
    monkeypatch.setattr("cutthroat.web.problems.secrets.token_hex", lambda size: "0" * 2 * size)
    monkeypatch.setattr(FairDeal, "commitment", property(lambda _deal: "c" * 64))


# What somebody is sent


class Eyes:
    """A browser of somebody at a server; `sent` is all that came, piece after piece."""

    def __init__(self, here: World, viewer: Seat | None) -> None:
        self.here = here
        self.web = Web(here)
        self.viewer = viewer
        self.sent: list[object] = []

    async def arrive(self) -> None:
        """Have the server know everybody's browser."""
        for name in (*NAMES, OUTSIDE):
            device = Credential(digest_of(name), name.lower(), CredentialKind.DEVICE)
            await self.here.store.add_person(Person(name.lower(), name, 0), device)

    def cookie(self, look: dict[str, str], seat: Seat | None = None) -> tuple[str, str]:
        seat = seat or self.viewer
        who = Signer(b"key", salt="device").sign(NAMES[seat - 1] if seat else OUTSIDE).decode()
        return "Cookie", f"cutthroat={who}; {LOOK}={urlencode(look)}"

    async def look(self, table: str, look: dict[str, str]) -> bytes:
        """The page, and what its stream begins with."""
        headers = [("Accept", "text/html"), self.cookie(look)]
        page = await self.web.ask("GET", f"/tables/{table}", headers=headers)
        async with self.stream(table, look) as stream:
            self.sent += [page, await stream.frame(), stream.head]
        return page.body

    @asynccontextmanager
    async def stream(self, table: str, look: dict[str, str]) -> AsyncIterator[Stream]:
        asked = scope("GET", f"/tables/{table}/stream?as=html", None, None, [self.cookie(look)])
        stream = Stream(self.web.app, asked)
        try:
            yield stream
        finally:
            await stream.close()

    async def send(self, table: str, form: str, **fields: str) -> None:
        """Send a form, for a page and for a script."""
        for accept in ("text/html", "application/json"):
            self.sent.append(await self.post(table, form, self.cookie(LOOKS[0]), accept, **fields))

    async def post(
        self, table: str, form: str, cookie: tuple[str, str], accept: str, **fields: str
    ) -> object:
        told: list[Any] = []
        body = urlencode(fields).encode()

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            told.append(message)

        headers = [("Accept", accept), ("Content-Type", "application/x-www-form-urlencoded")]
        asked = scope("POST", f"/tables/{table}/forms/{form}", None, None, [*headers, cookie])
        await self.web.app(asked, receive, send)
        return told

    async def err(self, table: str) -> None:
        """Ask for what is refused, and leads to a page that says so."""
        state = (await self.here.hall.find(table)).state
        at = str(state.version)
        if state.turn != self.viewer:
            for fields in ({"play": "2C"}, {"try": "AS"}, {"queue": "KH"}, {"call": "pass"}):
                await self.send(table, "move", at=at, **fields)
        else:
            await self.send(table, "move", at=at, call="7")
            await self.send(table, "move", at="0", call="pass")
        await self.send(table, "move", at=at, play="1S")
        await self.send(table, "rematch" if state.running else "finish", nonce="x")
        await self.send(table, "nothing")
        headers = [("Accept", "text/html"), self.cookie(LOOKS[0])]
        for path in ("nothing", f"tables/{table}x", f"tables/{table}/{quote('♠')}"):
            self.sent.append(await self.web.ask("GET", f"/{path}", headers=headers))


def assert_same(here: Eyes, there: Eyes, what: object) -> int:
    """See that both were sent the same; how much that was."""
    assert len(here.sent) == len(there.sent), what
    for one, two in zip(here.sent, there.sent, strict=True):
        assert one == two, what
    return len(here.sent)


# Every moment of whole matches


def whole_match(rng: Random, seats: int, rules: str) -> Log:
    """A table from the first who sits down to another match that is asked for."""
    log = Log(seats, rules=rules, settings=Settings(clock=rng.choice((None, 86_400))))
    for name in NAMES[:seats]:
        log.sit(name, given=rng.choice(("plain", "hash", "hash")))
    for seat in log.state.numbers:
        if not log.state.running:
            log.show(seat)
    while log.state.running:
        log.play(rng, 1)
        seat, state = rng.choice(log.state.numbers), log.state
        if rng.random() < 0.05 and state.running:
            log.do(decide.react(state, seat, rng.choice(("wow", "oops"))), seat)
        elif rng.random() < 0.05 and state.running:
            log.do(decide.agree_to_end(state, seat, agrees=not state.ending, absent=()), seat)
    return log.rematch(rng.choice(log.state.numbers))


def at_table(entries: Sequence[Entry], table: str) -> list[Entry]:
    """The same happenings at another table."""
    items = [item for entry in entries for item in unpack(entry.body)]
    assert isinstance(items[0], TableOpened)
    items[0] = msgspec.structs.replace(items[0], table=table)
    return [replace(entry, table=table) for entry in packed(entries, items)]


def moments(
    log: Log, viewer: Seat | None, rng: Random, share: float
) -> Iterator[tuple[list[Entry], list[Entry], bool]]:
    """The log up to each of a share of its moments, and a twin of it.

    Yields also whether the twin has the same secret, for a hint takes its chances from it.
    """
    for upto in range(1, len(log.entries) + 1):
        if rng.random() >= share:
            continue
        entries = at_table(log.entries[:upto], f"m{viewer or 0}x{upto}")
        other = swapped(entries, viewer, rng)
        same_secret = rng.random() < 0.3
        yield entries, other if same_secret else with_other_secrets(other, viewer), same_secret


async def seen_at(
    eyes: Eyes, entries: Sequence[Entry], look: dict[str, str], *, hint: bool, errs: bool
) -> bytes:
    """The page at one moment; all else that is asked then is kept."""
    table, last = entries[0].table, entries[-1]
    items = tuple(item for entry in entries for item in unpack(entry.body))
    # What came before matters only together, and one entry is sooner stored than all.
    at_once = replace(last, number=1, count=len(items), body=pack(items))
    assert await eyes.here.store.append(at_once)
    eyes.here.clock.moment = last.when
    page = await eyes.look(table, look)
    if hint:
        await eyes.send(table, "hint")
    if errs:
        await eyes.err(table)
    return page


async def compare_moments(folder: Path, log: Log, seed: int, share: float = 1.0) -> Counter[str]:
    """Look in two worlds at every moment; how many looks in each phase saw the same."""
    rng, seen = Random(seed), Counter[str]()
    for viewer in everybody(len(log.state.seats)):
        sides = [folder / f"{seed}-{viewer}-{side}" for side in "ab"]
        for side in sides:
            side.mkdir()
        async with world(sides[0]) as one, world(sides[1]) as two:
            here, there = Eyes(one, viewer), Eyes(two, viewer)
            await here.arrive()
            await there.arrive()
            for place, (entries, other, hint) in enumerate(moments(log, viewer, rng, share)):
                look, errs = LOOKS[place % 2], place % 5 == 0
                page = await seen_at(here, entries, look, hint=hint, errs=errs)
                assert page == await seen_at(there, other, look, hint=hint, errs=errs), (
                    seed, viewer, len(entries)
                )  # fmt: skip
                seen[phase_of(page)] += 1
                seen["different"] += entries != other
            seen["pieces"] += assert_same(here, there, (seed, viewer))
    return seen


def phase_of(page: bytes) -> str:
    return page.split(b'data-phase="')[1].split(b'"')[0].decode()


@pytest.mark.parametrize(("seats", "rules", "share"), [(2, SHORT[0], 0.5), (3, SHORT[1], 0.2)])
@in_loop
async def test_pages_are_the_same_at_moments_of_whole_matches(
    tmp_path: Path, seats: int, rules: str, share: float
) -> None:
    log = whole_match(Random(seats), seats, rules)
    seen = await compare_moments(tmp_path, log, seats, share)
    assert seen.keys() >= {"waiting", "auction", "play", "scored", "over"}
    assert seen["different"] > 70
    assert seen["pieces"] > 500


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
@in_loop
async def test_pages_are_the_same_at_every_moment_of_more_matches(
    tmp_path: Path, seed: int
) -> None:
    rng = Random(1000 + seed)
    rules = rng.choice((*SHORT, "limit=6 follow=strict low=numeric", "limit=5 tie=bidder four=off"))
    log = whole_match(rng, rng.choice((2, 3)), rules)
    seen = await compare_moments(tmp_path, log, 1000 + seed)
    assert seen.keys() >= {"waiting", "auction", "play", "over"}


# One who stays while others play


async def watched(
    folder: Path, entries: Sequence[Entry], actions: Sequence[Action], viewer: Seat | None
) -> Eyes:
    """All that is sent by the streams of a page, and the page between, while others play."""
    async with world(folder) as here:
        table = entries[0].table
        for entry in entries:
            assert await here.store.append(entry)
        here.clock.moment = entries[-1].when
        eyes = Eyes(here, viewer)
        await eyes.arrive()
        for seat in everybody(len(fold_entries(entries).seats)):
            headers = [("Accept", "text/html"), eyes.cookie(LOOKS[0], seat)]
            await eyes.web.ask("GET", f"/tables/{table}", headers=headers)
        async with eyes.stream(table, LOOKS[0]) as one, eyes.stream(table, LOOKS[1]) as two:
            eyes.sent += [await one.frame(), await two.frame()]
            for done, action in enumerate(actions):
                here.clock.moment += 1000
                await moved(eyes, table, action)
                eyes.sent += [await one.frame(), await two.frame()]
                if done % 4 == 0:
                    await eyes.look(table, LOOKS[done % 8 // 4])
                    await eyes.send(table, "hint")
                    await eyes.err(table)
            assert not one.waiting()
            assert not two.waiting()
        return eyes


async def moved(eyes: Eyes, table: str, action: Action) -> None:
    """One calls or plays by the form of the page, and the viewer hears what it answers."""
    fields = {"at": str((await eyes.here.hall.find(table)).state.version)}
    if isinstance(action, Play):
        fields["play"] = action.card.text
    else:
        fields["call"] = str(action.points) if isinstance(action, Bid) else "pass"
    cookie = eyes.cookie(LOOKS[0], action.seat)
    told: Any = await eyes.post(table, "move", cookie, "text/html", **fields)
    assert told[0]["status"] == 303, told
    if action.seat == eyes.viewer:
        eyes.sent.append(told)


async def compare_streams(folder: Path, seed: int) -> int:
    """Watch two tables that differ in what is hidden; how many pieces were the same."""
    rng = Random(seed)
    log, actions = some_log(rng)
    compared = 0
    if log.state.settings.clock:
        return 0  # the turn's clock begins when its player has read, now in this frame, now later
    for viewer in everybody(len(log.state.seats)):
        other = twin(log.entries, actions, viewer, rng)
        if other is None:
            continue
        sides = [folder / f"{seed}-{viewer}-{side}" for side in "ab"]
        for side in sides:
            side.mkdir()
        here = await watched(sides[0], log.entries, actions, viewer)
        there = await watched(sides[1], other, actions, viewer)
        compared += assert_same(here, there, (seed, viewer))
    return compared


@in_loop
async def test_streams_of_pages_are_the_same(tmp_path: Path) -> None:
    compared, seeds = 0, itertools.count()
    while compared < 800:
        compared += await compare_streams(tmp_path, next(seeds))


@pytest.mark.slow
@in_loop
async def test_streams_of_pages_are_the_same_in_twenty_thousand_pieces(tmp_path: Path) -> None:
    compared, seeds = 0, itertools.count(2000)
    while compared < 20_000:
        compared += await compare_streams(tmp_path, next(seeds))


# The comparison finds what leaks

LEAKS = {
    "a word": "{% for hand in hands %}<p hidden>{{ hand[0] }}</p>{% endfor %}",
    "a class": "{% for hand in hands %}<i class='c-{{ hand[-1] }}'></i>{% endfor %}",
    "an order": "{% for hand in hands | sort %}<i class='{{ hands.index(hand) }}'></i>{% endfor %}",
    "an address": "<img src='{{ asset(\"cards.svg\") }}#{{ hands | sum(start=[]) | max }}'>",
    "a count": "<i>{{ hands[0] | select('in', ['AS', 'AH', 'AD', 'AC']) | list | length }}</i>",
    "the secret": "<i>{{ secret }}</i>",
}


@pytest.mark.parametrize("leak", LEAKS)
@in_loop
async def test_a_template_that_leaks_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    template = drawing._environment.from_string(LEAKS[leak])
    honest = Showing.html

    def leaking(self: Showing, seat: Seat | None, look: Look) -> str:
        state: Any = self._table.state
        phase = state.match.phase if state.match else None
        hands = [str(hand).split() for hand in getattr(phase, "hands", ("2C", "2D"))]
        secret = (state.fair or state.preparation).secret.hex()
        asset = self._studio.asset
        return honest(self, seat, look) + template.render(hands=hands, secret=secret, asset=asset)

    log = Log(2)
    log.sit(*NAMES[:2]).play(Random(5), 6)
    monkeypatch.setattr(Showing, "html", leaking)
    with pytest.raises(AssertionError):
        await compare_moments(tmp_path, log, 8)


# Who is shown what


@in_loop
async def test_a_table_without_spectators_is_shown_to_strangers_until_the_match(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as here:
        ada = Visitor(here.client())
        page = await ada.new_table(seats="2", bots="0", name="Anneliese")
        path = page.answer.url.path
        bea, stranger = Visitor(here.client()), Visitor(here.client())
        before = await stranger.look(path)
        assert before.status == 200
        assert before.phase == "waiting"
        await bea.look(path)
        await bea.send(f"{path}/forms/seat", name="Bea")
        assert (await ada.look(path)).phase == "auction"
        others = [
            (await stranger.look(path)).answer,
            (await stranger.look(f"{path}/stream?as=html")).answer,
            await stranger.send(f"{path}/forms/seat", name="Eve"),
            await stranger.send(f"{path}/forms/seat", accept="application/json", name="Eve"),
            await stranger.send(f"{path}/forms/move", call="pass", at="1"),
            await stranger.send(f"{path}/forms/hint"),
            (await stranger.look(f"/rules?table={path.split('/')[2]}")).answer,
        ]
        for answer in others:
            assert 'id="table"' not in answer.text, answer.url
            assert "Anneliese" not in answer.text
            assert "Bea" not in answer.text
        assert [answer.status_code for answer in others[:6]] == [403, 403, 409, 409, 401, 401]
        assert (await stranger.look("/open")).root.one("main").text.count("Anneliese") == 0


@in_loop
async def test_what_is_of_one_visitor_is_not_shown_to_another(tmp_path: Path) -> None:
    """What is made once for all who see the same holds nothing of whoever asked first."""
    async with house(tmp_path) as here:
        ada, page = await visitor_at_work(here.client(), seats="3", bots="0", name="Ada")
        path = page.answer.url.path
        known, _ = await visitor_at_work(here.client(), name="Wilhelmine")
        stranger = Visitor(here.client())
        first = await known.look(path)
        assert first.root.one("form", id="sit").one("input", name="name")["value"] == "Wilhelmine"
        for who in (stranger, ada, stranger):
            assert "Wilhelmine" not in (await who.look(path)).answer.text
        again = await stranger.look(path)
        assert again.main.text == first.main.text
        for secret in (*known.client.cookies.values(), *ada.client.cookies.values()):
            for who in (stranger, known, ada):
                assert secret.partition(".")[0] not in (await who.look(path)).answer.text


@in_loop
async def test_each_seat_has_its_own_page_whoever_asks_first(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ada, page = await visitor_at_work(here.client(), bots="0", name="Ada")
        path = page.answer.url.path
        bea, stranger = Visitor(here.client()), Visitor(here.client())
        await bea.look(path)
        await bea.send(f"{path}/forms/seat", name="Bea")
        hands: dict[str, set[str]] = {}
        for who in (stranger, ada, bea, bea, ada, stranger):
            seen = await who.look(path)
            held = {one["value"] for one in seen.main.all("button") if "in-hand" in one.classes}
            assert hands.setdefault(seen.main["data-you"], held) == held
        assert not hands[""]
        assert len(hands["1"]) == len(hands["2"]) == 6
        assert not hands["1"] & hands["2"]
        for who, hidden in ((ada, hands["2"]), (bea, hands["1"]), (stranger, hands["1"])):
            seen = await who.look(path)
            for card in hidden:
                assert f"#{card}" not in seen.answer.text
                assert f'"{card}"' not in seen.answer.text
                assert card_name(Card(card)) not in seen.main.one("ol", id="story").text


@in_loop
async def test_visitors_with_other_looks_get_their_own(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ada, page = await visitor_at_work(here.client(), name="Ada")
        path = page.answer.url.path
        large, plain = Visitor(here.client()), Visitor(here.client())
        large.client.cookies.set(LOOK, urlencode({"cards": "large", "colours": "two"}))
        page = await ada.my_turn(path)
        for who, sheet in ((large, "cards-large.svg"), (plain, "cards.svg")) * 2:
            seen = await who.look(path)
            pictures = {one["href"].rpartition("/")[2].partition("#")[0]
                        for one in seen.main.all("use")}  # fmt: skip
            assert pictures == {sheet}
        assert 'data-colours="two"' in (await large.look(path)).answer.text
        assert 'data-colours="four"' in (await plain.look(path)).answer.text
