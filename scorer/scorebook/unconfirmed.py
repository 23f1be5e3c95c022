"""Commands of which nobody knows whether they are recorded: the line to the server broke when the answer was due.

Every recording command sends a mark of its own to a server. Where its outcome is unknown, the mark is kept in the
person's data folder: the same words for the same match send it again, and are recorded once only.
"""

import hashlib
import json
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from scorer.atomic_file import make_folder, whole_text
from scorer.errors import AlreadyRecordedError
from scorer.language import _
from scorer.rules.errors import ScorerError
from scorer.scorebook.transaction import Transaction

_MADE = (
    'SELECT record.number, record.kind, record.voided_by, "match".name,'
    " EXISTS (SELECT 1 FROM step AS later WHERE later.undoes = step.id) AS undone"
    ' FROM step LEFT JOIN record ON record.made_by = step.id LEFT JOIN "match" ON "match".id = step.match_id'
    " WHERE step.client_id = :mark"
)
HOURS = 12  # after which the same words mean another deal


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """A command that may be recorded: its words, the mark that it sent, and when (seconds since 1970)."""

    words: list[str]
    mark: str
    at: float


class Marked:
    """The words of one command for the scorebook at `where`, the first of them the match as it was typed; its `mark`.

    One command of a match can be unconfirmed, the last: whoever records another one has seen what stands there.
    """

    def __init__(self, where: str, words: Sequence[str]) -> None:
        self.words = list(words)
        self.place = hashlib.sha256(json.dumps([where, words[0]]).encode()).hexdigest()[:16]
        before = _kept().get(self.place)
        self.known = before is not None
        self.again = before is not None and before.words == self.words
        self.mark = before.mark if before and self.again else os.urandom(12).hex()

    def check(self, transaction: Transaction) -> None:
        """Raise AlreadyRecordedError where these words were recorded when nobody knew it, and still stand."""
        if not self.again:
            return
        recorded = transaction.rows(_MADE, mark=self.mark)
        if not recorded:
            return
        self.forget()
        self.mark = os.urandom(12).hex()
        for row in recorded:
            if row.number is None and not row.undone:
                sentence = _("done already; nothing was done twice. If it is to be done again, say it once more")
                raise AlreadyRecordedError(sentence)
            if row.number is not None and row.voided_by is None:
                sentence = _(
                    "already recorded as {kind} {number} of {match}; nothing was written twice."
                    " If this is another one, say it once more",
                    kind=row.kind,
                    number=row.number,
                    match=row.name,
                )
                raise AlreadyRecordedError(sentence)

    def remember(self) -> None:
        """Keep the mark: these words may be recorded."""
        _keep({**_kept(), self.place: Unconfirmed(self.words, self.mark, time.time())})

    def forget(self) -> None:
        """Drop what was kept for this match: what stands there is known."""
        if self.known:
            _keep({place: kept for place, kept in _kept().items() if place != self.place})


def _file() -> Path:
    from platformdirs import user_data_dir  # noqa: PLC0415 - for a server only

    return Path(user_data_dir("scorer", appauthor=False)) / "unconfirmed.json"


def _kept() -> dict[str, Unconfirmed]:
    """What is kept, by place; nothing where it is too old or cannot be read."""
    try:
        kept = json.loads(_file().read_text(encoding="utf-8"))
        commands = {place: Unconfirmed(entry["words"], entry["mark"], entry["at"]) for place, entry in kept.items()}
        return {place: command for place, command in commands.items() if 0 <= time.time() - command.at < HOURS * 3600}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}


def _keep(kept: dict[str, Unconfirmed]) -> None:
    """Keep this; where it cannot be kept, the message that the outcome is unknown has to be enough."""
    with suppress(ScorerError, OSError):
        make_folder(_file().parent)
        with whole_text(_file(), force=True) as file:
            json.dump({place: asdict(command) for place, command in kept.items()}, file)
