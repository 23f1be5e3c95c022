"""The statistics as tables for a terminal: a heading, columns for people, and what is left out below."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from scorer.cli.fitting import Column, Names, fitted, wrapped
from scorer.stats.tables import Head, Table
from scorer.text.numbers import Counting, Row, decimals, percent, rates
from scorer.text.sentences import counted, listed

INTERVAL: Final = "In brackets the 95 % interval: the true rate may well be anywhere in it."
MEASURES: Final = {
    "base": "Counted in base units: units / stake, so that every deal weighs the same; deals alone.",
    "plain": "Counted in plain units: units / times, without what redeals doubled.",
}
PLAYERS: Final = {"player", "caller", "partner"}  # columns of names
SLAMS: Final = " slams: made / as a defender / suffered."
LEGENDS: Final = {
    "standings": f"called: of the deals played; made: of the contracts made or failed. {INTERVAL}",
    "bids": f"called: with the share of all bids; made: of the contracts made or failed. {INTERVAL} "
    "made by, failed by: mean card points above and below the target, of the deals that were counted. "
    "caller: mean units of who called it.",
    "overview": f"called: of the deals played; the rest: won, of the deals that one side won. Solo counts as caller. "
    f"{INTERVAL} scorer players NAME shows more of one player.",
    "pairs": f"made: of the contracts made or failed. {INTERVAL} The cards mostly choose the partner.",
}
LEGEND_OF: Final = {"bands": "bids"}  # whose columns are explained elsewhere


def shown(what: str, tables: Sequence[Table], match: str = "") -> str:
    """A statistic for people: every table below its heading, and at the end what the columns mean."""
    names = {"player": {str(row[column]) for table in tables for row in table.rows for column in PLAYERS & row.keys()}}
    blocks = [_one(what, table, names, match) for table in tables]
    rows = [row for table in tables for row in table.rows]
    if rows:
        slams = SLAMS if what == "standings" and _slams(rows) else ""
        blocks.append(wrapped(LEGENDS[LEGEND_OF.get(what, what)] + slams))
    return "\n\n".join(blocks)


def heading(head: Head, match: str = "") -> str:
    """`League main, chiamata, 151 deals, 2026-01-09 to 2026-12-18`; with the match and the measure where chosen."""
    dates = " to ".join(dict.fromkeys(str(on) for on in (head.first, head.last) if on))
    words = [f"League {head.league}", listed(head.variants), match, counted(head.deals, "deal"), dates]
    measure = f"Counted in {head.currency}: units x unit value." if head.currency else MEASURES.get(head.measure, "")
    return "\n".join(wrapped(line) for line in (", ".join(filter(None, words)), measure) if line)


def worthless(head: Head) -> str:
    """How many matches count for no money; empty where none does."""
    matches = counted(head.worthless, "match has no unit value and counts", "matches have no unit value and count")
    return f"{matches} for nothing." if head.worthless else ""


def _one(what: str, table: Table, names: Names, match: str) -> str:
    """One table below its heading."""
    lines = [heading(table.head, match)]
    if table.rows:
        lines += BODIES[what](table, names)
    lines += [wrapped(note) for note in (worthless(table.head), _left_out(what, table)) if note]
    return "\n".join(lines)


def _standings(table: Table, names: Names) -> list[str]:
    rows, units = table.rows, Counting(table.head.currency)
    places = [
        Column("place", [str(row["place"]) for row in rows], left=True),
        player(rows),
        Column(units.title, [units.total(row["units"]) for row in rows]),
        Column("per deal", [units.mean(row["units_per_deal"]) for row in rows]),
        *_numbers(rows, "deals", "matches"),
        *_where_any(rows, "penalties"),
        *_moves(rows),
    ]
    calls = [
        player(rows),
        Column("called", rates(rows, "call_rate", "call_low", "call_high", lambda row: row["deals"])),
        Column("made", rates(rows, "success_rate", "success_low", "success_high", decided)),
        *_where_any(rows, "solo"),
        *_slams(rows),
    ]
    return [fitted(places, keys=2, known=names), *_outside(rows), "", fitted(calls, keys=1, known=names)]


def _moves(rows: Sequence[Row]) -> list[Column]:
    """How the places changed since before the newest day; no column where nothing was before it."""
    if all(row["change"] is None for row in rows):
        return []
    return [Column("moved", [_moved(row["change"]) for row in rows])]


def _moved(places: int | None) -> str:
    if places is None:
        return "new"
    return f"{'up' if places > 0 else 'down'} {abs(places)}" if places else "-"


def _slams(rows: Sequence[Row]) -> list[Column]:
    """The slams of each player; no column where there was none."""
    slams = [[row["slams_made"], row["slams_defended"], row["slams_suffered"]] for row in rows]
    return [Column("slams", [" / ".join(map(str, each)) for each in slams])] if any(map(any, slams)) else []


def _outside(rows: Sequence[Row]) -> list[str]:
    """A note where units were won or lost outside deals."""
    inside = [(row["units_per_deal"] or 0) * row["deals"] for row in rows]
    outside = any(abs(row["units"] - units) > 0.01 for row, units in zip(rows, inside, strict=True))  # noqa: PLR2004
    return ["per deal leaves penalties, adjustments and sheets out; scorer sheet shows them"] if outside else []


def _bids(table: Table, _names: Names) -> list[str]:
    rows, units = table.rows, Counting(table.head.currency)
    what = table.columns[0]
    columns = [
        Column(what, [str(row[what]) for row in rows], names="bid", left=True),
        Column("called", [f"{row['called']} ({percent(row['share']):>4})" for row in rows]),
        Column("made", rates(rows, "rate", "low", "high", decided)),
        *_where_any(rows, "even"),
        Column("made by", [_margin(row, "made") for row in rows]),
        Column("failed by", [_margin(row, "failed") for row in rows]),
        Column("caller", [units.mean(row["units_caller"]) for row in rows]),
    ]
    return [fitted(columns, keys=1, known={})]


def _margin(row: Row, outcome: str) -> str:
    """A mean margin and how many were counted."""
    margin, number = row[f"margin_{outcome}"], row[f"counted_{outcome}"]
    return "-" if margin is None else f"{decimals(margin, 1)} ({number})"


def _overview(table: Table, names: Names) -> list[str]:
    rows, units = table.rows, Counting(table.head.currency)
    sums = [
        player(rows),
        *_numbers(rows, "deals"),
        Column(units.title, [units.total(row["units"]) for row in rows]),
        Column("per deal", [units.mean(row["units_per_deal"]) for row in rows]),
        Column("called", rates(rows, "call_rate", "call_low", "call_high", lambda row: row["deals"])),
    ]
    sides = [Column(f"as {role}", side(rows, role)) for role in ("caller", "partner", "defender")]
    return [
        fitted(sums, keys=1, known=names),
        *_outside(rows),
        "",
        fitted([player(rows), *sides], keys=1, known=names),
    ]


def side(rows: Sequence[Row], prefix: str) -> list[str]:
    """The rates of the columns `PREFIX_rate ...`, of the deals that one side won."""
    return rates(rows, f"{prefix}_rate", f"{prefix}_low", f"{prefix}_high", lambda row: int(row[f"{prefix}_decided"]))


def _pairs(table: Table, names: Names) -> list[str]:
    rows, units = table.rows, Counting(table.head.currency)
    columns = [
        player(rows, "caller"),
        player(rows, "partner"),
        *_numbers(rows, "deals"),
        Column("made", rates(rows, "rate", "low", "high", decided)),
        *_where_any(rows, "even"),
        Column(units.title, [units.total(row["units"]) for row in rows]),
        Column("per deal", [units.mean(row["units_per_deal"]) for row in rows]),
    ]
    return [fitted(columns, keys=2, known=names)]


def decided(row: Row) -> int:
    """The contracts of a row that were made or failed."""
    return int(row["made"] + row["failed"])


def player(rows: Sequence[Row], column: str = "player") -> Column:
    """The column of players, their names shortened where there is no room."""
    return Column(column, [str(row[column]) for row in rows], names="player", left=True)


def _numbers(rows: Sequence[Row], *columns: str) -> list[Column]:
    return [Column(column, [str(row[column]) for row in rows]) for column in columns]


def _where_any(rows: Sequence[Row], *columns: str) -> list[Column]:
    """These columns of numbers, but for those that are 0 all the way down."""
    return _numbers(rows, *(column for column in columns if any(row[column] for row in rows)))


def _left_out(what: str, table: Table) -> str:
    """How many rows are missing because of too few deals, and how to see them."""
    if not table.left_out:
        return ""
    who, together, lower = ("pair", " together", 1) if what == "pairs" else ("player", "", 0)
    fewer = f"with fewer than {counted(table.fewest, 'deal')}{together}"
    missing = f"{counted(table.left_out, who)} {fewer} {'is' if table.left_out == 1 else 'are'} left out"
    return f"{missing}: --min-deals {lower} shows all."


BODIES: Final[dict[str, Callable[[Table, Names], Iterable[str]]]] = {
    "standings": _standings,
    "bids": _bids,
    "bands": _bids,
    "overview": _overview,
    "pairs": _pairs,
}
