"""From the words of a table to a deal without a caller: who took how much, or who won. Every way to record uses it."""

from collections.abc import Sequence
from dataclasses import replace
from shlex import split

from scorer.match.names import find, meant_by, shown
from scorer.match.parsing import OUTCOME_WORDS, DealWords, ReadDeal, clean_note, meaning, read_count, require
from scorer.match.values import Record
from scorer.rules.cards import TOTAL_CARD_POINTS
from scorer.rules.errors import IllegalDealError, UnreadableError
from scorer.rules.kinds import CARDS, EVEN, FAILED, MADE, SAID, SIDE_LETTERS
from scorer.rules.sides import SidesDeal, by_counts, reckon_sides, sides_of
from scorer.rules.variant import Variant

HOW = "say who took how many, as in anna 74, or anna=50 bruno=40 carla=30; or who won, as in anna won"
EVEN_WORDS = {EVEN: "equal tie tied draw patta pari nobody none"}
TWO = 2


def read_sides_deal(
    words: DealWords, seats: Sequence[str], variant: Variant, dealer: str, out: str | None, times: int
) -> ReadDeal:
    """The deal in these words at a table where dealer, who rests and the factor are known. Raises ScorerError."""
    for said, what in (
        (words.caller, "caller"),
        (words.bid, "bid"),
        (words.partner, "partner"),
        (words.called, "card"),
    ):
        if said:
            raise IllegalDealError(f"{what} '{shown(said)}': nobody calls in {variant.title}; {HOW}")
    sides = sides_of(tuple(player for player in seats if player != out), variant.made_by)
    read = _Said(sides, seats, out, variant)
    bonuses = read.bonuses(words.bonus) if words.bonus else None
    deal = read.deal(words.sides, bonuses, words.more_cards)
    deal, unclear = _with_slam(replace(deal, times=times), words.slam, variant)
    return ReadDeal(deal, reckon_sides(deal, variant), dealer, out, clean_note(words.note or ""), unclear)


class _Said:
    """What is said of one deal, read by who plays it: `sides` are theirs."""

    def __init__(
        self, sides: tuple[tuple[str, ...], ...], seats: Sequence[str], out: str | None, variant: Variant
    ) -> None:
        self.sides, self.seats, self.out, self.variant = sides, seats, out, variant

    def side(self, typed: str) -> int:
        """The place of the side that a player is on; raises ScorerError."""
        player = find(typed, self.seats)
        if player == self.out:
            raise IllegalDealError(f"{player} rests in this deal")
        return next(place for place, side in enumerate(self.sides) if player in side)

    def bonuses(self, text: str) -> tuple[int, ...]:
        """Read `anna=40,bruno=20`: what each side has beside its card points.

        A number that one bonus has is that bonus: two of 20 are 20+20, since 40 is another.
        """
        found = [0] * len(self.sides)
        said: list[int] = []
        for part in text.split(","):
            name, equals, amounts = part.rpartition("=")
            if not equals or not name.strip():
                raise UnreadableError(f"bonus '{shown(part)}': say who has how much, as in --bonus anna=40,bruno=20")
            said += (counts := list(map(read_count, amounts.split("+"))))
            found[self.side(name)] += sum(counts)
        for bonus in self.variant.bonuses:
            if (times := said.count(bonus.amount)) > bonus.most:
                most = "one" if bonus.most == 1 else bonus.most
                raise IllegalDealError(f"{times} bonuses of {bonus.amount} ({bonus.name}): a deal has at most {most}")
        return tuple(found)

    def deal(self, facts: Sequence[str], bonuses: tuple[int, ...] | None, more_cards: str) -> SidesDeal:
        """The deal that these words tell, without its slam and factor."""
        words = [part for fact in facts for part in (fact.split(",") if "=" in fact else [fact]) if part.strip()]
        require(" ".join(words), "who took how much", HOW.removeprefix("say "))
        if event := self._event(words):
            return SidesDeal(
                sides=self.sides, said=self._named([word for word in words if word != event[1]]), decided=event[0]
            )
        if (won := self._won(words)) is not None:
            return SidesDeal(sides=self.sides, bonuses=bonuses, said=won, decided=SAID)
        counts = self._counts(words, bonuses or (0,) * len(self.sides))
        if more_cards and by_counts(counts, self.variant) is not None:
            raise IllegalDealError(f"--more-cards {shown(more_cards)}: the counts decide here")
        said = None
        if more_cards:
            said = () if self._is_even(more_cards) else (self.side(more_cards),)
        return SidesDeal(
            sides=self.sides, counts=counts, bonuses=bonuses, said=said, decided=CARDS if more_cards else None
        )

    def _is_player(self, word: str) -> bool:
        return bool(meant_by(word, self.seats))

    def _is_even(self, word: str) -> bool:
        return not self._is_player(word) and meaning(word, EVEN_WORDS) is not None

    def _named(self, words: Sequence[str]) -> tuple[int, ...]:
        return tuple(sorted({self.side(word) for word in words}))

    def _event(self, words: Sequence[str]) -> tuple[str, str] | None:
        """The event that one of the words names, and that word; None for none."""
        known = dict.fromkeys(self.variant.events or {}, "")
        for word in words:
            if len(words) > 1 and not self._is_player(word) and (event := meaning(word, known)):
                return event, word
        return None

    def _won(self, words: Sequence[str]) -> tuple[int, ...] | None:
        """The sides that are said to have won, none for an even deal; None where counts are said."""
        outcomes = [
            word for word in words if not self._is_player(word) and meaning(word, {**OUTCOME_WORDS, **EVEN_WORDS})
        ]
        if not outcomes:
            return None
        outcome = meaning(outcomes[0], {**OUTCOME_WORDS, **EVEN_WORDS})
        named = self._named([word for word in words if word not in outcomes])
        if len(outcomes) > 1 or bool(named) == (outcome == EVEN):
            raise UnreadableError(f"'{shown(' '.join(words))}' is not a result; {HOW}")
        if outcome == FAILED:
            if len(self.sides) > TWO:
                raise IllegalDealError(f"'{shown(' '.join(words))}': of {len(self.sides)} sides, say who won")
            return tuple(place for place in range(TWO) if place not in named)
        return named

    def _counts(self, words: Sequence[str], bonuses: Sequence[int]) -> tuple[int, ...]:
        """The counts of all sides; one that is not said is what the others leave of the deal."""
        found: dict[int, int] = {}
        total = TOTAL_CARD_POINTS + sum(bonuses)
        for name, text in self._pairs(words):
            at, parts = self.side(name), text.replace("-", "/").replace(":", "/").split("/")
            if at in found:
                raise IllegalDealError(f"{' and '.join(self.sides[at])} are one side: say one count for it")
            found[at] = sum(map(read_count, parts[0].split("+")))
            if len(parts) > 1:
                if len(self.sides) != TWO or len(parts) > TWO:
                    raise UnreadableError(f"'{shown(text)}' is not a count; {HOW}")
                found[1 - at] = read_count(parts[1])
        missing = [place for place in range(len(self.sides)) if place not in found]
        if len(missing) > 1:
            names = ", ".join(" and ".join(self.sides[place]) for place in missing)
            raise UnreadableError(f"the counts of {names} are missing; say them, as in anna=50 bruno=40 carla=30")
        for place in missing:
            found[place] = total - sum(found.values())
        return tuple(found[place] for place in range(len(self.sides)))

    def _pairs(self, words: Sequence[str]) -> list[tuple[str, str]]:
        """Names with what stands beside them: `anna=50`, or `anna 50 bruno 40`, or `anna 74 46`."""
        if any("=" in word for word in words):
            split = [word.rpartition("=") for word in words]
            if all(name.strip() and equals for name, equals, _ in split):
                return [(name, text) for name, _, text in split]
        elif len(words) == 3 and len(self.sides) == TWO and not self._is_player(words[2]):  # noqa: PLR2004 - both counts
            return [(words[0], f"{words[1]}/{words[2]}")]
        elif len(words) % TWO == 0:
            return list(zip(words[::2], words[1::2], strict=True))
        raise UnreadableError(f"'{shown(' '.join(words))}' is not a result; {HOW}")


def _with_slam(deal: SidesDeal, said: bool | None, variant: Variant) -> tuple[SidesDeal, bool]:
    """The deal with its slam: as said, else by the count; and whether only the table could have said so."""
    if said is not None or variant.slam is None:
        return replace(deal, slam=bool(said)), False
    everything = deal.card_points is not None and max(deal.card_points) == TOTAL_CARD_POINTS
    by_tricks = variant.slam.by == "tricks"
    return replace(deal, slam=everything and not by_tricks), everything and by_tricks


def sides_deal_of(record: Record) -> SidesDeal:
    """The facts of a deal without a caller, out of its record; raises ScorerError for facts that no deal has."""
    said = None
    if record.decided:
        said = tuple(sorted(map(SIDE_LETTERS.index, record.winners or "")))
    return SidesDeal(
        sides=record.teams,
        counts=record.counts,
        bonuses=record.bonuses,
        said=said,
        decided=record.decided,
        slam=record.slam,
        times=record.times,
    )


def facts_of(record: Record) -> DealWords:
    """A recorded deal in the words that would record it: `Anna=74 Bruno=46`, `Anna won`, `killed Anna`."""
    firsts = [team[0] for team in record.teams]
    winners = [firsts[SIDE_LETTERS.index(letter)] for letter in record.winners or ""]
    bonus = ",".join(f"{name}={amount}" for name, amount in zip(firsts, record.bonuses or (), strict=False) if amount)
    if record.counts is not None:
        said = tuple(f"{name}={count}" for name, count in zip(firsts, record.counts, strict=True))
        cards = (winners or [EVEN])[0] if record.decided == CARDS else ""
        return DealWords(sides=said, bonus=bonus, more_cards=cards, slam=record.slam, note=record.note)
    if record.decided == SAID:
        return DealWords(
            sides=(*winners, "won") if winners else (EVEN,), bonus=bonus, slam=record.slam, note=record.note
        )
    return DealWords(sides=(str(record.decided), *winners), slam=record.slam, note=record.note)


def edited_words(old: Record, words: DealWords) -> DealWords:
    """The words of a recorded deal, and what is said now instead; a new result stands for the whole of the old one."""
    kept = facts_of(old)
    if words.result:
        try:
            kept = replace(kept, sides=tuple(split(words.result)), bonus="", more_cards="", slam=None)
        except ValueError:
            raise UnreadableError(f"a quotation mark is not closed in: {shown(words.result)}") from None
    return replace(
        words,
        sides=kept.sides,
        bonus=words.bonus or kept.bonus,
        more_cards=words.more_cards or kept.more_cards,
        slam=kept.slam if words.slam is None else words.slam,
        note=kept.note if words.note is None else words.note,
    )


def counted_for(tally: str, record: Record, variant: Variant) -> dict[str, int]:
    """What a deal counts for its players in a race: `won`, of the deals won, or `taken`, the count of their side."""
    if record.has_caller:
        made, calling = record.outcome == MADE, (record.caller, record.partner)
        if tally != "won" or record.outcome == EVEN:
            return {}
        return {player: 1 for player in record.payouts if (player in calling) == made}
    found: dict[str, int] = {}
    for at, team in enumerate(record.teams):
        count = record.counts[at] if record.counts else 0
        won = SIDE_LETTERS[at] in (record.winners or "")
        above = variant.win.above is not None and count > variant.win.above
        worth = variant.win.above_deals if above else 1
        found |= dict.fromkeys(team, count if tally == "taken" else worth * won)
    return found
