"""Italian, as far as it is: the page for phones, and all that is answered and refused at a table."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from hatch_build import CATALOGUES, MARKS, is_translated, unfit
from scorer.language import ENGLISH, LANGUAGE, _, catalogues, counts
from scorer.language.lists_numbers_dates import listed, number
from scorer.phones.page_files import words
from scorer.phones.page_words import WORDS
from scorer.rule_files import VARIANTS
from scorer.text.sentences import THE_RANKS
from scorer.text.variant_titles import TITLES, variant_title
from tests.language.test_marks import calls, fields, templates, trees
from tests.phone_clients import Phone, grant, match_uid, serving

Ok = Callable[..., str]

SOURCE = CATALOGUES / "it.po"
SPOKEN = (  # packages and modules of which every sentence has to be Italian
    "scorer.phones", "scorer.match", "scorer.errors",
    "scorer.language.counts", "scorer.language.lists_numbers_dates",
    "scorer.text.sentences", "scorer.text.sheet_words", "scorer.text.deals_left_words", "scorer.text.kind_words",
    "scorer.text.step_words", "scorer.text.plain_sheet", "scorer.text.numbers",
    "scorer.rules.bid", "scorer.rules.deal", "scorer.rules.sides", "scorer.rules.bonuses", "scorer.rules.cards",
    "scorer.rules.rotation", "scorer.rules.errors", "scorer.rules.carry", "scorer.rules.ending", "scorer.rules.variant",
    "scorer.scorebook.recording", "scorer.scorebook.corrections", "scorer.scorebook.seats",
    "scorer.scorebook.penalties", "scorer.scorebook.opening", "scorer.scorebook.undoing",
    "scorer.scorebook.match_lookup", "scorer.scorebook.changes", "scorer.scorebook.people",
    "scorer.scorebook.last_steps",
    "scorer.scorebook.database_errors", "scorer.scorebook.entries", "scorer.scorebook.identity",
    "scorer.scorebook.match_steps", "scorer.paper.picture",
)  # fmt: skip


@pytest.fixture(scope="module")
def translations() -> Catalog:
    """The catalogue as it is in the tree."""
    with SOURCE.open("rb") as file:
        return read_po(file)


@pytest.fixture
def italian(translations: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This process and the commands of this test speak it, whether or not the tree is compiled."""
    with (tmp_path / "it.mo").open("wb") as file:
        write_mo(file, translations)
    catalogues.language.cache_clear()
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    monkeypatch.setenv("SCORER_LANG", "it")
    token = LANGUAGE.set(ENGLISH)
    catalogues.use(catalogues.language("it"))
    yield
    LANGUAGE.reset(token)
    catalogues.language.cache_clear()


def translated(translations: Catalog, template: str) -> bool:
    """Whether a sentence has a translation in all of its forms."""
    message = translations.get(template)
    return message is not None and is_translated(message)


def test_every_sentence_of_a_table_has_a_translation(translations: Catalog) -> None:
    found = [
        (module, template[0])
        for module, tree in trees()
        if module in SPOKEN or module.startswith(tuple(f"{package}." for package in SPOKEN))
        for call in calls(tree, *MARKS)
        if (template := templates(call)) and template[0]
    ]
    assert len(found) > 700
    lacking = [f"{module}: {template}" for module, template in found if not translated(translations, template)]
    assert not lacking, "\n".join(["it.po lacks:", *lacking])


def test_every_word_of_the_page_has_a_translation_with_the_same_fields(translations: Catalog, italian: None) -> None:
    said = words()
    assert said.keys() == WORDS.keys()
    for key, word in WORDS.items():
        assert translated(translations, word), key
        assert fields(said[key]) == fields(word), key


def test_payout_tables_have_italian_titles(italian: None) -> None:
    shipped = [VARIANTS.load(name) for name in VARIANTS.names()]
    english = {"in", "with", "by", "for", "above", "each", "Mexican"}
    assert {table.title for table in shipped if english & set(table.title.split())} == set(TITLES)
    assert not [title for title in map(variant_title, shipped) if (english - {"in"}) & set(title.split())]


def test_no_translation_is_refused() -> None:
    assert unfit(SOURCE) == []


def test_the_words_on_the_buttons_are_those_that_players_say(italian: None) -> None:
    said = words()
    fixed = {
        "language": "it", "undo": "Togli l'ultima", "back": "Indietro", "void": "Elimina la smazzata",
        "redeal": "A monte", "correct": "Correggi", "who_called": "Chi ha chiamato?", "with_whom": "Con chi?",
    }  # fmt: skip
    assert {key: said[key] for key in fixed} == fixed
    assert [_(THE_RANKS[rank]) for rank in ("A", "3", "K", "Q", "J", "7", "2")] == [
        "l'asso", "il tre", "il re", "il cavallo", "il fante", "il sette", "il due"
    ]  # fmt: skip


def test_lists_numbers_and_plurals_are_written_as_in_italy(italian: None) -> None:
    assert listed(["Anna", "Bruno", "Carla"]) == "Anna, Bruno e Carla"
    assert number(1234.5, 2, thousands=True) == "1.234,50"
    assert [counts.deals(n) for n in (0, 1, 2)] == ["0 smazzate", "1 smazzata", "2 smazzate"]
    assert [counts.units(n) for n in (1, 3)] == ["1 punto partita", "3 punti partita"]


def test_deals_are_told_as_at_a_table(italian: None, ok: Ok) -> None:
    ok("start Venerdì --players Anna,Bruno,Carla,Dario,Elena --until deals:4 --unit-value 0.50")
    # the band from 71 pays 2: the caller +4, the partner +2, three defenders -2 each
    assert "1: Anna ha chiamato il due a 71 con Elena e ha vinto con 74: Anna +4, Elena +2, gli altri -2 a testa" in ok(
        "deal anna 2/71 elena 74"
    )
    # in mano for 1, failed: the caller pays 1 to four; 4 - 1 = 3 for Anna, and 2 + 1 for Elena
    lost = ok("deal bruno K solo 58")
    assert "2: Bruno ha chiamato il re in mano e ha perso con 58: Bruno -4, gli altri +1 a testa" in lost
    assert "Carla dà le carte; ancora 2 smazzate" in lost
    assert "3: Tutti hanno passato: nessuno paga" in ok("redeal passed-out")
    played = ok("deal carla A dario made")
    assert "4: Carla ha chiamato l'asso con Dario e ha vinto, senza contare" in played
    assert "Dario dà le carte; ancora 1 smazzata" in played
    # Anna +4 +1 -1, Bruno -2 -4 -1, Carla -2 +1 +2, Dario -2 +1 +1, Elena +2 +1 -1
    assert "Totale: Anna +4, Elena +2, Carla +1, Dario 0, Bruno -7" in ok("sheet --plain")
    # Bruno's 7 at 0,50 are 3,50: Anna's 4 are 2,00, Elena's 2 are 1,00, Carla's 1 is 0,50
    paid = ok("settle")
    for line in ("Bruno paga Anna: 2,00 EUR", "Bruno paga Elena: 1,00 EUR", "Bruno paga Carla: 0,50 EUR"):
        assert line in paid
    assert "La partita è finita: giocate 4 smazzate." in ok("deal dario 4 elena 61")


def test_several_who_win_need_no_other_sentence_than_one(italian: None, ok: Ok) -> None:
    ok("start Sabato --players Anna,Bruno,Carla,Dario --variant brisca --until won:2")
    assert "74 a 46 per Anna e Carla: Anna e Carla +1, Bruno e Dario -1" in ok("deal anna 74")
    assert "60 a 60, più carte per Bruno e Dario" in ok("deal anna=60 --more-cards bruno")
    assert "La partita è finita: Anna e Carla a 2 smazzate vinte." in ok("deal anna won")


def test_a_phone_in_italian_is_answered_in_it(italian: None, ok: Ok, book_path: Path) -> None:
    ok("start Venerdì --players Anna,Bruno,Carla,Dario,Elena")
    deal = {"caller": "Anna", "bid": "2/71", "partner": "Elena", "result": "119"}
    with serving(book_path) as port:
        phone = Phone(port, grant(book_path, "match", match_uid(book_path, "Venerdì")), "it-IT,it;q=0.9,en;q=0.8")
        assert phone.get("/api/words")[1]["undo"] == "Togli l'ultima"
        bids = phone.get("/api/table")[1]["game"]["bids"]
        assert [bid["short"] for bid in bids][:5] == ["A", "3", "R", "C", "F"]
        assert [bid["bid"] for bid in bids][:5] == ["A", "3", "K", "Q", "J"]
        status, refused = phone.post("deal", id="a1", deal=deal)
        assert (status, refused["detail"]) == (
            422, "119 punti presi: con le carte 1 e 119 non si fanno; riconta"
        )  # fmt: skip
        status, done = phone.post("deal", id="a2", deal=deal | {"result": "74"})
        assert (status, done["table"]["next"]) == (200, "Bruno dà le carte")
        english = Phone(port, phone.token, "en-GB")
        assert english.get("/api/table")[1]["next"] == "Bruno deals"
