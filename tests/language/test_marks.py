"""How sentences are marked: read from the source, so that none escapes."""

import ast
from collections.abc import Iterator
from functools import cache
from string import Formatter

import pytest

from hatch_build import texts
from tests.test_layers import SOURCES

OWN_FIELD = {"count"}  # of ngettext, which fills it in


@cache
def trees() -> list[tuple[str, ast.AST]]:
    return [(module, ast.parse(path.read_text(encoding="utf-8"))) for module, path in SOURCES.items()]


def fields(template: str) -> set[str]:
    """The names in braces; raises ValueError where a brace is left open."""
    return {part[1] for part in Formatter().parse(template) if part[1] is not None}


def templates(call: ast.Call) -> list[str]:
    """The templates of a call of a mark, of ngettext both; none where they come from elsewhere."""
    wanted = call.args[: 2 if isinstance(call.func, ast.Name) and call.func.id == "ngettext" else 1]
    return [found.value for found in wanted if isinstance(found, ast.Constant) and isinstance(found.value, str)]


def calls(tree: ast.AST, *names: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            yield node


def test_every_field_of_a_sentence_is_given_and_nothing_else() -> None:
    for module, tree in trees():
        for call in calls(tree, "_", "ngettext"):
            given = {str(keyword.arg) for keyword in call.keywords}
            if "None" in given:  # **facts of advice: tested with the advice
                continue
            plural = isinstance(call.func, ast.Name) and call.func.id == "ngettext"
            for template in templates(call):
                if given or plural:
                    named = fields(template)
                    assert all(name.isidentifier() for name in named), f"{module}:{call.lineno} {template}"
                    assert named - OWN_FIELD <= given, f"{module}:{call.lineno} {template}"
            used = set().union(*map(fields, templates(call))) if given and templates(call) else given
            assert given <= used, f"{module}:{call.lineno}: {given - used} is in no template"


def test_a_mark_takes_a_text_and_no_text_that_is_put_together() -> None:
    for module, tree in trees():
        for call in calls(tree, "_", "N_", "ngettext"):
            for template in call.args[:2]:
                assert not isinstance(template, ast.JoinedStr | ast.BinOp), f"{module}:{call.lineno}"


def test_no_mark_stands_inside_an_f_string_where_no_tool_finds_it() -> None:
    for module, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                inside = [call for call in calls(node, "_", "N_", "ngettext") if templates(call)]
                assert not inside, f"{module}:{node.lineno}"


def test_a_text_is_translated_when_it_is_shown_and_not_when_its_module_is_loaded() -> None:
    for module, tree in trees():
        inside = {
            node for function in ast.walk(tree)
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            for node in ast.walk(function)
        }  # fmt: skip
        for call in calls(tree, "_", "ngettext"):
            assert call in inside or module.startswith("dashboard.views"), f"{module}:{call.lineno}: N_ marks it"


def test_the_underscore_is_the_translation_and_nothing_else() -> None:
    for module, tree in trees():
        for node in ast.walk(tree):
            stored = isinstance(node, ast.Name) and node.id == "_" and not isinstance(node.ctx, ast.Load)
            matched = isinstance(node, ast.MatchAs) and node.name == "_"
            argument = isinstance(node, ast.arg) and node.arg == "_"
            where = f"{module}:{getattr(node, 'lineno', 0)}"
            assert (stored, matched, argument) == (False, False, False), where


@pytest.mark.parametrize("words", ["{deal", "deal}", "{0} deals", "{} deals"])
def test_a_template_that_cannot_be_filled_in_is_seen(words: str) -> None:
    with pytest.raises((ValueError, AssertionError)):
        assert all(name.isidentifier() for name in fields(words))


def test_sentences_of_all_kinds_of_files_are_found() -> None:
    found = {message.id for message in texts()}
    assert ("{count} deal", "{count} deals") in found  # of Python
    assert "deals played" in found  # of a statistic
