"""The payout table that a label in a file means, and what it makes of the facts in a line."""

import re
from collections.abc import Mapping
from functools import lru_cache

from scorer.errors import NotFoundError, RefusedError
from scorer.exchange.csv_writer import unguarded
from scorer.exchange.own.cells_in import (
    BONUS,
    BONUSES,
    COUNT,
    COUNT_WITH_BONUSES,
    COUNTS,
    ENDS,
    ENDS_OF_SIDES,
    SLAMS,
    TIMES,
    Wrong,
    is_alone,
    reader,
)
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import either
from scorer.match.names import fold, printable, shown
from scorer.rule_files import VARIANTS, digest, is_path
from scorer.rules.bid import Bid, read_bid
from scorer.rules.cards import Card, read_card
from scorer.rules.deal import letters
from scorer.rules.deal_facts import FactError, Facts, Judged
from scorer.rules.deals_by_units import KnownFacts, Reading, UnitsReader
from scorer.rules.errors import ScorerError, UnreadableError
from scorer.rules.judge import MOST_KNOWN, Judge
from scorer.rules.kinds import EVEN, SAID
from scorer.rules.sides import sides_of
from scorer.scorebook.import_writing import Frozen, Known

_RAISED = re.compile(r"(\w+)(?:\s+(?:a|at)\s+|\s+|\s*,\s*)(\d{2,3})", re.IGNORECASE)  # `2 a 71`
_DATE = re.compile(r"\d+[/.-]\d+[/.-]\d{2,4}|\w{3,4}[-/. ]\d\d|\d\d[-/. ]\w{3,4}")
LineCells = tuple[str, ...]  # of one line


class VariantReader:
    """A variant, with everything that was judged by it so far."""

    def __init__(self, frozen: Frozen) -> None:
        self.frozen = frozen
        self.variant = VARIANTS.from_text(frozen.name, frozen.text)
        self.counts = self.variant.player_counts
        self.has_caller = self.variant.has_auction
        self.bonuses = bool(self.variant.bonuses)
        self.alone = self.variant.alone
        self.agreed = {"until": str(self.variant.ending)}
        self._judge = Judge(self.variant)
        self._units = UnitsReader(self.variant)
        self._bids = reader("bid", self._bid)
        self._counts = COUNT_WITH_BONUSES if self.bonuses else COUNT
        self._decided = reader("decided", self._how)
        self.judged = lru_cache(MOST_KNOWN)(self._judged)
        self.judged_sides = lru_cache(MOST_KNOWN)(self._judged_sides)
        self.called = lru_cache(MOST_KNOWN)(self._called)

    def _judged(self, cells: LineCells, players: int, solo: bool, carry: int) -> Judged | Wrong:
        """The deal that the cells of bid, card points, outcome, slam, times and bonuses describe, whoever sits where.

        It says nothing of the card called. `carry` counts where the cell of times is empty.
        """
        bid, counted, outcome, slam, times, bonuses = cells
        read = [self._bids(bid), self._counts(counted), ENDS(outcome), SLAMS(slam), TIMES(times), BONUS(bonuses)]
        wrong = [fact for fact in read if isinstance(fact, FactError)]
        won, card_points, ended, whole, factor, bonus = read
        if ended == EVEN and not self.variant.even_at_60:
            template = N_("{variant} knows no even deal: 60 of 61 is failed")
            wrong.append(FactError("outcome", _(template, variant=self.frozen.name)))
        if card_points is None and ended is None:
            wrong.append(FactError("card_points", _("missing: say the count, or made or failed in outcome")))
        facts = Facts(
            players,
            caller=1,
            partner=None if solo else 2,
            bid=str(won),
            card_points=card_points,
            outcome=ended,
            slam=whole,
            times=factor or carry,
            bonuses=bonus,
        )
        return Wrong(wrong) if wrong else self._deal(facts)

    def _judged_sides(
        self, cells: LineCells, seated: int, out: int | None, carry: int, *, exact: bool
    ) -> Judged | Wrong:
        """The deal that these cells tell; `carry` counts where that of times is empty, `exact`: a deal as it was kept.

        They are sides, counts, bonuses, winners, decided, outcome, slam and times.
        Winners are letters by now, those of a deal with counts as those of others.
        """
        sides, counted, extra, winners, how, ended, whole, factor = cells
        read = [COUNTS(counted), BONUSES(extra), self._decided(how), ENDS_OF_SIDES(ended), SLAMS(whole), TIMES(factor)]
        if wrong := [fact for fact in read if isinstance(fact, FactError)]:
            return Wrong(wrong)
        counts, bonuses, decided, outcome, slam, times = read
        sides, winners = (unguarded(cell).strip() for cell in (sides, winners))
        facts = Facts(
            seated,
            out,
            outcome=outcome,
            slam=slam,
            times=times or carry,
            sides=sides,
            counts=counts,
            bonuses=bonuses,
            winners=winners,
            decided=decided,
        )
        deal = self._deal(facts)
        taken = self.variant.ending.taken
        if isinstance(deal, Judged) and deal.facts.decided == SAID and taken is not None and not exact:
            template = N_("missing: {variant} is played to {card_points} card points; say the counts, as in 74 46")
            return Wrong([FactError("counts", _(template, variant=self.variant.title, card_points=taken))])
        return deal

    def _deal(self, facts: Facts) -> Judged | Wrong:
        try:
            return self._judge.deal(facts)
        except FactError as error:
            return Wrong([error])

    def letters(self, seated: int, out: int | None) -> str:
        """The side of every seat at a table of so many, by its letter, where nobody calls."""
        seats = tuple("1234567"[:seated])
        return letters(seats, sides_of(tuple(seat for seat in seats if seat != str(out)), self.variant.made_by))

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
        known = KnownFacts(seats.get(caller), seats.get(partner), alone, outcome, slam)
        return self._units.reading(tuple(units.values()), known)

    def _bid(self, cell: str) -> Bid:
        if not cell:
            raise UnreadableError(_("missing: say what won the auction, as in K or 2/71"))
        raised = _RAISED.fullmatch(cell)
        try:
            if " " in cell and (card := self._card(cell)):
                return read_bid(card.rank, self.variant.auction)
            return read_bid(f"{raised[1]}/{raised[2]}" if raised else cell, self.variant.auction)
        except ScorerError as error:
            if not _DATE.fullmatch(cell):
                raise
            template = N_("{fault} (a spreadsheet makes a date of 2/71: write 71)")
            raise UnreadableError(_(template, fault=error)) from error

    def _card(self, cell: str) -> Card | None:
        """The card that a cell names, as in `re di coppe`; None where it names none."""
        try:
            return read_card(cell, self.variant.auction.pack)
        except ScorerError:
            return None

    def _called(self, cells: tuple[str, str]) -> str | FactError | None:
        """The card called, out of its cell, or out of that of the bid, which can be read and may be a card."""
        called, bid = (unguarded(cell).strip() for cell in cells)
        if not called:
            in_bid = self._card(bid)
            return str(in_bid) if in_bid else None
        try:
            card = read_card(called, self.variant.auction.pack)
            self.variant.auction.check_called(self._bid(bid), card)
        except ScorerError as error:
            return FactError("called", str(error))
        return str(card)

    def _how(self, cell: str) -> str:
        """How a deal was decided, in a word of ours; raises UnreadableError."""
        words = ["cards", SAID, *(self.variant.events or {})]
        if cell.casefold() not in ["", *words]:
            raise UnreadableError(_("'{cell}': say {words}", cell=shown(cell), words=either(words)))
        return cell.casefold()


def not_of(cells: Mapping[str, str], variant: str, *, called: bool) -> list[FactError]:
    """The cells by column that a deal of this variant has not: those of sides where somebody calls, and the reverse."""
    template = N_("in {variant} somebody calls, and the sides follow from that: leave it empty")
    if not called:
        template = N_("nobody calls in {variant}: leave it empty")
    how = dict.fromkeys(cells, template)
    if not called:
        how["card_points"] = N_("nobody calls in {variant}: what each side has stands in counts, as in 74 46")
    return [FactError(column, _(how[column], variant=variant)) for column, cell in cells.items() if cell.strip()]


class Variants:
    """The variants that labels mean: `name`, or `name@digest8` for one edition of several.

    `folder` holds the texts that came with the file, by label; they come before all others.
    """

    def __init__(self, known: Known, folder: Mapping[str, str] | None = None) -> None:
        self._frozen = list(known.variants.values())
        self._standing = {label: known.variants[key] for key, label in known.labels.items()}
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
        return name in {*(label.partition("@")[0] for label in self._folder), *(frozen.name for frozen in self._frozen)}

    def _from_folder(self, label: str) -> Frozen | None:
        """The variant whose text came with the file; raises RefusedError where the label has another digest."""
        if label not in self._folder:
            return None
        text = self._folder[label]
        name, at, begin = label.partition("@")
        if at and not digest(text).startswith(begin):
            template = N_("{file} was changed: its contents are @{digest} by now")
            raise RefusedError(_(template, file=f"variants/{label}.toml", digest=digest(text)[:8]))
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
        template = N_(
            "no edition {edition} of {variant} is known here; scorer variant add {file} brings that file back"
        )
        facts = {"edition": printable(label), "variant": printable(name), "file": f"{name}.toml"}
        raise NotFoundError(_(template, **facts))

    def _plain(self, label: str) -> Frozen:
        """A variant by its bare name: shipped, the user's own, or the only meaning of that name in the scorebook."""
        if is_path(label):
            template = N_("'{file}' is a file; scorer variant add gives it a name to say here")
            raise RefusedError(_(template, file=printable(label)))
        if label.casefold() not in VARIANTS.names() and label in self._standing:
            return self._standing[label]
        name, text = VARIANTS.read_text(label)
        return Frozen(name, text, digest(text))
