"""A format written out as a rule page would: plain text, 80 columns or fewer."""

from collections.abc import Iterator
from fractions import Fraction

from scorer.language import counts
from scorer.language.forms import listed
from scorer.rules.ending import read_ending
from scorer.rules.tournament.format import CutRule, Format, Missed, Places, Stage
from scorer.text.ending_words import race_words
from scorer.text.sentences import counted
from scorer.text.variant_page import WIDTH, item, notes, paragraph

_NUMBERS = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}
_SEATINGS = {
    "lot": "by lot",
    "fewest repeats": "by lot, with as few meetings of the same two as can be",
    "place": "by lot at first, then by place: the best of the standing at table 1 and so on",
    "prescribed": "the schedule for so many players, by the list of entries",
    "groups": "everybody within their own group; without groups, the tables that are drawn first stay together",
    "swiss": "by lot at first, then those meet who are level, and no two again while that can be avoided",
    "new partners": "by lot, with another partner in each round as long as that can be, then with few who met",
}
_ENTRANTS = {
    "all": "everybody",
    "not direct": "everybody but the direct entrants",
    "through": "those who went on",
    "through and direct": "those who went on, and the direct entrants",
}
_YIELDS = {
    "units": "its units",
    "placement": "placement points; who ties at a table shares them",
    "placement and units": "placement points, shared by who ties, plus {share} of the units",
    "wins": "1 for who wins it, half to each where it is even",
    "duels": "3 for a duel won, 1 for an even one, 0 for one lost; the odd player {odd}",
}
_ODD = {
    "against all": "gets 3 as first of the table, 1 as second or third, else 0",
    "resting": "gets what a bye gives",
}
_PAIRS = "stay together; partners sit opposite each other, two pairs at a table"
LAST = {"play-off": "a play-off", "lot": "the lot"}


def page(form: Format, width: int = WIDTH) -> str:
    """The whole page: title, source, what holds throughout, the stages in their order, notes."""
    parts = [
        item(form.name, form.title, width) + item("Source", form.source, width),
        "".join(item(*rule, width) for rule in _throughout(form)),
    ]
    for number_of_stage, stage in enumerate(form.stages, 1):
        heading = f"Stage {number_of_stage}: {stage.name}" if len(form.stages) > 1 else stage.name
        rules = "".join(item(*rule, width) for rule in _rules(form, number_of_stage, stage))
        parts.append(paragraph(heading, width) + rules)
    return "\n".join(part for part in [*parts, notes(form.notes, width)] if part)


def proof(form: Format) -> str:
    """What a sound format has, in one line, and what the organiser still has to say."""
    rounds = sum(stage.rounds for stage in form.stages)
    found = f"sound: {counted(len(form.stages), 'stage')}, {counts.rounds(rounds)}"
    return f"{found}; the organiser has to say {' and '.join(form.missing)}" if form.missing else found


def summary(form: Format) -> str:
    """What sets a format apart, in one line: its rounds, who sits in a seat, and what a table gives."""
    rounds = counts.rounds(sum(stage.rounds for stage in form.stages))
    stages = f" in {counted(len(form.stages), 'stage')}" if len(form.stages) > 1 else ""
    of = "pairs" if form.entry == "pair" else f"teams of {form.team_size}"
    teams = [of] if form.team_size > 1 else []
    what = listed(list(dict.fromkeys(stage.yields.replace("placement", "placement points") for stage in form.stages)))
    return "; ".join([f"{rounds}{stages}", *teams, f"counted in {what}"])


def _throughout(form: Format) -> Iterator[tuple[str, str]]:
    yield "Variant", f"{form.variant}, unless the organiser says another"
    first, *others = (_NUMBERS[size] for size in form.sizes)
    more = f"; of {' or '.join(others)} where the number of players asks for it" if others else ""
    yield "Tables", f"of {first}{more}"
    if form.seats > 1:
        teams = f"of {form.team_size}, who all play; two teams at a table, their members in turns"
        yield ("Pairs", _PAIRS) if form.entry == "pair" else ("Teams", teams)
    elif form.team_size > 1:
        yield "Teams", f"of {form.team_size}; the seat belongs to the team"
    if form.min_deals:
        yield "Players", f"have a standing of their own, by units, from {counts.deals(form.min_deals)} on"
    yield "Who rests in a round", _missed(form, form.bye)
    yield "Who is absent", _missed(form, form.absent)


def _missed(form: Format, missed: Missed) -> str:
    """What a round that was not played gives, in the measures that the format has."""
    kinds = {stage.yields for stage in form.stages}
    amounts = [_given(missed.placement, "placement points")] if kinds & {"placement", "placement and units"} else []
    amounts += [_given(missed.placement, "from duels")] if "duels" in kinds else []
    amounts += [_given(missed.placement, "win" if missed.placement == 1 else "wins")] if "wins" in kinds else []
    amounts += [_given(missed.units, "units")] if "units" in kinds or missed.units else []
    return ", ".join(amounts)


def _given(amount: int | Fraction | str, what: str) -> str:
    return f"the {amount} {what} of the round" if isinstance(amount, str) else f"{number(Fraction(amount))} {what}"


def _rules(form: Format, place: int, stage: Stage) -> Iterator[tuple[str, str]]:
    if len(form.stages) > 1:
        yield "Who plays", _ENTRANTS[stage.entrants]
    yield "Rounds", _rounds(stage)
    yield "Seating", _SEATINGS[stage.seating]
    yield "A table gives", _YIELDS[stage.yields].format(share=number(stage.units_share), odd=_ODD[stage.odd])
    yield from _placement(form, stage)
    if place > 1:
        carried = stage.carried == "total"
        yield "Carried", "the total of the stages before" if carried else "nothing from the stages before"
    usual = ", then ".join(word for word in stage.breaks if word not in LAST)
    last = ", then ".join(LAST[word] for word in stage.breaks if word in LAST)
    decided = f"for {settled_words(stage)} {last}" if last and (stage.cut or stage.decide) else ""
    shared = "else the place is shared" if usual or decided else "the place is shared"
    yield "Ties", "; ".join(filter(None, [usual, decided, shared]))
    if stage.cut:
        yield "Go on", _cut(stage.cut)


def settled_words(stage: Stage) -> str:
    """What a play-off and the lot are kept for: who goes on from a stage, or its first places."""
    if stage.cut:
        return "who goes on"
    return "the first place" if stage.decide == 1 else f"the first {stage.decide} places"


def _rounds(stage: Stage) -> str:
    rounds = f"{stage.rounds}, or as many as the organiser says" if stage.open_rounds else f"{stage.rounds}"
    if stage.minutes:
        return f"{rounds}; {counts.minutes(stage.minutes)} each; at the bell: {stage.bell}"
    if race := read_ending(stage.until).race if stage.until else None:
        return f"{rounds}; a match is played to {race_words(*race)}"
    at_table = [f"{counts.deals(deals)} at a table of {_NUMBERS[size]}" for size, deals in stage.deals.items()]
    return f"{rounds}; {' and '.join(at_table)}"


def _placement(form: Format, stage: Stage) -> Iterator[tuple[str, str]]:
    """The placement points of each size of table, and of those who play fewer matches."""
    for size in form.sizes:
        if stage.places:
            yield f"At a table of {_NUMBERS[size]}", places(stage.placement.get(size, ()))
        for matches, tables in stage.placement_for.items():
            yield f"For who plays {counts.matches(matches)}", places(tables[size])


def places(given: Places) -> str:
    """Placement points in a row: 14-10-7-4-1."""
    return ("-" if min(given, default=0) >= 0 else ", ").join(map(number, given)) or "to be said by the organiser"


def number(amount: Fraction) -> str:
    """A number as people write it: 3, 2.5, 1/3."""
    if amount.denominator == 1:
        return str(amount.numerator)
    decimal = f"{float(amount):.2f}".rstrip("0")
    return decimal if Fraction(decimal) == amount else str(amount)


def _cut(rule: CutRule) -> str:
    if rule.by == "standing":
        return f"the best {rule.to}"
    direct = ", direct entrants included" if rule.with_direct else ""
    more = f"; {rule.more_by} more while the first of a table would not find one" if rule.more_by else ""
    order = f"the firsts of the tables, then the seconds and so on, at last the best by {rule.next_by}"
    return f"{rule.to} places{direct}{more}: {order}"
