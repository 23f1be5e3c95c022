"""Spanish as it is heard at a table."""

from collections.abc import Callable

from scorer.language import _, counts
from scorer.language.lists_numbers_dates import either, listed, number
from scorer.text.sentences import THE_RANKS

Ok = Callable[..., str]


def test_the_ranks_are_those_that_players_say(spanish: None) -> None:
    assert [_(THE_RANKS[rank]) for rank in ("A", "3", "K", "Q", "J", "7", "2")] == [
        "el as", "el tres", "el rey", "el caballo", "la sota", "el siete", "el dos"
    ]  # fmt: skip


def test_lists_numbers_and_plurals_are_written_as_in_spain(spanish: None) -> None:
    assert [listed(["Ana", name]) for name in ("Bruno", "Íñigo", "Hilario", "<b>Inés</b>", "\u2068Inés")] == [
        "Ana y Bruno", "Ana e Íñigo", "Ana e Hilario", "Ana e <b>Inés</b>", "Ana e \u2068Inés"
    ]  # fmt: skip
    assert [either(["7", number]) for number in ("8", "9")] == ["7 u 8", "7 o 9"]
    assert number(12345.5, 2, thousands=True) == "12.345,50"
    assert [counts.deals(n) for n in (0, 1, 2)] == ["0 manos", "1 mano", "2 manos"]
    assert [counts.units(n) for n in (1, 3)] == ["1 punto", "3 puntos"]


def test_deals_are_told_as_at_a_table(spanish: None, ok: Ok) -> None:
    ok("start Viernes --players Ana,Bruno,Carla,Darío,Elena --until deals:4 --unit-value 0.50")
    # the band from 71 pays 2: the caller +4, the partner +2, three defenders -2 each
    made = ok("deal ana 2/71 elena 74")
    assert "1: Ana llamó el dos a 71 con Elena, ganada con 74: Ana +4, Elena +2, los demás -2 por cabeza" in made
    # alone for 1, failed: the caller pays 1 to four; 4 - 1 = 3 for Ana, and 2 + 1 for Elena
    lost = ok("deal bruno R solo 58")
    assert "2: Bruno llamó el rey en solitario, perdida con 58: Bruno -4, los demás +1 por cabeza" in lost
    assert "Carla reparte" in lost
    assert "3: Todos pasaron: nadie paga" in ok("redeal pasada")
    assert "4: Carla llamó el as con Darío, ganada" in ok("deal carla A dario ganada")
    # Ana +4 +1 -1, Bruno -2 -4 -1, Carla -2 +1 +2, Darío -2 +1 +1, Elena +2 +1 -1
    assert "Total: Ana +4, Elena +2, Carla +1, Darío 0, Bruno -7" in ok("sheet --plain")
    # Bruno's 7 at 0,50 are 3,50: Ana's 4 are 2,00, Elena's 2 are 1,00, Carla's 1 is 0,50
    paid = ok("settle")
    assert [f"{units} €" in paid for units in ("2,00", "1,00", "0,50", "-3,50")] == [True] * 4
