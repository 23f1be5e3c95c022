"""The clock of a round: started, stopped and going on, with another length, or with more time for a table."""

from datetime import timedelta
from typing import Any

from scorer.errors import RefusedError
from scorer.language import counts
from scorer.rules.tournament import PlayedRound
from scorer.scorebook.tournament.log import BELL
from scorer.scorebook.tournament.lookup import entered, lock
from scorer.scorebook.tournament.rounds import last_drawn
from scorer.scorebook.tournament.snapshot import Clock, Tournament, round_table
from scorer.scorebook.transaction import Transaction

MOST_MINUTES = 24 * 60


def start_clock(transaction: Transaction, tournament: Tournament, minutes: int | None = None) -> Tournament:
    """Start the clock of the last round, let one that is stopped go on, or give one another length."""
    tournament = lock(transaction, tournament)
    last = last_drawn(tournament)
    clock = tournament.clocks.get(last.number)
    if clock and minutes is None:
        if clock.paused_at is None:
            raise RefusedError(f"the clock of round {last.number} runs already; --minutes N changes how long")
        return _set(transaction, tournament, last, f"clock of round {last.number} goes on", runs=True)
    length = minutes or tournament.format.stages[last.stage].minutes
    if not length:
        raise RefusedError(
            f"round {last.number} is played by deals, not by the clock; --minutes N sets one all the same"
        )
    what = f"clock of round {last.number}: {counts.minutes(length)}"
    return _set(transaction, tournament, last, what, minutes=length)


def pause_clock(transaction: Transaction, tournament: Tournament) -> Tournament:
    """Stop the clock of the last round; raises RefusedError for one that does not run, or whose bell rang."""
    tournament = lock(transaction, tournament)
    last = last_drawn(tournament)
    clock = _clock(tournament, last)
    longest = timedelta(minutes=max(clock.extra.values(), default=0))
    if clock.paused_at:
        raise RefusedError(f"the clock of round {last.number} is stopped already; --start lets it go on")
    if clock.left(transaction.now()) + longest <= timedelta():
        raise RefusedError(f"the bell of round {last.number} rang already; --minutes N gives it more")
    return _set(transaction, tournament, last, f"clock of round {last.number} stopped", runs=False)


def give_extra(transaction: Transaction, tournament: Tournament, table: int, minutes: int) -> Tournament:
    """Give a table of the last round so many minutes more than the others, in all; 0 takes them away."""
    tournament = lock(transaction, tournament)
    last = last_drawn(tournament)
    clock, at = _clock(tournament, last), round_table(tournament, last.number, table)
    if at.table.over:
        raise RefusedError(f"{at} is over")
    if clock.extra.get(table, 0) == minutes:
        raise RefusedError(f"{at} has {counts.minutes(minutes)} more already" if minutes else f"{at} has none")
    more = f"{counts.minutes(minutes)} more" if minutes else "no more time than the others"
    return _set(transaction, tournament, last, f"{at} has {more}", table=table, extra=minutes)


def extra_words(clock: Clock, table: int) -> str:
    """What a table has beyond the others: `5 minutes more, until 22:41`; of a clock that is stopped no moment."""
    more, ends = clock.extra[table], clock.ends_at + timedelta(minutes=clock.extra[table])
    return f"{counts.minutes(more)} more" + ("" if clock.paused_at else f", until {ends.astimezone():%H:%M}")


def _set(transaction: Transaction, tournament: Tournament, last: PlayedRound, what: str, **detail: Any) -> Tournament:
    """Write the step that changes the clock of a round; returns the tournament with it."""
    return entered(transaction, tournament, BELL, what, round=last.number, **detail).tournament


def _clock(tournament: Tournament, last: PlayedRound) -> Clock:
    if last.number not in tournament.clocks:
        raise RefusedError(f"the clock of round {last.number} has not started; --start starts it")
    return tournament.clocks[last.number]
