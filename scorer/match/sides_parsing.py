"""From the words of a table to a deal without a caller: who took how much, or who won. Every way to record uses it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorer.errors import NotFoundError
from scorer.match.facts import Record
from scorer.match.names import find, fold, look_alikes, meant_by, shown
from scorer.match.parsing import BETWEEN_SIDES, DealWords, ReadDeal, clean_note, meaning, read_bonus, read_within
from scorer.rules.bonuses import check_named
from scorer.rules.cards import TOTAL_CARD_POINTS, check_card_points
from scorer.rules.errors import IllegalDealError, UnreadableError, bonus_example
from scorer.rules.kinds import CARDS, EVEN, EVEN_WORDS, FAILED, MADE, OUTCOME_WORDS, SAID, SIDE_LETTERS, WON
from scorer.rules.sides import SidesDeal, check_shared, needs_counts, reckon_sides, sides_of, slam_of_sides
from scorer.rules.variant import Variant

WORDS = {**OUTCOME_WORDS, **EVEN_WORDS}
TWO = 2
_COUNT = re.compile(r"[+\-\N{MINUS SIGN}]?\d")
_EQUALS = re.compile("\0?=\0?")  # a blank beside the sign is none between words


class MissingError(UnreadableError):
    """The words of a deal so far, to which something is still to be added: `missing` says what."""

    def __init__(self, missing: str, how: str) -> None:
        self.missing = missing
        super().__init__(f"{missing} is still to say, as in {how}")


class NobodyNamedError(MissingError):
    """Words that say who won or what happened, to which a player is still to be added; `who` asks for that one."""

    def __init__(self, who: str, missing: str, how: str) -> None:
        self.who = who
        super().__init__(missing, how)


def examples(sides: Sequence[Sequence[str]], variant: Variant) -> list[str]:
    """How a deal is said at this table: `anna 74`, `anna won`; who won only where that is enough."""
    first, second, third = ([side[0].lower() for side in sides] + ["carla"])[:3]
    counts = f"{first} 124 --bonus {first}=40,{second}=20" if variant.bonuses else f"{first} 74"
    said = [counts if len(sides) == TWO else f"{first}=50 {second}=40 {third}=30"]
    said += [] if needs_counts(variant) else [f"{first} won"]
    return [*said, *(f"{event} {first}" for event in variant.events or {})]


def read_sides_deal(
    words: DealWords, seats: Sequence[str], variant: Variant, dealer: str, out: str | None, times: int
) -> ReadDeal:
    """The deal in these words at a table where dealer, who rests and the factor are known. Raises ScorerError."""
    sides = sides_of(seats, variant.made_by, out)
    read = _Said(sides, seats, out, variant)
    for option in ("caller", "bid", "partner", "called"):
        if typed := getattr(words, option):
            as_in = f"say the deal as in {read.how}"
            raise IllegalDealError(f"--{option} {shown(typed)}: nobody calls in {variant.title}; {as_in}")
    if words.bonus and not variant.bonuses:
        raise IllegalDealError(f"--bonus {shown(words.bonus)}: there are no bonuses in {variant.title}")
    bonuses = read_bonuses(words.bonus, sides, variant) if words.bonus else None
    deal = read.deal(words.sides, bonuses, words.more_cards)
    slam, unclear = slam_of_sides(words.slam, deal, variant)
    deal = replace(deal, slam=slam, times=times)
    reckoned = reckon_sides(deal, variant)
    check_shared(deal)
    return ReadDeal(deal, reckoned, dealer, out, clean_note(words.note or ""), unclear)


def read_bonuses(text: str, sides: Sequence[Sequence[str]], variant: Variant) -> tuple[int, ...]:
    """Read `anna=40,bruno=20`: what each side has beside its card points.

    A number that one bonus has is that bonus: two of 20 are 20+20, since 40 is another.
    """
    found = [0] * len(sides)
    said: list[int] = []
    for part in text.split(","):
        name, equals, amounts = part.rpartition("=")
        if not equals or not name.strip():
            raise UnreadableError(f"bonus '{shown(part)}': say who has how much, as in --bonus {bonus_example(sides)}")
        said += (counts := read_bonus(amounts, variant))
        player = find(name, [player for side in sides for player in side])
        found[next(place for place, side in enumerate(sides) if player in side)] += sum(counts)
    check_named(said, variant.bonuses)
    return tuple(found)


class _Said:
    """What is said of one deal, read by who plays it: `sides` are theirs."""

    def __init__(
        self, sides: tuple[tuple[str, ...], ...], seats: Sequence[str], out: str | None, variant: Variant
    ) -> None:
        self.sides, self.seats, self.out, self.variant = sides, seats, out, variant
        self.how = ", ".join(examples(sides, variant))

    def side(self, typed: str) -> int:
        """The place of the side that a player is on; raises ScorerError."""
        player = find(typed, self.seats)
        if player == self.out:
            raise IllegalDealError(f"{player} rests in this deal")
        return next(place for place, side in enumerate(self.sides) if player in side)

    def _side(self, place: int) -> str:
        return " and ".join(self.sides[place])

    def deal(self, facts: Sequence[str], bonuses: tuple[int, ...] | None, more_cards: str) -> SidesDeal:
        """The deal that these words tell, without its slam and factor; raises MissingError where they are too few."""
        words = self._apart(facts)
        if not words:
            raise MissingError("who took how much", self.how)
        won: tuple[int, ...] | None
        if event := next((event for word in words if (event := self.event(word))), None):
            won = self._named([word for word in words if not self.event(word)], bonuses)
            if not won:
                raise NobodyNamedError(f"Who ({event})", f"the player of '{event}'", self.how)
        else:
            won = self._won(words, bonuses)
        if won is not None:
            if more_cards:
                why = "more cards decide where the counts are equal; give the count"
                raise IllegalDealError(f"--more-cards {shown(more_cards)}: {why}")
            return SidesDeal(sides=self.sides, said=won, decided=event or SAID)
        counts = self._counts(words, bonuses or (0,) * len(self.sides))
        if more_cards:
            won = () if self._said(more_cards, EVEN_WORDS) else (self.side(more_cards),)
        decided = CARDS if more_cards else None
        return SidesDeal(sides=self.sides, counts=counts, bonuses=bonuses, said=won, decided=decided)

    def _apart(self, facts: Sequence[str]) -> list[str]:
        """The words, each with its equals sign; a full name of several words is one, unless a part of it is a name."""
        words = [word for fact in facts for word in fact.split(",") if word.strip()]
        if not any("=" in seat for seat in self.seats):
            words = [word for word in _EQUALS.sub("=", "\0".join(words)).split("\0") if word]
        names = {fold(seat): seat for seat in self.seats}
        joined: list[str] = []
        while words:
            for count in range(len(words), 1, -1):
                name, equals, text = " ".join(words[:count]).partition("=")
                whole = not any("=" in word for word in words[: count - 1])
                if whole and fold(name) in names and not any(fold(part) in names for part in name.split()):
                    joined.append(f"{names[fold(name)]}{equals}{text}")
                    break
            else:
                count = 1
                joined.append(words[0])
            words = words[count:]
        return joined

    def outcome(self, word: str) -> str | None:
        """What a word says of the end of a deal: won or lost, their first letters too; even, which stands alone, not.

        A name is one rather than the first letters of such a word.
        """
        said = self._said(word, WORDS)
        return None if said == EVEN and fold(word) not in (EVEN, *EVEN_WORDS[EVEN].split()) else said

    def event(self, word: str) -> str | None:
        """The event that a word names."""
        return self._said(word, dict.fromkeys(self.variant.events or {}, ""))

    def _said(self, word: str, known: Mapping[str, str]) -> str | None:
        """Which of the things that are known a word says; a whole word for one is no first letters of a name."""
        meant = meant_by(word, self.seats)
        whole = fold(word) in {each for thing, others in known.items() for each in (thing, *others.split())}
        if meant and not (whole and fold(meant[0]) != fold(word)):
            return None
        return meaning(word, known)

    def _named(self, words: Sequence[str], bonuses: Sequence[int] | None) -> tuple[int, ...]:
        """The sides of these players where nobody counts; raises ScorerError where somebody does."""
        if any(bonuses or ()) or any(self._is_count(word) for word in words):
            raise UnreadableError(f"a count beside who won: say one of them, as in {self.how}")
        return tuple(sorted({self.side(word) for word in words}))

    def _seated(self, word: str) -> bool:
        """Whether a word may be meant for somebody at the table."""
        return bool(meant_by(word, self.seats) or look_alikes(word, self.seats))

    def _is_count(self, word: str) -> bool:
        return bool(_COUNT.match(word)) and not meant_by(word, self.seats)

    def _won(self, words: Sequence[str], bonuses: Sequence[int] | None) -> tuple[int, ...] | None:
        """The sides that are said to have won, none for an even deal; None where counts are said."""
        outcomes = [outcome for word in words if (outcome := self.outcome(word))]
        if not outcomes:
            return None
        named = self._named([word for word in words if not self.outcome(word)], bonuses)
        if len(outcomes) == 1 and not named and outcomes[0] != EVEN:
            who = "who won" if outcomes[0] == MADE else "who lost"
            raise NobodyNamedError(who.capitalize(), who, self.how)
        if len(outcomes) > 1 or (named and outcomes[0] == EVEN) or (len(named) > 1 and outcomes[0] == FAILED):
            raise UnreadableError(f"'{shown(' '.join(words))}' is not a result; say it as in {self.how}")
        if outcomes[0] == FAILED and len(self.sides) > TWO:
            raise IllegalDealError(f"'{shown(' '.join(words))}': of {len(self.sides)} sides, say who won")
        return (1 - named[0],) if outcomes[0] == FAILED else named

    def _counts(self, words: Sequence[str], bonuses: Sequence[int]) -> tuple[int, ...]:
        """The counts of all sides; one that is not said is what the others leave of the deal."""
        found: dict[int, int] = {}
        pairs = self._pairs(words)
        for name, text in pairs:
            at, parts = self.side(name), BETWEEN_SIDES.split(text) if text[:1].isdecimal() else [text]
            if at in found:
                one = "are one side" if len(self.sides[at]) > 1 else "is named twice"
                raise IllegalDealError(f"{self._side(at)} {one}: say one count")
            found[at] = self._count(parts[0], at)
            if len(parts) > 1:
                if len(self.sides) != TWO or len(parts) > TWO:
                    raise UnreadableError(f"'{shown(text)}' is not a count; say it as in {self.how}")
                found[1 - at] = self._count(parts[1], 1 - at)
        missing = [place for place in range(len(self.sides)) if place not in found]
        if len(missing) > 1:
            *names, last = [player for place in missing for player in self.sides[place]]
            raise MissingError(f"what {', '.join(names)} and {last} took", self.how)
        for place in missing:
            found[place] = TOTAL_CARD_POINTS + sum(bonuses) - sum(found.values())
            if found[place] < 0 and len(self.sides) > TWO:
                said = " and ".join(text for _, text in pairs)
                together = f"{TOTAL_CARD_POINTS - found[place]} together, a deal has {TOTAL_CARD_POINTS} card points"
                raise IllegalDealError(f"{said}: {together}; count again")
        return tuple(found[place] for place in range(len(self.sides)))

    def _count(self, text: str, at: int) -> int:
        """The count of a side, or of its players one by one: `74`, `31+43`."""
        most = self.variant.most_counted
        counts = [read_within(count, "count", 0, most) for count in text.split("+")] if text[:1] != "+" else []
        if not counts:
            raise UnreadableError(f"count '{shown(text)}': say a whole number from 0 to {most}")
        if len(counts) > len(self.sides[at]):
            raise UnreadableError(f"'{shown(text)}' are {len(counts)} counts for {self._side(at)}; say one")
        if len(counts) > 1 and not self.variant.bonuses:
            total = sum(map(check_card_points, counts))
            if total == TOTAL_CARD_POINTS:  # more likely both sides than all of them
                both = f"both counts are {text.replace('+', '/')}"
                raise IllegalDealError(f"{text}: {total} card points for {self._side(at)}; {both}, all of them {total}")
        return sum(counts)

    def _pairs(self, words: Sequence[str]) -> list[tuple[str, str]]:
        """Names with what stands beside them: `anna=50`, or `anna 50 bruno 40`, or `anna 74 46`."""
        pairs: list[tuple[str, str]] = []
        for word in words:
            name, equals, text = (word, "", "") if word in self.seats else word.rpartition("=")
            counted = self._is_count(word)
            if equals and name.strip():
                pairs.append((name, text))
            elif equals or (counted and not pairs):
                raise UnreadableError(f"'{shown(word)}': say whose count it is, as in {self.how}")
            elif counted and not pairs[-1][1]:
                pairs[-1] = (pairs[-1][0], word)
            elif counted and len(words) == 3:  # noqa: PLR2004 - anna 74 46
                pairs[-1] = (pairs[-1][0], f"{pairs[-1][1]}/{word}")
            elif counted:
                raise UnreadableError(f"'{shown(' '.join(words))}' is not a result; say it as in {self.how}")
            elif pairs and not pairs[-1][1] and not self._seated(word):
                raise UnreadableError(f"'{shown(word)}' is no count; say it as in {self.how}")
            else:
                pairs.append((word, ""))
        if (name := pairs[0][0]) and not any(text for _, text in pairs) and not self._seated(name):
            seats, title = ", ".join(self.seats), self.variant.title
            what = f"'{shown(name)}' is not at the table ({seats}), and decides nothing in {title}"
            raise NotFoundError(f"{what}; say it as in {self.how}")
        sides = [self.side(name) for name, _ in pairs]
        for at, (_, text) in zip(sides, pairs, strict=True):
            if not text.strip():
                raise MissingError(f"how much {self._side(at)} took", self.how)
        return pairs


def sides_deal_of(record: Record) -> SidesDeal:
    """The facts of a deal without a caller, out of its record; raises ScorerError for facts that no deal has."""
    said = tuple(sorted(map(SIDE_LETTERS.index, record.winners or ""))) if record.decided else None
    return SidesDeal(
        sides=record.by_side,
        counts=record.counts,
        bonuses=record.bonuses,
        said=said,
        decided=record.decided,
        slam=record.slam,
        times=record.times,
    )


def edited_words(old: Record, words: DealWords, variant: Variant) -> DealWords:
    """The words of a recorded deal, and what is said now instead.

    A new result stands for the whole of the old one, but for the bonuses where it is counts: what is not said stays.
    """
    kept = _words_of(old)
    if words.result:
        anew = tuple(words.result.replace('"', " ").split())
        said = _Said(old.by_side, old.seats, old.out, variant)
        are_counts = not any(said.outcome(word) or said.event(word) for word in anew)
        kept = DealWords(sides=anew, bonus=kept.bonus if are_counts else "")
    return replace(
        words,
        sides=kept.sides,
        bonus=words.bonus or kept.bonus,
        more_cards=words.more_cards or kept.more_cards,
        slam=kept.slam if words.slam is None else words.slam,
        note=old.note if words.note is None else words.note,
    )


def check_sides_stay(old: Record, words: DealWords, variant: Variant, out: str | None) -> None:
    """Raise MissingError where others rest than was recorded: the sides are others, and who took what is not known."""
    sides = sides_of(old.seats, variant.made_by, out)
    if sides == old.by_side or words.result or not (old.counts or old.winners):
        return
    play = " against ".join(map(" and ".join, sides)) if variant.fixed_partners else ", ".join(map("".join, sides))
    when = f"where {out} rests" if out else "where all play"
    raise MissingError(f"who took how much {when} ({play})", f'--result "{examples(sides, variant)[0]}"')


def _words_of(record: Record) -> DealWords:
    """A recorded deal in the words that would record it: `Anna=74 Bruno=46`, `Anna won`, `killed Anna`.

    Where somebody is called Won or Even, another word says it.
    """
    firsts = [side[0] for side in record.by_side]
    winners = [firsts[SIDE_LETTERS.index(letter)] for letter in record.winners or ""]
    names = set(map(fold, record.seats))
    won, even = (
        next(word for word in (first, *WORDS[thing].split()) if word not in names)
        for first, thing in ((WON, MADE), (EVEN, EVEN))
    )
    sides, more_cards, bonus = (*winners, won) if winners else (even,), "", ""
    if record.counts is not None:
        sides = tuple(f"{name}={count}" for name, count in zip(firsts, record.counts, strict=True))
        more_cards = (winners or [even])[0] if record.decided == CARDS else ""
        has = zip(firsts, record.bonuses or (), strict=False)
        bonus = ",".join(f"{name}={amount}" for name, amount in has if amount)
    elif record.decided != SAID:
        sides = (str(record.decided), *winners)
    return DealWords(sides=sides, bonus=bonus, more_cards=more_cards, slam=record.slam)
