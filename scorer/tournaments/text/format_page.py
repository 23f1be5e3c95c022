"""A format written out as a rule page would: plain text, 80 columns or fewer."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from scorer.language import N_, _, counts, in_context, lists_numbers_dates, ngettext
from scorer.language.lists_numbers_dates import either, in_turn, listed
from scorer.rules.ending import read_ending
from scorer.text.deals_left_words import race_words
from scorer.text.variant_page import WIDTH, item, notes, paragraph
from scorer.tournaments.rules.format import LOWEST, MEAN, CutRule, Format, Missed, Places, Stage

_SEATINGS: Final = {
    "lot": N_("by lot"),
    "fewest repeats": N_("by lot, with as few meetings of the same two as can be"),
    "place": N_("by lot at first, then by place: the best of the standing at table 1 and so on"),
    "prescribed": N_("the schedule for so many players, by the list of entries"),
    "groups": N_("everybody within their own group; without groups, the tables that are drawn first stay together"),
    "swiss": N_("by lot at first, then those meet who are level, and no two again while that can be avoided"),
    "new partners": N_("by lot, with another partner in each round as long as that can be, then with few who met"),
}
_ENTRANTS: Final = {
    "all": N_("everybody"),
    "not direct": N_("everybody but the direct entrants"),
    "through": N_("those who went on"),
    "through and direct": N_("those who went on, and the direct entrants"),
}
_YIELDS: Final = {
    "units": N_("its units"),
    "placement": N_("placement points; who ties at a table shares them"),
    "placement and units": N_("placement points, shared by who ties, plus {share} of the units"),
    "wins": N_("1 for who wins it, half to each where it is even"),
}
_DUELS: Final = {  # by what the odd player of a table does
    "against all": N_(
        "3 for a duel won, 1 for an even one, 0 for one lost;"
        " the odd player gets 3 as first of the table, 1 as second or third, else 0"
    ),
    "resting": N_("3 for a duel won, 1 for an even one, 0 for one lost; the odd player gets what a bye gives"),
}
_YIELD_NAMES: Final = {
    "units": N_("units"),
    "placement": N_("placement points"),
    "placement and units": N_("placement points and units"),
    "duels": N_("duels"),
    "wins": N_("wins"),
}
AT_THE_BELL: Final = {  # by the bell of a stage
    "finish the deal": N_("at the bell: finish the deal"),
    "finish the round of deals": N_("at the bell: finish the round of deals"),
    "stop at once": N_("at the bell: stop at once"),
}
# What a round gives to those who did not play it: the lowest of what it gave to others, or the mean.
_GIVEN: Final = {LOWEST: N_("the lowest {measure} of the round"), MEAN: N_("the mean {measure} of the round")}
_MEASURES: Final = {
    "placement points": N_("placement points"),
    "duels": N_("from duels"),
    "wins": N_("wins"),
    "units": N_("units"),
}
LAST: Final = {"play-off": N_("a play-off"), "lot": N_("the lot")}


def page(form: Format, width: int = WIDTH) -> str:
    """The whole page: title, source, what holds throughout, the stages in their order, notes."""
    parts = [
        item(form.name, _(form.title), width) + item(_("Source"), _(form.source), width),
        "".join(item(*rule, width) for rule in _throughout(form)),
    ]
    for place, stage in enumerate(form.stages, 1):
        heading = (
            _("Stage {number}: {stage}", number=place, stage=_(stage.name)) if len(form.stages) > 1 else _(stage.name)
        )
        rules = "".join(item(*rule, width) for rule in _rules(form, place, stage))
        parts.append(paragraph(heading, width) + rules)
    return "\n".join(part for part in [*parts, notes(_(form.notes), width)] if part)


def proof(form: Format) -> str:
    """What a sound format has, in one line, and what the organiser still has to say."""
    rounds = counts.rounds(sum(stage.rounds for stage in form.stages))
    sound = _("sound: {stages}, {rounds}", stages=_stages(form), rounds=rounds)
    if not form.missing:
        return sound
    return _("{sound}; the organiser has to say {missing}", sound=sound, missing=listed(form.missing))


def summary(form: Format) -> str:
    """What sets a format apart, in one line: its rounds, who sits in a seat, and what a table gives."""
    clauses = [counts.rounds(sum(stage.rounds for stage in form.stages))]
    if len(form.stages) > 1:
        clauses = [_("{rounds} in {stages}", rounds=clauses[0], stages=_stages(form))]
    if form.entry == "pair":
        clauses.append(_("pairs"))
    elif form.team_size > 1:
        clauses.append(_("teams of {players}", players=form.team_size))
    given = listed([_(_YIELD_NAMES[given]) for given in dict.fromkeys(stage.yields for stage in form.stages)])
    return "; ".join([*clauses, _("counted in {given}", given=given)])


def _stages(form: Format) -> str:
    return ngettext("{count} stage", "{count} stages", len(form.stages))


def _throughout(form: Format) -> Iterator[tuple[str, str]]:
    yield _("Variant"), _("{variant}, unless the organiser says another", variant=form.variant)
    first, *more = map(str, form.sizes)
    if more:
        template = N_("of {players}; of {more} where the number of players asks for it")
        yield _("Tables"), _(template, players=first, more=either(more))
    else:
        yield _("Tables"), in_context("tables", N_("of {players}")).format(players=first)
    if form.seats > 1 and form.entry == "pair":
        yield _("Pairs"), _("stay together; partners sit opposite each other, two pairs at a table")
    elif form.seats > 1:
        template = N_("of {players}, who all play; two teams at a table, their members in turns")
        yield _("Teams"), _(template, players=form.team_size)
    elif form.team_size > 1:
        yield _("Teams"), _("of {players}; the seat belongs to the team", players=form.team_size)
    if form.min_deals:
        deals = counts.deals(form.min_deals)
        yield _("Players"), _("have a standing of their own, by units, from {deals} on", deals=deals)
    yield _("Who rests in a round"), _missed(form, form.bye)
    yield _("Who is absent"), _missed(form, form.absent)


def _missed(form: Format, missed: Missed) -> str:
    """What a round that was not played gives, in the measures that the format has."""
    kinds = {stage.yields for stage in form.stages}
    measures = {"placement points": kinds & {"placement", "placement and units"}, "duels": kinds & {"duels"}}
    measures["wins"] = kinds & {"wins"}
    amounts = [_given(missed.placement, measure) for measure, there in measures.items() if there]
    amounts += [_given(missed.units, "units")] if "units" in kinds or missed.units else []
    return ", ".join(amounts)


def _given(amount: int | Fraction | str, measure: str) -> str:
    """An amount in one of `_MEASURES`, or the lowest or the mean of a round."""
    if isinstance(amount, str):
        return _(_GIVEN[amount], measure=_(_MEASURES[measure]))
    figure = number(Fraction(amount))
    if measure == "wins":
        return counts.wins(float(amount), figure)
    return f"{figure} {_(_MEASURES[measure])}"


def _rules(form: Format, place: int, stage: Stage) -> Iterator[tuple[str, str]]:
    if len(form.stages) > 1:
        yield _("Who plays"), _(_ENTRANTS[stage.entrants])
    yield _("Rounds"), _rounds(stage)
    yield _("Seating"), _(_SEATINGS[stage.seating])
    gives = _DUELS[stage.odd] if stage.yields == "duels" else _YIELDS[stage.yields]
    yield _("A table gives"), _(gives, share=number(stage.units_share))
    yield from _placement(form, stage)
    if place > 1:
        carried = stage.carried == "total"
        yield (
            _("Carried"),
            _("the total of the stages before") if carried else _("nothing from the stages before"),
        )
    yield _("Ties"), _ties(stage)
    if stage.cut:
        yield _("Who goes on"), _cut(stage.cut)


def _ties(stage: Stage) -> str:
    """What decides between entrants who are level, in its order, and that the place is shared else."""
    deciding = [in_turn([_(word) for word in stage.breaks if word not in LAST])]
    last = in_turn([_(LAST[word]) for word in stage.breaks if word in LAST])
    if last and (stage.cut or stage.decide):
        deciding.append(_("for {settled} {tie_breaks}", settled=settled_words(stage), tie_breaks=last))
    if not any(deciding):
        return _("the place is shared")
    return "; ".join(filter(None, [*deciding, _("else the place is shared")]))


def settled_words(stage: Stage) -> str:
    """What a play-off and the lot are kept for: who goes on from a stage, or its first places."""
    if stage.cut:
        return _("who goes on")
    return ngettext("the first place", "the first {count} places", stage.decide)


def _rounds(stage: Stage) -> str:
    rounds = str(stage.rounds)
    if stage.open_rounds:
        rounds = _("{rounds}, or as many as the organiser says", rounds=rounds)
    if stage.minutes:
        minutes, bell = counts.minutes(stage.minutes), _(AT_THE_BELL[stage.bell])
        return _("{rounds}; {minutes} each; {bell}", rounds=rounds, minutes=minutes, bell=bell)
    if race := read_ending(stage.until).race if stage.until else None:
        return _("{rounds}; a match is played to {race}", rounds=rounds, race=race_words(*race))
    at_table = [
        _("{deals} at a table of {players}", deals=counts.deals(deals), players=size)
        for size, deals in stage.deals.items()
    ]
    return f"{rounds}; {listed(at_table)}"


def _placement(form: Format, stage: Stage) -> Iterator[tuple[str, str]]:
    """The placement points of each size of table, and of those who play fewer matches."""
    for size in form.sizes:
        if stage.places:
            yield _("At a table of {players}", players=size), places(stage.placement.get(size, ()))
        for matches, tables in stage.placement_for.items():
            yield _("For who plays {matches}", matches=counts.matches(matches)), places(tables[size])


def places(given: Places) -> str:
    """Placement points in a row: 14-10-7-4-1."""
    return ("-" if min(given, default=0) >= 0 else ", ").join(map(number, given)) or _("to be said by the organiser")


def number(amount: Fraction) -> str:
    """A number as people write it: 3, 2.5, 1/3."""
    places = next((places for places in (0, 1, 2) if (amount * 10**places).denominator == 1), None)
    return str(amount) if places is None else lists_numbers_dates.number(float(amount), places)


def _cut(rule: CutRule) -> str:
    if rule.by == "standing":
        return _("the best {number}", number=rule.to)
    if rule.with_direct:
        places = _("{places}, direct entrants included", places=counts.places(rule.to))
    else:
        places = counts.places(rule.to)
    if rule.more_by:
        template = N_("{places}; {number} more while the first of a table would not find one")
        places = _(template, places=places, number=rule.more_by)
    facts = {"places": places, "tie_break": _(rule.next_by)}
    return _("{places}: the firsts of the tables, then the seconds and so on, at last the best by {tie_break}", **facts)
