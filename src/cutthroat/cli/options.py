"""Options that several commands share: the house rules, the bots, and the database."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar

import click
from click.shell_completion import CompletionItem

from cutthroat.bots.policy import Bot
from cutthroat.bots.registry import BOTS, find_bot
from cutthroat.cli.safe import clean
from cutthroat.core.errors import CutthroatError, InvalidNotation
from cutthroat.core.rules import PRESETS, Rules, parse_rules, preset
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.reasons import reason_text
from cutthroat.service.engines import MARK, USUAL_SECONDS
from cutthroat.service.ports import Ports

_USUAL_PRESET: Final = "seed"
_SECONDS: Final = "cutthroat.engine_seconds"
"""Where a command keeps how long a program may take for an action."""

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


class BotType(click.ParamType):  # type: ignore[type-arg]  # not generic in each click we take
    """A bot by its name, or `cmd:` and the command of a program that plays."""

    name = "bot"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002  # as click has it
        """What help shows in its place."""
        return "BOT"

    def convert(
        self,
        value: object,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Bot:
        """The bot. Fails for a name that no bot has, and a command that starts no program."""
        if isinstance(value, Bot):
            return value
        try:
            return _bot(str(value), ctx)
        except CutthroatError as error:
            self.fail(clean(reason_text(error)), param, ctx)

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002  # as click has it
        param: click.Parameter,  # noqa: ARG002  # as click has it
        incomplete: str,
    ) -> list[CompletionItem]:
        """The names that begin so."""
        return [CompletionItem(name) for name in (*BOTS, MARK) if name.startswith(incomplete)]


def _bot(name: str, context: click.Context | None) -> Bot:
    if not name.startswith(MARK) or context is None:
        return find_bot(name)
    ports = context.find_object(Ports)
    if ports is None:
        return find_bot(name)
    seconds = context.meta.get(_SECONDS, USUAL_SECONDS)
    return ports.engines.bot(name.removeprefix(MARK), seconds)


def engine_options(command: Declared) -> Declared:
    """Give a command `--engine-seconds`, which its bots that are programs keep to."""
    declare = click.option(
        "--engine-seconds",
        type=click.FloatRange(0, 3600, min_open=True),
        default=USUAL_SECONDS,
        show_default=True,
        is_eager=True,  # bots are made when the limit is known
        expose_value=False,
        callback=_keep_seconds,
        help=_("How long a program may take for an action; then it forfeits the match."),
    )
    return declare(command)


def _keep_seconds(context: click.Context, _option: click.Parameter, seconds: float) -> None:
    context.meta[_SECONDS] = seconds


def bots_from(
    context: click.Context, _option: click.Parameter, names: str | None
) -> tuple[Bot, ...] | None:
    """Callback of an option that takes names of bots with commas between them; None without it.

    Raises BadParameter for a name that no bot has.
    """
    if names is None:
        return None
    try:
        return tuple(_bot(name.strip(), context) for name in names.split(","))
    except CutthroatError as error:
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
