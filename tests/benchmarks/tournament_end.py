"""`python -m tests.benchmarks tournament-end [TOURNAMENTS]`: whether the chances of tournaments come true.

Tournaments of twenty whose tables are played with hands (`tests.tournaments.known_hands`), without and with a form of
the day and a book of earlier evenings, asked at moments: after a round, or in the middle of one. By format and moment:
the Brier score of equal entrants, of the naive line (who leads wins, who is above the cut goes on), of the chances; the
slope of the outcome over the chance; both of the win and of going on.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

import numpy as np

from scorer.insight.forecast.strengths_before import StrengthsBefore, strengths_before
from scorer.rule_files import VARIANTS
from scorer.stats.models.arrays import Floats
from scorer.tournaments.rules import Progress, classification, current_stage, standings
from scorer.tournaments.stats.format_trial import DRAWS, Tried, tournament
from scorer.tournaments.stats.tournament_end import end_rows, strengths_of, under_way
from scorer.tournaments.text.rule_files import FORMATS
from tests.benchmarks.format_trial import league
from tests.tournaments.known_hands import People, at_table, people

ENTRANTS: Final = 20
TOURNAMENTS: Final = 80
TIMES: Final = 100  # that each is played on
BOOK: Final = 1_500  # deals of these entrants before the day, 375 each
TRIED: Final = {"ten-deals": (1, 3), "by-place": (2,), "scighera": (1, 1.5), "champions": (0.5, 2)}


class World(NamedTuple):
    """How bold a crowd is, how far a form of the day moves skill, and whether there is a book."""

    boldness: float = 0.2
    form: float = 0.0
    book: bool = False


WORLDS: Final = {"no book": World(), "form, book": World(form=0.7, book=True)}


class Asked(NamedTuple):
    """What was said of each entrant still in it, what came true, and what the naive line says; (entrants,)."""

    chance: Floats
    outcome: Floats
    naive: Floats


def until(ended: Progress, moment: float) -> Progress:
    """A tournament as it was after so many rounds; half a round is one of which the later half of the tables plays."""
    whole = int(moment)
    rounds = list(ended.rounds[:whole])
    if moment > whole:
        tables = ended.rounds[whole].tables
        half = tuple(replace(table, lines=(), over=False) for table in tables[len(tables) // 2 :])
        rounds.append(replace(ended.rounds[whole], tables=tables[: len(tables) // 2] + half))
    left = {played.stage for played in ended.rounds[whole:]}
    stages = {played.stage for played in rounds if played.stage not in left}
    cuts = tuple(cut for cut in ended.cuts if cut.stage in stages)
    return replace(ended, rounds=tuple(rounds), cuts=cuts, play_offs=())


def of_one(seed: int, world: World, name: str, moments: Iterable[float]) -> list[dict[str, Asked]]:
    """A tournament that is played with hands, and what is said of it at these moments, of winning and of going on."""
    lots = np.random.default_rng([seed, 17])
    known = people(lots, ENTRANTS, world.boldness)
    before = strengths_before(league(lots, known, BOOK), ()) if world.book else None
    today = People(known.skill + world.form * lots.standard_normal(ENTRANTS), known.bold)
    form = FORMATS.load(name)
    most = max(VARIANTS.load(form.variant).player_counts)
    hands = Tried(form, most, ENTRANTS, deals=0, minutes=5, times=1, seed=100_000 + seed, known={})
    start = hands.start(seed % DRAWS)
    ended = tournament(hands, seed, start, partial(at_table, lots, today))
    return [_asked(under_way(form, most, now)._replace(times=TIMES), now, ended, before)
            for now in (until(ended, moment) for moment in moments)]  # fmt: skip


def _asked(tried: Tried, now: Progress, ended: Progress, before: StrengthsBefore | None) -> dict[str, Asked]:
    form, stage = tried.format, current_stage(tried.format, now)
    members = {entrant.number: (f"P{entrant.number - 1:03d}",) for entrant in now.entrants}
    names = {number: player for number, (player,) in members.items()}
    rows = end_rows(tried, now, names, strengths_of(tried, now, members, before))
    place = {row.entrant: row.place for row in standings(form, now, stage)}
    final = {row.entrant: row.place for row in classification(form, ended)}
    number = {player: who for who, player in names.items()}
    there = [number[row["player"]] for row in rows]
    wins = np.array([row["chance"] for row in rows])
    found = {"wins": Asked(wins, _first([final[who] for who in there], 1), _first([place[who] for who in there], 1))}
    through = next((cut.through for cut in ended.cuts if cut.stage == stage), ())
    if through:
        on = np.array([row["goes_on"] for row in rows])
        outcome = np.array([float(who in through) for who in there])
        found["goes on"] = Asked(on, outcome, _first([place[who] for who in there], len(through)))
    for row, who in zip(rows, there, strict=True):
        came = who in through if through else final[who] == 1
        assert not row["certain"] or (row["certain"] == "safe") == came
    return found


def _first(places: list[int], count: int) -> Floats:
    """Who is among the first so many; who share the last place that is left have equal parts of it."""
    share = [max(min(count - place + 1, places.count(place)), 0) / places.count(place) for place in places]
    return np.array(share, np.float64)


def brier(asked: list[Asked], which: str) -> float:
    """The mean squared error of the chances or of the naive line."""
    return float(np.concatenate([(getattr(each, which) - each.outcome) ** 2 for each in asked]).mean())


def slope(asked: list[Asked]) -> tuple[float, float]:
    """The slope of the outcome over the chance through the mean of each tournament, and its standard error."""
    parts = [_parts(each) for each in asked]
    above, below = map(np.array, zip(*parts, strict=True))
    return float(above.sum() / below.sum()), float(
        (above - below * above.sum() / below.sum()).std() * len(parts) ** 0.5 / below.sum()
    )


def _parts(asked: Asked) -> tuple[float, float]:
    ahead = asked.chance - asked.chance.mean()
    return float(ahead @ asked.outcome), float(ahead @ ahead)


def show(count: int = TOURNAMENTS) -> None:
    """Print a line a world, a format and a moment."""
    for world_name, world in WORLDS.items():
        for name, moments in TRIED.items():
            found = [of_one(seed, world, name, moments) for seed in range(count)]
            for at, moment in enumerate(moments):
                for what in found[0][at]:
                    _line(f"{world_name:10} {name:9} {moment:3} {what:7}", [each[at][what] for each in found])


def _line(head: str, asked: list[Asked]) -> None:
    equal = np.mean([each.outcome.mean() * (1 - each.outcome.mean()) for each in asked])
    steep, error = slope(asked)
    print(f"{head}: equal {equal:.4f}, naive {brier(asked, 'naive'):.4f}, chances {brier(asked, 'chance'):.4f}; "
          f"slope {steep:.2f} \N{PLUS-MINUS SIGN}{error:.2f}", flush=True)  # fmt: skip
