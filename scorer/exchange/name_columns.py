"""The columns in which names of people stand, in Italian, English and Spanish: one, or a surname in one of its own."""

from typing import Final

NAMES: Final = (
    "nome e cognome, cognome e nome, nome cognome, cognome nome, nominativo, nominativi, giocatore, giocatrice, "
    "giocatori, partecipante, partecipanti, iscritto, iscritti, player, players, name, names, full name, player name, "
    "first name, given name, nome, nomi, chi, nombre, nombres, nombre y apellidos, nombre y apellido, "
    "apellidos y nombre, nombre completo, jugador, jugadora, jugadores, participante, participantes, inscrito"
)
SURNAMES: Final = "cognome, cognomi, surname, last name, family name, apellido, apellidos"


def full_name(first: str, surname: str) -> str:
    """`Anna Rossi`; either of the two may be empty."""
    return f"{first} {surname}".strip()
