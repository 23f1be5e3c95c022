"""What is said of a deal, a match, a correction: the one place with prose for players."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from scorer.match.values import Match, Outdated, Record, Sheet, Step, deal_of
from scorer.rules.bid import LOWEST_TARGET, Bid, read_bid
from scorer.rules.cards import RANK_NAMES
from scorer.rules.deal import reckon
from scorer.rules.ending import End
from scorer.rules.kinds import PENALTY, Outcome
from scorer.rules.variant import Variant
from scorer.text.numbers import money, signed

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
TIMES = {1: "once", 2: "double", 3: "triple"}


def plural(number: float, one: str, many: str = "") -> str:
    """The word that goes with a number: `deal`, `deals`, `matches`; `many` where the plural is neither."""
    return one if abs(number) == 1 else many or one + ("es" if one.endswith("ch") else "s")


def counted(number: float, one: str, many: str = "") -> str:
    """A number and the word that goes with it: `1 deal`, `12 deals`, `3 matches`."""
    return f"{number} {plural(number, one, many)}"


def listed(names: Sequence[str]) -> str:
    """`Anna, Bruno and Carla`."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def deal_sentence(record: Record, variant: Variant, bid: Bid | None = None) -> str:
    """`Anna called the two at 71 with Elena and made 74: Anna +4, Elena +2, the others -2 each`.

    The `bid` is read out of the record where it is not known yet.
    """
    called = called_words(bid or read_bid(str(record.bid), variant.auction), variant)
    card = f" ({record.called})" if record.called else ""
    partner = f"with {record.partner}" if record.partner else "alone"
    made = record.outcome == Outcome.MADE
    if record.outcome == Outcome.EVEN:
        result = "ended even at 60:60"
    elif record.card_points is None:
        result = "made it, uncounted" if made else "failed, uncounted"
    else:
        result = f"made {record.card_points}" if made else f"failed with {record.card_points}"
    if record.slam and variant.slam:
        everything = "every trick" if variant.slam.by == "tricks" else "all 120"
        result += f", a slam with {everything}" if made else f", a slam by the defenders with {everything}"
    if record.times > 1:
        result += f", counting {times_words(record.times)}"
    return f"{record.caller} called {called}{card} {partner} and {result}: {payout_words(record)}"


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
    """Everybody's units: the calling side by name, the others together where they get the same."""
    payouts = record.payouts
    if not any(payouts.values()):
        return "nobody pays"
    named = list(filter(None, (record.caller, record.partner)))
    others = [player for player in payouts if player not in named]
    alike = len(set(map(payouts.get, others))) == 1 and len(others) > 1 and bool(named)
    words = [f"{player} {signed(payouts[player])}" for player in (named if alike else [*named, *others])]
    if alike:
        words.append(f"the others {signed(payouts[others[0]])} each")
    return ", ".join(words)


def record_sentence(record: Record, variant: Variant, bid: Bid | None = None) -> str:
    """What happened, for every kind of record; `bid` as in deal_sentence."""
    note = f" ({record.note})" if record.note else ""
    if record.is_deal:
        return f"{deal_sentence(record, variant, bid)}{note}"
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
    return words + (f"; the deal counts {times_words(sheet.carry)}" if sheet.carry > 1 else "")


def left_words(sheet: Sheet, end: End | None) -> str:
    """How far off the agreed end is: the deals left, or why it is reached and goes on; empty when none was agreed.

    `end` is that of the sheet at this moment.
    """
    if end is None:
        return f"{counted(sheet.deals_left, 'deal')} left" if sheet.deals_left else ""
    reached = "the agreed deals are played" if end.by == "deals" else str(end)
    if end.waits_for == "round":
        return f"{reached}; the round of deals goes on to its end"
    if end.waits_for == "tie":
        return f"{reached}; it goes on while {listed(end.leaders)} share the lead"
    return reached if end.by == "deals" else ""


def over_words(end: End | None) -> str:
    """That the agreed end is reached, and what to do then; empty while the match goes on."""
    if end is None or end.waits_for:
        return ""
    return f"The match is over: {end}. scorer settle says who pays whom, scorer finish closes it."


def early_words(sheet: Sheet) -> str:
    """`after 3 of 10 deals`, of a match that is closed before what was agreed, its round too; empty for any other."""
    agreed, left = sheet.match.ending.deals, sheet.deals_left
    if sheet.waits_for_round:
        return f"after {counted(len(sheet.deals), 'deal')}, before the end of the round of deals"
    return f"after {len(sheet.deals)} of {counted(agreed, 'deal')}" if agreed and left else ""


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
    variant = sheet.match.variant
    card = f" ({call.called})" if call.called else ""
    return (
        f"{call.caller} called {called_words(read_bid(call.bid, variant.auction), variant)}{card}; the result is open"
    )


def step_sentence(step: Step, match: Match | None) -> str:
    """What a step did, in one line; records of `match` are told as its variant has it."""
    if step.action == "call":
        return f"{step.detail.get('caller')} called {step.detail.get('bid')}"
    if "what" in step.detail:
        return str(step.detail["what"])
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


FACTS = ("caller", "bid", "called", "partner", "result", "slam", "dealer", "out", "times", "note")


def difference_words(old: Record, new: Record) -> str:
    """What changed between two editions of a record."""
    pairs = [(fact, _fact(old, fact), _fact(new, fact)) for fact in FACTS]
    changed = [f"{fact} {before} -> {after}" for fact, before, after in pairs if before != after]
    return ", ".join(changed)


def _fact(record: Record, fact: str) -> str:
    value = getattr(record, fact)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if value not in {None, ""} else "solo" if fact == "partner" and record.is_deal else "none"


def explanation(record: Record, variant: Variant) -> list[str]:
    """How the payouts of a record came about, a line a step: u of the band, slam, share, carry."""
    lines = [record_sentence(record, variant)]
    if not record.is_deal:
        return lines
    deal = deal_of(record, variant)
    reckoned, band = reckon(deal, variant), variant.band(deal.bid)
    shares = reckoned.shares
    counted = f"{deal.result} card points" if deal.card_points is not None else "nobody counted"
    lines.append(f"target   {deal.bid.target} card points; {counted}: {reckoned.outcome}")
    lines.append(
        f"bid      {deal.bid}: u = {reckoned.u}" + (f" (the band from {band.label})" if band else " (its own)")
    )
    if deal.slam and variant.slam:
        rule = f"x {variant.slam.factor}" if variant.slam.factor > 1 else f"+ {variant.slam.add}"
        lines.append(f"slam     {reckoned.u} {rule} = {reckoned.worth}")
    partner = f", partner {signed(shares.partner)}" if deal.partner else ", solo"
    lines.append(f"shares   caller {signed(shares.caller)}{partner}, defenders {signed(shares.defender)} each")
    if deal.times > 1:
        lines.append(f"carry    counts {times_words(deal.times)}; each defender's stake is {reckoned.stake}")
    lines.append(f"units    {running_words(record.payouts)}; they sum to {sum(record.payouts.values())}")
    return lines


def amount_words(amount: int, currency: str | None) -> str:
    """An amount as it is paid: `1.50 EUR`, or `3 units` where there is no money."""
    return counted(amount, "unit") if currency is None else money(amount, currency)


def settlement_lines(settlement: "Settlement") -> list[str]:
    """Who pays whom, a line a transfer."""
    paid = [
        f"{transfer.payer} pays {transfer.payee} {amount_words(transfer.amount, settlement.currency)}"
        for transfer in settlement.transfers
    ]
    return paid or ["Nobody owes anything."]
