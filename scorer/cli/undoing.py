"""Taking steps back, and doing them again: undo and redo, and what is asked before that."""

from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from scorer import scorebook
from scorer.cli import corrections, score_sheet
from scorer.cli.context import WouldDo, confirm, is_typed, notice, say, settings
from scorer.cli.options import MatchOption, argument
from scorer.errors import ElsewhereError, NotFoundError, RefusedError
from scorer.language import N_, _, numeric_moment
from scorer.language.lists_numbers_dates import abridged, capitalised, listed
from scorer.match import parsing
from scorer.rules.errors import ScorerError, advice
from scorer.text import sentences

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from scorer.match.facts import Match, Step
    from scorer.rules.errors import Advice, Notice
    from scorer.scorebook.transaction import Transaction

app = typer.Typer()
STEPS_SHOWN = 4  # of what undo and redo would reverse
# Where several matches are open, where one is, of several steps and of one, and where none is.
_WHY_ASKED = {
    "undo": (
        N_("several matches are open ({matches}), and this was done last"),
        N_("{match} is open, and not all of this was done there"),
        N_("{match} is open, and this was not done there"),
        N_("this was not all done at one match"),
    ),
    "redo": (
        N_("several matches are open ({matches}), and this was undone last"),
        N_("{match} is open, and not all of this was undone there"),
        N_("{match} is open, and this was not undone there"),
        N_("this was not all undone at one match"),
    ),
}

StepsArgument = Annotated[str, argument("N", "How many steps.")]


@app.command()
def undo(ctx: typer.Context, steps: StepsArgument = "1", match: MatchOption = "") -> None:
    """Take back the newest step of the scorebook, or the newest N: a deal, a correction, an import.

    redo brings it back. Where that is not at the one open match it asks first; without a terminal it is refused, with
    the commands that do it, and scorer --yes undo does it. With --match, or SCORER_MATCH, it takes back steps of that
    match only, and its start only after scorer --yes.
    """
    _go(ctx, "undo", steps, match)


@app.command()
def redo(ctx: typer.Context, steps: StepsArgument = "1", match: MatchOption = "") -> None:
    """Do again what was undone last, unless something was recorded since.

    It asks as undo does; with --match it does again what was undone last in that match.
    """
    _go(ctx, "redo", steps, match)


def _go(ctx: typer.Context, action: str, steps: str, match: str) -> None:
    """Do it; what is not at the one open match is asked when the transaction is over: nobody else waits for that."""
    count = parsing.read_within(steps, _("steps"), 1, 1000)
    try:
        _reverse(ctx, action, count, match)
    except ElsewhereError as elsewhere:
        if not settings(ctx).may_confirm:
            raise
        notice(*elsewhere.lines)
        confirm(_("Take that back?") if action == "undo" else _("Do that again?"), or_abort=True)
        _reverse(ctx, action, count, match, elsewhere.steps)


def _reverse(ctx: typer.Context, action: str, count: int, match: str, agreed: "Sequence[int]" = ()) -> None:
    """Undo or redo in one transaction, and say so; of steps that have to be asked for, those that are `agreed` to."""
    shared = settings(ctx)
    with shared.changing((match, action, str(count))) as transaction:
        meant = _match_meant(ctx, transaction, action, match)
        there = [] if meant or shared.pad_matches else scorebook.open_matches(transaction)
        try:
            planned, gone = scorebook.would_reverse(transaction, meant, action, count)
        except (NotFoundError, RefusedError) as refusal:
            refusal.advices += tuple(_ways_at(transaction, action, count, there))
            raise
        is_named = shared.match is None or is_typed(ctx, "match")  # by the line or SCORER_MATCH, and not by the pad
        if meant and is_named and not shared.yes:
            _refuse_start(meant, gone, count)
        on_pad = _matches_on_pad(shared.pad_matches, gone, count)
        places = {step.match_id for step in planned}
        is_meant = bool(meant or on_pad) or (len(there) == 1 and places == {there[0].id})
        is_asked = not is_meant and (there or len(places) > 1) and not shared.yes
        if is_asked and agreed != tuple(step.id for step in planned):
            raise _elsewhere(transaction, action, planned, there)
        if shared.looks_ahead:
            raise WouldDo("\n".join(_step_lines(transaction, action, planned)))
        lines, after, notices = _reversed(transaction, action, planned, meant, placed=not is_meant)
        went_back = on_pad[-1:] != shared.pad_matches[-1:]
        if on_pad and action == "redo":
            started = {step.match_id for step in planned if step.action == "start"}
            on_pad += [match for match in after if match.id in started]
        sheets = [scorebook.sheet_of(transaction, match) for match in (on_pad[-1:] if went_back else after)]
    say(*lines)
    if on_pad:
        shared.off_pad |= gone
        shared.keep_pad_on(*on_pad)
    notice(*notices, *([_("The pad goes back to {match}.", match=on_pad[-1].name)] if went_back else []))
    for sheet in sheets:
        say(*([] if is_meant else [sentences.match_title(sheet.match)]))
        score_sheet.running(sheet, shared.now())


def _reversed(
    transaction: "Transaction", action: str, steps: "Sequence[Step]", meant: "Match | None", *, placed: bool
) -> "tuple[list[str], list[Match], list[Notice]]":
    """Reverse these steps; returns what was done, a line a step, the matches at which that was, and what follows.

    `placed`: the lines say at which match, unless it is the only one and shown below; of one that is gone they do.
    """
    before = _matches_of(transaction, steps)
    outdated = {match.id: scorebook.outdated(transaction, match) for match in before}
    done = (scorebook.undo if action == "undo" else scorebook.redo)(transaction, meant, len(steps))
    after = _matches_of(transaction, steps)
    if action == "redo":
        for match in before:  # who may not sit there any more
            scorebook.seating_notices(transaction, match)
    known: dict[int | None, Match] = {match.id: match for match in (*before, *after)}
    is_gone = len(after) < len(_places(steps))
    placed = is_gone or (placed and not len(after) == len({step.match_id for step in steps}) == 1)
    template = N_("Undone: {step}") if action == "undo" else N_("Done again: {step}")
    lines = [
        _(template, step=_where_and_what(transaction, step, known.get(step.match_id), placed=placed)) for step in done
    ]
    notices: list[Notice] = [
        line for match in after for line in corrections.kept_carry(transaction, match, outdated.get(match.id, ()))
    ]
    notices += [line for match in after for line in scorebook.correction_notices(transaction, match)]
    return lines, after, notices


def _match_meant(ctx: typer.Context, transaction: "Transaction", action: str, match: str) -> "Match | None":
    """The match of which steps are meant; None for those of the whole scorebook, or for a start undone on the pad."""
    shared = settings(ctx)
    if action == "redo" and shared.off_pad and not is_typed(ctx, "match"):
        with suppress(ScorerError):
            (newest,), _gone = scorebook.would_reverse(transaction, None, action, 1)
            if newest.match_id in shared.off_pad:
                return None
    return scorebook.find_match(transaction, match) if match else None


def _refuse_start(match: "Match", gone: "Collection[int]", steps: int) -> None:
    """Raise RefusedError where the match itself would be gone after undoing so many steps of it."""
    if match.id in gone:
        raise RefusedError(
            _("nothing is undone: it would take {match} away", match=match.name),
            advice("undo_start", steps=f"{steps} " if steps > 1 else "", number=match.id),
        )


def _matches_on_pad(kept: "Sequence[Match]", gone: "Collection[int]", steps: int) -> "list[Match]":
    """The matches of the pad that are there after undoing so many steps; raises RefusedError where none is left."""
    there = [match for match in kept if match.id not in gone]
    if kept and not there:
        number = f"{steps} " if steps > 1 else ""
        raise RefusedError(
            _(
                "nothing is undone: it would take {match} away, which the pad is on; "
                "quit, then scorer --yes undo {steps}--match {number} does it",
                match=kept[-1].name,
                steps=number,
                number=kept[-1].id,
            )
        )
    return there


def _places(steps: "Iterable[Step]") -> list[int]:
    """The numbers of the matches at which these steps are, each once."""
    return list(dict.fromkeys(step.match_id for step in steps if step.match_id))


def _matches_of(transaction: "Transaction", steps: "Iterable[Step]") -> "list[Match]":
    """The matches at which these steps are, as far as they exist."""
    return [match for place in _places(steps) if (match := scorebook.existing(transaction, place))]


def _elsewhere(
    transaction: "Transaction", action: str, steps: "Sequence[Step]", there: "Sequence[Match]"
) -> ElsewhereError:
    """That these steps are not at the one match that is open of those `there`: what they are, and the commands."""
    why = _why_asked(action, len(steps), there)
    known: dict[int | None, Match] = {match.id: match for match in _matches_of(transaction, steps)}
    done = [
        f"{numeric_moment(step.at)}  {_where_and_what(transaction, step, known.get(step.match_id))}" for step in steps
    ]
    template = N_("nothing is undone: {why}: {step}") if action == "undo" else N_("nothing is redone: {why}: {step}")
    return ElsewhereError(
        _(template, why=why, step=listed(abridged(done, 1))),
        [step.id for step in steps],
        [f"{capitalised(why)}:", *(f"  {line}" for line in done)],
        *_ways(transaction, action, steps, there),
    )


def _why_asked(action: str, count: int, there: "Sequence[Match]") -> str:
    """Why so many steps have to be asked for, in the words of undo or of redo."""
    several, some, none, places = _WHY_ASKED[action]
    if len(there) > 1:
        return _(several, matches=scorebook.listed_matches(there))
    if there:
        return _(some if count > 1 else none, match=there[0].name)
    return _(places)


def _ways(
    transaction: "Transaction", action: str, steps: "Sequence[Step]", there: "Sequence[Match]"
) -> "Iterator[Advice]":
    """The commands that reverse these steps, and what was done last at a match that is open."""
    places = _places(steps)
    if len(places) == 1 and all(step.match_id for step in steps) and scorebook.existing(transaction, places[0]):
        takes_away = action == "undo" and any(step.action == "start" for step in steps)
        command = _command(f"--yes {action}" if takes_away else action, len(steps), f"--match {places[0]}")
    else:
        command = _command(f"--yes {action}", len(steps))
    yield advice(f"{action}_these", command=command)
    yield from _ways_at(transaction, action, len(steps), [match for match in there if [match.id] != places])


def _ways_at(transaction: "Transaction", action: str, count: int, there: "Sequence[Match]") -> "Iterator[Advice]":
    """The command that reverses so many steps at an open match, of those `there` at which that is not refused."""
    able = []
    for match in there:
        with suppress(ScorerError):
            _steps, gone = scorebook.would_reverse(transaction, match, action, count)
            _refuse_start(match, gone, count)
            able.append(match)
    if len(able) > 1:
        any_of_them = _command(action, count, "--match MATCH")
        yield advice(f"{action}_at", command=any_of_them, match=_("one that is open"))
    elif able:
        yield advice(f"{action}_at", command=_command(action, count, f"--match {able[0].id}"), match=able[0].name)


def _command(action: str, count: int, where: str = "") -> str:
    """The command line that reverses so many steps."""
    return " ".join(filter(None, ["scorer", action, str(count) if count > 1 else "", where]))


def _where_and_what(transaction: "Transaction", step: "Step", match: "Match | None", *, placed: bool = True) -> str:
    """`Friday (match 1): match finished`; of the whole scorebook, and where it is not `placed`, only what it did."""
    sentence = sentences.step_sentence(step, match)
    if not step.match_id or not placed:
        return sentence
    name = scorebook.match_name(transaction, step.match_id)
    return _("{match} (match {number}): {step}", match=name, number=step.match_id, step=sentence)


def _step_lines(transaction: "Transaction", action: str, steps: "Sequence[Step]") -> "Iterator[str]":
    """`takes back 2: Anna called the king ...`, a line a step; of many the first."""
    known: dict[int | None, Match] = {match.id: match for match in _matches_of(transaction, steps)}
    for step in steps[:STEPS_SHOWN]:
        match = known.get(step.match_id)
        start = _("the start of {match}", match=match.name) if match and step.action == "start" else ""
        sentence = start or sentences.step_sentence(step, match)
        back = action == "undo"
        yield _("takes back {step}", step=sentence) if back else _("does again {step}", step=sentence)
    if len(steps) > STEPS_SHOWN:
        yield _("and {count} more", count=len(steps) - STEPS_SHOWN)
