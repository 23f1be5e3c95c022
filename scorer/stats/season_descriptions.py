"""What a season is remembered for, described as all statistics: the records of all time, and the awards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scorer.stats.all_time import all_time
from scorer.stats.awards import IN_ROLE, awards
from scorer.stats.columns import PLAYER, Column, Statistic, a_count, a_key
from scorer.stats.players import MIN_DEALS
from scorer.text.numbers import Counting, percent
from scorer.text.sentences import counted

Rows = Sequence[Mapping[str, Any]]
MOSTLY_CHANCE: Final = (
    "No difference between these players can be told yet: who has the award of a role is mostly chance."
)
MEANT: Final = {  # what each award is for
    "caller": "the highest rating as the caller",
    "partner": "the highest rating as the partner",
    "defender": "the highest rating as a defender",
    "side": "the highest rating where nobody calls",
    "bold": "calls most often",
    "careful": "makes most of what is called",
}
NOBODY_YET: Final = "No award yet: nobody has so many deals of a kind."
SHARES: Final = ("bold", "careful")
SIGNED: Final = ("greatest evening", "darkest evening", "biggest deal")
_ONE: Final = {"deals": "deal", "units": "unit", "card points": "card point", "slams": "slam", "deals won": "deal won"}


@dataclass(frozen=True, slots=True)
class Feat(Column):
    """How much of a record, in words."""

    def written(self, row: Mapping[str, Any], units: Counting) -> str:
        """`8 deals`, `+38 units`, `by 1 unit`, `from 11 units behind`; a bid as it is written."""
        many, record = row[self.name], row["record"]
        if record in SIGNED:
            return units.said(many)
        if record == "highest bid made":
            return str(row["bid"])
        words = counted(many, _ONE[row["counts"]], row["counts"])
        return {"closest finish": f"by {words}", "biggest comeback": f"from {words} behind"}.get(record, words)


@dataclass(frozen=True, slots=True)
class Awarded(Column):
    """The figure of an award: a rating, or a share."""

    def written(self, row: Mapping[str, Any], units: Counting) -> str:
        """`+0.17`, or `38 %`."""
        return percent(row[self.name]) if row["award"] in SHARES else units.mean(row[self.name])


ALL_TIME: Final = Statistic(
    "all_time",
    "`scorer records`: a row a record, and its holder; of equals the earlier one; units as they were recorded",
    (
        a_key("record", "record", "which record"),
        Column(PLAYER, PLAYER, about="who holds it", obvious=True, names=PLAYER),
        Feat("amount", "how much", "count", "how many of what it `counts`; of a bid the card points to make"),
        Column("counts", about="deals, units, card points, slams, or deals won where matches are led by those"),
        Column("by_chance", "by chance", "count", "of deals in a row: about how many chance alone makes of so many "
               "deals, won as often as they were", rare=True),
        Column("bid", about="the bid of the deal, of the biggest deal and of the highest bid made"),
        Column("other", "before", about="who came next in the closest finish; who led before the comeback",
               names=PLAYER, rare=True),
        Column("since", form="date", about="the first day of deals in a row"),
        Column("on", "on", "date", "the day; missing for slams", obvious=True),
        Column("match", "match", about="the match in which it ended", obvious=True, names="match"),
        a_count("match_id", "", "the number of that match"),
    ),
    make=lambda frames, _: all_time(frames),
    terminal=((("record", PLAYER), ("amount", "by_chance", "on", "match", "other")),),
    dashboard=("record", PLAYER, "amount", "by_chance", "on", "match", "other"),
    legend=(
        ((), ("Of equals the earlier one, then the first by name. In a row: resting does not end it, an even deal "
             "does. Finish and comeback: of finished matches that somebody won alone; before: who came next, who led "
             "then.")),
        (("by_chance",), "by chance: about as many chance alone makes of so many deals."),
    ),
    lists="record",
    measure="units",
)  # fmt: skip


def _is_it_chance(rows: Rows) -> str:
    """That the awards of roles are mostly chance, where they are."""
    if not rows:
        return NOBODY_YET
    return MOSTLY_CHANCE if any(row["award"] in IN_ROLE and not row["told"] for row in rows) else ""


AWARDS: Final = Statistic(
    "awards",
    "`scorer records --awards`: a row an award; all variants of a league together",
    (
        a_key("award", "award", "caller, partner, defender, side where nobody calls: the highest rating in that role; "
              "bold: calls most; careful: makes most of what is called"),
        Column(PLAYER, PLAYER, about="who has it", obvious=True, names=PLAYER),
        Awarded("figure", "figure", "mean", "of a role the rating in it: units / stake a deal more than the average "
                "player gets; of bold the share of deals called; of careful the contracts made, drawn towards those of "
                "all"),
        Awarded("everybody", "everybody", "mean", "the same of all together; 0 for a rating"),
        a_count("deals", "of deals", "the player's deals in that role; of bold those in which somebody called; of "
                "careful the contracts made or failed", short="of"),
        Column("told", form="yes", about="whether the deals tell any difference between the players; the same in all "
               "rows"),
    ),
    make=lambda frames, choice: awards(
        frames.payouts, min_deals=MIN_DEALS if choice.min_deals is None else choice.min_deals
    ),
    terminal=((("award", PLAYER), ("figure", "everybody", "deals")),),
    dashboard=("award", PLAYER, "figure", "everybody", "deals"),
    legend=(
        ((), (f"Of players with at least {MIN_DEALS} deals of that kind, unless another minimum is said. caller, "
             "partner, defender, side: the highest rating in that role, units / stake a deal more than the average "
             "player gets in it. bold: who calls most often. careful: who makes most of what they call, drawn "
             "towards what all make.")),
    ),
    lists="award",
    measure="base",
    verdict=_is_it_chance,
)  # fmt: skip
