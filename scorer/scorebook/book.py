"""The scorebook as a file or an address: its transactions, for reading and for writing."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

from db.address import is_conninfo, is_postgres, is_url, masked
from db.connection import Database, LineBrokeError
from db.database import HalfPasswordError, UnfitDatabaseError, open_database
from db.dialects import driver_errors
from db.older_schema import revision, upgrade, upgraded_in_memory
from db.schema import REVISIONS, foreign_doings
from db.writer_turns import PATIENCE_SECONDS, turn
from scorer.atomic_file import check_folder, make_folder, sync
from scorer.errors import (
    DamagedError,
    DatabaseTroubleError,
    GivenUpError,
    MayBeRecordedError,
    RefusedError,
    ReplacedError,
)
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import either
from scorer.rules.errors import advice
from scorer.scorebook.database_errors import REPLACED, in_words, program_words
from scorer.scorebook.missing_rows import check_matches, is_sound
from scorer.scorebook.transaction import Entry, Transaction

if TYPE_CHECKING:
    from scorer.scorebook.unconfirmed import Marked

_ADDRESSES = ("postgresql://user@host/name", "host=HOST dbname=NAME user=USER")
_UNREADABLE = (
    LookupError,
    TypeError,
    ValueError,
    ArithmeticError,
    AttributeError,
)  # what reading damaged rows may raise
_NO_ADDRESS = {
    "address": N_("{scorebook} is not an address this program can open: {examples}"),
    "at_sign": N_(
        "{scorebook} is not an address this program can open: {examples}; an @ in a name or a password is written %40"
    ),
    "conninfo": N_(
        "{scorebook} is not an address this program can open: {examples};"
        r" a value with blanks stands in '...', a ' in it is \', and ./ before it makes it the path of a file"
    ),
    "signs": N_(
        "{scorebook} is not an address this program can open: {examples};"
        " in a name or a password @ is written %40, : %3A, / %2F, ? %3F, # %23"
    ),
    "neither": N_("{scorebook} is not an address this program can open: {examples}, or the path of a file"),
}
_BOOKS = "SELECT count(*) FROM book"  # one, always; on a server it is what writers lock
_LOOK = "SELECT name FROM sqlite_master LIMIT 1"  # from here on nobody can commit to the file
_IS_THERE = "SELECT id FROM step WHERE id = :step AND client_id = :mark"
# What came of a commit that no answer, or an error, came back from.
_INTERRUPTED: Final = {
    True: N_("{scorebook}: interrupted while it was written: it is recorded"),
    False: N_("{scorebook}: interrupted while it was written: nothing was recorded"),
}
_UNKNOWN: Final = {
    "interrupted": N_("{scorebook}: interrupted while it was written: it may be recorded, or not."),
    "line": N_("{scorebook}: the line to the server broke when the answer was due: this may be recorded, or not."),
    "disk": N_(
        "{scorebook}: the disk reports an error, and nobody can look what is there: this may be recorded, or not."
    ),
}
_SAY_AGAIN: Final = N_("Say the same again: it is recorded once only")
_LOOK_FIRST: Final = N_("Look what is there before you say it again")
_LINE_BROKE: Final = N_(
    "{scorebook}: the line to the server broke when the answer was due; it was looked up since: it is recorded"
)
UNCONFIRMED: Final = N_(
    "{scorebook}: it is recorded, but the disk did not confirm it: after a power cut, look whether it is still there"
)
_SMALLEST = 512  # bytes of a page: SQLite takes a smaller file for an empty one and writes over it


def utc_now() -> datetime:
    """The moment it is."""
    return datetime.now(UTC)


class Book:
    """A scorebook at a path or a database address. Opens nothing until the first transaction.

    `now` gives the moment that a step is written down with; a test gives a clock of its own. `begun_by` is the code of
    the advice that says how a scorebook is made where there is none. `notice` is called with a sentence where somebody
    has to wait long, and where a disk or a line did not confirm what is recorded. `words` are what the command line
    says, as in `writing`. `alone`: nobody else knows of the file, which is being made.
    """

    begun_by = "scorebook_start"

    def __init__(self, where: str, now: Callable[[], datetime] = utc_now, *, alone: bool = False) -> None:
        self.where = where
        self.now = now
        self._path = None if is_url(where) else where
        self._databases: dict[bool, Database] = {}  # by whether they may write
        self._fit: dict[bool, Database] = {}  # those that were seen to fit, or what is read instead
        self._preparing = Lock()  # viewers of a dashboard are threads, and migrations run one at a time
        self._copied: tuple[int, ...] | None = None  # the marks of an older file when it was copied to be read
        self._alone = alone
        self._busy = ""  # the sentence that says which program is in the way, where that is known
        self._opened: tuple[int, ...] = ()  # device and inode: another file may take the place of this one
        self.notice: Callable[[str], None] = lambda _sentence: None
        self.words: Sequence[str] = ()
        self._whole: set[str] = set()
        self.kept_open: dict[int, datetime] = {}  # matches by number, and when each was started
        self.was_written = False
        self.asks_for_folder = False  # whether its folder is made only where a command was told to
        self.nameless = False  # whether everybody is read as a number

    @property
    def label(self) -> str:
        """The path, or the address without its password: safe to print."""
        return masked(self.where)

    def _database(self, *, write: bool) -> Database:
        """The database at this path or address, kept; raises DatabaseTroubleError for what is neither."""
        if known := self._databases.get(write):
            return known
        if not self._path and not is_postgres(self.where):
            raise DatabaseTroubleError(self._no_address_words(kind="neither"))
        try:
            return self._databases.setdefault(write, open_database(self.where, write=write))
        except ModuleNotFoundError as error:
            sentence = _(
                "{scorebook} needs the driver for PostgreSQL: pip install 'chiamata[postgres]' brings it",
                scorebook=self.label,
            )
            raise DatabaseTroubleError(sentence) from error
        except HalfPasswordError as error:
            raise DatabaseTroubleError(self._no_address_words(kind="at_sign")) from error
        except ValueError as error:
            kind = "conninfo" if is_conninfo(self.where) else "signs" if "@" in self.where else "address"
            raise DatabaseTroubleError(self._no_address_words(kind=kind)) from error

    def _no_address_words(self, kind: str) -> str:
        """That this is no address that can be opened, and how one is written."""
        return _(_NO_ADDRESS[kind], scorebook=self.label, examples=either(_ADDRESSES))

    @contextmanager
    def reading(self, *, even_damaged: bool = False) -> Iterator[Transaction]:
        """A transaction that sees one state of the scorebook and can change nothing.

        Raises DamagedError where rows are missing, unless somebody wants to look at it `even_damaged`.
        """
        self._must_exist()
        with self._preparing:
            if self._copied and self._copied != self._file():
                self._copied = None
                self._whole.clear()
                self._fit.pop(False)  # whoever reads in it goes on
        begin = partial(self._transaction, self._readable, write=False)
        with ExitStack() as held:
            try:
                transaction = held.enter_context(begin())
            except GivenUpError:
                if not self._path:
                    raise
                with self.turn():  # SQLite only asks again and again: where writers leave no gap, readers have no luck
                    transaction = held.enter_context(begin())
            if even_damaged or not self._path:
                yield transaction
                return
            transaction.looked_at = self._whole
            try:
                check_matches(transaction)
                yield transaction
            except _UNREADABLE as error:
                if is_sound(transaction):
                    raise  # a fault of ours
                raise DamagedError(self.label) from error

    @contextmanager
    def writing(
        self, *, make: bool = False, words: Sequence[str] | None = None, to_replace: bool = False
    ) -> Iterator[Transaction]:
        """A transaction that holds the write lock from its beginning; committed whole or not at all.

        Upgrades an older scorebook; with `make`, makes one where there is none. `words`, the match first, are what the
        command says, None for those of the command line, none for an entry with an id of its own: where nobody knows
        what came of them, the same words again are recorded once only. Raises MayBeRecordedError then, and
        AlreadyRecordedError. A scorebook that is not as scorer made it is taken only `to_replace` it: a trigger in it
        may falsify what is recorded. Raises RefusedError for a nameless one.
        """
        if self.nameless:
            raise RefusedError(_("nothing is recorded while players are read as numbers: unset SCORER_NAMELESS"))
        self._must_exist(make=make)
        words = self.words if words is None else words
        # Of no ordinary evening: only a server, or a file with marks beside it, has the module loaded.
        before = self._marked(words) if not self._path or os.path.exists(self._unconfirmed) else None  # noqa: PTH110 - a text
        with (
            self.turn(),
            self._settled(words, makes=make) as due,
            self._transaction(partial(self._upgrade_if_due, make=make), write=True) as transaction,
        ):
            if not to_replace:
                if doings := foreign_doings(transaction):
                    raise UnfitDatabaseError("foreign_laws", fault=doings[0])
                if transaction.value(_BOOKS) != 1:
                    raise UnfitDatabaseError("no_book", damaged=True)
            if before:
                before.check(transaction)
            transaction.entry = Entry(before.mark if before else os.urandom(12).hex())
            yield transaction
            if self._opened and self._file()[:2] != self._opened:
                raise ReplacedError(_(REPLACED, scorebook=self.label))
            due.append(transaction)
        if before and transaction.proof:
            before.forget()
        self.was_written = True

    @contextmanager
    def turn(self) -> Iterator[None]:
        """The turn of this program among all that write to the file; a server lines them up itself."""
        if not self._path or self._alone:
            yield
            return
        before = self._busy
        with turn(self._path, self._waits_for) as writer:
            if writer:
                self._busy = _(
                    "{scorebook} is busy: {program} has been writing to it, or in its folder, for more than {seconds}"
                    " seconds; nothing was recorded, try again",
                    scorebook=self.label,
                    program=program_words(writer),
                    seconds=PATIENCE_SECONDS,
                )
            try:
                yield
            finally:
                self._busy = before

    def _waits_for(self, writer: str) -> None:
        """Say which program is waited for."""
        template = N_("Waiting for {program}, which writes to {scorebook} or beside it ...")
        self.notice(_(template, program=program_words(writer), scorebook=self.label))

    @contextmanager
    def _settled(self, words: Sequence[str], *, makes: bool) -> Iterator[list[Transaction]]:
        """Settle by looking what came of a commit that an error came back from; `due` holds its transaction by then.

        It is recorded, and said so; or it is not, and the error is raised. Where nobody can look, raises
        MayBeRecordedError, and the mark of the command is kept.
        """
        due: list[Transaction] = []
        try:
            yield due
        except (DatabaseTroubleError, KeyboardInterrupt) as error:
            broke = isinstance(error.__cause__, LineBrokeError)
            refused = isinstance(error, DatabaseTroubleError) and not self._path and not broke
            if not due or refused:  # by a server; or nothing was sent
                raise
            marked = self._marked(words)
            kept = marked.remember(due[0].proof)  # before anybody looks: the next Ctrl-C may come while we do
            is_there = self._is_there(due[0])
            if is_there is not None:
                marked.forget()
            if isinstance(error, KeyboardInterrupt):
                error.add_note(self._outcome_words("interrupted", is_there, once=kept))
                raise
            if is_there is None:
                words = self._outcome_words("line" if broke else "disk", is_there, once=kept)
                raise MayBeRecordedError(words, *([] if kept else [advice("history")])) from error
            if not is_there:
                raise
            if broke or makes or self._folder_syncs():  # one that never does would say so at every deal
                self.notice(_(_LINE_BROKE if broke else UNCONFIRMED, scorebook=self.label))

    @property
    def _unconfirmed(self) -> str:
        """The file beside a scorebook file that keeps the marks of commands of which nobody knows; "" for a server."""
        return f"{os.path.realpath(self._path)}.unconfirmed" if self._path else ""

    def _marked(self, words: Sequence[str]) -> "Marked":
        """The words of a command for this scorebook, with the mark that is kept of them."""
        from scorer.scorebook.unconfirmed import Marked  # noqa: PLC0415 - see where it is called

        return Marked(self.where, words, self._unconfirmed)

    def _is_there(self, sent: Transaction) -> bool | None:
        """Whether the step of a transaction is there, by its mark, on a connection of its own; None: nobody can look.

        On a server a writer looks: it waits until what the broken line had begun has come to its end.
        """
        if not sent.proof:  # it writes no step, and of a file the error says it all
            return False if self._path else None
        step, mark = sent.proof
        database = open_database(self.where, write=not self._path)
        try:
            with database.begun() as connection:
                return connection.value(_IS_THERE, step=step, mark=mark) is not None
        except LineBrokeError:
            return None
        except driver_errors():
            return False if self._alone else None  # a file that nobody knows of yet goes away
        finally:
            database.close()

    def _folder_syncs(self) -> bool:
        """Whether the folder of the file can be synced at all."""
        try:
            return sync(Path(os.path.realpath(self._path or "")).parent)
        except OSError:
            return True

    def _outcome_words(self, what: str, is_there: bool | None, *, once: bool) -> str:
        """What came of a commit that was interrupted, or that nobody can look up; `once`: its mark is kept."""
        if is_there is not None:
            return _(_INTERRUPTED[is_there], scorebook=self.label)
        return f"{_(_UNKNOWN[what], scorebook=self.label)} {_(_SAY_AGAIN if once else _LOOK_FIRST)}"

    def _must_exist(self, *, make: bool = False) -> None:
        """Raise DatabaseTroubleError where there is no file; with `make`, where its folder cannot be made either."""
        if not self._path or os.path.isfile(self._path):  # noqa: PTH113 - a NUL in the name is no file, and no error
            return
        if os.path.exists(self._path):  # noqa: PTH110 - same
            raise DatabaseTroubleError(_("{scorebook} is not a file: a scorebook is one", scorebook=self.label))
        if not make:
            raise DatabaseTroubleError(_("no scorebook at {scorebook}", scorebook=self.label), advice(self.begun_by))
        try:
            self.make_folder()
        except (OSError, ValueError) as error:
            fields = {"scorebook": self.label, "reason": getattr(error, "strerror", None) or error}
            raise DatabaseTroubleError(_("{scorebook} cannot be made: {reason}", **fields)) from error

    def make_folder(self) -> None:
        """Make the folder of the file where there is none; raises RefusedError where that takes leave."""
        path = Path(self.where).absolute()
        if self.asks_for_folder:
            check_folder(path, Path(self.where))
        make_folder(path.parent)

    @contextmanager
    def _transaction(self, prepare: Callable[[Database], Database], *, write: bool) -> Iterator[Transaction]:
        if self.is_replaced:
            sentence = _(
                "{scorebook} was replaced: another file has its place now; nothing was recorded."
                " Begin again, and look what is in it",
                scorebook=self.label,
            )
            raise ReplacedError(sentence)
        if self._opened and not self._file():  # it is gone
            self.close()
        database = self._database(write=write)
        with in_words(self.label, busy=self._busy, begun_by=self.begun_by):
            if self._path and os.path.isfile(self._path) and 0 < Path(self._path).stat().st_size < _SMALLEST:  # noqa: PTH113 - as above
                raise UnfitDatabaseError("too_small")
            with self._preparing:
                fit = self._fit.get(write) or self._fit.setdefault(write, prepare(database))
            with fit.begun() as connection:
                self._opened = self._opened or self._file()[:2]
                if self._path and not write:
                    connection.run(_LOOK)
                transaction = Transaction(connection, self.now, self.kept_open)
                transaction.nameless = self.nameless
                yield transaction

    @property
    def is_replaced(self) -> bool:
        """Whether another file took the place of the one that is open."""
        return bool(self._opened) and self._file()[:2] not in {(), self._opened}

    def _file(self) -> tuple[int, ...]:
        """Device, inode, size and time of the file, which no other file has; nothing where there is none."""
        try:
            status = os.stat(self._path or "")  # noqa: PTH116 - a text, and maybe no name of a file
        except (OSError, ValueError):
            return ()
        return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns

    def _readable(self, database: Database) -> Database:
        """The database to read from, of an older file a copy; raises UnfitDatabaseError for what cannot be read.

        The copy is made once, and again where the file is another one since.
        """
        before = self._file()
        with database.connection() as connection:
            schema = revision(connection)
        if schema is None:
            raise UnfitDatabaseError("empty")
        if schema == REVISIONS[-1]:
            return database
        if not self._path:
            raise UnfitDatabaseError("older_on_server", schema=schema)
        copy = upgraded_in_memory(database)
        self._copied = before
        return copy

    def _upgrade_if_due(self, database: Database, *, make: bool) -> Database:
        """The database, once an older scorebook has the newest schema; with `make`, an empty one too."""
        with database.connection() as connection:
            schema = revision(connection)
        if schema is None and not make:
            raise UnfitDatabaseError("empty")
        if schema != REVISIONS[-1]:
            upgrade(database)
            if schema:
                self.notice(self._upgraded_words(schema))
        return database

    def _upgraded_words(self, before: str) -> str:
        """That a scorebook was upgraded without anybody asking for it, and where the file is as it was."""
        if not self._path:
            template = N_("{scorebook} had the schema {before} and is upgraded; older programs refuse it now")
            return _(template, scorebook=self.label, before=before)
        template = N_("{scorebook} had the schema {before} and is upgraded; as it was it is kept as {kept}")
        kept = f"{os.path.realpath(self._path)}.{before}.bak"
        return _(template, scorebook=self.label, before=before, kept=kept)

    def revision(self) -> str:
        """The schema that the scorebook has; raises DatabaseTroubleError where there is none."""
        self._must_exist()
        with in_words(self.label, begun_by=self.begun_by), self._database(write=False).connection() as connection:
            if schema := revision(connection):
                return schema
            raise UnfitDatabaseError("empty")

    def close(self) -> None:
        """Let go of the file."""
        self._copied = None
        for opened in (self._databases, self._fit):
            while opened:
                opened.popitem()[1].close()
        self._opened = ()
        self._whole.clear()
