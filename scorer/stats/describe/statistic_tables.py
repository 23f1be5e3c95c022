"""Every statistic as tables of plain cells, apart by league and variant: what the commands show and the files hold."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Final

from scorer.frames import Frames, Part, measured, of_variants, parts, whole
from scorer.language.forms import listed
from scorer.rules.cards import TOTAL_CARD_POINTS
from scorer.rules.kinds import CALLER, PARTNER, SHEET, SIDE
from scorer.rules.sides import sides_of
from scorer.rules.variant import Variant
from scorer.stats.describe.columns import PLAYER, USUAL, Choice, Needed, Statistic
from scorer.stats.describe.statistic_files import described, page_tables
from scorer.stats.models.arrays import is_one_of
from scorer.stats.standings import match_units
from scorer.text.numbers import MONEY, Cell, Row
from scorer.text.numbers import UNITS as UNITS  # noqa: PLC0414 - the wall reads it here
from scorer.text.sentences import counted

STAKE: Final = "The stake is what one defender pays, or without a caller what a winner gets from each losing side."
MEASURED: Final = {
    "base": "Counted in base units: units / stake, so that every deal weighs the same; deals alone.",
    "plain": "Counted in plain units: units / times, without what redeals doubled.",
}
WITH_SHEETS: Final = (
    "Counted in base units: units / stake, so that every deal weighs the same; a paper sheet is as many deals as its "
    "units vary by."
)
SHEETS_ALONE: Final = "Counted in units a paper sheet: no deal is recorded here."
SIDE_AND_ALL: Final = 2  # rows of a player, where nobody calls
# Numbers of which a frame may have none in a row, so that it keeps them all with decimals.
SOME_MISSING: Final = {"change", "more", "win_by_chance", "loss_by_chance", "by_chance", "match_id"}


@dataclass(frozen=True, slots=True)
class Head:
    """What a table is about. `currency` is empty unless it counts money, which it does in cents.

    `first` and `last` are the dates of its matches. Of money, `worthless` matches more are left out, which have no unit
    value, and so are the leagues that are `unpaid`. `has`: what its games have. `with_sheets`: paper sheets count too.
    """

    league: str
    variants: tuple[str, ...]
    measure: str
    currency: str
    deals: int
    first: date | None
    last: date | None
    worthless: int = 0
    unpaid: tuple[str, ...] = ()
    has: frozenset[Needed] = frozenset()
    with_sheets: bool = False

    @property
    def alone(self) -> bool:
        """Whether nobody ever has a partner in a contract."""
        return "partner" not in self.has

    @property
    def counted(self) -> str:
        """How it is counted; empty for units as they are."""
        if self.with_sheets:
            return WITH_SHEETS if self.deals else SHEETS_ALONE
        return MEASURED.get(self.measure, "")

    @property
    def days(self) -> str:
        """`2026-01-09 to 2026-12-18`; one day alone, or nothing."""
        return " to ".join(dict.fromkeys(map(str, filter(None, (self.first, self.last)))))

    @property
    def for_nothing(self) -> str:
        """How many matches, and which leagues, are left out of money; empty where none is."""
        matches = counted(self.worthless, "match without a unit value is", "matches without a unit value are")
        said = [f"{matches} left out."] if self.worthless else []
        if self.unpaid:
            said.append(f"No match of {listed(self.unpaid)} has a unit value.")
        return " ".join(said)


@dataclass(frozen=True, slots=True)
class Section:
    """A statistic of one league under one variant, or under several by a measure: None where a figure has no value.

    `left_out` players, or pairs, are missing for fewer deals than `fewest`, or fewer matches than `fewest_matches`.
    `verdict` is what the rows together say; empty for nothing.
    """

    head: Head
    rows: list[Row]
    left_out: int = 0
    fewest: int = 0
    fewest_matches: int = 0
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """Everything about one player in one league under one variant: the rows of each of its statistics by its name."""

    head: Head
    player: str
    tables: Mapping[str, list[Row]]

    def shown(self, name: str) -> list[Row]:
        """The rows of a table for people: of the roles those alone that there are in these games."""
        rows = self.tables[name]
        if name != "roles":
            return rows
        never = {CALLER, PARTNER} if self.head.alone else set()
        rows = [row for row in rows if row["role"] not in never]
        if not any(row["deals"] for row in rows):
            return []  # of a paper sheet nobody knows a deal
        return [row for row in rows if row["role"] != SIDE or len(rows) > SIDE_AND_ALL]


@dataclass(frozen=True, slots=True)
class Lead:
    """Who leads a match, and the units that each of them has; `partners` are several who are one side.

    `units` None: they are level by what the match is judged by, and have different units.
    """

    players: tuple[str, ...]
    units: float | None
    partners: bool = False

    @property
    def leader(self) -> str:
        """One name, or those of partners; several others are counted."""
        return "+".join(self.players) if len(self.players) == 1 or self.partners else f"{len(self.players)} tied"


def sections(frames: Frames, what: str, choice: Choice = USUAL) -> list[Section]:
    """A statistic by its name, a table for each league and variant; for each league where a measure is chosen.

    Of what a game does not have, such as bids where nobody calls, there is no table; `without` says where. Raises
    RefusedError for money where the matches have none, or several.
    """
    statistic = described(what)
    fewest = (statistic.fewest(choice), choice.fewest_matches)
    names, found = statistic.names_with(sides=_nobody_called(frames)), []
    measure = statistic.measure or choice.measure
    for part in split(frames, measure, HAS[statistic.needs]):
        table, left_out = statistic.make(part.frames, choice=choice), 0
        if any(fewest):
            everybody = statistic.make(part.frames, choice=Choice(min_deals=0, min_matches=0))
            left_out = _how_many(statistic, everybody) - _how_many(statistic, table)
        rows = plain_rows(table[names])
        top = head(part, measure, with_sheets=statistic.with_sheets)
        verdict = statistic.verdict(in_currency(rows, top.currency)) if rows or not left_out else ""
        unlike = unlike_bids(part) if rows and statistic.by_bid else ""
        found.append(Section(top, rows, left_out, *fewest, " ".join(filter(None, [verdict, unlike]))))
    return found


def unlike_bids(part: Part) -> str:
    """That bids are out of more card points in one variant of a part than in another; empty where they are alike."""
    games = {label: part.frames.columns.variants[label] for label in part.variants}
    out_of: dict[int, list[str]] = {}
    for label, game in games.items():
        if game.has_auction:
            most = game.auction.highest if game.auction.with_bonuses else TOTAL_CARD_POINTS
            out_of.setdefault(most, []).append(label)
    if len(out_of) < 2:  # noqa: PLR2004 - unlike are at least two
        return ""
    words = []
    for most, labels in sorted(out_of.items()):
        bonuses = " with bonuses" if most > TOTAL_CARD_POINTS else ""
        words.append(f"out of {most}{bonuses} in {listed(labels)}")
    together = "bids of one number are taken together here, and are not alike"
    return f"The card points of a bid are {listed(words)}: {together}."


def in_currency(rows: list[Row], currency: str) -> list[Row]:
    """Rows of which something is said, each with the currency of its units where these are cents."""
    return [row | {"currency": currency} for row in rows] if currency else rows


HAS: Final[Mapping[Needed, Callable[[Variant], bool]]] = {
    "": lambda _: True,
    "caller": lambda variant: variant.has_auction,
    "partner": lambda variant: variant.has_auction and not variant.alone,
    "sides": lambda variant: not variant.has_auction,
}


def has(part: Part, needed: Needed) -> bool:
    """Whether one of the games of a part has this."""
    return any(HAS[needed](part.frames.columns.variants[label]) for label in part.variants)


def kinds_of(what: str) -> list[str]:
    """A statistic by its name, and the one that games without a caller have instead of it."""
    return [what, *filter(None, [described(what).instead])]


def without(frames: Frames, what: str) -> list[str]:
    """The variants of which there is no such statistic, and none instead, by their labels."""
    needs = [described(kind).needs for kind in kinds_of(what)]
    played = {label: frames.columns.variants[label] for part in split(frames) for label in part.variants}
    return sorted(label for label, variant in played.items() if not any(HAS[need](variant) for need in needs))


def _nobody_called(frames: Frames) -> bool:
    return bool((frames.columns.is_deal & (frames.columns.caller == 0)).any())


def _how_many(statistic: Statistic, found: Any) -> int:
    """How many players, or awards, a statistic lists, each in one row or in several; or how many pairs."""
    return int(found[statistic.lists].nunique()) if statistic.lists in {PLAYER, "award"} else len(found)


def flat_tables(frames: Frames, what: str, choice: Choice = USUAL) -> tuple[list[str], list[list[Cell]]]:
    """A statistic of all leagues and variants as one header and rows: `league, variant`, then its own columns.

    Where another measure than units is chosen, `measure` stands between them, and for money (in cents) `currency` too;
    of gaps the `order` that they are of. Where there are deals without a caller, what these have instead has its
    columns behind the others; what a row does not have is empty.
    """
    measure = described(what).measure or choice.measure
    about = ["league", "variant"]
    if measure != UNITS:
        about.append("measure")
    if measure == MONEY:
        about.append("currency")
    if what == "gaps":
        about.append("order")
    sides = _nobody_called(frames)
    kinds = kinds_of(what) if sides else [what]
    statistics = [described(kind) for kind in kinds]
    names = list(dict.fromkeys(name for one in statistics for name in one.names_with(sides=sides)))
    names.sort(key={name for one in statistics for name in one.last}.__contains__)
    cells: list[list[Cell]] = []
    for section in (section for kind in kinds for section in sections(frames, kind, choice)):
        top = section.head
        of_head = {"league": top.league, "variant": " ".join(top.variants)}
        of_head |= {"measure": top.measure, "currency": top.currency, "order": choice.order}
        cells += [[*(of_head[name] for name in about), *map(row.get, names)] for row in section.rows]
    return [*about, *names], cells


def flat_roles(frames: Frames, player: str, choice: Choice = USUAL) -> tuple[list[str], list[list[Cell]]]:
    """The roles of one player as one header and rows."""
    header, rows = flat_tables(frames, "players", choice)
    return header, [row for row in rows if row[header.index(PLAYER)] == player]


def pages(frames: Frames, player: str, choice: Choice = USUAL) -> list[Page]:
    """Everything about a player, a page for each league and variant in which they have a record."""
    return [page for part in split(frames, choice.measure) if (page := page_of(part, player, choice))]


def page_of(part: Part, player: str, choice: Choice = USUAL, only: Collection[str] = ()) -> Page | None:
    """Everything about a player in one part, or these tables `only`; None where they have no record there."""
    if not is_one_of(part.frames.payouts[PLAYER], player).any():
        return None
    sides = _nobody_called(part.frames)
    made = {
        one.name: plain_rows(one.make(part.frames, player, choice=choice)[one.names_with(sides=sides)])
        for one in page_tables()
        if not only or one.name in only
    }
    return Page(head(part, choice.measure), player, made)


def leads(frames: Frames) -> dict[int, Lead]:
    """Who leads, or led, each match by what its lead is judged by, by its id; no match without units."""
    found = match_units(frames.payouts)
    ahead = match_units(frames.payouts.assign(units=frames.lead))["units"]
    first = found[ahead == ahead.groupby(found["match_id"]).transform("max")]
    leading: dict[int, list[Row]] = {}
    for row in plain_rows(first):
        leading.setdefault(row["match_id"], []).append(row)
    sides, of_match = _fixed_sides(frames), {}
    for match_id, rows in leading.items():
        players, units = tuple(row[PLAYER] for row in rows), {row["units"] for row in rows}
        level = units.pop() if len(units) == 1 else None
        of_match[match_id] = Lead(players, level, partners={*players} in sides.get(match_id, ()))
    return of_match


def _fixed_sides(frames: Frames) -> dict[int, list[set[str]]]:
    """The sides of each match in which the seats make them, as its last deal or paper sheet has them, by its id."""
    paid, variants = frames.payouts, frames.columns.variants
    seated = [label for label in paid["variant"].cat.categories if variants[label].fixed_partners]
    played = paid[paid["variant"].isin(seated) & paid["role"].isin((SIDE, SHEET))]
    last = played[played["number"] == played.groupby("match_id")["number"].transform("max")]
    at_table = last["player"].astype(str).groupby(last["match_id"]).agg(list)
    ids = at_table.index.tolist()
    return {
        at: [set(side) for side in sides_of(seats, "alternate seats")] for at, seats in zip(ids, at_table, strict=True)
    }


def with_leaders(matches: Iterable[Row], leaders: Mapping[int, Lead]) -> list[Row]:
    """Matches as the lists of them show them, the columns of MATCHES: those of each by its `id`, and who leads."""
    ahead = {match_id: {"leader": lead.leader, "units": lead.units} for match_id, lead in leaders.items()}
    return [match | ahead.get(match["id"], {"leader": None, "units": None}) for match in matches]


def split(frames: Frames, measure: str = UNITS, wanted: Callable[[Variant], bool] = HAS[""]) -> list[Part]:
    """The frames apart by league and variant, by league alone where a measure is chosen; none without a record.

    Of the `wanted` variants alone.
    """
    counted_so = of_variants(measured(frames, measure), wanted)
    found = parts(counted_so) if measure == UNITS else whole(counted_so)
    found = [part for part in found if part.frames.columns.paid.any()]
    if measure == MONEY and found:
        out = of_variants(frames, wanted).matches
        worthless = Counter(out["league"][out["unit_value_cents"] == 0].tolist())
        found = [replace(part, worthless=worthless.pop(part.league, 0)) for part in found]
        found[0] = replace(found[0], unpaid=tuple(sorted(worthless)))
    return found


def head(part: Part, measure: str, *, with_sheets: bool = False) -> Head:
    """What the tables of a part are about; some take the paper sheets, if there are any, beside the deals."""
    matches = part.frames.matches
    on, currencies = matches["on"], sorted(set(matches["currency"].astype(str)))
    return Head(
        league=part.league,
        variants=part.variants,
        measure=measure,
        currency=" ".join(currencies) if measure == MONEY else "",
        deals=int(part.frames.columns.is_deal.sum()),
        first=on.min().date() if len(on) else None,
        last=on.max().date() if len(on) else None,
        worthless=part.worthless,
        unpaid=part.unpaid,
        has=frozenset(needed for needed in HAS if has(part, needed)),
        with_sheets=with_sheets and bool(is_one_of(part.frames.payouts["role"], SHEET).any()),
    )


def plain_rows(frame: Any) -> list[Row]:
    """The rows of a frame as plain cells by column: dates for moments, None for what is no number."""
    columns = list(map(str, frame.columns))
    cells = ([_plain(cell, whole=column in SOME_MISSING) for cell in frame[column].tolist()] for column in columns)
    return [dict(zip(columns, row, strict=True)) for row in zip(*cells, strict=True)]


def _plain(cell: Any, *, whole: bool) -> Cell:
    if cell is None or cell != cell:  # noqa: PLR0124 - what is no number is not itself
        return None
    if isinstance(cell, datetime):
        return cell.date()
    if whole:
        return int(cell)
    plain: Cell = cell
    return plain
