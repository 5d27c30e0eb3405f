"""Sentences about what happened, to the person in a seat or to somebody who watches."""

from __future__ import annotations

from dataclasses import dataclass

from cutthroat.core.actions import Bid, Call, Seat
from cutthroat.core.cards import Card, CardSet, Suit, suit_under
from cutthroat.core.events import WinReason
from cutthroat.core.rules import AllPass, Rules
from cutthroat.core.trick import TakenTrick, Trick
from cutthroat.core.view import View
from cutthroat.i18n.cards import Words, sorted_hand
from cutthroat.i18n.catalogue import N_, _, _n
from cutthroat.i18n.numbers import signed


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells about a match.

    words: how cards and suits are written for its reader.
    names: who sits where, seat 1 first; fit to be shown as they are.
    you: the seat of the person who reads; None for somebody who watches.
    """

    words: Words
    names: tuple[str, ...]
    you: Seat | None

    def name(self, seat: Seat) -> str:
        """Who sits in a seat; `You` for the reader."""
        return _("You") if seat == self.you else self.names[seat - 1]

    def say(self, seat: Seat, to_you: str, of_other: str, **places: object) -> str:
        """One of two messages: for the reader's own seat, or for another's, with `{name}`."""
        if seat == self.you:
            return _(to_you, **places)
        return _(of_other, name=self.names[seat - 1], **places)

    def dealt(self, deal: int, dealer: Seat) -> str:
        """A deal begins. R3."""
        return self.say(
            dealer, N_("Deal {deal}. You deal."), N_("Deal {deal}. {name} deals."), deal=deal
        )

    def hand(self, seat: Seat, held: CardSet, trump: Suit | None) -> str:
        """The cards that a seat holds, sorted. R4."""
        hand = self.words.hand(sorted_hand(held, trump))
        return self.say(seat, N_("Your hand: {hand}"), N_("{name} holds {hand}"), hand=hand)

    def called(self, call: Call) -> str:
        """A bid or a pass. R11."""
        if isinstance(call, Bid):
            bid = call.points
            return self.say(call.seat, N_("You bid {bid}."), N_("{name} bids {bid}."), bid=bid)
        return self.say(call.seat, N_("You pass."), N_("{name} passes."))

    def auction_won(self, winning: Bid) -> str:
        """The auction is over. R13, R15."""
        return self.say(
            winning.seat,
            N_("You won the auction with {bid}, and lead. The suit you lead is trump."),
            N_("{name} won the auction with {bid}, and leads."),
            bid=winning.points,
        )

    def thrown_in(self, dealer: Seat, all_pass: AllPass) -> str:
        """Everybody passed. R14.

        dealer: who deals next.
        """
        if all_pass is AllPass.NEXT:
            return self.say(
                dealer,
                N_("Everybody passed. The cards are thrown in, and you deal next."),
                N_("Everybody passed. The cards are thrown in, and {name} deals next."),
            )
        return self.say(
            dealer,
            N_("Everybody passed. The cards are thrown in, and you deal again."),
            N_("Everybody passed. The cards are thrown in, and {name} deals again."),
        )

    def misdealt(self) -> str:
        """The deal was annulled."""
        return _("Misdeal: the deal is annulled, and the same dealer deals again.")

    def played(self, seat: Seat, card: Card, trick: Trick, trump: Suit, *, opening: bool) -> str:
        """A card and what it did.

        trick: with that card in it.
        opening: whether it is the lead that made trump.
        """
        places = {"card": self.words.card(card), "suit": self.words.suit(trump)}
        if opening:
            return self.say(
                seat,
                N_("You lead {card}. Trump: {suit}."),
                N_("{name} leads {card}. Trump: {suit}."),
                **places,
            )
        if len(trick.cards) == 1:
            return self.say(seat, N_("You lead {card}."), N_("{name} leads {card}."), **places)
        suit = suit_under(card, trump)
        if suit is suit_under(trick.cards[0], trump):
            return self.say(
                seat, N_("You follow with {card}."), N_("{name} follows with {card}."), **places
            )
        if suit is trump:
            return self.say(
                seat, N_("You trump with {card}."), N_("{name} trumps with {card}."), **places
            )
        return self.say(
            seat, N_("You throw off {card}."), N_("{name} throws off {card}."), **places
        )

    def taken(self, taken: TakenTrick, card_points: int) -> str:
        """Who took a trick, with what in it. R18."""
        cards = self.words.cards(taken.trick.cards)
        if taken.taker == self.you:
            return _n(
                "You take the trick: {cards}. {count} card point.",
                "You take the trick: {cards}. {count} card points.",
                card_points,
                cards=cards,
            )
        return _n(
            "{name} takes the trick: {cards}. {count} card point.",
            "{name} takes the trick: {cards}. {count} card points.",
            card_points,
            cards=cards,
            name=self.name(taken.taker),
        )

    def plays(self, trick: Trick) -> str:
        """Who played what, in playing order: a list, to stand in a sentence."""
        return ", ".join(
            _("{name} {card}", name=self.name(seat), card=self.words.card(card))
            for seat, card in trick.plays
        )

    def on_table(self, trick: Trick) -> str:
        """The cards of the trick so far, with who played them."""
        return _("On the table: {plays}", plays=self.plays(trick))

    def standing(self, view: View) -> str:
        """The match score."""
        scores = ", ".join(
            _("{name} {score}", name=self.name(seat), score=signed(score))
            for seat, score in enumerate(view.scores, start=1)
        )
        return _("Score: {scores}. To {target}.", scores=scores, target=view.rules.target)

    def won(self, seat: Seat, reason: WinReason, rules: Rules) -> str:
        """Who won the match, and why. R24 to R26."""
        to_you, of_other = _WINS[reason]
        return self.say(seat, to_you, of_other, target=rules.target, limit=rules.limit)

    def ended(self, reason: str) -> str:
        """The match ended and nobody won it.

        reason: free text, fit to be shown as it is.
        """
        return _("The match ended without a winner: {reason}", reason=reason)


_WINS = {
    WinReason.FROM_TARGET: (
        N_(
            "You win the match: you had {target} or more when the cards were dealt, "
            "and made your bid (R24)."
        ),
        N_(
            "{name} wins the match: at {target} or more when the cards were dealt, "
            "and made the bid (R24)."
        ),
    ),
    WinReason.REACH: (
        N_("You win the match: your made bid takes you to {target} or more (R24, out=reach)."),
        N_("{name} wins the match: the made bid reaches {target} or more (R24, out=reach)."),
    ),
    WinReason.FOUR: (
        N_("You win the match: you made a bid of 4 (R25)."),
        N_("{name} wins the match by making a bid of 4 (R25)."),
    ),
    WinReason.LIMIT: (
        N_("You win the match: {limit} deals or more are scored, and your score is the highest."),
        N_("{name} wins the match: {limit} deals or more are scored, and no score is higher."),
    ),
}
