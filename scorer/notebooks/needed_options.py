"""All options that a table needs before it comes in, named at once; what one reading alone needs is named with it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorer.language import _
from scorer.notebooks.table import AskedTableError, Wishes
from scorer.rules.errors import ScorerError

MOST_LOOKS = 24  # at one table


@dataclass(slots=True)
class NeededOptions:
    """Looks at a table under each reading of what is doubtful; `look` gives what its header lacks by such wishes."""

    look: Callable[[Wishes], Sequence[str]]
    looks: int = 0

    def beside(self, doubt: AskedTableError, wishes: Wishes) -> list[str]:
        """What has to be said beside this, each in a sentence."""
        needed = {reading: self._needed(wishes.with_reading(reading)) for reading in doubt.readings}
        first, *others = needed.values()
        always = [sentence for sentence in first if all(sentence in other for other in others)]
        return always + [
            _("with {option}: {needed}", option=reading.option, needed=sentence)
            for reading, sentences in needed.items()
            for sentence in sentences
            if sentence not in always
        ]

    def _needed(self, wishes: Wishes) -> list[str]:
        self.looks += 1
        if self.looks > MOST_LOOKS:
            return []
        try:
            return list(self.look(wishes))
        except AskedTableError as doubt:
            return [doubt.question, *self.beside(doubt, wishes)]
        except ScorerError:  # what is wrong is named when this is settled
            return []
