"""From a mapping (a TOML file, read elsewhere) to a Format: every fault is collected, and listed with its key."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.rules.errors import FormatError
from scorer.rules.reader import MISSING, Reader
from scorer.rules.seating import FIVES_AND_SIXES
from scorer.rules.seating import LARGEST as LARGEST_TABLE
from scorer.rules.seating import SMALLEST as SMALLEST_TABLE
from scorer.rules.tournament.format import LOWEST, MEAN, Format, Missed, Stage
from scorer.rules.tournament.stage_reading import LARGEST, amount, read_stage


def parse_format(name: str, mapping: Mapping[str, Any]) -> Format:
    """Read a format from its mapping: raises FormatError with every fault that was found.

    The keys are described in docs/formats.md.
    """
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
    """The sizes of tables, preferred first."""
    sizes = top.take("sizes", list, list(FIVES_AND_SIXES))
    known = range(SMALLEST_TABLE, LARGEST_TABLE + 1)
    if not sizes or any(type(size) is not int or size not in known for size in sizes) or len(set(sizes)) < len(sizes):
        top.fault("sizes", f"{sizes!r} must be different sizes of tables, {SMALLEST_TABLE} to {LARGEST_TABLE}")
        return FIVES_AND_SIXES
    return tuple(sizes)


def _missed(read: Reader) -> Missed:
    """What a round gives that was not played."""
    missed = Missed(
        units=LOWEST if read.mapping.get("units") == LOWEST else read.number("units", 0, -LARGEST, LARGEST),
        placement=str(word) if (word := read.mapping.get("placement")) in (LOWEST, MEAN) else amount(read, "placement"),
    )
    read.taken |= {"units", "placement"}
    read.done()
    return missed


def _stages(top: Reader, sizes: Sequence[int]) -> tuple[Stage, ...]:
    written = top.take("stages", list, [])
    if not written:
        top.fault("stages", "nothing is played; write at least one [[stages]]")
    stages = []
    for number, mapping in enumerate(written, 1):
        if isinstance(mapping, dict):
            read = Reader(mapping, f"stages.{number}.", top.faults)
            stages.append(read_stage(read, sizes, first=number == 1, last=number == len(written)))
        else:
            top.fault(f"stages.{number}", "must be a table")
    return tuple(stages)


def _check_whole(top: Reader, form: Format) -> None:
    """Faults that only show when the stages are put together: where the direct entrants go."""
    skipping = any(stage.entrants == "not direct" for stage in form.stages)
    joining = sum(stage.entrants == "through and direct" for stage in form.stages)
    if joining != skipping:
        top.fault("stages", 'who is "not direct" plays the first stage, and one later stage has "through and direct"')
    for number, (stage, later) in enumerate(zip(form.stages, form.stages[1:], strict=False), 1):
        if stage.cut and stage.cut.with_direct and later.entrants != "through and direct":
            top.fault(f"stages.{number}.cut.with_direct", "no direct entrant joins the next stage")
