"""What commands say with --help in the language of accents: nothing plain is left but what is typed."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from scorer.cli.export_command import RECORDED, STATISTICS
from tests import pseudo
from tests.cli_reference import commands, help_text
from tests.language.test_pseudo_refusals import KNOWN
from tests.plain_words import nothing_plain, plain_words

STAY = {"SCORER", "TOURNAMENT", "DASHBOARD", "help", "stdin"}  # environment variables, and what is typed


@pytest.mark.usefixtures("accented")
def test_what_a_help_says_is_marked() -> None:
    nothing_plain(f"{name}: {words}" for name, _ in commands() if (words := plain_words(help_text(name), KNOWN | STAY)))


def names_all(name: str, kinds: tuple[str, ...]) -> bool:
    """Whether the help of a command that writes files names everything that it writes."""
    return f"{', '.join(kinds)}, or all: a folder of" in " ".join(help_text(f"scorer {name}").split())


def test_the_help_of_export_names_all_that_can_be_written() -> None:
    assert names_all("export", (*RECORDED, *STATISTICS))


def test_a_language_named_before_the_command_is_spoken(
    scorer: Callable[..., CompletedProcess[str]], accents: Path
) -> None:
    for words in ("--help", "deal --help"):
        assert pseudo.accented("Show this message and exit.") in scorer(f"--lang {accents} {words}").stdout
    assert scorer("--lang en nix", SCORER_LANG=str(accents)).stderr.startswith("scorer: there is no command")
    for mistake in ("--fo", "--db", "deal --fo"):
        assert "scorer --help" not in (refused := scorer(f"--lang {accents} {mistake}").stderr)
        assert pseudo.accented("says what it takes") in refused
    assert "there is no command" in scorer("--lang en nix", SCORER_LANG="xx").stderr
    assert "--lang stands before the command" in scorer("standings --lang es").stderr
    unknown = scorer("--lang nix standings")
    assert unknown.returncode == 2
    assert unknown.stderr.startswith("scorer: --lang: there is no catalogue for the language 'nix', but for en")
