"""A line that is being typed into the pad: what can come next on it, and what Enter would do."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from textwrap import fill
from typing import Any, Final

from rich.cells import cell_len

from scorer import scorebook
from scorer.cli import render
from scorer.cli.context import Settings, said
from scorer.cli.preview import QUIT, deal_preview, meant, split
from scorer.errors import RefusedError
from scorer.match.names import fold
from scorer.match.parsing import MOST_UNITS, DealWords, read_choice, read_redeal, read_units, read_within
from scorer.match.values import Sheet
from scorer.rules.errors import ScorerError, UnreadableError
from scorer.text.sentences import (
    call_words,
    difference_words,
    early_words,
    next_words,
    over_words,
    pending_words,
    record_sentence,
    step_sentence,
)

Next = tuple[str, str]  # a word that can come next, and what it stands for


def _of(shared: Settings, words: Sequence[str]) -> tuple[Any, list[str]]:
    """The command that these words begin with, or its group where they stop there; and the words after it."""
    command: Any = shared.root
    rest = list(words)
    while rest and hasattr(command, "get_command") and (inner := command.get_command(None, rest[0])):
        command, rest = inner, rest[1:]
    return command, rest


def _given(shared: Settings, command: Any, rest: Sequence[str]) -> Any:
    """The context of a command that has these words behind it so far."""
    return command.make_context(command.name, list(rest), obj=shared, resilient_parsing=True)


def preview(shared: Settings, sheet: Sheet, text: str, width: int) -> str:
    """What a line that is being typed would do, or what it still needs, in lines of that width."""
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) > 1:
        several = f"{len(lines)} lines: Enter carries out one after the other, and stops at the first that is refused"
        return fill(several, width)
    words = meant(split(text, typing=True), shared.commands)
    if not words and not lines:
        over = over_words(sheet.end(shared.now()))
        return "\n".join(fill(line, width) for line in (over, _waits(sheet)) if line)
    try:
        if words and words[0] not in {*shared.commands, "help", *QUIT}:
            return deal_preview(sheet, words, width, typing=not text.endswith(" "))
        found = effect(shared, sheet, words, width, typing=not text.endswith(" ")) if words else []
    except ScorerError as error:
        found = [said(error)]
    about = f", {words[0]} --help explains it" if words and words[0] in shared.commands else ""
    return "\n".join(
        line if "\n" in line or cell_len(line) <= width else fill(line, width)
        for line in found or [f"a command: Enter carries it out{about}"]
    )


def _waits(sheet: Sheet) -> str:
    """What the pad waits for while nothing is typed."""
    if sheet.match.sitting.finished:
        return "The match is finished: reopen goes on with it, start opens another, quit leaves."
    if call := pending_words(sheet):
        return f"{call}: PARTNER RESULT; help lists the rest"
    return "CALLER BID PARTNER RESULT, as in anna 2/71 elena 74; help lists the rest"


def following(shared: Settings, sheet: Sheet, words: Sequence[str], typed: str) -> list[Next]:
    """What can follow these words of a command: what its arguments and options have declared for the shells too."""
    command, rest = _of(shared, words)
    if hasattr(command, "get_command"):
        return [(name, "") for name in command.list_commands(None)]
    options = _options(command)
    before = options.get(rest[-1]) if rest else None
    if before and not before.is_flag:
        return _completed(before, _given(shared, command, rest[:-1]), typed)
    if typed.startswith("-"):
        return [(name, "") for name in options if name.startswith("--")]
    context = _given(shared, command, rest)
    for param in command.params:
        more = param.nargs == -1 and not param.required  # what is required and said is enough
        if param.param_type_name == "argument" and (more or not context.params[param.name]):
            if param.name == "number":
                return [(str(each.number), record_sentence(each, sheet.match.variant)) for each in sheet.records[::-1]]
            return _completed(param, context, typed)
    return []


def _options(command: Any) -> dict[str, Any]:
    """The options of a command by every name they have."""
    options = [param for param in command.params if param.param_type_name == "option"]
    return {name: param for param in options for name in (*param.opts, *param.secondary_opts)}


def _completed(param: Any, context: Any, typed: str) -> list[Next]:
    return [(item.value, item.help or "") for item in param.shell_complete(context, typed) if item.type == "plain"]


def effect(shared: Settings, sheet: Sheet, words: Sequence[str], width: int, *, typing: bool) -> list[str]:
    """What a command would do, line by line; nothing where it has no effect on the match, or on another one."""
    name = words[0]
    if name not in EFFECTS or {"--help", "-h"} & set(words):
        return []
    command, rest = _of(shared, words)
    options = _options(command)
    if rest and ((typing and rest[-1].startswith("--")) or (rest[-1] in options and not options[rest[-1]].is_flag)):
        rest.pop()  # an option that is not finished, or has no word behind it yet
    for word in rest:
        if word.startswith("--") and word.partition("=")[0] not in options:
            raise UnreadableError(f"there is no option {word}; {name} --help lists them")
    context = _given(shared, command, rest)
    if context.args:
        raise UnreadableError(f"'{' '.join(context.args)}' is too much: {name} --help says what it takes")
    given = context.params
    if fold(given["match"]) not in {"", str(sheet.match.id), fold(sheet.match.name)}:
        return []
    missing = [param.metavar for param in command.params if param.required and not given[param.name]]
    if missing:
        return [f"{' '.join(missing)} still to say"]
    lines = EFFECTS[name](shared, sheet, given, width)
    if "reason" in given and name != "carry" and not given["reason"]:
        lines.append("--reason TEXT still to say")
    return lines


Given = Mapping[str, Any]


def _edit(_shared: Settings, sheet: Sheet, given: Given, width: int) -> list[str]:
    old = sheet.record(scorebook.read_record_number(given["number"]))
    facts = {fact: given[fact] for fact in DealWords.__dataclass_fields__}
    new, read = scorebook.edited(old, DealWords(**facts), sheet.match)
    changed = difference_words(old, new)
    if not changed:
        return [
            f"{old.number}: {record_sentence(old, sheet.match.variant)}",
            "what was different is still to say, as in --partner dario",
        ]
    lines = [f"{old.number}: {changed}"]
    if new.units != old.units:
        lines.append(render.units_table({"was": old.payouts, "will be": new.payouts}, old.seats, width))
    return [*lines, *(read.notices if read else ())]


def _void(_shared: Settings, sheet: Sheet, given: Given, width: int) -> list[str]:
    record = sheet.record(scorebook.read_record_number(given["number"]))
    without = sheet.running_after([each for each in sheet.records if each is not record])
    table = render.units_table({"running": sheet.running, "without it": without}, sheet.players, width)
    return [f"strikes out {record.number}: {record_sentence(record, sheet.match.variant)}", table]


def _penalty(_shared: Settings, sheet: Sheet, given: Given, width: int) -> list[str]:
    lost = read_within(given["units"], "units", 1, MOST_UNITS)
    payee = read_choice(given["to"], "--to", ("others", "nobody"))
    units = scorebook.penalty_units(sheet, given["player"], lost, payee, given["out"])
    return [render.units_table({"penalty": units}, sheet.seats, width)]


def _adjust(_shared: Settings, sheet: Sheet, given: Given, width: int) -> list[str]:
    units = scorebook.adjusted_units(sheet, read_units(given["units"]))
    return [render.units_table({"adjustment": units}, sheet.players, width)]


def _redeal(_shared: Settings, sheet: Sheet, given: Given, _width: int) -> list[str]:
    kind = read_redeal(" ".join(given["kind"]))
    record = scorebook.redeal_record(0, sheet, kind, given["dealer"], given["note"] or "")
    after = Sheet(sheet.match, (*sheet.records, record))
    return [f"{record_sentence(record, sheet.match.variant)}; then {next_words(after)}"]


def _call(_shared: Settings, sheet: Sheet, given: Given, _width: int) -> list[str]:
    call = scorebook.read_call(sheet, given["caller"], " ".join(given["bid"]), given["called"] or "")
    return [f"notes that {call_words(call, sheet.match.variant)}; PARTNER RESULT comes later"]


def _steps(action: str, does: str, shared: Settings, sheet: Sheet, given: Given, _width: int) -> list[str]:
    count = read_within(given["steps"], "steps", 1, 1000)
    with shared.book.reading() as session:
        steps = scorebook.would_reverse(session, sheet.match, action, count)
    if action == "undo" and len(shared.pad_matches) == 1 and any(step.action == "start" for step in steps):
        raise RefusedError(f"it would take {sheet.match.name} away, which the pad is on")
    start = f"the start of {sheet.match.name}"
    told = [start if step.action == "start" else step_sentence(step, sheet.match) for step in steps[:MOST_STEPS]]
    lines = [f"{does} {what}" for what in told]
    return lines + ([f"and {len(steps) - MOST_STEPS} more"] if len(steps) > MOST_STEPS else [])


def _finish(_shared: Settings, sheet: Sheet, _given: Given, _width: int) -> list[str]:
    return [" ".join(filter(None, [f"closes {sheet.match.name}", early_words(sheet)])) + "; reopen goes on with it"]


MOST_STEPS: Final = 4
EFFECTS: Final[Mapping[str, Callable[[Settings, Sheet, Given, int], list[str]]]] = {
    "edit": _edit,
    "finish": _finish,
    "void": _void,
    "penalty": _penalty,
    "adjust": _adjust,
    "redeal": _redeal,
    "call": _call,
    "undo": partial(_steps, "undo", "takes back"),
    "redo": partial(_steps, "redo", "does again"),
}
