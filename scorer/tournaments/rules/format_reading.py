"""From a mapping (a TOML file, read elsewhere) to a Format: every fault is collected, and listed with its key."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isfinite
from typing import Any

from scorer.language import N_, _
from scorer.rules.ending import UnreadableEndError, read_ending
from scorer.rules.reader import MISSING, Reader, as_written
from scorer.tournaments.rules import format as words
from scorer.tournaments.rules.errors import FormatError
from scorer.tournaments.rules.format import LOWEST, MEAN, MOST_ROUNDS, CutRule, Format, Missed, Places, Stage
from scorer.tournaments.seating import FIVES_AND_SIXES
from scorer.tournaments.seating import LARGEST as LARGEST_TABLE
from scorer.tournaments.seating import SMALLEST as SMALLEST_TABLE


def parse_format(name: str, mapping: Mapping[str, Any]) -> Format:
    """Read a format from its mapping, as in docs/formats.md; raises FormatError with every fault that was found."""
    top = Reader(mapping)
    sizes = _sizes(top)
    form = Format(
        name=name,
        title=top.prose("title", MISSING),
        source=top.prose("source", MISSING),
        notes=top.prose("notes", ""),
        variant=top.prose("variant", "chiamata"),
        sizes=sizes,
        stages=_stages(top, sizes),
        team_size=top.number("team_size", 1, 1, 20),
        members=top.choice("members", words.TAKE_TURNS, words.MEMBERS),
        min_deals=top.number("min_deals", 0, 0, LARGEST),
        absent=_missed(top.table("absent")),
        bye=_missed(top.table("bye")),
    )
    top.done()
    _check_whole(top, form)
    if top.faults:
        raise FormatError(name, top.faults)
    return form


def _sizes(top: Reader) -> tuple[int, ...]:
    sizes = top.take("sizes", list, list(FIVES_AND_SIXES))
    known = range(SMALLEST_TABLE, LARGEST_TABLE + 1)
    if not sizes or any(type(size) is not int or size not in known for size in sizes) or len(set(sizes)) < len(sizes):
        limits = {"smallest": SMALLEST_TABLE, "largest": LARGEST_TABLE}
        fault = _("{sizes!r} must be different sizes of tables, {smallest} to {largest}", sizes=sizes, **limits)
        top.fault("sizes", fault)
        return FIVES_AND_SIXES
    return tuple(sizes)


def _missed(read: Reader) -> Missed:
    missed = Missed(
        units=LOWEST if read.mapping.get("units") == LOWEST else read.number("units", 0, -LARGEST, LARGEST),
        placement=str(word) if (word := read.mapping.get("placement")) in (LOWEST, MEAN) else amount(read, "placement"),
    )
    read.taken |= {"units", "placement"}
    read.done()
    return missed


def _stages(top: Reader, sizes: Sequence[int]) -> tuple[Stage, ...]:
    tables = list(top.listed("stages", _("nothing is played; write at least one [[stages]]")))
    return tuple(read_stage(read, sizes, first=at == 1, last=at == len(tables)) for at, read in enumerate(tables, 1))


def _check_whole(top: Reader, form: Format) -> None:
    """Faults that only show when the stages are put together: where the direct entrants go, and who sits together."""
    _check_sides(top, form)
    skipping = any(stage.entrants == "not direct" for stage in form.stages)
    joining = sum(stage.entrants == "through and direct" for stage in form.stages)
    if joining != skipping:
        top.fault(
            "stages", _('who is "not direct" plays the first stage, and one later stage has "through and direct"')
        )
    for number, (stage, later) in enumerate(zip(form.stages, form.stages[1:], strict=False), 1):
        if stage.cut and stage.cut.with_direct and later.entrants != "through and direct":
            top.fault(f"stages.{number}.cut.with_direct", _("no direct entrant joins the next stage"))


def _check_sides(top: Reader, form: Format) -> None:
    """Faults of formats for two sides at a table: which sizes it has then, and which keys go with them."""
    together = form.members == words.ALL_PLAY
    if "members" in top.mapping and form.team_size == 1:
        top.fault("members", _("goes with a team_size of 2 or more"))
    if together and form.team_size > 1 and form.sizes != (2 * form.team_size,):
        template = N_("{sizes}: where all members play, two teams of {members} sit at a table: sizes = [{seats}]")
        sizes, seats = repr(list(form.sizes)), 2 * form.team_size
        top.fault("sizes", _(template, sizes=sizes, members=form.team_size, seats=seats))
    for number, stage in enumerate(form.stages, 1):
        key = f"stages.{number}."
        if stage.seating == "swiss" and not together:
            top.fault(f"{key}seating", _('"swiss" goes with members = "all play"'))
        if stage.seating == "new partners" and (form.team_size > 1 or form.sizes != (4,)):
            top.fault(f"{key}seating", _('"new partners" are for single players at sizes = [4]'))
        if together and stage.yields is not MISSING and stage.yields not in {"wins", "units"}:
            top.fault(f"{key}yields", _('where all members play, a table gives "wins" or "units"'))
        if "wins of opponents" in stage.tie_breaks and not (together and stage.yields == "wins"):
            top.fault(f"{key}tie_breaks", _('"wins of opponents" goes with members = "all play" and yields = "wins"'))


LARGEST = 1000
MOST_MINUTES = 48 * 60
TO_FILL_IN = "to fill in"


def read_stage(read: Reader, sizes: Sequence[int], *, first: bool, last: bool) -> Stage:
    """One table of [[stages]]; `first` and `last` decide who can enter it and who goes on."""
    rounds, open_rounds = _rounds(read)
    yields = read.choice("yields", MISSING, words.YIELDS)
    placement, open_placement = _placement(read, sizes, yields)
    known = words.FIRST_ENTRANTS if first else words.LATER_ENTRANTS
    stage = Stage(
        name=read.prose("name", MISSING),
        rounds=rounds,
        open_rounds=open_rounds,
        deals=_deals(read, sizes),
        minutes=read.number("minutes", None, 1, MOST_MINUTES),
        until=_until(read),
        bell=read.choice("bell", words.BELLS[0], words.BELLS),
        seating=read.choice("seating", MISSING, words.SEATINGS),
        yields=yields,
        units_share=amount(read, "units_share"),
        placement=placement,
        placement_for=_placement_for(read, sizes, rounds),
        open_placement=open_placement,
        odd=read.choice("odd", words.ODD[0], words.ODD),
        tie_breaks=_tie_breaks(read),
        cut=_cut(read, last=last),
        carried=read.choice("carried", "nothing", ("nothing",) if first else ("nothing", "total")),
        entrants=read.choice("entrants", known[0], known),
        decide=read.number("decide", 1, 0, LARGEST),
    )
    _check_stage(read, stage)
    read.done()
    return stage


def _check_stage(read: Reader, stage: Stage) -> None:
    """Faults that only show when two keys of a stage are put together."""
    if sum(key in read.mapping for key in ("deals", "minutes", "until")) != 1:
        read.fault("deals", _("a match has either a number of deals, or a number of minutes, or an end: until"))
    if (stage.yields == "placement and units") != ("units_share" in read.mapping):
        read.fault("units_share", _('goes with yields = "placement and units", and with nothing else'))
    if "odd" in read.mapping and stage.yields != "duels":
        read.fault("odd", _("somebody is the odd one only in duels"))
    if "bell" in read.mapping and "minutes" not in read.mapping:
        read.fault("bell", _("rings only where a round has minutes"))
    for key in ("placement", "placement_for"):
        if key in read.mapping and not (stage.yields is not MISSING and stage.places):
            read.fault(key, _("only where a table yields placement points"))


def _rounds(read: Reader) -> tuple[int, bool]:
    """How many rounds, and whether the organiser may say another number."""
    if ("rounds" in read.mapping) == ("usual_rounds" in read.mapping):
        read.fault("rounds", _("a stage has either rounds or usual_rounds, which the organiser may change"))
    rounds = read.number("rounds", None, 1, MOST_ROUNDS)
    usual = read.number("usual_rounds", None, 1, MOST_ROUNDS)
    return rounds or usual or 1, "usual_rounds" in read.mapping


def _deals(read: Reader, sizes: Sequence[int]) -> dict[int, int]:
    if "deals" not in read.mapping:
        read.taken.add("deals")
        return {}
    table = read.table("deals")
    deals = {size: table.number(str(size), MISSING, 1, LARGEST) for size in sizes}
    table.done()
    return deals


def _until(read: Reader) -> str:
    """What a match is played to, in the notation of a match: who first has won three deals, `won:3`."""
    text = read.take("until", str, "")
    try:
        if text and read_ending(text).race is None:
            read.fault("until", _("{typed!r} must be won:N, taken:N or units:N", typed=text))
    except UnreadableEndError as error:
        read.fault("until", error.fault)
    return text


def _placement(read: Reader, sizes: Sequence[int], yields: Any) -> tuple[dict[int, Places], bool]:
    """Placement points by size of table, and whether the organiser has to fill them in."""
    if read.mapping.get("placement") == TO_FILL_IN:
        read.taken.add("placement")
        return {}, True
    table = read.table("placement")
    wanted = sizes if yields is not MISSING and str(yields).startswith("placement") else ()
    return _by_size(table, sizes, wanted), False


def _placement_for(read: Reader, sizes: Sequence[int], rounds: int) -> dict[int, dict[int, Places]]:
    """Other placement points, for those who play so many matches in the stage."""
    by_matches = {}
    table = read.table("placement_for")
    for matches, places in table.tables():
        if matches not in map(str, range(1, rounds + 1)):
            table.fault(matches, _("must be a number of matches, 1 to {rounds}", rounds=rounds))
            continue
        by_matches[int(matches)] = _by_size(places, sizes, sizes)
    return by_matches


def _by_size(table: Reader, sizes: Sequence[int], wanted: Sequence[int]) -> dict[int, Places]:
    by_size = {size: _placement_points(table, size) for size in sizes if str(size) in table.mapping}
    for size in wanted:
        if size not in by_size:
            table.fault(str(size), _("is missing: the placement points at a table of {size}", size=size))
    table.taken |= {str(size) for size in sizes}
    table.done()
    return by_size


def _placement_points(table: Reader, size: int) -> Places:
    """The placement points of each place at a table of this size, none higher than the one before."""
    written = table.take(str(size), list, [])
    places = [_exact(number) for number in written]
    known = [place for place in places if place is not None]
    if len(known) != size or len(places) != size:
        table.fault(str(size), _("{written!r} must be {size} numbers, one for each place", written=written, size=size))
    elif known != sorted(known, reverse=True):
        table.fault(str(size), _("{written!r} must not rise from place to place", written=written))
    return tuple(known)


def _tie_breaks(read: Reader) -> tuple[str, ...]:
    """The tie-breaks in order, each once."""
    written = read.take("tie_breaks", list, [])
    for word in written:
        if word not in words.TIE_BREAKS:
            read.fault(
                "tie_breaks",
                _("{word!r} must be one of {words}", word=word, words=", ".join(map(repr, words.TIE_BREAKS))),
            )
    known = [word for word in written if word in words.TIE_BREAKS]
    if len(set(known)) < len(known):
        read.fault("tie_breaks", _("names one of them twice"))
    if "lot" in known[:-1]:
        read.fault("tie_breaks", _("nothing comes after the lot, which decides everything"))
    return tuple(known)


def _cut(read: Reader, *, last: bool) -> CutRule | None:
    table = read.table("cut")
    if ("cut" in read.mapping) == last:
        read.fault(
            "cut", _("nothing comes after the last stage") if last else _("is missing: who goes on to the next stage")
        )
    if "cut" not in read.mapping:
        return None
    rule = CutRule(
        to=table.number("to", MISSING, 1, LARGEST),
        by=table.choice("by", "standing", ("standing", "places")),
        next_by=table.choice("next_by", "units per deal", words.MEASURES),
        with_direct=table.take("with_direct", bool, False),
        more_by=table.number("more_by", 0, 0, LARGEST),
    )
    if "next_by" in table.mapping and rule.by != "places":
        table.fault("next_by", _('goes with by = "places"'))
    if rule.more_by and not rule.with_direct:
        table.fault("more_by", _("goes with with_direct = true"))
    table.done()
    return rule


def amount(read: Reader, key: str) -> Fraction:
    """A number, with decimals or without, taken exactly."""
    read.taken.add(key)
    number = _exact(read.mapping.get(key, 0))
    if number is None:
        read.fault(
            key,
            _("{written} must be a number, at most {largest}", written=as_written(read.mapping[key]), largest=LARGEST),
        )
        return Fraction(0)
    return number


def _exact(number: Any) -> Fraction | None:
    """A number of the file as it is written there: 0.1 is a tenth."""
    if isinstance(number, bool) or not isinstance(number, int | float | Fraction) or not isfinite(number):
        return None
    exact = Fraction(str(number))
    return exact if abs(exact) <= LARGEST else None
