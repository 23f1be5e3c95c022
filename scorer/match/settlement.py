"""The settlement of one match or several: from running units to who pays whom, less what was paid."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Self, TypeVar

from scorer.errors import RefusedError
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import listed
from scorer.match.sheet import Sheet
from scorer.rules.errors import advice
from scorer.rules.fewest_transfers import Transfer, transfers

T = TypeVar("T", bound=Transfer)


@dataclass(frozen=True, slots=True)
class Payment(Transfer):
    """A transfer in cents of `currency` that was made on a day, for these matches by their numbers."""

    currency: str
    on: date
    matches: frozenset[int]


@dataclass(frozen=True, slots=True)
class Settlement:
    """Transfers in integer cents of `currency`, or in units where it is None, and each player's `balances` in the same.

    `units` are each player's units over the matches, and the balances what these are worth. `paid` was paid already:
    the transfers are what is still due.
    """

    units: dict[str, int]
    balances: dict[str, int]
    transfers: list[Transfer]
    currency: str | None
    paid: tuple[Payment, ...] = ()

    def renamed(self, shown: Callable[[str], str]) -> Self:
        """The same for sentences, with who pays and who is paid as they are `shown`."""

        def renamed(transfer: T) -> T:
            return replace(transfer, payer=shown(transfer.payer), payee=shown(transfer.payee))

        return replace(self, transfers=[*map(renamed, self.transfers)], paid=tuple(map(renamed, self.paid)))


def money_words(currency: str | None) -> str:
    """A currency; that there is none where it is None."""
    return currency or _("units without money")


def currency_of(sheets: Sequence[Sheet]) -> str | None:
    """The currency in which all these matches count, None for units alone; raises RefusedError where they differ."""
    matches = defaultdict[str | None, list[int]](list)
    for sheet in sheets:
        matches[sheet.match.terms.money].append(sheet.match.id)
    if len(matches) > 1:
        currencies = sorted(matches, key=str)
        apart = [
            advice("settle_apart", matches=" ".join(map(str, matches[currency])), currency=money_words(currency))
            for currency in currencies
        ]
        template = N_("these matches count in {currencies}: settle them apart")
        raise RefusedError(_(template, currencies=listed(list(map(money_words, currencies)))), *apart)
    return next(iter(matches), None)


def settle(sheets: Sequence[Sheet], paid: Sequence[Payment] = ()) -> Settlement:
    """Settle these matches together, of which this was `paid`; raises RefusedError as `currency_of`."""
    currency = currency_of(sheets)
    units: Counter[str] = Counter()
    balances: Counter[str] = Counter()
    for sheet in sheets:
        value = sheet.match.terms.unit_value_cents or 1
        for player, won in sheet.running.items():
            units[player] += won
            balances[player] += won * value
    due = balances.copy()
    for payment in paid:
        due[payment.payer] += payment.amount
        due[payment.payee] -= payment.amount
    return Settlement(dict(units), dict(balances), transfers(due), currency, tuple(paid))
