"""Statistics as resources: each is what the command of its name writes, made by that command in a process of its own.

So columns, filters and refusals are those of the command line, and a statistic of a long season holds up no deal.
"""

import os
import subprocess
from collections.abc import Mapping, Sequence
from typing import Final

from scorer.errors import DatabaseTroubleError, NotFoundError, RefusedError
from scorer.language import _
from scorer.language.lists_numbers_dates import listed
from scorer.match.names import shown
from scorer.processes import command
from scorer.rule_files import RANKINGS, VARIANTS
from scorer.rules.errors import ScorerError
from scorer.serve.bodies import BadBodyError, check_known
from scorer.stats.describe.commands import command as command_of

NAMELESS: Final = "SCORER_NAMELESS"  # to the command alone: players are numbers
MOST_SECONDS: Final = 60
LONGEST_VALUE: Final = 200
FORMATS: Final = ("json", "csv")
_REFUSALS: Final[Mapping[int, type[ScorerError]]] = {2: BadBodyError, 3: RefusedError, 4: NotFoundError}


def words(name: str, asked: Mapping[str, str]) -> list[str]:
    """The command line of a statistic; raises BadBodyError for what it does not know, or what names a file."""
    declared = command_of(name)
    check_known(name, asked, (*declared.with_words, *declared.flags))
    line, argument = [name], []
    for option, value in asked.items():
        if len(value) > LONGEST_VALUE or "\0" in value:  # no word of a command line has a NUL
            raise BadBodyError(_("'{option}' is a text of at most {most} letters", option=option, most=LONGEST_VALUE))
        _refuse_files(name, option, value)
        if (own := declared.own.get(option)) and own.positional:
            argument = ["--", value]
        elif option in declared.with_words:
            line.append(f"--{option}={value}")
        elif value in {"", "yes", "true", "1"}:
            line.append(f"--{option}")
        else:
            raise BadBodyError(_("'{option}' is yes, or left away", option=option))
    return [*line, *argument]


def _refuse_files(name: str, option: str, value: str) -> None:
    """Raise BadBodyError for a name that the command line would look for among the files of this machine."""
    known = {("recount", "variant"): VARIANTS.names, ("ranking", "ranking"): RANKINGS.names}.get((name, option))
    if known and value not in known():
        raise BadBodyError(_("'{value}' is none of {known}", value=shown(value), known=listed([*known()])))


def answer(where: str, line: Sequence[str], shape: str, *, language: str, nameless: bool) -> str:
    """What the command writes of a scorebook, as JSON or CSV; `nameless` with players as numbers.

    Raises the error that its exit code stands for, with its words.
    """
    environment = {name: text for name, text in os.environ.items() if name != "SCORER_MATCH"}
    environment |= {"SCORER_DB": where, "SCORER_LANG": language, "NO_COLOR": "1"}
    if nameless:
        environment[NAMELESS] = "1"
    name, *options = line
    try:
        done = subprocess.run(  # noqa: S603 - of ours alone
            [*command("scorer"), "--no-input", name, f"--format={shape}", *options],
            env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=MOST_SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        sentence = _("{name} takes more than {most} s: ask for less", name=name, most=MOST_SECONDS)
        raise DatabaseTroubleError(sentence) from error
    if done.returncode:
        sentence = done.stderr.decode(errors="replace").strip().removeprefix("scorer: ")
        ended = _("{name} was ended before it had an answer: ask again", name=name)  # by a machine without memory, too
        raise _REFUSALS.get(done.returncode, DatabaseTroubleError)(sentence or ended)
    return done.stdout.decode()
