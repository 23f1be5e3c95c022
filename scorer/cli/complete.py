"""Shell completion: names and bids from the scorebook, quoted for the shell, and nothing at all when in doubt."""

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import typer

from db.address import is_url
from scorer.cli.context import Settings
from scorer.cli.within_typer import FILES
from scorer.match.names import typed_letters
from scorer.rules.errors import ScorerError

if TYPE_CHECKING:
    from scorer.match.facts import Match
    from scorer.rules.variant import Variant

PLAIN = set("_./@%+:,-")


class Reply(str):
    """A completion that begins as typed in a person's eyes: Typer would compare letters, we fold case and accents."""

    __slots__ = ()

    def startswith(self, *_typed: Any) -> bool:
        """Whether Typer may offer it."""
        return True


Complete = Callable[[typer.Context, str], list[Reply]]


def files(_ctx: typer.Context, _incomplete: str) -> list[Reply]:
    """The names of files, where the shell is one that is told when to offer them."""
    return [Reply(FILES)] if os.environ.get("_SCORER_COMPLETE", "").endswith(("bash", "zsh")) else []


def who_sits(ctx: typer.Context, incomplete: str) -> list[Reply]:
    """Every player who is not hidden, behind the sign or the commas typed so far; behind a minus who sits there."""
    at = max(incomplete.rfind(","), 0 if incomplete.startswith(("+", "-", "\N{MINUS SIGN}")) else -1) + 1
    before, begun = incomplete[:at], incomplete[at:].lstrip()
    names = _peek(ctx, "PLAYERS" if before[:1] in {"", "+"} or "," in before else "SEATED")
    return [Reply(f"{before}{reply}") for reply in _begun(names, begun)]


def who_was_there(ctx: typer.Context, incomplete: str) -> list[Reply]:
    """Complete players: those of the match before the sign, all who are not hidden behind it; several with commas."""
    at = max(incomplete.rfind(","), incomplete.rfind("=")) + 1
    before, begun = incomplete[:at], incomplete[at:].lstrip()
    names = _peek(ctx, "PLAYERS" if before.endswith("=") else "SEATED")
    return [Reply(f"{before}{reply}") for reply in _begun(names, begun)]


def _at_table(*others: str) -> Complete:
    """Complete a player at an open table, or one of these other words."""
    return lambda ctx, incomplete: _begun([*_seats(ctx), *others], incomplete)


def of_scorebook(query: str) -> Complete:
    """Complete a name that a statement of db.names finds."""
    return lambda ctx, incomplete: _begun(_peek(ctx, query), incomplete)


def of_files(kind: str) -> Complete:
    """Complete the name of a file of rules, shipped or one's own."""

    def names(_ctx: typer.Context, incomplete: str) -> list[Reply]:
        from scorer.rule_files import rule_files

        files = rule_files(kind)
        return _begun(files.names(), incomplete) if files else []

    return names


seated = _at_table()
who_rests = _at_table("nobody")
partners = _at_table("solo")
players = of_scorebook("PLAYERS")  # who are not hidden
matches = of_scorebook("MATCHES")  # open ones
all_matches = of_scorebook("ALL_MATCHES")
reasons = of_scorebook("REASONS")  # those given most often so far
leagues = of_scorebook("LEAGUES")
played = of_scorebook("PLAYED")  # variants
all_variants = of_files("variants")


def any_match(ctx: typer.Context, incomplete: str) -> list[Reply]:
    """The open matches; once something is typed, the finished ones too, of which there are many."""
    return all_matches(ctx, incomplete) if incomplete else matches(ctx, incomplete)


def languages(incomplete: str) -> list[Reply]:
    """The languages that there are."""
    from scorer.language.catalogues import names

    return _begun(names(), incomplete)


def one_of(words: Iterable[str]) -> Callable[[str], list[Reply]]:
    """Complete one of a few words."""
    return lambda incomplete: _begun(words, incomplete)


def variants(ctx: typer.Context, incomplete: str) -> list[Reply]:
    """The variants, shipped and one's own; files where the name of one begins."""
    is_path = "/" in incomplete or incomplete.startswith((".", "~"))
    return files(ctx, incomplete) if is_path else all_variants(ctx, incomplete)


def bids(ctx: typer.Context, incomplete: str) -> list[Reply]:
    """The legal bids of the open matches; those in card points once a digit or a stroke is typed."""
    from scorer.rules.cards import bid_shown

    auctions = [variant.auction for variant in _games(ctx)]
    known = dict.fromkeys(bid_shown(bid, auction.pack) for auction in auctions for bid in auction.bids)
    return _begun([bid for bid in known if incomplete or not bid[-1].isdecimal() or len(bid) == 1], incomplete)


def results(ctx: typer.Context, incomplete: str) -> list[Reply]:
    """The words for how a contract ended that are enough in the open matches."""
    words = [word for variant in _games(ctx) if variant.has_auction for word in variant.win.uncounted]
    return _begun(dict.fromkeys(words), incomplete)


def deal(ctx: typer.Context, incomplete: str) -> list[Reply]:
    """What comes next of CALLER BID PARTNER RESULT, or of PARTNER RESULT where a call waits for its result.

    Where nobody calls it is names, and the words for who won.
    """
    from scorer.rules.kinds import event_shown

    typed = len(ctx.params.get("facts") or ())
    games = _games(ctx)
    of_sides = [variant for variant in games if not variant.has_auction]
    words = [word for variant in of_sides for word in ("won", "even", *map(event_shown, variant.events or {}))]
    replies = _begun(dict.fromkeys([*_seats(ctx), *words]), incomplete) if of_sides else []
    nobody_else = typed >= 2 and all(variant.alone for variant in games)  # noqa: PLR2004 - caller and bid are said
    if games and (len(of_sides) == len(games) or nobody_else):
        return replies
    on_pad = _on_pad(ctx)
    called = on_pad[0].sitting.call if on_pad else _peek(ctx, "CALLED")
    complete_next = (partners, results) if called else (seated, bids, partners, results)
    answers = complete_next[typed](ctx, incomplete) if typed < len(complete_next) else []
    return list(dict.fromkeys([*answers, *replies]))


def _games(ctx: typer.Context) -> "list[Variant]":
    """The variants of the open matches; one that cannot be read is none."""
    if on_pad := _on_pad(ctx):
        return [match.variant for match in on_pad]
    from scorer.rule_files import frozen_variant

    games = []
    for text in _peek(ctx, "VARIANTS"):
        with suppress(ScorerError):
            games.append(frozen_variant("open", text))
    return games


def _seats(ctx: typer.Context) -> Sequence[str]:
    on_pad = _on_pad(ctx)
    return on_pad[0].sitting.seats if on_pad else _peek(ctx, "SEATED")


def _on_pad(ctx: typer.Context) -> "Sequence[Match]":
    """The match whose score a pad keeps, where the line is typed into one: who sits there is known then."""
    return ctx.obj.pad_matches[-1:] if ctx.obj else ()


def _peek(ctx: typer.Context, query: str) -> list[str]:
    """Names from the scorebook of this command line; none from a database server, which takes too long to ask."""
    from db import names

    shared = ctx.obj or Settings(db=str(ctx.find_root().params.get("db") or ""))
    path = shared.where[0]
    return [] if is_url(path) else names.names_at(path, getattr(names, query))


def _begun(names: Iterable[str], incomplete: str) -> list[Reply]:
    """The names that begin as typed, without regard to case or accents, as the shell has to see them."""
    typed = typed_letters(incomplete)
    return [Reply(_quoted(name)) for name in names if typed_letters(name).startswith(typed)]


def _quoted(name: str) -> str:
    """Bash puts a reply on the line as it is: every character with a meaning to it gets a backslash."""
    if "bash" not in os.environ.get("_SCORER_COMPLETE", ""):
        return name
    return "".join(c if c.isalnum() or c in PLAIN else f"\\{c}" for c in name)
