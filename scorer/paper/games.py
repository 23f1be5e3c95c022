"""What a score sheet has where nobody is called: columns for sides and their counts, deals won to tick off, the cards.

Also where the caller plays alone, as in Rematada, and where a region counts the cards in its own way.
"""

from dataclasses import dataclass
from typing import Final

from scorer.rules.cards import CARD_VALUES, HALF
from scorer.rules.ending import Ending
from scorer.rules.variant import Variant
from scorer.text.ending_words import race_words
from scorer.text.sentences import counted

Columns = tuple[tuple[str, str], ...]  # of each: its class, and its title
TRUMPS: Final = "Trumps"
UNITS: Final = (("units", "units"), ("running", "running"))
_ALONE: Final = (("who", "Caller"), ("bid", "Bid"))
_CALLED: Final = (*_ALONE, ("who", "Partner"), ("bid", "Card points"))
_MOST_TICKED: Final = 10  # deals won; of more, their number is written


@dataclass(frozen=True, slots=True)
class Game:
    """What is printed for a game: `facts` are columns of a deal, `columns` those of each side, or of each player.

    `partners` who stay together have theirs in common. `to` says what is played to, `deals` how many were agreed; `won`
    are the deals won that are played to, 0 for none. `trumps` take turns; `cards` are what each rank counts.
    """

    title: str
    facts: Columns
    columns: Columns
    partners: bool
    to: str
    deals: int | None
    won: int
    trumps: tuple[str, ...]
    cards: tuple[tuple[str, int], ...]
    notes: tuple[str, ...]

    @property
    def ticked(self) -> int:
        """How many deals won are ticked off; 0 where they are none, or more than there is room for."""
        return self.won if self.won <= _MOST_TICKED else 0

    def turns(self, size: int, sides: int) -> int:
        """How often everybody deals at most, of so many with so many sides, until the deals are won, two even ones too.

        0 where no number of deals won is played to.
        """
        return -(-(sides * (self.won - 1) + 3) // size) if self.won else 0


def game_of(variant: Variant, ending: Ending) -> Game | None:
    """What is printed for a match of this variant with this end; None for a game with a partner and the usual cards."""
    if variant.has_auction and not variant.alone and variant.card_values is None:
        return None
    count = "count" if variant.bonuses else "card points"
    facts: Columns = _CALLED
    sides: Columns = UNITS
    if variant.alone:
        bonuses = (("bid", "Bonuses"),) if variant.bonuses else ()
        facts = (*_ALONE, ("bid", count.capitalize()), *bonuses)
    elif not variant.has_auction:
        bonuses = (("bonuses", "bonuses"),) if variant.bonuses else ()
        added = (("added", "added up"),) if ending.taken else ()
        facts, sides = (), (("count", count), *bonuses, *added, *UNITS)
    values = variant.card_values or CARD_VALUES
    return Game(
        title=variant.title,
        facts=(*facts, ("bid", TRUMPS)) if variant.trumps else facts,
        columns=sides,
        partners=variant.made_by == "alternate seats",
        to=f"Played to {race_words(*ending.race)}" if ending.race else "",
        deals=ending.deals,
        won=ending.won or 0,
        trumps=variant.trumps,
        cards=tuple((rank, values.get(rank, 0)) for rank in variant.auction.pack),
        notes=tuple(_notes(variant)),
    )


def _notes(variant: Variant) -> list[str]:
    """What one has to know to fill the sheet in: what counts, who wins, what decides besides the counts."""
    win = variant.win
    said = []
    if variant.bonuses:
        named = ", ".join(f"{bonus.name.replace('-', ' ')} {bonus.amount}" for bonus in variant.bonuses)
        said.append(f"The count is card points and bonuses: {named}")
    if win.by == "at most":
        said.append(f"Who has at most {counted(win.limit, 'card point')} wins")
    if win.tie == "more cards":
        said.append(f"At {HALF} to {HALF} mark the side with more cards")
    if win.above is not None:
        worth = f"{counted(win.above_u, 'unit')}, {counted(win.above_deals, 'deal')} won"
        said.append(f"More than {win.above}: {worth}")
    said += [
        f"{word.capitalize()}, where {what}: write it for the count" for word, what in (variant.events or {}).items()
    ]
    if variant.made_by == "alternate seats":
        said.append("Units are those of each player of a side")
    return said
