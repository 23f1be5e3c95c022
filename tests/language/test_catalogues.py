"""Which language is spoken, and where its sentences come from."""

import struct
from collections.abc import Iterator
from contextvars import copy_context
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from hatch_build import CATALOGUES, compile_all, compile_catalogue, unfit
from scorer.language import ENGLISH, LANGUAGE, Language, _, catalogues, ngettext
from scorer.language.lists_numbers_dates import number
from tests.pseudo import english_texts

ITALIAN = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "{count} deal"
msgid_plural "{count} deals"
msgstr[0] "{count} smazzata"
msgstr[1] "{count} smazzate"

msgid "{names} and {last}"
msgstr "{names} e {last}"
"""


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    token = LANGUAGE.set(ENGLISH)
    yield
    LANGUAGE.reset(token)


def sentences(*more: str) -> Catalog:
    """The two sentences that are Italian here, and more."""
    found = Catalog()
    found.add(("{count} deal", "{count} deals"))
    for message in ("{names} and {last}", *more):
        found.add(message)
    return found


@pytest.fixture
def italian(tmp_path: Path) -> Language:
    source = tmp_path / "it.po"
    source.write_text(ITALIAN, encoding="utf-8")
    compile_catalogue(source, tmp_path / "it.mo", sentences())
    return catalogues.language(str(tmp_path / "it.mo"))


def test_sentences_are_in_the_language_in_force_and_in_english_where_it_has_none(italian: Language) -> None:
    catalogues.use(italian)
    assert ngettext("{count} deal", "{count} deals", 1) == "1 smazzata"
    assert ngettext("{count} deal", "{count} deals", 3) == "3 smazzate"
    assert _("{names} and {last}", names="Anna, Bruno", last="Carla") == "Anna, Bruno e Carla"
    assert _("Nobody is ahead.") == "Nobody is ahead."
    assert _("") == ""  # and not the headers of the file


def test_half_a_deal_is_as_many_as_several(italian: Language) -> None:
    assert ngettext("{count} deal", "{count} deals", 0.5) == "0.5 deals"
    catalogues.use(italian)
    assert ngettext("{count} deal", "{count} deals", 0.5) == "0.5 smazzate"


def test_a_field_may_hold_braces_and_percent_signs() -> None:
    assert _("{player} leads", player="{0} 100 %s") == "{0} 100 %s leads"


def test_a_thread_speaks_english_until_it_is_told(italian: Language) -> None:
    catalogues.use(italian)
    heard = []
    thread = Thread(target=lambda: heard.append(catalogues.current()))
    thread.start()
    thread.join()
    assert heard == ["en"]
    assert copy_context().run(catalogues.current) == italian.name


def test_scorer_lang_names_a_language_or_a_compiled_file(italian: Language) -> None:
    assert catalogues.wished({"SCORER_LANG": italian.name, "LANG": "C"}) is italian
    assert catalogues.wished({"SCORER_LANG": "en", "LANG": "it_IT.UTF-8"}) is ENGLISH


@pytest.mark.parametrize("name", ["xq", "it IT", "README", "xq_XQ.UTF-8", "\x1b[31m"])
def test_a_language_without_a_catalogue_is_refused(name: str) -> None:
    with pytest.raises(catalogues.UnknownLanguageError) as refused:
        catalogues.wished({"SCORER_LANG": name})
    known = ", ".join(catalogues.names())
    assert known.startswith("en")
    assert str(refused.value) == f"there is no catalogue for the language {name!r}, but for {known}"


@pytest.mark.parametrize("name", ["en", "en_GB.UTF-8", "EN", "C", "POSIX", "C.UTF-8"])
def test_a_language_may_be_named_as_a_system_names_it(name: str) -> None:
    assert catalogues.wished({"SCORER_LANG": name}) is ENGLISH


DAMAGED = {
    "no catalogue": b"no catalogue",
    "empty": b"",
    "half a header": b"\xde\x12\x04\x95\0\0",
    "other letters": b"\xde\x12\x04\x95\0\0\0\0\1\0\0\0\x1c\0\0\0\x24\0\0\0\0\0\0\0\0\0\0\0"
    b"\0\0\0\0\x2c\0\0\0\5\0\0\0\x2d\0\0\0\0met\xe0\xa0\0",
    "beyond its end": b"\xde\x12\x04\x95\0\0\0\0\1\0\0\0\x1c\0\0\0\x24\0\0\0\0\0\0\0\0\0\0\0"
    b"\0\0\0\0\x2c\0\0\0\x1f\0\0\0\x2d\0\0\0\0short\0",
    "all texts in one place": struct.pack("<7I", 0x950412DE, 0, 1000, 28, 28, 0, 0)
    + struct.pack("<2I", 30_000, 28) * 1000
    + bytes(30_000),
}


@pytest.mark.parametrize("contents", DAMAGED.values(), ids=DAMAGED)
def test_a_file_that_is_no_catalogue_is_refused(contents: bytes, tmp_path: Path) -> None:
    broken = tmp_path / "broken.mo"
    broken.write_bytes(contents)
    with pytest.raises(
        catalogues.UnknownLanguageError, match=r"broken\.mo' is no catalogue in UTF-8, or a damaged one"
    ):
        catalogues.wished({"SCORER_LANG": str(broken)})


@pytest.mark.parametrize(
    ("rule", "forms"),
    [
        ("nplurals=2; plural=(n != 1)", "more one more"),
        ("nplurals=2; plural=n > 1", "one one more"),  # French
        ("nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2", "two one more"),
        ("nplurals=9; plural=n + 5", "0 deals 1 deal 2 deals"),
        ("nplurals=2; plural=1/n", "0 deals more one"),
    ],
)
def test_a_file_has_its_own_rule_of_plurals_and_english_is_spoken_where_it_gives_no_form(
    rule: str, forms: str, tmp_path: Path
) -> None:
    texts = b"", b"{count} deal\0{count} deals"
    words = f"Plural-Forms: {rule};\n".encode(), b"one\0more" + b"\0two" * ("=3" in rule)
    places, strings = [], b""
    for text in (*texts, *words):
        places += [len(text), 28 + 32 + len(strings)]
        strings += text + b"\0"
    for order in "<>":
        table = struct.pack(f"{order}7I8I", 0x950412DE, 0, 2, 28, 44, 0, 0, *places)
        (tmp_path / "other.mo").write_bytes(table + strings)
        catalogues.language.cache_clear()
        catalogues.use(catalogues.language(str(tmp_path / "other.mo")))
        spoken = [ngettext("{count} deal", "{count} deals", count) for count in (0, 1, 2)]
        assert " ".join(spoken) == forms


def test_what_is_no_file_of_a_catalogue_is_refused_for_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "folder.mo").mkdir()
    (tmp_path / "it.po").write_text("")
    reasons = {
        "no.mo": "there is no file",
        f"{'a' * 300}.mo": "there is no file",
        "folder.mo": "is no regular file",
        "it.po": "is no compiled catalogue",
    }
    for name, reason in reasons.items():
        with pytest.raises(catalogues.UnknownLanguageError, match=reason):
            catalogues.wished({"SCORER_LANG": str(tmp_path / name)})


UNFIT = [
    "Poi: {avanti}", "{}", "{0}", "{0.__class__}", "{ahead.__class__}", "{ahead[0]}", "{ahead!r}", "{ahead:>99999}",
    "{", "}", "Poi: {ahead", "\x1b[2J{ahead}", "<script>alert(1)</script>{ahead}",
]  # fmt: skip


@pytest.mark.parametrize("words", UNFIT)
def test_a_translation_that_does_not_fit_its_sentence_is_not_used(words: str, tmp_path: Path) -> None:
    catalogue = Catalog()
    catalogue.add("Next: {ahead}", words)
    catalogue.add(("{ahead} deal", "{ahead} deals"), (words, words))
    with (tmp_path / "it.mo").open("wb") as file:
        write_mo(file, catalogue)
    catalogues.use(catalogues.language(str(tmp_path / "it.mo")))
    assert _("Next: {ahead}", ahead="20 deals left") == "Next: 20 deals left"
    assert [ngettext("{ahead} deal", "{ahead} deals", n, ahead=n) for n in (1, 3)] == ["1 deal", "3 deals"]


@pytest.mark.parametrize("words", UNFIT)
def test_a_translation_that_does_not_fit_is_named_with_its_line_and_counts_as_missing(
    words: str, tmp_path: Path
) -> None:
    source = tmp_path / "it.po"
    source.write_text(f'{ITALIAN}\nmsgid "Next: {{ahead}}"\nmsgstr "{words}"\n', encoding="utf-8")
    assert compile_catalogue(source, tmp_path / "it.mo", sentences("Next: {ahead}")) == 1
    (fault,) = unfit(source)
    assert fault.startswith(f"{source}:13: 'Next: {{ahead}}' cannot be said as {words!r}: ")


def test_a_translation_may_leave_a_field_out_and_move_others(tmp_path: Path) -> None:
    catalogue = Catalog()
    catalogue.add("{first} and {second}", "{second} e qualcuno")
    with (tmp_path / "it.mo").open("wb") as file:
        write_mo(file, catalogue)
    catalogues.use(catalogues.language(str(tmp_path / "it.mo")))
    assert _("{first} and {second}", first="Anna", second="Bruno") == "Bruno e qualcuno"


@pytest.mark.parametrize(
    ("thousand", "half", "written"),
    [
        ("1.000", "0,5", "12.345,50"),
        ("1000", "0,5", "12345,50"),  # Spanish has no mark
        ("1", "½", "12,345.50"),  # no examples: as in English
        ("1,000", ",5", "12,345.50"),
    ],
)
def test_figures_are_written_as_the_examples_are_or_as_in_english(
    thousand: str, half: str, written: str, tmp_path: Path
) -> None:
    catalogue = Catalog()
    catalogue.add("1,000", thousand)
    catalogue.add("0.5", half)
    with (tmp_path / "it.mo").open("wb") as file:
        write_mo(file, catalogue)
    catalogues.use(catalogues.language(str(tmp_path / "it.mo")))
    assert number(12345.5, 2, thousands=True) == written
    assert number(1234.5, thousands=True) == "1234"  # four figures are read at once: no language parts them


@pytest.mark.parametrize("variable", ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"])
def test_the_language_of_the_system_is_spoken_where_nothing_is_missing(
    variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    catalogues.language.cache_clear()
    source = tmp_path / "qa.po"  # a language that nobody speaks
    source.write_text(ITALIAN, encoding="utf-8")
    assert compile_catalogue(source, tmp_path / "qa.mo", sentences("Nobody is ahead.")) == 1
    assert catalogues.wished({variable: "qa_QA.UTF-8"}) is ENGLISH
    assert catalogues.wished({"SCORER_LANG": "qa"}).name == "qa"  # whoever asks for it gets it

    assert compile_catalogue(source, tmp_path / "qa.mo", sentences()) == 0
    catalogues.language.cache_clear()
    assert catalogues.wished({variable: "qa_QA.UTF-8"}).name == "qa"
    assert catalogues.wished({variable: "C.UTF-8"}) is ENGLISH
    assert catalogues.wished({variable: "qa_419"}).name == "qa"  # as browsers name Latin America
    assert catalogues.wished({"LANGUAGE": "zz:qa_QA"}).name == "qa"
    assert catalogues.wished({"LANGUAGE": "en:qa_QA"}) is ENGLISH
    assert catalogues.wished({"LANGUAGE": "qa", "LC_ALL": "C"}) is ENGLISH
    assert catalogues.wished({variable: "qax_QA.UTF-8"}) is ENGLISH  # another language
    assert catalogues.wished({variable: f"{tmp_path}/qa"}) is ENGLISH  # a path is no locale
    assert catalogues.wished({variable: "q" * 300}) is ENGLISH  # nor is the longest name of a file

    (tmp_path / "qa.mo").write_bytes(b"damaged")
    catalogues.language.cache_clear()
    assert catalogues.wished({variable: "qa_QA.UTF-8"}) is ENGLISH
    catalogues.language.cache_clear()


def test_the_compiled_catalogues_are_those_of_their_sources(tmp_path: Path) -> None:
    for source in CATALOGUES.glob("*.po"):
        fresh = tmp_path / f"{source.stem}.mo"
        compile_catalogue(source, fresh, english_texts())
        compiled = source.with_suffix(".mo")
        assert compiled.is_file(), f"make texts compiles {source.name}"
        assert fresh.read_bytes() == compiled.read_bytes(), f"make texts compiles {source.name} again"


def test_a_catalogue_compiles_to_the_same_bytes_whenever_it_is(tmp_path: Path) -> None:
    source, wanted = tmp_path / "qa.po", sentences()
    dated = '"POT-Creation-Date: 2026-11-20 21:00+0000\\nPO-Revision-Date: 2026-11-20 22:00+0000\\n'
    source.write_text(ITALIAN.replace('"Content-Type', f"{dated}Content-Type"), encoding="utf-8")
    for name, when in (("then", datetime(2026, 11, 21, tzinfo=UTC)), ("later", datetime(2027, 1, 6, tzinfo=UTC))):
        wanted.creation_date = when
        compile_catalogue(source, tmp_path / name, wanted)
    assert (tmp_path / "then").read_bytes() == (tmp_path / "later").read_bytes()


def test_a_build_compiles_every_catalogue_of_the_tree(tmp_path: Path) -> None:
    folder = tmp_path / "scorer" / "language" / "catalogues"
    folder.mkdir(parents=True)
    (folder / "qa.po").write_text(ITALIAN, encoding="utf-8")
    (tmp_path / "scorer" / "cli.py").write_text('_("Nobody is ahead.")\nngettext("{count} deal", "{count} deals", 2)\n')
    assert compile_all(tmp_path) == {"qa": 1}
    assert (folder / "qa.mo").is_file()


@pytest.mark.parametrize(("name", "tag"), [("en", "en"), ("pt_BR", "pt-BR"), ("/home/anna/it.mo", "it")])
def test_a_page_says_its_language_as_html_names_it(name: str, tag: str) -> None:
    assert catalogues.tag(name) == tag
