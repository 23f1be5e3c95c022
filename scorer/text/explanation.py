"""How the payouts of a deal came about, step by step."""

from scorer.language.forms import listed, signed
from scorer.match.deal_reading import deal_of
from scorer.match.facts import Record
from scorer.rules.deal import reckon
from scorer.rules.kinds import CARDS, SAID
from scorer.rules.variant import Variant
from scorer.text.sentences import counted, record_sentence, running_words, times_words


def explanation(record: Record, variant: Variant) -> list[str]:
    """How the payouts of a record came about, a line a step: u, slam, share, carry."""
    steps: list[str] = []
    if record.is_deal:
        steps = _of_contract(record, variant) if record.has_caller else _of_sides(record, variant)
        steps.append(f"units    {running_words(record.payouts)}; they sum to {sum(record.payouts.values())}")
    return [record_sentence(record, variant), *steps]


def _of_contract(record: Record, variant: Variant) -> list[str]:
    """The contract, u of the band or the count, the slam, the shares of each role, the carry."""
    deal = deal_of(record, variant)
    reckoned = reckon(deal, variant)
    shares = reckoned.shares
    what = "counted" if variant.bonuses else "card points"
    said = f"{deal.result} {what}" if deal.card_points is not None else "nobody counted"
    lines = [f"target   {deal.bid.target}{'' if variant.bonuses else ' card points'}; {said}: {reckoned.outcome}"]
    if variant.bands:
        band = variant.band(deal.bid)
        by = f"the band from {band.label}" if band else "its own"
    else:
        by = "the count"
    lines.append(f"bid      {deal.bid}: u = {reckoned.u} ({by})")
    if deal.slam:
        lines.append(_slam(variant, reckoned.u, reckoned.worth))
    partner = f", partner {signed(shares.partner)}" if deal.partner else "" if variant.alone else ", solo"
    lines.append(f"shares   caller {signed(shares.caller)}{partner}, defenders {signed(shares.defender)} each")
    if deal.times > 1:
        lines.append(f"carry    counts {times_words(deal.times)}; each defender's stake is {reckoned.stake}")
    return lines


def _of_sides(record: Record, variant: Variant) -> list[str]:
    """The counts, who wins and why, u of the win, the slam, what each winner gets and each loser pays, the carry."""
    from scorer.match.sides_parsing import sides_deal_of  # noqa: PLC0415 - a called deal needs none of it
    from scorer.rules.sides import reckon_sides, shares  # noqa: PLC0415

    deal = sides_deal_of(record)
    reckoned, names = reckon_sides(deal, variant), list(map(listed, deal.sides))
    lines = [f"counts   {_counts(record, names)}"]
    winners = listed([player for place in reckoned.winners for player in deal.sides[place]])
    lines.append(f"wins     {winners or 'nobody'}: {_why(record, variant)}")
    if not reckoned.winners:
        return lines
    lines.append(f"worth    u = {reckoned.u}{_by(record, reckoned.winners, variant)}")
    if deal.slam:
        lines.append(_slam(variant, reckoned.u, reckoned.worth))
    won, lost = len(reckoned.winners), len(deal.sides) - len(reckoned.winners)
    paid = sorted(set(shares(len(deal.sides), reckoned.winners)), reverse=True)
    lost_words, won_words = f"{counted(lost, 'side')} lost", f"{counted(won, 'side')} won"
    lines.append(f"shares   winners {signed(paid[0])} each ({lost_words}), losers {signed(paid[1])} each ({won_words})")
    if deal.times > 1:
        lines.append(f"carry    counts {times_words(deal.times)}: {deal.times} x {reckoned.worth}")
    if reckoned.deals_won > 1:
        lines.append(f"race     counts {reckoned.deals_won} of the deals won")
    return lines


def _counts(record: Record, names: list[str]) -> str:
    """What each side has, and how much of it is bonuses."""
    if record.counts is None:
        return "nobody counted"
    bonuses = record.bonuses or (0,) * len(names)
    each = []
    for name, count, bonus in zip(names, record.counts, bonuses, strict=True):
        each.append(f"{name} {count}" + (f" ({count - bonus} card points and {bonus} of bonuses)" if bonus else ""))
    return ", ".join(each)


def _why(record: Record, variant: Variant) -> str:
    win, won = variant.win, len(record.winners or "")
    if record.decided == SAID:
        return "so it was said"
    if record.decided == CARDS:
        return "more cards at equal counts" if won else "as many cards at equal counts"
    if record.decided:
        return (variant.events or {}).get(record.decided, record.decided)
    if win.by == "at most":
        whoever = f"at most {counted(win.limit, 'card point')}"
        return whoever if won else f"all have, or nobody has, {whoever}"
    most = "the highest count" if variant.bonuses else "most card points"
    return "equal counts" if not won else f"{most}, shared" if won > 1 else most


def _by(record: Record, winners: tuple[int, ...], variant: Variant) -> str:
    """By what u is as it is, where it is not the same for every win."""
    win, counts = variant.win, record.counts or ()
    if win.worth == "margin":
        best = counts[winners[0]]
        return f", the margin: {best} - {max(count for at, count in enumerate(counts) if at not in winners)}"
    if win.above is None or not counts:
        return ""
    return f", {'more than' if max(counts[at] for at in winners) > win.above else 'up to'} {win.above}"


def _slam(variant: Variant, u: int, worth: int) -> str:
    slam = variant.slam
    if slam is None or slam.wins_match:
        return "slam     it wins the match"
    return f"slam     {u} {f'x {slam.factor}' if slam.factor > 1 else f'+ {slam.add}'} = {worth}"
