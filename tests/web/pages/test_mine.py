"""A person's own matches: those that go on, those that are over, their sums and their records."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest

from cutthroat.core.events import DealScored, MatchWon
from cutthroat.record.read import read_matches
from cutthroat.service.tables import decide
from cutthroat.service.tables.history import finished_matches
from cutthroat.service.tables.ports import StoreUnavailable
from cutthroat.web.pages import mine
from tests.kit.databases import in_loop
from tests.kit.tables import Log
from tests.web.house import FAR, house, sit
from tests.web.pages.finished import PAGE, SHORT, conceded, known, page, played, store


def cells(text: str) -> dict[str, list[str]]:
    """The rows of the table of bids, by their headings."""
    rows = re.findall(r'<tr><th scope="row">([^<]*)</th>(.*)</tr>', text)
    return {head: re.findall(r"<td>([^<]*)</td>", rest) for head, rest in rows}


@in_loop
async def test_somebody_new_gets_a_friendly_word(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        assert "You have played none here yet" in await page(here.client(), "/mine")
        answer = await here.client().get("/mine/export.zip", headers=PAGE)
        assert (answer.status_code, answer.headers["location"]) == (303, "/mine")


@in_loop
async def test_open_tables_come_first(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        seated = await sit(client)
        text = await page(client, "/mine")
        assert f'href="/tables/{seated.table}"' in text
        assert text.index("Going on") < text.index("Finished")
        assert "None yet." in text


@in_loop
async def test_each_way_a_match_can_end(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ada, hers = await known(here, "Ada")
        bea, other = await known(here, "Bea")
        both = {"ada": ada, "bea": bea}
        won = await store(here, played("Ada", "Bea", table="aaaa"), **both)
        await store(here, conceded("Ada", "Bea", table="bbbb"), **both)
        agreed = Log(2, table="cccc").sit("Ada", "Bea")
        for seat in (1, 2):
            agreed.do(decide.agree_to_end(agreed.state, seat, agrees=True, absent=()), seat)
        await store(here, agreed, **both)
        left = Log(3, rules=SHORT, table="dddd").sit("Ada", "Bea", "Cid")
        left.do(decide.leave(left.state, 1, left.secret()), 1)
        await store(here, left.do(decide.close(left.state, "idle")), **both)
        (winner,) = [item.seat for item in won.items if isinstance(item, MatchWon)]
        mine_, hers_ = await page(hers, "/mine"), await page(other, "/mine")
        for text, seat, loser in ((mine_, 1, "Bea"), (hers_, 2, "Ada")):
            assert ("You won." if winner == seat else f"{loser} won.") in text
            assert "Nobody won: all agreed to end it." in text
            assert "4 matches" in text
            for match in ("aaaa-1", "bbbb-1", "cccc-1", "dddd-1"):
                assert f'href="/matches/{match}"' in text
                assert f'href="/matches/{match}/verify"' in text
        assert "Nobody won: you conceded." in mine_
        assert "Nobody won: Ada conceded." in hers_
        assert "You left before the end." in mine_
        assert "Nobody won: the table was closed." in hers_
        assert "1 left before the end" in mine_
        assert "0 left before the end" in hers_
        assert "2 without a winner" in mine_
        assert "3 without a winner" in hers_


@in_loop
async def test_bids_and_scores_are_counted(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ada, client = await known(here, "Ada")
        log = await store(here, played("Ada", "Bea", "Cid"), ada=ada)
        text = await page(client, "/mine")
        deals = [item.summary for item in log.items if isinstance(item, DealScored)]
        rows = cells(text)
        for bid in (2, 3, 4):
            made = [deal.made for deal in deals if (deal.bidder, deal.bid) == (1, bid)]
            share = f"{round(100 * made.count(True) / len(made))}%" if made else "-"
            assert rows[str(bid)] == [
                str(len(made)),
                str(made.count(True)),
                str(made.count(False)),
                share,
            ]
        own = [deal for deal in deals if deal.bidder == 1]
        assert own
        assert rows["All"][0] == str(len(own))
        (match,) = finished_matches(log.entries)
        shown = re.findall(r"<bdi>([^<]*)</bdi> <b><bdi>([^<]*)</bdi></b>", text)
        scores = [str(score).replace("-", "−") for score in match.scores]
        assert shown == list(zip(["You", "Bea", "Cid"], scores, strict=True))
        assert re.search(r'<time datetime="2026-[\dT:+-]+">[^<]+2026[^<]*</time>', text)


@in_loop
async def test_names_of_others_are_only_text(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ada, client = await known(here, "Ada")
        await store(here, played("Ada", "<img src=x onerror=alert(1)>", table="aaaa"), ada=ada)
        text = await page(client, "/mine")
        assert "<img" not in text
        assert "<bdi>&lt;img src=x onerror=alert(1)&gt;</bdi>" in text


@in_loop
async def test_long_lives_are_looked_back_at_for_so_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mine, "MOST", 2)
    async with house(tmp_path) as here:
        ada, client = await known(here, "Ada")
        for table in ("aaaa", "bbbb", "cccc"):
            await store(here, conceded("Ada", "Bea", table=table), ada=ada)
        text = await page(client, "/mine")
        assert text.count("conceded") == 2
        assert "your last 2 matches" in text


# All records


@in_loop
async def test_the_export_holds_every_record_and_each_stands(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ada, client = await known(here, "Ada")
        await store(here, played("Ada", "Bea", table="aaaa"), ada=ada)
        await store(here, conceded("Bea", "Ada", table="bbbb"), ada=ada)
        await store(here, played("Bea", "Cid", table="cccc"))
        answer = await client.get("/mine/export.zip")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/zip"
        assert "attachment" in answer.headers["content-disposition"]
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            assert archive.testzip() is None
            names = archive.namelist()
            assert {name[11:] for name in names} == {"aaaa-1.smear", "bbbb-1.smear"}
            for name in names:
                (record,) = read_matches(io.BytesIO(archive.read(name)))
                assert record.header.fair
                assert name == f"{record.header.value('Date')}-{record.header.value('Match')}.smear"


@in_loop
async def test_an_export_of_nothing_is_an_empty_archive(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        await sit(client)
        answer = await client.get("/mine/export.zip")
        assert zipfile.ZipFile(io.BytesIO(answer.content)).namelist() == []


@in_loop
async def test_so_many_exports_and_no_more(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client(FAR)
        await sit(client)
        for _time in range(5):
            assert (await client.get("/mine/export.zip")).status_code == 200
        assert (await client.get("/mine/export.zip")).status_code == 429
        assert (await client.head("/mine/export.zip")).status_code == 200


@in_loop
async def test_a_broken_export_does_not_look_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as here:
        ada, client = await known(here, "Ada")
        await store(here, conceded("Ada", "Bea", table="aaaa"), ada=ada)
        await store(here, conceded("Ada", "Bea", table="bbbb"), ada=ada)
        whole = here.store.entries

        async def entries(table: str, after: int = 0) -> object:
            if table == "aaaa":
                raise StoreUnavailable
            return await whole(table, after)

        monkeypatch.setattr(here.store, "entries", entries)
        with pytest.raises(StoreUnavailable):
            await client.get("/mine/export.zip")
