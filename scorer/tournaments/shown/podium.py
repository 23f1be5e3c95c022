"""The podium as every face shows it: who stands on which step, and what decided between them."""

from itertools import groupby, pairwise
from typing import Final, NamedTuple

from scorer.language import _
from scorer.language.lists_numbers_dates import listed
from scorer.tournaments.keeping import Tournament
from scorer.tournaments.rules import Decision, classification, stage_reached
from scorer.tournaments.rules.format import TIE_BREAKS
from scorer.tournaments.shown.tables import PODIUM, podium
from scorer.tournaments.text.amounts import measured_total
from scorer.tournaments.text.tournament_words import before_words

ON_A_STEP: Final = 4  # names of those who share a place; of more, the first ones and how many others


class PodiumStep(NamedTuple):
    """A step of the podium; several stand on it where they share the place, of whom `more` are not named."""

    place: int
    names: list[str]
    more: int
    made: str


def podium_steps(tournament: Tournament) -> list[PodiumStep]:
    """The steps on which somebody stands, the first first."""
    form, progress = tournament.format, tournament.progress
    steps = []
    for group in filter(None, podium(classification(form, progress))):
        names = [tournament.name_of(line.entrant) for line in group]
        made = measured_total(group[0].total, form.stages[stage_reached(form, progress, group[0].entrant)])
        steps.append(PodiumStep(group[0].place, names[:ON_A_STEP], max(len(names) - ON_A_STEP, 0), made))
    return steps


def decided_lines(tournament: Tournament) -> list[str]:
    """What put those on the podium one before the other where it was not the total, and who has to play off still."""
    on_steps = [line for line in classification(tournament.format, tournament.progress) if line.place <= PODIUM]
    sentences = []
    for before, line in pairwise(on_steps):
        if line.decided_by in TIE_BREAKS:
            first, second = (tournament.name_of(entrant) for entrant in (before.entrant, line.entrant))
            sentences.append(before_words(first, second, line.decided_by))
    for place, group in groupby(on_steps, key=lambda line: line.place):
        tied = list(group)
        if any(line.decided_by is Decision.DUE for line in tied):
            names = listed([tournament.name_of(line.entrant) for line in tied])
            sentences.append(_("{players} have to play off for place {place}", players=names, place=place))
    return sentences
