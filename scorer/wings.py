"""The wings: parts of the program that the core does not know, and what each of them brings.

Plain values and names of modules, which are loaded when somebody asks for what is in them. A wing may be left out of an
installation: then what it brings is not there, and the core goes on.
"""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final, NamedTuple


class Wing(NamedTuple):
    """What a wing brings: modules of `commands` by their names, which may be those of the core that it says more of."""

    package: str
    commands: Mapping[str, str]

    @property
    def is_there(self) -> bool:
        """Whether it is installed."""
        return find_spec(self.package) is not None


WINGS: Final = {
    "notebooks": Wing("scorer.notebooks", commands={"import": "scorer.notebooks.import_command"}),
}


def module_of(command: str, core: str) -> str:
    """The module of a command: that of the wing which brings it, else the one that it has in the `core`."""
    bringing = (wing.commands[command] for wing in WINGS.values() if command in wing.commands and wing.is_there)
    return next(bringing, core)
