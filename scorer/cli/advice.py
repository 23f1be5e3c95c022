"""What can be done about something, as command lines: a sentence for each piece of advice."""

from collections.abc import Iterable, Sequence
from typing import Final

from scorer.cli.tournament.advice import TOURNAMENT_ADVICE
from scorer.language import _
from scorer.rules.errors import Advice, Advised, Notice

# By the code of the advice; facts stand in braces.
ADVICE: Final[dict[str, str]] = {}


def advice_words(advice: Advice) -> str:
    """The sentence of a piece of advice, with its facts."""
    return _((ADVICE | TOURNAMENT_ADVICE)[advice.code], **advice.facts)


def with_advice(sentence: str, advices: Sequence[Advice]) -> str:
    """A sentence, and behind it what can be done: `there is no tournament; scorer tournament new opens one`."""
    for advice in advices:
        words = advice_words(advice)
        sentence = _("{sentence}; {advice}", sentence=sentence, advice=words) if sentence else words
    return sentence


def notice_lines(notices: Iterable[Notice]) -> list[str]:
    """Notices as lines, without empty ones; a piece of advice stands behind the sentence that it follows."""
    lines: list[str] = []
    for notice in notices:
        if isinstance(notice, str):
            lines += [notice] if notice else []
        elif isinstance(notice, Advised):
            lines.append(with_advice(notice.sentence, notice.advices))
        else:
            lines.append(with_advice(lines.pop() if lines else "", [notice]))
    return lines
