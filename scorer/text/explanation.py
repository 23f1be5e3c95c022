"""How the payouts of a deal came about, step by step."""

from typing import Final

from scorer.language import N_, _, counts, in_context, ngettext
from scorer.language.lists_numbers_dates import listed, signed
from scorer.match.deal_reading import deal_of
from scorer.match.facts import Record
from scorer.match.sides_parsing import sides_deal_of
from scorer.rules.cards import TOTAL_CARD_POINTS, bid_shown
from scorer.rules.deal import reckon
from scorer.rules.kinds import CARDS, SAID, Outcome
from scorer.rules.sides import reckon_sides, shares
from scorer.rules.variant import Variant
from scorer.text.kind_words import result_name
from scorer.text.sentences import record_sentence, running_words, times_words

_STEPS: Final = (
    N_("target"), N_("bid"), N_("slam"), N_("shares"), N_("carry"), N_("counts"), N_("wins"), N_("worth"), N_("race"),
    N_("units"), N_("paper"),
)  # fmt: skip


def explanation(record: Record, variant: Variant) -> list[str]:
    """How the payouts of a record came about, a line a step: u, slam, share, carry."""
    variant = record.variant or variant
    steps: list[str] = []
    if record.is_deal:
        steps = _of_contract(record, variant) if record.has_caller else _of_sides(record, variant)
        total = sum(record.payouts.values())
        units = _("{units}; they sum to {total}", units=running_words(record.payouts), total=total)
        steps.append(_step("units", units))
        if variant.has_tally("paper"):
            paper = record.counts_for("paper", variant.win)
            steps.append(_step("paper", running_words(paper)))
    return [record_sentence(record, variant), *steps]


def _step(step: str, sentence: str) -> str:
    """A line: the name of the step in a column of its own, and what it did."""
    names = {name: in_context("step", name) for name in _STEPS}
    return names[step].ljust(max(map(len, names.values())) + 3) + sentence


def _of_contract(record: Record, variant: Variant) -> list[str]:
    """The contract, u of the band or the count, the slam, the shares of each role, the carry."""
    deal = deal_of(record, variant)
    reckoned = reckon(deal, variant)
    shares, u, pack = reckoned.shares, reckoned.u, variant.auction.pack
    bid, target, outcome = bid_shown(deal.bid, pack), deal.bid.target, result_name(str(reckoned.outcome))
    if deal.card_points is None:
        count = _("nobody counted")
    elif variant.bonuses:
        count = _("{count} counted", count=deal.card_points)
    else:
        count = counts.card_points(deal.card_points)
    wanted = str(target) if variant.bonuses else counts.card_points(target)
    contract = _("{target}; {count}: {outcome}", target=wanted, count=count, outcome=outcome)
    if variant.win.worth == "count":
        worth = _("{bid}: u = {u} (the count)", bid=bid, u=u)
    elif not variant.bands and reckoned.outcome is Outcome.MADE:
        worth = _("{bid}: u = {u} (the bid)", bid=bid, u=u)
    elif not variant.bands and deal.card_points is not None:
        parts = {"lacking": deal.bid.target - deal.card_points, "others": TOTAL_CARD_POINTS - deal.card_points}
        worth = _("{bid}: u = {u} ({lacking} lacking, and {others} that the others took)", bid=bid, u=u, **parts)
    elif band := variant.band(deal.bid):
        worth = _("{bid}: u = {u} (bids from {first} on)", bid=bid, u=u, first=bid_shown(band.label, pack))
    else:
        worth = _("{bid}: u = {u} (its own)", bid=bid, u=u)
    units = {"caller": signed(shares.caller), "partner": signed(shares.partner), "defenders": signed(shares.defender)}
    if deal.partner:
        paid = _("caller {caller}, partner {partner}, defenders {defenders} each", **units)
    elif variant.alone:
        paid = _("caller {caller}, defenders {defenders} each", **units)
    else:
        paid = _("caller {caller}, solo, defenders {defenders} each", **units)
    lines = [_step("target", contract), _step("bid", worth)]
    if deal.slam:
        lines.append(_step("slam", _slam(variant, u, reckoned.worth)))
    lines.append(_step("shares", paid))
    if deal.times > 1:
        times = times_words(deal.times)
        carry = _("counts {times}; each defender's stake is {stake}", times=times, stake=reckoned.stake)
        lines.append(_step("carry", carry))
    return lines


def _of_sides(record: Record, variant: Variant) -> list[str]:
    """The counts, who wins and why, u of the win, the slam, what each winner gets and each loser pays, the carry."""
    deal = sides_deal_of(record)
    reckoned = reckon_sides(deal, variant)
    winners = listed([player for place in reckoned.winners for player in deal.sides[place]])
    players = winners or _("nobody")
    wins = f"{players}: {_why(record, variant)}"
    lines = [_step("counts", _counts(record, list(map(listed, deal.sides)))), _step("wins", wins)]
    if not reckoned.winners:
        return lines
    lines.append(_step("worth", _worth(record, reckoned.winners, reckoned.u, variant)))
    if deal.slam:
        lines.append(_step("slam", _slam(variant, reckoned.u, reckoned.worth)))
    lines.append(_step("shares", _shares(len(deal.sides), reckoned.winners)))
    if deal.times > 1:
        times = {"times": times_words(deal.times), "factor": deal.times, "units": reckoned.worth}
        lines.append(_step("carry", _("counts {times}: {factor} x {units}", **times)))
    if reckoned.deals_won > 1:
        lines.append(_step("race", _("counts {number} of the deals won", number=reckoned.deals_won)))
    return lines


def _shares(sides: int, winners: tuple[int, ...]) -> str:
    """What each winner gets and each loser pays, as multiples of u."""
    won, lost = len(winners), sides - len(winners)
    gain, loss = sorted(set(shares(sides, winners)), reverse=True)
    return _(
        "winners {gain} each ({sides_that_lost}), losers {loss} each ({sides_that_won})",
        gain=signed(gain),
        sides_that_lost=ngettext("{count} side lost", "{count} sides lost", lost),
        loss=signed(loss),
        sides_that_won=ngettext("{count} side won", "{count} sides won", won),
    )


def _counts(record: Record, names: list[str]) -> str:
    """What each side has, and how much of it is bonuses."""
    if record.counts is None:
        return _("nobody counted")
    sides = []
    for name, count, bonus in zip(names, record.counts, record.bonuses or (0,) * len(names), strict=True):
        side = {"side": name, "count": count, "card_points": count - bonus, "bonuses": bonus}
        parts = N_("{side} {count} ({card_points} card points and {bonuses} of bonuses)")
        sides.append(_(parts, **side) if bonus else f"{name} {count}")
    return ", ".join(sides)


def _why(record: Record, variant: Variant) -> str:
    win, won = variant.win, len(record.winners or "")
    if record.decided == SAID:
        return _("so it was said")
    if record.decided == CARDS:
        return _("more cards at equal counts") if won else _("as many cards at equal counts")
    if record.decided:
        return _((variant.events or {}).get(record.decided, record.decided))
    if win.by == "at most":
        limit = counts.card_points(win.limit)
        if won:
            return _("at most {card_points}", card_points=limit)
        return _("all have, or nobody has, at most {card_points}", card_points=limit)
    if not won:
        return _("equal counts")
    if variant.bonuses:
        return _("the highest count, shared") if won > 1 else _("the highest count")
    return _("most card points, shared") if won > 1 else _("most card points")


def _worth(record: Record, winners: tuple[int, ...], u: int, variant: Variant) -> str:
    """What a win is worth, and why where it is not the same for every win."""
    win, counted = variant.win, record.counts or ()
    if win.worth == "margin":
        second = max(count for at, count in enumerate(counted) if at not in winners)
        return _("u = {u}, the margin: {first} - {second}", u=u, first=counted[winners[0]], second=second)
    if win.above is None or not counted:
        return _("u = {u}", u=u)
    if max(counted[at] for at in winners) > win.above:
        return _("u = {u}, more than {number}", u=u, number=win.above)
    return _("u = {u}, up to {number}", u=u, number=win.above)


def _slam(variant: Variant, u: int, worth: int) -> str:
    slam = variant.slam
    if slam is None or slam.wins_match:
        return _("it wins the match")
    if slam.factor > 1 and not worth % u:
        return f"{u} x {worth // u} = {worth}"
    return f"{u} + {worth - u} = {worth}"
