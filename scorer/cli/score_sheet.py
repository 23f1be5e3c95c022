"""Plain text for the terminal: tables, the score sheet, what is shown after a record."""

import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from scorer.cli.context import notice, say
from scorer.cli.layout import GAP, LEAST, TextColumn, fits, fitted, folded, shortened, table, width
from scorer.language import N_, _, in_context, ngettext, numeric_moment
from scorer.language.lists_numbers_dates import signed
from scorer.match.course import running as running_lines
from scorer.match.deals_left import reached_end
from scorer.match.editions import first_done
from scorer.match.facts import League, Match, Record, Step
from scorer.match.sheet import Sheet
from scorer.rules.ending import End
from scorer.rules.kinds import KINDS
from scorer.rules.variant import Variant
from scorer.scorebook import Change
from scorer.text import deals_left_words, numbers, sentences
from scorer.text.kind_words import record_name
from scorer.text.sheet_to_paste import leader_first, numbers_by_player, player_lines
from scorer.text.sheet_words import (
    LONGEST_COLUMN,
    column_heads,
    race_tallies,
    record_cells,
    short_names,
    whose_counts,
)
from scorer.text.step_words import REPEATED
from scorer.text.tally_words import tally_words

if TYPE_CHECKING:
    from scorer.match.settlement import Settlement
    from scorer.scorebook.whole_history import WholeHistory

SHORTEST_COLUMN = 5
MARKS = {"caller": "*", "won": "*", "partner": "+", "dealer": "d", "resting": "-"}  # the same in every language
LEGEND = N_("{caller} caller   {partner} partner   {dealer} dealer   {resting} rests")
LEGEND_ALONE = N_("{caller} caller   {dealer} dealer   {resting} rests")
LEGEND_OF_SIDES = N_("{won} won   {dealer} dealer   {resting} rests")


def recorded(done: Change, now: datetime) -> None:
    """Print a record: its sentence, everybody's units, the running units, and how the match goes on."""
    record, sheet = done.record, done.sheet
    assert record is not None
    notice(*done.notices)
    say(f"{record.number}: {sentences.record_sentence(record, sheet.match.variant)}")
    if payouts := record.payouts:
        units = {record_name(record): payouts, _("running"): sheet.running}
        say(units_table(units, sheet.players, width(sys.stdout), race_tallies(sheet)))
    state(sheet, now)


def units_table(
    units: Mapping[str, Mapping[str, int]],
    players: Sequence[str],
    limit: int,
    race: Mapping[str, Mapping[str, int]] | None = None,
) -> str:
    """Units a line by its label, a column a player; as sentences where the columns are wider than the terminal.

    Below them what a `race` counts.
    """
    header = ["", *short_names(players)]
    rows = [
        [label, *(signed(paid[player]) if player in paid else "-" for player in players)]
        for label, paid in units.items()
    ]
    counted = {in_context("tally", tally): has for tally, has in (race or {}).items()}
    rows += [[label, *(str(has[player]) for player in players)] for label, has in counted.items()]
    shown = table([header, *rows])
    if fits(shown, limit):
        return shown
    lines = [f"{label}: {sentences.running_words(paid)}" for label, paid in units.items()]
    lines += [f"{label}: {numbers_by_player(has)}" for label, has in counted.items()]
    return "\n".join(folded(line, limit) for line in lines)


def state(sheet: Sheet, now: datetime) -> None:
    """How the match goes on: who deals, who rests, what the deal counts, how far the end is; or that it is over."""
    if sheet.match.sitting.finished:
        say(_("The match is finished."))
        return
    ahead, *at_the_end = _ahead(sheet, now)
    say(_("Next: {ahead}", ahead=ahead), *at_the_end)


def running(sheet: Sheet, now: datetime) -> None:
    """Print the running units, and how the match goes on."""
    say(running_table(sheet))
    if waiting := sentences.pending_words(sheet):
        say(waiting)
    state(sheet, now)


def running_table(sheet: Sheet) -> str:
    """The running units, a column a player; as a sentence where the columns are wider than the terminal."""
    limit = width(sys.stdout)
    if race := race_tallies(sheet):
        return units_table({_("units"): sheet.running}, sheet.players, limit, race)
    units = [signed(sheet.running[player]) for player in sheet.players]
    shown = table([short_names(sheet.players), units], left=0)
    return shown if fits(shown, limit) else sentences.running_words(sheet.running)


def status(sheet: Sheet, now: datetime) -> str:
    """An open match: running units, the last deal and what came after it, the call, the next dealer."""
    last = sheet.deals[-1].number if sheet.deals else 0
    newest = [record for record in sheet.records if record.number >= last]
    lines = [
        _("last: {number}: {record}", number=new.number, record=sentences.record_sentence(new, sheet.match.variant))
        for new in newest
    ]
    waiting = sentences.pending_words(sheet)
    shown = [sentences.match_title(sheet.match), running_table(sheet), *(lines or [_("nothing recorded")]), waiting]
    return "\n".join(filter(None, [*shown, _next(sheet, now)]))


def _next(sheet: Sheet, now: datetime) -> str:
    """How the match goes on, below what stands of it."""
    if sheet.match.sitting.finished:
        return _("finished")
    return _("next: {lines}", lines="\n".join(_ahead(sheet, now)))


def over_words(sheet: Sheet, end: End | None) -> str:
    """That the match is over, and the commands that come then; empty while it goes on."""
    over = deals_left_words.over_words(sheet, end)
    commands = _("scorer settle says who pays whom, scorer finish closes it.")
    return over and f"{over} {commands}"


def _ahead(sheet: Sheet, now: datetime) -> list[str]:
    """How a match goes on, in one line; in another that it is over, or nearly."""
    if not sheet.has_end:
        return [sentences.next_deal_words(sheet)]
    end = reached_end(sheet, now)
    ahead = "; ".join(filter(None, [sentences.next_deal_words(sheet), deals_left_words.left_words(sheet, end, now)]))
    return [ahead, *filter(None, [over_words(sheet, end) or deals_left_words.near_words(sheet, end)])]


def history(steps: Sequence[Step], match: Match | None, *, numbered: bool = False) -> str:
    """Every step, a line each: its time, what it did, why, by whom, whether it was taken back; `numbered` from 1."""
    by_id = {step.id: step for step in steps}
    lines = [_step_line(step, by_id, match) for step in steps]
    if numbered:
        width = len(str(len(lines)))
        lines = [f"{place:>{width}}  {line}" for place, line in enumerate(lines, 1)]
    return "\n".join(lines) or _("Nothing has happened yet.")


def whole_history(done: "WholeHistory") -> str:
    """Every step of a scorebook, with the tournament or the match at which it was done."""
    by_id, lines = {step.id: step for step in done.steps}, []
    for step in done.steps:
        match = done.matches.get(step.match_id or 0)
        where = done.tournaments.get(step.tournament_id or 0, "")
        if match and not where:
            where = _("{match} (match {number})", match=match.name, number=match.id)
        lines.append(_step_line(step, by_id, match, where))
    return "\n".join(lines) or _("Nothing has happened yet.")


def _step_line(step: Step, steps: Mapping[int, Step], match: Match | None, where: str = "") -> str:
    """A step of a history, whose other `steps` are by number; `where` it was done, in a history of several."""
    why = f" ({step.reason})" if step.reason and step.action not in KINDS else ""  # a record says its note
    original = first_done(step, steps)
    what = sentences.step_sentence(original, match)
    what = what if original is step else _(REPEATED[step.action], step=what)
    by = _("by {name}", name=step.by) if step.by else ""
    taken_back = _("undone")
    undone = f"[{taken_back}]" if step.undone else ""
    at = f"{where}: " if where else ""
    minutes = step.waited // 60  # that it was entered before, on a phone that was away
    waited = ngettext("entered {count} minute before", "entered {count} minutes before", minutes) if minutes else ""
    parts = (numeric_moment(step.at), f"{at}{what}{why}", by, waited, undone)
    return "  ".join(filter(None, parts))


def leagues(known: Sequence[League]) -> str:
    """The leagues with their variant and what a unit is worth."""
    worth = [
        numbers.money(league.unit_value_cents, league.currency) if league.unit_value_cents else _("none")
        for league in known
    ]
    columns = [
        TextColumn(_("league"), [league.name for league in known], names="league", left=True),
        TextColumn(_("variant"), [league.variant for league in known], names="variant", left=True),
        TextColumn(_("unit value"), worth),
    ]
    return fitted(columns, keys=1, known={}, widest=width(sys.stdout))


def score_sheet(sheet: Sheet, now: datetime) -> str:
    """The match as on paper: a row a record, a column a player with running units and marks."""
    match = sheet.match
    rows, lines_of = [], running_lines(sheet)
    for at, record in enumerate(sheet.records, 1):
        cells = [_cell(record, player, lines_of[player][at]) for player in sheet.players]
        rows.append([str(record.number), *record_cells(record, sheet), *cells])
    blank = [""] * (len(column_heads(sheet)) - 2)
    rows.append(["", _("total"), *blank, *(f"{signed(units)}  " for units in sheet.running.values())])
    rows += [
        ["", in_context("tally", tally), *blank, *(f"{has[seat]}  " for seat in sheet.players)]
        for tally, has in race_tallies(sheet).items()
    ]
    why = [
        f"{record.number}: {sentences.residual_words(record)}: {sentences.note_words(record.note)}"
        for record in sheet.records
        if record.residual
    ]
    whose = [] if match.variant.has_auction else whose_counts(sheet)
    shown = _fitted_sheet(rows, column_heads(sheet), sheet.players)
    lines = [sentences.match_title(match), "", shown, "", _legend(match.variant), *whose, *why]
    return "\n".join([*lines, _next(sheet, now)])


def _legend(variant: Variant) -> str:
    """What the marks beside units mean."""
    of_callers = LEGEND_ALONE if variant.alone else LEGEND
    return _(of_callers if variant.has_auction else LEGEND_OF_SIDES, **MARKS)


def player_sheet(sheet: Sheet, player: str) -> str:
    """The match as it ran for a player: in sentences, and a row for each record at which they sat there."""
    rows: list[list[str]] = []
    for record, running in zip(sheet.records, running_lines(sheet)[player][1:], strict=True):
        if player in record.seats:
            brought = record.payouts.get(player)
            cells = ["-" if brought is None else signed(brought), _cell(record, player, running)]
            rows.append([str(record.number), *record_cells(record, sheet), *cells])
    after = _("running")
    heads = [*column_heads(sheet), _("units"), f"{after}  "]  # as wide as the marks behind the figures
    limit = width(sys.stdout)
    above = [folded(line, limit) for line in (sentences.match_title(sheet.match), *player_lines(sheet, player))]
    return "\n".join(
        [*above, "", table([heads, *rows], left=len(heads) - 3), "", _legend(sheet.match.variant)] if rows else above
    )


def _fitted_sheet(rows: Sequence[list[str]], before: Sequence[str], players: Sequence[str]) -> str:
    """A score sheet under the names: shorter ones on a narrow terminal, at last the players who are left below it."""
    limit = width(sys.stdout)
    for longest in range(LONGEST_COLUMN, SHORTEST_COLUMN - 1, -1):
        names = short_names(players, longest)
        shown = table([[*before, *names], *rows], left=len(before) - 1)
        if fits(shown, limit):
            return shown
    stacked = [row if row[0] else [row[1], "", *row[2:]] for row in rows]  # each part says which line is the total
    heads = [*before, *names]
    columns = [
        TextColumn(title, cells, left=at < len(before) - 1)
        for at, (title, cells) in enumerate(zip(heads, zip(*stacked, strict=True), strict=True))
    ]
    return fitted(columns, keys=1, known={}, widest=limit)


def _cell(record: Record, player: str, running: int) -> str:
    """A player's running units after a record, with the marks of their role; a dash for who rested."""
    if player not in record.seats:
        return "  "
    roles = {
        MARKS["caller"]: [record.caller, *record.side_winners],
        MARKS["partner"]: [record.partner],
        MARKS["dealer"]: [record.dealer],
    }
    marks = "".join(mark for mark, holders in roles.items() if player in holders)
    units = "-" if player == record.out else signed(running)
    return units + marks.ljust(2)


def final(sheet: Sheet) -> str:
    """The units of everybody at the end of a match, most first, and what it was played to besides."""
    race = race_tallies(sheet)
    return _balances(
        [
            (player, signed(units), *(tally_words(tally, has[player]) for tally, has in race.items()))
            for player, units in leader_first(sheet)
        ]
    )


def settlement(settled: "Settlement") -> str:
    """Everybody's balance, then who pays whom."""
    rows = []
    for player, owed in sorted(settled.balances.items(), key=lambda item: (-item[1], item[0])):
        paid = [sentences.amount_words(owed, settled.currency)] if settled.currency else []
        rows.append((player, signed(settled.units[player]), *paid))
    return "\n".join([_balances(rows), "", *sentences.settlement_lines(settled)])


def _balances(rows: Sequence[tuple[str, ...]]) -> str:
    """A line a player, with what they have; a name that is wider than the terminal leaves room for is shortened."""
    cells = table([row[1:] for row in rows], left=0).split("\n")[0]
    short = shortened([row[0] for row in rows], max(LEAST, width(sys.stdout) - len(cells) - GAP))
    return table([(short[name], *figures) for name, *figures in rows])
