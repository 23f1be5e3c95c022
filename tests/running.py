"""Running command lines of the program in this process."""

from collections.abc import Sequence

from scorer.cli.app import command
from scorer.cli.context import Settings


def run(words: Sequence[str], shared: Settings) -> int:
    """Run one command line with these settings; returns its exit code."""
    shared.root = shared.root or command()
    return shared.run(words)
