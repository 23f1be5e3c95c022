"""The steps of a tournament as its history lists them, taken back and done again; and which depend on which."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

from scorer.errors import NotFoundError, RefusedError
from scorer.language import _, ngettext
from scorer.language.lists_numbers_dates import abridged, listed
from scorer.match.facts import Step
from scorer.rules.errors import Advice, Notice, advice
from scorer.scorebook import rows
from scorer.scorebook.last_steps import to_redo, to_undo
from scorer.scorebook.match_lookup import match_by_id
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import KEPT, REASSIGN, STEPS_OF_MATCHES, Chain, linked, reverse, to_step
from scorer.text.step_words import step_words
from scorer.tournaments.keeping.at_tables import correction_notices
from scorer.tournaments.keeping.notices import moved_words
from scorer.tournaments.keeping.replaying import (
    UNREADABLE,
    Log,
    Result,
    chains_as_kept,
    chains_of,
    detail_of,
    read_log,
    readable,
    unfit_steps,
)
from scorer.tournaments.keeping.snapshot import Tournament
from scorer.tournaments.keeping.step_kinds import DRAW, JOIN, OPENED, SWAP
from scorer.tournaments.keeping.tournament_lookup import by_id, existing, format_of, refuse_finished
from scorer.tournaments.rules import Entrant, Format

NAMED: Final = 3
# By the table of its rows: the places that a step wrote or unwrote something at, and the steps that did so there.
_PLACES: Final = {
    "record": "SELECT match_id, number FROM record WHERE made_by = :tip OR voided_by = :tip",
    "sitting": "SELECT match_id, NULL AS number FROM sitting WHERE made_by = :tip OR voided_by = :tip",
}
_TOUCHING: Final = {
    "record": "SELECT made_by, voided_by FROM record WHERE match_id = :match AND number = :number",
    "sitting": "SELECT made_by, voided_by FROM sitting WHERE match_id = :match",
}
_AT_TABLE: Final = f"SELECT * FROM ({rows.STEPS_AT}) AS step WHERE tournament_id IS NULL ORDER BY id"
_NAME: Final = "SELECT name FROM tournament WHERE id = :tournament"
_PLACE: Final = "SELECT count(*) FROM step WHERE tournament_id = :tournament AND undoes IS NULL AND id <= :step"


def take_back(transaction: Transaction, tournament: Tournament, place: int | None = None) -> Step:
    """Take back the last step of a tournament, or the one at a `place` in its history, counted from 1."""
    before = by_id(transaction, tournament.id)
    chains = chains_of(transaction, tournament.id)
    last = next(to_undo(_newest_first(chains)), None)
    if place is None and (last is None or last.step.action == OPENED):
        raise NotFoundError(_("nothing to undo at {tournament}", tournament=tournament.name), advice("tournament_drop"))
    chain = last if place is None else _chosen(before, chains, place)
    assert chain
    if chain is not last:
        refuse_finished(before)
    _check_tables_as_left(transaction, chains, chain)
    if chain.step.action == JOIN:
        _check_tables_unchanged(transaction, chain)
    if chain is last:
        return _reversed(transaction, chain)
    _check_possible(transaction, before.format, chains, chain)
    done = _reversed(transaction, chain)
    lost = _results_of(before) - _results_of(by_id(transaction, before.id))
    _check_possible(transaction, before.format, chains, chain, lost)
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
        raise RefusedError(_("step {place} ({step}) is taken back already", place=place, step=_step_words(chain)))
    if chain.step.action == OPENED:
        opened = _("step {place} opened {tournament}", place=place, tournament=tournament.name)
        raise RefusedError(opened, advice("tournament_drop"))
    return chain


def do_again(transaction: Transaction, tournament: Tournament) -> Step:
    """Do again what was undone last of a tournament, unless something was done since, there or at its table."""
    chains = chains_of(transaction, tournament.id)
    chain = next(to_redo(_newest_first(chains)), None)
    if chain is None:
        raise NotFoundError(_("nothing to redo at {tournament}", tournament=tournament.name))
    if chain.step.action in {"result", "finish", JOIN}:
        _check_tables_unchanged(transaction, chain)
    _check_tables_as_left(transaction, [], chain)
    return _reversed(transaction, chain)


def _check_tables_unchanged(transaction: Transaction, chain: Chain) -> None:
    """Raise RefusedError where something was done at the table of a step since, and stands."""
    detail = detail_of(chain)
    for match_id in filter(None, {chain.step.match_id or detail.get("match"), detail.get("instead_of")}):
        since = linked(transaction.rows(STEPS_OF_MATCHES, matches=[match_id]))
        if later := sum(other.step.id > chain.tip.id and not other.undone for other in since):
            match = match_by_id(transaction, match_id)
            changed = _("{match} (match {number}) was changed since", match=match.name, number=match.id)
            steps = f"{later} " if later > 1 else ""
            raise RefusedError(changed, advice("undo_first", steps=steps, number=match.id))


def drop(transaction: Transaction, tournament: Tournament) -> None:
    """Take a tournament back of which nothing stands but that it was opened; raises RefusedError for any other."""
    chains = chains_of(transaction, tournament.id)
    if any(not chain.undone for chain in chains[1:]):
        raise RefusedError(_("{tournament} has begun", tournament=tournament.name), advice("tournament_undo_steps"))
    reverse(transaction, chains[0])


def _reversed(transaction: Transaction, chain: Chain) -> Step:
    """Reverse a step; returns it as it was first done."""
    reverse(transaction, chain)
    return to_step(chain.step, undone=chain.undone)


def reversal_notices(transaction: Transaction, before: Tournament, step: Step, back: Advice) -> tuple[Notice, ...]:
    """What there is to say of a step that was taken back or done again; `back` reverses it once more."""
    if step.action in {"result", "finish"} and step.match_id:
        return correction_notices(transaction, step.match_id)
    if step.action in {"substitute", "swap"}:
        return moved_words(before, by_id(transaction, before.id), back)
    return ()


def tournament_history(transaction: Transaction, tournament: Tournament) -> list[Step]:
    """The steps of a tournament, oldest first; what was undone is marked so."""
    with readable(tournament=tournament.id):
        return [to_step(chain.step, undone=chain.undone) for chain in chains_of(transaction, tournament.id)]


def _check_tables_as_left(transaction: Transaction, chains: Sequence[Chain], chain: Chain) -> None:
    """Raise RefusedError where a table was changed, and stands so, since a step wrote or unwrote something at it.

    Where it put records to others, also where an earlier step at the table was taken back since.
    """
    if chain.step.action == DRAW:
        return  # whose tables are all looked at when it is reversed
    since = chain.tip.id if chain.undone else chain.step.id
    for table in KEPT:
        for row in transaction.rows(_PLACES[table], tip=chain.tip.id):
            place = {"match": row.match_id, "number": row.number} if table == "record" else {"match": row.match_id}
            touching = transaction.rows(_TOUCHING[table], **place)
            touched = {step for made_and_voided in touching for step in made_and_voided}
            at_the_table = linked(transaction.rows(_AT_TABLE, matches=[row.match_id]))
            later = [other for other in (*chains, *at_the_table) if not other.undone and other.step.id > since]
            if depending := [other for other in later if other.tip.id in touched]:
                if at_desk := [other for other in depending if other.step.tournament_id]:
                    raise _depends_on(chains, chain, at_desk)
                raise _changed_since(transaction, row.match_id)
    for match_id in detail_of(chain)["matches"] if chain.step.action == REASSIGN else ():
        since = linked(transaction.rows(STEPS_OF_MATCHES, matches=[match_id]))
        if any(other.step.id < chain.tip.id < other.tip.id for other in since):
            raise _changed_since(transaction, match_id)


def _changed_since(transaction: Transaction, match_id: int) -> RefusedError:
    """That a table was changed since a step of the desk, and the change stands."""
    match = match_by_id(transaction, match_id)
    changed = _("{match} was changed since at its table, which stays", match=match.name)
    return RefusedError(changed, advice("tournament_match_history", match=match.id))


def _check_possible(
    transaction: Transaction, fmt: Format, chains: Sequence[Chain], chain: Chain, lost: Collection[Result] = ()
) -> None:
    """Raise RefusedError where later steps could not have been done without one, and the results that it gave.

    A step that would merely have come to something else does not depend on it: standings are reckoned again, and what
    was announced stays, with a notice of what it would be by now.
    """
    names, depending = rows.player_names(transaction), []
    whole, without = Log(names, fmt), Log(names, fmt, set(lost))
    for later in chains:
        if later.undone:
            continue
        step, detail = later.step, detail_of(later)
        asked = step.action, detail, step.match_id
        late = step.action == REASSIGN and step.match_id is not None
        wrong = {*without.unfit(*asked, even_finished=late)} - {*whole.unfit(*asked, even_finished=late)}
        swapped = chain.step.action == DRAW and step.action == SWAP and detail["round"] == detail_of(chain)["round"]
        stays = later is not chain and (step.id < chain.step.id or not (wrong or swapped))
        whole.add(step.action, detail, step.at, step.reason)
        if stays:
            without.add(step.action, detail, step.at, step.reason)
        elif later is not chain:
            depending.append(later)
            at = [place for place, match in whole.matches.items() if match == step.match_id]
            without.lost |= {(whole.rounds[number].stage, number, table) for number, table in at}  # its result
    if depending:
        raise _depends_on(chains, chain, depending)


def _results_of(tournament: Tournament) -> set[Result]:
    """Every result that is in."""
    return {
        (announced.stage, announced.number, table.number)
        for announced in tournament.progress.rounds
        for table in announced.tables
        if table.over
    }


def _depends_on(chains: Sequence[Chain], chain: Chain, depending: Sequence[Chain]) -> RefusedError:
    """That a step stays, for what came of it stands: which steps these are, and what takes them back."""
    named = [_named(chains, later) for later in depending]
    facts = {"step": _named(chains, chain), "steps": listed(abridged(named, NAMED))}
    words = ngettext(
        "{step} stays: {steps} depends on it", "{step} stays: {steps} depend on it", len(depending), **facts
    )
    undo = "tournament_undo_last_of_them" if len(depending) > 1 else "tournament_undo_step_first"
    return RefusedError(words, advice(undo, place=chains.index(depending[-1]) + 1))


def _named(chains: Sequence[Chain], chain: Chain) -> str:
    """`step 3 (round 1 drawn with seed 8: 2 tables)`."""
    return _("step {place} ({step})", place=chains.index(chain) + 1, step=_step_words(chain))


def _step_words(chain: Chain) -> str:
    """What a step of the desk did, in words."""
    return step_words(detail_of(chain)) or str(chain.step.action)


@contextmanager
def fitting(transaction: Transaction, chain: Chain) -> Iterator[None]:
    """For a block that reverses a step of the desk, or a merge of two players.

    Raises RefusedError where by that a step which stands could not have been done. One that could not before stays.
    """
    before = _unfit(transaction, chain)
    yield
    if found := _unfit(transaction, chain) - before:
        tournament_id = min(found)[0]
        raise _unfit_by_it(transaction, chain, tournament_id, {step for at, step, _why in found if at == tournament_id})


def _unfit(transaction: Transaction, chain: Chain) -> set[tuple[int, int, str]]:
    """The tournament, the step and why, of each that could not have been done; of a merge in every tournament."""
    found = set[tuple[int, int, str]]()
    for row in existing(transaction):
        if chain.step.tournament_id in {None, row.id}:
            with readable(tournament=row.id):
                log = Log(rows.player_names(transaction), format_of(row))
                found |= {(row.id, *unfit) for unfit in unfit_steps(log, chains_as_kept(transaction, row.id))}
    return found


def _unfit_by_it(transaction: Transaction, chain: Chain, tournament_id: int, steps: Collection[int]) -> RefusedError:
    """That these steps of a tournament could not have been done: what depends on another, who would play twice."""
    chains, name = chains_of(transaction, tournament_id), transaction.value(_NAME, tournament=tournament_id)
    unfit = [other for other in chains if other.step.id in steps]
    for own in chains:
        if own.step.id == chain.step.id and not chain.undone:
            return _depends_on(chains, own, unfit)
    if twice := _playing_twice(transaction, tournament_id):
        words = _("{player} would play twice in {tournament}", player=twice[0], tournament=name)
    else:
        named = listed(abridged([_named(chains, other) for other in unfit], NAMED))
        words = _("{steps} of {tournament} would not fit any more", steps=named, tournament=name)
    return RefusedError(words, advice("tournament_history"))


def _playing_twice(transaction: Transaction, tournament_id: int) -> list[str]:
    """Who plays for two entries that have not withdrawn, or for one as two; nobody where steps cannot be replayed."""
    entrants: Iterable[Entrant] = ()
    with suppress(*UNREADABLE):
        entrants = read_log(transaction, tournament_id).entrants.values()
    playing = [name for entrant in entrants if entrant.left is None for name in entrant.present]
    return [name for name in dict.fromkeys(playing) if playing.count(name) > 1]


def refuse_elsewhere(transaction: Transaction, chain: Chain, sentence: str) -> None:
    """Raise RefusedError with the command of the desk for a step, `sentence` in words.

    A tournament that was taken back itself has no desk, and is done again anywhere.
    """
    opened = chain.step.action == OPENED
    if opened and chain.undone:
        return
    name = transaction.value(_NAME, tournament=chain.step.tournament_id)
    named = advice("tournament_redo_named" if chain.undone else "tournament_undo_named", tournament=name)
    at_desk = _("this was done at the desk of {tournament}: {step}", tournament=name, step=sentence)
    raise RefusedError(at_desk, advice("tournament_drop") if opened else named)


def undo_advice(transaction: Transaction, chain: Chain) -> Advice:
    """Which command takes a step of a tournament back first: by its place in the history, counted from 1."""
    place = int(transaction.value(_PLACE, tournament=chain.step.tournament_id, step=chain.step.id))
    return advice("tournament_undo_step_first", place=place)
