"""What a paper sheet of a table says, put against who sits there: units, deals won by two sides, and what it counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorer.errors import NotFoundError, RefusedError
from scorer.language import counts
from scorer.language.forms import listed
from scorer.match.facts import Match, Record
from scorer.match.names import find, fold
from scorer.match.parsing import clean_note
from scorer.rules.kinds import SHEET
from scorer.rules.tournament import Table
from scorer.rules.variant import Variant
from scorer.scorebook.tournament.snapshot import RoundTable
from scorer.text.sentences import counted, plural

TALLIES = ("deals", "won", "called", "made")
MOST_UNITS = 100_000
Said = Mapping[str, int] | Sequence[int] | int  # by name as typed, in the order of the seats, or the same for all


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """What a paper sheet says: signed units, and tallies where the sheet has them.

    `residual` is why its units do not sum to zero; a sheet that says nothing of it has to. `won`: the deals won by each
    of two sides, `3-1`, which say its units.
    """

    units: Said = ()
    tallies: Mapping[str, Said] = field(default_factory=dict)
    residual: str = ""
    won: tuple[int, int] | None = None


def read_sheet(
    at: RoundTable, match: Match, paper: PaperSheet, say_why: str
) -> tuple[Record, dict[str, dict[str, int]]]:
    """The record of a paper sheet, and what it counts by entrant; `say_why` is how a residual is explained."""
    seats = match.sitting.seats
    number_of = at.sits(seats)
    if strangers := [seat for seat in seats if seat not in number_of]:
        raise RefusedError(f"{at}: {strangers[0]} plays for nobody; scorer tournament substitute says for whom")
    paper = _as_units(at, match, paper)
    units = by_seat(at, seats, paper.units)
    for player, won in units.items():
        if abs(won) > MOST_UNITS:
            raise RefusedError(f"{player}: {won} units: at most {MOST_UNITS:,} either way can be written")
    if absent := [seat for seat in seats if seat not in units]:
        there = f"; for who did not come, first scorer seats NAMES --match {match.id} with those who are there"
        fewer = len(units) >= min(at.tournament.format.sizes)
        raise RefusedError(f"{at}: no units for {listed(absent)}; say 0 where there are none{there if fewer else ''}")
    left, why = sum(units.values()), paper.residual.strip()
    if left and not why:
        over = f"{left:+d} {plural(left, 'unit is', 'units are')} left over"
        raise RefusedError(f"{at} does not sum to zero: {over}; count again, or say why: {say_why}")
    if why and not left:
        raise RefusedError(f"{at} sums to zero: there is no residual to give a reason for")
    tallies: dict[str, dict[str, int]] = {seat: {} for seat in seats}
    for what, said in paper.tallies.items():
        for seat, count in by_seat(at, seats, said).items():
            tallies[seat][what] = count
    _check_partners(at, match.variant, seats, (units, tallies))
    note = clean_note(paper.residual)
    record = Record(number=1, kind=SHEET, seats=seats, units=tuple(units[seat] for seat in seats), note=note)
    return record, {str(number_of[seat]): tallies[seat] for seat in seats}


def _as_units(at: RoundTable, match: Match, paper: PaperSheet) -> PaperSheet:
    """The sheet with the units that the deals won by two sides come to; raises RefusedError where they say none."""
    if paper.won is None:
        return paper
    one, other = paper.won
    said, win, agreed = f"{one}-{other}", match.variant.win, match.ending.won
    sides = len(at.round.came(at.table)) // 2
    if match.variant.made_by != "alternate seats":
        raise RefusedError(f"{said}: no two sides play at {at}; say its units in the order of its seats: 12,-3,...")
    units = f"say its units, {','.join(['2,-2'] * sides)} in the order of its {'seats' if sides > 1 else 'pairs'}"
    if agreed is None or not pays_by_deals_won(match.variant):
        raise RefusedError(f"{said}: the deals won are not what {match.variant.name} pays by at {at}; {units}")
    most = agreed + (win.above_deals - 1 if win.above is not None else 0)
    if not (min(one, other) < agreed <= max(one, other) <= most):
        stopped = f"for a table that was stopped before, {units}"
        raise RefusedError(f"{said}: {at} is played until one side has won {counts.deals(agreed)}; {stopped}")
    margin = (one - other) * win.u
    known = {"deals": [one + other] * 2 * sides, "won": [one, other] * sides} if win.above is None else {}
    return replace(paper, units=[margin, -margin] * sides, tallies={**known, **paper.tallies})


def pays_by_deals_won(variant: Variant) -> bool:
    """Whether units follow from the deals won alone: each pays as much as any other that counts for as many."""
    win = variant.win
    return win.worth == "flat" and win.above_u == win.u * win.above_deals and variant.slam is None


def _check_partners(
    at: RoundTable, variant: Variant, seats: Sequence[str], said: Sequence[Mapping[str, object]]
) -> None:
    """Raise RefusedError for partners of whom a sheet does not say the same: a side is paid as one."""
    if variant.made_by != "alternate seats" or len(seats) not in variant.player_counts:
        return
    for fact in said:
        for first, *others in (seats[0::2], seats[1::2]):
            if partner := next((seat for seat in others if fact[seat] != fact[first]), ""):
                raise RefusedError(f"{at}: {first} and {partner} are partners, and have the same; count again")


def by_seat(at: RoundTable, seats: Sequence[str], said: Said) -> dict[str, int]:
    """What is said of those at a table, by who sits there; of a pair, what each of the two has. Raises ScorerError."""
    if isinstance(said, int):
        return dict.fromkeys(seats, said)
    if not isinstance(said, Mapping):
        order = in_order(at, seats)
        if not order:
            raise RefusedError(f"who sits in which seat of {at} was changed: say the names, {seats[0]}=12,...")
        if len(said) * at.tournament.format.seats == len(order):  # a number for each entry
            said = [*said] * at.tournament.format.seats
        if len(said) != len(order):
            numbers = f"{counted(len(said), 'number')} for the {counted(len(order), 'seat')} of {at}"
            raise RefusedError(f"{numbers}, which are {', '.join(order)}")
        return dict(zip(order, said, strict=True))
    found: dict[str, int] = {}
    for typed, number in said.items():
        for player in find_seats(at, seats, typed):
            if player in found:
                raise RefusedError(f"{player} is named twice")
            found[player] = number
    return found


def in_order(at: RoundTable, seats: Sequence[str]) -> tuple[str, ...]:
    """Who sits at a table in the order of its seats on paper, without who did not come; () where they do not."""
    sits = at.sits(seats)
    came = at.round.came(at.table) * at.tournament.format.seats
    return tuple(seats) if [sits.get(seat) for seat in seats] == came else ()


def find_seats(at: RoundTable, seats: Sequence[str], typed: str) -> tuple[str, ...]:
    """Who is meant at a table of a round, by name, or by that of the entry they play for; raises NotFoundError."""
    try:
        return (find(typed, seats, f"at {at}"),)
    except NotFoundError:
        sits, names = at.sits(seats), dict[str, int]()
        for number in sits.values():
            names |= {at.tournament.entrants[number].name: number, at.tournament.name_of(number): number}
        if fold(typed) not in map(fold, names):
            raise
        meant = names[find(typed, names, f"at {at}")]
        return tuple(seat for seat in seats if sits.get(seat) == meant)


def check_tallies(at: RoundTable, tallies: Mapping[str, Mapping[str, int]], record: Record, variant: Variant) -> None:
    """Raise RefusedError for tallies that cannot be: of one entrant, or of the whole table."""
    for number, said in tallies.items():
        player = at.tournament.name_of(int(number))
        for what, count in said.items():
            if not 0 <= count <= MOST_UNITS:
                raise RefusedError(f"{player}: {what} {count} cannot be")
        for less, more in (("won", "deals"), ("called", "deals"), ("made", "called"), ("made", "won")):
            if less in said and more in said and said[less] > said[more]:
                raise RefusedError(f"{player}: {less} {said[less]} is more than {more} {said[more]}")
    deals, won, called = (
        [said[what] for said in tallies.values()] if all(what in said for said in tallies.values()) else []
        for what in ("deals", "won", "called")
    )
    if not deals:
        return
    if not any(deals) and any(record.units):
        raise RefusedError(f"{at}: deals 0 cannot be, somebody has units")
    playing = _playing(variant, len(deals))
    fewest = playing if len(set(deals)) == 1 else min(variant.player_counts)
    least, most = max(*deals, -(-sum(deals) // playing)), sum(deals) // fewest  # so many deals were played
    if sum(won) > sum(deals) - least:  # payouts sum to zero: in every deal somebody wins nothing
        cannot = f"in {counts.deals(least)} it is {sum(deals) - least} at most, for never do all win"
        raise RefusedError(f"{at}: won adds up to {sum(won)}; {cannot}")
    if sum(called) > most:
        cannot = f"{counts.deals(most)} cannot have so many callers"
        raise RefusedError(f"{at}: called adds up to {sum(called)}; {cannot}")


def _playing(variant: Variant, seated: int) -> int:
    """How many play in each deal of a table of so many."""
    return max((count for count in variant.player_counts if count <= seated), default=seated)


def known(table: Table) -> dict[str, dict[str, int]]:
    """The tallies that a table has already, by entrant as they are kept."""
    found = {}
    for line in table.lines:
        said = {what: getattr(line, what) for what in TALLIES}
        found[str(line.entrant)] = {what: count for what, count in said.items() if count is not None}
    return found


def tallies_after(
    table: Table, said: Mapping[str, Mapping[str, int]], match: Match, *, again: bool
) -> dict[str, dict[str, int]]:
    """What a table counts by entrant: what the sheet says, else the one before (`again`), else the agreed deals.

    Those are the deals of each player: at a six, say, one rests in every deal.
    """
    deals, seated = match.ending.deals, len(match.sitting.seats)
    rests = bool(deals) and _playing(match.variant, seated) < seated
    agreed = {"deals": deals - deals // seated * rests} if deals else {}
    before = known(table) if again else {}
    corrected = {what for counts in said.values() for what in counts}
    return {
        number: agreed
        | {what: count for what, count in before.get(number, {}).items() if what not in corrected}
        | dict(counts)
        for number, counts in said.items()
    }
