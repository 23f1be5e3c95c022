"""Plain text for the terminal: tables, the score sheet, what is shown after a record."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import typer

from scorer.cli.context import notice
from scorer.match.values import League, Match, Record, Sheet, Step
from scorer.scorebook import Recorded
from scorer.text import numbers, sentences

if TYPE_CHECKING:
    from scorer.match.settlement import Settlement

LONGEST_COLUMN = 8
REASONED = {"void", "edit", "carry", "result", "withdraw", "substitute", "penalise"}  # whose words leave the reason out
LEGEND = "* caller   + partner   d dealer   - rests"


def cell_len(text: str) -> int:
    """How many cells of a terminal a text takes; the tables for other alphabets are loaded where they are needed."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def table(rows: Sequence[Sequence[str]], *, left: int = 1) -> str:
    """Rows in columns as wide as their widest cell; the first `left` columns are flush left, the others right."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        line = ""
        for at, (cell, width) in enumerate(zip(row, widths, strict=True)):
            blanks = " " * (width - cell_len(cell))
            line += (cell + blanks if at < left else blanks + cell) + "  "
        lines.append(line.rstrip())
    return "\n".join(lines)


def short_names(players: Sequence[str]) -> list[str]:
    """Names short enough for a column and still different: a first word, or as many letters as are left."""
    firsts = [player.split()[0][:LONGEST_COLUMN] for player in players]
    if len(set(firsts)) == len(firsts):
        return firsts
    cut = [player[:LONGEST_COLUMN] for player in players]
    return cut if len(set(cut)) == len(cut) else list(players)


def recorded(done: Recorded, now: datetime) -> None:
    """What was recorded: its sentence, everybody's units, the running units, and how the match goes on."""
    record, sheet = done.record, done.sheet
    notice(*done.notices)
    typer.echo(f"{record.number}: {sentences.record_sentence(record, sheet.match.variant, done.bid)}")
    if payouts := record.payouts:
        this, running = [f"{record.kind} {record.number}"], ["running"]
        for player in sheet.players:
            this.append(numbers.signed(payouts[player]) if player in payouts else "-")
            running.append(numbers.signed(sheet.running[player]))
        typer.echo(table([["", *short_names(sheet.players)], this, running]))
    state(sheet, now)


def state(sheet: Sheet, now: datetime) -> None:
    """How the match goes on: who deals, who rests, what the deal counts, how far the end is; or that it is over."""
    if sheet.match.sitting.finished:
        typer.echo("The match is finished.")
        return
    end = sheet.end(now)
    ahead = [sentences.next_words(sheet), sentences.left_words(sheet, end, now)]
    typer.echo("Next: " + "; ".join(filter(None, ahead)))
    if at_the_end := sentences.over_words(end) or sentences.near_words(sheet, end):
        typer.echo(at_the_end)


def running(sheet: Sheet, now: datetime) -> None:
    """Where everybody stands now, and how the match goes on."""
    typer.echo(running_table(sheet))
    if waiting := sentences.pending_words(sheet):
        typer.echo(waiting)
    state(sheet, now)


def running_table(sheet: Sheet) -> str:
    """The running units, a column a player."""
    units = [numbers.signed(sheet.running[player]) for player in sheet.players]
    return table([short_names(sheet.players), units], left=0)


def status(sheet: Sheet, now: datetime) -> str:
    """Where an open match stands: running units, the last deal and what came after it, the call, who deals next."""
    last = sheet.deals[-1].number if sheet.deals else 0
    newest = [record for record in sheet.records if record.number >= last]
    lines = [f"last: {new.number}: {sentences.record_sentence(new, sheet.match.variant)}" for new in newest]
    waiting = sentences.pending_words(sheet)
    shown = [sentences.match_title(sheet.match), running_table(sheet), *(lines or ["nothing recorded"]), waiting]
    return "\n".join(filter(None, [*shown, _ahead(sheet, now)]))


def _ahead(sheet: Sheet, now: datetime) -> str:
    """How the match goes on, in one line, and that it is over, or nearly."""
    if sheet.match.sitting.finished:
        return "finished"
    end = sheet.end(now)
    ahead = [f"next: {sentences.next_words(sheet)}", sentences.left_words(sheet, end, now)]
    at_the_end = sentences.over_words(end) or sentences.near_words(sheet, end)
    return "\n".join(filter(None, ["; ".join(filter(None, ahead)), at_the_end]))


def history(steps: Sequence[Step], match: Match | None) -> str:
    """Every step, a line each: its time, what it did, why, and whether it was taken back."""
    lines = []
    by_id = {step.id: step for step in steps}
    for step in steps:
        why = f" ({step.reason})" if step.reason and step.action in REASONED else ""
        original = step
        while original.undoes:
            original = by_id[original.undoes]
        what = sentences.step_sentence(original, match)
        what = what if original is step else f"{step.action}: {what}"
        undone = "  [undone]" if step.undone else ""
        lines.append(f"{step.at.astimezone():%Y-%m-%d %H:%M}  {what}{why}{undone}")
    return "\n".join(lines) or "Nothing has happened yet."


def leagues(known: Sequence[League]) -> str:
    """The leagues with their variant and what a unit is worth."""
    rows = [["league", "variant", "unit value"]]
    for league in known:
        cents = league.unit_value_cents
        rows.append([league.name, league.variant, numbers.money(cents, league.currency) if cents else "none"])
    return table(rows, left=2)


def score_sheet(sheet: Sheet, now: datetime) -> str:
    """The match as on paper: a row a record, a column a player with running units and marks."""
    match = sheet.match
    rows = [["#", "bid", "result", "x", *short_names(sheet.players)]]
    done: list[Record] = []
    for record in sheet.records:
        done.append(record)
        running = sheet.running_after(done)
        cells = [_cell(record, player, running[player]) for player in sheet.players]
        rows.append([str(record.number), *_facts(record), *cells])
    total = [numbers.signed(sheet.running[player]) + "  " for player in sheet.players]
    rows.append(["", "total", "", "", *total])
    why = [f"{each.number}: {sentences.residual_words(each)}: {each.note}" for each in sheet.records if each.residual]
    lines = [sentences.match_title(match), "", table(rows, left=3), "", LEGEND, *why]
    return "\n".join([*lines, _ahead(sheet, now)])


def _facts(record: Record) -> list[str]:
    """Bid, result and factor of a record, as a sheet has them."""
    if not record.is_deal:
        return [record.kind, f"residual of {numbers.signed(record.residual)}" if record.residual else "", ""]
    slam = " slam" if record.slam else ""
    return [str(record.bid), record.result + slam, f"x{record.times}" if record.times > 1 else ""]


def _cell(record: Record, player: str, running: int) -> str:
    """A player's running units after a record, with the marks of their role; a dash for who rested."""
    if player not in record.seats:
        return "  "
    roles = {"*": record.caller, "+": record.partner, "d": record.dealer}
    marks = "".join(mark for mark, holder in roles.items() if holder == player)
    units = "-" if player == record.out else numbers.signed(running)
    return units + marks.ljust(2)


def plain_sheet(sheet: Sheet) -> str:
    """The match as text to paste into a chat: a sentence a record, and where everybody stands."""
    lines = [sentences.match_title(sheet.match)]
    lines += [f"{r.number}. {sentences.record_sentence(r, sheet.match.variant)}" for r in sheet.records]
    return "\n".join([*lines, "Total: " + sentences.running_words(dict(_by_units(sheet)))])


def final(sheet: Sheet) -> str:
    """The units of everybody at the end of a match, most first."""
    return table([[player, numbers.signed(units)] for player, units in _by_units(sheet)])


def _by_units(sheet: Sheet) -> list[tuple[str, int]]:
    """The players of a match with their units, most first, then by name."""
    return sorted(sheet.running.items(), key=lambda item: (-item[1], item[0]))


def settlement(settled: "Settlement") -> str:
    """Everybody's balance, then who pays whom."""
    rows = []
    for player, owed in sorted(settled.balances.items(), key=lambda item: (-item[1], item[0])):
        paid = [sentences.amount_words(owed, settled.currency)] if settled.currency else []
        rows.append([player, numbers.signed(settled.units[player]), *paid])
    return "\n".join([table(rows), "", *sentences.settlement_lines(settled)])
