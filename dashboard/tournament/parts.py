"""The parts of the page as HTML in which every name is text: stages, clock, tables, podium."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Final

from dashboard.tournament import words
from dashboard.tournament.facts import clock_of, going_on, odd_ones
from scorer.paper.figures import measure, plain, signed
from scorer.paper.markup import Markup, joined, name, tag
from scorer.rules.tournament import (
    Line,
    Number,
    PlayedRound,
    Standing,
    Table,
    classification,
    current_stage,
    players_of,
    rounds_of,
    table_yield,
)
from scorer.scorebook.tournament import Clock, Tournament
from scorer.text.sentences import counted, listed
from scorer.tournament_tables import played, residual_words

SOON: Final = 300  # seconds before the bell from which on the clock is red
ON_A_STEP: Final = 4
MOST_ON_THE_WALL: Final = 24  # tables; more cannot be read from three metres


def stages(tournament: Tournament) -> Markup:
    """The stages one after another: how far each is, who went on."""
    return tag("div", [_stage(tournament, at) for at in range(len(tournament.format.stages))], klass="stages")


def _stage(tournament: Tournament, at: int) -> Markup:
    fmt, progress = tournament.format, tournament.progress
    now = current_stage(fmt, progress)
    done = at < now or tournament.finished
    state = "done" if done else "now" if at == now else "to-come"
    announced = going_on(tournament, at) if at < now else None
    went = listed([tournament.name_of(number) for number in announced.through]) if announced else ""
    said = [tag("span", text) for text in _stage_words(tournament, at) if text]
    return tag(
        "div",
        tag("b", fmt.stages[at].name),
        said,
        tag("span", "went on: ", name(went), klass="went") if went else None,
        klass=state,
    )


def _stage_words(tournament: Tournament, at: int) -> Iterator[str]:
    """How many rounds were played, by how many, and who goes on."""
    fmt, progress = tournament.format, tournament.progress
    drawn, rules = len(rounds_of(progress, at)), fmt.stages[at]
    playing = len(players_of(fmt, progress, at)) if at <= current_stage(fmt, progress) else 0
    rounds = f"round {drawn} of {rules.rounds}" if drawn else counted(rules.rounds, "round")
    if at < current_stage(fmt, progress) or tournament.finished:
        rounds = counted(drawn, "round") if drawn else "not played: a place for everybody"
    yield ", ".join([rounds, *([counted(playing, "entrant")] if playing else [])])
    yield words.cut_words(tournament, at)


def clock(tournament: Tournament, now: datetime) -> Markup | None:
    """The time left of a round by the clock: it counts in the page by itself, without a script."""
    found = clock_of(tournament)
    if found is None:
        return None
    announced, running = found
    bell = words.AT_THE_BELL[tournament.format.stages[announced.stage].bell]
    until = f"until {running.ends_at.astimezone():%H:%M}, {bell}"
    face = tag("div", "", klass="left", style=_counting(running, now), role="timer", aria_label=until)
    over = (now - running.ends_at).total_seconds()
    rung = tag("div", "time is over", klass="rung", style=f"animation: rung 1s {-over:.0f}s forwards")
    return tag("div", face, tag("div", until, klass="until"), rung, klass="clock")


def _counting(running: Clock, now: datetime) -> str:
    """The style that counts from all seconds of the clock to none, as many of them past as are."""
    every = running.minutes * 60
    past = round((now - running.started_at).total_seconds())
    counting = f"counting {every}s steps({every}) {-past}s both"
    return f"--all: {every}; animation: {counting}, soon 1s linear {every - SOON - past}s forwards"


def cards(tournament: Tournament, announced: PlayedRound, counts: tuple[int, ...], most: int = 0) -> Markup:
    """The tables of a round; of more than `most` those that are not over first, and how many are left out."""
    shown = announced.tables
    if most and len(shown) > most:
        shown = tuple(sorted(shown, key=lambda table: table.over)[:most])
    left = len(announced.tables) - len(shown)
    drawn = [_card(tournament, announced, table, counts) for table in shown]
    more = [tag("div", f"and {counted(left, 'more table')}", klass="rests")] if left else []
    return joined([tag("div", drawn, klass="cards"), *more, resting(tournament, announced)])


def resting(tournament: Tournament, announced: PlayedRound) -> Markup:
    """Who rests in a round."""
    names = [tournament.name_of(number) for number in announced.resting]
    return (
        tag("div", "Rests: " if len(names) == 1 else "Rest: ", name(listed(names)), klass="rests")
        if names
        else joined([])
    )


def _card(tournament: Tournament, announced: PlayedRound, table: Table, counts: tuple[int, ...]) -> Markup:
    """One table: how far it is, and what everybody has."""
    rules = tournament.format.stages[announced.stage]
    state = words.state_words(table, rules, counts)
    match = tag("span", f" · match {tournament.matches[announced.number, table.number]}", klass="match")
    top = tag("div", tag("b", f"Table {table.number}"), tag("span", state, match, klass="state"), klass="top")
    given = _given(tournament, announced, table)
    rows = {number: _line(tournament, table, number, given) for number in table.seats}
    paired = [tag("div", [rows[one], rows[other]], klass="pair") for one, other in table.duels]
    alone = odd_ones(table)
    odd = [tag("div", "no duel" if rules.odd == "resting" else rules.odd, klass="odd")] if paired and alone else []
    klass = "card over" if table.over else "card playing" if table.lines else "card"
    left = tag("div", name(residual_words(table)), klass="odd") if table.residual else None
    return tag("div", top, paired, odd, [rows[number] for number in alone], left, klass=klass)


def _given(tournament: Tournament, announced: PlayedRound, table: Table) -> dict[Number, Fraction]:
    """What a table that is over gave, where that is anything but units."""
    rules = tournament.format.stages[announced.stage]
    if not table.over or rules.yields == "units":
        return {}
    return dict(table_yield(rules, table, played(tournament, announced.stage)))


def _line(tournament: Tournament, table: Table, number: Number, given: dict[Number, Fraction]) -> Markup:
    """Somebody at a table with their units, and what these gave."""
    lines: dict[Number, Line] = {line.entrant: line for line in table.lines}
    best = max((line.units for line in table.lines), default=0)
    first = number in lines and lines[number].units == best
    figure = signed(lines[number].units) if number in lines else ""
    gave = [tag("span", plain(given[number]), klass="gave")] if number in given else []
    shown = name(tournament.name_of(number))
    return tag("div", shown, tag("span", figure, klass="figure"), gave, klass="line first" if first else "line")


def podium(tournament: Tournament) -> Markup:
    """The first three, and who shares their places."""
    lines = classification(tournament.format, tournament.progress)
    steps = [_step(tournament, place, [line for line in lines if line.place == place]) for place in (1, 2, 3)]
    return tag("div", steps, klass="podium")


def _step(tournament: Tournament, place: int, group: Sequence[Standing]) -> Markup | None:
    if not group:
        return None
    names = [name(tournament.name_of(line.entrant)) for line in group[:ON_A_STEP]]
    more = tag("div", f"and {len(group) - ON_A_STEP} more") if len(group) > ON_A_STEP else None
    made = f"{words.total_words(group[0], tournament.stage)} {measure(tournament.stage)}"
    return tag(
        "div", names, more, tag("div", made, klass="made"), tag("div", place, klass="stand"), klass=f"step{place}"
    )


def entrants(tournament: Tournament) -> Markup:
    """Everybody who entered and did not withdraw, by name."""
    there = [each.number for each in tournament.progress.entrants if each.left is None]
    names = sorted((tournament.name_of(number) for number in there), key=str.casefold)
    return tag("div", [tag("div", name(each)) for each in names], klass="names", style=f"--rows: {max(len(names), 1)}")
