"""Options that several commands share: the house rules, the bots, and the database."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
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
from cutthroat.service.sharing import MOST_JOBS

_USUAL_PRESET: Final = "seed"
_LOWEST_SCORE: Final = -99
_HIGHEST_SCORE: Final = 999
"""Scores that may be named: more than any match comes to, for the highest target is 99."""
_SECONDS: Final = "cutthroat.engine_seconds"
"""Where a command keeps how long a program may take for an action."""

Command = Callable[..., None]
Declared = TypeVar("Declared", bound=Callable[..., object])


class NumberRange(click.FloatRange):
    """A number within bounds. No bound leaves out `nan`, so a `FloatRange` lets it through."""

    def convert(
        self,
        value: Any,  # noqa: ANN401  # as click has it
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> float:
        """The number. Fails for what is none, and for one that is out of bounds."""
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(_("{text} is not a number.", text=clean(str(value))), param, ctx)
        return number


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
        type=NumberRange(0, 3600, min_open=True),
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


def engine_seconds() -> float:
    """How long a program may take for an action, by the command that runs."""
    context = click.get_current_context(silent=True)
    return float(context.meta.get(_SECONDS, USUAL_SECONDS)) if context else USUAL_SECONDS


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


def scores_from(text: str) -> tuple[int, ...]:
    """The scores of two or three seats, seat 1 first, with commas between them.

    Raises BadParameter.
    """
    try:
        scores = tuple(int(word) for word in text.split(","))
    except ValueError:
        raise click.BadParameter(
            _("{text} is not made of whole numbers with commas, such as 9,4,0", text=clean(text))
        ) from None
    if len(scores) not in (2, 3):
        raise click.BadParameter(_("two or three play: these are {count}", count=len(scores)))
    if not all(_LOWEST_SCORE <= score <= _HIGHEST_SCORE for score in scores):
        raise click.BadParameter(
            _("scores are from {low} to {high}", low=_LOWEST_SCORE, high=_HIGHEST_SCORE)
        )
    return scores


def text_from(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Refuse what came from the command line as bytes that are no text.

    Raises BadParameter.
    """
    try:
        (value or "").encode()
    except UnicodeEncodeError:
        raise click.BadParameter(_("this is not UTF-8 text")) from None
    return value


def seed_from(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """Refuse a seed that is no text, or an empty one, as of a variable that was never set.

    Raises BadParameter.
    """
    if value == "":
        raise click.BadParameter(_("a seed has at least one character"))
    return text_from(context, option, value)


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How a command that plays many matches is to run, and to tell what came of it.

    seed: None draws one. jobs: processes; None takes as many as are worth it.
    out: the file of the records, `-` for standard output; None keeps none.
    """

    seed: str | None
    jobs: int | None
    out: str | None
    json_wanted: bool
    plain: bool


def run_options(command: Command) -> Command:
    """Give a command `--seed`, `--jobs`, `--out`, `--json` and `--plain`; it gets one, `run`."""

    @click.option("--seed", callback=seed_from, help=_("A text that fixes all cards and bots."))
    @click.option(
        "--jobs",
        metavar="J",
        type=click.IntRange(1, MOST_JOBS),
        help=_("How many processes play (one for each processor)."),
    )
    @click.option(
        "--out",
        metavar="FILE",
        help=_(
            "Write the records of matches there, in place of what it holds; - is standard output, "
            "and the results go to standard error."
        ),
    )
    @click.option("--json", "json_wanted", is_flag=True, help=_("Print the results as JSON."))
    @click.option("--plain", is_flag=True, help=_("Plain lines, as for a screen reader."))
    @wraps(command)
    def with_run(
        *arguments: object,
        seed: str | None,
        jobs: int | None,
        out: str | None,
        json_wanted: bool,
        plain: bool,
        **others: object,
    ) -> None:
        if json_wanted and out == "-":
            raise click.UsageError(_("--json and --out - both want standard output: choose one"))
        run = RunOptions(seed, jobs, out, json_wanted=json_wanted, plain=plain)
        command(*arguments, run=run, **others)

    return with_run


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
