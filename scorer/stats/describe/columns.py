"""What describes a statistic: its columns, each once, and what is made of them everywhere."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from string import Formatter
from typing import Any, Final, Literal, NamedTuple

from scorer.language import _, in_context, numeric_day
from scorer.language.lists_numbers_dates import number, signed
from scorer.rules.cards import bid_shown
from scorer.stats.describe.phrases import PHRASES, filled
from scorer.stats.describe.verdicts import Verdict
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import ORDERS, Counting, Style, ahead, chance, interval, percent, plain, rate

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
    "hours": "hours",
    **dict.fromkeys(("percent", "chance", "rate"), "share"),
    "span": "place",
    "yes": "yes or no",
    "ahead": "difference of shares",
    "points": "ranking points",
}
MIN_MATCHES: Final = 3
KEPT: Final = ("sides", "paper")  # what a file has columns for only where it was played
PLACED_BY: Final = dict(zip(ORDERS, ("units", "units_per_deal", "units_per_match"), strict=True))  # its column
Needed = Literal["", "caller", "partner", "sides", "paper"]  # of a game; sides: no caller; paper: card points on paper


@dataclass(frozen=True, slots=True)
class MakingOptions:
    """What a statistic is made by: a minimum is None for its own default, `order` is that of the standings.

    A season ends after so many more `evenings`, or `until` a day.
    """

    measure: str = "units"
    min_deals: int | None = None
    order: str = "units"
    min_matches: int | None = None
    evenings: int | None = None
    until: date | None = None

    @property
    def fewest_matches(self) -> int:
        """The fewest matches of a player who is listed: three by default where places go by the mean of a match."""
        if self.min_matches is not None:
            return self.min_matches
        return MIN_MATCHES if self.order == "per-match" else 0


USUAL: Final = MakingOptions()


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table. Its texts are source texts: `head`, `meaning` and `help` have them in the language in force.

    `name` is the key in CSV and JSON, `title` the head on the dashboard and on paper, and `short` the head on a
    terminal, where that is another; `{units}` in a head is the currency where money is counted. `about` is what the
    column means; the dashboard shows it as help unless the title is `obvious`. `pinned` columns stay in sight there.
    Both are texts to be translated, unless they are shown `as_written`: they hold names, or are translated already.

    `form` says how a cell is written: one of UNIT_OF, or "times" or "money". Cells of a form of NAMES may be shortened
    on a terminal. A `writer`, called with the name, the row and the counting, writes what no form says. `words` are the
    codes among the cells that people see in their language.

    Other columns that belong to a cell:

    * `ends`: the ends of the interval of a figure, or the first and the last place of a "span";
    * `error`: the standard error of a mean or of units, which stands behind it; `error_phrase` says what that means;
    * `out_of`: what a figure is a share of, added up, those behind a minus taken away; in brackets on a terminal;
    * `followed_by`: columns that a terminal shows in the same cell;
    * `mark`: what the figure is held against, as long as it has a `bar`: the dashboard draws that in each of its cells.
    * `clear`: whether its bar is in the colour of its side: no chance alone makes it so.

    A table leaves a column out

    * with `hide_empty` where every cell is 0 or missing, and a "span" where all rows have the same;
    * with `shown_with` where no row has anything in that column: a count of 0 is nothing, a rate of 0 % is something;
    * with `sure` unless somebody asks how sure the figures are;
    * with `needs` "partner" in games in which nobody ever has one; with "sides" CSV and JSON leave it out where every
      deal has a caller, and with "paper" where nobody writes card points on paper.
    """

    name: str
    title: str = ""
    form: str = "text"
    about: str = ""
    short: str = ""
    pinned: bool = False
    obvious: bool = False
    as_written: bool = False
    words: tuple[str, ...] = ()
    writer: Callable[[str, Mapping[str, Any], Counting], str] | None = None
    ends: tuple[str, ...] = ()
    error: str = ""
    error_phrase: str = "CHANCE_AND_TWICE"
    out_of: tuple[str, ...] = ()
    followed_by: tuple[str, ...] = ()
    bar: bool = False
    mark: str = ""
    clear: str = ""
    hide_empty: bool = False
    shown_with: str = ""
    sure: bool = False
    needs: Needed = ""

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

    @property
    def written_of(self) -> tuple[str, ...]:
        """The columns of a row that its cell is written of; empty where a `writer` looks at the whole row."""
        if self.writer:
            return ()
        ends = self.ends if self.form in {"rate", "span"} else ()
        whole = [name.removeprefix("-") for name in self.out_of] if self.form == "rate" else []
        return tuple(filter(None, (self.name, *ends, self.error, *whole)))

    def is_offered(self, *, alone: bool, sure: bool) -> bool:
        """Whether there is such a column for who asks how `sure` figures are, or for others.

        `alone`: in games in which nobody ever has a partner.
        """
        return not (alone and self.needs == "partner") and (sure or not self.sure)

    def is_shown(self, rows: Sequence[Mapping[str, Any]], *, alone: bool = False, sure: bool = True) -> bool:
        """Whether a table of these rows shows it, where it `is_offered`."""
        if not self.is_offered(alone=alone, sure=sure):
            return False
        cells = [row.get(self.shown_with) for row in rows] if self.shown_with else []
        if self.shown_with and not any(cell or isinstance(cell, float) for cell in cells):
            return False
        if self.form == "span":
            return len({tuple(row[end] for end in self.ends) for row in rows}) > 1
        return not self.hide_empty or any(row.get(self.name) for row in rows)

    def whole(self, row: Mapping[str, Any]) -> int:
        """The whole that the figure of a row is a share of: what its `out_of` columns add up to."""
        return sum(-row.get(name[1:], 0) if name[0] == "-" else row[name] for name in self.out_of)

    def other_whole(self, row: Mapping[str, Any]) -> int:
        """Its `whole`; 0 where that is the deals of the row, which stand in a column of their own."""
        whole = self.whole(row)
        return 0 if self.out_of[:1] == ("deals",) and whole == row["deals"] else whole

    def head(self, currency: str = "", *, short: bool = False) -> str:
        """What stands above it, on a terminal where it is `short`; units may be counted in a currency."""
        title = self.short or self.title if short else self.title
        if self.as_written:
            return title
        if self.form == "units" and "{units}" in title:
            return _(title, units=currency or _("units"))
        return in_context(self.name, title, "head")

    @property
    def meaning(self) -> str:
        """What it means."""
        return self.about if self.as_written else filled(self.about)

    def help(self, *, sure: bool = True) -> str:
        """What the dashboard says about it beside its head; empty where the head says it all.

        Its error, or its interval, is explained where it is shown: to who asks how `sure` it is.
        """
        if self.obvious or not self.about:
            return ""
        if sure and self.form == "rate":
            return _("{meaning}; {interval}", meaning=self.meaning, interval=_(PHRASES["SURE"]))
        if sure and self.error:
            return _("{meaning}; ±: {error}", meaning=self.meaning, error=_(PHRASES[self.error_phrase]))
        return self.meaning

    def _rate(self, row: Mapping[str, Any], style: Style) -> str:
        low, high = (row[end] for end in self.ends)
        return rate(row[self.name], low, high, style, whole=self.other_whole(row))

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
            case "distance" | "hours":
                return number(abs(cell), 1)
            case "percent":
                return percent(cell)
            case "chance":
                return chance(cell, style)
            case "rate":
                return self._rate(row, style)
            case "ahead":
                return ahead(cell, error, style)
            case "points":
                return plain(cell)
            case "yes":
                return _("yes") if cell else _("no")
            case "span":
                return span([row[end] for end in self.ends], style)
            case "moved":
                return moved(cell) or style.level
            case "count":
                return number(cell, thousands=bool(style.thousands)).replace("-", style.minus)
            case "bid":
                return bid_shown(cell, units.pack)
            case "times":
                return f"\N{MULTIPLICATION SIGN} {cell}"
            case "date":
                return numeric_day(cell)
        return in_context(self.name, cell) if cell in self.words else str(cell)


def span(ends: Sequence[Any], style: Style) -> str:
    """`2 to 4`, the ends of an interval of places; `2` where they are one."""
    first, last = map(str, ends)
    return first if first == last else interval(first, last, style)


def moved(places: float) -> str:
    """`up 2`, `down 1` places; empty for none."""
    if not places:
        return ""
    return _("up {places}", places=number(places)) if places > 0 else _("down {places}", places=number(-places))


class Sentence(NamedTuple):
    """A sentence of a legend: shown where one of these `columns` stands above it; without columns, always.

    In braces it names columns, whose heads stand there, and in capitals phrases.
    """

    words: str
    columns: tuple[str, ...] = ()

    def is_shown(self, columns: Collection[str]) -> bool:
        """Whether it is shown below these columns."""
        return not self.columns or not {*self.columns}.isdisjoint(columns)

    @property
    def explains(self) -> list[str]:
        """The names in braces: of columns, and in capitals of phrases."""
        return [name for _text, name, _format, _conversion in Formatter().parse(self.words) if name]


class TerminalTable(NamedTuple):
    """A table on a terminal: the columns that begin each part of it where it has to be broken, then the others."""

    keys: tuple[str, ...]
    columns: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Listing:
    """A table: CSV and JSON have all `columns` in this order, but CSV has the `last` ones behind all others.

    `terminal` are its tables there, one below the other, for who asks how sure the figures are; others see the first
    alone, with the columns of `brief` where these are given. `dashboard` and `paper` are the columns there. `title`
    stands above it on a player's page, and `short` there on a terminal. Below its tables stands the `legend`. Its texts
    are source texts, which are translated where they are shown.
    """

    name: str
    about: str
    columns: tuple[Column, ...]
    last: tuple[str, ...] = ()
    terminal: tuple[TerminalTable, ...] = ()
    brief: tuple[str, ...] = ()
    dashboard: tuple[str, ...] = ()
    paper: tuple[str, ...] = ()
    paper_sure: tuple[str, ...] = ()
    title: str = ""
    short: str = ""
    legend: tuple[Sentence, ...] = ()

    def names_in(self, kept: Collection[Needed]) -> list[str]:
        """The columns of CSV and JSON, where deals without a caller or card points on paper are `kept`, or neither."""
        return [column.name for column in self.columns if column.needs in kept or column.needs not in KEPT]

    def __getitem__(self, name: str) -> Column:
        """A column by its name."""
        return next(column for column in self.columns if column.name == name)

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return [column.name for column in self.columns]

    def on_terminal(self, *, sure: bool) -> tuple[TerminalTable, ...]:
        """Its tables on a terminal: all of them for who asks how `sure` the figures are, else one."""
        first = self.terminal[:1]
        return self.terminal if sure else tuple(TerminalTable(part.keys, self.brief or part.columns) for part in first)

    @property
    def on_dashboard(self) -> tuple[Column, ...]:
        """The columns of the dashboard."""
        return tuple(self[name] for name in self.dashboard)

    def legend_of(self, columns: Collection[str], *, titled: bool = False) -> str:
        """What stands below a table that shows these columns, under short heads or under their titles."""
        heads = {column.name: column.head(short=not titled) for column in self.columns}
        return " ".join(filled(sentence.words, **heads) for sentence in self.legend if sentence.is_shown(columns))

    def explained(self, columns: Collection[str]) -> set[str]:
        """The columns that the legend below these columns explains."""
        return {name for sentence in self.legend if sentence.is_shown(columns) for name in sentence.explains}

    def meanings(self, columns: Collection[str]) -> list[tuple[str, str]]:
        """What each of these columns means, by its short head, but for what a row is of; nothing of its error."""
        shown = [column for column in map(self.__getitem__, columns) if column.title and not column.pinned]
        return [(column.head(short=True), column.meaning) for column in shown]


@dataclass(frozen=True, kw_only=True)
class Statistic(Listing):
    """A table that a `function` makes of frames, and on a player's page of the player too.

    * `everybody`: what makes that table of a page for several players at once, with the column `player` besides;
    * `takes`: what of a choice the function can be asked for;
    * `lists`: what a row is of. A minimum of deals leaves such rows out; where none is chosen, it is ten always or in
      one order of the standings, as `ten_deals` says, else there is none;
    * `needs`: it counts only matches whose variant has a caller, a partner, or sides without a caller. The other
      matches may have another statistic `instead`;
    * `split_by`: a terminal has a table for each word of the first of these columns; the word is the head of the other;
    * `measure`: it counts in this measure whatever is chosen, and `with_sheets` it counts paper sheets beside deals;
    * `by_bid`: bids of one number share a row, whatever number of card points they are out of;
    * `verdict`: what all rows together say;
    * `elsewhere`: where else a terminal says that more can be seen, if any row is left out;
    * `left_out`: how many rows of another kind than players, pairs and gaps are left out, in words, of how many there
      are, what they have too few of, and the options that show them;
    * `page`: the page of the dashboard that has it folded away, below its `title`; its table is called `short` there.
    """

    function: Callable[..., Any]
    everybody: Callable[..., Any] | None = None
    takes: tuple[str, ...] = ()
    lists: str = PLAYER
    needs: Needed = ""
    instead: str = ""
    split_by: tuple[str, str] = ("", "")
    measure: str = ""
    with_sheets: bool = False
    ten_deals: Literal["", "always", "per-deal"] = ""
    by_bid: bool = False
    verdict: Callable[[Sequence[Mapping[str, Any]]], Verdict] = lambda _rows: Verdict()
    elsewhere: str = ""
    left_out: Callable[[int, str, str], str] | None = None
    page: str = ""

    def make(self, *arguments: Any, choice: MakingOptions = USUAL) -> Any:
        """Its frame, of frames and players; where nothing is chosen, the defaults of the function hold."""
        chosen: dict[str, Any] = {
            "measure": choice.measure,
            "order": choice.order,
            "min_matches": choice.fewest_matches,
            "evenings": choice.evenings,
            "until": choice.until,
        }
        if self.ten_deals or choice.min_deals is not None:
            chosen["min_deals"] = self.fewest(choice)
        return self.function(*arguments, **{name: chosen[name] for name in self.takes if name in chosen})

    def fewest(self, choice: MakingOptions) -> int:
        """The fewest deals of each row; of two players those that they have together."""
        if choice.min_deals is not None:
            return choice.min_deals
        return MIN_DEALS if self.ten_deals in {"always", choice.order} else 0
