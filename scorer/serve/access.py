"""Who may do what: a grant, and the token that stands for it.

A token says what it grants and until when, and bears a code that only the key beside the scorebook can make. So nothing
has to be kept of a token: it can be shown again at any time, and another key makes all of them void.
"""

import hmac
import os
import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal, Self

from db.address import is_url
from scorer.errors import DatabaseTroubleError
from scorer.language import _
from scorer.rules.errors import ScorerError

Scope = Literal["match", "evening", "all"]
SUFFIX: Final = ".key"
KEY_BYTES: Final = 32
CODE_BYTES: Final = 15  # of a token: 120 bits, in twenty letters
LONGEST_TOKEN: Final = 400
_LETTERS: Final[dict[Scope, str]] = {"match": "m", "evening": "e", "all": "a"}
_SCOPES: Final = {letter: scope for scope, letter in _LETTERS.items()}
_TOKEN: Final = re.compile(r"([mea])([rw])([0-9a-z]{1,9})\.([A-Za-z0-9_-]*)\.([A-Za-z0-9_-]{20})")


class NoTokenError(ScorerError):
    """A request without a token, or with one that this scorebook never gave out."""


class ExpiredError(ScorerError):
    """A token whose time is over."""


@dataclass(frozen=True, slots=True)
class Grant:
    """What a token allows, until a moment: in one match, by its uid; in an evening of a league, by its number; or all.

    Without `may_record` it is for looking on.
    """

    scope: Scope
    of: str
    may_record: bool
    until: datetime

    @property
    def name(self) -> str:
        """What it is good for, in a word or two: codes that are made anew for the same have the same name."""
        return f"{self.scope} {self.of}"


class Key:
    """The secret that makes tokens, and tells those that it made from all others."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    @classmethod
    def beside(cls, where: str) -> Self:
        """The key of a scorebook, in a file beside it that nobody else may read; made where there is none.

        Of a scorebook on a server it stands with the person's own data. Raises DatabaseTroubleError where it cannot be
        made or read.
        """
        path = _path(where)
        try:
            with suppress(FileExistsError):
                _make(path)
            secret = bytes.fromhex(path.read_text(encoding="ascii").strip())
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or _("it is no key")
            raise DatabaseTroubleError(
                _("{file}, the key that makes codes for phones: {reason}", file=path, reason=reason)
            ) from error
        if len(secret) != KEY_BYTES:
            raise DatabaseTroubleError(_("{file} is no key: delete it, and a new one is made", file=path))
        return cls(secret)

    def token(self, grant: Grant) -> str:
        """The token of a grant: letters, digits, - _ and dots, fit for an address."""
        expiry = _in_base_36(int(grant.until.timestamp()) // 60)
        words = f"{_LETTERS[grant.scope]}{'w' if grant.may_record else 'r'}{expiry}.{_packed(grant.of.encode())}"
        return f"{words}.{self._code(words)}"

    def grant(self, token: str, now: datetime) -> Grant:
        """What a token allows; raises NoTokenError for one that this key never made, ExpiredError after its time."""
        read = _TOKEN.fullmatch(token) if len(token) <= LONGEST_TOKEN else None
        if not read or not hmac.compare_digest(read[5], self._code(token.rpartition(".")[0])):
            raise NoTokenError(_("this code is not known here: scan it again, or ask who started scorer serve"))
        until = datetime.fromtimestamp(int(read[3], 36) * 60, UTC)
        if until <= now:
            raise ExpiredError(_("the time of this code is over: ask for a new one"))
        return Grant(_SCOPES[read[1]], _unpacked(read[4]).decode(), read[2] == "w", until)

    def _code(self, words: str) -> str:
        return _packed(hmac.digest(self._secret, words.encode(), sha256)[:CODE_BYTES])


def _path(where: str) -> Path:
    """Where the key of a scorebook is kept."""
    if not is_url(where):
        return Path(where + SUFFIX)
    from platformdirs import user_data_path  # noqa: PLC0415 - for a server only

    return user_data_path("scorer", appauthor=False) / f"{sha256(where.encode()).hexdigest()[:16]}{SUFFIX}"


def _make(path: Path) -> None:
    """Make a key; raises FileExistsError where there is one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(f"{secrets.token_hex(KEY_BYTES)}\n")


def _packed(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _unpacked(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _in_base_36(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits or "0"
