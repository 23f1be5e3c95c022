"""The cards: ranks, suits, and the card points that a side can hold. Source: docs/rules.md, "The deck"."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from operator import mul, sub
from typing import Final

from scorer.language import N_, _, in_context
from scorer.rules.errors import IllegalDealError, UnreadableError

TOTAL_CARD_POINTS: Final = 120
LARGEST_NUMBER: Final = 999_999_999  # that anybody types
HALF: Final = 60
HIGHEST_COUNT: Final = 230  # of one side with every bonus there is: 120, 40 in trumps, three times 20, 10 for the last
SUITS: Final = 4
_FRENCH_PACK: Final = "French pack"  # the context in which a catalogue has its cards

# Card points of the counting ranks of one suit. Regional packs move them to other ranks; the set is the same.
COUNTING: Final = (11, 10, 4, 3, 2)

RANKS: Final = ("A", "3", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "2")
ITALIAN_PACK: Final = ("A", "3", "K", "Q", "J", "7", "6", "5", "4", "2")

RANK_NAMES: Final = {
    "A": N_("ace"),
    "K": N_("king"),
    "Q": N_("horse"),
    "J": N_("jack"),
    "10": N_("ten"),
    "9": N_("nine"),
    "8": N_("eight"),
    "7": N_("seven"),
    "6": N_("six"),
    "5": N_("five"),
    "4": N_("four"),
    "3": N_("three"),
    "2": N_("two"),
}

LETTERS: Final = {"A": N_("A"), "K": N_("K"), "Q": N_("Q"), "J": N_("J")}  # of those that are no numbers
# What else each of them is called, in English, Italian and Spanish.
_RANK_WORDS: Final = {
    "A": "1 asso as",
    "K": "re rey",
    "Q": "queen knight cavallo caballo regina reina",
    "J": "fante sota",
    "10": "dieci diez",
    "9": "nove nueve",
    "8": "otto ocho",
    "7": "sette siete",
    "6": "sei seis",
    "5": "cinque cinco",
    "4": "quattro cuatro",
    "3": "tre tres",
    "2": "due dos",
}
_RANKS: Final = {
    word: rank for rank, words in _RANK_WORDS.items() for word in (rank.casefold(), RANK_NAMES[rank], *words.split())
}
# What Italian and Spanish players write for the court cards; on those of a French pack stands something else.
_RANKS_BY_LETTER: Final = {"r": "K", "c": "Q", "f": "J", "s": "J"}

# The suits of Italian and Spanish packs, and of French ones, with what they are called in both languages.
_LATIN_SUITS: Final = {
    "coins": "denari denaro ori oro oros",
    "cups": "coppe coppa copas copa",
    "swords": "spade spada espadas espada",
    "clubs": "batons bastoni bastone bastos basto",
}
_FRENCH_SUITS: Final = {
    "hearts": "cuori cuore corazones coraz\u00f3n corazon",
    "diamonds": "quadri quadro diamantes diamante",
    "clubs": "fiori fiore tr\u00e9boles treboles tr\u00e9bol trebol",
    "spades": "picche picca picas pica",
}
SUIT_NAMES: Final = (
    N_("coins"), N_("cups"), N_("swords"), N_("clubs"), N_("hearts"), N_("diamonds"), N_("spades"),
)  # fmt: skip
_SUITS: Final = {name: name for name in SUIT_NAMES} | {
    word: suit for suits in (_LATIN_SUITS, _FRENCH_SUITS) for suit, words in suits.items() for word in words.split()
}
_SMALL_WORDS: Final = re.compile(r"\b(?:(?:of|the|di|il|la|de|el)\s|[dl]['\u2019])", re.IGNORECASE)  # l'asso d'oro

# The numbers printed on the court cards of Italian and Spanish packs, and the one name that two packs share.
_DONNA: Final = N_("the donna is the jack in Sicily and the queen in a French pack: say J (fante) or Q (cavallo)")
_HINTS: Final = {
    "8": N_("the 8 of an Italian pack is the jack: J (fante)"),
    "9": N_("the 9 of an Italian pack is the horse: Q (cavallo)"),
    "10": N_("the 10 is the king of an Italian pack and the jack of a Spanish one: say K (re) or J (sota)"),
    "11": N_("the 11 of a Spanish pack is the horse: Q (caballo)"),
    "12": N_("the 12 of a Spanish pack is the king: K (rey)"),
    "donna": _DONNA,
    "d": _DONNA,
}
_QUEEN: Final = N_("the donna is the jack in Sicily and the queen in a French pack: say J (jack) or Q (queen)")
_FRENCH_HINTS: Final = {"donna": _QUEEN, "d": _QUEEN}  # a French pack has no horse

Cards = tuple[int, ...]  # how many of each counting rank, in the order of COUNTING
WHOLE_PACK: Final[Cards] = (SUITS,) * len(COUNTING)
KNOWN: Final = 4096  # answers that are remembered: a season has few different counts


@dataclass(frozen=True, slots=True)
class Card:
    """A card by rank and suit, as called after the auction."""

    rank: str
    suit: str

    def __str__(self) -> str:
        return f"{self.rank} {self.suit}"


def totals(cards: Iterable[int]) -> frozenset[int]:
    """Every number of card points that a choice of these cards makes; each card is given by its card points."""
    sums = {0}
    for value in cards:
        sums |= {total + value for total in sums}
    return frozenset(sums)


REACHABLE: Final = totals(COUNTING * SUITS)  # by one side: all of 0 to 120 but 1 and 119


# What counts in a pack, as it is printed beside the cards; regional packs give it to other ranks.
CARD_VALUES: Final = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}


def read_number(text: str, largest: int = LARGEST_NUMBER) -> int | None:
    """Return the whole number that `text` writes, of no more digits than the `largest` has; None if it writes none."""
    word = text.strip()
    return int(word) if word.isdecimal() and len(word) <= len(str(largest)) else None


def numbers_text(numbers: Iterable[int] | None) -> str | None:
    """What the sides counted, as it is kept: `74 46`; None for nothing."""
    return None if numbers is None else " ".join(map(str, numbers))


def between(counts: Sequence[int]) -> str:
    """Counts as they are said: `74 to 46`, `50 to 40 to 30`; empty without counts."""
    words = str(counts[0]) if counts else ""
    for count in counts[1:]:
        words = _("{counts} to {count}", counts=words, count=count)
    return words


def read_numbers(text: str | None) -> tuple[int, ...] | None:
    """What the sides counted, as it is kept; raises ValueError for what are no numbers."""
    return None if text is None else tuple(map(int, text.split()))


def check_card_points(card_points: int) -> int:
    """Return `card_points` if one side of a deal can hold them; raise IllegalDealError otherwise."""
    if not 0 <= card_points <= TOTAL_CARD_POINTS:
        raise IllegalDealError(
            _("{card_points} card points: a deal has 0 to {total}", card_points=card_points, total=TOTAL_CARD_POINTS)
        )
    if card_points not in REACHABLE:
        raise IllegalDealError(
            _("{card_points} card points: no set of cards makes 1 or 119; count again", card_points=card_points)
        )
    return card_points


def read_rank(word: str, pack: tuple[str, ...]) -> str | None:
    """Return the rank of `pack` that `word` names in English, Italian or Spanish; None when it names no rank at all.

    Raises UnreadableError for the words that two packs read differently and for ranks this pack lacks.
    """
    key = word.strip().casefold()
    rank = _RANKS.get(key) or (_RANKS_BY_LETTER.get(key) if key == "r" or not is_french(pack) else None)
    if rank in pack:
        return rank
    if hint := (_FRENCH_HINTS if is_french(pack) else _HINTS).get(rank or key):
        raise UnreadableError(_("'{typed}' is not a card of this pack; {hint}", typed=word, hint=_(hint)))
    if rank is not None:
        ranks = ranks_shown(pack, pack)
        raise UnreadableError(_("'{typed}' is not a card of this pack; it has {ranks}", typed=word, ranks=ranks))
    return None


def without_small_words(text: str) -> str:
    """The words for a card or a bid without articles, and without what stands between rank and suit."""
    return _SMALL_WORDS.sub("", text).strip()


def read_card(text: str, pack: tuple[str, ...]) -> Card:
    """Read a called card such as "2 coins", "re di coppe", "dos de oros" or "ace of spades"; raises UnreadableError."""
    words = without_small_words(text).split()
    rank = read_rank(words[0], pack) if len(words) > 1 else None
    suit = _SUITS.get(words[1].casefold()) if len(words) > 1 else None
    if rank is None or suit is None or len(words) > 2:  # noqa: PLR2004 - a rank and a suit
        raise UnreadableError(
            _(
                "'{typed}' is not a card: say a rank and a suit, as in '2 coins' "
                "(suits: coins cups swords clubs, or hearts diamonds clubs spades)",
                typed=text,
            )
        )
    if is_french(pack) and words[1].casefold() in _LATIN_SUITS.get(suit, "").split():
        suits = " ".join(suit_shown(suit, pack) for suit in _FRENCH_SUITS)
        raise UnreadableError(
            _(
                "'{typed}': {suit} is no suit of this French pack; it has {suits}",
                typed=text,
                suit=words[1],
                suits=suits,
            )
        )
    return Card(rank, suit)


def read_suits(text: str) -> tuple[str, ...]:
    """Read suits such as "coins cups swords clubs", in English, Italian or Spanish; raises UnreadableError."""
    suits = tuple(_SUITS.get(word.casefold(), "") for word in text.split())
    if "" in suits or len(set(suits)) < len(suits):
        latin = " ".join(_LATIN_SUITS)
        raise UnreadableError(_("'{typed}' must be different suits: {suits}, or French ones", typed=text, suits=latin))
    return suits


def is_french(pack: Sequence[str]) -> bool:
    """Whether a pack is surely French: it has a ten, which in Italy and Spain is a court card."""
    return "10" in pack


def rank_shown(rank: str, pack: Sequence[str] = ITALIAN_PACK) -> str:
    """`K`, in Italian `R`, as players write it; a French pack has its letters in every language."""
    return rank if is_french(pack) else _(LETTERS.get(rank, rank))


def ranks_shown(ranks: Iterable[str], pack: Sequence[str]) -> str:
    """`A 3 K Q J`: some ranks of a pack."""
    return " ".join(rank_shown(rank, pack) for rank in ranks)


def bid_shown(bid: object, pack: Sequence[str] = ITALIAN_PACK) -> str:
    """A bid with its rank as players write it: `K`, in Italian `R`; `2/71`, `carichi`."""
    rank, *target = str(bid).split("/")
    return "/".join([rank_shown(rank, pack), *target])


def suit_shown(suit: str, pack: Sequence[str]) -> str:
    """`clubs`, in Italian `bastoni`, or `fiori` of a French pack."""
    return in_context(_FRENCH_PACK, suit) if is_french(pack) else _(suit)


def card_shown(card: object, pack: Sequence[str]) -> str:
    """A card as people say it, whatever it is written like: `2 coins`, `re di coppe`."""
    rank, _blank, suit = str(card).partition(" ")
    name = rank if is_french(pack) else in_context("card", rank)
    return _("{rank} {suit}", rank=name, suit=suit_shown(suit, pack))


def can_be_shared(card_points: Sequence[int], cards: Cards = WHOLE_PACK) -> bool:
    """Whether these cards can be shared so that each side has its card points; cards may be left over.

    The smallest card points come first: few cards make them, so that impossible ones are found out soon.
    """
    return _can_be_shared(tuple(sorted(card_points)), cards)


@lru_cache(KNOWN)
def _can_be_shared(card_points: tuple[int, ...], cards: Cards) -> bool:
    if not card_points:
        return True
    for taken in _choices().get(card_points[0], ()):
        left = tuple(map(sub, cards, taken))
        if min(left) >= 0 and _can_be_shared(card_points[1:], left):
            return True
    return False


@lru_cache
def _choices() -> dict[int, list[Cards]]:
    """Every choice among all counting cards, by the card points that it makes."""
    choices: dict[int, list[Cards]] = {}
    for taken in product(range(SUITS + 1), repeat=len(COUNTING)):
        choices.setdefault(sum(map(mul, taken, COUNTING)), []).append(taken)
    return choices
