"""The scorekeeper at work: a line typed, saved, and what it came to told."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from errno import EISDIR
from pathlib import Path

from cutthroat.cli.console import Screen
from cutthroat.cli.safe import clean
from cutthroat.cli.score_ask import Asker, GivenUp, NotUnderstood, parted
from cutthroat.cli.score_deal import example
from cutthroat.cli.score_entry import EntryReader
from cutthroat.cli.score_line import COUNT, expect_alone, is_deal, is_no_entry
from cutthroat.cli.score_setup import SetupDialog
from cutthroat.cli.score_shown import shown
from cutthroat.cli.score_tell import (
    show_sheet,
    teller_of,
    told_change,
    told_history,
    told_standing,
    told_statistics,
)
from cutthroat.cli.score_words import line_of, refused_text, seat_list
from cutthroat.cli.session import Leave
from cutthroat.core.errors import CutthroatError
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.scorepad import entry_text, setup_text
from cutthroat.i18n.telling import Teller
from cutthroat.scorepad.changes import (
    Corrected,
    Entered,
    Inserted,
    Redone,
    Removed,
    SetUpAgain,
    Undone,
    Wanted,
)
from cutthroat.scorepad.reckoning import Reckoning, reckon
from cutthroat.scorepad.sheet import Sheet
from cutthroat.service.ports import Entropy
from cutthroat.service.scorebook import OpenSheet, record_of


class ScoreSession:
    """One sheet, on one screen."""

    def __init__(self, opened: OpenSheet, screen: Screen, entropy: Entropy) -> None:
        self._opened = opened
        self._screen = screen
        self._asker = Asker(screen)
        self._setup = SetupDialog(self._asker, entropy)
        self._alone: dict[str, Callable[[], None]] = {
            "?": self._help,
            "help": self._help,
            "": self._standing,
            "q": self._leave,
            "quit": self._leave,
            "exit": self._leave,
            "undo": lambda: self._change(Undone()),
            "redo": lambda: self._change(Redone()),
            "sheet": lambda: show_sheet(self._screen, self._teller, self._sheet),
            "history": lambda: self._say(told_history(self._teller, self._sheet)),
            "stats": lambda: self._say(told_statistics(self._teller, self._sheet)),
        }
        self._with_words: dict[str, Callable[[str], None]] = {
            "fix": self._fix,
            "insert": self._insert,
            "remove": self._remove,
            "setup": self._set_up_again,
            "export": self._export,
        }

    @property
    def _sheet(self) -> Sheet:
        return shown(self._opened.sheet)

    @property
    def _teller(self) -> Teller:
        return teller_of(self._screen, self._sheet)

    def run(self) -> None:
        """Keep the score until the person leaves.

        Raises Leave; OSError if a change cannot be saved.
        """
        self._say(self._welcome())
        while True:
            typed = self._asker.next_line(self._prompt())
            try:
                self._do(typed)
            except NotUnderstood as error:
                self._asker.say(error.sentence)
            except GivenUp:
                self._asker.say(_("Nothing was written."))
            except CutthroatError as error:
                self._asker.say(clean(refused_text(error)))
            self._asker.say()

    def _welcome(self) -> Iterator[str]:
        sheet = self._sheet
        yield setup_text(self._teller, sheet.setup)
        if sheet.written:
            yield from told_standing(self._teller, sheet)
        yield _(
            "After each deal type BIDDER BID HIGH LOW JACK GAME, such as: {example} (- is nobody)."
            " help tells the rest.",
            example=example(sheet.setup.names),
        )

    def _prompt(self) -> str:
        reckoning = self._sheet.reckoning
        if reckoning.is_over:
            return _("The match is over >")
        dealer = self._teller.name(reckoning.now.dealer)
        return _("Deal {deal}, {name} deals >", deal=reckoning.now.deal + 1, name=dealer)

    def _do(self, typed: str) -> None:
        word, rest = parted(typed)
        if is_deal(typed.split(), self._sheet.setup.names):
            self._enter(typed)
        elif word in self._alone:
            expect_alone(word, rest)
            self._alone[word]()
        elif word in self._with_words:
            self._with_words[word](rest)
        else:
            self._enter(typed)

    def _enter(self, typed: str) -> None:
        self._change(Entered(self._reader.entry(typed, self._sheet.reckoning)))

    @property
    def _reader(self) -> EntryReader:
        return EntryReader(self._asker, self._screen, self._teller, self._sheet.setup)

    def _change(self, wanted: Wanted) -> None:
        before = self._sheet
        self._opened.change(wanted)
        self._say(told_change(self._teller, before, self._sheet))

    def _say(self, sentences: Iterable[str]) -> None:
        for sentence in sentences:
            self._asker.say(sentence)

    def _standing(self) -> None:
        self._say(told_standing(self._teller, self._sheet))

    def _leave(self) -> None:
        raise Leave

    # Corrections

    def _fix(self, rest: str) -> None:
        number, typed = self._line_and_words(rest)
        typed = typed or self._asked_line(number, _("What should it say?"))
        self._change(Corrected(number, self._reader.entry(typed, self._above(number))))

    def _insert(self, rest: str) -> None:
        number, typed = self._line_and_words(rest)
        typed = typed or self._asked_line(number, _("What comes before it?"))
        self._change(Inserted(number, self._reader.entry(typed, self._above(number))))

    def _remove(self, rest: str) -> None:
        number, words = self._line_and_words(rest)
        if words:
            raise NotUnderstood(
                _("Type nothing after the number of the line, such as: remove {line}", line=number)
            )
        self._change(Removed(number))

    def _line_and_words(self, rest: str) -> tuple[int, str]:
        word, typed = parted(rest)
        if not word:
            raise NotUnderstood(_("Which line? Type its number too, as `sheet` shows it."))
        return line_of(word, self._sheet), typed

    def _asked_line(self, number: int, question: str) -> str:
        text = entry_text(self._teller, self._sheet.entries[number - 1])
        self._asker.say(_("Line {line}: {text}", line=number, text=text))
        names = self._sheet.setup.names
        return self._asker.free_answer(
            question, _line_explained(self._sheet), lambda typed: is_no_entry(typed, names)
        )

    def _above(self, number: int) -> Reckoning:
        return reckon(self._sheet.setup, self._sheet.entries[: number - 1])

    def _set_up_again(self, rest: str) -> None:
        self._change(SetUpAgain(self._setup.corrected(self._sheet.setup, rest)))

    # Other faces of the sheet

    def _export(self, rest: str) -> None:
        if not rest:
            raise NotUnderstood(_("Type the name of a file too, such as: export evening.smear"))
        export_sheet(self._asker, self._opened.sheet, rest)

    def _help(self) -> None:
        self._say(_help(self._sheet))


def export_sheet(asker: Asker, sheet: Sheet, file: str) -> None:
    """Write the matches of a sheet as a record; whether over a file that is there is asked.

    Raises NotUnderstood if the file cannot be written; Leave, GivenUp.
    """
    place = Path(file).expanduser()
    question = _("{file} exists already. Put this in its place (y/n)?", file=clean(file))
    try:
        if place.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if place.exists() and not asker.is_so(question):
            raise GivenUp
        place.write_text(record_of(sheet), encoding="utf-8", newline="\n")
    except (OSError, ValueError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise NotUnderstood(
            _("{file} cannot be written: {why}. Choose another file.", file=clean(file), why=why)
        ) from None
    asker.say(_("Written: {file}", file=clean(file)))


def _line_explained(sheet: Sheet) -> str:
    return _(
        "The same words as at the prompt: {example}, or pass, misdeal, stop WHY, next.",
        example=example(sheet.setup.names),
    )


def _help(sheet: Sheet) -> Iterator[str]:
    names = sheet.setup.names
    yield _(
        "A deal: BIDDER BID HIGH LOW JACK GAME, such as: {example} (- is nobody). A player is a"
        " name, its beginning, or a seat: {players}. What you leave out is asked.",
        example=example(names),
        players=seat_list(names),
    )
    yield _("pass: everybody passed, thrown in. misdeal: the same dealer deals again.")
    yield _("{count}: a deal whose Game is counted from the cards that each took.", count=COUNT)
    yield _("fix 3: correct line 3. insert 3: a line before it. remove 3: take it away.")
    yield _("undo, redo: take changes back, and make them again, as far as you like.")
    yield _("sheet: every line. history: every change. stats: the evening in numbers.")
    yield _("setup: correct names, house rules or the first dealer.")
    yield _("next: another match. stop WHY: the match ends without a winner.")
    yield _("export FILE: write a record. quit: leave; everything is saved already.")
