"""Who wins a tournament that is under way: its rest played many times, by how strong its entrants seem by now.

The rules say who meets whom, who goes on and who has won; tables are played by the model of `format_trial`. How strong
somebody is today is their strength and the form of the day: evenings before tell of the first, the results so far of
both together. With no evenings before, the results alone say how far entrants differ.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from scorer.frames.record_columns import Flags
from scorer.insight.forecast.final_places import first_in_the_end, place_shares
from scorer.insight.forecast.monte_carlo import SEED
from scorer.insight.forecast.strengths_before import StrengthsBefore
from scorer.insight.models.exchangeable import NEGLIGIBLE
from scorer.insight.models.mixed_model import Sums
from scorer.insight.plus_minus import fit_strengths
from scorer.language import N_, _, counts, in_context
from scorer.language.lists_numbers_dates import listed
from scorer.stats.describe.columns import PLAYER
from scorer.stats.describe.verdicts import Verdict
from scorer.stats.models.arrays import Floats, ratio
from scorer.text.numbers import Counting, Row, Rows, chance
from scorer.text.sentences import NAMED
from scorer.tournaments.rules import (
    Format,
    Number,
    Progress,
    Table,
    classification,
    current_stage,
    players_of,
    rounds_left,
    standings,
)
from scorer.tournaments.rules.certainty import certain
from scorer.tournaments.rules.format import BY_STANDING
from scorer.tournaments.stats.format_trial import PlayTable, Tried, by_strength, tournament

THREE: Final = 3
COLUMNS: Final = ("place", PLAYER, "goes_on", "chance", "first_three", "certain")
SAFE, OUT = N_("safe"), N_("out")
CERTAIN_AT_A_CUT: Final = {SAFE: N_("Already safe: {players}."), OUT: N_("Already out: {players}.")}
CERTAIN_OF_THE_END: Final = {OUT: N_("Cannot win any more: {players}.")}  # who is first says who cannot be reached
PATIENCE: Final = 110_000  # rounds of an entrant: what takes a second or so
A_CUT, BY_RESULTS = 3, 4  # rounds that a cut, and a draw by results, take as long as
BESIDES: Final = 8  # entrants that a round takes as long as beside its own
A_DEAL: Final = 5  # minutes
FEWEST, MOST = 150, 2_000
OF_NOTHING: Final = N_("Nothing is known yet of these players: all count as equally strong.")
OF_RESULTS: Final = N_(
    "How strong they are is told by their results so far, drawn towards the others: form and skill are one."
)
OF_EVENINGS: Final = N_(
    "How strong they are is told by earlier evenings of this scorebook and by their results so far, drawn towards the "
    "others; of one day form and skill are one."
)
People = Mapping[Number, Sequence[str]]  # who plays for each entrant now


class Strengths(NamedTuple):
    """How strong entrants are today, in units a deal, with what `chance` does to a deal of one of them.

    `settled`, (entrants,), is what evenings before say of them, in parts of chance, and `seen`, (entrants,), what the
    results so far add. `root`, (entrants, entrants), is that of their covariance in parts of chance. Chance is known
    from so many degrees of `freedom`.
    """

    settled: Floats
    seen: Floats
    root: Floats
    chance: float
    freedom: float

    def drawn(self, lots: np.random.Generator) -> PlayTable:
        """How all play in one of the tournaments."""
        chance = self.chance
        if self.freedom:
            chance *= float(np.sqrt(self.freedom / lots.chisquare(self.freedom)))
        strengths = chance * (self.settled + self.root @ lots.standard_normal(len(self.settled))) + self.seen
        return by_strength(lots, strengths, chance)


def strengths_of(tried: Tried, progress: Progress, people: People, before: StrengthsBefore | None) -> Strengths:
    """How strong all entrants are, by the evenings `before` and by the results so far."""
    sums = _sums(tried, progress, max(people))
    fitted, size = fit_strengths(sums), len(sums.xy)
    told = fitted.residual_variance > 0  # else nothing is known of it
    chance = fitted.residual_variance**0.5 if told else 1.0
    settled, seen, covariance = np.zeros(size), fitted.means, fitted.covariance / chance**2
    if before:
        means, prior = _prior(people, before, size)
        covariance = np.linalg.inv(np.linalg.inv(prior) + sums.xx)
        settled, seen = means - covariance @ sums.xx @ means, covariance @ sums.xy
    root = np.asarray(np.linalg.cholesky(covariance + NEGLIGIBLE * np.eye(size)))
    return Strengths(settled, seen, root, chance, sums.weight if told else 0)


def _prior(people: People, before: StrengthsBefore, size: int) -> tuple[Floats, Floats]:
    """The means and the covariance of strength and form before any result; of a team it is the mean of its members."""
    at = {player: place for place, player in enumerate(before.players)}
    share, own = np.zeros((size, len(at))), np.full(size, NEGLIGIBLE)
    for number, members in people.items():
        known = [at[player] for player in members if player in at]
        share[number - 1, known] = 1 / len(members)
        own[number - 1] += (before.form + before.skill * (1 - len(known) / len(members))) / len(members)
    return share @ before.means, share @ before.covariance @ share.T + np.diag(own)


def _sums(tried: Tried, progress: Progress, size: int) -> Sums:
    """The results so far as sums of a fit of strengths: of each table by how much each got more than the others."""
    xx, xy, yy, weight = np.zeros((size, size)), np.zeros(size), 0.0, 0.0
    for stage, table in _tables(progress):
        count, usual = len(table.lines), tried.deals_in(stage, len(table.seats))[1]
        deals = sum(usual if line.deals is None else line.deals for line in table.lines) / max(count, 1)
        if count > 1 and deals:
            seats, units = np.array([(line.entrant - 1, line.units) for line in table.lines]).T
            ahead = units - units.mean()
            xx[np.ix_(seats, seats)] += deals * (count * np.eye(count) - 1) / (count - 1)
            xy[seats] += ahead
            yy += float(ahead @ ahead) * (count - 1) / count / deals
            weight += count - 1
    return Sums(xx, xy, yy, weight)


def _tables(progress: Progress) -> list[tuple[int, Table]]:
    """All tables until now, each with its stage."""
    return [(drawn.stage, table) for drawn in progress.rounds for table in drawn.tables]


class PlayedOn(NamedTuple):
    """What became of each entrant, (tournaments, entrants): whether they went `on` from the current stage, the `place`.

    Of who took no part the place is missing.
    """

    on: Floats
    place: Floats


def played(tried: Tried, progress: Progress, players: Callable[[np.random.Generator], PlayTable]) -> PlayedOn:
    """The tournament played on so many times, always by the same lots."""
    form, size = tried.format, max(entrant.number for entrant in progress.entrants)
    stage = current_stage(form, progress)
    on, place = np.zeros((tried.times, size)), np.full((tried.times, size), np.nan)
    for at in range(tried.times):
        ended = tournament(tried, at, progress, players(np.random.default_rng([tried.seed, at])))
        for went_on in (number for cut in ended.cuts if cut.stage == stage for number in cut.through):
            on[at, went_on - 1] = 1
        for row in classification(form, ended):
            place[at, row.entrant - 1] = row.place
    return PlayedOn(on, place)


def tournament_end(
    tried: Tried, progress: Progress, people: People, names: Mapping[Number, str], before: StrengthsBefore | None
) -> tuple[list[Row], Verdict]:
    """How a tournament may end, and what that says: its rows are those of `end_rows`."""
    rows = end_rows(tried, progress, names, strengths_of(tried, progress, people, before))
    begun = any(drawn.begun for drawn in progress.rounds)
    return rows, who_wins(rows, _(OF_EVENINGS if before else OF_RESULTS if begun else OF_NOTHING))


def under_way(form: Format, most: int, progress: Progress) -> Tried:
    """A tournament to be played on, of whose variant so many play a deal; so often that nobody waits long for it."""
    steps = 0
    for at, stage in enumerate(form.stages):
        steps += stage.rounds + (A_CUT if stage.cut else 0)
        steps += BY_RESULTS * rounds_left(form, progress, at) if stage.seating in BY_STANDING else 0
    entrants, minutes = len(progress.entrants), _minutes_of_a_deal(form, most, progress)
    times = int(np.clip(PATIENCE // (steps * (entrants + BESIDES)), FEWEST, MOST))
    return Tried(form, most, entrants, deals=0, minutes=minutes, times=times, seed=SEED, known={})


def _minutes_of_a_deal(form: Format, most: int, progress: Progress) -> int:
    """How long a deal takes at tables that end by the clock, by those that are over and say how many deals they had."""
    minutes, deals = 0, 0.0
    for stage, table in _tables(progress):
        dealt = [line.deals or 0 for line in table.lines]
        if table.over and all(dealt):
            minutes += form.stages[stage].minutes or 0
            deals += sum(dealt) / min(len(dealt), most)
    return max(round(minutes / deals), 1) if minutes else A_DEAL


def end_rows(tried: Tried, progress: Progress, names: Mapping[Number, str], strengths: Strengths) -> list[Row]:
    """A row for each entrant who is still in the tournament, by place now: how often they go on, win, are among three.

    So has who is not in it any more, as long as what they made may be among the first three. What no result to come can
    change is certain, 0 or 1, and `certain` says so; of those for whom the next cut decides nothing the chance to go on
    is missing.
    """
    form, stage, ended = tried.format, current_stage(tried.format, progress), played(tried, progress, strengths.drawn)
    playing, sure, has_cut = players_of(form, progress, stage), certain(form, progress), form.stages[stage].cut
    still = still_in(form, progress)
    numbers = np.arange(ended.place.shape[1]) + 1
    among_three: Flags = np.any(ended.place <= THREE, axis=0)
    listed, may_go_on = (
        (among_three | np.isin(numbers, list(still))),
        np.isin(numbers, list(still.intersection(playing))),
    )
    on = ended.on.sum(axis=0) + may_go_on * ended.on.sum() / tried.times / max(may_go_on.sum(), 1)
    on /= tried.times + 1  # nothing that is possible is thought impossible
    places = place_shares(-ended.place, listed & ~np.isnan(ended.place))
    figures = np.stack([on, places[:, 0], places[:, :THREE].sum(axis=1)], axis=1)
    if not (any(drawn.begun for drawn in progress.rounds) or strengths.settled.any()):  # nothing tells them apart
        for alike in (still.intersection(playing), still.difference(playing)):
            rows_alike = [number - 1 for number in alike]
            figures[rows_alike] = figures[rows_alike].sum(axis=0) / max(len(alike), 1)
    settled = np.full(figures.shape, np.nan)
    settled[np.isin(numbers, list(sure.safe)), : 1 if has_cut else 2] = 1
    out = np.isin(numbers, list(sure.out))
    settled[out, :2], settled[out & ~among_three] = 0, 0
    figures = _with_settled(figures, settled)
    place = {row.entrant: row.place for row in standings(form, progress, stage)} if progress.rounds else {}
    rows = []
    for number in (entrant.number for entrant in progress.entrants if listed[entrant.number - 1]):
        goes_on, wins, three = map(float, figures[number - 1])
        word = SAFE if number in sure.safe else OUT if number in sure.out else ""
        decided = has_cut and may_go_on[number - 1]
        cells = place.get(number), names[number], goes_on if decided else None, wins, three, word
        rows.append(dict(zip(COLUMNS, cells, strict=True)))
    return sorted(rows, key=lambda row: (row["place"] or np.inf, -row["chance"], row[PLAYER]))


def still_in(form: Format, progress: Progress) -> set[Number]:
    """The entrants who play in the current stage, and those who wait for a later one."""
    stage = current_stage(form, progress)
    playing = players_of(form, progress, stage)
    waits = any(later.entrants == "through and direct" for later in form.stages[stage + 1 :])
    return {
        entrant.number
        for entrant in progress.entrants
        if entrant.left is None and (entrant.number in playing or (waits and entrant.direct))
    }


def _with_settled(figures: Floats, settled: Floats) -> Floats:
    """Chances, (entrants, columns), with those that are settled, NaN elsewhere; the others share what these leave."""
    others = np.isnan(settled) * figures
    left = np.maximum(figures.sum(axis=0) - np.nansum(settled, axis=0), 0)
    return np.where(np.isnan(settled), others * np.nan_to_num(ratio(left, others.sum(axis=0))), settled)


def certain_or_chance(name: str, row: Row, counting: Counting) -> str:
    """A cell of a chance that the next cut decides: what is certain is said, and is no figure."""
    if row["certain"] and row["goes_on"] is not None:
        return in_context("certain", row["certain"])
    return chance(row[name], counting.style)


def who_wins(rows: Rows, told: str) -> Verdict:
    """Who is first in the end with which chance, and for whom the next decision is none any more; `told` is by what."""
    said = [first_in_the_end(rows, counts.entrants)]
    has_cut = any(row["goes_on"] is not None for row in rows)
    for word, sentence in CERTAIN_AT_A_CUT.items() if has_cut else CERTAIN_OF_THE_END.items():
        if these := [row[PLAYER] for row in rows if row["certain"] == word]:
            said.append(_(sentence, players=listed(these) if len(these) <= NAMED else counts.entrants(len(these))))
    brief = " ".join(said)
    return Verdict(brief, f"{brief} {told}", told)
