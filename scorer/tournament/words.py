"""What is said of a tournament in sentences, by the command, on the page, on the wall and on paper.

Sentences over plain values, which the scorebook says too, stand in scorer/text/tournament_words.py.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from scorer.language import _, counts
from scorer.language.forms import listed, signed
from scorer.match.sheet import Sheet
from scorer.rules.ending import Race, read_ending
from scorer.rules.errors import Advice, advice
from scorer.rules.tournament import (
    Action,
    Decision,
    Number,
    PlayedRound,
    Stage,
    Standing,
    Table,
    cut,
    missing_results,
    next_action,
    pairings,
    play_off_due,
    rounds_of,
    table_yield,
    uneven,
)
from scorer.rules.tournament.state import places_left
from scorer.scorebook.tournament import Clock, Tournament, extra_words, few_words, how_to_fill, left_words, playing_at
from scorer.scorebook.tournament.snapshot import RoundTable
from scorer.text.ending_words import race_words
from scorer.text.numbers import amount, countdown, number_cell, plain, plain_signed
from scorer.text.sentences import counted, plural, running_words
from scorer.text.sentences import next_words as next_deal_words
from scorer.text.tournament_words import before_words, results_words, ruling_words, table_residual_words
from scorer.tournament.tables import opponents, played


def head_words(tournament: Tournament, variant: str) -> str:
    """Which tournament: its day, its format, its payout table and its league where they have other names."""
    said = dict.fromkeys([str(tournament.on), tournament.format.title, variant])
    league = [] if tournament.league == tournament.name else [tournament.league]
    return " · ".join([*said, *league])


def entered_words(tournament: Tournament, count: int) -> str:
    """So many of those who enter: `10 entrants`, `7 pairs`, `5 teams`."""
    return counted(count, tournament.format.entry if tournament.format.team_size > 1 else "entrant")


def stage_words(tournament: Tournament) -> str:
    """`Qualification: round 1 of 2, 3 of 10 tables over`."""
    stage = tournament.stage_at
    played = rounds_of(tournament.progress, stage)
    rules = tournament.format.stages[stage]
    if not played:
        return f"{rules.name}: no round drawn yet of {rules.rounds}"
    tables = played[-1].tables
    over = sum(table.over for table in tables)
    return f"{rules.name}: round {len(played)} of {rules.rounds}, {over} of {counts.tables(len(tables))} over"


def next_words(tournament: Tournament) -> str:
    """What comes next."""
    return _next(tournament)[0]


def next_advice(tournament: Tournament) -> Advice:
    """What does that which comes next."""
    return _next(tournament)[1]


def _next(tournament: Tournament) -> tuple[str, Advice]:
    """What comes next, and what does it."""
    if tournament.finished:
        return _("the tournament is finished"), advice("tournament_standings_final")
    fmt, progress, stage = tournament.format, tournament.progress, tournament.stage
    match next_action(fmt, progress):
        case Action.ENTER:
            enter = _(
                "enter who plays ({entrants} so far, a table needs {fewest})",
                entrants=counts.entrants(progress.staying),
                fewest=fmt.fewest,
            )
            return enter, advice("tournament_next_enter")
        case Action.DRAW:
            if few := few_words(tournament):
                return few, how_to_fill(tournament)
            draw = _("round {round}, {stage}", round=len(progress.rounds) + 1, stage=stage.name)
            return draw, advice("tournament_next_draw")
        case Action.RESULTS:
            return _next_results(tournament)
        case Action.PLAY_OFF:
            due = [tournament.name_of(number) for number in play_off_due(fmt, progress)]
            return _("{players} tie and play off", players=listed(due)), advice("tournament_next_play_off")
        case Action.CUT:
            cut_due = _("the stage {stage} is over; who goes on", stage=stage.name)
            return cut_due, advice("tournament_next_cut")
        case Action.FINISH:
            podium = _("the stage {stage} is over; the podium", stage=stage.name)
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
        return [("now", comes)]
    now, there = stage_words(tournament), tournament.progress.staying
    if not tournament.progress.rounds and there >= tournament.format.fewest:
        now += f"; {entered_words(tournament, there)} so far"
    return [("now", now), ("next", comes)]


def people_lines(tournament: Tournament) -> list[str]:
    """Who came late, who withdrew, and who did not come, a line each; no line for nobody."""
    late, gone, missing = [], [], []
    for each in tournament.progress.entrants:
        first = next((rnd.number for rnd in tournament.progress.rounds if rnd.table_with(each.number)), each.joined)
        if each.left is not None:
            playing = playing_at(tournament, each) is not None
            gone.append(f"{each.name} ({left_words(tournament, each.left, playing=playing)})")
        elif each.joined > 1:
            late.append(f"{each.name} (round {min(first, each.joined)})")
    for announced in tournament.progress.rounds:
        for number in announced.missing:
            table = announced.table_with(number)
            where = f" (table {table.number} of round {announced.number})" if table else ""
            missing.append(f"{tournament.name_of(number, announced.number)}{where}")
    said = {"Came late": late, "Withdrew": gone, "Did not come": missing}
    return [f"{what}: {', '.join(names)}." for what, names in said.items() if names]


@dataclass(frozen=True, slots=True)
class GoingOn:
    """Who goes on from a stage, as it was announced, or as it would be if every table stopped now.

    `tied` are too many for the places that are left.
    """

    through: tuple[Number, ...] = ()
    tied: tuple[Number, ...] = ()
    announced: bool = False


def going_on(tournament: Tournament, stage: int) -> GoingOn:
    """Who goes on from a stage; nobody from the last one, and from one of which nothing is recorded."""
    fmt, progress = tournament.format, tournament.progress
    announced = next((each.through for each in progress.cuts if each.stage == stage), None)
    if announced is not None:
        return GoingOn(announced, announced=True)
    begun = any(table.lines for each in rounds_of(progress, stage) for table in each.tables)
    if fmt.stages[stage].cut is None or not begun:
        return GoingOn()
    # The same, with every table over and no round of the stage to come
    rounds = tuple(
        replace(each, tables=tuple(replace(table, over=True) for table in each.tables)) for each in progress.rounds
    )
    short = replace(fmt.stages[stage], rounds=len(rounds_of(progress, stage)))
    stages = tuple(short if at == stage else each for at, each in enumerate(fmt.stages))
    found = cut(replace(fmt, stages=stages), replace(progress, rounds=rounds), stage)
    return GoingOn(found.through, found.tied)


def cut_words(tournament: Tournament, stage: int) -> str:
    """Who goes on from a stage, as the format says; "" from the last one."""
    rule = tournament.format.stages[stage].cut
    if rule is None:
        return ""
    places = places_left(tournament.format, tournament.progress, stage)
    if rule.by == "standing":
        return f"the best {places} go on"
    return f"{places} go on: the firsts of the tables, then the seconds and so on"


def heading(tournament: Tournament, announced: PlayedRound) -> str:
    """`Round 1 of Natale: Qualification, 10 tables, drawn with seed 12`."""
    stage = tournament.format.stages[announced.stage].name
    tables = counts.tables(len(announced.tables))
    drawn = f"drawn with seed {announced.seed}{', seats changed since' if announced.drawn else ''}"
    return f"Round {announced.number} of {tournament.name}: {stage}, {tables}, {drawn}"


_SEATED: Final = {
    "lot": "by lot",
    "fewest repeats": "by lot, with as few meetings of the same two as can be",
    "place": "by place in the standing",
    "prescribed": "as the format prescribes",
    "groups": "in groups",
    "swiss": "with those who are level, by lot",
    "new partners": "by lot, with new partners",
}


def drawn_words(tournament: Tournament, announced: PlayedRound) -> str:
    """How the seating came about, so that anybody can draw it again."""
    how = _SEATED[tournament.format.stages[announced.stage].seating]
    return f"Seated {how}; seed {announced.seed}{'; seats changed since' if announced.drawn else ''}."


def seating_lines(tournament: Tournament, announced: PlayedRound) -> list[str]:
    """Who sits where: `Table 1 (match 4): Anna, Bruno ...`; the first named deals first."""
    pairs, stage = tournament.format.seats > 1, tournament.format.stages[announced.stage]
    lines = [heading(tournament, announced), "The first named of a table deals first."]
    if pairs:
        first = [str(2 * at + 1) for at in range(tournament.format.seats)]
        lines.append(f"Partners sit opposite: the first {tournament.format.entry} of a table at seats {listed(first)}.")
    elif stage.seating == "new partners":
        lines.append("Partners sit opposite: seats 1 and 3, and seats 2 and 4.")
    for table in announced.tables:
        at = RoundTable(tournament, announced, table)
        named = [with_people(tournament, number, announced.number) for number in table.seats]
        lines += [f"{_table(at)}: {(' - ' if pairs else ', ').join(named)}", *_duel_lines(at)]
    return [*lines, *_resting(tournament, announced)]


def with_people(tournament: Tournament, number: int, round_number: int) -> str:
    """An entrant at a table; of a pair that has a name of its own who they are, `Lions (Anna, Bruno)`."""
    name = tournament.name_of(number, round_number)
    entrant = tournament.entrants[number]
    named = entrant.seats > 1 and entrant.named
    return f"{name} ({', '.join(tournament.people_of(number, round_number))})" if named else name


def uneven_lines(tournament: Tournament) -> list[str]:
    """What the seating could not share out: tables larger than the smallest, byes, and opponents who are level."""
    at_larger, rested = uneven(tournament.format, tournament.progress)
    larger = f"Tables of {' or '.join(map(str, sorted(tournament.format.sizes)[1:]))}"
    lines = []
    for what, did, times in ((larger, "sat at one", at_larger), ("Byes", "rested", rested)):
        if times:
            often = Counter(times.values())
            most, fewest = max(often), min(often)
            seldom = {0: "never", 1: "once"}.get(fewest, f"{fewest} times")
            did_most = f"{counts.entrants(often[most])} {did} {most} times"
            lines.append(f"{what} are not shared out evenly: {did_most}, {often[fewest]} {seldom}.")
    return [*lines, *_unlike_lines(tournament)]


def _unlike_lines(tournament: Tournament) -> list[str]:
    """Which tables of the last round are of two who are not level, or who met before; none but where equals meet."""
    last = tournament.progress.rounds[-1]
    lines = []
    for pairing in pairings(tournament.format, tournament.progress):
        one, other = (with_people(tournament, number, last.number) for number in pairing.sides)
        has = [str(number_cell(total)) for total in pairing.totals]
        if has[0] != has[1]:
            lines.append(f"Table {pairing.table}: {one} with {has[0]} and {other} with {has[1]}, who are not level.")
        if pairing.before:
            rounds = f"{plural(len(pairing.before), 'round')} {listed(list(map(str, pairing.before)))}"
            lines.append(f"Table {pairing.table}: {one} and {other} meet again, after {rounds}.")
    return lines


def _table(at: RoundTable) -> str:
    return f"Table {at.table.number} (match {at.match_id})"


def _resting(tournament: Tournament, announced: PlayedRound) -> list[str]:
    names = ", ".join(tournament.name_of(number, announced.number) for number in announced.resting)
    return [f"Resting: {names}"] if names else []


def _duel_lines(at: RoundTable) -> list[str]:
    """The duels of a table, and what the odd player does; no line where the format has none."""
    if not at.table.duels:
        return []
    pairs = [" - ".join(at.names(pair)) for pair in at.table.duels]
    odd = [f"{name} {odd_words(at.tournament.format.stages[at.round.stage])}" for name in at.names(at.table.odd)]
    return [f"  duels: {', '.join([*pairs, *odd])}"]


def odd_words(stage: Stage) -> str:
    """What the odd player of a table of duels does."""
    return "in no duel" if stage.odd == "resting" else stage.odd


def round_lines(tournament: Tournament, announced: PlayedRound, now: datetime) -> list[str]:
    """What each table of a round has so far, and what is left on its clock now."""
    lines = [heading(tournament, announced), *clock_lines(tournament.clocks.get(announced.number), now)]
    for table in announced.tables:
        at = RoundTable(tournament, announced, table)
        if table.over:
            state = "over"
        elif table.lines:
            state = f"{counts.deals(max(line.deals or 0 for line in table.lines))} so far"
        else:
            state = "nothing recorded"
        lines += [f"{_table(at)}, {state}: {_units(at)}", *_duel_lines(at)]
        if table.residual:
            lines.append(f"  {table_residual_words(table)}")
        lines += [f"  {ruling_words(ruling)}" for ruling in table.rulings]
    return [*lines, *_resting(tournament, announced)]


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
    missing = at.names(each for each in at.table.seats if each in at.round.missing)
    return ", ".join(units) + (f"; without {listed(missing)}" if missing else "")


def state_words(table: Table, agreed: int | None, player_counts: tuple[int, ...], race: tuple[Race, int] | None) -> str:
    """How far a table is: `over`, `4 of 10 deals` where so many are agreed, `2 deals, to 3 deals won`, `not begun`."""
    if table.over:
        return "over"
    if not table.lines:
        return "not begun"
    dealt = [line.deals for line in table.lines if line.deals is not None]
    all_known = len(dealt) == len(table.lines)
    playing = max((count for count in player_counts if count <= len(table.seats)), default=len(table.seats))
    done = sum(dealt) // playing if all_known else 0
    if not done:
        return "going on"
    if agreed:
        return f"{done} of {counts.deals(agreed)}"
    return counts.deals(done) + (f", to {race_words(*race)}" if race else "")


def race_of(tournament: Tournament, stage: int) -> tuple[Race, int] | None:
    """What the matches of a stage are played to, and how much of it; None where they are not."""
    until = tournament.format.stages[stage].until
    return read_ending(until).race if until else None


def table_lines(
    tournament: Tournament, announced: PlayedRound, tables: Sequence[Table], sheets: Sequence[Sheet]
) -> list[str]:
    """Who sits at some tables of a round now, and how each is recorded; no line for no table."""
    lines = [heading(tournament, announced)] if tables else []
    for table, sheet in zip(tables, sheets, strict=True):
        units = running_words(sheet.running) if sheet.records else ", ".join(sheet.seats)
        if table.over:
            lines += [f"Table {table.number} is over: scorer sheet {sheet.match.id} shows it", f"  {units}"]
        else:
            deal = f"scorer deal ... --match {sheet.match.id}"
            lines += [f"Table {table.number}: {deal}", f"  {units}; {next_deal_words(sheet)}"]
    return [*lines, *(_resting(tournament, announced) if tables else [])]


def clock_of(tournament: Tournament) -> tuple[PlayedRound, Clock] | None:
    """The round that is being played by the clock, and its clock."""
    last = tournament.last_round
    running = tournament.clocks.get(last.number) if last and not last.over and not tournament.finished else None
    return (last, running) if last and running else None


def clock_lines(clock: Clock | None, now: datetime) -> list[str]:
    """What is left on the clock of a round, and at the tables that have more time."""
    if clock is None:
        return []
    left = clock.left(now)
    bell = f"{clock.ends_at.astimezone():%H:%M}"
    extra = [f"Table {table}: {extra_words(clock, table)}." for table in sorted(clock.extra)]
    if clock.paused_at:
        goes_on = "scorer tournament round --start lets it go on"
        return [f"Clock: stopped with {countdown(left)} left; {goes_on}.", *extra]
    if left < timedelta(seconds=1):
        return [f"Clock: the bell rang at {bell}.", *extra]
    return [f"Clock: {countdown(left)} left, the bell rings at {bell}.", *extra]


def sits_words(tournament: Tournament, announced: PlayedRound, number: Number) -> str:
    """Where somebody sits in a round, with whom, and what they have there."""
    table = announced.table_with(number)
    if table is None:
        return f"{'rests' if number in announced.resting else 'not'} in round {announced.number}"
    seats = listed(list(map(str, tournament.format.seats_at(table.seats.index(number) + 1))))
    at, met = (f"seats {seats}", "against") if tournament.format.seats > 1 else (f"seat {seats}", "with")
    others = f"{met} {listed([tournament.name_of(each) for each in table.seats if each != number])}"
    got = next((line.units for line in table.lines if line.entrant == number), None)
    units = "" if got is None else f"; {plain_signed(got)} {plural(got, 'unit')}"
    against = opponents(table).get(number)
    alone = f"; {odd_words(tournament.format.stages[announced.stage])}" if number in table.odd else ""
    duel = f"; a duel with {tournament.name_of(against)}" if against else alone
    return f"round {announced.number}, table {table.number}, {at}, {others}{duel}{units}"


def decided_words(line: Standing) -> str:
    """What put somebody below the one before, and what could not be asked; "" where the total did, or nothing yet."""
    return _with_unknown(line, line.decided_by)


def by_words(line: Standing) -> str:
    """The same where no column says that it is what decided: `decided by the play-off`."""
    by = line.decided_by
    return _with_unknown(line, by if isinstance(by, Decision) else f"decided {before_words(by)}")


def _with_unknown(line: Standing, decided: str) -> str:
    if all(each is None for each in line.rounds) and not line.carried:
        return ""
    unknown = f"not known: {listed(line.unknown)}" if line.unknown else ""
    return "; ".join(filter(None, [decided, unknown]))


def small_words(line: Standing, stage: Stage) -> str:
    """The same below a name, where a phone has no room for columns: each round, and what decided."""
    return "; ".join(filter(None, [gave_words(line, stage), by_words(line)]))


def gave_words(line: Standing, stage: Stage) -> str:
    """What each round gave, and what was carried and taken away: `5 + 3.5`, `carried 8, +12`."""
    parts = [f"carried {plain(line.carried)}"] if line.carried else []
    if len(line.rounds) > 1:
        parts.append(" · ".join(amount(each, stage) for each in line.rounds))
    return ", ".join([*parts, *([f"penalty {plain(-line.penalty)}"] if line.penalty else [])])


def played_words(tournament: Tournament, stage: int) -> str:
    """How far a stage is: which rounds count, and what is still to come in."""
    rounds = rounds_of(tournament.progress, stage)
    if not rounds:
        return "No round is drawn yet"
    missing = len(missing_results(tournament.progress, stage))
    of = max(tournament.format.stages[stage].rounds, len(rounds))
    after = f"After round {len(rounds)} of {of}" if of > 1 else "After its one round"
    return f"{after}; {counts.tables(missing)} still to come in" if missing else after
