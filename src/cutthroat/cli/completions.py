"""`cutthroat completions`: the script that lets a shell complete the command's words."""

from __future__ import annotations

from typing import Final

import click
from click.shell_completion import get_completion_class

from cutthroat.i18n.catalogue import _

_COMMAND: Final = "cutthroat"
_VARIABLE: Final = "_CUTTHROAT_COMPLETE"
"""What click looks for in the environment when a command of that name starts."""
_SHELLS: Final = ("bash", "zsh", "fish")
_KEEP_LINES: Final = "\b\n"
"""Tells click to leave the lines of a paragraph as they are."""
_PLACES: Final = """\
bash, in ~/.bashrc:
  eval "$(cutthroat completions bash)"
zsh, in ~/.zshrc, after compinit:
  eval "$(cutthroat completions zsh)"
fish, in ~/.config/fish/config.fish:
  cutthroat completions fish | source"""


@click.command(
    help="\n\n".join(
        (
            _("Print the script that lets a shell complete commands and options."),
            _("Where it goes, for each shell:"),
            _KEEP_LINES + _PLACES,
        )
    )
)
@click.argument("shell", type=click.Choice(_SHELLS))
@click.pass_context
def completions(context: click.Context, *, shell: str) -> None:
    """Print what click makes for a shell."""
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(context.find_root().command, {}, _COMMAND, _VARIABLE).source())
