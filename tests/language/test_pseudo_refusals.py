"""Refusals of an evening in the language of accents: nothing plain is left but what is typed."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.cli.test_bad_input import AT_THE_TABLE, FINISHED, UNDER_A_VARIANT
from tests.cli.test_bad_sides import BAD, TABLES
from tests.cli_reference import commands
from tests.plain_words import TYPED, WORD, names_in, nothing_plain, plain_words, words_of_rules
from tests.running import Words

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
EDITS = (
    "--partner carla", "--bid 110", "--result 80", "--result 'anna 119'", "--result 'anna 74'", "--result 'anna 60'",
    "--more-cards anna", "--bonus anna=20", "--slam", "--out bruno",
)  # fmt: skip


def typed_words() -> set[str]:
    """Every word of a command line of the program: commands, options, and what help calls the arguments."""
    words = set()
    for name, command in commands():
        words |= {*WORD.findall(name)}
        for parameter in command.params:
            shown = [*parameter.opts, *parameter.secondary_opts, str(parameter.metavar or parameter.name).upper()]
            words |= {word for text in shown for word in WORD.findall(text)}
    return words


# The name of a bonus, the pages of `print`, what a command takes, and what it is called in a sentence of its own.
MORE = {"killed", "pair", "podium", "classification", "sheets", "clock", "all", "COUNT"}
KNOWN = TYPED | words_of_rules() | typed_words() | MORE


def plain_answers(say: Say, lines: Iterable[Words], known: set[str]) -> Iterator[str]:
    """The lines whose refusal has plain words, with these; every one of them has to be refused."""
    for line in lines:
        done = say(line)
        assert done.returncode, f"{line}: {done.stdout}"
        typed = set(WORD.findall(line if isinstance(line, str) else " ".join(line)))
        if words := plain_words(done.stderr, KNOWN | known | typed):
            yield f"{line}: {words}: {done.stderr}"


@pytest.mark.usefixtures("accented", "table")
def test_what_is_refused_at_a_table_is_marked(say: Say, ok: Ok, book_path: Path) -> None:
    known = names_in(book_path)
    lines: list[Words] = [words for words, _code, _says in AT_THE_TABLE.values()]
    nothing_plain(plain_answers(say, lines, known))
    ok("finish")
    nothing_plain(plain_answers(say, [words for words in FINISHED if words != "finish"], known))


@pytest.mark.usefixtures("accented")
def test_what_a_variant_does_not_know_is_marked(say: Say, ok: Ok, tmp_path: Path) -> None:
    tables = [(variant, players, words) for variant, players, words, _code, _says in UNDER_A_VARIANT.values()]
    tables += [(variant, TABLES[variant], words) for variant, words, _code, _says in BAD.values()]
    plain: list[str] = []
    for variant, players in dict.fromkeys((variant, players) for variant, players, _words in tables):
        path = tmp_path / f"{variant}{len(players)}.db"
        ok(f"start Friday --players {players} --variant {variant}", db=str(path))
        lines = [words for name, seats, words in tables if (name, seats) == (variant, players)]
        plain += plain_answers(lambda line, where=str(path): say(line, db=where), lines, names_in(path))
    nothing_plain(plain)


@pytest.mark.usefixtures("accented")
def test_edits_that_are_refused_are_marked(say: Say, ok: Ok, book_path: Path) -> None:
    ok("start Friday --players Anna,Bruno,Carla,Dario --variant brisca")
    ok("deal anna 74")
    nothing_plain(plain_answers(say, [f"edit 1 {edit} --reason x" for edit in EDITS], names_in(book_path)))
