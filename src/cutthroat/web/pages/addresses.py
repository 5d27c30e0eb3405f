"""Every page: one table, from which the routes are made."""

from __future__ import annotations

from typing import Final

from cutthroat.web.pages import (
    devices,
    forms,
    home,
    learning,
    mine,
    network,
    replay,
    rulespage,
    settings,
    table,
    upload,
    verify,
)
from cutthroat.web.pages.page import Page
from cutthroat.web.pages.score import begin, keeping, lines, looking, setup, stream

PAGES: Final = (
    Page("GET", "/tables/{table}", table.get_table),
    Page("GET", "/tables/{table}/stream", table.get_stream),
    Page("POST", "/tables/{table}/forms/{form}", forms.post_form),
    Page("GET", "/", home.get_home),
    Page("POST", "/play-now", home.post_play_now),
    Page("GET", "/play-now", home.get_back),
    Page("GET", "/network", home.get_back),
    Page("GET", "/link", home.get_back),
    Page("GET", "/new", home.get_new),
    Page("POST", "/new", home.post_new),
    Page("GET", "/open", home.get_open),
    Page("POST", "/network", network.post_network),
    Page("GET", "/learn", learning.get_learn),
    Page("GET", "/learn/deal", learning.get_lesson),
    Page("GET", "/rules", rulespage.get_rules),
    # What ends in `.smear` comes first: the shorter addresses would take it too.
    Page("GET", "/matches/{match}.smear", replay.get_match_text),
    Page("GET", "/matches/{match}", replay.get_match),
    Page("GET", "/matches/{match}/verify", verify.get_verify),
    Page("GET", "/replay", upload.get_upload),
    Page("POST", "/replay", upload.post_upload, upload.FORM_LIMIT),
    Page("GET", "/records/{record}.smear", replay.get_record_text),
    Page("GET", "/records/{record}", replay.get_record),
    Page("GET", "/mine", mine.get_mine),
    Page("GET", "/mine/export.zip", mine.get_export),
    Page("GET", "/settings", settings.get_settings),
    Page("POST", "/settings", settings.post_settings),
    Page("POST", "/settings/name", settings.post_name),
    Page("POST", "/settings/feed", settings.post_feed),
    Page("POST", "/settings/forget", settings.post_forget),
    Page("POST", "/settings/link", devices.post_code),
    Page("GET", "/link/{code}", devices.get_link),
    Page("GET", "/score", begin.get_score),
    Page("POST", "/score", begin.post_score),
    Page("POST", "/score/import", begin.post_import, upload.FORM_LIMIT),
    Page("GET", "/score/import", home.get_back),
    Page("GET", "/score/{sheet}.smear", looking.get_record),
    Page("GET", "/score/{sheet}", keeping.get_sheet),
    Page("POST", "/score/{sheet}", keeping.post_line),
    Page("GET", "/score/{sheet}/stream", stream.get_stream),
    Page("POST", "/score/{sheet}/undo", keeping.post_undo),
    Page("POST", "/score/{sheet}/redo", keeping.post_redo),
    Page("GET", "/score/{sheet}/lines/{line}", lines.get_line),
    Page("POST", "/score/{sheet}/lines/{line}", lines.post_line),
    Page("GET", "/score/{sheet}/lines/{line}/before", lines.get_before),
    Page("POST", "/score/{sheet}/lines/{line}/before", lines.post_before),
    Page("GET", "/score/{sheet}/setup", setup.get_setup),
    Page("POST", "/score/{sheet}/setup", setup.post_setup),
    Page("GET", "/score/{sheet}/history", looking.get_history),
    Page("GET", "/score/{sheet}/statistics", looking.get_statistics),
    Page("GET", "/score/{sheet}/print", looking.get_print),
    Page("POST", "/link", devices.post_link),
)
"""For people in a browser. `web.api` has those for programs; some addresses are both."""
