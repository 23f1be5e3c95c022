"""Payments: what was paid of the settlement of some matches, and what is still due of any.

A payment covers its matches together, so that none of them can be settled without the others.
"""

import shlex
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Final

from db.connection import Row
from scorer.errors import DamagedError, PartlyPaidError, RefusedError
from scorer.language import N_, _
from scorer.match.names import find
from scorer.match.settlement import Payment, Settlement, currency_of, money_words, settle
from scorer.match.sheet import Sheet
from scorer.rules.cards import numbers_text, read_numbers
from scorer.rules.errors import advice
from scorer.rules.fewest_transfers import POT
from scorer.scorebook import rows
from scorer.scorebook.match_lookup import matches, matches_within
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import PAYMENT
from scorer.text.kind_words import party_words
from scorer.text.sentences import payment_words
from scorer.text.step_words import did

NOT_SETTLED: Final = N_("nobody here is called '{typed}': {known}")
MOST_NAMED: Final = 5  # matches by number, where days can be named instead
_STANDING: Final = "SELECT * FROM payment WHERE voided_by IS NULL ORDER BY id"
_EXIST: Final = f'SELECT "match".id, sitting.id AS sitting FROM "match" LEFT JOIN sitting ON {rows.LIVE_SITTING}'


def payments(transaction: Transaction, *, own_names: bool = False) -> list[Payment]:
    """Every payment that stands, in the order in which they were made, under names as they are read or their own.

    Each with those of its matches that exist: the others were drawn anew. Raises DamagedError.
    """
    standing = transaction.rows(_STANDING)
    if not standing:
        return []
    names = rows.own_names(transaction) if own_names else rows.player_names(transaction)
    people = dict([(None, POT), *names.items()])
    exists = {row.id: row.sitting is not None for row in transaction.rows(_EXIST)}
    return [_payment(row, people, exists) for row in standing]


def _payment(row: Row, names: dict[int | None, str], exists: dict[int, bool]) -> Payment:
    try:
        numbers = read_numbers(row.matches) or ()
        covered = frozenset(match for match in numbers if exists[match])
        payer, payee = names[row.payer], names[row.payee]
    except (KeyError, ValueError) as error:  # of nobody, of a match that is not there, of what is no number
        raise DamagedError from error
    payment = Payment(payer, payee, row.cents, row.currency, row.on, covered)
    if payment.amount < 1 or payment.payer == payment.payee or not (numbers and payment.currency):
        raise DamagedError
    return payment


def payment_cells(payment: Payment, ids: Mapping[str, int]) -> dict[str, object]:
    """The row of a payment, but for its own id and its step; `ids` are those of players by name, the pot has none."""
    return {
        "payer": ids.get(payment.payer),
        "payee": ids.get(payment.payee),
        "cents": payment.amount,
        "currency": payment.currency,
        "on": payment.on.isoformat(),
        "matches": numbers_text(sorted(payment.matches)),
    }


def settlement(transaction: Transaction, sheets: Sequence[Sheet]) -> Settlement:
    """What is due of these matches together: their settlement less what was paid of it.

    Raises PartlyPaidError where a payment covers others too, RefusedError where they do not count in the same money, or
    in another than was paid.
    """
    chosen = {sheet.match.id for sheet in sheets}
    currency_of(sheets)  # before anything else: each of several is asked by itself then
    standing = payments(transaction)
    fitting = _fitting(standing, chosen)
    _check_money(transaction, [payment for payment in standing if payment.matches & fitting])
    if across := _across(standing, chosen):
        sentence = _("{paid}, for these and other matches together", paid=payment_words(across[0]))
        raise PartlyPaidError(sentence, advice("settle_these", matches=_fitting_words(transaction, standing, fitting)))
    return settle(sheets, [payment for payment in standing if payment.matches and payment.matches <= chosen])


def settlement_alone(transaction: Transaction, sheet: Sheet) -> Settlement | None:
    """What is due of one match; None where it was paid together with others, or in another currency."""
    try:
        return settlement(transaction, [sheet])
    except RefusedError:
        return None


def pay(transaction: Transaction, sheets: Sequence[Sheet], payers: Iterable[str], on: date) -> Settlement:
    """Record in one step that these people have paid all that they owe in these matches; returns what is due then.

    Raises RefusedError where one of them owes nothing, NotFoundError for somebody who is not there.
    """
    due = settlement(transaction, sheets)
    if due.currency is None:
        sentence = _("units alone are not paid: nothing was agreed on what one is worth")
        raise RefusedError(sentence, advice("match_edit_unit"))
    there = {**{player: player for player in due.units}, party_words(POT): POT}
    meant = {there[find(payer, there, NOT_SETTLED)]: None for payer in payers}
    owing = [transfer for transfer in due.transfers if transfer.payer in meant]
    if free := [payer for payer in meant if payer not in {transfer.payer for transfer in owing}]:
        nothing = [_("{player} owes nothing here", player=party_words(payer)) for payer in free]
        paid = [payment_words(payment) for payment in due.paid if payment.payer in free]
        raise RefusedError(_("{sentences}; nothing is recorded", sentences="; ".join(nothing + paid)))
    covered = frozenset(sheet.match.id for sheet in sheets)
    made = [[transfer.payer, transfer.payee, transfer.amount] for transfer in owing]
    step = rows.add_step(transaction, PAYMENT, detail=did("paid", payments=made, currency=due.currency))
    ids = rows.player_ids(transaction)
    for transfer in owing:
        payment = Payment(transfer.payer, transfer.payee, transfer.amount, due.currency, on, covered)
        transaction.insert(PAYMENT, **payment_cells(payment, ids), made_by=step)
    return settlement(transaction, sheets)


def _across(standing: Iterable[Payment], chosen: Collection[int]) -> list[Payment]:
    """The payments that cover some of the chosen matches, and others."""
    return [payment for payment in standing if not payment.matches.isdisjoint(chosen) and payment.matches - set(chosen)]


def _fitting(standing: Sequence[Payment], chosen: Collection[int]) -> set[int]:
    """These matches with those that were paid together with them, and so on: no payment goes beyond."""
    fitting = set(chosen)
    while across := _across(standing, fitting):
        fitting.update(*(payment.matches for payment in across))
    return fitting


def _check_money(transaction: Transaction, standing: Sequence[Payment]) -> None:
    """Raise RefusedError where a match counts in another money than was paid for it."""
    covered = set[int]().union(*(payment.matches for payment in standing))
    there = matches(transaction, rows.THESE_MATCHES, matches=[*covered]) if covered else []
    for payment in standing:
        for match in there:
            money = match.terms.money
            if match.id in payment.matches and money != payment.currency:
                template = N_("{paid}, and {match} (match {number}) counts in {currency} by now")
                facts = {"match": match.name, "number": match.id, "currency": money_words(money)}
                way = advice("match_edit_currency", number=match.id, currency=payment.currency)
                sentence = _(template, paid=payment_words(payment), **facts)
                raise RefusedError(sentence, way if money else advice("match_edit_unit"))


def _fitting_words(transaction: Transaction, standing: Sequence[Payment], fitting: set[int]) -> str:
    """The selection of matches that no payment goes beyond: by their numbers, or many by their days."""
    meant = matches(transaction, rows.THESE_MATCHES, matches=[*fitting])
    leagues = {match.league for match in meant}
    if len(meant) > MOST_NAMED and len(leagues) == 1:
        league, first, last = meant[0].league, meant[0].on, meant[-1].on
        within = matches_within(transaction, league, first, last)
        money = {match.id: match.terms.money for match in within if match.terms.money}
        if len({*money.values()}) == 1 and money.keys() >= fitting and not _across(standing, money):
            return f"--league {shlex.quote(league)} --from {first} --to {last}"
    return " ".join(f"{match.id}" for match in meant)
