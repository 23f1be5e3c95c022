"""Amounts of money in the cells of a foreign table, and how many units they are."""

import re
from collections.abc import Sequence
from math import gcd, isclose

from scorer.errors import RefusedError
from scorer.exchange.csv_reader import Faults
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import number
from scorer.match.names import shown
from scorer.notebooks.column_and_cell_words import ABSENT
from scorer.notebooks.table import DoubtfulTableError, NumberedRow, TableReading

SMALLEST_UNIT = 0.05  # that is proposed where whole numbers stand beside amounts
_AMOUNT = re.compile(
    r"(?P<minus>[-\u2212]?)\+?\s*(?:[€$£]|eur)?\s*(?P<other>[-\u2212]?)\+?(?P<whole>\d{1,6})(?:[.,](?P<cents>\d{1,2}))?"
    r"\s*(?:[€$£]|euro?)?",
    re.IGNORECASE,
)
_SIGN = re.compile(r"[€$£]|\beuro?\b", re.IGNORECASE)
_OF_A_LANGUAGE = re.compile(r"\[\$([^]-]*)[^]]*\]")  # [$€-410] is euros in Italian, [$-410] is Italian alone
_TWO_PLACES = re.compile(r"0\.00(?!0)")
_TWO_DECIMALS = re.compile(r"[+\-\u2212]?\d+[.,]\d\d")


def cents_of(cell: str) -> int | None:
    """The cents of `-1,50 €`, `€ 1.50`, `0,5` or `3`; None for what is no amount of money."""
    parts = _AMOUNT.fullmatch(cell.strip())
    if not parts:
        return None
    cents = 100 * int(parts["whole"]) + int((parts["cents"] or "").ljust(2, "0"))
    return -cents if parts["minus"] or parts["other"] else cents


def is_money(cell: str) -> bool:
    """Whether a cell shows that it is an amount of money: by a sign, or by the two decimals of cents."""
    cents = cents_of(cell)
    return cents is not None and bool(_SIGN.search(cell) or (_TWO_DECIMALS.fullmatch(cell) and cents % 100))


def unit_value_cents(text: str) -> int:
    """The unit value in cents; raises RefusedError."""
    cents = cents_of(text)
    if not cents or cents < 0:
        template = N_("--unit-value {typed}: say an amount of money above 0, as in 0.50")
        raise RefusedError(_(template, typed=shown(text)))
    return cents


def check_no_money(rows: Sequence[NumberedRow], columns: Sequence[int], names: Sequence[str], faults: Faults) -> None:
    """Raise DoubtfulTableError where amounts of money stand in these columns, with what makes units of all of them.

    So it does for `3,00`: of such amounts a unit may be a part. Raises FaultyFileError where no unit makes sense of
    them: what is no amount is named, and parts of units too small.
    """
    cells = [(line, at, row[at]) for line, row in rows for at in columns]
    sure = [(line, at, cell) for line, at, cell in cells if is_money(cell)]
    if not sure:  # 1,5 where most lines have such an amount; of a few it is not sure that they are no slips or means
        halves = [(line, at, cell) for line, at, cell in cells if (cents_of(cell) or 0) % 100]
        lines = {line for line, _at, cell in cells if cents_of(cell)}
        sure = halves if 2 * len({line for line, _at, _cell in halves}) > len(lines) else []
    money = sure or [(line, at, cell) for line, at, cell in cells if _TWO_DECIMALS.fullmatch(cell)]
    if not money:
        return
    unit = gcd(*filter(None, (cents_of(cell) for _line, _column, cell in cells))) / 100
    faults.line, at, cell = money[0]
    where = {at for _line, at, _cell in money}
    strange = next((place for place in cells if place[1] in where and not _is_understood(place[2])), None)
    others = [cell for line, _at, cell in cells if line != faults.line and cents_of(cell)]
    whole = [cell for cell in others if cell.lstrip("+-\u2212").isdecimal()]
    if strange:
        faults.line, at, cell = strange
        template = N_("'{cell}' is no amount of money, and others in its column are")
        faults.add(_(template, cell=shown(cell)), names[at])
    elif whole and (unit < SMALLEST_UNIT or len(whole) == len(others)):
        template = N_("'{cell}' has decimals, and the rows beside it have none: are these means?")
        faults.add(_(template, cell=shown(cell)), names[at])
    else:
        template = N_(
            "{where}: '{cell}' may be an amount of money: --unit-value says what a unit is worth; "
            "{unit} keeps the numbers as they are"
        )
        if sure:
            template = N_(
                "{where}: '{cell}' is an amount of money: --unit-value says what a unit is worth; "
                "all of them are multiples of {unit}"
            )
        word = f"{unit:.2f}" if sure else "1.00"
        reading = TableReading("unit_value", word, _("a unit is worth {unit}", unit=word))
        question = _(template, where=faults.where(names[at]), cell=shown(cell), unit=word)
        raise DoubtfulTableError(question, [reading])
    faults.check()


def as_amount(value: float, number_format: str) -> str:
    """A number of a workbook as it is shown, where its format makes an amount of money of it; "" where it does not."""
    sign = _SIGN.search(_OF_A_LANGUAGE.sub(r"\1", number_format))
    if not sign and not _TWO_PLACES.search(number_format):
        return ""
    cents = round(value, 2)
    shown_value = f"{cents:.2f}" if isclose(cents, value, abs_tol=1e-9) else str(value)  # what is no cents is refused
    return f"{shown_value} {sign[0]}" if sign else shown_value


def _is_understood(cell: str) -> bool:
    return cents_of(cell) is not None or cell.casefold() in ABSENT


def in_units(
    rows: list[NumberedRow], columns: list[int], cents: int, names: list[str], faults: Faults
) -> list[NumberedRow]:
    """The rows with whole units in these columns, where amounts of money stood; what does not divide is a fault."""
    converted: list[NumberedRow] = []
    header = faults.line
    for line, cells in rows:
        units = list(cells)
        for at in columns:
            amount = cents_of(cells[at])
            if amount is None:
                continue
            if amount % cents:
                faults.line = line
                template = N_("'{cell}' is no whole number of units of {unit}")
                faults.add(_(template, cell=shown(cells[at]), unit=number(cents / 100, 2)), names[at])
            units[at] = str(amount // cents)
        converted.append((line, units))
    faults.line = header
    return converted
