"""Italian and Spanish are whole: every sentence, none of them left in English, and an evening told in each."""

import re
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo

from hatch_build import CATALOGUES, forms, is_translated, unfit
from scorer.language import ENGLISH
from scorer.language.lists_numbers_dates import MONTHS, SHORT_MONTHS, WEEKDAYS
from tests.language.test_pseudo import ROOT, played, printed
from tests.pseudo import english_texts, in_tree

TYPED = re.compile(r"--\S+|'[^']*'|\"[^\"]*\"|`[^`]*`|scorer \S+( \S+)?|\{[^}]*\}|\w+[.:-]\w+")
ENGLISH_WORDS = re.compile(r"\b(?:the|of|and|with|is|are|was|has|which|who|its|not|no more)\b")
in_both = pytest.mark.parametrize("language", ["it", "es"])


@in_both
def test_every_sentence_has_a_translation(language: str) -> None:
    found, wanted = in_tree(language), [message.id for message in english_texts() if message.id]
    assert len(wanted) > 1_000
    lacking = [str(text) for text in wanted if not (said := found.get(text)) or not is_translated(said)]
    assert not lacking, "\n".join([f"{language}.po lacks:", *lacking])


@in_both
def test_no_translation_is_left_in_english(language: str) -> None:
    """But for what is typed: in quotation marks, options, commands."""
    said = [text for message in in_tree(language) for text in forms(message.string)]
    assert [text for text in said if ENGLISH_WORDS.search(TYPED.sub("", text))] == []


@in_both
def test_no_translation_is_refused(language: str) -> None:
    assert unfit(CATALOGUES / f"{language}.po") == []


@in_both
def test_an_evening_of_the_docs_has_no_english_word_and_its_rows_and_files_are_those_of_english(
    language: str, tmp_path: Path
) -> None:
    text = (ROOT / "docs" / "evening.md").read_text(encoding="utf-8")
    compiled = tmp_path / f"{language}.mo"
    with compiled.open("wb") as file:
        write_mo(file, in_tree(language))
    told, english = (
        played(text, name, tmp_path / folder) for name, folder in ((str(compiled), "told"), (ENGLISH.name, "english"))
    )
    reasons = {reason for command, _line in printed(text) for reason in re.findall(r'"(.+?)"', command)}
    typed = re.compile("|".join([TYPED.pattern, *reasons]))
    assert [line for _command, line in printed(told.text) if ENGLISH_WORDS.search(typed.sub("", line))] == []
    assert told.text != english.text
    assert told[1:] == english[1:]


@in_both
def test_a_sentence_begins_large_where_the_english_one_does(language: str) -> None:
    """Where that begins with a name, a sentence with a full stop does; a refusal or a clause begins small."""
    small = {*MONTHS, *SHORT_MONTHS, *WEEKDAYS, "UTF-16 text"}  # large in English alone
    alone = ("{winners} won at once", "{winners} won, uncounted", "codes: ")  # a sentence behind a number or a label
    faults = []
    for message in in_tree(language):
        english, said = ("".join(forms(text)[:1]) for text in (message.id, message.string))
        first, letter = english[:1], said.lstrip("\u00bf\u00a1\u00ab")[:1]
        large = first.isupper() if first != "{" else english[-1:] in ".?!"
        known = message.context or english in small or english.startswith(alone)
        if (first.isalpha() or first == "{") and letter.isalpha() and letter.isupper() != large and not known:
            faults.append(f"{english} => {said}")
    assert not faults, "\n".join(faults)
