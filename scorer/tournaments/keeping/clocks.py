"""The clock of a round: started, stopped and going on, with another length, or with more time for a table."""

from datetime import timedelta
from typing import Any

from scorer.errors import RefusedError
from scorer.language import _, counts
from scorer.rules.errors import advice
from scorer.scorebook.transaction import Transaction
from scorer.text.step_words import Detail, did
from scorer.tournaments.keeping.rounds import last_drawn
from scorer.tournaments.keeping.snapshot import Clock, Tournament, round_table
from scorer.tournaments.keeping.step_kinds import BELL
from scorer.tournaments.keeping.tournament_lookup import as_it_is, entered
from scorer.tournaments.rules import PlayedRound

MOST_MINUTES = 24 * 60


def start_clock(transaction: Transaction, tournament: Tournament, minutes: int | None = None) -> Tournament:
    """Start the clock of the last round, let one that is stopped go on, or give one another length."""
    tournament = as_it_is(transaction, tournament)
    last = last_drawn(tournament)
    clock = tournament.clocks.get(last.number)
    if clock and minutes is None:
        if clock.paused_at is None:
            raise RefusedError(
                _("the clock of round {round} runs already", round=last.number), advice("tournament_clock_other_length")
            )
        return _set(transaction, tournament, last, did("clock_goes_on", round=last.number), runs=True)
    length = minutes or tournament.format.stages[last.stage].minutes
    if not length:
        raise RefusedError(
            _("round {round} is played by deals, not by the clock", round=last.number),
            advice("tournament_clock_all_the_same"),
        )
    deed = did("clock_set", round=last.number, minutes=length)
    return _set(transaction, tournament, last, deed, minutes=length)


def pause_clock(transaction: Transaction, tournament: Tournament) -> Tournament:
    """Stop the clock of the last round; raises RefusedError for one that does not run, or whose bell rang."""
    tournament = as_it_is(transaction, tournament)
    last = last_drawn(tournament)
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
    return _set(transaction, tournament, last, did("clock_stopped", round=last.number), runs=False)


def give_extra(transaction: Transaction, tournament: Tournament, table: int, minutes: int) -> Tournament:
    """Give a table of the last round so many minutes more than the others, in all; 0 takes them away."""
    tournament = as_it_is(transaction, tournament)
    last = last_drawn(tournament)
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
    return _set(transaction, tournament, last, deed, table=table, extra=minutes)


def extra_words(clock: Clock, table: int) -> str:
    """What a table has beyond the others: `5 minutes more, until 22:41`; of a clock that is stopped no moment."""
    extra = clock.extra[table]
    more = counts.minutes(extra)
    if clock.paused_at:
        return _("{minutes} more", minutes=more)
    ends = clock.ends_at + timedelta(minutes=extra)
    return _("{minutes} more, until {time}", minutes=more, time=f"{ends.astimezone():%H:%M}")


def _set(
    transaction: Transaction, tournament: Tournament, last: PlayedRound, deed: Detail, **detail: Any
) -> Tournament:
    """Write the step that changes the clock of a round; returns the tournament with it."""
    return entered(transaction, tournament, BELL, deed, round=last.number, **detail).tournament


def _clock(tournament: Tournament, last: PlayedRound) -> Clock:
    """The clock of the last round; raises RefusedError where it has not started."""
    if last.number not in tournament.clocks:
        raise RefusedError(
            _("the clock of round {round} has not started", round=last.number), advice("tournament_clock_start")
        )
    return tournament.clocks[last.number]
