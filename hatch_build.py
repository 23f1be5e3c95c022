"""The texts of the program for translators, and their translations compiled: `make texts`, and when it is built.

`make texts` writes every marked sentence to scorer.pot, and compiles each scorer/language/catalogues/NAME.po beside it.
"""

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from jinja2.ext import babel_extract

sys.path.insert(0, str(Path(__file__).parent))  # a build has no other way to the tree
from scorer.language.paragraphs import first_sentence, paragraphs
from scorer.language.translations import fits

ROOT: Final = Path(__file__).parent
CATALOGUES: Final = ROOT / "scorer" / "language" / "catalogues"
TEMPLATE: Final = ROOT / "scorer.pot"
MARKS: Final = {"_": None, "N_": None, "ngettext": (1, 2), "counted_sentence": (1, 2)}
HELP: Final = {  # what declares a part of the command line, and which of its arguments a help shows
    "option": (1, 2), "filled": (1, 2), "day_option": (1,), "flag": (1,), "argument": (0, 1),
    "Place": (2,), "_fact": (0, 1),
}  # fmt: skip
COMMAND: Final = {"command", "callback", "takes"}  # decorators of functions that are commands
SHOWN: Final = {  # keys of texts of a statistic
    "title", "short", "about", "help", "refused", "elsewhere", "metavar", "words",
}  # fmt: skip
RULES: Final = ("variants", "formats", "rankings")  # folders of the rules that are shipped
UNTRANSLATED: Final = ("catalogue", "untranslated")  # the context and the text of what says how many are missing


def statistic_texts(source: str) -> Iterator[tuple[int, str]]:
    """The texts that a file of a statistic shows, each with its line."""
    for text in _texts_in(tomllib.loads(source)):
        yield 1, text


def _texts_in(table: Any, key: str = "") -> Iterator[str]:
    """The texts below these keys of a statistic, in its columns, its legend and its phrases."""
    if isinstance(table, str):
        if key in SHOWN and table:
            yield table
        elif key == "says":  # of a command, or of one of its options
            yield from {**dict.fromkeys(paragraphs(table)), first_sentence(table): None}
    elif isinstance(table, dict):
        for name, inside in table.items():
            yield from _texts_in(inside, "words" if key == "phrases" else name)
    elif isinstance(table, list):
        for inside in table:
            yield from _texts_in(inside, key if isinstance(inside, dict) or key == "words" else "")


def help_texts(source: str) -> Iterator[tuple[int, str]]:
    """The texts of the helps of commands: what HELP names, what is called `help`, and each paragraph of a command."""
    for node in ast.walk(ast.parse(source)):
        shown: list[ast.expr] = []
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            shown = [node.args[place] for place in HELP.get(name, ()) if place < len(node.args)]
            shown += [given.value for given in node.keywords if given.arg in {"help", "epilog", "new", "recorded"}]
        elif isinstance(node, ast.FunctionDef) and any(map(_is_of_a_command, node.decorator_list)) and node.body:
            shown = [node.body[0].value] if isinstance(node.body[0], ast.Expr) else []
        for one in shown:
            if isinstance(one, ast.Constant) and isinstance(one.value, str):
                for text in paragraphs(one.value):
                    yield one.lineno, text


def _is_of_a_command(decorator: ast.expr) -> bool:
    """Whether a decorator makes a command of a function."""
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(called, ast.Attribute | ast.Name) and ast.unparse(called).split(".")[-1] in COMMAND


def rule_texts(source: str) -> Iterator[tuple[int, str]]:
    """The texts of rules that are shipped: title, source, notes, names of stages, what decides a deal at once."""
    rules = tomllib.loads(source)
    stages = [stage["name"] for stage in rules.get("stages", ()) if "name" in stage]
    events = rules["events"].values() if "win" in rules and "events" in rules else ()  # of a payout table
    for text in [rules["title"], rules["source"], rules.get("notes", ""), *stages, *events, *rules.get("bonuses", ())]:
        if text:
            yield 1, text


MARKED: Final[dict[str, Any]] = {".py": "python", ".jinja": babel_extract}  # how marked sentences are found
SHOWN_WITHOUT_MARK: Final = {".py": help_texts, ".toml": statistic_texts}


def texts(root: Path = ROOT) -> Catalog:
    """Every sentence of the sources that is shown, with where it stands."""
    found = Catalog(project="scorer", charset="utf-8")
    for path in sorted(_sources(root)):
        where = path.relative_to(root).as_posix()
        if path.suffix in MARKED:
            with path.open("rb") as file:
                for line, message, comments, _context in extract(MARKED[path.suffix], file, MARKS):
                    found.add(message, locations=[(where, line)], auto_comments=comments)
        shown = rule_texts if path.parent.name in RULES else SHOWN_WITHOUT_MARK.get(path.suffix)
        for line, text in shown(path.read_text(encoding="utf-8")) if shown else ():
            found.add(text, locations=[(where, line)])
    return found


def _sources(root: Path) -> Iterator[Path]:
    for package in ("scorer", "dashboard"):
        yield from (root / package).rglob("*.py")
        yield from (root / package).rglob("*.jinja")
    for folder in ("statistics", *RULES):
        yield from (file for found in (root / "scorer").rglob(folder) for file in found.rglob("*.toml"))


def compile_catalogue(source: Path, target: Path, wanted: Catalog) -> int:
    """Compile translations, and in them how many of the `wanted` sentences they lack; returns that."""
    with source.open("rb") as file:
        found = read_po(file, locale=source.stem)
    found.charset = "utf-8"  # whatever the source is in: the program reads no other
    in_contexts = [message for message in found if message.context and wanted.get(message.id)]
    found.update(wanted, no_fuzzy_matching=True, update_creation_date=False)  # the same bytes whenever it is compiled
    missing = sum(message.fuzzy or not is_translated(message) for message in found if message.id)
    for message in in_contexts:
        found[message.id] = message
    context, text = UNTRANSLATED
    found.add(text, str(missing), context=context)
    with target.open("wb") as file:
        write_mo(file, found)
    return missing


def is_translated(message: Message) -> bool:
    """Whether a message has a translation, in all of its forms, that can be filled in."""
    return all(forms(message.string) or [""]) and not _unfit_forms(message)


def forms(text: Any) -> list[str]:
    """The forms of a text: one, or one for each number that a language tells apart."""
    return [text] if isinstance(text, str) else list(text or ())


def _unfit_forms(message: Message) -> list[str]:
    """The forms of a translation that the program would not use."""
    return [form for form in forms(message.string) if form and not fits(form, *forms(message.id))]


def unfit(source: Path) -> list[str]:
    """A line for each translation in a file that the program would not use, with where it stands."""
    with source.open("rb") as file:
        found = read_po(file, locale=source.stem)
    return [
        f"{source}:{message.lineno}: {forms(message.id)[-1]!r} cannot be said as {form!r}: "
        "a translation has the fields of its sentence, as they are there, and no HTML"
        for message in found
        if message.id
        for form in _unfit_forms(message)
    ]


def compile_all(root: Path = ROOT) -> dict[str, int]:
    """Compile every catalogue; returns for each language how many sentences it lacks."""
    folder = root / CATALOGUES.relative_to(ROOT)
    sources = sorted(folder.glob("*.po"))
    wanted = texts(root) if sources else Catalog()
    return {source.stem: compile_catalogue(source, source.with_suffix(".mo"), wanted) for source in sources}


class CompileCatalogues(BuildHookInterface[BuilderConfig]):
    """What hatchling calls before it builds."""

    def initialize(self, _version: str, _build_data: dict[str, Any]) -> None:
        """Compile the catalogues into the tree that is built."""
        compile_all(Path(self.root))


def main() -> int:
    """Write scorer.pot, and compile the catalogues. Returns 1 where a translation does not fit its sentence."""
    found = texts()
    with TEMPLATE.open("wb") as file:
        write_po(file, found, omit_header=False, sort_by_file=True)
    print(f"{TEMPLATE.name}: {len(found)} sentences")
    for language, missing in compile_all().items():
        print(f"{language}: {missing} sentences without a translation")
    faults = [fault for source in sorted(CATALOGUES.glob("*.po")) for fault in unfit(source)]
    print(*faults, sep="\n", end="\n" if faults else "", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
