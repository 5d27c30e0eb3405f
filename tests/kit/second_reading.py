"""A second reading of the rules, to hold the code against. Cards are texts, a house is a dict.

It was written from the rules' clauses alone and shares no code with `cutthroat`.
"""

from collections.abc import Mapping, Sequence

House = Mapping[str, str]
Plays = Sequence[tuple[int, str]]
"""Who played what in one trick, in playing order."""

LOW_TO_HIGH = "23456789TJQKA"
PIPS = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}
DEFAULTS: House = {
    "target": "11",
    "high": "ace",
    "low": "lowest",
    "low_to": "player",
    "tie": "nobody",
    "all_pass": "redeal",
    "out": "from_target",
    "four": "positive",
    "follow": "or_trump",
    "joker": "no",
    "limit": "none",
}


def house(text: str) -> House:
    """The options of a text of `key=value` words over the defaults."""
    return {**DEFAULTS, **dict(word.split("=") for word in text.split())}


def suit(card: str, trump: str) -> str:
    """R2; joker: the joker is a trump."""
    return trump if card == "JK" else card[1]


def height(card: str) -> int:
    """R2; joker: the joker is below the two."""
    return -1 if card == "JK" else LOW_TO_HIGH.index(card[0])


def pips(card: str) -> int:
    """R8; joker: the joker counts one."""
    return 1 if card == "JK" else PIPS.get(card[0], 0)


def deck(rules: House) -> list[str]:
    """R2, joker."""
    suited = [rank + suit for suit in "CDHS" for rank in LOW_TO_HIGH]
    return [*suited, "JK"] if rules["joker"] == "yes" else suited


def clockwise(first: int, seats: int) -> list[int]:
    """Every seat once, from the first on."""
    return [(first - 1 + step) % seats + 1 for step in range(seats)]


def calls(rules: House, seats: int, so_far: Sequence[str]) -> list[str]:
    """What the next seat may call; none when the auction is over. R10 to R14."""
    bids = [int(call) for call in so_far if call != "pass"]
    if len(so_far) == seats or 4 in bids:
        return []
    higher = [str(bid) for bid in (2, 3, 4) if all(bid > other for other in bids)]
    stuck = rules["all_pass"] == "stick" and len(so_far) == seats - 1 and not bids
    return higher if stuck else ["pass", *higher]


def plays(rules: House, hand: Sequence[str], led: str | None, trump: str | None) -> list[str]:
    """What may be played from a hand.

    led: the card that led the trick, None for a lead. trump: None before the first card of a deal.
    R15 to R17, follow, joker.
    """
    if trump is None:
        return [card for card in hand if card != "JK"]
    if led is None:
        return list(hand)
    same = [card for card in hand if suit(card, trump) == suit(led, trump)]
    if not same:
        return list(hand)
    if rules["follow"] == "strict":
        return same
    return [card for card in hand if card in same or suit(card, trump) == trump]


def taker(trick: Plays, trump: str) -> int:
    """R18."""
    for wanted in (trump, suit(trick[0][1], trump)):
        those = [(height(card), seat) for seat, card in trick if suit(card, trump) == wanted]
        if those:
            return max(those)[1]
    raise AssertionError("the led card is of the led suit")


def points(
    rules: House, tricks: Sequence[Plays], trump: str, bidder: int, seats: int
) -> dict[str, int | None]:
    """Who has High, Low, Jack and Game. R5 to R8, high, low, low_to, tie."""
    won: dict[str, int | None] = dict.fromkeys(("high", "low", "jack", "game"))
    trumps: dict[str, tuple[int, int]] = {}
    captured = dict.fromkeys(range(1, seats + 1), 0)
    for trick in tricks:
        to = taker(trick, trump)
        for seat, card in trick:
            captured[to] += pips(card)
            if suit(card, trump) == trump:
                trumps[card] = (seat, to)
    if "A" + trump in trumps or rules["high"] == "highest":
        won["high"] = trumps[max(trumps, key=height)][0]
    may_be_low = [card for card in trumps if card != "JK"]
    if rules["low"] == "numeric":
        may_be_low = [card for card in may_be_low if card[0] in "T98765432"]
    if may_be_low:
        player, to = trumps[min(may_be_low, key=height)]
        won["low"] = to if rules["low_to"] == "winner" else player
    if "J" + trump in trumps:
        won["jack"] = trumps["J" + trump][1]
    most = [seat for seat in captured if captured[seat] == max(captured.values())]
    if len(most) == 1:
        won["game"] = most[0]
    elif rules["tie"] == "bidder" and bidder in most:
        won["game"] = bidder
    return won


def scores_after(
    before: Sequence[int], bidder: int, bid: int, won: Mapping[str, int | None]
) -> list[int]:
    """R20 to R22."""
    after = []
    for seat, score in enumerate(before, start=1):
        count = sum(1 for owner in won.values() if owner == seat)
        failed = seat == bidder and count < bid
        after.append(score - bid if failed else score + count)
    return after


def winner(
    rules: House,
    before: Sequence[int],
    bidder: int,
    bid: int,
    *,
    won: Mapping[str, int | None],
    scored_deals: int,
) -> int | None:
    """Who has won after that many scored deals. R23 to R26, target, out, four, limit."""
    after = scores_after(before, bidder, bid, won)
    target = int(rules["target"])
    old, new = before[bidder - 1], after[bidder - 1]
    if new > old:  # made; a failed bid is lost
        four = {"any": True, "positive": old >= 1, "off": False}[rules["four"]]
        if old >= target or (bid == 4 and four):
            return bidder
        if rules["out"] == "reach" and new >= target:
            return bidder
    if rules["limit"] != "none" and scored_deals >= int(rules["limit"]):
        best = [seat for seat, score in enumerate(after, start=1) if score == max(after)]
        return best[0] if len(best) == 1 else None
    return None


Hands = tuple[tuple[str, ...], ...]


def tree_from_auction(
    rules: House, hands: Hands, dealer: int, depth: int, so_far: tuple[str, ...] = ()
) -> list[int]:
    """How many sequences of 1, 2, … `depth` calls and cards a deal allows from the auction on."""
    if depth == 0:
        return []
    order = clockwise(dealer % len(hands) + 1, len(hands))
    options = calls(rules, len(hands), so_far)
    if options:
        branches = [
            tree_from_auction(rules, hands, dealer, depth - 1, (*so_far, call)) for call in options
        ]
        return _counts(branches, depth)
    bids = [(call, seat) for call, seat in zip(so_far, order, strict=False) if call != "pass"]
    if not bids:
        return [0] * depth
    return tree_of_play(rules, hands, leader=max(bids)[1], trump=None, depth=depth)


def tree_of_play(
    rules: House,
    hands: Hands,
    *,
    leader: int,
    trump: str | None,
    depth: int,
    table: tuple[tuple[int, str], ...] = (),
) -> list[int]:
    """The same from a lead on, and to the end of the hands; without a trump the lead makes it."""
    if depth == 0:
        return []
    if len(table) == len(hands):
        assert trump is not None
        leader, table = taker(table, trump), ()
    seat = clockwise(leader, len(hands))[len(table)]
    held = hands[seat - 1]
    branches = []
    for card in plays(rules, held, table[0][1] if table else None, trump):
        rest = tuple(other for other in held if other != card)
        after = (*hands[: seat - 1], rest, *hands[seat:])
        branches.append(
            tree_of_play(
                rules,
                after,
                leader=leader,
                trump=trump or card[1],
                depth=depth - 1,
                table=(*table, (seat, card)),
            )
        )
    return _counts(branches, depth)


def _counts(branches: Sequence[Sequence[int]], depth: int) -> list[int]:
    deeper = [sum(branch[step] for branch in branches) for step in range(depth - 1)]
    return [len(branches), *deeper]
