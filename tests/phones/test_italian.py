"""Italian at a phone: its page, and all that it is answered."""

from collections.abc import Callable
from pathlib import Path

from scorer.phones.page_files import words
from tests.phones.clients import Phone, grant, match_uid, serving

Ok = Callable[..., str]


def test_the_words_on_the_buttons_are_those_that_players_say(italian: None) -> None:
    said = words()
    fixed = {
        "language": "it", "undo": "Togli l'ultima", "back": "Indietro", "void": "Elimina la smazzata",
        "redeal": "A monte", "correct": "Correggi", "who_called": "Chi ha chiamato?", "with_whom": "Con chi?",
    }  # fmt: skip
    assert {key: said[key] for key in fixed} == fixed


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
            422, "119: con le carte non si fanno né 1 né 119 punti carte; riconta"
        )  # fmt: skip
        status, done = phone.post("deal", id="a2", deal=deal | {"result": "74"})
        assert (status, done["table"]["next"]) == (200, "Bruno dà le carte")
        english = Phone(port, phone.token, "en-GB")
        assert english.get("/api/table")[1]["next"] == "Bruno deals"
