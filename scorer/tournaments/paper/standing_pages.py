"""Who is where: the standing of a stage and the final classification, with what decided each place; the podium."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import ORDINALS
from scorer.text.numbers import plain, plain_signed
from scorer.tournaments.keeping import Tournament, lapsed_words, outdated_words
from scorer.tournaments.paper import page
from scorer.tournaments.rules import (
    Decision,
    Standing,
    classification,
    players_of,
    rounds_of,
    stage_reached,
    standings,
)
from scorer.tournaments.rules.tie_breaks import lines_of
from scorer.tournaments.shown.tables import (
    ON_A_STEP,
    PODIUM,
    by_stage,
    decided_lines,
    passed_over,
    podium,
    ruling_lines,
    stage_shown,
)
from scorer.tournaments.shown.words import played_words
from scorer.tournaments.text.amounts import amount
from scorer.tournaments.text.tournament_words import explained, passed_over_words

_FEW: Final = 4  # rounds whose columns have room for the word
_LISTED: Final = 10  # places that stand below the podium where there is only one stage
_ENTRANTS: Final = {"player": N_("Player"), "pair": N_("Pair"), "team": N_("Team")}  # by who enters
_TOTALS: Final = {  # by what a stage yields: the head of a column; anything else is a plain total
    "units": N_("Units"),
    "placement": N_("Placement points"),
    "wins": N_("Wins"),
    "placement and units": N_("In all"),
}
_MEASURES: Final = {"units": N_("in units"), "placement": N_("in placement points"), "wins": N_("in wins")}


@dataclass(frozen=True, slots=True)
class PlacesColumn:
    """A column of a table of places: its title, its class, and the cell of each line."""

    title: str
    klass: str
    cell: Callable[[Standing], str | int]


def standings_page(tournament: Tournament, stage: int | None = None) -> str:
    """The standing of a stage; of the one that was played last for None."""
    at = stage_shown(tournament) if stage is None else stage
    played = tournament.format.stages[at]
    lines = standings(tournament.format, tournament.progress, at)
    cut = lines_of(tournament.format, tournament.progress, at) if played.cut else ()
    return page(
        "standing",
        _("{tournament} - standings", tournament=tournament.name),
        tournament=tournament,
        heading=_("Standings: {stage}", stage=played.name) if len(tournament.format.stages) > 1 else _("Standings"),
        below=played_words(tournament, at),
        columns=list(_standing_columns(tournament, at, lines)),
        groups=[(None, lines)],
        measures=_MEASURES,
        cut=cut,
        through={number for made in tournament.progress.cuts if made.stage == at for number in made.through},
        foot=_foot(tournament, [at], lines, cut, lapsed_words(tournament, at)),
    )


def classification_page(tournament: Tournament) -> str:
    """Everybody's place over all stages: under each stage those who came no further."""
    lines = classification(tournament.format, tournament.progress)
    stages = tournament.format.stages
    reached = {line.entrant: stage_reached(tournament.format, tournament.progress, line.entrant) for line in lines}
    return page(
        "standing",
        _("{tournament} - classification", tournament=tournament.name),
        tournament=tournament,
        heading=_("Final classification") if tournament.finished else _("Classification, not final"),
        below=", ".join([counts.entrants(len(lines)), tournament.format.title]),
        columns=[
            *_first_columns(tournament),
            PlacesColumn(_("Total"), "number total", lambda line: amount(line.total, stages[reached[line.entrant]])),
            PlacesColumn(_("Units"), "number", lambda line: plain_signed(line.units)),
            _decided_column(),
        ],
        groups=[(stage if len(stages) > 1 else None, there) for stage, there in by_stage(tournament, lines)],
        measures=_MEASURES,
        cut=(),
        through=(),
        foot=_foot(tournament, range(len(stages)), lines, (), lapsed_words(tournament)),
    )


def _first_columns(tournament: Tournament) -> tuple[PlacesColumn, PlacesColumn]:
    return (
        PlacesColumn(_("Place"), "place", lambda line: line.place),
        PlacesColumn(_(_ENTRANTS[tournament.format.entry]), "who", lambda line: tournament.name_of(line.entrant)),
    )


def _decided_column() -> PlacesColumn:
    def decided(line: Standing) -> str:
        return _("play-off to come") if line.decided_by is Decision.DUE else _(str(line.decided_by))

    return PlacesColumn(_("Decided by"), "decided", decided)


def _standing_columns(tournament: Tournament, stage: int, lines: Sequence[Standing]) -> Iterator[PlacesColumn]:
    """Place, name, a column a round, carried units and penalties where there are any, totals, what decided."""
    played, rounds = tournament.format.stages[stage], rounds_of(tournament.progress, stage)

    def given(at: int, line: Standing) -> str:
        return amount(line.rounds[at] if at < len(line.rounds) else None, played)

    yield from _first_columns(tournament)
    for at, announced in enumerate(rounds):
        number = announced.number
        title = _("Round {number}", number=number) if len(rounds) <= _FEW else str(number)
        yield PlacesColumn(title, "number round", partial(given, at))
    if any(line.carried for line in lines):
        yield PlacesColumn(_("Carried"), "number", lambda line: amount(line.carried, played))
    if any(line.penalty for line in lines):
        yield PlacesColumn(_("Penalty"), "number", lambda line: plain(-line.penalty) if line.penalty else "")
    total = _TOTALS.get(played.yields, N_("Total"))
    yield PlacesColumn(_(total), "number total", lambda line: amount(line.total, played))
    if played.yields != "units":
        yield PlacesColumn(_("Units"), "number", lambda line: plain_signed(line.units))
    yield _decided_column()


def _foot(
    tournament: Tournament, stages: Sequence[int], lines: Sequence[Standing], cut: Sequence[int], lapsed: Sequence[str]
) -> list[str]:
    """What the line means, which tie-breaks could not decide, what the words in the table mean, what took units."""
    sentences = [] if lines else [_("Nobody has entered yet.")]
    if cut and cut[0] < len(lines):
        sentences.append(ngettext("The first goes on.", "The first {count} go on.", cut[0]))
    if over := passed_over_words(passed_over(tournament, lines)):
        sentences.append(over)
    sentences += explained(tournament.format, tournament.progress, stages, lines)
    outdated = outdated_words(tournament, {*stages, *(stage - 1 for stage in stages)})
    sentences += [_("Note: {notice}.", notice=notice) for notice in (*lapsed, *outdated)]
    return [*sentences, *(f"{line}." for line in ruling_lines(tournament, stages))]


def podium_page(tournament: Tournament) -> str:
    """Who won, or who leads while the tournament goes on; below the steps everybody else of the last stage.

    Where there is only one stage, everybody else of the first ten places stands below them.
    """
    lines = classification(tournament.format, tournament.progress)
    at = tournament.stage_at
    finalists = players_of(tournament.format, tournament.progress, at) if at else ()
    below = [line for line in lines if line.place > PODIUM]
    rounds = rounds_of(tournament.progress, at)
    others = [line for line in below if line.entrant in finalists or (not at and line.place <= _LISTED)]
    return page(
        "podium",
        _("{tournament} - podium", tournament=tournament.name),
        tournament=tournament,
        below=tournament.format.title if tournament.finished else _("As it stands: the tournament goes on"),
        stage=tournament.stage,
        begun=any(table.lines for announced in rounds for table in announced.tables),
        steps=list(zip(map(_, ORDINALS), podium(lines), strict=False)),
        on_a_step=ON_A_STEP,
        decided=decided_lines(tournament, lines),
        others=others,
        longest_on_steps=_longest(tournament, [line for line in lines if line.place <= PODIUM]),
        longest_below=_longest(tournament, others),
    )


def _longest(tournament: Tournament, lines: Sequence[Standing]) -> int:
    """The letters of the longest name of these lines, which sets one size for all of them."""
    return max((len(tournament.name_of(line.entrant)) for line in lines), default=0)
