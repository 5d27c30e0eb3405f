"""A sheet that is followed: what changes in its page, as it changes."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from cutthroat.i18n.catalogue import use
from cutthroat.service.tables.errors import Refused
from cutthroat.service.tables.ports import StoreUnavailable
from cutthroat.web.limits import ALL_STREAMS, STREAMS, STREAMS_OF_ADDRESS
from cutthroat.web.pages.page import Visit
from cutthroat.web.pages.score.finding import Reading, reading
from cutthroat.web.streams import RETRY

_QUIET: Final = 15.0
"""Seconds of nothing new after which the stream says that it is still there."""
_STALLED: Final = 30.0
"""Seconds after which a reader who takes nothing is given up."""
_BEAT: Final = b"event: beat\ndata: .\n\n"
"""No comment, for scripts hear none, and would take a dead line for a quiet one."""


async def get_stream(visit: Visit) -> Response:
    """The changing part of the page, now and whenever it changes."""
    found = await reading(visit)
    if visit.request.method == "HEAD":
        return Response(media_type=SheetStream.media_type)
    return SheetStream(visit, found)


class SheetStream(Response):
    """A sheet as HTML, until the reader goes, the sheet is deleted or the server stops."""

    media_type = "text/event-stream"

    def __init__(self, visit: Visit, found: Reading) -> None:
        """Prepare a stream.

        Raises Denied if the reader, or its address, has too many.
        """
        super().__init__()
        del self.headers["content-length"]
        self.headers["X-Accel-Buffering"] = "no"
        self._kept = found.kept
        self._is_owner = found.is_owner
        self._language = visit.look.language
        self._showing = visit.kit.pads.of(found.kept, visit.kit.studio)
        self._limits = visit.site.limits
        self._bounds = _bounds(visit, found)
        self._limits.open_stream(*self._bounds)

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """Send what there is and what comes."""
        telling = asyncio.create_task(self._tell(send))
        gone = asyncio.create_task(_until_gone(receive))
        try:
            await asyncio.wait((telling, gone), return_when=asyncio.FIRST_COMPLETED)
            if telling.done():
                await telling
        except OSError:
            pass
        finally:
            for task in (telling, gone):
                task.cancel()
            self._limits.close_stream(*self._bounds)

    async def _tell(self, send: Send) -> None:
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        await send(start)
        await _send(send, b"retry: %d\n\n" % RETRY)
        had = 0
        while not self._kept.ended:
            try:
                is_new = await self._kept.news(had, _QUIET)
            except Refused:
                break
            except StoreUnavailable:
                await asyncio.sleep(1)
                continue
            if is_new:
                had = self._kept.sheet.version
                await _send(send, self._frame(had))
            elif not self._kept.ended:
                await _send(send, _BEAT)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _frame(self, version: int) -> bytes:
        use([self._language])
        html = self._showing.frame(self._language, is_owner=self._is_owner)
        data = html.replace("\n", "\ndata: ")
        return f"id: {version}\nevent: sheet\ndata: {data}\n\n".encode()


def _bounds(visit: Visit, found: Reading) -> list[tuple[str, int]]:
    """What the stream is counted as, and how many of each there may be."""
    site, request = visit.site, visit.request
    bounds = [("all", ALL_STREAMS)]
    if found.person is not None:
        bounds.append((f"sheet {found.person}", STREAMS))
    if not site.is_local(request):
        bounds.append((f"all from {site.address(request)}", STREAMS_OF_ADDRESS))
    return bounds


async def _send(send: Send, data: bytes) -> None:
    """Send something, to a reader who takes it.

    Raises TimeoutError, which is an OSError, for one who does not.
    """
    async with asyncio.timeout(_STALLED):
        await send({"type": "http.response.body", "body": data, "more_body": True})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
