"""What can be done about something, as command lines: a sentence for each piece of advice."""

from collections.abc import Sequence
from typing import Final

from scorer.cli.tournament.advice import TOURNAMENT_ADVICE
from scorer.language import N_, _
from scorer.rules.errors import Advice

# By the code of the advice; facts stand in braces.
ADVICE: Final[dict[str, str]] = {
    "bonuses": N_("say who has the bonuses, as in --bonus {example}"),
    "count_or_slam": N_("give the count, or --slam or --no-slam"),
    "deal_help": N_("scorer deal --help lists them"),
    "file_name": N_("say --name"),
    "file_name_yours": N_("say --name for yours"),
    "file_replace_or_name": N_("say --force to replace it, or --name"),
    "file_replace": N_("--force replaces it"),
    "finish_match": N_("scorer finish {number} closes it"),
    "match_means": N_("until then --match {number} means this one"),
    "more_cards": N_("say --more-cards PLAYER, or --more-cards nobody"),
    "unit_value": N_("scorer start --unit-value says what a unit is worth"),
    "recount": N_("scorer carry --reason TEXT{match} counts it again"),
    "recount_several": N_("scorer carry --reason TEXT{match} counts them again"),
}


def advice_words(advice: Advice) -> str:
    """The sentence of a piece of advice, with its facts."""
    return _((ADVICE | TOURNAMENT_ADVICE)[advice.code], **advice.facts)


def with_advice(sentence: str, advices: Sequence[Advice]) -> str:
    """A sentence, and behind it what can be done: `there is no tournament; scorer tournament new opens one`."""
    for advice in advices:
        sentence = _("{sentence}; {advice}", sentence=sentence, advice=advice_words(advice))
    return sentence
