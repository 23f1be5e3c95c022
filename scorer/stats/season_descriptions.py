"""What a season is remembered for, described as all statistics: the records of all time, and the awards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scorer.stats.all_time import all_time
from scorer.stats.awards import IN_ROLE, awards
from scorer.stats.columns import PLAYER, Column, Statistic, a_count, a_key
from scorer.stats.paper_sheets import paper_sheets
from scorer.stats.tallies import MIN_DEALS
from scorer.text.numbers import Counting, percent
from scorer.text.sentences import counted, few, listed

Rows = Sequence[Mapping[str, Any]]
MOSTLY_CHANCE: Final = (
    "No difference between these players can be told yet: who has the award of a role is mostly chance."
)
NONE_FORETOLD: Final = (
    "The ratings of this league foretell nothing yet: matches that were left out went as well with all players alike, "
    "so that nobody has the award of a role."
)
_titles: Final = {"side": "the best where nobody calls", "bold": "the boldest", "careful": "the most careful"}
_rated: Final = "units / stake a deal above average"
_meant: Final = {  # what each award is for
    "caller": f"own calls bring most: {_rated}",
    "partner": f"does most as the partner: {_rated}",
    "defender": f"does most as a defender: {_rated}",
    "side": f"does most where nobody calls: {_rated}",
    "bold": "calls most often",
    "careful": "makes most of what is called, drawn towards all",
}
_doing: Final = {"bold": "call in about {} of the deals", "careful": "make about {} of the contracts"}
NOBODY_YET: Final = f"No award yet: nobody has {MIN_DEALS} deals of a kind."
SHARES: Final = ("bold", "careful")
SIGNED: Final = ("greatest evening", "darkest evening", "biggest deal")
_ONE: Final = {"deals": "deal", "units": "unit", "card points": "card point", "slams": "slam", "deals won": "deal won"}


@dataclass(frozen=True, slots=True)
class Feat(Column):
    """How much of a record, in words."""

    def written(self, row: Mapping[str, Any], units: Counting) -> str:
        """`8 deals`, `+38 units`, `by 1 unit`, `11 units behind`; a bid as it is written."""
        many, record = row[self.name], row["record"]
        if record in SIGNED:
            return units.said(many)
        if record == "highest bid made":
            return str(row["bid"])
        words = counted(many, _ONE[row["counts"]], row["counts"])
        return {"closest finish": f"by {words}", "biggest comeback": f"{words} behind"}.get(record, words)


@dataclass(frozen=True, slots=True)
class Awarded(Column):
    """The figure of an award: a rating, or a share."""

    def written(self, row: Mapping[str, Any], units: Counting) -> str:
        """`+0.17`, or `38 %`."""
        if row[self.name] is None:
            return units.style.nothing
        return percent(row[self.name]) if row["award"] in SHARES else units.mean(row[self.name])


@dataclass(frozen=True, slots=True)
class ByChance(Column):
    """What chance alone makes of a record: units with their sign, else deals."""

    def written(self, row: Mapping[str, Any], units: Counting) -> str:
        """`9`, of an evening `+24`."""
        cell = row[self.name]
        return units.total(cell) if row["record"] in SIGNED else super(ByChance, self).written(row, units)


def _what_is_remembered(rows: Rows) -> str:
    """The greatest evening and the longest run, each beside what chance alone makes."""
    of = {row["record"]: row for row in reversed(rows)}
    told = []
    for record, words in (("greatest evening", "had the greatest evening,"), ("won in a row", "won")):
        if record in of:
            row, last = of[record], " in a row" * (record == "won in a row")
            how_much = ALL_TIME["amount"].written(row, Counting())
            by_chance = f"; chance alone makes about {ALL_TIME['by_chance'].written(row, Counting())}"
            told.append(f"{row[PLAYER]} {words} {how_much}{last}{by_chance * (row['by_chance'] is not None)}.")
    return " ".join(told)


ALL_TIME: Final = Statistic(
    "all_time",
    "`scorer records`: a row a record, and its holder; of equals the earlier one; units as they were recorded",
    (
        a_key("record", "record", "which record"),
        Column(PLAYER, PLAYER, about="who holds it", obvious=True, names=PLAYER),
        Feat("amount", "how much", "count", "how many of what it `counts`; of a bid the card points to make"),
        Column("counts", about="deals, units, card points, slams, or deals won where matches are led by those"),
        ByChance("by_chance", "by chance", "count", "of deals in a row: about how many chance alone makes of so many "
                 "deals, won as often as they were; of evenings: about how many units, had each deal gone to anybody "
                 "who played it", rare=True),
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
        (("by_chance",), ("by chance: about as much chance alone makes of so many deals and evenings, for somebody "
                          "always holds a record.")),
    ),
    lists="record",
    measure="units",
    verdict=_what_is_remembered,
)  # fmt: skip


def award_words(row: Mapping[str, Any]) -> str:
    """What an award is for; of a share that of all together, and what the first has by chance; of how many it is."""
    beside = f"; of {row['players']} equals each would be first with 1 in {row['players']}"
    if row["players"] == 1:
        beside = "; nobody else has so many deals of it"
    elif row["award"] in SHARES:
        beside = f"; all together {percent(row['everybody'])}, the first by chance {percent(row['first_by_chance'])}"
    return f"{_meant[row['award']]}{beside}"


def _who_is_what(rows: Rows) -> str:
    """Who has which award; that those of roles are mostly chance, where they are, and how much of a share is."""
    if not rows:
        return NOBODY_YET
    holders = {
        award: [row[PLAYER] for row in rows if row["award"] == award]
        for award in dict.fromkeys(row["award"] for row in rows)
    }
    of = {row["award"]: row for row in rows}
    has = [_holders(award_title(of[award]), names) for award, names in holders.items()]
    chance = any(row["award"] in IN_ROLE and not row["told"] for row in rows)
    of_roles = MOSTLY_CHANCE if chance else _of_equals(list(of.values()))
    if not rows[0]["foretells"]:
        of_roles = NONE_FORETOLD
    told = [*has, of_roles, _shares_by_chance(list(of.values()))]
    return " ".join(filter(None, told))


def _holders(title: str, names: Sequence[str]) -> str:
    """Who has an award: `Anna is the caller`, `5 players are level as the caller`."""
    return f"{names[0]} is {title}." if len(names) == 1 else f"{few(names)} are level as {title}."


def _of_equals(rows: Rows) -> str:
    """How likely each would have the award of a role were all alike."""
    many = sorted({row["players"] for row in rows if row["award"] in IN_ROLE} - {1})
    if not many:
        return ""
    equals, one_in = (f"{many[0]}{before}{many[-1]}" if many[1:] else f"{many[0]}" for before in (" to ", " to 1 in "))
    return f"Of {equals} equals each would have the highest rating with 1 in {one_in}."


def _shares_by_chance(rows: Rows) -> str:
    """What the first would have in a share were all alike, and whether what they have may be chance."""
    shares = [row for row in rows if row["award"] in SHARES]
    first = [_doing[row["award"]].format(percent(row["first_by_chance"])) for row in shares]
    has = [
        f"the {percent(row['figure'])} of the {row['award']} {'are hardly' if row['told'] else 'may well be'} chance"
        for row in shares
    ]
    return f"Were all alike, by chance the first would {listed(first)}: {listed(has)}." if shares else ""


def award_title(row: Mapping[str, Any]) -> str:
    """What the one who has an award is: `the caller`."""
    return _titles.get(row["award"], f"the {row['award']}")


AWARDS: Final = Statistic(
    "awards",
    "`scorer records --awards`: a row an award, of equals one each; all variants of a league together",
    (
        a_key("award", "award", "caller: own calls bring most; partner, defender, side where nobody calls: does most "
              "in that role; bold: calls most; careful: makes most of what is called"),
        Column(PLAYER, PLAYER, about="who has it", obvious=True, names=PLAYER),
        Awarded("figure", "figure", "mean", "of a role what is done in it: units / stake a deal more than the average "
                "player gets, of the caller a deal of any role, own choice to call included; of bold the share of "
                "deals called; of careful the contracts made, drawn towards those of all"),
        Awarded("everybody", "everybody", "mean", "the same of all together, which each would have were all "
                "alike; 0 for a rating"),
        a_count("deals", "of deals", "the player's deals in that role; of bold those in which somebody called; of "
                "careful the contracts made or failed", short="of"),
        Awarded("first_by_chance", "by chance", "mean", "the share that the first of these players would have on "
                "average, were all alike; missing for a rating", rare=True),
        Column("told", form="yes", about="whether it is more than chance: of roles whether the deals tell any "
               "difference between the players; of bold and careful whether chance alone hardly makes such a first"),
        a_count("players", "", "how many players have so many deals of that kind: of equals each would be the first "
                "with 1 in so many"),
        Column("foretells", form="yes", about="whether the ratings foretell matches that were left out no worse than "
               "all players alike do: else no role has an award; the same in all rows"),
    ),
    make=lambda frames, choice: awards(
        frames.payouts, paper_sheets(frames), min_deals=MIN_DEALS if choice.min_deals is None else choice.min_deals
    ),
    terminal=((("award", PLAYER), ("figure", "everybody", "first_by_chance", "deals")),),
    dashboard=("award", PLAYER, "figure", "everybody", "first_by_chance", "deals"),
    legend=(
        ((), (f"Of players with at least {MIN_DEALS} deals of that kind, unless another minimum is said. caller: whose "
             "own calls bring most, units / stake a deal of any role. partner, defender, side: who does most in that "
             "role, units / stake a deal in it more than the average player. bold: who calls most often. careful: who "
             "makes most of what they call, drawn towards what all make. Equals have it together. everybody: the same "
             "of all together, which each would have were all alike.")),
        (("first_by_chance",), "by chance: what the first of them would then have on average, for somebody is always."),
    ),
    lists="award",
    measure="base",
    verdict=_who_is_what,
)  # fmt: skip
