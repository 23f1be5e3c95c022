"""What the organiser decides: a tournament opened and closed, penalties, play-offs, the cut."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from json import dumps
from typing import Any

from scorer.errors import NoReasonError, RefusedError
from scorer.language import _
from scorer.language.lists_numbers_dates import listed, number
from scorer.match.names import clean, fold
from scorer.match.parsing import clean_note
from scorer.rule_files import VARIANTS
from scorer.rules.ending import read_ending
from scorer.rules.errors import Advice, advice
from scorer.rules.variant import ON_PAPER, Variant
from scorer.scorebook import rows
from scorer.scorebook.opening import freeze
from scorer.scorebook.people import find_league, make_main
from scorer.scorebook.transaction import Transaction
from scorer.text.step_words import did
from scorer.tournaments.keeping.acts import Act, DeskChange
from scorer.tournaments.keeping.notices import change_facts, instead_words
from scorer.tournaments.keeping.paper_sheets import pays_by_deals_won
from scorer.tournaments.keeping.rounds import Drawn, announce_again
from scorer.tournaments.keeping.snapshot import Tournament, entrants_named, find_entrant
from scorer.tournaments.keeping.step_kinds import PLAY_OFF
from scorer.tournaments.keeping.tournament_lookup import by_id, existing
from scorer.tournaments.rules import (
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
from scorer.tournaments.seating import Budget
from scorer.tournaments.text.rule_files import FORMATS

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
            _("{format} leaves open {settings}", format=chosen.name, settings=listed(chosen.missing)),
            advice("tournament_new_placement"),
        )
    variant = VARIANTS.load(chosen.variant)
    partners = chosen.seats > 1 or any(stage.seating == "new partners" for stage in chosen.stages)
    if partners and (variant.made_by != "alternate seats" or set(chosen.sizes) - set(variant.player_counts)):
        no_sides = _("{variant} has no two sides at a table of {size}", variant=chosen.variant, size=chosen.sizes[0])
        raise RefusedError(no_sides, advice("tournament_new_other_variant"))
    for stage in chosen.stages:
        if stage.yields == "wins":
            _check_decided(variant, stage.until)
    for size in chosen.sizes:
        if not variant.seats(size):
            no_payouts = _("{variant} has no payouts for a table of {size}", variant=chosen.variant, size=size)
            raise RefusedError(no_payouts, advice("tournament_new_other_variant_or_sizes"))
    if not 0 <= new.seed <= HIGHEST_SEED:
        raise RefusedError(_("seed {seed}: 0 to {highest}", seed=new.seed, highest=HIGHEST_SEED))
    return chosen


def _check_decided(variant: Variant, until: str) -> None:
    """Raise RefusedError where who wins a table may have fewer units: a sheet of units would not say who has won."""
    if variant.slam and variant.slam.wins_match:
        slam = _(
            "{variant}: who takes every trick wins the match, and may have fewer units than the other side",
            variant=variant.name,
        )
        raise RefusedError(slam, advice("tournament_new_other_variant"))
    race = read_ending(until).race if until else None
    by_margins = variant.win.worth in ON_PAPER and not variant.slam
    if (
        race
        and not {"won": pays_by_deals_won(variant), "taken": by_margins, "paper": by_margins, "units": True}[race[0]]
    ):
        facts = {"variant": variant.name, "until": until}
        first = _("{variant}: who has first {until} may have fewer units than the other side", **facts)
        raise RefusedError(first, advice("tournament_new_other_variant_or_until"))


def read_name(text: str) -> str:
    """A tournament's name as it is kept; raises RefusedError for what is none."""
    name = clean(text, "tournament name")
    if name.isdecimal():
        raise RefusedError(_("'{name}' is no tournament name: a bare number is the number of a tournament", name=name))
    return name


def open_tournament(transaction: Transaction, new: NewTournament) -> Tournament:
    """Open a tournament, freezing its format and its variant into it; raises ScorerError."""
    chosen = check_new(new)
    make_main(transaction)
    name = read_name(new.name)
    if any(fold(row.name) == fold(name) for row in existing(transaction)):
        raise RefusedError(_("there is a tournament '{tournament}' already; choose another name", tournament=name))
    format_name, text = FORMATS.read_text(new.format)
    variant_name, variant_text = VARIANTS.read_text(chosen.variant)
    made = transaction.insert(
        "tournament",
        league_id=_league(transaction, new.league or name, variant_name, made=not new.league),
        name=name,
        on=new.on,
        format=format_name,
        text=text,
        settings=_written(new.settings),
        variant=freeze(transaction, variant_name, variant_text),
        seed=new.seed,
    )
    rows.add_step(transaction, "tournament", tournament_id=made, detail=did("tournament_opened", tournament=name))
    return by_id(transaction, made)


def _league(transaction: Transaction, name: str, variant: str, *, made: bool) -> int:
    """The league that the matches count for; with `made`, one of this name where there is none."""
    if not made or any(fold(league.name) == fold(name) for league in rows.leagues(transaction)):
        return find_league(transaction, name).id
    free = clean(name, "league name")
    return rows.insert_league(transaction, name=free, key=fold(free), variant=variant)


def _written(settings: FormatSettings) -> str:
    """The settings as JSON, without what nobody set."""
    values: dict[str, Any] = {"rounds": settings.rounds, "variant": settings.variant, "odd": settings.odd}
    if settings.placement is not None:
        values["placement"] = {
            str(size): [str(amount) for amount in places] for size, places in settings.placement.items()
        }
    return dumps({key: value for key, value in values.items() if value is not None}, ensure_ascii=False)


def conclude(transaction: Transaction, tournament: Tournament) -> DeskChange:
    """Close the tournament: its classification is final until it is reopened."""
    act = Act(transaction, tournament)
    tournament = act.before
    over = next_action(tournament.format, tournament.progress) is Action.FINISH
    code = "tournament_finished" if over else "tournament_finished_early"
    act.write("conclude", did(code, tournament=tournament.name))
    return act.done()


def resume(transaction: Transaction, tournament: Tournament) -> DeskChange:
    """Go on with a finished tournament."""
    act = Act(transaction, tournament, even_finished=True)
    tournament = act.before
    if not tournament.finished:
        raise RefusedError(_("{tournament} is going on already", tournament=tournament.name))
    act.write("resume", did("tournament_reopened", tournament=tournament.name))
    return act.done()


MOST_PENALTY = 100_000


def penalise(transaction: Transaction, tournament: Tournament, typed: str, amount: Fraction, reason: str) -> DeskChange:
    """Take an amount from somebody's total in the stage that is played, outside every table; raises RefusedError."""
    act = Act(transaction, tournament)
    tournament = act.before
    who = find_entrant(tournament, typed)
    note = clean_note(reason)
    if not note:
        raise NoReasonError(_("a penalty needs a reason"), advice("tournament_say_reason"))
    if not 0 < amount <= MOST_PENALTY:
        most = number(MOST_PENALTY, thousands=True)
        raise RefusedError(_("a penalty takes more than 0 and at most {most}, not {amount}", most=most, amount=amount))
    stage, rules = tournament.stage_at, tournament.stage
    if who.number not in players_of(tournament.format, tournament.progress, stage):
        elsewhere = _(
            "{player} does not play in {stage}: there is no total to take it from", player=who.name, stage=_(rules.name)
        )
        raise RefusedError(elsewhere)
    measure = "placement point" if rules.places else {"wins": "win", "duels": ""}.get(rules.yields, "unit")
    taken = amount.numerator if amount.denominator == 1 else float(amount)
    deed = did("penalised", player=who.name, amount=taken, measure=measure, stage=rules.name)
    act.write("penalise", deed, reason=note, entrant=who.number, amount=str(amount), stage=stage)
    return act.done()


def play_off(transaction: Transaction, tournament: Tournament, typed: Sequence[str]) -> DeskChange:
    """Write down in which order the play-off that is due ended, best first; nobody: the lot decides that tie."""
    act = Act(transaction, tournament)
    tournament = act.before
    stage, due = _tie(tournament)
    rules = tournament.format.stages[stage]
    order = [who.number for who in entrants_named(tournament, typed)]
    if not due:
        raise _none_due(tournament, order)
    tied = [tournament.name_of(entrant) for entrant in due]
    if order and sorted(order) != sorted(due):
        raise RefusedError(
            _("{players} tie and play off: name exactly them, best first, everybody once", players=listed(tied))
        )
    if not order and "lot" not in rules.tie_breaks:
        raise RefusedError(_("the stage {stage} has no lot", stage=_(rules.name)), advice("tournament_play_it_off"))
    if order:
        deed = did("play_off", stage=rules.name, players=[tournament.entrants[entrant].name for entrant in order])
    else:
        deed = did("lot", stage=rules.name, players=tied)
    act.write(PLAY_OFF, deed, stage=stage, order=order, tied=list(due))
    return act.done()


def _tie(tournament: Tournament) -> tuple[int, tuple[int, ...]]:
    """The stage in which a play-off is due, and who plays it: in the present one, or at the cut before it."""
    due = play_off_due(tournament.format, tournament.progress)
    before = tournament.stage_at - 1
    if due or before < 0 or has_begun(tournament.progress, tournament.stage_at):
        return tournament.stage_at, due
    changes = cut_changes(tournament.format, tournament.progress)
    tied = next((change.tied for change in changes if change.stage == before), ())
    return (before, tied) if tied else (tournament.stage_at, ())


def _none_due(tournament: Tournament, order: Sequence[int]) -> RefusedError:
    """Why no play-off can be written down."""
    fmt, progress, stage = tournament.format, tournament.progress, tournament.stage_at
    name = _(tournament.stage.name)
    if not is_over(fmt, progress, stage):
        waits = _left(tournament, stage)
        return RefusedError(
            _("no play-off is due before the stage {stage} is over: {missing}", stage=name, missing=waits),
            *_draw_next(tournament, stage),
        )
    if any(played.tied == set(order) for played in counting_play_offs(fmt, progress, stage)):
        return RefusedError(_("that tie in {stage} is decided already", stage=name), advice("tournament_undo_last"))
    return RefusedError(_("no play-off is due in {stage}: nobody ties for a place that it has to decide", stage=name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced(DeskChange):
    """The announcement of who goes on: the result, and the round that was drawn again with it."""

    result: CutResult
    drawn: Drawn | None = None


def announce_cut(transaction: Transaction, tournament: Tournament) -> Announced:
    """Announce who goes on from the stage that is over; raises RefusedError where a result or a play-off is missing."""
    act = Act(transaction, tournament)
    tournament = act.before
    fmt, progress = tournament.format, tournament.progress
    stage = tournament.stage_at
    rule = fmt.stages[stage]
    if rule.cut is None:
        raise RefusedError(
            _("the stage {stage} is the last: nobody is cut", stage=_(rule.name)),
            advice("tournament_finish"),
            *([advice("tournament_cut_again")] if progress.cuts else []),
        )
    result = _untied(tournament, stage, cut)
    deed = did("cut", stage=rule.name, players=[tournament.name_of(entrant) for entrant in result.through])
    act.write("cut", deed, stage=stage, through=list(result.through))
    return Announced(before=tournament, tournament=act.after, deed=deed, result=result)


def _untied(tournament: Tournament, stage: int, going_on: Callable[[Format, Progress, int], CutResult]) -> CutResult:
    """Who goes on from a stage; raises RefusedError where it is not over, or where that takes a play-off."""
    fmt, progress = tournament.format, tournament.progress
    if not is_over(fmt, progress, stage):
        waits = _left(tournament, stage)
        not_over = _("the stage {stage} is not over: {missing}", stage=_(fmt.stages[stage].name), missing=waits)
        raise RefusedError(not_over, *_draw_next(tournament, stage))
    result = going_on(fmt, progress, stage)
    if result.tied:
        tied = listed([tournament.name_of(entrant) for entrant in result.tied])
        raise RefusedError(_("{players} tie at the cut", players=tied), advice("tournament_play_it_off"))
    return result


def announce_cut_again(transaction: Transaction, tournament: Tournament, budget: Budget | None = None) -> Announced:
    """Announce anew who goes on to the present stage, in one step; its round is drawn again where one is drawn."""
    act = Act(transaction, tournament)
    tournament = act.before
    stage = _announced_stage(tournament)
    to, rounds = _(tournament.stage.name), rounds_of(tournament.progress, tournament.stage_at)
    result = _untied(tournament, stage, cut_now)
    before = _cut_of(tournament, stage)
    change = CutChange(
        stage,
        tuple(entrant for entrant in result.through if entrant not in before.through),
        tuple(entrant for entrant in before.through if entrant not in result.through),
    )
    if not change.new and not change.gone:
        raise RefusedError(_("nothing changes: who goes on to {stage} is as it was announced", stage=to))
    if has_begun(tournament.progress, tournament.stage_at) or len(rounds) > 1:
        fields = {"round": rounds[-1].number, "stage": to, "change": instead_words(tournament, change)}
        only_without = _("round {round} of {stage} is drawn and played: {change} only without it", **fields)
        raise RefusedError(only_without, advice("tournament_history"), advice("tournament_cut_keep"))
    facts = change_facts(tournament, change)
    deed = did("cut_again", **facts)
    if rounds:
        drawn = announce_again(transaction, tournament, budget=budget, cut=Cut(stage, result.through), change=facts)
        return Announced(before=tournament, tournament=drawn.tournament, deed=deed, result=result, drawn=drawn)
    act.write("cut", deed, stage=stage, through=list(result.through), again=True)
    return Announced(before=tournament, tournament=act.after, deed=deed, result=result)


def _cut_of(tournament: Tournament, stage: int) -> Cut:
    """What was announced of who goes on from a stage."""
    return next(announced for announced in tournament.progress.cuts if announced.stage == stage)


def _announced_stage(tournament: Tournament) -> int:
    """The stage of which it was announced last who goes on; raises RefusedError where none is."""
    if tournament.stage_at == 0:
        raise RefusedError(_("nobody was announced to go on yet"), advice("tournament_cut_when_over"))
    return tournament.stage_at - 1


def keep_cut(transaction: Transaction, tournament: Tournament, reason: str = "") -> DeskChange:
    """Let who was announced to go on stand, though others would by now; raises RefusedError where nobody would."""
    act = Act(transaction, tournament)
    tournament = act.before
    _announced_stage(tournament)
    changes = cut_changes(tournament.format, tournament.progress)
    if not changes:
        raise RefusedError(_("nobody else would go on by now: there is nothing to let stand"))
    change = changes[-1]
    now = cut_now(tournament.format, tournament.progress, change.stage)
    before = _cut_of(tournament, change.stage)
    deed = did("cut_kept", stage=tournament.format.stages[change.stage + 1].name)
    act.write(
        "cut",
        deed,
        reason=reason,
        stage=change.stage,
        through=list(before.through),
        gone=list(before.gone),
        kept=[*now.through, *now.tied],
        again=True,
    )
    return act.done()


def _left(tournament: Tournament, stage: int) -> str:
    """What a stage still waits for: a clause."""
    missing = missing_results(tournament.progress, stage)
    if not missing:
        return _("a round is still to be drawn")
    tables = [_("table {table} of round {round}", table=table, round=played) for played, table in missing[:5]]
    return _("no result of {tables}", tables=listed(tables))


def _draw_next(tournament: Tournament, stage: int) -> list[Advice]:
    """That a round is drawn, where a stage waits for that."""
    return [] if missing_results(tournament.progress, stage) else [advice("tournament_draw")]
