"""A line that is being typed into the pad: its words, what can come next on it, and what Enter would do."""

import re
import shlex
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

from typer import Context

from scorer import scorebook
from scorer.cli import render
from scorer.cli.context import Settings, said
from scorer.cli.layout import folded
from scorer.errors import RefusedError
from scorer.match.example import contract_example, contract_words
from scorer.match.names import find, fold, meant_by, plays_alone, printable, typed_names
from scorer.match.parsing import (
    MOST_UNITS,
    DealWords,
    deal_words,
    read_choice,
    read_redeal,
    read_units,
    read_within,
    spelled_out,
)
from scorer.match.reading import read_deal
from scorer.match.sheet import Sheet
from scorer.rules.bid import read_bid
from scorer.rules.errors import IllegalDealError, ScorerError, UndecidedError, UnreadableError, UnsaidError
from scorer.rules.variant import Variant
from scorer.text.ending_words import early_words, over_words
from scorer.text.sentences import (
    call_words,
    difference_words,
    edit_example,
    listed,
    next_words,
    partners_words,
    pending_words,
    plural,
    record_sentence,
    recount_words,
    step_sentence,
)

Given = Mapping[str, Any]  # what is said for each argument and option, by its name
STEPS_TOLD: Final = 4
WHILE_OPEN: Final = {"call", "redeal", "seats", "finish"}
QUIT = {"quit", "exit", "q"}
FLAGS = {"--slam": True, "--no-slam": False}
BESIDE = ("--id", "--match")  # options that change no payout
FACTS = ("called", "dealer", "out", "times", "note", "bonus", "more_cards")
OPTIONS = {f"--{name.replace('_', '-')}": name for name in FACTS}


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
    raise UnreadableError(f"a quotation mark is not closed in: {printable(line.strip())}")


def command_words(words: list[str], commands: Collection[str]) -> list[str]:
    """The words of a line without the `scorer` before a command: what was copied from a shell works here too."""
    return words[1:] if words[:1] == ["scorer"] and (len(words) == 1 or words[1] in commands) else words


def preview(shared: Settings, sheet: Sheet, text: str, width: int) -> str:
    """What a line that is being typed would do, or what it still needs, in lines of that width."""
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) > 1:
        several = f"{len(lines)} lines: Enter carries out one after the other, and stops at the first that is refused"
        return folded(several, width, 0)
    words = command_words(split(text, typing=True), shared.commands)
    if not words and not lines:
        over = over_words(sheet, sheet.end(shared.now()))
        return "\n".join(folded(line, width, 0) for line in (over, _waits(sheet)) if line)
    typing, explained = not text.endswith(" "), bool({"--help", "-h"} & set(words))
    if words and words[0].startswith("#"):
        return "a remark: Enter does nothing"
    try:
        facts = words[1:] if words[:1] == ["deal"] else words
        is_deal = bool(facts) and not explained and facts[0] not in {*shared.commands, "help", *QUIT}
        if sheet.match.sitting.finished and (is_deal or {*words[:1]} & WHILE_OPEN):
            return folded(_waits(sheet), width, 0)
        if is_deal:
            found = deal_preview(sheet, facts, width, typing=typing)
        else:
            found = effect(shared, sheet, words, width, typing=typing) if words and not explained else []
    except ScorerError as error:
        found = [said(error)]
    about = f", {words[0]} --help explains it" if words and words[0] in shared.commands else ""
    return "\n".join(folded(line, width, 0) for line in found or [f"a command: Enter carries it out{about}"])


def _waits(sheet: Sheet) -> str:
    """What the pad waits for while nothing is typed."""
    if sheet.match.sitting.finished:
        return "The match is finished: reopen goes on with it, start opens another, quit leaves."
    variant = sheet.match.variant
    words = " ".join(_words_of(variant))
    if call := pending_words(sheet):
        return f"{call}: {words.removeprefix('CALLER BID ')}; help lists the rest"
    if variant.has_auction:
        example = contract_example(sheet.seats, variant)
    else:
        from scorer.match.sides import examples

        example = " or ".join(examples(sheet.sides, variant))
    return f"{words}, as in {example}; help lists the rest"


def _words_of(variant: Variant) -> tuple[str, ...]:
    """What is said of a deal, one after the other."""
    return contract_words(variant) if variant.has_auction else ("who took how much",)


def deal_preview(sheet: Sheet, words: Sequence[str], width: int, *, typing: bool) -> list[str]:
    """Everybody's units: of the deal when it is whole, of both ways it can end while the result is missing.

    Raises ScorerError for what cannot be meant. `typing`: the last word may not be finished.
    """
    facts, options = parted(words)
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
        return [f"{' '.join(_words_of(variant)[4 - whole + len(begun) :])} still to say"]
    if len(facts) == whole - 1 and variant.win.worth == "count":
        return ["COUNT still to say"]
    if len(facts) == whole - 1:
        options = replace(options, slam=bool(options.slam))
        return _units(sheet, facts, options, width, ("made", "failed"))
    return _units(sheet, facts, options, width)


def _units(sheet: Sheet, facts: Sequence[str], options: DealWords, width: int, ends: Sequence[str] = ()) -> list[str]:
    """Everybody's units of a deal, and what else there is to say of it; or by each of the `ends` that it can have.

    Raises ScorerError.
    """
    either = {end: read_deal(deal_words([*facts, end], options, sheet.match), sheet) for end in ends}
    if either:
        return [render.units_table({end: read.reckoning.units for end, read in either.items()}, sheet.seats, width)]
    read = read_deal(deal_words(facts, options, sheet.match), sheet)
    paid = {str(read.reckoning.outcome): read.reckoning.units}
    return [render.units_table(paid, sheet.seats, width), *read.notices]


def _sides_preview(sheet: Sheet, facts: Sequence[str], options: DealWords, width: int, *, typing: bool) -> list[str]:
    """Everybody's units where nobody calls: of both ways the deal can end while one side is named."""
    from scorer.match.sides import MissingError

    try:
        return _units(sheet, facts, options, width)
    except UnsaidError as unsaid:
        return [f"{unsaid.how} still to say; else Enter asks for the bonuses"]
    except UndecidedError as equal:
        return [f"{equal.counts}: --more-cards PLAYER or nobody; else Enter asks who has more"]
    except MissingError as error:
        with suppress(ScorerError):
            return _units(sheet, facts, options, width, ("won", "lost"))
        return [f"{error.missing} is still to say"]
    except IllegalDealError:
        raise
    except ScorerError:
        if typing:  # the last word may be the beginning of another
            try:
                read_deal(deal_words(facts[:-1], options, sheet.match), sheet)
            except MissingError as error:
                return [f"{error.missing} is still to say"]
            except ScorerError:
                pass
        raise


def parted(words: Sequence[str]) -> tuple[list[str], DealWords]:
    """The facts of a deal line, and what its options say so far; raises UnreadableError for an unknown option."""
    facts: list[str] = []
    said: dict[str, str] = {}
    slam = None
    rest = iter(words)
    for word in rest:
        name, equals, text = word.partition("=")
        if not word.startswith("--"):
            facts.append(word)
        elif name in FLAGS:
            slam = FLAGS[name]
        elif name in (*OPTIONS, *BESIDE):
            said[name] = text if equals else next(rest, "")
        elif not any(option.startswith(name) for option in (*FLAGS, *OPTIONS, *BESIDE)):
            raise UnreadableError(f"there is no option {name}; deal --help lists them")
    more: Any = {OPTIONS[name]: text for name, text in said.items() if name in OPTIONS}
    return facts, DealWords(slam=slam, **more)


def command_of(shared: Settings, words: Sequence[str]) -> tuple[Any, list[str]]:
    """The command that these words begin with, or its group where they stop there; and the words after it."""
    command: Any = shared.root
    rest = list(words)
    while rest and hasattr(command, "get_command") and (inner := command.get_command(None, rest[0])):
        command, rest = inner, rest[1:]
    return command, rest


def context_of(shared: Settings, command: Any, rest: Sequence[str]) -> Any:
    """The context of a command that has these words behind it so far."""
    root: Any = shared.root  # without it the command would forget -h, for as long as the pad runs
    below = Context(root, obj=shared, **root.context_settings)
    return command.make_context(command.name, list(rest), parent=below, obj=shared, resilient_parsing=True)


def options_of(command: Any) -> dict[str, Any]:
    """The options of a command by every name they have."""
    options = [param for param in command.params if param.param_type_name == "option"]
    return {name: param for param in options for name in (*param.opts, *param.secondary_opts)}


def effect(shared: Settings, sheet: Sheet, words: Sequence[str], width: int, *, typing: bool) -> list[str]:
    """What a command would do, line by line; nothing where it has no effect on the match, or on another one."""
    name = words[0]
    if name not in EFFECTS:
        return []
    command, rest = command_of(shared, words)
    options = options_of(command)
    if rest and ((typing and rest[-1].startswith("--")) or (rest[-1] in options and not options[rest[-1]].is_flag)):
        rest.pop()  # an option that is not finished, or has no word behind it yet
    for word in rest:
        if word.startswith("--") and word.partition("=")[0] not in options:
            raise UnreadableError(f"there is no option {word}; {name} --help lists them")
    context = context_of(shared, command, rest)
    if context.args:
        raise UnreadableError(f"'{' '.join(context.args)}' is too much: {name} --help says what it takes")
    given = context.params
    match = sheet.match
    if fold(given.get("match") or "") not in {"", str(match.id), fold(match.name), fold(f"{match.name} {match.on}")}:
        return []
    missing = [param.metavar for param in command.params if param.required and not given[param.name]]
    if missing:
        return [f"{' '.join(missing)} still to say"]
    lines = EFFECTS[name](shared, sheet, given, width)
    if "reason" in given and not given["reason"]:
        lines.append("--reason TEXT still to say")
    return lines


def _edit(_shared: Settings, sheet: Sheet, given: Given, width: int) -> list[str]:
    old = sheet.record(scorebook.read_record_number(given["number"]))
    facts = {fact: given[fact] for fact in DealWords.__dataclass_fields__ if fact in given}
    new, read = scorebook.edited(old, DealWords(**facts), sheet.match)
    changed = difference_words(old, new)
    if not changed:
        return [
            f"{old.number}: {record_sentence(old, sheet.match.variant)}",
            f"what was different is still to say, as in {edit_example(old)}",
        ]
    lines = [f"{old.number}: {changed}"]
    if new.units != old.units:
        lines.append(render.units_table({"was": old.payouts, "will be": new.payouts}, old.seats, width))
    return [*lines, *(read.notices if read else ())]


def _reassign(shared: Settings, sheet: Sheet, given: Given, _width: int) -> list[str]:
    span = scorebook.read_span(given["first"], given["last"])
    with shared.book.reading() as session:
        planned = scorebook.reassigned(session, sheet.match, ",".join(given["people"]), span)
    return [planned.what, scorebook.units_words(planned.changes)]


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
    units = scorebook.adjusted_units(sheet, read_units(",".join(given["units"])))
    return [render.units_table({"adjustment": units}, sheet.players, width)]


def _redeal(_shared: Settings, sheet: Sheet, given: Given, _width: int) -> list[str]:
    kind = read_redeal(" ".join(given["kind"]), sheet.match.variant)
    record = scorebook.redeal_record(0, sheet, kind, given["dealer"], given["note"] or "")
    after = Sheet(sheet.match, (*sheet.records, record))
    return [f"{record_sentence(record, sheet.match.variant)}; then {next_words(after)}"]


def _call(_shared: Settings, sheet: Sheet, given: Given, _width: int) -> list[str]:
    call = scorebook.read_call(sheet, given["caller"], " ".join(given["bid"]), given["called"] or "")
    later = " ".join(_words_of(sheet.match.variant)[2:])
    return [f"notes that {call_words(call, sheet.match.variant)}; {later} comes later"]


def _steps(action: str, does: str, shared: Settings, sheet: Sheet, given: Given, _width: int) -> list[str]:
    count = read_within(given["steps"], "steps", 1, 1000)
    with shared.book.reading() as session:
        steps = scorebook.would_reverse(session, sheet.match, action, count)
    if action == "undo" and len(shared.pad_matches) == 1 and any(step.action == "start" for step in steps):
        raise RefusedError(f"it would take {sheet.match.name} away, which the pad is on")
    start = f"the start of {sheet.match.name}"
    told = [start if step.action == "start" else step_sentence(step, sheet.match) for step in steps[:STEPS_TOLD]]
    lines = [f"{does} {what}" for what in told]
    return lines + ([f"and {len(steps) - STEPS_TOLD} more"] if len(steps) > STEPS_TOLD else [])


def _carry(shared: Settings, sheet: Sheet, _given: Given, _width: int) -> list[str]:
    with shared.book.reading() as session:
        changes = scorebook.recounted(session, sheet.match)
    if not changes:
        raise RefusedError("no deal counts a carry that is another now")
    return [f"counts again {recount_words(old, new)}" for old, new in changes]


def _start(shared: Settings, _sheet: Sheet, given: Given, _width: int) -> list[str]:
    if given["players"] is None:
        return [f"opens {given['name']}; --players NAMES says who sits down, else Enter offers the table of last time"]
    with shared.book.reading() as session:
        meant = scorebook.meant_players(session, typed_names([given["players"]], scorebook.player_ids(session)))
    return [f"opens {given['name']} of {_table(shared, meant.players)[1]}"]


def _seats(shared: Settings, sheet: Sheet, given: Given, _width: int) -> list[str]:
    seats, words = sheet.seats, [word for word in given["names"] or [] if word.strip(" ,")]
    if words:
        with shared.book.reading() as session:
            seats = scorebook.seats_meant(session, sheet.match, words).players
    seats, table = _table(shared, seats)
    with shared.book.reading() as session:
        opened = scorebook.opening_table(session, sheet.match)
    anew = scorebook.seated_anew(sheet, seats, given["out"], opened=opened)
    rests = f"; {anew.match.sitting.out} rests" if anew.match.sitting.out else ""
    return [f"at the table: {table}{rests}", *filter(None, [partners_words(anew)])]


def _table(shared: Settings, players: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """Who sits there, and `Anna, Bruno, Gina; Gina is new`; raises RefusedError where they cannot sit at one table."""
    with shared.book.reading() as session:
        known = {fold(name): name for name in scorebook.player_ids(session)}
    seats = scorebook.different([known.get(fold(player), player) for player in players])
    new = [seat for seat in seats if fold(seat) not in known]
    return seats, ", ".join(seats) + (f"; {listed(new)} {plural(len(new), 'is', 'are')} new" if new else "")


def _finish(_shared: Settings, sheet: Sheet, _given: Given, _width: int) -> list[str]:
    return [" ".join(filter(None, [f"closes {sheet.match.name}", early_words(sheet)])) + "; reopen goes on with it"]


EFFECTS: Final[Mapping[str, Callable[[Settings, Sheet, Given, int], list[str]]]] = {
    "start": _start,
    "seats": _seats,
    "call": _call,
    "redeal": _redeal,
    "penalty": _penalty,
    "adjust": _adjust,
    "undo": partial(_steps, "undo", "takes back"),
    "redo": partial(_steps, "redo", "does again"),
    "edit": _edit,
    "reassign": _reassign,
    "void": _void,
    "carry": _carry,
    "finish": _finish,
}
