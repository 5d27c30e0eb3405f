"""From what went wrong to an answer: a status, a reason for programs, a sentence for people."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import msgspec
from starlette.responses import Response

from cutthroat.core.errors import CutthroatError, IllegalAction, Reason
from cutthroat.i18n.reasons import reason_text
from cutthroat.scorepad.errors import SheetReason
from cutthroat.service.ports import ServeReason
from cutthroat.service.sheets.errors import DeskReason
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.ports import BotFailed, PersonGone, StoreUnavailable
from cutthroat.web.shapes import Problem


class WebReason(StrEnum):
    """Why a request is refused before any table hears of it."""

    NO_CREDENTIALS = "no_credentials"
    NO_COOKIE = "no_cookie"
    BAD_TOKEN = "bad_token"  # noqa: S105  # the name of a reason
    OTHER_TABLE = "other_table"
    NOT_SEATED = "not_seated"
    FOREIGN_ORIGIN = "foreign_origin"
    TOO_MANY = "too_many"
    TOO_LARGE = "too_large"
    TOO_SLOW = "too_slow"
    NOT_JSON = "not_json"
    BAD_FIELD = "bad_field"
    ONE_ACTION = "one_action"
    BAD_EVENT_ID = "bad_event_id"
    USED_LINK = "used_link"
    NO_SUCH_PAGE = "no_such_page"
    NO_SUCH_METHOD = "no_such_method"
    NO_SUCH_STEP = "no_such_step"
    NO_SUCH_RECORD = "no_such_record"
    NOT_IN_FILE = "not_in_file"
    NOT_FOR_YOU = "not_for_you"
    STORE_AWAY = "store_away"
    BOT_FAILED = "bot_failed"
    FAULT = "fault"


class Denied(CutthroatError):  # noqa: N818  # named after what is the case
    """A request that is refused by the web face itself.

    retry: seconds after which it may be tried again.
    """

    def __init__(self, reason: StrEnum, *, retry: int | None = None, **parameters: object) -> None:
        super().__init__(reason, **parameters)
        self.retry = retry


_STATUS: Final[dict[str, int]] = {
    WebReason.NO_CREDENTIALS: 401,
    WebReason.NO_COOKIE: 403,
    WebReason.BAD_TOKEN: 401,
    WebReason.OTHER_TABLE: 403,
    WebReason.NOT_SEATED: 403,
    WebReason.FOREIGN_ORIGIN: 403,
    WebReason.NOT_FOR_YOU: 403,
    WebReason.TOO_MANY: 429,
    WebReason.TOO_LARGE: 413,
    WebReason.TOO_SLOW: 408,
    WebReason.NOT_JSON: 400,
    WebReason.BAD_FIELD: 422,
    WebReason.ONE_ACTION: 422,
    WebReason.BAD_EVENT_ID: 400,
    WebReason.USED_LINK: 404,
    WebReason.NO_SUCH_PAGE: 404,
    WebReason.NO_SUCH_METHOD: 405,
    WebReason.NO_SUCH_STEP: 404,
    WebReason.NO_SUCH_RECORD: 404,
    WebReason.NOT_IN_FILE: 404,
    WebReason.STORE_AWAY: 503,
    WebReason.BOT_FAILED: 503,
    WebReason.FAULT: 500,
    TableReason.NO_SUCH_TABLE: 404,
    TableReason.NO_SUCH_MATCH: 404,
    DeskReason.NO_SUCH_SHEET: 404,
    DeskReason.NOT_YOUR_SHEET: 403,
    SheetReason.NO_SUCH_LINE: 404,
    TableReason.NO_HINTS: 403,
    TableReason.NO_SPECTATORS: 403,
    TableReason.NONCE_MISMATCH: 422,
    TableReason.BAD_NONCE: 422,
    TableReason.BAD_HASH: 422,
    TableReason.TWO_NONCES: 422,
    TableReason.BAD_NAME: 422,
    TableReason.BAD_CLOCK: 422,
    TableReason.BAD_ABSENT: 422,
    TableReason.TOO_MANY_BOTS: 422,
    TableReason.NO_SUCH_REACTION: 422,
    Reason.NO_SUCH_SEAT: 404,
    ServeReason.NETWORK_UNREACHABLE: 409,
    ServeReason.CANNOT_LISTEN: 409,
    Reason.NOT_YOUR_TURN: 409,
    Reason.MATCH_OVER: 409,
    Reason.NO_DEAL: 409,
}
"""Every other refusal of a table is a conflict with its state, every other of ours a bad field."""

_encode = msgspec.json.Encoder().encode


def request_id() -> str:
    """What the log and the answer call a request."""
    return secrets.token_hex(6)


def status_of(error: CutthroatError) -> int:
    """The status that says what kind of refusal this is."""
    default = 409 if isinstance(error, Refused) else 422
    return _STATUS.get(error.reason, default)


@dataclass(frozen=True, slots=True)
class Explained:
    """What went wrong, for whoever asked.

    error: what it is to programs. message: what it is to people, in the language that is spoken.
    retry: seconds after which it may be tried again, if that helps.
    """

    error: CutthroatError
    status: int
    message: str
    retry: int | None


def explained(error: Exception, identifier: str) -> Explained:
    """What a failure means to whoever asked.

    identifier: what the log calls it.
    """
    if isinstance(error, StoreUnavailable):
        error = Denied(WebReason.STORE_AWAY, retry=1)
    if isinstance(error, BotFailed):
        error = Denied(WebReason.BOT_FAILED, retry=1)
    if isinstance(error, PersonGone):
        error = Denied(WebReason.NO_CREDENTIALS)
    if not isinstance(error, CutthroatError):
        error = Denied(WebReason.FAULT, id=identifier)
    retry = error.retry if isinstance(error, Denied) else None
    return Explained(error, status_of(error), reason_text(error), retry)


def problem(error: Exception, identifier: str) -> Response:
    """The answer to a request that failed."""
    return problem_of(explained(error, identifier), identifier)


def problem_of(why: Explained, identifier: str) -> Response:
    """The answer that says what went wrong.

    identifier: what the log calls the request.
    """
    reason, parameters = why.error.reason.value, why.error.parameters
    told = Problem(reason=reason, message=why.message, id=identifier)
    if why.status == 422:
        told.clause = why.error.clause if isinstance(why.error, IllegalAction) else None
    if isinstance(version := parameters.get("version"), int):
        told.version = version
    if isinstance(detail := parameters.get("detail"), str):
        told.detail = detail
    answer = Response(_encode(told), why.status, media_type="application/json")
    if why.retry is not None:
        answer.headers["Retry-After"] = str(why.retry)
    if why.status == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"
    return answer
