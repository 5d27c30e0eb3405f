"""Options that several commands share: the house rules, the bots, and the database."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar

import click

from cutthroat.bots.policy import Bot
from cutthroat.bots.registry import find_bot
from cutthroat.cli.safe import clean
from cutthroat.core.errors import InvalidNotation
from cutthroat.core.rules import PRESETS, Rules, parse_rules, preset
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.reasons import reason_text

_USUAL_PRESET: Final = "seed"

Command = Callable[..., None]
Declared = TypeVar("Declared", bound=Callable[..., object])


def rules_from(preset_name: str, rules_text: str) -> Rules:
    """The rules of a preset with `key=value` words laid over them.

    Raises BadParameter for a preset, an option or a value that does not exist.
    """
    return _laid_over(_preset(preset_name), rules_text)


def _preset(name: str) -> Rules:
    try:
        return preset(name)
    except InvalidNotation as error:
        raise _refused("--preset", error) from None


def _laid_over(base: Rules, text: str) -> Rules:
    try:
        return parse_rules(text, base)
    except InvalidNotation as error:
        raise _refused("--rules", error) from None


def _refused(option: str, error: InvalidNotation) -> click.BadParameter:
    context = click.get_current_context(silent=True)
    return click.BadParameter(clean(reason_text(error)), context, param_hint=f"'{option}'")


def rules_options(command: Command) -> Command:
    """Give a command `--preset` and `--rules`; it gets one argument, `rules`, made from both."""

    @click.option(
        "--preset",
        "preset_name",
        type=click.Choice([*PRESETS]),
        default=_USUAL_PRESET,
        show_default=True,
        help=_("The house rules to begin with."),
    )
    @click.option(
        "--rules",
        "rules_texts",
        metavar='"KEY=VALUE ..."',
        multiple=True,
        help=_(
            'House rules that replace those of the preset, such as "high=highest limit=20". '
            "`cutthroat rules --options` tells them all."
        ),
    )
    @wraps(command)
    def with_rules(
        *arguments: object, preset_name: str, rules_texts: tuple[str, ...], **others: object
    ) -> None:
        command(*arguments, rules=rules_from(preset_name, " ".join(rules_texts)), **others)

    return with_rules


def bots_from(
    _context: click.Context, _option: click.Parameter, names: str | None
) -> tuple[Bot, ...] | None:
    """Callback of an option that takes names of bots with commas between them; None without it.

    Raises BadParameter for a name that no bot has.
    """
    if names is None:
        return None
    try:
        return tuple(find_bot(name.strip()) for name in names.split(","))
    except InvalidNotation as error:
        raise click.BadParameter(clean(reason_text(error))) from None


def text_from(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Refuse what came from the command line as bytes that are no text.

    Raises BadParameter.
    """
    try:
        (value or "").encode()
    except UnicodeEncodeError:
        raise click.BadParameter(_("this is not UTF-8 text")) from None
    return value


def variable_option(name: str, help_text: str, **more: Any) -> Callable[[Declared], Declared]:  # noqa: ANN401  # as click has it
    """An option that can also come from the environment."""
    variable = "CUTTHROAT_" + name.removeprefix("--").split("/")[0].upper().replace("-", "_")
    return click.option(name, help=help_text, envvar=variable, show_envvar=True, **more)


def database_option(command: Declared) -> Declared:
    """Give a command `--database`, where tables are kept; None for the usual file."""
    declare = variable_option(
        "--database",
        _(
            "Where tables are kept: sqlite:///FILE or postgresql://USER@HOST/NAME. By default a"
            " file in your own data folder."
        ),
        metavar="URL",
    )
    return declare(command)
