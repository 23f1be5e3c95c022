"""The Italian and the Spanish catalogue say each word of the table as docs/glossary.md has it."""

import re
import unicodedata
from collections.abc import Iterator

import pytest

from hatch_build import ROOT, forms
from tests.pseudo import in_tree

GLOSSARY = ROOT / "docs" / "glossary.md"
OTHER_SENSES = {  # a word of the glossary that is none in these places of a sentence
    r"--\S+|\+\w+|'\w+'|\w+:\S+|`[^`]+`": "typed as it stands, in every language",
    r"scorer (?:--yes )?(?:tournament |export )?[\w-]+": "a command",
    r'"[a-z ]+"|\[\[\w+\]\]': "what a file of rules says",
    r"amounts? of money|a ranking stands": "importo; a league's table in a notebook",
    r"[Cc]ounts? (?:deals )?again|all count as|(?<=deal )counts|counts? (?=for|in|what|\{)": "to count",
    r"(?<=\{dealer\} )deals|deals? first|who deals|nobody deals": "to deal",
    r"a table or a column|its tables|every table": "of a database",
    r"(?:other|[Oo]ne|such|second) tables?|tables? (?:of your own|of other kinds|for each)|TABLE": "tabella",
    r"(?:under|by) the other table|bids of the table": "tabella",
    r"(?:as|be|in|write) a table|in one table|of the table|this table": "tabella",
    r"the table book|(?:its )?table and (?:its )?index|beside the table|^table (?=\{name)": "tabella",
    r"has no table|the table counts|with a table|^table, csv": "tabella",
    r"placement table|table of an app|published table": "tabella",
    r"as scorer made it|(?:is|are|be|was) made(?: by)?|line 1 is cut|power cut|is void|all codes void": "of files",
    r"(?:may have|adjustments|they|NAME|slams|damage|anybody|everybody) made|(?<=units )(?:are )?made of": "fatto",
    r"made (?:it|\{made\})|the one that made it": "of what a step did",
    r"(?:takes|has|in) (?:its|their) place|place for everybody|in place of": "instead; room",
    r"even more|broke even|break-even|draws itself|have no bids": "no deal that ended even; of a chart",
    r"ranking point\b": "one of the ranking points",
    r"(?:by this|by the|Name a|Name that|that this) role": "of a database's server",
    r"Enter carries": "to carry out",
    r"in steps of": "how far bids lie apart",
    r"be on the calling side": "be one of the two: chiamante o socio",
    r"(?:and|finish) the round(?! of deals)|after a round|every sign round": "of deals: giro; and the other way round",
    r"[Ss]ix (?:who play )?for stakes": "for money",
    r"circuits of clubs": "circoli",
    r"^FORMAT$|is no format; there are": "formato, of a file",
    r"word for an event|no events, and two": "evento, of a game",
}
OTHER_SENSE = re.compile("|".join(OTHER_SENSES))
FIELD = re.compile(r"\{.*?\}")
COLUMNS = {"it": 1, "es": 2}
BARE_POINTS = {
    "it": re.compile(r"\bpunt[oi]\b(?! (?:carte|piazzamento|classifica|dichiarati))", re.IGNORECASE),
    "es": re.compile(r"\bpuntos?\b(?! de (?:puesto|clasificacion))", re.IGNORECASE),
}
in_both = pytest.mark.parametrize("language", COLUMNS)


def rows() -> list[list[str]]:
    table = re.findall(r"^\|(.+)\|$", GLOSSARY.read_text(encoding="utf-8"), flags=re.MULTILINE)[2:]
    return [[cell.strip() for cell in line.split("|")] for line in table]


def words(cell: str) -> list[str]:
    return cell.replace("†", "").split(", ")


def in_english(word: str) -> str:
    return rf"\b{word.removesuffix('y')}{'(?:y|ies)' if word.endswith('y') else '(?:e?s)?'}\b"


def in_translation(words: str) -> str:
    """Any ending: smazzata, smazzate; short words have none."""
    return r"\b" + r"\s".join(word if len(word) < 4 else rf"{word[:-1]}\w*" for word in words.split()) + r"\b"


def unaccented(text: str) -> str:
    """Clasificaciones as clasificación: a plural has other accents; without the places where a word may be parted."""
    letters = unicodedata.normalize("NFD", text.replace("\u00ad", ""))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def sentences(language: str) -> Iterator[tuple[str, str]]:
    """Each sentence and what it is in a language, both forms where it has a plural."""
    for message in in_tree(language):
        if message.context not in {None, "head"} or "\n" in str(message.id):  # another sense; prose of several lines
            continue
        for text, translated in zip(forms(message.id), forms(message.string), strict=True):
            yield FIELD.sub("·", OTHER_SENSE.sub("", text)), unaccented(FIELD.sub("·", translated))


@in_both
def test_a_word_of_the_table_is_said_by_its_word_everywhere(language: str) -> None:
    terms = {
        word: "|".join(in_translation(unaccented(said)) for said in words(row[COLUMNS[language]]))
        for row in rows()
        for word in words(row[0])
    }
    faults, held = [], 0
    for english, translated in sentences(language):
        left, heard = english, translated
        for word in sorted(terms, key=len, reverse=True):  # card points before points: what is found is taken out
            if re.search(in_english(word), left, re.IGNORECASE):
                held += 1
                typed = re.search(in_english(word), translated, re.IGNORECASE)  # it stands there as it is typed
                if not typed and not re.search(terms[word], heard, re.IGNORECASE):
                    faults.append(f"{word}: {english} => {translated}")
                left = re.sub(in_english(word), "", left, flags=re.IGNORECASE)
                if r"\s" in terms[word]:  # one word may be said for several: chiamata
                    heard = re.sub(terms[word], "", heard, flags=re.IGNORECASE)
    assert held > 500
    assert not faults, "\n".join(["not as docs/glossary.md has it:", *faults])


@in_both
def test_points_without_more_are_units(language: str) -> None:
    said = [pair for pair in sentences(language) if BARE_POINTS[language].search(pair[1]) and pair[0] != pair[1]]
    assert said
    assert [pair for pair in said if not re.search(r"\bunits?\b", pair[0], re.IGNORECASE)] == []


def test_a_word_without_a_dagger_names_the_pages_on_which_it_was_found() -> None:
    known = set(re.findall(r"\*\*(.+?)\*\*:", GLOSSARY.read_text(encoding="utf-8"))) | {"everywhere", "", "."}
    for english, italian, spanish, found in rows():
        pages = re.split(r"[,;] ", found.split(". ")[0])
        assert set(pages) <= known, english
        assert any(pages) or {italian[-1], spanish[-1]} == {"†"}, english
