"""Settings, another name, other devices, a feed, and the way out: by the forms of the pages."""

from __future__ import annotations

import asyncio
import re
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

from cutthroat.service.ports import ServerOptions
from cutthroat.web.pages import looks, settings
from cutthroat.web.pages.addresses import PAGES
from cutthroat.web.pages.returning import local_path
from cutthroat.web.site import COOKIE
from tests.kit.databases import in_loop
from tests.web.house import FAR, HOST, House, Seated, files, house, join, sit, view

PAGE = {"Accept": "text/html"}
POSTS = [
    page.path
    for page in PAGES
    if page.method == "POST" and re.match("/(settings|link)(/|$)", page.path)
]
CODE = re.compile(r"http://[^\s\"<]*/link/([A-Za-z0-9_-]+)")


async def look_at(client: httpx.AsyncClient, path: str) -> httpx.Response:
    return await client.get(path, headers=PAGE)


async def send(client: httpx.AsyncClient, path: str, **form: str) -> httpx.Response:
    return await client.post(path, data=form, headers={**PAGE, "Origin": f"http://{HOST}"})


async def seated(here: House, **wish: object) -> tuple[httpx.AsyncClient, Seated]:
    """A browser whose person sits somewhere."""
    client = here.client()
    return client, await sit(client, **wish)


async def code_of(client: httpx.AsyncClient) -> str:
    """A code for another device, as the page shows it."""
    page = await send(client, "/settings/link")
    assert page.status_code == 200
    found = CODE.search(page.text)
    assert found
    return found[1]


class Fields(HTMLParser):
    """What a page's forms would send, and what its policy would not let run."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.chosen: dict[str, str] = {}
        self.forbidden: list[str] = []
        self.forms: list[str] = []
        self._select = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self.forbidden += [name for name in told if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in told):
            self.forbidden.append(tag)
        self.forbidden += [v for v in told.values() if v.strip().lower().startswith("javascript:")]
        if tag == "form":
            self.forms.append(told["action"])
        if tag == "select":
            self._select = told["name"]
        if tag == "option" and "selected" in told:
            self.chosen[self._select] = told["value"]
        if tag == "input" and ("checked" in told or told.get("type") == "hidden"):
            self.chosen[told["name"]] = told.get("value", "")


# Looking at it


@in_loop
async def test_somebody_who_is_not_known_sees_settings_and_becomes_nobody(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        page = await look_at(client, "/settings")
        assert page.status_code == 200
        assert COOKIE in client.cookies
        assert page.text.count("fter your first seat") == 4
        assert Fields(page.text).forms == ["/settings"]
        assert (await client.get("/me")).status_code == 401


@in_loop
async def test_whoever_sat_somewhere_sees_all_of_it(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client, _ = await seated(here, name="Ann <b>")
        page = await look_at(client, "/settings")
        assert "first seat" not in page.text
        assert 'value="Ann &lt;b&gt;"' in page.text
        assert "<b>" not in page.text
        assert set(Fields(page.text).forms) == {
            "/settings",
            "/settings/name",
            "/settings/link",
            "/settings/feed",
            "/settings/forget",
        }
        assert 'href="/mine/export.zip"' in page.text


@in_loop
async def test_no_page_of_these_needs_what_the_policy_forbids(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client, _ = await seated(here)
        code = await code_of(client)
        stranger, _ = await seated(here)
        pages = [
            await look_at(client, "/settings?from=/tables/x"),
            await send(client, "/settings/name", name=""),
            await send(client, "/settings/link"),
            await send(client, "/settings/feed"),
            await look_at(client, f"/link/{code}"),
            await look_at(stranger, f"/link/{code}"),
            await look_at(stranger, "/link/x"),
            await send(client, "/settings/forget", sure="yes"),
        ]
        for page in pages:
            assert page.headers["content-type"].startswith("text/html")
            assert "default-src 'self'" in page.headers["content-security-policy"]
            assert page.headers["cache-control"] == "no-store"
            assert Fields(page.text).forbidden == []


@in_loop
async def test_addresses_are_below_the_root(tmp_path: Path) -> None:
    async with house(tmp_path, ServerOptions(root_path="/cards")) as here:
        client = here.client(root_path="/cards")
        await client.post("/cards/tables", json={"seats": 2})
        page = await look_at(client, "/cards/settings")
        assert all(form.startswith("/cards/settings") for form in Fields(page.text).forms)
        answer = await send(client, "/cards/settings", cards="large")
        assert answer.headers["location"] == "/cards/settings?saved=look"
        assert "Path=/cards" in answer.headers["set-cookie"]
        assert f"http://{HOST}/cards/link/" in (await send(client, "/cards/settings/link")).text


# How the pages are to be


@in_loop
async def test_what_was_chosen_is_kept_by_the_browser(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        before = Fields((await look_at(client, "/settings")).text).chosen
        usual = {"language": "en", "cards": "normal", "colours": "four", "speed": "normal"}
        assert before == usual
        wish = usual | {"cards": "large", "colours": "two", "speed": "at_once", "sound": "on"}
        answer = await send(client, "/settings", **wish)
        assert (answer.status_code, answer.headers["location"]) == (303, "/settings?saved=look")
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith(f"{looks.COOKIE}=")
        for part in ("HttpOnly", "SameSite=lax", "Path=/", f"Max-Age={looks.COOKIE_LIFE}"):
            assert part in cookie
        assert "Secure" not in cookie
        page = await look_at(client, "/settings?saved=look")
        assert Fields(page.text).chosen == wish
        assert 'role="status"' in page.text
        assert '<html lang="en" dir="ltr" data-speed="at_once" data-colours="two"' in page.text
        assert "cards-large.svg#AS" in page.text
        await send(client, "/settings", **usual)
        assert Fields((await look_at(client, "/settings")).text).chosen == usual
        assert (await client.get("/me")).status_code == 401


@pytest.mark.parametrize("options", [ServerOptions(public_url="https://play.example")])
@in_loop
async def test_its_cookie_is_secure_behind_tls(tmp_path: Path, options: ServerOptions) -> None:
    async with house(tmp_path, options) as here:
        assert "Secure" in (await send(here.client(), "/settings")).headers["set-cookie"]


@in_loop
async def test_what_there_is_not_is_not_kept(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        wrong = {"language": "xx", "cards": '"><b>', "speed": "warp", "sound": "loud"}
        assert (await send(client, "/settings", **wrong)).status_code == 303
        page = await look_at(client, "/settings?saved=<b>")
        assert '<html lang="en" dir="ltr" data-speed="normal" data-colours="four"' in page.text
        assert "<b>" not in page.text
        assert 'role="status"' not in page.text


def test_every_pace_that_there_is_has_a_word() -> None:
    assert tuple(settings._SPEEDS) == looks.CHOICES["speed"]


@in_loop
async def test_a_language_is_called_what_it_calls_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for where in (settings, looks):
        monkeypatch.setattr(where, "languages", lambda: ("en", "ar", "pt_BR"))
    async with house(tmp_path) as here:
        client = here.client()
        await send(client, "/settings", language="ar")
        page = (await look_at(client, "/settings")).text
        assert '<html lang="ar" dir="rtl"' in page
        assert re.search('<option value="ar" lang="ar" dir="rtl" selected>العربية</option>', page)
        assert '<option value="pt_BR" lang="pt-BR" dir="ltr">português (Brasil)</option>' in page


# Back to where one came from


@in_loop
async def test_back_to_the_table_that_one_came_from(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client, ann = await seated(here)
        page = await look_at(client, f"/settings?from={ann.path}")
        assert f'href="{ann.path}"' in page.text
        chosen = Fields(page.text).chosen
        assert chosen["from"] == ann.path
        answer = await send(client, "/settings", **chosen)
        assert (answer.status_code, answer.headers["location"]) == (303, ann.path)
        answer = await send(client, f"/settings?from={ann.path}")
        assert answer.headers["location"] == ann.path


ELSEWHERE = [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "/tables//evil.example",
    "/..//evil.example",
    "/./x",
    "/tables/..",
    "/tables/x\r\nSet-Cookie: a=b",
    "/tables/x\n",
    "/\t/evil.example",
    "/@evil.example",
    "tables/x",
    "/tables/é",
    "/" + "x" * 300,
    "",
    "/",
    "#x",
]


@pytest.mark.parametrize("path", ELSEWHERE)
@in_loop
async def test_no_form_leads_elsewhere(tmp_path: Path, path: str) -> None:
    assert local_path(path) is None
    async with house(tmp_path) as here:
        answer = await send(here.client(), "/settings", **{"from": path})
        assert answer.headers["location"] == "/settings?saved=look"


@pytest.mark.parametrize(
    "path", ["/tables/K7QM2", "/matches/a-b_c?seat=2&deal=3", "/rules?table=x#limit", "/a/...b"]
)
def test_paths_of_this_server(path: str) -> None:
    assert local_path(path) == path


# Where it comes from


@pytest.mark.parametrize("path", POSTS)
@in_loop
async def test_no_page_of_another_site_sends_a_form(tmp_path: Path, path: str) -> None:
    async with house(tmp_path) as here:
        client, ann = await seated(here, name="Ann")
        other, _ = await seated(here, name="Eve")
        form = {"cards": "large", "name": "Eve", "sure": "yes", "code": await code_of(other)}
        for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
            answer = await client.post(path, data=form, headers={**PAGE, **headers})
            assert answer.status_code == 403
            assert "set-cookie" not in answer.headers
        me = (await client.get("/me")).json()
        assert (me["name"], me["seats"][0]["table"]) == ("Ann", ann.table)


def test_the_forms_that_are_meant() -> None:
    assert len(POSTS) == 6


@pytest.mark.parametrize("path", ["/settings/name", "/settings/link", "/settings/feed"])
@in_loop
async def test_what_is_for_those_who_sat_somewhere(tmp_path: Path, path: str) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        await look_at(client, "/settings")
        page = await send(client, path, name="Ann")
        assert page.status_code == 403
        assert "after your first seat" in page.text
        assert 'role="alert"' in page.text
        assert (await client.get("/me")).status_code == 401


# The name


@in_loop
async def test_another_name_at_tables_to_come(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client, ann = await seated(here, name="Ann")
        answer = await send(client, "/settings/name", name="  Bea   Q ")
        assert (answer.status_code, answer.headers["location"]) == (
            303,
            "/settings?saved=name#name",
        )
        page = await look_at(client, "/settings?saved=name")
        assert 'value="Bea Q"' in page.text
        assert 'role="status"' in page.text
        later = await sit(client)
        assert (await view(client, ann))["seats"][0]["name"] == "Ann"
        assert (await view(client, later))["seats"][0]["name"] == "Bea Q"


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "\u202e", "<i>" * 20])
@in_loop
async def test_a_name_that_cannot_be_is_shown_again_with_the_reason(
    tmp_path: Path, name: str
) -> None:
    async with house(tmp_path) as here:
        client, _ = await seated(here, name="Ann")
        page = await send(client, "/settings/name", name=name)
        assert page.status_code == 422
        assert "A name has 1 to 40 characters" in page.text
        assert "<i>" not in page.text
        assert (await client.get("/me")).json()["name"] == "Ann"


# Another device


@in_loop
async def test_a_code_makes_another_device_ones_own(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client, ann = await seated(here, name="Ann")
        page = await send(client, "/settings/link")
        assert 'class="qr"' in page.text
        assert "for 10 minutes" in page.text
        found = CODE.search(page.text)
        assert found
        phone = here.client(FAR)
        asked = await look_at(phone, f"/link/{found[1]}")
        assert asked.status_code == 200
        assert "Ann" in asked.text
        assert "warning" not in asked.text
        assert (await phone.get("/me")).status_code == 401
        again = await look_at(phone, f"/link/{found[1]}")
        assert Fields(again.text).forms == ["/link"]
        answer = await send(phone, "/link", **Fields(again.text).chosen)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert (await phone.get("/me")).json()["seats"][0]["table"] == ann.table
        assert (await client.get("/me")).json()["seats"][0]["table"] == ann.table


@in_loop
async def test_a_device_of_somebody_else_is_warned(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client, _ = await seated(here, name="Ann")
        phone, bobs = await seated(here, name="Bob <b>")
        code = await code_of(client)
        page = await look_at(phone, f"/link/{code}")
        assert "warning" in page.text
        assert "here it is known as Bob &lt;b&gt;" in page.text
        assert "sits at 1 table " in page.text
        await send(phone, "/link", code=code)
        assert (await phone.get("/me")).json()["name"] == "Ann"
        assert (await phone.get(bobs.path)).json()["view"]["you"] is None


@in_loop
async def test_ones_own_device_is_told_and_the_code_stays_good(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client, _ = await seated(here, name="Ann")
        code = await code_of(client)
        page = await look_at(client, f"/link/{code}")
        assert "yours already" in page.text
        assert Fields(page.text).forms == []
        phone = here.client()
        await look_at(phone, f"/link/{code}")
        assert (await send(phone, "/link", code=code)).status_code == 303


@in_loop
async def test_a_code_that_opens_nothing_has_a_page_that_says_what_to_do(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client, ann = await seated(here, name="Ann")
        used, late = await code_of(client), await code_of(client)
        phone = here.client()
        await look_at(phone, f"/link/{used}")
        await send(phone, "/link", code=used)
        here.clock.ahead += 10 * 60 * 1000
        stranger = here.client()
        await look_at(stranger, "/settings")
        cookie = client.cookies[COOKIE].partition(".")[0]
        for code in (used, late, "x", "x" * 3000, ann.token, cookie, "%00", "%C3%A9"):
            for page in (
                await look_at(stranger, f"/link/{code}"),
                await send(stranger, "/link", code=code),
            ):
                assert page.status_code == 404, code
                assert "make a new code" in page.text
                assert "set-cookie" not in page.headers
        assert (await send(stranger, "/link")).status_code == 404
        assert (await stranger.get("/me")).status_code == 401


@in_loop
async def test_a_double_click_uses_a_code_once_and_gets_in(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client, _ = await seated(here, name="Ann")
        code = await code_of(client)
        phone = here.client()
        await look_at(phone, f"/link/{code}")
        cookie = {"Cookie": f"{COOKIE}={phone.cookies[COOKIE]}"}
        clicks = [
            here.client().post("/link", data={"code": code}, headers={**PAGE, **cookie})
            for _ in range(3)
        ]
        answers = await asyncio.gather(*clicks)
        assert [answer.status_code for answer in answers] == [303] * 3
        assert len({answer.headers["set-cookie"] for answer in answers}) == 1


@in_loop
async def test_of_many_browsers_one_gets_in(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client, _ = await seated(here)
        code = await code_of(client)
        phones = [here.client() for _ in range(6)]
        for phone in phones:
            await look_at(phone, f"/link/{code}")
        answers = await asyncio.gather(*[send(phone, "/link", code=code) for phone in phones])
        assert sorted(answer.status_code for answer in answers) == [303] + [404] * 5


@in_loop
async def test_a_browser_without_cookies_does_not_use_the_code_up(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client, _ = await seated(here)
        code = await code_of(client)
        page = await send(here.client(), "/link", code=code)
        assert page.status_code == 403
        assert "allow cookies" in page.text
        assert (await look_at(here.client(), f"/link/{code}")).status_code == 200


@in_loop
async def test_codes_are_not_guessed(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        for method in ("GET", "POST"):
            stranger = here.client((f"203.0.113.{len(method)}", 1))
            await look_at(stranger, "/settings")
            statuses = []
            for guess in range(32):
                if method == "GET":
                    answer = await look_at(stranger, f"/link/{guess}")
                else:
                    answer = await send(stranger, "/link", code=str(guess))
                statuses.append(answer.status_code)
            assert statuses == [404] * 30 + [429] * 2


# Who can reach the server


@in_loop
async def test_where_only_this_machine_reaches_the_server_it_says_so(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        client.base_url = httpx.URL("http://127.0.0.1:8321")
        await sit(client)
        headers = {**PAGE, "Origin": "http://127.0.0.1:8321"}
        page = await look_at(client, "/settings")
        assert "Only this machine can reach this server now" in page.text
        assert Fields(page.text).chosen["back"] == "/settings#devices"
        assert "/network" in Fields(page.text).forms
        made = await client.post("/settings/link", headers=headers)
        assert "Only this machine can reach this server now" in made.text
        assert 'class="qr"' not in made.text
        assert "http://127.0.0.1:8321/link/" in made.text


@in_loop
async def test_where_nobody_may_let_others_in_it_does_not_offer_to(tmp_path: Path) -> None:
    async with house(tmp_path, ServerOptions(proxies="127.0.0.1")) as here:
        client = here.client()
        client.base_url = httpx.URL("http://localhost:8321")
        await sit(client)
        page = await look_at(client, "/settings")
        assert "Other devices cannot reach this server now" in page.text
        assert "/network" not in Fields(page.text).forms


@in_loop
async def test_a_link_has_an_address_that_the_network_reaches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def near(_doors: object) -> list[str]:
        return ["http://192.0.2.5:8321", "http://[2001:db8::5]:8321"]

    monkeypatch.setattr("cutthroat.web.doors.Doors.own_addresses", near)
    async with house(tmp_path, ServerOptions(host="0.0.0.0")) as here:
        client = here.client()
        client.base_url = httpx.URL("http://127.0.0.1:8321")
        await sit(client)
        assert "cannot reach" not in (await look_at(client, "/settings")).text
        headers = {**PAGE, "Origin": "http://127.0.0.1:8321"}
        page = (await client.post("/settings/link", headers=headers)).text
        assert page.index("http://192.0.2.5:8321/link/") < page.index("http://[2001:db8::5]:8321/")
        assert "http://127.0.0.1" not in page
        assert 'class="qr"' in page


@pytest.mark.parametrize(
    ("back", "where"), [("/settings#devices", "/settings#devices"), ("//evil.example", "/")]
)
@in_loop
async def test_letting_the_network_in_leads_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, back: str, where: str
) -> None:
    async def opened(_doors: object) -> list[str]:
        return []

    monkeypatch.setattr("cutthroat.web.doors.Doors.let_in", opened)
    async with house(tmp_path) as here:
        client = here.client()
        client.base_url = httpx.URL("http://127.0.0.1:8321")
        headers = {**PAGE, "Origin": "http://127.0.0.1:8321"}
        answer = await client.post("/network", data={"back": back}, headers=headers)
        assert (answer.status_code, answer.headers["location"]) == (303, where)


# The feed


@in_loop
async def test_a_feed_is_made_and_can_be_read(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client, _ = await seated(here)
        page = (await send(client, "/settings/feed")).text
        found = re.search(rf"http://{HOST}(/feeds/[A-Za-z0-9_-]+)", page)
        assert found
        feed = await here.client().get(found[1])
        assert feed.headers["content-type"].startswith("application/atom+xml")


# The way out


@in_loop
async def test_nothing_is_deleted_without_the_second_step(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        client, _ = await seated(here, name="Ann")
        page = await send(client, "/settings/forget")
        assert page.status_code == 422
        assert 'role="alert"' in page.text
        assert (await client.get("/me")).json()["name"] == "Ann"
        assert 'name="sure" value="yes" required' in (await look_at(client, "/settings")).text


@in_loop
async def test_all_is_deleted_and_the_browser_forgets(tmp_path: Path) -> None:
    name = "Anneliese-Quux"
    async with house(tmp_path) as here:
        client, ann = await seated(here, seats=3, name=name)
        bob = here.client()
        await join(bob, ann.table, name="Bob")
        code = await code_of(client)
        await send(client, "/settings", cards="large")
        old = {"Cookie": f"{COOKIE}={client.cookies[COOKIE]}"}
        page = await send(client, "/settings/forget", sure="yes")
        assert page.status_code == 200
        assert "Your data are deleted" in page.text
        gone = page.headers.get_list("set-cookie")
        assert {one.partition("=")[0] for one in gone} == {COOKIE, looks.COOKIE}
        assert all("Max-Age=0" in one and "Path=/" in one for one in gone)
        assert not client.cookies
        assert (await here.client().get("/me", headers=old)).status_code == 401
        assert (await look_at(here.client(), f"/link/{code}")).status_code == 404
        assert name not in (await bob.get(ann.path)).text
        again = await here.client().post(
            "/settings/forget", data={"sure": "yes"}, headers={**PAGE, **old}
        )
        assert again.status_code == 200
    kept = files(tmp_path)
    assert b"Bob" in kept
    assert name.encode() not in kept
