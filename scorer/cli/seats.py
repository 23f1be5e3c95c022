"""Sitting down: start a match, and change who sits there."""

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from scorer import rule_files, scorebook
from scorer.cli import complete, score_sheet
from scorer.cli.advice import notice_lines, with_advice
from scorer.cli.context import USAGE, Settings, WouldDo, ask, book, confirm, notice, say, settings
from scorer.cli.options import (
    CurrencyOption,
    FirstDealerOption,
    MatchOption,
    PlayersOption,
    UnitValueOption,
    UntilOption,
    VariantOption,
    argument,
    day_option,
    option,
)
from scorer.language import _
from scorer.match import days
from scorer.match.names import is_nobody, typed_names
from scorer.rules.errors import advice
from scorer.text import sentences, step_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorer.match.facts import Match
    from scorer.scorebook import NewMatch, Seated

app = typer.Typer()

LEAVES = "\N{MINUS SIGN}"  # -Bruno with this in front is a name, and no option


LeagueOption = Annotated[str, option("--league", "NAME", "The league it counts for; else main.", complete.leagues)]


@app.command()
def start(
    ctx: typer.Context,
    name: Annotated[str, argument("NAME", "What to call the match, as in Friday.")],
    players: PlayersOption = None,
    variant: VariantOption = None,
    league: LeagueOption = "",
    on: Annotated[str, day_option("--on", "The date, as in 2026-11-20 or 20/11/2026; else today.")] = "",
    dealer: FirstDealerOption = None,
    unit_value: UnitValueOption = None,
    currency: CurrencyOption = None,
    until: UntilOption = None,
) -> None:
    """Start a match: who sits where, under which variant, until when.

    First letters do for known players; a name that nobody has is a new player. "=Bru" is a new
    Bru, where there is a Bruno. Without --players it offers the same table as last time.

    Example: scorer start Friday --players "Anna,Bruno,Carla,Dario,Elena" --until deals:20
    """
    shared = settings(ctx)
    agreed = {
        "until": until,
        "unit_value_cents": None if unit_value is None else scorebook.read_unit_value(unit_value),
        "currency": None if currency is None else scorebook.read_currency(currency),
    }
    new = scorebook.NewMatch(
        name=name,
        players=(),
        on=days.read_date(on, today=shared.today),
        league=league,
        variant=variant and rule_files.VARIANTS.meant(variant),
        dealer=dealer,
        agreed={term: typed for term, typed in agreed.items() if typed is not None},
    )
    seated, notices = _started(shared, new, _players_asked(shared, name, league) if players is None else players)
    notice(*notices)
    started = _(
        "Started {match}: {players}.",
        match=sentences.match_title(seated.sheet.match),
        players=", ".join(seated.sheet.seats),
    )
    say(started, *filter(None, [sentences.partners_words(seated.sheet)]))
    score_sheet.state(seated.sheet, shared.now())


def _started(shared: Settings, new: "NewMatch", players: str) -> "tuple[Seated, list[str]]":
    """Start the match in one transaction, with what there is to say of its players and of others still open."""
    from scorer.scorebook.new_scorebook import founding, is_missing

    book = shared.book
    scorebook.check_new(replace(new, players=typed_names([players])), players=is_missing(book))
    with book.reading() if shared.looks_ahead else founding(book) as transaction:
        meant = scorebook.meant_players(transaction, typed_names([players], scorebook.player_ids(transaction)))
        new = replace(new, players=meant.players)
        if shared.looks_ahead:
            opening = scorebook.would_start(transaction, new)
            seats = ", ".join(opening.sitting.seats)
            raise WouldDo(
                "; ".join(
                    [_("opens {match} of {players}", match=opening.name, players=seats), *notice_lines(opening.notices)]
                )
            )
        seated = scorebook.start_match(transaction, new)
        others = scorebook.still_open(transaction, seated.sheet.match)
    if on_pad := shared.pad_matches:
        shared.keep_pad_on(*on_pad, seated.sheet.match)
    notices = (sentences.taken_words(meant.taken), *seated.notices, *_still_open(others, seated.sheet.match))
    return seated, notice_lines(notices)


def _still_open(others: "Sequence[Match]", match: "Match") -> list[str]:
    """Notices of other matches that are still open when this one starts, and how to close them."""
    lines = []
    for still_open in others[: sentences.NAMED]:
        mixed = set(still_open.sitting.seats) & set(match.sitting.seats)
        means = [advice("match_means", number=match.id)] if mixed else []
        lines.append(
            with_advice(sentences.still_open_words(still_open), [advice("finish", number=still_open.id), *means])
        )
    if more := len(others) - len(lines):
        lines.append(sentences.more_open_words(more))
    return lines


def _players_asked(shared: Settings, name: str, league: str) -> str:
    """Ask who sits down: the same table as last time, or other names. Ends without a terminal."""
    from scorer.scorebook.new_scorebook import is_missing

    last: tuple[str, ...] = ()
    if not is_missing(shared.book):
        with shared.book.reading() as transaction:
            match = scorebook.last_match(transaction, league)
            last = match.sitting.seats if match else ()
    if last and shared.yes:
        return ",".join(last)
    if shared.looks_ahead:
        raise WouldDo(
            _("opens {name}; --players NAMES says who sits down, else Enter offers the table of last time", name=name)
        )
    if not shared.may_ask:
        if last:
            wanted = _('say who sits down, as last time: --players "{players}"', players=",".join(last))
        else:
            wanted = _('say who sits down: --players "Anna,Bruno,Carla,Dario,Elena"')
        notice(f"scorer: {wanted}")
        raise typer.Exit(USAGE)
    question = _("The same table as last time ({players})", players=", ".join(last))
    if last and confirm(question, default=True):
        return ",".join(last)
    return ask(_("Who sits down, in playing order"))


class SeatsCommand(TyperCommand):
    """The command whose names may begin with a minus."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take `-Bruno` for a name: the options of this command have two strokes, but for -h."""
        leaves = re.compile(r"-(?!h$)[^-]")
        return super().parse_args(ctx, [f"{LEAVES}{word[1:]}" if leaves.match(word) else word for word in args])

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """Complete a player of the table behind a minus, options behind two."""
        if incomplete.startswith("-") and not incomplete.startswith("--"):
            names: Any = next(param for param in self.params if param.name == "names")
            return names.shell_complete(ctx, incomplete)
        return super().shell_complete(ctx, incomplete)


@app.command(cls=SeatsCommand)
def seats(
    ctx: typer.Context,
    names: Annotated[
        list[str] | None,
        argument(
            "NAMES",
            "All at the table from now on, in playing order; or who comes and goes: +Quirino -Bruno.",
            complete.who_sits,
        ),
    ] = None,
    *,
    out: Annotated[
        str | None, option("--out", "PLAYER", "Who rests until this changes; nobody ends it.", complete.who_rests)
    ] = None,
    match: MatchOption = "",
) -> None:
    """Change who sits there: late arrivals, leavers, substitutes. What is recorded keeps its players.

    Who comes takes the seat of who goes, or else the last one. First letters do for known players;
    "=Bru" is a new Bru, where there is a Bruno. Without names and --out it only says who sits there.
    With --out nobody it is the dealer again who rests, where one sits too many.

    Examples: scorer seats +Quirino | scorer seats -Bruno | scorer seats Anna Carla Dario Elena Hugo
    | scorer seats --out bruno, and later scorer seats --out nobody
    """
    words = [name.strip() for name in names or [] if name.strip(" ,")]
    if words or out is not None:
        seated = _seated(ctx, match, words, out)
    else:
        with book(ctx).reading() as transaction:
            seated = scorebook.Seated(scorebook.sheet_of(transaction, scorebook.find_match(transaction, match)))
    notice(*notice_lines(seated.notices))
    say(step_words.at_the_table(seated.sheet.seats), *filter(None, [sentences.partners_words(seated.sheet)]))
    score_sheet.state(seated.sheet, settings(ctx).now())


def _seated(ctx: typer.Context, match: str, words: list[str], out: str | None) -> "Seated":
    """Change who sits there, or who rests, in one transaction; with all that there is to say of it.

    A table is found by who goes from it, or by who is to rest while nobody else is named.
    """
    named = [word[1:].strip() for word in words if word.startswith((LEAVES, "-")) and "," not in word]
    if out and not words and not is_nobody(out, ()):
        named = [out]
    shared = settings(ctx)
    with shared.changing((match, "seats", *words, out or "")) as transaction:
        meant_match, among = scorebook.found_match(transaction, match, named)
        meant = scorebook.seats_meant(transaction, meant_match, words) if words else scorebook.Meant(())
        done = shared.do(scorebook.change_seats, transaction, meant_match, meant.players, out)
        for_whom = scorebook.seating_notices(transaction, meant_match)
    return scorebook.Seated(done.sheet, (*among, sentences.taken_words(meant.taken), *done.notices, *for_whom))
