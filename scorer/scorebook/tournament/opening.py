"""Opening a tournament, and closing it."""

from dataclasses import dataclass, field
from datetime import date
from json import dumps
from typing import Any

from sqlmodel import Session

from db.models import LeagueRow, TournamentRow
from scorer.errors import RefusedError
from scorer.match.names import clean, fold
from scorer.rule_files import FORMATS, VARIANTS
from scorer.rules.tournament import Action, Format, Settings, next_action
from scorer.scorebook import rows
from scorer.scorebook.opening import freeze
from scorer.scorebook.people import find_league, make_main
from scorer.scorebook.tournament.finding import add_step, by_id, existing, lock
from scorer.scorebook.tournament.values import Tournament

HIGHEST_SEED = 2**53 - 1  # what every reader of JSON takes


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTournament:
    """What a tournament is opened with. `league` "" makes one of the tournament's own name."""

    name: str
    format: str
    on: date
    seed: int
    league: str = ""
    settings: Settings = field(default_factory=Settings)


def check_new(new: NewTournament) -> Format:
    """The format as it will be played; raises ScorerError for what is wrong with a new tournament by itself."""
    read_name(new.name)
    chosen = FORMATS.load(new.format).with_settings(new.settings)
    if chosen.missing:
        raise RefusedError(
            f"{chosen.name} leaves open {' and '.join(chosen.missing)}: say --placement, as in --placement 5=10,7,4,2,0"
        )
    counts = VARIANTS.from_text(*VARIANTS.read_text(chosen.variant)).player_counts
    if unplayable := [size for size in chosen.sizes if not any(count <= size <= count + 1 for count in counts)]:
        raise RefusedError(f"{chosen.variant} has no payouts for a table of {unplayable[0]}; choose another --variant")
    if not 0 <= new.seed <= HIGHEST_SEED:
        raise RefusedError(f"seed {new.seed}: 0 to {HIGHEST_SEED}")
    return chosen


def read_name(text: str) -> str:
    """A tournament's name as it is kept; raises RefusedError for what is none."""
    name = clean(text, "tournament name")
    if name.isdecimal():
        raise RefusedError(f"'{name}' is no tournament name: a bare number is the number of a tournament")
    return name


def open_tournament(session: Session, new: NewTournament) -> Tournament:
    """Open a tournament, freezing its format and its variant into it; raises ScorerError."""
    chosen = check_new(new)
    make_main(session)
    name = read_name(new.name)
    if any(fold(row.name) == fold(name) for row in existing(session)):
        raise RefusedError(f"there is a tournament '{name}' already; choose another name")
    format_name, text = FORMATS.read_text(new.format)
    variant_name, variant_text = VARIANTS.read_text(chosen.variant)
    row = TournamentRow(
        league_id=_league(session, new.league or name, variant_name, made=not new.league),
        name=name,
        on=new.on,
        format=format_name,
        text=text,
        settings=_written(new.settings),
        variant=freeze(session, variant_name, variant_text),
        seed=new.seed,
    )
    session.add(row)
    session.flush()
    assert row.id is not None
    rows.add_step(session, "tournament", tournament_id=row.id, detail={"what": f"tournament {name} opened"})
    return by_id(session, row.id)


def _league(session: Session, name: str, variant: str, *, made: bool) -> int:
    """The league that the matches count for; with `made`, one of this name where there is none."""
    if not made or any(fold(league.name) == fold(name) for league in rows.leagues(session)):
        return find_league(session, name).id
    free = clean(name, "league name")
    row = LeagueRow(name=free, key=fold(free), variant=variant)
    session.add(row)
    session.flush()
    assert row.id is not None
    return row.id


def _written(settings: Settings) -> str:
    said: dict[str, Any] = {"rounds": settings.rounds, "variant": settings.variant, "odd": settings.odd}
    if settings.placement is not None:
        said["placement"] = {str(size): [str(each) for each in places] for size, places in settings.placement.items()}
    return dumps({key: value for key, value in said.items() if value is not None}, ensure_ascii=False)


def conclude(session: Session, tournament: Tournament) -> Tournament:
    """Close the tournament: its classification is final until it is reopened."""
    tournament = lock(session, tournament)
    over = next_action(tournament.format, tournament.progress) is Action.FINISH
    what = f"{tournament.name} finished{'' if over else ' before its end'}"
    add_step(session, tournament, "conclude", {"what": what})
    return by_id(session, tournament.id)


def resume(session: Session, tournament: Tournament) -> Tournament:
    """Go on with a finished tournament."""
    tournament = lock(session, tournament, even_finished=True)
    if not tournament.finished:
        raise RefusedError(f"{tournament.name} is going on already")
    add_step(session, tournament, "resume", {"what": f"{tournament.name} reopened"})
    return by_id(session, tournament.id)
