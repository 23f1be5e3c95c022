"""The commands of statistics: what each may be asked and what its help says, read from the file of its statistic.

A command has the name of its file, and stands there under `command`. The command line and the API are made from that.
Nothing that makes a statistic is loaded for it.

A wing that adds to a statistic of the core has a file of the same name, whose keys are laid over those of the core:
flags, what they show, columns and their heads; what stands in both is as the wing says it.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from scorer.language.paragraphs import first_sentence
from scorer.wings import ROOT, WINGS, there

PERIODS: Final = ("today", "week", "month")
COMMAND: Final = re.compile(r"^\[command\]\n.*?(?=^\[(?!command)|\Z)", re.MULTILINE | re.DOTALL)  # its part of a file
WHICH_MATCHES: Final = ("league", "from", "to", *PERIODS, "variant", "match")  # as a file says it, MATCHES


@dataclass(frozen=True, slots=True)
class Own:
    """An option that a command has alone, or in its own way: a flag, or with a `metavar` one with something behind it.

    What it `says` is its help, empty where all commands have it alike; a shell completes it by what `completed` names.
    One of a `terminal` is not for programs; without one that is `needed` there is no answer. A `positional` one stands
    on the command line without its name. One that is not of all that the command shows is `refused` with this sentence.
    """

    says: str = ""
    metavar: str = ""
    completed: str = ""
    needed: bool = False
    terminal: bool = False
    positional: bool = False
    refused: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command: what `says` its help, its `own` options by their names, and the `options` that several have.

    Its `place` is that among the results. What is asked with flags alone may be another statistic, by the name that
    `shows` has for them: `--bands`. `sure`: whether one can ask how sure the figures are; `exported`: whether
    `scorer export` writes it as a file. What is more than a table of the frames has a function that `answers` programs;
    `shown`: one that shows it on a terminal, both as `module:name`.
    """

    name: str
    place: int
    says: str
    options: tuple[str, ...] = ()
    own: Mapping[str, Own] = field(default_factory=dict)
    shows: Mapping[str, str] = field(default_factory=dict)
    sure: bool = True
    exported: bool = False
    answers: str = ""
    shown: str = ""

    @property
    def sentence(self) -> str:
        """The first sentence of its help."""
        return first_sentence(self.says)

    @property
    def alone(self) -> list[str]:
        """The options that it has alone."""
        return [name for name in self.own if name not in self.options]

    @property
    def with_words(self) -> list[str]:
        """The options for programs that have something behind them."""
        own = [name for name in self.alone if self.own[name].metavar]
        return [*(name for name in self.options if name not in PERIODS), *own]

    @property
    def flags(self) -> list[str]:
        """The flags for programs."""
        own = [name for name, option in self.own.items() if not (option.metavar or option.terminal)]
        return [*own, *(name for name in self.options if name in PERIODS)]


@cache
def names() -> tuple[str, ...]:
    """The commands in the order of the help."""
    return tuple(sorted(with_line("[command]"), key=lambda name: (command(name).place, name)))


@cache
def command(name: str) -> Command:
    """A command by its name; raises KeyError where there is none."""
    parts = [part for file in _files()[name] if (part := COMMAND.search(file.read_text(encoding="utf-8")))]
    fields = laid_over(*(tomllib.loads(part[0]) for part in parts))["command"]
    own = {option: Own(**keys) for option, keys in fields.pop("own", {}).items()}
    shared = fields.pop("options", [])
    options = [*(WHICH_MATCHES if shared[:1] == ["MATCHES"] else shared[:1]), *shared[1:]]
    return Command(**fields, name=name, options=tuple(options), own=own)


def laid_over(*files: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of files: those of a later one laid over those before, tables key by key."""
    keys: dict[str, Any] = {}
    for key, value in (item for file in files for item in file.items()):
        keys[key] = laid_over(keys.get(key, {}), value) if isinstance(value, dict) else value
    return keys


def with_line(line: str) -> list[str]:
    """The statistics whose files have this line; nothing else in them is read."""
    return sorted(
        name
        for name, files in _files().items()
        if any(line in file.read_text(encoding="utf-8").splitlines() for file in files)
    )


@cache
def _files() -> dict[str, list[Path]]:
    """The files of each statistic, but for those of a player's page."""
    found: dict[str, list[Path]] = {}
    absent = {name for wing in WINGS.values() if not wing.is_there for name in wing.statistics}
    for file in (file for folder in _folders() if folder.is_dir() for file in folder.iterdir()):
        name = file.name.removesuffix(".toml")
        if name != file.name and name not in absent:  # nothing is laid over what is not there
            found.setdefault(name, []).append(file)
    return found


def files_of(statistic: str) -> list[Path]:
    """The file of a statistic, such as "standings", or "page/evenings" on a player's page, and those laid over it.

    Raises FileNotFoundError where there is none.
    """
    found = [file for folder in _folders() if (file := folder / f"{statistic}.toml").is_file()]
    if not found:
        raise FileNotFoundError(statistic)
    return found


def _folders() -> list[Path]:
    """The folders of files, that of the core first; importlib.resources takes longer to load than all else here."""
    return [
        ROOT / folder / "statistics" for folder in ("scorer/stats/describe", *(wing.folders[0] for wing in there()))
    ]
