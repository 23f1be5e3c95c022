"""A tournament in sentences: for the command, the page, the wall and paper.

Sentences about plain values, which the scorebook needs too, stand in scorer/tournaments/text/tournament_words.py.
"""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from scorer.language import N_, _, counts, ngettext, numeric_day
from scorer.language.lists_numbers_dates import capitalised, either, listed, signed
from scorer.rules.ending import Race, read_ending
from scorer.rules.errors import Advice, Notice, advice, advised
from scorer.text.deals_left_words import race_words
from scorer.text.numbers import countdown, number_cell, plain_signed
from scorer.tournaments.keeping import Clock, Tournament, extra_words, few_words, how_to_fill, left_words, playing_at
from scorer.tournaments.keeping.snapshot import RoundTable
from scorer.tournaments.rules import (
    Action,
    Number,
    PlayedRound,
    Table,
    missing_results,
    next_action,
    pairings,
    play_off_due,
    rounds_of,
    table_yield,
    uneven,
)
from scorer.tournaments.shown.tables import opponents, played
from scorer.tournaments.text.desk_words import ENTERED
from scorer.tournaments.text.tournament_words import (
    ODD,
    ODD_PLAYER,
    results_words,
    ruling_words,
    table_residual_words,
)


def head_words(tournament: Tournament, variant: str) -> str:
    """Which tournament: its day, its format, its payout table and its league where they have other names."""
    names = dict.fromkeys([numeric_day(tournament.on), _(tournament.format.title), variant])
    league = [] if tournament.league == tournament.name else [tournament.league]
    return " · ".join([*names, *league])


def entered_words(tournament: Tournament, count: int) -> str:
    """So many of those who enter: `10 players`, `7 pairs`, `5 teams`."""
    return ENTERED[tournament.format.entry](count)


def stage_words(tournament: Tournament) -> str:
    """`Qualification: round 1 of 2, 3 of 10 tables over`."""
    stage = tournament.stage_at
    played = rounds_of(tournament.progress, stage)
    rules = tournament.format.stages[stage]
    at = {"stage": _(rules.name), "rounds": rules.rounds}
    if not played:
        return _("{stage}: no round drawn yet of {rounds}", **at)
    tables = played[-1].tables
    so_far = {"round": len(played), "over": sum(table.over for table in tables), "tables": counts.tables(len(tables))}
    return _("{stage}: round {round} of {rounds}, {over} of {tables} over", **at, **so_far)


def next_words(tournament: Tournament) -> str:
    """What comes next."""
    return _next(tournament)[0]


def next_advice(tournament: Tournament) -> Advice:
    """The advice on how to do what comes next."""
    return _next(tournament)[1]


def _next(tournament: Tournament) -> tuple[str, Advice]:
    """What comes next, and the advice on how to do it."""
    if tournament.finished:
        return _("the tournament is finished"), advice("tournament_standings_final")
    fmt, progress, stage = tournament.format, tournament.progress, tournament.stage
    match next_action(fmt, progress):
        case Action.ENTER:
            entered = entered_words(tournament, progress.staying)
            enter = _(
                "enter who plays ({entrants} so far, a table needs {fewest})", entrants=entered, fewest=fmt.fewest
            )
            return enter, advice("tournament_enter_names")
        case Action.DRAW:
            if few := few_words(tournament):
                return few, how_to_fill(tournament)
            draw = _("round {round}, {stage}", round=len(progress.rounds) + 1, stage=_(stage.name))
            return draw, advice("tournament_draw")
        case Action.RESULTS:
            return _next_results(tournament)
        case Action.PLAY_OFF:
            due = [tournament.name_of(number) for number in play_off_due(fmt, progress)]
            return _("{players} tie and play off", players=listed(due)), advice("tournament_next_play_off")
        case Action.CUT:
            cut_due = _("the stage {stage} is over; who goes on", stage=_(stage.name))
            return cut_due, advice("tournament_next_cut")
        case Action.FINISH:
            podium = _("the stage {stage} is over; the podium", stage=_(stage.name))
            return podium, advice("tournament_next_finish")


def _next_results(tournament: Tournament) -> tuple[str, Advice]:
    """Which results of a round are missing, and how the first of them is recorded."""
    missing = missing_results(tournament.progress, tournament.stage_at)
    number, table = missing[0]
    tables = results_words([at for played, at in missing if played == number])
    typed = "3-1" if read_ending(tournament.stage.until or "deals:1").won else "UNITS,..."
    words = _("{results} of round {round}", results=tables, round=number)
    if tournament.last_round and number == tournament.last_round.number:
        return words, advice("tournament_next_result", table=table, units=typed)
    return words, advice("tournament_next_result_of_round", table=table, units=typed, round=number)


def story(tournament: Tournament) -> list[tuple[str, str]]:
    """Where it stands and what comes next, each with the word that says which; nothing comes next when it is over.

    Before the first round also how many entered, once they fill a table.
    """
    comes = next_words(tournament)
    if tournament.finished:
        return [(_("now"), comes)]
    now, there = stage_words(tournament), tournament.progress.staying
    if not tournament.progress.rounds and there >= tournament.format.fewest:
        now = _("{state}; {entrants} so far", state=now, entrants=entered_words(tournament, there))
    return [(_("now"), now), (_("next"), comes)]


def people_lines(tournament: Tournament) -> list[str]:
    """Who came late, who withdrew, and who did not come, a line each; no line for nobody."""
    late, gone, missing = [], [], []
    for entrant in tournament.progress.entrants:
        rounds = (played.number for played in tournament.progress.rounds if played.table_with(entrant.number))
        first = next(rounds, entrant.joined)
        if entrant.left is not None:
            playing = playing_at(tournament, entrant) is not None
            gone.append(f"{entrant.name} ({left_words(tournament, entrant.left, playing=playing)})")
        elif entrant.joined > 1:
            late.append(_("{player} (round {round})", player=entrant.name, round=min(first, entrant.joined)))
    for announced in tournament.progress.rounds:
        for number in announced.missing:
            table, name = announced.table_with(number), tournament.name_of(number, announced.number)
            if table:
                at = {"table": table.number, "round": announced.number}
                name = _("{player} (table {table} of round {round})", player=name, **at)
            missing.append(name)
    lines = {
        N_("Came late: {players}."): late,
        N_("Withdrew: {players}."): gone,
        N_("Did not come: {players}."): missing,
    }
    return [_(template, players=", ".join(names)) for template, names in lines.items() if names]


def heading(tournament: Tournament, announced: PlayedRound) -> str:
    """`Round 1 of Natale: Qualification, 10 tables, drawn with seed 12`."""
    stage, tables = _(tournament.format.stages[announced.stage].name), counts.tables(len(announced.tables))
    facts = {"round": announced.number, "tournament": tournament.name, "stage": stage, "tables": tables}
    title = _("Round {round} of {tournament}: {stage}, {tables}, drawn with seed {seed}", **facts, seed=announced.seed)
    return _("{heading}, seats changed since", heading=title) if announced.drawn else title


_SEATED: Final = {
    "lot": N_("Seated by lot; seed {seed}"),
    "fewest repeats": N_("Seated by lot, with as few meetings of the same two as can be; seed {seed}"),
    "place": N_("Seated by place in the standing; seed {seed}"),
    "prescribed": N_("Seated as the format prescribes; seed {seed}"),
    "groups": N_("Seated in groups; seed {seed}"),
    "swiss": N_("Seated with those who are level, by lot; seed {seed}"),
    "new partners": N_("Seated by lot, with new partners; seed {seed}"),
}


def drawn_words(tournament: Tournament, announced: PlayedRound) -> str:
    """How the seating came about, so that anybody can draw it again."""
    seated = _(_SEATED[tournament.format.stages[announced.stage].seating], seed=announced.seed)
    return _("{seating}; seats changed since.", seating=seated) if announced.drawn else f"{seated}."


def seating_lines(tournament: Tournament, announced: PlayedRound) -> list[str]:
    """Who sits where: `Table 1 (match 4): Anna, Bruno ...`; the first named deals first."""
    fmt, stage = tournament.format, tournament.format.stages[announced.stage]
    lines = [heading(tournament, announced), _("The first named of a table deals first.")]
    if fmt.seats > 1:
        first = N_("Partners sit opposite: the first team of a table at seats {seats}.")
        if fmt.entry == "pair":
            first = N_("Partners sit opposite: the first pair of a table at seats {seats}.")
        lines.append(_(first, seats=listed(list(map(str, fmt.seats_at(1))))))
    elif stage.seating == "new partners":
        lines.append(_("Partners sit opposite: seats 1 and 3, and seats 2 and 4."))
    for table in announced.tables:
        at = RoundTable(tournament, announced, table)
        names = [with_people(tournament, number, announced.number) for number in table.seats]
        lines += [f"{_table(at)}: {(' - ' if fmt.seats > 1 else ', ').join(names)}", *_duel_lines(at)]
    return [*lines, *resting_lines(tournament, announced)]


def with_people(tournament: Tournament, number: int, round_number: int) -> str:
    """An entrant at a table; of a pair that has a name of its own who they are, `Lions (Anna, Bruno)`."""
    name = tournament.name_of(number, round_number)
    entrant = tournament.entrants[number]
    if entrant.seats == 1 or not entrant.named:
        return name
    return f"{name} ({', '.join(tournament.people_of(number, round_number))})"


def uneven_lines(tournament: Tournament) -> list[str]:
    """What the seating could not share out: tables larger than the smallest, byes, and opponents who are level."""
    at_larger, rested = uneven(tournament.format, tournament.progress)
    lines = []
    if at_larger:
        sizes = either(list(map(str, sorted(tournament.format.sizes)[1:])))
        uneven_tables = ngettext(
            "Tables of {sizes} are not shared out evenly: {players} sat at one {count} time, {others} {fewest_times}.",
            "Tables of {sizes} are not shared out evenly: {players} sat at one {count} times, {others} {fewest_times}.",
            max(at_larger.values()),
            sizes=sizes,
            **_extremes(at_larger),
        )
        lines.append(uneven_tables)
    if rested:
        uneven_byes = ngettext(
            "Byes are not shared out evenly: {players} rested {count} time, {others} {fewest_times}.",
            "Byes are not shared out evenly: {players} rested {count} times, {others} {fewest_times}.",
            max(rested.values()),
            **_extremes(rested),
        )
        lines.append(uneven_byes)
    return [*lines, *_unlike_lines(tournament)]


def _extremes(times: Mapping[Number, int]) -> dict[str, object]:
    """The `players` with the most times, counted, how many `others` have the fewest, and the `fewest_times`."""
    entrants = Counter(times.values())
    most, fewest = max(entrants), min(entrants)
    fewest_times = ngettext("{count} time", "{count} times", fewest)
    if fewest < 2:  # noqa: PLR2004
        fewest_times = _("once") if fewest else _("never")
    return {"players": counts.entrants(entrants[most]), "others": entrants[fewest], "fewest_times": fewest_times}


def _unlike_lines(tournament: Tournament) -> list[str]:
    """Which tables of the last round are of two who are not level, or who met before; none but where equals meet."""
    last = tournament.progress.rounds[-1]
    lines = []
    for pairing in pairings(tournament.format, tournament.progress):
        first, second = (with_people(tournament, number, last.number) for number in pairing.sides)
        total, other_total = (str(number_cell(total)) for total in pairing.totals)
        pair = {"table": pairing.table, "first": first, "second": second}
        if total != other_total:
            not_level = N_("Table {table}: {first} with {total} and {second} with {other_total}, who are not level.")
            lines.append(_(not_level, **pair, total=total, other_total=other_total))
        if pairing.before:
            again = ngettext(
                "Table {table}: {first} and {second} meet again, after round {rounds}.",
                "Table {table}: {first} and {second} meet again, after rounds {rounds}.",
                len(pairing.before),
                **pair,
                rounds=listed(list(map(str, pairing.before))),
            )
            lines.append(again)
    return lines


def _table(at: RoundTable) -> str:
    return _("Table {number} (match {match})", number=at.table.number, match=at.match_id)


def resting_lines(tournament: Tournament, announced: PlayedRound) -> list[str]:
    """Who has no table in a round; no line for nobody."""
    names = ", ".join(tournament.name_of(number, announced.number) for number in announced.resting)
    return [_("Resting: {players}", players=names)] if names else []


def _duel_lines(at: RoundTable) -> list[str]:
    """The duels of a table, and what the odd player does; no line where the format has none."""
    if not at.table.duels:
        return []
    duels = [" - ".join(at.names(pair)) for pair in at.table.duels]
    odd = ODD_PLAYER[at.tournament.format.stages[at.round.stage].odd]
    duels += [_(odd, player=name) for name in at.names(at.table.odd)]
    return [_("  duels: {duels}", duels=", ".join(duels))]


def round_lines(tournament: Tournament, announced: PlayedRound, now: datetime) -> list[Notice]:
    """What each table of a round has so far, and what is left on its clock now."""
    lines: list[Notice] = [heading(tournament, announced), *clock_lines(tournament.clocks.get(announced.number), now)]
    for table in announced.tables:
        at = RoundTable(tournament, announced, table)
        state = _("over") if table.over else _("not begun")
        if table.lines and not table.over:
            state = _("{deals} so far", deals=counts.deals(max(line.deals or 0 for line in table.lines)))
        line = _("{table}, {state}: {units}", table=_table(at), state=state, units=_units(at))
        lines += [line, *_duel_lines(at)]
        if table.residual:
            lines.append(f"  {table_residual_words(table)}")
        lines += [f"  {ruling_words(ruling)}" for ruling in table.rulings]
    return [*lines, *resting_lines(tournament, announced)]


def _units(at: RoundTable) -> str:
    """The units of a table in the order of its seats, with the placement points where these count."""
    if not at.table.lines:
        return ", ".join(at.names(at.table.seats))
    stage = at.tournament.format.stages[at.round.stage]
    gave = table_yield(stage, at.table, played(at.tournament, at.round.stage)) if stage.yields != "units" else {}
    units = []
    for line, name in zip(at.table.lines, at.names(line.entrant for line in at.table.lines), strict=True):
        yields = f" ({number_cell(gave[line.entrant])})" if line.entrant in gave else ""
        units.append(f"{name} {signed(line.units)}{yields}")
    missing = at.names(number for number in at.table.seats if number in at.round.missing)
    if missing:
        return _("{units}; without {players}", units=", ".join(units), players=listed(missing))
    return ", ".join(units)


def state_words(tournament: Tournament, announced: PlayedRound, table: Table, dealt: int) -> str:
    """How far a table is after so many deals: `over`, `4 of 10 deals` where so many are agreed, `not begun`.

    `2 deals, to 3 deals won` where it is a race; `going on` where deals are not known.
    """
    if table.over:
        return _("over")
    if not table.lines:
        return _("not begun")
    if not dealt:
        return _("going on")
    if agreed := tournament.format.agreed_deals(announced.stage, len(table.seats)):
        return _("{number} of {deals}", number=dealt, deals=counts.deals(agreed))
    deals, race = counts.deals(dealt), race_of(tournament, announced.stage)
    return _("{deals}, to {race}", deals=deals, race=race_words(*race)) if race else deals


def race_of(tournament: Tournament, stage: int) -> tuple[Race, int] | None:
    """What the matches of a stage are played to, and how much of it; None where they are not."""
    until = tournament.format.stages[stage].until
    return read_ending(until).race if until else None


def clock_of(tournament: Tournament) -> tuple[PlayedRound, Clock] | None:
    """The round that is being played by the clock, and its clock."""
    last = tournament.last_round
    running = tournament.clocks.get(last.number) if last and not last.over and not tournament.finished else None
    return (last, running) if last and running else None


def clock_lines(clock: Clock | None, now: datetime) -> list[Notice]:
    """What is left on the clock of a round, and at the tables that have more time."""
    if clock is None:
        return []
    left = clock.left(now)
    time, bell = countdown(left), f"{clock.ends_at.astimezone():%H:%M}"
    state: Notice = _("Clock: {time} left, the bell rings at {bell}.", time=time, bell=bell)
    if clock.paused_at:
        state = advised(stopped_words(time), advice("tournament_clock_let_go_on"))
    elif left < timedelta(seconds=1):
        state = _("Clock: the bell rang at {time}.", time=bell)
    return [state, *(f"{capitalised(line)}." for line in extra_lines(clock))]


def stopped_words(time: str) -> str:
    """That a clock is stopped, and what was left."""
    return _("The clock is stopped with {time} left", time=time)


def extra_lines(clock: Clock) -> list[str]:
    """The tables that have more time than the others: `table 2: 5 minutes more, until 22:41`."""
    return [_("table {table}: {extra}", table=table, extra=extra_words(clock, table)) for table in sorted(clock.extra)]


def sits_words(tournament: Tournament, announced: PlayedRound, number: Number) -> str:
    """Where somebody sits in a round, with whom, and what they have there."""
    table = announced.table_with(number)
    if table is None:
        if number in announced.resting:
            return _("rests in round {round}", round=announced.number)
        return _("not in round {round}", round=announced.number)
    fields = {
        "round": announced.number,
        "table": table.number,
        "seat": listed(list(map(str, tournament.format.seats_at(table.seats.index(number) + 1)))),
        "players": listed([tournament.name_of(seated) for seated in table.seats if seated != number]),
    }
    place = N_("round {round}, table {table}, seat {seat}, with {players}")
    if tournament.format.seats > 1:
        place = N_("round {round}, table {table}, seats {seat}, against {players}")
    clauses = [_(place, **fields)]
    if against := opponents(table).get(number):
        clauses.append(_("a duel with {player}", player=tournament.name_of(against)))
    elif number in table.odd:
        clauses.append(_(ODD[tournament.format.stages[announced.stage].odd]))
    units = next((line.units for line in table.lines if line.entrant == number), None)
    if units is not None:
        clauses.append(counts.units(units, plain_signed(units)))
    return "; ".join(clauses)


def played_words(tournament: Tournament, stage: int) -> str:
    """How far a stage is: which rounds count, and how many of their tables have no result."""
    rounds = rounds_of(tournament.progress, stage)
    if not rounds:
        return _("No round is drawn yet")
    missing = len(missing_results(tournament.progress, stage))
    total = max(tournament.format.stages[stage].rounds, len(rounds))
    if total > 1:
        after = _("After round {round} of {rounds}", round=len(rounds), rounds=total)
    else:
        after = _("After its one round")
    return _("{after}; {tables} without a result", after=after, tables=counts.tables(missing)) if missing else after
