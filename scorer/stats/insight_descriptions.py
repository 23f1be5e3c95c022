"""The statistics of who plays better, described as all others: gaps between players, the rating and its test."""

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any, Final

from scorer.frames import Frames
from scorer.stats.columns import (
    CHANCE,
    IN_TURN,
    PLAYER,
    Choice,
    Column,
    Statistic,
    a_count,
    a_key,
    a_mean,
    better_words,
    nothing_to_tell,
)
from scorer.stats.paper_sheets import paper_sheets
from scorer.stats.rating import rating, rating_test
from scorer.stats.spread import FEWEST, gaps, spread
from scorer.stats.standings import players_listed
from scorer.stats.tallies import MIN_DEALS
from scorer.text.numbers import CERTAIN, PLUS_MINUS, percent
from scorer.text.sentences import counted, listed

Rows = Sequence[Mapping[str, Any]]
NOT_APART: Final = "No two of these players can be told apart yet: chance alone may have made the order."
TOO_FEW: Final = (
    f"Nothing can be said yet: it takes two players with {FEWEST} deals each. Where places go by units per match it "
    f"takes {FEWEST} matches each: by units, or by units per deal, more can be told sooner."
)
_MOVES: Final = "by about this much chance alone moves such a gap up or down"
_MORE: Final = (
    "how many more deals of both, a paper sheet counting as one, until they are told apart, if it goes on so; matches "
    "where places go by them. By "
    "another order it is another number: who plays more deals gets more units by that, and no more per deal"
)
SUREST: Final = (
    f"The surest gap first. Who has fewer than {FEWEST} deals and paper sheets, or matches where places go by them, is "
    "in none."
)
NOT_TOLD: Final = "No difference between these players can be told yet: chance alone explains what each of them got."
FORETELLS_NOTHING: Final = (
    "The ratings of this league foretell nothing yet: matches that were left out went as well with all players alike, "
    "so that nobody is said to be the best."
)


def _gaps(frames: Frames, choice: Choice) -> Any:
    """The gaps between those whom the standings list."""
    who = players_listed(frames.payouts, choice.fewest("gaps"), choice.fewest_matches)
    return gaps(spread(frames.payouts, choice.order).of(who))


def _how_many_apart(rows: Rows) -> str:
    """How many pairs are told apart."""
    apart = sum(row["apart"] for row in rows)
    if not apart:
        return NOT_APART if rows else TOO_FEW
    return others_by_chance(f"{apart} of {counted(len(rows), 'pair')}", all_of_them=apart == len(rows))


def others_by_chance(told: str, *, all_of_them: bool = False) -> str:
    """That so many pairs are told apart, and what that leaves to chance."""
    others = "" if all_of_them else "; chance alone may have made the order of all others"
    return f"{told} can be told apart{others}."


GAPS: Final = Statistic(
    "gaps",
    "`scorer standings --gaps`: a row two players, the surest gap first",
    (
        a_key(PLAYER, PLAYER, "who is in front", names=PLAYER),
        a_key("other", "before", "who is behind", names=PLAYER),
        Column("gap", "by", "units", "by how much, in what the order goes by: units, units per deal or per match",
               error="error", off=_MOVES),
        Column("error", form="units", about="standard error of `gap`, of the deals of both: what one wins others lose"),
        Column("rulings", "by ruling", "units", "what penalties and adjustments made of the gap. They are no chance: "
               "told apart and more go by the rest, which was played. Nobody is told from who is behind by them alone",
               rare=True),
        Column("apart", "told apart", "yes", "chance alone hardly makes such a gap by play; of all pairs together any "
               "is taken for one wrongly in 5 of 100 such tables"),
        Column("more", "more needed", "count", _MORE, short="more"),
    ),
    make=_gaps,
    terminal=(((PLAYER, "other"), ("gap", "rulings", "apart", "more")),),
    dashboard=(PLAYER, "other", "gap", "rulings", "apart", "more"),
    legend=(
        (
            (),
            (f"{SUREST} {PLUS_MINUS}: {_MOVES}. told apart: chance alone hardly makes such a gap, all pairs taken "
             f"together. {{more}}: {_MORE}."),
        ),
        (
            ("rulings",),
            ("by ruling: what penalties and adjustments made of the gap. They are no chance: told apart and more go by "
             "the rest, which was played. Nobody is told from who is behind by them alone."),
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
    """Who is most likely the best, or that nothing can be told; and what chance alone would do to equals."""
    if len(rows) < 2:  # noqa: PLR2004
        return ""
    equals = len(_often(rows)) if len(_often(rows)) > 1 else len(rows)
    errors = [row["plain_error"] for row in rows if row["plain_error"] is not None]
    moved = f"; chance alone commonly moves their plain means by {median(errors):.2f}" if errors else ""
    return f"{_first(rows)} Of {equals} equals each would be the best with 1 in {equals}{moved}."


def _often(rows: Rows) -> Rows:
    """Those of so many deals and paper sheets that they can be named the best: of few deals the best may be a guest."""
    return [row for row in rows if row["deals"] + row["sheets"] >= MIN_DEALS]


def _first(rows: Rows) -> str:
    """The best of several, or all who are level as the best, where there is one to name."""
    if not rows[0]["foretells"]:
        return FORETELLS_NOTHING
    if not rows[0]["told"]:
        return NOT_TOLD
    often = _often(rows)
    if not often:
        return f"Nobody has {MIN_DEALS} deals yet: so few tell nobody to be the best."
    if len(often) == 1:
        return f"{often[0][PLAYER]} alone has {MIN_DEALS} deals yet: there is nobody to be better than."
    of = f"these {len(rows)}" if len(often) == len(rows) else f"the {len(often)} with {MIN_DEALS} deals or more"
    most = max(row["best"] for row in often)
    level = [row[PLAYER] for row in often if row["best"] > most - CERTAIN]
    if len(level) > 1:
        return f"{listed(level)} are level as the best of {of}, with {percent(most)} each."
    return f"{level[0]} is the best of {of} with {percent(most)}."


_INTERVAL: Final = "of the 95 % interval: what is true of the player is in it in 95 of 100 cases"
RATING: Final = Statistic(
    "rating",
    "`scorer rating`: a row a player, the best first; in units / stake, all variants of a league together. A paper "
    "sheet counts as as many deals as its units vary by. Of paper sheets alone it is units a sheet",
    (
        Column("place", "place", "count", "the place; equals share one", obvious=True, pinned=True),
        a_key(PLAYER, PLAYER, "the player", names=PLAYER),
        a_count("deals", "deals", "deals played"),
        Column("rating", "rating", "mean", "units / stake a deal to be expected with any of the others of the league, "
               "own choice of when to call included; drawn towards 0 as far as chance alone explains it"),
        Column("error", form="mean", about="how far off `rating` may be: a standard deviation of what the deals leave "
               "possible"),
        Column("low", "from", "mean", f"the lower end {_INTERVAL}. It is what the deals say before they are drawn "
               "towards 0, so that `rating` is nearer to one end"),
        Column("high", "to", "mean", f"the upper end {_INTERVAL}"),
        Column("best", "the best", "chance", "the chance that the player is the best of those here with at least "
               f"{MIN_DEALS} deals and paper sheets, of all where nobody has as many; missing for who has fewer, and "
               "where the ratings foretell nothing", short="best", rare=True),
        *a_mean("units_per_deal", "plain", "the plain mean of units / stake a deal", "plain_error"),
        Column("shrunken", "shrunken", "mean", "the plain mean drawn towards 0 as far as chance explains it"),
        *(
            Column(role, f"as {role}" if role != "side" else "in sides", "mean", f"what the player does {where}: units "
                   "/ stake a deal in that role more than the average player gets in it", rare=True)
            for role, where in _roles.items()
        ),
        Column("told", form="yes", about="whether the deals tell any difference between the players; the same in all "
               "rows"),
        a_count("sheets", "paper sheets", "paper sheets; `--min-deals` counts each as one", rare=True, short="sheets"),
        Column("in_seats", "same seats", "mean", "a part of the rating: what is more than others get in the same "
               "roles, each as often as everybody has it; drawn towards 0", short="seats", rare=True),
        Column("choice", "own choice", "mean", "the other part of the rating: what calling more or less often than "
               "others brings; of the deals in which somebody called", rare=True, short="choice"),
        Column("calling", form="mean", about="`choice` and what is done as the caller, a deal: what own calls bring"),
        Column("foretells", form="yes", about="whether the ratings told matches that were left out no worse than "
               "taking all players for alike, or there are none to leave out; the same in all rows"),
    ),
    make=lambda frames, choice: rating(
        frames.payouts, paper_sheets(frames), min_deals=choice.fewest("rating")
    ),
    terminal=(
        (("place", PLAYER), ("rating", "low", "high", "best", "deals", "sheets", "units_per_deal", "shrunken")),
        ((PLAYER,), ("in_seats", "choice", *_roles)),
    ),
    dashboard=("place", PLAYER, "rating", "low", "high", "best", "in_seats", "choice", "deals", "sheets",
               "units_per_deal", "shrunken", *_roles),
    legend=(
        (
            (),
            ("rating: units / stake a deal to be expected with any of the others, own choice of when to call included, "
             "drawn towards 0 as far as chance explains it. {low} and {high}: the 95 % interval, which is not drawn: "
             "what is true is in it in 95 of 100 cases."),
        ),
        (("units_per_deal",), f"plain: the mean as it is; {PLUS_MINUS}: {CHANCE}."),
        (("shrunken",), "shrunken: the mean drawn towards 0 as far as chance explains it."),
        (
            ("best",),
            (f"{{best}}: the chance to be the best of those with at least {MIN_DEALS} deals and paper sheets; empty "
             "for others."),
        ),
        (("sheets",), "{sheets}: paper sheets, each as as many deals as its units vary by."),
        (
            ("in_seats",),
            "{in_seats}: the part of the rating that would be left with each role as often as everybody has it.",
        ),
        (("choice",), "{choice}: the part that calling more or less often than others brings."),
        (
            ("caller", "partner", "defender"),
            ("as caller and so on: what is more than the average player gets in each role, a deal in it; whether by "
             "play or by the hands that were called on the deals do not tell."),
        ),
        (("side",), "in sides: what is done where nobody calls."),
    ),
    measure="base",
    with_sheets=True,
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
        return nothing_to_tell(rows)
    nearest = _ways[min(rows, key=lambda row: row["miss"])["told_by"]]
    beside = better_words(rows[-1], "The rating is", "taking everybody for alike", "mean squares")
    return f"Nearest to what was got: {nearest}. {beside}"


FORETOLD: Final = Statistic(
    "foretold",
    "`scorer rating --test`: a row a way of telling what a player gets in a match from all other matches",
    (
        Column("told_by", "told by", about="equal: everybody gets 0; means: plain means; shrunken: drawn towards 0; "
               "rating. Each less the mean of the others", obvious=True, pinned=True),
        a_count("matches", "matches", "matches that were left out in turn"),
        a_count("players", "players in them", "players of each of them", short="players"),
        Column("miss", "missed by", form="square", about="mean square of what was got less what was told, by deals"),
        Column("beside_equal", "beside equal", "tenths", "of the miss of `equal`: below 100 % something is told"),
        Column("better", form="square", about="by how much it is below that of `equal`"),
        Column("error", form="square", about="standard error of `better`, over the matches"),
    ),
    make=lambda frames, _: rating_test(frames.payouts, paper_sheets(frames)),
    terminal=((("told_by",), ("miss", "beside_equal", "matches", "players")),),
    dashboard=("told_by", "miss", "beside_equal", "matches", "players"),
    legend=(
        (
            (),
            (f"{IN_TURN} missed by: the mean square of what each player "
             "got in units / stake less what was told, by the deals of the match. beside equal: below 100 % the others "
             "told something of it. {players}: counted anew in each match."),
        ),
    ),
    lists="way",
    measure="base",
    with_sheets=True,
    verdict=_which_foretells,
)  # fmt: skip
