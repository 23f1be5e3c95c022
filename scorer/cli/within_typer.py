"""What the command line imports from within typer, or replaces there, because its public interface has no way.

No other module does either. Loading this one makes the replacements.

`UsageError` and its kin: typer gives out `BadParameter` alone. Without them a command line that cannot be read would
end in a box of several lines, and not in the one line that says what to do (misuse.py).
"""

from typing import Any, Final

import typer.core
from typer._click._textwrap import TextWrapper
from typer._click.core import Command
from typer._click.exceptions import BadOptionUsage, MissingParameter, NoArgsIsHelpError, NoSuchOption, UsageError
from typer._click.formatting import HelpFormatter
from typer._click.globals import get_current_context

from scorer.language import N_, _

__all__ = [
    "BadOptionUsage", "MissingParameter", "NoArgsIsHelpError", "NoSuchOption", "UsageError", "get_current_context",
]  # fmt: skip

FILES: Final = "\x1f"  # a completion that stands for what the shell itself knows: the names of files
_FILES_CODE = 9


class _AsTyped:
    """What typer makes of what is typed: nothing. Texts, lists of texts and flags are all that commands take.

    Typer would load pydantic to find that out, which takes longer than to record a deal.
    """

    @staticmethod
    def coerce(value: Any, param: Any, ctx: Any) -> Any:  # noqa: ARG004 - the signature is typer's
        """The text, the list of texts, or the flag."""
        if param.multiple or param.nargs == -1:
            return list(value or ())
        return value


typer.core.TyperOption.get_runtime_param = lambda self: _AsTyped  # type: ignore[method-assign,assignment,return-value] # noqa: ARG005
typer.core.TyperArgument.get_runtime_param = lambda self: _AsTyped  # type: ignore[method-assign,assignment,return-value] # noqa: ARG005
# Help would say Python's type besides the word for what is typed: <bool> behind switches, NAMES <list[str]>.
typer.core.TyperOption.display_type_rich = lambda self, ctx: self.metavar  # type: ignore[method-assign] # noqa: ARG005
typer.core.TyperArgument.display_type_rich = lambda self, ctx: None  # type: ignore[method-assign] # noqa: ARG005

LIBRARY: Final = (  # what helps say in the library's words
    N_("Arguments"), N_("Options"), N_("Commands"), N_("required"), N_("default: {default}"), N_("env var: {var}"),
    N_("Aborted!"), N_("[OPTIONS]"), N_("COMMAND [ARGS]..."), N_("Install completion for the current shell."),
    N_("Show completion for the current shell, to copy it or customize the installation."),
)  # fmt: skip
_usage, _help_option = HelpFormatter.write_usage, Command.get_help_option


def _with_usage(self: HelpFormatter, prog: str, args: str = "", prefix: str | None = None) -> None:
    _usage(self, prog, args, prefix or _("Usage: "))


def _with_help_option(self: Command, ctx: Any) -> Any:
    found = _help_option(self, ctx)
    if found:
        found.help = _("Show this message and exit.")
    return found


typer.core._ = _  # type: ignore[attr-defined,assignment]
HelpFormatter.write_usage = _with_usage  # type: ignore[method-assign]
TextWrapper.wordsep_re = TextWrapper.wordsep_simple_re  # a line of a help ends at a blank: --min-deals stays whole
Command.get_help_option = _with_help_option  # type: ignore[method-assign]


def teach_shells() -> None:
    """Have bash and zsh offer files where one is to be named, and nowhere else: typer's have them wherever nothing is.

    A bash that was taught by typer's script goes on as before.
    """
    from typer import _completion_classes as shells
    from typer import _completion_shared as scripts
    from typer._click.shell_completion import add_completion_class

    files_wanted = f"    [ $? -eq {_FILES_CODE} ] && compopt -o default 2> /dev/null\n    return 0\n"
    script = scripts.COMPLETION_SCRIPT_BASH.replace("    return 0\n", files_wanted).replace("-o default -F", "-F")
    scripts._completion_scripts["bash"] = script  # noqa: SLF001 - what --install-completion writes

    class Bash(shells.BashComplete):
        """Bash, which is told by the exit code that files are wanted."""

        source_template = script

        def complete(self) -> str:
            """The words that can stand there, a line each."""
            reply = super().complete()
            if reply == FILES:
                raise SystemExit(_FILES_CODE)
            return reply

    class Zsh(shells.ZshComplete):
        """Zsh, which is told what to do."""

        def complete(self) -> str:
            """A command that offers what can stand there."""
            reply = super().complete()
            if FILES in reply:
                return "_files"
            return ":" if reply == "_files" else reply

    add_completion_class(Bash, "bash")
    add_completion_class(Zsh, "zsh")
