"""Play-offs that lapsed: what decided a tie that is not that tie any more."""

from collections import Counter

from scorer.rules.tournament import PlayedRound, PlayOff, is_over, lapsed_play_offs, play_off_due
from scorer.scorebook.tournament.values import Tournament
from scorer.text.sentences import listed, signed


def lapsed_words(tournament: Tournament, stage: int | None = None) -> tuple[str, ...]:
    """A sentence for every play-off that decides nothing as things stand, of one stage or of all, and why it does not.

    They count again by themselves once exactly the same tie stands again.
    """
    lapsed = lapsed_play_offs(tournament.format, tournament.progress)
    return tuple(
        f"{_what(tournament, each)} lapsed: {_why(tournament, each)}" for each in lapsed if stage in (None, each.stage)
    )


def _what(tournament: Tournament, each: PlayOff) -> str:
    stage = tournament.format.stages[each.stage].name
    if each.order:
        return f"the play-off in {stage} ({', '.join(map(tournament.name_of, each.order))})"
    among = f" ({listed(sorted(map(tournament.name_of, each.tied)))})" if each.tied else ""
    return f"the lot instead of a play-off in {stage}{among}"


def _why(tournament: Tournament, each: PlayOff) -> str:
    if not each.tied:
        return "none was due when it was written down"
    if not is_over(tournament.format, tournament.progress, each.stage):
        return "a result of the stage is missing"
    due = play_off_due(tournament.format, tournament.progress) if each.stage == tournament.stage_at else ()
    if due and each.tied & set(due):
        return f"by now {listed(list(map(tournament.name_of, due)))} tie"
    return "they do not tie for a place that it has to decide"


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
