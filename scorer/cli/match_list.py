"""The list of matches: for a terminal a line each with its leader, for programs the columns of matches.csv besides."""

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from scorer.cli.fitting import Column, Names, fitted, wrapped
from scorer.exchange.deals_out import MATCHES, match_rows
from scorer.frames import Frames, whole
from scorer.scorebook.exporting import Standing, heads, standing
from scorer.stats import match_units
from scorer.stats.tables import UNITS, Head, Table, head, plain_rows
from scorer.text.numbers import Row
from scorer.text.sentences import counted, signed

if TYPE_CHECKING:
    from sqlmodel import Session

COLUMNS: Final = (*MATCHES, "leader", "units")


def matches(session: "Session", frames: Frames) -> list[Standing]:
    """The matches of these frames as they stand now, by league and date."""
    chosen = set(frames.matches["match_id"].tolist())
    found = list(standing(session, [one for one in heads(session) if one.id in chosen]))
    return sorted(found, key=lambda told: (told.head.league, told.head.on, told.head.id))


def tables(found: Sequence[Standing], frames: Frames) -> list[Table]:
    """The matches under the columns COLUMNS, a table for each league: those of matches.csv, and who leads."""
    best = _best(plain_rows(match_units(frames.payouts)))
    rows = []
    for each, cells in zip(found, match_rows(found), strict=True):
        ahead = best.get(each.head.id, [])
        leader = ", ".join(row["player"] for row in ahead)
        rows.append(dict(zip(COLUMNS, (*cells, leader, ahead[0]["units"] if ahead else None), strict=True)))
    return [
        Table(head(part, UNITS), COLUMNS, [row for row in rows if row["league"] == part.league])
        for part in whole(frames)
    ]


def shown(found: Sequence[Standing], frames: Frames) -> str:
    """The matches for people, a table for each league below its name."""
    units = plain_rows(match_units(frames.payouts))
    heads_of = {part.league: head(part, UNITS) for part in whole(frames)}
    names = {"player": {row["player"] for row in units}}
    by_league = groupby(found, lambda told: told.head.league)
    return "\n\n".join(_one(heads_of[league], list(inside), _leaders(units), names) for league, inside in by_league)


def _leaders(units: Sequence[Row]) -> dict[int, tuple[str, str]]:
    """Who has most units in each match, by its id, and how many; several are counted."""
    return {match: (_leader(rows), signed(rows[0]["units"])) for match, rows in _best(units).items()}


def _best(units: Sequence[Row]) -> dict[int, list[Row]]:
    """The rows of those who have most units in each match, by its id."""
    best: dict[int, list[Row]] = {}
    for row in units:
        held = best.setdefault(row["match_id"], [])
        if held and row["units"] > held[0]["units"]:
            held.clear()
        if not held or row["units"] == held[0]["units"]:
            held.append(row)
    return best


def _leader(rows: Sequence[Row]) -> str:
    return str(rows[0]["player"]) if len(rows) == 1 else f"{len(rows)} together"


def _one(about: Head, rows: Sequence[Standing], leaders: dict[int, tuple[str, str]], names: Names) -> str:
    """The matches of a league, oldest first."""
    told = [row.match for row in rows]
    columns = [
        Column("#", [str(match.id) for match in told], left=True),
        Column("on", [str(match.on) for match in told], left=True),
        Column("match", [match.name for match in told], names="match", left=True),
        Column("variant", [row.head.variant for row in rows], names="variant", left=True),
        Column("deals", [str(row.deals) for row in rows]),
        Column("state", [row.state for row in rows], left=True),
        Column("leader", [leaders.get(match.id, ("", ""))[0] for match in told], names="player", left=True),
        Column("units", [leaders.get(match.id, ("", ""))[1] for match in told]),
    ]
    still_open = sum(row.state == "open" for row in rows)
    title = f"League {about.league}, {counted(len(rows), 'match')} ({still_open} open), {counted(about.deals, 'deal')}"
    return f"{wrapped(title)}\n{fitted(columns, keys=2, known=names)}"
