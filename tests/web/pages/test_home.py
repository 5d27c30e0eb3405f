"""The first page and what begins from it."""

from __future__ import annotations

from pathlib import Path

from cutthroat.service.tables.happenings import Machine
from tests.kit.databases import in_loop
from tests.web.house import house
from tests.web.pages.visitor import HTML, SENT, Page, Visitor, visitor_at_work


@in_loop
async def test_what_is_wrong_in_the_form_for_a_table_is_told_in_the_form(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        visitor = Visitor(made.client())
        await visitor.look("/new")
        wishes = {"seats": "2", "bots": "1", "clock": "60", "name": "Ada", "option-high": "ace"}
        for wrong, said in (
            ({"option-target": "3"}, "target"),
            ({"name": "a\u202eb"}, "1 to 40"),
            ({"bots": "2"}, "2 bots do not fit"),
        ):
            answer = await visitor.send("/new", **(wishes | wrong))
            page = Page(answer)
            assert answer.status_code == 422
            assert said in page.root.one(id="wrong").text
            kept = wishes | wrong
            assert page.root.one("input", id="name")["value"] == kept["name"]
            chosen = [one for one in page.root.all("option") if "selected" in one.attrs]
            told = {one.attrs.get("value", one.text) for one in chosen}
            assert {kept["bots"], "60", "ace"} <= told
            seats = [x for x in page.root.all("input", name="seats") if "checked" in x.attrs]
            assert [one["value"] for one in seats] == ["2"]
        again = await visitor.send("/play-now")
        assert again.status_code == 303, "a name that was refused was kept"


@in_loop
async def test_bots_play_as_well_as_was_wished(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        visitor = Visitor(made.client())
        form = await visitor.look("/new")
        levels = [one["value"] for one in form.root.one("select", id="level").all("option")]
        assert levels == ["easy", "medium", "hard", "expert"]
        (chosen,) = [
            x for x in form.root.one("select", id="level").all("option") if "selected" in x.attrs
        ]
        assert chosen["value"] == "hard"
        for level in levels:
            page = await visitor.new_table(seats="2", bots="1", level=level)
            table = await made.site.hall.find(page.answer.url.path.split("/")[2])
            assert [seat.level for seat in table.state.seats if isinstance(seat, Machine)] == [
                level
            ]
        answer = await visitor.send("/new", seats="2", bots="1", level="grand master")
        assert answer.status_code == 422
        assert "grand master" in answer.text


@in_loop
async def test_who_leaves_a_table_that_nobody_may_watch_is_told_so(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        visitor, page = await visitor_at_work(made.client())
        path = str(page.answer.url.path)
        private = await visitor.new_table(seats="2", bots="1", hints="on")
        path = str(private.answer.url.path)
        answer = await visitor.send(f"{path}/forms/leave")
        assert answer.status_code == 303
        home = await visitor.look(answer.headers["location"])
        assert home.status == 200
        assert "You have left the table." in home.root.one("main").text


@in_loop
async def test_scripts_hear_where_to_go_after_leaving(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        visitor, page = await visitor_at_work(made.client(), seats="3", bots="2")
        path = str(page.answer.url.path)
        told = await visitor.send(
            f"{path}/forms/react", reaction="hello", accept="application/json"
        )
        assert told.json()["where"] == ""
        told = await visitor.send(f"{path}/forms/concede", accept="application/json")
        assert told.json()["where"] == "/?left=yes"


@in_loop
async def test_a_page_without_scripts_does_not_look_again_while_something_is_filled_in(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as made:
        founder = Visitor(made.client())
        table = await founder.new_table(seats="2", bots="0", spectators="on")
        path = str(table.answer.url.path)
        assert 'http-equiv="refresh" content="10"' in table.answer.text
        guest = await Visitor(made.client()).look(path)
        assert 'http-equiv="refresh"' not in guest.answer.text


@in_loop
async def test_addresses_that_take_forms_lead_back_when_looked_at(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        client = made.client()
        for path in ("/play-now", "/network", "/link"):
            answer = await client.get(path, headers=HTML)
            assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert (await client.post("/open", headers=SENT)).status_code == 405


@in_loop
async def test_looking_back_at_a_trick_offers_nothing_to_play(tmp_path: Path) -> None:
    """Elsewhere a click on an earlier trick played a real card."""
    async with house(tmp_path) as made:
        visitor, page = await visitor_at_work(made.client())
        path = str(page.answer.url.path)
        page = await visitor.my_turn(path)
        while not page.root.all("details", id="last-trick"):
            page = await visitor.step(page)
        past = page.root.one("details", id="last-trick")
        assert len(past.all("svg")) == 2
        assert past.all("button") == past.all("input") == past.all("a") == []
        assert past.within("form") is None
