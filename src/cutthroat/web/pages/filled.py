"""What was filled in: the fields and files of a form, as browsers send them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qsl

from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException
from starlette.requests import Request
from starlette.types import Message

from cutthroat.web.problems import Denied, WebReason

_MOST: Final = 60
"""Fields of a form; the largest of ours has a third."""


def fields_of(body: bytes) -> Mapping[str, str]:
    """The fields of a usual form; of those of one name the last counts.

    Raises Denied for what is no form.
    """
    try:
        pairs = parse_qsl(
            body.decode("ascii"),
            keep_blank_values=True,
            encoding="utf-8",
            errors="strict",
            max_num_fields=_MOST,
        )
    except ValueError as error:
        raise Denied(WebReason.BAD_FIELD, detail=str(error)) from None
    return dict(pairs)


async def uploaded(request: Request, body: bytes) -> tuple[Mapping[str, str], Mapping[str, bytes]]:
    """The fields and the files of a form with files.

    Raises Denied for what is no form.
    """

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    fields: dict[str, str] = {}
    files: dict[str, bytes] = {}
    try:
        whole = Request(request.scope, receive)
        async with whole.form(max_files=2, max_fields=_MOST, max_part_size=len(body)) as form:
            for name, value in form.multi_items():
                if isinstance(value, UploadFile):
                    files[name] = await value.read()
                else:
                    fields[name] = value
    except (MultiPartException, UnicodeError) as error:
        raise Denied(WebReason.BAD_FIELD, detail=str(error)) from None
    return fields, files
