"""The commands of statistics: what each may be asked and what its help says, read from the file of its statistic.

A command has the name of its file, and stands there under `command`. The command line and the API are made from that.
Nothing that makes a statistic is loaded for it.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from scorer.wings import there

PERIODS: Final = ("today", "week", "month")
WHICH_MATCHES: Final = ("league", "from", "to", *PERIODS, "variant", "match")  # as a file says it, MATCHES


@dataclass(frozen=True, slots=True)
class Own:
    """An option that a command has alone, or in its own way: a flag, or with a `metavar` one with something behind it.

    What it `says` is its help, empty where all commands have it alike; a shell completes it by what `completed` names.
    One of a `terminal` is not for programs; without one that is `needed` there is no answer. A `positional` one stands
    on the command line without its name.
    """

    says: str = ""
    metavar: str = ""
    completed: str = ""
    needed: bool = False
    terminal: bool = False
    positional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command: what `says` its help, its `own` options by their names, and the `options` that several have.

    Its `place` is that among the results. What is asked with flags alone may be another statistic, by the name that
    `shows` has for them: `--pays --bands`. `sure`: whether one can ask how sure the figures are; `exported`: whether
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
        return " ".join(self.says.split("\n\n")[0].split()).split(". ")[0].removesuffix(".") + "."

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
    fields: dict[str, Any] = tomllib.loads(_files()[name].read_text(encoding="utf-8"))["command"]
    own = {option: Own(**keys) for option, keys in fields.pop("own", {}).items()}
    shared = fields.pop("options", [])
    options = [*(WHICH_MATCHES if shared[:1] == ["MATCHES"] else shared[:1]), *shared[1:]]
    return Command(**fields, name=name, options=tuple(options), own=own)


def with_line(line: str) -> list[str]:
    """The statistics whose files have this line; nothing else in them is read."""
    return sorted(name for name, file in _files().items() if line in file.read_text(encoding="utf-8").splitlines())


@cache
def _files() -> dict[str, Traversable]:
    """The file of each statistic, but for those of a player's page."""
    found = (file for folder in _folders() if folder.is_dir() for file in folder.iterdir())
    return {file.name.removesuffix(".toml"): file for file in found if file.name.endswith(".toml")}


def file_of(statistic: str) -> Traversable:
    """The file of a statistic, such as "standings", or "page/evenings" on a player's page; raises FileNotFoundError."""
    for folder in _folders():
        if (file := folder.joinpath(f"{statistic}.toml")).is_file():
            return file
    raise FileNotFoundError(statistic)


def _folders() -> list[Traversable]:
    packages = ["scorer.stats.describe", *(wing.package for wing in there().values())]
    return [files(package).joinpath("statistics") for package in packages]
