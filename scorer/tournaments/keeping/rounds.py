"""Rounds: drawn and announced with their seed, seated as matches that anybody can record, and timed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from db.connection import Row
from scorer.errors import NotFoundError, RefusedError
from scorer.language import _, counts
from scorer.language.lists_numbers_dates import listed
from scorer.match.facts import Match, Sitting
from scorer.match.names import LONGEST, fold, is_table
from scorer.rules.errors import Advice, advice
from scorer.scorebook import rows
from scorer.scorebook.match_lookup import match_by_id, matches
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import check_untouched
from scorer.text.step_words import Detail, did
from scorer.tournaments.keeping.acts import Act, DeskChange
from scorer.tournaments.keeping.notices import ChangeFacts
from scorer.tournaments.keeping.replaying import chains_of, detail_of
from scorer.tournaments.keeping.snapshot import Clock, Tournament, round_table
from scorer.tournaments.keeping.step_kinds import BELL, DRAW, DRAWN
from scorer.tournaments.rules import Cut, PlayedRound, draw, rounds_left
from scorer.tournaments.rules.state import candidates, next_number
from scorer.tournaments.seating import Budget
from scorer.tournaments.seating.errors import SeatingError

_KEPT = (
    "SELECT tournament.league_id, tournament.variant, league.currency FROM tournament"
    " JOIN league ON league.id = tournament.league_id WHERE tournament.id = :tournament"
)
MOST_MINUTES = 24 * 60  # on the clock of a round
_AGAIN = 1000  # how far the seed of a round that is drawn again is from the one before


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn(DeskChange):
    """A round as it was announced, and the day that it is played on."""

    round: PlayedRound
    on: date


@dataclass(frozen=True, slots=True)
class Before:
    """What a draw replaces: the `matches` of the round drawn before it, by id; and the `cut` before that round.

    `cut` is None where the announcement stays; else `change` keeps as facts who goes on by it instead of whom.
    """

    matches: tuple[int, ...]
    cut: Cut | None = None
    change: ChangeFacts | None = None


def announce(
    transaction: Transaction,
    tournament: Tournament,
    on: date | None = None,
    seed: int | None = None,
    budget: Budget | None = None,
) -> Drawn:
    """Draw the next round and seat it; raises ScorerError where it cannot be drawn yet, or any more.

    Without `on` it is played on the day of the round before, the first on that of the tournament: after midnight it is
    the same evening. `budget` is what the search for a good seating may cost, where that is not to be the usual.
    """
    act = Act(transaction, tournament)
    return _announced(act, act.before, on, seed, budget)


def announce_again(
    transaction: Transaction,
    tournament: Tournament,
    on: date | None = None,
    seed: int | None = None,
    budget: Budget | None = None,
    cut: Cut | None = None,
    change: ChangeFacts | None = None,
) -> Drawn:
    """Draw the last round again, with who is there now, in one step; raises RefusedError once anything is recorded.

    Its clock is taken back with it, since players who get another seat begin later. With `cut` the same step announces
    anew who goes on to its stage; `change` keeps who goes on instead of whom.
    """
    act = Act(transaction, tournament)
    tournament = act.before
    last, progress = last_drawn(tournament), tournament.progress
    if last.stage != tournament.stage_at:
        gone_on = _("who goes on from {stage} is announced", stage=_(tournament.format.stages[last.stage].name))
        raise RefusedError(gone_on, advice("tournament_draw_seats"))
    matches = {table: tournament.matches[last.number, table.number] for table in last.tables}
    begun = [match for table, match in matches.items() if table.lines or table.over]
    check_untouched(transaction, begun, DRAWN.changed_since)
    cuts = progress.cuts
    if cut:
        cuts = (*(announced for announced in cuts if announced.stage != cut.stage), cut)
    earlier = replace(tournament, progress=replace(progress.before_last_round(), cuts=cuts))
    before = Before(tuple(matches.values()), cut, change)
    return _announced(act, earlier, on, seed, budget, before)


def _last_day(transaction: Transaction, tournament: Tournament) -> date:
    """The day of the last round; of the tournament before the first."""
    last = tournament.last_round
    return match_by_id(transaction, tournament.matches[last.number, 1]).on if last else tournament.on


def _announced(
    act: Act,
    tournament: Tournament,
    on: date | None,
    seed: int | None,
    budget: Budget | None,
    before: Before | None = None,
) -> Drawn:
    """Draw the round that comes next in a tournament, which is without the round that is drawn again, and seat it."""
    number = len(tournament.progress.rounds) + 1
    if seed is None:  # the tournament's, and more for each round and each draw of it
        draws = [detail_of(chain) for chain in chains_of(act.transaction, tournament.id) if chain.step.action == DRAW]
        seed = tournament.seed + number + _AGAIN * sum(drawn["round"] == number for drawn in draws)
    if few := few_words(tournament):
        raise RefusedError(few, how_to_fill(tournament))
    try:
        drawn = draw(tournament.format, tournament.progress, seed, budget)
    except SeatingError as error:  # which knows nobody's name
        apart = [sorted(map(tournament.name_of, pair)) for pair in tournament.progress.apart]
        if not apart:
            raise
        pairs = [_("{player} from {other}", player=first, other=second) for first, second in apart]
        raise RefusedError(
            _("no seating keeps {pairs}: let some of them meet again", pairs=", ".join(sorted(pairs)))
        ) from error
    day = on or _last_day(act.transaction, act.before)
    _seat(act, tournament, drawn, day, before)
    return Drawn(before=act.before, tournament=act.after, deed=act.deed, round=drawn, on=day)


def few_words(tournament: Tournament) -> str:
    """That a round is to be drawn and those who are there fill no table; "" where they do."""
    fmt, progress, stage = tournament.format, tournament.progress, tournament.stage_at
    there = len(candidates(fmt, progress, stage, next_number(progress)))
    if there >= fmt.fewest or not rounds_left(fmt, progress, stage):
        return ""
    facts = {"stage": _(tournament.stage.name), "entrants": there, "fewest": fmt.fewest}
    return _("{stage}: {entrants} can be seated; the smallest table needs {fewest}", **facts)


def how_to_fill(tournament: Tournament) -> Advice:
    """What fills a table where those who are there do not."""
    return advice("tournament_enter_more" if tournament.stage_at == 0 else "tournament_enter_back_or_cut_again")


def _seat(act: Act, tournament: Tournament, drawn: PlayedRound, on: date, before: Before | None) -> None:
    """Make a match of every table, and the one step that seats them all, and clears the tables drawn before."""
    transaction = act.transaction
    _check_two_entries(tournament, drawn)
    row = _kept(transaction, tournament)
    tables, sittings = [], {}
    for table, name in zip(drawn.tables, _table_names(transaction, tournament, drawn, row.league_id, on), strict=True):
        agreed = tournament.format.agreed_deals(drawn.stage, len(table.seats))
        match = _made(transaction, row, name, on, tournament.format.stages[drawn.stage].until or _agreed(agreed))
        tables.append({"match": match, "seats": list(table.seats), "duels": [list(pair) for pair in table.duels]})
        people = opposite([seated(tournament, number) for number in table.seats])
        sittings[match] = Sitting(people, people[0])
    facts: dict[str, Any] = {"round": drawn.number, "seed": drawn.seed, "tables": len(tables)}
    if before and before.change:
        facts["cut"] = before.change
    detail: dict[str, Any] = {"again": True} if before else {}
    if before and before.cut:
        detail["through"] = list(before.cut.through)
    step = act.write(
        DRAW,
        did("redrawn" if before else "drawn", **facts),
        round=drawn.number,
        stage=drawn.stage,
        seed=drawn.seed,
        tables=tables,
        resting=list(drawn.resting),
        **detail,
    )
    if before:
        rows.strike_sittings(transaction, before.matches, step)
    for match, sitting in sittings.items():
        rows.add_sitting(transaction, match, step, sitting)


def _check_two_entries(tournament: Tournament, drawn: PlayedRound) -> None:
    """Raise RefusedError for somebody who would sit for two entries: one of these was out, and goes on after all."""
    plays_for: dict[str, int] = {}
    seats = [(name, number) for table in drawn.tables for number in table.seats for name in seated(tournament, number)]
    for name, number in seats:
        if name in plays_for:
            both = listed([tournament.entrants[plays_for[name]].name, tournament.entrants[number].name])
            two_seats = _("{player} would sit for {entrants}, which are two seats", player=name, entrants=both)
            raise RefusedError(two_seats, advice("tournament_substitute_for_one_of_them"))
        plays_for[name] = number


def _kept(transaction: Transaction, tournament: Tournament) -> Row:
    """What every match of a tournament has: its league, its variant, its currency."""
    return transaction.rows(_KEPT, tournament=tournament.id)[0]


def match_instead(transaction: Transaction, tournament: Tournament, match: Match, deals: int) -> int:
    """Make a match that takes the place of one in which nothing is recorded, for another agreed number of deals."""
    return _made(transaction, _kept(transaction, tournament), match.name, match.on, _agreed(deals))


def _table_names(
    transaction: Transaction, tournament: Tournament, drawn: PlayedRound, league: int, on: date
) -> list[str]:
    """What the matches of a round are called: `R1 T1`, or `Natale R1 T1`.

    The name of the tournament is in them where another one of the league plays on that day and began first; all matches
    of a day are called in one way. Raises RefusedError where there is a match of the longer name too.
    """
    there = matches(transaction, rows.OF_A_DAY, league=league, day=on)
    ours, own = set(tournament.matches.values()), [f"R{drawn.number} T{table.number}" for table in drawn.tables]
    others = [match.name for match in there if match.id not in ours]
    before = [match.name for match in there if match.id in ours]
    taken = {fold(name) for name in others}
    alone = any(map(is_table, before)) if before else not any(map(is_table, others))
    if alone and not taken.intersection(map(fold, own)):
        return own
    named = [f"{tournament.name[: LONGEST - len(name) - 1].rstrip()} {name}" for name in own]
    if doubled := next((name for name in named if fold(name) in taken), ""):
        facts = {"match": doubled, "day": on, "league": tournament.league}
        raise RefusedError(
            _("there is a match '{match}' on {day} in the league {league}; draw on another day", **facts)
        )
    return named


def _agreed(deals: int | None) -> str:
    """An agreed number of deals, as a match keeps it."""
    return f"deals:{deals}" if deals else ""


def _made(transaction: Transaction, row: Row, name: str, on: date, until: str) -> int:
    """Make the match of one table, with what `_kept` gives as `row`; returns its id."""
    match = transaction.insert(
        "match",
        league_id=row.league_id,
        name=name,
        on=on,
        variant=row.variant,
        unit_value_cents=0,
        currency=row.currency,
        until=until,
        uid=rows.new_uid(),
    )
    rows.add_step(transaction, "start", match)
    return match


def seated(tournament: Tournament, number: int) -> tuple[str, ...]:
    """Who sits down for an entrant: those who play now, of a team that takes turns the first of its members."""
    return tournament.entrants[number].present[: tournament.format.seats]


def opposite(sides: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """A table in playing order: the first of each side, then the second of each."""
    return tuple(player for seat in zip(*sides, strict=True) for player in seat)


def last_drawn(tournament: Tournament) -> PlayedRound:
    """The round that was drawn last; raises NotFoundError before the first."""
    if tournament.last_round is None:
        raise NotFoundError(_("no round is drawn yet"), advice("tournament_draw_seats"))
    return tournament.last_round


def start_clock(transaction: Transaction, tournament: Tournament, minutes: int | None = None) -> DeskChange:
    """Start the clock of the last round, let one that is stopped go on, or give one another length."""
    act = Act(transaction, tournament)
    tournament, last = act.before, last_drawn(act.before)
    clock = tournament.clocks.get(last.number)
    if clock and minutes is None:
        if clock.paused_at is None:
            raise RefusedError(
                _("the clock of round {round} runs already", round=last.number), advice("tournament_clock_other_length")
            )
        return _set(act, last, did("clock_goes_on", round=last.number), runs=True)
    length = minutes or tournament.format.stages[last.stage].minutes
    if not length:
        raise RefusedError(
            _("round {round} is played by deals, not by the clock", round=last.number),
            advice("tournament_clock_all_the_same"),
        )
    deed = did("clock_set", round=last.number, minutes=length)
    return _set(act, last, deed, minutes=length)


def pause_clock(transaction: Transaction, tournament: Tournament) -> DeskChange:
    """Stop the clock of the last round; raises RefusedError for one that does not run, or whose bell rang."""
    act = Act(transaction, tournament)
    tournament, last = act.before, last_drawn(act.before)
    clock = _clock(tournament, last)
    longest = timedelta(minutes=max(clock.extra.values(), default=0))
    if clock.paused_at:
        raise RefusedError(
            _("the clock of round {round} is stopped already", round=last.number), advice("tournament_clock_let_go_on")
        )
    if clock.left(transaction.now()) + longest <= timedelta():
        raise RefusedError(
            _("the bell of round {round} rang already", round=last.number), advice("tournament_clock_other_length")
        )
    return _set(act, last, did("clock_stopped", round=last.number), runs=False)


def give_extra(transaction: Transaction, tournament: Tournament, table: int, minutes: int) -> DeskChange:
    """Give a table of the last round so many minutes more than the others, in all; 0 takes them away."""
    act = Act(transaction, tournament)
    tournament, last = act.before, last_drawn(act.before)
    clock, at = _clock(tournament, last), round_table(tournament, last.number, table)
    number = last.number
    if at.table.over:
        raise RefusedError(_("table {table} of round {round} is over", table=table, round=number))
    if clock.extra.get(table, 0) == minutes:
        if minutes:
            more = counts.minutes(minutes)
            already = _(
                "table {table} of round {round} has {minutes} more already", table=table, round=number, minutes=more
            )
        else:
            already = _("table {table} of round {round} has none", table=table, round=number)
        raise RefusedError(already)
    deed = did("extra_time", table=table, round=number, minutes=minutes)
    return _set(act, last, deed, table=table, extra=minutes)


def extra_words(clock: Clock, table: int) -> str:
    """What a table has beyond the others: `5 minutes more, until 22:41`; of a clock that is stopped no moment."""
    extra = clock.extra[table]
    more = counts.minutes(extra)
    if clock.paused_at:
        return _("{minutes} more", minutes=more)
    ends = clock.ends_at + timedelta(minutes=extra)
    return _("{minutes} more, until {time}", minutes=more, time=f"{ends.astimezone():%H:%M}")


def _set(act: Act, last: PlayedRound, deed: Detail, **detail: Any) -> DeskChange:
    """Write the step that changes the clock of a round."""
    act.write(BELL, deed, round=last.number, **detail)
    return act.done()


def _clock(tournament: Tournament, last: PlayedRound) -> Clock:
    """The clock of the last round; raises RefusedError where it has not started."""
    if last.number not in tournament.clocks:
        raise RefusedError(
            _("the clock of round {round} has not started", round=last.number), advice("tournament_clock_start")
        )
    return tournament.clocks[last.number]
