"""The house rules as one value: eleven options, three presets, and their text."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final

from cutthroat.core.errors import InvalidNotation, Reason


class High(StrEnum):
    """Which trump earns High. R5."""

    ACE = "ace"
    HIGHEST = "highest"


class Low(StrEnum):
    """Which trumps may earn Low. R6."""

    LOWEST = "lowest"
    NUMERIC = "numeric"


class LowTo(StrEnum):
    """Who scores Low: who played the card, or who took it. R6."""

    PLAYER = "player"
    WINNER = "winner"


class Tie(StrEnum):
    """Who scores Game when the most card points are tied. R8."""

    NOBODY = "nobody"
    BIDDER = "bidder"


class AllPass(StrEnum):
    """What follows when every seat would pass. R14."""

    REDEAL = "redeal"
    NEXT = "next"
    STICK = "stick"


class Out(StrEnum):
    """When a made bid goes out. R24."""

    FROM_TARGET = "from_target"
    REACH = "reach"


class Four(StrEnum):
    """When a made bid of 4 wins the match. R25."""

    POSITIVE = "positive"
    ANY = "any"
    OFF = "off"


class Follow(StrEnum):
    """What a seat that can follow suit may play. R16."""

    OR_TRUMP = "or_trump"
    STRICT = "strict"


class Joker(StrEnum):
    """Whether the deck holds a joker. R2."""

    NO = "no"
    YES = "yes"


Value = int | None | StrEnum


@dataclass(frozen=True, slots=True)
class Choice:
    """An option with named values."""

    name: str
    default: StrEnum

    @property
    def values(self) -> tuple[str, ...]:
        """The values as they are written, the default first."""
        return tuple(member.value for member in type(self.default))

    def parse(self, text: str) -> Value:
        """The value written so.

        Raises InvalidNotation for any other text.
        """
        try:
            return type(self.default)(text)
        except ValueError:
            raise _no_such_value(self.name, text, self.values) from None


@dataclass(frozen=True, slots=True)
class Number:
    """An option that counts; `none` where it may be absent."""

    name: str
    default: int | None
    low: int
    high: int

    @property
    def values(self) -> tuple[str, ...]:
        """The range as it is written, after `none` if that is the default."""
        span = f"{self.low}-{self.high}"
        return (span,) if self.default is not None else ("none", span)

    def parse(self, text: str) -> Value:
        """The value written so, in ASCII digits without leading zeros.

        Raises InvalidNotation for any other text.
        """
        if self.default is None and text == "none":
            return None
        if (
            text.isascii()
            and text.isdigit()
            and text[0] != "0"
            and len(text) <= len(str(self.high))
        ):
            number = int(text)
            if self.low <= number <= self.high:
                return number
        raise _no_such_value(self.name, text, self.values)


OPTIONS: Final[tuple[Choice | Number, ...]] = (
    Number("target", 11, 5, 99),
    Choice("high", High.ACE),
    Choice("low", Low.LOWEST),
    Choice("low_to", LowTo.PLAYER),
    Choice("tie", Tie.NOBODY),
    Choice("all_pass", AllPass.REDEAL),
    Choice("out", Out.FROM_TARGET),
    Choice("four", Four.POSITIVE),
    Choice("follow", Follow.OR_TRUMP),
    Choice("joker", Joker.NO),
    Number("limit", None, 5, 200),
)
"""Every option, in the order of the rules' table and of their canonical text."""

_BY_NAME: Final = {option.name: option for option in OPTIONS}


def _no_such_value(name: str, text: object, values: tuple[str, ...]) -> InvalidNotation:
    return InvalidNotation(
        Reason.NO_SUCH_VALUE, option=name, value=str(text), values=", ".join(values)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What the players agreed on. The defaults are the source, read word by word.

    Raises InvalidNotation for a value that an option does not have.
    """

    target: int = 11
    high: High = High.ACE
    low: Low = Low.LOWEST
    low_to: LowTo = LowTo.PLAYER
    tie: Tie = Tie.NOBODY
    all_pass: AllPass = AllPass.REDEAL
    out: Out = Out.FROM_TARGET
    four: Four = Four.POSITIVE
    follow: Follow = Follow.OR_TRUMP
    joker: Joker = Joker.NO
    limit: int | None = None

    def __post_init__(self) -> None:
        """Check each value against its option, so that no other Rules can exist."""
        for option in OPTIONS:
            value = getattr(self, option.name)
            parsed = option.parse(_written(value))
            if type(parsed) is not type(value):
                raise _no_such_value(option.name, repr(value), option.values)

    @property
    def has_joker(self) -> bool:
        """Whether the deck has a 53rd card."""
        return self.joker is Joker.YES

    def __str__(self) -> str:
        """The options that differ from the default, as `key=value`, in canonical order."""
        return " ".join(
            f"{option.name}={_written(value)}"
            for option in OPTIONS
            if (value := getattr(self, option.name)) != option.default
        )


def parse_rules(text: str, base: Rules | None = None) -> Rules:
    """Rules from `key=value` words with spaces between them, laid over `base` (the defaults).

    Raises InvalidNotation for an unknown option or value, and for an option given twice.

    >>> str(parse_rules("limit=20 high=highest"))
    'high=highest limit=20'
    """
    given: dict[str, Value] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals:
            raise InvalidNotation(Reason.NOT_AN_OPTION, text=word)
        if name not in _BY_NAME:
            raise InvalidNotation(Reason.NO_SUCH_OPTION, option=name, options=", ".join(_BY_NAME))
        if name in given:
            raise InvalidNotation(Reason.OPTION_TWICE, option=name)
        given[name] = _BY_NAME[name].parse(value)
    merged = {f.name: getattr(base or Rules(), f.name) for f in fields(Rules)} | given
    return Rules(**merged)


def _written(value: object) -> str:
    return "none" if value is None else str(value)


PRESETS: Final = {
    "seed": Rules(),
    "classic": parse_rules("high=highest out=reach"),
    "short": parse_rules("target=7 high=highest out=reach limit=20"),
}


def preset(name: str) -> Rules:
    """The rules that go by a name.

    Raises InvalidNotation if none do.
    """
    try:
        return PRESETS[name]
    except KeyError:
        raise InvalidNotation(
            Reason.NO_SUCH_PRESET, preset=name, presets=", ".join(PRESETS)
        ) from None
