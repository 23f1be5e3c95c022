"""Evenings that would stand in the scorebook twice: those that are there already, and those that a file has twice."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from operator import itemgetter
from typing import Final

from scorer.errors import FaultyFileError
from scorer.exchange.csv_reader import Faults
from scorer.exchange.own.matches_in import FileMatch
from scorer.language import N_, _, ngettext
from scorer.language.lists_numbers_dates import abridged, listed, signed
from scorer.rules.kinds import SHEET
from scorer.scorebook.import_writing import Known
from scorer.scorebook.same_evenings import (
    Brought,
    PlayedMatch,
    Together,
    may_be_one,
    played,
    same_evenings,
    shared_records,
    units_key,
)

MOST_NAMED: Final = 8
FEWEST_REPEATED: Final = 3  # different deals that stand a second time in a match, in the same order
FEWEST_ALIKE: Final = 2  # likewise, in two matches
TWICE: Final = N_("evenings would stand in the scorebook twice:")
ALIKE: Final = N_("evenings would stand in the scorebook twice, with the same players and units on the same day:")
ALL_OF_IT: Final = N_("--twice takes all of it in nevertheless")
THE_OTHERS: Final = N_("without the lines of what is there the rest comes in; --twice takes all of it in nevertheless")
ONWARDS: Final = N_(
    "no line of running totals can be left out: put what the new evenings brought in a file of its own; "
    "--twice takes all of it in nevertheless"
)


class TwiceError(FaultyFileError):
    """Evenings that the scorebook has already, or that a file has twice."""


def check_new(
    matches: Sequence[FileMatch],
    known: Known,
    faults: Faults,
    readings: Mapping[str, str] | None = None,
    *,
    evening_a_line: bool = False,
    the_others: str = ALL_OF_IT,
) -> list[str]:
    """Raise TwiceError for what would stand there twice; note as a fault what has the name of another match.

    Returns what is to be looked at: matches with the players and the day of another one, and other units.

    `readings` are names that are read as others. With `evening_a_line` every sheet is an evening; `the_others` says how
    what is new comes in, where some is there already.
    """
    here = {_played(match, readings or {}): match for match in matches if match.brought}
    days = [match.on for match in here]
    there = known.played(min(days), max(days)) if known.matches and days else []
    covered: set[PlayedMatch] = set()
    doubled = [*_doubled([*here], there, covered), *_repeated(here, evening_a_line=evening_a_line)]
    new = [match for match, of_file in here.items() if not (match in covered or of_file.is_taken)]
    changed = [*_may_be_one_put_right(new, there)]
    found = doubled + [sentence for sentence, is_same in changed if is_same]
    if found and not faults.count:
        way = the_others if 0 < len(covered) < len(here) and not changed else ALL_OF_IT
        raise TwiceError([_(ALIKE if doubled else TWICE), *abridged(found, MOST_NAMED), _(way)])
    taken = N_(
        "{match} on {day} is in league {league} already: nothing is added to a match that is there: if it is the same "
        "evening, undo what brought it first; a second evening of that day needs a name of its own"
    )
    for match in matches:
        if match.is_taken:
            faults.line, arrival = match.typed_at, match.arrival
            faults.add(_(taken, match=arrival.name, day=arrival.on, league=arrival.league), "match")
    return [sentence for sentence, _is_same in changed]


def _played(match: FileMatch, readings: Mapping[str, str]) -> PlayedMatch:
    records: list[tuple[Brought, int]] = []
    kinds: Counter[str] = Counter()
    for (seats, brought, happened), times in match.brought.items():
        kinds[happened] += times
        both = zip(seats, brought, strict=False)
        records.append((frozenset((readings.get(name, name), got) for name, got in both if got is not None), times))
    return played(match.arrival.league, match.arrival.name, match.arrival.on, records, kinds)


def _doubled(here: Sequence[PlayedMatch], there: Sequence[PlayedMatch], covered: set[PlayedMatch]) -> Iterator[str]:
    """What of the file is in the scorebook already, a sentence for each evening; `covered` gets the matches."""
    for ours, theirs in sorted(same_evenings(here, there), key=lambda both: (both[0][0].on, len(both[0]))):
        if not covered.issuperset(ours):
            covered.update(ours)
            yield ngettext(
                "{day}: {matches} is there already, as {others} ({units})",
                "{day}: {matches} are there already, as {others} ({units})",
                len(ours),
                day=ours[0].on,
                matches=_names(ours),
                others=_names(theirs),
                units=_units(ours),
            )


def _may_be_one_put_right(here: Sequence[PlayedMatch], there: Sequence[PlayedMatch]) -> Iterator[tuple[str, bool]]:
    """The matches of the file that may be evenings of the scorebook with a figure or a deal put right, in a sentence.

    With each, whether it is hardly anything else, for they share most of their records.
    """
    for match in here:
        of_day = [(other, shared_records(match, other)) for other in there if other.on == match.on]
        nearest, shared = max(of_day, key=itemgetter(1), default=(match, 0))
        if shared:
            template = N_(
                "{day}: {shared} of {count} records of {match} are those of {other}, which is there with {other_count}"
            )
            records = {"shared": shared, "count": match.records.total(), "other_count": nearest.records.total()}
            yield _(template, day=match.on, match=match.name, other=nearest.name, **records), True
        elif others := [other for other, _shared in of_day if other.units.keys() == match.units.keys()]:
            template = N_(
                "{day}: {match} has the players of {others}, which is there with other units: "
                "look whether it is the same evening"
            )
            yield _(template, day=match.on, match=match.name, others=_names(others)), False


def _repeated(here: Mapping[PlayedMatch, FileMatch], *, evening_a_line: bool) -> Iterator[str]:
    """What the file has twice, a sentence for each evening."""
    by_day: dict[object, list[PlayedMatch]] = {}
    for match in here:
        by_day.setdefault((match.on, units_key((match,))), []).append(match)
    for alike in by_day.values():
        for one, other in combinations(alike, 2):
            if may_be_one((one,), (other,)) and _are_one(here[one], here[other]):
                template = N_("{day}: {match} and {other} of this file are one evening ({units})")
                yield _(template, day=one.on, match=one.name, other=other.name, units=_units((one,)))
    for match, of_file in here.items():
        half = len(of_file.course) // 2
        first = of_file.course[:half]
        again = first == of_file.course[half:] and len({*first} - {0}) >= FEWEST_REPEATED
        sheets = [times for (*_what, kind), times in of_file.brought.items() if kind == SHEET]
        if again or (evening_a_line and max(sheets, default=0) > 1):
            yield _("{day}: {match} stands twice in this file", day=match.on, match=match.name)


def _are_one(one: FileMatch, other: FileMatch) -> bool:
    """Whether two matches of the same units are one: both are deals, and have the same, or one is a sum."""
    are_deals = not any(kind == SHEET for match in (one, other) for (*_what, kind) in match.brought)
    return not are_deals or (one.course == other.course and len({*one.course} - {0}) >= FEWEST_ALIKE)


def _names(matches: Sequence[PlayedMatch]) -> str:
    return listed([match.name for match in matches])


def _units(matches: Together) -> str:
    """`Anna +5, Bruno -5`."""
    highest_first = sorted(units_key(matches), key=lambda brought: (-brought[1], brought[0]))
    return ", ".join(f"{who} {signed(got)}" for who, got in highest_first)
