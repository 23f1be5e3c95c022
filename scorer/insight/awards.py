"""Awards of a season: the best in each role, the boldest caller, and the most careful one."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import Flags, Ints
from scorer.insight.rating import rating, roles_apart
from scorer.language import N_, _, ngettext
from scorer.language.lists_numbers_dates import listed
from scorer.rules.kinds import CALLED, DEFENDER, FAILED, MADE, PARTNER, SIDE
from scorer.stats.describe.verdicts import Verdict
from scorer.stats.models.arrays import NEGLIGIBLE_SHARE, Floats, codes, is_one_of, ratio, runs
from scorer.stats.models.beta_binomial import rate_prior
from scorer.stats.tally import CONTRACT_ROLES, MIN_DEALS, Tally, tally
from scorer.text.numbers import Counting, Rows, percent
from scorer.text.sentences import names_or_count

MOSTLY_CHANCE: Final = N_(
    "No difference between these players can be told yet: who has the award of a role is mostly chance."
)
NOTHING_PREDICTED: Final = N_(
    "The ratings of this league predict nothing yet: matches that were left out are predicted as well with all players "
    "equal, so that nobody has the award of a role."
)
TITLES: Final = {
    "caller": N_("the caller"),
    "partner": N_("the partner"),
    "defender": N_("the defender"),
    "side": N_("the best where nobody calls"),
    "bold": N_("the boldest"),
    "careful": N_("the most careful"),
}
HAS: Final = {
    "caller": N_("{player} is the caller."),
    "partner": N_("{player} is the partner."),
    "defender": N_("{player} is the defender."),
    "side": N_("{player} is the best where nobody calls."),
    "bold": N_("{player} is the boldest."),
    "careful": N_("{player} is the most careful."),
}
ARE_LEVEL: Final = {
    "caller": N_("{players} are level as the caller."),
    "partner": N_("{players} are level as the partner."),
    "defender": N_("{players} are level as the defender."),
    "side": N_("{players} are level as the best where nobody calls."),
    "bold": N_("{players} are level as the boldest."),
    "careful": N_("{players} are level as the most careful."),
}
MEANT: Final = {
    "caller": N_("does most as the caller: units a deal at stake 1, above average"),
    "partner": N_("does most as the partner: units a deal at stake 1, above average"),
    "defender": N_("does most as a defender: units a deal at stake 1, above average"),
    "side": N_("does most where nobody calls: units a deal at stake 1, above average"),
    "bold": N_("calls most often"),
    "careful": N_("makes most of what is called, drawn towards all"),
}
FIRST_BY_CHANCE: Final = {  # of the awards for a share
    "bold": N_("If all were equal, the first would by chance call in about {share} of the deals."),
    "careful": N_("If all were equal, the first would by chance make about {share} of the contracts."),
}
HARDLY_CHANCE: Final = {
    "bold": N_("Calling in {share} of the deals, as the boldest did, is hardly chance."),
    "careful": N_("Making {share} of the contracts, as the most careful did, is hardly chance."),
}
MAYBE_CHANCE: Final = {
    "bold": N_("Calling in {share} of the deals, as the boldest did, may well be chance."),
    "careful": N_("Making {share} of the contracts, as the most careful did, may well be chance."),
}
IN_ROLE: Final = {"caller": CALLED, "partner": (PARTNER,), "defender": (DEFENDER,), "side": (SIDE,)}
SEASONS: Final = 2000  # that are drawn of equal players
SELDOM: Final = 0.05
_TYPES: Final[dict[str, Any]] = {
    "award": "str", "player": "str", "figure": np.float64, "everybody": np.float64, "deals": np.int64,
    "first_by_chance": np.float64, "significant": np.bool_, "players": np.int64,
    "predictive": np.bool_,
}  # fmt: skip


def awards(frames: Frames, *, min_deals: int = MIN_DEALS) -> pd.DataFrame:
    """A row per award, of players with at least `min_deals` deals of its kind.

    * `caller`, `partner`, `defender`, and `side` where nobody calls: the player who does most in that role
      (`scorer.insight.rating`). It has to be above the average, and the ratings have to predict something;
    * `bold`: the player who calls the largest share of the deals in which somebody called;
    * `careful`: the player who makes the largest share of their contracts, without even ones, drawn towards the share
      of all (`models.beta_binomial`).

    Players who are level have a row each. An award that nobody can have has no row, nor has a share for which a single
    player has enough deals. `first_by_chance` is the mean share of the first if all were equal: anybody at the table
    equally likely to make each call, every contract made as often as those of all. A share is `significant` where
    fewer than 5 of 100 such seasons have a first who reaches it.
    """
    counted = tally(frames.payouts)
    table = rating(frames)
    ratings, predictive = table.set_index("player").reindex(counted.players), bool(table["predictive"].all())
    rows = []
    for kind in _kinds(frames, counted, ratings):
        there = (kind.deals >= max(min_deals, 1)) & ~np.isnan(kind.figure)
        players = there.sum()
        if players < (1 if kind.if_equal is None else 2):  # a share is the largest only beside another
            continue
        best, first_by_chance, significant = _beside_chance(kind, there)
        if kind.if_equal is None and (best <= 0 or not predictive):
            continue
        rows += [
            (
                kind.name,
                counted.players[at],
                kind.figure[at],
                kind.everybody,
                kind.deals[at],
                first_by_chance,
                significant,
                players,
                predictive,
            )
            for at in np.flatnonzero(there & (kind.figure >= best)).tolist()
        ]
    return pd.DataFrame(rows, columns=list(_TYPES)).astype(_TYPES)


def award_figure(name: str, row: Mapping[str, Any], units: Counting) -> str:
    """The figure of an award: a rating as `+0.17`, a share as `38 %`."""
    if row[name] is None:
        return units.style.nothing
    return percent(row[name]) if row["award"] in FIRST_BY_CHANCE else units.mean(row[name])


def award_words(row: Mapping[str, Any], *, sure: bool = True) -> str:
    """What an award is for, and what chance alone makes of the first, for who asks how `sure` it is."""
    meaning = _(MEANT[row["award"]])
    if row["players"] == 1:
        return _("{meaning}; nobody else has so many deals of it", meaning=meaning)
    if not sure:
        together = {"meaning": meaning, "everybody": percent(row["everybody"])}
        return _("{meaning}; all together {everybody}", **together) if row["award"] in FIRST_BY_CHANCE else meaning
    if row["award"] in FIRST_BY_CHANCE:
        everybody, first = percent(row["everybody"]), percent(row["first_by_chance"])
        facts = {"meaning": meaning, "everybody": everybody, "first": first}
        return _("{meaning}; all together {everybody}, the first by chance {first}", **facts)
    fields = {"meaning": meaning, "players": row["players"]}
    return _("{meaning}; of {players} equals each would be first with 1 in {players}", **fields)


def awards_verdict(rows: Rows) -> Verdict:
    """Which awards may be chance; whole with who has which."""
    if not rows:
        return Verdict.plain(_("No award yet: nobody has {deals} deals of a kind.", deals=MIN_DEALS))
    level: dict[str, list[str]] = {}
    for row in rows:
        level.setdefault(row["award"], []).append(row["player"])
    firsts = [next(row for row in rows if row["award"] == award) for award in level]
    sentences = [
        _(ARE_LEVEL[award], players=names_or_count(players)) if players[1:] else _(HAS[award], player=players[0])
        for award, players in level.items()
    ]
    sentences.append(_roles_by_chance(firsts) if rows[0]["predictive"] else _(NOTHING_PREDICTED))
    for row in firsts:
        if row["award"] in FIRST_BY_CHANCE:
            chance = (HARDLY_CHANCE if row["significant"] else MAYBE_CHANCE)[row["award"]]
            sentences.append(_(FIRST_BY_CHANCE[row["award"]], share=percent(row["first_by_chance"])))
            sentences.append(_(chance, share=percent(row["figure"])))
    return Verdict(_which_may_be_luck(firsts), " ".join(filter(None, sentences)))


def _which_may_be_luck(rows: Rows) -> str:
    """Which of these awards may be luck, all of them or some by their titles; empty where none is."""
    lucky = [award_title(row) for row in rows if not row["significant"]]
    if len(lucky) == len(rows):
        return _("Who has which award may be luck.")
    return _("Luck alone may have decided who is {awards}.", awards=listed(lucky)) if lucky else ""


def _roles_by_chance(rows: Rows) -> str:
    """Of which roles the award is mostly chance; or how likely each player would have it if all were equal."""
    in_roles = [row for row in rows if row["award"] in IN_ROLE]
    lucky = [row for row in in_roles if not row["significant"]]
    if lucky:
        return _(MOSTLY_CHANCE) if len(lucky) == len(in_roles) else _which_may_be_luck(in_roles)
    many = sorted({row["players"] for row in in_roles} - {1})
    if not many:
        return ""
    fewest, most = many[0], many[-1]
    if fewest == most:
        return _("Of {players} equals each would have the highest rating with 1 in {players}.", players=fewest)
    return _(
        "Of {fewest} to {most} equals each would have the highest rating with 1 in {fewest} to 1 in {most}.",
        fewest=fewest,
        most=most,
    )


def left_out(count: int, fewest: str, options: str) -> str:
    """How many awards are missing because of too few deals, and which options show them."""
    return ngettext(
        "{count} award with fewer than {fewest} is left out: {options} shows all.",
        "{count} awards with fewer than {fewest} are left out: {options} shows all.",
        count,
        fewest=fewest,
        options=options,
    )


def award_title(row: Mapping[str, Any]) -> str:
    """The title of whoever has an award: `the caller`."""
    return _(TITLES[row["award"]])


class _Kind(NamedTuple):
    """An award: the figure and the deals of each player, and the figure of all together.

    `significant`: whether ratings in that role show any difference. `if_equal`: of a share the figures of equal
    players, a row a drawn season, a column a player.
    """

    name: str
    figure: Floats
    everybody: float
    deals: Ints
    significant: bool = False
    if_equal: Floats | None = None


def _beside_chance(kind: _Kind, there: Flags) -> tuple[float, float, bool]:
    """The figure that the award takes, its mean by chance alone (NaN of a rating), and whether it is significant."""
    best = float(kind.figure[there].max()) - NEGLIGIBLE_SHARE
    if kind.if_equal is None:
        return best, np.nan, kind.significant
    firsts = kind.if_equal[:, there].max(axis=1)
    return best, float(firsts.mean()), bool((firsts >= best).mean() < SELDOM)


def _kinds(frames: Frames, counted: Tally, ratings: pd.DataFrame) -> Iterator[_Kind]:
    apart = roles_apart(frames)
    for role, held in IN_ROLE.items():
        yield _Kind(role, ratings[role].to_numpy(np.float64), 0.0, counted.count(held), apart.get(role, False))
    draws = np.random.default_rng(0)
    called, played = counted.count(CALLED), counted.count(CONTRACT_ROLES)
    calls = draws.binomial(played, _call_rates_of_equals(frames.payouts, played), (SEASONS, len(played)))
    share = float(ratio(called.sum(), played.sum()))
    yield _Kind("bold", ratio(called, played), share, played, if_equal=ratio(calls, played))
    made, decided = counted.count(CALLED, [MADE]), counted.count(CALLED, [MADE, FAILED])
    share = float(ratio(made.sum(), decided.sum()))
    known = rate_prior(made, decided)
    drawn = draws.binomial(decided, np.nan_to_num(share), (SEASONS, len(decided)))
    likely = np.where(decided > 0, known.moments(made, decided)[0], np.nan)
    yield _Kind("careful", likely, share, decided, if_equal=known.moments(drawn, decided)[0])


def _call_rates_of_equals(payouts: pd.DataFrame, played: Ints) -> Floats:
    """The call rate of each player if anybody at the table were equally likely to call; 0 for who was at no table."""
    rows = np.flatnonzero(is_one_of(payouts["role"], *CONTRACT_ROLES))
    deal, begins = runs(payouts["deal_id"].to_numpy()[rows])
    at_table = np.bincount(deal, minlength=len(begins))[deal]
    calls = np.bincount(codes(payouts["player"])[rows], 1 / at_table, len(played))
    return np.clip(np.nan_to_num(ratio(calls, played)), 0, 1)
