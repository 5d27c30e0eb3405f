"""A line as it is typed at the scorekeeper's prompt: a deal, or what else happened."""

from __future__ import annotations

from cutthroat.cli.console import Screen
from cutthroat.cli.safe import clean
from cutthroat.cli.score_ask import RESERVED, Asker, GivenUp, NotUnderstood, parted
from cutthroat.cli.score_deal import DealDialog
from cutthroat.cli.score_line import COUNT, ENTRIES, expect_alone, is_deal, is_line
from cutthroat.cli.score_words import refused_text, said, seat_of
from cutthroat.core.errors import IllegalAction, Reason
from cutthroat.core.match import Over
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.telling import Teller
from cutthroat.scorepad.entries import Entry, Misdeal, NextMatch, Setup, Stopped, ThrownIn
from cutthroat.scorepad.reckoning import Reckoning


class EntryReader:
    """Reads lines, and asks for what they leave open."""

    def __init__(self, asker: Asker, screen: Screen, teller: Teller, setup: Setup) -> None:
        self._asker = asker
        self._screen = screen
        self._teller = teller
        self._setup = setup

    def entry(self, typed: str, above: Reckoning) -> Entry:
        """What a line says.

        above: the lines over it.
        Raises NotUnderstood, Leave, GivenUp.
        """
        if is_deal(typed.split(), self._setup.names):
            _expect_running(above)
            return self._deal(typed.split())
        word, rest = parted(typed)
        match word:
            case "next":
                return self._next(rest, above)
            case "stop":
                _expect_running(above)
                return self._stop(rest)
            case "pass":
                expect_alone(word, rest)
                return ThrownIn()
            case "misdeal":
                expect_alone(word, rest)
                return Misdeal()
            case "cancel":
                raise GivenUp
            case _ if word in RESERVED - ENTRIES:
                raise NotUnderstood(_not_on_a_line(word))
            case _:
                _expect_running(above)
                return self._counted(rest) if word == COUNT else self._deal(typed.split())

    def _deal(self, words: list[str]) -> Entry:
        if len(words) == 1:
            self._check_single(words[0])
        return self._dialog.deal(words)

    def _counted(self, rest: str) -> Entry:
        dialog = self._dialog
        dialog.will_count()
        return dialog.deal(rest.split())

    @property
    def _dialog(self) -> DealDialog:
        return DealDialog(self._asker, self._screen, self._teller, self._setup)

    def _check_single(self, word: str) -> None:
        """A word by itself is a player, or it was meant as something else altogether."""
        try:
            seat_of(word, self._setup.names)
        except NotUnderstood as error:
            raise NotUnderstood(
                _(
                    '"{typed}" is no command: type help for all. {why}',
                    typed=said(word),
                    why=error.sentence,
                )
            ) from None

    def _next(self, rest: str, above: Reckoning) -> NextMatch:
        dealer = seat_of(rest, self._setup.names) if rest else above.now.dealer
        is_running = not isinstance(above.now.phase, Over) and above.now.deal > 0
        question = _("The match is not over. Begin another all the same (y/n)?")
        if is_running and not self._asker.is_so(question):
            raise GivenUp
        return NextMatch(dealer)

    def _stop(self, rest: str) -> Stopped:
        question = _("Why does the match end without a winner?")
        explained = _("A few words, such as: it is late.")
        why = rest or self._asker.free_answer(
            question, explained, lambda typed: is_line(typed, self._setup.names)
        )
        return Stopped(clean(why))


def _not_on_a_line(command: str) -> str:
    return _(
        "{command} is a command and cannot stand on the sheet: type a deal, pass, misdeal, stop WHY"
        " or next.",
        command=command,
    )


def _expect_running(above: Reckoning) -> None:
    """See that the match goes on, before anything is asked.

    Raises NotUnderstood.
    """
    if isinstance(above.now.phase, Over):
        over = refused_text(IllegalAction(Reason.MATCH_OVER, "R24"))
        raise NotUnderstood(
            _("{over} next begins another match; undo takes the last line back.", over=over)
        )
