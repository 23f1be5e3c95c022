"""In what two variants of one name differ, in the words of their pages."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Final

from scorer.language import N_, _
from scorer.language.lists_numbers_dates import listed, signed
from scorer.rules.bid import LOWEST_TARGET
from scorer.rules.cards import TOTAL_CARD_POINTS
from scorer.rules.kinds import Outcome
from scorer.rules.variant import BID_OR_SHORTFALL, TableShares, Variant
from scorer.text.variant_rules import (
    Rule,
    bid_bands,
    further_rules,
    made_by,
    mirrors,
    players_words,
    win_tables,
)

# Keys of a file, where the field of a variant is called otherwise.
_KEYS: Final = {
    "even_at_60": "at_60",
    "accumulates": "carry",
    "cap": "carry",
    "ending": "end",
    "card_values": "card_points",
    "one_more_rests": "one_more",
    **dict.fromkeys(("made_by", "numbers", "alone"), "sides"),
}
_SHARES: Final = {  # by the outcome, and whether the caller is alone
    (Outcome.MADE, False): N_("made: caller {caller} and partner {partner} and each defender {defender}"),
    (Outcome.MADE, True): N_("made alone: caller {caller} and each defender {defender}"),
    (Outcome.FAILED, False): N_("failed: caller {caller} and partner {partner} and each defender {defender}"),
    (Outcome.FAILED, True): N_("failed alone: caller {caller} and each defender {defender}"),
}


def unlike_namesakes(labels: Sequence[str], variants: Mapping[str, Variant]) -> str:
    """Sentences on what the variants of some labels have otherwise than others of their names.

    `variants` are by label. One that has the name alone is what the others are held against, and has none.
    """
    sentences = []
    for at, label in enumerate(labels):
        variant = variants[label]
        others = [other for other, known in variants.items() if known.name == variant.name and other not in labels[:at]]
        for other in [variant.name] if variant.name in variants else others:
            if other != label:
                sentences.append(_("{variant} differs from {other}.", variant=label, other=other))
                sentences += differences(variant, variants[other])
    return " ".join(sentences)


def differences(variant: Variant, other: Variant) -> list[str]:
    """What differs between two variants, a sentence for each rule, as in `Slam: u times 3, not u times 2`.

    Where their pages say the same, it names the keys that differ; empty for two of one meaning.
    """
    names = [field.name for field in fields(Variant)]
    changed = [name for name in names if getattr(variant.meaning, name) != getattr(other.meaning, name)]
    if not changed:
        return []
    both = set(variant.shares) & set(other.shares)
    of_this, of_other = list(_rules(variant, both)), list(_rules(other, both))
    here = dict(rule for rule in of_this if rule not in of_other)
    there = dict(rule for rule in of_other if rule not in of_this)
    keys = dict.fromkeys(_KEYS.get(name, name) for name in changed)
    return [_difference(rule, here.get(rule, ""), there.get(rule, "")) for rule in here | there] or [
        _("Written otherwise in the file: {keys}.", keys=listed([*keys]))
    ]


def _difference(rule: str, here: str, there: str) -> str:
    """How a rule is here and not there, without the clauses that both have."""
    of_here, of_there = (re.split("[;,] ", text) for text in (here, there))
    new = ", ".join(clause for clause in of_here if clause not in of_there)
    gone = ", ".join(clause for clause in of_there if clause not in of_here)
    if not new and gone:
        return _("{rule}: not '{there}'.", rule=rule, there=gone)
    if new and not gone:
        return f"{rule}: {new}."
    return _("{rule}: {here}, not {there}.", rule=rule, here=new or here, there=gone or there)  # or in another order


def _rules(variant: Variant, numbers: Iterable[int]) -> Iterator[Rule]:
    """All that the page of a variant says, units too; the shares of these `numbers` of players alone."""
    if variant.has_auction:
        yield Rule(_("Players"), players_words(variant))
    yield from made_by(variant)
    yield from _stakes(variant)
    for players in sorted(numbers):
        name = _("Shares among {number} players", number=players)
        yield Rule(name, "; ".join(_shares(variant.shares[players])))
    yield from further_rules(variant)


def _stakes(variant: Variant) -> Iterator[Rule]:
    """What a bid, or a win, is worth."""
    win, name = variant.win, _("Stakes")
    if win.worth == "count":
        yield Rule(name, _("the caller's count"))
    elif win.worth == BID_OR_SHORTFALL:
        yield Rule(
            name, _("the bid, and where it fails the bid and {total} less twice the count", total=TOTAL_CARD_POINTS)
        )
    elif win.worth == "margin":
        yield Rule(name, _("the margin of the counts"))
    elif variant.has_auction:
        stakes = [(bids, u) for bids, u, _bids in bid_bands(variant)]
        for named in variant.auction.named:
            bid = replace(named.bid, raised=named.bid.target > LOWEST_TARGET)  # says the card points that it promises
            stakes.append((str(bid), named.u))
        yield Rule(name, "; ".join(_("{units} for {bids}", units=u, bids=bids) for bids, u in stakes))
    else:
        for table, u in zip(win_tables(variant), (win.u, win.above_u), strict=False):
            yield Rule(table.title, _("stake {units}", units=u))


def _shares(table: TableShares) -> Iterator[str]:
    """The units of each role for a stake of 1; those of a failed contract where it does not turn every sign round."""
    for (outcome, alone), template in _SHARES.items():
        shares = table.shares(outcome, solo=alone)
        if shares and (outcome is Outcome.MADE or not mirrors(table)):
            yield _(template, **{role: signed(units) for role, units in shares._asdict().items()})
