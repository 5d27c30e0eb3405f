"""`cutthroat rules`: the rules of the game by the chosen house rules, and what can be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

import click
from rich.table import Table as Grid

from cutthroat.cli.console import Screen, screen
from cutthroat.cli.example import show_example
from cutthroat.cli.options import rules_options
from cutthroat.core.rules import OPTIONS, PRESETS, Choice, Number, Rules
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.options import OPTION_CLAUSES, number_text, option_text
from cutthroat.i18n.rulebook import Paragraph, rulebook

_READABLE: Final = 100
"""Columns beyond which a line is hard to read."""


@click.command(
    help=_(
        "Tell the rules of the game, with an example.\n\n"
        "They are told by the house rules that --preset and --rules choose, and cite the clauses,"
        " such as R16, that the other commands name when they refuse something or count a point."
    )
)
@rules_options
@click.option(
    "--options", "listing", is_flag=True, help=_("List the house rules and the presets instead.")
)
@click.option("--plain", is_flag=True, help=_("Plain lines, as for a screen reader."))
def rules(*, rules: Rules, listing: bool, plain: bool) -> None:
    """Print the rules or the options."""
    shown = screen(plain=plain)
    shown.line(_("Cutthroat Canadian Smear"), style="bold")
    shown.line(_chosen(rules))
    if listing:
        _show_options(shown)
        return
    show_rules(shown, rules)
    shown.heading(_("An example"))
    show_example(shown, rules)


def _chosen(rules: Rules) -> str:
    """Which house rules these are."""
    name = next((name for name, preset in PRESETS.items() if preset == rules), None)
    if rules == Rules():
        return _("House rules: {preset}, every option at its default.", preset=name)
    if name:
        return _("House rules: {preset} ({options}).", preset=name, options=rules)
    return _("House rules: {options}.", options=rules)


def show_rules(shown: Screen, rules: Rules) -> None:
    """Tell the rules of the game by these house rules."""
    sections = rulebook(rules)
    if shown.plain:
        for section in sections:
            shown.heading(section.heading)
            for paragraph in section.paragraphs:
                shown.line(_cited(paragraph))
        return
    grid = _grid(shown)
    for section in sections:
        grid.add_row()
        for place, paragraph in enumerate(section.paragraphs):
            grid.add_row(section.heading if place == 0 else "", _cited(paragraph))
    shown.console.print(grid)


def _cited(paragraph: Paragraph) -> str:
    text = " ".join(paragraph.sentences)
    return _("{text} ({clauses})", text=text, clauses=paragraph.clauses)


def _grid(shown: Screen) -> Grid:
    """Two columns, headings and text, no wider than is easy to read."""
    grid = Grid.grid(padding=(0, 2))
    grid.width = min(_READABLE, shown.console.width)
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(ratio=1)
    return grid


def _show_options(shown: Screen) -> None:
    """Every option with its values, the default first and marked."""
    shown.heading(_("Options"))
    _show_pairs(shown, [tuple(_values(option)) for option in OPTIONS])
    shown.heading(_("Presets"))
    _show_pairs(shown, [tuple(_presets())])
    shown.line()
    shown.line(
        _("Choose with --preset, --rules, or both: --rules then replaces options of the preset.")
    )


def _values(option: Choice | Number) -> Iterator[tuple[str, str]]:
    """The values of an option as they are written, and what they mean; the default first."""
    clause = OPTION_CLAUSES[option.name]
    for place, (written, meaning) in enumerate(_meanings(option)):
        value = f"{option.name}={written}"
        if place == 0:
            value = _("{value} (default)", value=value)
        yield value, _("{text} ({clauses})", text=meaning, clauses=clause)


def _meanings(option: Choice | Number) -> Iterator[tuple[str, str]]:
    if isinstance(option, Choice):
        for value in type(option.default):
            yield value.value, option_text(option.name, value)
        return
    yield str(option.default or "none"), option_text(option.name, option.default)
    yield option.values[-1], number_text(option.name)


def _presets() -> Iterator[tuple[str, str]]:
    for name, preset in PRESETS.items():
        yield name, str(preset) or _("every option at its default")


def _show_pairs(shown: Screen, groups: Iterable[Sequence[tuple[str, str]]]) -> None:
    """What something is called and what it means, a line each in plain mode, else in columns."""
    if shown.plain:
        for name, meaning in chain.from_iterable(groups):
            shown.line(_("{name}: {meaning}", name=name, meaning=meaning))
        return
    grid = _grid(shown)
    for group in groups:
        grid.add_row()
        for name, meaning in group:
            grid.add_row(name, meaning)
    shown.console.print(grid)
