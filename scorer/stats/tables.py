"""Every statistic as tables of plain cells, apart by league and variant: what the commands show and the files hold."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, Literal

from scorer.exchange.writing import Cell
from scorer.frames import MEASURES, Frames, Part, measured, parts, whole
from scorer.stats import (
    bands,
    bids,
    companions,
    compared,
    match_units,
    overview,
    pairs,
    records,
    roles,
    standings,
)
from scorer.stats.partnerships import MIN_DEALS

UNITS, _BASE, _PLAIN, MONEY = MEASURES
_WHOLE = frozenset({"change"})  # whole numbers that may be missing, which a frame can only hold as floats

Row = dict[str, Any]  # of Cells


@dataclass(frozen=True, slots=True)
class Choice:
    """How a statistic is made: `min_deals` None for its own default, `order` that of the standings."""

    measure: str = UNITS
    min_deals: int | None = None
    order: str = "units"

    def fewest(self, what: str) -> int:
        """The fewest deals of what a statistic lists: as said, else ten where few deals would come out on top.

        Of two players it is the deals that they have together.
        """
        if self.min_deals is not None:
            return self.min_deals
        by_mean = what == "standings" and self.order != UNITS
        return MIN_DEALS if by_mean or what in {"pairs", "companions"} else 0


@dataclass(frozen=True, slots=True)
class Head:
    """What a table is about. `currency` is empty unless it counts money, which it does in cents.

    `first` and `last` are the dates of its matches; `worthless` of them have no unit value and count for no money.
    """

    league: str
    variants: tuple[str, ...]
    measure: str
    currency: str
    deals: int
    first: date | None
    last: date | None
    worthless: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """A statistic of one league under one variant, or under several by a measure: None where a figure has no value.

    `left_out` players, or pairs, are missing for fewer deals than `fewest`.
    """

    head: Head
    columns: tuple[str, ...]
    rows: list[Row]
    left_out: int = 0
    fewest: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """Everything about one player in one league under one variant; `matches` with running units, `on` first."""

    head: Head
    player: str
    roles: list[Row]
    compared: list[Row]
    records: Row
    companions: list[Row]
    matches: list[Row]


Statistic = Callable[[Frames, Choice], Any]


def _pairs(frames: Frames, choice: Choice) -> Any:
    return pairs(frames.deals, frames.payouts, min_deals=choice.fewest("pairs"))


def _standings(frames: Frames, choice: Choice) -> Any:
    order: Literal["units", "per_deal"] = "units" if choice.order == UNITS else "per_deal"
    return standings(frames.payouts, min_deals=choice.fewest("standings"), order=order, penalized=frames.penalized)


def _enough(frame: Any, frames: Frames, choice: Choice) -> Any:
    """Those rows of a statistic whose player played the minimum of deals."""
    if not choice.min_deals:
        return frame
    played = overview(frames.payouts)
    return frame[frame["player"].isin(played["player"][played["deals"] >= choice.min_deals])]


STATISTICS: Final[dict[str, Statistic]] = {
    "standings": _standings,
    "bids": lambda frames, _: bids(frames.deals, frames.payouts),
    "bands": lambda frames, _: bands(frames.deals, frames.payouts),
    "players": lambda frames, choice: _enough(roles(frames.payouts), frames, choice),
    "overview": lambda frames, choice: _enough(overview(frames.payouts), frames, choice),
    "pairs": _pairs,
}


def tables(frames: Frames, what: str, choice: Choice = Choice()) -> list[Table]:
    """A statistic by its name, a table for each league and variant; for each league where a measure is chosen.

    Raises RefusedError for money where the matches have none, or several.
    """
    return [_table(part, what, choice) for part in split(frames, choice.measure)]


def _table(part: Part, what: str, choice: Choice) -> Table:
    """The statistic of one part, and how many players or pairs the minimum of deals leaves out."""
    found = STATISTICS[what](part.frames, choice)
    fewest = choice.fewest(what)
    everything = STATISTICS[what](part.frames, Choice(min_deals=0)) if fewest else found
    return Table(
        head=head(part, choice.measure),
        columns=tuple(map(str, found.columns)),
        rows=plain_rows(found),
        left_out=_listed(everything) - _listed(found),
        fewest=fewest,
    )


def _listed(found: Any) -> int:
    """How many players a statistic lists, each in one row or in several; or how many pairs."""
    return int(found["player"].nunique()) if "player" in found else len(found)


def flat_tables(frames: Frames, what: str, choice: Choice = Choice()) -> tuple[list[str], list[list[Cell]]]:
    """A statistic of all leagues and variants as one header and rows: `league, variant`, then its own columns.

    Where another measure than units is chosen, `measure` stands between them, and for money (in cents) `currency` too.
    `what` is standings, bids, bands, players (their roles) or pairs.
    """
    found = tables(frames, what, choice)
    columns = found[0].columns if found else tuple(map(str, STATISTICS[what](frames, choice).columns))
    rows = [(table.head, row) for table in found for row in table.rows]
    cells = [[*_about(where), *(row[column] for column in columns)] for where, row in rows]
    counted = ["measure"] * (choice.measure != UNITS) + ["currency"] * (choice.measure == MONEY)
    return ["league", "variant", *counted, *columns], cells


def _about(head: Head) -> list[Cell]:
    """What a row of a statistic says of the table it is from."""
    counted = [head.measure] * (head.measure != UNITS) + [head.currency] * (head.measure == MONEY)
    return [head.league, " ".join(head.variants), *counted]


def flat_roles(frames: Frames, player: str, choice: Choice = Choice()) -> tuple[list[str], list[list[Cell]]]:
    """The roles of one player as one header and rows."""
    header, rows = flat_tables(frames, "players", choice)
    return header, [row for row in rows if row[header.index("player")] == player]


def pages(frames: Frames, player: str, choice: Choice = Choice()) -> list[Page]:
    """Everything about a player, a page for each league and variant in which they have a record."""
    found = (_page(part, player, choice) for part in split(frames, choice.measure))
    return [page for page in found if page.roles]


def _page(part: Part, player: str, choice: Choice) -> Page:
    """The page of a player in one part; its roles are empty for who has no record there."""
    deals, payouts = part.frames.deals, part.frames.payouts
    mine = roles(payouts)
    units = match_units(payouts)
    return Page(
        head=head(part, choice.measure),
        player=player,
        roles=plain_rows(mine[mine["player"] == player]),
        compared=plain_rows(compared(deals, player)),
        records=plain_rows(records(part.frames.matches, deals, payouts, player, part.frames.penalized))[0],
        companions=plain_rows(companions(payouts, player, min_deals=choice.fewest("companions"))),
        matches=_named(plain_rows(units[units["player"] == player]), part.frames),
    )


def _named(rows: Sequence[Row], frames: Frames) -> list[Row]:
    """The matches of a player by name: `on, match_id, match, units, running`."""
    names = {row["match_id"]: row["match"] for row in plain_rows(frames.matches)}
    return [
        {
            "on": row["on"],
            "match_id": row["match_id"],
            "match": names[row["match_id"]],
            "units": row["units"],
            "running": row["running"],
        }
        for row in rows
    ]


def split(frames: Frames, measure: str = UNITS) -> list[Part]:
    """The frames apart by league and variant, by league alone where a measure is chosen; none without a record."""
    found = parts(frames) if measure == UNITS else whole(measured(frames, measure))
    return [part for part in found if len(part.frames.payouts)]


def head(part: Part, measure: str) -> Head:
    """What the tables of a part are about."""
    matches = plain_rows(part.frames.matches)
    on = [row["on"] for row in matches if isinstance(row["on"], date)]
    currencies = {str(row["currency"]) for row in matches if row["unit_value_cents"]}
    return Head(
        league=part.league,
        variants=part.variants,
        measure=measure,
        currency=" ".join(sorted(currencies)) if measure == MONEY else "",
        deals=len(part.frames.deals),
        first=min(on, default=None),
        last=max(on, default=None),
        worthless=sum(not row["unit_value_cents"] for row in matches) if measure == MONEY else 0,
    )


def plain_rows(frame: Any) -> list[Row]:
    """The rows of a frame as plain cells by column: dates for moments, None for what is no number."""
    columns = [str(column) for column in frame.columns]
    cells = ([_plain(cell, whole=column in _WHOLE) for cell in frame[column].tolist()] for column in columns)
    return [dict(zip(columns, row, strict=True)) for row in zip(*cells, strict=True)]


def _plain(cell: Any, *, whole: bool) -> Cell:
    """A cell of a frame as a plain one."""
    if cell is None or cell != cell:  # noqa: PLR0124 - what is no number is not itself
        return None
    if isinstance(cell, datetime):
        return cell.date()
    if whole:
        return int(cell)
    plain: Cell = cell
    return plain
