"""The wings: parts of the program that the core does not know, and what each of them brings.

Plain values and names of modules, which are loaded when somebody asks for what is in them. A wing may be left out of an
installation: then what it brings is not there, and the core goes on.
"""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

from scorer.errors import MissingWingError
from scorer.language import N_

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
T = TypeVar("T", bound="Place | Page")
ROOT: Final = Path(__file__).parents[1]


class Place(NamedTuple):
    """Where a command or a group is found: its panel in the help, its module and its `app` there; what the help says.

    That is the first sentence of a command's own help. One that a wing brings stands behind the one that it names with
    `after`.
    """

    panel: str
    module: str
    sentence: str
    after: str = ""
    app: str = "app"


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

    It lies in its `folders`, that of its package first. `commands` may be those of the core that it says more of. A
    page lies in `views` of its room of the dashboard, a statistic in `statistics` of its package: a command of its own,
    of which the names stand here too so that they are known where it is not installed, or what it lays over one of the
    core. `parameters` are those of its addresses, with what a widget is called that is read aloud. A file that `begins`
    so is its own, also where it is not installed.

    What asks another wing stands in `asks` with that wing: a command of a group, an option, or what else is brought. It
    is there where both are.

    What else is asked for has a name, and stands in `brings` as `module:name`: mostly a function, which is called with
    what stands beside it. Names with a colon are places on pages of the dashboard, `page: place`; what stands there
    mostly draws.
    """

    folders: tuple[str, ...]
    commands: Mapping[str, Place] = NOTHING
    groups: Mapping[str, Place] = NOTHING
    pages: Mapping[str, Page] = NOTHING
    brings: Mapping[str, str] = NOTHING
    parameters: Mapping[str, str] = NOTHING
    sample: Sample | None = None
    statistics: tuple[str, ...] = ()
    begins: str = ""
    asks: Mapping[str, str] = NOTHING

    @property
    def is_there(self) -> bool:
        """Whether all of its folders are installed; one that only what was compiled is left of is nothing."""
        return all((ROOT / folder / "__init__.py").is_file() for folder in self.folders)


EVENING, RESULTS, FILES, HOUSE = (
    N_("The evening"),
    N_("Results"),
    N_("Files"),
    N_("Keeping house"),
)  # panels of the help
IMPORT: Final = N_("Take in deals that were kept elsewhere: all of a file, or nothing while anything in it is wrong.")
WINGS: Final = {
    "notebooks": Wing(
        ("scorer/notebooks",),
        commands={"import": Place(FILES, "scorer.notebooks.import_command", IMPORT)},
    ),
    "phones": Wing(
        ("scorer/phones", "dashboard/phones"),
        commands={
            "serve": Place(
                EVENING,
                "scorer.phones.commands.serve",
                "Let phones record at the table: it shows a code for every open match, for the camera of a phone.",
                after="history",
            )
        },
        groups={
            "access": Place(
                HOUSE,
                "scorer.phones.commands.access",
                "Codes with which phones record: list, show, withdraw.",
                after="match",
            )
        },
        brings={
            "match: code": "dashboard.phones.looking_on:code",  # of a match: HTML beside its story
            # of settings, the name of the file in words, what opens it; and `has_options`
            "take_in": "scorer.phones.commands.unsent_entries:take_in",
        },
        begins="scorer-entries:",
    ),
    "tournaments": Wing(
        ("scorer/tournaments", "dashboard/tournaments"),
        commands={
            "seating": Place(
                RESULTS,
                "scorer.tournaments.commands.seating",
                "Seat so many players for so many rounds, so that few meet twice and byes are shared out.",
                after="explain",
            )
        },
        groups={
            "tournament": Place(
                EVENING,
                "scorer.tournaments.commands.tournament",
                "A tournament from the entries to the podium. show says where it stands, and what comes next.",
            ),
            "format": Place(
                HOUSE,
                "scorer.tournaments.commands.formats_and_rankings",
                "How tournaments are played: list, show, check and add formats.",
                after="variant",
                app="formats",
            ),
            "rankings": Place(
                HOUSE,
                "scorer.tournaments.commands.formats_and_rankings",
                "What a ranking counts: list, show, check and add rankings.",
                after="format",
                app="rankings",
            ),
        },
        pages={
            "tournament": Page(N_("Tournaments"), N_("Tournament"), "table_restaurant", after="records"),
            "ranking": Page(N_("Tournaments"), N_("Ranking"), "workspace_premium", after="tournament"),
        },
        brings={
            "advice": "scorer.tournaments.commands.tournament_advice:TOURNAMENT_ADVICE",  # sentences by their codes
            # below /api, for the code of the organiser: what answers, of a transaction and filters as they were asked
            "api": "scorer.tournaments.served:ADDRESSES",
            # by the option of `scorer chances` that asks for them: of a scorebook and what stands behind the option
            "chances": "scorer.tournaments.exchange.tournament_chances:CHANCES",
            "check_goes_on": "scorer.tournaments.keeping:check_goes_on",  # of a table: refuses where all is finished
            "check_merge": "scorer.tournaments.keeping.at_tables:check_merge",  # of two names: refuses
            # of a table: notices of what a correction changes of what was announced since
            "correction_notices": "scorer.tournaments.keeping:correction_notices",
            # where each tournament stands that goes on, with the matches at its tables
            "evening": "scorer.tournaments.commands.organising:evening_of_tournaments",
            "faults": "scorer.tournaments.keeping.faults:tournament_faults",  # of what is kept: lines
            "filters": "scorer.tournaments.text.amounts:FILTERS",  # of templates
            "people_in_step": "scorer.tournaments.keeping.step_kinds:people_in_step",  # of a kind and a detail: ids
            # of a table and the words of `scorer reassign`: what changed, and the command that takes it back; or None
            "reassign_at_tables": "scorer.tournaments.commands.reassigning:reassign_at_tables",
            # of a chain, for the block that reverses it: refuses what does not fit any more after it
            "fitting": "scorer.tournaments.keeping.history:fitting",
            "refuse_elsewhere": "scorer.tournaments.keeping.history:refuse_elsewhere",  # of a chain: refuses
            "rule_files": "scorer.tournaments.text.rule_files:RULE_FILES",  # of every kind that it has
            # of a table, and who sat there before: notices about who sits down; refuses who may not
            "seating_notices": "scorer.tournaments.keeping:seating_notices",
            "step_kinds": "scorer.tournaments.keeping.step_kinds:STEP_KINDS",  # by their names
            "step_words": "scorer.tournaments.text.desk_words:DESK_WORDS",  # by their codes
            "undo_advice": "scorer.tournaments.keeping.history:undo_advice",  # of a chain: an Advice
            "tournament: below": "dashboard.tournaments.in_the_end:in_the_end",  # of a tournament: draws
            "tonight: evening": "dashboard.tournaments.page:in_place_of",  # of a match: whether it drew instead of it
            "wall: tables": "dashboard.tournaments.wall_slides:tables",  # of matches: ids of those on its own slides
            "wall: evening": "dashboard.tournaments.wall_slides:of_evening",  # of matches: slides at the end
        },
        parameters={
            "tournament": N_("tournament"),
            "round": N_("round"),
            "stage": N_("stage"),
            "ranking": N_("ranking"),
        },
        sample=Sample("tournament", N_("scorer demo --keep FILE keeps it, with a tournament beside it.")),
        statistics=("ranking",),
        # how far players differ, and how strong they were before
        asks={"format try": "insight", "chances --tournament": "insight", "tournament: below": "insight"},
    ),
    "insight": Wing(
        ("scorer/insight", "dashboard/insight"),
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


def there() -> list[Wing]:
    """The wings that are installed."""
    return [wing for wing in WINGS.values() if wing.is_there]


def place_of(command: str) -> Place | None:
    """Where an installed wing has a command; None where none has it, and the core may have one of that name."""
    return next((wing.commands[command] for wing in there() if command in wing.commands), None)


def absent_with(command: str) -> str:
    """The wing that is not installed, and that a command, its option or a statistic is of, or asks; "" for none."""
    asked = {wing.asks.get(command) for wing in WINGS.values()}
    for name, wing in WINGS.items():
        if not wing.is_there and (
            name in asked or command in {*wing.commands, *wing.groups, *wing.statistics, *wing.asks}
        ):
            return name
    return ""


def with_brought(own: Mapping[str, T], brought: Iterable[Mapping[str, T]]) -> dict[str, T]:
    """What the core has and what wings bring: behind the one that it names, "" before all; or in place of its own."""
    names, things = list(own), dict(own)
    for of_wing in brought:
        for name, thing in of_wing.items():
            if name not in own:
                names.insert(names.index(thing.after) + 1 if thing.after else 0, name)
        things.update(of_wing)
    return {name: things[name] for name in names}


def brought(what: str) -> Iterator[Any]:
    """Load and give what each installed wing brings of this name."""
    for wing in WINGS.values():
        asked = WINGS.get(wing.asks.get(what, ""), wing)
        if what in wing.brings and wing.is_there and asked.is_there:
            module, name = wing.brings[what].split(":")
            yield getattr(import_module(module), name)


def by_name(what: str) -> dict[str, Any]:
    """What is brought of this name by all installed wings together, each thing by a name of its own."""
    return {name: thing for things in brought(what) for name, thing in things.items()}


def answers(what: str, *asked: Any, **how: Any) -> list[Any]:
    """What each installed wing says that is asked this."""
    return [answer(*asked, **how) for answer in brought(what)]


def missing(what: str) -> str:
    """The wing that would bring something of this name, and is not installed; "" for none."""
    return next((name for name, wing in WINGS.items() if what in wing.brings and not wing.is_there), "")


def needed(what: str) -> Any:
    """What a wing brings of this name; raises MissingWingError where that wing is not installed."""
    if absent := missing(what):
        raise MissingWingError(absent)
    return next(brought(what))
