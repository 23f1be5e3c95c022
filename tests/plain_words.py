"""Which words of a text are in no language but English.

In the language of tests/pseudo.py every word has accents: what has none is a name, something that is typed, or was
never marked for translation.
"""

import re
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from html import unescape
from pathlib import Path

from scorer.match.names import NOT_NAMES
from scorer.rules.kinds import KINDS, OUTCOMES, ROLES

SOURCES = Path(__file__).resolve().parent.parent / "scorer"
WORD = re.compile(r"[A-Za-z]{2,}")
# What stays: codes and words that are typed, the program's name, and money.
CODES = {word for code in (*KINDS, *OUTCOMES, *ROLES, *NOT_NAMES, "others") for word in WORD.findall(code)}
TYPED = {"scorer", "scorebook", "db", "main", "exit", "yes", "EUR"} | CODES
NAMES = (
    *((table, "name") for table in ("player", "league", "match", "tournament", "variant")),
    *(("record", "note"), ("record", "called"), ("step", "reason")),
)
RULES = ("variants", "tournaments/formats", "tournaments/rankings")
# What of a page is typed or a file: commands, addresses, and the names of files to download.
COMMANDS = re.compile(r"^(?:scorer .*|/\S*|https?://\S*|\w+\.(?:csv|html|svg|png))$", flags=re.MULTILINE)
ESCAPED = re.compile(r"\\u[0-9a-f]{4}")  # a character that steers a screen, as it is shown
SHORTENED = re.compile(r"\w*[…]\w*|\w+\.\.\w*")
STYLE = re.compile("<style>.*?</style>", flags=re.DOTALL)
SCRIPT = re.compile("<script>.*?</script>", flags=re.DOTALL)
TAG = re.compile("<.*?>", flags=re.DOTALL)
WORDS_OF_STYLE = re.compile(r'(?:--folded|content): "(.*?)"')
READ_ALOUD = re.compile(r"""(?:aria-label|title|alt|data-rings|data-rang)=(?:'(.*?)'|"(.*?)")""")


def words_of_rules(*keys: str) -> set[str]:
    """The words of the rules that are shipped under these keys, and their names: no language changes them."""
    files = [path for folder in RULES for path in (SOURCES / folder).glob("*.toml")]
    key = re.compile(rf'^(?:{"|".join(keys)}) = (?:"""(.+?)"""|"(.+?)"$)', flags=re.MULTILINE | re.DOTALL)
    texts = ["".join(text) for path in files for text in key.findall(path.read_text(encoding="utf-8"))]
    return {word for text in [*texts, *(path.stem for path in files)] for word in WORD.findall(text)}


def names_in(path: Path) -> set[str]:
    """The words of the names and of the users' own texts in a scorebook: no language changes them either."""
    words = {*WORD.findall(str(path))}
    with closing(sqlite3.connect(path)) as book:
        for table, column in NAMES:
            rows = book.execute(f'SELECT "{column}" FROM "{table}"')
            words |= {word for (text,) in rows for word in WORD.findall(text or "")}
    return words | {word.casefold() for word in words}  # as they are typed


def plain_words(text: str, known: Iterable[str]) -> list[str]:
    """The words of a text without an accent that are not known."""
    shown = ESCAPED.sub(" ", SHORTENED.sub(" ", COMMANDS.sub(" ", text)))
    return sorted({*WORD.findall(shown)} - {*known})


def nothing_plain(lines: Iterable[str]) -> None:
    """Assert that there are no such lines, and show all that there are."""
    found = "\n".join(lines)
    assert not found, found


def of_html(html: str) -> str:
    """All words of a piece of HTML: what is read, what is read aloud, what its style writes."""
    styles = [text for style in STYLE.findall(html) for text in WORDS_OF_STYLE.findall(style)]
    body = SCRIPT.sub(" ", STYLE.sub(" ", html))
    aloud = [first or second for first, second in READ_ALOUD.findall(body)]
    return unescape("\n".join([TAG.sub(" ", body), *aloud, *styles]))
