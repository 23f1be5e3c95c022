"""Score sheets to fill in by hand: one table on one sheet of paper, of a tournament or blank.

Where nobody is called, where the caller plays alone, and where a region counts the cards in its own way, a game has its
own columns, for sides and their counts, deals won to tick off, and the cards.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from scorer.errors import RefusedError
from scorer.language import counts
from scorer.paper.html_page import page
from scorer.paper.round_pages import USUAL_MINUTES
from scorer.rules.cards import CARD_VALUES, HALF
from scorer.rules.ending import Ending
from scorer.rules.kinds import SIDE_LETTERS
from scorer.rules.tournament import PlayedRound, Stage, Table
from scorer.rules.variant import Variant
from scorer.scorebook.tournament import Tournament
from scorer.text.ending_words import race_words
from scorer.text.sentences import counted
from scorer.text.variant_page import counting_words
from scorer.tournament.tables import opponents, sitting
from scorer.tournament.words import odd_words

Columns = tuple[tuple[str, str], ...]  # of each: its class, and its title
TRUMPS: Final = "Trumps"
UNITS: Final = (("units", "units"), ("running", "running"))
_FIRST: Final = (("number", ""), ("who", "Dealer"))  # columns of every deal
_ALONE: Final = (("who", "Caller"), ("bid", "Bid"))
_CALLED: Final = (*_ALONE, ("who", "Partner"), ("bid", "Card points"))
_MOST_TICKED: Final = 10  # deals won; of more, their number is written


@dataclass(frozen=True, slots=True)
class Game:
    """What is printed for a game: `facts` are columns of a deal, `columns` those of each side, or of each player.

    `partners` who stay together have theirs in common. `to` says what is played to, `deals` how many were agreed; `won`
    are the deals won that are played to, 0 for none. `trumps` take turns; `cards` are what each rank counts.
    """

    title: str
    facts: Columns
    columns: Columns
    partners: bool
    to: str
    deals: int | None
    won: int
    trumps: tuple[str, ...]
    cards: tuple[tuple[str, int], ...]
    notes: tuple[str, ...]

    def turns(self, size: int, sides: int) -> int:
        """How often everybody deals at most, of so many with so many sides, until the deals are won, two even ones too.

        0 where no number of deals won is played to.
        """
        return -(-(sides * (self.won - 1) + 3) // size) if self.won else 0


def game_of(variant: Variant, ending: Ending) -> Game | None:
    """What is printed for a match of this variant with this end; None for a game with a partner and the usual cards."""
    if variant.has_auction and not variant.alone and variant.card_values is None:
        return None
    count = "count" if variant.bonuses else "card points"
    facts: Columns = _CALLED
    sides: Columns = UNITS
    if variant.alone:
        bonuses = (("bid", "Bonuses"),) if variant.bonuses else ()
        facts = (*_ALONE, ("bid", count.capitalize()), *bonuses)
    elif not variant.has_auction:
        bonuses = (("bonuses", "bonuses"),) if variant.bonuses else ()
        added = (("added", "added up"),) if ending.taken else ()
        facts, sides = (), (("count", count), *bonuses, *added, *UNITS)
    values = variant.card_values or CARD_VALUES
    return Game(
        title=variant.title,
        facts=(*facts, ("bid", TRUMPS)) if variant.trumps else facts,
        columns=sides,
        partners=variant.made_by == "alternate seats",
        to=f"Played to {race_words(*ending.race)}" if ending.race else "",
        deals=ending.deals,
        won=ending.won or 0,
        trumps=variant.trumps,
        cards=tuple((rank, values.get(rank, 0)) for rank in variant.auction.pack),
        notes=tuple(_notes(variant)),
    )


def _notes(variant: Variant) -> list[str]:
    """What one has to know to fill the sheet in: what counts, who wins, what decides besides the counts."""
    win = variant.win
    said = []
    if variant.bonuses:
        named = ", ".join(f"{bonus.name.replace('-', ' ')} {bonus.amount}" for bonus in variant.bonuses)
        said.append(f"The count is card points and bonuses: {named}")
    if win.by == "at most":
        said.append(f"Who has at most {counted(win.limit, 'card point')} wins")
    if win.tie == "more cards":
        said.append(f"At {HALF} to {HALF} mark the side with more cards")
    if win.above is not None:
        worth = f"{counts.units(win.above_u)}, {counts.deals(win.above_deals)} won"
        said.append(f"More than {win.above}: {worth}")
    said += [
        f"{word.capitalize()}, where {what}: write it for the count" for word, what in (variant.events or {}).items()
    ]
    if variant.made_by == "alternate seats":
        said.append("Units are those of each player of a side")
    return said


USUAL_ROWS: Final = 16  # deals of so many minutes: so many, or a few more or less, in whole turns of the deal
USUAL_DEALS: Final = {5: 10, 6: 12}
COUNTED: Final = ("deals won", "times caller", "contracts made")  # tie-breaks that a sheet can tell of
_PLAYED_BY: Final = (3, 4, 5)  # players of a deal, where no variant says it
_ROWS_HIGH: Final = 133  # millimetres of a sheet for its rows
_HIGHEST: Final = 11  # millimetres of a row
_LOWEST: Final = 5  # millimetres of a row in which people can write
_MEMBERS_HIGH: Final = 10  # millimetres for the names of the members of a team
_CARDS_HIGH: Final = 15  # millimetres for the cards of a game, and for what one has to know of it
DEALS_WON: Final = "Deals won"
_NAME_FITS: Final = (55, 100)  # letters in all columns of players together; a longer name is written smaller


@dataclass(frozen=True, slots=True)
class TableOfRound:
    """Which table of which round a score sheet is of."""

    tournament: str
    on: date
    stage: str
    round: int
    table: int


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """What stands on a score sheet before anybody plays: `seats` in playing order, "" for names still to be written.

    `place` is None where that is still to be written too; `clock` says how long is played. `deals` is their agreed
    number, None where there is none; `counts` are the numbers of players that can play a deal; `tallies` are what the
    players count up besides units, as tie-breaks need it; `times` says when a deal counts more than once.

    Along the seats: `duels` say whom each has a duel with, `members` who may sit for a team; () where there are none.
    `rows` are how many deals there is room for; it is number `page` of `pages` of its table. `game` is what else there
    is where nobody is called.
    """

    seats: tuple[str, ...]
    place: TableOfRound | None = None
    clock: str = ""
    deals: int | None = None
    counts: Collection[int] = _PLAYED_BY
    tallies: tuple[str, ...] = ()
    times: str = ""
    duels: tuple[str, ...] = ()
    members: tuple[tuple[str, ...], ...] = ()
    rows: int = 0
    page: int = 1
    pages: int = 1
    game: Game | None = None

    @property
    def facts(self) -> Columns:
        """The columns before those of the players: class and title."""
        facts = (*_FIRST, *(self.game.facts if self.game else _CALLED))
        return (*facts, ("times", "Times")) if self.times else facts

    @property
    def columns(self) -> Columns:
        """The columns of each block: class and title."""
        return self.game.columns if self.game else UNITS

    @property
    def blocks(self) -> tuple[tuple[int, ...], ...]:
        """The places of those who share columns, from 0: partners who sit through a match together; else each alone."""
        size = len(self.seats)
        if self.game and self.game.partners and size in self.counts and not self.members and not self.duels:
            return tuple(range(0, size, 2)), tuple(range(1, size, 2))
        return tuple((at,) for at in range(size))

    @property
    def fitting(self) -> tuple[int, int]:
        """How many letters of a name fit above its columns, and how many if they are smaller."""
        if not self.game:
            return 11, 20
        names = len(self.blocks) * len(self.blocks[0])
        return _NAME_FITS[0] // names, _NAME_FITS[1] // names

    @property
    def below_totals(self) -> tuple[str, ...]:
        """What is counted up besides units."""
        won = self.game is not None and self.game.won and DEALS_WON not in self.tallies
        return (DEALS_WON, *self.tallies) if won else self.tallies

    def ticks(self, what: str) -> int:
        """How many boxes there are to tick off for this: one for each deal won, where there is room for so many."""
        return self.game.won if self.game and what == DEALS_WON and self.game.won <= _MOST_TICKED else 0

    def printed(self, row: int) -> Iterator[str]:
        """What stands in the columns after the dealer's before anybody plays: the suit that is trumps by turns."""
        for _, title in self.facts[2:]:
            trumps = self.game.trumps if self.game and title == TRUMPS else ()
            yield trumps[row % len(trumps)] if trumps else ""

    def side(self, row: int, block: int) -> str:
        """The letter of the side of somebody whose partner changes with who rests; empty where nobody's does."""
        size = len(self.seats)
        if not (self.game and self.game.partners and self.dealer_rests) or block == row % size:
            return ""
        return SIDE_LETTERS[(block - (block > row % size)) % 2]

    @property
    def note(self) -> str:
        """What its columns are for that not every sheet has."""
        who = "who: the number of the member who plays" if self.members else ""
        return "; ".join(filter(None, [f"Times: {self.times}" if self.times else "", who]))

    @property
    def row_height(self) -> float:
        """How high a row is, in millimetres."""
        return min(self._high / (self.rows + self._others), _HIGHEST)

    @property
    def _high(self) -> int:
        return _ROWS_HIGH - (_MEMBERS_HIGH if self.members else 0) - (_CARDS_HIGH if self.game else 0)

    @property
    def _others(self) -> int:
        return 1 + len(self.below_totals) + bool(self.duels) + (self.page > 1)

    @property
    def dealer_rests(self) -> bool:
        """Whether one sits too many for a deal, so that the dealer rests."""
        size = len(self.seats)
        return size not in self.counts and size - 1 in self.counts

    @property
    def below(self) -> str:
        """How many deals are played, or how long, and who rests; which sheet of its table it is."""
        untold = (self.game and self.game.to) or "As many deals as there is time for"
        played = counts.deals(self.deals) if self.deals else untold
        rests = ""
        if self.dealer_rests:
            rests = "; the dealer rests, A plays against B" if self.side(0, 1) else "; the dealer rests"
        title = f"{self.game.title}." if self.game else ""
        sheet = f"Sheet {self.page} of {self.pages}." if self.pages > 1 else ""
        return " ".join(filter(None, [title, f"{self.clock}." if self.clock else "", f"{played}{rests}.", sheet]))

    def short(self, seat: str) -> str:
        """The first word of a name, as far as nobody else at the table has the same."""
        first = seat.split(maxsplit=1)[0] if seat else ""
        return seat if sum(other.split()[:1] == [first] for other in self.seats) > 1 else first

    def filled(self, minutes: int | None = None) -> "list[ScoreSheet]":
        """The same with its rows: for the agreed deals, or in whole turns for as long as is played.

        On as many sheets of paper as leave every row high enough to write in; agreed deals are on one.
        """
        size = len(self.seats)
        won = self.game.turns(size, len(self.blocks)) if self.game and not minutes else 0
        turns = won or max(round(USUAL_ROWS * (minutes or USUAL_MINUTES) / USUAL_MINUTES / size), 1)
        if self.deals:
            return [replace(self, rows=self.deals)]
        a_page = max(int(self._high / _LOWEST - self._others - 1) // size, 1)  # turns; a row for the sheet before
        pages = -(-turns // a_page)
        rows = size * -(-turns // pages)
        return [replace(self, rows=rows, page=page, pages=pages) for page in range(1, pages + 1)]


def sheets_page(title: str, sheets: Sequence[ScoreSheet]) -> str:
    """Score sheets, each on a page of its own."""
    return page("sheets", title, styles=["games"] if any(sheet.game for sheet in sheets) else [], sheets=sheets)


def blank_page(size: int, variant: Variant | None = None) -> str:
    """A score sheet with nothing written in, for a table of this size; raises RefusedError where a variant has none."""
    counts = variant.player_counts if variant else _PLAYED_BY
    if variant and size not in counts and size - 1 not in counts:
        played = f"{variant.title} is played by {' or '.join(map(str, counts))}, and one more can rest"
        raise RefusedError(f"a score sheet for {size}: {played}")
    game = game_of(variant, variant.ending) if variant else None
    agreed = variant.ending.deals if variant else None
    deals = agreed or (None if game else USUAL_DEALS.get(size))
    times = counting_words(variant) if variant else ""
    sheet = ScoreSheet(("",) * size, deals=deals, counts=counts, times=times, game=game)
    of = f": {variant.title}" if variant else ""
    return sheets_page(f"Score sheet for {size} players{of}", sheet.filled())


def round_sheets_page(tournament: Tournament, announced: PlayedRound, variant: Variant, ending: Ending) -> str:
    """A score sheet for every table of a round, or as many as its time needs; for a variant, played to this end."""
    game, times = game_of(variant, ending), counting_words(variant)
    stage = tournament.format.stages[announced.stage]
    clock, sheets = "", []
    if stage.minutes:
        hours, odd = divmod(stage.minutes, 60)
        long = counts.minutes(stage.minutes) if odd or hours == 1 else counted(hours, "hour")
        clock = f"{long}; at the bell, {stage.bell}"
    for table in announced.tables:
        teams = [tournament.entrants[number].members for number in table.seats]
        sheet = ScoreSheet(
            seats=tuple(sitting(tournament, announced, table.seats)),
            place=TableOfRound(tournament.name, tournament.on, stage.name, announced.number, table.number),
            clock=clock,
            deals=tournament.format.agreed_deals(announced.stage, len(table.seats)) or (game.deals if game else None),
            counts=variant.player_counts,
            tallies=tuple(each.capitalize() for each in stage.breaks if each in COUNTED),
            times=times,
            members=tuple(teams) if tournament.format.team_size > tournament.format.seats else (),
            game=game,
        )
        sheets += replace(sheet, duels=_duels(table, stage, sheet)).filled(stage.minutes)
    return sheets_page(f"{tournament.name} - Round {announced.number}: score sheets", sheets)


def _duels(table: Table, stage: Stage, sheet: ScoreSheet) -> tuple[str, ...]:
    """Whom each at a table has a duel with; nothing where there are none."""
    if not table.duels:
        return ()
    at = {number: sheet.short(seat) for number, seat in zip(table.seats, sheet.seats, strict=True)}
    other = {one: f"with {at[two]}" for one, two in opponents(table).items()}
    return tuple(other.get(number, odd_words(stage)) for number in table.seats)
