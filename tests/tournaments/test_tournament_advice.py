"""Every piece of advice about a tournament has its sentence, and its facts are those that the sentence names."""

import ast
from collections.abc import Iterator
from string import Formatter

from scorer.tournaments.commands.tournament_advice import TOURNAMENT_ADVICE
from tests.test_layers import SOURCES


def given() -> Iterator[tuple[str, set[str]]]:
    """The codes that stand in the source, each with the names of the facts that go with it."""
    for source in (path.read_text(encoding="utf-8") for path in SOURCES.values()):
        for node in ast.walk(ast.parse(source)) if "tournament_" in source else ():
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "advice"
                and node.args
            ):
                facts = {str(keyword.arg) for keyword in node.keywords}
                codes = [part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)]
                yield from ((str(code), facts) for code in codes if str(code).startswith("tournament_"))


def test_every_piece_of_advice_has_a_sentence_that_its_facts_fill() -> None:
    for code, facts in given():
        if code in TOURNAMENT_ADVICE and "None" not in facts:
            named = {field for _text, field, _spec, _how in Formatter().parse(TOURNAMENT_ADVICE[code]) if field}
            assert named <= facts, code


def test_no_sentence_is_left_that_nobody_gives() -> None:
    written = "".join(path.read_text(encoding="utf-8") for path in SOURCES.values())
    assert [code for code in TOURNAMENT_ADVICE if written.count(f'"{code}"') < 2] == []
