"""Score sheets to fill in by hand: one table on one sheet of paper, its names and dealers written in, or all blank."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from scorer.errors import RefusedError
from scorer.paper.markup import Child, Markup, joined, name, tag
from scorer.paper.page import heading, page
from scorer.rules.seating import LARGEST, SMALLEST

USUAL_ROWS: Final = 16  # where no number of deals is agreed: so many, or a few more or less, in whole turns of the deal
USUAL_DEALS: Final = {5: 10, 6: 12}
_PLAYED_BY: Final = (3, 4, 5)  # players of a deal, where no variant says it
_HIGH: Final = 133  # millimetres of a sheet for its rows
_HIGHEST: Final = 11  # millimetres of a row
_FITTING: Final = (11, 20)  # letters of a name; a longer one is written smaller
_FACTS: Final = ("", "Dealer", "Caller", "Bid", "Partner", "Card points")
_WHAT: Final = ("number", "who", "who", "bid", "who", "bid")


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """What stands on a score sheet before anybody plays: `seats` in playing order, "" for names still to be written.

    `deals` is their agreed number, None where there is none; `counts` are the numbers of players that can play a deal;
    `tallies` are what the players count up besides units, as tie-breaks need it.
    """

    seats: tuple[str, ...]
    above: Child = None
    title: Child = None
    below: Child = None
    deals: int | None = None
    counts: Collection[int] = _PLAYED_BY
    tallies: tuple[str, ...] = ()

    @property
    def rows(self) -> int:
        """How many deals there is room for: those that are agreed, or whole turns of the deal."""
        size = len(self.seats)
        return self.deals or size * max(round(USUAL_ROWS / size), 1)

    @property
    def dealer_rests(self) -> bool:
        """Whether one sits too many for a deal, so that the dealer rests."""
        size = len(self.seats)
        return size not in self.counts and size - 1 in self.counts


def sheets_page(title: str, sheets: Sequence[ScoreSheet]) -> str:
    """Score sheets, each on a page of its own."""
    return page(title, *map(_sheet, sheets), style="sheets.css")


def blank_page(size: int) -> str:
    """A score sheet for a table of this size with nothing written in; raises RefusedError."""
    if not SMALLEST <= size <= LARGEST:
        raise RefusedError(f"a score sheet for {size}: a table has {SMALLEST} to {LARGEST} players")
    above = joined(("Tournament ", _dots("long"), " on ", _dots()))
    title = joined(("Round ", _dots("short"), " Table ", _dots("short")))
    blank = ScoreSheet(("",) * size, above, title, deals=USUAL_DEALS.get(size))
    return sheets_page(f"Score sheet for {size} players", [blank])


def _dots(klass: str = "") -> Markup:
    """A line to write on."""
    return tag("span", klass=f"dots {klass}".strip())


def _sheet(sheet: ScoreSheet) -> Markup:
    top = heading(sheet.above, sheet.title, joined(((sheet.below, ". ") if sheet.below else None, _rule(sheet))))
    body = tag("tbody", [_row(sheet, at) for at in range(sheet.rows)])
    line = f"--row: {min(_HIGH / (sheet.rows + 1 + len(sheet.tallies)), _HIGHEST):.2f}mm"
    table = tag("table", _columns(sheet), _header(sheet), body, _totals(sheet), style=line)
    return tag("section", top, tag("div", table, klass="scroll"), _foot(sheet))


def _rule(sheet: ScoreSheet) -> str:
    """How many deals are played, and who rests in them."""
    played = f"{sheet.deals} deals" if sheet.deals else "As many deals as there is time for"
    return f"{played}; the dealer rests." if sheet.dealer_rests else f"{played}."


def _columns(sheet: ScoreSheet) -> Markup:
    """How wide the columns are."""
    players = [tag("col", klass=klass) for _ in sheet.seats for klass in ("units", "running")]
    return tag("colgroup", [tag("col", klass=klass) for klass in _WHAT], players)


def _header(sheet: ScoreSheet) -> Markup:
    facts = [tag("th", fact, rowspan=2, scope="col") for fact in _FACTS]
    players = [tag("th", _player(at, seat), colspan=2, klass="player") for at, seat in enumerate(sheet.seats, 1)]
    below = [tag("th", what, klass=what) for _ in sheet.seats for what in ("units", "running")]
    return tag("thead", tag("tr", facts, players), tag("tr", below))


def _player(at: int, seat: str) -> Markup:
    """Who sits there, in letters that leave the column its width."""
    return joined((tag("small", at), " ", name(seat, *_FITTING) if seat else None))


def _row(sheet: ScoreSheet, at: int) -> Markup:
    """The row of a deal: its number, its dealer, and room for the rest. Who rests in it gets no units."""
    turn = at % len(sheet.seats)
    dealer = sheet.seats[turn]
    facts = (tag("td", at + 1, klass="number"), tag("td", name(_short(dealer, sheet.seats)), klass="dealer"))
    players = [
        (tag("td", klass="units rests" if sheet.dealer_rests and seat == turn else "units"), tag("td", klass="running"))
        for seat in range(len(sheet.seats))
    ]
    last = "turn" if turn == len(sheet.seats) - 1 else None
    return tag("tr", facts, [tag("td") for _ in _FACTS[2:]], players, klass=last)


def _short(called: str, among: Sequence[str]) -> str:
    """The first word of a name, as far as nobody else at the table has the same."""
    first = called.split(maxsplit=1)[0] if called else ""
    return called if sum(other.split()[:1] == [first] for other in among) > 1 else first


def _totals(sheet: ScoreSheet) -> Markup:
    """The units of the match, and below them what is counted for the tie-breaks."""
    boxes = [tag("td", colspan=2) for _ in sheet.seats]
    rows = [
        tag("tr", tag("th", what, colspan=len(_FACTS), scope="row"), boxes, klass="tally" if at else None)
        for at, what in enumerate(("Totals", *sheet.tallies))
    ]
    return tag("tfoot", rows)


def _foot(sheet: ScoreSheet) -> Markup:
    """The proof of the sum, and the signatures of everybody."""
    proof = tag("p", tag("span", klass="box"), " The totals sum to zero", klass="proof")
    signed = tag("div", list(_signatures(sheet)), klass="signatures")
    return tag("div", proof, signed, klass="foot")


def _signatures(sheet: ScoreSheet) -> Iterator[Markup]:
    for at, seat in enumerate(sheet.seats, 1):
        yield tag("span", name(seat) if seat else f"Player {at}")
