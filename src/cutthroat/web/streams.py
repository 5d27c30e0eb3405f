"""Server-sent events: a table as one reader sees it, until the reader goes."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from cutthroat.core.actions import Seat
from cutthroat.service.tables.hosting import HostedTable
from cutthroat.service.tables.ports import StoreUnavailable
from cutthroat.service.tables.readers import Frame, Reader
from cutthroat.web.limits import ALL_STREAMS, STREAMS, STREAMS_OF_ADDRESS
from cutthroat.web.site import Site

RETRY: Final = 1000
"""Milliseconds after which a browser comes back when the line breaks."""
_FIRST: Final = b"retry: %d\n\n" % RETRY


class EventStream(Response):
    """The answer to a request for a stream. It is counted from its first byte to its end.

    It tells views as JSON, with what happened; what tells otherwise has another `event`.
    """

    media_type = "text/event-stream"
    still_here = b": still here\n\n"
    """Said after a while of nothing: a proxy that hears nothing for long would close the line."""

    def __init__(
        self,
        site: Site,
        request: Request,
        table: HostedTable,
        seat: Seat | None,
        after: int | None,
    ) -> None:
        """Prepare a stream.

        after: the version that the reader has already.
        Raises Denied if the reader, or its address, has too many.
        """
        super().__init__()
        del self.headers["content-length"]
        self.headers["X-Accel-Buffering"] = "no"
        self._limits = site.limits
        self.table = table
        self.seat = seat
        self._after = after
        who = f"seat {table.state.table} {seat}" if seat else f"from {site.address(request)}"
        most = STREAMS if seat else STREAMS_OF_ADDRESS
        self._bounds = [(who, most), ("all", ALL_STREAMS)]
        if not site.is_local(request):
            self._bounds.append((f"all from {site.address(request)}", STREAMS_OF_ADDRESS))
        elif not seat:
            self._bounds[0] = (who, ALL_STREAMS)
        self._limits.open_stream(*self._bounds)

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """Send what there is and what comes, until the reader goes or may see no more."""
        reader = self.table.follow(self.seat, self._after)
        gone = asyncio.create_task(_until_gone(receive, reader))
        try:
            start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
            await send(start)
            await self._send_all(reader, send)
        except OSError:
            pass
        except asyncio.CancelledError:
            if not reader.stalled:
                raise
        finally:
            gone.cancel()
            self.table.unfollow(reader)
            self._limits.close_stream(*self._bounds)

    async def event(self, reader: Reader) -> bytes | None:
        """What a reader has not had yet, as soon as there is some; None for nothing new.

        Raises StoreUnavailable.
        """
        frame = await self.table.next_frame(reader)
        return None if frame is None else _event(frame)

    async def _send_all(self, reader: Reader, send: Send) -> None:
        await _send(reader, send, _FIRST)
        while not reader.dismissed:
            try:
                event = await self.event(reader)
            except StoreUnavailable:
                await asyncio.sleep(1)
                continue
            if event is not None:
                await _send(reader, send, event)
                self.table.caught_up(reader)
            elif not reader.dismissed:
                await _send(reader, send, self.still_here)
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _send(reader: Reader, send: Send, data: bytes) -> None:
    reader.sending_since = asyncio.get_running_loop().time()
    await send({"type": "http.response.body", "body": data, "more_body": True})
    reader.sending_since = None


async def _until_gone(receive: Receive, reader: Reader) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    reader.dismissed = True
    reader.wake()


def _event(frame: Frame) -> bytes:
    return b"id: %d\nevent: view\ndata: %s\n\n" % (frame.version, frame.data)
