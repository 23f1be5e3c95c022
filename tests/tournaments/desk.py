"""A tournament at its desk on the command line: who is there, what is typed, who sits at which table."""

from collections.abc import Callable
from subprocess import CompletedProcess

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
Environment = Callable[[], dict[str, str]]
USAGE, REFUSED, NOT_FOUND, TROUBLE = 2, 3, 4, 5
FIVE = "Anna,Bruno,Carla,Dario,Elena"
SIX = f"{FIVE},Fabio"
TEN = f"{SIX},Gina,Hans,Ines,Jan"
DAY = "--on 2026-12-05"


def tables(text: str) -> list[list[str]]:
    """Who sits at each table of a round as it was announced."""
    return [line.split(": ")[1].split(", ") for line in text.splitlines() if line.startswith("Table")]


def sheet(names: list[str], *units: int) -> str:
    """The units of a table by name, as they are typed."""
    return ",".join(f"{name}={won}" for name, won in zip(names, units, strict=True))


def result(table: int, names: list[str], *units: int) -> list[str]:
    """The command that records a paper sheet."""
    return ["tournament", "result", str(table), sheet(names, *units)]


def opened(ok: Ok, form: str = "ten-deals", names: str = TEN, options: str = "--seed 7") -> list[list[str]]:
    """A tournament that these entered, its first round drawn: who sits where."""
    ok(f"tournament new Natale --format {form} {options} {DAY}")
    ok(f"tournament enter {names}")
    return tables(ok(f"tournament draw {DAY}"))
