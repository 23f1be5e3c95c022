"""Draws that were kept are drawn the same again from their seeds: whoever draws one again a year later gets it.

`kept_draws.csv` was written by the program as it was before its searches shared anything. A line that fails is a draw
that somebody announced and that cannot be drawn again: put the search back as it was, or give it a version.
"""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from scorer.tournaments import seating
from scorer.tournaments.rules import Entrant, Format, Line, Progress, Stage, Table, draw
from scorer.tournaments.seating import Budget, Round
from scorer.tournaments.seating.errors import SeatingError
from tests.tournaments.small_tournaments import form

HASTY: Final = Budget(per_player=60, fewest=2_000, most=20_000, trades=20, numbers=2_000)
PLANS: Final[Mapping[str, Callable[..., Sequence[Round]]]] = {
    "schedule": seating.schedule,
    "schedule of partners": seating.schedule_of_partners,
    "schedule of pairs": seating.schedule_of_pairs,
}
DRAWS: Final[Mapping[str, Callable[..., Round]]] = {
    "fewest repeats": seating.next_round,
    "lot": seating.by_lot,
    "place": seating.by_place,
    "new partners": seating.new_partners,
}


class Kept(NamedTuple):
    """A kept draw, or several in a row: `sizes` of tables as in `5/6`; `special` is what is unusual about it."""

    draw: str
    players: int
    sizes: str
    seed: int
    rounds: int
    special: str


def digest(kept: Kept) -> str:
    """What is drawn now, in short; a seating that is refused is drawn the same where it is refused the same."""
    try:
        text = repr([(played.tables, played.resting) for played in rounds_of(kept)])
    except SeatingError as error:
        text = str(error)
    return sha256(text.encode()).hexdigest()[:12]


def rounds_of(kept: Kept) -> Sequence[Round]:
    """The rounds as they are drawn now."""
    sizes = tuple(map(int, kept.sizes.split("/")))
    apart = [frozenset((1, 2)), frozenset((2, 4))] if kept.special == "apart" else []
    if kept.draw in PLANS:
        words: dict[str, Any] = {} if kept.draw == "schedule of pairs" else {"apart": apart}
        if kept.draw == "schedule":
            words |= {"sizes": sizes} | ({"budget": HASTY} if kept.special != "thorough" else {})
        return PLANS[kept.draw](kept.players, kept.rounds, seed=kept.seed, **words)
    if kept.draw.startswith("format: "):
        return list(of_format(kept, sizes))
    past: list[Round] = []
    for players in there(kept):
        facts: dict[str, Any] = {"seed": kept.seed, "apart": apart}
        if kept.draw == "equals meet":
            levels = {player: (player * 7 + len(past)) % 4 for player in players}
            past.append(seating.equals_meet(sorted(players, key=levels.__getitem__), levels, past, **facts))
        else:
            budget = {} if kept.special == "thorough" else {"budget": HASTY}
            past.append(DRAWS[kept.draw](players, past, sizes=sizes, **facts, **budget))
    return past


def there(kept: Kept) -> Iterator[list[int]]:
    """Who plays each round: where people come and go, one leaves after each round, and two come to the second."""
    moving = kept.special == "come and go"
    for at in range(kept.rounds):
        first, last = (1 + at, kept.players + 2 * (at > 0)) if moving else (1, kept.players)
        yield list(range(first, last + 1))


def of_format(kept: Kept, sizes: tuple[int, ...]) -> Iterator[Round]:
    """Rounds of a format, with their duels, after results that follow from who sits where."""
    way = kept.draw.removeprefix("format: ")
    stage = Stage(
        name="Rounds", rounds=kept.rounds, seating=way, yields="duels" if kept.special == "duels" else "units"
    )
    fmt: Format = form(stage, sizes=sizes)
    if kept.special == "pairs":
        fmt = replace(fmt, team_size=2, members="all play")
    everybody = [f"Player {number}" for number in range(1, kept.players + 1)]
    entrants = tuple(Entrant(number, name, (name,)) for number, name in enumerate(everybody, 1))
    progress = Progress(entrants=entrants, seed=kept.seed)
    for at in range(kept.rounds):
        drawn = draw(fmt, progress, kept.seed + at, HASTY)
        yield Round(
            (*(table.seats for table in drawn.tables), *sum((table.duels for table in drawn.tables), ())), drawn.resting
        )
        tables = tuple(replace(table, lines=lines(table), over=True) for table in drawn.tables)
        progress = replace(progress, rounds=(*progress.rounds, replace(drawn, tables=tables)))


def lines(table: Table) -> tuple[Line, ...]:
    """Units that sum to zero: each gets what they lack of the mean of their numbers."""
    return tuple(Line(number, number * len(table.seats) - sum(table.seats)) for number in table.seats)


def read_kept() -> Iterator[tuple[Kept, str]]:
    """The draws of the table with their digests."""
    with (Path(__file__).parent / "kept_draws.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            numbers = {what: int(row[what]) for what in ("players", "seed", "rounds")}
            yield Kept(row["draw"], sizes=row["sizes"], special=row["special"], **numbers), row["digest"]


@pytest.mark.parametrize("way", sorted({kept.draw for kept, _ in read_kept()}))
def test_a_kept_draw_is_drawn_the_same_again(way: str) -> None:
    changed = [kept for kept, was in read_kept() if kept.draw == way and digest(kept) != was]
    assert changed == []
