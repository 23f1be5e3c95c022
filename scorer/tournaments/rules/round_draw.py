"""The next round of a stage: who sits where, as the format says and the seed decides.

Each seating that a format can name is one question to scorer.tournaments.seating.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from scorer.language import N_, _
from scorer.tournaments import seating
from scorer.tournaments.rules.errors import TournamentError
from scorer.tournaments.rules.events import Number, PlayedRound, Progress, Standing, Table
from scorer.tournaments.rules.format import Format
from scorer.tournaments.rules.stage_standings import standings
from scorer.tournaments.rules.state import (
    candidates,
    current_stage,
    drawn,
    entrants_of,
    lot,
    missing_results,
    next_number,
    rounds_left,
    rounds_of,
    tables_named,
)

Duel = tuple[Number, Number]
WAITING: Mapping[str, str] = {  # by seating
    "place": N_("round {number} is seated by place: it waits for round {earlier}, {tables}"),
    "swiss": N_("round {number} is seated by totals: it waits for round {earlier}, {tables}"),
}


@dataclass(frozen=True, slots=True)
class SeatingQuestion:
    """The question that a seating answers. Labels from 1 stand for entrants; they follow from seed and names alone."""

    fmt: Format
    progress: Progress
    stage: int
    seed: int
    labels: Mapping[Number, int]
    players: tuple[int, ...]
    past: tuple[seating.Round, ...]
    apart: frozenset[seating.Pair]
    budget: seating.Budget | None = None

    def ask(self, draw: Callable[..., seating.Round], players: Sequence[int]) -> seating.Round:
        """One of the draws of scorer.tournaments.seating, with everything it has to know."""
        facts = {"sizes": self.fmt.sizes_in_entrants, "seed": self.seed, "apart": self.apart}
        return draw(players, self.past, **facts, **({"budget": self.budget} if self.budget else {}))


def question_of(
    fmt: Format, progress: Progress, stage: int, seed: int, budget: seating.Budget | None = None
) -> SeatingQuestion:
    """The question for the next round of a stage; entrants who enter later change nothing about it."""
    everybody = [entrant.number for entrant in progress.entrants if entrant.joined <= next_number(progress)]
    labels = {number: label for label, number in enumerate(drawn(progress, everybody, seed), 1)}
    players = candidates(fmt, progress, stage, next_number(progress))
    return SeatingQuestion(
        fmt=fmt,
        progress=progress,
        stage=stage,
        seed=seed,
        labels=labels,
        players=tuple(sorted(labels[number] for number in players)),
        past=tuple(
            seating.Round(
                tuple(tuple(labels[number] for number in table.seats) for table in played.tables),
                tuple(sorted(labels[number] for number in played.resting)),
            )
            for played in progress.rounds
        ),
        apart=frozenset(
            frozenset(labels[number] for number in pair) for pair in progress.apart if pair <= labels.keys()
        ),
        budget=budget,
    )


def _by_lot(question: SeatingQuestion) -> seating.Round:
    return question.ask(seating.by_lot, question.players)


def _fewest_repeats(question: SeatingQuestion) -> seating.Round:
    """The round found with the fewest meetings of two who met before."""
    if question.fmt.seats > 1:
        return _equals(question, dict.fromkeys(question.players, 0))
    return question.ask(seating.next_round, question.players)


def _by_place(question: SeatingQuestion) -> seating.Round:
    """The first round by lot, later ones by the standing of the stage; shared places by the lots of the round."""
    if not rounds_of(question.progress, question.stage):
        return _by_lot(question)
    order = [question.labels[row.entrant] for row in _in_order(question)]
    return question.ask(seating.by_place, order)


def _swiss(question: SeatingQuestion) -> seating.Round:
    """The first round by lot; in later ones entrants with equal totals meet."""
    rows = _in_order(question)
    totals = sorted({row.total for row in rows}, reverse=True)
    return _equals(question, {question.labels[row.entrant]: totals.index(row.total) for row in rows})


def _equals(question: SeatingQuestion, levels: Mapping[int, int]) -> seating.Round:
    """Tables of two entrants of one level, as far as possible."""
    return seating.equals_meet(list(levels), levels, question.past, seed=question.seed, apart=question.apart)


def _in_order(question: SeatingQuestion) -> list[Standing]:
    """The standing of the next round's entrants, ties by its lots; raises TournamentError while a result is missing."""
    if missing := missing_results(question.progress, question.stage):
        earlier = missing[0][0]
        tables = tables_named([table for number, table in missing if number == earlier])
        template = WAITING[question.fmt.stages[question.stage].seating]
        number = next_number(question.progress)
        raise TournamentError(_(template, number=number, earlier=earlier, tables=tables))
    rows = standings(question.fmt, question.progress, question.stage)
    seated = set(question.players)
    playing = [row for row in rows if question.labels.get(row.entrant) in seated]
    return sorted(playing, key=lambda row: (row.place, question.labels[row.entrant]))


def _prescribed(question: SeatingQuestion) -> seating.Round:
    """The schedule that anybody gets for so many players, by the list of entries; else a round with fewest repeats.

    It ends when a player leaves, and where the rounds before are not those of the schedule: two players were to be kept
    apart since, or another version of the program drew them. This is the only seating in which the order of entry
    counts: the organiser wrote the list.
    """
    known = question.labels
    playing = set(question.players)
    listed = [known[number] for number in sorted(known) if known[number] in playing]
    before = question.past[len(question.past) - len(rounds_of(question.progress, question.stage)) :]
    if any(set(seating.present(played)) != set(listed) for played in before):
        return _fewest_repeats(question)
    places = {label: place for place, label in enumerate(listed, 1)}
    apart = [frozenset(places[label] for label in pair) for pair in question.apart if pair <= places.keys()]
    rounds = question.fmt.stages[question.stage].rounds
    if question.fmt.seats > 1 and not apart:
        planned = seating.schedule_of_pairs(len(listed), rounds)
    else:
        planned = seating.schedule(len(listed), rounds, sizes=question.fmt.sizes_in_entrants, apart=apart)
    plan = [
        seating.Round(
            tuple(tuple(listed[place - 1] for place in seats) for seats in round_of_places.tables),
            tuple(listed[place - 1] for place in round_of_places.resting),
        )
        for round_of_places in planned
    ]
    if any(set(map(frozenset, was.tables)) != set(map(frozenset, due.tables)) for was, due in zip(before, plan)):  # noqa: B905 - as far as it is played
        return _fewest_repeats(question)
    return plan[len(before)]


def _groups(question: SeatingQuestion) -> seating.Round:
    """Everybody within their own group; the groups are those of the entries, or the tables that were drawn first."""
    groups = _named_groups(question) or _drawn_groups(question)
    if not groups:
        return _by_lot(question)
    short = [group for group in groups if len(group) < question.fmt.fewest]
    if short:
        template = N_("a group has {players} left; the smallest table needs {fewest}: enter a substitute")
        raise TournamentError(_(template, players=len(short[0]), fewest=question.fmt.fewest))
    drawn_groups = [question.ask(seating.next_round, group) for group in groups]
    return seating.Round(
        tuple(seats for group in drawn_groups for seats in group.tables),
        tuple(sorted(label for group in drawn_groups for label in group.resting)),
    )


def _named_groups(question: SeatingQuestion) -> list[list[int]]:
    """The groups that were entered, by their names; none where nobody has one."""
    known = entrants_of(question.progress)
    group = {label: known[number].group for number, label in question.labels.items()}
    names = sorted({group[label] for label in question.players})
    if not any(names):
        return []
    return [[label for label in question.players if group[label] == name] for name in names]


def _drawn_groups(question: SeatingQuestion) -> list[list[int]]:
    """The tables of the first round of the stage; entrants who sat at none of them join one, in turn, by lot."""
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


SEATINGS: Mapping[str, Callable[[SeatingQuestion], seating.Round]] = {
    "lot": _by_lot,
    "fewest repeats": _fewest_repeats,
    "place": _by_place,
    "prescribed": _prescribed,
    "groups": _groups,
    "swiss": _swiss,
    "new partners": lambda question: question.ask(seating.new_partners, question.players),
}


def draw(fmt: Format, progress: Progress, seed: int, budget: seating.Budget | None = None) -> PlayedRound:
    """The next round of the current stage; the same seed and the same names give the same round to anybody.

    `budget` is what the search for a good seating may cost, where that is not to be the usual. Raises TournamentError
    when there is no round to draw, or when the seating waits for results.
    """
    stage = current_stage(fmt, progress)
    if not rounds_left(fmt, progress, stage):
        if fmt.stages[stage].cut is None:
            template = N_("every round of {stage}, the last stage, is drawn; finish the tournament")
        elif not rounds_of(progress, stage):
            template = N_("nobody has to play {stage}: there is a place for everybody; announce who goes on")
        elif missing_results(progress, stage):
            template = N_("every round of {stage} is drawn, and not all of their results are in")
        else:
            template = N_("every round of {stage} is drawn; announce who goes on")
        raise TournamentError(_(template, stage=fmt.stages[stage].name))
    question = question_of(fmt, progress, stage, seed, budget)
    answer = SEATINGS[fmt.stages[stage].seating](question)
    numbers = {label: number for number, label in question.labels.items()}
    tables = [tuple(numbers[label] for label in seats) for seats in answer.tables]
    duels = fmt.stages[stage].yields == "duels"
    return PlayedRound(
        number=next_number(progress),
        stage=stage,
        tables=tuple(
            Table(number, seats, duels=duels_of(seats, progress) if duels else ())
            for number, seats in enumerate(tables, 1)
        ),
        resting=tuple(numbers[label] for label in answer.resting),
        seed=seed,
    )


def uneven(fmt: Format, progress: Progress) -> tuple[Counter[Number], Counter[Number]]:
    """How often each entrant sat at a table larger than the smallest, and how often each rested, if that is uneven.

    Only those count who were there in every round and play on: who comes late catches up. A counter is empty where its
    numbers differ by at most one, and where the last round had nothing to share out. A prescribed schedule shares out
    over all its rounds, so that it is looked at after its last one.
    """
    last, stage = progress.rounds[-1], current_stage(fmt, progress)
    if fmt.stages[stage].seating == "prescribed" and rounds_left(fmt, progress, stage):
        return Counter(), Counter()
    there = set(candidates(fmt, progress, stage, next_number(progress)))
    for played in progress.rounds:
        there &= {*played.resting, *(number for table in played.tables for number in table.seats)}
    at_larger, rested = Counter(dict.fromkeys(there, 0)), Counter(dict.fromkeys(there, 0))
    for played in progress.rounds:
        seats = {number for table in played.tables if len(table.seats) > fmt.fewest for number in table.seats}
        at_larger.update(seats & there)
        rested.update(there.intersection(played.resting))
    several_sizes = len({len(table.seats) for table in last.tables}) > 1
    for counts, shared_out in ((at_larger, several_sizes), (rested, bool(last.resting))):
        if not shared_out or max(counts.values(), default=0) - min(counts.values(), default=0) <= 1:
            counts.clear()
    return at_larger, rested


class Pairing(NamedTuple):
    """Two who meet at a table, with their totals before it, and the rounds in which they met `before`, by number."""

    table: int
    sides: tuple[Number, ...]
    totals: tuple[Fraction, ...]
    before: tuple[int, ...]


def pairings(fmt: Format, progress: Progress) -> Iterator[Pairing]:
    """The tables of the last round, where it is a Swiss one; none for any other."""
    *earlier, last = progress.rounds
    if fmt.stages[last.stage].seating != "swiss":
        return
    rows = standings(fmt, replace(progress, rounds=tuple(earlier)), last.stage)
    total = {row.entrant: row.total for row in rows}
    for table in last.tables:
        met = [played.number for played in earlier for past in played.tables if set(past.seats) == set(table.seats)]
        totals = tuple(total.get(number, Fraction(0)) for number in table.seats)
        yield Pairing(table.number, table.seats, totals, tuple(met))


def duels_of(seats: Sequence[Number], progress: Progress) -> tuple[Duel, ...]:
    """The duels of a table: those meet who duelled least with each other, and the odd one was odd least often."""
    tables = [table for played in progress.rounds for table in played.tables if table.duels]
    fought = Counter(frozenset(duel) for table in tables for duel in table.duels)
    duelling = Counter(number for table in tables for duel in table.duels for number in duel)
    odd = Counter(number for table in tables for number in table.seats)
    odd.subtract(duelling)

    def burden(pairs: tuple[Duel, ...]) -> tuple[int, int]:
        alone = set(seats).difference(*pairs)
        return sum(odd[number] for number in alone), sum(fought[frozenset(pair)] ** 2 for pair in pairs)

    return min(_pairings(tuple(seats)), key=burden)


def _pairings(seats: tuple[Number, ...]) -> Iterator[tuple[Duel, ...]]:
    """Every way to pair the entrants of a table; one is left over where their number is odd."""
    if len(seats) <= 1:
        yield ()
        return
    first, *others = seats
    for at, second in enumerate(others):
        remaining = (*others[:at], *others[at + 1 :])
        yield from (((first, second), *pairs) for pairs in _pairings(remaining))
    if len(seats) % 2:
        yield from _pairings(tuple(others))
