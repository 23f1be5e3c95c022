"""The settlement of one match or several: from running units to who pays whom."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scorer.errors import RefusedError
from scorer.language import _
from scorer.match.sheet import Sheet
from scorer.rules.fewest_transfers import Transfer, transfers


@dataclass(frozen=True, slots=True)
class Settlement:
    """Transfers in integer cents of `currency`, or in units where it is None, and each player's `balances` in the same.

    `units` are each player's units over the matches.
    """

    units: dict[str, int]
    balances: dict[str, int]
    transfers: list[Transfer]
    currency: str | None


def settle(sheets: Sequence[Sheet]) -> Settlement:
    """Settle these matches together; raises RefusedError when they do not count in the same money."""
    currencies = {sheet.match.terms.currency if sheet.match.terms.unit_value_cents else None for sheet in sheets}
    if len(currencies) > 1:
        names = ", ".join(currency or _("units without money") for currency in sorted(currencies, key=str))
        raise RefusedError(_("these matches count in {currencies}: settle them apart", currencies=names))
    units: Counter[str] = Counter()
    balances: Counter[str] = Counter()
    for sheet in sheets:
        value = sheet.match.terms.unit_value_cents or 1
        for player, won in sheet.running.items():
            units[player] += won
            balances[player] += won * value
    return Settlement(dict(units), dict(balances), transfers(balances), next(iter(currencies), None))
