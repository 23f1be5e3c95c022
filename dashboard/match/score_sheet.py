"""The score sheet of a match: what everybody has and what each deal brought, how it ended, and what it came from."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from dashboard.address import links, name_links
from dashboard.look import markup, safe_text
from dashboard.page import sortable_tables
from scorer.match.course import running
from scorer.match.facts import Record
from scorer.match.sheet import Sheet
from scorer.rules.kinds import ADJUSTMENT, CARDS, EVEN, FAILED, MADE, PENALTY, REDEALS, SAID, SHEET
from scorer.rules.variant import Variant
from scorer.stats.describe.columns import Column
from scorer.text.explanation import explanation
from scorer.text.kind_words import record_name
from scorer.text.numbers import Counting
from scorer.text.sentences import residual_words, winning

NAME: Final = 9  # letters of a name at the head of a column: five of them fit on a phone
CALLED: Final = (Column("bid", "bid"), Column("caller", "caller"))
PARTNER: Final = Column("partner", "partner")
RESULT: Final = Column("result", "result")
TRUMPS: Final = Column("trumps", "trumps")
TAKEN: Final = Column("taken", "card points")
LAST_FACTS: Final = (
    Column("bonuses", "bonuses", about="what of the counts is bonuses", rare=True),
    Column("times", "counts", "times", "what redeals before it left", rare=True),
    Column("dealer", "dealer"),
    Column("out", "rests", rare=True),
)
NOTE: Final = Column("note", "note", rare=True)
MARKS: Final = {
    MADE: "\N{CHECK MARK}",
    FAILED: "\N{BALLOT X}",
    EVEN: "=",
    PENALTY: "\N{MULTIPLICATION SIGN}",
    ADJUSTMENT: "+",
    SHEET: "\N{WHITE SQUARE}",
} | dict.fromkeys(REDEALS, "\N{WHITE DIAMOND}")
MEANT: Final = {PENALTY: "a penalty", ADJUSTMENT: "an adjustment", SHEET: "a paper sheet"} | dict.fromkeys(
    REDEALS, "a redeal"
)
GAINED, LOST = "rgba(0,158,115,0.16)", "rgba(213,94,0,0.16)"
MARKED: Final = "rgba(86,180,233,0.35)"


@dataclass(frozen=True, slots=True)
class Numbered(Column):
    """The number of a record, with the mark of what it was."""

    def written(self, row: Mapping[str, Any], units: Counting) -> str:  # noqa: ARG002 - as every column has it
        """`12 \N{CHECK MARK}`."""
        return f"{row[self.name]} {row['mark']}".rstrip()


@dataclass(frozen=True, slots=True)
class Running(Column):
    """The running units of a player, with what the record brought behind them; empty for who was not in it."""

    def written(self, row: Mapping[str, Any], units: Counting) -> str:
        """`+13 (+2)`."""
        if row[self.name] is None:
            return ""
        brought = row[f"{self.name} brought"]
        return units.total(row[self.name]) + (f" ({units.total(brought)})" if brought else "")


def shown(sheet: Sheet, page: str, *, newest_first: bool = False) -> None:
    """A row a record, a column a player; a cell that is chosen, or `deal` in the address, has the deal explained below.

    The units stand before what they came from: on a phone, what stands behind is out of sight.
    """
    sides = _lasting_sides(sheet)
    rows = list(_rows(sheet, sides))[:: -1 if newest_first else 1]
    seats = [
        Running(f"seat{at}", short, "units", name if short != name else "")
        for at, (name, short) in enumerate(zip(sheet.players, safe_text.shorts(sheet.players, NAME), strict=True))
    ]
    chosen = asked(sheet)
    facts = list(_fact_columns(sheet.match.variant, sides))
    columns = (Numbered("number", "#", "count", pinned=True), *seats, *facts, NOTE)
    widths = {"number": 44}
    widths |= {seat.name: _width(seat, rows) for seat in seats}
    widths |= {column.name: sortable_tables.wide(column, rows) for column in facts}
    sortable_tables.shown(
        rows,
        columns,
        "sheet",
        alt="Score sheet",
        shade=lambda row, column: _shade(row, column, chosen),
        pick=lambda row: st.query_params.update(deal=str(row["number"])),
        widths=widths,
    )
    if rows:
        markup.small(safe_text.sentence(_legend(rows, sheet)))
    if chosen:
        one_explained(sheet, chosen, page)


def _width(seat: Column, rows: Sequence[sortable_tables.Row]) -> int:
    """The pixels of a player's column: no more than its cells and its head need, so that five fit on a phone."""
    longest = max((len(seat.written(row, Counting())) for row in rows), default=0)
    return max(56, 14 + 6 * longest, 18 + 7 * safe_text.columns(seat.title))


def asked(sheet: Sheet) -> Record | None:
    """The record that `deal` in the address names."""
    number = st.query_params.get("deal", "")
    found = next((record for record in sheet.records if str(record.number) == number), None)
    if number and not found:
        markup.notice(f"No deal '{safe_text.short(number, 40)}' in this match.")
    return found


def one_explained(sheet: Sheet, record: Record, page: str) -> None:
    """How the payouts of a record came about, in sight wherever the page is; and the records beside it."""
    at, match = sheet.records.index(record), str(sheet.match.id)
    with st.container(key="explained_deal", border=True):
        markup.small(record_name(record).capitalize())
        named = name_links.of_sheet(Sheet(sheet.match, (record,)), page)
        told = "\n".join(explanation(named.records[0], sheet.match.variant))
        markup.lines(safe_text.sentence(told, named.players), columns=True)
        ways = []
        for word, other in links.beside(sheet.records, at):
            ways.append((f"{word}: {other.number}", page, {"match": match, "deal": str(other.number)}))
        links.row([*ways, ("Close", page, {"match": match})], "beside_deal")


def _shade(row: sortable_tables.Row, column: str, chosen: Record | None) -> str:
    """What a record brought as a shade of its cell; the caller's in bold; the row that is explained marked."""
    if chosen and row["number"] == chosen.number:
        return f"background-color: {MARKED}"
    brought = row.get(f"{column} brought") or 0
    shade = f"background-color: {GAINED if brought > 0 else LOST}" if brought else ""
    return f"{shade}; font-weight: bold" if column == row["called by"] else shade


def _legend(rows: Sequence[sortable_tables.Row], sheet: Sheet) -> str:
    """What the marks of these rows mean, and the words in bold."""
    kinds = dict.fromkeys(record.outcome if record.is_deal else record.kind for record in sheet.records)
    marks = dict.fromkeys(f"{MARKS[kind]} {MEANT.get(kind, kind)}" for kind in kinds if kind in MARKS)
    called = ["bold: the caller"] if any(row["called by"] for row in rows) else []
    brought = "in brackets what the deal brought"
    return ", ".join([brought, *called, *marks]).capitalize() + ". Choose a deal to have it explained."


def _lasting_sides(sheet: Sheet) -> tuple[tuple[str, ...], ...]:
    """The sides of the deals so far, where nobody ever was on another; else none."""
    sides = dict.fromkeys(side for record in sheet.deals if not record.has_caller for side in record.by_side)
    met = [player for side in sides for player in side]
    return tuple(sides) if len(met) == len(set(met)) else ()


def _fact_columns(variant: Variant, sides: Sequence[Sequence[str]]) -> Iterator[Column]:
    """What is told of a deal: its contract, or what each side took; in words where the sides change."""
    if variant.has_auction:
        yield from CALLED
        if not variant.alone:
            yield PARTNER
        yield RESULT
    else:
        if variant.trumps:
            yield TRUMPS
        yield RESULT
        took = safe_text.shorts([" + ".join(side) for side in sides], 20)
        yield from (Column(f"side{at}", f"{name} took", "count") for at, name in enumerate(took))
        if not sides:
            yield TAKEN
    yield from LAST_FACTS


def _rows(sheet: Sheet, sides: Sequence[tuple[str, ...]]) -> Iterator[sortable_tables.Row]:
    units = running(sheet)
    for row, record in enumerate(sheet.records, 1):
        seats: dict[str, Any] = {}
        for at, player in enumerate(sheet.players):
            seats[f"seat{at}"] = units[player][row] if player in record.seats and player != record.out else None
            seats[f"seat{at} brought"] = record.payouts.get(player)
        counts = dict(zip(record.by_side, record.counts or (), strict=False))
        took = {f"side{at}": counts.get(side) for at, side in enumerate(sides)}
        facts = {
            **_facts(record, called=sheet.match.variant.has_auction),
            **took,
            "trumps": record.trumps or None,
            **seats,
        }
        called_by = f"seat{sheet.players.index(record.caller)}" if record.caller else ""
        mark = MARKS.get(str(record.outcome) if record.is_deal else record.kind, "")  # none where somebody always wins
        own = {"number": record.number, "mark": mark, "called by": called_by, "out": record.out}
        yield {**own, "dealer": record.dealer, "note": record.note, **facts}


def _facts(record: Record, *, called: bool) -> dict[str, Any]:
    """What is told of a record; in a game where nobody is `called`, what it was stands for the result."""
    none = dict.fromkeys(("bid", "caller", "partner", "result", "taken", "bonuses", "times"))
    if not record.is_deal:
        left = residual_words(record)
        if called:
            return none | {"bid": record.kind, "result": left or None}
        return none | {"result": f"{record.kind}, {left}" if left else record.kind}
    slam, times = " slam" if record.slam else "", record.times if record.times > 1 else None
    if record.has_caller:
        bonus = str(record.bonuses[0]) if record.bonuses else None
        contract = {"bid": record.bid, "caller": record.caller, "partner": record.partner or "solo"}
        result = f"{record.outcome}{slam}"
        if record.card_points is not None and record.outcome != EVEN:
            result = f"{record.outcome} {record.card_points}{slam}"
        return none | contract | {"result": result, "bonuses": bonus, "times": times}
    names = list(map(" + ".join, record.by_side))
    taken = [f"{name} {count}" for name, count in zip(names, record.counts or (), strict=False)]
    bonuses = [f"{name} {bonus}" for name, bonus in zip(names, record.bonuses or (), strict=False) if bonus]
    told = {"taken": ", ".join(taken) or None, "bonuses": ", ".join(bonuses) or None}
    return none | told | {"result": _won(record, names) + slam, "times": times}


def _won(record: Record, names: Sequence[str]) -> str:
    """Who won a deal without a caller, and by what where the counts do not say it."""
    winners = [names[place] for place in winning(record)]
    by = {None: "", SAID: ", uncounted", CARDS: ", more cards"}.get(record.decided, f", {record.decided}")
    return (f"{', '.join(winners)} won" if winners else EVEN) + by
