"""How the awards are made, and what records and awards say."""

from collections.abc import Mapping
from typing import Any, Final

from scorer.frames import Frames
from scorer.stats.all_time import all_time
from scorer.stats.awards import IN_ROLE, awards
from scorer.stats.columns import PLAYER, Choice
from scorer.stats.paper_sheets import paper_sheets
from scorer.stats.tallies import MIN_DEALS
from scorer.text.numbers import Counting, Rows, percent
from scorer.text.sentences import counted, few, listed

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


def all_time_made(frames: Frames, _: Choice) -> Any:
    """The records of all time."""
    return all_time(frames)


def awards_made(frames: Frames, choice: Choice) -> Any:
    """The awards of a choice."""
    fewest = MIN_DEALS if choice.min_deals is None else choice.min_deals
    return awards(frames.payouts, paper_sheets(frames), min_deals=fewest)


def how_much(name: str, row: Mapping[str, Any], units: Counting) -> str:
    """Of a record: `8 deals`, `+38 units`, `by 1 unit`, `11 units behind`; a bid as it is written."""
    many, record = row[name], row["record"]
    if record in SIGNED:
        return units.said(many)
    if record == "highest bid made":
        return str(row["bid"])
    words = counted(many, _ONE[row["counts"]], row["counts"])
    return {"closest finish": f"by {words}", "biggest comeback": f"{words} behind"}.get(record, words)


def by_chance_words(name: str, row: Mapping[str, Any], units: Counting) -> str:
    """What chance alone makes of a record: `9` deals, of an evening `+24` units."""
    many, style = row[name], units.style
    if row["record"] in SIGNED:
        return units.total(many)
    return style.nothing if many is None else f"{many:{style.thousands}}"


def award_figure(name: str, row: Mapping[str, Any], units: Counting) -> str:
    """The figure of an award: a rating as `+0.17`, a share as `38 %`."""
    if row[name] is None:
        return units.style.nothing
    return percent(row[name]) if row["award"] in SHARES else units.mean(row[name])


def what_is_remembered(rows: Rows) -> str:
    """The greatest evening and the longest run, each beside what chance alone makes."""
    of = {row["record"]: row for row in reversed(rows)}
    told = []
    for record, words in (("greatest evening", "had the greatest evening,"), ("won in a row", "won")):
        if record in of:
            row = of[record]
            sentence = f"{row[PLAYER]} {words} {how_much('amount', row, Counting())}"
            if record == "won in a row":
                sentence += " in a row"
            if row["by_chance"] is not None:
                sentence += f"; chance alone makes about {by_chance_words('by_chance', row, Counting())}"
            told.append(f"{sentence}.")
    return " ".join(told)


def award_words(row: Mapping[str, Any]) -> str:
    """What an award is for; of a share that of all together, and what the first has by chance; of how many it is."""
    beside = f"; of {row['players']} equals each would be first with 1 in {row['players']}"
    if row["players"] == 1:
        beside = "; nobody else has so many deals of it"
    elif row["award"] in SHARES:
        beside = f"; all together {percent(row['everybody'])}, the first by chance {percent(row['first_by_chance'])}"
    return f"{_meant[row['award']]}{beside}"


def who_is_what(rows: Rows) -> str:
    """Who has which award; that those of roles are mostly chance, where they are, and how much of a share is."""
    if not rows:
        return NOBODY_YET
    of = {row["award"]: row for row in rows}
    has = []
    for award, row in of.items():
        names, title = [each[PLAYER] for each in rows if each["award"] == award], award_title(row)
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
