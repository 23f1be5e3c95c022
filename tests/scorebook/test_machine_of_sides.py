"""Whatever is done in whatever order at a table where nobody has a partner by a call: as a plain list would say it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule, run_state_machine_as_test

from scorer import scorebook
from scorer.match.deal_options import DealWords
from tests.any_order import Evening, Model, choices, played

PEOPLE = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina")


class Game(NamedTuple):
    """A game as its page has it: how many play, in `pairs` (threes) or each alone, what decides and what is paid.

    `tie` of the most card points; `limit`: everybody with at most so many wins instead; `above` so many pays two;
    `uncounted`: it may only be said who won; `killed`: an event may decide. `declarer`: one against two, who pays
    1 or the count.
    """

    players: tuple[int, ...]
    pairs: bool = False
    tie: str = "even"
    limit: int | None = None
    above: int | None = None
    margin: bool = False
    uncounted: bool = True
    killed: bool = False
    declarer: str = ""


GAMES = {
    "brisca": Game((4,), pairs=True, tie="cards"),
    "brisca-hundred": Game((4,), pairs=True, tie="cards", above=100, uncounted=False),
    "brisca-threes": Game((6,), pairs=True, tie="cards"),
    "briscola": Game((2, 3, 4, 5, 6), tie="shared"),
    "briscola-pairs": Game((4,), pairs=True),
    "scoperta": Game((2,), tie="shared"),
    "cinquecento": Game((2,), margin=True, uncounted=False),
    "cinquecento-pairs": Game((4,), pairs=True, margin=True, uncounted=False),
    "muerte-al-tres": Game((4,), pairs=True, killed=True),
    "muerte-al-tres-alone": Game((2, 3, 4, 5, 6), tie="shared", killed=True),
    "mexican": Game((2, 3, 4, 5, 6), limit=11),
    "mexican-pairs": Game((4, 6), pairs=True, limit=11),
    "rematada": Game((3,), declarer="flat"),
    "rematada-points": Game((3,), declarer="count", uncounted=False),
}


class Fact(NamedTuple):
    """What is said of a deal: counts of the sides, or who won (places; nobody: even), or of a declarer bid and count.

    `cards` is who had more cards at equal counts, -1 nobody.
    """

    counts: tuple[int, ...] = ()
    bonuses: tuple[int, ...] = ()
    cards: int = -1
    winners: tuple[int, ...] | None = None
    killed: bool = False
    declarer: int = -1
    bid: int = 0


def paid(game: Game, sides: Sequence[Sequence[str]], fact: Fact) -> dict[str, int]:
    """What everybody who plays gets, as the pages of the games say it."""
    if game.declarer:
        made, count = fact.counts[0] >= fact.bid, fact.counts[0]
        shares = {
            "flat": (2, -1) if made else (-2, 1),
            "count": (4 * count, -2 * count) if made else (-2 * count, count),
        }
        mine, others = shares[game.declarer]
        return {name: mine if at == fact.declarer else others for at, (name,) in enumerate(sides)}
    winners, u = fact.winners, 1
    if winners is None:
        most = max(fact.counts)
        winners = tuple(at for at, count in enumerate(fact.counts) if count == most)
        if game.limit is not None:
            winners = tuple(at for at, count in enumerate(fact.counts) if count <= game.limit)
        elif len(winners) > 1 and game.tie == "cards":
            winners = () if fact.cards < 0 else (fact.cards,)
        elif len(winners) > 1 and game.tie == "even":
            winners = ()
        u = 2 if game.above is not None and most > game.above else most - min(fact.counts) if game.margin else 1
    losers = len(sides) - len(winners)
    even = not winners or not losers
    return {
        name: 0 if even else u * losers if at in winners else -u * len(winners)
        for at, side in enumerate(sides)
        for name in side
    }


def some_fact(game: Game, sides: int, chance: Random) -> Fact:
    """Any deal that the game knows."""
    if game.declarer:
        return Fact(declarer=chance.randrange(3), bid=chance.randint(100, 150), counts=(chance.randint(60, 120) - 2,))
    way = chance.random()
    if game.killed and way < 0.3:
        return Fact(winners=(chance.randrange(sides),), killed=True)
    if game.uncounted and way < 0.5:
        return Fact(winners=() if way < 0.1 else (chance.randrange(sides),))
    if chance.random() < 0.25 and 120 % sides == 0:
        tie = chance.randint(-1, sides - 1) if game.tie == "cards" else -1
        return Fact(counts=(120 // sides,) * sides, cards=tie)
    remaining, counts = 120, []
    for left in range(sides - 1, 0, -1):
        counts.append(chance.choice([n for n in range(0, remaining - 2 * left + 1, 2) if remaining - n != 1]))
        remaining -= counts[-1]
    if game.margin and min(*counts, remaining) >= 20:  # a King and a Knight of trumps
        return Fact(counts=(counts[0] + 40, remaining), bonuses=(40, 0))
    return Fact(counts=(*counts, remaining))


def typed_facts(game: Game, sides: Sequence[Sequence[str]], fact: Fact) -> tuple[list[str], str, str]:
    """A deal as the table says it: its words, the bonuses, and who had more cards."""
    if game.declarer:
        return [str(fact.counts[0])], "", ""
    firsts = [side[-1] for side in sides]  # any player stands for a side
    if fact.winners is not None:
        names = [firsts[at] for at in fact.winners]
        return ["killed", *names] if fact.killed else [*names, "won"] if names else ["even"], "", ""
    words = [f"{name}={count}" for name, count in zip(firsts, fact.counts, strict=True)]
    bonus = ",".join(f"{name}={more}" for name, more in zip(firsts, fact.bonuses, strict=False) if more)
    ties = game.tie == "cards" and len(set(fact.counts)) == 1
    return words, bonus, (firsts[fact.cards] if fact.cards >= 0 else "nobody") if ties else ""


class Kept(NamedTuple):
    """A record as the model has it: `dealer` is a place at the table, `fact` None for a redeal."""

    kind: str
    dealer: int
    sides: tuple[tuple[str, ...], ...] = ()
    fact: Fact | None = None
    units: dict[str, int] = {}  # noqa: RUF012 - never changed


@dataclass
class Seated(Model):
    """A match in which the seats say who plays with whom."""

    records: dict[int, Kept] = field(default_factory=dict)
    first: int = 0  # the place that deals first; where the table changed, the one whose turn it was then

    @property
    def dealer(self) -> int:
        """Whose turn it is: after a redeal the same once more, else the next."""
        if not self.records:
            return self.first
        last = self.records[max(self.records)]
        return (last.dealer + (last.kind == "deal")) % len(self.seats)


class SeatedEvening(Evening[Seated]):
    name: str

    @initialize(chance=choices)
    def start(self, chance: Random) -> None:
        self.game = GAMES[self.name]
        seats = PEOPLE[: chance.choice(self.game.players) + chance.choice([0, 0, 1])]
        self.begin(Seated(seats), self.name)

    @rule(chance=choices)
    def deal(self, chance: Random) -> None:
        self.remember()
        seats, dealer, number = self.model.seats, self.model.dealer, self.model.next_number
        playing = [seat for at, seat in enumerate(seats) if len(seats) in self.game.players or at != dealer]
        sides = (tuple(playing[::2]), tuple(playing[1::2])) if self.game.pairs else tuple((seat,) for seat in playing)
        fact = some_fact(self.game, len(sides), chance)
        words, bonus, cards = typed_facts(self.game, sides, fact)
        asked = DealWords(sides=tuple(words), bonus=bonus, more_cards=cards)
        if self.game.declarer:
            caller = playing[fact.declarer]
            asked = DealWords(caller=caller, bid=str(fact.bid), partner="solo", result=words[0])
        done = self.do(scorebook.record_deal, asked)
        assert done
        units = paid(self.game, sides, fact)
        assert (done.number, done.dealer, done.payouts) == (number, seats[dealer], units)
        self.model.records[number] = Kept("deal", dealer, sides, fact, units)

    @rule(kind=st.sampled_from(["thrown-in", "misdeal", "annulled"]))
    def redeal(self, kind: str) -> None:
        self.remember()
        dealer = self.model.dealer
        done = self.do(scorebook.record_redeal, kind)
        assert done
        self.model.records[done.number] = Kept(kind, dealer)

    @rule(chance=choices)
    def substitute(self, chance: Random) -> None:
        self.remember()
        seats = list(self.model.seats)
        # Somebody new: who comes back elsewhere takes the turn to deal along.
        seats[chance.randrange(len(seats))] = f"Guest {len(self.past)}"
        self.do(scorebook.change_seats, seats, None)
        self.model.seats, self.model.first = tuple(seats), self.model.dealer

    @precondition(lambda self: any(kept.fact for kept in self.model.records.values()))
    @rule(chance=choices)
    def edit(self, chance: Random) -> None:
        number = chance.choice([number for number, kept in self.model.records.items() if kept.fact])
        old = self.model.records[number]
        assert old.fact
        fact = some_fact(self.game, len(old.sides), chance)
        if self.game.declarer:
            fact = old.fact._replace(counts=fact.counts)
        typed = typed_facts(self.game, old.sides, fact)
        if typed == typed_facts(self.game, old.sides, old.fact):  # nothing changes: refused
            return
        self.remember()
        words, bonus, cards = typed
        asked = DealWords(result=" ".join(words), bonus=bonus, more_cards=cards)
        done = self.do(scorebook.edit, number, asked, "why")
        assert done
        units = paid(self.game, old.sides, fact)
        assert (done.number, done.payouts) == (number, units)
        self.model.records[number] = old._replace(fact=fact, units=units)

    @invariant()
    def says_what_the_model_says(self) -> None:
        if not self.book.was_written:
            return
        sheet = self.read()
        assert sheet.seats == self.model.seats
        assert sheet.next_dealer == self.model.seats[self.model.dealer]
        kept = {record.number: (record.kind, record.payouts) for record in sheet.records}
        assert kept == {number: (record.kind, record.units) for number, record in sorted(self.model.records.items())}
        for record in sheet.deals:
            assert sum(record.payouts.values()) == 0


@pytest.mark.parametrize("name", GAMES)
def test_an_evening_of_any_game_is_what_a_plain_list_would_say(name: str) -> None:
    evening = type("OfOneGame", (SeatedEvening,), {"name": name})
    run_state_machine_as_test(evening, settings=played(evenings=3, steps=20))
