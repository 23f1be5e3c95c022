"""The cards: ranks, suits, and the card points that a side can hold. Source: docs/rules.md, "The deck"."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from operator import mul, sub
from typing import Final

from scorer.language import N_, _
from scorer.rules.errors import IllegalDealError, UnreadableError

TOTAL_CARD_POINTS: Final = 120
LARGEST_NUMBER: Final = 999_999_999  # that anybody types
HALF: Final = 60
HIGHEST_COUNT: Final = 230  # of one side with every bonus there is: 120, 40 in trumps, three times 20, 10 for the last
SUITS: Final = 4

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

_RANK_WORDS: Final = {
    **dict(zip(map(str.casefold, RANKS), RANKS, strict=True)),
    **dict(zip(RANK_NAMES.values(), RANK_NAMES, strict=True)),
    "1": "A",
    "asso": "A",
    "re": "K",
    "cavallo": "Q",
    "queen": "Q",
    "knight": "Q",
    "fante": "J",
    "as": "A",
    "rey": "K",
    "caballo": "Q",
    "sota": "J",
    "siete": "7",
    "seis": "6",
    "cinco": "5",
    "cuatro": "4",
    "tres": "3",
    "dos": "2",
    "dieci": "10",
    "nove": "9",
    "otto": "8",
    "sette": "7",
    "sei": "6",
    "cinque": "5",
    "quattro": "4",
    "tre": "3",
    "due": "2",
}

_SUITS: Final = ("coins", "cups", "swords", "clubs", "hearts", "diamonds", "spades")
_SUIT_WORDS: Final = {
    **dict(zip(_SUITS, _SUITS, strict=True)),
    "denari": "coins",
    "ori": "coins",
    "coppe": "cups",
    "spade": "swords",
    "bastoni": "clubs",
    "batons": "clubs",
    "cuori": "hearts",
    "quadri": "diamonds",
    "fiori": "clubs",
    "picche": "spades",
}

# The numbers printed on the court cards of Italian packs, and the one name that two packs share.
_HINTS: Final = {
    "8": N_("the 8 of an Italian pack is the jack: J (fante)"),
    "9": N_("the 9 of an Italian pack is the horse: Q (cavallo)"),
    "10": N_("the 10 of an Italian pack is the king: K (re)"),
    "donna": N_("the donna is the jack in Sicily and the queen in a French pack: say J (fante) or Q (cavallo)"),
}

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
    rank = _RANK_WORDS.get(key)
    if rank in pack:
        return rank
    if key in _HINTS or rank in _HINTS:
        raise UnreadableError(
            _("'{typed}' is not a card of this pack; {hint}", typed=word, hint=_(_HINTS[rank or key]))
        )
    if rank is not None:
        raise UnreadableError(
            _("'{typed}' is not a card of this pack; it has {ranks}", typed=word, ranks=" ".join(pack))
        )
    return None


def read_card(text: str, pack: tuple[str, ...]) -> Card:
    """Read a called card such as "2 coins", "re di coppe" or "ace of spades"; raises UnreadableError."""
    words = [word for word in text.split() if word.casefold() not in {"of", "di"}]
    rank = read_rank(words[0], pack) if len(words) > 1 else None
    suit = _SUIT_WORDS.get(words[1].casefold()) if len(words) > 1 else None
    if rank is None or suit is None or len(words) > 2:  # noqa: PLR2004 - a rank and a suit
        raise UnreadableError(
            _(
                "'{typed}' is not a card: say a rank and a suit, as in '2 coins' "
                "(suits: coins cups swords clubs, or hearts diamonds clubs spades)",
                typed=text,
            )
        )
    return Card(rank, suit)


def read_suits(text: str) -> tuple[str, ...]:
    """Read suits such as "coins cups swords clubs", in English or Italian; raises UnreadableError."""
    suits = tuple(_SUIT_WORDS.get(word.casefold(), "") for word in text.split())
    if "" in suits or len(set(suits)) < len(suits):
        italian = " ".join(_SUITS[:SUITS])
        raise UnreadableError(
            _("'{typed}' must be different suits: {suits}, or French ones", typed=text, suits=italian)
        )
    return suits


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
