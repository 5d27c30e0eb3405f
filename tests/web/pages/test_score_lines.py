"""What stands on a sheet already: corrected, put in, taken away; history, statistics, paper."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cutthroat.record.read import read_matches
from cutthroat.scorepad.changes import Undone, Wanted
from cutthroat.scorepad.effects import Effect
from cutthroat.scorepad.entries import Entry, NextMatch, Stopped
from tests.kit.databases import in_loop
from tests.web.house import House, asked, house
from tests.web.pages.markup import flaws
from tests.web.pages.test_score import (
    SET,
    THREE,
    alerts,
    begun,
    button,
    enter,
    kept,
    line_texts,
    path_of,
    scores,
)
from tests.web.pages.visitor import Page, Visitor, fields_of

FOUR = {"bidder": "1", "bid": "4", "high": "1", "low": "1", "jack": "1", "game": "1"}


async def two_deals(here: House) -> tuple[Visitor, Page]:
    visitor, page = await begun(here)
    for deal in (THREE, SET):
        page = await enter(visitor, page, **deal)
    return visitor, page


# Correcting


@in_loop
async def test_the_form_has_what_the_line_says(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await two_deals(here)
        link = page.root.one("li", id="line-2").one("a")
        line = await visitor.look(link["href"])
        assert flaws(line.root) == []
        (form,) = [one for one in line.root.all("form") if "deal" in one.classes]
        filled = fields_of(form)
        assert {name: filled[name] for name in SET} == SET


@in_loop
async def test_a_correction_carries_through_and_tells_what_it_did(tmp_path: Path) -> None:
    """Items 39 and 40 of what went wrong elsewhere."""
    async with house(tmp_path) as here:
        visitor, page = await two_deals(here)
        page = await enter(visitor, page, **FOUR)
        assert "Ana wins the match" in page.root.one("h1").text
        path = path_of(page)
        line = await visitor.look(f"{path}/lines/3")
        page = await visitor.click(button(line, "Correct it"), bid="2", jack="2")
        assert path_of(page) == path
        (alert,) = alerts(page)
        assert alert.startswith("The winner has changed: it was Ana, now it is nobody.")
        assert "Ben deals" not in page.root.one("h1").text
        assert scores(page) == ["7", "−2", "1"]
        (former,) = page.root.one("li", id="line-3").all("s")
        assert former.text.startswith("Ana bid 4.")
        follower = await Visitor(here.client()).look(path)
        assert alerts(follower) == [alert]


@in_loop
async def test_a_line_that_no_longer_counts_is_marked_in_words(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await two_deals(here)
        line = await visitor.look(f"{path_of(page)}/lines/1")
        some = {**FOUR, "bid": "4"}
        page = await visitor.click(button(line, "Correct it"), **some)
        assert scores(page) == ["5", "−3", "1"], "nobody had a point when the cards were dealt"
        line = await visitor.look(f"{path_of(page)}/lines/2")
        page = await visitor.click(button(line, "Correct it"), **some)
        assert "Ana wins" in page.root.one("h1").text
        before = await visitor.look(f"{path_of(page)}/lines/2/before")
        page = await visitor.click(button(before, "Put it in"), **FOUR)
        assert any("Does not count: the match is over." in text for text in line_texts(page))
        assert any("does not count" in alert for alert in alerts(page))


@in_loop
async def test_a_forgotten_deal_is_put_in_and_a_line_taken_away(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await two_deals(here)
        path = path_of(page)
        line = await visitor.look(f"{path}/lines/2")
        (link,) = [one for one in line.root.all("a") if one["href"].endswith("/before")]
        before = await visitor.look(link["href"])
        assert flaws(before.root) == []
        unlikely = await visitor.click(button(before, "Put it in"), **{**THREE, "game": "nobody"})
        assert unlikely.status == 409
        assert "were the most card points tied (R8)" in alerts(unlikely)[0]
        page = await visitor.click(button(unlikely, "Put it in all the same"))
        assert scores(page) == ["1", "−3", "1"]
        assert [text[:6] for text in line_texts(page)] == ["Deal 3", "Deal 2", "Deal 1"]
        line = await visitor.look(f"{path}/lines/2")
        page = await visitor.click(button(line, "Take this line away"))
        assert scores(page) == ["4", "−3", "1"]
        assert "Line 2 taken away" in alerts(page)[0]


@in_loop
async def test_game_can_be_counted_for_a_line_that_stands(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await two_deals(here)
        for place in ("lines/1", "lines/1/before"):
            line = await visitor.look(f"{path_of(page)}/{place}")
            counted = await visitor.click(
                button(line, "Give Game by this count"), bidder="1", **{"card-TS": "2"}
            )
            checked = [x for x in counted.root.all("input", name="game") if "checked" in x.attrs]
            assert [one["value"] for one in checked] == ["2"]


@in_loop
async def test_the_end_and_another_match_can_be_corrected(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await two_deals(here)
        page = await visitor.click(button(page, "End it without a winner"), reason="late")
        page = await visitor.click(button(page, "Begin another match"))
        path = path_of(page)
        line = await visitor.look(f"{path}/lines/3")
        stop = line.root.one("button", value="stop")
        page = await visitor.click(stop, reason="very late")
        assert any("very late" in text for text in line_texts(page))
        line = await visitor.look(f"{path}/lines/4")
        again = line.root.one("button", value="next")
        page = await visitor.click(again, dealer="1")
        assert page.root.one("h1").text == "Ana deals next."
        assert not flaws(page.root)


ENDS: dict[Entry, tuple[str, dict[str, str]]] = {
    Stopped("Cleo left"): ("It ended without a winner", {"do": "stop", "reason": "Cleo left"}),
    NextMatch(1): ("Another match began", {"do": "next", "dealer": "1"}),
}


@pytest.mark.parametrize("entry", ENDS)
@pytest.mark.parametrize("place", ["lines/2", "lines/2/before"])
@in_loop
async def test_an_end_and_another_match_can_have_been_forgotten(
    tmp_path: Path, place: str, entry: Entry
) -> None:
    """Both put in before a line, and in the place of one that was written for it."""
    words, fields = ENDS[entry]
    async with house(tmp_path) as here:
        visitor, page = await two_deals(here)
        form = await visitor.look(f"{path_of(page)}/{place}")
        (details,) = [one for one in form.main.all("details") if one.get("id") != "counter"]
        assert "open" not in details.attrs
        if isinstance(entry, Stopped):
            empty = await visitor.click(button(form, words), reason=" ")
            assert alerts(empty)[0].startswith("Say why the match ends")
            (details,) = [one for one in empty.main.all("details") if one.get("id") != "counter"]
            assert "open" in details.attrs
            assert flaws(empty.root) == []
        page = await visitor.click(button(form, words), **fields)
        entries = (await kept(here, page)).sheet.entries
        assert entries[1] == entry
        assert len(entries) == (3 if place.endswith("before") else 2)
        line = await visitor.look(f"{path_of(page)}/lines/2")
        assert line.root.one("button", value=fields["do"]).text == words
        (details,) = [one for one in line.main.all("details") if one.get("id") != "counter"]
        assert "open" in details.attrs, "it is what the line says"


@pytest.mark.parametrize("place", ["lines/2", "lines/2/before"])
@pytest.mark.parametrize("do", ["enter", "count", "remove", "stop"])
@in_loop
async def test_a_line_that_is_gone_leads_back_to_the_sheet(
    tmp_path: Path, place: str, do: str
) -> None:
    async with house(tmp_path) as here:
        visitor, page = await two_deals(here)
        path = path_of(page)
        await visitor.click(button(page, "Undo"))
        for lost in (
            await visitor.look(f"{path}/{place}"),
            Page(await visitor.send(f"{path}/{place}", do=do, at="3", reason="late", **THREE)),
        ):
            assert lost.status == 404
            assert alerts(lost) == ["There is no line 2 on the sheet; it has 1."]
            assert [one["href"] for one in lost.main.all("a")] == [path]
            assert flaws(lost.root) == []


@in_loop
async def test_a_line_that_goes_while_it_is_corrected_leads_back_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as here:
        visitor, page = await two_deals(here)
        line = await visitor.look(f"{path_of(page)}/lines/2")
        sheet = await kept(here, page)
        change = sheet.change

        async def late(edit: Wanted, **others: Any) -> Effect | None:
            await change(Undone(), by=sheet.owner, at=None)
            return await change(edit, **others)

        monkeypatch.setattr(sheet, "change", late)
        lost = await visitor.click(button(line, "Correct it"), bid="2")
        assert lost.status == 404
        assert alerts(lost) == ["There is no line 2 on the sheet; it has 1."]


@in_loop
async def test_a_correction_that_changes_nothing_is_not_made(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await two_deals(here)
        for place in ("lines/1", "setup"):
            form = await visitor.look(f"{path_of(page)}/{place}")
            same = await visitor.click(button(form, "Correct it"))
            assert same.status == 422
            assert alerts(same) == ["That is what the sheet says already."]
        assert len((await kept(here, page)).sheet.log) == 3


@in_loop
async def test_the_end_of_a_match_is_told_once(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await two_deals(here)
        page = await visitor.click(button(page, "End it without a winner"), reason="it is late")
        assert page.root.one("section", id="now").text.count("it is late") == 1


@pytest.mark.parametrize("line", ["0", "3", "x", "-1", "01"])
@in_loop
async def test_there_is_no_such_line(tmp_path: Path, line: str) -> None:
    async with house(tmp_path) as here:
        visitor, page = await two_deals(here)
        for place in (f"lines/{line}", f"lines/{line}/before"):
            for answer in (
                await visitor.look(f"{path_of(page)}/{place}"),
                Page(await visitor.send(f"{path_of(page)}/{place}", **THREE)),
            ):
                assert answer.status == 404
                assert f"there is no line {line}" in answer.main.text.lower()


@in_loop
async def test_a_correction_that_is_behind_is_refused_and_kept(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await two_deals(here)
        path = path_of(page)
        line = await visitor.look(f"{path}/lines/1")
        before = await visitor.look(f"{path}/lines/1/before")
        setup = await visitor.look(f"{path}/setup")
        await enter(visitor, page, **THREE)
        for late in (
            await visitor.click(button(line, "Correct it"), bid="2"),
            await visitor.click(button(before, "Put it in"), **THREE),
            await visitor.click(button(setup, "Correct it"), name1="Anna"),
        ):
            assert late.status == 409
            assert "meanwhile" in alerts(late)[0]
        assert late.root.one("input", id="name1")["value"] == "Anna"
        page = await visitor.click(button(late, "Correct it"))
        assert page.status == 200
        assert (await kept(here, page)).sheet.setup.names[0] == "Anna"


# Who plays and by which rules


@in_loop
async def test_names_rules_and_first_dealer_can_be_corrected(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await two_deals(here)
        setup = await visitor.look(f"{path_of(page)}/setup")
        assert flaws(setup.root) == []
        assert len(setup.root.all("input", name="name3")) == 1
        wrong = await visitor.click(button(setup, "Correct it"), name2="Ana")
        assert wrong.status == 422
        assert "two players" in wrong.root.one(id="wrong").text.lower()
        less = await visitor.click(button(setup, "Correct it"), name3="", dealer="1")
        assert less.status == 422
        fields = {"name2": "Benno", "dealer": "1", "option-high": "highest", "preset": "seed"}
        page = await visitor.click(button(setup, "Correct it"), **fields)
        now = (await kept(here, page)).sheet.setup
        assert (now.names, str(now.rules), now.dealer) == (
            ("Ana", "Benno", "Cleo"),
            "high=highest",
            1,
        )
        assert page.root.one("h1").text == "Cleo deals next."
        again = await visitor.look(f"{path_of(page)}/setup")
        (form,) = again.main.all("form")
        filled = fields_of(form)
        assert filled["preset"] == "seed"
        assert filled["option-high"] == "highest"


# What else there is to see


@in_loop
async def test_the_history_has_what_was_undone_too(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await two_deals(here)
        page = await visitor.click(button(page, "Undo"))
        page = await enter(visitor, page, **FOUR)
        line = await visitor.look(f"{path_of(page)}/lines/2")
        page = await visitor.click(button(line, "Correct it"), bid="2")
        history = await visitor.look(f"{path_of(page)}/history")
        assert flaws(history.root) == []
        lines = history.main.one("ol").all("li")
        assert len(lines) == 6
        struck = [bool(one.all("s")) for one in lines]
        assert struck == [False, False, False, True, False, False]
        assert "The winner has changed: it was Ana, now it is nobody." in lines[0].text
        assert all(one.all("time") for one in lines)
        assert lines[3].text.endswith("undone")


@in_loop
async def test_a_long_history_has_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutthroat.web.pages.score.looking.MOST", 2)
    async with house(tmp_path) as here:
        visitor, page = await two_deals(here)
        history = await visitor.look(f"{path_of(page)}/history")
        assert [one.text[-5:] for one in history.main.one("ol").all("li")] == ["Cleo.", " Ana."]
        (link,) = [one for one in history.main.all("a") if one.text == "Earlier changes"]
        earlier = await visitor.look(link["href"])
        (first,) = earlier.main.one("ol").all("li")
        assert "Begun." in first.text
        assert flaws(earlier.root) == []
        for last in ("x", "99999", "-1"):
            assert len((await visitor.look(f"{path_of(page)}/history?last={last}")).main.all("li"))


@in_loop
async def test_statistics_of_the_evening(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await two_deals(here)
        seen = await visitor.look(f"{path_of(page)}/statistics")
        assert flaws(seen.root) == []
        rows = {
            row.one("th").text: [cell.text for cell in row.all("td")]
            for row in seen.main.one("tbody").all("tr")
        }
        assert rows["Bids made"] == ["1 of 1", "0 of 1", "-"]
        assert rows["Bids of 3 made"] == ["1 of 1", "0 of 1", "-"]
        assert rows["High"] == ["1", "1", "0"]
        assert rows["Points scored in all"] == ["4", "−3", "1"]
        assert rows["Worst deal"] == ["1", "−3", "0"]


@in_loop
async def test_the_sheet_on_paper(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await two_deals(here)
        page = await enter(visitor, page, "misdeal")
        paper = await visitor.look(f"{path_of(page)}/print")
        assert flaws(paper.root) == []
        rows = [[cell.text for cell in row.all("td")] for row in paper.main.one("tbody").all("tr")]
        assert rows == [
            ["Ana 3", "Ana", "Ana", "-", "Ana", "made", "3", "0", "0"],
            ["Ben 3", "Ben", "Ana", "-", "Cleo", "set", "4", "−3", "1"],
            ["Misdeal.", "", "", ""],
        ]


# Records


@in_loop
async def test_export_and_import(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await two_deals(here)
        page = await visitor.click(button(page, "End it without a winner"), reason="late")
        answer = (await Visitor(here.client()).look(f"{path_of(page)}.smear")).answer
        assert answer.headers["content-type"].startswith("text/plain")
        assert answer.headers["content-disposition"].endswith('.smear"')
        file = tmp_path / "sheet.smear"
        file.write_bytes(answer.content)
        with file.open("rb") as stream:
            (record,) = read_matches(stream)
        assert record.header.value("Seat2") == "Ben"
        other = Visitor(here.client())
        await other.look("/score")
        for sent in (
            {"files": {"file": ("a.smear", answer.content)}},
            {"data": {"text": answer.text}},
        ):
            back = await other.client.post(
                "/score/import",
                headers={"Accept": "text/html", "Origin": "http://tables.example"},
                **sent,
            )
            assert back.status_code == 303, back.text
            again = await other.look(back.headers["location"])
            assert scores(again) == scores(page)
            assert (await kept(here, again)).sheet.entries == (await kept(here, page)).sheet.entries


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        ("", 422, "Choose a file"),
        ('[Game "Cutthroat Canadian Smear"]\nnonsense\n', 422, "Line 2:"),
        ("x" * 2_100_000, 413, "at most"),
    ],
)
@in_loop
async def test_what_cannot_be_imported_is_told_and_kept(
    tmp_path: Path, text: str, status: int, said: str
) -> None:
    async with house(tmp_path) as here:
        visitor = Visitor(here.client())
        await visitor.look("/score")
        answer = await visitor.send("/score/import", text=text)
        assert answer.status_code == status
        page = Page(answer)
        if status == 413 and "fault" not in answer.text:
            return
        assert said in page.root.one(id="fault").text
        assert page.root.one("textarea").text == " ".join(text.split())
        assert flaws(page.root) == []


@in_loop
async def test_matches_of_other_people_make_no_sheet(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        texts, visitor = [], Visitor(here.client())
        for name in ("Ben", "Bo"):
            visitor, page = await begun(here, name2=name)
            page = await enter(visitor, page, **THREE)
            page = await visitor.click(button(page, "End it without a winner"), reason="late")
            texts.append((await visitor.look(f"{path_of(page)}.smear")).answer.text)
        page = Page(await visitor.send("/score/import", text="".join(texts)))
        assert page.status == 422
        assert "other players or rules" in page.root.one(id="fault").text


# Following


@in_loop
async def test_the_stream_brings_the_part_that_changes(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await two_deals(here)
        status, headers, body = await asked(here.app, "GET", f"{path_of(page)}/stream?as=html")
        assert status == 200
        assert headers["content-type"].startswith("text/event-stream")
        frame = next(one for one in body.decode().split("\n\n") if one.startswith("id: "))
        assert frame.startswith("id: 3\nevent: sheet\ndata: ")
        assert "Ben deals next." in frame
        assert "/undo" not in frame, "a follower has no forms"
        assert here.site.limits.streams == 0
        head = await visitor.client.head(f"{path_of(page)}/stream")
        assert head.status_code == 200
