"""The meaning of column names and words in cells of foreign tables, in Italian, English and Spanish."""

import re
from collections.abc import Mapping
from typing import Final

from scorer.exchange.name_columns import NAMES, SURNAMES
from scorer.exchange.own.deals_csv import COLUMNS, OF_SHEET, ORDER, SEAT_COLUMNS, UNITS_COLUMNS
from scorer.exchange.own.deals_in import TOTALS
from scorer.language import N_, _
from scorer.match.names import fold
from scorer.notebooks.clock import TIME
from scorer.notebooks.table import A_DEAL_A_LINE, EVENINGS, WIDE

CARD, RESULT, TYPE, THRESHOLD = "card", "result", "type", "threshold"  # what they are depends on the others
PLAYER = "player"  # of a table with a row for each player of an evening

_WORDS: Final[Mapping[str, str]] = {
    "on": "data, date, giorno, day, quando, data partita, data serata, fecha, día, cuándo, informazioni cronologiche, "
    "timestamp, marca temporal, quando avete giocato, quando si è giocato",
    "match": "partita, serata, evening, game night, raggio, lap, nome partita, partida, velada, noche",
    TIME: "ora, orario, ore, ora inizio, ora di inizio, inizio, time, start, start time, hora, hora inicio, "
    "hora de inicio, inicio, comienzo",
    "league": "lega, campionato, liga",
    "variant": "variante, regole, rules, reglas",
    "number": "n, n., nr, nr., num, no., #, numero, número, n. mano, mano, smazzata, giro, hand, deal, progressivo",
    "dealer": "mazziere, cartaro, chi dà le carte, chi dava le carte, dà le carte, reparte, repartidor, quién reparte",
    "out": "riposa, riposo, chi riposa, chi riposava, fuori, resting, sitting out, sits out, descansa, quién descansa",
    "caller": "chiamante, chi chiama, chi ha chiamato, chiama, giaguaro, dichiarante, comandante, declarer, bidder, "
    "who called, llamador, llamadora, llama, quién llama, quién llamó, declarante",
    "bid": "chiamata, dichiarazione, asta, contract, cosa ha chiamato, che cosa ha chiamato, apuesta, subasta, llamada",
    CARD: "carta, carta chiamata, quale carta, che carta, che carta ha chiamato, card, called card, carta llamada",
    "partner": "socio, con, con chi, chi era il socio, chi era il compagno, with, compagno, compagna, chiamato, amico, "
    "alleato, mate, who was the partner, compañero, compañera, pareja, con quién",
    "card_points": "punti, punti fatti, quanti punti, quanti punti ha fatto, quanti punti hanno fatto, punti presi, "
    "punti chiamante, card points, points, how many points, count, puntos, tantos, cuántos puntos",
    "outcome": "esito, vinta, vinta/persa, vince/perde, v/p, won/lost, w/l, won, made, ha vinto, hanno vinto, "
    "com'è andata, com'è finita, ganada, ganada/perdida, gana/pierde",
    RESULT: "risultato, result, resultado",
    "winners": "vincitori, vincitore, chi ha vinto, winner, ganador, ganadores, quién ganó",
    "counts": "conteggi",
    "slam": "cappotto, capote",
    "times": "raddoppio",
    OF_SHEET: "smazzate, mani, smazzate giocate, mani giocate, numero smazzate, numero mani, n. smazzate, n. mani, "
    "quante smazzate, quante mani, hands, deals played, hands played, how many deals, manos, repartos, manos jugadas, "
    "cuántas manos",
    "note": "nota, notes, notas, commento, commenti, osservazioni, comment, comments, remarks, comentarios",
    PLAYER: f"{NAMES}, {SURNAMES}",
    TYPE: "tipo, tipo chiamata",
    THRESHOLD: "soglia, threshold",
    **{seat: f"posto {seat[-1]}, giocatore {seat[-1]}, player {seat[-1]}, jugador {seat[-1]}" for seat in SEAT_COLUMNS},
    **{units: f"punti {units[-1]}, puntos {units[-1]}" for units in UNITS_COLUMNS},
}
MEANT = {fold(word): column for column, words in _WORDS.items() for word in words.split(", ")}
MEANT |= {name: name for name in COLUMNS}
_SURNAMES = SURNAMES.split(", ")


def _set_of(words: str) -> frozenset[str]:
    return frozenset(map(fold, words.split(", ")))


AVERAGES = _set_of(
    "media, medie, average, mean, posizione, classifica, percentuale, %, presenze, presenti, vittorie, attendance"
)
# Of a row: what its first word, or all of its label, says of it
# Of a row: what its first word, or all of its label, says of it
ROWS_OF_TOTALS = TOTALS | _set_of(
    "subtotal, subtotals, subtotale, subtotali, parziale, parziali, totali, summe, suma, somme, soma, gesamt, "
    "gesamtsumme, zwischensumme, saldo, \N{GREEK SMALL LETTER SIGMA}, \N{N-ARY SUMMATION}"
)
ROWS_OF_MEANS = AVERAGES | _set_of(
    "avg, averages, means, durchschnitt, schnitt, mittelwert, mittel, promedio, promedios, ø, mediana, median, "
    "minimo, minimum, mínimo, massimo, maximum, máximo, percentuali, percent, percentage, prozent, porcentaje, "
    "conteggio, anzahl, asistencia, wins, victorias, siege, sconfitte, losses, derrotas, rank, ranking, rango, "
    "rang, platz, posto, place, places, position, posizioni, piazzamento, clasificación, varianza, dev, stdev, "
    "min, max"
)
# Of a column, which is nobody's
SUMS = (
    ROWS_OF_TOTALS
    | AVERAGES
    | _set_of(
        "check, controllo, verifica, differenza, differenze, diff, diff., difference, anno, year, settimana, week, "
        "mese, month, euro, quota, spesa, tot., bilancio, sbilancio, balance, quadratura, quadra, prova, ok, ok?, "
        "checksum, check sum, somma zero, zero, resto, residuo, residual, diferencia, comprobación, control, "
        "media semanal, ranking, clasificación, durchschnitt, schnitt, promedio, ø"
    )
)
# Of columns, beside that of the winner, which say who came next
# Of columns, beside that of the winner, which say who came next
PLACES = _set_of("primo, secondo, terzo, quarto, ultimo, first, second, third, last, primero, segundo")
NAMES_TOO = {"min", "max"}  # of rows, which people may be called
WON_BY = {"bid", CARD, THRESHOLD}  # columns that have something in a deal alone
DATE = re.compile(r"\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}")
TYPES_ALONE = {"mano", "in mano", "carichi"}  # kinds of bid, of the program Briscolone
TYPES = ("", "normale", "normal", "import", *sorted(TYPES_ALONE))

ABSENT = {"", "x"} | _set_of(
    "-, --, \u2013, \u2014, /, ., nd, n.d., n/a, np, n.p., a, a., ass, ass., assente, abs, abs., absent, aus., "
    "ausente, riposo, rip., riposa"
)

ABSENT_WORDS = {word for word in ABSENT if word[:1].isalpha() and word != "x"}
SEAT = re.compile(r"(seat|units)\d+")
SAYS = {
    WIDE: N_("A column for each player, a deal a line: {records}"),
    EVENINGS: N_("A column for each player, an evening a line: {records}"),
    A_DEAL_A_LINE: N_("A deal a line: {records}"),
}
LOOKS = {
    WIDE: N_("this looks like a column for each player, a deal a line, with the players {players}"),
    EVENINGS: N_("this looks like a column for each player, an evening a line, with the players {players}"),
}
MEANING: Final[Mapping[str, str]] = {
    TIME: N_("the time of day"),
    "league": N_("the league"), "match": N_("the match"), "on": N_("the date"), "variant": N_("the payout table"),
    "number": N_("the number of the deal"), "kind": N_("the kind of record"), "dealer": N_("who dealt"),
    "out": N_("who rested"), "caller": N_("who called"), "bid": N_("the bid"), "called": N_("the card called"),
    "partner": N_("the partner"), "card_points": N_("the card points"), "outcome": N_("the outcome"),
    "slam": N_("the slam"), "times": N_("the factor"), "sides": N_("the sides"),
    "counts": N_("the counts of the sides"), "bonuses": N_("their bonuses"), "winners": N_("who has won"),
    "decided": N_("how it was decided"), "note": N_("a note"), ORDER: N_("the order of the matches"),
    OF_SHEET: N_("how many deals it holds"), RESULT: N_("the result"), PLAYER: N_("the player"),
    TYPE: N_("the kind of bid"), THRESHOLD: N_("the card points bid"),
    **dict.fromkeys(SEAT_COLUMNS, N_("seat {number}")), **dict.fromkeys(UNITS_COLUMNS, N_("units {number}")),
}  # fmt: skip


def meaning_in_words(column: str) -> str:
    """`the date`, `seat 3`: what a column of ours has."""
    return _(MEANING[column], number=column[-1])


def meaning(name: str) -> str:
    """The column of ours that a name means, also one that is asked as in a form; "" for none."""
    return MEANT.get(fold(name)) or MEANT.get(fold(name).strip(" ?!:\u00bf\u00a1")) or ""


def is_surname(name: str) -> bool:
    """Whether a column of names has the surnames alone."""
    return fold(name).strip(" ?!:\u00bf\u00a1") in _SURNAMES


def is_sum(name: str) -> bool:
    """Whether a column is a sum, a mean or a check by its name."""
    return fold(name) in SUMS or fold(name).strip(" :.=") in SUMS


def says_total(cell: str) -> bool:
    """Whether a cell says that its row adds others up."""
    return not _label(cell).isdisjoint(ROWS_OF_TOTALS)


def is_total(cell: str) -> bool:
    """Whether a cell says that its row adds others up, and no word more."""
    return fold(cell).strip(" :.=") in ROWS_OF_TOTALS


def says_mean(cell: str, *, is_name: bool) -> bool:
    """Whether a cell says that its row has means, counts, places or the like; `is_name` where names stand."""
    return not _label(cell).isdisjoint(ROWS_OF_MEANS - NAMES_TOO if is_name else ROWS_OF_MEANS)


def _label(cell: str) -> set[str]:
    """What a cell says of its row: all of it, and its first word."""
    text = fold(cell).strip(" :.=")
    return {text, text.partition(" ")[0].strip(" :.=")}
