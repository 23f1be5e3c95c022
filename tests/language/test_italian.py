"""Italian as it is heard at a table."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

from scorer.language import _, counts
from scorer.language.lists_numbers_dates import listed, number, short_day
from scorer.rules.fewest_transfers import POT
from scorer.text.kind_words import transfer_words
from scorer.text.lead_words import led_since_day
from scorer.text.sentences import PAYS, THE_RANKS
from tests.whole_house import needs

Ok = Callable[..., str]


def test_the_ranks_are_those_that_players_say(italian: None) -> None:
    assert [_(THE_RANKS[rank]) for rank in ("A", "3", "K", "Q", "J", "7", "2")] == [
        "l'asso", "il tre", "il re", "il cavallo", "il fante", "il sette", "il due"
    ]  # fmt: skip


def test_lists_numbers_and_plurals_are_written_as_in_italy(italian: None) -> None:
    assert listed(["Anna", "Bruno", "Carla"]) == "Anna, Bruno e Carla"
    assert number(12345.5, 2, thousands=True) == "12.345,50"
    assert [counts.deals(n) for n in (0, 1, 2)] == ["0 smazzate", "1 smazzata", "2 smazzate"]
    assert [counts.units(n) for n in (1, 3)] == ["1 punto", "3 punti"]


def test_an_article_loses_its_vowel_before_an_8_and_an_11_and_in_no_name(italian: None) -> None:
    nothing = "nothing was played from {first} to {last}"
    assert _(nothing, first=date(2026, 2, 8), last="11 mar 2026") == "dall'08/02/2026 all'11 mar 2026 non si è giocato"
    assert _(nothing, first=date(2026, 2, 18), last=date(2026, 3, 1)) == "dal 18/02/2026 al 01/03/2026 non si è giocato"
    assert _("{match} of {day}", match="Torneo del 8", day="8 marzo") == "Torneo del 8 dell'8 marzo"
    assert short_day(date(2026, 5, 8)) == "8 mag 2026"


@needs("notebooks")
def test_a_note_of_an_import_is_kept_in_english_and_shown_in_italian(italian: None, ok: Ok, tmp_path: Path) -> None:
    table = tmp_path / "serate.csv"
    table.write_text("Data,Anna,Bruno,Carla,Dario,Elena\n2026-01-09,2,-1,-1,-1,1\n", encoding="utf-8")
    ok(["import", str(table), "--as", "evenings"])
    assert "Foglio (riga 2 della tabella): Anna +2" in ok("explain 1")
    assert ",line 2 of the table," in ok("export deals")


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
    for line in ("Bruno paga Anna: 2,00 €", "Bruno paga Elena: 1,00 €", "Bruno paga Carla: 0,50 €"):
        assert line in paid
    assert "La partita è finita: giocate 4 smazzate." in ok("deal dario 4 elena 61")


def test_several_who_win_need_no_other_sentence_than_one(italian: None, ok: Ok) -> None:
    ok("start Sabato --players Anna,Bruno,Carla,Dario --variant brisca --until won:2")
    assert "74 a 46 per Anna e Carla: Anna e Carla +1, Bruno e Dario -1" in ok("deal anna 74")
    assert "60 a 60, più carte per Bruno e Dario" in ok("deal anna=60 --more-cards bruno")
    assert "La partita è finita: Anna e Carla a 2 smazzate vinte." in ok("deal anna won")


def test_two_names_that_meet_in_the_same_sound_are_parted(italian: None) -> None:
    assert [listed(["Anna", name]) for name in ("Elena", "Irene", "Ugo")] == [
        "Anna ed Elena", "Anna e Irene", "Anna e Ugo"
    ]  # fmt: skip


def test_the_pot_is_paid_and_a_lead_is_since_a_day_in_words_that_italian_puts_together(italian: None) -> None:
    assert transfer_words(PAYS, "Elvira", POT, amount="0,60 EUR") == "Elvira paga alla cassa: 0,60 EUR"
    assert transfer_words(PAYS, POT, "Anna", amount="3,00 EUR") == "La cassa paga Anna: 3,00 EUR"
    assert led_since_day(["Adele"], date(2026, 1, 16)) == "Adele è in testa dal 16 gen 2026."
    assert led_since_day(["Adele", "Berto"], date(2026, 5, 8)) == "Adele e Berto sono in testa dall'8 mag 2026."
