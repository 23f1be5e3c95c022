"""Names stay text, whatever is written in them."""

import html
import re

from markupsafe import Markup

from dashboard.look.safe_text import (
    columns,
    distinguished,
    isolated,
    label,
    lines,
    parted,
    people,
    plain,
    sentence,
    short,
    shorts,
    slug,
)
from scorer.paper import html_page
from tests.invented import HOSTILE


def test_there_are_enough_hostile_names() -> None:
    assert len(set(HOSTILE)) >= 30
    assert all(len(name) <= 40 for name in HOSTILE)


def test_a_chart_reads_a_name_as_it_is_written() -> None:
    for name in HOSTILE:
        safe = plain(name)
        assert html.unescape(safe) == name
        assert not re.search(r"<|%\{|\$", safe), name


def test_a_label_of_a_link_reads_a_name_as_it_is_written() -> None:
    for name in (*HOSTILE, "www.evil.example", "a@b.example", "x--y->z"):
        safe = label(name)
        assert re.sub(r"\\(.)", r"\1", safe).replace("\u2060", "") == name
        # what Streamlit makes smileys, arrows and addresses of has no sign together
        bare = re.sub(r"\\.", "\N{BULLET}", safe)
        assert not re.search(r"[!-/:-@\[-`{-~]|\N{BULLET}\N{BULLET}|www\N{BULLET}", bare), name


def test_two_names_never_become_one() -> None:
    assert len({plain(name) for name in HOSTILE}) == len(HOSTILE)


def test_long_text_breaks_between_words_and_each_line_is_safe() -> None:
    assert lines("Anna called <b> with Bruno", 12) == "Anna called<br>&lt;b&gt; with<br>Bruno"
    assert lines("") == ""


def test_a_long_name_ends_with_an_ellipsis() -> None:
    assert short("Anna", 4) == "Anna"
    assert short("Wolfeschlegel", 8) == "Wolfesc…"
    assert short("Anna Maria Rossi", 6) == "Anna…"
    assert short("9" * 50_000, 40) == "9" * 39 + "…"  # letter by letter from the end it took minutes


def test_wide_letters_count_twice() -> None:
    assert columns("田中太郎") == 8
    assert short("田中太郎さん", 7) == "田中太…"


def test_a_family_of_joined_emoji_is_one_character() -> None:
    family = "👩‍👩‍👧‍👦"
    assert columns(family) == 2
    assert short(f"{family}{family}{family}", 5) == f"{family}{family}…"
    assert short("Zoe\u0308e\u0308e\u0308e\u0308", 4) == "Zoe\u0308…"


def test_names_that_would_look_alike_keep_their_end() -> None:
    twins = ["Giovanni Battista Primo", "Giovanni Battista Secondo", "Anna"]
    assert shorts(twins, 12) == ["Giova… Primo", "Giova…econdo", "Anna"]


def test_names_that_differ_in_their_middle_alone_keep_what_is_different() -> None:
    names = ["Maria Antonietta Rossi Bianchi", "Maria Antonietta Rosso Bianchi", "Maria Antonella Rosso Bianchi"]
    assert shorts(names, 14) == ["Mar…i Bianchi", "Mar…o Bianchi", "Maria Antonel…"]
    assert shorts(names[:2], 9) == ["Ma…i Bia…", "Ma…o Bia…"]
    many = [f"Circolo degli Scacchi {at:02} di Bologna" for at in range(40)]
    assert len(set(shorts(many, 14))) == 40
    assert max(map(columns, shorts(many, 14))) <= 14
    assert shorts(["Anna", *many[:1], *many[:1]], 14) == ["Anna", "Circolo degli…", "Circolo degli…"]  # nobody else


def test_the_end_of_a_long_name_is_kept() -> None:
    assert parted("Maria Antonietta R.") == ("Maria Antonietta ", "R.")
    assert parted("Wolfeschlegelstein") == ("Wolfeschlegels", "tein")
    assert parted("Giovanni") == ("Giovanni", "")
    assert parted("مرحبابكمجميعا") == ("مرحبابكمجميعا", "")  # its letters join


def test_names_that_begin_and_end_alike_keep_the_word_that_differs() -> None:
    sisters = ["Maria Antonietta Rossi Bianchi", "Maria Antonietta Russo Bianchi", "Maria Antonietta Verdi"]
    assert distinguished(sisters[0], sisters) == ("Maria Antonietta ", "Rossi", " Bianchi")
    assert distinguished(sisters[2], sisters) == ("Maria Antonietta ", "Verdi", "")
    assert distinguished("Anna Rossi Bianchi", ["Carla Verdi Bianchi"]) == ("Anna Rossi Bia", "nchi", "")
    long = ["Wolfeschlegelsteinhausenbergerdorff", "Wolfeschlegelsteinhausenbargerdorff"]
    assert distinguished(long[0], long) == ("Wolfeschlegelsteinhausenb", "ergerdorff", "")


def test_a_name_from_right_to_left_keeps_its_direction_to_itself() -> None:
    shalom = "\u05e9\u05dc\u05d5\u05dd"
    assert isolated(shalom) == f"\u2068{shalom}\u2069"
    assert isolated("Anna") == "Anna"


def test_in_a_sentence_no_name_turns_the_numbers_beside_it_round() -> None:
    shalom, longer = "\u05e9\u05dc\u05d5\u05dd", "\u05e9\u05dc\u05d5\u05dd \u05d1"
    assert sentence(f"{shalom} +2, {longer} -1, Anna -1", [shalom, "Anna", longer]) == (
        f"\u2068{shalom}\u2069 +2, \u2068{longer}\u2069 \N{MINUS SIGN}1, Anna \N{MINUS SIGN}1"
    )
    assert sentence("Jean-3 -3", ["Jean-3"]) == "Jean-3 \N{MINUS SIGN}3"


def test_a_file_is_named_after_the_question() -> None:
    assert slug("Who is ahead, deal by deal?") == "who-is-ahead-deal-by-deal"
    assert slug("../<b>$%") == "b"
    assert slug("???") == "chart"
    assert len(slug("a" * 99)) == 60


def test_no_line_ends_between_a_number_and_its_percent_or_its_error() -> None:
    assert lines("Anna wins 45 % of deals", 12) == "Anna wins<br>45 % of<br>deals"
    assert (
        lines("Anna has +0.04 \N{PLUS-MINUS SIGN}0.27 a deal", 12)
        == "Anna has<br>+0.04 \N{PLUS-MINUS SIGN}0.27<br>a deal"
    )


def test_a_sentence_escapes_names_and_keeps_our_html() -> None:
    link = Markup("<a href='/players'>Anna</a>")
    words = html_page.sentence("{player} leads before {second}", player=link, second="<b>Bruno</b>")
    assert words == "<a href='/players'>Anna</a> leads before &lt;b&gt;Bruno&lt;/b&gt;"


def test_people_are_called_as_short_as_nobody_else_is() -> None:
    """Whole where there is room; else the first name, then letters of the last, and cut where neither has room."""
    names = ["Anna Bianchi", "Bartolomeo Rossi", "Giovanna Ferrari", "Giovanna Fontana", "Wolfeschlegelstein", "Bice"]
    assert people(names) == [
        "Anna Bianchi", "Bartolomeo", "Giovanna Fe.", "Giovanna Fo.", "Wolfeschlegel…", "Bice",
    ]  # fmt: skip
    assert people(["Giovanna Ferrari", "Giovanna"], 12) == ["Giovanna F.", "Giovanna"]
    assert people(["De Luca Maria Grazia"]) == ["De Luca Maria…"]  # "De" is nobody's name
    assert people(["Maria Antonietta Rossi", "Maria Antonella Rossi"]) == ["Maria Antonie…", "Maria Antonel…"]
