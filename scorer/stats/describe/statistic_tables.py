"""Every statistic as tables of plain cells, one for each league and variant, for the commands, pages and files."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, Final

import numpy as np

from scorer.frames import Frames, Part, measured, of_variants, parts, whole
from scorer.language import N_, _, counts, ngettext, numeric_day
from scorer.language.lists_numbers_dates import listed
from scorer.rules.cards import ITALIAN_PACK, TOTAL_CARD_POINTS
from scorer.rules.kinds import CALLER, PARTNER, SHEET, SIDE
from scorer.rules.variant import Variant
from scorer.stats.describe.columns import PLAYER, USUAL, MakingOptions, Needed, Statistic
from scorer.stats.describe.phrases import ONLY_UNITS
from scorer.stats.describe.statistic_files import described, page_tables
from scorer.stats.describe.verdicts import Verdict
from scorer.stats.models.arrays import categories, codes, is_one_of
from scorer.stats.on_one_side import on_one_side
from scorer.stats.standings import match_units
from scorer.text.numbers import MONEY, UNITS, Cell, Row, Rows
from scorer.text.variant_differences import unlike_namesakes

STAKE: Final = N_("The stake is what one defender pays, or without a caller what a winner gets from each losing side.")
MEASURED: Final = {
    "base": N_("Counted in base units: units / stake, so that every deal weighs the same; deals alone."),
    "plain": N_("Counted in plain units: units / times, without what redeals doubled."),
}
WITH_SHEETS: Final = N_(
    "Counted in base units: units / stake, so that every deal weighs the same; a paper sheet counts for several deals."
)
SHEETS_ALONE: Final = N_("Counted in units a paper sheet: no deal is recorded here.")
DEALS_OF_SHEETS: Final = N_("Counted in units a deal of the paper sheets, which say how many they hold.")
SIDE_AND_ALL: Final = 2  # rows of a player, where nobody calls
# Whole numbers that may be missing in a row: a frame then keeps the whole column as decimals.
SOME_MISSING: Final = {"place", "change", "more_needed", "win_by_chance", "loss_by_chance", "by_chance", "match_id"}


@dataclass(frozen=True, slots=True)
class Head:
    """What a table is about. Where it counts money, it counts the cents of its `currency`; else that is empty.

    `first` and `last` are the dates of its matches. A table of money leaves out so many `worthless` matches, which have
    no unit value, and the `unpaid` leagues, in which no match has one. `has`: what its games have, by the codes of
    Needed. `with_sheets`: paper sheets count too, and `say_deals`: some say how many deals they hold. `unlike`: in what
    a variant differs from others of its name. `pack`: that by which bids are shown.
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
    say_deals: bool = False
    unlike: str = ""
    pack: Sequence[str] = ITALIAN_PACK

    @property
    def alone(self) -> bool:
        """Whether nobody ever has a partner in a contract."""
        return "partner" not in self.has

    @property
    def counted(self) -> str:
        """The sentence on what it counts; empty for units as they are."""
        if self.with_sheets:
            return _(WITH_SHEETS if self.deals else DEALS_OF_SHEETS if self.say_deals else SHEETS_ALONE)
        return _(MEASURED[self.measure]) if self.measure in MEASURED else ""

    @property
    def days(self) -> str:
        """`2026-01-09 to 2026-12-18`; one day alone, or nothing."""
        if self.first is None or self.first == self.last:
            return numeric_day(self.first) if self.first else ""
        return _("{first} to {last}", first=self.first, last=self.last)

    def lines(self, match: str = "") -> list[str]:
        """`League main, chiamata, 151 deals, 2026-01-09 to 2026-12-18`; with the match and the measure where chosen.

        A variant that is not the only one of its name has in words what sets it apart.
        """
        words = [_("League {league}", league=self.league), listed(self.variants), match, counts.deals(self.deals)]
        measure = self.counted
        if self.currency:
            measure = _("Counted in {currency}: units x unit value.", currency=self.currency)
        return list(filter(None, [", ".join(filter(None, [*words, self.days])), self.unlike, measure]))

    @property
    def for_nothing(self) -> str:
        """How many matches, and which leagues, a table of money leaves out; empty where none is."""
        sentences = []
        if self.worthless:
            sentences.append(
                ngettext(
                    "{count} match without a unit value is left out.",
                    "{count} matches without a unit value are left out.",
                    self.worthless,
                )
            )
        if self.unpaid:
            sentences.append(_("No match of {leagues} has a unit value.", leagues=listed(self.unpaid)))
        return " ".join(sentences)


@dataclass(frozen=True, slots=True)
class Section:
    """A statistic of one league under one variant, or under several by a measure; a figure without a value is None.

    So many players, or pairs, are `left_out` for fewer deals than `fewest`, or fewer matches than `fewest_matches`.
    `verdict` is what the rows together say.
    """

    head: Head
    rows: list[Row]
    left_out: int = 0
    fewest: int = 0
    fewest_matches: int = 0
    verdict: Verdict = field(default_factory=Verdict)

    @property
    def only_units(self) -> str:
        """That a table without rows has none because no deal is recorded; empty where there is another reason."""
        return "" if self.rows or self.head.deals else _(ONLY_UNITS)


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """Everything about one player in one league under one variant: the rows of each of its statistics by its name."""

    head: Head
    player: str
    tables: Mapping[str, list[Row]]

    def shown(self, name: str) -> list[Row]:
        """The rows of a table for people, without the roles that these games do not have."""
        rows = self.tables[name]
        if name != "roles":
            return rows
        never = {CALLER, PARTNER} if self.head.alone else set()
        rows = [row for row in rows if row["role"] not in never]
        if not any(row["deals"] for row in rows):
            return []  # of a paper sheet nobody knows a deal
        return [row for row in rows if row["role"] != SIDE or len(rows) > SIDE_AND_ALL]


@dataclass(frozen=True, slots=True)
class Leaders:
    """The players who lead a match, and the units of each; with `partners` they are one side.

    `units` is None where they are level by what the match is judged by, with different units.
    """

    players: tuple[str, ...]
    units: float | None
    partners: bool = False

    @property
    def leader(self) -> str:
        """One name, or the names of partners; the number of those who are tied otherwise."""
        if len(self.players) == 1 or self.partners:
            return "+".join(self.players)
        return _("{players} tied", players=len(self.players))


def sections(frames: Frames, name: str, choice: MakingOptions = USUAL) -> list[Section]:
    """A statistic by its name, a table for each league and variant; for each league where a measure is chosen.

    Games without what the statistic needs, such as bids where nobody calls, have no table; `without` names them. Raises
    RefusedError for money where the matches have none, or several.
    """
    statistic = described(name)
    fewest = (statistic.fewest(choice), choice.fewest_matches)
    names, made = statistic.names_in(_kept(frames)), []
    measure = statistic.measure or choice.measure
    for part in split(frames, measure, HAS[statistic.needs]):
        table, left_out = statistic.make(part.frames, choice=choice), 0
        if any(fewest):
            everybody = statistic.make(part.frames, choice=MakingOptions(min_deals=0, min_matches=0))
            left_out = _count_listed(statistic, everybody) - _count_listed(statistic, table)
        rows = plain_rows(table[names])
        part_head = head(part, measure, with_sheets=statistic.with_sheets)
        verdict = statistic.verdict(for_verdict(rows, part_head)) if rows or not left_out else Verdict()
        unlike = unlike_bids(part) if rows and statistic.by_bid else ""
        made.append(Section(part_head, rows, left_out, *fewest, verdict.followed_by(unlike)))
    return made


def unlike_bids(part: Part) -> str:
    """A sentence where one variant of a part bids out of more card points than another; empty where all are equal."""
    games = {label: part.frames.columns.variants[label] for label in part.variants}
    by_most: dict[int, list[str]] = {}
    for label, game in games.items():
        if game.has_auction:
            most = game.auction.highest if game.auction.with_bonuses else TOTAL_CARD_POINTS
            by_most.setdefault(most, []).append(label)
    if len(by_most) < 2:  # noqa: PLR2004 - unlike are at least two
        return ""
    clauses = []
    for most, labels in sorted(by_most.items()):
        if most > TOTAL_CARD_POINTS:
            clauses.append(_("out of {most} with bonuses in {variants}", most=most, variants=listed(labels)))
        else:
            clauses.append(_("out of {most} in {variants}", most=most, variants=listed(labels)))
    return _(
        "The card points of a bid are {wholes}: bids of one number are taken together here, and are not alike.",
        wholes=listed(clauses),
    )


def for_verdict(rows: Sequence[Row], about: Head) -> list[Row]:
    """Rows for a verdict, each with its `currency`, empty unless units are cents, and the `pack` of bids."""
    return [row | {"currency": about.currency, "pack": about.pack} for row in rows]


HAS: Final[Mapping[Needed, Callable[[Variant], bool]]] = {
    "": lambda _variant: True,
    "caller": lambda variant: variant.has_auction,
    "partner": lambda variant: variant.has_auction and not variant.alone,
    "sides": lambda variant: not variant.has_auction,
    "paper": lambda variant: variant.has_tally("paper"),
}


def has(part: Part, needed: Needed) -> bool:
    """Whether one of the games of a part has this."""
    return any(HAS[needed](part.frames.columns.variants[label]) for label in part.variants)


def kinds_of(name: str) -> list[str]:
    """A statistic by its name, and the one that games without a caller have instead of it."""
    return [name, *filter(None, [described(name).instead])]


def without(frames: Frames, name: str) -> list[str]:
    """The labels of the variants that have neither this statistic nor another one instead."""
    needs = [described(kind).needs for kind in kinds_of(name)]
    played = {label: frames.columns.variants[label] for part in split(frames) for label in part.variants}
    return sorted(label for label, variant in played.items() if not any(HAS[need](variant) for need in needs))


def _kept(frames: Frames) -> list[Needed]:
    """Those of KEPT that deals of these frames have."""
    columns = frames.columns
    kept: list[Needed] = ["sides"] if (columns.is_deal & (columns.caller == 0)).any() else []
    labels = frames.matches["variant"].cat.categories
    return [*kept, "paper"] if any(HAS["paper"](columns.variants[label]) for label in labels) else kept


def _count_listed(statistic: Statistic, table: Any) -> int:
    """The number of what a statistic lists in a table: each in a row, or in several where a pinned column has it."""
    by_name = any(column.pinned and column.name == statistic.lists for column in statistic.columns)
    return int(table[statistic.lists].nunique()) if by_name else len(table)


def flat_tables(frames: Frames, name: str, choice: MakingOptions = USUAL) -> tuple[list[str], list[list[Cell]]]:
    """A statistic of all leagues and variants as one header and rows: `league, variant`, then its own columns.

    Where another measure than units is chosen, `measure` stands between them, and for money (in cents) `currency` too;
    `gaps` have the `order` of their places there. Where there are deals without a caller, the columns of the statistic
    that these have instead stand behind the others; a cell of a column that a row does not have is empty.
    """
    measure = described(name).measure or choice.measure
    begin = ["league", "variant"]
    if measure != UNITS:
        begin.append("measure")
    if measure == MONEY:
        begin.append("currency")
    if name == "gaps":
        begin.append("order")
    kept = _kept(frames)
    kinds = kinds_of(name) if "sides" in kept else [name]
    statistics = [described(kind) for kind in kinds]
    names = list(dict.fromkeys(column for statistic in statistics for column in statistic.names_in(kept)))
    names.sort(key={column for statistic in statistics for column in statistic.last}.__contains__)
    cells: list[list[Cell]] = []
    for section in (section for kind in kinds for section in sections(frames, kind, choice)):
        about = section.head
        of_head = {"league": about.league, "variant": " ".join(about.variants)}
        of_head |= {"measure": about.measure, "currency": about.currency, "order": choice.order}
        cells += [[*(of_head[column] for column in begin), *map(row.get, names)] for row in section.rows]
    return [*begin, *names], cells


def flat_roles(frames: Frames, player: str, choice: MakingOptions = USUAL) -> tuple[list[str], list[list[Cell]]]:
    """The roles of one player as one header and rows."""
    header, rows = flat_tables(frames, "players", choice)
    return header, [row for row in rows if row[header.index(PLAYER)] == player]


def pages(frames: Frames, player: str, choice: MakingOptions = USUAL) -> list[PlayerFigures]:
    """Everything about a player, a page for each league and variant in which they have a record."""
    return [page for part in split(frames, choice.measure) if (page := page_of(part, player, choice))]


def page_of(part: Part, player: str, choice: MakingOptions = USUAL) -> PlayerFigures | None:
    """Everything about a player in one part; None where they have no record there."""
    if not is_one_of(part.frames.payouts[PLAYER], player).any():
        return None
    kept = _kept(part.frames)
    made = {
        statistic.name: plain_rows(statistic.make(part.frames, player, choice=choice)[statistic.names_in(kept)])
        for statistic in page_tables()
    }
    return PlayerFigures(head(part, choice.measure), player, made)


def pages_of_everybody(part: Part) -> dict[str, PlayerFigures]:
    """The page of each player with a record in one part, by name, with those tables that are made of all at once."""
    kept, payouts = _kept(part.frames), part.frames.payouts[PLAYER]
    there = np.bincount(codes(payouts), minlength=len(categories(payouts))) > 0
    players = [player for player, has_any in zip(categories(payouts), there.tolist(), strict=True) if has_any]
    tables: dict[str, dict[str, list[Row]]] = {player: {} for player in players}
    for statistic in page_tables():
        if statistic.everybody:
            table = statistic.everybody(part.frames, players)
            for of_player in tables.values():
                of_player[statistic.name] = []
            rows = plain_rows(table[statistic.names_in(kept)])
            for player, row in zip(table[PLAYER].tolist(), rows, strict=True):
                tables[player][statistic.name].append(row)
    about = head(part, USUAL.measure)
    return {player: PlayerFigures(about, player, of_player) for player, of_player in tables.items()}


def leads(frames: Frames) -> dict[int, Leaders]:
    """The leads of all matches that have units, by the id of the match, by what each match is judged by."""
    units_of = match_units(frames.payouts)
    ahead = match_units(frames.payouts.assign(units=frames.lead))["units"]
    first = units_of[ahead == ahead.groupby(units_of["match_id"]).transform("max")]
    one_side = on_one_side(frames, first)
    leading: dict[int, list[Row]] = {}
    for row in plain_rows(first):
        leading.setdefault(row["match_id"], []).append(row)
    of_match = {}
    for match_id, rows in leading.items():
        players, units = tuple(row[PLAYER] for row in rows), {row["units"] for row in rows}
        level = units.pop() if len(units) == 1 else None
        of_match[match_id] = Leaders(players, level, partners=match_id in one_side)
    return of_match


def with_leaders(matches: Iterable[Row], leaders: Mapping[int, Leaders]) -> list[Row]:
    """Rows of the listing `matches`: each match, which has its `id`, with who leads it."""
    ahead = {match_id: {"leader": lead.leader, "units": lead.units} for match_id, lead in leaders.items()}
    return [match | ahead.get(match["id"], {"leader": None, "units": None}) for match in matches]


def split(frames: Frames, measure: str = UNITS, wanted: Callable[[Variant], bool] = HAS[""]) -> list[Part]:
    """The frames of the `wanted` variants by league and variant, by league alone where a measure is chosen.

    Parts without a record are left out.
    """
    in_measure = of_variants(measured(frames, measure), wanted)
    with_records = [
        part for part in (parts if measure == UNITS else whole)(in_measure) if part.frames.columns.paid.any()
    ]
    if measure == MONEY and with_records:
        matches = of_variants(frames, wanted).matches
        worthless = Counter(matches["league"][matches["unit_value_cents"] == 0].tolist())
        with_records = [replace(part, worthless=worthless.pop(part.league, 0)) for part in with_records]
        with_records[0] = replace(with_records[0], unpaid=tuple(sorted(worthless)))
    return with_records


def head(part: Part, measure: str, *, with_sheets: bool = False) -> Head:
    """What the tables of a part are about; `with_sheets`: of a statistic that counts paper sheets beside the deals."""
    matches = part.frames.matches
    on, currencies = matches["on"], sorted(set(matches["currency"].astype(str)))
    known = part.frames.columns.variants
    unlike = [label for label in part.variants if label != known[label].name]
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
        say_deals=bool(part.frames.columns.deals.any()),
        unlike=unlike_namesakes(unlike, known) if unlike else "",
        pack=part.frames.pack,
    )


def titles_by_label(variants: Mapping[str, Variant]) -> dict[str, str]:
    """The title of each variant by its label; two with one title keep their labels."""
    uses = Counter(variant.title for variant in variants.values())
    return {
        label: _(variant.title) if uses[variant.title] == 1 else f"{_(variant.title)} ({label})"
        for label, variant in variants.items()
    }


def has_more_than_deals(rows: Rows, *, sure: bool) -> bool:
    """Whether units are not those per deal times the deals: penalties are in them; unless `sure`, signs alone count."""
    means = [(row["units"], row["units_per_deal"] or 0, row["deals"]) for row in rows]
    if sure:
        return any(abs(units - mean * deals) > 0.01 for units, mean, deals in means)  # noqa: PLR2004
    return any(units * mean < 0 for units, mean, _deals in means)


def plain_rows(frame: Any) -> list[Row]:
    """The rows of a frame as plain cells by column: dates for moments, None for NaN."""
    columns = list(map(str, frame.columns))
    cells = (_plain_cells(frame[column], whole=column in SOME_MISSING) for column in columns)
    return [dict(zip(columns, row, strict=True)) for row in zip(*cells, strict=True)]


def _plain_cells(column: Any, *, whole: bool) -> list[Cell]:
    cells: list[Cell] = column.tolist()
    if column.dtype.kind in "iub":  # none is missing
        return cells
    if column.dtype.kind == "f" and not whole:
        return [cell if cell == cell else None for cell in cells]  # noqa: PLR0124 - what is no number is not itself
    return [_plain(cell, whole=whole) for cell in cells]


def _plain(cell: Any, *, whole: bool) -> Cell:
    if cell is None or cell != cell:  # noqa: PLR0124 - what is no number is not itself
        return None
    if isinstance(cell, datetime):
        return cell.date()
    if whole:
        return int(cell)
    plain: Cell = cell
    return plain
