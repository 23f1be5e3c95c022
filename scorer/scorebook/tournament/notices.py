"""What follows from something that was done, and nobody asked: play-offs that lapsed, units that are another's now."""

from collections import Counter

from scorer.rules.tournament import PlayedRound, PlayOff, is_over, lapsed_play_offs, play_off_due
from scorer.scorebook.tournament.values import Tournament
from scorer.text.sentences import listed, signed


def lapsed_words(tournament: Tournament, stage: int | None = None) -> tuple[str, ...]:
    """A sentence for every play-off that decides nothing as things stand, of one stage or of all, and why it does not.

    They count again by themselves once exactly the same tie stands again.
    """
    sentences = []
    for lapsed in lapsed_play_offs(tournament.format, tournament.progress):
        if stage in (None, lapsed.stage):
            name, why = tournament.format.stages[lapsed.stage].name, _why_lapsed(tournament, lapsed)
            if lapsed.order:
                order = ", ".join(map(tournament.name_of, lapsed.order))
                sentences.append(f"the play-off in {name} ({order}) lapsed: {why}")
            else:
                among = f" ({listed(sorted(map(tournament.name_of, lapsed.tied)))})" if lapsed.tied else ""
                sentences.append(f"the lot instead of a play-off in {name}{among} lapsed: {why}")
    return tuple(sentences)


def _why_lapsed(tournament: Tournament, lapsed: PlayOff) -> str:
    if not lapsed.tied:
        return "none was due when it was written down"
    if not is_over(tournament.format, tournament.progress, lapsed.stage):
        return "a result of the stage is missing"
    due = play_off_due(tournament.format, tournament.progress) if lapsed.stage == tournament.stage_at else ()
    if lapsed.tied & set(due):
        return f"by now {listed(list(map(tournament.name_of, due)))} tie"
    return "they do not tie for a place that it has to decide"


def moved_words(before: Tournament, after: Tournament, undo: str) -> tuple[str, ...]:
    """A sentence for every round in which seating somebody changed what entrants have; `undo` takes the seats back."""
    sentences = []
    then = {each.number: each for each in before.progress.rounds}
    for now in after.progress.rounds:
        had = _units(then[now.number]) if now.number in then else Counter()
        have = _units(now)
        changed = sorted((each for each in {*had, *have} if had[each] != have[each]), key=lambda each: -abs(had[each]))
        if changed:
            names = {each: after.entrants[each].name for each in changed}
            units = listed([f"{names[each]} has {signed(have[each])} (had {signed(had[each])})" for each in changed])
            first = names[changed[0]]
            keeps = f", then scorer tournament substitute {first} NAME keeps what NAME made for {first}"
            sentences.append(
                f"this changes who has the units that are recorded in round {now.number}: {units}; "
                f"{undo} takes that back{keeps if had[changed[0]] else ''}"
            )
    return tuple(sentences)


def _units(announced: PlayedRound) -> Counter[int]:
    """What every entrant has of a round, at whichever table."""
    found: Counter[int] = Counter()
    for line in (*(line for table in announced.tables for line in table.lines), *announced.elsewhere):
        found[line.entrant] += line.units
    return found
