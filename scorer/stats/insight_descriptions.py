"""The statistics of who plays better, described as all others: gaps between players, the rating and its test."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from scorer.frames import Frames
from scorer.stats.columns import CHANCE, PLAYER, Choice, Column, Statistic, a_count, a_key, a_mean
from scorer.stats.rating import rating, rating_test
from scorer.stats.spread import FEWEST, gaps, spread
from scorer.stats.standings import listed
from scorer.text.numbers import PLUS_MINUS, percent
from scorer.text.sentences import counted

Rows = Sequence[Mapping[str, Any]]
NOT_APART: Final = "No two of these players can be told apart yet: chance alone may have made the order."
TOO_FEW: Final = (
    f"Nothing can be said yet: no two players have {FEWEST} deals each, or matches where places go by them."
)
NOT_TOLD: Final = "No difference between these players can be told yet: chance alone explains what each of them got."


def _gaps(frames: Frames, choice: Choice) -> Any:
    """The gaps between those whom the standings list."""
    who = listed(frames.payouts, choice.fewest("gaps"), choice.fewest_matches)
    return gaps(spread(frames.payouts, choice.order).of(who))


def _how_many_apart(rows: Rows) -> str:
    """How many pairs are told apart."""
    apart = sum(row["apart"] for row in rows)
    if not apart:
        return NOT_APART if rows else TOO_FEW
    pairs = counted(len(rows), "pair")
    return f"{apart} of {pairs} can be told apart; chance alone may have made the order of all others."


GAPS: Final = Statistic(
    "gaps",
    "`scorer standings --gaps`: a row two players, the surest gap first",
    (
        a_key(PLAYER, PLAYER, "who is in front", names=PLAYER),
        a_key("other", "before", "who is behind", names=PLAYER),
        Column("gap", "by", "mean", "by how much, in the figure of the order", error="error"),
        Column("error", form="mean", about="standard error of `gap`, of the deals of both: what one wins others lose"),
        Column("apart", "told apart", "yes", "chance alone hardly makes such a gap; of all pairs together any is taken "
               "for one wrongly in 5 of 100 such tables"),
        Column("more", "more needed", "count", "how many more deals of both until they are told apart, if it goes on "
               "so; matches where places go by them", short="more"),
    ),
    make=_gaps,
    terminal=(((PLAYER, "other"), ("gap", "apart", "more")),),
    dashboard=(PLAYER, "other", "gap", "apart", "more"),
    legend=(
        (
            (),
            (f"{PLUS_MINUS}: {CHANCE}. told apart: chance alone hardly makes such a gap, all pairs taken together. "
             "more: how many more deals of both until they are told apart, if it goes on so; matches where places go "
             "by them."),
        ),
    ),
    lists="gap",
    verdict=_how_many_apart,
)  # fmt: skip
_roles = {
    "caller": "as the caller, with a partner or without",
    "partner": "as the partner",
    "defender": "as a defender",
    "side": "where nobody calls",
}


def _who_is_best(rows: Rows) -> str:
    """Who is most likely the best; or that nothing can be told."""
    if len(rows) < 2:  # noqa: PLR2004
        return ""
    if not rows[0]["told"]:
        return NOT_TOLD
    best = max(rows, key=lambda row: row["best"])
    by_chance = f"chance alone would give each {percent(1 / len(rows))}"
    return f"{best[PLAYER]} is the best of these {len(rows)} with {percent(best['best'])}; {by_chance}."


RATING: Final = Statistic(
    "rating",
    "`scorer rating`: a row a player, the best first; in units / stake, all variants of a league together",
    (
        Column("place", "place", "count", "the place; equals share one", obvious=True, pinned=True),
        a_key(PLAYER, PLAYER, "the player", names=PLAYER),
        a_count("deals", "deals", "deals played"),
        Column("rating", "rating", "mean", "units / stake a deal more than the average player would get in the same "
               "seats; drawn towards 0 as far as chance alone explains it", error="error"),
        Column("error", form="mean", about="how far off `rating` may be: a standard deviation of what the deals leave "
               "possible"),
        Column("low", form="mean", about="lower end of the 95 % interval of `rating`"),
        Column("high", form="mean", about="upper end of the 95 % interval of `rating`"),
        Column("best", "the best", "percent", "the chance that the player is the best of all here", short="best"),
        *a_mean("units_per_deal", "plain", "the plain mean of units / stake a deal", "plain_error"),
        Column("shrunken", "shrunken", "mean", "the plain mean drawn towards 0 as far as chance explains it"),
        *(
            Column(role, f"as {role}" if role != "side" else "in sides", "mean", f"the rating {where}: units / stake a "
                   "deal in that role more than the average player gets in it", rare=True)
            for role, where in _roles.items()
        ),
        Column("told", form="yes", about="whether the deals tell any difference between the players; the same in all "
               "rows"),
    ),
    make=lambda frames, choice: rating(frames.payouts, min_deals=choice.fewest("rating")),
    terminal=(
        (("place", PLAYER), ("rating", "best", "deals", "units_per_deal", "shrunken")),
        ((PLAYER,), tuple(_roles)),
    ),
    dashboard=("place", PLAYER, "rating", "best", "deals", "units_per_deal", "shrunken", *_roles),
    legend=(
        (
            (),
            ("rating: units / stake a deal more than the average player would get in the same seats, whoever else sat "
             f"there; {PLUS_MINUS}: how far off it may be. best: the chance to be the best of these. plain: the mean "
             f"as it is; {PLUS_MINUS}: {CHANCE}. shrunken: the mean drawn towards 0 as far as chance explains it. as "
             "caller and so on: the rating in each role."),
        ),
    ),
    measure="base",
    verdict=_who_is_best,
)  # fmt: skip
_ways = {
    "equal": "everybody alike",
    "means": "plain means",
    "shrunken": "shrunken means",
    "rating": "the rating",
}


def _which_foretells(rows: Rows) -> str:
    """Which way told most."""
    if rows[0]["miss"] is None:
        return "One match alone cannot be told from others: this needs two."
    best = min(rows, key=lambda row: row["miss"])
    return f"Nearest to what was got: {_ways[best['told_by']]}."


FORETOLD: Final = Statistic(
    "foretold",
    "`scorer rating --test`: a row a way of telling what a player gets in a match from all other matches",
    (
        Column("told_by", "told by", about="equal: everybody gets 0; means: plain means; shrunken: drawn towards 0; "
               "rating. Each less the mean of the others", obvious=True, pinned=True),
        a_count("matches", "matches", "matches that were left out in turn"),
        a_count("players", "players in them", "players of each of them", short="players"),
        Column("miss", "missed by", form="square", about="mean square of what was got less what was told, by deals"),
        Column("beside_equal", "beside equal", "percent", "of the miss of `equal`: below 100 % something is told"),
    ),
    make=lambda frames, _: rating_test(frames.payouts),
    terminal=((("told_by",), ("miss", "beside_equal", "matches", "players")),),
    dashboard=("told_by", "miss", "beside_equal", "matches", "players"),
    legend=(
        (
            (),
            ("Matches are left out in turn and told from the others. missed by: the mean square of what each player "
             "got in units / stake less what was told, by the deals of the match. beside equal: below 100 % the others "
             "told something of it."),
        ),
    ),
    lists="way",
    measure="base",
    verdict=_which_foretells,
)  # fmt: skip
