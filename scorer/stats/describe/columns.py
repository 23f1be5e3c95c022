"""What describes a statistic: its columns, each once, and what is made of them everywhere."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from string import Formatter
from typing import Any, Final, Literal, NamedTuple

from scorer.language import _
from scorer.language.forms import signed
from scorer.stats.describe.phrases import CHANCE, SURE, TWICE
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import ORDERS, PLUS_MINUS, Counting, ahead, chance, interval, percent, plain, rate

PLAYER: Final = "player"
NAMES: Final = (PLAYER, "bid", "match", "event", "variant")  # forms of texts that name something
UNIT_OF: Final = {  # what a column of a form holds in CSV and JSON
    "text": "text",
    **dict.fromkeys(NAMES, "text"),
    "date": "day",
    "count": "number",
    "moved": "places",
    "units": "units",
    "mean": "units",
    "distance": "card points",
    **dict.fromkeys(("percent", "tenths", "chance", "rate"), "share"),
    "span": "place",
    "square": "squared units",
    "yes": "yes or no",
    "ahead": "difference of shares",
    "points": "ranking points",
}
MIN_MATCHES: Final = 3
PLACED_BY: Final = dict(zip(ORDERS, ("units", "units_per_deal", "units_per_match"), strict=True))  # its column
Needed = Literal["", "caller", "partner", "sides"]  # of a game; sides: those without a caller


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
        if self.min_matches is not None:
            return self.min_matches
        return MIN_MATCHES if self.order == "per-match" else 0


USUAL: Final = Choice()


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its `name` in CSV and JSON, its `title` on the dashboard, its `short` title on a terminal.

    `form` is one of UNIT_OF, or "times" or "money", and says how a cell is written; what is of a form of NAMES may be
    shortened on a terminal. A `writer`, called with the name, the row and the counting, writes what no form says.
    `about` is what the column means, shown as help unless its title is `obvious`. `pinned` ones stay in sight on the
    dashboard.
    Of a rate, `ends` are the columns of its interval; of a "span" of places they are the first and the last, and it is
    not shown where it is the same in every row. Of a mean, or of units, `error` is the column of its standard error,
    which stands behind it, and `off` what that says.
    A terminal has one cell for a figure, for the columns `of` which the figure is a part, added up (those behind a
    minus taken away), and for the columns `beside` it.
    A `rare` one is left out where every cell is 0 or missing, on a terminal unless `always` there. One with `only` is
    shown where some row has something in that column: a count of 0 is nothing, a rate of 0 % is something.
    `needs` "partner": tables of games in which nobody ever has one do not show it; "sides": CSV and JSON have it where
    a deal has no caller.
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
    only: str = ""
    needs: Needed = ""
    writer: Callable[[str, Mapping[str, Any], Counting], str] | None = None

    @property
    def names(self) -> str:
        """What its cells name, one of NAMES; empty for nothing."""
        return self.form if self.form in NAMES else ""

    @property
    def in_words(self) -> bool:
        """Whether its cells are texts or days."""
        return UNIT_OF.get(self.form) in {"text", "day"}

    @property
    def in_units(self) -> bool:
        """Whether its cells are units: never those of several variants, and cents where there is a currency."""
        return UNIT_OF.get(self.form) == "units"

    def stands(self, rows: Sequence[Mapping[str, Any]], *, alone: bool = False) -> bool:
        """Whether a table of these rows shows it; `alone`: of games in which nobody ever has a partner."""
        if alone and self.needs == "partner":
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
        if self.form == "rate":
            return f"{self.about}; {SURE}"
        return f"{self.about}; {PLUS_MINUS}: {self.off}" if self.error else self.about

    def title_in(self, currency: str, title: str) -> str:
        """A title of it where units are counted in a currency."""
        return title.replace("units", currency) if currency and self.form == "units" else title

    def written(self, row: Mapping[str, Any], units: Counting) -> str:
        """Its cell of a row, for people."""
        if self.writer:
            return self.writer(self.name, row, units)
        cell, error, style = row[self.name], row.get(self.error), units.style
        if cell is None:
            return _(style.new) if self.form == "moved" else style.nothing
        match self.form:
            case "units":
                return units.total(cell, error)
            case "mean":
                return units.mean(cell, error)
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
                return ahead(cell, error, style)
            case "points":
                return plain(cell)
            case "yes":
                return "yes" if cell else "no"
            case "span":
                first, last = (str(row[end]) for end in self.ends)
                return first if first == last else interval(first, last, style)
            case "moved":
                return f"{'up' if cell > 0 else 'down'} {abs(cell):.0f}" if cell else style.level
            case "count":
                return f"{cell:{style.thousands}}"
            case "times":
                return f"\N{MULTIPLICATION SIGN} {cell}"
        return str(cell)


def a_count(name: str, title: str, about: str, **more: Any) -> Column:
    """A number that needs no help."""
    return Column(name, title, "count", about, obvious=True, **more)


def a_key(name: str, title: str, about: str, **more: Any) -> Column:
    """What a row is of."""
    return Column(name, title, about=about, obvious=True, pinned=True, **more)


class Sentence(NamedTuple):
    """A sentence of a legend: said where one of the columns `of` which it is stands above it; without, always.

    A column in braces stands there with its head, which the sentence `explains`.
    """

    words: str
    of: tuple[str, ...] = ()

    @property
    def explains(self) -> list[str]:
        """The names in braces: of columns, and in capitals of phrases."""
        return [name for _, name, _, _ in Formatter().parse(self.words) if name]


class Part(NamedTuple):
    """A table on a terminal: the columns that begin each part of it where it has to be broken, then the others."""

    keys: tuple[str, ...]
    columns: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Listing:
    """A table: CSV and JSON have all `columns` in this order, but CSV has the `last` ones behind all others.

    `terminal` are its tables there, one below the other, `dashboard` and `paper` the columns there. `title` stands
    above it on a player's page, and `short` there on a terminal. Below its tables stands the `legend`; what it names in
    capitals is in `phrases`.
    """

    name: str
    about: str
    columns: tuple[Column, ...]
    last: tuple[str, ...] = ()
    terminal: tuple[Part, ...] = ()
    dashboard: tuple[str, ...] = ()
    paper: tuple[str, ...] = ()
    title: str = ""
    short: str = ""
    legend: tuple[Sentence, ...] = ()
    phrases: Mapping[str, str] = field(default_factory=dict)

    def names_with(self, *, sides: bool) -> list[str]:
        """The columns of CSV and JSON where there are deals without a caller, or where there are none."""
        return [column.name for column in self.columns if sides or column.needs != "sides"]

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
        said = [one.words for one in self.legend if not one.of or {*one.of} & {*shown}]
        return " ".join(words.format_map({**self.phrases, **heads}) for words in said)


@dataclass(frozen=True, kw_only=True)
class Statistic(Listing):
    """A table that a `function` makes out of frames, of a player too on their page, by what it `takes` of a choice.

    A minimum of deals leaves out what it `lists`: unless another is chosen, it is ten where `ten_deals` says so, always
    or in an order of the standings, else none. It is of all matches, or of those alone whose variant `needs` a
    caller, a partner, or sides without a caller; these may have another one `instead`.
    A terminal has a table for each word in the first column of `apart`, which is the title of the second there.
    One with a `measure` counts in it, whatever is chosen; one `with_sheets` takes paper sheets beside the deals there.
    Where it is `by_bid`, bids of one number are in one row, whatever they are out of.
    Its `verdict` is what its rows together say, in a sentence.
    """

    function: Callable[..., Any]
    takes: tuple[str, ...] = ()
    lists: str = PLAYER
    needs: Needed = ""
    instead: str = ""
    apart: tuple[str, str] = ("", "")
    measure: str = ""
    with_sheets: bool = False
    ten_deals: Literal["", "always", "per-deal"] = ""
    by_bid: bool = False
    verdict: Callable[[Sequence[Mapping[str, Any]]], str] = lambda _: ""

    def make(self, *of: Any, choice: Choice = USUAL) -> Any:
        """Its frame; what is not chosen is as the function has it."""
        chosen: dict[str, Any] = {
            "measure": choice.measure,
            "order": choice.order,
            "min_matches": choice.fewest_matches,
        }
        if self.ten_deals or choice.min_deals is not None:
            chosen["min_deals"] = self.fewest(choice)
        return self.function(*of, **{name: chosen[name] for name in self.takes if name in chosen})

    def fewest(self, choice: Choice) -> int:
        """The fewest deals of what it lists; of two players those that they have together."""
        if choice.min_deals is not None:
            return choice.min_deals
        return MIN_DEALS if self.ten_deals in {"always", choice.order} else 0
