"""What can be wrong beyond the game itself; the command line gives each kind its own exit code."""

from collections.abc import Mapping, Sequence

from scorer.language import N_, _
from scorer.rules.errors import Advice, ScorerError, advice


class RefusedError(ScorerError):
    """Something that the scorebook does not allow: a name taken, a reason missing, a match that is over."""


class PartlyPaidError(RefusedError):
    """What is due of some matches was asked, and somebody paid for them and others together."""


class NoReasonError(RefusedError):
    """A change that needs a reason was made without one: to be asked, or said."""


class OtherBodyError(RefusedError):
    """An entry came under an id that a match has recorded with another body."""


class NewerStepError(RefusedError):
    """A step at a match cannot be taken back: something newer stands there, which has to be seen first."""


class MissingEntryError(NewerStepError):
    """An entry stands on another one that is not recorded."""


class SameDealError(NewerStepError):
    """What would be recorded was recorded from elsewhere, as `number` by `step`: to be asked whether it is the same."""

    def __init__(self, message: str, number: int, step: int) -> None:
        self.number, self.step = number, step
        super().__init__(message)


class OtherBookError(RefusedError):
    """An entry was made for another scorebook."""


class EarlyError(RefusedError):
    """A table would be closed before its agreed number of deals is played: to be asked, or said on purpose."""


class DoubtfulError(RefusedError):
    """Recorded deals would not follow from what comes before them any more: to be asked, or said on purpose."""

    def __init__(self, doubts: Sequence[str]) -> None:
        self.doubts = tuple(doubts)
        super().__init__(_("{doubts}; nothing is recorded", doubts="; ".join(doubts)), advice("all_the_same"))


class MissingWingError(RefusedError):
    """What was asked for hangs on something that only a wing knows, and that wing is not installed."""

    def __init__(self, wing: str) -> None:
        template = N_("the wing {wing} is not installed, and nobody else can tell what hangs on this")
        super().__init__(_(template, wing=wing), advice("whole_program"))


class NotFoundError(ScorerError):
    """Nothing of that name is here, or more than one thing is."""


class SeveralOpenError(NotFoundError):
    """Several open matches can be meant, each by its number with its name and day: to be asked, or said."""

    def __init__(self, message: str, matches: Mapping[int, str], *advices: Advice) -> None:
        self.matches = dict(matches)
        super().__init__(message, *advices)


class TwoMeaningsError(NotFoundError):
    """A name that people use of several games; `titles` are those of the variants that it can mean, by their names."""

    def __init__(self, message: str, typed: str, titles: Mapping[str, str]) -> None:
        self.typed, self.titles = typed, dict(titles)
        super().__init__(message)


class ElsewhereError(NotFoundError):
    """`undo` or `redo` means `steps`, by id, that are not at the one open match: to be asked, or said.

    `lines` say what they are, where and when.
    """

    def __init__(self, message: str, steps: Sequence[int], lines: Sequence[str], *advices: Advice) -> None:
        self.steps, self.lines = tuple(steps), tuple(lines)
        super().__init__(message, *advices)


class DatabaseTroubleError(ScorerError):
    """The scorebook is missing, busy, read-only, full, damaged, or no scorebook at all."""


class UnwritableError(ScorerError):
    """A file cannot be written where it was asked for: its disk is full or read-only, or its folder is not ours."""


class ClosedStreamError(ScorerError):
    """Standard input or output is closed, where the command reads from it, or is there to write to it."""


class GivenUpError(DatabaseTroubleError):
    """The database gave a transaction up: another one was in the way. Nothing of it was kept; it can be repeated."""


class ReplacedError(DatabaseTroubleError):
    """Another file took the place of the scorebook while it was open; what was read before was in the old file."""


class DamagedError(DatabaseTroubleError):
    """The scorebook holds what no command can have written: somebody, or a failing disk, changed it.

    `label` names the file or the address; where it is empty, `scorer.scorebook.database_errors` raises the error again
    with it.
    """

    def __init__(self, label: str = "") -> None:
        if label:
            message = _("{scorebook} is damaged; a backup has it right", scorebook=label)
        else:
            message = _("the scorebook is damaged; a backup has it right")
        super().__init__(message, advice("check"))
        self.label = label


class MayBeRecordedError(DatabaseTroubleError):
    """No answer, or an error, came back from a commit, and nobody can look: what was sent may be recorded, or not."""


class AlreadyRecordedError(ScorerError):
    """The same words were recorded earlier, though nobody could know it then; nothing was written now."""


class NewerScorebookError(ScorerError):
    """The scorebook was written by a newer program than this one."""


class FaultyFileError(ScorerError):
    """A file that is not imported; `faults` holds what is wrong with it, one line each."""

    def __init__(self, faults: Sequence[str], *advices: Advice) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(faults), *advices)


class ObstaclesError(FaultyFileError):
    """A match that is not put under another variant; `faults` begins with that, and has what stands in the way."""
