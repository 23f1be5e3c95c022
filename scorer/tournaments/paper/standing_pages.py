"""Who is where: the standing of a stage and the final classification, with what decided each place; the podium."""

from collections.abc import Sequence
from typing import Final

from scorer.language import _
from scorer.language.lists_numbers_dates import capitalised
from scorer.tournaments.keeping import Tournament, lapsed_words, outdated_words
from scorer.tournaments.paper import page
from scorer.tournaments.rules import Standing, classification, players_of, rounds_of
from scorer.tournaments.rules.tie_breaks import lines_of
from scorer.tournaments.shown.places import (
    Board,
    PlacesColumn,
    by_stage,
    classification_words,
    cut_words,
    notes,
    places_columns,
    ruling_lines,
    shown_columns,
    stage_shown,
)
from scorer.tournaments.shown.podium import decided_lines, podium_steps
from scorer.tournaments.shown.tables import PODIUM
from scorer.tournaments.shown.words import entered_words, played_words

_FEW: Final = 4  # rounds whose columns have room for the word
_LISTED: Final = 10  # places that stand below the podium where there is only one stage


def standings_page(tournament: Tournament, stage: int | None = None) -> str:
    """The standing of a stage; of the one that was played last for None."""
    shown = Board(tournament, stage_shown(tournament) if stage is None else stage)
    cut = lines_of(tournament.format, tournament.progress, shown.at) if shown.stage.cut else ()
    through = [f"{capitalised(cut_words(tournament, shown.at))}."] if cut and cut[0] < len(shown.lines) else []
    several = len(tournament.format.stages) > 1
    return page(
        "standing",
        _("{tournament} - standings", tournament=tournament.name),
        tournament=tournament,
        heading=_("Standings: {stage}", stage=_(shown.stage.name)) if several else _("Standings"),
        below=played_words(tournament, shown.at),
        columns=_titled(shown_columns(tournament, shown.at, shown.lines)),
        groups=[(None, shown.lines)],
        cut=cut,
        through=shown.announced or (),
        foot=through + _foot(tournament, [shown.at], shown.lines, lapsed_words(tournament, shown.at)),
    )


def classification_page(tournament: Tournament) -> str:
    """Everybody's place over all stages: under each stage those who came no further."""
    lines = classification(tournament.format, tournament.progress)
    stages = range(len(tournament.format.stages))
    return page(
        "standing",
        _("{tournament} - classification", tournament=tournament.name),
        tournament=tournament,
        heading=capitalised(classification_words(tournament)),
        below=", ".join([entered_words(tournament, len(lines)), _(tournament.format.title)]),
        columns=_titled(places_columns(tournament)),
        groups=[(stage if len(stages) > 1 else None, there) for stage, there in by_stage(tournament, lines)],
        cut=(),
        through=(),
        foot=_foot(tournament, stages, lines, lapsed_words(tournament)),
    )


def _titled(columns: Sequence[PlacesColumn]) -> list[tuple[str, PlacesColumn]]:
    """The columns that paper has room for, each with its head; of many rounds that is the number alone."""
    many = sum(column.kind == "round" for column in columns) > _FEW
    return [
        (column.name.partition(" ")[2] if many and column.kind == "round" else capitalised(column.head), column)
        for column in columns
        if column.kind != "deals"
    ]


def _foot(tournament: Tournament, stages: Sequence[int], lines: Sequence[Standing], lapsed: Sequence[str]) -> list[str]:
    """What could not decide, what the words in the table mean, what would be announced by now, what took units."""
    nobody = [] if lines else [_("Nobody has entered yet.")]
    outdated = outdated_words(tournament, {*stages, *(stage - 1 for stage in stages)})
    sentences = [_("Note: {notice}.", notice=notice) for notice in (*lapsed, *outdated)]
    return [*nobody, *notes(tournament, stages, lines), *sentences, *ruling_lines(tournament, stages)]


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
        below=_(tournament.format.title) if tournament.finished else _("As it stands: the tournament goes on"),
        stage=tournament.stage,
        begun=any(table.lines for announced in rounds for table in announced.tables),
        steps=podium_steps(tournament),
        decided=decided_lines(tournament),
        others=others,
        longest_on_steps=_longest(tournament, [line for line in lines if line.place <= PODIUM]),
        longest_below=_longest(tournament, others),
    )


def _longest(tournament: Tournament, lines: Sequence[Standing]) -> int:
    """The letters of the longest name of these lines, which sets one size for all of them."""
    return max((len(tournament.name_of(line.entrant)) for line in lines), default=0)
