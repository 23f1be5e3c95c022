"""Seasons that were really played, laid out as spreadsheets by the habits of many hands: what is true is known.

A season is drawn from a seed, and so are the habits of whoever keeps it. Nothing here is of the program: its own payout
of a deal, its own dates, its own writing of files.
"""

import csv
import io
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

Units = Mapping[str, int]
Cell = str | int | Fraction | date  # an int is units, a Fraction the mean of units; other numbers are text
SEATS, MOST_AT_A_TABLE = 5, 7
MULTIPLES = (1, 1, 1, 1, 2, 2, 3, 4)  # of what a deal pays, by its bid
SOLO, WITH_A_PARTNER = 0.12, (2, 1, -1, -1, -1)
ALONE = (4, -1, -1, -1, -1)
FIRST_NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Nicolò", "Hugo", "Irene")
SURNAMES = ("Rossi", "Neri", "Bianchi", "Verdi", "De Luca", "Gallo", "Fabbri", "Conti", "Riva")
TOTALS, MEANS, RANKS, COUNTS = "total", "mean", "rank", "count"

HEADS = {
    "it": {
        "date": ("Data", "Giorno", "Serata del"), "time": ("Ora",), "number": ("Nr", "N.", "#", "Mano", "Smazzata"),
        "lap": ("Giro",), "dealer": ("Mazziere", "Cartaro"), "note": ("Note", "Commenti"), TOTALS: ("Totale", "Tot."),
        "check": ("Controllo", "Verifica"), "player": ("Giocatore", "Nome"), "units": ("Punti", "Punteggio"),
        "surname": ("Cognome",), "first": ("Nome",), "rank": ("Pos.",), "average": ("Media",),
    },
    "en": {
        "date": ("Date", "Day"), "time": ("Time",), "number": ("No.", "#", "Hand", "Deal"), "lap": ("Round",),
        "dealer": ("Dealer",), "note": ("Notes", "Comment"), TOTALS: ("Total", "Sum"), "check": ("Check",),
        "player": ("Player", "Name"), "units": ("Points", "Units", "Score"), "surname": ("Surname", "Last name"),
        "first": ("First name",), "rank": ("Rank",), "average": ("Average",),
    },
    "es": {
        "date": ("Fecha", "Día"), "time": ("Hora",), "number": ("Nº", "Mano"), "lap": ("Ronda",),
        "dealer": ("Reparte",), "note": ("Notas",), TOTALS: ("Total", "Suma"), "check": ("Control",),
        "player": ("Jugador",), "units": ("Puntos",), "surname": ("Apellido",), "first": ("Nombre",),
        "rank": ("Puesto",), "average": ("Promedio",),
    },
    "de": {
        "date": ("Datum", "Tag"), "time": ("Uhrzeit",), "number": ("Nr.", "Spiel"), "lap": ("Runde",),
        "dealer": ("Geber",), "note": ("Bemerkung",), TOTALS: ("Summe", "Gesamt"), "check": ("Kontrolle",),
        "player": ("Spieler",), "units": ("Punkte",), "surname": ("Nachname",), "first": ("Vorname",),
        "rank": ("Platz",), "average": ("Schnitt",),
    },
    "fr": {
        "date": ("Date", "Jour"), "time": ("Heure",), "number": ("N°", "Donne"), "lap": ("Tour",),
        "dealer": ("Donneur",), "note": ("Remarques",), TOTALS: ("Total", "Somme"), "check": ("Contrôle",),
        "player": ("Joueur",), "units": ("Points",), "surname": ("Nom",), "first": ("Prénom",), "rank": ("Rang",),
        "average": ("Moyenne",),
    },
}  # fmt: skip
LABELS = {
    "it": {
        TOTALS: ("Totale", "TOTALI", "Tot.", "Somma", "Saldo", "Parziale", "Fine serata", "Totale serata", "Risultato",
                 "Subtotale", "Riepilogo", "Σ"),
        MEANS: ("Media", "Media a serata"), RANKS: ("Posizione", "Classifica", "Pos."), COUNTS: ("Presenze", "Mani"),
    },
    "en": {
        TOTALS: ("Total", "Sum", "Subtotal", "End of evening", "Balance", "Grand total", "Result"),
        MEANS: ("Average", "Mean", "Avg"), RANKS: ("Rank", "Place"), COUNTS: ("Played", "Games"),
    },
    "es": {
        TOTALS: ("Suma", "Total", "Saldo", "Subtotal", "Resultado"), MEANS: ("Promedio", "Media"),
        RANKS: ("Puesto", "Posición"), COUNTS: ("Partidas", "Asistencia"),
    },
    "de": {
        TOTALS: ("Summe", "Gesamt", "Zwischensumme", "Endstand"), MEANS: ("Durchschnitt", "Schnitt"),
        RANKS: ("Platz", "Rang"), COUNTS: ("Spiele", "Abende"),
    },
    "fr": {
        TOTALS: ("Total", "Somme", "Sous-total", "Solde"), MEANS: ("Moyenne",), RANKS: ("Rang", "Place"),
        COUNTS: ("Parties", "Présences"),
    },
}  # fmt: skip
TITLES = ("Serate del venerdì", "Stagione 2024/25", "Briscola chiamata", "aggiornato da Anna")
NOTES = ("bella serata", "birra pagata da Bruno", "cappotto!", "a monte la prima", "mazzo nuovo")
STRANGE_NOTES = (
    "Totale disastro",
    "media",
    "12",
    "2 mani a monte",
    "Bruno +4 da rivedere",
    "x",
    "ass. Fabio",
    "=bravo",
)
MONTHS = {
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "en": "January February March April May June July August September October November December",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
}
DATES: Mapping[str, Callable[[date, str], str]] = {
    "day/month/year": lambda day, _: f"{day:%d/%m/%Y}",
    "day/month/yy": lambda day, _: f"{day.day}/{day.month}/{day:%y}",
    "day.month.year": lambda day, _: f"{day:%d.%m.%Y}",
    "day-month-yy": lambda day, _: f"{day:%d-%m-%y}",
    "iso": lambda day, _: f"{day:%Y-%m-%d}",
    "month/day/year": lambda day, _: f"{day.month}/{day.day}/{day:%Y}",
    "words": lambda day, language: f"{day.day} {MONTHS[language].split()[day.month - 1]} {day:%Y}",
    "weekday": lambda day, _: f"{('lun', 'mar', 'mer', 'gio', 'ven', 'sab', 'dom')[day.weekday()]} {day:%d/%m/%Y}",
}

DEALS, RUNNING, ANEW = "deals", "running", "anew"  # a line each deal: what it brought, or the standing after it
EVENINGS, STANDINGS, LONG, ROWS, SEATED = "evenings", "standings", "long", "rows", "seated"
OF_DEALS = {DEALS, RUNNING, ANEW}


@dataclass(frozen=True)
class Habits:
    """How somebody keeps a table. The default of each is the plainest; GRAMMAR has what else there is."""

    layout: str = DEALS
    players: int = 5
    evenings: int = 2
    deals: int = 3  # of the longest evening
    language: str = "it"
    separator: str = ";"
    file: str = "csv"
    dates: str = "iso"
    dated: str = "each"  # each line, or the first of an evening
    clock: str = ""  # in the date cell, or a column of its own
    begins: int = 21  # the hour
    order: str = "oldest"
    number: str = ""
    lap: bool = False
    dealer: bool = False
    notes: str = ""
    total_column: bool = False
    check_column: bool = False
    totals: str = ""  # after each evening, at the end, or both; "standing": after each evening that of the season
    label: str = "word"
    label_at: str = "first"
    total_dated: bool = False
    mean: str = ""
    rank: str = ""
    count: str = ""
    owed: bool = False  # a last row with the money of each
    blanks: str = ""
    titles: int = 0
    absent: str = ""
    rests: str = "0"
    minus: str = "-"
    plus: str = ""
    cents: int = 0  # what a unit is worth, where money stands in the cells
    sign: str = ""
    decimals: str = ","
    names: str = "first"
    twins: bool = False  # two people of one first name

    @property
    def by_deal(self) -> bool:
        """Whether a line is a deal."""
        return self.layout in OF_DEALS


GRAMMAR: Mapping[str, Mapping[Any, int]] = {
    "layout": {DEALS: 8, EVENINGS: 7, RUNNING: 2, ANEW: 2, STANDINGS: 2, LONG: 4, ROWS: 2, SEATED: 1},
    "players": {5: 6, 6: 3, 7: 1, 8: 1, 9: 1},
    "evenings": {1: 1, 2: 3, 3: 3, 4: 2, 6: 2, 9: 1},
    "deals": {2: 1, 3: 2, 5: 3, 8: 2, 12: 1},
    "language": {"it": 10, "en": 4, "es": 2, "de": 1, "fr": 1},
    "separator": {";": 6, ",": 3, "\t": 1},
    "file": {"csv": 9, "xlsx": 1},
    "dates": {"day/month/year": 5, "day/month/yy": 3, "day.month.year": 2, "day-month-yy": 1, "iso": 4,
              "month/day/year": 1, "words": 1, "weekday": 1},
    "dated": {"each": 3, "first": 2},
    "clock": {"": 7, "in the date": 2, "column": 1},
    "begins": {21: 3, 22: 1, 23: 1, 17: 1},
    "order": {"oldest": 8, "newest": 2, "backwards": 1, "shuffled": 1},
    "number": {"": 3, "evening": 2, "season": 1},
    "lap": {False: 5, True: 1},
    "dealer": {False: 5, True: 1},
    "notes": {"": 5, "plain": 2, "strange": 1},
    "total_column": {False: 4, True: 1},
    "check_column": {False: 6, True: 1},
    "totals": {"": 4, "evening": 2, "end": 4, "both": 2, "standing": 1},
    "label": {"word": 6, "": 2, "number": 1},
    "label_at": {"first": 4, "number": 1, "dealer": 1, "lap": 1, "note": 1},
    "total_dated": {False: 5, True: 1},
    "mean": {"": 6, "word": 2, "bare": 1},
    "rank": {"": 8, "word": 1, "bare": 1},
    "count": {"": 10, "word": 1},
    "owed": {False: 12, True: 1},
    "blanks": {"": 5, "evenings": 2, "end": 2},
    "titles": {0: 5, 1: 1, 2: 1},
    "absent": {"": 6, "-": 2, "ass.": 1, "assente": 1, "np": 1, "x": 1, "0": 1, "riposo": 1, "a": 1, "/": 1},
    "rests": {"0": 3, "": 3, "-": 1, "riposo": 1},
    "minus": {"-": 6, "\N{MINUS SIGN}": 1},
    "plus": {"": 5, "+": 1},
    "cents": {0: 9, 50: 1, 25: 1, 10: 1},
    "sign": {"": 1, " €": 1},
    "decimals": {",": 3, ".": 1},
    "names": {"first": 5, "full": 2, "initial": 1, "columns": 2},
    "twins": {False: 3, True: 1},
}  # fmt: skip


@dataclass(frozen=True)
class Deal:
    """A deal: when, who dealt, and the units of who played; who rested has 0."""

    at: datetime
    dealer: str
    units: Units


@dataclass(frozen=True)
class Evening:
    """The deals of an evening, which has the day on which it began."""

    day: date
    deals: Sequence[Deal]

    @property
    def units(self) -> dict[str, int]:
        """What each who was there has won."""
        return _sums(deal.units for deal in self.deals)


@dataclass(frozen=True)
class Line:
    """A line of the file and what it is: title, head, units, total, mean, rank, count, owed or blank."""

    what: str
    cells: Sequence[Cell]


def _sums(units: Iterator[Units] | Sequence[Units]) -> dict[str, int]:
    summed: Counter[str] = Counter()
    for some in units:
        for name, number in some.items():
            summed[name] += number
    return dict(summed)


def drawn_habits(seed: int) -> Habits:
    """The habits of this seed."""
    chance = random.Random(seed)
    return Habits(**{name: chance.choices([*ways], [*ways.values()])[0] for name, ways in GRAMMAR.items()})


def fewest_evenings(habits: Habits) -> int:
    """How many evenings such a table has at least: less would mean something else as well, and nobody could tell."""
    if habits.layout == STANDINGS:
        return 5  # two lines of standings are two evenings
    return 1 if habits.by_deal else 2  # the totals of one line are that line


class HomeSeason:
    """A season and the table that somebody with these habits keeps of it."""

    def __init__(self, seed: int, habits: Habits | None = None) -> None:
        self.seed, self.habits = seed, habits or drawn_habits(seed)
        self._chance = random.Random(f"season {seed}")
        self.players = self._named()
        self.evenings = self._played()
        self._heads = {what: self._chance.choice(words) for what, words in HEADS[self.habits.language].items()}
        self.columns: list[str] = []  # the names that are no player's
        self.lines = list(self._laid_out())

    def _named(self) -> list[str]:
        habits = self.habits
        count = min(habits.players, MOST_AT_A_TABLE) if habits.by_deal or habits.layout == SEATED else habits.players
        first, surnames = [*FIRST_NAMES[:count]], SURNAMES[:count]
        if habits.names == "first":
            return first
        if habits.twins:
            first[3] = first[0]
        if habits.names == "initial":
            return [f"{name} {surname[0]}." for name, surname in zip(first, surnames, strict=True)]
        return [f"{name} {surname}" for name, surname in zip(first, surnames, strict=True)]

    def _played(self) -> list[Evening]:
        chance, habits = self._chance, self.habits
        day = date(2019, 1, 1) + timedelta(chance.randrange(6 * 365))
        evenings = []
        for _evening in range(max(habits.evenings, fewest_evenings(habits))):
            day += timedelta(chance.choice((7, 7, 7, 14, 1, 5)))
            there = sorted(
                chance.sample(self.players, chance.randint(SEATS, len(self.players))), key=self.players.index
            )
            at, deals = datetime.combine(day, time(habits.begins, chance.randrange(60))), []
            for deal in range(chance.randint(min(2, habits.deals), habits.deals)):
                deals.append(Deal(at, there[deal % len(there)], self._paid(there)))
                at += timedelta(minutes=chance.randint(6, 25))
            evenings.append(Evening(day, deals))
        return evenings

    def _paid(self, there: Sequence[str]) -> dict[str, int]:
        """The units of a deal among those who were there."""
        chance = self._chance
        by_role = ALONE if chance.random() < SOLO else WITH_A_PARTNER
        times = chance.choice(MULTIPLES) * chance.choice((1, 1, -1))
        playing = chance.sample(there, SEATS)
        units = {name: times * role for name, role in zip(playing, by_role, strict=True)}
        return {name: units.get(name, 0) for name in there}

    @property
    def truth(self) -> dict[date, dict[str, int]]:
        """What each who was there has won on each day."""
        return {evening.day: evening.units for evening in self.evenings}

    def _laid_out(self) -> Iterator[Line]:
        """The lines of the file from its first on."""
        for title in self._chance.sample(TITLES, self.habits.titles):
            yield Line("title", [title])
        layout = {LONG: self._long, ROWS: self._rows, SEATED: self._seated}.get(self.habits.layout, self._wide)
        yield from layout()

    def _in_file_order(self, blocks: Sequence[list[Line]]) -> list[list[Line]]:
        """The blocks of the evenings as they follow each other in the file."""
        ordered = [*blocks]
        if self.habits.order == "shuffled":
            self._chance.shuffle(ordered)
        elif self.habits.order != "oldest":
            ordered.reverse()
        if self.habits.order == "backwards":
            ordered = [block[::-1] for block in ordered]
        return ordered

    # A column for each player

    def _wide(self) -> Iterator[Line]:
        habits = self.habits
        leading = [what for what in ("date", "time", "number", "lap", "dealer") if self._has(what)]
        if "number" in leading and self._chance.random() < 0.5:
            leading.remove("number")
            leading.insert(0, "number")
        behind = [what for what, has in (
            (TOTALS, habits.total_column), ("check", habits.check_column), ("note", bool(habits.notes)),
        ) if has]  # fmt: skip
        self.columns = [self._heads[what] for what in (*leading, *behind)]
        players = [*self.players]
        names: list[Cell] = [*(self._heads[w] for w in leading), *players, *(self._heads[w] for w in behind)]
        yield Line("head", names)
        self._places = [*leading, *("player" for _ in players), *behind]
        blocks = self._in_file_order([*self._blocks()])
        for at, block in enumerate(blocks):
            yield from block
            if habits.blanks == "evenings" and at < len(blocks) - 1:
                yield Line("blank", [])
        if habits.blanks == "end":
            yield Line("blank", [])
        yield from self._below()

    def _has(self, what: str) -> bool:
        habits = self.habits
        return {
            "date": True,
            "time": habits.clock == "column" and habits.by_deal,
            "number": bool(habits.number),
            "lap": habits.lap and habits.by_deal,
            "dealer": habits.dealer and habits.by_deal,
        }[what]

    def _blocks(self) -> Iterator[list[Line]]:
        """The lines of each evening, the oldest first, with the totals below it."""
        habits = self.habits
        had: Units = {}
        number = 0
        for at, evening in enumerate(self.evenings):
            block: list[Line] = []
            within: Units = {}
            number = 0 if habits.number == "evening" and habits.by_deal else number
            deals = evening.deals if habits.by_deal else [Deal(evening.deals[0].at, "", evening.units)]
            for deal in deals:
                number += 1
                within, had = _sums([within, deal.units]), _sums([had, deal.units])
                units = {RUNNING: had, STANDINGS: had, ANEW: within}.get(habits.layout, deal.units)
                shown = {name: units[name] for name in (deal.units if habits.layout != STANDINGS else units)}
                block.append(self._line(evening, deal, number, shown))
            block += self._totals_after(at, evening, had, number)
            yield block

    def _line(self, evening: Evening, deal: Deal, number: int, units: Units) -> Line:
        habits = self.habits
        first = deal is evening.deals[-1 if habits.order == "backwards" and habits.by_deal else 0] or not habits.by_deal
        moment: Cell = deal.at if habits.clock == "in the date" else evening.day
        lead: dict[str, Cell] = {
            "date": moment if first or habits.dated == "each" or habits.clock == "in the date" else "",
            "time": f"{deal.at:%H:%M}",
            "number": str(number),
            "lap": str((number - 1) // SEATS + 1),
            "dealer": deal.dealer,
            TOTALS: sum(units.values()),
            "check": self._chance.choice(("ok", "ok", 0)) if sum(units.values()) == 0 else "?",
            "note": self._note(),
        }
        return Line("units", self._cells(lead, self._units_of(units)))

    def _units_of(self, units: Units) -> dict[str, Cell]:
        """The cell of each player: what stands there of who was not there, of who rested, and units."""
        habits = self.habits
        cells: dict[str, Cell] = {}
        for name in self.players:
            if name not in units:
                cells[name] = 0 if habits.absent == "0" else habits.absent
            elif habits.layout == DEALS and not units[name]:
                cells[name] = 0 if habits.rests == "0" else habits.rests
            else:
                cells[name] = units[name]
        return cells

    def _note(self) -> str:
        if self._chance.random() < 0.6:
            return ""
        return self._chance.choice(STRANGE_NOTES if self.habits.notes == "strange" else NOTES)

    def _cells(self, lead: Mapping[str, Cell], units: Mapping[str, Cell]) -> list[Cell]:
        players = iter(self.players)
        return [units.get(next(players), "") if what == "player" else lead.get(what, "") for what in self._places]

    def _totals_after(self, at: int, evening: Evening, had: Units, number: int) -> list[Line]:
        """The row of totals below an evening of deals, or below three evenings."""
        habits = self.habits
        if habits.totals not in {"evening", "both", "standing"}:
            return []
        if habits.by_deal:
            rows: list[Units] = [evening.units] if habits.totals != "standing" else [had]
        elif at % 3 == 2:
            rows = [_sums([evening.units for evening in self.evenings[at - 2 : at + 1]])]
        else:
            return []
        return [self._summary(TOTALS, habits.label, units, evening.day, number) for units in rows]

    def _summary(self, what: str, label: str, units: Mapping[str, Cell], day: date | None, number: int) -> Line:
        """A row that is about others."""
        habits = self.habits
        lead: dict[str, Cell] = {}
        if day and habits.total_dated:
            lead["date"] = day
        word = self._chance.choice(LABELS[habits.language][what])
        at = habits.label_at if habits.label_at in self._places else self._places[0]
        if label == "number" and "number" in self._places:
            lead["number"] = str(number + 1)
        elif label and label != "bare":
            lead[at] = word
        if habits.total_column and what == TOTALS:
            lead[TOTALS] = sum(number for number in units.values() if isinstance(number, int))
        return Line(what, self._cells(lead, units))

    def _below(self) -> Iterator[Line]:
        """The rows below the whole table."""
        habits = self.habits
        units = _sums([evening.units for evening in self.evenings])
        number = sum(len(evening.deals) for evening in self.evenings) if habits.by_deal else len(self.evenings)
        if habits.totals in {"end", "both"}:
            yield self._summary(TOTALS, habits.label, units, None, number)
        played = Counter(name for evening in self.evenings for name in evening.units)
        if habits.mean:
            means = {name: Fraction(units[name], played[name]) for name in units}
            yield self._summary(MEANS, habits.mean, means, None, number)
        if habits.rank:
            order = sorted(units, key=lambda name: -units[name])
            yield self._summary(RANKS, habits.rank, {name: str(order.index(name) + 1) for name in units}, None, number)
        if habits.count:
            yield self._summary(COUNTS, habits.count, {name: str(played[name]) for name in units}, None, number)
        if habits.owed:
            owed = {name: f"{self._text_of_cents(50 * units[name])} €" for name in units}
            yield Line("owed", self._cells({self._places[0]: "Euro"}, owed))

    # Other layouts

    def _people(self, name: str) -> list[Cell]:
        """The cells that name a player."""
        if self.habits.names != "columns":
            return [name]
        first, _, surname = name.partition(" ")
        return [surname, first]

    def _people_heads(self) -> list[Cell]:
        if self.habits.names != "columns":
            return [self._heads["player"]]
        return [self._heads["surname"], self._heads["first"]]

    def _long(self) -> Iterator[Line]:
        """A row for each player of each evening."""
        habits = self.habits
        heads = [self._heads["date"], *self._people_heads(), self._heads["units"]]
        self.columns = [*map(str, heads), self._heads["note"]]
        yield Line("head", [*heads, *([self._heads["note"]] if habits.notes else [])])
        blocks = []
        for evening in self.evenings:
            moment: Cell = evening.deals[0].at if habits.clock == "in the date" else evening.day
            block = []
            for at, (name, units) in enumerate(evening.units.items()):
                on = moment if at == 0 or habits.dated == "each" else ""
                note = [self._note()] if habits.notes else []
                block.append(Line("units", [on, *self._people(name), units, *note]))
            blocks.append(block)
        for at, block in enumerate(self._in_file_order(blocks)):
            if at and habits.blanks == "evenings":
                yield Line("blank", [])
            yield from block

    def _rows(self) -> Iterator[Line]:
        """A row for each player, a column for each evening."""
        habits, order = self.habits, self.evenings[:: -1 if self.habits.order in {"newest", "backwards"} else 1]
        heads: list[Cell] = [*self._people_heads(), *(evening.day for evening in order)]
        if habits.rank:
            heads.insert(0, self._heads["rank"])
        more = [what for what, has in ((TOTALS, habits.total_column), ("average", habits.mean)) if has]
        self.columns = [*map(str, self._people_heads()), *(self._heads[what] for what in ("rank", TOTALS, "average"))]
        yield Line("head", [*heads, *(self._heads[what] for what in more)])
        absent: Cell = 0 if habits.absent == "0" else habits.absent
        all_units = _sums([evening.units for evening in order])
        for place, name in enumerate(sorted(self.players, key=lambda name: -all_units.get(name, 0)), 1):
            units = [evening.units.get(name, absent) for evening in order]
            there = [number for number in units if isinstance(number, int)]
            summed: dict[str, Cell] = {TOTALS: sum(there), "average": Fraction(sum(there), max(len(there), 1))}
            ranked = [str(place)] if habits.rank else []
            yield Line("units", [*ranked, *self._people(name), *units, *(summed[w] for w in more)])
        if habits.totals:
            zeros: list[Cell] = [0] * (len(order) + len(more))
            first: list[Cell] = ["", self._heads[TOTALS]] if habits.rank else [self._heads[TOTALS]]
            yield Line(TOTALS, [*first, *([""] if habits.names == "columns" else []), *zeros])

    def _seated(self) -> Iterator[Line]:
        """Who sat where, and what each got, an evening a line."""
        heads: list[Cell] = [self._heads["date"]]
        for seat in range(1, len(self.players) + 1):
            heads += [f"{self._heads['player']} {seat}", f"{self._heads['units']} {seat}"]
        self.columns = [*map(str, heads)]
        yield Line("head", heads)
        blocks = []
        for evening in self.evenings:
            cells: list[Cell] = [evening.day]
            for name, units in evening.units.items():
                cells += [name, units]
            blocks.append([Line("units", cells)])
        for block in self._in_file_order(blocks):
            yield from block

    # As a file

    def _text_of_cents(self, cents: int) -> str:
        minus = self.habits.minus if cents < 0 else ""
        return f"{minus}{abs(cents) // 100}{self.habits.decimals}{abs(cents) % 100:02}"

    def _text(self, cell: Cell) -> str:
        """A cell as it stands in a CSV file."""
        habits = self.habits
        if isinstance(cell, int):
            if habits.cents:
                return self._text_of_cents(habits.cents * cell) + habits.sign
            return f"{habits.minus if cell < 0 else habits.plus if cell else ''}{abs(cell)}"
        if isinstance(cell, Fraction):
            return self._text_of_cents(round(cell * (habits.cents or 100)))
        if isinstance(cell, date):
            day = DATES[habits.dates](cell, habits.language)
            return f"{day} {cell:%H:%M}" if isinstance(cell, datetime) else day
        return cell

    def text(self) -> str:
        """The whole as CSV."""
        out = io.StringIO()
        writer = csv.writer(out, delimiter=self.habits.separator, lineterminator="\n")
        width = max(len(line.cells) for line in self.lines)
        for line in self.lines:
            cells = [self._text(cell) for cell in line.cells]
            writer.writerow(cells + [""] * (width - len(cells)))
        return out.getvalue()

    def _native(self, cell: Cell) -> object:
        """A cell as it stands in a workbook."""
        if isinstance(cell, int):
            return cell * self.habits.cents / 100 if self.habits.cents else cell
        if isinstance(cell, Fraction):
            return float(cell) * (self.habits.cents or 100) / 100
        if isinstance(cell, str) and cell.isdecimal():
            return int(cell)
        return cell or None if isinstance(cell, str) else cell

    def write(self, folder: Path) -> Path:
        """Write the file into a folder; its path."""
        path = folder / f"home.{self.habits.file}"
        if self.habits.file == "csv":
            path.write_text(self.text(), encoding="utf-8")
            return path
        import openpyxl

        book = openpyxl.Workbook()
        for line in self.lines:
            book.active.append([self._native(cell) for cell in line.cells])
            for at, cell in enumerate(line.cells, 1):
                if self.habits.cents and isinstance(cell, int):
                    book.active.cell(book.active.max_row, at).number_format = f"0.00{self.habits.sign}"
        book.save(path)
        return path

    # What somebody knows who kept it

    def numbers_of(self, *whats: str) -> set[int]:
        """The numbers of the lines in the file that are one of these."""
        return {number for number, line in enumerate(self.lines, 1) if line.what in whats}


def plainer(habits: Habits) -> Iterator[Habits]:
    """Habits that are plainer in one thing each."""
    from dataclasses import replace

    for field in fields(Habits):
        if getattr(habits, field.name) != field.default:
            plain: Any = field.default
            yield replace(habits, **{field.name: plain})
