"""Score sheets to fill in by hand: one table on one sheet of paper, of a tournament or blank.

A game in which nobody is called or the caller plays alone, one in which contracts are written as card points, and a
region that counts the cards in its own way, have columns of their own: for sides and their counts, deals won to tick
off, and the cards.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from markupsafe import Markup

from scorer.errors import RefusedError
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import either
from scorer.rules.cards import CARD_VALUES, HALF, rank_shown, suit_shown
from scorer.rules.ending import Ending
from scorer.rules.kinds import SIDE_LETTERS
from scorer.rules.variant import BID_OR_SHORTFALL, Variant
from scorer.text.deals_left_words import race_words
from scorer.text.variant_rules import counting_words
from scorer.tournaments.keeping import Tournament
from scorer.tournaments.keeping.snapshot import RoundTable
from scorer.tournaments.paper import page
from scorer.tournaments.paper.seating_and_clock import USUAL_MINUTES
from scorer.tournaments.rules import PlayedRound, Stage, Table
from scorer.tournaments.shown.tables import opponents, sitting
from scorer.tournaments.text.format_page import AT_THE_BELL
from scorer.tournaments.text.tournament_words import ODD

BlankColumns = tuple[tuple[str, str], ...]  # the class and the title of each column; the page translates the title
AGAINST_ALL: Final = "against all"  # what the odd player of a table of duels does
TRUMPS: Final = N_("Trumps")
UNITS: Final = (("units", N_("units")), ("running", N_("running")))
ON_PAPER: Final = (("units", N_("on paper")), ("running", N_("added up")))  # in place of units, which follow at the end
_FIRST: Final = (("number", ""), ("who", N_("Dealer")))  # columns of every deal
_ALONE: Final = (("who", N_("Caller")), ("bid", N_("Bid")))
_CALLED: Final = (*_ALONE, ("who", N_("Partner")), ("bid", N_("Card points")))
_MOST_TICKED: Final = 10  # deals won; more of them are written as a number


@dataclass(frozen=True, slots=True)
class Game:
    """The print for a game; without a title the usual one, of units, a partner and the cards that everybody knows.

    `facts` are the columns of a deal, `columns` those of each side, or of each player. `partners` who stay together
    share their columns. `to` says what the match is played to, `deals` how many were agreed, `won` how many deals won
    end the match, 0 for none. `trumps` are the suits in turn, `cards` each rank with its card points.
    """

    title: str = ""
    facts: BlankColumns = _CALLED
    columns: BlankColumns = UNITS
    partners: bool = False
    to: str = ""
    deals: int | None = None
    won: int = 0
    trumps: tuple[str, ...] = ()
    cards: tuple[tuple[str, int], ...] = ()
    notes: tuple[str, ...] = ()

    def turns(self, size: int, sides: int) -> int:
        """How often each of `size` players deals at most until one of the `sides` has won its deals, two being even.

        0 where no number of deals won ends the match.
        """
        return -(-(sides * (self.won - 1) + 3) // size) if self.won else 0


USUAL_GAME: Final = Game()


def game_of(variant: Variant, ending: Ending) -> Game:
    """The print for a match of this variant with this end; the usual one for units, a partner and the usual cards."""
    sides: BlankColumns = ON_PAPER if variant.win.worth == BID_OR_SHORTFALL else UNITS
    if variant.has_auction and not variant.alone and variant.card_values is None and sides is UNITS:
        return USUAL_GAME
    facts: BlankColumns = _CALLED
    if variant.alone:
        counted = (("bid", N_("Count")), ("bid", N_("Bonuses"))) if variant.bonuses else (("bid", N_("Card points")),)
        facts = (*_ALONE, *counted)
    elif not variant.has_auction:
        counted = (("count", N_("card points")),)
        if variant.bonuses:
            counted = (("count", N_("count")), ("bonuses", N_("bonuses")))
        added = (("added", N_("added up")),) if ending.taken else ()
        facts, sides = (), (*counted, *added, *UNITS)
    values, pack = variant.card_values or CARD_VALUES, variant.auction.pack
    return Game(
        title=_(variant.title),
        facts=(*facts, ("bid", TRUMPS)) if variant.trumps else facts,
        columns=sides,
        partners=variant.made_by == "alternate seats",
        to=_("Played to {target}", target=race_words(*ending.race)) if ending.race else "",
        deals=ending.deals,
        won=ending.won or 0,
        trumps=tuple(suit_shown(suit, pack) for suit in variant.trumps),
        cards=tuple((rank_shown(rank, pack), values.get(rank, 0)) for rank in pack),
        notes=tuple(_notes(variant)),
    )


def _notes(variant: Variant) -> list[str]:
    """What people have to know to fill the sheet in: what counts, who wins, what decides besides the counts."""
    win = variant.win
    notes = []
    if win.worth == BID_OR_SHORTFALL:
        notes += [
            _(
                "Where a bid fails, caller and partner write what is lacking, below zero, and each of the others what"
                " these took together"
            ),
            _("Units are the total times the number of players, less the sum of all totals"),
        ]
    if variant.bonuses:
        bonuses = ", ".join(f"{bonus.title.replace('-', ' ')} {bonus.amount}" for bonus in variant.bonuses)
        notes.append(_("The count is card points and bonuses: {bonuses}", bonuses=bonuses))
    if win.by == "at most":
        most = ngettext(
            "Who has at most {count} card point wins", "Who has at most {count} card points wins", win.limit
        )
        notes.append(most)
    if win.tie == "more cards":
        notes.append(_("At {half} to {half} mark the side with more cards", half=HALF))
    if win.above is not None:
        units, deals = counts.units(win.above_u), counts.deals(win.above_deals)
        notes.append(_("More than {limit}: {units}, {deals} won", limit=win.above, units=units, deals=deals))
    for event, meaning in (variant.events or {}).items():
        facts = {"event": f"'{event}'", "meaning": _(meaning)}
        notes.append(_("{event}, where {meaning}: write it for the count", **facts))
    if variant.made_by == "alternate seats":
        notes.append(_("Units are those of each player of a side"))
    return notes


USUAL_ROWS: Final = 16  # deals of so many minutes: so many, or a few more or less, in whole turns of the deal
USUAL_DEALS: Final = {5: 10, 6: 12}
DEALS_WON: Final = N_("Deals won")
COUNTED: Final = {  # by the tie-breaks for which a sheet can count up
    "deals won": DEALS_WON,
    "times caller": N_("Times caller"),
    "contracts made": N_("Contracts made"),
}
_PLAYED_BY: Final = (3, 4, 5)  # players of a deal, where no variant says it
_ROWS_HIGH: Final = 133  # millimetres of a sheet for its rows
_HIGHEST: Final = 11  # millimetres of a row
_LOWEST: Final = 5  # millimetres of a row in which people can write
_MEMBERS_HIGH: Final = 10  # millimetres for the names of the members of a team
_CARDS_HIGH: Final = 15  # millimetres for the cards of a game, and for what one has to know of it
_NAME_FITS: Final = (55, 100)  # letters in all columns of players together; a longer name is written smaller


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """What stands on a score sheet before anybody plays: `seats` in playing order, "" for names still to be written.

    `place` is None where that is still to be written too; `clock` is a sentence about how long they play. `deals` is
    the agreed number of deals, None where there is none; `counts` are the numbers of players that can play a deal;
    `tallies` are what the players count up besides units, as tie-breaks need it; `times` says when a deal counts more
    than once.

    Along the seats: `duels` say with whom each has a duel, `members` who may sit for a team; () where there are none.
    `all_duels`: somebody has a duel with everybody. `rows` is for how many deals there is room; the sheet is number
    `page` of `pages` of its table. `game` has what a game with columns of its own needs. `code` is the drawing,
    as HTML, with which a phone records at this table; empty for none.
    """

    seats: tuple[str, ...]
    place: RoundTable | None = None
    clock: str = ""
    deals: int | None = None
    counts: Collection[int] = _PLAYED_BY
    tallies: tuple[str, ...] = ()
    times: str = ""
    duels: tuple[str, ...] = ()
    all_duels: bool = False
    members: tuple[tuple[str, ...], ...] = ()
    rows: int = 0
    page: int = 1
    pages: int = 1
    game: Game = USUAL_GAME
    code: str = ""

    @property
    def facts(self) -> BlankColumns:
        """The columns before those of the players: class and title."""
        facts = (*_FIRST, *self.game.facts)
        return (*facts, ("times", N_("Times"))) if self.times else facts

    @property
    def blocks(self) -> tuple[tuple[int, ...], ...]:
        """The places, from 0, that share columns: partners who stay together through a match; else each is alone."""
        size = len(self.seats)
        if self.game.partners and size in self.counts and not self.members and not self.duels:
            return tuple(range(0, size, 2)), tuple(range(1, size, 2))
        return tuple((at,) for at in range(size))

    @property
    def fitting(self) -> tuple[int, int]:
        """How many letters of a name fit above its columns, and how many if they are smaller."""
        if not self.game.title:
            return 11, 20
        names = len(self.blocks) * len(self.blocks[0])
        return _NAME_FITS[0] // names, _NAME_FITS[1] // names

    @property
    def totals_are_units(self) -> bool:
        """Whether the players add up units; else card points on paper, and units have a row of their own."""
        return self.game.columns is not ON_PAPER

    @property
    def below_totals(self) -> tuple[str, ...]:
        """What the players count up besides units; the page translates it."""
        won = self.game.won and DEALS_WON not in self.tallies
        units = () if self.totals_are_units else (N_("Units"),)
        return (*units, DEALS_WON, *self.tallies) if won else (*units, *self.tallies)

    def ticks(self, tally: str) -> int:
        """How many boxes a tally has to tick off: one for each deal won, where there is room for so many."""
        return self.game.won if tally == DEALS_WON and self.game.won <= _MOST_TICKED else 0

    def printed(self, row: int) -> Iterator[str]:
        """What the columns after the dealer's hold before anybody plays: the suit whose turn it is to be trumps."""
        for column in self.facts[2:]:
            trumps = self.game.trumps if column[1] == TRUMPS else ()
            yield trumps[row % len(trumps)] if trumps else ""

    def side(self, row: int, block: int) -> str:
        """The letter of a side where partners change with who rests; empty where they stay."""
        size = len(self.seats)
        if not (self.game.partners and self.dealer_rests) or block == row % size:
            return ""
        return SIDE_LETTERS[(block - (block > row % size)) % 2]

    @property
    def note(self) -> str:
        """What the columns are for that not every sheet has."""
        times = [_("Times: {factors}", factors=self.times)] if self.times else []
        who = [_("who: the number of the member who plays")] if self.members else []
        return "; ".join([*times, *who])

    @property
    def row_height(self) -> float:
        """How high a row is, in millimetres."""
        return min(self._high / (self.rows + self._more_rows), _HIGHEST)

    @property
    def _high(self) -> int:
        return _ROWS_HIGH - (_MEMBERS_HIGH if self.members else 0) - (_CARDS_HIGH if self.game.title else 0)

    @property
    def _more_rows(self) -> int:
        return 1 + len(self.below_totals) + bool(self.duels) + (self.page > 1)

    @property
    def dealer_rests(self) -> bool:
        """Whether one player too many sits at the table, so that the dealer rests."""
        size = len(self.seats)
        return size not in self.counts and size - 1 in self.counts

    @property
    def below(self) -> str:
        """How many deals they play, or how long, and who rests; which sheet of its table it is."""
        agreed = counts.deals(self.deals) if self.deals else ""
        played = agreed or self.game.to or _("As many deals as there is time for")
        if not self.dealer_rests:
            deals = f"{played}."
        elif self.side(0, 1):
            deals = _("{deals}; the dealer rests, A plays against B.", deals=played)
        else:
            deals = _("{deals}; the dealer rests.", deals=played)
        title = f"{self.game.title}." if self.game.title else ""
        sheet = _("Sheet {page} of {pages}.", page=self.page, pages=self.pages) if self.pages > 1 else ""
        return " ".join(filter(None, [title, self.clock, deals, sheet]))

    def short(self, seat: str) -> str:
        """The first word of a name; the whole name where somebody else at the table has the same first word."""
        first = seat.split(maxsplit=1)[0] if seat else ""
        return seat if sum(name.split()[:1] == [first] for name in self.seats) > 1 else first

    def filled(self, minutes: int | None = None) -> "list[ScoreSheet]":
        """The same with its rows: for the agreed deals, or in whole turns for the time they play.

        Agreed deals are on one sheet of paper; else there are as many sheets as keep the rows high enough to write in.
        """
        size = len(self.seats)
        won = self.game.turns(size, len(self.blocks)) if not minutes else 0
        turns = won or max(round(USUAL_ROWS * (minutes or USUAL_MINUTES) / USUAL_MINUTES / size), 1)
        if self.deals:
            return [replace(self, rows=self.deals)]
        a_page = max(int(self._high / _LOWEST - self._more_rows - 1) // size, 1)  # turns; a row for the sheet before
        pages = -(-turns // a_page)
        rows = size * -(-turns // pages)
        return [replace(self, rows=rows, page=page, pages=pages) for page in range(1, pages + 1)]


def sheets_page(title: str, sheets: Sequence[ScoreSheet]) -> str:
    """Score sheets, each on a page of its own."""
    return page("sheets", title, styles=["games"] if any(sheet.game.title for sheet in sheets) else [], sheets=sheets)


def blank_page(size: int, variant: Variant | None = None) -> str:
    """A score sheet with nothing written in, for a table of this size; raises RefusedError where a variant has none."""
    sheet = ScoreSheet(("",) * size, deals=USUAL_DEALS.get(size))
    title = _("Score sheet for {count} players", count=size)
    if variant:
        if not variant.seats(size):
            played_by = either(list(map(str, variant.player_counts)))
            template = N_("a score sheet for {size}: {variant} is played by {counts}")
            if variant.one_more_rests:
                template = N_("a score sheet for {size}: {variant} is played by {counts}, and one more can rest")
            raise RefusedError(_(template, size=size, variant=_(variant.title), counts=played_by))
        game = game_of(variant, variant.ending)
        deals = variant.ending.deals or (None if game.title else sheet.deals)
        sheet = replace(sheet, deals=deals, counts=variant.player_counts, times=counting_words(variant), game=game)
        title = _("Score sheet for {count} players: {variant}", count=size, variant=_(variant.title))
    return sheets_page(title, sheet.filled())


def round_sheets_page(
    tournament: Tournament,
    announced: PlayedRound,
    variant: Variant,
    ending: Ending,
    codes: Mapping[int, str] = MappingProxyType({}),
) -> str:
    """A score sheet for every table of a round, or as many as its time needs; for a variant, played to this end.

    `codes` are the SVGs with which phones record, by table.
    """
    game, times = game_of(variant, ending), counting_words(variant)
    stage = tournament.format.stages[announced.stage]
    clock, sheets = "", []
    if stage.minutes:
        hours, odd = divmod(stage.minutes, 60)
        long = counts.minutes(stage.minutes)
        if not odd and hours > 1:
            long = ngettext("{count} hour", "{count} hours", hours)
        clock = f"{long}; {_(AT_THE_BELL[stage.bell])}."
    for table in announced.tables:
        teams = [tournament.entrants[number].members for number in table.seats]
        sheet = ScoreSheet(
            seats=tuple(sitting(tournament, announced, table.seats)),
            place=RoundTable(tournament, announced, table),
            clock=clock,
            deals=tournament.format.agreed_deals(announced.stage, len(table.seats)) or game.deals,
            counts=variant.player_counts,
            tallies=tuple(COUNTED[tie_break] for tie_break in stage.breaks if tie_break in COUNTED),
            times=times,
            members=tuple(teams) if tournament.format.team_size > tournament.format.seats else (),
            game=game,
            code=Markup(codes.get(table.number, "")),  # noqa: S704 - a drawing of ours
        )
        all_duels = bool(table.duels and table.odd) and stage.odd == AGAINST_ALL
        sheets += replace(sheet, duels=_duels(table, stage, sheet), all_duels=all_duels).filled(stage.minutes)
    title = _("{tournament} - Round {number}: score sheets", tournament=tournament.name, number=announced.number)
    return sheets_page(title, sheets)


def _duels(table: Table, stage: Stage, sheet: ScoreSheet) -> tuple[str, ...]:
    """Whom each at a table has a duel with; nothing where there are none."""
    if not table.duels:
        return ()
    at = {number: sheet.short(seat) for number, seat in zip(table.seats, sheet.seats, strict=True)}
    duels = {player: _("with {opponent}", opponent=at[opponent]) for player, opponent in opponents(table).items()}
    return tuple(duels.get(number, _(ODD[stage.odd])) for number in table.seats)
