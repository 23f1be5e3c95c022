"""Everything about one player for a terminal: roles, bids beside those of the league, records, with whom, matches."""

from collections.abc import Sequence
from typing import Final

from scorer.cli.fitting import Column, Names, fitted, wrapped
from scorer.cli.tables import INTERVAL, decided, heading, player, side, worthless
from scorer.stats.tables import Page
from scorer.text.numbers import Counting, Row, percent, rates
from scorer.text.sentences import counted

NEWEST: Final = 30  # matches
LEGEND: Final = (
    f"won: of the deals that one side won; made: of the contracts made or failed. {INTERVAL} "
    "The league is everybody, the player too. with, against: on the same side, on the other. "
    "Units by role, with and against are those of deals alone."
)


def shown(pages: Sequence[Page], match: str = "") -> str:
    """The pages of a player below each other, and at the end what the columns mean."""
    return "\n\n".join([*(_one(page, match) for page in pages), wrapped(LEGEND)])


def _one(page: Page, match: str) -> str:
    units = Counting(page.head.currency)
    names = {
        "player": {page.player, *(str(row["other"]) for row in page.companions)},
        "match": {str(row["match"]) for row in page.matches},
    }
    sections = {
        "By role": _roles(page.roles, units),
        "Bids, beside those of the league": _bids(page.compared),
        "Records": _records(page.records, units),
        "With and against": _companions(page.companions, units, names),
        "Matches": _matches(page.matches, units, names),
    }
    blocks = [f"{title}\n{block}" for title, block in sections.items() if block]
    top = [wrapped(page.player), heading(page.head, match), *filter(None, [wrapped(worthless(page.head))])]
    return "\n\n".join(["\n".join(top), *blocks])


def _roles(rows: Sequence[Row], units: Counting) -> str:
    columns = [
        Column("role", [row["role"] for row in rows], left=True),
        Column("deals", [str(row["deals"]) for row in rows]),
        Column("won", rates(rows, "win_rate", "low", "high", lambda row: row["wins"] + row["losses"])),
        Column("even", [str(row["even"]) for row in rows]),
        Column(units.title, [units.total(row["units"]) for row in rows]),
        Column("per deal", [units.mean(row["units_per_deal"]) for row in rows]),
    ]
    return fitted(columns, keys=1, known={})


def _bids(rows: Sequence[Row]) -> str:
    columns = [
        Column("bid", [str(row["band"]) for row in rows], names="bid", left=True),
        Column("called", [f"{row['called']} ({percent(row['share']):>4})" for row in rows]),
        Column("league", [percent(row["league_share"]) for row in rows]),
        Column("made", rates(rows, "rate", "low", "high", decided)),
        Column("league made", rates(rows, "league_rate", "league_low", "league_high", _league_decided)),
    ]
    return fitted(columns, keys=1, known={}) if rows else ""


def _league_decided(row: Row) -> int:
    return int(row["league_made"] + row["league_failed"])


def _records(row: Row, units: Counting) -> str:
    if not row:
        return ""
    slams = [f"{row[f'slams_{how}']} {how}" for how in ("made", "defended", "suffered")]
    lines = {
        "highest bid made": row["highest_bid_made"] or "none",
        "longest streaks": f"{row['win_streak']} won, {row['loss_streak']} lost",
        "best match": _match(row, "best", units),
        "worst match": _match(row, "worst", units),
        "slams": ", ".join(slams),
        "penalties": str(row["penalties"]),
    }
    return "\n".join(wrapped(f"{what:<18}{told}") for what, told in lines.items() if told)


def _match(row: Row, which: str, units: Counting) -> str:
    """`+31 on 2026-02-03, Gelso 4`."""
    return f"{units.total(row[f'{which}_units'])} on {row[f'{which}_on']}, {row[f'{which}_match']}"


def _companions(rows: Sequence[Row], units: Counting, names: Names) -> str:
    columns = [player(rows, "other")]
    for how in ("with", "against"):
        columns += [
            Column(f"won {how}", side(rows, how)),
            Column(units.title, [units.total(row[f"{how}_units"]) for row in rows]),
        ]
    return fitted(columns, keys=1, known=names) if rows else ""


def _matches(rows: Sequence[Row], units: Counting, names: Names) -> str:
    newest = rows[-NEWEST:]
    columns = [
        Column("on", [str(row["on"]) for row in newest], left=True),
        Column("match", [str(row["match"]) for row in newest], names="match", left=True),
        Column(units.title, [units.total(row["units"]) for row in newest]),
        Column("running", [units.total(row["running"]) for row in newest]),
    ]
    older = counted(len(rows) - len(newest), "older match")
    note = f"{older} not shown: --from and --to choose others." if len(newest) < len(rows) else ""
    return "\n".join(filter(None, [fitted(columns, keys=1, known=names), note])) if rows else ""
