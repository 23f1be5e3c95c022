"""Kinds of records, outcomes of deals and the pot, as a person reads them; what is recorded keeps the codes."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from scorer.language import N_, _, counts, in_context
from scorer.language.lists_numbers_dates import capitalised
from scorer.match.facts import Record
from scorer.rules.fewest_transfers import POT
from scorer.text.tally_words import TALLY_WORDS

KIND_NAMES: Final = {
    "deal": N_("deal"),
    "passed-out": N_("passed-out"),
    "thrown-in": N_("thrown-in"),
    "misdeal": N_("misdeal"),
    "annulled": N_("annulled"),
    "penalty": N_("penalty"),
    "adjustment": N_("adjustment"),
    "sheet": N_("sheet"),
}
# The columns of records and matches; that of a row which nobody sees keeps its own name.
COLUMN_NAMES: Final = {
    "caller": N_("caller"), "partner": N_("partner"), "dealer": N_("dealer"), "first_dealer": N_("dealer"),
    "out": N_("resting"), "resting": N_("resting"), "bid": N_("bid"), "target": N_("target"),
    "called": N_("called card"), "card_points": N_("card points"), "outcome": N_("outcome"), "slam": N_("slam"),
    "times": N_("times"), "sides": N_("sides"), "bonuses": N_("bonuses"), "winners": N_("winners"),
    "deals": N_("deals"), "note": N_("note"), "name": N_("name"), "on": N_("day"), "until": N_("agreed end"),
    "league": N_("league"), "variant": N_("variant"), "currency": N_("currency"),
    "place": N_("place"),
}  # fmt: skip
# Offered where a reason is needed; any other can be typed.
USUAL_REASONS: Final = {
    "penalty": (N_("showed a card"), N_("played out of turn"), N_("talked"), N_("came late"), N_("ruling")),
    "edit": (N_("typing mistake"), N_("counted wrong"), N_("wrong player named"), N_("ruling")),
    "void": (N_("typing mistake"), N_("recorded twice"), N_("recorded at the wrong table"), N_("ruling")),
    "match": (N_("typing mistake"), N_("agreed otherwise"), N_("written down on another day")),
}
_WRITTEN: Final = ContextVar[Callable[[int], str]]("how the number of a record is written", default=str)
OUTCOME_NAMES: Final = {"made": N_("made"), "failed": N_("failed"), "even": N_("even"), "won": N_("won")}
TALLIES: Final = {tally: words.name for tally, words in TALLY_WORDS.items()}


def kind_name(kind: str) -> str:
    """`deal`, `passed-out`, `penalty`: the kind of a record; as it stands there where it is none of them."""
    return _(KIND_NAMES.get(kind, kind))


def column_name(column: str) -> str:
    """`card points`, `agreed end`: a column of a record or a match; as it stands there where it is none of them."""
    return _(COLUMN_NAMES.get(column, column))


def deals_of_sheet(record: Record) -> str:
    """`26 deals`: how many a paper sheet holds; empty where it does not say it, and of other records."""
    return "" if record.deals is None else counts.deals(record.deals)


@contextmanager
def record_numbers(written: Callable[[int], str]) -> Iterator[None]:
    """Within it every sentence has the numbers of records as they are `written`, such as links."""
    before = _WRITTEN.set(written)
    try:
        yield
    finally:
        _WRITTEN.reset(before)


def record_number(number: int) -> str:
    """The number of a record in a sentence."""
    return _WRITTEN.get()(number)


def record_title(record: Record) -> str:
    """`Deal 12`: a record as a sentence or a title begins with it."""
    return capitalised(record_name(record))


def record_name(record: Record) -> str:
    """`deal 12`, `penalty 17`: a record by its kind and number, a redeal by the word of its own."""
    return f"{kind_name(record.kind)} {record_number(record.number)}"


def since_record(record: Record) -> str:
    """`deal 12`, as it stands behind *since*, in Italian `dalla smazzata 12`."""
    return f"{in_context('since', KIND_NAMES[record.kind])} {record_number(record.number)}"


def result_name(result: str) -> str:
    """A result as it is kept: an outcome in words, a count as it is."""
    return _(OUTCOME_NAMES[result]) if result in OUTCOME_NAMES else result


def party_words(party: str) -> str:
    """Who pays: a player by name, or the pot."""
    return _("pot") if party == POT else party


def transfer_words(templates: Sequence[str], payer: str, payee: str, **facts: object) -> str:
    """Who pays whom, by the first template; by the second where the pot is paid, by the third where it pays."""
    template = templates[1 if payee == POT else 2 if payer == POT else 0]
    return _(template, payer=payer, payee=payee, **facts)
