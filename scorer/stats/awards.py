"""Awards of a season: who was best in each role, who called most, and who made most of what was called."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import Flags, Ints
from scorer.language.forms import listed
from scorer.rules.kinds import CALLED, DEFENDER, FAILED, MADE, PARTNER, SIDE
from scorer.stats.models.arrays import NOTHING_LEFT, Floats, codes, is_one_of, ratio, runs
from scorer.stats.models.beta_binomial import prior
from scorer.stats.rating import rating
from scorer.stats.tally import CONTRACT_ROLES, MIN_DEALS, Tally, tally
from scorer.text.numbers import Counting, Rows, percent
from scorer.text.sentences import few

MOSTLY_CHANCE: Final = (
    "No difference between these players can be told yet: who has the award of a role is mostly chance."
)
NONE_FORETOLD: Final = (
    "The ratings of this league foretell nothing yet: matches that were left out went as well with all players alike, "
    "so that nobody has the award of a role."
)
NOBODY_YET: Final = f"No award yet: nobody has {MIN_DEALS} deals of a kind."
TITLES: Final = {"side": "the best where nobody calls", "bold": "the boldest", "careful": "the most careful"}
_RATED: Final = "units / stake a deal above average"
MEANT: Final = {
    "caller": f"own calls bring most: {_RATED}",
    "partner": f"does most as the partner: {_RATED}",
    "defender": f"does most as a defender: {_RATED}",
    "side": f"does most where nobody calls: {_RATED}",
    "bold": "calls most often",
    "careful": "makes most of what is called, drawn towards all",
}
SHARES: Final = {"bold": "call in about {} of the deals", "careful": "make about {} of the contracts"}
IN_ROLE: Final = {"caller": CALLED, "partner": (PARTNER,), "defender": (DEFENDER,), "side": (SIDE,)}
SEASONS: Final = 2000  # of players who are all alike, drawn
SELDOM: Final = 0.05
_TYPES: Final[dict[str, Any]] = {
    "award": "str", "player": "str", "figure": np.float64, "everybody": np.float64, "deals": np.int64,
    "first_by_chance": np.float64, "told": np.bool_, "players": np.int64,
    "foretells": np.bool_,
}  # fmt: skip


def awards(frames: Frames, *, min_deals: int = MIN_DEALS) -> pd.DataFrame:
    """A row per award, of players with at least `min_deals` deals of its kind.

    * `caller`: whose own calls bring most a deal beside those of the others, choosing and playing them; `partner`,
      `defender`, and `side` where nobody calls: the highest rating in that role (`scorer.stats.rating`). Nobody has one
      who does no more than the average, and nobody at all where the ratings foretell nothing;
    * `bold`: who calls the largest part of the deals in which somebody called;
    * `careful`: who makes the largest part of the contracts that they call, even ones left out, drawn towards that of
      all (`models.beta_binomial`).

    Each of equals has a row. An award that nobody can have is not there, nor a share for which a single player has
    enough deals. `first_by_chance` is what the first would have on average, were all alike: each call as likely
    anybody's at the table, each contract made as often as those of all. A share is `told` where the first reaches it in
    fewer than 5 of 100 such seasons.
    """
    of = tally(frames.payouts)
    table = rating(frames)
    ratings, ahead = table.set_index("player").reindex(of.players), bool(table["foretells"].all())
    rows = []
    for one in _kinds(frames.payouts, of, ratings):
        there = (one.deals >= max(min_deals, 1)) & ~np.isnan(one.figure)
        if there.sum() < (1 if one.alike is None else 2):  # a share is the largest only beside another
            continue
        best, first, told = _beside_chance(one, there)
        if one.alike is None and (best <= 0 or not ahead):
            continue
        rows += [
            (one.name, of.players[at], one.figure[at], one.everybody, one.deals[at], first, told, there.sum(), ahead)
            for at in np.flatnonzero(there & (one.figure >= best)).tolist()
        ]
    return pd.DataFrame(rows, columns=list(_TYPES)).astype(_TYPES)


def award_figure(name: str, row: Mapping[str, Any], units: Counting) -> str:
    """The figure of an award: a rating as `+0.17`, a share as `38 %`."""
    if row[name] is None:
        return units.style.nothing
    return percent(row[name]) if row["award"] in SHARES else units.mean(row[name])


def award_words(row: Mapping[str, Any]) -> str:
    """What an award is for; of a share that of all together, and what the first has by chance; of how many it is."""
    beside = f"; of {row['players']} equals each would be first with 1 in {row['players']}"
    if row["players"] == 1:
        beside = "; nobody else has so many deals of it"
    elif row["award"] in SHARES:
        beside = f"; all together {percent(row['everybody'])}, the first by chance {percent(row['first_by_chance'])}"
    return f"{MEANT[row['award']]}{beside}"


def who_is_what(rows: Rows) -> str:
    """Who has which award; that those of roles are mostly chance, where they are, and how much of a share is."""
    if not rows:
        return NOBODY_YET
    of = {row["award"]: row for row in rows}
    has = []
    for award, row in of.items():
        names, title = [each["player"] for each in rows if each["award"] == award], award_title(row)
        has.append(f"{names[0]} is {title}." if len(names) == 1 else f"{few(names)} are level as {title}.")
    chance = any(row["award"] in IN_ROLE and not row["told"] for row in rows)
    of_roles = MOSTLY_CHANCE if chance else _of_equals(list(of.values()))
    if not rows[0]["foretells"]:
        of_roles = NONE_FORETOLD
    told = [*has, of_roles, _shares_by_chance(list(of.values()))]
    return " ".join(filter(None, told))


def _of_equals(rows: Rows) -> str:
    """How likely each would have the award of a role were all alike."""
    many = sorted({row["players"] for row in rows if row["award"] in IN_ROLE} - {1})
    if not many:
        return ""
    fewest, most = many[0], many[-1]
    if fewest == most:
        return f"Of {fewest} equals each would have the highest rating with 1 in {fewest}."
    return f"Of {fewest} to {most} equals each would have the highest rating with 1 in {fewest} to 1 in {most}."


def _shares_by_chance(rows: Rows) -> str:
    """What the first would have in a share were all alike, and whether what they have may be chance."""
    shares = [row for row in rows if row["award"] in SHARES]
    first = [SHARES[row["award"]].format(percent(row["first_by_chance"])) for row in shares]
    has = [
        f"the {percent(row['figure'])} of the {row['award']} {'are hardly' if row['told'] else 'may well be'} chance"
        for row in shares
    ]
    return f"Were all alike, by chance the first would {listed(first)}: {listed(has)}." if shares else ""


def award_title(row: Mapping[str, Any]) -> str:
    """What the one who has an award is: `the caller`."""
    return TITLES.get(row["award"], f"the {row['award']}")


class _Kind(NamedTuple):
    """An award: the figure of each player, of all together, and the deals that it is of; `told` of a rating.

    `alike` are the figures of players who are all alike, a row a season.
    """

    name: str
    figure: Floats
    everybody: float
    deals: Ints
    told: bool = False
    alike: Floats | None = None


def _beside_chance(one: _Kind, there: Flags) -> tuple[float, float, bool]:
    """The best figure, below which nobody has the award; what chance makes of it, and whether it is more than that."""
    best = float(one.figure[there].max()) - NOTHING_LEFT
    if one.alike is None:
        return best, np.nan, one.told
    firsts = one.alike[:, there].max(axis=1)
    return best, float(firsts.mean()), bool((firsts >= best).mean() < SELDOM)


def _kinds(payouts: pd.DataFrame, of: Tally, ratings: pd.DataFrame) -> Iterator[_Kind]:
    told = bool(ratings["told"].fillna(value=False).any())
    for role, held in IN_ROLE.items():
        figure = ratings["calling" if role == "caller" else role].to_numpy(np.float64)
        yield _Kind(role, figure, 0.0, of.count(held), told)
    draws = np.random.default_rng(0)
    called, played = of.count(CALLED), of.count(CONTRACT_ROLES)
    calls = draws.binomial(played, _calls_of_equals(payouts, played), (SEASONS, len(played)))
    share = float(ratio(called.sum(), played.sum()))
    yield _Kind("bold", ratio(called, played), share, played, alike=ratio(calls, played))
    made, decided = of.count(CALLED, [MADE]), of.count(CALLED, [MADE, FAILED])
    share = float(ratio(made.sum(), decided.sum()))
    known = prior(made, decided)
    drawn = draws.binomial(decided, np.nan_to_num(share), (SEASONS, len(decided)))
    likely = np.where(decided > 0, known.moments(made, decided)[0], np.nan)
    yield _Kind("careful", likely, share, decided, alike=known.moments(drawn, decided)[0])


def _calls_of_equals(payouts: pd.DataFrame, played: Ints) -> Floats:
    """How often each would call were each call as likely anybody's at the table; 0 for who was at none."""
    rows = np.flatnonzero(is_one_of(payouts["role"], *CONTRACT_ROLES))
    deal, begins = runs(payouts["deal_id"].to_numpy()[rows])
    at_table = np.bincount(deal, minlength=len(begins))[deal]
    calls = np.bincount(codes(payouts["player"])[rows], 1 / at_table, len(played))
    return np.clip(np.nan_to_num(ratio(calls, played)), 0, 1)
