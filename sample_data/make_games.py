"""Makes the second sample league: a few evenings of the games without a called partner, and one of Gingo.

`python sample_data/make_games.py [FOLDER]` plays it as make.py plays the season, and writes it likewise. Who takes what
is not thought out: the cards that count are handed out one by one, so that every count is one that cards can make.
"""

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from make import Evening, Playing, make

from scorer.match.deals_left import reached_end
from scorer.match.sheet import Sheet
from scorer.rules.cards import CARD_VALUES
from scorer.rules.variant import Variant
from scorer.text.deals_left_words import due_words

HERE = Path(__file__).parent / "games"
LEAGUE = "Games night"
SEED = 500
# How much of the cards somebody takes; who is of the club has the name from there.
STRENGTH = {
    "Adele": 1.3, "Berto": 1.0, "Cesira": 1.2, "Furio": 0.8, "Nives": 1.1, "Palmira": 0.9, "Tullio": 1.0, "Zeno": 0.9,
}  # fmt: skip
SUITS, LAST_TRICK = 4, 10


EVENINGS = (
    Evening("2026-01-23", "First to three", "brisca", "Adele,Nives,Berto,Tullio", incidents={
        2: ("deal adele 60 --more-cards nives",),
    }),
    Evening("2026-01-23", "Revenge", "brisca", "Adele,Nives,Berto,Tullio"),
    Evening("2026-02-06", "Two wait for the others", "scoperta", "Adele,Zeno"),
    Evening("2026-02-06", "Three at the bar", "briscola", "Cesira,Zeno,Palmira", until="deals:9", incidents={
        4: ("redeal misdeal --note 'one Two too many in the pack'",),
        7: ("deal zeno won",),
    }),
    Evening("2026-02-20", "Five hundred", "cinquecento-pairs", "Nives,Furio,Tullio,Palmira"),
    Evening("2026-03-20", "Nobody helps", "rematada", "Berto,Zeno,Nives", until="won:5", incidents={
        5: ('penalty zeno 2 --reason "named the last trick aloud"',),
    }),
    Evening("2026-04-17", "Death to the Three", "muerte-al-tres", "Furio,Cesira,Palmira,Zeno", until="deals:12",
        incidents={8: ("deal furio 71", "undo")}),
    Evening("2026-05-15", "Nobody wants them", "mexican", "Adele,Nives,Zeno,Furio,Palmira", until="deals:10"),
    Evening("2026-05-29", "Five chairs", "brisca-hundred", "Berto,Tullio,Cesira,Nives,Zeno", until="deals:10",
        incidents={6: ("edit 3 --result 'tullio 82' --reason 'an Ace lay under the table'",)}),
    Evening("2026-06-12", "Best of nine", "brisca", "Adele,Nives,Berto,Tullio", until="won:5"),
    Evening("2026-06-26", "Eighty on paper", "gingo", "Adele,Zeno,Cesira,Furio,Nives", until="time:23:15", incidents={
        3: ("redeal passed-out",),
        5: ("deal furio 95 nives 64", "edit 6 --result 46 --reason 'the count was that of the others'"),
        8: ("deal cesira 70 solo made --called 'A cups'",),
    }),
)  # fmt: skip


class Games(Playing):
    """Plays the evenings of games."""

    def play(self, folder: Path) -> None:
        """All of them, written to `folder`."""
        self._clock.start(EVENINGS[0].on)
        self._say(f'league add "{LEAGUE}" --variant brisca')
        before = ""
        for evening in EVENINGS:
            if evening.on != before:
                self._clock.start(evening.on)
            before = evening.on
            self._evening(evening)
        self._say(f"export all --out '{folder}' --force")
        self._here.book.close()

    def _evening(self, evening: Evening) -> None:
        """A match until it is over."""
        self._start(LEAGUE, evening, evening.until)
        deal = 0
        while not self._is_over():
            deal += 1
            for line in evening.incidents.get(deal, ()):
                self._say(line)
            if not self._is_over():
                sheet = self._sheet()
                self._say(shlex.join(["deal", *self._deal(sheet, sheet.match.variant)]))
        self._say("finish")

    def _is_over(self) -> bool:
        """Whether the agreed end is reached."""
        sheet = self._sheet()
        return bool(due_words(sheet, reached_end(sheet, self._clock())))

    def _deal(self, sheet: Sheet, variant: Variant) -> list[str]:
        """The words of the next deal."""
        if variant.alone:
            return self._contract([player for player in sheet.seats if player != sheet.resting()])
        if variant.has_auction:
            return self._with_a_partner(sheet.seats)
        firsts = [side[0] for side in sheet.sides]
        counts, bonuses = self._taken([sum(map(STRENGTH.__getitem__, side)) for side in sheet.sides])
        if variant.events and self._random.random() < 0.25:
            return [*variant.events, self._pick(firsts)]
        if not variant.bonuses:
            bonuses = [0] * len(firsts)
        words = [f"{name}={count + bonus}" for name, count, bonus in zip(firsts, counts, bonuses, strict=True)]
        if any(bonuses):
            had = [f"{name}={bonus}" for name, bonus in zip(firsts, bonuses, strict=True) if bonus]
            words += ["--bonus", ",".join(had)]
        equal = variant.win.tie == "more cards" and len(set(counts)) == 1
        return [*words, "--more-cards", self._pick(firsts)] if equal else words

    def _contract(self, playing: Sequence[str]) -> list[str]:
        """A caller who plays against both others: who, the bid, the count."""
        caller = self._pick(playing, [STRENGTH[player] for player in playing])
        counts, bonuses = self._taken([2.2, 1.0])
        count = counts[0] + bonuses[0] + LAST_TRICK * (self._random.random() < 0.7)
        bid = max(100, 5 * round((count - 30 + 45 * self._random.random()) / 5))
        return [caller, str(bid), str(count)]

    def _with_a_partner(self, playing: Sequence[str]) -> list[str]:
        """A caller, with whom they play or alone, and how it went: few count what is made."""
        caller = self._pick(playing, [STRENGTH[player] for player in playing])
        partner = self._pick([*(player for player in playing if player != caller), "solo"])
        counts, _bonuses = self._taken([2.2, 1.0])
        bid = min(max(61, counts[0] - 35 + int(45 * self._random.random())), 120)
        uncounted = counts[0] >= bid and self._random.random() < 0.7
        return [caller, str(bid), partner, "made" if uncounted else str(counts[0])]

    def _taken(self, strengths: Sequence[float]) -> tuple[list[int], list[int]]:
        """The card points and the bonuses of each side: the cards go to the strong and to the lucky.

        The first suit is trumps: King and Horse of it are 40, those of another suit 20.
        """
        places = [str(place) for place in range(len(strengths))]
        lucky = [strength * (0.3 + self._random.random()) for strength in strengths]
        counts, bonuses = [0] * len(places), [0] * len(places)
        for suit in range(SUITS):
            took = {rank: int(self._pick(places, lucky)) for rank in CARD_VALUES}
            for rank, place in took.items():
                counts[place] += CARD_VALUES[rank]
            if took["K"] == took["Q"]:
                bonuses[took["K"]] += 20 if suit else 40
        return counts, bonuses


if __name__ == "__main__":
    make(lambda book, folder: Games(book, SEED).play(folder), Path(sys.argv[1]) if sys.argv[1:] else HERE)
