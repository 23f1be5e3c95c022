"""A match on a page: its score in large letters, its sheet, who pays whom, each deal explained, what was put right."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final

import streamlit as st

from dashboard import markup, safe_text, tables, theme
from scorer.errors import RefusedError
from scorer.match.settlement import settle
from scorer.match.values import Match, Record, Sheet, Step
from scorer.stats.columns import Column
from scorer.text.ending_words import left_words, near_words
from scorer.text.explanation import explanation
from scorer.text.numbers import SCREEN, Counting
from scorer.text.sentences import (
    next_words,
    pending_words,
    record_sentence,
    residual_words,
    settlement_lines,
    step_sentence,
)

FACTS: Final = (
    Column("number", "#", "count", pinned=True),
    Column("bid", "bid"),
    Column("caller", "caller"),
    Column("partner", "partner"),
    Column("result", "result"),
    Column("times", "counts", "times", "what redeals before it left", rare=True),
    Column("dealer", "dealer"),
)
NOTE: Final = Column("note", "note", rare=True)
OWED: Final = (Column("player", "player"), Column("units", "units", "units"))
STEPS: Final = (
    Column("at", "when"),
    Column("what", "what"),
    Column("why", "why"),
    Column("state", "state", about="undone: a later step took it back"),
)
CORRECTIONS: Final = {"void", "edit", "carry", "undo", "redo"}


def tiles(sheet: Sheet, everybody: Sequence[str]) -> None:
    """A tile for everybody of the match, the leader first: place, units, what the last record brought."""
    totals = sheet.running
    shown = []
    for player in sorted(totals, key=lambda player: -totals[player]):
        place = 1 + sum(other > totals[player] for other in totals.values())
        above = f"{place}. {safe_text.isolated(player)}"
        units, news = Counting(style=SCREEN).total(totals[player]), " · ".join(_news(player, sheet))
        shown.append(markup.Tile(above, units, news, theme.colour(player, everybody)))
    markup.tiles(shown)


def _news(player: str, sheet: Sheet) -> Iterable[str]:
    """What is new of a player, and what they do next."""
    last = sheet.records[-1].payouts.get(player) if sheet.records else None
    if last:
        yield f"last {Counting(style=SCREEN).total(last)}"
    if sheet.match.sitting.finished:
        return
    if player == sheet.next_dealer:
        yield "deals"
    if player == sheet.resting():
        yield "rests"
    if player not in sheet.seats:
        yield "has left"


def story(sheet: Sheet) -> None:
    """The auction that waits, what happened last, and how the match goes on."""
    lines = [("now", waiting)] if (waiting := pending_words(sheet)) else []
    if sheet.records:
        last = sheet.records[-1]
        lines.append((f"{last.number}", safe_text.minus(record_sentence(last, sheet.match.variant))))
    if not sheet.match.sitting.finished:
        now = datetime.now().astimezone()
        end = sheet.end(now)
        lines.append(("next", "; ".join(filter(None, [next_words(sheet), left_words(sheet, end, now)]))))
        if near := near_words(sheet, end):
            lines.append(("soon", near))
        if due := sheet.due(now):
            lines.append(("over", due))
    markup.story(lines)


def score_sheet(sheet: Sheet, key: str, *, newest_first: bool = False) -> None:
    """As on paper: a row a record, a column a player with running units, empty for who rested or was not there."""
    rows = list(_rows(sheet))
    names = safe_text.shorts(sheet.players, 16)
    seats = [Column(f"seat{at}", name, "units") for at, name in enumerate(names)]
    tables.shown(rows[::-1] if newest_first else rows, (*FACTS, *seats, NOTE), key, alt="Score sheet")


def _rows(sheet: Sheet) -> Iterator[tables.Row]:
    running = dict.fromkeys(sheet.players, 0)
    for record in sheet.records:
        for player, units in record.payouts.items():
            running[player] += units
        seats = {
            f"seat{at}": running[player] if player in record.seats and player != record.out else None
            for at, player in enumerate(sheet.players)
        }
        yield {"number": record.number, "dealer": record.dealer, "note": record.note, **_facts(record), **seats}


def _facts(record: Record) -> dict[str, Any]:
    if not record.is_deal:
        left = residual_words(record) or None
        return {"bid": record.kind, "caller": None, "partner": None, "result": left, "times": None}
    return {
        "bid": record.bid,
        "caller": record.caller,
        "partner": record.partner or "solo",
        "result": record.result + (" slam" if record.slam else ""),
        "times": record.times if record.times > 1 else None,
    }


def settlement(sheets: Sequence[Sheet], key: str) -> None:
    """Who pays whom, of these matches together; apart where they do not count in the same money."""
    try:
        settled = settle(sheets)
    except RefusedError:
        for sheet in sheets:
            markup.small(sheet.match.name)
            settlement([sheet], f"{key}_{sheet.match.id}")
        return
    st.text("\n".join(settlement_lines(settled)))
    order = sorted(settled.balances, key=lambda player: (-settled.balances[player], player))
    rows = [{"player": player, "units": settled.units[player], "owed": settled.balances[player]} for player in order]
    money = [Column("owed", settled.currency, "money")] if settled.currency else []
    tables.shown(rows, (*OWED, *money), key, alt="Settlement")


def explained(sheet: Sheet) -> None:
    """How the payouts of every record came about."""
    with st.expander("Each deal explained"):
        told = []
        for record in sheet.records:
            lines = "\n   ".join(explanation(record, sheet.match.variant))
            told.append(f"{record.number}: {safe_text.minus(lines)}")
        st.code("\n\n".join(told) or "Nothing is recorded yet.", language=None, wrap_lines=True)


def history(steps: Sequence[Step], match: Match, key: str) -> None:
    """What was voided, edited, undone, and why; and every step of the match."""
    own = [step for step in steps if step.match_id == match.id]
    by_id = {step.id: step for step in steps}
    rows = [_step(step, by_id, match) for step in own]
    corrected = [row for row, step in zip(rows, own, strict=True) if step.action in CORRECTIONS]
    st.subheader("What was put right", anchor=False)
    if corrected:
        tables.shown(corrected, STEPS, f"{key}_corrections", alt="Corrections")
    else:
        st.text("Nothing: every record stands as it was written.")
    with st.expander("Every step of the match"):
        tables.shown(rows, STEPS, f"{key}_steps", alt="Steps")


def _step(step: Step, by_id: dict[int, Step], match: Match) -> tables.Row:
    """A step in words; one that takes back another, or does it again, says which."""
    original = step
    while original.undoes:
        original = by_id[original.undoes]
    words = safe_text.minus(step_sentence(original, match))
    return {
        "at": f"{step.at.astimezone():%Y-%m-%d %H:%M}",
        "what": words if original is step else f"{step.action}: {words}",
        "why": step.reason,
        "state": "undone" if step.undone else "",
    }
