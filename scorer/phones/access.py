"""Who may do what: a grant, the token that stands for it, and how what was given out is withdrawn.

A token says what it grants and until when, and bears a code that only the key beside the scorebook can make. So nothing
has to be kept of a token: it can be shown again at any time, and another key makes all of them void. What is kept, as a
line behind the key, is that tokens of a match, an evening, the organiser or all were withdrawn: the code covers how
often that happened, so that older tokens are told from newer ones.
"""

import hmac
import os
import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal, NamedTuple, Self

from platformdirs import user_data_path

from db.address import is_url
from scorer.errors import DatabaseTroubleError
from scorer.language import _
from scorer.rules.errors import ScorerError

Scope = Literal["match", "evening", "all"]
SUFFIX: Final = ".key"
KEY_BYTES: Final = 32
CODE_BYTES: Final = 15  # of a token: 120 bits, in twenty letters
LONGEST_TOKEN: Final = 400
EVENING_CODE: Final = timedelta(hours=18)  # how long a code of an evening, or the organiser's, is good
ANOTHER_DEVICE: Final = "another device"  # the subject of an organiser's grant that other machines may use
EVERYTHING: Final = "everything"
_LETTERS: Final[dict[Scope, str]] = {"match": "m", "evening": "e", "all": "a"}
_SCOPES: Final = {letter: scope for scope, letter in _LETTERS.items()}
_TOKEN: Final = re.compile(r"([mea])([rw])([0-9a-z]{1,9})\.([A-Za-z0-9_-]*)\.([A-Za-z0-9_-]{20})")
_WITHDRAWN: Final = re.compile(r"withdrawn (.+) (\S+)")


class NoTokenError(ScorerError):
    """A request without a token, or with one that this scorebook never gave out."""


class ExpiredError(ScorerError):
    """A token whose time is over."""


class WithdrawnError(ScorerError):
    """A token that was withdrawn."""


@dataclass(frozen=True, slots=True)
class Grant:
    """What a token allows, until a moment: in one match, by its uid; in an evening of a league, by its number; or all.

    All is for the machine on which the server runs, unless its `subject` is another device. Without `may_record` it is
    for looking on.
    """

    scope: Scope
    subject: str
    may_record: bool
    until: datetime

    @property
    def name(self) -> str:
        """What it is good for, in a word or two: a code that is made anew has the same name."""
        return f"{self.scope} {self.subject}"

    @property
    def whose(self) -> str:
        """Whose tokens are withdrawn together with it: those of a match, of a league's evenings, or the organiser's."""
        return self.scope if self.scope == "all" else self.name


def match_grant(uid: str, today: datetime, *, may_record: bool = True) -> Grant:
    """The usual grant of a match: until the end of the day after `today`, a moment with the zone of this place."""
    night = datetime.combine(today.date() + timedelta(days=2), datetime.min.time()).astimezone()
    return Grant("match", uid, may_record, night)


class Withdrawal(NamedTuple):
    """Whose tokens were withdrawn, as Grant.whose says it or EVERYTHING, and when."""

    whose: str
    at: datetime


class _Kept(NamedTuple):
    """What the file of a key held when its `mark` was what it is."""

    mark: tuple[int, ...]
    secret: bytes
    withdrawn: tuple[Withdrawal, ...]

    def times(self, whose: str) -> int:
        """How often these tokens were withdrawn."""
        return sum(withdrawal.whose in {whose, EVERYTHING} for withdrawal in self.withdrawn)

    def code(self, words: str, withdrawn: int) -> str:
        """The code of a token that is given out after so many withdrawals of its kind."""
        covered = f"{words} {withdrawn}" if withdrawn else words
        return _packed(hmac.digest(self.secret, covered.encode(), sha256)[:CODE_BYTES])

    def withdrawn_before(self, words: str, code: str) -> int | None:
        """How many withdrawals there had been when this token was given out; None where the key never made it."""
        counts = range(len(self.withdrawn) + 1) if self.secret else ()
        return next((count for count in counts if hmac.compare_digest(code, self.code(words, count))), None)


class Key:
    """The secret that makes tokens, and tells those that it made from all others.

    It is read anew as soon as its file changes: what another program withdraws is void for this one at once.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._kept = _Kept((), b"", ())

    @classmethod
    def beside(cls, where: str) -> Self:
        """The key of a scorebook, in a file beside it that nobody else may read; made where there is none.

        Of a scorebook on a server it stands with the person's own data. Raises DatabaseTroubleError where it cannot be
        made or read.
        """
        key = cls(_path(where))
        key._read(make=True)
        return key

    def token(self, grant: Grant) -> str:
        """The token of a grant: letters, digits, - _ and dots, fit for an address."""
        kept = self._read(make=True)
        expiry = _in_base_36(int(grant.until.timestamp()) // 60)
        words = f"{_LETTERS[grant.scope]}{'w' if grant.may_record else 'r'}{expiry}.{_packed(grant.subject.encode())}"
        return f"{words}.{kept.code(words, kept.times(grant.whose))}"

    def grant(self, token: str, now: datetime) -> Grant:
        """What a token allows.

        Raises NoTokenError for one that this key never made, WithdrawnError and ExpiredError for what is over.
        """
        kept = self._read()
        read = _TOKEN.fullmatch(token) if len(token) <= LONGEST_TOKEN else None
        withdrawn_before = kept.withdrawn_before(token.rpartition(".")[0], read[5]) if read else None
        if withdrawn_before is None or not read:
            raise NoTokenError(_("this code is not known here: scan it again, or ask who started scorer serve"))
        until = datetime.fromtimestamp(int(read[3], 36) * 60, UTC)
        whose = urlsafe_b64decode(read[4] + "=" * (-len(read[4]) % 4)).decode()
        grant = Grant(_SCOPES[read[1]], whose, read[2] == "w", until)
        if withdrawn_before < kept.times(grant.whose):
            raise WithdrawnError(_("this code was withdrawn: ask for a new one"))
        if until <= now:
            raise ExpiredError(_("the time of this code is over: ask for a new one"))
        return grant

    @property
    def withdrawn(self) -> tuple[Withdrawal, ...]:
        """What was withdrawn, the oldest first; nothing where there is no key yet."""
        return self._read().withdrawn

    def withdraw(self, whose: str, at: datetime) -> None:
        """Make all tokens void that were given out for this so far, for every program that reads the key."""
        self._read(make=True)
        line = f"withdrawn {whose} {at.astimezone(UTC).isoformat(timespec='seconds')}\n"
        try:
            handle = os.open(self.path, os.O_WRONLY | os.O_APPEND)
            try:
                os.write(handle, line.encode())
                os.fsync(handle)
            finally:
                os.close(handle)
        except OSError as error:
            raise _trouble(self.path, error) from error

    def _read(self, *, make: bool = False) -> _Kept:
        """What the file of the key holds now; `make` makes one where there is none. Raises DatabaseTroubleError.

        Without a file all tokens are void.
        """
        try:
            if make:
                with suppress(FileExistsError):
                    _make(self.path)
            status = self.path.stat()
            mark = status.st_ino, status.st_size, status.st_mtime_ns
            if self._kept.mark != mark:
                first, *lines = self.path.read_text(encoding="utf-8").splitlines() or [""]
                self._kept = _Kept(mark, bytes.fromhex(first.strip()), tuple(map(_withdrawal, lines)))
        except FileNotFoundError:
            return _Kept((), b"", ())
        except (OSError, ValueError) as error:
            raise _trouble(self.path, error) from error
        if len(self._kept.secret) != KEY_BYTES:
            raise DatabaseTroubleError(_("{file} is no key: delete it, and a new one is made", file=self.path))
        return self._kept


def key_of(where: str) -> Key:
    """The key of a scorebook, which is not made where there is none."""
    return Key(_path(where))


def _withdrawal(line: str) -> Withdrawal:
    """The withdrawal that a line behind the key records; raises ValueError for any other line."""
    read = _WITHDRAWN.fullmatch(line)
    if not read:
        raise ValueError(line)
    return Withdrawal(read[1], datetime.fromisoformat(read[2]))


def _trouble(path: Path, error: Exception) -> DatabaseTroubleError:
    reason = getattr(error, "strerror", None) or _("it is no key")
    return DatabaseTroubleError(_("{file}, the key that makes codes for phones: {reason}", file=path, reason=reason))


def _path(where: str) -> Path:
    """Where the key of a scorebook is kept."""
    if not is_url(where):
        return Path(where + SUFFIX)

    return user_data_path("scorer", appauthor=False) / f"{sha256(where.encode()).hexdigest()[:16]}{SUFFIX}"


def _make(path: Path) -> None:
    """Make a key; raises FileExistsError where there is one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(f"{secrets.token_hex(KEY_BYTES)}\n")


def _packed(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _in_base_36(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits or "0"
