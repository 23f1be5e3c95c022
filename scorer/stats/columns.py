"""What describes a statistic: its columns, each once, and what is made of them everywhere."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from scorer.stats.by_chance import student
from scorer.stats.tallies import MIN_DEALS, Z
from scorer.text.numbers import (
    CERTAIN,
    ORDERS,
    PLUS_MINUS,
    Counting,
    ahead,
    chance,
    decimals,
    percent,
    plain,
    rate,
    signed,
)
from scorer.text.sentences import counted, plural

UNIT_OF: Final = {  # what a column of a form holds in CSV and JSON
    "text": "text",
    "date": "day",
    "count": "number",
    "moved": "places",
    "units": "units",
    "mean": "units",
    "distance": "card points",
    "percent": "share, 0 to 1",
    "tenths": "share, 0 to 1",
    "chance": "share, 0 to 1",
    "rate": "share, 0 to 1",
    "span": "place",
    "square": "squared units",
    "yes": "yes or no",
    "ahead": "share, -1 to 1",
    "points": "ranking points",
}
PLAYER: Final = "player"
MIN_MATCHES: Final = 3
PLACED_BY: Final = dict(zip(ORDERS, ("units", "units_per_deal", "units_per_match"), strict=True))  # its column
CHANCE: Final = "by about this much chance alone moves such a mean up or down"
IN_TURN: Final = "Every match is left out in turn and told from the others."  # whether something foretells
FEW_MATCHES: Final = 10  # of fewer nobody can say whether something foretells
ONLY_UNITS: Final = "No deal is recorded here, only units: a paper sheet does not tell who called, or played with whom."
TWICE: Final = (  # of what a standard error says: of four it takes 3.2 times as much, of ten 2.3
    "twice as much either way is the 95 % interval from about ten deals or matches on; of fewer it takes more"
)
OFF: Final = "how far off it may be"
HOW_FAR: Final = f"{OFF}; {TWICE}"
SURE: Final = (
    "in brackets the 95 % interval: the true rate may well be anywhere in it; of twenty such intervals chance alone "
    "makes one miss it"
)


@dataclass(frozen=True, slots=True)
class Choice:
    """How a statistic is made: a minimum is None for its own default, `order` is that of the standings."""

    measure: str = "units"
    min_deals: int | None = None
    order: str = "units"
    min_matches: int | None = None

    @property
    def fewest_matches(self) -> int:
        """The fewest matches of a player who is listed: as said, else three where the mean of a match gives places."""
        return (MIN_MATCHES if self.order == "per-match" else 0) if self.min_matches is None else self.min_matches

    def fewest(self, what: str) -> int:
        """The fewest deals of what a statistic lists: as said, else ten where few deals would come out on top.

        Of two players it is the deals that they have together.
        """
        if self.min_deals is not None:
            return self.min_deals
        by_mean = what in {"standings", "gaps"} and self.order == "per-deal"
        return MIN_DEALS if by_mean or what in {"pairs", "met", "companions", "beyond"} else 0


USUAL: Final = Choice()


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its `name` in CSV and JSON, its `title` on the dashboard, its `short` title on a terminal.

    `form` is one of UNIT_OF, or "times" or "money", and says how a cell is written; of a rate, `ends` are the columns
    of its interval. `about` is what it means, shown as help unless its title is `obvious`. `pinned` ones stay in sight
    on the dashboard. `rare` ones are left out where every cell is 0 or missing, on a terminal unless `always` there.
    Of a mean, or of units, `error` is the column of its standard error, which stands behind it, and `off` what that
    says; of a "span" of places `ends` are the first and the last, and it is not shown where it is the same in every
    row.
    A terminal has one cell for a figure, for what it is `of`, a sum of columns (those behind a minus taken away), and
    for the columns `beside` it; what `names` a "player", "bid", "match", "event" or "variant" may be shortened there.
    Of what is not always there, such as callers, a column is shown `only` where some row has something in that column:
    a count of 0 is nothing, a rate of 0 % is something. A `partnered` one is not shown of games in which nobody ever
    has a partner. CSV and JSON have a `sides` one only where a deal has no caller. Where a file has the columns of two
    statistics, a `last` one stands behind all others.
    """

    name: str
    title: str = ""
    form: str = "text"
    about: str = ""
    short: str = ""
    pinned: bool = False
    obvious: bool = False
    rare: bool = False
    always: bool = False
    ends: tuple[str, str] = ("low", "high")
    error: str = ""
    off: str = f"{CHANCE}; {TWICE}"
    of: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    names: str = ""
    only: str = ""
    sides: bool = False
    partnered: bool = False
    last: bool = False

    @property
    def in_units(self) -> bool:
        """Whether its cells are units: never those of several variants, and cents where there is a currency."""
        return UNIT_OF.get(self.form) == "units"

    def stands(self, rows: Sequence[Mapping[str, Any]], *, alone: bool = False) -> bool:
        """Whether a table of these rows shows it; `alone`: of games in which nobody ever has a partner."""
        if alone and self.partnered:
            return False
        cells = [row.get(self.only) for row in rows] if self.only else []
        if self.only and not any(cell or isinstance(cell, float) for cell in cells):
            return False
        if self.form == "span":
            return len({tuple(row[end] for end in self.ends) for row in rows}) > 1
        return not self.rare or any(row[self.name] for row in rows)

    def whole(self, row: Mapping[str, Any]) -> int:
        """What the figure of a row is of."""
        return sum(-row.get(name[1:], 0) if name[0] == "-" else row[name] for name in self.of)

    @property
    def help(self) -> str:
        """What a reader of the dashboard is told about it."""
        if self.obvious or not self.about:
            return ""
        sure = f"; {SURE}" if self.form == "rate" else f"; {PLUS_MINUS}: {self.off}" if self.error else ""
        return f"{self.about}{sure}"

    def title_in(self, currency: str, title: str) -> str:
        """A title of it where units are counted in a currency."""
        return title.replace("units", currency) if currency and self.form == "units" else title

    def written(self, row: Mapping[str, Any], units: Counting) -> str:
        """Its cell of a row, for people."""
        cell, style = row[self.name], units.style
        if cell is None:
            return style.new if self.form == "moved" else style.nothing
        match self.form:
            case "units":
                return units.total(cell, row[self.error] if self.error else None)
            case "mean":
                return units.mean(cell, row[self.error] if self.error else None)
            case "money":
                return signed(cell / 100, 2, style.minus)
            case "distance":
                return f"{abs(cell):.1f}"
            case "square":
                return f"{cell:.3f}"
            case "percent":
                return percent(cell)
            case "tenths":
                return f"{100 * cell:.1f} %"
            case "chance":
                return chance(cell, style)
            case "rate":
                return rate(cell, row[self.ends[0]], row[self.ends[1]], style)
            case "ahead":
                return ahead(cell, row[self.error] if self.error else None, style)
            case "points":
                return plain(cell)
            case "yes":
                return "yes" if cell else "no"
            case "span":
                first, last = (row[end] for end in self.ends)
                return f"{first}{style.to}{last}" if first < last else f"{first}"
            case "moved":
                return f"{'up' if cell > 0 else 'down'} {abs(cell):.0f}" if cell else style.level
            case "count":
                return f"{cell:{style.thousands}}"
            case "times":
                return f"\N{MULTIPLICATION SIGN} {cell}"
        return str(cell)


def a_rate(
    name: str, title: str, about: str, of: tuple[str, ...], *, short: str = "made", prefix: str = "", **more: Any
) -> tuple[Column, Column, Column]:
    """A rate and the ends of its interval."""
    low, high = f"{prefix}low", f"{prefix}high"
    return (
        Column(name, title, "rate", about, short, ends=(low, high), of=of, **more),
        Column(low, form="percent", about=f"lower end of the 95 % interval of `{name}`", **more),
        Column(high, form="percent", about=f"upper end of the 95 % interval of `{name}`", **more),
    )


def a_mean(name: str, title: str, about: str, error: str = "error", **more: Any) -> tuple[Column, Column]:
    """Mean units and the standard error of the mean."""
    return (
        Column(name, title, "mean", about, error=error, **more),
        Column(error, form="mean", about=f"standard error of `{name}`: {CHANCE}", last=True),
    )


def better_words(row: Mapping[str, Any], way: str, beside: str, of: str) -> str:
    """By how much a `way` of telling is nearer than another, of what figure, and whether chance alone does as much.

    `The chances are nearer than all alike by 0.034 ±0.012 (Brier scores): more than chance alone does.` Matches are
    what varies, so that it is a Student's t of one less than they are.
    """
    better, error = row["better"], row["error"]
    if abs(better) <= CERTAIN and error <= CERTAIN:
        return f"{way} exactly as near as {beside} ({of})."
    nearer, places = "nearer" if better >= 0 else "further off", decimals(error, 3)
    off = f" {PLUS_MINUS}{error:.{places}f}" if error > CERTAIN else ""
    said = f"{way} {nearer} than {beside} by {abs(better):.{places}f}{off} ({of})"
    if row["matches"] < FEW_MATCHES:
        return f"{said}: {too_few(row['matches'])} to tell whether that is chance."
    surely = abs(better) > student(Z, row["matches"] - 1) * error
    return f"{said}: {'more than chance alone does' if surely else 'chance alone does as much'}."


def too_few(matches: int) -> str:
    """`3 matches are too few`: behind it stands what for."""
    return f"{counted(matches, 'match')} {plural(matches, 'is', 'are')} too few"


def nothing_to_tell(rows: Sequence[Mapping[str, Any]]) -> str:
    """Why no match can be told from others."""
    match rows[0]["matches"]:
        case 0:
            return ONLY_UNITS
        case 1:
            return "One match alone cannot be told from others: this needs two."
        case matches:
            return f"These {matches} matches have nothing that could be told from the others."


def a_count(name: str, title: str, about: str, **more: Any) -> Column:
    """A number that needs no help."""
    return Column(name, title, "count", about, obvious=True, **more)


def a_key(name: str, title: str, about: str, **more: Any) -> Column:
    """What a row is of."""
    return Column(name, title, about=about, obvious=True, pinned=True, **more)


Legend = tuple[tuple[tuple[str, ...], str], ...]  # sentences, each with the columns that it is about; without, of all


@dataclass(frozen=True)
class Listing:
    """A table: CSV and JSON have all `columns` in this order.

    `terminal` are its tables there, one below the other: the columns that begin each part of a table that has to be
    broken, then the others. `dashboard` are the columns there. `title` stands above it on a player's page, and `short`
    there on a terminal. Below its tables stands the `legend`, of which each sentence is said where one of its columns
    is shown; a column whose head is not the same everywhere stands in it by its name in braces.
    """

    name: str
    about: str
    columns: tuple[Column, ...]
    terminal: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    dashboard: tuple[str, ...]
    title: str = ""
    short: str = ""
    legend: Legend = ()

    def names_with(self, *, sides: bool) -> list[str]:
        """The columns of CSV and JSON where there are deals without a caller, or where there are none."""
        return [column.name for column in self.columns if sides or not column.sides]

    def __getitem__(self, name: str) -> Column:
        """A column by its name."""
        return next(column for column in self.columns if column.name == name)

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return [column.name for column in self.columns]

    @property
    def on_dashboard(self) -> tuple[Column, ...]:
        """The columns of the dashboard."""
        return tuple(self[name] for name in self.dashboard)

    def legend_of(self, shown: Collection[str], *, titled: bool = False) -> str:
        """What is said below a table that shows these columns, under short heads or under their titles."""
        heads = {one.name: one.title if titled else one.short or one.title for one in self.columns}
        return " ".join(words.format_map(heads) for of, words in self.legend if not of or {*of} & {*shown})


Needed = Literal["", "caller", "partner", "sides"]  # of a game; sides: those without a caller


@dataclass(frozen=True, kw_only=True)
class Statistic(Listing):
    """A table that is reckoned: `make` gives its frame, of frames and a choice, for a page of frames, player, choice.

    A minimum of deals leaves out what it `lists`. It is of all matches, or of those alone whose variant `needs` a
    caller, a partner, or sides without a caller; these may have another one `instead`.
    A terminal has a table for each word in the first column of `apart`, which is the title of the second there.
    One with a `measure` counts in it, whatever is chosen; one `with_sheets` takes paper sheets beside the deals there.
    Its `verdict` is what its rows together say, in a sentence.
    """

    make: Callable[..., Any]
    lists: str = PLAYER
    needs: Needed = ""
    instead: str = ""
    apart: tuple[str, str] = ("", "")
    measure: str = ""
    with_sheets: bool = False
    verdict: Callable[[Sequence[Mapping[str, Any]]], str] = lambda _: ""
