"""Whole matches taken out of a damaged scorebook into a new one, each as it was or not at all.

`salvage_reading.py` says which rows are left and which are lost; `check` judges what they make. Ids stay, so that an
undo, an entry of a phone or a later import finds them.
"""

import shutil
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from db.address import is_url, masked
from db.database import UnfitDatabaseError, open_database
from db.older_schema import differs_in_one_bit, is_revision
from db.schema import REVISIONS
from db.sqlite_pages import Pages
from db.tables import TABLES
from scorer.atomic_file import check_folder, whole_path
from scorer.errors import DatabaseTroubleError, RefusedError
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import abridged, listed
from scorer.match.facts import League
from scorer.rule_files import VARIANTS, digest
from scorer.rules.errors import ScorerError, advice
from scorer.scorebook.book import Book
from scorer.scorebook.book_contents import Contents, read_contents
from scorer.scorebook.check.all_faults import broken_law_words, faults, not_gone_over
from scorer.scorebook.check.references import row_words
from scorer.scorebook.database_errors import check_name, in_words
from scorer.scorebook.former_variants import named_in
from scorer.scorebook.new_scorebook import UnfinishedBook
from scorer.scorebook.people import MAIN_LEAGUE, MAIN_VARIANT, find_league
from scorer.scorebook.record_law import SEAT_COLUMNS
from scorer.scorebook.rows import DAMAGED_ROWS
from scorer.scorebook.salvage_reading import Remains, SalvagedRow, read_remains
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import PAYMENT

_NOTHING_TAKEN = N_("no whole match can be taken out of {path}; nothing was written")
_NO_SCOREBOOK = N_("{path} is not a scorebook, or nothing of it can be read; nothing was written")
_TEXT_LOST = N_("the text of its variant cannot be read, and is none that is shipped")
_FORMER_LOST = N_("the text of a variant that it was under cannot be read, and is none that is shipped")
_DISAGREEING = {
    "sitting": N_("of its sittings, table and index do not agree"),
    "record": N_("of its records, table and index do not agree"),
    "step": N_("of its steps, table and index do not agree"),
}
_LACKING = {
    "sitting": N_("nobody can tell whether all of its sittings are there"),
    "record": N_("nobody can tell whether all of its records are there"),
    "step": N_("nobody can tell whether all of its steps are there"),
}
MOST_NAMED = 5  # in one line
_JOURNALS = ("-journal", "-wal")
_OF_MATCHES = ("sitting", "record", "step")
_PEOPLE = ("variant", "league", "player")
_WITH_STEPS = ("match", "tournament", *_OF_MATCHES)
_WITH_IDS = (*_WITH_STEPS, PAYMENT)
_NAMED = {"match", "tournament"}
RowKey = tuple[str, Any]  # a row: its table, and its key there


@dataclass(frozen=True, slots=True)
class RowBundle:
    """Rows that are taken together or not at all, under a name that people know."""

    name: str
    rows: tuple[RowKey, ...]


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What the new scorebook holds, and a line for whatever could not be taken.

    `journal` is the name of what SQLite kept beside the file: a change that was not finished, and is not in it. In a
    `sound` file nothing was found wrong. Where not all steps could be read, some of what was done to players and
    leagues may not be there to undo. `gaps` are ids of rows that nothing tells of. `instead` is the league that is
    meant from now on where none is named, if the one that was meant is lost. `not_gone_over` says what was taken though
    only a wing that is not installed could have judged it.
    """

    contents: Contents
    left_out: list[str]
    journal: str
    sound: bool
    steps_whole: bool
    gaps: list[str]
    instead: League | None
    not_gone_over: list[str]


class NothingTakenError(DatabaseTroubleError):
    """Not one whole match could be taken; `left_out` says why, a line each."""

    def __init__(self, message: str, left_out: list[str]) -> None:
        super().__init__(message)
        self.left_out = left_out


def salvage(file: str, new: str, *, force: bool = False) -> Salvaged:
    """Take every whole match out of a file into a new scorebook, which is there whole or not at all.

    The file is never written to. Raises RefusedError for a server, for an older schema and for a path that is taken
    (unless `force`), NewerScorebookError, NothingTakenError, DatabaseTroubleError.
    """
    path, to = _two_files(file, new)
    with whole_path(to, force=force) as unfinished, in_words(str(to)):
        data, journal = _bytes_of(path, unfinished.parent)
        _check_kind(path, data)
        book = UnfinishedBook(str(unfinished), Book(str(to)))
        try:
            with book.writing(make=True) as transaction:
                remains = read_remains(data, transaction)
                _check_schema(path, remains["alembic_version"])
                left_out = take_whole_matches(remains, transaction)
                instead = _instead_of_main(transaction)
                strange = not_gone_over(transaction)
                contents = read_contents(transaction)
                if not contents.matches and (left_out or not all(table.whole for table in remains.values())):
                    if not any(table.rows or table.lost for table in remains.values()):
                        raise DatabaseTroubleError(_(_NO_SCOREBOOK, path=path))
                    raise NothingTakenError(_(_NOTHING_TAKEN, path=path), left_out)
        finally:
            book.close()
    gaps = [row_words(table, listed(ids)) for table in _WITH_IDS if (ids := remains[table].gaps)]
    sound = not (left_out or gaps) and all(table.is_sound for table in remains.values())
    steps = remains["step"]  # of interest are those that were done neither at a match nor in a tournament
    lost = [row for row in steps.lost.values() if row.get("match_id") is None and "tournament_id" not in row]
    steps_whole = not lost and not steps.may_lack(match_id=None)
    return Salvaged(
        contents,
        left_out,
        journal,
        sound=sound,
        steps_whole=steps_whole,
        gaps=gaps,
        instead=instead,
        not_gone_over=strange,
    )


def take_whole_matches(remains: Mapping[str, Remains], transaction: Transaction) -> list[str]:
    """Put whatever is whole of the remains in place of all that is in a file; a line for each thing that is not."""
    return _Salvage(transaction, remains).take_all()


def _instead_of_main(transaction: Transaction) -> League | None:
    """Make the league that every scorebook begins with again, where it is lost and its name is free.

    Returns the league that is meant from now on where none is named; None where that is the one that it was.
    """
    if transaction.value("SELECT count(*) FROM league WHERE id = 1"):
        return None
    if not transaction.value("SELECT count(*) FROM league WHERE key = :key", key=MAIN_LEAGUE):
        row = {"id": 1, "name": MAIN_LEAGUE, "key": MAIN_LEAGUE, "variant": MAIN_VARIANT, "currency": "EUR"}
        transaction.write_rows("league", (*row, "unit_value_cents", "removed"), [[*row.values(), 0, 0]])
    return find_league(transaction)


def _two_files(file: str, new: str) -> tuple[Path, Path]:
    """The file to be salvaged, and the one to be written; raises ScorerError where they are none, or are one file."""
    for name in (file, new):
        if is_url(check_name(name)):
            template = N_("{path} is the address of a server, which looks after its own pages: name a file")
            raise RefusedError(_(template, path=masked(name)))
    path, to = Path(file), Path(new)
    check_folder(to, to)
    if not path.is_file():
        template = N_("{path} is a folder; name a file") if path.is_dir() else N_("{path} is not there")
        raise DatabaseTroubleError(_(template, path=path))
    if to.exists() and to.samefile(path):
        raise RefusedError(_("{path} is the damaged file itself, which stays as it is; name another file", path=to))
    return path, to


def _bytes_of(path: Path, folder: Path) -> tuple[bytes, str]:
    """The bytes of a file that is to be salvaged, and the name of the journal beside it.

    A journal is played back, as any program does that opens the file: in a copy, in a folder of ours.
    """
    journal = next((f"{path}{suffix}" for suffix in _JOURNALS if Path(f"{path}{suffix}").is_file()), "")
    try:
        with Book(str(path)).turn():  # nobody writes to it in the meantime
            if not journal:
                return path.read_bytes(), ""
            for suffix in ("", *_JOURNALS):
                with suppress(FileNotFoundError):
                    shutil.copyfile(f"{path}{suffix}", folder / f"copy{suffix}")
            with suppress(sqlite3.Error):  # what is left of it is looked at all the same
                database = open_database(str(folder / "copy"), write=True)
                with database.connection() as connection:
                    connection.value("SELECT count(*) FROM sqlite_master")
                database.close()
            return (folder / "copy").read_bytes(), journal
    except OSError as error:
        raise DatabaseTroubleError(_("{path} cannot be read: {reason}", path=path, reason=error.strerror)) from error


def _check_kind(path: Path, data: bytes) -> None:
    """Raise DatabaseTroubleError for an empty file, and for a database whose list of tables is whole and has no ours.

    What begins otherwise than a database can be a scorebook that lost its first page.
    """
    if not data:
        raise DatabaseTroubleError(_("{path} is empty: no scorebook", path=path))
    tables = Pages(data).tree(1)
    if not tables.holes and not any(name in values for _key, values in tables.rows for name in TABLES):
        raise DatabaseTroubleError(_("{path} is a database, but not a scorebook", path=path))


def _check_schema(path: Path, versions: Remains) -> None:
    """Raise RefusedError for a scorebook of an older schema, NewerScorebookError for a newer one.

    Their rows have other columns, and a newer one may have tables that would be left behind unseen.
    """
    newest = REVISIONS[-1]
    for version in versions.rows:
        if version in REVISIONS[:-1]:
            template = N_("{path} has the older schema {schema}, and whole matches are taken out of the newest alone")
            raise RefusedError(_(template, path=path, schema=version), advice("upgrade_first", path=path))
        if version != newest and is_revision(version) and not differs_in_one_bit(version, newest):
            with in_words(str(path)):
                raise UnfitDatabaseError("newer", schema=version, newest=newest)


class _Salvage:
    """The rows that are left, by what they belong to, and the new scorebook that they are put into."""

    def __init__(self, transaction: Transaction, remains: Mapping[str, Remains]) -> None:
        self._to = transaction
        self._remains = remains
        self._written: set[RowKey] = set()
        self._variants = _variants(remains)
        # By table and match the keys of rows that are there, and what is known of those that are lost.
        self._at: dict[str, dict[Any, list[Any]]] = {table: defaultdict(list) for table in _OF_MATCHES}
        self._lost: dict[str, dict[Any, list[SalvagedRow]]] = {table: defaultdict(list) for table in _OF_MATCHES}
        for table in _OF_MATCHES:
            for key, row in remains[table].rows.items():
                self._at[table][row["match_id"]].append(key)
            for row in remains[table].lost.values():
                self._lost[table][row.get("match_id")].append(row)
        steps = remains["step"]
        self._tournament_of = {
            step: row["tournament_id"]
            for step, row in [*steps.lost.items(), *steps.rows.items()]
            if row.get("tournament_id") is not None
        }

    def take_all(self) -> list[str]:
        """Put whatever is whole into the new scorebook; returns a line for each thing that is not."""
        book = self._remains["book"]
        uids = {*book.rows, *(row["uid"] for row in book.lost.values() if "uid" in row)}
        uids -= set(REVISIONS)  # where nobody knows which table is which, alembic_version looks like this one
        uid = next(iter(uids)) if len(uids) == 1 else self._to.value("SELECT uid FROM book")
        for table in reversed(TABLES):
            self._to.run(f'DELETE FROM "{table}"')
        self._to.run("PRAGMA defer_foreign_keys=ON")  # a row may come before those that it refers to
        self._to.run("INSERT INTO book (uid) VALUES (:uid)", uid=uid)
        people = [RowBundle(table, ((table, key),)) for table in _PEOPLE for key in self._known(table)]
        refused = self._taken(people)
        lines = [line for table in _PEOPLE for line in self._unread(table, refused)]
        if len(uids) != 1:
            lines.append(_("the id of the scorebook: phones and other copies take the new one for another scorebook"))
        whole = []
        for part, missing in self._parts():
            if missing:
                lines.append(f"{part.name}: {missing}")
            else:
                whole.append(part)
        # Payments come after the matches that they cover. A line of `check` may begin with the same name.
        for part, wrong in [*self._taken(whole), *self._taken(list(self._paid()))]:
            lines.append(f"{part.name}: {wrong.removeprefix(part.name).lstrip(':, ')}")
        self._taken([RowBundle("", tuple(chain)) for chain in self._steps_of_nothing()])
        return lines

    def _known(self, table: str) -> Collection[Any]:
        """The keys of the rows of a table that are as they were."""
        if table == "variant":
            return self._variants
        return self._remains[table].rows.keys() - self._remains[table].doubtful

    def _taken(self, parts: Sequence[RowBundle]) -> list[tuple[RowBundle, str]]:
        """Put parts into the new scorebook; returns those with which something is wrong, and what that is.

        All are judged at once; where there is a fault, each half by itself, and so on.
        """
        if not parts:
            return []
        before = set(self._written)
        self._to.run("SAVEPOINT parts")
        wrong = self._judged(parts)
        if wrong:
            self._to.run("ROLLBACK TO parts")
            self._written = before
        self._to.run("RELEASE parts")
        if not wrong:
            return []
        if len(parts) == 1:
            return [(parts[0], wrong)]
        half = len(parts) // 2
        return self._taken(parts[:half]) + self._taken(parts[half:])

    def _judged(self, parts: Iterable[RowBundle]) -> str:
        """Write parts, and say what `scorer check` finds wrong then; "" for nothing."""
        by_table: dict[str, dict[Any, None]] = defaultdict(dict)
        for part in parts:
            for table, key in part.rows:
                if (table, key) not in self._written:
                    by_table[table][key] = None
        try:
            for table, keys in by_table.items():
                columns = TABLES[table].columns
                cells = [[self._row(table, key)[column] for column in columns] for key in keys]
                self._to.write_rows(table, columns, cells)
                self._written |= {(table, key) for key in keys}
            return next(iter(faults(self._to, salvaged=True)), "")
        except sqlite3.IntegrityError as error:
            return broken_law_words(str(error))
        except (ScorerError, *DAMAGED_ROWS) as error:
            return str(error) or _("it cannot be read")
        except sqlite3.OperationalError as error:  # of numbers too big to be summed up, or of the disk
            if "overflow" not in str(error):
                raise
            return _("its numbers are too big")

    def _row(self, table: str, key: Any) -> SalvagedRow:
        return self._variants[key] if table == "variant" else self._remains[table].rows[key]

    def _unread(self, table: str, refused: Iterable[tuple[RowBundle, str]]) -> Iterator[str]:
        """A line for the players, leagues or variants that are lost, and one for each that is not sound."""
        remains = self._remains[table]
        lost = [row.get("key") or row.get("digest", "")[:8] or str(key) for key, row in remains.lost.items()
                if row.get("digest") not in self._variants]  # fmt: skip
        lost += remains.gaps
        if lost:
            yield _unreadable(table, len(lost), listed(abridged(lost, MOST_NAMED)))
        for key in remains.doubtful:
            yield _("{row}: its table and its index do not agree", row=row_words(table, key))
        for part, wrong in refused:
            if part.name == table:
                yield wrong

    def _parts(self) -> Iterator[tuple[RowBundle, str]]:
        """Every tournament with its matches, and every other match; and what is missing of it, "" for nothing."""
        matches = self._remains["match"].rows.keys() | self._remains["match"].lost.keys()
        matches |= {match for table in _OF_MATCHES for by in (self._at, self._lost) for match in by[table]}
        by_tournament: dict[int, list[int]] = {key: [] for key in self._remains["tournament"].rows}
        by_tournament |= {key: [] for key in self._tournament_of.values()}
        for match in sorted(match for match in matches if match is not None):
            tournaments = {self._tournament_of[step] for step in self._steps_of(match) if step in self._tournament_of}
            if not tournaments:
                yield RowBundle(self._name("match", match), tuple(self._rows_of(match))), self._missing(match)
            for tournament in tournaments:
                by_tournament[tournament].append(match)
        for tournament, tables in sorted(by_tournament.items()):
            steps = [step for step, of in self._tournament_of.items() if of == tournament]
            rows = [("tournament", tournament), *(("step", step) for step in steps)]
            rows += [row for match in tables for row in self._rows_of(match)]
            facts = {"tournament": self._name("tournament", tournament), "matches": counts.matches(len(tables))}
            name = _("{tournament} with {matches}", **facts)
            missing = self._missing_of_tournament(tournament, steps)
            of_matches = (f"{self._name('match', match)}: {what}" for match in tables if (what := self._missing(match)))
            yield RowBundle(name, tuple(dict.fromkeys(rows))), missing or next(of_matches, "")

    def _name(self, table: str, key: int) -> str:
        """`Friday (match 7), 2026-11-20`."""
        row = self._remains[table].rows.get(key)
        return f"{row['name']} ({row_words(table, key)}), {row['on']}" if row else row_words(table, key)

    def _steps_of(self, match: int) -> set[int]:
        """The steps at a match, those that made or struck out its rows, and those that they take back."""
        steps = set(self._at["step"][match])
        for table in ("sitting", "record"):
            rows = [self._remains[table].rows[key] for key in self._at[table][match]]
            steps |= {row[by] for row in rows for by in ("made_by", "voided_by") if row[by] is not None}
        following = list(steps)
        while following:
            row = self._remains["step"].rows.get(following.pop())
            if row and row["undoes"] is not None and row["undoes"] not in steps:
                steps.add(row["undoes"])
                following.append(row["undoes"])
        return steps

    def _rows_of(self, match: int) -> Iterator[RowKey]:
        """All rows that belong to a match alone, and its steps."""
        yield "match", match
        yield from (("step", step) for step in self._steps_of(match))
        for table in ("sitting", "record"):
            yield from ((table, key) for key in self._at[table][match])

    def _missing(self, match: int) -> str:
        """What of a match cannot be read, or is not sure to be as it was; "" for nothing."""
        row = self._remains["match"].rows.get(match)
        if row is None or match in self._remains["match"].doubtful:
            return _("its name and its day cannot be read")
        if wrong := self._missing_around(row):
            return wrong
        if lost := self._lost["record"][match]:
            numbers = sorted({row["number"] for row in lost if "number" in row})
            if not numbers:
                return _("a record that was struck out cannot be read")
            named = listed(abridged([*map(str, numbers)], MOST_NAMED))
            return ngettext(
                "record {numbers} cannot be read", "records {numbers} cannot be read", len(numbers), numbers=named
            )
        if self._lost["sitting"][match] or not self._at["sitting"][match]:
            return _("who sat at its table cannot be read")
        steps, known = self._steps_of(match), self._remains["step"]
        if self._lost["step"][match] or not steps <= known.rows.keys():
            return _("what was done at it cannot all be read")
        for table in _OF_MATCHES:
            keys = steps if table == "step" else set(self._at[table][match])
            if keys & self._remains[table].doubtful:
                return _(_DISAGREEING[table])
            if self._remains[table].may_lack(match_id=match):
                return _(_LACKING[table])
        former = {key for step in steps for key in named_in(known.rows[step]["detail"])}
        if former - self._variants.keys():
            return _(_FORMER_LOST)
        players = {self._remains[table].rows[key][seat] for table in ("sitting", "record")
                   for key in self._at[table][match] for seat in SEAT_COLUMNS} - {None}  # fmt: skip
        return _("a player of it cannot be read") if not players <= set(self._known("player")) else ""

    def _missing_around(self, row: SalvagedRow) -> str:
        """Whether the league or the variant of a match or a tournament cannot be read."""
        if row["variant"] not in self._variants:
            return _(_TEXT_LOST)
        return "" if row["league_id"] in self._known("league") else _("its league cannot be read")

    def _missing_of_tournament(self, tournament: int, steps: Sequence[int]) -> str:
        """What of a tournament itself cannot be read; "" for nothing."""
        row = self._remains["tournament"].rows.get(tournament)
        known = self._remains["step"]
        if row is None or tournament in self._remains["tournament"].doubtful:
            return _("its name, its day and its format cannot be read")
        if not set(steps) <= known.rows.keys() - known.doubtful:
            return _("what was done in it cannot all be read")
        if known.may_lack(tournament_id=tournament):
            return _("nobody can tell whether all that was done in it is there")
        return self._missing_around(row)

    def _paid(self) -> Iterator[RowBundle]:
        """What was paid in one step, or came in with one, with what took it back and did it again."""
        steps, payments = self._remains["step"], self._remains[PAYMENT].rows
        parts: dict[int, list[RowKey]] = defaultdict(list)
        for key, row in payments.items():
            parts[self._first(row["made_by"])].append((PAYMENT, key))
        for step in steps.rows.keys() - steps.doubtful:
            first = self._first(step)
            if first in steps.rows and steps.rows[first]["action"] == PAYMENT:
                parts[first].append(("step", step))
        for first, part in sorted(parts.items()):
            yield RowBundle(_("what was paid in step {step}", step=first), tuple(sorted(part)))

    def _first(self, step: int) -> int:
        """The step with which a chain of undoing and doing again began, as far as it is there."""
        row = self._remains["step"].rows.get(step)
        return step if row is None or row["undoes"] is None or row["undoes"] >= step else self._first(row["undoes"])

    def _steps_of_nothing(self) -> Iterator[list[RowKey]]:
        """What was done to players and leagues, each with what took it back and did it again."""
        steps = self._remains["step"]
        chains: dict[int, list[RowKey]] = {}
        for step in sorted(steps.rows.keys() - steps.doubtful):
            row = steps.rows[step]
            if row["action"] in {"player", "league"}:
                chains[step] = [("step", step)]
            elif row["undoes"] in chains:
                chains[step] = chains[row["undoes"]]
                chains[step].append(("step", step))
        return iter({id(chain): chain for chain in chains.values()}.values())


def _unreadable(table: str, count: int, names: str) -> str:
    """That so many players, leagues or variants are lost."""
    if table == "player":
        return ngettext(
            "player that cannot be read: {names}", "players that cannot be read: {names}", count, names=names
        )
    if table == "league":
        return ngettext(
            "league that cannot be read: {names}", "leagues that cannot be read: {names}", count, names=names
        )
    return ngettext("variant that cannot be read: {names}", "variants that cannot be read: {names}", count, names=names)


def _variants(remains: Mapping[str, Remains]) -> dict[str, SalvagedRow]:
    """The frozen texts that are as they were, by digest; of those that are not, what is shipped with the program."""
    shipped = {}
    for name in VARIANTS.names():
        with suppress(ScorerError):
            text = VARIANTS.read_text(name)[1]
            shipped[digest(text)] = {"digest": digest(text), "name": name, "text": text}
    asked = {row["variant"] for table in _NAMED for row in remains[table].rows.values()}
    asked |= {key for row in remains["step"].rows.values() for key in named_in(row["detail"])}
    known = {key: row for key, row in remains["variant"].rows.items() if digest(row["text"]) == key}
    return {key: shipped[key] for key in asked & shipped.keys()} | known
