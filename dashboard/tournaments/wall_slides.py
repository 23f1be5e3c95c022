"""Which tournaments are on a wall: that of their page, and on the wall of the evening those of its tables."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from dashboard.address import filters
from dashboard.tournaments import wall
from dashboard.tournaments.page import sheets_of
from dashboard.tournaments.reading import tournaments_now, variant_now
from dashboard.wall import match_tiles, slide_show, standings
from dashboard.wall.slides import Slide
from scorer.language import _
from scorer.match.evening_day import evening_of
from scorer.match.facts import Match
from scorer.tournaments.keeping import Tournament


def tables(matches: Sequence[Match]) -> set[int]:
    """The ids of those of these matches that are tables of tournaments."""
    ids = {match.id for match in matches}
    return ids & {match for tournament in tournaments_now() for match in tournament.matches.values()}


def of_evening(matches: Sequence[Match]) -> list[Slide]:
    """The tournaments with tables among these matches; where the wall rotates, those of today or in the address too."""
    there = _with_tables(matches)
    if slide_show.rotates():
        of_today = _named(_("those of today")) or _of_today()
        there += [tournament for tournament in of_today if tournament not in there]
    return _slides(there)


def of_page() -> list[Slide]:
    """The tournament in the address, else the one going on or the last; where it rotates, then the evening too."""
    last = tournaments_now()[:1]
    chosen = _named(last[0].name) or last
    slides = _slides(chosen)
    if slide_show.rotates():
        playing, others = slide_show.evening()
        there = _with_tables(others)
        more = {tournament.id: tournament for tournament in (*there, *_of_today()) if tournament not in chosen}
        slides += match_tiles.slides(playing) + standings.slides()
        slides += _slides(more.values())
    return slides


def _with_tables(matches: Sequence[Match]) -> list[Tournament]:
    ids = {match.id for match in matches}
    return [tournament for tournament in tournaments_now() if ids & set(tournament.matches.values())]


def _named(instead: str) -> list[Tournament]:
    """The tournament in the address, alone; `instead` says what is shown where there is none of that name."""
    there = tournaments_now()
    named = filters.named("tournament", [tournament.name for tournament in there], instead)
    return [tournament for tournament in there if tournament.name == named]


def _of_today() -> list[Tournament]:
    """The tournaments that are going on, and those that ended this evening."""
    today = evening_of(datetime.now().astimezone())
    return [tournament for tournament in tournaments_now() if not tournament.finished or tournament.on >= today]


def _slides(there: Iterable[Tournament]) -> list[Slide]:
    slides = []
    for tournament in there:
        last, variant = tournament.last_round, variant_now(tournament).title
        sheets = sheets_of(tournament, last) if last else {}
        slides += wall.slides(tournament, variant, sheets, datetime.now(UTC))
    return slides
