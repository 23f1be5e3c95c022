"""Which format finds the better player: tournaments of a format, played many times by players whose skill is known.

What is drawn, who goes on and who has won is asked of the rules as at a desk; a table is played by a model of a deal.
The same seed has the same players in every format.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, repeat
from operator import itemgetter
from typing import Final, NamedTuple

import numpy as np

from scorer.frames.record_columns import Ints
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import listed, number
from scorer.stats.describe.statistic_files import listing_of
from scorer.stats.models.arrays import Floats
from scorer.stats.models.intervals import wilson
from scorer.stats.models.multiple_testing import holm
from scorer.text.numbers import Row, plain
from scorer.tournaments.rules import (
    Cut,
    Entrant,
    Format,
    Line,
    Number,
    PlayedRound,
    PlayOff,
    Progress,
    classification,
    cut,
    draw,
    play_off_due,
    players_of,
    rounds_left,
)
from scorer.tournaments.rules.format import BY_STANDING, MOST_ROUNDS
from scorer.tournaments.seating import Budget

FIVE: Final = 5
DRAWS: Final = 12  # of the first stage, played by others each time
BUDGET: Final = Budget(60, 500, 5_000, 20, 0)  # of a draw that nobody waits for
PlayTable = Callable[[Ints, int], Floats]  # the units of the entrants at a table, (seats,), after so many deals of each
DrawPlayers = Callable[[np.random.Generator], tuple[Number, PlayTable]]  # the best of the entrants; how all play


def normal_players(entrants: int, skill: float, chance: float) -> DrawPlayers:
    """Draws entrants by the normal model: of a deal they get their strength less the mean of the others, and chance.

    `skill` is the standard deviation of their strengths, `chance` that of what a deal brings one of them besides.
    """

    def drawn(lots: np.random.Generator) -> tuple[Number, PlayTable]:
        strengths = lots.standard_normal(entrants) * skill

        def play(seats: Ints, deals: int) -> Floats:
            scale = (len(seats) / (len(seats) - 1)) ** 0.5
            luck = lots.standard_normal(len(seats)) * chance * deals**0.5
            units = luck + strengths[seats - 1] * scale * deals
            return np.asarray(scale * (units - units.mean()))

        return int(strengths.argmax()) + 1, play

    return drawn


class Tried(NamedTuple):
    """A format that is tried, so many `times` by so many `entrants`.

    `most` can play a deal of its variant, which takes so many `minutes`; `deals` are those of who plays to the end when
    formats are tried at equal deals. Draws that are `known` are not made again.
    """

    format: Format
    most: int
    entrants: int
    deals: int
    minutes: int
    times: int
    seed: int
    known: dict[tuple[int, int], PlayedRound]

    def deals_in(self, stage: int, size: int) -> tuple[int, int]:
        """How many deals a match has, and how many each plays: where too many sit there, they rest by turns."""
        rules = self.format.stages[stage]
        deals = rules.deals.get(size) or (rules.minutes or 0) // self.minutes or 1
        return deals, deals * min(size, self.most) // size

    def start(self, at: int) -> Progress:
        """One of the tournaments. Who is strong is drawn anew in each, so that names and draws say nothing."""
        entrants = tuple(Entrant(each, str(each), ()) for each in range(1, self.entrants + 1))
        return Progress(entrants, seed=self.seed + at % DRAWS * MOST_ROUNDS)

    def drawn(self, progress: Progress) -> PlayedRound:
        """The next round; one of the first stage that does not follow from results is drawn once for each seed."""
        key = progress.seed, len(progress.rounds)
        if progress.cuts or self.format.stages[0].seating in BY_STANDING or key not in self.known:
            self.known[key] = draw(self.format, progress, sum(key), BUDGET)
        return self.known[key]


def tournament(tried: Tried, progress: Progress, play: PlayTable) -> Progress:
    """A tournament played to its end from its entrants on."""
    form = tried.format
    for at, stage in enumerate(form.stages):
        while rounds_left(form, progress, at):
            progress = replace(progress, rounds=(*progress.rounds, _with_results(tried, tried.drawn(progress), play)))
        while tied := play_off_due(form, progress):
            seats = np.array(tied)
            order = seats[np.argsort(-play(seats, 1))].tolist()
            progress = replace(progress, play_offs=(*progress.play_offs, PlayOff(at, frozenset(tied), tuple(order))))
        if stage.cut:
            progress = replace(progress, cuts=(*progress.cuts, Cut(at, cut(form, progress, at).through)))
    return progress


def _with_results(tried: Tried, drawn: PlayedRound, play: PlayTable) -> PlayedRound:
    """A round with the results of its tables; units are whole, as on paper."""
    over = []
    for table in drawn.tables:
        _deals, each = tried.deals_in(drawn.stage, len(table.seats))
        units = np.rint(play(np.array(table.seats), each)).astype(int).tolist()
        over.append(replace(table, lines=tuple(map(Line, table.seats, units, repeat(each))), over=True))
    return replace(drawn, tables=tuple(over))


class Found(NamedTuple):
    """How far the best got in each tournament, and how many deals and hours one takes who plays to the end.

    `got`, (tournaments, 3): whether the best won (a part where others share the first place), played in the last stage,
    came among five. Behind them the same at equal deals, where that is tried.
    """

    got: Floats
    deals: int
    hours: float


def trial(tried: Tried, players: DrawPlayers) -> Found:
    """The tournaments, each with entrants of its own."""
    form, got = tried.format, np.zeros((tried.times, 3))
    for at in range(tried.times):
        best, play = players(np.random.default_rng([tried.seed, at]))
        progress = tournament(tried, tried.start(at), play)
        places = {row.entrant: row.place for row in classification(form, progress)}
        wins = (places[best] == 1) / list(places.values()).count(1)
        got[at] = wins, best in players_of(form, progress, len(form.stages) - 1), places[best] <= FIVE
    matches = [tried.deals_in(played.stage, len(played.tables[-1].seats)) for played in progress.rounds]
    deals, each = map(sum, zip(*matches, strict=True))
    return Found(got, each, round(deals * tried.minutes / 60, 2))


def as_played_and_equal(tried: Tried, skill: float, chance: float) -> Found:
    """What a format finds by the normal model: as it is played, and at equal deals.

    With matches so much longer chance counts less beside skill, by the root. A team has the mean skill of its members.
    """
    skill /= tried.format.team_size**0.5
    played = equal = trial(tried, normal_players(tried.entrants, skill, chance))
    if played.deals != tried.deals:
        chance *= (played.deals / tried.deals) ** 0.5
        equal = trial(tried, normal_players(tried.entrants, skill, chance))
    return played._replace(got=np.hstack((played.got, equal.got)))


def row_of(name: str, tried: Tried, found: Found) -> Row:
    """The row of a format; one of a single stage has no figures of a final."""
    counts, times = found.got.sum(axis=0), np.array(len(found.got))
    shares = np.column_stack((counts / times, *wilson(counts, times))).ravel().tolist()
    row = dict(zip(listing_of("format_trial").names, (name, *found[1:], *shares), strict=True))
    return row | {cell: None for cell in row if "final" in cell and len(tried.format.stages) == 1}


def verdict(rows: Sequence[Row], found: Mapping[str, Found], entrants: float) -> str:
    """Under which format the best wins most often, as played and at equal deals, and which are not told apart."""
    said = []
    as_played = N_(
        "As played the best of {entrants} wins most often under {format}: {times} of 100 times, by lot {lot}."
    )
    equal = N_(
        "At equal deals the best of {entrants} wins most often under {format}: {times} of 100 times, by lot {lot}."
    )
    for template, wins, column in ((as_played, "wins", 0), (equal, "equal_wins", 3)):
        best = max(rows, key=itemgetter(wins))
        facts = {"format": best["format"], "entrants": entrants, "lot": plain(100 / entrants)}
        said.append(_(template, **facts, times=number(100 * best[wins])))
        if level := not_told_apart({name: one.got[:, column] for name, one in found.items()}):
            said.append(_("Not told apart: {pairs}.", pairs="; ".join(map(listed, level))))
    return " ".join(said)


def not_told_apart(wins: Mapping[str, Floats]) -> list[tuple[str, str]]:
    """The pairs whose wins, (tournaments,), differ no more than chance makes them, all pairs taken together."""
    pairs = list(combinations(wins, 2))
    apart = [wins[first] - wins[second] for first, second in pairs]
    told = holm(np.array([abs(each.mean()) / max(each.std(), 1e-9) * len(each) ** 0.5 for each in apart]))
    return [pair for pair, is_told in zip(pairs, told, strict=True) if not is_told]
