"""The decisions of a tournament in words: who goes on and why, ties, rulings; for the terminal, paper and pages."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import ORDINALS, abridged, capitalised, in_turn, listed, signed
from scorer.text.kind_words import kind_name
from scorer.text.sentences import running_words
from scorer.tournaments.rules.cutting import GoesOn, Reason
from scorer.tournaments.rules.events import Decision, Progress, Ruling, Standing, Table
from scorer.tournaments.rules.format import MEAN, Format, Stage
from scorer.tournaments.text.format_page import LAST, places, settled_words

NAMED = 5  # so many are named; of more the first ones, or none, and how many there are
AT_THE_BELL_WITH_REASON: Final = {  # by the bell of a stage
    "finish the deal": N_("At the bell: finish the deal in hand, then stop"),
    "finish the round of deals": N_("At the bell: finish the round of deals, so that everybody has dealt as often"),
    "stop at once": N_("At the bell: stop at once; the deal in hand does not count"),
}
# What the odd player of a table of duels does, alone and with the name, which may be marked
ODD: Final = {"resting": N_("in no duel"), "against all": N_("against all")}
ODD_PLAYER: Final = {"resting": N_("{player} in no duel"), "against all": N_("{player} against all")}
_LAST: Final = {"play-off": N_("the play-off"), "lot": N_("the lot")}  # what decides once everything else is asked


def reason_words(reason: Reason) -> str:
    """Why somebody goes on from a stage: `among the best 4`, `second of table 3`, `best third: +1.5 units per deal`."""
    if reason.how is GoesOn.EVERYBODY:
        return _("a place for everybody")
    if reason.how is GoesOn.BYE:
        return _("a bye")
    if reason.how is GoesOn.STANDING:
        return _("among the best {number}", number=reason.count)
    ordinal = _(ORDINALS[reason.place])
    if reason.how is GoesOn.TABLE:
        return _("{ordinal} of table {table}", ordinal=ordinal, table=reason.table)
    decided = [] if reason.amount is None else [f"{signed_amount(reason.amount)} {_(reason.by)}"]
    decided += [_(reason.then)] if reason.then else []
    why = in_turn(decided) or _("{measure} not known", measure=_(reason.by))
    return _("best {ordinal}: {reason}", ordinal=ordinal, reason=why)


def signed_amount(amount: int | Fraction) -> str:
    """A number with its sign, to two decimals at most."""
    places = len(f"{float(amount):.2f}".rstrip("0").partition(".")[2])
    return signed(float(amount), places)


def whereabouts_words(table: int | None) -> str:
    """Where somebody sits in a round: at a table of this number, at none because they rest (0), or not at all."""
    if table is None:
        return _("not seated")
    return _("table {number}", number=table) if table else _("resting")


def results_words(tables: Sequence[int]) -> str:
    """`the result of table 4`, `the results of tables 1, 2 and 5`: the first five, and how many more."""
    numbers = listed(abridged([*map(str, tables)], NAMED))
    return ngettext("the result of table {tables}", "the results of tables {tables}", len(tables), tables=numbers)


def passed_over_words(passed: Mapping[str, Sequence[str]]) -> str:
    """Which tie-breaks could not be asked, with the names of those tied."""
    tie_breaks = []
    for tie_break, names in passed.items():
        tied = listed(names) if len(names) <= NAMED else counts.entrants(len(names))
        tie_breaks.append(f"{_(tie_break)} ({tied})")
    return _(
        "Passed over, because a sheet does not say it or not all of them met: {tie_breaks}.",
        tie_breaks=listed(tie_breaks),
    )


def explained(form: Format, progress: Progress, stages: Sequence[int], lines: Sequence[Standing]) -> list[str]:
    """What a reader of a standing of these stages may ask about: carried totals, decimals, shared places."""
    stages_here, sentences = [form.stages[at] for at in stages], []
    if any(stage.carried == "total" for stage in stages_here) and any(line.carried for line in lines):
        sentences.append(
            _(
                "Carried: the total of the stages before, which goes on counting."
                " What decided counts those stages too; units and deals are of one stage."
            )
        )
    given = [amount for line in lines for amount in line.rounds if amount is not None]
    if given:
        sentences += [sentence for stage in stages_here for sentence in _placement_for(stage)]
    if any(stage.places for stage in stages_here) and any(amount.denominator > 1 for amount in given):
        reasons = [_("who ties at a table shares its placement points")]
        if form.bye.placement == MEAN and any(played.resting for played in progress.rounds if played.stage in stages):
            reasons.append(_("who rests gets the mean of the round"))
        if any(stage.units_share for stage in stages_here):
            reasons.append(_("a part of the units counts"))
        sentences.append(_("Decimals: {reasons}.", reasons="; ".join(reasons)))
    # Why a place is shared though the format has a play-off or the lot: what these are kept for
    kept = tuple(tie_break for tie_break in LAST if any(tie_break in stage.breaks for stage in stages_here))
    settled = dict.fromkeys(settled_words(stage) for stage in stages_here if stage.cut or stage.decide)
    if given and kept and settled and any(line.decided_by is Decision.SHARED for line in lines):
        last = capitalised(listed([_(LAST[tie_break]) for tie_break in kept]))
        shared = ngettext(
            "Shared: level in all else that is asked. {last} decides only {settled}, once every result is in.",
            "Shared: level in all else that is asked. {last} decide only {settled}, once every result is in.",
            len(kept),
            last=last,
            settled=listed(list(settled)),
        )
        sentences.append(shared)
    return sentences


def _placement_for(stage: Stage) -> list[str]:
    """The placement points of those who play fewer matches of a stage."""
    return [
        _(
            "{stage}: who plays {matches} of {rounds} matches gets {points} for it.",
            stage=_(stage.name),
            matches=matches,
            rounds=stage.rounds,
            points=listed([places(row) for row in tables.values()]),
        )
        for matches, tables in stage.placement_for.items()
    ]


def before_words(first: str, second: str, tie_break: str) -> str:
    """What put a name before another: `Anna before Bruno by the play-off`, `Anna before Bruno by deals won`."""
    by = _(_LAST.get(tie_break, tie_break))
    return _("{first} before {second} by {tie_break}", first=first, second=second, tie_break=by)


def decided_by_words(tie_break: str) -> str:
    """The tie-break that decided a place: `decided by the play-off`, `decided by deals won`."""
    return _("decided by {tie_break}", tie_break=_(_LAST.get(tie_break, tie_break)))


def ruling_words(ruling: Ruling) -> str:
    """`penalty, Anna -4, Bruno +1, Carla +1, Dario +1, Elena +1 (late)`."""
    return f"{kind_name(ruling.kind)}, {running_words(dict(ruling.units))} ({ruling.reason})"


def table_residual_words(table: Table) -> str:
    """`a residual of +4 (nobody knows)`; empty where the sheet of a table sums to zero, and where it has none."""
    if not table.residual:
        return ""
    return _("a residual of {units} ({reason})", units=signed(table.residual), reason=table.reason)
