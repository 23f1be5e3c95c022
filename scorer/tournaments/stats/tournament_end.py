"""Who wins a tournament that is under way: its rest played many times, by how strong its entrants seem by now.

The rules say who meets whom, who goes on and who has won; tables are played by the model of `format_trial`. How strong
somebody is today is their strength and the form of the day: evenings before tell of the first, the results so far of
both together. With no evenings before, the results alone say how far entrants differ.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from scorer.frames import Frames
from scorer.insight.forecast.final_places import place_shares
from scorer.insight.forecast.monte_carlo import SEED
from scorer.insight.forecast.strengths_before import StrengthsBefore, strengths_before
from scorer.insight.forecast.win_probability import HARDLY_ANY, MOST_NAMED, most_likely
from scorer.insight.models.exchangeable import NEGLIGIBLE
from scorer.insight.models.mixed_model import Sums
from scorer.insight.plus_minus import USUAL_DEVIATION, fit_strengths
from scorer.language import N_, _, counts
from scorer.language.lists_numbers_dates import listed
from scorer.stats.describe.columns import PLAYER
from scorer.stats.describe.verdicts import Verdict
from scorer.stats.models.arrays import Floats
from scorer.text.numbers import Counting, Row, Rows, chance
from scorer.text.sentences import names_or_count
from scorer.tournaments.rules import (
    Entrant,
    Format,
    Number,
    Progress,
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
SAFE, OUT = N_("safe"), N_("out")
PATIENCE: Final = 150_000  # entrants times steps that are played
BESIDES: Final = 8  # entrants that a step takes as long as, whoever they are
SLOW: Final = 4  # steps are as long as one more draw by place
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
STEPS: Final = 5  # until what chance does and what entrants do agree
People = Mapping[Number, Sequence[str]]  # who plays for each entrant now


class Strengths(NamedTuple):
    """How strong entrants are today, in units a deal, with what `chance` does to a deal of one of them.

    `settled`, (entrants,), is what evenings before say of them, in parts of chance, and `seen`, (entrants,), what the
    results so far add. `root`, (entrants, entrants), is that of their covariance in parts of chance. Chance is known
    from so many degrees of `freedom`; `likeness` is that of two deals of an evening that is yet to come.
    """

    settled: Floats
    seen: Floats
    root: Floats
    chance: float
    freedom: float
    likeness: float

    def drawn(self, lots: np.random.Generator) -> PlayTable:
        """How all play in one of the tournaments."""
        chance = self.chance
        if self.freedom:
            chance *= float(np.sqrt(self.freedom / lots.chisquare(self.freedom)))
        strengths = chance * (self.settled + self.root @ lots.standard_normal(len(self.settled))) + self.seen
        return by_strength(lots, strengths, chance, self.likeness)


def strengths_of(
    tried: Tried, progress: Progress, people: People, before: StrengthsBefore | None, *, one_day: bool
) -> Strengths:
    """How strong all entrants are, by the evenings `before` and by the results so far.

    Where the tournament is not of `one_day`, its own results are among those evenings, and each round has another form.
    """
    sums = _sums(tried, progress, max(people))
    likeness = before.form.likeness if before else 0.0
    means, covariance = _prior(people, before, sums, likeness if one_day else 0.0)
    inverse, chance = np.linalg.inv(covariance), _chance(sums, means, covariance)
    known = sums if one_day or not before else sums.scaled(0)
    posterior = np.linalg.inv(inverse + known.xx)
    root = np.asarray(np.linalg.cholesky(posterior + NEGLIGIBLE * np.eye(len(means))))
    settled, seen = means - posterior @ known.xx @ means, posterior @ known.xy
    return Strengths(settled, seen, root, chance, sums.weight, 0.0 if one_day else likeness)


def _prior(people: People, before: StrengthsBefore | None, sums: Sums, likeness: float) -> tuple[Floats, Floats]:
    """The means and the covariance of strength and form before any result; of a team it is the mean of its members."""
    size = len(sums.xy)
    if before is None:
        fitted = fit_strengths(sums)
        told = sums.weight > 1 and sums.yy > 0
        return np.zeros(size), np.eye(size) * (fitted.role_covariance[0, 0] if told else USUAL_DEVIATION**2)
    at = {player: place for place, player in enumerate(before.players)}
    share, own = np.zeros((size, len(at))), np.full(size, before.skill + likeness)
    for number, members in people.items():
        known = [at[player] for player in members if player in at]
        share[number - 1, known] = 1 / len(members)
        own[number - 1] = (likeness + before.skill * (1 - len(known) / len(members))) / len(members)
    return share @ before.means, share @ before.covariance @ share.T + np.diag(own)


def _chance(sums: Sums, means: Floats, covariance: Floats) -> float:
    """What chance does to a deal of an entrant, by the results so far; as much as strengths are measured in without."""
    chance = float(np.sqrt(sums.yy / max(sums.weight, 1))) or 1.0
    posterior = np.linalg.inv(np.linalg.inv(covariance) + sums.xx)
    for _step in range(STEPS if sums.yy else 0):
        left = sums.xy - chance * sums.xx @ means
        square = sums.yy - 2 * chance * means @ sums.xy + chance**2 * means @ sums.xx @ means - left @ posterior @ left
        chance = float(np.sqrt(square / sums.weight))
    return chance


def _sums(tried: Tried, progress: Progress, size: int) -> Sums:
    """The results so far as sums of a fit of strengths: of each table by how much each got more than the others."""
    xx, xy, yy, weight = np.zeros((size, size)), np.zeros(size), 0.0, 0.0
    for played in progress.rounds:
        for table in played.tables:
            count, each = len(table.lines), tried.deals_in(played.stage, len(table.seats))[1]
            deals = sum(each if line.deals is None else line.deals for line in table.lines) / max(count, 1)
            if count > 1 and deals:
                seats = np.array([line.entrant - 1 for line in table.lines])
                units = np.array([line.units for line in table.lines], np.float64)
                units -= units.mean()
                xx[np.ix_(seats, seats)] += deals * (np.eye(count) * count - 1) / (count - 1)
                xy[seats] += units
                yy += float((units**2).sum()) * (count - 1) / count / deals
                weight += count - 1
    nothing = np.zeros(0)
    return Sums(xx, xy, yy, nothing, np.zeros((0, size)), nothing, weight)


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


class TournamentEnd(NamedTuple):
    """How a tournament that is under way may end: a row for each who is still in it, after so many `times`.

    `told` says by what it is known how strong they are.
    """

    rows: list[Row]
    times: int
    told: str

    @property
    def verdict(self) -> Verdict:
        """Who is first in the end."""
        return who_wins(self.rows, self.told)


def tournament_end(
    tried: Tried, progress: Progress, matches: Collection[int], people: People, names: Mapping[Number, str],
    frames: Frames,
) -> TournamentEnd:  # fmt: skip
    """How a tournament may end whose tables are these `matches`, by their ids; `frames` are those of the scorebook."""
    days = frames.matches["on"][frames.matches["match_id"].isin(list(matches))].nunique()
    one_day = days <= 1
    before = strengths_before(frames, matches if one_day else ())
    strengths = strengths_of(tried, progress, people, before, one_day=one_day)
    rows = end_rows(tried, progress, names, strengths)
    begun = any(played.begun for played in progress.rounds)
    told = OF_EVENINGS if before else OF_RESULTS if begun else OF_NOTHING
    return TournamentEnd(rows, tried.times, _(told))


def under_way(form: Format, most: int, progress: Progress) -> Tried:
    """A tournament to be played on, of whose variant so many play a deal; so often that nobody waits long for it."""
    left = sum(rounds_left(form, progress, at) for at, stage in enumerate(form.stages) if stage.seating in BY_STANDING)
    by_table = sum(stage.rounds * (1 if stage.yields == "units" else 2) for stage in form.stages)
    entrants, steps = len(progress.entrants), by_table + 2 * len(form.stages) + SLOW * left
    times = int(np.clip(PATIENCE // (steps * (entrants + BESIDES)), FEWEST, MOST))
    minutes = _minutes_of_a_deal(form, most, progress)
    return Tried(form, most, entrants, deals=0, minutes=minutes, times=times, seed=SEED, known={})


def _minutes_of_a_deal(form: Format, most: int, progress: Progress) -> int:
    """How long a deal takes at tables that end by the clock, by those that are over and say how many deals they had."""
    minutes, deals = 0, 0.0
    for played in progress.rounds:
        for table in played.tables:
            dealt = [line.deals or 0 for line in table.lines]
            if table.over and all(dealt):
                minutes += form.stages[played.stage].minutes or 0
                deals += sum(dealt) / min(len(dealt), most)
    return max(round(minutes / deals), 1) if minutes else A_DEAL


def end_rows(tried: Tried, progress: Progress, names: Mapping[Number, str], strengths: Strengths) -> list[Row]:
    """A row for each entrant who is still in the tournament, by place now: how often they go on, win, are among three.

    What no result to come can change is certain, 0 or 1, and `certain` says so; of those for whom the next cut decides
    nothing the chance to go on is missing.
    """
    form, stage, ended = tried.format, current_stage(tried.format, progress), played(tried, progress, strengths.drawn)
    playing, sure = players_of(form, progress, stage), certain(form, progress)
    on = (ended.on.sum(axis=0) + ended.on.mean()) / (tried.times + 1)  # nothing that is possible is thought impossible
    places = place_shares(-ended.place, ~np.isnan(ended.place))
    first, three = places[:, 0], places[:, :THREE].sum(axis=1)
    there = _still_in(progress, playing, stage, form)
    may = sorted({*playing, *(entrant.number for entrant in there)} - sure.out)
    first *= np.isin(np.arange(len(first)) + 1, may)
    first /= first.sum()
    if not any(drawn.begun for drawn in progress.rounds):
        on, first, three = (_of_equals(figure, progress, strengths) for figure in (on, first, three))
    place = {row.entrant: row.place for row in standings(form, progress, stage)} if progress.rounds else {}
    decides = form.stages[stage].cut is not None
    rows = []
    for entrant in there:
        number, at = entrant.number, entrant.number - 1
        state = SAFE if number in sure.safe else OUT if number in sure.out else ""
        wins = 1.0 if state == SAFE and not decides else float(first[at])
        goes_on = {SAFE: 1.0, OUT: 0.0}.get(state, float(on[at])) if decides and number in playing else None
        row = {"goes_on": goes_on, "chance": wins, "first_three": float(three[at]), "certain": state}
        rows.append({"place": place.get(number), PLAYER: names[number], **row})
    return sorted(rows, key=lambda row: (row["place"] or np.inf, -(row["goes_on"] or 1), -row["chance"], row[PLAYER]))


def _still_in(progress: Progress, playing: Sequence[Number], stage: int, form: Format) -> list[Entrant]:
    """Who is in the current stage, or waits for a later one, and has not left."""
    waits = any(later.entrants == "through and direct" for later in form.stages[stage + 1 :])
    return [
        entrant
        for entrant in progress.entrants
        if entrant.left is None and (entrant.number in playing or (waits and entrant.direct))
    ]


def _of_equals(figure: Floats, progress: Progress, strengths: Strengths) -> Floats:
    """A figure, (entrants,), with the same for all of whom the same is known before the first result."""
    mean, spread = strengths.settled.round(9), (strengths.root**2).sum(axis=1).round(9)
    direct = {entrant.number for entrant in progress.entrants if entrant.direct}
    alike = [(mean[at], spread[at], at + 1 in direct) for at in range(len(figure))]
    _kinds, kind = np.unique(np.array(alike), axis=0, return_inverse=True)
    return np.asarray((np.bincount(kind, figure) / np.bincount(kind))[kind])


def certain_or_chance(name: str, row: Row, counting: Counting) -> str:
    """A cell of a chance that the next cut or the end decides: what is certain is said, and is no figure."""
    decided = "chance" if row["goes_on"] is None else "goes_on"
    return _(row["certain"]) if row["certain"] and name == decided else chance(row[name], counting.style)


def who_wins(rows: Rows, told: str) -> Verdict:
    """Who is first in the end with which chance, and for whom the next decision is none any more; `told` is by what."""
    likely = sorted(rows, key=lambda row: -row["chance"])
    named = most_likely([row for row in likely if row["chance"] >= HARDLY_ANY] or likely)
    players = [_("{player} with {chance}", player=row[PLAYER], chance=chance(row["chance"])) for row in named]
    said = [_("First in the end: {players}.", players=listed(players))]
    if len(named) > MOST_NAMED:
        facts = {"players": counts.players(len(named)), "chance": chance(likely[0]["chance"])}
        said = [_("First in the end: {players} with {chance} each.", **facts)]
    decides = any(row["goes_on"] is not None for row in rows)
    words = {SAFE: N_("Sure to go on: {players}."), OUT: N_("Cannot go on any more: {players}.")}
    if not decides:
        words = {SAFE: N_("Has won, whatever comes: {players}."), OUT: N_("Cannot win any more: {players}.")}
    for state, sentence in words.items():
        if these := [row[PLAYER] for row in rows if row["certain"] == state]:
            said.append(_(sentence, players=names_or_count(these)))
    brief = " ".join(said)
    return Verdict(brief, f"{brief} {told}", told)
