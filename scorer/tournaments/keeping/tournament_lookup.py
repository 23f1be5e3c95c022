"""Looking up a tournament: which one is meant, and everything in it."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from json import loads

from db.connection import Row
from scorer.errors import NotFoundError, RefusedError
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import either
from scorer.match.names import meant_by, printable
from scorer.rule_files import frozen_variant
from scorer.rules.cards import read_number
from scorer.rules.errors import advice
from scorer.rules.variant import Variant
from scorer.scorebook import rows
from scorer.scorebook.missing_rows import check_records, check_steps
from scorer.scorebook.transaction import Transaction
from scorer.tournaments.keeping.notices import announced_words, lapsed_words
from scorer.tournaments.keeping.replaying import chains_of, read_log, readable
from scorer.tournaments.keeping.snapshot import RoundTable, Tournament, round_table
from scorer.tournaments.keeping.table_results import with_results
from scorer.tournaments.rules import Format, FormatSettings, Progress, play_off_due
from scorer.tournaments.text.rule_files import FORMATS

_OPENED = (
    "SELECT tournament.*, league.name AS league, variant.name AS variant_name FROM tournament"
    " JOIN league ON league.id = tournament.league_id JOIN variant ON variant.digest = tournament.variant"
    " ORDER BY tournament.id"
)
_LAST_STEP_AT = f"SELECT max(id) FROM ({rows.STEPS_AT}) AS step"
_FROZEN = (
    "SELECT variant.name, variant.text FROM variant JOIN tournament ON tournament.variant = variant.digest"
    " WHERE tournament.id = :tournament"
)


def existing(transaction: Transaction) -> Sequence[Row]:
    """The rows of the tournaments whose opening stands, oldest first."""
    check_steps(transaction)
    check_records(transaction)
    with readable():
        opened_rows = transaction.rows(_OPENED)
    return [row for row in opened_rows if any(not chain.undone for chain in chains_of(transaction, row.id)[:1])]


def tournaments(transaction: Transaction) -> list[Tournament]:
    """The tournaments of the scorebook, oldest first."""
    return [_tournament(transaction, row) for row in existing(transaction)]


def by_id(transaction: Transaction, tournament_id: int) -> Tournament:
    """The tournament of this id, which is there."""
    return next(_tournament(transaction, row) for row in existing(transaction) if row.id == tournament_id)


def before_last_step(transaction: Transaction, tournament: Tournament, match_id: int) -> Tournament:
    """A tournament as it was before the last step at this table of it."""
    row = next(row for row in existing(transaction) if row.id == tournament.id)
    with readable(tournament=row.id):
        return _read(transaction, row, transaction.value(_LAST_STEP_AT, matches=[match_id]))


def find_tournament(transaction: Transaction, wanted: str = "") -> Tournament:
    """The tournament meant, by number or name, or the only one with a word that begins so; raises NotFoundError.

    Unnamed it is the one going on, else the last.
    """
    there = existing(transaction)
    if wanted.strip():
        named = meant_by(wanted, [row.name for row in there])
        meant = [row for row in there if row.id == read_number(wanted)] or [row for row in there if row.name in named]
        if len(named) > 1 and len(meant) > 1:
            several = N_("{thing} '{typed}' could be {names}: type more letters")
            raise NotFoundError(_(several, thing=_("tournament"), typed=printable(wanted), names=either(named)))
        if meant:
            return _tournament(transaction, meant[0])
        if not there:
            raise NotFoundError(_("no tournament '{tournament}'; the latest: there is none yet", tournament=wanted))
        latest = ", ".join(f"{row.id} {row.name}" for row in there[-5:])
        raise NotFoundError(
            _("no tournament '{tournament}'; the latest: {tournaments}", tournament=wanted, tournaments=latest)
        )
    all_of_them = [_tournament(transaction, row) for row in there]
    going_on = [tournament for tournament in all_of_them if not tournament.finished]
    if len(going_on) > 1:
        names = ", ".join(f"{tournament.id} {tournament.name}" for tournament in going_on)
        raise NotFoundError(
            _("several tournaments are going on ({tournaments})", tournaments=names), advice("tournament_which")
        )
    if not all_of_them:
        raise NotFoundError(_("there is no tournament"), advice("tournament_new"))
    return (going_on or all_of_them)[-1]


def table_of_tournament(transaction: Transaction, match_id: int) -> RoundTable | None:
    """The table of a tournament that a match is; None elsewhere."""
    for tournament in tournaments(transaction):
        if place := tournament.place_of_match.get(match_id):
            return round_table(tournament, *place)
    return None


def variant_of(transaction: Transaction, tournament: Tournament) -> Variant:
    """The payout table of a tournament, as it was frozen when it was opened."""
    (row,) = transaction.rows(_FROZEN, tournament=tournament.id)
    with readable(variant=row.name):
        return frozen_variant(row.name, row.text)


def refuse_finished(tournament: Tournament) -> None:
    """Raise RefusedError for a tournament that is finished."""
    if tournament.finished:
        raise RefusedError(_("{tournament} is finished", tournament=tournament.name), advice("tournament_reopen"))


def _tournament(transaction: Transaction, row: Row) -> Tournament:
    """The tournament of a row; raises DatabaseTroubleError where what is written of it cannot be read."""
    with readable(tournament=row.id):
        return _read(transaction, row)


def _read(transaction: Transaction, row: Row, before: int | None = None) -> Tournament:
    """The tournament as it stands, or as it stood before a step.

    Where the step of a play-off does not say who tied, as those of older programs do not, these are the entrants who
    had to play off at that moment, if the play-off was theirs.
    """
    log = read_log(transaction, row.id, before)
    for at, step in log.unsaid.items():
        played, then = log.play_offs[at], _read(transaction, row, step)
        due = frozenset(play_off_due(then.format, then.progress)) if then.stage_at == played.stage else frozenset()
        log.play_offs[at] = replace(played, tied=due if set(played.order) in (set(), due) else frozenset())
    rounds, sitters, strangers = with_results(transaction, log, before)
    progress = Progress(
        entrants=tuple(log.entrants.values()),
        rounds=rounds,
        cuts=tuple(log.cuts[stage] for stage in sorted(log.cuts)),
        penalties=tuple(log.penalties),
        play_offs=tuple(log.play_offs),
        apart=frozenset(log.apart),
        seed=row.seed,
    )
    tournament = Tournament(
        id=row.id, name=row.name, league=row.league, on=row.on, format=format_of(row), variant=row.variant_name,
        progress=progress, matches=log.matches, clocks=log.clocks, finished=log.finished, notices=strangers,
        last_step=log.last_step, sitters=sitters,
    )  # fmt: skip
    return replace(tournament, notices=(*strangers, *lapsed_words(tournament), *announced_words(tournament)))


def format_of(row: Row) -> Format:
    """The format of a tournament as it is played; raises where it cannot be read."""
    return FORMATS.from_text(row.format, row.text).with_settings(_read_settings(row.settings))


def _read_settings(text: str) -> FormatSettings:
    """What the organiser said instead of the format."""
    settings = loads(text) if text else {}
    if placement := settings.pop("placement", None):
        settings["placement"] = {int(size): tuple(map(Fraction, places)) for size, places in placement.items()}
    return FormatSettings(**settings)
