"""A line that is being typed into the pad: its words, what can come next on it, and what Enter would do."""

import re
import shlex
from collections.abc import Collection, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import replace
from io import StringIO
from itertools import takewhile
from typing import Any, Final

from typer import Context

from scorer import scorebook
from scorer.cli import score_sheet
from scorer.cli.advice import notice_lines
from scorer.cli.context import Settings, WouldDo, error_words
from scorer.cli.layout import folded
from scorer.cli.misuse import sentence, with_help
from scorer.cli.within_typer import UsageError
from scorer.language import _
from scorer.language.lists_numbers_dates import either
from scorer.match.deal_options import FACTS, DealWords
from scorer.match.deal_reading import read_deal
from scorer.match.deals_left import closed_early, reached_end
from scorer.match.names import find, meant_by, plays_alone, printable
from scorer.match.parsing import contract_example, contract_words, deal_words, names_redeal, spelled_out
from scorer.match.sheet import Sheet
from scorer.rules.bid import read_bid
from scorer.rules.errors import IllegalDealError, ScorerError, UndecidedError, UnreadableError, UnsaidError
from scorer.rules.kinds import FAILED
from scorer.rules.variant import Variant
from scorer.scorebook.match_lookup import refuse_finished
from scorer.text.deals_left_words import early_words
from scorer.text.kind_words import kind_name
from scorer.text.sentences import (
    call_words,
    difference_words,
    next_deal_words,
    partners_words,
    pending_words,
    record_sentence,
    recount_words,
)

# The commands that say before Enter what they would do.
CHANGING: Final = frozenset(
    "start seats call redeal penalty adjust undo redo edit reassign void carry finish reopen".split()  # noqa: SIM905
)
QUIT = {"quit", "exit", "q", "esci", "salir"}
HELP = {"help", "?", "aiuto", "ayuda"}


def split(line: str, *, typing: bool = False) -> list[str]:
    """A line in words as a shell splits it; an apostrophe in a name is no quotation mark.

    A quotation mark left open is closed while the line is being typed, and refused with UnreadableError after that.
    Where tabs stand in it, it came out of a table: each cell is a word.
    """
    if len(cells := [cell.strip().strip('"') for cell in line.split("\t") if cell.strip()]) > 1:
        return cells
    parts = line.strip().split('"')
    parts[::2] = [re.sub(r"(?<=\w)'(?=\w)", r"\\'", part) for part in parts[::2]]
    for closing in ("", '"', "'", "\\") if typing else ("",):
        with suppress(ValueError):
            return shlex.split('"'.join(parts) + closing)
    if typing:
        return line.split()
    raise UnreadableError(_("a quotation mark is not closed in: {line}", line=printable(line.strip())))


def command_words(words: list[str], commands: Collection[str]) -> list[str]:
    """The words of a line without the `scorer` before a command: what was copied from a shell works here too.

    A redeal may be named alone: `passed-out`, `a monte`.
    """
    words = words[1:] if words[:1] == ["scorer"] and (len(words) == 1 or words[1] in commands) else words
    said = list(takewhile(lambda word: not word.startswith("-"), words))
    return ["redeal", *words] if said != ["redeal"] and names_redeal(said) else words


def preview(shared: Settings, sheet: Sheet, text: str, width: int) -> str:
    """The effect of a line that is being typed, or the words that it still needs, in lines of that width."""
    typed = [line for line in text.split("\n") if line.strip()]
    if len(typed) > 1:
        several = _(
            "{lines} lines: Enter carries out one after the other, and stops at the first that is refused",
            lines=len(typed),
        )
        return folded(several, width, 0)
    words = command_words(split(text, typing=True), shared.commands)
    if not words and not typed:
        over = score_sheet.over_words(sheet, reached_end(sheet, shared.now()))
        return "\n".join(folded(line, width, 0) for line in (over, _waits(sheet)) if line)
    typing, explained = not text.endswith(" "), bool({"--help", "-h"} & set(words))
    if words and words[0].startswith("#"):
        return _("a remark: Enter does nothing")
    try:
        facts = words[1:] if words[:1] == ["deal"] else words
        is_deal = bool(facts) and not explained and facts[0] not in {*shared.commands, *HELP, *QUIT}
        if is_deal:
            refuse_finished(sheet.match)
            lines = deal_preview(shared, sheet, facts, width, typing=typing)
        else:
            lines = effect(shared, sheet, words, width, typing=typing) if words and not explained else []
    except ScorerError as error:
        lines = [error_words(error)]
    if words and words[0] in shared.commands:
        otherwise = _("a command: Enter carries it out, {command} --help explains it", command=words[0])
    else:
        otherwise = _("a command: Enter carries it out")
    return "\n".join(folded(line, width, 0) for line in lines or [otherwise])


def _waits(sheet: Sheet) -> str:
    """The words that the pad waits for while nothing is typed."""
    if sheet.match.sitting.finished:
        return _("The match is finished: reopen goes on with it, start opens another, quit leaves.")
    variant = sheet.match.variant
    words = " ".join(_words_of(variant))
    if call := pending_words(sheet):
        return _("{call}: {words}; help lists the rest", call=call, words=" ".join(_words_of(variant)[2:]))
    if variant.has_auction:
        example = contract_example(sheet.seats, variant)
    else:
        from scorer.match.sides_parsing import examples

        example = either(examples(sheet.sides, variant))
    return _("{words}, as in {example}; help lists the rest", words=words, example=example)


def _words_of(variant: Variant) -> tuple[str, ...]:
    """The arguments of a deal in their order, as the pad shows them."""
    return contract_words(variant) if variant.has_auction else (_("who took how much"),)


def deal_preview(shared: Settings, sheet: Sheet, words: Sequence[str], width: int, *, typing: bool) -> list[str]:
    """Everybody's units: of the deal when it is whole, of both ways it can end while the result is missing.

    Raises ScorerError for what cannot be meant. `typing`: the last word may not be finished.
    """
    typed = parsed(shared, ["deal", *words], typing=typing).params
    facts = list(typed["facts"] or ())
    options = DealWords(**{name: typed[name] for name in FACTS if typed.get(name) is not None})
    variant = sheet.match.variant
    if not variant.has_auction:
        return _sides_preview(sheet, facts, options, width, typing=typing and words[-1:] == facts[-1:])
    facts = spelled_out(facts, sheet.match)
    typing = typing and words[-1:] == facts[-1:]
    whole = 2 if sheet.match.sitting.call and len(facts) < 3 else 4  # noqa: PLR2004 - what a call leaves open
    seats = sheet.seats
    alone_or_known = facts and (plays_alone(facts[-1], seats) or len(meant_by(facts[-1], seats)) == 1)
    if len(facts) < whole - 1 or (len(facts) == whole - 1 and typing and not alone_or_known):
        begun = facts[: len(facts) - typing]
        if begun and not plays_alone(begun[0], seats):
            find(begun[0], seats)
        if len(begun) > 1 and whole == 4:  # noqa: PLR2004 - all four
            read_bid(begun[1], variant.auction)
        return [_("{words} still to say", words=" ".join(_words_of(variant)[4 - whole + len(begun) :]))]
    if len(facts) == whole - 1:
        if not variant.win.uncounted:
            return [_("{words} still to say", words=_("COUNT"))]
        options = replace(options, slam=bool(options.slam))
        ends = _units(sheet, facts, options, width, variant.win.uncounted)
        return ends if FAILED in variant.win.uncounted else [*ends, _("failed: say the card points")]
    return _units(sheet, facts, options, width)


def _units(sheet: Sheet, facts: Sequence[str], options: DealWords, width: int, ends: Sequence[str] = ()) -> list[str]:
    """Everybody's units of a deal, and what else there is to say of it; or by each of the `ends` that it can have.

    Raises ScorerError.
    """
    either = {end: read_deal(deal_words([*facts, end], options, sheet.match), sheet) for end in ends}
    if either:
        return [
            score_sheet.units_table({_(end): read.reckoning.units for end, read in either.items()}, sheet.seats, width)
        ]
    read = read_deal(deal_words(facts, options, sheet.match), sheet)
    paid = {_(str(read.reckoning.outcome)): read.reckoning.units}
    return [score_sheet.units_table(paid, sheet.seats, width), *notice_lines(read.notices)]


def _sides_preview(sheet: Sheet, facts: Sequence[str], options: DealWords, width: int, *, typing: bool) -> list[str]:
    """Everybody's units where nobody calls: of both ways the deal can end while one side is named."""
    from scorer.match.sides_parsing import MissingError

    try:
        return _units(sheet, facts, options, width)
    except UnsaidError as unsaid:
        return [_("--bonus {example} still to say; else Enter asks for the bonuses", example=unsaid.example)]
    except UndecidedError as equal:
        return [_("{counts}: --more-cards PLAYER or nobody; else Enter asks who has more", counts=equal.counts)]
    except MissingError as error:
        with suppress(ScorerError):
            return _units(sheet, facts, options, width, ("won", "lost"))
        return [_("{missing} is still to say", missing=error.missing)]
    except IllegalDealError:
        raise
    except ScorerError:
        if typing:  # the last word may be the beginning of another
            try:
                read_deal(deal_words(facts[:-1], options, sheet.match), sheet)
            except MissingError as error:
                return [_("{missing} is still to say", missing=error.missing)]
            except ScorerError:
                pass
        raise


def command_of(shared: Settings, words: Sequence[str]) -> tuple[Any, list[str]]:
    """The command that these words begin with, or its group where they stop there; and the words after it."""
    command: Any = shared.root
    words_behind = list(words)
    while words_behind and hasattr(command, "get_command") and (inner := command.get_command(None, words_behind[0])):
        command, words_behind = inner, words_behind[1:]
    return command, words_behind


def context_of(shared: Settings, command: Any, words_behind: Sequence[str]) -> Any:
    """The context of a command that has these words behind it so far."""
    root: Any = shared.root  # without it the command would forget -h, for as long as the pad runs
    below = Context(root, obj=shared, **root.context_settings)
    return command.make_context(command.name, list(words_behind), parent=below, obj=shared, resilient_parsing=True)


def options_of(command: Any) -> dict[str, Any]:
    """The options of a command by every name they have."""
    options = [param for param in command.params if param.param_type_name == "option"]
    return {name: param for param in options for name in (*param.opts, *param.secondary_opts)}


def parsed(shared: Settings, words: Sequence[str], *, typing: bool) -> Any:
    """The context of a command with the words that are said so far; raises UnreadableError for an unknown option.

    An option at the end that is not finished, or has no word behind it yet, is left out. `typing`: the last word may
    not be finished.
    """
    command, words_behind = command_of(shared, words)
    options = options_of(command)
    last = words_behind[-1] if words_behind else ""
    begun = typing and last.startswith("--") and any(option.startswith(last) for option in options)
    if (last in options or begun) and not (last in options and options[last].is_flag):
        words_behind.pop()
    for word in words_behind:
        name = word.partition("=")[0]
        if word.startswith("--") and name not in (*options, "--"):
            raise UnreadableError(with_help(_("there is no option {option}", option=name), command.name))
    return context_of(shared, command, words_behind)


def effect(shared: Settings, sheet: Sheet, words: Sequence[str], width: int, *, typing: bool) -> list[str]:
    """A command's effect or refusal, line by line; no line for one that changes no match. Raises ScorerError."""
    name = words[0]
    if name not in CHANGING:
        return []
    context = parsed(replace(shared, open_book=shared.book, looks_ahead=True), words, typing=typing)
    if context.args:
        raise UnreadableError(with_help(_("'{words}' is too much", words=" ".join(context.args)), name))
    missing = [param.metavar for param in context.command.params if param.required and not context.params[param.name]]
    if missing:
        return [_("{words} still to say", words=" ".join(missing))]
    try:
        return _ahead(context, width)
    except ScorerError as error:
        with suppress(ScorerError):  # which record it is, while it is still to be said what was different in it
            number = scorebook.read_record_number(context.params.get("number", ""))
            return [f"{number}: {record_sentence(sheet.record(number), sheet.match.variant)}", error_words(error)]
        raise


def _ahead(context: Context, width: int) -> list[str]:
    """Run a command that looks ahead: what it would do, or what it says where it does nothing."""
    answer = StringIO()
    try:
        with redirect_stdout(answer), redirect_stderr(answer):
            context.command.invoke(context)
    except WouldDo as would:
        return would.what.split("\n") if isinstance(would.what, str) else change_lines(would.what, width)
    except UsageError as error:
        return [sentence(error, context.command_path)]
    return answer.getvalue().splitlines()


def change_lines(change: scorebook.Change, width: int) -> list[str]:
    """The effect of a change, line by line."""
    lines = [
        *(_what_changes(change, width) if change.sheet is not change.before else ()),
        *notice_lines((*change.notices, *change.doubts)),
    ]
    if change.reason_missing:
        lines.append(_("{words} still to say", words=" ".join(["--reason", _("TEXT")])))
    return lines


def _what_changes(change: scorebook.Change, width: int) -> list[str]:
    before, after, record = change.before, change.sheet, change.record
    match, players = before.match, before.players
    call = after.match.sitting.call
    if change.action == "void" and record:
        units = {_("running"): before.running, _("without it"): before.running_after(after.records)}
        sentence = record_sentence(record, match.variant)
        struck = _("strikes out {number}: {record}", number=record.number, record=sentence)
        return [struck, score_sheet.units_table(units, players, width)]
    if change.action == "edit":
        ((old, new),) = change.rewritten
        lines = [f"{old.number}: {difference_words(old, new)}"]
        if new.units != old.units:
            lines.append(score_sheet.units_table({_("was"): old.payouts, _("will be"): new.payouts}, old.seats, width))
        return lines
    if change.action == "carry":
        return [_("counts again {deal}", deal=recount_words(old, new)) for old, new in change.rewritten]
    if change.action == "seats":
        table = _("at the table: {players}", players=", ".join(after.seats))
        return [table, *filter(None, [partners_words(after)])]
    if change.action == "call" and call:
        later = " ".join(_words_of(match.variant)[2:])
        return [_("notes that {call}; {words} comes later", call=call_words(call, match.variant), words=later)]
    if change.action == "finish":
        early = early_words(**closed_early(before))
        return [_("closes {match}; reopen goes on with it", match=f"{match.name} {early}".strip())]
    if change.action == "reopen":
        return [_("goes on with {match}", match=match.name)]
    assert record is not None
    if record.payouts:
        return [score_sheet.units_table({kind_name(record.kind): record.payouts}, players, width)]
    return [_("{record}; then {next}", record=record_sentence(record, match.variant), next=next_deal_words(after))]
