"""What a person typed: a call, a card, or a question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cutthroat.core.cards import ALL_CARDS, Card, Rank, Suit
from cutthroat.i18n.cards import SUIT_SYMBOLS, card_name

_SUIT_WORDS: Final = {
    word: suit
    for suit in Suit
    for word in (
        suit.value.lower(),
        suit.name.lower(),
        suit.name.lower().removesuffix("s"),
        SUIT_SYMBOLS[suit],
        {"C": "♧", "D": "♢", "H": "♡", "S": "♤"}[suit.value],
    )
}
_RANK_WORDS: Final = {
    "10": Rank.TEN,
    **{rank.letter.lower(): rank for rank in Rank if rank is not Rank.JOKER},
    **{rank.name.lower(): rank for rank in Rank if rank is not Rank.JOKER},
}
_BY_FACE: Final = {(card.rank, card.suit): card for card in ALL_CARDS}
_RANKS: Final = "|".join(sorted(_RANK_WORDS, key=len, reverse=True))
_SUITS: Final = "|".join(sorted(map(re.escape, _SUIT_WORDS), key=len, reverse=True))
_CARD: Final = re.compile(
    rf"(?:(?P<rank>{_RANKS})(?:of)?(?P<suit>{_SUITS})|(?P<suit2>{_SUITS})(?P<rank2>{_RANKS}))"
)
_IGNORED: Final = re.compile(r"[\s\ufe0e\ufe0f.,\-]+")


def read_card(text: str) -> Card | None:
    """The card that a person means: `AS`, `as`, `A♠`, `10h`, `ace of spades`, or in their language.

    None if it is no card.
    """
    folded = _IGNORED.sub("", text.casefold())
    if folded in {"jk", "joker", "thejoker"}:
        return Card("JK")
    found = _CARD.fullmatch(folded)
    if found:
        rank = _RANK_WORDS[found["rank"] or found["rank2"]]
        return _BY_FACE[rank, _SUIT_WORDS[found["suit"] or found["suit2"]]]
    names = {_IGNORED.sub("", card_name(card).casefold()): card for card in ALL_CARDS}
    return names.get(folded)


def read_choice(text: str, listed: Sequence[Card]) -> Card | None:
    """The card that a person means by its number in a list, from 1, or by itself; else None."""
    word = text.strip()
    if word.isascii() and word.isdigit() and len(word) == 1 and 1 <= int(word) <= len(listed):
        return listed[int(word) - 1]
    return read_card(text)
