"""Answers to command lines with mistakes: one line of ours where the library would draw a box."""

import re
from collections.abc import Sequence
from typing import Any

from typer import BadParameter

from scorer.cli.within_typer import BadOptionUsage, MissingParameter, NoSuchOption, UsageError
from scorer.language import _
from scorer.language.lists_numbers_dates import either
from scorer.match.names import printable
from scorer.wings import absent_with

_EXTRA = re.compile(r"unexpected extra arguments?(?:\(s\))? \((.*)\)", re.DOTALL)
_WORDS = {"--variant": "scighera"}  # behind an option, in an example
_COMMAND = re.compile(r"No such command '(.*?)'\.?(?: Did you mean (.*)\?)?", re.DOTALL)


def sentence(error: UsageError, command: str) -> str:
    """The fault of a command line, and the command with --help; `command` names it where the error does not."""
    context: Any = error.ctx
    whose = context.command_path if context else command
    return printable(with_help(_what(error), whose))


def with_help(fault: str, command: str) -> str:
    """A fault of a command line, and where it stands what the command takes."""
    return _("{fault}; {command} --help says what it takes", fault=fault, command=command)


def _what(error: UsageError) -> str:
    """The fault, in the library's words where it is a rare one."""
    context: Any = error.ctx
    if isinstance(error, NoSuchOption):
        option = " ".join([*(context.command_path.split()[1:] if context else ()), error.option_name])
        if wing := absent_with(option):
            return _("{command} is of the wing {wing}, which is not installed", command=option, wing=wing)
        if context and any(error.option_name in param.opts for param in context.find_root().command.params):
            return _("{option} stands before the command, as in scorer {option}", option=error.option_name)
        return _with_similar(
            _("there is no option {option}", option=error.option_name), sorted(error.possibilities or ())
        )
    if isinstance(error, MissingParameter) and error.param is not None:
        return _missing(error.param, context=error.ctx)
    if isinstance(error, BadOptionUsage):
        if "requires" in error.message:
            return _("{option} needs a word behind it", option=error.option_name)
        return _("{option} takes no word behind it", option=error.option_name)
    if isinstance(error, BadParameter) and error.param is None:
        return error.message
    if extra := _EXTRA.search(error.message):
        return _("'{words}' is too much", words=extra[1])
    if unknown := _COMMAND.fullmatch(error.message):
        command, alternatives = unknown.groups()
        path = " ".join([*error.ctx.command_path.split()[1:], command]) if error.ctx else ""
        if wing := absent_with(path):
            return _("{command} is of the wing {wing}, which is not installed", command=path, wing=wing)
        return _with_similar(_("there is no command '{command}'", command=command), (alternatives or "").split(", "))
    return error.format_message().rstrip(".")


def _with_similar(fault: str, similar: Sequence[str]) -> str:
    """That there is no such thing, and which there are that look like it."""
    names = either([*filter(None, similar)])
    return _("{sentence} (did you mean {name}?)", sentence=fault, name=names) if names else fault


def _missing(param: Any, context: Any) -> str:
    """The missing argument or option, and all arguments in their order, the option behind them."""
    typed = [known for known in context.command.params if known.param_type_name == "argument"]
    arguments = [argument.metavar or argument.name for argument in typed]
    name = param.opts[0] if param.param_type_name == "option" else param.metavar or param.name
    if param.param_type_name == "option":
        arguments += [name, _WORDS.get(name, param.metavar or param.name.upper())]
    example = " ".join([context.command_path, *arguments])
    return _("{argument} is missing, as in {example}", argument=name, example=example)
