"""Which payout table a label in a file means, and what it makes of the facts in a line."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorer.errors import NotFoundError, RefusedError
from scorer.exchange.writing import unguarded
from scorer.match.names import fold, plays_alone, printable, shown
from scorer.match.parsing import MOST_COUNT, read_count, read_result, read_times, read_within
from scorer.rule_files import VARIANTS, digest, is_path
from scorer.rules.bid import read_bid
from scorer.rules.cards import Card, read_card
from scorer.rules.errors import ScorerError, UnreadableError
from scorer.rules.judge import MOST_KNOWN, FactError, Judge, Judged, Reading, Told
from scorer.rules.kinds import CONTRACT_OUTCOMES, EVEN, FAILED, MADE
from scorer.scorebook.importing import Frozen, Known

# Words of Italian and English notebooks; what they say of the calling side.
OUTCOME_WORDS = {
    **{word: word for word in CONTRACT_OUTCOMES},
    **dict.fromkeys(("vinta", "vinto", "vince", "v", "won", "win", "w", "fatta", "riuscita"), MADE),
    **dict.fromkeys(("persa", "perso", "perde", "p", "lost", "loss", "l", "fallita"), FAILED),
    **dict.fromkeys(("patta", "pari", "draw", "tie"), EVEN),
}
A_COUNT = "say a count, or leave it empty and say made or failed in outcome"
_YES, _NO = ("yes", "y", "sì", "si", "si\u0300", "s", "x", "\u2713", "true", "vero"), ("no", "n", "-", "false", "falso")
# `71`, `71 p.`, `71 punti`, and `71,0` of a spreadsheet; and both counts, `74-46`.
_COUNTED = re.compile(r"(\d{1,3})(?:[.,]0+)?\s*(?:p|pt|pts|punti|points)?\.?", re.IGNORECASE)
_BOTH = re.compile(r"(\d{1,3})\s*[-\u2013:]\s*(\d{1,3})")
_RAISED = re.compile(r"(\w+)(?:\s+(?:a|at)\s+|\s+|\s*,\s*)(\d{2,3})", re.IGNORECASE)  # `2 a 71`
_DATE = re.compile(r"\d+[/.-]\d+[/.-]\d{2,4}|\w{3,4}[-/. ]\d\d|\d\d[-/. ]\w{3,4}")


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong with some cells of a line, as a value: so it is remembered like what is right."""

    faults: tuple[FactError, ...]


class VariantReader:
    """A variant, with everything that was judged by it so far."""

    def __init__(self, frozen: Frozen) -> None:
        self.frozen = frozen
        self.variant = VARIANTS.from_text(frozen.name, frozen.text)
        self.counts = self.variant.player_counts
        self.has_caller = self.variant.has_auction
        self.bonuses = bool(self.variant.bonuses)
        self.alone = self.variant.alone
        self._judge = Judge(self.variant)
        self._bids = lru_cache(MOST_KNOWN)(reader("bid", self._bid))
        self._counts = WITH_BONUSES if self.bonuses else _COUNTS
        self.judged = lru_cache(MOST_KNOWN)(self._judged)
        self.called = lru_cache(MOST_KNOWN)(self._called)

    def _judged(self, cells: tuple[str, ...], players: int, solo: bool, carry: int) -> Judged | Wrong:
        """The deal that the cells of bid, card points, outcome, slam, times and bonuses describe, but for the card.

        `carry` counts where the cell of times is empty.
        """
        bid, counted, outcome, slam, times, bonuses = cells
        facts = [self._bids(bid), self._counts(counted), ENDS(outcome), SLAMS(slam), TIMES(times), BONUS(bonuses)]
        wrong = [fact for fact in facts if isinstance(fact, FactError)]
        won, card_points, ended, whole, factor, bonus = facts
        if ended == EVEN and not self.variant.even_at_60:
            wrong.append(FactError("outcome", f"{self.frozen.name} knows no even deal: 60 of 61 is failed"))
        if card_points is None and ended is None:
            wrong.append(FactError("card_points", "missing: say the count, or made or failed in outcome"))
        if wrong:
            return Wrong(tuple(wrong))
        try:
            return self._judge.deal(won, None, card_points, ended, whole, factor or carry, players, solo, bonus=bonus)
        except FactError as error:
            return Wrong((error,))

    def reading(self, cells: Mapping[str, str], units: Mapping[str, int]) -> Reading | None:
        """The one deal that pays these units by player, and is what the cells of its line say; None where none is."""
        seats = {fold(name): seat for seat, name in enumerate(units, 1)}
        caller, partner = fold(cells.get("caller", "")), fold(cells.get("partner", ""))
        alone = is_alone(cells["partner"]) if partner else None
        named = {caller, "" if alone else partner} - {""}
        if len(units) not in self.counts or not named <= seats.keys():
            return None
        outcome, slam = ENDS(cells.get("outcome", "")), SLAMS(cells.get("slam", ""))
        if isinstance(outcome, FactError) or isinstance(slam, FactError):
            return None
        told = Told(seats.get(caller), seats.get(partner), alone, outcome, slam)
        return self._judge.reading(tuple(units.values()), told)

    def _bid(self, cell: str) -> str:
        """The bid as it is kept; raises UnreadableError."""
        if not cell:
            raise UnreadableError("missing: say what won the auction, as in K or 2/71")
        raised = _RAISED.fullmatch(cell)
        try:
            if " " in cell and (card := self._card(cell)):
                return str(read_bid(card.rank, self.variant.auction))
            return str(read_bid(f"{raised[1]}/{raised[2]}" if raised else cell, self.variant.auction))
        except ScorerError as error:
            hint = " (a spreadsheet makes a date of 2/71: write 71)" if _DATE.fullmatch(cell) else ""
            raise UnreadableError(f"{error}{hint}") from error

    def _card(self, cell: str) -> Card | None:
        """The card that a cell names, as in `re di coppe`; None where it names none."""
        try:
            return read_card(cell, self.variant.auction.pack)
        except ScorerError:
            return None

    def _called(self, cells: tuple[str, str]) -> str | FactError | None:
        """The card called, out of its cell, or out of that of the bid, which can be read and may be a card."""
        said, bid = (unguarded(cell).strip() for cell in cells)
        if not said:
            in_bid = self._card(bid)
            return str(in_bid) if in_bid else None
        try:
            card = read_card(said, self.variant.auction.pack)
            self.variant.auction.check_called(read_bid(self._bid(bid), self.variant.auction), card)
        except ScorerError as error:
            return FactError("called", str(error))
        return str(card)


def reader(fact: str, read: Callable[[str], Any]) -> Callable[[str], Any]:
    """Reads a cell without its guard; what cannot be read is a FactError, as a value."""

    def what(cell: str) -> Any:
        """What a cell says, or what is wrong with it."""
        try:
            return read(unguarded(cell).strip())
        except ScorerError as error:
            return FactError(fact, str(error))

    return what


def is_alone(cell: str) -> bool:
    """Whether a cell says that the caller had no partner."""
    return plays_alone(unguarded(cell))


def read_yes(text: str) -> bool | None:
    """Read `yes` or `no`, in English or Italian; None for an empty cell."""
    word = text.strip().casefold()
    if word not in (*_YES, *_NO, ""):
        raise UnreadableError(f"'{text}': say yes or no")
    return None if not word else word in _YES


def _count(cell: str) -> int | None:
    if not cell:
        return None
    one, both = _COUNTED.fullmatch(cell), _BOTH.fullmatch(cell)
    try:
        result = read_result(one[1] if one else f"{both[1]}/{both[2]}" if both else cell)
    except UnreadableError:
        raise UnreadableError(f"'{shown(cell)}' is no count: {A_COUNT}") from None
    if result.said:
        raise UnreadableError(f"'{cell}' is an outcome: {A_COUNT}")
    return result.card_points


def _with_bonuses(cell: str) -> int | None:
    """A count that may have bonuses in it."""
    said = _COUNTED.fullmatch(cell)
    return read_count(said[1] if said else cell) if cell else None


def _outcome(cell: str) -> str | None:
    if cell and cell.casefold() not in OUTCOME_WORDS:
        raise UnreadableError(f"'{shown(cell)}': say made, failed or even")
    return OUTCOME_WORDS[cell.casefold()] if cell else None


_COUNTS = lru_cache(MOST_KNOWN)(reader("card_points", _count))
WITH_BONUSES = lru_cache(MOST_KNOWN)(reader("card_points", _with_bonuses))
BONUS = lru_cache(MOST_KNOWN)(
    reader("bonuses", lambda cell: read_within(cell, "bonuses", 0, MOST_COUNT) if cell else None)
)
ENDS = lru_cache(MOST_KNOWN)(reader("outcome", _outcome))
SLAMS = lru_cache(MOST_KNOWN)(reader("slam", read_yes))
TIMES = lru_cache(MOST_KNOWN)(reader("times", lambda cell: read_times(cell) if cell else None))


class Variants:
    """The variants that labels mean: `name`, or `name@digest8` for one edition of several.

    `folder` holds the texts that came with the file, by label; they come before all others.
    """

    def __init__(self, known: Known, folder: Mapping[str, str] | None = None) -> None:
        self._frozen = list(known.variants.values())
        self._folder = folder or {}
        self._readers: dict[str, VariantReader] = {}

    def reader(self, label: str) -> VariantReader:
        """The reader by the variant of this label; raises ScorerError."""
        if label not in self._readers:
            frozen = self._from_folder(label) or self._edition(label) or self._plain(label)
            same = (reader for reader in self._readers.values() if reader.frozen == frozen)
            self._readers[label] = next(same, None) or VariantReader(frozen)
        return self._readers[label]

    def knows(self, name: str) -> bool:
        """Whether an edition of this name came with the file or is frozen in the scorebook."""
        return name in {*(label.partition("@")[0] for label in self._folder), *(one.name for one in self._frozen)}

    def _from_folder(self, label: str) -> Frozen | None:
        """The variant whose text came with the file; raises RefusedError where the label has another digest."""
        if label not in self._folder:
            return None
        text = self._folder[label]
        name, at, begin = label.partition("@")
        if at and not digest(text).startswith(begin):
            raise RefusedError(f"variants/{label}.toml was changed: its contents are @{digest(text)[:8]} by now")
        return Frozen(name, text, digest(text))

    def _edition(self, label: str) -> Frozen | None:
        """One edition of several, as frozen in the scorebook, or the file of that name."""
        name, at, begin = label.partition("@")
        if not at:
            return None
        there = [frozen for frozen in self._frozen if frozen.name == name]
        if name in VARIANTS.names():
            text = VARIANTS.read_text(name)[1]
            there.append(Frozen(name, text, digest(text)))
        for frozen in there:
            if begin and frozen.digest.startswith(begin):
                return frozen
        how = f"scorer variant add {name}.toml brings that file back"
        raise NotFoundError(f"no edition {printable(label)} of {printable(name)} is known here; {how}")

    def _plain(self, label: str) -> Frozen:
        """A variant by its bare name: shipped, the user's own, or the only one of that name in the scorebook."""
        if is_path(label):
            raise RefusedError(f"'{printable(label)}' is a file; scorer variant add gives it a name to say here")
        there = [frozen for frozen in self._frozen if frozen.name == label]
        if label.casefold() not in VARIANTS.names() and len(there) == 1:
            return there[0]
        name, text = VARIANTS.read_text(label)
        return Frozen(name, text, digest(text))
