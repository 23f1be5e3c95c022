"""The seating of a round, for the wall: table by table, and everybody by name."""

from collections.abc import Iterator, Sequence
from typing import Final

from scorer.match.names import fold
from scorer.paper.heads import drawn_words, head
from scorer.paper.markup import Child, Markup, joined, listed, name, tag
from scorer.paper.page import page
from scorer.rules.tournament import PlayedRound, Table
from scorer.scorebook.tournament import Tournament

NAMES_ON_A_PAGE: Final = 50
_FITTING: Final = (17, 28)  # letters of a name in the list; a longer one is written smaller, and then in two lines
USUAL: Final = 5  # players of a deal
_HIGH: Final = 212  # millimetres of a sheet below its head, with some to spare for wide letters
_TWO_ACROSS: Final = 12  # so many tables are drawn in two columns, more in three
_BESIDE: Final = 2.4  # lines that a table takes besides its seats: its number, and the room below
_LINE: Final = 0.45  # millimetres of a line for each of the point sizes of its letters


def seating_page(tournament: Tournament, announced: PlayedRound) -> str:
    """Who sits where in a round: a sheet by table, then sheets by name, fifty on each."""
    title = f"Round {announced.number}: seating"
    sheets = (_by_table(tournament, announced), *_by_name(tournament, announced))
    return page(f"{tournament.name} - {title}", *sheets, style="seating.css")


def _by_table(tournament: Tournament, announced: PlayedRound) -> Markup:
    top = head(tournament, f"Round {announced.number}", tournament.format.stages[announced.stage].name)
    tables = [_table(tournament, announced, table) for table in announced.tables]
    foot = tag("footer", drawn_words(tournament, announced))
    body = tag("div", tables, klass="tables")
    return tag("section", top, body, _resting(tournament, announced), foot, style=_size(announced))


def _size(announced: PlayedRound) -> str:
    """Columns and letters: one sheet of paper holds the tables of up to a hundred players, in letters that fill it."""
    across = 2 if len(announced.tables) <= _TWO_ACROSS else 3
    lines = max((len(table.seats) + 1.2 * len(table.duels) for table in announced.tables), default=0) + _BESIDE
    down = -(-len(announced.tables) // across)
    letters = _HIGH / (max(down, 1) * lines * _LINE)
    return f"--across: {across}; --letters: {min(max(letters, 9), 18):.1f}pt"


def _table(tournament: Tournament, announced: PlayedRound, table: Table) -> Markup:
    seats = tag("ol", [_seat(tournament, at, number) for at, number in enumerate(table.seats, 1)])
    title = tag("h2", f"Table {table.number}", _who_rests(table))
    return tag("div", title, seats, _duels(tournament, announced, table), klass="table")


def _who_rests(table: Table) -> Markup | None:
    """At a table with one too many the dealer rests."""
    return tag("small", "the dealer rests") if len(table.seats) > USUAL else None


def _seat(tournament: Tournament, at: int, number: int) -> Markup:
    called = name(tournament.name_of(number), _FITTING[-1])
    team = tournament.format.team_size > 1
    members = joined(listed([name(each) for each in tournament.entrants[number].members])) if team else None
    below = tag("span", members, klass="members") if team else None
    first = tag("small", "deals first") if at == 1 else None
    return tag("li", tag("i", at), tag("span", called, below), first)


def _duels(tournament: Tournament, announced: PlayedRound, table: Table) -> Markup | None:
    """The named duels of a table, and what the odd one does."""
    if not table.duels:
        return None
    pairs = [
        joined((name(tournament.name_of(one)), " \N{EN DASH} ", name(tournament.name_of(other))))
        for one, other in table.duels
    ]
    does = "against all" if tournament.format.stages[announced.stage].odd == "against all" else "has no duel"
    odd = [joined((name(tournament.name_of(each)), f" {does}")) for each in table.odd]
    return tag("ul", [tag("li", each) for each in (*pairs, *odd)], klass="duels")


def _resting(tournament: Tournament, announced: PlayedRound) -> Markup | None:
    """Who sits at no table in this round."""
    if not announced.resting:
        return None
    who = listed([tag("b", name(each)) for each in sorted(map(tournament.name_of, announced.resting), key=_order)])
    return tag("p", "This round ", who, f" rest{'s' * (len(announced.resting) == 1)}.", klass="resting")


def _order(called: str) -> tuple[str, str]:
    return fold(called), called


def _by_name(tournament: Tournament, announced: PlayedRound) -> Iterator[Markup]:
    """Sheets of everybody by name, with table and seat; the last one as full as the first."""
    places = sorted(_places(tournament, announced), key=lambda place: _order(place[0]))
    count = max(-(-len(places) // NAMES_ON_A_PAGE), 1)
    each = -(-len(places) // count)
    stage = tournament.format.stages[announced.stage].name
    for at in range(count):
        part = places[at * each : (at + 1) * each]
        letters = (", ", initial(part[0][0]), " to ", initial(part[-1][0])) if count > 1 else ()
        top = head(tournament, f"Round {announced.number}: where you sit", joined((stage, *letters)))
        rows = [tag("li", name(called, *_FITTING), tag("b", where)) for called, where in part]
        yield tag("section", top, tag("ol", rows, klass="names", style=f"--line: {_line(each):.1f}mm"))


def _line(names: int) -> float:
    """Millimetres of a line where so many names stand on a sheet in two columns."""
    return min(_HIGH / max(-(-names // 2), 1), 10)


def initial(called: str) -> Markup:
    """The first written letter of a name, as a list says where it begins."""
    return name(next((letter for letter in called if letter.isalnum()), called[:1]).upper())


def _places(tournament: Tournament, announced: PlayedRound) -> Sequence[tuple[str, Child]]:
    """Everybody of a round with where they sit, in no order."""
    seated: list[tuple[str, Child]] = [
        (tournament.name_of(number), joined((f"Table {table.number} ", tag("small", f"seat {seat}"))))
        for table in announced.tables
        for seat, number in enumerate(table.seats, 1)
    ]
    return seated + [(tournament.name_of(number), tag("span", "rests")) for number in announced.resting]
