"""The rules of the game as a person reads them, by the house rules that they play."""

from __future__ import annotations

from dataclasses import dataclass

from cutthroat.core.rules import Follow, Low, Out, Rules
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.options import option_text


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences that belong together, and the clauses they tell, such as `R12, R13, R14`."""

    sentences: tuple[str, ...]
    clauses: str


@dataclass(frozen=True, slots=True)
class Section:
    """Paragraphs under a heading."""

    heading: str
    paragraphs: tuple[Paragraph, ...]


def rulebook(rules: Rules) -> tuple[Section, ...]:
    """The whole game under these house rules, in the reader's language. R1 to R26.

    Every option has its say, by the sentence of `option_text` for its value.
    """
    return (
        Section(_("Setting up"), _setting_up(rules)),
        Section(_("The auction"), _auction(rules)),
        Section(_("The play"), _play(rules)),
        Section(_("The four points"), _points(rules)),
        Section(_("The score"), _score()),
        Section(_("Winning"), _winning(rules)),
    )


def _setting_up(rules: Rules) -> tuple[Paragraph, ...]:
    deck = (
        _("Two or three play, each for themselves."),
        _(
            "The deck has four suits, and in every suit A K Q J 10 9 8 7 6 5 4 3 2, from high to"
            " low."
        ),
        option_text("joker", rules.joker),
    )
    deal = (
        _(
            "The first dealer is chosen at random; the deal passes to the left after every scored"
            " deal."
        ),
        _("The deck is shuffled, six cards go to each player, and the rest is set aside unseen."),
    )
    return Paragraph(deck, "R1, R2"), Paragraph(deal, "R3, R4")


def _auction(rules: Rules) -> tuple[Paragraph, ...]:
    calls = (
        _(
            "The player left of the dealer calls first, then the others clockwise; each has"
            " exactly one call."
        ),
        _(
            "A call is a pass or a bid of 2, 3 or 4: the number of points that the player"
            " undertakes to win."
        ),
        _("A bid must be higher than every bid before it; the dealer has no privilege."),
    )
    end = (
        _("The auction ends when the dealer has called, or at once when somebody bids 4."),
        _("The highest bid wins it, and whoever made that bid is the bidder."),
        option_text("all_pass", rules.all_pass),
    )
    return Paragraph(calls, "R10, R11"), Paragraph(end, "R12, R13, R14")


def _play(rules: Rules) -> tuple[Paragraph, ...]:
    return (
        Paragraph((_opening_lead(rules),), "R15"),
        Paragraph(
            (
                _("Play is clockwise."),
                option_text("follow", rules.follow),
                *_trump_led(rules),
                _("A player with no card of the led suit plays anything, and need not trump."),
            ),
            "R16, R17",
        ),
        Paragraph(
            (
                _(
                    "The highest trump takes the trick, or with no trump in it the highest card of"
                    " the led suit."
                ),
                _("Whoever takes a trick leads the next. Six tricks end the play."),
            ),
            "R18, R19",
        ),
    )


def _opening_lead(rules: Rules) -> str:
    if rules.has_joker:
        return _(
            "The bidder leads the first trick with any card but the joker; its suit is trump for"
            " the deal."
        )
    return _("The bidder leads the first trick with any card; its suit is trump for the deal.")


def _trump_led(rules: Rules) -> tuple[str, ...]:
    """What `or a trump` does not tell: that when trump is led there is no choice of suit. R16."""
    if rules.follow is Follow.OR_TRUMP:
        return (_("When trump is led, whoever has a trump must play one."),)
    if rules.has_joker:
        return (_("When trump is led, the joker follows as any trump does."),)
    return ()


def _points(rules: Rules) -> tuple[Paragraph, ...]:
    low = option_text("low", rules.low), option_text("low_to", rules.low_to)
    jack = _(
        "Jack goes to whoever takes the jack of trump in a trick; if it was not dealt, to nobody."
    )
    most = (_("There are four points in a deal at the most."), *_lone_trump(rules))
    return (
        Paragraph((option_text("high", rules.high),), "R5"),
        Paragraph(low, "R6"),
        Paragraph((jack,), "R7"),
        Paragraph((_game(rules), option_text("tie", rules.tie)), "R8"),
        Paragraph(most, "R9"),
    )


def _game(rules: Rules) -> str:
    if rules.has_joker:
        return _(
            "Game goes to whoever captured the most card points: an ace counts 4, a king 3, a"
            " queen 2, a jack 1, a ten 10, the joker 1, and other cards nothing."
        )
    return _(
        "Game goes to whoever captured the most card points: an ace counts 4, a king 3, a queen 2,"
        " a jack 1, a ten 10, and other cards nothing."
    )


def _lone_trump(rules: Rules) -> tuple[str, ...]:
    """An example that holds under either `high`, and for Low only if any rank can earn it. R9."""
    if rules.low is Low.NUMERIC:
        return ()
    return (_("One card can earn several: an ace that is the only trump is High and Low."),)


def _score() -> tuple[Paragraph, ...]:
    bidder = (
        _(
            "A bidder who wins at least as many points as were bid makes the bid, and scores every"
            " point won, also those above the bid."
        ),
        _(
            "A bidder who fails goes set: none of those points count, and the number bid comes off"
            " the score, which may fall below 0."
        ),
        _("The others score the points they won, whether the bid was made or not."),
    )
    return (Paragraph(bidder, "R20, R21, R22"),)


def _winning(rules: Rules) -> tuple[Paragraph, ...]:
    target = option_text("target", rules.target), _("Scores are not capped.")
    out = [option_text("out", rules.out)]
    if rules.out is Out.FROM_TARGET:
        out.append(_("Such a player need not bid."))
    return (
        Paragraph(target, "R23"),
        Paragraph(tuple(out), "R24"),
        Paragraph((option_text("four", rules.four),), "R25"),
        Paragraph((option_text("limit", rules.limit), *_one_winner(rules)), "R26"),
    )


def _one_winner(rules: Rules) -> tuple[str, str]:
    only = (
        _("Only a bidder can win, so a deal never has two winners.")
        if rules.limit is None
        else _("Before that only a bidder can win, so a deal never has two winners.")
    )
    return only, _("A player set back below the target must get there again.")
