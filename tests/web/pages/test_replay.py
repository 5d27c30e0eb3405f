"""Replays: every step from every seat, of matches of this server and of uploaded records."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import httpx
import pytest

from cutthroat.core.cards import Card
from cutthroat.i18n.cards import card_name
from cutthroat.service.ports import ServerOptions
from cutthroat.service.replay import RECORD_LIMIT, read_replays
from cutthroat.service.tables.kept import KEPT_FOR
from cutthroat.service.tables.records import match_record
from cutthroat.web.limits import UPLOADS
from cutthroat.web.pages.upload import FORM_LIMIT
from tests.kit.databases import in_loop
from tests.kit.tables import Log
from tests.record.texts import EXAMPLE, KEPT, TWO
from tests.web.house import FAR, HOST, asked, house
from tests.web.pages.finished import (
    PAGE,
    attribute,
    cards_in,
    conceded,
    known,
    page,
    played,
    store,
    unwatched,
)

THREE = ("Ada", "Bea", "Cid")


async def upload(client: httpx.AsyncClient, record: bytes | str) -> httpx.Response:
    return await client.post("/replay", files={"file": ("m.smear", record)}, headers=PAGE)


async def paste(client: httpx.AsyncClient, text: str) -> httpx.Response:
    # Browsers send the field of a file that was not chosen, too.
    nothing = ("", b"", "application/octet-stream")
    fields = {"text": text}
    return await client.post("/replay", data=fields, files={"file": nothing}, headers=PAGE)


async def kept(client: httpx.AsyncClient, record: bytes | str) -> str:
    """The address of a record that was uploaded."""
    answer = await upload(client, record)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


# Steps


@pytest.mark.slow
@in_loop
async def test_every_step_can_be_looked_at_from_every_seat_which_sees_no_other_hand(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as here:
        log = await store(here, played(*THREE))
        (replay,) = read_replays(match_record(log.entries, None).encode())
        client = here.client()
        for number, step in enumerate(replay.steps, start=1):
            for seat in (1, 2, 3, None):
                text = await page(client, f"/matches/abcd-1?step={number}&seat={seat or 'none'}")
                assert f'data-step="{number}"' in text
                assert f"Step {number} of {len(replay.steps)}" in text
                others = {
                    card.text
                    for other, hand in enumerate(step.hands, start=1)
                    if other != seat
                    for card in hand
                }
                assert cards_in(text).isdisjoint(others), (number, seat)
                for card in others:
                    assert not re.search(rf"\b{card_name(Card(card))}\b", text), (number, seat)
                if seat:
                    assert {card.text for card in step.hands[seat - 1]} <= cards_in(text)
            text = await page(client, f"/matches/abcd-1?step={number}&seat=all")
            assert {card.text for hand in step.hands for card in hand} <= cards_in(text)


@in_loop
async def test_a_step_tells_what_happened_and_leads_to_the_others(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        path = await kept(here.client(), EXAMPLE)
        client = here.client()
        first = await page(client, path)
        assert "Deal 1. Ana deals." in first
        assert f'id="go-next" class="button" role="link" href="{path}?step=2&amp;seat=all"' in first
        assert re.search(r'id="go-previous"[^>]* aria-disabled="true"', first)
        assert "Bot expert bids 3." in await page(client, f"{path}?step=2")
        last = await page(client, f"{path}?step=29&seat=2")
        assert "went set" in last
        assert "Result of deal 1" in last
        assert re.search(r'id="go-next"[^>]* aria-disabled="true"', last)
        assert f'id="go-first" class="button" role="link" href="{path}?step=1&amp;seat=2"' in last
        assert f'href="{path}?step=29&amp;seat=none"' in last


@in_loop
async def test_deals_can_be_jumped_to(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        log = await store(here, played(*THREE))
        (replay,) = read_replays(match_record(log.entries, None).encode())
        text = await page(here.client(), "/matches/abcd-1?step=1")
        options = [(int(x), int(y)) for x, y in re.findall(r'value="(\d+)"[^>]*>(\d+)<', text)]
        assert options == [(place.step + 1, place.deal) for place in replay.steps.deals]
        assert len(options) > 2
        step, deal = options[-1]
        there = await page(here.client(), f"/matches/abcd-1?seat=3&step={step}")
        assert f'value="{step}" selected>{deal}<' in there
        assert f"Deal {deal}." in there


@in_loop
async def test_a_match_of_very_many_deals_lists_those_around_and_the_ends(tmp_path: Path) -> None:
    deals = "".join(
        f"deal {n} dealer {1 + (n + 1) % 2}\n"
        "hand 1 2C 3C 4C 5C 6C 7C\nhand 2 2D 3D 4D 5D 6D 7D\nvoid\n"
        for n in [1]
    )
    many = "".join(deals.replace("deal 1 ", f"deal {n} ") for n in range(1, 1001))
    async with house(tmp_path) as here:
        path = await kept(here.client(), TWO + many)
        text = await page(here.client(), f"{path}?step=1000")
        found = [int(deal) for deal in re.findall(r'value="\d+"[^>]*>(\d+)<', text)]
        assert found == [1, *range(400, 601), 1000]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("step=0", "There is no step 0: this replay has 29."),
        ("step=30", "There is no step 30: this replay has 29."),
        ("step=-1", "There is no step -1"),
        ("step=1e3", "There is no step 1e3"),
        ("step=٣", "There is no step ٣"),
        ("step=" + "9" * 5000, "There is no step 99999999999999999999:"),
        ("step=", "There is no step :"),
        ("seat=4", "There is no seat 4 at a table of 3."),
        ("seat=0", "There is no seat 0"),
        ("seat=01", "There is no seat 01"),
        ("seat=²", "There is no seat ²"),
        ("seat=<b>", "There is no seat &lt;b&gt;"),
        ("match=2", "There is no match 2 in this file: it has 1."),
        ("match=0", "There is no match 0"),
    ],
)
@in_loop
async def test_what_there_is_not(tmp_path: Path, query: str, said: str) -> None:
    async with house(tmp_path) as here:
        path = await kept(here.client(), EXAMPLE)
        assert said in await page(here.client(), f"{path}?{query}", 404)


# Matches of this server


@in_loop
async def test_who_sat_there_sees_their_own_cards_first(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        bea, client = await known(here, "Bea")
        await store(here, played(*THREE), bea=bea)
        assert 'data-you="2"' in await page(client, "/matches/abcd-1")
        text = await page(here.client(), "/matches/abcd-1")
        assert 'data-you=""' in text
        assert text.count('class="held"') == 3
        texts = [await page(client, f"/matches/abcd-1?step={n}&seat=2") for n in range(1, 8)]
        assert any("You " in text for text in texts)
        texts = [await page(client, f"/matches/abcd-1?step={n}&seat=1") for n in range(1, 8)]
        assert not any("You " in text for text in texts)


@in_loop
async def test_a_match_that_runs_is_not_replayed(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        log = await store(here, Log(2, table="abcd").sit("Ada", "Bea").play(Random(1), 20))
        assert log.state.running
        for path in ("", "/verify", ".smear"):
            text = await page(here.client(), f"/matches/abcd-1{path}", 409)
            assert "This match is not over" in text
            assert 'href="/tables/abcd"' in text
            assert log.state.fair
            assert log.state.fair.secret.hex() not in text
            assert not cards_in(text)


@pytest.mark.parametrize(
    "match", ["abcd-2", "abcd-01", "abcd", "abcd-", "-1", "efgh-1", "a" * 500, "<b>-1", "abcd--1"]
)
@in_loop
async def test_a_match_that_never_was(tmp_path: Path, match: str) -> None:
    async with house(tmp_path) as here:
        await store(here, played(*THREE))
        for path in ("", "/verify", ".smear"):
            assert "<b>" not in await page(here.client(), f"/matches/{match}{path}", 404)


@in_loop
async def test_where_nobody_watches_only_players_look_back(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ada, hers = await known(here, "Ada")
        _eve, other = await known(here, "Eve")
        await store(here, unwatched("Ada", "Bea"), ada=ada)
        for path in ("", "/verify", ".smear"):
            # Whoever comes first must not open it to those who come later.
            for _time in range(2):
                assert (await hers.get(f"/matches/abcd-1{path}", headers=PAGE)).status_code == 200
                for client in (other, here.client()):
                    text = await page(client, f"/matches/abcd-1{path}", 403)
                    assert not cards_in(text)
        assert "curl" not in await page(hers, "/matches/abcd-1/verify")


@in_loop
async def test_a_match_can_be_downloaded(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        log = await store(here, played(*THREE))
        text = await page(here.client(), "/matches/abcd-1")
        address = attribute(text, r'href="([^"]*)" download')
        answer = await here.client().get(address)
        assert answer.text == match_record(log.entries, "abcd-1")
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert answer.headers["content-disposition"] == 'attachment; filename="abcd-1.smear"'
        assert answer.headers["x-content-type-options"] == "nosniff"


@in_loop
async def test_the_name_of_somebody_deleted_goes_from_replays_that_were_looked_at(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as here:
        bea, client = await known(here, "Beatrix")
        await store(here, played("Ada", "Beatrix", "Cid"), beatrix=bea)
        assert "Beatrix" in await page(here.client(), "/matches/abcd-1")
        answer = await client.request("DELETE", "/me", json={})
        assert answer.status_code == 204
        for path in ("", "?step=5", "/verify", ".smear"):
            found = await here.client().get(f"/matches/abcd-1{path}", headers=PAGE)
            assert found.status_code == 200
            assert "Beatrix" not in found.text


@in_loop
async def test_a_match_that_ended_without_a_winner(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await store(here, conceded("Ada", "Bea"))
        text = await page(here.client(), "/matches/abcd-1?step=2")
        assert "The match ended without a winner: seat 1 conceded" in text


@in_loop
async def test_addresses_begin_where_the_server_does(tmp_path: Path) -> None:
    async with house(tmp_path, ServerOptions(root_path="/cards")) as here:
        await store(here, played(*THREE))
        client = here.client(root_path="/cards")
        for path in ("/cards/matches/abcd-1", "/cards/matches/abcd-1/verify", "/cards/replay"):
            text = await page(client, path)
            links = re.findall(r'(?:href|src|action)="([^"#][^"]*)"', text)
            assert len(links) > 4
            assert all(link.startswith("/cards/") for link in links)
        answer = await client.post("/cards/replay", files={"file": ("a", EXAMPLE)})
        assert answer.headers["location"].startswith("/cards/records/")


# Uploads


@in_loop
async def test_a_record_is_kept_and_can_be_had_again(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        path = await kept(client, EXAMPLE)
        assert re.fullmatch(r"/records/[0-9a-f]{32}", path)
        assert await kept(here.client(), EXAMPLE) == path
        assert (await paste(client, EXAMPLE.replace("\n", "\r\n"))).headers["location"] == path
        assert "Ana" in await page(here.client(FAR), path)
        answer = await here.client(FAR).get(path + ".smear")
        assert answer.text == EXAMPLE
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert answer.headers["content-disposition"].startswith("attachment;")


@in_loop
async def test_a_file_of_many_matches_is_a_list(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        path = await kept(client, EXAMPLE + TWO + KEPT)
        text = await page(client, path)
        assert "This file has 2 matches." in text
        assert f'href="{path}?match=2"' in text
        second = await page(client, f"{path}?match=2")
        assert "Béla" in second
        assert "Step 1 of 1" in second
        first = await page(client, f"{path}?match=1&step=3")
        assert f'href="{path}?match=1&amp;step=4&amp;seat=all"' in first
        assert '<input type="hidden" name="match" value="1">' in first
        assert "There is no match 3 in this file" in await page(client, f"{path}?match=3", 404)


@in_loop
async def test_a_record_without_a_deal_says_so(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        path = await kept(here.client(), TWO)
        assert "nothing to step through" in await page(here.client(), path)


@in_loop
async def test_what_is_no_record_is_told_with_its_line_and_nothing_is_lost(tmp_path: Path) -> None:
    wrong = EXAMPLE.replace("trick 1 KC 4D TC", "trick 1 KC <b>4D TC")
    line = EXAMPLE[: EXAMPLE.index("trick 1 KC")].count("\n") + 1
    async with house(tmp_path) as here:
        client = here.client()
        for answer in (await paste(client, wrong), await upload(client, wrong)):
            assert answer.status_code == 422
            assert f"Line {line}: " in answer.text
            assert "trick 1 KC &lt;b&gt;4D TC" in answer.text
            assert "<b>4D" not in answer.text
        answer = await paste(client, wrong)
        inside = attribute(answer.text, r"(?s)<textarea[^>]*>\n(.*)</textarea>")
        assert inside == wrong.replace("&", "&amp;").replace("<", "&lt;").replace(
            ">", "&gt;"
        ).replace('"', "&#34;")


@in_loop
async def test_a_clause_of_the_rules_is_named(tmp_path: Path) -> None:
    """After a bid of 3 nobody can bid 2 (R11)."""
    async with house(tmp_path) as here:
        wrong = EXAMPLE.replace("bid 3 pass", "bid 3 2")
        answer = await paste(here.client(), wrong)
        assert re.search(r"Line 12: .*\(R11\)\.", answer.text), answer.text


@pytest.mark.parametrize(
    ("record", "status", "said"),
    [
        (b"", 422, "Choose a file, or paste the text of one."),
        (b" \n ", 422, "Choose a file"),
        (b"\xff\xfe\x00", 422, "Line 1: this line is not UTF-8 text."),
        (b"\x00" * 3, 422, "Line 1: "),
        (Random(1).randbytes(5000), 422, "Line 1: "),
        (b"x" * 70_000, 422, "Line 1: this line is longer than"),
        (b"\n" * 200_000 + b"x", 422, "Line 200001: "),
        (b"x" * (RECORD_LIMIT + 1), 413, "A record has at most 1,000,000 bytes."),
        (b"x" * (FORM_LIMIT + 1), 413, "a request has at most"),
        (b'[Seat1 "<script>alert(1)</script>"', 422, "Line 1: "),
    ],
)
@in_loop
async def test_hostile_files(tmp_path: Path, record: bytes, status: int, said: str) -> None:
    async with house(tmp_path) as here:
        answer = await upload(here.client(), record)
        assert answer.status_code == status, answer.text[:500]
        assert said.lower() in answer.text.lower()
        assert "<script>alert" not in answer.text
        assert len(answer.text) < 20_000


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=b", b"x"),
        ("multipart/form-data; boundary=b", b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n"),
        ("multipart/form-data; boundary=" + "b" * 300, b"--b--"),
        ("application/x-www-form-urlencoded", b"%ff=%ff&text=%zz"),
        ("application/json", b"{}"),
        ("", b"\x00\xff"),
    ],
)
@in_loop
async def test_forms_that_are_none(tmp_path: Path, kind: str, body: bytes) -> None:
    async with house(tmp_path) as here:
        headers = {"content-type": kind, "accept": "text/html", "host": HOST}
        status, _, _told = await asked(here.app, "POST", "/replay", headers=headers, body=body)
        assert 400 <= status < 500


@in_loop
async def test_names_and_texts_of_a_record_are_only_text(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    names = (evil, "\u202eevil\u2066", "Z" * 300)
    text = TWO.replace('"Ana"', f'"{names[0]}"').replace('"Béla"', f'"{names[1]}"')
    three = EXAMPLE.replace('"Chi"', f'"{names[2]}"').replace('"Ana"', f'"{evil}"')
    ended = text + f'[Ended "{evil}"]\n[Date "{evil}"]\n' + KEPT
    async with house(tmp_path) as here:
        client = here.client()
        for record in (text + KEPT, three, ended, three + ended):
            path = await kept(client, record)
            for query in ("?match=1", "?match=1&step=1", ""):
                shown = await page(client, path + query)
                assert "<script>alert" not in shown
                assert "<img" not in shown
                assert "&lt;script&gt;" in shown
                assert "\u202e" not in shown
                assert "Z" * 41 not in shown
        path = await kept(client, ended)
        last = await page(client, f"{path}?step=2")
        assert "The match ended without a winner: &lt;script&gt;" in last


@in_loop
async def test_records_that_are_not_here(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        path = await kept(here.client(), EXAMPLE)
        names = ["0" * 32, "x", "A" * 32, path.rpartition("/")[2][:-1], "a" * 1000]
        for name in names:
            for end in ("", ".smear"):
                said = await page(here.client(), f"/records/{name}{end}", 404)
                assert "There is no such record here" in said
        here.clock.ahead += KEPT_FOR + 3_600_000
        await here.store.forget_kept(here.clock.now() - KEPT_FOR)
        assert (await here.client().get(path + ".smear")).status_code == 404


@in_loop
async def test_so_many_uploads_and_no_more(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client(FAR)
        for _number in range(UPLOADS.amount):
            assert (await upload(client, EXAMPLE)).status_code == 303
        answer = await upload(client, EXAMPLE)
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) > 500


@in_loop
async def test_a_page_of_another_site_uploads_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        answer = await here.client().post(
            "/replay",
            files={"file": ("a", EXAMPLE)},
            headers={"Origin": "https://evil.example", **PAGE},
        )
        assert answer.status_code == 403
