"""How sentences are marked: read from the source, so that none escapes."""

import ast
from collections.abc import Iterator
from functools import cache
from string import Formatter

import pytest

from hatch_build import MARKS
from tests.pseudo import english_texts
from tests.test_layers import SOURCES

PLURALS = {"ngettext", "counted_sentence"}
OWN_FIELD = {"count"}  # of ngettext, which fills it in


@cache
def trees() -> list[tuple[str, ast.AST]]:
    return [(module, ast.parse(path.read_text(encoding="utf-8"))) for module, path in SOURCES.items()]


def fields(template: str) -> set[str]:
    """The names in braces; raises ValueError where a brace is left open."""
    return {part[1] for part in Formatter().parse(template) if part[1] is not None}


def templates(call: ast.Call) -> list[str]:
    """The templates of a call of a mark, of ngettext both; none where they come from elsewhere."""
    wanted = call.args[: 2 if isinstance(call.func, ast.Name) and call.func.id in PLURALS else 1]
    return [found.value for found in wanted if isinstance(found, ast.Constant) and isinstance(found.value, str)]


@cache
def nodes(tree: ast.AST) -> list[ast.AST]:
    """All nodes of a tree, which are gone through once for all tests."""
    return list(ast.walk(tree))


@cache
def named_calls(tree: ast.AST) -> list[tuple[str, ast.Call]]:
    """Every call of something that has a plain name, with the name."""
    return [
        (node.func.id, node) for node in nodes(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]


def calls(tree: ast.AST, *names: str) -> Iterator[ast.Call]:
    return (call for name, call in named_calls(tree) if name in names)


def functions(tree: ast.AST) -> list[ast.FunctionDef]:
    return [node for node in nodes(tree) if isinstance(node, ast.FunctionDef)]


def at_loading(tree: ast.AST) -> Iterator[ast.AST]:
    """What stands in no function."""
    for child in ast.iter_child_nodes(tree):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield child
            yield from at_loading(child)


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


def in_variable(variable: ast.expr, assigned: list[ast.Assign], line: int) -> list[str]:
    """The templates of the last assignment to a variable above a line."""
    name = variable.id if isinstance(variable, ast.Name) else ""
    above = [node for node in assigned if node.lineno < line and getattr(node.targets[0], "id", None) == name]
    last = max(above, key=lambda node: node.lineno, default=None)
    return [template for marked in calls(last, "N_") for template in templates(marked)] if last else []


def test_every_field_of_a_sentence_in_a_variable_is_given() -> None:
    checked = 0
    for module, tree in trees():
        for function in functions(tree):
            assigned = [node for node in nodes(function) if isinstance(node, ast.Assign)]
            for call in calls(function, "_") if assigned else ():
                given = {keyword.arg for keyword in call.keywords}
                for template in in_variable(call.args[0], assigned, call.lineno) if None not in given else ():
                    checked += 1
                    assert fields(template) <= given, f"{module}:{call.lineno} {template}"
    assert checked > 100


def test_a_mark_takes_a_text_and_no_text_that_is_put_together() -> None:
    for module, tree in trees():
        for call in calls(tree, "_", "N_", "ngettext"):
            for template in call.args[:2]:
                assert not isinstance(template, ast.JoinedStr | ast.BinOp), f"{module}:{call.lineno}"


def test_no_mark_stands_inside_an_f_string_where_no_tool_finds_it() -> None:
    for module, tree in trees():
        for node in nodes(tree):
            if isinstance(node, ast.JoinedStr):
                inside = [call for call in calls(node, "_", "N_", "ngettext") if templates(call)]
                assert not inside, f"{module}:{node.lineno}"


def test_a_text_is_translated_when_it_is_shown_and_not_when_its_module_is_loaded() -> None:
    for module, tree in trees():
        if "views" not in module.split("."):  # which run anew for everybody who looks
            loaded = {node for node in at_loading(tree) if isinstance(node, ast.Call)}
            early = [call.lineno for call in calls(tree, "_", "ngettext") if call in loaded]
            assert not early, f"{module}:{early}: N_ marks it"


def test_the_underscore_is_the_translation_and_nothing_else() -> None:
    for module, tree in trees():
        for node in nodes(tree):
            stored = isinstance(node, ast.Name) and node.id == "_" and not isinstance(node.ctx, ast.Load)
            matched = isinstance(node, ast.MatchAs) and node.name == "_"
            argument = isinstance(node, ast.arg) and node.arg == "_"
            where = f"{module}:{getattr(node, 'lineno', 0)}"
            assert (stored, matched, argument) == (False, False, False), where


@pytest.mark.parametrize("words", ["{deal", "deal}", "{0} deals", "{} deals"])
def test_a_template_that_cannot_be_filled_in_is_seen(words: str) -> None:
    with pytest.raises((ValueError, AssertionError)):
        assert all(name.isidentifier() for name in fields(words))


def test_every_marked_sentence_is_found_for_translators() -> None:
    """Also where one mark stands inside another, of which the tool that looks for them passes some over."""
    found = {(message.id,) if isinstance(message.id, str) else message.id for message in english_texts()}
    marked = {tuple(templates(call)) for _module, tree in trees() for call in calls(tree, *MARKS)}
    assert not marked - found - {("",), ()}


def test_sentences_of_all_kinds_of_files_are_found() -> None:
    found = {message.id for message in english_texts()}
    assert ("{count} deal", "{count} deals") in found  # of Python
    assert "deals played" in found  # of a statistic
