"""The commands about entrants: enter, withdraw, substitute, keep-apart."""

from dataclasses import replace
from typing import Annotated

import typer

from scorer.cli import complete
from scorer.cli.options import argument, check_alone, filled, flag, option
from scorer.errors import RefusedError
from scorer.language import _
from scorer.match.names import EXACTLY
from scorer.scorebook import Meant, meant_players, player_ids
from scorer.scorebook.seats import IS_ENTERED, PLAYS_THERE
from scorer.scorebook.transaction import Transaction
from scorer.text.sentences import taken_words
from scorer.tournaments.commands.options import (
    EntrantArgument,
    NamesArgument,
    TournamentOption,
    WhyOption,
    between_commas,
    change_tournament,
    read_table,
)
from scorer.tournaments.keeping import (
    DeskChange,
    Tournament,
    TypedEntry,
    bring_back,
    check_one_player,
    coming_and_going,
    entries,
    entry_playing_on,
    find_entrant,
    has_withdrawn,
    join,
    joined,
    still_in,
)
from scorer.tournaments.keeping import enter as enter_all

app = typer.Typer()


@app.command()
def enter(
    ctx: typer.Context,
    names: NamesArgument = None,
    *,
    file: Annotated[
        str, filled("--from", "FILE", "A CSV file of entries, or - for stdin: all of it or nothing.", complete.files)
    ] = "",
    members: Annotated[str, option("--members", "NAMES", "The members of the team that is named, with commas.")] = "",
    group: Annotated[str, option("--group", "NAME", "The group of those named.")] = "",
    direct: Annotated[bool, flag("--direct", "They begin after the preliminary, where the format has one.")] = False,
    table: Annotated[str, option("--table", "N", "Seats one who comes late at this table of the last round.")] = "",
    tournament: TournamentOption = "",
) -> None:
    """Enter players, or a team with --members; late ones too. Who withdrew and is named alone comes back.

    First letters do for known players; a name that nobody has is a new player. "=Bru" is a new
    Bru, where there is a Bruno. A pair is Anna+Bruno; with --members it has a name of its own.

    --table seats one more at a table of a round that is drawn, where the format has tables of
    so many: one who comes late, or came back, or rests.

    A file has a column player, or team and player1, player2 ...; group and direct may stand beside. Pairs need no team.
    Names in it are whole.

    Example: scorer tournament enter "Anna,Bruno,Carla,Dario,Elena"
    """
    named, team = between_commas(names), tuple(between_commas(members))
    if bool(named) == bool(file):
        raise RefusedError(_("say who enters: names with commas between them, or --from FILE"))
    if file:
        others = {"members": bool(members), "group": bool(group), "direct": direct, "table": bool(table.strip())}
        check_alone(**{"from": True}, **others)
        change_tournament(ctx, tournament, _from_file, file)
        return
    if table.strip() and (len(named) > 1 or members):
        raise _not_one("--table", named)
    if team and len(named) > 1:
        raise _not_one("--members", named)
    wanted = [TypedEntry(name, team, group.strip(), direct) for name in named]
    if table.strip():
        change_tournament(ctx, tournament, _at_table, wanted[0], read_table(table))
    else:
        change_tournament(ctx, tournament, _by_name, wanted)


def _not_one(option: str, named: list[str]) -> RefusedError:
    """The refusal of an option that is of one entrant, where another number of them is named."""
    return RefusedError(_("{option} is of one entrant: {names} are named", option=option, names=len(named)))


def _by_name(transaction: Transaction, tournament: Tournament, wanted: list[TypedEntry]) -> DeskChange:
    """Enter these, or bring the one back who withdrew."""
    teams = tournament.format.team_size > 1
    entered = []
    for entry in wanted:  # a pair may be typed as Anna+Bruno
        members = tuple(filter(None, map(str.strip, entry.name.split("+"))))
        pair = tournament.format.seats > 1 and "+" in entry.name and not entry.members
        entered.append(replace(entry, name="", members=members) if pair else entry)
    known = player_ids(transaction)
    for entry in wanted:
        if not teams and entry.name not in known and not entry.name.startswith(EXACTLY):
            check_one_player(tournament, entry.name)
    typed = [name for entry in entered for name in (entry.members if teams else (entry.name,))]
    meant = meant_players(transaction, typed, still_in(tournament), IS_ENTERED)
    by_word = dict(zip(typed, meant.players, strict=True))
    named = []
    for entry in entered:
        name = entry.name if teams else by_word[entry.name]
        named.append(replace(entry, name=name, members=tuple(by_word.get(word, word) for word in entry.members)))
    alone = named[0].name or joined(named[0].members)
    if len(named) == 1 and not (named[0].name and named[0].members) and has_withdrawn(tournament, alone):
        return _with_taken(bring_back(transaction, tournament, alone), meant)
    return _with_taken(enter_all(transaction, tournament, named), meant)


def _at_table(transaction: Transaction, tournament: Tournament, entry: TypedEntry, table: int) -> DeskChange:
    """Seat one more at a table of the last round, who is entered by it where they are not yet."""
    meant = meant_players(transaction, [entry.name])
    return _with_taken(join(transaction, tournament, replace(entry, name=meant.players[0]), table), meant)


def _with_taken(done: DeskChange, meant: Meant) -> DeskChange:
    """What was done, and who was taken by their first letters."""
    return replace(done, notices=(*filter(None, [taken_words(meant.taken)]), *done.notices))


def _from_file(transaction: Transaction, tournament: Tournament, name: str) -> DeskChange:
    """Enter everybody in a file, or nobody while anything in it is wrong."""
    from scorer.cli.import_command import opened, source_of
    from scorer.tournaments.exchange.tournament_in import enter_file

    with opened(name) as file:
        return enter_file(transaction, tournament, file, source_of(name))


@app.command()
def withdraw(
    ctx: typer.Context, entrant: EntrantArgument, *, reason: WhyOption = "", tournament: TournamentOption = ""
) -> None:
    """Let somebody go from the next round on. What was played stays; the format says what the absent get."""
    change_tournament(ctx, tournament, coming_and_going.withdraw, entrant, reason)


@app.command()
def substitute(
    ctx: typer.Context,
    entrant: EntrantArgument,
    newcomer: Annotated[str, argument("NEWCOMER", "Who plays from now on: known or new.", complete.players)],
    *,
    reason: WhyOption = "",
    tournament: TournamentOption = "",
) -> None:
    """Let somebody else sit for an entrant, at a table that is being played too. The entrant keeps what it has.

    First letters do for a known NEWCOMER; "=Bru" is a new Bru, where there is a Bruno.

    Example: scorer tournament substitute gino Lia
    """

    def do(transaction: Transaction, tournament_meant: Tournament) -> DeskChange:
        playing_on = still_in(tournament_meant, find_entrant(tournament_meant, entrant))
        playing = {name for name in playing_on if entry_playing_on(tournament_meant, name)}
        meant = meant_players(transaction, [newcomer], playing, PLAYS_THERE)
        done = coming_and_going.substitute(transaction, tournament_meant, entrant, meant.players[0], reason)
        return _with_taken(done, meant)

    change_tournament(ctx, tournament, do)


@app.command("keep-apart")
def keep_apart(
    ctx: typer.Context,
    names: NamesArgument = None,
    *,
    together: Annotated[bool, flag("--together", "Let them meet again.")] = False,
    tournament: TournamentOption = "",
) -> None:
    """Never seat any two of these at one table in the rounds still to be drawn.

    Example: scorer tournament keep-apart Anna,Bruno
    """
    change_tournament(ctx, tournament, entries.keep_apart, between_commas(names), together=together)
