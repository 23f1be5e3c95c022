"""Standings and the final classification, with what decided each place."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from scorer.paper.figures import amount, measure, plain, signed
from scorer.paper.heads import head
from scorer.paper.markup import Child, Markup, joined, name, tag
from scorer.paper.page import page
from scorer.rules.tournament import (
    Stage,
    Standing,
    classification,
    missing_results,
    players_of,
    standings,
)
from scorer.rules.tournament.grouping import lines_of
from scorer.rules.tournament.state import rounds_of
from scorer.scorebook.tournament import Tournament, lapsed_words
from scorer.text.sentences import counted, listed
from scorer.tournament_tables import carried_note, residual_lines

_FITTING: Final = 28  # letters; a longer name is written smaller
_FEW: Final = 4  # rounds whose columns have room for the word
_WORDS: Final = {"play-off due": "play-off to come"}


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of a table of places: its title, its class, and what stands there."""

    title: Child
    klass: str
    cell: Callable[[Standing], Child]


def standings_page(tournament: Tournament, stage: int | None = None) -> str:
    """The standing of a stage; the one that was played last for None."""
    at = stage_shown(tournament) if stage is None else stage
    played = tournament.format.stages[at]
    lines = standings(tournament.format, tournament.progress, at)
    title = f"Standings: {played.name}" if len(tournament.format.stages) > 1 else "Standings"
    columns = list(_standing_columns(tournament, at, lines))
    cut = lines_of(tournament.format, tournament.progress, at) if played.cut else ()
    rows = [_row(columns, line, "cut" if place in cut else None) for place, line in enumerate(lines, 1)]
    table = tag("table", tag("thead", _titles(columns)), tag("tbody", rows))
    top = head(tournament, title, _state(tournament, at))
    told = [*lapsed_words(tournament, at), *residual_lines(rounds_of(tournament.progress, at))]
    section = tag("section", top, tag("div", table, klass="scroll"), _foot(lines, cut, told, [played]))
    return page(f"{tournament.name} - standings", section, style="places.css")


def classification_page(tournament: Tournament) -> str:
    """Everybody's place over all stages: under each stage those who came no further."""
    lines = classification(tournament.format, tournament.progress)
    columns = [_PLACE, _name(tournament), *_TOTALS, _DECIDED]
    groups = [_group(tournament, stage, lines, columns) for stage in reversed(range(len(tournament.format.stages)))]
    table = tag("table", tag("thead", _titles(columns)), groups)
    below = f"{counted(len(lines), 'entrant')}, {tournament.format.title}"
    title = "Final classification" if tournament.finished else "Classification, not final"
    told = [*lapsed_words(tournament), *residual_lines(tournament.progress.rounds)]
    top, foot = head(tournament, title, below), _foot(lines, (), told, tournament.format.stages)
    section = tag("section", top, tag("div", table, klass="scroll"), foot)
    return page(f"{tournament.name} - classification", section, style="places.css")


def stage_shown(tournament: Tournament) -> int:
    """The stage that was played last: the present one once a round of it is drawn."""
    last = tournament.last_round
    return last.stage if last else 0


def _standing_columns(tournament: Tournament, stage: int, lines: Sequence[Standing]) -> Iterator[_Column]:
    """Place, name, a column a round, what was carried or taken away where anything was, totals, what decided."""
    played = tournament.format.stages[stage]
    through = {number for cut in tournament.progress.cuts if cut.stage == stage for number in cut.through}
    yield from (_PLACE, _name(tournament, through))
    rounds = rounds_of(tournament.progress, stage)
    for at, each in enumerate(rounds):
        title = f"Round {each.number}" if len(rounds) <= _FEW else str(each.number)
        yield _Column(title, "number round", partial(_given, played, at))
    if any(line.carried for line in lines):
        yield _Column("Carried", "number", lambda line: amount(line.carried, played))
    if any(line.penalty for line in lines):
        yield _Column("Penalty", "number", lambda line: plain(-line.penalty) if line.penalty else "")
    title = measure(played).capitalize() if played.yields != "duels" else "Total"
    yield _Column(title, "number total", lambda line: amount(line.total, played))
    if played.yields != "units":
        yield _Column("Units", "number", lambda line: signed(line.units))
    yield _DECIDED


def _given(stage: Stage, at: int, line: Standing) -> str:
    """What a round of the stage gave somebody."""
    return amount(line.rounds[at] if at < len(line.rounds) else None, stage)


_PLACE: Final = _Column("Place", "place", lambda line: line.place)
_DECIDED: Final = _Column("Decided by", "decided", lambda line: _WORDS.get(line.decided_by, line.decided_by))
_TOTALS: Final = (
    _Column("Total", "number total", lambda line: plain(line.total)),
    _Column("Units", "number", lambda line: signed(line.units)),
)


def _name(tournament: Tournament, through: Collection[int] = ()) -> _Column:
    """The column of names; who went on is written heavier."""

    def cell(line: Standing) -> Markup:
        written = name(tournament.name_of(line.entrant), _FITTING)
        return tag("b", written) if line.entrant in through else written

    return _Column("Team" if tournament.format.team_size > 1 else "Player", "who", cell)


def _titles(columns: Sequence[_Column]) -> Markup:
    return tag("tr", [tag("th", column.title, klass=column.klass, scope="col") for column in columns])


def _row(columns: Sequence[_Column], line: Standing, klass: str | None = None) -> Markup:
    return tag("tr", [tag("td", column.cell(line), klass=column.klass) for column in columns], klass=klass)


def _group(tournament: Tournament, stage: int, lines: Sequence[Standing], columns: Sequence[_Column]) -> Markup | None:
    """Those who came as far as a stage and no further, under its name where there are several."""
    there = [line for line in lines if _reached(tournament, line.entrant) == stage]
    if not there:
        return None
    played = tournament.format.stages[stage]
    title = tag("th", played.name, tag("small", f" in {measure(played)}"), colspan=len(columns), scope="rowgroup")
    several = len(tournament.format.stages) > 1
    return tag("tbody", tag("tr", title, klass="stage") if several else None, [_row(columns, line) for line in there])


def _reached(tournament: Tournament, entrant: int) -> int:
    """The last stage that somebody played in, or is to play in."""
    fmt, progress = tournament.format, tournament.progress
    stages = range(tournament.stage_at, -1, -1)
    return next((stage for stage in stages if entrant in players_of(fmt, progress, stage)), 0)


def _state(tournament: Tournament, stage: int) -> str:
    """How far a stage is: which rounds count, and what is still to come in."""
    rounds = rounds_of(tournament.progress, stage)
    if not rounds:
        return "No round is drawn yet"
    missing = len(missing_results(tournament.progress, stage))
    of = max(tournament.format.stages[stage].rounds, len(rounds))
    after = f"After round {len(rounds)} of {of}" if of > 1 else "After its one round"
    return f"{after}; {counted(missing, 'table')} still to come in" if missing else after


def _foot(lines: Sequence[Standing], cut: Sequence[int], told: Sequence[str], stages: Sequence[Stage]) -> Markup | None:
    """What the line means, which tie-breaks could not be told, what they count, and what else is `told`."""
    said: list[Child] = [] if lines else ["Nobody has entered yet."]
    if cut and cut[0] < len(lines):
        said.append(f"The first {cut[0]} go on." if cut[0] > 1 else "The first goes on.")
    if unknown := sorted({each for line in lines for each in line.unknown}):
        said.append(f"Not decided, because the sheets do not say enough or not all of the tied met: {listed(unknown)}.")
    if note := carried_note(stages, [line.decided_by for line in lines]):
        said.append(note)
    said += [f"{each[:1].upper()}{each[1:]}." for each in told]
    return tag("footer", joined(tag("p", each) for each in said)) if said else None
