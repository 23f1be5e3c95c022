"""The steps of a tournament as its history lists them, taken back and done again; what a correction changes.

What was announced before a correction is not done anew: the organiser is told what it would be by now.
"""

from collections.abc import Sequence
from json import loads

from scorer.errors import NotFoundError, RefusedError
from scorer.language import _, ngettext
from scorer.match.facts import Step
from scorer.rules.errors import Advice, Notice, advice, advised
from scorer.scorebook.last_steps import to_redo, to_undo
from scorer.scorebook.match_lookup import match_by_id
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import REASSIGN, STEPS_OF_MATCHES, Chain, linked, reverse, to_step
from scorer.tournaments.keeping.dependent_steps import (
    check_possible,
    check_tables_as_left,
    desk_step_words,
    results_of,
)
from scorer.tournaments.keeping.replaying import chains_of, readable
from scorer.tournaments.keeping.snapshot import (
    Tournament,
    announced_words,
    counts_again_words,
    lapsed_words,
    moved_words,
)
from scorer.tournaments.keeping.step_kinds import JOIN, OPENED
from scorer.tournaments.keeping.tournament_lookup import (
    as_it_is,
    before_last_step,
    by_id,
    refuse_finished,
    table_of_tournament,
)
from scorer.tournaments.rules import seating_changed
from scorer.tournaments.text.tournament_words import whereabouts_words


def take_back(transaction: Transaction, tournament: Tournament, place: int | None = None) -> Step:
    """Take back the last step of a tournament, or the one at a `place` in its history, counted from 1."""
    before = as_it_is(transaction, tournament, even_finished=True)
    chains = chains_of(transaction, tournament.id)
    last = next(to_undo(_newest_first(chains)), None)
    if place is None and (last is None or last.step.action == OPENED):
        raise NotFoundError(_("nothing to undo at {tournament}", tournament=tournament.name), advice("tournament_drop"))
    chain = last if place is None else _chosen(before, chains, place)
    assert chain
    if chain is not last:
        refuse_finished(before)
        check_tables_as_left(transaction, chains, chain)
    if chain.step.action == JOIN:
        _check_tables_unchanged(transaction, chain)
    if chain.step.action == REASSIGN:
        _check_records_as_left(transaction, chains, chain)
    if chain is last:
        return _reversed(transaction, chain)
    check_possible(transaction, before.format, chains, chain)
    done = _reversed(transaction, chain)
    lost = results_of(before) - results_of(by_id(transaction, before.id))
    check_possible(transaction, before.format, chains, chain, lost)
    return done


def _newest_first(chains: Sequence[Chain]) -> list[Chain]:
    """The chains by their newest step, as what undoes and does again takes them."""
    return sorted(chains, key=lambda chain: chain.tip.id, reverse=True)


def _chosen(tournament: Tournament, chains: Sequence[Chain], place: int) -> Chain:
    """The step at a place in the history, which stands; raises NotFoundError and RefusedError."""
    if place > len(chains):
        raise NotFoundError(
            ngettext(
                "no step {place} of {tournament}, which has {count} step",
                "no step {place} of {tournament}, which has {count} steps",
                len(chains),
                place=place,
                tournament=tournament.name,
            ),
            advice("tournament_history"),
        )
    chain = chains[place - 1]
    if chain.undone:
        raise RefusedError(_("step {place} ({step}) is taken back already", place=place, step=desk_step_words(chain)))
    if chain.step.action == OPENED:
        opened = _("step {place} opened {tournament}", place=place, tournament=tournament.name)
        raise RefusedError(opened, advice("tournament_drop"))
    return chain


def do_again(transaction: Transaction, tournament: Tournament) -> Step:
    """Do again what was undone last of a tournament, unless something was done since, there or at its table."""
    chains = chains_of(transaction, as_it_is(transaction, tournament, even_finished=True).id)
    chain = next(to_redo(_newest_first(chains)), None)
    if chain is None:
        raise NotFoundError(_("nothing to redo at {tournament}", tournament=tournament.name))
    if chain.step.action in {"result", "finish", JOIN}:
        _check_tables_unchanged(transaction, chain)
    if chain.step.action == REASSIGN:
        _check_records_as_left(transaction, [], chain)
    check_tables_as_left(transaction, [], chain)
    return _reversed(transaction, chain)


def _check_tables_unchanged(transaction: Transaction, chain: Chain) -> None:
    """Raise RefusedError where something was done at the table of a step since, and stands."""
    detail = loads(chain.step.detail or "{}")
    for match_id in filter(None, {chain.step.match_id or detail.get("match"), detail.get("instead_of")}):
        since = linked(transaction.rows(STEPS_OF_MATCHES, matches=[match_id]))
        if later := sum(other.step.id > chain.tip.id and not other.undone for other in since):
            match = match_by_id(transaction, match_id)
            changed = _("{match} (match {number}) was changed since", match=match.name, number=match.id)
            steps = f"{later} " if later > 1 else ""
            raise RefusedError(changed, advice("undo_first", steps=steps, number=match.id))


def _check_records_as_left(transaction: Transaction, chains: Sequence[Chain], chain: Chain) -> None:
    """Raise RefusedError where a table was changed since its records were put to others, or a deal of it taken back."""
    check_tables_as_left(transaction, chains, chain)
    for match_id in loads(chain.step.detail)["matches"]:
        for other in linked(transaction.rows(STEPS_OF_MATCHES, matches=[match_id])):
            if other.step.id < chain.tip.id < other.tip.id:
                match = match_by_id(transaction, match_id)
                raise RefusedError(
                    _("{match} was changed since at its table, which stays", match=match.name),
                    advice("tournament_match_history", match=match.id),
                )


def drop(transaction: Transaction, tournament: Tournament) -> None:
    """Take a tournament back of which nothing stands but that it was opened; raises RefusedError for any other."""
    chains = chains_of(transaction, as_it_is(transaction, tournament, even_finished=True).id)
    if any(not chain.undone for chain in chains[1:]):
        raise RefusedError(_("{tournament} has begun", tournament=tournament.name), advice("tournament_undo_steps"))
    reverse(transaction, chains[0])


def _reversed(transaction: Transaction, chain: Chain) -> Step:
    """Reverse a step; returns it as it was first done."""
    reverse(transaction, chain)
    return to_step(chain.step, undone=chain.undone)


def tournament_history(transaction: Transaction, tournament: Tournament) -> list[Step]:
    """The steps of a tournament, oldest first; what was undone is marked so."""
    with readable(tournament=tournament.id):
        return [to_step(chain.step, undone=chain.undone) for chain in chains_of(transaction, tournament.id)]


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


def check_goes_on(transaction: Transaction, match_id: int) -> None:
    """Raise RefusedError where this match is a table of a tournament that is finished."""
    if at := table_of_tournament(transaction, match_id):
        refuse_finished(at.tournament)


def correction_notices(transaction: Transaction, match_id: int) -> tuple[Notice, ...]:
    """What a correction at the table of this match changes of what its tournament announced since; none elsewhere.

    That is also a closed table whose result was struck out, so that it has none now, and a tournament that is finished,
    whose classification is another by now.
    """
    at = table_of_tournament(transaction, match_id)
    if at is None:
        return ()
    tournament, notices = at.tournament, list[Notice]()
    if not at.table.over and match_by_id(transaction, match_id).sitting.finished:
        without = _("table {table} of round {round} has no result any more", **at.place)
        notices.append(advised(without, advice("tournament_result_gives_one")))
    notices += changed_seating(tournament, at.round.number)
    notices += lapsed_words(tournament, at.round.stage)
    notices += counts_again_words(before_last_step(transaction, tournament, match_id), tournament)
    notices += announced_words(tournament)
    if tournament.finished:
        notices.append(
            _("{tournament} is finished: its classification counts this correction too", tournament=tournament.name)
        )
    return tuple(notices)


def reversal_notices(transaction: Transaction, before: Tournament, step: Step, back: Advice) -> tuple[Notice, ...]:
    """What there is to say of a step that was taken back or done again; `back` reverses it once more."""
    if step.action in {"result", "finish"} and step.match_id:
        return correction_notices(transaction, step.match_id)
    if step.action in {"substitute", "swap"}:
        return moved_words(before, by_id(transaction, before.id), back)
    return ()
