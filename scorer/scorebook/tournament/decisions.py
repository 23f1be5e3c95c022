"""What the organiser decides: a tournament opened and closed, penalties, play-offs, the cut."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from json import dumps
from typing import Any

from db.models import LeagueRow, TournamentRow
from scorer.errors import NoReasonError, RefusedError
from scorer.language import counts
from scorer.language.forms import listed
from scorer.match.names import clean, fold
from scorer.match.parsing import clean_note
from scorer.rule_files import FORMATS, VARIANTS
from scorer.rules.ending import read_ending
from scorer.rules.seating import Budget
from scorer.rules.tournament import (
    Action,
    Cut,
    CutChange,
    CutResult,
    Format,
    FormatSettings,
    Progress,
    counting_play_offs,
    cut,
    cut_changes,
    cut_now,
    has_begun,
    is_over,
    missing_results,
    next_action,
    play_off_due,
    players_of,
    rounds_of,
)
from scorer.rules.variant import Variant
from scorer.scorebook import rows
from scorer.scorebook.opening import freeze
from scorer.scorebook.people import find_league, make_main
from scorer.scorebook.tournament.entries import entrants_named, find_entrant
from scorer.scorebook.tournament.log import PLAY_OFF
from scorer.scorebook.tournament.lookup import Entered, by_id, entered, existing, lock
from scorer.scorebook.tournament.paper_sheets import pays_by_deals_won
from scorer.scorebook.tournament.rounds import Drawn, announce_again
from scorer.scorebook.tournament.snapshot import Tournament, instead_words
from scorer.scorebook.transaction import Transaction
from scorer.text.sentences import counted

HIGHEST_SEED = 2**53 - 1  # what every reader of JSON takes


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTournament:
    """What a tournament is opened with. `league` "" makes one of the tournament's own name."""

    name: str
    format: str
    on: date
    seed: int
    league: str = ""
    settings: FormatSettings = field(default_factory=FormatSettings)


def check_new(new: NewTournament) -> Format:
    """The format as it will be played; raises ScorerError for what is wrong with a new tournament by itself."""
    read_name(new.name)
    chosen = FORMATS.load(new.format).with_settings(new.settings)
    if chosen.missing:
        raise RefusedError(
            f"{chosen.name} leaves open {' and '.join(chosen.missing)}: say --placement, as in --placement 5=10,7,4,2,0"
        )
    variant = VARIANTS.from_text(*VARIANTS.read_text(chosen.variant))
    partners = chosen.seats > 1 or any(stage.seating == "new partners" for stage in chosen.stages)
    if partners and (variant.made_by != "alternate seats" or set(chosen.sizes) - set(variant.player_counts)):
        size = chosen.sizes[0]
        raise RefusedError(f"{chosen.variant} has no two sides at a table of {size}; choose another --variant")
    for stage in chosen.stages:
        if stage.yields == "wins":
            _check_decided(variant, stage.until)
    counts = variant.player_counts
    if unplayable := [size for size in chosen.sizes if not any(count <= size <= count + 1 for count in counts)]:
        raise RefusedError(f"{chosen.variant} has no payouts for a table of {unplayable[0]}; choose another --variant")
    if not 0 <= new.seed <= HIGHEST_SEED:
        raise RefusedError(f"seed {new.seed}: 0 to {HIGHEST_SEED}")
    return chosen


def _check_decided(variant: Variant, until: str) -> None:
    """Raise RefusedError where who wins a table may have fewer units: a sheet of units would not say who has won."""
    fewer = "may have fewer units than the other side; choose another --variant"
    if variant.slam and variant.slam.wins_match:
        raise RefusedError(f"{variant.name}: who takes every trick wins the match, and {fewer}")
    race = read_ending(until).race if until else None
    by_margins = variant.win.worth == "margin" and not variant.slam
    if race and not {"won": pays_by_deals_won(variant), "taken": by_margins, "units": True}[race[0]]:
        raise RefusedError(f"{variant.name}: who has first {until} {fewer}, or another until in a format of your own")


def read_name(text: str) -> str:
    """A tournament's name as it is kept; raises RefusedError for what is none."""
    name = clean(text, "tournament name")
    if name.isdecimal():
        raise RefusedError(f"'{name}' is no tournament name: a bare number is the number of a tournament")
    return name


def open_tournament(transaction: Transaction, new: NewTournament) -> Tournament:
    """Open a tournament, freezing its format and its variant into it; raises ScorerError."""
    chosen = check_new(new)
    make_main(transaction)
    name = read_name(new.name)
    if any(fold(row.name) == fold(name) for row in existing(transaction)):
        raise RefusedError(f"there is a tournament '{name}' already; choose another name")
    format_name, text = FORMATS.read_text(new.format)
    variant_name, variant_text = VARIANTS.read_text(chosen.variant)
    row = TournamentRow(
        league_id=_league(transaction, new.league or name, variant_name, made=not new.league),
        name=name,
        on=new.on,
        format=format_name,
        text=text,
        settings=_written(new.settings),
        variant=freeze(transaction, variant_name, variant_text),
        seed=new.seed,
    )
    transaction.add(row)
    transaction.flush()
    assert row.id is not None
    rows.add_step(transaction, "tournament", tournament_id=row.id, detail={"what": f"tournament {name} opened"})
    return by_id(transaction, row.id)


def _league(transaction: Transaction, name: str, variant: str, *, made: bool) -> int:
    """The league that the matches count for; with `made`, one of this name where there is none."""
    if not made or any(fold(league.name) == fold(name) for league in rows.leagues(transaction)):
        return find_league(transaction, name).id
    free = clean(name, "league name")
    row = LeagueRow(name=free, key=fold(free), variant=variant)
    transaction.add(row)
    transaction.flush()
    assert row.id is not None
    return row.id


def _written(settings: FormatSettings) -> str:
    said: dict[str, Any] = {"rounds": settings.rounds, "variant": settings.variant, "odd": settings.odd}
    if settings.placement is not None:
        said["placement"] = {str(size): [str(each) for each in places] for size, places in settings.placement.items()}
    return dumps({key: value for key, value in said.items() if value is not None}, ensure_ascii=False)


def conclude(transaction: Transaction, tournament: Tournament) -> Tournament:
    """Close the tournament: its classification is final until it is reopened."""
    tournament = lock(transaction, tournament)
    over = next_action(tournament.format, tournament.progress) is Action.FINISH
    what = f"{tournament.name} finished{'' if over else ' before its end'}"
    return entered(transaction, tournament, "conclude", what).tournament


def resume(transaction: Transaction, tournament: Tournament) -> Tournament:
    """Go on with a finished tournament."""
    tournament = lock(transaction, tournament, even_finished=True)
    if not tournament.finished:
        raise RefusedError(f"{tournament.name} is going on already")
    return entered(transaction, tournament, "resume", f"{tournament.name} reopened").tournament


MOST_PENALTY = 100_000


def penalise(transaction: Transaction, tournament: Tournament, typed: str, amount: Fraction, reason: str) -> Entered:
    """Take an amount from somebody's total in the stage that is played, outside every table; raises RefusedError."""
    tournament = lock(transaction, tournament)
    who = find_entrant(tournament, typed)
    note = clean_note(reason)
    if not note:
        raise NoReasonError("a penalty needs a reason: --reason TEXT")
    if not 0 < amount <= MOST_PENALTY:
        raise RefusedError(f"a penalty takes more than 0 and at most {MOST_PENALTY:,}, not {amount}")
    stage = tournament.stage_at
    if who.number not in players_of(tournament.format, tournament.progress, stage):
        raise RefusedError(f"{who.name} does not play in {tournament.stage.name}: there is no total to take it from")
    taken = amount.numerator if amount.denominator == 1 else float(amount)
    rules = tournament.stage
    measure = "win" if rules.yields == "wins" else "unit"
    lost = counted(taken, "placement point" if rules.places else measure)
    if rules.yields == "duels":
        lost = str(taken)
    what = f"{who.name} loses {lost} in {rules.name}"
    return entered(
        transaction, tournament, "penalise", what, reason=note, entrant=who.number, amount=str(amount), stage=stage
    )


def play_off(transaction: Transaction, tournament: Tournament, typed: Sequence[str]) -> Entered:
    """Write down in which order the play-off that is due ended, best first; nobody: the lot decides that tie."""
    tournament = lock(transaction, tournament)
    stage, due = _tie(tournament)
    rules = tournament.format.stages[stage]
    order = [each.number for each in entrants_named(tournament, typed)]
    if not due:
        raise RefusedError(_none_due(tournament, order))
    tied = listed([tournament.name_of(number) for number in due])
    if order and sorted(order) != sorted(due):
        raise RefusedError(f"{tied} tie and play off: name exactly them, best first, everybody once")
    if not order and "lot" not in rules.tie_breaks:
        how = "play it off, then scorer tournament play-off NAMES, best first"
        raise RefusedError(f"the stage {rules.name} has no lot: {how}")
    names = ", ".join(tournament.entrants[number].name for number in order)
    what = f"play-off in {rules.name}: {names}" if order else f"no play-off in {rules.name}: the lot decides for {tied}"
    return entered(transaction, tournament, PLAY_OFF, what, stage=stage, order=order, tied=list(due))


def _tie(tournament: Tournament) -> tuple[int, tuple[int, ...]]:
    """The stage in which a play-off is due, and who plays it: in the present one, or at the cut before it."""
    due = play_off_due(tournament.format, tournament.progress)
    before = tournament.stage_at - 1
    if due or before < 0 or has_begun(tournament.progress, tournament.stage_at):
        return tournament.stage_at, due
    tied = next((each.tied for each in cut_changes(tournament.format, tournament.progress) if each.stage == before), ())
    return (before, tied) if tied else (tournament.stage_at, ())


def _none_due(tournament: Tournament, order: Sequence[int]) -> str:
    """Why no play-off can be written down."""
    fmt, progress, stage = tournament.format, tournament.progress, tournament.stage_at
    name = tournament.stage.name
    if not is_over(fmt, progress, stage):
        return f"no play-off is due before the stage {name} is over: {_left(tournament, stage)}"
    if any(each.tied == set(order) for each in counting_play_offs(fmt, progress, stage)):
        return f"that tie in {name} is decided already; scorer tournament undo takes back what was done last"
    return f"no play-off is due in {name}: nobody ties for a place that it has to decide"


@dataclass(frozen=True, slots=True)
class Announced:
    """Who goes on was announced: what was said, the result, and the round that was drawn again with it."""

    tournament: Tournament
    what: str
    result: CutResult
    drawn: Drawn | None = None


def announce_cut(transaction: Transaction, tournament: Tournament) -> Announced:
    """Announce who goes on from the stage that is over; raises RefusedError where a result or a play-off is missing."""
    tournament = lock(transaction, tournament)
    fmt, progress = tournament.format, tournament.progress
    stage = tournament.stage_at
    rule = fmt.stages[stage]
    if rule.cut is None:
        again = "; scorer tournament cut --again announces anew who went on to it" if progress.cuts else ""
        raise RefusedError(
            f"the stage {rule.name} is the last: nobody is cut; scorer tournament finish closes the tournament{again}"
        )
    result = _untied(tournament, stage, cut)
    names = [tournament.name_of(number) for number in result.through]
    what = f"{counts.entrants(len(names))} of {rule.name} go on: {', '.join(names)}"
    done = entered(transaction, tournament, "cut", what, stage=stage, through=list(result.through))
    return Announced(done.tournament, what, result)


def _untied(tournament: Tournament, stage: int, going_on: Callable[[Format, Progress, int], CutResult]) -> CutResult:
    """Who goes on from a stage; raises RefusedError where it is not over, or where that takes a play-off."""
    fmt, progress = tournament.format, tournament.progress
    if not is_over(fmt, progress, stage):
        raise RefusedError(f"the stage {fmt.stages[stage].name} is not over: {_left(tournament, stage)}")
    result = going_on(fmt, progress, stage)
    if result.tied:
        tied = listed([tournament.name_of(number) for number in result.tied])
        raise RefusedError(f"{tied} tie at the cut: play it off, then scorer tournament play-off NAMES, best first")
    return result


def announce_cut_again(transaction: Transaction, tournament: Tournament, budget: Budget | None = None) -> Announced:
    """Announce anew who goes on to the present stage, in one step; its round is drawn again where one is drawn."""
    tournament = lock(transaction, tournament)
    stage = _announced_stage(tournament)
    to, rounds = tournament.stage.name, rounds_of(tournament.progress, tournament.stage_at)
    result = _untied(tournament, stage, cut_now)
    before = next(each for each in tournament.progress.cuts if each.stage == stage)
    change = CutChange(
        stage,
        tuple(number for number in result.through if number not in before.through),
        tuple(number for number in before.through if number not in result.through),
    )
    if not change.new and not change.gone:
        raise RefusedError(f"nothing changes: who goes on to {to} is as it was announced")
    said = instead_words(tournament, change)
    if has_begun(tournament.progress, tournament.stage_at) or len(rounds) > 1:
        number = rounds[-1].number
        back = "scorer tournament history shows what would have to be taken back"
        keep = "scorer tournament cut --keep lets the announcement stand"
        raise RefusedError(f"round {number} of {to} is drawn and played: {said} only without it; {back}; {keep}")
    told = f"announced anew: {said}"
    announced = Cut(stage, result.through)
    if rounds:
        drawn = announce_again(transaction, tournament, budget=budget, cut=announced, told=told)
        return Announced(drawn.tournament, told, result, drawn)
    done = entered(transaction, tournament, "cut", told, stage=stage, through=list(result.through), again=True)
    return Announced(done.tournament, told, result)


def _announced_stage(tournament: Tournament) -> int:
    """The stage of which it was announced last who goes on; raises RefusedError where none is."""
    if tournament.stage_at == 0:
        raise RefusedError("nobody was announced to go on yet; scorer tournament cut does when the stage is over")
    return tournament.stage_at - 1


def keep_cut(transaction: Transaction, tournament: Tournament, reason: str = "") -> Entered:
    """Let who was announced to go on stand, though others would by now; raises RefusedError where nobody would."""
    tournament = lock(transaction, tournament)
    _announced_stage(tournament)
    changes = cut_changes(tournament.format, tournament.progress)
    if not changes:
        raise RefusedError("nobody else would go on by now: there is nothing to let stand")
    change = changes[-1]
    now = cut_now(tournament.format, tournament.progress, change.stage)
    before = next(each for each in tournament.progress.cuts if each.stage == change.stage)
    what = f"who was announced for {tournament.format.stages[change.stage + 1].name} stays"
    return entered(
        transaction,
        tournament,
        "cut",
        what,
        reason=reason,
        stage=change.stage,
        through=list(before.through),
        gone=list(before.gone),
        kept=[*now.through, *now.tied],
        again=True,
    )


def _left(tournament: Tournament, stage: int) -> str:
    """What a stage still waits for."""
    missing = missing_results(tournament.progress, stage)
    if missing:
        return f"no result of {listed([f'table {table} of round {number}' for number, table in missing[:5]])}"
    return "a round is still to be drawn; scorer tournament draw"
