"""What the organiser should know though no command asked for it.

That is play-offs that lapsed, announcements that would be others by now, and units that are another's now.
"""

from collections import Counter
from collections.abc import Collection
from typing import Final, TypedDict

from scorer.language import N_, _, counts
from scorer.language.lists_numbers_dates import listed, signed
from scorer.rules.errors import Advice, Advised, Notice, advice, advised
from scorer.tournaments.keeping.snapshot import RoundTable, Tournament
from scorer.tournaments.rules import (
    CutChange,
    Entrant,
    PlayedRound,
    PlayOff,
    counting_play_offs,
    cut_changes,
    has_begun,
    is_over,
    lapsed_play_offs,
    play_off_due,
    redrawable,
    rounds_left,
    seating_changed,
)
from scorer.tournaments.text.desk_words import change_of_cut
from scorer.tournaments.text.tournament_words import NAMED, whereabouts_words


class ChangeFacts(TypedDict):
    """Who goes on to a stage by now who was not announced for it, and who was announced and does not go on."""

    stage: str
    new: list[str]
    gone: list[str]


LEFT: Final = {
    "before": N_("before round {round}"),
    "in": N_("in round {round}"),
    "after": N_("after round {round}"),
}


def announced_words(tournament: Tournament) -> tuple[Notice, ...]:
    """A notice for everything that stays as it was announced, and would be announced otherwise by now.

    That is who went on from a stage; who withdrew and has a seat in the last round, or is on a sheet of it; and the
    last round where it is seated by place.
    """
    fmt, progress = tournament.format, tournament.progress
    notices: list[Notice] = [_cut_words(tournament, change) for change in cut_changes(fmt, progress)]
    last = tournament.last_round
    if last is None or tournament.finished:
        return tuple(notices)
    gone = {who.number for who in progress.entrants if who.left is not None and who.left <= last.number}
    leavers = [number for table in last.tables if not table.lines for number in table.seats if number in gone]
    notices += [gone_words(tournament, tournament.entrants[number]) for number in leavers]
    for table in last.tables:
        if table.lines:
            notices += withdrawn_words(RoundTable(tournament, last, table))
    if not leavers and not last.begun and (moved := seating_changed(fmt, progress, last.number)):
        names = [tournament.name_of(change.entrant) for change in moved]
        who = listed(names) if len(names) <= NAMED else counts.entrants(len(names))
        elsewhere = _("by now {players} would sit elsewhere in round {round}", players=who, round=last.number)
        notices.append(advised(elsewhere, advice("tournament_redraw")))
    return tuple(notices)


def gone_words(tournament: Tournament, who: Entrant) -> Advised:
    """That somebody withdrew who has a seat in the last round, where nobody began to play; and what can be done."""
    last = tournament.last_round
    table = last.table_with(who.number) if last else None
    assert last
    assert table
    seat = {"player": who.name, "table": table.number, "round": last.number}
    here = _("{player} is announced at table {table} of round {round}", **seat)
    ways = []
    if redrawable(tournament.format, tournament.progress):
        if any(who.number in announced.gone for announced in tournament.progress.cuts):
            return advised(here, advice("tournament_redraw"))
        ways.append(advice("tournament_redraw"))
    if len(table.seats) > tournament.format.fewest:
        match = tournament.matches[last.number, table.number]
        ways.append(advice("reseat", match=match))
    gone = who.present[-1] if who.seats > 1 else who.name
    return advised(here, *ways, advice("tournament_enter_and_substitute", entrant=who.name, player=gone))


def more_rounds(tournament: Tournament) -> bool:
    """Whether a round is still to come after those that are drawn."""
    later = tournament.stage_at < len(tournament.format.stages) - 1
    return later or rounds_left(tournament.format, tournament.progress, tournament.stage_at) > 0


def left_when(tournament: Tournament, left: int, *, playing: bool = False) -> tuple[str, int]:
    """When somebody withdrew who is in no round from `left` on, as a code of `LEFT` and a round.

    That is before round `left`, where there is or will be one; else in the round before it, or after that round where
    they are not `playing` it any more.
    """
    if left <= len(tournament.progress.rounds) or more_rounds(tournament):
        return "before", left
    return ("in" if playing else "after"), left - 1


def left_words(tournament: Tournament, left: int, *, playing: bool = False) -> str:
    """The same in words: `before round 3`."""
    when, number = left_when(tournament, left, playing=playing)
    return _(LEFT[when], round=number)


def withdrawn_words(at: RoundTable) -> list[str]:
    """A sentence for everybody who is on the sheet of a table, and withdrew before its round."""
    on_the_sheet = N_("{player} withdrew before round {round}, and is on the sheet of table {table}")
    return [_(on_the_sheet, player=who.name, round=who.left, table=at.number) for who in at.withdrawn]


def new_notices(before: Tournament, after: Tournament) -> list[Notice]:
    """What the organiser should know of a tournament, and did not have to before; which play-offs count again."""
    new = [notice for notice in after.notices if notice not in before.notices]
    return [*new, *counts_again_words(before, after)]


def lapsed_words(tournament: Tournament, stage: int | None = None) -> tuple[str, ...]:
    """A sentence for every play-off that decides nothing as things stand, of one stage or of all, and why."""
    sentences = []
    for lapsed in lapsed_play_offs(tournament.format, tournament.progress):
        if stage in (None, lapsed.stage):
            play_off, reason = _play_off_words(tournament, lapsed), _why_lapsed(tournament, lapsed)
            if lapsed.tied and not lapsed.order:
                tied = listed(sorted(map(tournament.name_of, lapsed.tied)))
                template = N_("{play_off} ({players}) lapsed: {reason}")
                sentences.append(_(template, play_off=play_off, players=tied, reason=reason))
            else:
                sentences.append(_("{play_off} lapsed: {reason}", play_off=play_off, reason=reason))
    return tuple(sentences)


def counts_again_words(before: Tournament, after: Tournament) -> tuple[str, ...]:
    """A sentence for every play-off that had lapsed before, and decides something again."""
    return tuple(
        _("{play_off} counts again", play_off=_play_off_words(after, lapsed))
        for lapsed in lapsed_play_offs(before.format, before.progress)
        if lapsed in counting_play_offs(after.format, after.progress, lapsed.stage)
    )


def _play_off_words(tournament: Tournament, played: PlayOff) -> str:
    """`the play-off in Final (Bice, Ada)`, best first; or the lot in its place."""
    stage = _(tournament.format.stages[played.stage].name)
    if not played.order:
        return _("the lot instead of a play-off in {stage}", stage=stage)
    order = ", ".join(map(tournament.name_of, played.order))
    return _("the play-off in {stage} ({players})", stage=stage, players=order)


def _why_lapsed(tournament: Tournament, lapsed: PlayOff) -> str:
    """Why a play-off decides nothing any more: a clause."""
    if not lapsed.tied:
        return _("none was due when it was written down")
    if not is_over(tournament.format, tournament.progress, lapsed.stage):
        return _("a result of the stage is missing")
    due = play_off_due(tournament.format, tournament.progress) if lapsed.stage == tournament.stage_at else ()
    if lapsed.tied & set(due):
        return _("by now {players} tie", players=listed(list(map(tournament.name_of, due))))
    return _("they do not tie for a place that it has to decide")


def outdated_words(tournament: Tournament, stages: Collection[int]) -> tuple[str, ...]:
    """A sentence for every announcement after one of these stages that would be another by now."""
    changes = [change for change in cut_changes(tournament.format, tournament.progress) if change.stage in stages]
    return tuple(
        _("by now {change}; the announcement stays", change=_would_be(tournament, change)) for change in changes
    )


def _would_be(tournament: Tournament, change: CutChange) -> str:
    """What would be announced by now: a clause."""
    if not change.tied:
        return instead_words(tournament, change)
    to = _(tournament.format.stages[change.stage + 1].name)
    tied = [tournament.name_of(number) for number in change.tied]
    return _("{players} tie for who goes on to {stage}", players=listed(tied), stage=to)


def _cut_words(tournament: Tournament, change: CutChange) -> Advised:
    """That others would go on by now, and what can be done about it."""
    to, change_words = _(tournament.format.stages[change.stage + 1].name), _would_be(tournament, change)
    if change.stage < tournament.stage_at - 1 or has_begun(tournament.progress, change.stage + 1):
        begun = _("by now {change}; the announcement stays, for {stage} has begun", change=change_words, stage=to)
        return advised(begun, advice("tournament_cut_keep"))
    if change.tied:
        return advised(_("by now {change}", change=change_words), advice("tournament_play_off_and_cut_again"))
    return advised(_("by now {change}; the announcement stays", change=change_words), advice("tournament_cut_again"))


def instead_words(tournament: Tournament, change: CutChange) -> str:
    """`Ugo goes on to Final instead of Bice`; where nobody follows, or nobody has to go, that alone."""
    return change_of_cut(**change_facts(tournament, change))


def change_facts(tournament: Tournament, change: CutChange) -> ChangeFacts:
    """The same as facts, which a step keeps: the stage that they go on to, who goes on by now, and who does not."""
    new, gone = ([tournament.name_of(number) for number in numbers] for numbers in (change.new, change.gone))
    return {"stage": tournament.format.stages[change.stage + 1].name, "new": new, "gone": gone}


def moved_words(before: Tournament, after: Tournament, *ways: Advice) -> tuple[Advised, ...]:
    """A notice for every round in which seating somebody changed what entrants have; `ways` take the seats back."""
    notices = []
    then = {announced.number: announced for announced in before.progress.rounds}
    for now in after.progress.rounds:
        had = _units(then[now.number]) if now.number in then else Counter()
        have = _units(now)
        changed = sorted((who for who in {*had, *have} if had[who] != have[who]), key=lambda who: -abs(had[who]))
        if changed:
            names = {who: after.entrants[who].name for who in changed}
            has = N_("{player} has {units} (had {before})")
            changes = listed(
                [_(has, player=names[who], units=signed(have[who]), before=signed(had[who])) for who in changed]
            )
            changed_units = N_("this changes who has the units that are recorded in round {round}: {changes}")
            moved = _(changed_units, round=now.number, changes=changes)
            keeps = [advice("tournament_substitute_keeps", entrant=names[changed[0]])] if had[changed[0]] else []
            notices.append(advised(moved, *ways, *keeps))
    return tuple(notices)


def _units(announced: PlayedRound) -> Counter[int]:
    """What every entrant has of a round, at whichever table."""
    units: Counter[int] = Counter()
    for line in (*(line for table in announced.tables for line in table.lines), *announced.elsewhere):
        units[line.entrant] += line.units
    return units


def changed_seating(tournament: Tournament, number: int) -> tuple[str, ...]:
    """Whom a correction in a round would have seated elsewhere since: where they stay, and where they would sit."""
    return tuple(
        _(
            "announced round {round} stays: {player} {place}, by now {other_place}",
            round=announced.number,
            player=tournament.name_of(change.entrant),
            place=whereabouts_words(change.was),
            other_place=whereabouts_words(change.would_be),
        )
        for announced in tournament.progress.rounds
        for change in seating_changed(tournament.format, tournament.progress, announced.number)
        if announced.number > number
    )
