"""What a step at the desk of a tournament did, in words: out of the facts that it keeps, with the names of then."""

# ruff: noqa: A002 - `round` is the name that the steps keep

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import ORDINALS, capitalised, listed, signed
from scorer.text.deals_left_words import early_words
from scorer.text.step_words import Detail, step_words

_WITHDREW: Final = {
    "before": N_("{player} withdrew before round {round}"),
    "in": N_("{player} withdrew in round {round}"),
    "after": N_("{player} withdrew after round {round}"),
}
ENTERED: Final[Mapping[str, Callable[[float], str]]] = {  # so many of those who enter, by who does
    "pair": counts.pairs,
    "team": counts.teams,
    "player": counts.players,
}
_MEASURES: Final[Mapping[str, Callable[[float], str]]] = {
    "placement point": counts.placement_points,
    "win": counts.wins,
    "unit": counts.units,
    "": str,
}


def change_of_cut(stage: str, new: Sequence[str], gone: Sequence[str]) -> str:
    """`Ugo goes on to Final instead of Bice`; where nobody follows, or nobody has to go, that alone."""
    facts = {"players": listed(new or gone), "others": listed(gone), "stage": _(stage)}
    if not new:
        return ngettext("{players} does not go on to {stage}", "{players} do not go on to {stage}", len(gone), **facts)
    if not gone:
        return ngettext("{players} goes on to {stage} too", "{players} go on to {stage} too", len(new), **facts)
    return ngettext(
        "{players} goes on to {stage} instead of {others}",
        "{players} go on to {stage} instead of {others}",
        len(new),
        **facts,
    )


def _extra_time(table: int, round: int, minutes: int) -> str:
    """That a table has more time than the others."""
    if not minutes:
        return _("table {table} of round {round} has no more time than the others", table=table, round=round)
    more = counts.minutes(minutes)
    return _("table {table} of round {round} has {minutes} more", table=table, round=round, minutes=more)


def _over(table: int, round: int, **early: Any) -> str:
    """That a table is over, early as `deals_left.closed_early` has it."""
    when = early_words(**early)
    if not when:
        return _("table {table} of round {round} is over", table=table, round=round)
    return _("table {table} of round {round} is over {early}", table=table, round=round, early=when)


def _sheet(table: int, round: int, residual: int = 0, reason: str = "", *, corrected: bool = False) -> str:
    """That a paper sheet was written down, or put right, and what it leaves that should sum to zero."""
    recorded, put_right = (
        N_("table {table} of round {round} by its paper sheet"),
        N_("table {table} of round {round} put right"),
    )
    sheet = _(put_right if corrected else recorded, table=table, round=round)
    if not residual:
        return sheet
    return _("{sheet}, a residual of {residual}: {reason}", sheet=sheet, residual=signed(residual), reason=reason)


def _entered(count: int, entry: str, source: str = "") -> str:
    """How many players, pairs or teams entered, and from which file."""
    entrants = ENTERED[entry](count)
    if source:
        return _("entered {entrants} from {file}", entrants=entrants, file=source)
    return _("entered {entrants}", entrants=entrants)


def _sheets_from(source: str, recorded: int, unchanged: int, later: int) -> str:
    """What a file of paper sheets brought: `10 tables by paper sheet, 2 as before from sheets.csv`."""
    parts = [
        ngettext("{count} table by paper sheet", "{count} tables by paper sheet", recorded)
        if recorded
        else _("no table recorded")
    ]
    parts += [_("{tables} as before", tables=unchanged)] if unchanged else []
    parts += [_("{tables} without units yet", tables=later)] if later else []
    return _("{tables} from {file}", tables=", ".join(parts), file=source)


def _withdrew(player: str, when: str, round: int, follower: str = "", stage: str = "") -> str:
    """When somebody withdrew, and who goes on instead."""
    words = _(_WITHDREW[when], player=player, round=round)
    if not follower:
        return words
    return _("{withdrawal}; {player} follows into {stage}", withdrawal=words, player=follower, stage=_(stage))


def _substituted(player: str, entrant: str = "", table: int = 0) -> str:
    """Who plays for whom, and at which table at once; without an entrant it is their own entry again."""
    again = _("{player} plays again", player=player)
    words = _("{player} plays for {entrant}", player=player, entrant=entrant) if entrant else again
    return _("{who}, at table {table} from now on", who=words, table=table) if table else words


def _redrawn(round: int, seed: int, tables: int, cut: Mapping[str, Any] | None = None) -> str:
    """A round that was drawn again; where others go on to its stage by then, who they are."""
    words = _(
        "round {round} drawn again with seed {seed}: {tables}", round=round, seed=seed, tables=counts.tables(tables)
    )
    return f"{_cut_again(**cut)}; {words}" if cut else words


def _joined(player: str, table: int, round: int, seats: int) -> str:
    """Who sat down at a table that was drawn, as the last of so many."""
    return _(
        "{player} sits at table {table} of round {round}, as the {ordinal}",
        player=player,
        table=table,
        round=round,
        ordinal=_(ORDINALS[seats - 1]),
    )


def _swapped(players: Sequence[str], round: int, tables: Sequence[int]) -> str:
    """Which two swapped seats, and at which table each sits then; 0 for who rests."""
    if tables[0] == tables[1]:
        at = {"players": listed(players), "round": round, "table": tables[0]}
        return _("{players} swap seats in round {round}, at table {table}", **at)
    places = [
        _("{player} sits at table {table}", player=player, table=table) if table else _("{player} rests", player=player)
        for player, table in zip(players, tables, strict=True)
    ]
    return _(
        "{players} swap seats in round {round}: {places}", players=listed(players), round=round, places=listed(places)
    )


def _penalised(player: str, amount: float, measure: str, stage: str) -> str:
    """What a penalty takes from whom: placement points, wins or units; of duels a bare number."""
    return _("{player} loses {amount} in {stage}", player=player, amount=_MEASURES[measure](amount), stage=_(stage))


def _play_off(stage: str, players: Sequence[str]) -> str:
    """How a play-off ended, best first."""
    return _("play-off in {stage}: {players}", stage=_(stage), players=", ".join(players))


def _in_stage(template: str, stage: str, players: Sequence[str] = ()) -> str:
    """What a template says of a stage and of players."""
    return _(template, stage=_(stage), players=listed(players))


def _cut(stage: str, players: Sequence[str]) -> str:
    """Who goes on from a stage."""
    return ngettext(
        "{count} entrant of {stage} goes on: {players}",
        "{count} entrants of {stage} go on: {players}",
        len(players),
        stage=_(stage),
        players=", ".join(players),
    )


def _cut_again(stage: str, new: Sequence[str], gone: Sequence[str]) -> str:
    """Who goes on to a stage instead of whom."""
    return _("announced anew: {change}", change=change_of_cut(stage, new, gone))


# By the code: a template, or what words the facts.
DESK_WORDS: Final[Mapping[str, str | Callable[..., str]]] = {
    "tournament_opened": N_("tournament {tournament} opened"),
    "tournament_finished": N_("{tournament} finished"),
    "tournament_finished_early": N_("{tournament} finished before its end"),
    "tournament_reopened": N_("{tournament} reopened"),
    "entered": _entered,
    "withdrew": _withdrew,
    "came_back": N_("{player} came back"),
    "substituted": _substituted,
    "kept_apart": N_("{players} are kept apart"),
    "let_meet": N_("{players} may meet again"),
    "drawn": N_("round {round} drawn with seed {seed}: {tables}"),
    "redrawn": _redrawn,
    "joined": _joined,
    "swapped": _swapped,
    "clock_set": N_("clock of round {round}: {minutes}"),
    "clock_stopped": N_("clock of round {round} stopped"),
    "clock_goes_on": N_("clock of round {round} goes on"),
    "extra_time": _extra_time,
    "table_over": _over,
    "sheets_from": _sheets_from,  # an answer alone
    "sheet_recorded": _sheet,
    "sheet_corrected": partial(_sheet, corrected=True),
    "penalised": _penalised,
    "play_off": _play_off,
    "lot": partial(_in_stage, N_("no play-off in {stage}: the lot decides for {players}")),
    "cut": _cut,
    "cut_again": _cut_again,
    "cut_kept": partial(_in_stage, N_("who was announced for {stage} stays")),
}


def answer_words(deed: Detail) -> str:
    """The answer at the desk of a tournament to what was done there: `Entered 3 players.`."""
    return f"{capitalised(step_words(deed))}."
