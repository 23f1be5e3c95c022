"""Answers to command lines with mistakes: one line of ours where the library would draw a box."""

import re
from typing import Any

from typer._click.exceptions import BadOptionUsage, BadParameter, MissingParameter, NoSuchOption, UsageError

from scorer.match.names import printable

_EXTRA = re.compile(r"unexpected extra arguments?(?:\(s\))? \((.*)\)", re.DOTALL)
_WORDS = {"--variant": "scighera"}  # behind an option, in an example
_COMMAND = re.compile(r"No such command '(.*?)'\.?(?: Did you mean (.*)\?)?", re.DOTALL)


def sentence(error: UsageError, command: str) -> str:
    """The fault of a command line, and the command with --help; `command` names it where the error does not."""
    context: Any = error.ctx
    return printable(f"{_what(error)}; {context.command_path if context else command} --help says what it takes")


def _what(error: UsageError) -> str:
    """The fault, in the library's words where it is a rare one."""
    if isinstance(error, NoSuchOption):
        perhaps = f" (did you mean {' or '.join(sorted(error.possibilities))}?)" if error.possibilities else ""
        return f"there is no option {error.option_name}{perhaps}"
    if isinstance(error, MissingParameter) and error.param is not None:
        return _missing(error.param, context=error.ctx)
    if isinstance(error, BadOptionUsage):
        if "requires" in error.message:
            return f"{error.option_name} needs a word behind it"
        return f"{error.option_name} takes no word behind it"
    if isinstance(error, BadParameter) and error.param is None:
        return error.message
    if extra := _EXTRA.search(error.message):
        return f"'{extra[1]}' is too much"
    if unknown := _COMMAND.fullmatch(error.message):
        perhaps = f" (did you mean {unknown[2].replace(', ', ' or ')}?)" if unknown[2] else ""
        return f"there is no command '{unknown[1]}'{perhaps}"
    return error.format_message().rstrip(".")


def _missing(param: Any, context: Any) -> str:
    """The missing argument or option, and all arguments in their order, the option behind them."""
    typed = [known for known in context.command.params if known.param_type_name == "argument"]
    arguments = [argument.metavar or argument.name for argument in typed]
    name = param.opts[0] if param.param_type_name == "option" else param.metavar or param.name
    if param.param_type_name == "option":
        arguments += [name, _WORDS.get(name, param.metavar or param.name.upper())]
    return f"{name} is missing, as in {' '.join([context.command_path, *arguments])}"
