"""For whoever runs the server."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from cutthroat.service.ports import ServerOptions
from tests.kit.databases import in_loop
from tests.web.house import FAR, HERE, house, play_until, sit


@in_loop
async def test_health(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        answer = await here.client(FAR).get("/healthz")
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.parametrize("at", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
@in_loop
async def test_metrics_for_this_machine(tmp_path: Path, at: str) -> None:
    async with house(tmp_path) as here:
        answer = await here.client((at, 1)).get("/metrics")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        assert "cutthroat_tables 0" in answer.text
        for line in answer.text.splitlines():
            assert re.match(
                r"# (HELP|TYPE) |[a-z_]+({[^{}]*(\{\w+\}[^{}]*)*})? [0-9.e+-]+$", line
            ), line


@pytest.mark.parametrize(
    ("at", "headers"),
    [
        (FAR, {}),
        (("2001:db8::1", 1), {}),
        (("", 1), {}),
        (("a-socket", 1), {}),
        (HERE, {"X-Forwarded-For": "127.0.0.1"}),
        (HERE, {"Forwarded": "for=127.0.0.1"}),
        (HERE, {"X-Real-IP": "127.0.0.1"}),
        (HERE, {"Via": "1.1 x"}),
        (HERE, {"X-Forwarded-Proto": "http"}),
        (HERE, {"x-forwarded-for": ""}),
        (FAR, {"X-Forwarded-For": "127.0.0.1"}),
        (FAR, {"Authorization": "Bearer "}),
        (FAR, {"Authorization": "Bearer None"}),
    ],
)
@in_loop
async def test_metrics_for_nobody_else(
    tmp_path: Path, at: tuple[str, int], headers: dict[str, str]
) -> None:
    async with house(tmp_path) as here:
        answer = await here.client(at).get("/metrics", headers=headers)
        assert (answer.status_code, answer.json()["reason"]) == (403, "not_for_you")
        behind: Any = ProxyHeadersMiddleware(here.app, trusted_hosts="127.0.0.1")  # type: ignore[arg-type]  # uvicorn has types of its own
        answer = await here.client(at, through=behind).get("/metrics", headers=headers)
        assert answer.status_code == 403


@in_loop
async def test_metrics_with_the_key(tmp_path: Path) -> None:
    async with house(tmp_path, ServerOptions(metrics_key="sésame")) as here:
        right = {b"Authorization": "Bearer sésame".encode()}
        assert (await here.client(FAR).get("/metrics", headers=right)).status_code == 200
        for wrong in (b"Bearer s\xc3\xa9sam", b"s\xc3\xa9same", b"Basic s\xc3\xa9same", b"\xff"):
            answer = await here.client(FAR).get("/metrics", headers={b"Authorization": wrong})
            assert answer.status_code == 403


@in_loop
async def test_metrics_tell_of_no_person_table_or_card(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        ann = await sit(client, name="Anneliese")
        await play_until(client, ann, "scored")
        await client.get("/me")
        feed = (await client.post("/me/feeds", json={})).json()["url"].rpartition("/")[2]
        await client.get(f"/feeds/{feed}")
        told = (await client.get("/metrics")).text
        for word in (ann.table, ann.token, "Anneliese", feed, client.cookies["cutthroat"]):
            assert word not in told
        assert 'path="/tables/{table}/actions"' in told
        assert "cutthroat_tables 1" in told


@in_loop
async def test_the_description_is_there(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        told = (await here.client().get("/openapi.json")).json()
        assert told["openapi"].startswith("3.1")
        assert "/tables/{table}/actions" in told["paths"]
        await asyncio.sleep(0)
