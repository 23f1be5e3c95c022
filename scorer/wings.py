"""The wings: parts of the program that the core does not know, and what each of them brings.

Plain values and names of modules, which are loaded when somebody asks for what is in them. A wing may be left out of an
installation: then what it brings is not there, and the core goes on.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

from scorer.errors import MissingWingError
from scorer.language import N_

T = TypeVar("T", bound="Place | Group | Page")


class Place(NamedTuple):
    """Where a command is found: its panel in the help and its module; the first `sentence` of its help.

    One that a wing brings stands in the help behind the one that it names with `after`.
    """

    panel: str
    module: str
    sentence: str
    after: str = ""


class Group(NamedTuple):
    """Where the commands of a group are found: their panel, their module and its name there; the help of the group."""

    panel: str
    module: str
    app: str
    sentence: str
    after: str = ""


class Page(NamedTuple):
    """A page of the dashboard: its group in the sidebar, its title, and an icon that comes with it."""

    group: str
    title: str
    icon: str
    after: str = ""


class Sample(NamedTuple):
    """What the sample league has beside it: a folder of sample_data with commands to play, and a sentence about it."""

    folder: str
    sentence: str


class Wing(NamedTuple):
    """What a wing brings.

    `commands` may be those of the core that it says more of. A page lies in `views` of its room of the dashboard, a
    statistic in `statistics` of its package: a command of its own, of which the names stand here too so that they are
    known where it is not installed, or what it lays over one of the core. What else is asked for has a name, and stands
    in `brings` as `module:name`:

    - `takes_in`: whether a file that is imported was one of the wing, which is done then; called with the settings, the
      name of the file as typed and in words, what opens it, and `has_options`.
    - `api`: addresses below /api, for the code of the organiser; each with what makes its answer, called with a
      transaction and the filters as they were asked.
    - `evening`: where each tournament stands that goes on, with the matches at its tables; called with a transaction.

    Where a match is a table of a tournament, each called with a transaction and the match, or its number:

    - `check_goes_on`: raises RefusedError where the tournament is finished.
    - `correction_notices`: notices of what a correction changes of what was announced since.
    - `seating_notices`: notices about who sits down there; called with who sat there before too, raises RefusedError
      for who may not.
    - `reassign_at_tables`: what `scorer reassign` changed, and the command that takes it back, None where no tournament
      has the match any more; called with the words of that command.

    A command of a group that asks another wing stands in `asks` with that wing: it is there where both are.

    Names with a colon are places on pages of the dashboard, `page: place`: what stands there is a function that is
    called with what the page has at this place, and mostly draws.
    """

    package: str
    commands: Mapping[str, Place] = MappingProxyType({})
    groups: Mapping[str, Group] = MappingProxyType({})
    pages: Mapping[str, Page] = MappingProxyType({})
    brings: Mapping[str, str] = MappingProxyType({})
    sample: Sample | None = None
    statistics: tuple[str, ...] = ()
    asks: Mapping[str, str] = MappingProxyType({})

    @property
    def is_there(self) -> bool:
        """Whether it is installed; a folder that only what was compiled is left of is nothing."""
        found = find_spec(self.package)
        return found is not None and found.origin is not None

    def says_more_of(self, command: str) -> bool:
        """Whether it has a command that the core has too, in whose place it stands."""
        return command in self.commands and self.commands[command].after == command


EVENING, RESULTS, FILES, HOUSE = "The evening", "Results", "Files", "Keeping house"  # panels of the help
IMPORT: Final = "Take in deals that were kept elsewhere: all of a file, or nothing while anything in it is wrong."
WINGS: Final = {
    "notebooks": Wing(
        "scorer.notebooks",
        commands={"import": Place(FILES, "scorer.notebooks.import_command", IMPORT, after="import")},
    ),
    "phones": Wing(
        "scorer.phones",
        commands={
            "serve": Place(
                EVENING,
                "scorer.phones.commands.serve",
                "Let phones record at the table: it shows a code for every open match, for the camera of a phone.",
                after="history",
            )
        },
        groups={
            "access": Group(
                HOUSE,
                "scorer.phones.commands.access",
                "app",
                "Codes with which phones record: list, show, withdraw.",
                after="match",
            )
        },
        brings={
            "match: code": "dashboard.phones.looking_on:code",  # of a match: HTML beside its story
            "takes_in": "scorer.phones.commands.unsent_entries:take_in",
        },
    ),
    "tournaments": Wing(
        "scorer.tournaments",
        commands={
            "seating": Place(
                RESULTS,
                "scorer.tournaments.commands.seating",
                "Seat so many players for so many rounds, so that few meet twice and byes are shared out.",
                after="explain",
            )
        },
        groups={
            "tournament": Group(
                EVENING,
                "scorer.tournaments.commands.tournament",
                "app",
                "A tournament from the entries to the podium. show says where it stands, and what comes next.",
            ),
            "format": Group(
                HOUSE,
                "scorer.tournaments.commands.formats_and_rankings",
                "formats",
                "How tournaments are played: list, show, check and add formats.",
                after="variant",
            ),
            "rankings": Group(
                HOUSE,
                "scorer.tournaments.commands.formats_and_rankings",
                "rankings",
                "What a ranking counts: list, show, check and add rankings.",
                after="format",
            ),
        },
        pages={
            "tournament": Page(N_("Tournaments"), N_("Tournament"), "table_restaurant", after="records"),
            "ranking": Page(N_("Tournaments"), N_("Ranking"), "workspace_premium", after="tournament"),
        },
        brings={
            "advice": "scorer.tournaments.commands.tournament_advice:TOURNAMENT_ADVICE",  # sentences by their codes
            "api": "scorer.tournaments.served:ADDRESSES",
            "check_goes_on": "scorer.tournaments.keeping:check_goes_on",
            "check_merge": "scorer.tournaments.keeping.entries:check_merge",  # of two names: refuses
            "correction_notices": "scorer.tournaments.keeping:correction_notices",
            "evening": "scorer.tournaments.commands.organising:evening_of_tournaments",
            "faults": "scorer.tournaments.keeping.faults:tournament_faults",  # of what is kept: lines
            "filters": "scorer.tournaments.text.amounts:FILTERS",  # of templates
            "people_in_step": "scorer.tournaments.keeping.step_kinds:people_in_step",  # of a kind and a detail: ids
            "reassign_at_tables": "scorer.tournaments.commands.reassigning:reassign_at_tables",
            "refuse_elsewhere": "scorer.tournaments.keeping.desk_steps:refuse_elsewhere",  # of a chain: refuses
            "rule_files": "scorer.tournaments.text.rule_files:RULE_FILES",  # of every kind that it has
            "seating_notices": "scorer.tournaments.keeping:seating_notices",
            "step_kinds": "scorer.tournaments.keeping.step_kinds:STEP_KINDS",  # by their names
            "step_words": "scorer.tournaments.text.desk_words:DESK_WORDS",  # by their codes
            "undo_advice": "scorer.tournaments.keeping.desk_steps:undo_advice",  # of a chain: an Advice
            "tonight: evening": "dashboard.tournaments.page:in_place_of",  # of a match: whether it drew instead of it
            "wall: tables": "dashboard.tournaments.wall_slides:tables",  # of matches: ids of those on its own slides
            "wall: evening": "dashboard.tournaments.wall_slides:of_evening",  # of matches: slides at the end
        },
        sample=Sample("tournament", N_("scorer demo --keep FILE keeps it, with a tournament beside it.")),
        statistics=("ranking",),
        asks={"format try": "insight"},  # how far players differ
    ),
    "insight": Wing(
        "scorer.insight",
        pages={
            "pairs": Page(N_("Insight"), N_("Pairs"), "handshake", after="bids"),
            "rating": Page(N_("Insight"), N_("Rating"), "leaderboard", after="records"),
        },
        brings={
            "almanac": "scorer.insight:OF_LEAGUE",  # names of statistics of a league, and whether in its chapter too
            "records: below": "dashboard.insight.on_records:below",  # of filters: draws
            "standings: choices": "dashboard.insight.on_standings:CHOICES",  # its own ones in the address: no function
            "standings: below": "dashboard.insight.on_standings:below",  # of a section and the players in its table
            "bids: contents": "dashboard.insight.on_bids:with_worth",  # of what the page can show: that with its own
            "player: tiles": "dashboard.insight.on_player:rating_tile",  # of a player and a section, as all of a player
            "player: evenings": "dashboard.insight.on_player:luck",  # beside them
            "player: calling": "dashboard.insight.on_player:how_they_call",
            "player: with": "dashboard.insight.on_player:beyond_expected",
            "match: answer": "dashboard.insight.win_probability:words",  # of the id of a match: words and a caveat
            "match: lines": "dashboard.insight.win_probability:lines",  # of the id: lines that can be chosen, by name
            "match: folds": "dashboard.insight.win_probability:folds",  # of the id
            "wall: players": "dashboard.insight.wall:news",  # of matches: by id what is said first beside each player
            "wall: matches": "dashboard.insight.wall:slides",  # of matches: slides behind theirs where it rotates
        },
        statistics=("rating", "luck", "calls", "recount", "chances"),
    ),
}


def place_of(command: str) -> Place | None:
    """Where an installed wing has a command; None where none has it, and the core may have one of that name."""
    places = (wing.commands[command] for wing in WINGS.values() if command in wing.commands and wing.is_there)
    return next(places, None)


def absent_with(command: str) -> str:
    """The wing that is not installed, and that a command, a statistic or a group is of, or asks; "" for none."""
    absent = {name: wing for name, wing in WINGS.items() if not wing.is_there}
    asked = {wing.asks.get(command) for wing in WINGS.values()}
    names = (
        name
        for name, wing in absent.items()
        if name in asked or command in {*wing.commands, *wing.groups, *wing.statistics}
    )
    return next((name for name in names if not absent[name].says_more_of(command)), "")


def there() -> dict[str, Wing]:
    """The wings that are installed, by their names."""
    return {name: wing for name, wing in WINGS.items() if wing.is_there}


def with_brought(own: Mapping[str, T], of_wing: Callable[[Wing], Mapping[str, T]]) -> dict[str, T]:
    """What the core has with what the installed wings bring, each behind the one that it names; "" is the beginning."""
    names = [*own]
    everything = dict(own)
    for wing in WINGS.values():
        for name, thing in of_wing(wing).items() if of_wing(wing) and wing.is_there else ():
            if name not in everything:
                names.insert(names.index(thing.after) + 1 if thing.after else 0, name)
            everything[name] = thing
    return {name: everything[name] for name in names}


def brought(what: str) -> Iterator[Any]:
    """Load and give what each installed wing brings of this name."""
    for wing in WINGS.values():
        if what in wing.brings and wing.is_there:
            module, name = wing.brings[what].split(":")
            yield getattr(import_module(module), name)


def missing(what: str) -> list[str]:
    """The names of the wings that would bring something of this name, and are not installed."""
    return [name for name, wing in WINGS.items() if what in wing.brings and not wing.is_there]


def needed(what: str) -> Any:
    """What a wing brings of this name; raises MissingWingError where that wing is not installed."""
    if absent := missing(what):
        raise MissingWingError(absent[0])
    return next(brought(what))
