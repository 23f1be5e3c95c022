"""Database trouble in words: a busy, read-only, full or damaged scorebook, and one that another program made."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from db.connection import LineBrokeError, UnreadableCellError
from db.database import Misfit, UnfitDatabaseError
from db.dialects import driver_errors
from db.writer_turns import OURSELVES, SOMEBODY
from scorer.errors import (
    DamagedError,
    DatabaseTroubleError,
    GivenUpError,
    NewerScorebookError,
    RefusedError,
    ReplacedError,
)
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import number
from scorer.match.names import printable
from scorer.rules.errors import Advice, ScorerError, advice

_BUSY: Final = N_("{scorebook} is busy: another program has been writing to it for some seconds; try again")
_IN_THE_WAY: Final = N_(
    "{scorebook} is busy: another program wrote to it at the same moment; nothing was recorded, say it again"
)
REPLACED: Final = N_(
    "{scorebook} was replaced, moved or deleted while it was written; nothing was recorded."
    " Look what is there, and begin again"
)
_LACKING: Final = N_("{scorebook} is not as scorer made it: a table or a column is missing; a backup has it right")
DAMAGED: Final = N_("{scorebook} is damaged; restore a backup")
NO_SCOREBOOK: Final = N_("{scorebook} is not a scorebook, or is damaged")
# By the state that a server gives.
_OF_SERVER: Final = {
    "55P03": _BUSY,
    "25006": N_("{scorebook} is read-only: a standby, or set so by who keeps the server; nothing was recorded"),
    "40001": _IN_THE_WAY,
    "40P01": _IN_THE_WAY,
    "57014": N_("{scorebook} took longer to answer than it may, and was stopped; nothing was recorded"),
    "42P01": _LACKING,
    "42703": _LACKING,
}
_NO_ANSWER: Final = N_("{scorebook} did not answer in time: see that the server runs there")
# By what SQLite says, in English.
_OF_FILE: Final = {
    "no such table": _LACKING,
    "no such column": _LACKING,
    "locked": _BUSY,
    "readonly": N_("{scorebook} cannot be written: the file or its folder is read-only"),
    "full": N_("{scorebook} could not be written: the disk is full; nothing was written"),
    "disk i/o": N_("{scorebook} could not be read or written: the disk reports an error; nothing was recorded"),
    "malformed": DAMAGED,
    "integer overflow": DAMAGED,
    "decode to utf-8": N_("{scorebook} is damaged: a text in it is none; restore a backup"),
    "not a database": NO_SCOREBOOK,
    "unable to open": N_("{scorebook} cannot be opened: check that the folder exists and may be written"),
}
_OTHER_TROUBLE: Final = N_("{scorebook} cannot be used: {complaint}")
_NOT_WRITTEN: Final = N_("{scorebook} could not be written: {complaint}; nothing was recorded")
_LINE_BROKE: Final = N_("{scorebook} cannot be reached any more: the line to the server broke; nothing was recorded")
_SAME_MOMENT: Final = N_("{scorebook} was changed at the same moment; nothing was recorded, say it again")
_NO_WRITING: Final = N_(
    "{scorebook} may only be read by this role; nothing was recorded. Name a role that may write, or ask who keeps it"
)
_NO_OWNER: Final = N_(
    "{scorebook} may only be changed so by the role that owns its tables; nothing was written."
    " Name that role, or ask who keeps it"
)
_NO_READING: Final = N_(
    "{scorebook} may not be read by this role; ask who keeps it for the right to SELECT from every table"
)
_NOT_UPGRADED: Final = N_(
    "{scorebook} is damaged: {fault}; it was not upgraded, and nothing was written: restore a backup"
)
_GIVEN_UP: Final = {_BUSY, _IN_THE_WAY, _SAME_MOMENT}  # what another try may come through
# By the code of an UnfitDatabaseError; its facts are fields.
_UNFIT: Final = {
    "copy_failed": N_("{scorebook} could not be upgraded: no copy of it can be kept, {fault}; nothing was written"),
    "copy_in_the_way": N_("{scorebook} could not be upgraded: {path}, where a copy is kept, is no file"),
    "damaged": _NOT_UPGRADED,
    "disk_full": N_(
        "{scorebook} could not be upgraded: no copy of it can be kept, the disk is full; nothing was written"
    ),
    "empty": N_("{scorebook} is empty: no scorebook yet"),
    "folder_read_only": N_("{scorebook} cannot be upgraded where it is: its folder is read-only"),
    "foreign_laws": N_("{scorebook} is not as scorer made it: {fault}. Nothing was recorded; a backup has it right"),
    "foreign_tables": N_(
        "{scorebook} is not as scorer made it: {fault}; it was not upgraded, and nothing was written: restore a backup"
    ),
    "lost_references": N_("{scorebook} could not be upgraded: rows refer to rows that are not there"),
    "newer": N_("{scorebook} has schema {schema}, newer than this program's {newest}; install the newer program"),
    "no_book": N_(
        "{scorebook} is damaged: it does not say which scorebook it is; nothing was recorded."
        " Restore a backup, or salvage whole matches"
    ),
    "no_revision": N_("{scorebook} is damaged: it does not say which schema it has; restore a backup"),
    "no_schema": N_("{scorebook} has no schema {schema} that this role may use; ask who keeps it"),
    "no_scorebook": N_("{scorebook} is a database, but not a scorebook"),
    "older_on_server": N_("{scorebook} has the older schema {schema}, which this program does not read on a server"),
    "other_revision": N_(
        "{scorebook} is damaged: it says that it has schema {schema}, and its tables are those of schema {tables};"
        " restore a backup"
    ),
    "too_large": N_(
        "{scorebook} has the older schema {schema} and {size} MB; up to {most} MB it would be read as it is"
    ),
    "too_small": NO_SCOREBOOK,
}
_ADVICE: Final = {
    _LACKING: advice("check"),
    DAMAGED: advice("db_salvage"),
    _OF_FILE["decode to utf-8"]: advice("db_salvage"),
    _UNFIT["folder_read_only"]: advice("db_upgrade_copy"),
    _UNFIT["foreign_laws"]: advice("check"),
    _UNFIT["older_on_server"]: advice("db_upgrade"),
    _UNFIT["too_large"]: advice("db_upgrade_or_copy"),
}


_MISFITS: Final = {  # by the code of a Misfit, and whether it names a table
    ("other_revision", True): N_("it says that it has schema {thing}, and its tables are those of schema {table}"),
    ("altered", False): N_("the {thing} is not as scorer makes it"),
    ("says", False): N_("the {thing} is not as scorer makes it; it says: {says}"),
    ("says", True): N_("the {thing} of {table} is not as scorer makes it; it says: {says}"),
    ("missing", False): N_("the {thing} is missing"),
    ("missing", True): N_("the {thing} of {table} is missing"),
    ("not_ours", False): N_("there is a {thing}, which is not scorer's"),
    ("not_ours", True): N_("there is a {thing} on {table}, which is not scorer's"),
    ("another_index", False): N_("there is an index {thing}, which is not scorer's"),
    ("another_index", True): N_("there is an index {thing} on {table}, which is not scorer's"),
}
_THINGS: Final = {
    "table": N_("table {name}"), "view": N_("view {name}"), "index": N_("index {name}"),
    "trigger": N_("trigger {name}"), "column": N_("column {name}"), "constraint": N_("constraint {name}"),
}  # fmt: skip


def misfit_words(misfit: Misfit) -> str:
    """What of a database is not as scorer makes it."""
    kind, _blank, name = misfit.thing.partition(" ")
    thing = _(_THINGS[kind], name=name) if kind in _THINGS else misfit.thing
    template = _MISFITS[misfit.code, bool(misfit.table)]
    return _(template, thing=thing, table=misfit.table, says=misfit.says or _("nothing"))


def program_words(writer: str) -> str:
    """Which program writes to a scorebook, by what `db.writer_turns` knows of it."""
    if writer == OURSELVES:
        return _("another part of this program")
    return _("another program") if writer == SOMEBODY else _("process {number}", number=writer)


def _trouble(template: str, label: str, *, begun_by: str = "", **facts: object) -> ScorerError:
    """The error of a template of this file, for the scorebook that `label` names; with the advice that goes with it."""
    advices: list[Advice] = [_ADVICE[template]] if template in _ADVICE else []
    if template == _UNFIT["empty"] and begun_by:
        advices.append(advice(begun_by))
    kind: type[ScorerError] = GivenUpError if template in _GIVEN_UP else DatabaseTroubleError
    if template == _UNFIT["newer"]:
        kind = NewerScorebookError
    fields = {
        name: misfit_words(fact) if isinstance(fact, Misfit) else number(fact, 1) if isinstance(fact, float) else fact
        for name, fact in facts.items()
    }
    return kind(_(template, scorebook=label, **fields), *advices)


def check_name(where: str) -> str:
    """The path or address of a scorebook; raises RefusedError for one that no driver takes."""
    try:
        where.encode()
    except UnicodeEncodeError as error:
        raise _not_utf8(where) from error
    return where


def _not_utf8(typed: str) -> RefusedError:
    template = N_("'{typed}' has a byte that is not UTF-8: type it again, or give the file another name")
    return RefusedError(_(template, typed=printable(typed)))


@contextmanager
def in_words(label: str, *, busy: str = "", begun_by: str = "") -> Iterator[None]:
    """Trouble with the database that `label` names becomes a DatabaseTroubleError, or a NewerScorebookError.

    It is a GivenUpError where the same again may succeed. `busy` is the sentence that says who is in the way, where
    that is known; `begun_by` the code of the advice that says how a scorebook is made.
    """
    try:
        yield
    except UnfitDatabaseError as error:
        raise _trouble(_UNFIT[error.code], label, begun_by=begun_by, **error.facts) from error
    except DamagedError as error:
        if error.label:
            raise
        raise DamagedError(label) from error
    except UnreadableCellError as error:
        raise DamagedError(label) from error
    except UnicodeEncodeError as error:  # a text to be kept, or the name of a file
        raise _not_utf8(error.object) from error
    except UnicodeDecodeError as error:
        raise _trouble(DAMAGED, label) from error
    except LineBrokeError as error:
        raise _trouble(_LINE_BROKE, label) from error
    except driver_errors() as error:
        if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_READONLY_DBMOVED:
            raise ReplacedError(_(REPLACED, scorebook=label)) from error
        template = _template(error)
        if template == _BUSY and busy:
            raise DatabaseTroubleError(busy) from error
        complaint = str(error).strip().split("\n")[0]
        raise _trouble(template, label, complaint=complaint) from error


def _template(error: Exception) -> str:
    """The sentence for what a driver says; raises it again where the database kept a law that this program broke."""
    complaint = str(error).casefold()
    statement = next(iter(getattr(error, "__notes__", ())), "").lstrip()
    other = _NOT_WRITTEN if statement == "COMMIT" else _OTHER_TROUBLE
    state = getattr(error, "sqlstate", None) or ""  # of a server: its words are in its own language
    if isinstance(error, sqlite3.IntegrityError) or state.startswith("23"):
        if "unique" not in complaint and state != "23505":
            raise error
        return _SAME_MOMENT
    may_not = state == "42501"  # of this role
    if may_not and statement.startswith(("ALTER", "DROP", "CREATE", "COMMENT")):
        return _NO_OWNER
    if may_not:
        return _NO_READING if statement.startswith(("SELECT", "WITH")) else _NO_WRITING
    if isinstance(error, sqlite3.Error):
        return next((sentence for words, sentence in _OF_FILE.items() if words in complaint), other)
    return _NO_ANSWER if "timeout expired" in complaint else _OF_SERVER.get(state, other)
