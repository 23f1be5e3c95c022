"""The games of sides, and Rematada: each payout written out by hand from docs/rules.md, each result enumerated.

The checks take a variant, so that the last test can change every value of every one of these files, one at a time, and
see each change refused or noticed.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from scorer.rules.bid import read_bid
from scorer.rules.carry import carry
from scorer.rules.deal import Deal, Result, outcome_of, reckon
from scorer.rules.errors import IllegalDealError
from scorer.rules.kinds import REDEALS, Outcome
from scorer.rules.sides import SidesDeal, by_counts, reckon_sides, sides_of
from scorer.rules.variant import Variant
from scorer.rules.variant_reading import parse_variant
from tests.changing import unnoticed

FILES = sorted((Path(__file__).parents[2] / "scorer" / "variants").glob("*.toml"))
SHIPPED = {path.stem: path for path in FILES if "[sides]" in path.read_text(encoding="utf-8")}
SEATS = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")
ITALIAN = "A 3 K Q J 7 6 5 4 2"

# By players and how many of them win: units of each who has won, of each who has lost.
PAIRS = {(4, 2): (1, -1)}
THREES = {(6, 3): (1, -1)}
TWO = {(2, 1): (1, -1)}
ALONE = {
    (2, 1): (1, -1),
    (3, 1): (2, -1), (3, 2): (1, -2),
    (4, 1): (3, -1), (4, 2): (2, -2), (4, 3): (1, -3),
    (5, 1): (4, -1), (5, 2): (3, -2), (5, 3): (2, -3), (5, 4): (1, -4),
    (6, 1): (5, -1), (6, 2): (4, -2), (6, 3): (3, -3), (6, 4): (2, -4), (6, 5): (1, -5),
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Game:
    """What the rules say of one game. `tie`: who wins at equal counts; None: everybody below `limit` wins.

    `above`: more than so many card points pay the second table, and count so many deals won.
    """

    made_by: str
    pays: dict[tuple[int, int], tuple[int, int]]
    tie: str | None = "even"
    limit: int | None = None
    margin: bool = False
    above: tuple[int, dict[tuple[int, int], tuple[int, int]], int] | None = None
    bonuses: tuple[tuple[int, int, str], ...] = ()
    events: tuple[str, ...] = ()
    pack: str = ITALIAN
    end: str = ""


SEATED, EACH = "alternate seats", "each alone"
RACE = "won:3, play on"
MARRIAGES = ((40, 1, "K Q"), (20, 3, "K Q"))
KILLED = ("killed: the trump Ace killed the trump Three",)
GAMES = {
    "brisca": Game(made_by=SEATED, pays=PAIRS, tie="more cards", end=RACE),
    "brisca-hundred": Game(
        made_by=SEATED, pays=PAIRS, tie="more cards", above=(100, {(4, 2): (2, -2)}, 2), end=RACE
    ),
    "brisca-threes": Game(
        made_by=SEATED, pays=THREES, tie="more cards", pack="A 3 K Q J 9 8 7 6 5 4 2", end=RACE
    ),
    "briscola": Game(made_by=EACH, pays=ALONE, tie="shared", end=RACE),
    "briscola-pairs": Game(made_by=SEATED, pays=PAIRS, end=RACE),
    "scoperta": Game(made_by=EACH, pays=TWO, tie="shared", end=RACE),
    "cinquecento": Game(made_by=EACH, pays=TWO, margin=True, bonuses=MARRIAGES, end="taken:500, play on"),
    "cinquecento-pairs": Game(made_by=SEATED, pays=PAIRS, margin=True, bonuses=MARRIAGES, end="taken:500, play on"),
    "muerte-al-tres": Game(made_by=SEATED, pays=PAIRS, events=KILLED),
    "muerte-al-tres-alone": Game(made_by=EACH, pays=ALONE, tie="shared", events=KILLED),
    "mexican": Game(made_by=EACH, pays=ALONE, tie=None, limit=11),
    "mexican-pairs": Game(made_by=SEATED, pays=PAIRS | THREES, tie=None, limit=11),
}  # fmt: skip
REMATADA = ("rematada", "rematada-points")


def mapping_of(name: str) -> dict[str, Any]:
    return tomllib.loads(SHIPPED[name].read_text(encoding="utf-8"))


def shipped(name: str) -> Variant:
    return parse_variant(name, mapping_of(name))


def by_hand(players: int, made_by: str) -> tuple[tuple[str, ...], ...]:
    """Anna and Carla (and Elena) against Bruno and Dario (and Fabio), or everybody alone."""
    if made_by == EACH:
        return tuple((player,) for player in SEATS[:players])
    return {
        4: (("Anna", "Carla"), ("Bruno", "Dario")),
        6: (("Anna", "Carla", "Elena"), ("Bruno", "Dario", "Fabio")),
    }[players]


def counts_of(sides: int, step: int) -> Iterator[tuple[int, ...]]:
    """Card points of so many sides that make 120, nobody with 1: all of them for two, by steps for more."""
    if sides == 2:
        yield from ((count, 120 - count) for count in range(121) if count not in {1, 119})
        return
    for some in product(range(0, 121, step), repeat=sides - 1):
        remaining = 120 - sum(some)
        if remaining >= 0 and remaining != 1 and 1 not in some:
            yield (*some, remaining)


def winners_by_hand(counts: tuple[int, ...], game: Game) -> set[int] | None:
    """Who has won by these counts; None where the side with more cards has."""
    if game.limit is not None:
        won = {side for side, count in enumerate(counts) if count <= game.limit}
    else:
        won = {side for side, count in enumerate(counts) if count == max(counts)}
        if len(won) > 1 and game.tie == "more cards":
            return None
        if len(won) > 1 and game.tie == "even":
            return set()
    return set() if len(won) == len(counts) else won


def paid(game: Game, sides: tuple[tuple[str, ...], ...], won: Iterable[int], counts: tuple[int, ...]) -> dict[str, int]:
    """The units of everybody, out of the tables above."""
    won = set(won)
    players, winners = sum(map(len, sides)), sum(len(sides[side]) for side in won)
    if not won:
        return dict.fromkeys((player for side in sides for player in side), 0)
    table = game.pays
    if game.above and counts and max(counts[side] for side in won) > game.above[0]:
        table = game.above[1]
    winner, loser = table[players, winners]
    times = max(counts) - min(counts) if game.margin else 1
    return {player: (winner if at in won else loser) * times for at, side in enumerate(sides) for player in side}


def check_every_count(variant: Variant, game: Game) -> None:
    """Every number of players and every count: who has won, what everybody gets, and how many deals it counts."""
    numbers = sorted({players for players, _ in game.pays})
    assert (list(variant.player_counts), variant.made_by) == (numbers, game.made_by)
    for players in numbers:
        sides = by_hand(players, game.made_by)
        assert sides_of(SEATS[:players], variant.made_by) == sides
        # three with 40 each, 30 each of four, 24 of five, 20 of six; the limit and one above it
        equal = tuple([120 // len(sides)] * len(sides))
        edges = [(count, 120 - 2 * count, count) for count in (10, 11, 12, 39, 41)] if len(sides) == 3 else []
        walked = 0
        for counts in (*counts_of(len(sides), {3: 6, 4: 15, 5: 20, 6: 30}.get(len(sides), 1)), equal, *edges):
            won = winners_by_hand(counts, game)
            if won is None:
                check_more_cards(variant, game, sides, counts)
                continue
            reckoned = reckon_sides(SidesDeal(sides=sides, counts=counts), variant)
            assert set(reckoned.winners) == won, counts
            assert reckoned.units == paid(game, sides, won, counts), counts
            assert sum(reckoned.units.values()) == 0
            assert reckoned.outcome is (Outcome.WON if won else Outcome.EVEN)
            above = bool(game.above and won and max(counts) > game.above[0])
            assert reckoned.deals_won == (0 if not won else game.above[2] if game.above and above else 1)
            times = reckon_sides(SidesDeal(sides=sides, counts=counts, times=4), variant).units
            assert times == {player: 4 * units for player, units in reckoned.units.items()}
            walked += 1
        assert walked >= 100


def check_more_cards(variant: Variant, game: Game, sides: tuple[tuple[str, ...], ...], counts: tuple[int, ...]) -> None:
    """Equal counts: the table must say who has more cards, the one side, the other, or nobody."""
    assert by_counts(counts, variant) is None
    for won in ((0,), (1,), ()):
        reckoned = reckon_sides(SidesDeal(sides=sides, counts=counts, winners=won, decided="cards"), variant)
        assert (set(reckoned.winners), reckoned.units) == (set(won), paid(game, sides, won, counts))
        assert reckoned.deals_won == len(won)
    with pytest.raises(IllegalDealError, match="the side with more cards wins"):
        reckon_sides(SidesDeal(sides=sides, counts=counts), variant)


def check_uncounted(variant: Variant, game: Game) -> None:
    """Who has won may be said without a count, but where the units follow from it; so may an event, and no other."""
    for players in sorted({players for players, _ in game.pays}):
        sides = by_hand(players, game.made_by)
        places = range(len(sides))
        for number in range(len(sides) + 1):
            for won in combinations(places, number):
                uncounted = SidesDeal(sides=sides, winners=won, decided="said")
                many = number > 1 and game.tie not in {"shared", None}
                if game.margin or game.above or many or number == len(sides):
                    with pytest.raises(IllegalDealError, match=r"not enough|one side wins|then the deal is even"):
                        reckon_sides(uncounted, variant)
                else:
                    assert reckon_sides(uncounted, variant).units == paid(game, sides, won, ())
                killed = SidesDeal(sides=sides, winners=won, decided="killed")
                if game.events and number == 1:
                    assert reckon_sides(killed, variant).units == paid(game, sides, won, ())
                else:
                    with pytest.raises(IllegalDealError, match=r"is not known in|is of one side: say which"):
                        reckon_sides(killed, variant)


def check_bonuses_of(variant: Variant, game: Game) -> None:
    """Every legal way in which two sides can have the bonuses, with every count of card points that allows it."""
    assert tuple((bonus.amount, bonus.most, " ".join(bonus.cards)) for bonus in variant.bonuses) == game.bonuses
    sides = by_hand(2 if game.made_by == EACH else 4, game.made_by)
    if not game.bonuses:
        if len(sides[0] * len(sides)) in variant.player_counts:
            with pytest.raises(IllegalDealError, match="there are no bonuses in this game"):
                reckon_sides(SidesDeal(sides=sides, counts=(80, 60), bonuses=(20, 0)), variant)
        return
    legal = 0
    for first, second in product(range(0, 121, 20), repeat=2):
        # at most one 40 and three 20 in a deal: 100 in all; 120 need two 40
        possible = first + second <= 100
        for points in range(121):
            counts = (points + first, 120 - points + second)
            deal = SidesDeal(sides=sides, counts=counts, bonuses=(first, second))
            if not possible or points in {1, 119}:
                with pytest.raises(IllegalDealError):
                    reckon_sides(deal, variant)
                continue
            if not has_the_cards(points, first, second):
                with pytest.raises(IllegalDealError, match="card points"):
                    reckon_sides(deal, variant)
                continue
            margin = counts[0] - counts[1]
            units = reckon_sides(deal, variant).units
            assert units == {player: margin if at == 0 else -margin for at, side in enumerate(sides) for player in side}
            legal += 1
    assert legal > 1000


@cache
def has_the_cards(points: int, first: int, second: int) -> bool:
    """Whether one side can have so many card points, with bonuses of 40 and 20 for a King and Knight, 7 together.

    Worked from the fewest pairs that make the amounts: 40 is one pair of trumps, or two others.
    """
    for first_trumps, second_trumps in ((0, 0), (1, 0), (0, 1)):
        pairs = (first - 40 * first_trumps) // 20, (second - 40 * second_trumps) // 20
        if min(pairs) < 0 or sum(pairs) > 3:
            continue
        mine, yours = pairs[0] + first_trumps, pairs[1] + second_trumps
        free = 4 - mine - yours
        remaining = points - 7 * mine
        # what is left: four Aces, Threes and Jacks, and as many Kings and Knights as no pair holds
        ways = product(range(5), range(5), range(5), range(free + 1), range(free + 1))
        if any(11 * a + 10 * t + 2 * j + 4 * k + 3 * q == remaining for a, t, j, k, q in ways):
            return True
    return False


def check_the_rest(variant: Variant, game: Game) -> None:
    """The pack, the end, what redeals and even deals leave, and that nothing else is there."""
    assert " ".join(variant.auction.pack) == game.pack
    assert f"{variant.ending}{', play on' * variant.ending.play_on}" == game.end
    assert variant.ending.first == ("units",)
    assert (variant.auction.bids, dict(variant.shares), variant.slam, variant.trumps) == ((), {}, None, ())
    assert (variant.card_values, variant.alone, variant.has_auction) == (None, False, False)
    assert tuple(f"{word}: {happened}" for word, happened in (variant.events or {}).items()) == game.events
    check_left(variant)


def check_left(variant: Variant) -> None:
    for kind in (*REDEALS, "even"):
        after = variant.after_kind(kind)
        assert (after.factor, after.same_dealer) == (1, kind != "even"), kind
        assert carry([(kind, 1)] * 3, variant) == 1


CHECKS: tuple[Callable[[Variant, Game], None], ...] = (
    check_every_count, check_uncounted, check_bonuses_of, check_the_rest,
)  # fmt: skip


def test_every_game_of_sides_has_its_table_here() -> None:
    assert sorted(SHIPPED) == sorted([*GAMES, *REMATADA])


@pytest.mark.parametrize("name", GAMES)
def test_a_game_pays_what_its_table_says(name: str) -> None:
    for check in CHECKS:
        check(shipped(name), GAMES[name])


# Rematada: a count of card points and bonuses that reaches the bid, or not

FLAT, BY_COUNT = "rematada", "rematada-points"
COUNTS = [count for count in range(231) if count not in {1, 221, 223, 225, 227, 229}]


def rematada(count: int, bid: int, name: str) -> tuple[int, int]:
    """Units of the caller and of each other: 2, -1, failed -2, 1; or 4, -2, failed -2, 1, times the count."""
    made = count >= bid
    if name == FLAT:
        return (2, -1) if made else (-2, 1)
    return (4 * count, -2 * count) if made else (-2 * count, count)


def three(bid: int | str, variant: Variant, result: Result, *, partner: str | None = None) -> Deal:
    """Bruno calls, against Anna and Carla."""
    won = read_bid(str(bid), variant.auction)
    return Deal(players=SEATS[:3], caller="Bruno", partner=partner, bid=won, result=result)


def counted(count: int, bonus: int | None = None) -> Result:
    return Result(count, with_bonuses=True, bonus=bonus)


def check_rematada(variant: Variant, name: str) -> None:
    """Every bid at and below itself, and with the least, 60, 120 and the most; and what words alone can say."""
    assert [str(bid) for bid in variant.auction.bids] == [str(bid) for bid in range(100, 231)]
    assert (variant.player_counts, variant.alone, variant.bands[1:]) == ((3,), True, ())
    for bid in range(100, 231):
        for count in {0, 60, 120, 230, bid - 1, bid}.intersection(COUNTS):
            caller, defender = rematada(count, bid, name)
            reckoned = reckon(three(bid, variant, counted(count)), variant)
            assert reckoned.units == {"Anna": defender, "Bruno": caller, "Carla": defender}, (bid, count)
            assert reckoned.outcome is (Outcome.MADE if count >= bid else Outcome.FAILED)
    for outcome, units in ((Outcome.MADE, (2, -1)), (Outcome.FAILED, (-2, 1))):
        word = three(100, variant, Result(outcome=outcome))
        if name == FLAT:
            assert reckon(word, variant).units == {"Anna": units[1], "Bruno": units[0], "Carla": units[1]}
        else:
            with pytest.raises(IllegalDealError, match="is not enough: Brisca rematada by the count pays by the count"):
                reckon(word, variant)


def check_rematada_else(variant: Variant, name: str) -> None:
    """The bonuses and what can be counted with them, the pack, the end; nobody is ever a partner."""
    assert tuple((bonus.amount, bonus.most, " ".join(bonus.cards)) for bonus in variant.bonuses) == (
        (40, 1, "K Q"), (20, 3, "K Q"), (10, 1, ""),
    )  # fmt: skip
    possible = []
    for count in range(-1, 233):
        try:
            outcome_of(read_bid("100", variant.auction), counted(count), variant)
            possible.append(count)
        except IllegalDealError:
            continue
    assert possible == COUNTS
    with pytest.raises(IllegalDealError, match="the caller plays alone, against all; the partner is 'solo'"):
        reckon(three(100, variant, counted(120), partner="Anna"), variant)
    assert " ".join(variant.auction.pack) == "A 3 K Q J 7 6 5"
    assert f"{variant.ending}{', play on' * variant.ending.play_on}" == (RACE if name == FLAT else "")
    assert (variant.slam, variant.events, variant.trumps, variant.even_at_60) == (None, None, (), False)
    assert (variant.auction.solo_from, variant.auction.called, variant.card_values) == (None, None, None)
    check_left(variant)


@pytest.mark.parametrize("name", REMATADA)
def test_rematada_is_made_or_failed_by_every_bid_and_count(name: str) -> None:
    check_rematada(shipped(name), name)
    check_rematada_else(shipped(name), name)


def test_the_units_of_rematada_by_the_count_are_the_paper_times_six() -> None:
    # On paper the caller has P and the others nothing, or they have P/2 each and the caller nothing. Everybody's
    # difference from the mean of the three, times six: P - P/3 is 4P of six, 0 - P/3 is -2P; P/2 - P/3 is P.
    variant = shipped(BY_COUNT)
    assert reckon(three(110, variant, counted(126)), variant).units == {"Anna": -252, "Bruno": 504, "Carla": -252}
    assert reckon(three(130, variant, counted(126)), variant).units == {"Anna": 126, "Bruno": -252, "Carla": 126}


@pytest.mark.parametrize(
    ("count", "bonus", "message"),
    [
        (1, None, "1: no cards and bonuses make it; count again"),
        # all but 3 card points of 230: the Knight of it would be missing in a pair
        (227, None, "227: no cards and bonuses make it; count again"),
        (231, None, "231: a side has 0 to 230, bonuses included; count again"),
        (-2, None, "-2: a side has 0 to 230, bonuses included; count again"),
        (125, 15, "bonus 15: one side cannot have that; there are 40 (trump-pair), 20 (pair), 10 (last-trick)"),
        (125, 120, "bonus 120: one side cannot have that; there are 40 (trump-pair), 20 (pair), 10 (last-trick)"),
        (125, -10, "bonus -10: one side cannot have that; there are 40 (trump-pair), 20 (pair), 10 (last-trick)"),
        # 110 are four pairs and the last trick, and four pairs have 28 card points
        (125, 110, "bonus 110 with 15 card points: the cards for it have 28; count again"),
        (139, 20, "119 card points: no set of cards makes 119; count again"),
        (28, 20, "bonus 20 with 8 card points: no cards make both; count again"),
    ],
)
def test_a_count_that_cards_and_bonuses_do_not_make_is_refused(count: int, bonus: int | None, message: str) -> None:
    variant = shipped(FLAT)
    with pytest.raises(IllegalDealError) as error:
        reckon(three(100, variant, counted(count, bonus)), variant)
    assert str(error.value) == message


def test_a_bonus_is_part_of_a_count() -> None:
    variant = shipped(FLAT)
    assert reckon(three(120, variant, counted(125, 50)), variant).outcome is Outcome.MADE  # 75, a trump pair, the last
    with pytest.raises(IllegalDealError, match=r"^bonus 40: give the count that it is part of$"):
        Result(outcome=Outcome.MADE, bonus=40)
    plain = parse_variant("mexican", mapping_of("mexican"))
    with pytest.raises(IllegalDealError, match=r"^bonus 40: there are no bonuses in this game$"):
        Result(74, bonus=40).check(plain)


# A change of any value

WORDS = [
    *("auction", "alternate seats", "each alone", "called", "never", "most", "at most", "even", "more cards", "shared"),
    *("flat", "margin", "bid", "count", "rank", "card points", "same", "next", "play on", "K", "K Q J", "A 3 K Q J"),
    *(ITALIAN, "won:2", "won:4", "taken:499", "taken:501", "deals:3", "units:3"),
]


def meaning(variant: Variant) -> Variant:
    """Where two sides alone share a win, nobody has lost it: the deal is even."""
    if variant.win.tie == "shared" and (variant.made_by == SEATED or variant.player_counts == (2,)):
        return replace(variant, win=variant.win._replace(tie="even"))
    return variant


@pytest.mark.parametrize("name", [*GAMES, *REMATADA])
def test_a_change_of_any_value_of_a_shipped_game_is_refused_or_noticed(name: str) -> None:
    def check(variant: Variant) -> None:
        if name in REMATADA:
            check_rematada_else(variant, name)
            check_rematada(variant, name)
            return
        for law in (check_the_rest, check_uncounted, check_every_count, check_bonuses_of):
            law(variant, GAMES[name])

    assert unnoticed(name, mapping_of(name), WORDS, check, meaning) == []


@pytest.mark.parametrize("name", ["brisca", "brisca-hundred", "brisca-threes", "briscola-pairs"])
def test_trumps_by_turns_are_named_in_the_files_and_one_line_has_them(name: str) -> None:
    text = SHIPPED[name].read_text(encoding="utf-8")
    assert text.count("# trumps = ") == 1
    turned = parse_variant(name, tomllib.loads(text.replace("# trumps = ", "trumps = ")))
    assert turned.trumps == ("coins", "cups", "swords", "clubs")
