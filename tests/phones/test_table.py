"""The table page's API: a table as it is shown, and every verb of it, as the command of the same name does it."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

from tests.phones.clients import Phone, grant

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
DEAL = {"caller": "Anna", "bid": "2/71", "partner": "Elena", "result": "74"}


def units(table: dict[str, object]) -> dict[str, int]:
    players = table["players"]
    assert isinstance(players, list)
    return {player["name"]: player["units"] for player in players}


def test_a_table_shows_who_deals_and_the_bids_in_the_order_of_the_auction(phone: Phone) -> None:
    status, table = phone.get("/api/table")
    assert status == 200
    assert (table["title"], table["dealer"], table["playing"]) == (
        "Friday", "Anna", ["Bruno", "Carla", "Dario", "Elena", "Anna"]
    )  # fmt: skip
    bids = table["game"]["bids"]
    assert [bid["bid"] for bid in bids[:11]] == ["A", "3", "K", "Q", "J", "7", "6", "5", "4", "2", "2/62"]
    assert (bids[-1]["bid"], bids[-1]["short"], bids[-1]["group"]) == ("2/120", "120", "card points")
    assert (table["undo"], table["penalty_shares"]) == (None, 4)  # the start stays


def test_a_deal_pays_what_its_preview_said(phone: Phone, ok: Ok, book_path: Path) -> None:
    # 74 of 71: the band from 71 pays 2, so caller +4, partner +2, three defenders -2 each
    before = book_path.read_bytes()
    status, shown = phone.post("preview", deal=DEAL)
    assert (status, shown["payouts"]) == (200, "Anna +4, Elena +2, the others -2 each")
    assert book_path.read_bytes() == before
    status, done = phone.post("deal", id="a1", by="Anna's phone", deal=DEAL)
    assert status == 200
    assert units(done["table"]) == {"Anna": 4, "Elena": 2, "Bruno": -2, "Carla": -2, "Dario": -2}
    assert done["table"]["undo"]["sentence"] == f"1: {done['table']['records'][0]['sentence']}"
    assert "Anna called the two at 71 with Elena and made 74" in ok("sheet --plain")
    assert "Anna's phone" in ok("history")
    ok("check")


COMMON = "id, by, match, stands_on, shown, another_than, age, book and under"
REFUSED: tuple[tuple[str, dict[str, object], int, str], ...] = (
    # a part that is misspelt: it would have been recorded beside a newer one, or on other terms, unasked
    ("deal", {"deal": DEAL, "stand_on": 1}, 400, "'stand_on' is no part of deal; there are deal, "),
    ("penalty", {"player": "Dario", "units": 4, "reson": "late"}, 400, "'reson' is no part of penalty;"),
    ("finish", {"Early": True}, 400, "'Early' is no part of finish;"),
    ("finish", {"verb": "deal", "deal": DEAL}, 400, "'verb' is no part of finish"),
    ("start", {"players": [*"FGHIK"], "unit_vale": "0.50"}, 400,
     f"'unit_vale' is no part of start; there are players, variant, name, until, unit_value, {COMMON}"),
    ("preview", {"deal": DEAL, "vreb": "edit"}, 400, "'vreb' is no part of deal; there are match, verb and deal"),
    # a part of another kind
    ("redeal", {}, 400, "'kind' is missing"),
    ("redeal", {"kind": None}, 400, "'kind' is missing"),
    ("penalty", {"player": "Dario", "units": "4"}, 400, "'units' is a whole number"),
    ("penalty", {"player": 4, "units": 4}, 400, "'player' is a text of at most 1000 letters"),
    ("seats", {"players": "Anna"}, 400, "'players' is a list of at most 20 texts"),
    ("finish", {"early": "no"}, 400, "'early' is true or false"),  # it was taken for no
    ("deal", {"deal": DEAL | {"slam": 1}}, 400, "'slam' is true or false"),
    ("deal", {"deal": DEAL | {"sides": ["Anna", 74]}}, 400, "'sides' is a text of at most 1000 letters"),
    ("deal", {"deal": DEAL | {"slem": True}}, 400, "'slem' is no fact of a deal"),
    ("deal", {}, 400, "what is posted here is a JSON object"),
    ("deal", {"id": None, "deal": DEAL}, 400, "'id' is missing"),
    ("deal", {"deal": DEAL | {"sides": ["anna=74"]}}, 422, "'anna=74': somebody calls in Briscola Chiamata"),
)  # fmt: skip


def test_what_is_misspelt_or_of_another_kind_is_refused_and_not_left_away(port: int, book_path: Path) -> None:
    organiser = Phone(port, grant(book_path, "all", ""))
    for verb, body, status, said in REFUSED:
        own = {} if verb == "preview" else {"id": "a1"}
        where = {} if verb == "start" else {"match": 1}
        got, refused = organiser.post(verb, **own | where | body)
        assert (got, refused["detail"][: len(said)]) == (status, said)
    assert organiser.get("/api/table?match=1")[1]["step"] == 1  # the start
    assert [match["title"] for match in organiser.get("/api/evening")[1]["open"]] == ["Friday"]


def test_a_part_that_is_null_is_as_if_it_were_missing(phone: Phone) -> None:
    facts = {"slam": None, "note": None, "bonus": None, "sides": None}
    assert phone.post("deal", id="a1", deal=DEAL | facts)[0] == 200
    assert phone.post("penalty", id="a2", player="Dario", units=4, to=None, reason="late")[0] == 200


def test_what_only_the_table_can_say_is_asked(phone: Phone) -> None:
    all_of_them = DEAL | {"result": "120"}
    status, asked = phone.post("preview", deal=all_of_them)
    assert (status, asked["code"]) == (409, "asks_slam")
    assert asked["question"] == "120 card points: did one side take every trick?"
    assert phone.post("deal", id="a1", deal=all_of_them)[0] == 409
    status, done = phone.post("deal", id="a1", deal=all_of_them | {"slam": True})
    # a slam doubles: 2 x 2 for each defender, so caller +8, partner +4
    assert (status, units(done["table"])["Anna"]) == (200, 8)


def test_a_call_waits_for_its_result(phone: Phone) -> None:
    status, done = phone.post("call", id="a1", caller="Bruno", bid="K")
    assert (status, done["table"]["call"]["bid"]) == (200, "K")
    status, done = phone.post(
        "deal", id="a2", deal={"caller": "Bruno", "bid": "K", "partner": "solo", "result": "failed"}
    )
    assert (status, done["table"]["call"]) == (200, None)
    # alone and failed: -4, the four others +1 each
    assert units(done["table"]) == {"Anna": 1, "Carla": 1, "Dario": 1, "Elena": 1, "Bruno": -4}


def test_undo_takes_back_the_step_that_the_phone_saw_and_no_other(phone: Phone) -> None:
    table = phone.post("deal", id="a1", deal=DEAL)[1]["table"]
    first = table["undo"]["step"]
    phone.post("redeal", id="a2", kind="passed-out")
    status, refused = phone.post("undo", id="a3", step=first)
    assert (status, refused["code"]) == (409, "newer")
    assert refused["table"]["records"][0]["kind"] == "passed-out"
    for entry in ("b1", "b2"):
        table = phone.get("/api/table")[1]
        table = phone.post("undo", id=entry, step=table["undo"]["step"])[1]["table"]
    assert (table["records"], table["undo"]) == ([], None)


def test_a_correction_names_the_edition_that_it_puts_right(phone: Phone) -> None:
    record = phone.post("deal", id="a1", deal=DEAL)[1]["table"]["records"][0]
    assert record["deal"] == DEAL
    right = {"number": 1, "edition": record["edition"], "deal": {"result": "60"}}
    assert phone.post("preview", verb="edit", **right)[1]["payouts"] == "Anna -4, Elena -2, the others +2 each"
    right["reason"] = "counted again"
    status, done = phone.post("edit", id="a2", **right)
    assert (status, units(done["table"])["Anna"]) == (200, -4)
    status, refused = phone.post("edit", id="a3", **right)  # of the old edition
    assert (status, refused["code"]) == (409, "newer")
    newest = done["table"]["records"][0]["edition"]
    status, refused = phone.post("void", id="a4", number=1, edition=newest)
    assert (status, refused["detail"]) == (422, "the reason why it is voided is missing")
    status, done = phone.post("void", id="a4", number=1, edition=newest, reason="recorded twice")
    assert (status, done["table"]["records"]) == (200, [])


def test_the_settlement_can_be_sent_as_text_and_as_a_picture(phone: Phone) -> None:
    phone.post("deal", id="a1", deal=DEAL)
    status, settled = phone.get("/api/settlement")
    assert (status, len(settled["lines"])) == (200, 3)  # three defenders pay 2 each
    assert "1. Anna called the two at 71" in settled["text"]
    status, picture = phone.get("/api/sheet.png")
    assert (status, picture[:8]) == (200, b"\x89PNG\r\n\x1a\n")


def test_what_was_paid_at_the_desk_is_no_more_due_on_a_phone(phone: Phone, ok: Ok) -> None:
    """Anna +4, Elena +2, the others -2 each, at 1.00; then Saturday is paid together with Friday."""
    phone.post("deal", id="a1", deal=DEAL)
    ok("match edit Friday --unit-value 1 --reason agreed")
    due = phone.get("/api/settlement")[1]["lines"]
    mark = phone.heads("/api/settlement")["etag"]
    ok("settle Friday --paid bruno")
    assert phone.get("/api/settlement", if_none_match=mark)[0] == 200
    first, *others = phone.get("/api/settlement")[1]["lines"]
    assert first.startswith("Bruno paid Anna 2.00 EUR on ")
    assert others == [line for line in due if not line.startswith("Bruno")]
    ok("match edit Friday --currency CHF --reason 'in Bern'")
    (elsewhere,) = phone.get("/api/settlement")[1]["lines"]
    assert elsewhere.startswith("Bruno paid Anna 2.00 EUR on ")
    assert elsewhere.endswith(", and Friday (match 1) counts in CHF by now")
    ok("undo --match Friday")
    ok("start Saturday --players Anna,Bruno,Carla,Dario,Elena --unit-value 1")
    ok("settle Friday Saturday --paid carla")
    (together,) = phone.get("/api/settlement?match=1")[1]["lines"]
    assert together.startswith("Carla paid Anna 2.00 EUR on ")
    assert together.endswith(", for these and other matches together")
    assert phone.get("/api/sheet.png?match=1")[0] == 200


def test_a_game_without_a_caller_asks_whose_side(port: int, book_path: Path, ok: Ok) -> None:
    # Brisca is won by 1 unit of each of the two losers; the winners have the same
    ok("start Sides --players Anna,Bruno,Carla,Dario --variant brisca")
    phone = Phone(port, grant(book_path, "all", ""))
    table = phone.get("/api/table?match=2")[1]
    assert table["game"]["sides"] == [["Anna", "Carla"], ["Bruno", "Dario"]]
    done = phone.post("deal", id="a1", match=2, deal={"sides": ["Bruno", "won"]})[1]
    assert units(done["table"]) == {"Bruno": 1, "Dario": 1, "Anna": -1, "Carla": -1}
    done = phone.post("deal", id="a2", match=2, deal={"sides": ["Anna=74"]})[1]
    record = done["table"]["records"][0]
    assert (record["units"], units(done["table"])["Bruno"]) == ({"Anna": 1, "Bruno": -1, "Carla": 1, "Dario": -1}, 0)
    # who took how much was left out unnoticed where a program corrected it: 50 leave 70 to Bruno and Dario
    right = {"sides": ["Anna=50"], "note": "counted again"}
    edit = {"number": record["number"], "edition": record["edition"], "deal": right, "reason": "recount"}
    done = phone.post("edit", id="a3", match=2, **edit)[1]
    assert done["table"]["records"][0]["units"] == {"Anna": -1, "Bruno": 1, "Carla": -1, "Dario": 1}


def test_an_evening_begins_on_a_phone_and_goes_on_as_last_time(port: int, book_path: Path, ok: Ok) -> None:
    phone = Phone(port, grant(book_path, "evening", "1"))
    status, evening = phone.get("/api/evening")
    assert (status, evening["last"]["players"]) == (200, ["Anna", "Bruno", "Carla", "Dario", "Elena"])
    agreed = {"variant": "brisk", "until": "deals:20", "unit_value": "0,50"}
    for _sent_again in (False, True):
        status, done = phone.post("start", id="a1", name="Later", players=evening["last"]["players"], **agreed)
        assert (status, done["table"]["title"], done["table"]["left"]) == (200, "Later", "20 deals left")
        assert done["table"]["match"] == 2
    assert phone.post("deal", id="a2", match=2, deal=DEAL)[0] == 200
    # the two at 71 pays 2 units of 0.50 for each defender
    assert "Bruno pays Anna 1.00 EUR" in ok("settle 2")
    about = "Brisk \N{MIDDLE DOT} 20 deals \N{MIDDLE DOT} 0.50 EUR"
    last = {"players": evening["last"]["players"], "variant": "brisk", "unit_value": "0.50", "about": about}
    assert phone.get("/api/evening")[1]["last"] == last | {"goes_on": True}
    assert phone.post("finish", id="a3", match=2, early=True)[0] == 200
    evening = phone.get("/api/evening")[1]
    assert evening["last"] == last | {"goes_on": False}
    assert [[match["title"] for match in evening[state]] for state in ("finished", "open")] == [["Later"], ["Friday"]]
    # a phone could not begin a second table on a Friday on which one is called Friday
    named = [phone.post("start", id=f"b{again}", players=last["players"])[1]["table"]["title"] for again in range(2)]
    day = named[0]
    assert day in {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
    assert named[1] == f"{day} 2"


def ends(evening: dict[str, Any], variant: str) -> tuple[str, dict[str, str]]:
    """The end with which a game is begun if nobody chooses one, and all ends that can be chosen, in words."""
    choice = next(choice for choice in evening["variants"] if choice["name"] == variant)
    return choice["until"], {end["until"]: end["words"] for end in choice["ends"]}


def test_the_end_of_one_game_is_not_that_of_another(port: int, book_path: Path, ok: Ok) -> None:
    # after a chiamata of 12 deals a briscola in pairs became one of 12 deals, and "as last time" said not what it was
    ok("start Twelve --players Anna,Bruno,Carla,Dario,Elena --until deals:12")
    evening = Phone(port, grant(book_path, "evening", "1")).get("/api/evening")[1]
    assert ends(evening, "briscola-pairs") == (
        "won:3",
        {
            "": "no end", "deals:10": "10 deals", "deals:20": "20 deals", "deals:30": "30 deals",
            "won:3": "first to 3 wins", "won:5": "first to 5 wins", "won:7": "first to 7 wins",
        },
    )  # fmt: skip
    until, words = ends(evening, "chiamata")
    assert (until, words[until], words["units:15"]) == ("deals:12", "12 deals, as last time", "first to 15 units")
    assert ends(evening, "cinquecento")[1]["taken:500"] == "first to 500 card points"
    assert evening["last"]["about"] == "Briscola Chiamata \N{MIDDLE DOT} 12 deals"


def test_a_match_of_a_phone_ends_as_it_was_chosen(port: int, book_path: Path) -> None:
    # "no end" took the end of the variant, which is three deals won
    phone = Phone(port, grant(book_path, "evening", "1"))
    ends: tuple[tuple[dict[str, str], str], ...] = (
        ({}, "played to 3 deals won"), ({"until": ""}, ""), ({"until": "won:5"}, "played to 5 deals won"),
    )  # fmt: skip
    start = {"players": ["Anna", "Bruno", "Carla", "Dario"], "variant": "briscola-pairs"}
    for number, (agreed, left) in enumerate(ends):
        assert phone.post("start", id=f"a{number}", **start, **agreed)[1]["table"]["left"] == left


def test_a_table_that_played_for_nothing_plays_for_nothing_again(port: int, book_path: Path, ok: Ok) -> None:
    ok("league add Soldi --unit-value 0.50")
    ok("start Free --league Soldi --players Anna,Bruno,Carla,Dario,Elena --unit-value 0")
    phone = Phone(port, grant(book_path, "evening", "2"))
    evening = phone.get("/api/evening")[1]
    last = evening["last"]
    assert (last["unit_value"], last["about"]) == ("0.00", "Briscola Chiamata \N{MIDDLE DOT} no end")
    agreed = {part: last[part] for part in ("players", "variant", "unit_value")}
    number = phone.post("start", id="a1", name="Again", **agreed)[1]["table"]["match"]
    phone.post("deal", id="a2", match=number, deal=DEAL)
    assert "Bruno pays Anna 2 units" in ok(f"settle {number}")


def test_a_name_on_a_phone_is_whole(port: int, book_path: Path, ok: Ok) -> None:
    # a guest called Ann was taken for Anna, whose name begins so, and Anna had his units
    phone = Phone(port, grant(book_path, "evening", "1"))
    body = {"name": "Guests", "players": ["Ann", "Bruno", "Carla", "Dario", "Ele"]}
    status, done = phone.post("start", id="a1", **body)
    assert (status, done["table"]["seats"]) == (200, ["Ann", "Bruno", "Carla", "Dario", "Ele"])
    seats = {"players": ["Ann", "Bru", "Carla", "Dario", "Ele"], "match": done["table"]["match"]}
    status, done = phone.post("seats", id="a2", **seats)
    assert (status, done["table"]["seats"]) == (200, ["Ann", "Bru", "Carla", "Dario", "Ele"])
    seats["players"] = ["=Anna", "Bru Rossi", "Carla", "Dario", "Ele"]  # as a command would have it
    status, done = phone.post("seats", id="a3", **seats)
    assert (status, done["table"]["seats"]) == (200, ["Anna", "Bru Rossi", "Carla", "Dario", "Ele"])
    assert done["notices"].count("Bru Rossi is new") == 1


def test_a_penalty_a_seat_and_the_end(phone: Phone) -> None:
    would = phone.post("preview", verb="penalty", player="Anna", units=4, reason="talked")[1]
    assert would["payouts"] == "Anna -4, Bruno +1, Carla +1, Dario +1, Elena +1"
    status, done = phone.post("penalty", id="a1", player="Anna", units=4, reason="talked")
    assert (status, units(done["table"])) == (200, {"Bruno": 1, "Carla": 1, "Dario": 1, "Elena": 1, "Anna": -4})
    status, done = phone.post("seats", id="a2", players=["Anna", "Bruno", "Carla", "Dario", "Fabio"])
    assert (status, done["table"]["seats"][-1], done["notices"]) == (200, "Fabio", ["Fabio is new"])
    assert phone.post("preview", verb="finish")[0] == 400
    status, done = phone.post("finish", id="a3")
    assert (status, done["table"]["finished"]) == (200, True)
    assert phone.post("deal", id="a4", deal=DEAL)[1]["detail"] == "Friday is finished"
    status, done = phone.post("reopen", id="a5")
    assert (status, done["table"]["finished"]) == (200, False)


def test_a_table_that_two_phones_begin_is_one_match(port: int, book_path: Path, ok: Ok) -> None:
    # the second phone was told to choose another name, and whoever did that made two matches of one table
    phone = Phone(port, grant(book_path, "evening", "1"))
    evening = phone.get("/api/evening")[1]
    shown = [match["match"] for match in evening["open"]]
    begun = phone.post("start", id="a1", players=["Anna", "Bruno", "Carla", "Dario", "Elena"], shown=shown)[1]["table"]
    assert begun["title"] == evening["name"]
    for name in (evening["name"], "Another name", ""):
        status, refused = phone.post("start", id="b1", name=name, players=["elena", *"FGHI"], shown=shown)
        assert (status, refused["code"], refused["match"], refused["name"]) == (
            409, "begun", begun["match"], begun["title"],
        )  # fmt: skip
        assert refused["detail"] == (
            f"'{begun['title']}' was begun meanwhile, with Anna, Bruno, Carla, Dario and Elena: go on with it"
        )
    assert "F" not in phone.get("/api/evening")[1]["players"]
    # another table of the same moment, that nobody named, gets a free name
    other = phone.post("start", id="c1", players=list("FGHIL"), shown=shown)[1]["table"]
    assert other["title"] == f"{evening['name']} 2"
    # who was shown that Anna plays may begin another match with her
    known = {"players": ["Anna", "F", "G", "H", "I"], "shown": [*shown, begun["match"], other["match"]]}
    assert phone.post("start", id="d1", **known)[0] == 200
    assert phone.post("start", id="a1", players=["Anna", "Bruno", "Carla", "Dario", "Elena"], shown=shown)[1]["notices"]


def test_the_same_entry_is_recorded_once_and_gets_the_first_answer_again(phone: Phone) -> None:
    first = phone.post("deal", id="a1", by="Anna", deal=DEAL)[1]
    again = phone.post("deal", id="a1", by="Anna", deal=DEAL)
    assert (again[0], len(again[1]["table"]["records"])) == (200, 1)
    assert again[1]["notices"] == ["recorded already, as 1; nothing is added"]
    phone.post("undo", id="a2", step=first["table"]["undo"]["step"])
    gone = phone.post("deal", id="a1", by="Anna", deal=DEAL)[1]
    assert (gone["notices"], gone["table"]["records"]) == (["recorded as 1, since undone; nothing is added"], [])


def test_an_entry_stands_on_the_table_that_its_form_was_begun_on(phone: Phone, ok: Ok) -> None:
    begun = phone.get("/api/table")[1]["step"]
    ok("player rename carla Carlotta")  # this lets an entry pass
    assert phone.post("deal", id="a1", deal=DEAL, stands_on=begun)[0] == 200
    refused = phone.post("deal", id="b1", deal=DEAL, stands_on=begun)[1]
    assert (refused["code"], refused["number"]) == ("same", 1)
    assert refused["detail"] == (
        "somebody recorded the same meanwhile, as 1: Anna called the two at 71 with Elena and made 74:"
        " Anna +4, Elena +2, the others -2 each. Is it the same deal?"
    )
    newest = refused["table"]["step"]
    ok("deal bruno K carlotta 61 --match Friday")
    status, refused = phone.post("deal", id="b1", deal=DEAL, stands_on=newest)
    assert (status, refused["code"]) == (409, "newer")
    assert "2: Bruno called the king with Carlotta and made 61" in refused["detail"]
    assert len(refused["table"]["records"]) == 2
    assert phone.post("deal", id="b1", deal=DEAL, stands_on=refused["table"]["step"])[0] == 200
    status, refused = phone.post("finish", id="b1")  # got the answer of the deal
    assert (status, refused["code"]) == (409, "other_body")


def test_a_gingo_deal_needs_its_count_where_it_failed_alone(port: int, book_path: Path) -> None:
    # 80 made: 80 on paper for the two. 100 failed with 60: 40 less for the two, 120 - 60 = 60 more for the others
    phone = Phone(port, grant(book_path, "evening", "1"))
    assert ends(phone.get("/api/evening")[1], "gingo")[1]["paper:500"] == "first to 500 on paper"
    players = ["Fabio", "Gina", "Ivo", "Lia", "Mara"]
    start = {"name": "Gingo", "players": players, "variant": "gingo", "until": "paper:500"}
    table = phone.post("start", id="g1", **start)[1]["table"]
    assert (table["game"]["uncounted"], table["left"]) == (["made"], "played to 500 on paper")
    made = {"caller": "Fabio", "bid": "80", "partner": "Mara", "result": "made"}
    assert phone.post("deal", id="g2", match=table["match"], deal=made)[0] == 200
    failed = {"caller": "Gina", "bid": "100", "partner": "Ivo", "result": "failed"}
    status, problem = phone.post("deal", id="g3", match=table["match"], deal=failed)
    assert (status, "give the card points" in problem["detail"]) == (422, True)
    table = phone.post("deal", id="g4", match=table["match"], deal=failed | {"result": "60"})[1]["table"]
    assert {player["name"]: (player["shown"], player["also"]) for player in table["players"]} == {
        "Fabio": ("+440", "140 on paper"), "Mara": ("+440", "140 on paper"), "Lia": ("+40", "60 on paper"),
        "Gina": ("-460", "-40 on paper"), "Ivo": ("-460", "-40 on paper"),
    }  # fmt: skip
