"""Facts that sentences share: a sentence that is given them as a whole, `_("...", **facts)`, finds its fields there."""

import ast
from collections.abc import Iterator

from tests.language.test_marks import OWN_FIELD, calls, fields, functions, nodes, templates, trees

OF_A_TABLE = {"table", "round"}  # what `RoundTable.place` has


def keys(node: ast.expr) -> set[str] | None:
    """The keys of a dictionary as it is written; None where that does not say them all."""
    if isinstance(node, ast.Attribute) and node.attr == "place":
        return OF_A_TABLE
    if not isinstance(node, ast.Dict):
        return None
    named = {str(key.value) for key in node.keys if isinstance(key, ast.Constant)}
    parts = [keys(part) for key, part in zip(node.keys, node.values, strict=True) if key is None]
    return None if None in parts else named.union(*(part for part in parts if part))


def known(function: ast.FunctionDef, name: str, line: int) -> set[str] | None:
    """The keys that a variable has at a line, by what stands above it; None where nobody can tell."""
    found: set[str] | None = None
    for node in sorted((n for n in nodes(function) if isinstance(n, ast.stmt)), key=lambda n: n.lineno):
        if node.lineno >= line:
            break
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            if isinstance(target, ast.Name) and target.id == name and isinstance(node, ast.Assign | ast.AnnAssign):
                found = keys(node.value) if node.value else None
            elif isinstance(target, ast.Name) and target.id == name and isinstance(node, ast.AugAssign):
                found = None if found is None else found | (keys(node.value) or set())
            elif isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and target.value.id == name:
                found = None if found is None else found | {ast.literal_eval(target.slice)}
    return found


def given(function: ast.FunctionDef, call: ast.Call) -> set[str] | None:
    """The fields that a call fills in; None where nobody can tell."""
    found = {str(keyword.arg) for keyword in call.keywords if keyword.arg}
    for keyword in call.keywords:
        if keyword.arg is None:
            facts = keyword.value
            more = known(function, facts.id, call.lineno) if isinstance(facts, ast.Name) else keys(facts)
            if more is None:
                return None
            found |= more
    return found


def shared() -> Iterator[tuple[str, set[str], set[str]]]:
    """Sentences with shared facts: where each stands, its fields, and what it is given."""
    for module, tree in trees():
        for function in functions(tree):
            for call in calls(function, "_", "ngettext"):
                has_shared = any(keyword.arg is None for keyword in call.keywords)
                facts = given(function, call) if has_shared and templates(call) else None
                if facts is not None:
                    named = set().union(*map(fields, templates(call)))
                    yield f"{module}:{call.lineno}", named - OWN_FIELD, facts


def test_a_sentence_finds_its_fields_among_the_facts_that_it_shares() -> None:
    sentences = list(shared())
    assert len(sentences) > 80
    assert [(where, missing) for where, named, facts in sentences if (missing := named - facts)] == []
