"""Entry lists as clubs have them: headers in Italian, Spanish and English, and what is wrong in many lines alike."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scorer.errors import FaultyFileError
from scorer.exchange.csv_reader import MOST_COLUMNS, MOST_LISTED, Faults
from scorer.exchange.name_columns import NAMES, SURNAMES
from scorer.language import ngettext
from scorer.match.names import fold

SURNAME: Final = "surname"
LEFT_AWAY: Final = "left away"
NOT_READ: Final = tuple(f"not read {at}" for at in range(MOST_COLUMNS))  # columns that say nothing of an entry
_MEANT: Final = {
    "player": NAMES,
    SURNAME: SURNAMES,
    "team": (
        "squadra, squadre, coppia, coppie, nome squadra, nome coppia, nome della squadra, nome della coppia, equipo, "
        "equipos, pareja, parejas, nombre del equipo, nombre de la pareja, pair, pairs, teams, team name"
    ),
    "player1": "giocatore 1, primo giocatore, componente 1, jugador 1, primer jugador, player 1",
    "player2": (
        "giocatore 2, secondo giocatore, componente 2, jugador 2, segundo jugador, player 2, compagno, socio, "
        "companero, partner"
    ),
    **{f"player{at}": f"giocatore {at}, componente {at}, jugador {at}, player {at}" for at in range(3, 10)},
    "group": "gruppo, girone, grupo",
    "direct": "diretto, direttamente, directo",
    LEFT_AWAY: (
        "n, nr, no, num, numero, #, pos, posto, tel, telefono, cellulare, cell, movil, telefono movil, phone, mobile, "
        "mail, e-mail, email, correo, correo electronico, note, notas, notes, pagato, quota, pagado, cuota, paid, "
        "fee, firma, tessera, data, fecha, date"
    ),
}
_COLUMNS: Final = {word: column for column, words in _MEANT.items() for word in words.split(", ")}


@dataclass(frozen=True, slots=True)
class EntryHeader:
    """What the columns of an entry list mean: `columns` by the place of each.

    `surname` is the place of the second part of a name, None where it stands in one; `notices` what there is to say.
    """

    columns: tuple[str, ...]
    surname: int | None = None
    notices: tuple[str, ...] = ()


def entry_header(names: Sequence[str], known: Sequence[str], *, single: bool) -> EntryHeader | None:
    """What a header means that has a word for names, in whichever language; None for any other.

    `known` are the columns of our own. For `single` players a list has a name in a line, else pairs or teams.
    """
    shown = [name.strip() for name in names]
    meant = []
    for name in shown:
        words = re.sub(r"(?<=[a-z])(?=\d)|[.:°º_]+", " ", fold(name)).split()
        meant.append(name.casefold() if name.casefold() in known else _COLUMNS.get(" ".join(words), ""))
    if SURNAME in meant and "player" not in meant:  # the only name that they have
        meant[meant.index(SURNAME)] = "player"
    if all(name.casefold() in known for name in shown if name) or not {"player", "team", "player1"} & {*meant}:
        return None
    if not single and meant.count("player") == 1 and "player2" in meant:
        meant[meant.index("player")] = "player1"
    if not single and "team" not in meant:
        places = [at for at, column in enumerate(meant) if column == "player"]
        for number, at in enumerate(places, 1):
            meant[at] = f"player{number}"
    surname = meant.index(SURNAME) if SURNAME in meant and "player" in meant else None
    columns = tuple(
        NOT_READ[at] if column in {LEFT_AWAY, SURNAME} else column or shown[at].casefold()
        for at, column in enumerate(meant)
    )
    away = [name for name, column in zip(shown, meant, strict=True) if column == LEFT_AWAY]
    notice = ngettext(
        "not read: the column {columns}", "not read: the columns {columns}", len(away), columns=", ".join(away)
    )
    return EntryHeader(columns, surname, (notice,) if away else ())


class EntryFaults(Faults):
    """The faults of an entry list: what is wrong in many lines in one way is said of the first of them, and counted."""

    def __init__(self) -> None:
        super().__init__()
        self._times: Counter[tuple[str, str]] = Counter()

    def add(self, message: str, column: str = "") -> None:
        """Note what is wrong in this line, unless it was noted of another."""
        self._times[message, column] += 1
        if self._times[message, column] == 1:
            super().add(message, column)

    def error(self) -> FaultyFileError:
        """The error that lists them, each once."""
        lines = [*super().error().faults]
        for at, times in enumerate(self._times.values()):
            if times > 1 and at < MOST_LISTED:  # they were noted in this order
                lines[at] = ngettext(
                    "{fault}; so it is in {count} other line",
                    "{fault}; so it is in {count} other lines",
                    times - 1,
                    fault=lines[at],
                )
        return FaultyFileError(lines, *self.advices)
