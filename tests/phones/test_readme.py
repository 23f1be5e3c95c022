"""The page about the wing names what is there, and every module of it."""

import re

from tests.test_layers import ROOT

WING = ROOT / "scorer" / "phones"


def test_the_page_names_every_module_and_nothing_that_is_not_there() -> None:
    named = {*re.findall(r"`([\w/.-]+\.\w+)`", (WING / "README.md").read_text(encoding="utf-8"))}
    places = (WING, WING / "page", ROOT, ROOT / "tests" / "phones")
    assert [name for name in named if not any((place / name).is_file() for place in places)] == []
    modules = {path.relative_to(WING).as_posix() for path in WING.rglob("*.py") if path.name != "__init__.py"}
    assert modules - named == set()
