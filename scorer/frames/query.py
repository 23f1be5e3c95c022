"""A selection of matches, read from the scorebook as frames; and the redeals, which frames leave out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, NamedTuple

import numpy as np

from db.connection import Row
from db.laws import quoted
from scorer.errors import DamagedError, NotFoundError
from scorer.frames.building import Frames, matches_frame
from scorer.frames.record_columns import KIND_CODES, Columns, Ints
from scorer.frames.record_reading import columns_of, read_records
from scorer.frames.verification import verify
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import listed
from scorer.match.names import printable
from scorer.rule_files import begun_by, frozen_variant, shipped_text
from scorer.rules.judge import judge_of
from scorer.rules.kinds import REDEALS, SHEET
from scorer.rules.variant import Variant
from scorer.scorebook import rows
from scorer.scorebook.people import find_league
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.variant_labels import variant_labels


@dataclass(frozen=True, slots=True)
class Selection:
    """Which matches: of a league by its name, between two days (both included), under a variant, or one by its id.

    `variant` is a label, or a name for all its editions. A part that is empty leaves nothing out.
    """

    league: str = ""
    first: date | None = None
    last: date | None = None
    variant: str = ""
    match_id: int | None = None


EVERYTHING = Selection()


def read(transaction: Transaction, selection: Selection = EVERYTHING) -> Frames:
    """The frames of a selection; raises NotFoundError for a league or a variant that is not there."""
    labels = variant_labels(transaction)
    match_rows = _matches(transaction, selection, labels)
    frozen = _variants(transaction)
    columns = _records(transaction, match_rows, labels, frozen, whole=selection == EVERYTHING)
    usual = {key: variant.ending for key, variant in frozen.items()}
    on_paper = np.zeros(len(match_rows), bool)
    on_paper[columns.match[columns.kind == KIND_CODES[SHEET]]] = True
    return Frames(matches_frame(match_rows, labels, usual, on_paper), columns)


# The day as text: numpy reads days faster than Python does.
_MATCHES = (
    'SELECT "match".id, league.name AS league, "match".name, "match"."on" AS day, "match".variant,'
    ' "match".unit_value_cents, "match".currency, sitting.finished, "match".until FROM "match"'
    f' JOIN league ON league.id = "match".league_id JOIN sitting ON {rows.LIVE_SITTING}'
    " WHERE (league.id = :league OR :league = 0)"
    ' AND "match"."on" >= coalesce(:first, \'\') AND ("match"."on" <= :last OR CAST(:last AS TEXT) IS NULL)'
    ' AND ("match".variant IN :variants OR :all_variants = 1) AND ("match".id = :match OR :match = 0)'
    f" ORDER BY {rows.PLAYED_ORDER}"
)


def _matches(transaction: Transaction, selection: Selection, labels: Mapping[str, str]) -> Sequence[Row]:
    """The matches of a selection, as rows for `matches_frame`, in order; raises NotFoundError as `read` does."""
    return transaction.raw_rows(
        _MATCHES,
        league=find_league(transaction, selection.league).id if selection.league else 0,
        first=selection.first,
        last=selection.last,
        variants=_editions(transaction, selection.variant, labels) if selection.variant else [],
        all_variants=not selection.variant,
        match=selection.match_id or 0,
    )


def _editions(transaction: Transaction, wanted: str, labels: Mapping[str, str]) -> list[str]:
    """The digests of the frozen variants that a word means: `name@digest8` of any text, a name, or how only one begins.

    Texts of one meaning are meant together.
    """
    word = wanted.strip().casefold()
    frozen = transaction.rows(rows.VARIANTS_FROZEN)
    meant = {labels[row.digest] for row in frozen if word in {row.name, f"{row.name}@{row.digest[:8]}"}}
    if not meant and (begun := begun_by("variant", word, {row.name for row in frozen})):
        meant = {labels[row.digest] for row in frozen if row.name == begun}
    if not meant:
        variant = printable(wanted)
        if not labels:
            template = N_("nothing was played under a variant '{variant}': nothing has been played yet")
            raise NotFoundError(_(template, variant=variant))
        template = N_("nothing was played under a variant '{variant}': what was played is {variants}")
        raise NotFoundError(_(template, variant=variant, variants=listed(sorted(set(labels.values())))))
    return [key for key, label in labels.items() if label in meant]


def _variants(transaction: Transaction) -> dict[str, Variant]:
    """Every variant that was frozen, by its digest."""
    return {
        row.digest: rows.variant_of(row.digest, row.name, row.text) for row in transaction.rows(rows.VARIANTS_FROZEN)
    }


def _records(
    transaction: Transaction,
    match_rows: Sequence[Row],
    labels: Mapping[str, str],
    frozen: Mapping[str, Variant],
    *,
    whole: bool = False,
) -> Columns:
    """The records of the matches in `match_rows` that moved units, as columns in order.

    `whole` says that these are all matches that exist. Raises DamagedError for records that are not possible.
    """
    ids = [row.id for row in match_rows]
    row_of = np.zeros(max(ids, default=0) + 1, np.int64)
    row_of[ids] = np.arange(len(ids))
    read = read_records(transaction, ids, whole=whole)
    chosen = np.isin(read.match, ids)
    # What an undone import brought in keeps its records, of matches that do not exist; other ids are of no match.
    if whole and not set(read.match[~chosen].tolist()) <= set(transaction.values('SELECT id FROM "match"')):
        raise DamagedError
    read = read.taken(np.flatnonzero(chosen))
    place = {key: at for at, key in enumerate({row.variant: None for row in match_rows})}
    judges = [judge_of(key, frozen[key]) for key in place]
    judge_at = np.array([place[row.variant] for row in match_rows], np.int64)
    names = rows.player_names(transaction)
    match = row_of[read.match]
    read = replace(read, match=match).taken(np.lexsort((read.number, match)))
    verify(read, names, judges, judge_at[read.match])
    variants = {label: frozen[key] for key, label in labels.items()}
    for name in {variant.name for variant in variants.values()} - variants.keys():
        if text := shipped_text(name):  # that the others of its name are held against
            variants[name] = frozen_variant(name, text)
    return columns_of(read, variants, names)


_REDEALS: Final = f"SELECT match_id, number, kind FROM record WHERE voided_by IS NULL AND kind IN ({quoted(REDEALS)})"


class Redeals(NamedTuple):
    """Every live redeal: its match, its number, the place of its kind in REDEALS."""

    match_id: Ints
    number: Ints
    kind: Ints


def redeals(transaction: Transaction) -> Redeals:
    """The redeals of the whole scorebook, in no order."""
    numbers = [(match, number, REDEALS.index(kind)) for match, number, kind in transaction.raw_rows(_REDEALS)]
    return Redeals(*np.array(numbers, np.int64).reshape(-1, 3).T)
