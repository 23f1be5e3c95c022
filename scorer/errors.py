"""What can be wrong beyond the game itself; the command line gives each kind its own exit code."""

from collections.abc import Mapping, Sequence

from scorer.rules.errors import Advice, ScorerError


class RefusedError(ScorerError):
    """Something that the scorebook does not allow: a name taken, a reason missing, a match that is over."""


class NoReasonError(RefusedError):
    """Something that is kept with its reason, and no reason was given: to be asked, or said."""


class EarlyError(RefusedError):
    """A table would be closed before its agreed number of deals is played: to be asked, or said on purpose."""


class NotFoundError(ScorerError):
    """Nothing of that name is here, or more than one thing is."""


class SeveralOpenError(NotFoundError):
    """Several open matches can be meant, each by its number with its name and day: to be asked, or said."""

    def __init__(self, message: str, matches: Mapping[int, str]) -> None:
        self.matches = dict(matches)
        super().__init__(message)


class DatabaseTroubleError(ScorerError):
    """The scorebook is missing, busy, read-only, full, damaged, or no scorebook at all."""


class ReplacedError(DatabaseTroubleError):
    """Another file took the place of the scorebook while it was open: what was read of it before is of the old one."""


class DamagedError(DatabaseTroubleError):
    """What is in the scorebook cannot have been recorded so: somebody, or a failing disk, changed it.

    `label` names the file or the address, where whoever raises it knows it; `scorer.scorebook.book` adds it elsewhere.
    """

    def __init__(self, label: str = "") -> None:
        what = label or "the scorebook"
        super().__init__(f"{what} is damaged: run scorer check, which names what is wrong; a backup has it right")
        self.label = label


class MayBeRecordedError(DatabaseTroubleError):
    """The line to the server broke when the answer was due: what was to be recorded is recorded, or is not."""


class AlreadyRecordedError(ScorerError):
    """What was said was recorded when nobody knew; nothing is wrong, and nothing was written."""


class NewerScorebookError(ScorerError):
    """The scorebook was written by a newer program than this one."""


class FaultyFileError(ScorerError):
    """A file that is not taken in; `faults` holds what is wrong with it, one line each."""

    def __init__(self, faults: Sequence[str], *advices: Advice) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(faults), *advices)
