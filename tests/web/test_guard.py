"""What comes in from anybody: origins, bodies, names, methods; and what goes out with it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from starlette.types import Message, Scope

from cutthroat.i18n.reasons import SENTENCES
from cutthroat.service.ports import ServerOptions
from cutthroat.service.tables.errors import TableReason
from cutthroat.service.tables.people import People
from cutthroat.service.tables.ports import StoreUnavailable
from cutthroat.web.answering import BODY_LIMIT
from cutthroat.web.api import ENDPOINTS
from cutthroat.web.endpoint import Endpoint
from cutthroat.web.problems import _STATUS, WebReason
from cutthroat.web.serving import set_up_logs
from tests.kit.databases import in_loop
from tests.web.house import HERE, HOST, any_action, asked, house, join, my_turn, sit, view

POSTS = [one for one in ENDPOINTS if one.method != "GET"]


@pytest.fixture
def logs(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The logs as a server has them, and no longer than for this test."""
    root = logging.getLogger()
    handlers = root.handlers[:]
    # One that was used would go on writing where it wrote first.
    monkeypatch.setattr("cutthroat.web.answering._log", structlog.get_logger())
    yield
    structlog.reset_defaults()
    root.handlers[:] = handlers


# Where a request comes from


@pytest.mark.parametrize("one", POSTS, ids=lambda one: f"{one.method} {one.path}")
@in_loop
async def test_no_page_of_another_site_sends_anything(tmp_path: Path, one: Endpoint) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        ann = await sit(client)
        path = one.path.replace("{table}", ann.table)
        for headers in [
            {"Origin": "https://evil.example"},
            {"Origin": "null"},
            {"Origin": ""},
            {"Origin": "http://["},
            {"Origin": f"http://evil.example/{HOST}"},
            {"Origin": f"http://{HOST}.evil.example"},
            {"Origin": f"http://{HOST}:8080"},
            {"Origin": f"http://x@{HOST}"},
            {"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"},
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
        ]:
            answer = await client.request(one.method, path, headers=headers, json={})
            assert (answer.status_code, answer.json()["reason"]) == (403, "foreign_origin")
        assert (await client.get("/me")).json()["seats"]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": f"http://{HOST}"},
        {"Origin": f"https://{HOST}"},
        {"Origin": f"http://{HOST.upper()}"},
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "https://play.example:8443"},
    ],
)
@in_loop
async def test_our_own_pages_and_programs_may(tmp_path: Path, headers: dict[str, str]) -> None:
    async with house(tmp_path, ServerOptions(public_url="https://Play.example:8443/cards")) as here:
        answer = await here.client().post("/tables", json={}, headers=headers)
        assert answer.status_code == 201


@pytest.mark.parametrize("host", ["[", "a b", "", "x" * 3000, "é", "a/b?c#d", "evil.example"])
@in_loop
async def test_no_host_breaks_anything(tmp_path: Path, host: str) -> None:
    async with house(tmp_path, ServerOptions(public_url="https://play.example")) as here:
        headers = {"Host": host}
        status, _, told = await asked(here.app, "POST", "/tables", headers=headers, body=b"{}")
        assert status == 201
        assert json.loads(told)["url"].startswith("https://play.example/")
    async with house(tmp_path) as here:
        status, _, told = await asked(here.app, "POST", "/tables", headers=headers, body=b"{}")
        assert status == 201


# Bodies


BODIES = [
    (b"{", 400, "not_json"),
    (b"nonsense", 400, "not_json"),
    (b'{"name": "\xff"}', 400, "not_json"),
    (b'{"name": "\\ud800"}', 400, "not_json"),
    (b'{"name": "\xed\xa0\x80"}', 400, "not_json"),
    (b'{"name": "a\nb"}', 400, "not_json"),
    (b"[" * 5000, 422, "bad_field"),
    (b"\xef\xbb\xbf{}", 400, "not_json"),
    (b"{} {}", 400, "not_json"),
    (b"{'a': 1}", 400, "not_json"),
    (b'{"seats": NaN}', 400, "not_json"),
    (b'{"seats": 1e999}', 422, "bad_field"),
    (b'{"seats": 99999999999999999999999999}', 422, "bad_field"),
    (b"null", 422, "bad_field"),
    (b"[]", 422, "bad_field"),
    (b'"x"', 422, "bad_field"),
    (b'{"a": 1}', 422, "bad_field"),
    (b'{"\\u0000": 1}', 422, "bad_field"),
    (b"seats=2", 400, "not_json"),
    (b" " * (BODY_LIMIT + 1), 413, "too_large"),
    (b'{"name": "' + b"x" * BODY_LIMIT + b'"}', 413, "too_large"),
]


@pytest.mark.parametrize(("body", "status", "reason"), BODIES, ids=lambda x: str(x)[:24])
@in_loop
async def test_bodies_that_are_none(tmp_path: Path, body: bytes, status: int, reason: str) -> None:
    async with house(tmp_path) as here:
        answer = await here.client().post("/tables", content=body)
        told = answer.json()
        assert (answer.status_code, told["reason"]) == (status, reason)
        assert told["message"]
        assert len(told["id"]) == 12


@in_loop
async def test_the_largest_body_may_come(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        body = b'{"seats": 2}'
        for kind in ("application/json", "text/plain", "x"):
            answer = await here.client().post(
                "/tables", content=body.ljust(BODY_LIMIT), headers={"Content-Type": kind}
            )
            assert answer.status_code == 201


@in_loop
async def test_a_body_that_never_ends_is_cut_off(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        sent = 0

        async def receive() -> Message:
            nonlocal sent
            sent += 1
            return {"type": "http.request", "body": b" " * 1000, "more_body": True}

        told: list[Message] = []

        async def send(message: Message) -> None:
            told.append(message)

        scope = {"type": "http", "method": "POST", "path": "/tables", "query_string": b""}
        scope |= {"headers": [], "client": ("127.0.0.1", 1), "root_path": "", "scheme": "http"}
        await here.app(scope, receive, send)
        assert told[0]["status"] == 413
        assert sent == 17


# Names


NAMES = [
    ("Ann", "Ann"),
    ("  Ann \t  Lee\n", "Ann Lee"),
    ("שלום", "שלום"),
    ("Zoë 🂡", "Zoë 🂡"),
    ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    ("'; DROP TABLE person; --", "'; DROP TABLE person; --"),
    ('"\\{x}%s', '"\\{x}%s'),
    ("(deleted)", "(deleted)"),
    ("a\x00b", None),
    ("\x00", None),
    ("a\u202eb", None),
    ("a\u2066b", None),
    ("a\u200bb", None),
    ("a\x1b[31mb", None),
    ("\ue000", None),
    ("\U000e0041", None),
    ("\ufffe", None),
    ("\u2028", None),
    ("\u00a0 \u3000", None),
]


@in_loop
async def test_names_are_shown_as_they_are_or_refused(address: str) -> None:
    async with house(address) as here:
        for given, shown in NAMES:
            client = here.client()
            answer = await client.post(
                "/tables", json={"seats": 2, "bots": ["easy"], "name": given}
            )
            if shown is None:
                assert (answer.status_code, answer.json()["reason"]) == (422, "bad_name")
                continue
            assert answer.status_code == 201, given
            path = f"/tables/{answer.json()['table']}"
            assert (await client.get(path)).json()["view"]["seats"][0]["name"] == shown
            assert (await client.get("/me")).json()["name"] == shown
            record = await client.get(f"{path}/record.smear")
            assert record.status_code == 200


@in_loop
async def test_nothing_that_is_given_breaks_the_database(address: str) -> None:
    async with house(address) as here:
        client = here.client()
        ann = await sit(client)
        odd = "\x00\u202e\ud7ff"
        for method, path, body in [
            ("POST", "/links", {"code": odd}),
            ("GET", "/feeds/%00", None),
            ("GET", "/feeds/%ff%fe", None),
            ("GET", "/tables/%00%ff", None),
            ("GET", f"{ann.path}/record.smear?match=%00%ff", None),
            ("POST", f"{ann.path}/reactions", {"reaction": odd}),
            ("POST", f"{ann.path}/nonce", {"nonce": odd}),
            ("POST", f"{ann.path}/rematch", {"nonce_hash": odd}),
            ("POST", "/me", {"name": odd}),
            ("POST", "/tables", {"rules": odd}),
            ("POST", "/tables", {"preset": odd}),
            ("POST", "/tables", {"bots": [odd]}),
            ("POST", "/tables", {"settings": {"absent": odd}}),
        ]:
            answer = await client.request(method, path, json=body)
            assert 400 <= answer.status_code < 500, (path, answer.text)


# Methods and headers


@pytest.mark.parametrize("path", sorted({one.path for one in ENDPOINTS} - {"/metrics"}))
@in_loop
async def test_other_methods_are_refused_with_those_that_there_are(
    tmp_path: Path, path: str
) -> None:
    async with house(tmp_path) as here:
        known = {one.method for one in ENDPOINTS if one.path == path}
        allowed = known | ({"HEAD"} if "GET" in known else set())
        there = path.replace("{table}", "abcdefgh").replace("{key}", "x")
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"} - known:
            answer = await here.client().request(method, there)
            assert (answer.status_code, answer.json()["reason"]) == (405, "no_such_method")
            assert set(answer.headers["allow"].split(", ")) == allowed
            assert answer.headers["x-content-type-options"] == "nosniff"


@in_loop
async def test_head_is_as_get_and_no_stream(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = await sit(here.client())
        for path in (ann.path, "/healthz", "/tables", f"{ann.path}/stream", "/openapi.json"):
            async with asyncio.timeout(5):
                answer = await here.client().head(path)
            assert answer.status_code == 200, path
            assert answer.headers["content-type"]
        assert here.site.limits.streams == 0


@pytest.mark.parametrize(
    "path", ["//", "/tables/", "/nothing", "//tables", "/tables/a/b/c", "/me/"]
)
@in_loop
async def test_there_is_nothing_there(tmp_path: Path, path: str) -> None:
    async with house(tmp_path) as here:
        answer = await here.client().get(f"http://{HOST}{path}")
        assert (answer.status_code, answer.json()["reason"]) == (404, "no_such_page")
        assert answer.headers["content-security-policy"]


@in_loop
async def test_every_answer_has_the_headers_of_safety(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        ann = await sit(client)
        answers = [
            await client.get(ann.path),
            await client.get("/tables"),
            await client.get("/me"),
            await client.get("/healthz"),
            await client.get("/metrics"),
            await client.get("/openapi.json"),
            await client.get("/nothing"),
            await client.get("/links"),
            await client.post("/tables", content=b"{"),
            await here.client().get(ann.path, headers={"Authorization": "Bearer x"}),
            await client.get(f"{ann.path}/record.smear"),
        ]
        for answer in answers:
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert answer.headers["cache-control"] == "no-store"
            assert "default-src 'none'" in answer.headers["content-security-policy"]
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
            assert "access-control-allow-origin" not in answer.headers
            assert len(answer.headers.get_list("content-type")) == 1
            assert int(answer.headers["content-length"]) == len(answer.content)


# Errors


def test_every_reason_has_a_status_and_a_sentence() -> None:
    assert set(WebReason) <= set(_STATUS)
    assert {reason.value for reason in (*WebReason, *TableReason)} <= set(SENTENCES)


@in_loop
async def test_a_fault_has_an_id_and_tells_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    logs: None,
) -> None:
    set_up_logs()
    async with house(tmp_path) as here:
        client = here.client()
        ann = await sit(client, name="Anneliese")
        seen = await my_turn(client, ann)

        async def broken(people: People, secret: str, kind: object) -> None:
            raise RuntimeError("the inside")

        monkeypatch.setattr(People, "opens", broken)
        body = any_action(seen)
        answer = await client.post(f"{ann.path}/actions", json=body, headers=ann.key)
        told = answer.json()
        assert answer.status_code == 500
        assert told["reason"] == "fault"
        assert told["id"] in told["message"]
        assert "inside" not in answer.text
        assert "Traceback" not in answer.text
        assert answer.headers["x-content-type-options"] == "nosniff"
        log = capsys.readouterr().err
        (line,) = [json.loads(x) for x in log.splitlines() if told["id"] in x]
        assert line["event"] == "fault"
        assert line["path"] == "/tables/{table}/actions"
        assert "the inside" in json.dumps(line)
        cookie = client.cookies["cutthroat"]
        for secret in (ann.token, cookie, cookie.partition(".")[0], "Anneliese", *seen["hand"]):
            assert secret not in log


@in_loop
async def test_a_database_that_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        ann = await sit(client, bots=[])
        bob = await join(here.client(), ann.table)
        turn = ann if (await view(client, ann))["turn"] == ann.seat else bob
        seen = await view(client, turn)

        async def away(*_: object, **__: object) -> None:
            raise StoreUnavailable

        with monkeypatch.context() as patch:
            patch.setattr(here.store, "append", away)
            patch.setattr(here.store, "entries", away)
            for method, path, body in [
                ("POST", f"{turn.path}/actions", any_action(seen)),
                ("POST", "/tables", {}),
                ("GET", "/healthz", None),
                ("GET", "/tables/abcdefgh", None),
            ]:
                answer = await client.request(method, path, json=body, headers=turn.key)
                told = answer.json()
                assert (answer.status_code, told["reason"]) == (503, "store_away"), path
                assert answer.headers["retry-after"] == "1"
        answer = await client.post(f"{turn.path}/actions", json=any_action(seen), headers=turn.key)
        assert answer.status_code == 200
        assert (await client.get("/healthz")).json() == {"status": "ok"}


@in_loop
async def test_a_client_that_goes_while_it_asks(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            sent.append(message)

        scope = {"type": "http", "method": "POST", "path": "/tables", "query_string": b""}
        scope |= {"headers": [], "client": ("127.0.0.1", 1), "root_path": "", "scheme": "http"}
        await here.app(scope, receive, send)
        assert sent == []


@in_loop
async def test_a_request_that_does_not_end_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cutthroat.web.answering._BODY_TIME", 0.05)
    begins = iter([{"type": "http.request", "body": b'{"seats"', "more_body": True}])
    sent: list[Message] = []

    async def receive() -> Message:
        if first := next(begins, None):
            return first
        await asyncio.Event().wait()
        raise AssertionError("nothing more comes")

    async def send(message: Message) -> None:
        sent.append(message)

    async with house(tmp_path) as here:
        scope: Scope = {
            "type": "http",
            "method": "POST",
            "path": "/tables",
            "headers": [],
            "scheme": "http",
            "query_string": b"",
            "client": HERE,
            "server": HERE,
        }
        await here.app(scope, receive, send)
    assert sent[0]["status"] == 408
    assert json.loads(sent[1]["body"])["reason"] == "too_slow"
