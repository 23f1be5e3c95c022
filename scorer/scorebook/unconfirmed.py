"""Commands of which nobody knows whether they are recorded: an error came back from the commit, and nobody could look.

The step of every command bears a mark of its own. Where its outcome is unknown, the mark is kept: beside the file, or
for a server in the person's data folder. The same words send it again, and are recorded once only.
"""

import hashlib
import json
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from platformdirs import user_data_dir

from db.database import make_private
from scorer.atomic_file import make_folder
from scorer.errors import AlreadyRecordedError
from scorer.language import _
from scorer.scorebook.transaction import Transaction
from scorer.text.kind_words import kind_name

# What the step of a mark made, and whether it stands, as it was or corrected since.
_MADE = (
    'SELECT step.id AS step, record.number, record.kind, "match".name, record.id IS NULL OR EXISTS'
    " (SELECT 1 FROM record AS live WHERE live.match_id = record.match_id AND live.number = record.number"
    "  AND live.voided_by IS NULL) AS stands"
    ' FROM step LEFT JOIN record ON record.made_by = step.id LEFT JOIN "match" ON "match".id = step.match_id'
    " WHERE step.client_id = :mark"
)
_REVERSED = "SELECT id FROM step WHERE undoes = :step"
HOURS = 12  # after which the same words mean another deal


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """A command that may be recorded: its words, the mark that it sent, and when (seconds since 1970)."""

    words: list[str]
    mark: str
    at: float


class Marked:
    """The words of one command for the scorebook at `where`, the match as it was typed before them; its `mark`.

    `beside` is the file beside a scorebook file that keeps it; "" for a server.

    One command of a match can be unconfirmed, the last: whoever records another one has seen what stands there. Without
    words nothing is kept.
    """

    def __init__(self, where: str, words: Sequence[str], beside: str = "") -> None:
        self.words = list(words)
        self._beside = beside
        self._where = beside or where
        self._before = self._kept().get(self._place) if words else None
        self._again = self._before is not None and self._before.words == self.words
        self.mark = self._before.mark if self._before and self._again else os.urandom(12).hex()

    def check(self, transaction: Transaction) -> None:
        """Raise AlreadyRecordedError where these words were recorded when nobody knew it, and still stand."""
        if not self._again:
            return
        recorded = transaction.rows(_MADE, mark=self.mark)
        if not recorded:
            return
        self.forget()
        self.mark = os.urandom(12).hex()
        standing = [row for row in recorded if row.stands]
        if not standing or _is_undone(transaction, recorded[0].step):
            return
        if len(standing) > 1 or standing[0].number is None:
            sentence = _("done already; nothing was done twice. If it is to be done again, say it once more")
            raise AlreadyRecordedError(sentence)
        sentence = _(
            "already recorded as {kind} {number} of {match}; nothing was written twice."
            " If this is another one, say it once more",
            kind=kind_name(standing[0].kind),
            number=standing[0].number,
            match=standing[0].name,
        )
        raise AlreadyRecordedError(sentence)

    def remember(self, proof: tuple[int, str] | None) -> bool:
        """Keep the mark that a step bears: these words may be recorded. Returns whether it is kept."""
        if not self.words or not proof:
            return False
        self._before = Unconfirmed(self.words, proof[1], time.time())
        try:
            self._keep({**self._kept(), self._place: self._before})
        except OSError:
            return False
        return True

    def forget(self) -> None:
        """Drop what was kept for this match: what stands there is known."""
        if self._before:
            with suppress(OSError):
                self._keep({place: kept for place, kept in self._kept().items() if place != self._place})

    @property
    def _place(self) -> str:
        """Under what the command is kept: its match in this scorebook, however the file is named."""
        return hashlib.sha256(json.dumps([self._where, self.words[0]]).encode()).hexdigest()[:16]

    @property
    def _file(self) -> Path:
        if self._beside:
            return Path(self._beside)

        return Path(user_data_dir("scorer", appauthor=False)) / "unconfirmed.json"

    def _kept(self) -> dict[str, Unconfirmed]:
        """What is kept, by place; nothing where it is too old or cannot be read."""
        try:
            kept = json.loads(self._file.read_text(encoding="utf-8"))
            commands = {place: Unconfirmed(entry["words"], entry["mark"], entry["at"]) for place, entry in kept.items()}
            return {
                place: command for place, command in commands.items() if 0 <= time.time() - command.at < HOURS * 3600
            }
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return {}

    def _keep(self, kept: dict[str, Unconfirmed]) -> None:
        """Keep this, unsynced: the disk may be what failed."""
        if not kept:
            self._file.unlink(missing_ok=True)
            return
        if not self._beside:
            make_folder(self._file.parent)
        make_private(self._file)
        text = json.dumps({place: asdict(command) for place, command in kept.items()})
        self._file.write_text(text, encoding="utf-8")


def _is_undone(transaction: Transaction, step: int) -> bool:
    """Whether a step is taken back: undone, and not done again."""
    undone = False
    while (reversal := transaction.value(_REVERSED, step=step)) is not None:
        step, undone = reversal, not undone
    return undone
