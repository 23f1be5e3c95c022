"""Who is where: the standing of a stage and the final classification, with what decided each place; the podium."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from scorer.language import _, counts
from scorer.paper.html_page import page
from scorer.rules.tournament import (
    Decision,
    Standing,
    classification,
    players_of,
    rounds_of,
    stage_reached,
    standings,
)
from scorer.rules.tournament.tie_breaks import lines_of
from scorer.scorebook.tournament import Tournament, lapsed_words, outdated_words
from scorer.text.numbers import amount, measure, plain, plain_signed
from scorer.text.tournament_words import ORDINALS, explained, passed_over_words
from scorer.tournament.tables import (
    ON_A_STEP,
    PODIUM,
    by_stage,
    decided_lines,
    passed_over,
    podium,
    stage_shown,
    told_lines,
)
from scorer.tournament.words import played_words

_FEW: Final = 4  # rounds whose columns have room for the word
_OTHERS: Final = 10  # places below the podium where there is no last stage of few


@dataclass(frozen=True, slots=True)
class PlacesColumn:
    """A column of a table of places: its title, its class, and what stands there."""

    title: str
    klass: str
    cell: Callable[[Standing], str | int]


def standings_page(tournament: Tournament, stage: int | None = None) -> str:
    """The standing of a stage; the one that was played last for None."""
    at = stage_shown(tournament) if stage is None else stage
    played = tournament.format.stages[at]
    lines = standings(tournament.format, tournament.progress, at)
    cut = lines_of(tournament.format, tournament.progress, at) if played.cut else ()
    return page(
        "places",
        f"{tournament.name} - standings",
        tournament=tournament,
        heading=f"Standings: {played.name}" if len(tournament.format.stages) > 1 else "Standings",
        below=played_words(tournament, at),
        columns=list(_standing_columns(tournament, at, lines)),
        groups=[(None, lines)],
        cut=cut,
        through={number for each in tournament.progress.cuts if each.stage == at for number in each.through},
        foot=_foot(tournament, [at], lines, cut, lapsed_words(tournament, at)),
    )


def classification_page(tournament: Tournament) -> str:
    """Everybody's place over all stages: under each stage those who came no further."""
    lines = classification(tournament.format, tournament.progress)
    stages = tournament.format.stages
    reached = {line.entrant: stage_reached(tournament.format, tournament.progress, line.entrant) for line in lines}
    return page(
        "places",
        f"{tournament.name} - classification",
        tournament=tournament,
        heading="Final classification" if tournament.finished else "Classification, not final",
        below=f"{counts.entrants(len(lines))}, {tournament.format.title}",
        columns=[
            *_first_columns(tournament),
            PlacesColumn("Total", "number total", lambda line: amount(line.total, stages[reached[line.entrant]])),
            PlacesColumn("Units", "number", lambda line: plain_signed(line.units)),
            _DECIDED,
        ],
        groups=[(stage if len(stages) > 1 else None, there) for stage, there in by_stage(tournament, lines)],
        cut=(),
        through=(),
        foot=_foot(tournament, range(len(stages)), lines, (), lapsed_words(tournament)),
    )


def _first_columns(tournament: Tournament) -> tuple[PlacesColumn, PlacesColumn]:
    title = tournament.format.entry.capitalize()
    return (
        PlacesColumn("Place", "place", lambda line: line.place),
        PlacesColumn(title, "who", lambda line: tournament.name_of(line.entrant)),
    )


_DECIDED: Final = PlacesColumn(
    "Decided by", "decided", lambda line: "play-off to come" if line.decided_by is Decision.DUE else line.decided_by
)


def _standing_columns(tournament: Tournament, stage: int, lines: Sequence[Standing]) -> Iterator[PlacesColumn]:
    """Place, name, a column a round, what was carried or taken away where anything was, totals, what decided."""
    played, rounds = tournament.format.stages[stage], rounds_of(tournament.progress, stage)

    def given(at: int, line: Standing) -> str:
        return amount(line.rounds[at] if at < len(line.rounds) else None, played)

    yield from _first_columns(tournament)
    for at, each in enumerate(rounds):
        title = f"Round {each.number}" if len(rounds) <= _FEW else str(each.number)
        yield PlacesColumn(title, "number round", partial(given, at))
    if any(line.carried for line in lines):
        yield PlacesColumn("Carried", "number", lambda line: amount(line.carried, played))
    if any(line.penalty for line in lines):
        yield PlacesColumn("Penalty", "number", lambda line: plain(-line.penalty) if line.penalty else "")
    title = measure(played).capitalize() if played.yields != "duels" else "Total"
    yield PlacesColumn(title, "number total", lambda line: amount(line.total, played))
    if played.yields != "units":
        yield PlacesColumn("Units", "number", lambda line: plain_signed(line.units))
    yield _DECIDED


def _foot(
    tournament: Tournament, stages: Sequence[int], lines: Sequence[Standing], cut: Sequence[int], lapsed: Sequence[str]
) -> list[str]:
    """What the line means, which tie-breaks could not be asked, what the words in the table mean, what took units."""
    said = [] if lines else ["Nobody has entered yet."]
    if cut and cut[0] < len(lines):
        said.append(f"The first {cut[0]} go on." if cut[0] > 1 else "The first goes on.")
    over = passed_over_words(passed_over(tournament, lines))
    outdated = outdated_words(tournament, {*stages, *(stage - 1 for stage in stages)})
    told = [f"{each[:1].upper()}{each[1:]}." for each in (*lapsed, *outdated, *told_lines(tournament, stages))]
    return [*said, *([over] if over else []), *explained(tournament.format, tournament.progress, stages, lines), *told]


def podium_page(tournament: Tournament) -> str:
    """Who won: or who leads, while the tournament goes on; below the steps the others of the last stage.

    Where there is but one stage, below them the others of the first ten places.
    """
    lines = classification(tournament.format, tournament.progress)
    at = tournament.stage_at
    finalists = players_of(tournament.format, tournament.progress, at) if at else ()
    below = [line for line in lines if line.place > PODIUM]
    rounds = rounds_of(tournament.progress, at)
    others = [line for line in below if line.entrant in finalists or (not at and line.place <= _OTHERS)]
    return page(
        "podium",
        f"{tournament.name} - podium",
        tournament=tournament,
        below=tournament.format.title if tournament.finished else "As it stands: the tournament goes on",
        stage=tournament.stage,
        begun=any(table.lines for each in rounds for table in each.tables),
        steps=list(zip(map(_, ORDINALS), podium(lines), strict=False)),
        on_a_step=ON_A_STEP,
        decided=decided_lines(tournament, lines),
        others=others,
        longest_on_steps=_longest(tournament, [line for line in lines if line.place <= PODIUM]),
        longest_below=_longest(tournament, others),
    )


def _longest(tournament: Tournament, lines: Sequence[Standing]) -> int:
    """The letters of the longest name of these, which all are set by: nobody is smaller than who comes after them."""
    return max((len(tournament.name_of(line.entrant)) for line in lines), default=0)
