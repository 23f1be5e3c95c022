"""Where a tournament stands and what comes next, in words for those who watch."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from dashboard import safe_text
from scorer.match.sheet import Sheet
from scorer.rules.ending import Race, read_ending
from scorer.rules.tournament import (
    Action,
    Decision,
    Format,
    Number,
    PlayedRound,
    Progress,
    Stage,
    Standing,
    Table,
    current_stage,
    cut,
    missing_results,
    next_action,
    play_off_due,
    rounds_of,
)
from scorer.rules.tournament.state import places_left
from scorer.scorebook.tournament import Clock, Tournament, few_words
from scorer.text.ending_words import race_words
from scorer.text.numbers import amount, plain, plain_signed
from scorer.text.sentences import counted, listed, pending_words, plural
from scorer.text.sentences import next_words as next_deal_words
from scorer.text.tournament_words import before_words, results_words


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
    found = cut(*_as_if_over(fmt, progress, stage), stage)
    return GoingOn(found.through, found.tied)


def _as_if_over(fmt: Format, progress: Progress, stage: int) -> tuple[Format, Progress]:
    """The same, with every table over and no round of the stage to come."""
    rounds = tuple(
        replace(each, tables=tuple(replace(table, over=True) for table in each.tables)) for each in progress.rounds
    )
    short = replace(fmt.stages[stage], rounds=len(rounds_of(progress, stage)))
    stages = tuple(short if at == stage else each for at, each in enumerate(fmt.stages))
    return replace(fmt, stages=stages), replace(progress, rounds=rounds)


def clock_of(tournament: Tournament) -> tuple[PlayedRound, Clock] | None:
    """The round that is being played by the clock, and its clock."""
    last = tournament.last_round
    running = tournament.clocks.get(last.number) if last and not last.over and not tournament.finished else None
    return (last, running) if last and running else None


def place_of(announced: PlayedRound, number: Number) -> tuple[Table, int] | None:
    """The table and the seat of an entrant, counted from 1; None for who rests or is not there."""
    return next(
        ((table, table.seats.index(number) + 1) for table in announced.tables if number in table.seats), None
    )  # fmt: skip


def deals_done(table: Table, player_counts: Iterable[int]) -> int | None:
    """How many deals were recorded at a table; None where its paper sheet does not say."""
    playing = max((count for count in player_counts if count <= len(table.seats)), default=len(table.seats))
    deals = [line.deals for line in table.lines if line.deals is not None]
    return sum(deals) // playing if len(deals) == len(table.lines) else None


NAMED: Final = 6  # tables that are named before the others are counted


def head_words(tournament: Tournament, variant: str) -> str:
    """Which tournament: its day, its format, its payout table and its league where they have other names."""
    said = dict.fromkeys([str(tournament.on), tournament.format.title, variant])
    league = [] if tournament.league == tournament.name else [tournament.league]
    return " · ".join([*said, *league])


def entered_words(tournament: Tournament, count: int) -> str:
    """So many of those who enter: `10 entrants`, `7 pairs`, `5 teams`."""
    return counted(count, tournament.format.entry if tournament.format.team_size > 1 else "entrant")


def now_words(tournament: Tournament) -> str:
    """`Qualification, round 2 of 2: 3 of 10 tables over`."""
    if tournament.finished:
        return "the tournament is over"
    fmt, progress = tournament.format, tournament.progress
    stage = current_stage(fmt, progress)
    played, rules = rounds_of(progress, stage), fmt.stages[stage]
    if not played:
        there = sum(each.left is None for each in progress.entrants)
        so_far = "" if progress.rounds else f"; {entered_words(tournament, there)} so far"
        return f"{rules.name}, no round drawn yet{so_far}"
    tables = played[-1].tables
    over = f"{sum(table.over for table in tables)} of {counted(len(tables), 'table')} over"
    return f"{rules.name}, {round_words(played[-1], tournament)}: {over}"


def round_words(announced: PlayedRound, tournament: Tournament) -> str:
    """`round 2 of 2`, counted within its stage."""
    rounds = [each.number for each in rounds_of(tournament.progress, announced.stage)]
    return f"round {rounds.index(announced.number) + 1} of {tournament.format.stages[announced.stage].rounds}"


def next_words(tournament: Tournament) -> str:
    """What comes next; "" when the tournament is over."""
    if tournament.finished:
        return ""
    match next_action(tournament.format, tournament.progress):
        case Action.ENTER:
            said = f"the entries; a table needs {entered_words(tournament, tournament.format.fewest)}"
        case Action.DRAW:
            number = len(tournament.progress.rounds) + 1
            said = few_words(tournament) or f"the draw of round {number}, {tournament.stage.name}"
        case Action.RESULTS:
            missing = missing_results(tournament.progress, tournament.stage_at)
            number = missing[0][0]
            tables = results_words([table for each, table in missing if each == number], NAMED)
            said = f"{tables}, round {number}"
        case Action.PLAY_OFF:
            due = [tournament.name_of(number) for number in play_off_due(tournament.format, tournament.progress)]
            said = f"{listed(due)} tie and play off"
        case Action.CUT:
            said = f"the cut of {tournament.stage.name}: who goes on"
        case Action.FINISH:
            said = "the podium"
    return said


def story(tournament: Tournament) -> list[tuple[str, str]]:
    """Where it stands and what comes next, each with the word that says which; nothing comes next when it is over."""
    found = [("now", now_words(tournament)), ("next", next_words(tournament))]
    return [(label, sentence) for label, sentence in found if sentence]


def cut_words(tournament: Tournament, stage: int) -> str:
    """Who goes on from a stage, as the format says; "" from the last one."""
    rule = tournament.format.stages[stage].cut
    if rule is None:
        return ""
    places = places_left(tournament.format, tournament.progress, stage)
    if rule.by == "standing":
        return f"the best {places} go on"
    return f"{places} go on: the firsts of the tables, then the seconds and so on"


def state_words(table: Table, agreed: int | None, player_counts: tuple[int, ...], race: tuple[Race, int] | None) -> str:
    """How far a table is: `over`, `4 of 10 deals` where so many are agreed, `2 deals, to 3 deals won`, `not begun`."""
    if table.over or not table.lines:
        return "over" if table.over else "not begun"
    done = deals_done(table, player_counts)
    if not done:
        return "going on"
    if agreed:
        return f"{done} of {counted(agreed, 'deal')}"
    return counted(done, "deal") + (f", to {race_words(*race)}" if race else "")


def race_of(tournament: Tournament, stage: int) -> tuple[Race, int] | None:
    """What the matches of a stage are played to, and how much of it; None where they are not."""
    until = tournament.format.stages[stage].until
    return read_ending(until).race if until else None


def deal_words(sheet: Sheet) -> str:
    """The deal that is played at a table now: what is called and waits for its result, else who deals."""
    return safe_text.sentence(pending_words(sheet) or next_deal_words(sheet), sheet.players)


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


def sits_words(tournament: Tournament, announced: PlayedRound, number: Number) -> str:
    """Where somebody sits in a round, with whom, and what they have there."""
    place = place_of(announced, number)
    if place is None:
        return (
            f"rests in round {announced.number}" if number in announced.resting else f"not in round {announced.number}"
        )
    table, seat = place
    seats = listed(list(map(str, tournament.format.seats_at(seat))))
    at, met = (f"seats {seats}", "against") if tournament.format.seats > 1 else (f"seat {seats}", "with")
    others = f"{met} {listed([tournament.name_of(each) for each in table.seats if each != number])}"
    got = next((line.units for line in table.lines if line.entrant == number), None)
    units = "" if got is None else f"; {plain_signed(got)} {plural(got, 'unit')}"
    against = next((other for pair in table.duels if number in pair for other in pair if other != number), None)
    alone = "; in no duel" if number in table.odd else ""
    duel = f"; a duel with {tournament.name_of(against)}" if against else alone
    return f"round {announced.number}, table {table.number}, {at}, {others}{duel}{units}"
