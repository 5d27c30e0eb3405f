"""What a page shows of the fairness of a match, and that it is all that is needed elsewhere."""

from __future__ import annotations

import io
import re
from html import unescape
from pathlib import Path

import pytest

from cutthroat.core.shuffle import FairDeal
from cutthroat.record.read import read_matches
from cutthroat.service.ports import ServerOptions
from cutthroat.service.tables import records
from tests.kit.databases import in_loop
from tests.kit.tables import nonce_of
from tests.web.house import house
from tests.web.pages.finished import page, played, store


def codes(text: str) -> list[str]:
    return re.findall(r"<code>([^<]*)</code>", text)


@in_loop
async def test_commitment_nonces_and_secret_fix_the_deals(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        log = await store(here, played("Ada", "Bea", bots=1, given="hash"))
        text = await page(here.client(), "/matches/abcd-1/verify")
        commitment, first, second, secret = codes(text)
        assert (first, second) == (nonce_of(1, 1), nonce_of(2, 1))
        fair = FairDeal(bytes.fromhex(secret), "abcd-1", (first, second, ""))
        assert fair.commitment == commitment
        assert log.state.fair == fair
        assert "It holds" in text
        assert "none: a bot" in text
        assert "trusted the server" not in text
        assert "gave none" not in text
        assert len(re.findall(r"<li>[^<]*\.</li>", text)) == 3
        assert "fixed before it was known" in text


@in_loop
async def test_who_trusted_the_server_is_told(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await store(here, played("Ada", "Bea", given="plain"))
        text = await page(here.client(), "/matches/abcd-1/verify")
        assert text.count("given at once, without a hash before: trusted the server") == 2
        assert "the server&#39;s word alone" in text
        assert "fixed before it was known" not in text


@in_loop
async def test_what_does_not_hold_is_said_loudly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "_holds", lambda _text: False)
    async with house(tmp_path) as here:
        await store(here, played("Ada", "Bea"))
        text = await page(here.client(), "/matches/abcd-1/verify")
        assert "It does not hold" in text
        assert "It holds" not in text
        assert "these deals were not fair" in text


@in_loop
async def test_the_command_fetches_a_record_that_proves_itself(tmp_path: Path) -> None:
    public = ServerOptions(public_url="https://play.example/cards")
    async with house(tmp_path, public) as here:
        await store(here, played("Ada", "Bea", given="hash"))
        text = unescape(await page(here.client(), "/matches/abcd-1/verify"))
        assert "curl -O https://play.example/cards/matches/abcd-1.smear\n" in text
        assert "cutthroat verify abcd-1.smear" in text
        answer = await here.client().get("/matches/abcd-1.smear")
        (record,) = read_matches(io.BytesIO(answer.content))
        assert record.header.fair


@in_loop
async def test_names_are_only_text(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await store(here, played("<b>Ada</b>", "<b>Ada</b>", given="hash"))
        for path in ("", "/verify"):
            text = await page(here.client(), f"/matches/abcd-1{path}")
            assert "<b>Ada" not in text
            assert "<bdi>&lt;b&gt;Ada&lt;/b&gt; 2</bdi>" in text
