"""A selection of matches, read from the scorebook as frames."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

import numpy as np

from db.connection import Row
from scorer.errors import DamagedError, NotFoundError
from scorer.frames.building import Frames, matches_frame
from scorer.frames.record_columns import KIND_CODES, Columns, Ints, verify
from scorer.frames.record_reading import read_records
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import listed
from scorer.match.deal_reading import keeps_sides
from scorer.match.names import printable
from scorer.rule_files import begun_by, digest, frozen_variant, shipped_text
from scorer.rules.kinds import SHEET
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
    match_rows = matches_of(transaction, selection, labels)
    with rows.as_damage():
        frozen = variants_of(transaction)
        matches, whole = [row.id for row in match_rows], selection == EVERYTHING
        columns = records_of(transaction, matches, match_rows, labels, frozen, whole=whole)
        usual = {key: edition.variant.ending for key, edition in frozen.items()}
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
    ' AND ("match".variant IN :variants OR :all_variants = 1) AND ("match".id IN :matches OR :all_matches = 1)'
    f" ORDER BY {rows.PLAYED_ORDER}"
)


def matches_of(
    transaction: Transaction,
    selection: Selection,
    labels: Mapping[str, str],
    among: Collection[int] | None = None,
) -> Sequence[Row]:
    """The matches of a selection, or those of them that are `among` these ids, as rows for `matches_frame`, in order.

    Raises NotFoundError as `read` does.
    """
    if selection.match_id is not None:
        among = {selection.match_id} if among is None else {selection.match_id}.intersection(among)
    return transaction.raw_rows(
        _MATCHES,
        league=find_league(transaction, selection.league).id if selection.league else 0,
        first=selection.first,
        last=selection.last,
        variants=_editions(transaction, selection.variant, labels) if selection.variant else [],
        all_variants=not selection.variant,
        matches=list(among or ()),
        all_matches=among is None,
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


class Frozen(NamedTuple):
    """A variant of a scorebook, with the name and the text that were frozen."""

    variant: Variant
    name: str
    text: str


def variants_of(transaction: Transaction) -> Mapping[str, Frozen]:
    """Every variant that was frozen, by its digest."""
    return {
        row.digest: Frozen(rows.variant_of(row.digest, row.name, row.text), row.name, row.text)
        for row in transaction.rows(rows.VARIANTS_FROZEN)
    }


def _rows_by_id(matches: Sequence[int]) -> Ints:
    """The row of each match, by its id; 0 for ids of none."""
    row_of = np.zeros(max(matches, default=0) + 1, np.int64)
    row_of[list(matches)] = np.arange(len(matches))
    return row_of


def records_of(
    transaction: Transaction,
    matches: Sequence[int],
    match_rows: Sequence[Row],
    labels: Mapping[str, str],
    frozen: Mapping[str, Frozen],
    *,
    by_index: bool = False,
    whole: bool = False,
) -> Columns:
    """The records of the matches in `match_rows` that moved units, as columns in order.

    `matches` are the ids of all rows of the frame of matches. `by_index` is faster for a few matches; `whole` says that
    they are all that exist. Raises DamagedError for records that are not possible.
    """
    of_sides = any(keeps_sides(frozen[key].variant) for key in {row.variant for row in match_rows})
    read_again = [row.id for row in match_rows]
    numbers = read_records(transaction, read_again, of_sides=of_sides, by_index=by_index, whole=whole)
    row_of = _rows_by_id(matches)
    variants = {label: frozen[key].variant for key, label in labels.items()}
    for name in {variant.name for variant in variants.values()} - variants.keys():
        if text := shipped_text(name):  # that the others of its name are held against
            variants[name] = frozen_variant(name, text)
    columns = Columns(
        **numbers | {"match": row_of[numbers["match"]]},
        recorded=numbers["units"],
        variants=variants,
        names=rows.player_names(transaction),
    ).in_order()
    _verify(columns, match_rows, row_of, frozen)
    return columns


def _verify(columns: Columns, match_rows: Sequence[Row], row_of: Ints, frozen: Mapping[str, Frozen]) -> None:
    """Check the records against the variants of their matches; raises DamagedError, also for a changed variant."""
    place: dict[str, int] = {}  # of the variants that these matches have
    of_match = np.zeros(len(row_of), np.int64)
    for row in match_rows:
        of_match[row_of[row.id]] = place.setdefault(row.variant, len(place))
    texts = {key: (frozen[key].name, frozen[key].text) for key in place}
    if any(digest(text) != key for key, (_name, text) in texts.items()):
        raise DamagedError
    verify(columns, list(texts.values()), of_match)
