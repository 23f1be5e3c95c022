"""Which language is spoken, and where its sentences come from."""

from collections.abc import Iterator
from contextvars import copy_context
from pathlib import Path
from threading import Thread

import pytest
from babel.messages.catalog import Catalog

from hatch_build import CATALOGUES, compile_all, compile_catalogue, texts
from scorer.language import ENGLISH, LANGUAGE, Language, _, catalogues, ngettext

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


@pytest.mark.parametrize("name", ["xq", "../../etc/passwd", "no.mo", "it IT", "README"])
def test_a_language_without_a_catalogue_is_refused(name: str) -> None:
    with pytest.raises(catalogues.UnknownLanguageError, match=f"no catalogue for the language '{name}'; there are: en"):
        catalogues.wished({"SCORER_LANG": name})


def test_a_file_that_is_no_catalogue_is_refused(tmp_path: Path) -> None:
    broken = tmp_path / "broken.mo"
    broken.write_bytes(b"no catalogue")
    with pytest.raises(catalogues.UnknownLanguageError, match=r"broken\.mo"):
        catalogues.wished({"SCORER_LANG": str(broken)})


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
    assert catalogues.wished({"LANGUAGE": "zz:qa_QA"}).name == "qa"
    assert catalogues.wished({"LANGUAGE": "en:qa_QA"}) is ENGLISH
    catalogues.language.cache_clear()


def test_the_compiled_catalogues_are_those_of_their_sources(tmp_path: Path) -> None:
    for source in CATALOGUES.glob("*.po"):
        fresh = tmp_path / f"{source.stem}.mo"
        compile_catalogue(source, fresh, texts())
        assert fresh.read_bytes() == source.with_suffix(".mo").read_bytes(), f"make texts compiles {source.name} again"


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
