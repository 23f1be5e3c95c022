"""The command line's wording of advice: a sentence for each code."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, cast

from scorer.language import N_, _
from scorer.match.names import spoken
from scorer.rules.errors import Advice, Notice
from scorer.wings import by_name, missing

if TYPE_CHECKING:
    from scorer.match.facts import Record

# By the code of the advice; facts stand in braces.
ADVICE: Final[dict[str, str]] = {
    "all_the_same": N_("scorer --yes insert ... puts it in all the same"),
    "backup_writes": N_("scorer backup writes such a file"),
    "bonuses": N_("say who has the bonuses, as in --bonus {example}"),
    "check": N_("scorer check names what is wrong"),
    "check_file": N_("scorer --db {path} check names all of it"),
    "count_or_slam": N_("give the count, or --slam or --no-slam"),
    "deal_help": N_("scorer deal --help lists them"),
    "file_name": N_("say --name for yours"),
    "file_replace": N_("--force replaces it"),
    "folder_make": N_("scorer --mkdir before the command makes it"),
    "match_means": N_("until then --match {number} means this one"),
    "unit_value": N_("scorer start --unit-value says what a unit is worth"),
    "recount": N_("scorer carry --reason TEXT{match_option} counts again"),
    "factors": N_("scorer carry{match_option} says which count again, scorer edit N --times X{match_option} sets one"),
    "db_salvage": N_("where none has it, scorer db salvage FILE --to NEW takes whole matches out of it"),
    "db_upgrade": N_("scorer db upgrade upgrades it"),
    "db_upgrade_copy": N_("scorer db upgrade --to COPY makes an upgraded copy"),
    "db_upgrade_or_copy": N_("scorer db upgrade upgrades it, scorer db upgrade --to COPY makes an upgraded copy"),
    "deal_next": N_("scorer deal records it"),
    "deal_of_sides": N_("scorer deal records who took how much"),
    "edit_as_in": N_("say what was different, as in {example}"),
    "end_rest": N_("scorer seats --out nobody{match_option} ends it"),
    "explain": N_("scorer explain {number}{match_option} shows it"),
    "finish": N_("scorer finish {number} closes it"),
    "history": N_("scorer history says what is"),
    "league_add": N_("scorer league add makes one"),
    "match_edit_day": N_("with --on {day} it is of that day too"),
    "match_edit_order": N_("--before MATCH or --after MATCH puts it elsewhere"),
    "match_edit_currency": N_("scorer match edit {number} --currency {currency} puts that right"),
    "match_edit_unit": N_("scorer match edit MATCH --unit-value MONEY says it"),
    "match_edit_unit_value": N_("--unit-value says another"),
    "match_named": N_("say which with --match or SCORER_MATCH"),
    "match_start": N_("scorer start NAME --players ... opens one"),
    "more_cards": N_("say --more-cards PLAYER, or --more-cards nobody"),
    "other_bonuses": N_("--bonus says others"),
    "other_tables": N_("tables of other kinds are read by the wing {wing}, which is not installed"),
    "player_merge_new": N_('if it is {known}: scorer player merge "{player}" "{known}"'),
    "slam_typed": N_("if one side took every trick, say --slam"),
    "player_merge": N_("if both are one person: scorer player merge"),
    "reason": N_("say --reason TEXT"),
    "reassign_record": N_(
        'scorer reassign "WRITTEN=REAL" --from {record} --to {record} puts a deal to who was really there'
    ),
    "reopen": N_("scorer reopen {number} goes on with it"),
    "reseat": N_("scorer seats NAMES --match {match} changes who sits there"),
    "scorebook_start": N_("scorer start makes one"),
    "settle_apart": N_("scorer settle {matches} settles those in {currency}"),
    "settle_these": N_("scorer settle {matches} settles them all"),
    "start_or_reopen": N_("scorer start NAME --players ... opens one, scorer reopen goes on with {match}"),
    "redo_at": N_("{command} does again what was undone last at {match}"),
    "redo_unnamed": N_("scorer --yes redo, without a match, does it again once nothing newer is undone"),
    "redo_these": N_("{command} does it again"),
    "undo_at": N_("{command} takes back what was done last at {match}"),
    "undo_start": N_("scorer --yes undo {steps}--match {number} does it all the same"),
    "undo_these": N_("{command} takes it back"),
    "undo_unnamed": N_("scorer --yes undo, without a match, takes it back once nothing newer stands"),
    "undo_first": N_("scorer undo {steps}--match {number} takes that back first"),
    "upgrade_first": N_("scorer --db {path} db upgrade --to COPY makes a copy of the newest, where it can be read"),
    "upgrade_server": N_("leave out --to; scorer backup copies it"),
    "table_of": N_("say the record at whose table it was, as in --table-of {before}"),
    "variant_add": N_("scorer variant add gives it one"),
    "who_rested": N_("say --out PLAYER, or --out nobody"),
    "whole_program": N_("install the whole program, as README.md says"),
    "whole_shares": N_("take a multiple of {number}, or --to nobody"),
}


def match_option(number: int | None) -> str:
    """The option that names a match by its number, with a blank before it; nothing where none needs to be named."""
    return "" if number is None else f" --match {number}"


def _edit_example(record: "Record") -> str:
    """An option that changes something in such a record."""
    others = [seat for seat in record.seats if seat not in (record.caller, record.partner, record.dealer, record.out)]
    player = spoken((others or record.seats)[0])
    if not record.by_side:
        return f"--partner {player}" if record.is_deal else f"--dealer {player}"
    return "--result 125" if record.has_caller else f'--result "{record.by_side[0][0].lower()} 74"'


def advice_words(advice: Advice) -> str:
    """The sentence of a piece of advice, with its facts; `match_option` is a match's number, `edited` a record.

    "" where only a wing that is not installed has a command for it.
    """
    facts = dict(advice.facts)
    number, edited = facts.get("match_option"), facts.pop("edited", None)
    facts["match_option"] = match_option(number if isinstance(number, int) else None)
    if edited:
        facts["example"] = _edit_example(cast("Record", edited))
    known = ADVICE if advice.code in ADVICE else by_name("advice")
    return "" if missing("advice") and advice.code not in known else _(known[advice.code], **facts)


def with_advice(sentence: str, advices: Sequence[Advice]) -> str:
    """A sentence, and behind it what can be done: `Friday is finished; scorer reopen 1 goes on with it`."""
    return "; ".join(filter(None, [sentence, *map(advice_words, advices)]))


def notice_lines(notices: Iterable[Notice]) -> list[str]:
    """Notices as lines, without empty ones; advice stands behind its sentence."""
    lines = (notice if isinstance(notice, str) else with_advice(notice.sentence, notice.advices) for notice in notices)
    return [line for line in lines if line]
