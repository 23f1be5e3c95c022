"""The next round of a stage: who sits where, as the format says and the seed decides."""

from collections import Counter
from collections.abc import Iterator, Sequence

from scorer.rules.errors import TournamentError
from scorer.rules.tournament.format import Format
from scorer.rules.tournament.seatings import SEATINGS, Question, question_of
from scorer.rules.tournament.state import candidates, current_stage, next_number, rounds_left, rounds_of
from scorer.rules.tournament.values import Number, PlayedRound, Progress, Table

Duel = tuple[Number, Number]


def draw(fmt: Format, progress: Progress, seed: int) -> PlayedRound:
    """The next round of the current stage; the same seed and the same names give the same round to anybody.

    Raises TournamentError when there is no round to draw, or when the seating waits for results.
    """
    stage = current_stage(fmt, progress)
    _check_left(fmt, progress, stage)
    question = question_of(fmt, progress, stage, seed)
    _check_players(fmt, question)
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
    """How often everybody sat at a table larger than the smallest, and rested, where the last round left it uneven.

    Each is empty where nobody did so two times more than another, of those who were there in every round and play on
    (who comes late catches up), and where the last round had nothing to share out. A prescribed schedule shares out
    over all its rounds, so that its last one counts.
    """
    last, stage = progress.rounds[-1], current_stage(fmt, progress)
    if fmt.stages[stage].seating == "prescribed" and rounds_left(fmt, progress):
        return Counter(), Counter()
    there = set(candidates(fmt, progress, stage, next_number(progress)))
    for each in progress.rounds:
        there &= {*each.resting, *(number for table in each.tables for number in table.seats)}
    at_larger, rested = Counter(dict.fromkeys(there, 0)), Counter(dict.fromkeys(there, 0))
    for each in progress.rounds:
        seats = {number for table in each.tables if len(table.seats) > fmt.fewest for number in table.seats}
        at_larger.update(seats & there)
        rested.update(there.intersection(each.resting))
    several_sizes = len({len(table.seats) for table in last.tables}) > 1
    return _if_uneven(at_larger, several_sizes), _if_uneven(rested, bool(last.resting))


def _if_uneven(times: Counter[Number], to_share: bool) -> Counter[Number]:
    return times if to_share and max(times.values(), default=0) - min(times.values(), default=0) > 1 else Counter()


def _check_left(fmt: Format, progress: Progress, stage: int) -> None:
    """Refuse a round beyond those of the stage."""
    if rounds_left(fmt, progress):
        return
    name = fmt.stages[stage].name
    if fmt.stages[stage].cut is None:
        raise TournamentError(f"every round of {name}, the last stage, is drawn; finish the tournament")
    if not rounds_of(progress, stage):
        raise TournamentError(f"nobody has to play {name}: there is a place for everybody; announce who goes on")
    raise TournamentError(f"every round of {name} is drawn; announce who goes on")


def _check_players(fmt: Format, question: Question) -> None:
    if len(question.players) < fmt.fewest:
        name = fmt.stages[question.stage].name
        raise TournamentError(f"{name}: {len(question.players)} can be seated; the smallest table needs {fmt.fewest}")


def duels_of(seats: Sequence[Number], progress: Progress) -> tuple[Duel, ...]:
    """The named pairs of a table: those who duelled least with each other, the odd one who was so least often."""
    tables = [table for each in progress.rounds for table in each.tables if table.duels]
    fought = Counter(frozenset(duel) for table in tables for duel in table.duels)
    duelling = Counter(number for table in tables for duel in table.duels for number in duel)
    odd = Counter(number for table in tables for number in table.seats)
    odd.subtract(duelling)

    def burden(pairs: tuple[Duel, ...]) -> tuple[int, int]:
        alone = set(seats).difference(*pairs)
        return sum(odd[number] for number in alone), sum(fought[frozenset(pair)] ** 2 for pair in pairs)

    return min(_pairings(tuple(seats)), key=burden)


def _pairings(seats: tuple[Number, ...]) -> Iterator[tuple[Duel, ...]]:
    """Every way to pair those at a table, of whom one is left over where their number is odd."""
    if len(seats) <= 1:
        yield ()
        return
    first, *others = seats
    for at, other in enumerate(others):
        rest = (*others[:at], *others[at + 1 :])
        yield from (((first, other), *pairs) for pairs in _pairings(rest))
    if len(seats) % 2:
        yield from _pairings(tuple(others))
