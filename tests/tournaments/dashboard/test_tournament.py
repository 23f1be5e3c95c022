"""The page of a tournament: from no tournament to the podium, as it was played at the desk of a real scorebook."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.tournaments import parts
from scorer import scorebook
from scorer.language.lists_numbers_dates import listed
from scorer.match.deal_options import DealWords
from scorer.tournaments import keeping as tournaments
from scorer.tournaments.rules import Action, next_action
from scorer.tournaments.shown import words
from scorer.tournaments.shown.places import Board
from tests.invented import HOSTILE
from tests.looking import LINK, leading, look, said, tables
from tests.tournaments.inventing import Hand, Sheet, Typed, invented, summed
from tests.tournaments.playing import Day, people

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
MINUS = "\N{MINUS SIGN}"
UNITS = (9, 4, 0, -4, -9)
OURS = {"style", "a", "h1", "p", "div", "span", "b", "i", "bdi", "table", "thead", "tbody", "tr", "th", "td"}
Look = Callable[..., AppTest]
Open = Callable[..., Day]


@pytest.fixture
def opened(book_path: Path) -> Iterator[Open]:
    """Open a tournament in the scorebook of this test: opened("scighera", 10)."""
    days: list[Day] = []

    def call(form: str, players: int | Sequence[str], **said: Any) -> Day:
        days.append(Day(str(book_path), form, **said))
        if players:
            days[-1].enter(people(players) if isinstance(players, int) else players)
        return days[-1]

    yield call
    for day in days:
        day.book.close()


class Written(HTMLParser):
    """HTML of ours: its tags, and its words in the order of the page; `rows` are those of the tables, by cells.

    A name is one word, though a long one stands there in two pieces.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.words: list[str] = []
        self.rows: list[list[str]] = []
        self.classes: list[str] = []
        self.feed(re.sub(LINK, r"\2", text).replace("</span><span class='end'>", ""))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.classes += [said or "" for what, said in attrs if what == "class"]
        if tag == "tr":
            self.rows.append([])
        if tag in {"td", "th"} and self.rows:
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if data == " ":  # parts two spans
            return
        self.words.append(data)
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += f" {data}" if self.rows[-1][-1] else data

    @property
    def text(self) -> str:
        """The words, with a bar between pieces."""
        return "|".join(self.words)


def shown(app: AppTest) -> Written:
    """All HTML of ours."""
    bodies = [one.proto.body for one in app.get("html")]
    return Written("".join(body for body in bodies if not body.startswith("<style>")))


def leads(app: AppTest, page: str) -> dict[str, str]:
    """The links to a page: what each says, and where to."""
    return {words: address for words, address in leading(app) if address.startswith(f"/{page}?")}


def sheet(seats: Sequence[str], units: Sequence[int] = UNITS, won: int = 0) -> Sheet:
    """Who got how many units, in the order of the seats."""
    return {seat: Typed(units=got, won=won) for seat, got in zip(seats, units, strict=True)}


def card(day: Day, number: int) -> list[str]:
    """The words of a table of the last round, but for who deals."""
    announced = tournaments.round_of(day.now)
    table = tournaments.table_of(announced, number)
    with day.at(number) as (transaction, match):
        kept = scorebook.sheet_of(transaction, match)
    shown_words = Written(parts.cards(day.now, replace(announced, resting=()), [table], {number: kept})).words
    dealing = [word for word in shown_words if word.endswith(" deals") and not word[0].isdigit()]
    return [word for word in shown_words if word not in dealing]


# --- before --------------------------------------------------------------------------------------------------------


def test_without_a_tournament_the_page_says_how_to_open_one_in_this_book(
    ok: Callable[..., str], book_path: Path
) -> None:
    ok("league add Lega")
    app = look("tournament")
    assert "Tournament" in shown(app).words
    assert any("No tournament yet. This is the scorebook" in line for line in said(app))
    assert app.code[0].value == f"scorer --db {book_path} tournament new NAME --format scighera"


def test_before_the_first_round_everybody_who_entered_is_there(opened: Open) -> None:
    day = opened("scighera", 3)
    assert "next|enter who plays (3 players so far, a table needs 5)" in shown(look("tournament")).text
    day.enter(people(10)[3:])
    day.do(tournaments.withdraw, "Jan A")
    app = look("tournament")
    page = shown(app)
    assert "Day|2026-11-20 · Scighera|now" in page.text  # the variant has the title of the format
    assert "Qualification: no round drawn yet of 2; 9 players so far" in page.text
    assert "next|round 1, Qualification" in page.text
    assert leads(app, "players") == {name: f"/players?player={name}".replace(" ", "%20") for name in people(9)}


# --- during --------------------------------------------------------------------------------------------------------


def test_tables_run_deal_by_deal_and_end_by_their_sheets(opened: Open) -> None:
    day = opened("scighera", 10)
    day.draw()
    app = look("tournament")
    assert leads(app, "matches") == {f"Table {at}": f"/matches?match={at}&league=Day" for at in (1, 2)}
    one = day.seats(1)
    day.deal_by_deal(1, [Hand(one[0], one[1]), Hand(one[2], None, made=False)], close=False)
    two = day.seats(2)
    day.paper(2, sheet(two, (9, 4, 4, -8, -9)))
    # caller 2, partner 1, the others -1 each; then solo and failed: caller -4, the others 1 each
    # 5-4-3-2-1, the second place shared
    first = ["Table 1", "2 deals", one[0], "+3", one[1], "+2", one[2], f"{MINUS}5", one[3], "0", one[4], "0"]
    second = [
        "Table 2", "over", two[0], "+9", "5", two[1], "+4", "3.5", two[2], "+4", "3.5",
        two[3], f"{MINUS}8", "2", two[4], f"{MINUS}9", "1",
    ]  # fmt: skip
    assert (card(day, 1), card(day, 2)) == (first, second)
    page = shown(app.run())
    deals = f"{one[2]} deals"  # after the first and the second seat
    assert "|".join([*first, deals, *second]) in page.text
    assert list(leads(app, "players")) == [*one, *two]
    assert page.classes.count("line first") == 2
    assert "Qualification: round 1 of 2, 1 of 2 tables over" in page.text
    assert "next|the result of table 1 of round 1" in page.text


def test_the_standing_names_every_round_and_what_decided(opened: Open) -> None:
    day = opened("scighera", 10)
    day.draw()
    day.papers({1: sheet(day.seats(1)), 2: sheet(day.seats(2), (8, 3, 1, -5, -7))})
    first, second = day.seats(1), day.seats(2)
    rows = shown(look("tournament", show="standing")).rows
    assert rows[0] == ["", "player", "round 1", "placement points", "units", "deals", "decided by"]
    assert rows[1] == ["1", first[0], "5", "5", "+9", "10", ""]  # what stands below the name is for phones
    assert rows[2] == ["2", f"{second[0]} decided by units", "5", "5", "+8", "10", "units"]
    assert rows[6] == ["as it stands, the best 5 go on"]
    assert [row[1].removesuffix(" decided by units") for row in rows[1:6]] == [
        first[0], second[0], first[1], second[1], second[2]
    ]  # fmt: skip


def test_who_rests_and_who_sits_where_can_be_found_by_name(opened: Open) -> None:
    day = opened("scighera", 13)
    day.draw()
    (resting,) = (day.entry(number) for number in tournaments.round_of(day.now).resting)
    sits = day.seats(2)
    assert shown(look("tournament")).text.endswith(f"Resting: {resting}")
    app = look("tournament", player=sits[2])
    assert f"{sits[2]}|round 1, table 2, seat 3, with " in shown(app).text
    assert sorted(leads(app, "players")) == sorted(people(13))
    assert f"|{sits[2]}|table 2|seat 3|" in shown(app).text
    assert shown(app).text.endswith(f"|{resting}|rests")
    assert f"{resting}|rests in round 1" in shown(look("tournament", player=resting)).text


def test_what_is_called_at_a_table_stands_on_its_card_until_the_result_comes(opened: Open) -> None:
    day = opened("scighera", 5)
    day.draw()
    first, second = day.seats(1)[:2]
    assert f"{first} deals" in shown(look("tournament")).words
    with day.book.writing() as transaction:
        scorebook.record_call(transaction, scorebook.match_by_id(transaction, 1), second, "K", "")
    words_shown = shown(look("tournament")).words
    assert f"{second} called the king; the result is open" in words_shown
    assert f"{first} deals" not in words_shown


def test_pairs_are_shown_as_one_with_the_seats_of_both_and_the_deals_they_won(opened: Open) -> None:
    day = opened("brisca-pairs", 0, seed=88)
    pairs = [("Anna", "Bruno"), ("Carla", "Dario"), ("Elena", "Franco"), ("Gina", "Hugo")]
    day.do(tournaments.enter, [tournaments.TypedEntry("", pair) for pair in pairs])
    assert "; 4 pairs so far" in shown(look("tournament")).text
    day.draw()
    day.do(tournaments.record_sheet, tournaments.PaperSheet(won=(3, 1)), 1)
    with day.book.writing() as transaction:
        match = scorebook.match_by_id(transaction, day.now.matches[1, 2])
        for side, count in (("gina", "74"), ("elena", "80")):
            scorebook.record_deal(transaction, match, DealWords(sides=(side, count)))
    told = shown(look("tournament")).text
    assert "Table 1|over|Anna+Bruno|3|Carla+Dario|1" in told
    assert "Table 2|2 deals, to 3 deals won|Gina+Hugo|1|Elena+Franco|1" in told
    assert "round 1 of 5, 4 pairs" in told
    assert shown(look("tournament", show="standing")).rows[1][:3] == ["1", "Anna+Bruno", "1"]
    seats = look("tournament", show="seats")
    assert "Anna|table 1|seat 1|Bruno|table 1|seat 3|Carla|table 1|seat 2|Dario|table 1|seat 4|" in shown(seats).text
    assert list(leads(seats, "players"))[:3] == ["Anna", "Bruno", "Carla"]
    last = tournaments.round_of(day.now)
    assert words.sits_words(day.now, last, 2) == f"round 1, table 1, seats 2 and 4, against Anna+Bruno; {MINUS}2 units"
    assert words.sits_words(day.now, last, 4) == "round 1, table 2, seats 1 and 3, against Elena+Franco"


def test_an_earlier_round_and_stage_are_shown_when_the_address_says_so(opened: Open) -> None:
    day = opened("scighera", 10)
    go_to_the_final(day)
    assert "/matches?match=5&league=Day" in leads(look("tournament"), "matches").values()
    assert "/matches?match=1&league=Day" in leads(look("tournament", round="1"), "matches").values()
    # nothing is played of the final
    assert [row[1] for row in shown(look("tournament", show="standing")).rows[1:]] == sorted(day.seats(1))
    assert len(shown(look("tournament", show="standing", stage="Qualification")).rows) == 1 + 10 + 1


# --- the cut -------------------------------------------------------------------------------------------------------


def test_a_tie_at_the_cut_is_seen_played_off_and_announced(opened: Open) -> None:
    day = opened("scighera", 10)
    for _ in range(2):
        day.draw()
        day.papers({at: sheet(day.seats(at), (0,) * 5) for at in (1, 2)})
    assert next_action(day.now.format, day.now.progress) is Action.PLAY_OFF
    names = people(10)
    page = shown(look("tournament", show="standing"))
    assert f"{listed(names)} tie and play off" in page.text
    assert page.classes.count("tied") == 10
    assert [row[-1] for row in page.rows[1:11]] == ["", *["play-off due"] * 9]
    day.do(tournaments.play_off, names[::-1])
    page = shown(look("tournament", show="standing"))
    assert page.classes.count("on") == 5
    assert page.rows[2][-1] == "play-off"
    assert page.rows[6] == ["as it stands, the best 5 go on"]
    day.do(tournaments.announce_cut)
    page = shown(look("tournament", show="standing"))
    assert f"went on: |{listed(names[:4:-1])}" in page.text
    assert page.rows[6] == ["who went on"]
    assert "next|round 3, Final" in page.text


def test_where_tables_send_their_firsts_those_are_marked_and_no_line_is_drawn(opened: Open) -> None:
    day = opened("champions", 15)
    day.draw()
    day.papers({at: sheet(day.seats(at), (30 - at, 2, -5, -6, at - 21)) for at in (1, 2, 3)})
    shown_board = Board(day.now, 0)
    page = Written(parts.standing_table(shown_board))
    assert page.classes.count("on") + page.classes.count("tied") >= 10
    assert "cut" not in page.classes
    below = [words for words in page.words if words.startswith(("Marked:", "Shared:"))]
    assert below[0].startswith("Marked: as it stands, 10 go on: the firsts of the tables")
    kept = "A play-off and the lot decide only who goes on, once every result is in."
    assert below[1] == f"Shared: level in all else that is asked. {kept}"


# --- over ----------------------------------------------------------------------------------------------------------


def test_when_it_is_over_there_is_a_podium_and_everybodys_place(opened: Open) -> None:
    day = opened("scighera", 10)
    day.play_on(lambda number, seats: summed(seats, invented(Random(f"{number} {seats[0]}"), seats)))
    page = shown(look("tournament"))
    assert re.search(r"\S+ won with \+\d+ units, (\d+ ahead of|before) [^|]+\.", page.text)
    assert not {"now", "next"} & {*page.words}
    told = [(int(row[0]), row[1].split(" decided")[0].removesuffix(" shared")) for row in page.rows if len(row) > 1]
    assert told == day.classified()
    first = day.classified()[0][1]
    assert page.text.index(first) < page.text.index("Final, units")
    found = {"standing": "classification.csv", "tables": "results.csv", "seats": "seating.csv"}
    for show, file in found.items():
        assert [one.proto.label for one in look("tournament", show=show).get("download_button")] == [file]


def go_to_the_final(day: Day) -> None:
    """Two rounds in which the first of a table is the best, the cut, and the draw of the final."""
    for _ in range(2):
        day.draw()
        day.papers({at: sheet(day.seats(at), (9 + at, 4, 0, -4 - at, -9)) for at in (1, 2)})
    if next_action(day.now.format, day.now.progress) is Action.PLAY_OFF:
        day.do(tournaments.play_off, [])
    day.do(tournaments.announce_cut)
    day.draw()


def played_out(day: Day, final: Sequence[int], won: int = 4) -> None:
    """The same, and a final with these units by seat, so many deals won."""
    go_to_the_final(day)
    day.papers({1: sheet(day.seats(1), final, won)})


@pytest.mark.parametrize(("by", "said_of_it"), [("played", "by the play-off"), ("lot", "by the lot")])
def test_the_podium_says_that_a_play_off_or_the_lot_decided(opened: Open, by: str, said_of_it: str) -> None:
    day = opened("scighera", 10)
    played_out(day, (7, 7, 1, -6, -9))
    second, first = sorted(day.seats(1)[:2])
    day.do(tournaments.play_off, [first, second] if by == "played" else [])
    day.do(tournaments.conclude)
    first, second = (name for _, name in day.classified()[:2])
    app = look("tournament")
    page, links = shown(app), leading(app)
    assert f"{first} before {second} {said_of_it}" in page.words
    address = f"/players?player={first}".replace(" ", "%20")
    assert links.count((first, address)) == 5  # answer, went on, podium, decided, table
    assert page.rows[2][-2:] == ["10 deals", f"decided {said_of_it}"]
    assert "+7 units" in page.words
    assert "+1 unit" in page.words  # the third


def test_whoever_replaced_somebody_is_a_link_beside_them(opened: Open) -> None:
    day = opened("scighera", 10)
    played_out(day, (7, 7, 1, -6, -9))
    day.do(tournaments.substitute, "Carla A", "Lia")
    app = look("tournament", show="standing")
    assert "Lia (for Carla A)" in shown(app).words
    assert {("Lia", "/players?player=Lia"), ("Carla A", "/players?player=Carla%20A")} <= set(leading(app))


def test_deals_that_a_sheet_does_not_say_are_not_told_as_fewer(opened: Open) -> None:
    day = opened("scighera", 10)
    for say in ((), ("deals",)):  # a round of nobody knows how many deals, and one of ten
        day.draw()
        day.paper(1, sheet(day.seats(1)), say=say)
        day.paper(2, sheet(day.seats(2), (8, 3, 1, -5, -7)), say=("deals",))
    unknown = {day.entry(number) for number in day.now.progress.rounds[0].tables[0].seats}
    rows = shown(look("tournament", show="standing")).rows
    assert rows[0][-2:] == ["deals", "decided by"]
    told = {name: row[-2] for row in rows[1:] for name in people(10) if len(row) > 1 and row[1].startswith(name)}
    assert told == {name: "" if name in unknown else "20" for name in people(10)}


def test_the_evening_shows_the_tournament_after_its_last_table(opened: Open) -> None:
    day = opened("scighera", 10)
    played_out(day, (7, 6, 1, -5, -9))
    app = look("tonight")
    assert "the stage Final is over; the podium" in shown(app).words  # comes next
    day.do(tournaments.conclude)
    app = look("tonight")
    page = shown(app)
    assert any(" won with " in words for words in page.words)
    assert [int(row[0]) for row in page.rows if len(row) > 1] == list(range(1, 11))
    assert "Who pays whom" not in said(app)
    (way,) = [one.proto for one in app.get("page_link")]
    assert (way.page, way.query_string) == ("tournament", "tournament=Day")
    assert "Who pays whom" in said(look("tonight", match="5"))  # one table, where it is asked for


# --- formats -------------------------------------------------------------------------------------------------------


def test_duels_are_pairs_and_the_odd_one_is_named(opened: Open) -> None:
    day = opened("duels", 10)
    day.draw()
    table = tournaments.round_of(day.now).tables[0]
    (one, other), (third, fourth) = [[day.entry(number) for number in pair] for pair in table.duels]
    (odd,) = set(day.seats(1)) - {one, other, third, fourth}
    assert card(day, 1)[2:] == [one, other, third, fourth, "against all", odd]
    assert f"; a duel with {other}" in shown(look("tournament", player=one)).text
    assert "; against all" in shown(look("tournament", player=odd)).text
    assert "Prima Mano al Buio" in shown(look("tournament")).text
    duel = f"{one}|table 1|seat {day.seats(1).index(one) + 1}, duel with {other}"
    assert duel in shown(look("tournament", show="seats")).text


def test_members_of_teams_have_a_standing_of_their_own(opened: Open) -> None:
    day = opened("marathon", 0)
    names = people(15)
    day.do(
        tournaments.enter, [tournaments.TypedEntry(f"Team {at}", tuple(names[3 * at : 3 * at + 3])) for at in range(5)]
    )
    day.draw()
    day.deal_by_deal(1, [Hand(day.seats(1)[0], day.seats(1)[1])], close=False)
    assert shown(look("tournament", show="standing")).rows[0][1] == "team"
    assert "5 teams" in shown(look("tournament")).text
    app = look("tournament", show="players")  # caller 2, partner 1, the others -1 each; nobody has deals for a place
    found = "".join(rf"\|[^|]+\|{re.escape(got)}\|1 deal" for got in ("+2", "+1", *[f"{MINUS}1"] * 3))
    assert re.search(f"{found}$", shown(app).text)
    assert [one.proto.label for one in app.get("download_button")] == ["players.csv"]


# --- wall and clock ------------------------------------------------------------------------------------------------


def test_the_wall_shows_tables_and_the_first_of_the_standing_alone(opened: Open) -> None:
    day = opened("scighera", 20)
    day.draw()
    app = look("tournament", big="1")
    assert (tables(app), len(app.selectbox), len(app.get("download_button"))) == ([], 0, 0)
    assert {f"Table {number}" for number in range(1, 5)} <= set(shown(app).words)
    app.toggle[0].set_value(False).run()
    assert (len(leads(app, "matches")), len(leads(app, "players"))) == (4, 20)


def test_the_clock_counts_in_the_page_from_what_is_left(opened: Open) -> None:
    day = opened("scighera", 10)
    day.draw()
    assert parts.clock(day.now, NOON) is None
    day.do(tournaments.start_clock)
    started = day.now.clocks[1].started_at
    told = str(parts.clock(day.now, started + timedelta(minutes=10)))
    assert "--all: 3600; animation: counting 3600s steps(3600) -600s both, soon 1s linear 2700s forwards" in told
    ends = f"{(started + timedelta(hours=1)).astimezone():%H:%M}"
    assert f"until {ends}, at the bell: finish the deal" in told
    assert "animation: rung 1s 3000s forwards" in told
    assert ends in shown(look("tournament")).text
    day.do(tournaments.give_extra, 2, 5)
    day.do(tournaments.pause_clock)
    stopped = str(parts.clock(day.now, started + timedelta(hours=9)))
    assert "the clock is stopped, at the bell: finish the deal; table 2: 5 minutes more" in stopped
    assert ("s both paused" in stopped, "rung" in stopped) == (True, False)
    assert "5 minutes more" in shown(look("tournament")).text
    day.papers({at: sheet(day.seats(at)) for at in (1, 2)})
    assert parts.clock(day.now, started) is None  # the round is over


# --- several tournaments, and names that try to be more ------------------------------------------------------------


def test_of_several_the_one_going_on_is_shown_and_the_address_names_others(opened: Open) -> None:
    opened("scighera", 5, name="First")
    opened("scighera", 5, name="Second").do(tournaments.conclude)
    app = look("tournament")
    assert shown(app).text.startswith("First")
    assert app.segmented_control[0].options == ["First", "Second"]
    app.segmented_control[0].select("Second").run()
    assert app.query_params["tournament"] == "Second"
    assert shown(app).text.startswith("Second")


def test_hostile_names_are_text_at_every_moment_on_a_page_and_on_a_wall(opened: Open) -> None:
    names = [name for name in HOSTILE if name not in {"NaN", "None", "007", "-1"}][:30]
    day = opened("scighera", names, name=HOSTILE[1])
    pages = [look("tournament")]
    day.draw()
    pages += [look("tournament", player=names[3]), *(look("tournament", big=big) for big in ("0", "1"))]
    day.play_on(lambda number, seats: summed(seats, invented(Random(f"{number} {seats[0]}"), seats)))
    pages += [look("tournament", big=big) for big in ("1", "0")]
    for app in pages:
        page = shown(app)
        assert page.tags <= OURS
        assert HOSTILE[1] in page.words
        markdown = [one.value for kind in (app.title, app.subheader, app.markdown, app.info) for one in kind]
        labels = [one.proto.label for kind in ("selectbox", "toggle", "download_button") for one in app.get(kind)]
        assert not any(name in read for name in names for read in (*markdown, *labels))
        for one in app.get("page_link"):  # every sign is escaped, but for our own: bold and small
            ours = re.sub(r"\\.", "", one.proto.label).replace("*", "").replace(":small[", "").removesuffix("]")
            assert not re.search(r"[!-/:-@\[-`{-~]", ours.replace(".5", ""))
    assert set(names) <= set(shown(pages[-1]).words)


def test_a_card_says_how_many_of_the_agreed_deals_are_played_and_what_its_sheet_lacks(opened: Open) -> None:
    day = opened("ten-deals", 10)
    day.draw()
    one, other, *_ = day.seats(2)
    day.deal_by_deal(2, [Hand(one, other)], close=False)
    assert card(day, 2)[:2] == ["Table 2", "1 of 10 deals"]
    units = zip(day.seats(1), (14, 5, 5, -5, -15), strict=True)  # +4 in all
    day.paper(1, {name: Typed(got) for name, got in units}, say=[], residual="<b>torn</b>")
    assert "a residual of +4 (<b>torn</b>)" in card(day, 1)
    below = "Round 1, table 1: the paper sheet leaves a residual of +4 (<b>torn</b>)."
    assert below in shown(look("tournament", show="standing")).words
    assert "a residual of +4 (<b>torn</b>)" in shown(look("tournament")).words


# --- in the end ----------------------------------------------------------------------------------------------------


def test_who_wins_in_the_end_is_drawn_when_asked_for_and_anew_once_a_table_ends(opened: Open) -> None:
    day = opened("scighera", 10)
    day.draw()
    day.papers({1: sheet(day.seats(1), UNITS)})
    assert "First in the end" not in shown(look("tournament", show="standing")).text  # it is folded away
    first = shown(look("tournament", "in the end", show="standing"))
    assert f"First in the end: {day.seats(1)[0]} with " in first.text.replace("|", "")
    day.deal_by_deal(2, invented(Random(1), day.seats(2), 1), close=False)
    assert shown(look("tournament", "in the end", show="standing")).rows[-10:] == first.rows[-10:]
    day.do(tournaments.close_table, 2)
    assert shown(look("tournament", "in the end", show="standing")).rows[-10:] != first.rows[-10:]
