"""What is said of a tournament, on the terminal, on paper and on the dashboard alike: its decisions in words."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from scorer.rules.tournament.cutting import GoesOn, Reason
from scorer.rules.tournament.format import TIE_BREAKS, Stage
from scorer.rules.tournament.values import Standing, Table
from scorer.text.numbers import signed
from scorer.text.sentences import counted, listed

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
NAMED = 5  # so many are named; of more the first ones, or none, and how many there are
AT_THE_BELL: Final = {  # by the bell of a stage
    "finish the deal": "at the bell: finish the deal in hand, then stop",
    "finish the round of deals": "at the bell: finish the round of deals",
    "stop at once": "at the bell: stop at once",
}
AT_THE_BELL_WITH_REASON: Final = {
    "finish the deal": "At the bell: finish the deal in hand, then stop",
    "finish the round of deals": "At the bell: finish the round of deals, so that everybody has dealt as often",
    "stop at once": "At the bell: stop at once; the deal in hand does not count",
}


def reason_words(reason: Reason) -> str:
    """Why somebody goes on from a stage: `among the best 4`, `second of table 3`, `best third: +1.5 units per deal`."""
    if reason.how is GoesOn.EVERYBODY:
        return "a place for everybody"
    if reason.how is GoesOn.BYE:
        return "a bye"
    if reason.how is GoesOn.STANDING:
        return f"among the best {reason.count}"
    if reason.how is GoesOn.TABLE:
        return f"{ORDINALS[reason.place]} of table {reason.table}"
    if reason.amount is None:
        return f"best {ORDINALS[reason.place]}: {reason.then or f'{reason.by} not known'}"
    then = "" if reason.then is None else f", then {reason.then}"
    return f"best {ORDINALS[reason.place]}: {signed_amount(reason.amount)} {reason.by}{then}"


def signed_amount(amount: int | Fraction) -> str:
    """A number with its sign, to two decimals at most."""
    return f"{float(amount):+.2f}".rstrip("0").rstrip(".") if amount else "0"


def whereabouts_words(table: int | None) -> str:
    """Where somebody sits in a round: at a table of this number, at none because they rest (0), or not at all."""
    if table is None:
        return "not seated"
    return f"table {table}" if table else "resting"


def results_words(tables: Sequence[int], most: int = NAMED) -> str:
    """`the result of table 4`, `the results of tables 1, 2 and 5`: the first five, and how many more than `most`."""
    if len(tables) == 1:
        return f"the result of table {tables[0]}"
    shown = [str(table) for table in (tables if len(tables) <= most else tables[:NAMED])]
    return f"the results of tables {listed(shown if len(tables) <= most else [*shown, f'{len(tables) - NAMED} more'])}"


def passed_over_words(passed: Mapping[str, Sequence[str]]) -> str:
    """Which tie-breaks could not be asked, with the names of those tied; "" for none."""
    named = {by: listed(who) if len(who) <= NAMED else counted(len(who), "entrant") for by, who in passed.items()}
    said = [f"{by} ({who})" for by, who in named.items()]
    return f"Passed over, because a sheet does not say it or not all of them met: {listed(said)}." if said else ""


def carried_words(stages: Iterable[Stage], lines: Iterable[Standing]) -> str:
    """What there is to say of tie-breaks that look at more than the units and deals beside them; "" for nothing."""
    if any(stage.carried == "total" for stage in stages) and any(line.decided_by in TIE_BREAKS for line in lines):
        return "What decided counts the stages before too, whose total is carried; units and deals are of one stage."
    return ""


def table_residual_words(table: Table) -> str:
    """`a residual of +4 (nobody knows)`; empty where the sheet of a table sums to zero, and where it has none."""
    return f"a residual of {signed(table.residual)} ({table.reason})" if table.residual else ""
