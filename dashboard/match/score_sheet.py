"""The score sheet of a match: what everybody has and what each deal brought, how it ended, and what it came from."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from dashboard.address import links, name_links
from dashboard.look import markup, safe_text
from dashboard.page import tables
from scorer.language import N_, _
from scorer.match.course import running
from scorer.match.facts import Record
from scorer.match.sheet import Sheet
from scorer.rules.cards import bid_shown, suit_shown
from scorer.rules.kinds import ADJUSTMENT, CARDS, EVEN, FAILED, MADE, PENALTY, REDEALS, SAID, SHEET
from scorer.rules.variant import Variant
from scorer.stats.describe.columns import Column
from scorer.text.explanation import explanation
from scorer.text.kind_words import OUTCOME_NAMES, deals_of_sheet, kind_name, record_title
from scorer.text.numbers import Counting, Row
from scorer.text.sentences import note_words, residual_words, winning_sides

NAME: Final = 10  # letters of a word at the head of a column: five of them fit on a phone
LINES: Final = 3  # words of a name there, below each other where they have to be
CALLED: Final = (Column("bid", N_("bid")), Column("caller", N_("caller"), "player"))
PARTNER: Final = Column("partner", N_("partner"), "player")
RESULT: Final = Column("result", N_("result"))
TRUMPS: Final = Column("trumps", N_("trumps"))
TAKEN: Final = Column("taken", N_("card points"))
LAST_FACTS: Final = (
    Column("bonuses", N_("bonuses"), about=N_("what of the counts is bonuses"), hide_empty=True),
    Column("times", N_("counts"), "times", N_("what redeals before it left"), hide_empty=True),
    Column("dealer", N_("dealer")),
    Column("out", N_("rests"), hide_empty=True),
)
NOTE: Final = Column("note", N_("note"), hide_empty=True)
MARKS: Final = {
    MADE: "\N{CHECK MARK}",
    FAILED: "\N{BALLOT X}",
    EVEN: "=",
    PENALTY: "\N{MULTIPLICATION SIGN}",
    ADJUSTMENT: "+",
    SHEET: "\N{WHITE SQUARE}",
} | dict.fromkeys(REDEALS, "\N{WHITE DIAMOND}")
MARK_WORDS: Final = {
    **OUTCOME_NAMES,
    PENALTY: N_("a penalty"),
    ADJUSTMENT: N_("an adjustment"),
    SHEET: N_("a paper sheet"),
} | dict.fromkeys(REDEALS, N_("a redeal"))
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
    """The running units of a player, and behind them what the record brought; empty where the player was not in it."""

    def written(self, row: Mapping[str, Any], units: Counting) -> str:
        """`+13`, and small `+2`."""
        if row[self.name] is None:
            return ""
        brought = row[f"{self.name} brought"]
        running = units.total(row[self.name])
        return markup.html("table", "brought", running, units.total(brought)) if brought else running


def shown(sheet: Sheet, page: str, *, newest_first: bool = False, player: str | None = None) -> None:
    """A row a record, a column a player; below, the deal that `deal` in the address names is explained.

    The number of a record leads to its explanation. In bold stands who called, or what is of a `player`. The units
    stand before the facts of the deal: on a phone the last columns are out of sight.
    """
    all_sides = dict.fromkeys(side for record in sheet.deals if not record.has_caller for side in record.by_side)
    met = [player for side in all_sides for player in side]
    sides = tuple(all_sides) if len(met) == len(set(met)) else ()  # none where somebody ever changed sides
    rows = list(_rows(sheet, sides))[:: -1 if newest_first else 1]
    seats = []
    for at, (name, short) in enumerate(zip(sheet.players, safe_text.people(sheet.players, NAME), strict=True)):
        words = name.split()  # they stand below each other in a head
        head = name if max(map(safe_text.columns, words)) <= NAME and len(words) <= LINES else short
        seats.append(Running(f"seat{at}", head, "units", name if head != name else "", as_written=True))
    chosen, bold = asked(sheet), f"seat{sheet.players.index(player)}" if player else ""
    columns = (Numbered("number", "#", "count", pinned=True), *seats, *_fact_columns(sheet.match.variant, sides), NOTE)
    with st.container(key="sheet"):
        tables.shown(
            rows,
            columns,
            alt=_("Score sheet"),
            styled=lambda row, column: _shade(row, column, chosen, bold),
            leading=lambda row, column: links.here(deal=str(row["number"])) if column == "number" else "",
        )
    if rows:
        markup.small(safe_text.sentence(_legend(rows, sheet, player)))
    if chosen:
        explained_record(sheet, chosen, page)


def asked(sheet: Sheet) -> Record | None:
    """The record that `deal` in the address names."""
    number = st.query_params.get("deal", "")
    record = next((record for record in sheet.records if str(record.number) == number), None)
    if number and not record:
        markup.notice(_("No deal '{deal}' in this match.", deal=safe_text.short(number, 40)))
    return record


def explained_record(sheet: Sheet, record: Record, page: str) -> None:
    """How the payouts of a record came about, in sight wherever the page is; links to the records before and after."""
    at, here = sheet.records.index(record), sheet.match.id
    with st.container(key="explained_deal", border=True):
        markup.small(record_title(record))
        named = name_links.of_sheet(Sheet(sheet.match, (record,)))
        steps = "\n".join(explanation(named.records[0], sheet.match.variant))
        markup.lines(safe_text.sentence(steps, named.players), columns=True)
        ways = []
        for word, neighbour in links.neighbours(sheet.records, at):
            ways.append((f"{word}: {neighbour.number}", page, links.within_match(here, deal=str(neighbour.number))))
        links.row([*ways, (_("Close"), page, links.within_match(here))], "beside_deal")


def _shade(row: Row, column: str, chosen: Record | None, bold: str) -> str:
    """What a record brought as a shade of its cell; the row that is explained marked.

    The caller's cell is in bold, or where the column of a player is `bold`, that one; deals that the player called
    are marked.
    """
    if chosen and row["number"] == chosen.number:
        return f"background-color: {MARKED}"
    brought = row.get(f"{column} brought") or 0
    shade = f"background-color: {GAINED if brought > 0 else LOST}" if brought else ""
    if bold and column == "caller" and row["called by"] == bold:
        return f"background-color: {MARKED}; font-weight: bold"
    return f"{shade}; font-weight: bold" if column == (bold or row["called by"]) else shade


def _legend(rows: Sequence[Row], sheet: Sheet, player: str | None) -> str:
    """What the marks of these rows mean, and the words in bold."""
    kinds = dict.fromkeys(str(record.outcome) if record.is_deal else record.kind for record in sheet.records)
    marks = list(dict.fromkeys(f"{MARKS[kind]} {_(MARK_WORDS[kind])}" for kind in kinds if kind in MARKS))
    if player:
        marks.insert(0, _("bold: {player}", player=player))
    elif any(row["called by"] for row in rows):
        marks.insert(0, _("bold: the caller"))
    if not marks:
        return _("Small: what the deal brought. A number leads to the deal explained.")
    return _("Small: what the deal brought; {marks}. A number leads to the deal explained.", marks=", ".join(marks))


def _fact_columns(variant: Variant, sides: Sequence[Sequence[str]]) -> Iterator[Column]:
    """The columns for the facts of a deal: its contract, or what each side took; in words where the sides change."""
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
        yield from (
            Column(f"side{at}", _("{side} took", side=side), "count", as_written=True) for at, side in enumerate(took)
        )
        if not sides:
            yield TAKEN
    yield from LAST_FACTS


def _rows(sheet: Sheet, sides: Sequence[tuple[str, ...]]) -> Iterator[Row]:
    units, variant = running(sheet), sheet.match.variant
    for row, record in enumerate(sheet.records, 1):
        seats: dict[str, Any] = {}
        for at, player in enumerate(sheet.players):
            seats[f"seat{at}"] = units[player][row] if player in record.seats and player != record.out else None
            seats[f"seat{at} brought"] = record.payouts.get(player)
        counts = dict(zip(record.by_side, record.counts or (), strict=False))
        took = {f"side{at}": counts.get(side) for at, side in enumerate(sides)}
        facts = {
            **_facts(record, variant),
            **took,
            "trumps": suit_shown(record.trumps, variant.auction.pack) or None,
            **seats,
        }
        called_by = f"seat{sheet.players.index(record.caller)}" if record.caller else ""
        mark = MARKS.get(str(record.outcome) if record.is_deal else record.kind, "")  # none for a deal that a side won
        own = {"number": record.number, "mark": mark, "called by": called_by, "out": record.out}
        yield {**own, "dealer": record.dealer, "note": note_words(record.note), **facts}


def _facts(record: Record, variant: Variant) -> dict[str, Any]:
    """The facts of a record by column; in a game without an auction, its kind stands in the column of the result."""
    none = dict.fromkeys(("bid", "caller", "partner", "result", "taken", "bonuses", "times"))
    if not record.is_deal:
        kind, more = kind_name(record.kind), [*filter(None, [deals_of_sheet(record), residual_words(record)])]
        if variant.has_auction:
            return none | {"bid": kind, "result": ", ".join(more) or None}
        return none | {"result": ", ".join([kind, *more])}
    times = record.times if record.times > 1 else None
    if record.has_caller:
        bonus = str(record.bonuses[0]) if record.bonuses else None
        bid = bid_shown(record.bid, variant.auction.pack)
        contract = {"bid": bid, "caller": record.caller, "partner": record.partner or _("solo")}
        return none | contract | {"result": _contract_result(record), "bonuses": bonus, "times": times}
    sides = list(map(" + ".join, record.by_side))
    taken = [f"{side} {count}" for side, count in zip(sides, record.counts or (), strict=False)]
    bonuses = [f"{side} {bonus}" for side, bonus in zip(sides, record.bonuses or (), strict=False) if bonus]
    return none | {
        "taken": ", ".join(taken) or None,
        "bonuses": ", ".join(bonuses) or None,
        "result": _with_slam(_sides_result(record, sides), record),
        "times": times,
    }


def _contract_result(record: Record) -> str:
    """`made 74`, `failed 60`, `even`; without card points where nobody counted."""
    result, card_points = _(MARK_WORDS[str(record.outcome)]), record.card_points
    if card_points is not None and record.outcome != EVEN:
        made = record.outcome == MADE
        result = (
            _("made {card_points}", card_points=card_points)
            if made
            else _("failed {card_points}", card_points=card_points)
        )
    return _with_slam(result, record)


def _sides_result(record: Record, sides: Sequence[str]) -> str:
    """Who won a deal without a caller, and by what where the counts do not show it."""
    winners = [sides[place] for place in winning_sides(record)]
    result = _("{sides} won", sides=", ".join(winners)) if winners else _("even")
    if record.decided is None:
        return result
    if record.decided == SAID:
        return _("{result}, uncounted", result=result)
    if record.decided == CARDS:
        return _("{result}, more cards", result=result)
    return f"{result}, {record.decided}"  # the word of an event


def _with_slam(result: str, record: Record) -> str:
    return _("{result} slam", result=result) if record.slam else result
