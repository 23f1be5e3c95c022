"""Frames that keep up with the scorebook: read once, then only the matches that later steps touched."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from scorer.frames.building import Frames, matches_frame
from scorer.frames.query import EVERYTHING, Selection, matches_of, read, records_of, variants_of
from scorer.frames.record_columns import KIND_CODES, Columns
from scorer.rules.kinds import SHEET
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import PUT_RIGHT
from scorer.scorebook.variant_labels import variant_labels

Array = npt.NDArray[Any]
Revision = tuple[tuple[int, str, int | None], ...]

WINDOW = 32  # steps; after more of them everything is read again
# A step that puts a match right may move others within their day: it concerns everything, and so does its undo.
_NEWEST = (
    f"SELECT id, at, CASE WHEN detail LIKE '{PUT_RIGHT}' THEN NULL ELSE match_id END FROM step"
    f" ORDER BY id DESC LIMIT {WINDOW}"
)


def newest(transaction: Transaction) -> Revision:
    """The last steps, newest first: any change to the scorebook changes them, a backup put in its place too."""
    return tuple(map(tuple, transaction.raw_rows(_NEWEST)))


def touched(before: Revision, now: Revision) -> frozenset[int] | None:
    """The matches that the steps between two revisions concern; None where they may concern everything."""
    new = set(now) - set(before)
    gone = {step for step in before if now and step[0] >= now[-1][0]} - set(now)
    matches = {match for _id, _moment, match in new if match is not None}
    everything = gone or len(new) == len(now) or any(match is None for _id, _moment, match in new)
    return None if everything else frozenset(matches)


class Reader:
    """The frames of a selection, as they are now. Not for several threads at once; the frames it gives never change."""

    def __init__(self, selection: Selection = EVERYTHING) -> None:
        self._selection = selection
        self._revision: Revision = ()
        self._frames: Frames | None = None
        self._labels: Mapping[str, str] = {}

    def known(self, now: Revision) -> Frames | None:
        """The frames of this revision, where they are those that were read last."""
        return self._frames if now == self._revision else None

    def frames(self, transaction: Transaction) -> Frames:
        """The frames as `read` gives them; raises NotFoundError as it does."""
        now = newest(transaction)
        if self._frames is None or now != self._revision:
            matches = touched(self._revision, now) if self._frames else None
            renewed = None if matches is None else self._renewed(transaction, matches)
            self._frames = renewed or self._whole(transaction)
            self._revision = now
        return self._frames

    def _whole(self, transaction: Transaction) -> Frames:
        self._frames = None  # where reading fails, nothing old is kept
        frames = read(transaction, self._selection)
        self._labels = variant_labels(transaction)
        return self._settled(frames)

    def _settled(self, frames: Frames) -> Frames:
        """The same frames, with room behind their columns for later rows."""
        self._records = Room(_arrays(frames.columns))
        self._built = {name: Room(_codes(getattr(frames, name))) for name in ("deals", "payouts")}
        columns = replace(frames.columns, **_with_recorded(self._records.arrays))
        return _built(
            frames.matches,
            columns,
            {name: _frame(getattr(frames, name), room.arrays) for name, room in self._built.items()},
        )

    def _renewed(self, transaction: Transaction, touched_matches: frozenset[int]) -> Frames | None:
        """The frames with these matches read again; None where that is not enough."""
        old = self._frames
        assert old is not None
        labels = variant_labels(transaction)
        ids = old.matches["match_id"].to_numpy()
        rows_again = matches_of(transaction, self._selection, labels, touched_matches)
        at = np.flatnonzero(np.isin(ids, list(touched_matches)))
        if labels != self._labels or [row.id for row in rows_again] != ids[at].tolist():
            return None  # a match came or went
        if not rows_again:
            return old
        frozen = variants_of(transaction)
        read_again = records_of(transaction, ids.tolist(), rows_again, labels, frozen, by_index=True)
        usual = {key: edition.variant.ending for key, edition in frozen.items()}
        on_paper = np.isin(at, read_again.match[read_again.kind == KIND_CODES[SHEET]])
        again = matches_frame(rows_again, labels, usual, on_paper)
        rooms = _arrays(old.columns)
        fits = all(np.can_cast(array.dtype, rooms[name].dtype) for name, array in _arrays(read_again).items())
        if not fits or not set(read_again.bids) <= set(old.columns.bids):
            return None
        finished = old.matches["finished"].to_numpy(copy=True)
        finished[at] = again["finished"]
        return self._merged(old, old.matches.assign(finished=finished), at, read_again)

    def _merged(self, old: Frames, matches: pd.DataFrame, at: Array, again: Columns) -> Frames:
        """The frames with the records of the matches in these rows replaced by those read again."""
        before = old.columns
        side_texts = (*before.side_texts, *sorted(set(again.side_texts) - set(before.side_texts)))
        bid, side_fact = _places(again.bids, before.bids), _places(again.side_texts, side_texts)
        again = replace(
            again, bid=bid[again.bid], bids=before.bids, side_fact=side_fact[again.side_fact], side_texts=side_texts
        )
        first = int(np.searchsorted(before.match, at.min()))
        later = before.taken(np.arange(first, len(before.match)))
        others = _arrays(later.taken(~np.isin(later.match, at)))
        both_parts = {name: np.concatenate([array, getattr(again, name)]) for name, array in others.items()}
        later = replace(again, **_with_recorded(both_parts)).in_order()
        both = min(len(before.deal_id) - first, len(later.deal_id))  # a record never changes: the same id, the same row
        different = np.flatnonzero(before.deal_id[first : first + both] != later.deal_id[:both])
        known = first + int(different[0] if len(different) else both)
        tail = later.taken(np.arange(known - first, len(later.match)))
        grown = _with_recorded(self._records.grown(known, _arrays(tail)))
        columns = replace(before, names=again.names, side_texts=side_texts, **grown)
        added = Frames(matches, tail)
        if known == len(before.match) and (frames := self._grown(old, added)):
            return _built(matches, columns, frames)
        return self._settled(Frames(matches, columns))

    def _grown(self, old: Frames, added: Frames) -> dict[str, pd.DataFrame] | None:
        """The frames with rows added at their ends; None where a category is new."""
        tails = {name: _in_categories(getattr(old, name), getattr(added, name)) for name in self._built}
        grown = {}
        for name, tail in tails.items():
            if tail is None or None in tails.values():
                return None
            grown[name] = _frame(getattr(old, name), self._built[name].grown(len(getattr(old, name)), tail))
        return grown


class Room:
    """Arrays of one length with room behind them: rows are added there, and views given before stay as they were."""

    def __init__(self, arrays: Mapping[str, Array]) -> None:
        self._filled = len(next(iter(arrays.values())))
        self._rooms = {name: _roomy(array, self._filled) for name, array in arrays.items()}

    @property
    def arrays(self) -> dict[str, Array]:
        """The rows that are in it now."""
        return {name: room[: self._filled] for name, room in self._rooms.items()}

    def grown(self, kept: int, more: Mapping[str, Array]) -> dict[str, Array]:
        """The first `kept` rows with more behind them; somewhere else where a view holds what stood there."""
        length = kept + len(next(iter(more.values())))
        if kept < self._filled or any(len(room) < length for room in self._rooms.values()):
            self._rooms = {name: _roomy(room[:kept], length) for name, room in self._rooms.items()}
        for name, array in more.items():
            self._rooms[name][kept:length] = array
        self._filled = length
        return self.arrays


def _roomy(array: Array, length: int) -> Array:
    """A copy with a quarter more room than `length`."""
    room = np.empty((length + length // 4 + 64, *array.shape[1:]), array.dtype)
    room[: len(array)] = array
    return room


def _arrays(columns: Columns) -> dict[str, Array]:
    """The columns that are arrays; `recorded` is the same as `units`."""
    by_name = {field.name: getattr(columns, field.name) for field in fields(columns) if field.name != "recorded"}
    return {name: array for name, array in by_name.items() if isinstance(array, np.ndarray)}


def _with_recorded(arrays: dict[str, Array]) -> dict[str, Any]:
    return {**arrays, "recorded": arrays["units"]}


def _places(words: Sequence[str], among: Sequence[str]) -> Array:
    """The place of each word in `among`, and behind them -1 for none."""
    place = {word: at for at, word in enumerate(among)}
    return np.array([*(place[word] for word in words), -1], np.int32)


def _built(matches: pd.DataFrame, columns: Columns, frames: Mapping[str, pd.DataFrame]) -> Frames:
    """Frames that have their `deals` and `payouts` already."""
    made = Frames(matches, columns)
    vars(made).update(frames)
    return made


def _codes(frame: pd.DataFrame) -> dict[str, Array]:
    return {
        str(name): column.cat.codes.to_numpy() if column.dtype == "category" else column.to_numpy()
        for name, column in frame.items()
    }


def _in_categories(old: pd.DataFrame, added: pd.DataFrame) -> dict[str, Array] | None:
    """The columns of `added` as arrays, in the codes of the old frame; None where a category is not known there."""
    arrays = _codes(added)
    for name, dtype in old.dtypes.items():
        if isinstance(dtype, pd.CategoricalDtype):
            codes = dtype.categories.get_indexer(added[name].cat.categories)
            if (codes < 0).any():
                return None
            arrays[str(name)] = np.append(codes, -1)[arrays[str(name)]]
    return arrays


def _frame(like: pd.DataFrame, arrays: Mapping[str, Array]) -> pd.DataFrame:

    def column(name: str) -> Any:
        dtype = like.dtypes[name]
        coded = isinstance(dtype, pd.CategoricalDtype)
        return pd.Categorical.from_codes(arrays[name], dtype=dtype, validate=False) if coded else arrays[name]

    return pd.DataFrame({name: column(str(name)) for name in like.columns}, copy=False)
