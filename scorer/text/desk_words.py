"""What a step at the desk of a tournament did, in words: out of the facts that it keeps, with the names of then."""

# ruff: noqa: A002 - `round` is the name that the steps keep

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import listed, signed
from scorer.text.deals_left_words import race_words

# Each twice: as a line of the history has it, and as the answer at the desk.
_OVER: Final = {
    "": (N_("table {table} of round {round} is over"), N_("Table {table} of round {round} is over.")),
    "agreed": (
        N_("table {table} of round {round} is over after {played} of {deals}"),
        N_("Table {table} of round {round} is over after {played} of {deals}."),
    ),
    "round of deals": (
        N_("table {table} of round {round} is over after {deals}, before the end of the round of deals"),
        N_("Table {table} of round {round} is over after {deals}, before the end of the round of deals."),
    ),
    "race": (
        N_("table {table} of round {round} is over before anybody had {race}"),
        N_("Table {table} of round {round} is over before anybody had {race}."),
    ),
}
_RECORDED: Final = (
    N_("table {table} of round {round} by its paper sheet"),
    N_("Table {table} of round {round} by its paper sheet."),
)
_RECORDED_WITH_RESIDUAL: Final = (
    N_("table {table} of round {round} by its paper sheet, a residual of {residual}: {reason}"),
    N_("Table {table} of round {round} by its paper sheet, a residual of {residual}: {reason}."),
)
_CORRECTED: Final = (
    N_("table {table} of round {round} put right"),
    N_("Table {table} of round {round} put right."),
)
_CORRECTED_WITH_RESIDUAL: Final = (
    N_("table {table} of round {round} put right, a residual of {residual}: {reason}"),
    N_("Table {table} of round {round} put right, a residual of {residual}: {reason}."),
)
_WITHDREW: Final = {
    "before": N_("{player} withdrew before round {round}"),
    "in": N_("{player} withdrew in round {round}"),
    "after": N_("{player} withdrew after round {round}"),
}
_JOINED: Final = {  # by how many sit at the table then
    2: N_("{player} sits at table {table} of round {round}, as the second"),
    3: N_("{player} sits at table {table} of round {round}, as the third"),
    4: N_("{player} sits at table {table} of round {round}, as the fourth"),
    5: N_("{player} sits at table {table} of round {round}, as the fifth"),
    6: N_("{player} sits at table {table} of round {round}, as the sixth"),
    7: N_("{player} sits at table {table} of round {round}, as the seventh"),
    8: N_("{player} sits at table {table} of round {round}, as the eighth"),
}


def change_of_cut(stage: str, new: Sequence[str], gone: Sequence[str]) -> str:
    """`Ugo goes on to Final instead of Bice`; where nobody follows, or nobody has to go, that alone."""
    facts = {"players": listed(new or gone), "others": listed(gone), "stage": stage}
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


def _over(
    table: int, round: int, played: int = 0, agreed: int = 0, race: Sequence[Any] = (), *, answer: bool = False
) -> str:
    """That a table is over, early as `step_words.closed_early` has it."""
    how = "race" if race else "agreed" if agreed else "round of deals" if played else ""
    facts = {"played": played, "deals": counts.deals(agreed or played), "race": race_words(*race) if race else ""}
    return _(_OVER[how][answer], table=table, round=round, **facts)


def _sheet(
    table: int, round: int, residual: int = 0, reason: str = "", *, corrected: bool = False, answer: bool = False
) -> str:
    """That a paper sheet was written down, or put right, and what it leaves that should sum to zero."""
    if residual:
        words = _CORRECTED_WITH_RESIDUAL if corrected else _RECORDED_WITH_RESIDUAL
    else:
        words = _CORRECTED if corrected else _RECORDED
    return _(words[answer], table=table, round=round, residual=signed(residual), reason=reason)


def _entered(count: int, entry: str) -> str:
    """How many players, pairs or teams entered."""
    if entry == "pair":
        return ngettext("entered {count} pair", "entered {count} pairs", count)
    if entry == "team":
        return ngettext("entered {count} team", "entered {count} teams", count)
    return ngettext("entered {count} player", "entered {count} players", count)


def _entered_answer(count: int, entry: str) -> str:
    """The same, as the answer at the desk."""
    if entry == "pair":
        return ngettext("Entered {count} pair.", "Entered {count} pairs.", count)
    if entry == "team":
        return ngettext("Entered {count} team.", "Entered {count} teams.", count)
    return ngettext("Entered {count} player.", "Entered {count} players.", count)


def _entered_from(count: int, entry: str, source: str) -> str:
    """The same, of a file."""
    if entry == "pair":
        return ngettext("Entered {count} pair from {file}.", "Entered {count} pairs from {file}.", count, file=source)
    if entry == "team":
        return ngettext("Entered {count} team from {file}.", "Entered {count} teams from {file}.", count, file=source)
    return ngettext("Entered {count} player from {file}.", "Entered {count} players from {file}.", count, file=source)


def _sheets_from(source: str, recorded: int, unchanged: int, later: int) -> str:
    """What a file of paper sheets brought: `10 tables by paper sheet, 2 as before from sheets.csv.`."""
    parts = [
        ngettext("{count} table by paper sheet", "{count} tables by paper sheet", recorded)
        if recorded
        else _("No table recorded")
    ]
    parts += [_("{tables} as before", tables=unchanged)] if unchanged else []
    parts += [_("{tables} without units yet", tables=later)] if later else []
    return _("{tables} from {file}.", tables=", ".join(parts), file=source)


def _withdrew(player: str, when: str, round: int, follower: str = "", stage: str = "") -> str:
    """When somebody withdrew, and who goes on instead."""
    words = _(_WITHDREW[when], player=player, round=round)
    if not follower:
        return words
    return _("{withdrawal}; {player} follows into {stage}", withdrawal=words, player=follower, stage=stage)


def _substituted(player: str, entrant: str = "", table: int = 0) -> str:
    """Who plays for whom, and at which table at once; without an entrant it is their own entry again."""
    if not entrant:
        again = N_("{player} plays again"), N_("{player} plays again, at table {table} from now on")
        return _(again[bool(table)], player=player, table=table)
    instead = N_("{player} plays for {entrant}"), N_("{player} plays for {entrant}, at table {table} from now on")
    return _(instead[bool(table)], player=player, entrant=entrant, table=table)


def _redrawn(round: int, seed: int, tables: int, cut: Mapping[str, Any] | None = None) -> str:
    """A round that was drawn again; where others go on to its stage by then, who they are."""
    words = _(
        "round {round} drawn again with seed {seed}: {tables}", round=round, seed=seed, tables=counts.tables(tables)
    )
    return _("{announcement}; {draw}", announcement=_cut_again(**cut), draw=words) if cut else words


def _joined(player: str, table: int, round: int, seats: int) -> str:
    """Who sat down at a table that was drawn, as the last of so many."""
    return _(_JOINED[seats], player=player, table=table, round=round)


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
    lost = str(amount)
    if measure == "placement point":
        lost = ngettext("{count} placement point", "{count} placement points", amount)
    elif measure == "win":
        lost = ngettext("{count} win", "{count} wins", amount)
    elif measure == "unit":
        lost = counts.units(amount)
    return _("{player} loses {amount} in {stage}", player=player, amount=lost, stage=stage)


def _play_off(stage: str, players: Sequence[str], *, answer: bool = False) -> str:
    """How a play-off ended, best first."""
    words = N_("play-off in {stage}: {players}"), N_("Play-off in {stage}: {players}.")
    return _(words[answer], stage=stage, players=", ".join(players))


def _lot(stage: str, players: Sequence[str], *, answer: bool = False) -> str:
    """Who tie, and are put in order by the lot."""
    words = (
        N_("no play-off in {stage}: the lot decides for {players}"),
        N_("No play-off in {stage}: the lot decides for {players}."),
    )
    return _(words[answer], stage=stage, players=listed(players))


def _cut(stage: str, players: Sequence[str]) -> str:
    """Who goes on from a stage."""
    return ngettext(
        "{count} entrant of {stage} goes on: {players}",
        "{count} entrants of {stage} go on: {players}",
        len(players),
        stage=stage,
        players=", ".join(players),
    )


def _cut_again(stage: str, new: Sequence[str], gone: Sequence[str], *, answer: bool = False) -> str:
    """Who goes on to a stage instead of whom."""
    words = N_("announced anew: {change}"), N_("Announced anew: {change}.")
    return _(words[answer], change=change_of_cut(stage, new, gone))


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
    "sheet_recorded": _sheet,
    "sheet_corrected": partial(_sheet, corrected=True),
    "penalised": _penalised,
    "play_off": _play_off,
    "lot": _lot,
    "cut": _cut,
    "cut_again": _cut_again,
    "cut_kept": N_("who was announced for {stage} stays"),
}
# Those that begin with a word, as whole sentences; the last two are no steps of their own.
DESK_ANSWERS: Final[Mapping[str, str | Callable[..., str]]] = {
    "entered": _entered_answer,
    "table_over": partial(_over, answer=True),
    "sheet_recorded": partial(_sheet, answer=True),
    "sheet_corrected": partial(_sheet, corrected=True, answer=True),
    "play_off": partial(_play_off, answer=True),
    "lot": partial(_lot, answer=True),
    "cut_again": partial(_cut_again, answer=True),
    "cut_kept": N_("Who was announced for {stage} stays."),
    "entered_from": _entered_from,
    "sheets_from": _sheets_from,
}
