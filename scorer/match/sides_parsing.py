"""Deals without a caller read from the words of a table: who took how much, or who won."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorer.errors import NotFoundError
from scorer.language import N_, _, in_context
from scorer.language.lists_numbers_dates import capitalised, listed
from scorer.match.deal_options import DealWords
from scorer.match.facts import Record
from scorer.match.names import find, fold, look_alikes, meant_by, shown
from scorer.match.parsing import BETWEEN_SIDES, ReadDeal, as_in, clean_note, meaning, read_bonus, read_within
from scorer.rules.bonuses import check_named
from scorer.rules.cards import TOTAL_CARD_POINTS, check_card_points
from scorer.rules.errors import IllegalDealError, UnreadableError, bonus_example
from scorer.rules.kinds import (
    CARDS,
    EVEN,
    EVEN_WORDS,
    EVENT_WORDS,
    FAILED,
    MADE,
    OUTCOME_WORDS,
    SAID,
    SIDE_LETTERS,
    WON,
    event_shown,
)
from scorer.rules.sides import SidesDeal, check_shared, needs_counts, reckon_sides, sides_of, slam_of_sides
from scorer.rules.variant import Variant

WORDS = {**OUTCOME_WORDS, **EVEN_WORDS}
TWO = 2
_COUNT = re.compile(r"[+\-\N{MINUS SIGN}]?\d")
_EQUALS = re.compile("\0?=\0?")  # a blank beside the sign is none between words


class MissingError(UnreadableError):
    """Words that do not make a deal yet; `missing` names what they lack."""

    def __init__(self, missing: str, example: str) -> None:
        self.missing = missing
        super().__init__(_("{missing} is still to say, as in {example}", missing=missing, example=example))


class NobodyNamedError(MissingError):
    """Words for what happened that do not name the player; `who` is the question for the name."""

    def __init__(self, who: str, missing: str, example: str) -> None:
        self.who = who
        super().__init__(missing, example)


def examples(sides: Sequence[Sequence[str]], variant: Variant) -> list[str]:
    """Deals as somebody at this table types them: `anna 74`, `anna won`; who won only where that is enough."""
    first, second, third = ([side[0].lower() for side in sides] + ["carla"])[:3]
    counts = f"{first} 124 --bonus {first}=40,{second}=20" if variant.bonuses else f"{first} 74"
    typed = [counts if len(sides) == TWO else f"{first}=50 {second}=40 {third}=30"]
    typed += [] if needs_counts(variant) else [" ".join([first, in_context("typed", "won")])]
    return [*typed, *(f"{event_shown(event)} {first}" for event in variant.events or {})]


def read_sides_deal(
    words: DealWords, seats: Sequence[str], variant: Variant, dealer: str, out: str | None, times: int
) -> ReadDeal:
    """The deal in these words, with a given dealer, resting player and factor. Raises ScorerError."""
    sides = sides_of(seats, variant.made_by, out)
    read = _Reading(sides, seats, out, variant)
    for option in ("caller", "bid", "partner", "called"):
        if typed := getattr(words, option):
            template = N_("--{option} {typed}: nobody calls in {variant}; say the deal as in {example}")
            fields = {"typed": shown(typed), "variant": _(variant.title), "example": read.example}
            raise IllegalDealError(_(template, option=option, **fields))
    if words.bonus and not variant.bonuses:
        template = N_("--bonus {bonus}: there are no bonuses in {variant}")
        raise IllegalDealError(_(template, bonus=shown(words.bonus), variant=_(variant.title)))
    bonuses = read_bonuses(words.bonus, sides, variant) if words.bonus else None
    deal = read.deal(words.sides, bonuses, words.more_cards)
    slam, unclear = slam_of_sides(words.slam, deal, variant)
    deal = replace(deal, slam=slam, times=times)
    reckoned = reckon_sides(deal, variant)
    check_shared(deal.card_points or ())
    return ReadDeal(deal, reckoned, dealer, out, clean_note(words.note or ""), unclear)


def read_bonuses(text: str, sides: Sequence[Sequence[str]], variant: Variant) -> tuple[int, ...]:
    """Read `anna=40,bruno=20`, the bonuses of each side, into their sum for each side.

    A number that is the amount of one bonus means that bonus: two of 20 are typed as 20+20, since 40 is another bonus.
    """
    totals = [0] * len(sides)
    amounts: list[int] = []
    for part in text.split(","):
        name, equals, sums = part.rpartition("=")
        if not equals or not name.strip():
            raise as_in(_("bonus"), part, f"--bonus {bonus_example(sides)}")
        amounts += (own := read_bonus(sums, variant))
        player = find(name, [player for side in sides for player in side])
        totals[next(place for place, side in enumerate(sides) if player in side)] += sum(own)
    check_named(amounts, variant.bonuses)
    return tuple(totals)


class _Reading:
    """Reads the words of one deal among these `sides`; `example` shows how its deals are typed."""

    def __init__(
        self, sides: tuple[tuple[str, ...], ...], seats: Sequence[str], out: str | None, variant: Variant
    ) -> None:
        self.sides, self.seats, self.out, self.variant = sides, seats, out, variant
        self.example = ", ".join(examples(sides, variant))

    def side(self, typed: str) -> int:
        """The place of the side that a player is on; raises ScorerError."""
        player = find(typed, self.seats)
        if player == self.out:
            raise IllegalDealError(_("{player} rests in this deal", player=player))
        return next(place for place, side in enumerate(self.sides) if player in side)

    def _side_name(self, place: int) -> str:
        return listed(self.sides[place])

    def deal(self, facts: Sequence[str], bonuses: tuple[int, ...] | None, more_cards: str) -> SidesDeal:
        """The deal in these words, without its slam and factor; raises MissingError where they are too few."""
        words = self._whole_names(facts)
        if not words:
            raise MissingError(_("who took how much"), self.example)
        won: tuple[int, ...] | None
        if event := next((event for word in words if (event := self.event(word))), None):
            won = self._winners([word for word in words if not self.event(word)], bonuses)
            if not won:
                word = event_shown(event)
                who, missing = _("Who ({event})", event=word), _("the player of '{event}'", event=word)
                raise NobodyNamedError(who, missing, self.example)
        else:
            won = self._won(words, bonuses)
        if won is not None:
            if more_cards:
                template = N_("--more-cards {player}: more cards decide where the counts are equal; give the count")
                raise IllegalDealError(_(template, player=shown(more_cards)))
            return SidesDeal(sides=self.sides, winners=won, decided=event or SAID)
        counts = self._counts(words, bonuses or (0,) * len(self.sides))
        if more_cards:
            won = () if self._thing(more_cards, EVEN_WORDS) else (self.side(more_cards),)
        decided = CARDS if more_cards else None
        return SidesDeal(sides=self.sides, counts=counts, bonuses=bonuses, winners=won, decided=decided)

    def _whole_names(self, facts: Sequence[str]) -> list[str]:
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
        """The outcome that a word names: made or failed, also by first letters; even only in full, as it stands alone.

        A name of somebody at the table is that name rather than the first letters of such a word.
        """
        outcome = self._thing(word, WORDS)
        return None if outcome == EVEN and fold(word) not in (EVEN, *EVEN_WORDS[EVEN].split()) else outcome

    def event(self, word: str) -> str | None:
        """The event that a word names, also by first letters unless they name an outcome."""
        if self.outcome(word):
            return None
        return self._thing(word, {event: EVENT_WORDS.get(event, "") for event in self.variant.events or {}})

    def _thing(self, word: str, known: Mapping[str, str]) -> str | None:
        """The thing that a word names, of `known` things with their other words.

        First letters that a name at the table begins with mean that name.
        """
        meant = meant_by(word, self.seats)
        whole = fold(word) in {name for thing, names in known.items() for name in (thing, *names.split())}
        if meant and not (whole and fold(meant[0]) != fold(word)):
            return None
        return meaning(word, known)

    def _winners(self, words: Sequence[str], bonuses: Sequence[int] | None) -> tuple[int, ...]:
        """The sides of these players where nobody counts; raises ScorerError where somebody does."""
        if any(bonuses or ()) or any(self._is_count(word) for word in words):
            template = N_("a count beside who won: say one of them, as in {example}")
            raise UnreadableError(_(template, example=self.example))
        return tuple(sorted({self.side(word) for word in words}))

    def _is_name(self, word: str) -> bool:
        """Whether a word may be meant for somebody at the table."""
        return bool(meant_by(word, self.seats) or look_alikes(word, self.seats))

    def _is_count(self, word: str) -> bool:
        return bool(_COUNT.match(word)) and not meant_by(word, self.seats)

    def _no_result(self, words: Sequence[str]) -> UnreadableError:
        template = N_("'{typed}' is not a result; say it as in {example}")
        return UnreadableError(_(template, typed=shown(" ".join(words)), example=self.example))

    def _no_count(self, word: str) -> UnreadableError:
        return UnreadableError(
            _("'{typed}' is no count; say it as in {example}", typed=shown(word), example=self.example)
        )

    def _won(self, words: Sequence[str], bonuses: Sequence[int] | None) -> tuple[int, ...] | None:
        """The places of the sides that won by these words, none for an even deal; None where the words are counts."""
        outcomes = [outcome for word in words if (outcome := self.outcome(word))]
        if not outcomes:
            return None
        named = self._winners([word for word in words if not self.outcome(word)], bonuses)
        if len(outcomes) == 1 and not named and outcomes[0] in {MADE, FAILED}:
            who = _("who won") if outcomes[0] == MADE else _("who lost")
            raise NobodyNamedError(capitalised(who), who, self.example)
        if len(outcomes) > 1 or (named and outcomes[0] == EVEN) or (len(named) > 1 and outcomes[0] == FAILED):
            raise self._no_result(words)
        if outcomes[0] == FAILED and len(self.sides) > TWO:
            template = N_("'{typed}': of {sides} sides, say who won")
            raise IllegalDealError(_(template, typed=shown(" ".join(words)), sides=len(self.sides)))
        return (1 - named[0],) if outcomes[0] == FAILED else named

    def _counts(self, words: Sequence[str], bonuses: Sequence[int]) -> tuple[int, ...]:
        """The counts of all sides; one count that is not typed is what the others leave of the deal."""
        counts: dict[int, int] = {}
        pairs = self._pairs(words)
        for name, text in pairs:
            at, parts = self.side(name), BETWEEN_SIDES.split(text) if text[:1].isdecimal() else [text]
            if at in counts and len(self.sides[at]) > 1:
                raise IllegalDealError(_("{players} are one side: say one count", players=self._side_name(at)))
            if at in counts:
                raise IllegalDealError(_("{player} is named twice: say one count", player=self._side_name(at)))
            counts[at] = self._count(parts[0], at)
            if len(parts) > 1:
                if len(self.sides) != TWO or len(parts) > TWO:
                    raise self._no_count(text)
                counts[1 - at] = self._count(parts[1], 1 - at)
        missing = [place for place in range(len(self.sides)) if place not in counts]
        if len(missing) > 1:
            players = listed([player for place in missing for player in self.sides[place]])
            raise MissingError(_("what {players} took", players=players), self.example)
        for place in missing:
            counts[place] = TOTAL_CARD_POINTS + sum(bonuses) - sum(counts.values())
            if counts[place] < 0 and len(self.sides) > TWO:
                template = N_("{counts}: {total} together, a deal has {all} card points; count again")
                typed, total = listed([text for _name, text in pairs]), TOTAL_CARD_POINTS - counts[place]
                raise IllegalDealError(_(template, counts=typed, total=total, all=TOTAL_CARD_POINTS))
        return tuple(counts[place] for place in range(len(self.sides)))

    def _count(self, text: str, at: int) -> int:
        """The count of a side, or of its players one by one: `74`, `31+43`."""
        most = self.variant.most_counted
        counts = [read_within(count, _("count"), 0, most) for count in text.split("+")] if text[:1] != "+" else []
        if not counts:
            template = N_("{name} '{typed}': say a whole number from {lowest} to {highest}")
            raise UnreadableError(_(template, name=_("count"), typed=shown(text), lowest=0, highest=most))
        if len(counts) > len(self.sides[at]):
            template = N_("'{typed}' are {number} counts for {players}; say one")
            raise UnreadableError(_(template, typed=shown(text), number=len(counts), players=self._side_name(at)))
        if len(counts) > 1 and not self.variant.bonuses:
            total = sum(map(check_card_points, counts))
            if total == TOTAL_CARD_POINTS:  # more likely both sides than all of them
                template = N_("{typed}: {total} card points for {players}; both counts are {both}, all of them {total}")
                both, players = text.replace("+", "/"), self._side_name(at)
                raise IllegalDealError(_(template, typed=text, total=total, players=players, both=both))
        return sum(counts)

    def _pairs(self, words: Sequence[str]) -> list[tuple[str, str]]:
        """Names with their counts: `anna=50`, or `anna 50 bruno 40`, or `anna 74 46`."""
        pairs: list[tuple[str, str]] = []
        for word in words:
            name, equals, text = (word, "", "") if word in self.seats else word.rpartition("=")
            counted = self._is_count(word)
            if equals and name.strip():
                pairs.append((name, text))
            elif equals or (counted and not pairs):
                template = N_("'{typed}': say whose count it is, as in {example}")
                raise UnreadableError(_(template, typed=shown(word), example=self.example))
            elif counted and not pairs[-1][1]:
                pairs[-1] = (pairs[-1][0], word)
            elif counted and len(words) == 3:  # noqa: PLR2004 - anna 74 46
                pairs[-1] = (pairs[-1][0], f"{pairs[-1][1]}/{word}")
            elif counted:
                raise self._no_result(words)
            elif pairs and not pairs[-1][1] and not self._is_name(word):
                raise self._no_count(word)
            else:
                pairs.append((word, ""))
        self._check_pairs(pairs)
        return pairs

    def _check_pairs(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Raise ScorerError where a name is nobody's at the table, or has no count."""
        if (name := pairs[0][0]) and not any(text for _name, text in pairs) and not self._is_name(name):
            template = N_(
                "'{typed}' is not at the table ({players}), and decides nothing in {variant}; say it as in {example}"
            )
            fields = {"typed": shown(name), "players": ", ".join(self.seats), "variant": _(self.variant.title)}
            raise NotFoundError(_(template, **fields, example=self.example))
        sides = [self.side(name) for name, _text in pairs]
        for at, (_name, text) in zip(sides, pairs, strict=True):
            if not text.strip():
                raise MissingError(_("how much {players} took", players=self._side_name(at)), self.example)


def sides_deal_of(record: Record) -> SidesDeal:
    """The facts of a deal without a caller, out of its record; raises ScorerError for facts that no deal has."""
    winners = tuple(sorted(map(SIDE_LETTERS.index, record.winners or ""))) if record.decided else None
    return SidesDeal(
        sides=record.by_side,
        counts=record.counts,
        bonuses=record.bonuses,
        winners=winners,
        decided=record.decided,
        slam=record.slam,
        times=record.times,
    )


def edited_words(old: Record, words: DealWords, variant: Variant) -> DealWords:
    """The words of a recorded deal, with the new words in place of the old; what is not typed stays.

    A new result replaces the whole old one; only new counts keep the old bonuses.
    """
    recorded = _words_of(old)
    if anew := words.sides or tuple(words.result.replace('"', " ").split()):
        reading = _Reading(old.by_side, old.seats, old.out, variant)
        are_counts = not any(reading.outcome(word) or reading.event(word) for word in anew)
        recorded = DealWords(sides=anew, bonus=recorded.bonus if are_counts else "")
    return words.over(replace(recorded, note=old.note))


def check_sides_stay(old: Record, words: DealWords, variant: Variant, out: str | None) -> None:
    """Raise MissingError where another player rests than recorded: the sides change, and nobody knows who took what."""
    sides = sides_of(old.seats, variant.made_by, out)
    if sides == old.by_side or words.result or words.sides or not (old.counts or old.winners):
        return
    play = ", ".join(player for side in sides for player in side)
    if variant.fixed_partners:
        first, second = map(listed, sides)
        play = _("{first} against {second}", first=first, second=second)
    if out:
        missing = _("who took how much where {player} rests ({sides})", player=out, sides=play)
    else:
        missing = _("who took how much where all play ({sides})", sides=play)
    raise MissingError(missing, f'--result "{examples(sides, variant)[0]}"')


def _words_of(record: Record) -> DealWords:
    """A recorded deal in the words that would record it: `Anna=74 Bruno=46`, `Anna won`, `killed Anna`.

    Where a player is called Won or Even, another word stands for the outcome.
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
