"""What is said of a tournament, on the terminal, on paper and on the dashboard alike: its decisions in words."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from scorer.language import counts
from scorer.language.forms import listed, signed
from scorer.rules.tournament.cutting import GoesOn, Reason
from scorer.rules.tournament.events import Decision, Progress, Ruling, Standing, Table
from scorer.rules.tournament.format import MEAN, Format
from scorer.text.format_page import LAST, places, settled_words
from scorer.text.sentences import running_words

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


def results_words(tables: Sequence[int]) -> str:
    """`the result of table 4`, `the results of tables 1, 2 and 5`: the first five, and how many more."""
    if len(tables) == 1:
        return f"the result of table {tables[0]}"
    named = [str(table) for table in tables[:NAMED]]
    more = [f"{len(tables) - NAMED} more"] if len(tables) > NAMED else []
    return f"the results of tables {listed([*named, *more])}"


def passed_over_words(passed: Mapping[str, Sequence[str]]) -> str:
    """Which tie-breaks could not be asked, with the names of those tied; "" for none."""
    named = {by: listed(who) if len(who) <= NAMED else counts.entrants(len(who)) for by, who in passed.items()}
    said = [f"{by} ({who})" for by, who in named.items()]
    return f"Passed over, because a sheet does not say it or not all of them met: {listed(said)}." if said else ""


def explained(form: Format, progress: Progress, stages: Sequence[int], lines: Sequence[Standing]) -> list[str]:
    """What somebody may ask who reads a standing of these stages: carried totals, decimals, shared places."""
    of, said = [form.stages[at] for at in stages], []
    if any(stage.carried == "total" for stage in of) and any(line.carried for line in lines):
        counts = "What decided counts those stages too; units and deals are of one stage"
        said.append(f"Carried: the total of the stages before, which goes on counting. {counts}.")
    given = [gave for line in lines for gave in line.rounds if gave is not None]
    for stage in of if given else ():
        for matches, tables in stage.placement_for.items():
            points = listed([places(row) for row in tables.values()])
            said.append(f"{stage.name}: who plays {matches} of {stage.rounds} matches gets {points} for it.")
    if any(stage.places for stage in of) and any(gave.denominator > 1 for gave in given):
        rested = form.bye.placement == MEAN and any(each.resting for each in progress.rounds if each.stage in stages)
        missed = "; who rests gets the mean of the round" if rested else ""
        share = "; a part of the units counts" if any(stage.units_share for stage in of) else ""
        said.append(f"Decimals: who ties at a table shares its placement points{missed}{share}.")
    # Why a place is shared though the format has a play-off or the lot: what these are kept for
    kept = [words for tie_break, words in LAST.items() if any(tie_break in stage.breaks for stage in of)]
    settled = dict.fromkeys(settled_words(stage) for stage in of if stage.cut or stage.decide)
    if given and kept and settled and any(line.decided_by is Decision.SHARED for line in lines):
        decide = f"{listed(kept)} {'decide' if len(kept) > 1 else 'decides'} only {listed(list(settled))}"
        decide = f"{decide[:1].upper()}{decide[1:]}"
        said.append(f"Shared: level in all else that is asked. {decide}, once every result is in.")
    return said


def before_words(tie_break: str) -> str:
    """What put somebody before somebody else, after a name: `by the play-off`, `by deals won`."""
    return f"by {'the ' if tie_break in LAST else ''}{tie_break}"


def ruling_words(ruling: Ruling) -> str:
    """`penalty, Anna -4, Bruno +1, Carla +1, Dario +1, Elena +1 (late)`."""
    return f"{ruling.kind}, {running_words(dict(ruling.units))} ({ruling.reason})"


def table_residual_words(table: Table) -> str:
    """`a residual of +4 (nobody knows)`; empty where the sheet of a table sums to zero, and where it has none."""
    return f"a residual of {signed(table.residual)} ({table.reason})" if table.residual else ""
