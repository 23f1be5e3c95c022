"""Units that were recorded already and change with who sits where: it is said, with what keeps them as they were."""

from collections import Counter

from scorer.rules.tournament import PlayedRound
from scorer.scorebook.tournament.values import Tournament
from scorer.text.sentences import listed, signed


def moved_words(before: Tournament, after: Tournament, undo: str) -> tuple[str, ...]:
    """A sentence for every round in which seating somebody changed what entrants have; `undo` takes the seats back."""
    then = {each.number: _booked(each) for each in before.progress.rounds}
    sentences = []
    for now in after.progress.rounds:
        had, have = then.get(now.number, Counter()), _booked(now)
        changed = sorted((each for each in {*had, *have} if had[each] != have[each]), key=lambda each: -abs(had[each]))
        if changed:
            names = {each: after.entrants[each].name for each in changed}
            told = listed([f"{names[each]} has {signed(have[each])} (had {signed(had[each])})" for each in changed])
            what = f"this changes who has the units that are recorded in round {now.number}: {told}"
            sentences.append(f"{what}; {undo} takes that back{_kept(names[changed[0]]) if had[changed[0]] else ''}")
    return tuple(sentences)


def _kept(name: str) -> str:
    """How units stay with the one who had them."""
    return f", then scorer tournament substitute {name} NAME keeps what NAME made for {name}"


def _booked(each: PlayedRound) -> Counter[int]:
    """What every entrant has of a round, at whichever table."""
    found: Counter[int] = Counter()
    for line in (*(line for table in each.tables for line in table.lines), *each.elsewhere):
        found[line.entrant] += line.units
    return found
