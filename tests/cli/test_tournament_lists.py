"""Entry lists as clubs have them, and names that would have become one entrant."""

import pytest

from tests.desk import REFUSED, Ok, Say
from tests.running import refused


@pytest.mark.parametrize(
    ("text", "names", "said"),
    [
        ("Nome\nAnna\n", ["Anna"], ""),
        ("Cognome;Nome\nRossi;Anna\nDe Luca;Bruno\n", ["Anna Rossi", "Bruno De Luca"], ""),
        ("n.,Nome e cognome,Tel.\n1,Anna Rossi,333 1\n", ["Anna Rossi"], "not read: the columns n., Tel.\n"),
        ("Nombre;Apellidos;Móvil\nAna;García Gil;6\n", ["Ana García Gil"], "not read: the column Móvil\n"),
        ("Jugador\nAna\n", ["Ana"], ""),
        ("Name,E-mail\nAnn,a@b.c\n", ["Ann"], "not read: the column E-mail\n"),
        ("Giocatore,Girone\nAnna,A\n", ["Anna"], ""),
        ("Cognome,Note\nRossi,late\n", ["Rossi"], "not read: the column Note\n"),
    ],
)
def test_an_entry_list_with_headers_of_a_club_comes_in(
    ok: Ok, say: Say, text: str, names: list[str], said: str
) -> None:
    ok("tournament new Natale --format scighera --seed 1")
    done = say("tournament enter --from -", stdin=text)
    assert (done.returncode, done.stderr) == (0, said), done.stderr
    assert [line.split(",")[0] for line in ok("tournament export entries").splitlines()[1:]] == names


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("Squadra;Giocatore 1;Giocatore 2\nLeoni;Anna;Bruno\n", ["Leoni"]),
        ("Giocatore;Compagno\nAnna;Bruno\n", ["Anna+Bruno"]),
        ("Pareja,Jugador 1,Jugador2\nLos Reyes,Ana,Blas\n", ["Los Reyes"]),
        ("Coppia\nAnna+Bruno\nCarla+Dario\n", ["Anna+Bruno", "Carla+Dario"]),
        ("Giocatore,Giocatore\nAnna,Bruno\n", ["Anna+Bruno"]),
    ],
)
def test_a_list_of_pairs_with_headers_of_a_club_comes_in(ok: Ok, text: str, pairs: list[str]) -> None:
    ok("tournament new Coppie --format brisca-pairs --seed 1")
    ok("tournament enter --from -", stdin=text)
    assert [line.split(",")[0] for line in ok("tournament export entries").splitlines()[1:]] == pairs


def test_a_fault_of_every_line_is_said_once(ok: Ok, say: Say) -> None:
    ok("tournament new Coppie --format brisca-pairs --seed 1")
    done = say("tournament enter --from -", stdin="Squadra\nLeoni\nOrsi\nLupi\n")
    told = "scorer: line 2, column team: 0 members; a team of brisca-pairs has 2; so it is in 2 other lines\n"
    assert (done.returncode, done.stderr) == (REFUSED, told)


def test_a_fault_was_counted_with_the_lines_that_have_it_in_another_column(ok: Ok, say: Say) -> None:
    ok("tournament new Coppie --format brisca-pairs --seed 1")
    done = say("tournament enter --from -", stdin="player1,player2\nsolo,Anna\nBruno,solo\nCarla,solo\n")
    first, second, *_ = done.stderr.splitlines()
    assert ("line 2, column player1" in first, "other line" in first) == (True, False)
    assert ("line 3, column player2" in second, second.endswith("so it is in 1 other line")) == (True, True)


def test_names_with_semicolons_became_one_entrant(ok: Ok) -> None:
    ok("tournament new Natale --format scighera --seed 1")
    assert ok(["tournament", "enter", "Anna; Bruno; Carla"]) == "Entered 3 players.\n"


@pytest.mark.parametrize("two", ["Furio+Gino", "Furio & Gino", "Furio/Gino"])
def test_two_names_with_another_sign_between_them_became_one_entrant(two: str, ok: Ok, say: Say) -> None:
    ok("tournament new Natale --format scighera --seed 1")
    single = "scighera is played by single players; with a comma between them they enter, Furio,Gino"
    refused(say(["tournament", "enter", two]), REFUSED, single)
    done = say("tournament enter --from -", stdin=f"player\n{two}\n")
    assert (done.returncode, single in done.stderr) == (REFUSED, True)
    assert ok(["tournament", "enter", f"={two}"]) == "Entered 1 player.\n"  # who is called so


def test_a_title_above_the_header_of_an_entry_list_became_three_entrants(ok: Ok, say: Say) -> None:
    ok("tournament new Natale --format scighera --seed 1")
    done = say("tournament enter --from -", stdin="Iscritti al torneo\n\nNome;Cognome\nIda;Riva\n")
    told = "line 3, column player: 'Nome;Cognome' is more than a name: take away what stands above the header"
    assert (done.returncode, told in done.stderr) == (REFUSED, True), done.stderr


def test_the_clock_is_stopped_with_one_word_at_a_time(ok: Ok, say: Say) -> None:
    ok("tournament new Natale --format scighera --seed 1")
    ok("tournament enter Anna,Bruno,Carla,Dario,Elena")
    ok("tournament draw")
    refused(say("tournament round 1 --start --stop"), REFUSED, "--start and --pause do not go together")
    refused(say("tournament round --extra 5"), REFUSED, "say the table and its minutes, as in 3=5")
    ok("tournament round --start")
    shown = ok("tournament round --extra 1=5")
    assert "Table 1: 5 minutes more, until " in shown
    assert "Clock: stopped with " in ok("tournament round --stop")
    page = ok("tournament print clock")
    assert "<p>The clock is stopped with " in page
    assert "Table 1: 5 minutes more" in page
