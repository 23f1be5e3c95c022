"""The seatings that a format can name: what each asks of scorer.rules.seating."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from scorer.rules import seating
from scorer.rules.errors import TournamentError
from scorer.rules.tournament.format import Format
from scorer.rules.tournament.lots import drawn, lot
from scorer.rules.tournament.standings import standings
from scorer.rules.tournament.state import (
    candidates,
    entrants_of,
    missing_results,
    next_number,
    rounds_of,
    tables_named,
)
from scorer.rules.tournament.values import Number, PlayedRound, Progress


@dataclass(frozen=True, slots=True)
class Question:
    """What a seating answers. Entrants stand in it by labels from 1, which follow from seed and names alone."""

    fmt: Format
    progress: Progress
    stage: int
    seed: int
    labels: Mapping[Number, int]
    players: tuple[int, ...]
    past: tuple[seating.Round, ...]
    apart: frozenset[seating.Pair]

    def ask(self, draw: Callable[..., seating.Round], players: Sequence[int]) -> seating.Round:
        """One of the draws of scorer.rules.seating, with everything it has to know."""
        return draw(players, self.past, sizes=self.fmt.sizes, seed=self.seed, apart=self.apart)


def question_of(fmt: Format, progress: Progress, stage: int, seed: int) -> Question:
    """What is asked for the next round of a stage; who enters later changes nothing about it."""
    everybody = [each.number for each in progress.entrants if each.joined <= next_number(progress)]
    labels = {number: label for label, number in enumerate(drawn(progress, everybody, seed), 1)}
    players = candidates(fmt, progress, stage, next_number(progress))
    return Question(
        fmt=fmt,
        progress=progress,
        stage=stage,
        seed=seed,
        labels=labels,
        players=tuple(sorted(labels[number] for number in players)),
        past=tuple(_relabelled(each, labels) for each in progress.rounds),
        apart=frozenset(
            frozenset(labels[number] for number in pair) for pair in progress.apart if pair <= labels.keys()
        ),
    )


def _relabelled(each: PlayedRound, labels: Mapping[Number, int]) -> seating.Round:
    return seating.Round(
        tuple(tuple(labels[number] for number in table.seats) for table in each.tables),
        tuple(sorted(labels[number] for number in each.resting)),
    )


def _by_lot(question: Question) -> seating.Round:
    return question.ask(seating.by_lot, question.players)


def _fewest_repeats(question: Question) -> seating.Round:
    return question.ask(seating.next_round, question.players)


def _by_place(question: Question) -> seating.Round:
    """By lot at first, then by the standing of the stage; those who share a place by the lots of this round."""
    if not rounds_of(question.progress, question.stage):
        return _by_lot(question)
    if missing := missing_results(question.progress, question.stage):
        tables = tables_named(table for number, table in missing if number == missing[0][0])
        raise TournamentError(
            f"round {next_number(question.progress)} is seated by place: it waits for round {missing[0][0]}, {tables}"
        )
    rows = standings(question.fmt, question.progress, question.stage)
    seated = set(question.players)
    playing = {number for number, label in question.labels.items() if label in seated}
    order = sorted((row.place, question.labels[row.entrant]) for row in rows if row.entrant in playing)
    return question.ask(seating.by_place, [label for _place, label in order])


def _prescribed(question: Question) -> seating.Round:
    """The schedule that anybody gets for so many players, by the list of entries; with fewest repeats once one leaves.

    So it is where the rounds before were not those of this schedule: two were to be kept apart since, or another
    version of the program drew them. The only seating in which the order of entry counts: the organiser wrote the list.
    """
    known = question.labels
    playing = set(question.players)
    listed = [known[number] for number in sorted(known) if known[number] in playing]
    before = question.past[len(question.past) - len(rounds_of(question.progress, question.stage)) :]
    if any(set(seating.present(each)) != set(listed) for each in before):
        return _fewest_repeats(question)
    places = {label: place for place, label in enumerate(listed, 1)}
    apart = [frozenset(places[label] for label in pair) for pair in question.apart if pair <= places.keys()]
    rounds = question.fmt.stages[question.stage].rounds
    planned = seating.schedule(len(listed), rounds, sizes=question.fmt.sizes, apart=apart)
    plan = [
        seating.Round(
            tuple(tuple(listed[place - 1] for place in seats) for seats in each.tables),
            tuple(listed[place - 1] for place in each.resting),
        )
        for each in planned
    ]
    if any(_at_tables(was) != _at_tables(each) for was, each in zip(before, plan, strict=False)):
        return _fewest_repeats(question)
    return plan[len(before)]


def _at_tables(each: seating.Round) -> set[frozenset[int]]:
    """Who sits with whom."""
    return set(map(frozenset, each.tables))


def _groups(question: Question) -> seating.Round:
    """Everybody within their own group; the groups are those of the entries, or the tables that were drawn first."""
    groups = _named_groups(question) or _drawn_groups(question)
    if not groups:
        return _by_lot(question)
    short = [group for group in groups if len(group) < question.fmt.fewest]
    if short:
        raise TournamentError(
            f"a group has {len(short[0])} left; the smallest table needs {question.fmt.fewest}: enter a substitute"
        )
    drawn_groups = [question.ask(seating.next_round, group) for group in groups]
    return seating.Round(
        tuple(seats for each in drawn_groups for seats in each.tables),
        tuple(sorted(label for each in drawn_groups for label in each.resting)),
    )


def _named_groups(question: Question) -> list[list[int]]:
    """The groups that were entered, by their names; none where nobody has one."""
    known = entrants_of(question.progress)
    group = {label: known[number].group for number, label in question.labels.items()}
    names = sorted({group[label] for label in question.players})
    if not any(names):
        return []
    return [[label for label in question.players if group[label] == name] for name in names]


def _drawn_groups(question: Question) -> list[list[int]]:
    """The tables of the first round of the stage; who was at none of them joins one, in turn, by lot."""
    rounds = rounds_of(question.progress, question.stage)
    if not rounds:
        return []
    groups = [[question.labels[number] for number in table.seats] for table in rounds[0].tables]
    at_one = {label for group in groups for label in group}
    playing = set(question.players)
    others = [number for number, label in question.labels.items() if label in playing - at_one]
    for at, number in enumerate(lot(question.progress, others)):
        groups[at % len(groups)].append(question.labels[number])
    return [[label for label in group if label in playing] for group in groups]


SEATINGS: Mapping[str, Callable[[Question], seating.Round]] = {
    "lot": _by_lot,
    "fewest repeats": _fewest_repeats,
    "place": _by_place,
    "prescribed": _prescribed,
    "groups": _groups,
}
