"""Entry lists as clubs have them, and names that would have become one entrant."""

import pytest

from tests.tournaments.desk import REFUSED, Ok, Say

SINGLES, PAIRS = "scighera", "brisca-pairs"


@pytest.mark.parametrize(
    ("form", "text", "names", "said"),
    [
        (SINGLES, "Nome\nAnna\n", ["Anna"], ""),
        (SINGLES, "Cognome;Nome\nRossi;Anna\nDe Luca;Bruno\n", ["Anna Rossi", "Bruno De Luca"], ""),
        (SINGLES, "n.,Nome e cognome,Tel.\n1,Anna Rossi,333 1\n", ["Anna Rossi"], "the columns n., Tel."),
        (SINGLES, "Nombre;Apellidos;Móvil\nAna;García Gil;6\n", ["Ana García Gil"], "the column Móvil"),
        (SINGLES, "Name,E-mail\nAnn,a@b.c\n", ["Ann"], "the column E-mail"),
        (SINGLES, "Giocatore,Girone\nAnna,A\n", ["Anna"], ""),
        (SINGLES, "Cognome,Note\nRossi,late\n", ["Rossi"], "the column Note"),
        (PAIRS, "Squadra;Giocatore 1;Giocatore 2\nLeoni;Anna;Bruno\n", ["Leoni"], ""),
        (PAIRS, "Giocatore;Compagno\nAnna;Bruno\n", ["Anna+Bruno"], ""),
        (PAIRS, "Pareja,Jugador 1,Jugador2\nLos Reyes,Ana,Blas\n", ["Los Reyes"], ""),
        (PAIRS, "Coppia\nAnna+Bruno\nCarla+Dario\n", ["Anna+Bruno", "Carla+Dario"], ""),
        (PAIRS, "Giocatore,Giocatore\nAnna,Bruno\n", ["Anna+Bruno"], ""),
        (PAIRS, 'entrant,members\nAnna+Bruno,"Anna, Bruno"\n', ["Anna+Bruno"], ""),
    ],
)
def test_an_entry_list_with_headers_of_a_club_comes_in(
    ok: Ok, say: Say, form: str, text: str, names: list[str], said: str
) -> None:
    ok(f"tournament new Natale --format {form} --seed 1")
    done = say("tournament enter --from -", stdin=text)
    assert (done.returncode, done.stderr) == (0, f"not read: {said}\n" if said else ""), done.stderr
    assert [line.split(",")[0] for line in ok("tournament export entries").splitlines()[1:]] == names


def test_names_with_another_sign_between_them_became_one_entrant(ok: Ok, say: Say) -> None:
    # Furio+Gino at the desk: test_tournament_mistakes
    ok("tournament new Natale --format scighera --seed 1")
    assert ok(["tournament", "enter", "Anna; Bruno; Carla"]) == "Entered 3 players.\n"
    done = say("tournament enter --from -", stdin="player\nFurio & Gino\n")
    assert (done.returncode, "with a comma between them they enter, Furio,Gino" in done.stderr) == (REFUSED, True)
    assert ok(["tournament", "enter", "=Furio & Gino"]) == "Entered 1 player.\n"  # who is called so


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


def test_a_title_above_the_header_of_an_entry_list_became_three_entrants(ok: Ok, say: Say) -> None:
    ok("tournament new Natale --format scighera --seed 1")
    done = say("tournament enter --from -", stdin="Iscritti al torneo\n\nNome;Cognome\nIda;Riva\n")
    told = "line 3, column player: 'Nome;Cognome' is more than a name: take away what stands above the header"
    assert (done.returncode, told in done.stderr) == (REFUSED, True), done.stderr
