"""Doubts about the columns and lines of a home table: each check names the option that settles it."""

from collections.abc import Sequence
from typing import Final

from scorer.exchange.csv_reader import Faults
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import signed
from scorer.match.names import fold
from scorer.notebooks.table import EVENINGS, DoubtfulTableError, Line, TableReading, Wishes, in_words
from scorer.scorebook.seats import FEWEST_WITH_CALLER

FEWEST_LINES: Final = 3  # in which nobody has 0 each time
FEWEST_EVENINGS: Final = 2  # likewise, where everybody else has another number each time
FEWEST_PLAYERS: Final = 3  # of two each has the sum of the others
A_COLUMN_MISSING: Final = 2  # lines that do not sum to zero, where most do not


def check_columns(lines: Sequence[Line], players: Sequence[str], wishes: Wishes, faults: Faults) -> None:
    """Raise DoubtfulTableError for a column of a player that may be a check, a sum or a count."""
    if len(players) < FEWEST_PLAYERS:
        return
    kept = {fold(name) for name in wishes.keep}
    numbers = [line.numbers for line in lines]
    sums = [sum(units.values()) for units in numbers]
    fewest = FEWEST_LINES
    if wishes.form == EVENINGS and len(players) > FEWEST_WITH_CALLER:
        gained = [name for name in players if all(units.get(name) for units in numbers)]
        if len(gained) == len(players) - 1:  # all but one have a number other than 0 in every line
            fewest = FEWEST_EVENINGS
    for name in players:
        what = _no_player([units.get(name) for units in numbers], sums, fewest)
        if what and fold(name) not in kept:
            readings = (
                TableReading("ignore", name, _("it is no player")),
                TableReading("keep", name, _("it is one")),
            )
            template = N_("{where}: {what}: {ways}: say which")
            question = _(template, where=faults.where(name), what=_(what), ways=in_words(readings))
            raise DoubtfulTableError(question, readings)


def _no_player(own: Sequence[int | None], sums: Sequence[int], fewest: int) -> str:
    """What shows that a column is no player's, "" for one that may be.

    `sums` are those of all players, `fewest` the lines in which nobody has 0 each time.
    """
    if None in own or len(own) == 1:
        return ""
    numbers = [number or 0 for number in own]
    if not any(numbers) and len(own) >= fewest:
        return N_("every cell is 0, as in a column that checks the others")
    if numbers == sums and min(sums) > 0:
        return N_("without it the units of every line sum to 0")
    if any(numbers) and [2 * number for number in numbers] == list(sums):
        return N_("it has the sum of the others in every line")
    return ""


def check_sums(lines: Sequence[Line], players: Sequence[str], faults: Faults) -> None:
    """Note the lines of evenings whose units do not sum to zero, and raise the error of what was noted."""
    wrong = [line for line in lines if line.total]
    if len(wrong) >= A_COLUMN_MISSING and 2 * len(wrong) > len(lines):
        faults.line = wrong[0].number
        template = N_(
            "these units sum to {total}, and in {wrong} lines of {lines} not to 0: a column of a player is missing, "
            'or something else is; --residual "why" keeps them as they are'
        )
        faults.add(_(template, total=signed(wrong[0].total), wrong=len(wrong), lines=len(lines)))
        faults.check()
    for line in wrong:
        faults.line = line.number
        template = N_('{fault}; --residual "why" keeps them as they are')
        faults.add(_(template, fault=sum_words(line, players)))
    faults.check()


def sum_words(line: Line, players: Sequence[str]) -> str:
    """That the units of a line do not sum to zero, and whose cell is empty where that is one alone."""
    absent = [name for name in players if name not in line.units]
    template = N_("these units sum to {total}: those of a deal or an evening sum to 0")
    if len(absent) == 1:
        template = N_(
            "these units sum to {total}: those of a deal or an evening sum to 0; "
            "{player}'s cell is empty, and {missing} is missing"
        )
    return _(template, total=signed(line.total), player="".join(absent[:1]), missing=signed(-line.total))
