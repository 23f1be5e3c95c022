"""What tests call the fixtures of conftest.py that are functions, and the five who sit at most tables."""

from collections.abc import Callable
from subprocess import CompletedProcess
from typing import Any

from scorer.match.sheet import Sheet

FIVE = "Anna,Bruno,Carla,Dario,Elena"

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
ReadSheet = Callable[..., Sheet]
AskRows = Callable[[str], list[tuple[Any, ...]]]
Environment = Callable[[], dict[str, str]]
