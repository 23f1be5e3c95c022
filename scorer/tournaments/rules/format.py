"""A format: everything that decides how a tournament is played and what it yields, as values.

Read from a mapping by format_reading.py. Nothing about any format is anywhere else.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from scorer.language import N_, _
from scorer.language.lists_numbers_dates import either, listed
from scorer.tournaments.rules.errors import TournamentError

Places = tuple[Fraction, ...]  # placement points of the first, the second and so on

# What a file says in a few words: codes there and everywhere, translated where they are shown.
SEATINGS = (
    *(N_("lot"), N_("fewest repeats"), N_("place"), N_("prescribed"), N_("groups")),
    *(N_("swiss"), N_("new partners")),
)
BY_STANDING = ("place", "swiss")  # seatings that wait for all results of the stage
YIELDS = (N_("units"), N_("placement"), N_("placement and units"), N_("duels"), N_("wins"))
MEMBERS = TAKE_TURNS, ALL_PLAY = N_("take turns"), N_("all play")
BELLS = (N_("finish the deal"), N_("finish the round of deals"), N_("stop at once"))
ODD = (N_("against all"), N_("resting"))
TIE_BREAKS = (
    *(N_("units"), N_("deals won"), N_("times caller"), N_("contracts made")),
    *(N_("highest running units"), N_("running units backwards"), N_("head-to-head"), N_("units per deal")),
    *(N_("wins of opponents"), N_("play-off"), N_("lot")),
)
MEASURES = ("units", "deals won", "times caller", "contracts made", "highest running units", "units per deal")
FIRST_ENTRANTS = (N_("all"), N_("not direct"))
LATER_ENTRANTS = (N_("through"), N_("through and direct"))
LOWEST, MEAN = "lowest", "mean"
MOST_ROUNDS = 100


@dataclass(frozen=True, slots=True)
class Missed:
    """What a round gives to somebody who did not play it: an amount, or "lowest" or "mean" of what it gave to others.

    `placement` is what it gives where tables yield anything but units alone.
    """

    units: int | str = 0
    placement: Fraction | str = Fraction(0)


@dataclass(frozen=True, slots=True)
class CutRule:
    """Who goes on from a stage: `to` entrants, the best of the standing or filled up place by place of the tables.

    By "places" all firsts go on, then all seconds and so on; of the place that does not go on everywhere, the best by
    `next_by`. `with_direct`: the direct entrants take some of the places, and while fewer are left than there are
    tables, there are `more_by` more.
    """

    to: int
    by: str = "standing"
    next_by: str = "units per deal"
    with_direct: bool = False
    more_by: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A stage: rounds that are played under the same rules and make one standing.

    `deals` of a match by size of table, or `minutes` of a round, or `until` what a match is played, as in `won:3`.
    `placement` by size of table, `placement_for` by the number of matches that an entrant plays in the stage, then by
    size. `decide`: ties for the first so many places of the last stage are settled by play-off and lot. `open_rounds`,
    `open_placement`: the organiser may, or must, say.
    """

    name: str
    rounds: int = 1
    open_rounds: bool = False
    deals: Mapping[int, int] = field(default_factory=dict)
    minutes: int | None = None
    until: str = ""
    bell: str = BELLS[0]
    seating: str = "fewest repeats"
    yields: str = "units"
    units_share: Fraction = Fraction(0)
    placement: Mapping[int, Places] = field(default_factory=dict)
    placement_for: Mapping[int, Mapping[int, Places]] = field(default_factory=dict)
    open_placement: bool = False
    odd: str = ODD[0]
    tie_breaks: tuple[str, ...] = ()
    cut: CutRule | None = None
    carried: str = "nothing"
    entrants: str = "all"
    decide: int = 1

    @property
    def places(self) -> bool:
        """Whether a table yields placement points."""
        return self.yields.startswith("placement")

    @property
    def breaks(self) -> tuple[str, ...]:
        """The tie-breaks as applied: a tie at a cut waits for a play-off where the format has none, and no lot."""
        decided = self.cut is None or {"play-off", "lot"} & set(self.tie_breaks)
        return self.tie_breaks if decided else (*self.tie_breaks, "play-off")


@dataclass(frozen=True, slots=True)
class FormatSettings:
    """What an organiser may say instead of the file; None leaves it as it is there."""

    rounds: int | None = None
    placement: Mapping[int, Places] | None = None
    variant: str | None = None
    odd: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A named way to play a tournament. `sizes` of the tables, the preferred one first.

    `team_size` is 1 where players enter for themselves. The `members` of a team take turns at one seat, or all play:
    each has a seat at the same table. `min_deals` is what an individual of a team needs for a place.
    """

    name: str
    title: str
    source: str
    stages: tuple[Stage, ...]
    notes: str = ""
    variant: str = "chiamata"
    sizes: tuple[int, ...] = (5, 6)
    team_size: int = 1
    members: str = TAKE_TURNS
    min_deals: int = 0
    absent: Missed = Missed()
    bye: Missed = Missed()

    @property
    def seats(self) -> int:
        """How many seats an entrant has at a table."""
        return self.team_size if self.members == ALL_PLAY else 1

    @property
    def entry(self) -> str:
        """What enters, as a code that is translated where it is shown: a player, a team or a pair."""
        if self.team_size == 1:
            return N_("player")
        return N_("pair") if self.seats == 2 else N_("team")  # noqa: PLR2004 - a pair

    def seats_at(self, place: int) -> tuple[int, ...]:
        """The seats of the entrant at this place of a table, counted from 1; of two sides every second seat."""
        return tuple(range(place, place + 2 * self.seats, 2))

    @property
    def sizes_in_entrants(self) -> tuple[int, ...]:
        """How many entrants sit at a table of each size."""
        return tuple(size // self.seats for size in self.sizes)

    def agreed_deals(self, stage: int, entrants: int) -> int | None:
        """How many deals a match of a stage has at a table of so many entrants; None where their number is open."""
        return self.stages[stage].deals.get(entrants * self.seats)

    @property
    def fewest(self) -> int:
        """The fewest entrants that fill a table."""
        return min(self.sizes_in_entrants)

    @property
    def missing(self) -> tuple[str, ...]:
        """What the organiser still has to say before anybody can play, as phrases; empty when all is said."""
        phrases = []
        for stage in self.stages:
            sizes = [str(size) for size in self.sizes if size not in stage.placement]
            if stage.places and sizes:
                template = N_("the placement points at tables of {sizes} ({stage})")
                phrases.append(_(template, sizes=listed(sizes), stage=_(stage.name)))
        return tuple(phrases)

    def with_settings(self, settings: FormatSettings) -> "Format":
        """The format as the organiser wants it; raises TournamentError, in a sentence, for what does not fit.

        Rounds are those of the first stage that leaves them open; placement points those of every stage that has them
        to fill in, or else of the first stage that yields any.
        """
        changed = replace(self, variant=settings.variant or self.variant)
        if settings.rounds is not None:
            changed = replace(changed, stages=_with_rounds(changed, settings.rounds))
        if settings.placement is not None:
            changed = replace(changed, stages=_with_placement(changed, settings.placement))
        if settings.odd is not None:
            changed = replace(changed, stages=_with_odd(changed, settings.odd))
        return changed


def _with_rounds(form: Format, rounds: int) -> tuple[Stage, ...]:
    at = next((at for at, stage in enumerate(form.stages) if stage.open_rounds), None)
    if at is None:
        template = N_("{format} says itself how many rounds are played; copy the file to change it")
        raise TournamentError(_(template, format=form.name))
    if not 1 <= rounds <= MOST_ROUNDS:
        raise TournamentError(_("{rounds} rounds: a stage has 1 to {most}", rounds=rounds, most=MOST_ROUNDS))
    return tuple(replace(stage, rounds=rounds) if here == at else stage for here, stage in enumerate(form.stages))


def _with_placement(form: Format, placement: Mapping[int, Places]) -> tuple[Stage, ...]:
    yielding = [stage for stage in form.stages if stage.places]
    wanted = [stage for stage in yielding if stage.open_placement] or yielding[:1]
    if not wanted:
        yields = _(form.stages[0].yields)
        raise TournamentError(
            _("{format} has no placement points: its tables yield {yields}", format=form.name, yields=yields)
        )
    for size, places in placement.items():
        if size not in form.sizes:
            sizes = listed([str(known) for known in form.sizes])
            raise TournamentError(
                _("{format} has no tables of {size}; it has {sizes}", format=form.name, size=size, sizes=sizes)
            )
        if len(places) != size:
            raise TournamentError(
                _("{count} placement points for a table of {size}; say {size} of them", count=len(places), size=size)
            )
        if list(places) != sorted(places, reverse=True):
            raise TournamentError(
                _("the placement points at a table of {size} must not rise from place to place", size=size)
            )
    return tuple(
        replace(stage, placement={**stage.placement, **placement}) if stage in wanted else stage
        for stage in form.stages
    )


def _with_odd(form: Format, odd: str) -> tuple[Stage, ...]:
    if all(stage.yields != "duels" for stage in form.stages):
        raise TournamentError(_("{format} has no duels, so that nobody is the odd one", format=form.name))
    if odd not in ODD:
        raise TournamentError(_("the odd player is {words}, not '{word}'", words=either(ODD), word=odd))
    return tuple(replace(stage, odd=odd) for stage in form.stages)
