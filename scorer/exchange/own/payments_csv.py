"""`payments.csv`: what was paid, a line for each match of a payment; the first of them says what was paid."""

from collections.abc import Iterator, Sequence
from typing import Final

from scorer.match.settlement import Payment
from scorer.scorebook.many_matches import MatchHead
from scorer.text.numbers import Cell

PAID: Final = ("paid_on", "payer", "payee", "cents", "currency")
PAYMENTS: Final = ("payment", "league", "match", "on", *PAID)


def payment_rows(payments: Sequence[Payment], chosen: Sequence[MatchHead]) -> Iterator[Sequence[Cell]]:
    """Under the columns PAYMENTS, each payment that covers a match, by a number of its own in the file."""
    for number, payment in enumerate(payments, 1):
        paid: tuple[Cell, ...] = (payment.on, payment.payer, payment.payee, payment.amount, payment.currency)
        for head in chosen:
            if head.id in payment.matches:
                yield number, head.league, head.match, head.on, *paid
                paid = (None,) * len(PAID)  # once: whoever adds up the column counts nothing twice
