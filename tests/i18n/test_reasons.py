"""Every error that can be raised has its sentence: each is raised here, and read."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from itertools import chain

import pytest

from cutthroat.bots.registry import BotReason, find_bot
from cutthroat.core.actions import Bid, Pass, Play
from cutthroat.core.cards import Card, cards
from cutthroat.core.errors import CutthroatError, Reason
from cutthroat.core.match import (
    Match,
    annul_deal,
    deal_hand,
    decide,
    end,
    fold,
    start,
    start_deal,
    throw_in,
)
from cutthroat.core.rules import Rules, parse_rules, preset
from cutthroat.i18n.reasons import SENTENCES, reason_text
from cutthroat.record.errors import Fault, InvalidRecord
from cutthroat.record.read import MATCH_LIMIT, TAGS_LIMIT
from cutthroat.record.statements import Tag
from cutthroat.record.write import header_text
from cutthroat.scorepad.errors import SheetReason
from cutthroat.service.engines import EngineReason, ForfeitReason
from cutthroat.service.ports import OperateReason, ServeReason
from cutthroat.service.sheets.errors import DeskReason
from cutthroat.service.tables.errors import TableReason
from cutthroat.web.pages.score.filling import FormReason
from cutthroat.web.problems import WebReason
from tests.kit.script import PLAIN, act, dealt, plainly_dealt, table
from tests.record.texts import PLAYED, TWO, refused

RAISED_HERE: tuple[type[StrEnum], ...] = (Reason, Fault, BotReason)
REASONS: tuple[type[StrEnum], ...] = (
    *RAISED_HERE,
    SheetReason,
    DeskReason,
    FormReason,
    TableReason,
    WebReason,
    ServeReason,
    OperateReason,
    EngineReason,
    ForfeitReason,
)
"""Those of tables, requests and programs are raised where these are tested."""

Told = tuple[StrEnum, Callable[[], object], str]
"""A reason, how to be refused for it, and the sentence with its clause."""


def begun(match: Match) -> Match:
    return fold(match, start_deal(match, match.deal + 1, match.dealer))


def one_hand_out() -> Match:
    match = begun(table(0, 0))
    return fold(match, deal_hand(match, 1, cards(PLAIN[0])))


def over() -> Match:
    match = table(0, 0)
    return fold(match, end(match, "left"))


def auction(*calls: str, rules: str = "") -> Match:
    return act(plainly_dealt(table(0, 0, rules=rules)), " ".join(calls))


def joker_dealt() -> Match:
    hands = "JK AS 2S 3S 4S 5S", "2H 3H 4H 5H 6H 7H"
    return act(dealt(table(0, 0, rules="joker=yes"), *hands), "2 pass")


def clubs_led() -> Match:
    hands = "2C 3C 4C AS 6C 7C", "KC KD KH AD AH QS"
    return act(dealt(table(0, 0), *hands), "2 pass 2C")


def spades_are_trump_and_clubs_led() -> Match:
    hands = "AS 3C 4C 5C 6C 7C", "KC KD KH AD AH QS"
    return act(dealt(table(0, 0), *hands), "2 pass AS QS 3C")


FROM_THE_RULES: list[Told] = [
    (
        Reason.NO_SUCH_CARD,
        lambda: Card("1S"),
        '"1S" is no card: a card is a rank (2 to 9, T, J, Q, K, A) and a suit (C, D, H, S), such as'
        " TS, or it is JK",
    ),
    (
        Reason.NO_SUCH_OPTION,
        lambda: parse_rules("hi=ace"),
        'there is no option "hi"; the options are target, high, low, low_to, tie, all_pass, out,'
        " four, follow, joker, limit",
    ),
    (
        Reason.NO_SUCH_VALUE,
        lambda: parse_rules("limit=4"),
        'the option limit cannot be "4"; it can be none, 5-200',
    ),
    (
        Reason.NO_SUCH_PRESET,
        lambda: preset("long"),
        'there is no preset "long"; the presets are seed, classic, short',
    ),
    (
        Reason.OPTION_TWICE,
        lambda: parse_rules("high=ace high=ace"),
        "the option high is given twice",
    ),
    (
        Reason.NOT_AN_OPTION,
        lambda: parse_rules("high"),
        '"high" is no option: write name=value, such as high=highest',
    ),
    (Reason.WRONG_SEATS, lambda: start(Rules(), 4, 1), "two or three play, not 4 (R1)"),
    (
        Reason.NO_SUCH_SEAT,
        lambda: start(Rules(), 2, 3),
        "there is no seat 3 at a table of 2 (R3)",
    ),
    (Reason.MATCH_OVER, lambda: decide(over(), Pass(1)), "the match is over (R24)"),
    (
        Reason.DEAL_RUNNING,
        lambda: start_deal(auction(), 2, 1),
        "deal 1 is not finished (R4)",
    ),
    (
        Reason.NO_DEAL,
        lambda: annul_deal(table(0, 0)),
        "no deal is ready for this: none has begun, or its hands are not all dealt (R4)",
    ),
    (
        Reason.NO_DEAL,
        lambda: decide(one_hand_out(), Pass(1)),
        "no deal is ready for this: none has begun, or its hands are not all dealt (R4)",
    ),
    (
        Reason.NOT_DEALING,
        lambda: deal_hand(auction(), 1, cards(PLAIN[0])),
        "every seat has its hand in deal 1 already (R4)",
    ),
    (
        Reason.WRONG_DEALER,
        lambda: start_deal(table(0, 0), 1, 1),
        "seat 1 does not deal now: it is seat 2's deal (R3)",
    ),
    (
        Reason.WRONG_DEAL_NUMBER,
        lambda: start_deal(table(0, 0), 2, 2),
        "this is deal 1, not 2 (R3)",
    ),
    (
        Reason.HAND_OUT_OF_ORDER,
        lambda: deal_hand(begun(table(0, 0)), 2, cards(PLAIN[0])),
        "the hand of seat 1 comes here, not that of seat 2 (R4)",
    ),
    (
        Reason.WRONG_HAND_SIZE,
        lambda: deal_hand(begun(table(0, 0)), 1, cards("AS")),
        "a hand has 6 cards; that of seat 1 has 1 (R4)",
    ),
    (
        Reason.CARD_TWICE,
        lambda: deal_hand(one_hand_out(), 2, cards(PLAIN[0])),
        "2C is dealt twice (R2)",
    ),
    (
        Reason.NO_JOKER_IN_DECK,
        lambda: deal_hand(begun(table(0, 0)), 1, cards("JK 2C 3C 4C 5C 6C")),
        "this deck has no joker (its option is joker=no) (R2)",
    ),
    (
        Reason.NOT_IN_AUCTION,
        lambda: decide(auction("2", "pass"), Pass(1)),
        "seat 1 cannot call: no auction is open (R12)",
    ),
    (
        Reason.NOT_IN_AUCTION,
        lambda: throw_in(one_hand_out(), 2),
        "seat 2 cannot call: no auction is open (R4)",
    ),
    (
        Reason.NOT_IN_PLAY,
        lambda: decide(auction(), Play(1, Card("2C"))),
        "seat 1 cannot play before the auction is over (R15)",
    ),
    (
        Reason.NOT_YOUR_TURN,
        lambda: decide(auction(), Pass(2)),
        "it is not the turn of seat 2: it is seat 1's (R10)",
    ),
    (
        Reason.NO_SUCH_BID,
        lambda: decide(auction(), Bid(1, 5)),
        "seat 1 cannot bid 5: a bid is 2, 3 or 4 (R11)",
    ),
    (
        Reason.BID_TOO_LOW,
        lambda: decide(auction("3"), Bid(2, 2)),
        "seat 2 cannot bid 2: the highest bid is 3 (R11)",
    ),
    (
        Reason.DEALER_MUST_BID,
        lambda: decide(auction("pass", rules="all_pass=stick"), Pass(2)),
        "seat 2 may not pass: nobody has bid, so the dealer must (R14)",
    ),
    (
        Reason.ONLY_DEALER_THROWS_IN,
        lambda: throw_in(begun(table(0, 0)), 1),
        "the pass that throws a deal in is the dealer's: seat 2's, not seat 1's (R14)",
    ),
    (
        Reason.CARD_NOT_HELD,
        lambda: decide(auction("2", "pass"), Play(1, Card("AS"))),
        "seat 1 does not hold AS (R4)",
    ),
    (
        Reason.JOKER_LED_FIRST,
        lambda: decide(joker_dealt(), Play(1, Card("JK"))),
        "seat 1 may not lead JK to the first trick: a joker has no suit to make trump (R15)",
    ),
    (
        Reason.MUST_FOLLOW,
        lambda: decide(clubs_led(), Play(2, Card("KD"))),
        "seat 2 may not play KD: it holds clubs, the led suit (R16)",
    ),
    (
        Reason.MUST_FOLLOW_OR_TRUMP,
        lambda: decide(spades_are_trump_and_clubs_led(), Play(2, Card("KD"))),
        "seat 2 may not play KD: it holds clubs, the led suit; it may follow or play a trump"
        " (spades) (R16)",
    ),
]

FROM_THE_BOTS: list[Told] = [
    (
        BotReason.NO_SUCH_BOT,
        lambda: find_bot("x"),
        'there is no bot "x"; the bots are random, easy, spoiler, medium, hard, expert',
    ),
]

FAIR = (
    '[Match "m1"]\n[Commitment "{commitment}"]\n[Nonces "{nonces}"]\n[Secret "{secret}"]\n'
    + TWO
    + "deal 1 dealer {dealer}\nhand 1 {hand}\n"
)
"""A fair deal: the tags are lines 1 to 6."""


def fair(**changed: str) -> str:
    right = {
        "commitment": "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
        "nonces": "a,b",
        "secret": "00" * 32,
        "dealer": "2",
        "hand": "2C 3C 4C 5C 6C 7C",
    }
    return FAIR.format(**right | changed)


def record(*lines: str) -> str:
    """A match of two seats; these lines come after its tags, from line 3."""
    return TWO + "".join(f"{line}\n" for line in lines)


HANDS = ("deal 1 dealer 2", "hand 1 AS KS QS JS TS 2S", "hand 2 3H 4H 5H 6H 7H 8H")
BIDS = (*HANDS, "bid 1 2", "bid 2 pass")
UP_TO_POINTS = TWO + PLAYED.partition("points")[0]
UP_TO_SCORES = TWO + PLAYED.partition("scores")[0]

IN_RECORDS: list[tuple[Fault, str | bytes, str]] = [
    (Fault.NOT_UTF8, b"\xff\n", "1: this line is not UTF-8 text"),
    (Fault.LINE_TOO_LONG, "#" * 65537, "1: this line is longer than 65536 bytes"),
    (
        Fault.MATCH_TOO_LONG,
        record("deal 1 dealer 1") + "#\n" * MATCH_LIMIT,
        f"{MATCH_LIMIT + 1}: this match has more than 100000 lines",
    ),
    (
        Fault.TAGS_TOO_LONG,
        "".join(f'[T{number} "{"x" * 60000}"]\n' for number in range(TAGS_LIMIT // 60000 + 1)),
        "17: the tags of this match have more than 1000000 characters",
    ),
    (
        Fault.NOT_A_STATEMENT,
        record("dael 1"),
        '3: "dael" begins no statement; one begins with deal, hand, bid, trick, void, points,'
        " scores, winner or [",
    ),
    (Fault.NOT_A_TAG, "[Seat1 Ana]\n", '1: this is no tag: write [Name "value"]'),
    (
        Fault.CONTROL_CHARACTER,
        '[Seat1 "A\x1b"]\n',
        "1: the value of Seat1 holds a control character",
    ),
    (
        Fault.WRONG_FORM,
        record("deal 1 by 2"),
        "3: this line has the wrong form: write deal N dealer S",
    ),
    (
        Fault.NOT_A_NUMBER,
        record("deal 01 dealer 2"),
        '3: "01" is no number: write it in the digits 0 to 9, without leading zeros',
    ),
    (
        Fault.NOT_A_BID,
        record("deal 1 dealer 2", "bid 1 5"),
        '4: "5" is no call: a call is 2, 3, 4 or pass',
    ),
    (
        Fault.NO_SUCH_POINT,
        record("deal 1 dealer 2", "points hi=1 low=1 jack=1 game=1"),
        '4: "hi=1" is no point: write high=, low=, jack= or game= and a seat, or - for nobody',
    ),
    (
        Fault.POINT_TWICE,
        record("deal 1 dealer 2", "points high=1 high=1 jack=1 game=1"),
        "4: the point high is given twice",
    ),
    (Fault.TAG_TWICE, '[Seat1 "A"]\n[Seat1 "A"]\n', "2: the tag Seat1 is given twice"),
    (
        Fault.WRONG_SEAT_TAGS,
        '[Seat1 "A"]\n',
        "1: a match has the tags Seat1 and Seat2, and Seat3 if three play, and no other seats (R1)",
    ),
    (
        Fault.BAD_MATCH,
        fair().replace("m1", "m 1"),
        "1: a match identifier is 1 to 64 letters, digits, - or _",
    ),
    (
        Fault.BAD_COMMITMENT,
        fair(commitment="00"),
        "2: a commitment is 64 lower-case hexadecimal digits",
    ),
    (
        Fault.BAD_NONCES,
        fair(nonces="a,!"),
        "3: a nonce is at most 64 letters, digits, - or _",
    ),
    (Fault.BAD_SECRET, fair(secret="0"), "4: a secret is 64 lower-case hexadecimal digits"),
    (
        Fault.WRONG_NONCES,
        fair(nonces="a,b,c"),
        "3: 2 seats need 2 nonces with commas between them, not 3",
    ),
    (
        Fault.SECRET_MISMATCH,
        fair(secret="11" * 32),
        "4: this secret does not fit the commitment: its SHA-256 is another",
    ),
    (
        Fault.UNFAIR_DEALER,
        fair(dealer="1"),
        "7: the fair deal has seat 2 deal first, not seat 1 (R3)",
    ),
    (Fault.UNFAIR_HAND, fair(), "8: the fair deal gives seat 1 another hand (R4)"),
    (
        Fault.NO_DEAL_YET,
        record("bid 1 2"),
        "3: no deal has begun: a deal line comes first",
    ),
    (
        Fault.TRICK_NOT_COMPLETE,
        record(*BIDS, "trick 1 AS", "trick 2 3H"),
        "9: another trick begins while this one is not complete; its cards so far: 1 (R16)",
    ),
    (
        Fault.WRONG_LEADER,
        record(*BIDS, "trick 2 3H 2S"),
        "8: seat 2 may not lead: it is seat 1's lead (R15)",
    ),
    (
        Fault.TOO_MANY_CARDS,
        record(*BIDS, "trick 1 AS 3H KS"),
        "8: a trick of 2 seats cannot have 3 cards (R16)",
    ),
    (
        Fault.SECOND_BID,
        record("deal 1 dealer 2", "bid 1 2", "bid 2 3"),
        "5: a deal kept without its cards has one bid line, the winning bid (R13)",
    ),
    (
        Fault.NOT_SCORED,
        record(*BIDS, "scores 0 0"),
        "8: a scores line needs a complete deal before it (R19)",
    ),
    (
        Fault.WRONG_POINT,
        UP_TO_POINTS + "points high=1 low=1 jack=1 game=-\n",
        "14: the cards give game=1, not game=- (R8)",
    ),
    (
        Fault.WRONG_SCORES,
        UP_TO_SCORES + "scores 3 0\n",
        "15: the scores after this deal are 4 0 (R20)",
    ),
    (
        Fault.NOT_WON,
        UP_TO_SCORES + "scores 4 0\nwinner 1\n",
        "16: seat 1 has not won: the match goes on (R24)",
    ),
    (
        Fault.WRONG_WINNER,
        record(
            *('[Rules "four=any"]', "deal 1 dealer 2", "bid 1 4"),
            *("points high=1 low=1 jack=1 game=1", "winner 2"),
        ),
        "7: seat 1 has won, not seat 2 (R26)",
    ),
    (
        Fault.OUT_OF_ORDER,
        UP_TO_SCORES + "scores 4 0\npoints high=1 low=1 jack=1 game=1\n",
        "16: a points line does not come here",
    ),
    (
        Fault.WON_BUT_ENDED,
        record(
            *('[Rules "four=any"]', '[Ended "late"]', "deal 1 dealer 2", "bid 1 4"),
            "points high=1 low=1 jack=1 game=1",
        ),
        "7: this deal wins the match, but its Ended tag says that nobody won (R24)",
    ),
]


def cited(error: CutthroatError) -> str:
    clause = getattr(error, "clause", None)
    return f"{reason_text(error)} ({clause})" if clause else reason_text(error)


def ids(table: Iterable[tuple[StrEnum, object, str]]) -> list[str]:
    return [reason.value for reason, _, _ in table]


@pytest.mark.parametrize(
    ("reason", "refused_call", "sentence"),
    FROM_THE_RULES + FROM_THE_BOTS,
    ids=ids(FROM_THE_RULES + FROM_THE_BOTS),
)
def test_a_refusal_is_told(
    reason: StrEnum, refused_call: Callable[[], object], sentence: str
) -> None:
    with pytest.raises(CutthroatError) as caught:
        refused_call()
    assert caught.value.reason is reason
    assert cited(caught.value) == sentence


@pytest.mark.parametrize(("fault", "text", "sentence"), IN_RECORDS, ids=ids(IN_RECORDS))
def test_a_fault_in_a_record_is_told(fault: Fault, text: str | bytes, sentence: str) -> None:
    error: InvalidRecord = refused(text)
    assert error.reason is fault
    assert f"{error.line}: {cited(error)}" == sentence


def test_a_tag_that_cannot_be_written_is_told() -> None:
    with pytest.raises(CutthroatError) as caught:
        header_text([Tag("Ended", "a\nb")])
    assert cited(caught.value) == "the value of Ended holds a control character"


def test_every_reason_is_raised_above() -> None:
    raised = {reason for reason, _, _ in chain(FROM_THE_RULES, FROM_THE_BOTS, IN_RECORDS)}
    assert raised == {reason for reasons in RAISED_HERE for reason in reasons}


def test_every_reason_has_one_sentence_and_no_sentence_lacks_a_reason() -> None:
    keys = [reason.value for reasons in REASONS for reason in reasons]
    assert sorted(keys) == sorted(SENTENCES)


def test_no_two_rooms_use_a_reason_of_one_name() -> None:
    keys = [reason.value for reasons in REASONS for reason in reasons]
    assert len(set(keys)) == len(keys)
