"""A second reader of records, to hold the first against: it says which line is wrong, if one is.

It was written from the notation alone and, like the second reading of the rules that it asks,
shares no code with `cutthroat`. It is small rather than fast, and sets no limits.
"""

import hashlib
import hmac
import string
from collections.abc import Callable, Iterator

from tests.kit.second_reading import (
    DEFAULTS,
    House,
    calls,
    clockwise,
    deck,
    plays,
    points,
    scores_after,
    taker,
    winner,
)

POINTS = ("high", "low", "jack", "game")
VALUES = {
    "target": {str(number) for number in range(5, 100)},
    "high": {"ace", "highest"},
    "low": {"lowest", "numeric"},
    "low_to": {"player", "winner"},
    "tie": {"nobody", "bidder"},
    "all_pass": {"redeal", "next", "stick"},
    "out": {"from_target", "reach"},
    "four": {"positive", "any", "off"},
    "follow": {"or_trump", "strict"},
    "joker": {"no", "yes"},
    "limit": {"none", *(str(number) for number in range(5, 201))},
}
WORDS = ("deal", "hand", "bid", "trick", "void", "points", "scores", "winner")
NAME = string.ascii_letters + string.digits + "-_"
FAIR = ("Match", "Commitment", "Nonces", "Secret")


class Wrong(Exception):  # noqa: N818  # named after what is wrong
    """A line that cannot stand, when it is not the one that is read."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def first_wrong_line(data: bytes) -> int:
    """The number of the first line that cannot follow from those before it; 0 if all can."""
    match, line = SecondMatch(), 0
    try:
        for raw in _lines(data):
            line += 1
            match = _read(match, line, raw)
        match.close()
    except Wrong as wrong:
        return wrong.line
    except (ValueError, LookupError):
        return line
    return 0


def _read(match: "SecondMatch", line: int, raw: bytes) -> "SecondMatch":
    """The match that this line belongs to, after it."""
    try:
        fields = _fields(raw)
    except (ValueError, LookupError):
        match.break_off(may_be_tag=_may_be_tag(raw))
        raise
    if fields and fields[0] == "[" and match.body:
        match.close()
        match = SecondMatch()
    if fields:
        match.take(line, fields)
    return match


def _lines(data: bytes) -> Iterator[bytes]:
    data = data.removeprefix(b"\xef\xbb\xbf")
    for line in data.removesuffix(b"\n").split(b"\n") if data else ():
        yield line.removesuffix(b"\r")


def _may_be_tag(raw: bytes) -> bool:
    """Whether a line that is no statement may have been meant as a tag: no word of ours is read."""
    try:
        return raw.decode().replace("\t", " ").lstrip().split(" ")[0] not in WORDS
    except UnicodeDecodeError:
        return True


def _fields(raw: bytes) -> list[str]:
    """The fields of a statement; of a tag `[`, its name and its value."""
    text = raw.decode().strip(" \t")
    if text.startswith("["):
        return ["[", *_tag(text[1:].lstrip(" \t"))]
    return [field for field in text.split("#")[0].replace("\t", " ").split(" ") if field]


def _tag(rest: str) -> tuple[str, str]:
    name = ""
    while rest[:1] and rest[0] in string.ascii_letters + string.digits + "_":
        name, rest = name + rest[0], rest[1:]
    check(name != "" and name[0] in string.ascii_letters and rest[:1] in (" ", "\t"))
    rest = rest.lstrip(" \t")
    check(rest[:1] == '"')
    value, place = "", 1
    while rest[place] != '"':
        if rest[place] == "\\":
            place += 1
            check(rest[place] in '"\\')
        value, place = value + rest[place], place + 1
    check(not any(ord(sign) < 32 or 127 <= ord(sign) < 160 for sign in value))
    after = rest[place + 1 :].lstrip(" \t")
    check(after[:1] == "]" and after[1:].lstrip(" \t")[:1] in ("", "#"))
    return name, value


def check(condition: object) -> None:
    """Refuse the line that is read."""
    if not condition:
        raise ValueError


def number(text: str) -> int:
    """Digits without leading zeros, perhaps below nought."""
    digits = text.removeprefix("-")
    check(digits and all(sign in "0123456789" for sign in digits))
    check(digits == "0" or digits[0] != "0")
    check(text != "-0")
    return int(text)


class SecondMatch:
    """One match, statement by statement. Every method may raise ValueError, LookupError, Wrong."""

    def __init__(self) -> None:
        self.tags: dict[str, tuple[int, str]] = {}
        self.first_line = 0
        self.body = False
        self.rules: House = DEFAULTS
        self.order: list[int] = []
        self.scores: list[int] = []
        self.dealer = 0
        self.deal = 0
        self.scored = 0
        self.winner: int | None = None
        self.phase = "between"
        self.due: list[str] = []
        self.hands: list[list[str]] = []
        self.calls: list[str] = []
        self.bidder = 0
        self.bid = 0
        self.trump: str | None = None
        self.tricks: list[list[tuple[int, str]]] = []
        self.turn = 0
        self.earned: dict[str, int | None] = {}
        self.before_end: tuple[list[int], int, int] = ([], 0, 0)
        self.wrong_unless_void = 0

    def take(self, line: int, fields: list[str]) -> None:
        """The next statement."""
        self.first_line = self.first_line or line
        if fields[0] == "[":
            self.tag(line, fields[1], fields[2])
            return
        if not self.body and fields[0] not in WORDS:
            self.fair_tags()
            raise ValueError
        if not self.body:
            self.end_tags()
        if self.wrong_unless_void and fields != ["void"]:
            raise Wrong(self.wrong_unless_void)
        statements: dict[str, Callable[[list[str]], None]] = {
            "deal": self.take_deal,
            "hand": self.take_hand,
            "bid": self.take_bid,
            "trick": self.take_trick,
            "void": self.take_void,
            "points": self.take_points,
            "scores": self.take_scores,
            "winner": self.take_winner,
        }
        statements[fields[0]](fields[1:])
        if self.winner and "Ended" in self.tags and not self.wrong_unless_void:
            check(fields[0] == "trick")
            self.wrong_unless_void = line

    def break_off(self, *, may_be_tag: bool) -> None:
        """The next line is no statement: something may be wrong before it."""
        if self.body:
            self.close()
        elif self.tags and not may_be_tag:
            self.end_tags()
        else:
            self.fair_tags()

    def close(self) -> None:
        """Nothing follows."""
        if not self.body and self.tags:
            self.end_tags()
        if self.wrong_unless_void:
            raise Wrong(self.wrong_unless_void)

    # Tags

    def tag(self, line: int, name: str, value: str) -> None:
        """`[Name "value"]`."""
        try:
            check(name not in self.tags)
            if name == "Rules":
                self.rules = options(value)
        except ValueError:
            self.fair_tags()
            raise
        self.tags[name] = line, value

    def end_tags(self) -> None:
        """What can be said of the tags together."""
        seats = {name for name in self.tags if name[:4] == "Seat" and name[4:].isdecimal()}
        if sorted(seats) not in (["Seat1", "Seat2"], ["Seat1", "Seat2", "Seat3"]):
            raise Wrong(self.first_line)
        self.order = list(range(1, len(seats) + 1))
        self.scores = [0] * len(seats)
        self.fair_tags()
        self.body = True

    def fair_tags(self) -> None:
        """The four tags, if they all are there; how many nonces, once the seats are known."""
        if not self.fair:
            return
        match, commitment, nonces, secret = (self.tags[name][1] for name in FAIR)
        parts = nonces.split(",")
        good = {
            "Match": 1 <= len(match) <= 64 and all(sign in NAME for sign in match),
            "Commitment": is_hash(commitment),
            "Nonces": all(len(part) <= 64 and all(sign in NAME for sign in part) for part in parts)
            and len(parts) in ((len(self.order),) if self.order else range(len(nonces) + 2)),
            "Secret": is_hash(secret)
            and (
                not is_hash(commitment)
                or hashlib.sha256(bytes.fromhex(secret)).hexdigest() == commitment
            ),
        }
        wrong = [self.tags[name][0] for name in FAIR if not good[name]]
        if wrong:
            raise Wrong(min(wrong))

    @property
    def fair(self) -> bool:
        """Whether every deal can be checked."""
        return all(name in self.tags for name in FAIR)

    def words(self, deal: int) -> Iterator[int]:
        """The words of a fair deal."""
        match, _, nonces, secret = (self.tags[name][1] for name in FAIR)
        message = f"cutthroat deal {match} {deal} {nonces}".encode()
        key = hmac.new(bytes.fromhex(secret), message, hashlib.sha256).digest()
        for counter in range(2**32):
            block = hmac.new(key, counter.to_bytes(4, "big"), hashlib.sha256).digest()
            yield from (
                int.from_bytes(block[start : start + 4], "big") for start in range(0, 32, 4)
            )

    def below(self, words: Iterator[int], bound: int) -> int:
        """The next number below a bound."""
        for word in words:
            if word < 2**32 - 2**32 % bound:
                return word % bound
        raise AssertionError("words do not end")

    def fair_hand(self, seat: int) -> set[str]:
        """What the fair deal gives a seat."""
        cards, words = deck(self.rules), self.words(self.deal)
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(words, last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        first = clockwise(self.dealer % len(self.order) + 1, len(self.order)).index(seat)
        return set(cards[first : 6 * len(self.order) : len(self.order)])

    # The body

    def seat(self, text: str) -> int:
        """A seat of this table."""
        check(number(text) in self.order)
        return int(text)

    def take_deal(self, fields: list[str]) -> None:
        """`deal N dealer S`."""
        deal, word, dealer = fields
        check(word == "dealer" and self.phase == "between" and not self.winner)
        check(number(deal) == self.deal + 1)
        if self.deal == 0:
            self.dealer = self.seat(dealer)
            if self.fair:
                check(self.dealer == 1 + self.below(self.words(0), len(self.order)))
        check(number(dealer) == self.dealer)
        self.deal += 1
        self.phase, self.due, self.hands, self.calls, self.bid = "dealing", [], [], [], 0

    def take_hand(self, fields: list[str]) -> None:
        """`hand S CARDS`."""
        check(self.phase == "dealing" and not self.bid)
        check(number(fields[0]) == len(self.hands) + 1)
        hand = fields[1:]
        dealt = [card for other in (*self.hands, hand) for card in other]
        check(len(hand) == 6 and len(set(dealt)) == len(dealt))
        check(set(hand) <= set(deck(self.rules)))
        if self.fair:
            check(set(hand) == self.fair_hand(len(self.hands) + 1))
        self.hands.append(hand)
        if len(self.hands) == len(self.order):
            self.phase = "auction"
            self.turn = self.dealer % len(self.order) + 1

    def take_bid(self, fields: list[str]) -> None:
        """`bid S X`."""
        seat, call = self.seat(fields[0]), fields[1]
        check(len(fields) == 2 and call in ("pass", "2", "3", "4"))
        if self.phase == "dealing":
            check(not self.hands and not self.bid)
            if call == "pass":
                check(seat == self.dealer and self.rules["all_pass"] != "stick")
                self.throw_in()
            else:
                self.bidder, self.bid = seat, int(call)
            return
        check(self.phase == "auction" and seat == self.turn)
        check(call in calls(self.rules, len(self.order), self.calls))
        self.calls.append(call)
        self.turn = seat % len(self.order) + 1
        if call != "pass":
            self.bidder, self.bid = seat, int(call)
        if not calls(self.rules, len(self.order), self.calls):
            if not self.bid:
                self.throw_in()
                return
            self.phase, self.turn, self.trump, self.tricks = "play", self.bidder, None, [[]]

    def throw_in(self) -> None:
        """R14."""
        self.before_end = self.scores, self.dealer, self.scored
        self.phase, self.due = "between", ["void"]
        if self.rules["all_pass"] == "next":
            self.dealer = self.dealer % len(self.order) + 1

    def take_trick(self, fields: list[str]) -> None:
        """`trick S CARDS`."""
        check(self.phase == "play" and number(fields[0]) == self.turn and not self.tricks[-1])
        check(1 <= len(fields) - 1 <= len(self.order))
        for card in fields[1:]:
            trick, hand = self.tricks[-1], self.hands[self.turn - 1]
            check(card in plays(self.rules, hand, trick[0][1] if trick else None, self.trump))
            hand.remove(card)
            self.trump = self.trump or card[1]
            trick.append((self.turn, card))
            self.turn = self.turn % len(self.order) + 1
        if len(self.tricks[-1]) == len(self.order):
            assert self.trump
            self.turn = taker(self.tricks[-1], self.trump)
            if len(self.tricks) == 6:
                seats = len(self.order)
                self.earned = points(self.rules, self.tricks, self.trump, self.bidder, seats)
                self.score(["void", "points", "scores", "winner"])
            else:
                self.tricks.append([])

    def score(self, due: list[str]) -> None:
        """R20 to R26."""
        self.before_end = self.scores, self.dealer, self.scored
        before, self.scored = self.scores, self.scored + 1
        self.scores = scores_after(before, self.bidder, self.bid, self.earned)
        self.winner = winner(
            self.rules, before, self.bidder, self.bid, won=self.earned, scored_deals=self.scored
        )
        self.dealer = self.dealer % len(self.order) + 1
        self.phase, self.due = "between", due

    def take_void(self, fields: list[str]) -> None:
        """`void`."""
        check(not fields)
        if self.phase == "between":
            check(self.due[:1] == ["void"])
            self.scores, self.dealer, self.scored = self.before_end
            self.winner, self.wrong_unless_void = None, 0
        self.phase, self.due = "between", []

    def take_points(self, fields: list[str]) -> None:
        """`points high=S low=S jack=S game=S`."""
        said: dict[str, int | None] = {}
        for field in fields:
            name, seat = field.split("=")
            check(name in POINTS and name not in said)
            said[name] = None if seat == "-" else self.seat(seat)
        check(len(said) == 4)
        if self.phase == "dealing" and self.bid:
            self.earned = said
            self.score(["scores", "winner"])
            return
        self.use("points")
        check(said == self.earned)

    def take_scores(self, fields: list[str]) -> None:
        """`scores A B [C]`."""
        self.use("scores")
        check([number(field) for field in fields] == self.scores)

    def take_winner(self, fields: list[str]) -> None:
        """`winner S`."""
        self.use("winner")
        (seat,) = fields
        check(self.winner and number(seat) == self.winner)

    def use(self, word: str) -> None:
        """What a scored deal tells, once each and in order."""
        check(self.phase == "between" and word in self.due)
        self.due = self.due[self.due.index(word) + 1 :]


def options(value: str) -> House:
    """The options of a `Rules` tag."""
    given: dict[str, str] = {}
    for word in value.split(" "):
        if word:
            name, _, text = word.partition("=")
            check(name not in given and text in VALUES.get(name, ()))
            given[name] = text
    return {**DEFAULTS, **given}


def is_hash(text: str) -> bool:
    """64 lower-case hexadecimal digits."""
    return len(text) == 64 and all(sign in "0123456789abcdef" for sign in text)
