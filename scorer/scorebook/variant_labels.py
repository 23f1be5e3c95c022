"""The labels of frozen variants: texts that mean the same have one, so that their matches stand in one table."""

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter

from db.connection import Row
from scorer.errors import DamagedError
from scorer.rule_files import frozen_variant, shipped_text
from scorer.scorebook import rows
from scorer.scorebook.transaction import Transaction


def variant_labels(transaction: Transaction) -> dict[str, str]:
    """The label of every frozen variant, by its digest: the name, or `name@digest8` where several meanings have it.

    The name alone is for the meaning that is shipped under it, and for the only meaning of a name that is not shipped;
    `digest8` begins the smallest digest of a meaning. The last digest of a label is that of the text which stands for
    it: the shipped one where it is there, else the smallest.
    """
    labels: dict[str, str] = {}
    frozen = sorted(transaction.rows(rows.VARIANTS_FROZEN), key=attrgetter("name"))
    for name, texts in groupby(frozen, attrgetter("name")):
        shipped, first, *more = shipped_text(name), *texts
        if not more and first.text == (shipped or first.text):
            labels[first.digest] = name  # nearly always, and then nothing has to be read
            continue
        meanings = _by_meaning(sorted([first, *more], key=lambda row: (row.text != shipped, row.digest)))
        for meaning, digests in meanings:
            plain = meaning == frozen_variant(name, shipped).meaning if shipped else len(meanings) == 1
            labels |= dict.fromkeys(reversed(digests), name if plain else f"{name}@{digests[0][:8]}")
    return labels


def _by_meaning(texts: Iterable[Row]) -> list[tuple[object, list[str]]]:
    """The meanings of some frozen variants, each with the digests of its texts in their order."""
    meanings: list[tuple[object, list[str]]] = []
    for row in texts:
        meaning = _meaning(row)
        same = next((digests for known, digests in meanings if known == meaning), None)
        if same is None:
            meanings.append((meaning, [row.digest]))
        else:
            same.append(row.digest)
    return meanings


def _meaning(row: Row) -> object:
    """What a frozen variant means; a text of a newer program, or a damaged one, has a meaning of its own."""
    try:
        return rows.variant_of(row.digest, row.name, row.text).meaning
    except DamagedError:  # which is said wherever the text is read for more than its label
        return row.digest
