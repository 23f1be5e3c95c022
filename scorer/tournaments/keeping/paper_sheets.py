"""What a paper sheet of a table says, checked against who sits there: units, deals won by two sides, tallies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorer.errors import NotFoundError, RefusedError
from scorer.language import N_, _, counts, in_context, ngettext
from scorer.language.lists_numbers_dates import listed, number, signed
from scorer.match.facts import Match, Record
from scorer.match.names import find, fold
from scorer.match.parsing import MOST_DEALS_OF_SHEET, clean_note
from scorer.rules.errors import advice
from scorer.rules.kinds import SHEET
from scorer.rules.variant import Variant
from scorer.tournaments.keeping.snapshot import RoundTable
from scorer.tournaments.rules import Table

TALLIES = ("deals", "won", "called", "made")
MOST_UNITS = 100_000
TypedColumn = (
    Mapping[str, int] | Sequence[int] | int
)  # by name as typed, in the order of the seats, or the same for all


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """What a paper sheet says: signed units, and tallies where the sheet has them.

    `residual` is why its units do not sum to zero; a sheet that says nothing of it has to. `won`: the deals won by each
    of two sides, `3-1`, which say its units.
    """

    units: TypedColumn = ()
    tallies: Mapping[str, TypedColumn] = field(default_factory=dict)
    residual: str = ""
    won: tuple[int, int] | None = None


def read_sheet(
    at: RoundTable, match: Match, paper: PaperSheet, *, in_file: bool
) -> tuple[Record, dict[str, dict[str, int]]]:
    """The record of a paper sheet, typed or `in_file`, and what it counts by entrant."""
    seats = match.sitting.seats
    number_of = at.sits(seats)
    if strangers := [seat for seat in seats if seat not in number_of]:
        raise RefusedError(
            _("table {table} of round {round}: {player} plays for nobody", **at.place, player=strangers[0]),
            advice("tournament_substitute_for_whom"),
        )
    paper = _as_units(at, match, paper)
    units = by_seat(at, seats, paper.units)
    _check_units(at, match, units)
    _check_residual(at, sum(units.values()), paper.residual.strip(), in_file=in_file)
    tallies: dict[str, dict[str, int]] = {seat: {} for seat in seats}
    for column, tally in paper.tallies.items():
        for seat, count in by_seat(at, seats, tally).items():
            tallies[seat][column] = count
    _check_partners(at, match.variant, seats, (units, tallies))
    note = clean_note(paper.residual)
    record = Record(number=1, kind=SHEET, seats=seats, units=tuple(units[seat] for seat in seats), note=note)
    return record, {str(number_of[seat]): tallies[seat] for seat in seats}


def _check_units(at: RoundTable, match: Match, units: Mapping[str, int]) -> None:
    """Raise RefusedError for more units than can be written, and for players at a table who have none."""
    for player, won in units.items():
        if abs(won) > MOST_UNITS:
            most = number(MOST_UNITS, thousands=True)
            too_many = _(
                "{player}: {units} units: at most {most} either way can be written", player=player, units=won, most=most
            )
            raise RefusedError(too_many)
    if absent := [seat for seat in match.sitting.seats if seat not in units]:
        fewer = len(units) >= min(at.tournament.format.sizes)
        who_came = [advice("tournament_seats_who_came", match=match.id)] if fewer else []
        no_units = N_("table {table} of round {round}: no units for {players}; say 0 where there are none")
        raise RefusedError(_(no_units, **at.place, players=listed(absent)), *who_came)


def _check_residual(at: RoundTable, left: int, why: str, *, in_file: bool) -> None:
    """Raise RefusedError for units that leave a residual for which there is no reason, and for a reason without one."""
    place: dict[str, object] = {**at.place, "units": signed(left)}
    if left and not why and in_file:
        words = ngettext(
            "table {table} of round {round} does not sum to zero: {units} unit is left over; count again, or say why "
            "in the column residual",
            "table {table} of round {round} does not sum to zero: {units} units are left over; count again, or say why "
            "in the column residual",
            left,
            **place,
        )
        raise RefusedError(words)
    if left and not why:
        words = ngettext(
            "table {table} of round {round} does not sum to zero: {units} unit is left over; count again",
            "table {table} of round {round} does not sum to zero: {units} units are left over; count again",
            left,
            **place,
        )
        raise RefusedError(words, advice("tournament_say_residual"))
    if why and not left:
        even = _("table {table} of round {round} sums to zero: there is no residual to give a reason for", **at.place)
        raise RefusedError(even)


def _as_units(at: RoundTable, match: Match, paper: PaperSheet) -> PaperSheet:
    """The sheet with the units that the deals won by two sides come to; raises RefusedError where they say none."""
    if paper.won is None:
        return paper
    first, second = paper.won
    typed, win, agreed = f"{first}-{second}", match.variant.win, match.ending.won
    place = {**at.place, "won": typed}
    pairs = len(at.round.came(at.table)) // 2
    if match.variant.made_by != "alternate seats":
        no_sides = _("{won}: no two sides play at table {table} of round {round}", **place)
        raise RefusedError(no_sides, advice("tournament_units_by_seat"))
    units = advice(
        "tournament_units_of_seats" if pairs > 1 else "tournament_units_of_pairs", units=",".join(["2,-2"] * pairs)
    )
    if agreed is None or not pays_by_deals_won(match.variant):
        raise RefusedError(
            _(
                "{won}: the deals won are not what {variant} pays by at table {table} of round {round}",
                variant=match.variant.name,
                **place,
            ),
            units,
        )
    most = agreed + (win.above_deals - 1 if win.above is not None else 0)
    if not (min(first, second) < agreed <= max(first, second) <= most):
        stopped = "tournament_units_of_seats_stopped" if pairs > 1 else "tournament_units_of_pairs_stopped"
        deals = counts.deals(agreed)
        raise RefusedError(
            _("{won}: table {table} of round {round} is played until one side has won {deals}", deals=deals, **place),
            advice(stopped, **units.facts),
        )
    margin = (first - second) * win.u
    known = {"deals": [first + second] * 2 * pairs, "won": [first, second] * pairs} if win.above is None else {}
    return replace(paper, units=[margin, -margin] * pairs, tallies={**known, **paper.tallies})


def pays_by_deals_won(variant: Variant) -> bool:
    """Whether units follow from the deals won alone: each pays as much as any other that counts for as many."""
    win = variant.win
    return win.worth == "flat" and win.above_u == win.u * win.above_deals and variant.slam is None


def _check_partners(
    at: RoundTable, variant: Variant, seats: Sequence[str], columns: Sequence[Mapping[str, object]]
) -> None:
    """Raise RefusedError for partners of whom a sheet does not say the same: a side is paid as one."""
    if variant.made_by != "alternate seats" or len(seats) not in variant.player_counts:
        return
    for column in columns:
        for first, *others in (seats[0::2], seats[1::2]):
            if partner := next((seat for seat in others if column[seat] != column[first]), ""):
                same = N_(
                    "table {table} of round {round}: {player} and {partner} are partners, and have the same; "
                    "count again"
                )
                raise RefusedError(_(same, **at.place, player=first, partner=partner))


def by_seat(at: RoundTable, seats: Sequence[str], column: TypedColumn) -> dict[str, int]:
    """A column of a sheet by who sits there; of a pair, what each of the two has. Raises ScorerError."""
    if isinstance(column, int):
        return dict.fromkeys(seats, column)
    if not isinstance(column, Mapping):
        return _in_seats(at, seats, column)
    by_player: dict[str, int] = {}
    for typed, figure in column.items():
        for player in find_seats(at, seats, typed):
            if player in by_player:
                raise RefusedError(_("{player} is named twice", player=player))
            by_player[player] = figure
    return by_player


def _in_seats(at: RoundTable, seats: Sequence[str], figures: Sequence[int]) -> dict[str, int]:
    """Numbers in the order of the seats, by who sits there; raises RefusedError where they do not fit."""
    order = in_order(at, seats)
    if not order:
        changed = N_("who sits in which seat of table {table} of round {round} was changed: say the names, {example}")
        raise RefusedError(_(changed, **at.place, example=f"{seats[0]}=12,..."))
    if len(figures) * at.tournament.format.seats == len(order):  # a number for each entry
        figures = [*figures] * at.tournament.format.seats
    if len(figures) != len(order):
        numbers = ngettext("{count} number", "{count} numbers", len(figures))
        raise RefusedError(
            ngettext(
                "{numbers} for the {count} seat of table {table} of round {round}, which are {players}",
                "{numbers} for the {count} seats of table {table} of round {round}, which are {players}",
                len(order),
                numbers=numbers,
                **at.place,
                players=", ".join(order),
            )
        )
    return dict(zip(order, figures, strict=True))


def in_order(at: RoundTable, seats: Sequence[str]) -> tuple[str, ...]:
    """Who sits at a table in the order of its seats on paper, without who did not come; () where they do not."""
    sits = at.sits(seats)
    came = at.round.came(at.table) * at.tournament.format.seats
    return tuple(seats) if [sits.get(seat) for seat in seats] == came else ()


def find_seats(at: RoundTable, seats: Sequence[str], typed: str) -> tuple[str, ...]:
    """Who is meant at a table of a round, by name, or by that of the entry they play for; raises NotFoundError."""
    unknown = N_("'{typed}' is not at table {table} of round {round}: {known}")
    try:
        return (find(typed, seats, unknown, **at.place),)
    except NotFoundError:
        sits, names = at.sits(seats), dict[str, int]()
        for entrant in sits.values():
            names |= {at.tournament.entrants[entrant].name: entrant, at.tournament.name_of(entrant): entrant}
        if fold(typed) not in map(fold, names):
            raise
        meant = names[find(typed, names, unknown, **at.place)]
        return tuple(seat for seat in seats if sits.get(seat) == meant)


def check_tallies(at: RoundTable, tallies: Mapping[str, Mapping[str, int]], record: Record, variant: Variant) -> None:
    """Raise RefusedError for tallies that cannot be: of one entrant, or of the whole table."""
    for entrant, tally in tallies.items():
        player = at.tournament.name_of(int(entrant))
        for column, count in tally.items():
            if not 0 <= count <= MOST_UNITS:
                facts = {"column": in_context("head", column), "count": count}
                raise RefusedError(_("{player}: {column} {count} cannot be", player=player, **facts))
        for less, more in (("won", "deals"), ("called", "deals"), ("made", "called"), ("made", "won")):
            if less in tally and more in tally and tally[less] > tally[more]:
                heads = {"column": in_context("head", less), "other_column": in_context("head", more)}
                facts = heads | {"count": tally[less], "most": tally[more]}
                more_than = _("{player}: {column} {count} is more than {other_column} {most}", player=player, **facts)
                raise RefusedError(more_than)
    _check_table(at, tallies, record, variant)


def _check_table(at: RoundTable, tallies: Mapping[str, Mapping[str, int]], record: Record, variant: Variant) -> None:
    """Raise RefusedError for tallies of a whole table that cannot be."""
    deals, won, called = (
        [tally[column] for tally in tallies.values()] if all(column in tally for tally in tallies.values()) else []
        for column in ("deals", "won", "called")
    )
    if not deals:
        return
    if not any(deals) and any(record.units):
        raise RefusedError(_("table {table} of round {round}: deals 0 cannot be, somebody has units", **at.place))
    playing = _playing(variant, len(deals))
    fewest = playing if len(set(deals)) == 1 else min(variant.player_counts)
    least, most = max(*deals, -(-sum(deals) // playing)), sum(deals) // fewest  # so many deals were played
    if sum(won) > sum(deals) - least:  # payouts sum to zero: in every deal somebody wins nothing
        raise RefusedError(
            _(
                "table {table} of round {round}: won adds up to {total}; in {deals} it is {most} at most, for never do "
                "all win",
                total=sum(won),
                deals=counts.deals(least),
                most=sum(deals) - least,
                **at.place,
            )
        )
    if sum(called) > most:
        raise RefusedError(
            _(
                "table {table} of round {round}: called adds up to {total}; {deals} cannot have so many callers",
                total=sum(called),
                deals=counts.deals(most),
                **at.place,
            )
        )


def _playing(variant: Variant, seated: int) -> int:
    """How many play in each deal of a table of so many."""
    return max((count for count in variant.player_counts if count <= seated), default=seated)


def deals_at_table(tallies: Mapping[str, Mapping[str, int]], match: Match) -> int | None:
    """How many deals were dealt at a table of which everybody played as many; None where that is not said."""
    of_each, seated = {tally.get("deals", 0) for tally in tallies.values()}, len(match.sitting.seats)
    seats_played = seated * max(of_each) if len(of_each) == 1 else 0
    deals, left = divmod(seats_played, _playing(match.variant, seated))
    return deals if 1 <= deals <= MOST_DEALS_OF_SHEET and not left else None


def known(table: Table) -> dict[str, dict[str, int]]:
    """The tallies that a table has already, by entrant as they are kept."""
    tallies = {}
    for line in table.lines:
        tally = {column: getattr(line, column) for column in TALLIES}
        tallies[str(line.entrant)] = {column: count for column, count in tally.items() if count is not None}
    return tallies


def tallies_after(
    table: Table, tallies: Mapping[str, Mapping[str, int]], match: Match, *, again: bool
) -> dict[str, dict[str, int]]:
    """What a table counts by entrant: what the sheet says, else the one before (`again`), else the agreed deals.

    The agreed deals are those that each player plays: at a table of six, for instance, one rests in every deal.
    """
    deals, seated = match.ending.deals, len(match.sitting.seats)
    rests = bool(deals) and _playing(match.variant, seated) < seated
    agreed = {"deals": deals - deals // seated * rests} if deals else {}
    before = known(table) if again else {}
    corrected = {column for tally in tallies.values() for column in tally}
    return {
        entrant: agreed
        | {column: count for column, count in before.get(entrant, {}).items() if column not in corrected}
        | dict(tally)
        for entrant, tally in tallies.items()
    }
