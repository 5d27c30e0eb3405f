"""How much a browser fetches before somebody can play."""

from __future__ import annotations

import re
from pathlib import Path

from tests.kit.databases import in_loop
from tests.web.house import house
from tests.web.pages.visitor import HTML

MOST = 80_000
"""Bytes of the first view of a table, with all that it needs."""
ASSET = re.compile(r'(?:href|src)="(/static/[^"#]+)')
IMPORTED = re.compile(r'from "\./([^"]+)"')


@in_loop
async def test_the_first_view_of_a_table_is_light(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        client = made.client()
        await client.get("/", headers=HTML)
        page = await client.post("/play-now", headers=HTML, follow_redirects=True)
        assert 'id="table"' in page.text
        fetched = {str(page.url): len(page.content)}
        wanted = ASSET.findall(page.text)
        while wanted:
            address = wanted.pop()
            if address in fetched:
                continue
            answer = await client.get(address)
            assert answer.status_code == 200, address
            fetched[address] = len(answer.content)
            folder = address.rpartition("/")[0]
            wanted += [f"{folder}/{name}" for name in IMPORTED.findall(answer.text)]
        assert any(address.endswith("cards.svg") for address in fetched)
        assert any(address.endswith("stream.js") for address in fetched)
        assert sum(fetched.values()) < MOST, fetched
