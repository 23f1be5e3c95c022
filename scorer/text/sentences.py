"""What is said of a deal, a match, a correction: the one place with prose for players."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from scorer.language import counts
from scorer.language.forms import listed, signed
from scorer.match.facts import Call, Match, Outdated, Record, Step
from scorer.match.names import EXACTLY, spoken
from scorer.match.sheet import Sheet
from scorer.rules.bid import LOWEST_TARGET, Bid, read_bid
from scorer.rules.cards import RANK_NAMES
from scorer.rules.kinds import CARDS, EVEN, PENALTY, SAID, SIDE_LETTERS, Outcome
from scorer.rules.variant import Variant
from scorer.text.numbers import money
from scorer.text.step_words import step_words

if TYPE_CHECKING:
    from scorer.match.settlement import Settlement

KIND_SENTENCES = {
    "passed-out": "All passed",
    "thrown-in": "A poor hand was thrown in",
    "misdeal": "A misdeal",
    "annulled": "The deal was annulled",
}
ACTIONS = {
    "start": "match started",
    "seats": "seats changed",
    "finish": "match finished",
    "reopen": "match reopened",
}
NAMED = 3  # so many by name where there may be many
TIMES = {1: "once", 2: "double", 3: "triple"}


def plural(number: float, one: str, many: str = "") -> str:
    """The word that goes with a number: `deal`, `deals`, `matches`; `many` where the plural is neither."""
    return one if abs(number) == 1 else many or one + ("es" if one.endswith("ch") else "s")


def counted(number: float, one: str, many: str = "") -> str:
    """A number and the word that goes with it: `1 deal`, `12 deals`, `3 matches`."""
    return f"{number} {plural(number, one, many)}"


def some(words: Sequence[str]) -> str:
    """`Anna, Bruno and Carla`; of more, those first and how many others."""
    more = [counts.others(len(words) - NAMED)] if len(words) > NAMED else []
    return listed([*words[:NAMED], *more])


def few(players: Sequence[str], most: int = NAMED) -> str:
    """`Anna, Bruno and Carla`; of more, how many players."""
    return listed(players) if len(players) <= most else counts.players(len(players))


def taken_words(taken: Sequence[tuple[str, str]]) -> str:
    """Who was meant by first letters, and how somebody new is named who has such a name; empty for nobody.

    And whose name stood behind a `=`, which is no part of it.
    """
    letters = [(word, name) for word, name in taken if not word.startswith(EXACTLY)]
    exactly = [(word, name) for word, name in taken if word.startswith(EXACTLY)]
    by_letters, by_name = (", ".join(f"'{word}' is {name}" for word, name in each) for each in (letters, exactly))
    how = [f'{by_letters}; a new player of such a name is "{EXACTLY}{letters[0][0]}"'] if letters else []
    how += [f"{by_name}: {EXACTLY} before a name only says that nobody else is meant"] if exactly else []
    return "; ".join(how)


def new_words(name: str, other: str, *, together: bool) -> str:
    """That a name is new and near another one; `together`: both were named at once."""
    if together:
        return f"{name} is new beside {other}: they are taken for two people"
    return f'{name} is new; if it is {other}: scorer player merge "{name}" "{other}"'


def still_open_words(others: Sequence[Match], match: Match) -> list[str]:
    """That other matches are still open when this one is started, and how to close them."""
    lines = []
    for other in others[:3]:
        mixed = set(other.sitting.seats) & set(match.sitting.seats)
        until = f"; until then --match {match.id} means this one" if mixed else ""
        lines.append(f"{other.name} of {other.on} is still open: scorer finish {other.id} closes it{until}")
    if more := len(others) - len(lines):
        lines.append(f"{counted(more, 'more match', 'more matches')} {plural(more, 'is', 'are')} open")
    return lines


def deal_sentence(record: Record, variant: Variant) -> str:
    """`Anna called the two at 71 with Elena and made 74: Anna +4, Elena +2, the others -2 each`."""
    if not record.has_caller:
        return sides_sentence(record, variant)
    called = called_words(read_bid(str(record.bid), variant.auction), variant)
    card = f" ({record.called})" if record.called else ""
    partner = f"with {record.partner} " if record.partner else "" if variant.alone else "alone "
    made = record.outcome == Outcome.MADE
    if record.outcome == Outcome.EVEN:
        result = "ended even at 60:60"
    elif record.card_points is None:
        result = "made it, uncounted" if made else "failed, uncounted"
    else:
        result = f"made {record.card_points}" if made else f"failed with {record.card_points}"
        result += f" ({record.bonuses[0]} of it bonuses)" if record.bonuses else ""
    if record.slam and variant.slam:
        everything = _everything(variant)
        result += f", a slam with {everything}" if made else f", a slam by the defenders with {everything}"
    if record.times > 1:
        result += f", counting {times_words(record.times)}"
    return f"{record.caller} called {called}{card} {partner}and {result}: {payout_words(record)}"


def sides_sentence(record: Record, variant: Variant) -> str:
    """`Anna and Carla took 74 to 46: Anna and Carla +1, Bruno and Dario -1`, of a deal without a caller.

    Those who won stand first, or who has most.
    """
    sides, counts, won = record.by_side, record.counts, winning(record)
    names = list(map(listed, sides))
    winners = listed([player for place in won for player in sides[place]])
    if counts is not None:
        order = sorted(range(len(sides)), key=lambda place: (place not in won, -counts[place]))
        others = [f"{names[place]} {counts[place]}" for place in order]
        if len(sides) > 2:  # noqa: PLR2004 - one against the other
            result = ", ".join([f"{names[order[0]]} took {counts[order[0]]}", *others[1:]])
        elif record.decided == CARDS and won:
            result = f"{winners} had more cards at {counts[0]} to {counts[1]}"
        elif counts[0] == counts[1]:
            result = f"{counts[0]} to {counts[1]}"
        else:
            result = f"{names[order[0]]} took {counts[order[0]]} to {counts[order[1]]}"
        has = [f"{names[place]} {amount}" for place, amount in enumerate(record.bonuses or ()) if amount]
        result += f" (bonuses: {', '.join(has)})" if has else ""
        result += "" if won else ", even"
    elif won:
        happened = (variant.events or {}).get(str(record.decided))
        result = f"{winners} won at once, {happened}" if happened else f"{winners} won, uncounted"
    else:
        result = "An even deal, uncounted"
    result += f", {record.trumps} as trumps" if record.trumps else ""
    result += f", a slam with {_everything(variant)}" if record.slam else ""
    result += f", counting {times_words(record.times)}" if record.times > 1 else ""
    return f"{result}: {payout_words(record)}"


def winning(record: Record) -> list[int]:
    """The places of the sides that won a deal without a caller."""
    return [SIDE_LETTERS.index(letter) for letter in record.winners or ""]


def _everything(variant: Variant) -> str:
    return "every trick" if variant.slam and variant.slam.by == "tricks" else "all 120"


def result_words(record: Record) -> str:
    """The result of a deal in a few words, with names: `74`, `made`, `74/46`, `Anna and Carla won`, `even`."""
    if record.has_caller or not record.by_side:
        return record.result
    winners = listed([player for place in winning(record) for player in record.by_side[place]])
    if record.counts is not None:
        cards = f", more cards: {winners or 'nobody'}" if record.decided == CARDS else ""
        return f"{record.result}{cards}"
    if not winners:
        return EVEN
    return f"{winners} won" if record.decided == SAID else f"{record.decided} by {winners}"


def sides_words(sides: Sequence[Sequence[str]]) -> str:
    """`Anna and Carla play against Bruno and Dario`; `Anna, Bruno and Carla play, each alone`."""
    if max(map(len, sides)) > 1:
        return " against ".join([f"{listed(sides[0])} play", *map(listed, sides[1:])])
    return f"{listed([player for side in sides for player in side])} play, each alone"


def partners_words(sheet: Sheet) -> str:
    """Who is whose partner, where the seats make sides and nobody rests; empty elsewhere: next_words says it."""
    return f"{sides_words(sheet.sides)}." if sheet.match.variant.fixed_partners and not sheet.resting() else ""


def called_words(bid: Bid, variant: Variant) -> str:
    """A bid as it is spoken of: `the two at 71`, `the king`, `71`, `carichi`, `carichi at 71`."""
    rank = bid.rank or (variant.auction.called if not bid.name else None)
    if bid.raised:
        return f"{bid.name} at {bid.target}"
    if rank is None:
        return str(bid)
    raised = bid.target > LOWEST_TARGET or not variant.auction.by_rank
    return f"the {RANK_NAMES[rank]}" + (f" at {bid.target}" if raised else "")


def times_words(times: int) -> str:
    """`once`, `double`, `triple`, `4 times`."""
    return TIMES.get(times, f"{times} times")


def payout_words(record: Record) -> str:
    """Everybody's units: the calling side by name, the others together where they get the same; or side by side."""
    payouts = record.payouts
    if not any(payouts.values()):
        return "nobody pays"
    if record.by_side and not record.has_caller:
        won = winning(record)
        order = sorted(range(len(record.by_side)), key=lambda place: place not in won)
        sides = [record.by_side[place] for place in order]
        return ", ".join(f"{listed(side)} {signed(payouts[side[0]])}" for side in sides)
    named = list(filter(None, (record.caller, record.partner)))
    others = [player for player in payouts if player not in named]
    alike = len(set(map(payouts.get, others))) == 1 and len(others) > 1 and bool(named)
    words = [f"{player} {signed(payouts[player])}" for player in (named if alike else [*named, *others])]
    if alike:
        words.append(f"the others {signed(payouts[others[0]])} each")
    return ", ".join(words)


def record_sentence(record: Record, variant: Variant) -> str:
    """What happened, for every kind of record."""
    note = f" ({record.note})" if record.note else ""
    if record.is_deal:
        return f"{deal_sentence(record, variant)}{note}"
    if record.kind in KIND_SENTENCES:
        return f"{KIND_SENTENCES[record.kind]}{note}: nobody pays"
    if record.kind == PENALTY:
        offender = min(record.payouts, key=lambda player: record.payouts[player])
        return f"Penalty for {offender} ({record.note}): {payout_words(record)}"
    left = f"; {residual_words(record)}" if record.residual else ""
    return f"{record.kind.capitalize()} ({record.note}): {payout_words(record)}{left}"


def residual_words(record: Record) -> str:
    """`a residual of +4`: what the units of a paper sheet or an adjustment leave; empty where they sum to zero."""
    return f"a residual of {signed(record.residual)}" if record.residual else ""


def running_words(running: Mapping[str, int]) -> str:
    """Running units in the order of the table: `Anna +4, Bruno -2 ...`."""
    return ", ".join(f"{player} {signed(units)}" for player, units in running.items())


def next_words(sheet: Sheet) -> str:
    """Who deals the next deal, who rests in it, and what it counts."""
    dealer = sheet.next_dealer
    resting = sheet.resting()
    words = f"{dealer} deals and rests" if resting == dealer else f"{dealer} deals"
    if resting and resting != dealer:
        words += f", {resting} rests"
    if resting and sheet.match.variant.fixed_partners:  # they are others in every deal
        words += f"; {sides_words(sheet.sides)}"
    if sheet.trumps:
        words += f"; {sheet.trumps} are trumps"
    return words + (f"; the deal counts {times_words(sheet.carry)}" if sheet.carry > 1 else "")


def match_title(match: Match) -> str:
    """`Friday (match 1), 2026-11-20, Briscola Chiamata, league main`."""
    return f"{match.name} (match {match.id}), {match.on}, {match.variant.title}, league {match.league}"


def outdated_words(outdated: Sequence[Outdated], found_by: str = "") -> str:
    """Which later deals keep a carry that is another by a correction, and what changes them; empty for none.

    `found_by` is what the command that is advised has to say of the match.
    """
    deals = [
        f"{deal.number} (counts {times_words(deal.times)}, would count {times_words(deal.due)} now)"
        for deal in outdated
    ]
    if not deals:
        return ""
    command = f"scorer carry --reason TEXT{found_by}"
    if len(deals) == 1:
        return f"deal {deals[0]} stays as recorded; {command} counts it again"
    return f"deals {listed(deals)} stay as recorded; {command} counts them again"


def recount_words(old: Record, new: Record) -> str:
    """How a deal is counted again: `4: times 8 -> 2, Anna -8 -> -2, Bruno +32 -> +8 ...`."""
    paid = [f"{player} {signed(old.payouts[player])} -> {signed(units)}" for player, units in new.payouts.items()]
    return f"{old.number}: {difference_words(old, new)}, {', '.join(paid) if any(new.units) else 'nobody pays'}"


def pending_words(sheet: Sheet) -> str:
    """The auction that waits for its result; empty when none does."""
    call = sheet.match.sitting.call
    if call is None:
        return ""
    return f"{call_words(call, sheet.match.variant)}; the result is open"


def call_words(call: Call, variant: Variant) -> str:
    """`Anna called the two at 71 (2 coins)`."""
    card = f" ({call.called})" if call.called else ""
    return f"{call.caller} called {called_words(read_bid(call.bid, variant.auction), variant)}{card}"


def step_sentence(step: Step, match: Match | None) -> str:
    """What a step did, in one line; records of `match` are told as its variant has it."""
    if step.action == "call":
        return f"{step.detail.get('caller')} called {step.detail.get('bid')}"
    if words := step_words(step.detail):
        return words
    if step.action == "edit" and step.made:
        changed = difference_words(step.voided[0], step.made[0])
        return f"edited {step.made[0].number}: {changed}; {payout_words(step.made[0])}"
    if step.action == "carry" and step.made:
        before = {record.number: record for record in step.voided}
        return f"counted again {'; '.join(recount_words(before[new.number], new) for new in step.made)}"
    if match and step.action == "void" and step.voided:
        return f"voided {step.voided[0].number}: {record_sentence(step.voided[0], match.variant)}"
    if match and step.made and not step.undoes:
        return f"{step.made[0].number}: {record_sentence(step.made[0], match.variant)}"
    return ACTIONS.get(step.action, step.action)


FACTS = ("caller", "bid", "called", "partner", "result", "bonuses", "slam", "dealer", "out", "times", "note")


def edit_example(record: Record) -> str:
    """An option that puts such a record right."""
    others = [seat for seat in record.seats if seat not in (record.caller, record.partner, record.dealer, record.out)]
    other = spoken((others or record.seats)[0])
    if not record.by_side:
        return f"--partner {other}" if record.is_deal else f"--dealer {other}"
    return "--result 125" if record.has_caller else f'--result "{record.by_side[0][0].lower()} 74"'


def difference_words(old: Record, new: Record) -> str:
    """What changed between two editions of a record."""
    pairs = [(fact, fact_words(old, fact), fact_words(new, fact)) for fact in FACTS]
    changed = [f"{fact} {before} -> {after}" for fact, before, after in pairs if before != after]
    return ", ".join(changed)


def fact_words(record: Record, fact: str) -> str:
    """A fact of a record in a few words; `none`, or `solo`, where it has none."""
    if fact == "bonuses":
        whose = [listed(side) for side in record.by_side] if not record.has_caller else [str(record.caller)]
        found = [f"{who} {amount}" for who, amount in zip(whose, record.bonuses or (), strict=False) if amount]
        return ", ".join(found) or "none"
    value = result_words(record) if fact == "result" else getattr(record, fact)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if value not in {None, ""} else "solo" if fact == "partner" and record.is_deal else "none"


def amount_words(amount: int, currency: str | None) -> str:
    """An amount as it is paid: `1.50 EUR`, or `3 units` where there is no money."""
    return counts.units(amount) if currency is None else money(amount, currency)


def settlement_lines(settlement: "Settlement") -> list[str]:
    """Who pays whom, a line a transfer."""
    paid = [
        f"{transfer.payer} pays {transfer.payee} {amount_words(transfer.amount, settlement.currency)}"
        for transfer in settlement.transfers
    ]
    return paid or ["Nobody owes anything."]
