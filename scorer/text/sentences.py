"""What is said of a deal, a match, a correction: the one place with prose for players."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scorer.language import N_, _, counts, in_context, ngettext
from scorer.language.lists_numbers_dates import listed, signed
from scorer.match.facts import Call, Match, Outdated, Record, Step
from scorer.match.names import EXACTLY
from scorer.match.sheet import Sheet
from scorer.rules.bid import LOWEST_TARGET, Bid, read_bid
from scorer.rules.cards import ITALIAN_PACK, bid_shown, card_shown, is_french, suit_shown
from scorer.rules.errors import Notice, ScorerError, advice, advised
from scorer.rules.kinds import ADJUSTMENT, CARDS, EVEN, FAILED, MADE, PENALTY, SAID, SHEET, SIDE_LETTERS, event_shown
from scorer.rules.variant import Variant
from scorer.text.kind_words import deals_of_sheet, result_name, transfer_words
from scorer.text.numbers import money
from scorer.text.step_words import step_words
from scorer.wings import missing

if TYPE_CHECKING:
    from scorer.match.settlement import Payment, Settlement

KIND_SENTENCES: Final = {
    "passed-out": N_("All passed"),
    "thrown-in": N_("A poor hand was thrown in"),
    "misdeal": N_("A misdeal"),
    "annulled": N_("The deal was annulled"),
}
_RULINGS: Final = {
    PENALTY: N_("Penalty for {offender} ({reason}): {payouts}"),
    ADJUSTMENT: N_("Adjustment ({reason}): {payouts}"),
    SHEET: N_("Sheet ({reason}): {payouts}"),
}
# The note of a paper sheet that came out of a table.
_OF_TABLE: Final = re.compile(
    r"(?:sheet (.+): )?(line|row|deal) (\d+) of the table(?:, part (\d+) of (\d+))?(?:: (.*))?"
)
_ROWS: Final = {"line": N_("line {number}"), "row": N_("row {number}"), "deal": N_("deal {number}")}
ACTIONS: Final = {
    "insert": N_("a record put in between others"),
    "start": N_("match started"),
    "seats": N_("seats changed"),
    "finish": N_("match finished"),
    "reopen": N_("match reopened"),
    "undo": N_("undo"),  # of a match that came from a file: what was undone is not known there
    "redo": N_("redo"),
}
THE_RANKS: Final = {
    "A": N_("the ace"),
    "K": N_("the king"),
    "Q": N_("the horse"),
    "J": N_("the jack"),
    "10": N_("the ten"),
    "9": N_("the nine"),
    "8": N_("the eight"),
    "7": N_("the seven"),
    "6": N_("the six"),
    "5": N_("the five"),
    "4": N_("the four"),
    "3": N_("the three"),
    "2": N_("the two"),
}
THE_QUEEN: Final = N_("the queen")  # of a French pack, where others have the horse
PAYS: Final = (
    N_("{payer} pays {payee} {amount}"),
    N_("{payer} pays the pot {amount}"),
    N_("The pot pays {payee} {amount}"),
)
PAID: Final = (
    N_("{payer} paid {payee} {amount} on {day}"),
    N_("{payer} paid the pot {amount} on {day}"),
    N_("The pot paid {payee} {amount} on {day}"),
)
# By the outcome, and whether anybody counted.
_CONTRACTS: Final = {
    (MADE, True): N_("{called} and made {count}"),
    (MADE, False): N_("{called} and made it, uncounted"),
    (FAILED, True): N_("{called} and failed with {count}"),
    (FAILED, False): N_("{called} and failed, uncounted"),
    (EVEN, True): N_("{called} and ended even at 60:60"),
}
# By whether the defenders made it, and whether it takes every trick.
_SLAMS: Final = {
    (False, True): N_("{happened}, a slam with every trick"),
    (False, False): N_("{happened}, a slam with all 120"),
    (True, True): N_("{happened}, a slam by the defenders with every trick"),
    (True, False): N_("{happened}, a slam by the defenders with all 120"),
}
# The facts of a record that a correction may change, as a person reads them.
FACTS: Final = {
    "caller": N_("caller"),
    "bid": N_("bid"),
    "called": N_("called"),
    "partner": N_("partner"),
    "result": N_("result"),
    "bonuses": N_("bonuses"),
    "slam": N_("slam"),
    "dealer": N_("dealer"),
    "out": N_("out"),
    "times": N_("times"),
    "deals": N_("deals"),
    "note": N_("note"),
}
NAMED = 3  # so many by name where there may be many
TIMES: Final = {1: N_("once"), 2: N_("double"), 3: N_("triple")}


def first_few(words: Sequence[str]) -> str:
    """`Anna, Bruno and Carla`; of more, the first three and how many others."""
    more = [counts.others(len(words) - NAMED)] if len(words) > NAMED else []
    return listed([*words[:NAMED], *more])


def names_or_count(players: Sequence[str], most: int = NAMED) -> str:
    """`Anna, Bruno and Carla`; of more, how many players."""
    return listed(players) if len(players) <= most else counts.players(len(players))


def taken_words(taken: Sequence[tuple[str, str]]) -> str:
    """Whom first letters meant, and how to name a new player who has such a name; empty for nobody.

    `taken` holds words as they were typed, each with the name that it means. A word that begins with `=` means the
    name behind it, and the sentence says that the sign is no part of the name.
    """
    letters = [(word, name) for word, name in taken if not word.startswith(EXACTLY)]
    sentences = []
    if letters:
        new = f'"{EXACTLY}{letters[0][0]}"'
        sentences.append(_("{meant}; a new player of such a name is {new}", meant=_meant_words(letters), new=new))
    if exactly := [(word, name) for word, name in taken if word.startswith(EXACTLY)]:
        meant = _meant_words(exactly)
        sentences.append(
            _("{meant}: {sign} before a name only says that nobody else is meant", meant=meant, sign=EXACTLY)
        )
    return "; ".join(sentences)


def _meant_words(taken: Sequence[tuple[str, str]]) -> str:
    return ", ".join(_("'{word}' is {player}", word=word, player=name) for word, name in taken)


def new_words(name: str, known: str, *, together: bool) -> Notice:
    """That a name is new and near a known one; `together`: both were named at once."""
    if together:
        return _("{player} is new beside {known}: they are taken for two people", player=name, known=known)
    return advised(_("{player} is new", player=name), advice("player_merge_new", player=name, known=known))


def still_open_words(match: Match) -> str:
    """That another match is still open when one is started."""
    return _("{match} of {day} is still open", match=match.name, day=match.on)


def more_open_words(count: int) -> str:
    """That so many more matches are still open."""
    return ngettext("{count} more match is open", "{count} more matches are open", count)


def deal_sentence(record: Record, variant: Variant) -> str:
    """`Anna called the two at 71 with Elena and made 74: Anna +4, Elena +2, the others -2 each`."""
    happened = _contract_clause(record, variant) if record.has_caller else _sides_clause(record, variant)
    if record.slam and (variant.slam or not record.has_caller):
        by_defenders = record.has_caller and record.outcome != MADE
        by_tricks = variant.slam is not None and variant.slam.by == "tricks"
        happened = _(_SLAMS[by_defenders, by_tricks], happened=happened)
    if record.times > 1:
        happened = _("{happened}, counting {times}", happened=happened, times=times_words(record.times))
    return f"{happened}: {payout_words(record)}"


def _contract_clause(record: Record, variant: Variant) -> str:
    """`Anna called the two at 71 with Elena and made 74`."""
    called = call_words(Call(str(record.caller), str(record.bid), record.called), variant)
    if record.partner:
        called = _("{called} with {partner}", called=called, partner=record.partner)
    elif not variant.alone:
        called = _("{called} alone", called=called)
    count = str(record.card_points)
    if record.bonuses:
        count = _("{count} ({bonuses} of it bonuses)", count=count, bonuses=record.bonuses[0])
    outcome = str(record.outcome)
    return _(_CONTRACTS[outcome, outcome == EVEN or record.card_points is not None], called=called, count=count)


def _sides_clause(record: Record, variant: Variant) -> str:
    """`Anna and Carla took 74 to 46`, of a deal without a caller; who won stands first, or who has most."""
    names, won, winners = list(map(listed, record.by_side)), winning_sides(record), listed(record.side_winners)
    if record.counts is not None:
        happened = _counts_clause(record, names, winners)
        if bonuses := [f"{names[place]} {amount}" for place, amount in enumerate(record.bonuses or ()) if amount]:
            happened = _("{happened} (bonuses: {bonuses})", happened=happened, bonuses=", ".join(bonuses))
        if not won:
            happened = _("{happened}, even", happened=happened)
    elif won and (event := (variant.events or {}).get(str(record.decided))):
        happened = _("{winners} won at once, {event}", winners=winners, event=_(event))
    elif won:
        happened = _("{winners} won, uncounted", winners=winners)
    else:
        happened = _("An even deal, uncounted")
    if record.trumps:
        happened = _("{happened}, {suit} as trumps", happened=happened, suit=suit_shown(record.trumps, _pack(variant)))
    return happened


def _counts_clause(record: Record, names: Sequence[str], winners: str) -> str:
    """`Anna and Carla took 74 to 46`; `Anna took 50, Bruno 40, Carla 30`; `names` are those of the sides, in order."""
    won, amounts = winning_sides(record), record.counts or ()
    first, *others = sorted(range(len(names)), key=lambda place: (place not in won, -amounts[place]))
    if len(others) > 1:
        losers = ", ".join(f"{names[place]} {amounts[place]}" for place in others)
        return _("{winner} took {count}, {others}", winner=names[first], count=amounts[first], others=losers)
    both = _("{first} to {second}", first=amounts[first], second=amounts[others[0]])
    if record.decided == CARDS and won:
        return _("{winners} had more cards at {counts}", winners=winners, counts=both)
    return both if amounts[0] == amounts[1] else _("{winners} took {counts}", winners=names[first], counts=both)


def winning_sides(record: Record) -> list[int]:
    """The places of the sides that won a deal without a caller."""
    return [SIDE_LETTERS.index(letter) for letter in record.winners or ""]


def result_words(record: Record) -> str:
    """The result of a deal in a few words, with names: `74`, `made`, `74/46`, `Anna and Carla won`, `even`."""
    if record.has_caller or not record.by_side:
        return result_name(record.result)
    winners = listed(record.side_winners)
    if record.counts is not None:
        if record.decided != CARDS:
            return record.result
        return _("{result}, more cards: {players}", result=record.result, players=winners or _("nobody"))
    if not winners:
        return result_name(EVEN)
    if record.decided == SAID:
        return _("{winners} won", winners=winners)
    return _("{event} by {winners}", event=event_shown(record.decided), winners=winners)


def sides_words(sides: Sequence[Sequence[str]]) -> str:
    """`Anna and Carla play against Bruno and Dario`; `Anna, Bruno and Carla play, each alone`."""
    if max(map(len, sides)) > 1:
        first, second = map(listed, sides)
        return _("{first} play against {second}", first=first, second=second)
    return _("{players} play, each alone", players=listed([player for side in sides for player in side]))


def partners_words(sheet: Sheet) -> str:
    """Who is whose partner, where the seats make sides and nobody rests; empty elsewhere: next_words says it."""
    return f"{sides_words(sheet.sides)}." if sheet.match.variant.fixed_partners and not sheet.resting() else ""


def _pack(variant: Variant | None) -> tuple[str, ...]:
    """The pack whose cards are named; the Italian one where the variant is not known."""
    return variant.auction.pack if variant else ITALIAN_PACK


def called_words(bid: Bid, variant: Variant) -> str:
    """A bid in a sentence: `the two at 71`, `the king`, `71`, `carichi`, `carichi at 71`."""
    rank = bid.rank or (variant.auction.called if not bid.name else None)
    if bid.raised:
        return _("{bid} at {target}", bid=bid.name, target=bid.target)
    if rank is None:
        return str(bid)
    card = the_rank(rank, variant.auction.pack)
    raised = bid.target > LOWEST_TARGET or not variant.auction.by_rank
    return _("{bid} at {target}", bid=card, target=bid.target) if raised else card


def the_rank(rank: str, pack: Sequence[str]) -> str:
    """A rank as people call it: `the two`, `the horse`, which is `the queen` in a French pack."""
    return _(THE_QUEEN if rank == "Q" and is_french(pack) else THE_RANKS[rank])


def times_words(times: int) -> str:
    """`once`, `double`, `triple`, `4 times`."""
    return _(TIMES[times]) if times in TIMES else _("{count} times", count=times)


def payout_words(record: Record) -> str:
    """Everybody's units: the calling side by name, the others together where they get the same; or side by side."""
    payouts = record.payouts
    if not any(payouts.values()):
        return _("nobody pays")
    if record.by_side and not record.has_caller:
        won = winning_sides(record)
        order = sorted(range(len(record.by_side)), key=lambda place: place not in won)
        sides = [record.by_side[place] for place in order]
        return ", ".join(f"{listed(side)} {signed(payouts[side[0]])}" for side in sides)
    calling = list(filter(None, (record.caller, record.partner)))
    others = [player for player in payouts if player not in calling]
    together = len(set(map(payouts.get, others))) == 1 and len(others) > 1 and bool(calling)
    words = [f"{player} {signed(payouts[player])}" for player in (calling if together else [*calling, *others])]
    if together:
        words.append(_("the others {units} each", units=signed(payouts[others[0]])))
    return ", ".join(words)


def note_words(note: str) -> str:
    """A note as it was typed; one that an import wrote, of a row of a table, in the language in force."""
    found = _OF_TABLE.fullmatch(note)
    if not found:
        return note
    sheet, row, number, part, parts, more = found.groups()
    where = filter(None, [sheet and _("sheet {name}", name=sheet), _(_ROWS[row], number=number)])
    words = _("{row} of the table", row=": ".join(where))
    if part:
        words = _("{row}, part {part} of {parts}", row=words, part=part, parts=parts)
    return ": ".join(filter(None, [words, more]))


def record_sentence(record: Record, variant: Variant) -> str:
    """What happened, for every kind of record."""
    note = f" ({note_words(record.note)})" if record.note else ""
    if record.is_deal:
        return f"{deal_sentence(record, record.variant or variant)}{note}"
    if record.kind in KIND_SENTENCES:
        nobody = _("nobody pays")
        return f"{_(KIND_SENTENCES[record.kind])}{note}: {nobody}"
    offender = min(record.payouts, key=lambda player: record.payouts[player])
    facts = {"offender": offender, "reason": note_words(record.note), "payouts": payout_words(record)}
    template = _RULINGS[record.kind] if record.deals is None else N_("Sheet of {deals} ({reason}): {payouts}")
    sentence = _(template, deals=deals_of_sheet(record), **facts)
    return f"{sentence}; {residual_words(record)}" if record.residual else sentence


def residual_words(record: Record) -> str:
    """`a residual of +4`: what the units of a paper sheet or an adjustment leave; empty where they sum to zero."""
    return _("a residual of {units}", units=signed(record.residual)) if record.residual else ""


def running_words(running: Mapping[str, int]) -> str:
    """Running units in the order of the table: `Anna +4, Bruno -2 ...`."""
    return ", ".join(f"{player} {signed(units)}" for player, units in running.items())


def next_deal_words(sheet: Sheet) -> str:
    """Who deals the next deal, who rests in it, and what it counts."""
    dealer, resting = sheet.next_dealer, sheet.resting()
    words = _("{dealer} deals and rests", dealer=dealer) if resting == dealer else _("{dealer} deals", dealer=dealer)
    if resting not in {None, dealer}:
        rests = _("{player} rests", player=resting)
        words = f"{words}, {rests}"
    clauses = [words]
    if resting and sheet.match.variant.fixed_partners:  # the partners change with every deal
        clauses.append(sides_words(sheet.sides))
    if sheet.trumps:
        clauses.append(_("{suit} are trumps", suit=suit_shown(sheet.trumps, _pack(sheet.match.variant))))
    if sheet.carry > 1:
        clauses.append(_("the deal counts {times}", times=times_words(sheet.carry)))
    return "; ".join(clauses)


def match_title(match: Match) -> str:
    """`Friday (match 1), 2026-11-20, Briscola Chiamata, league main`."""
    facts = {"match": match.name, "number": match.id, "day": match.on, "variant": _(match.variant.title)}
    return _("{match} (match {number}), {day}, {variant}, league {league}", **facts, league=match.league)


def outdated_words(outdated: Sequence[Outdated]) -> str:
    """Which later deals keep a carry that a correction has changed; empty for none."""
    deals = [
        _(
            "{number} (counts {times}, would count {due} now)",
            number=deal.number,
            times=times_words(deal.times),
            due=times_words(deal.due),
        )
        for deal in outdated
    ]
    if not deals:
        return ""
    return ngettext("deal {deals} stays as recorded", "deals {deals} stay as recorded", len(deals), deals=listed(deals))


def recount_words(old: Record, new: Record) -> str:
    """How a deal is counted again: `4: times 8 -> 2, Anna -8 -> -2, Bruno +32 -> +8 ...`."""
    paid = [f"{player} {signed(old.payouts[player])} -> {signed(units)}" for player, units in new.payouts.items()]
    pays = ", ".join(paid) if any(new.units) else _("nobody pays")
    return f"{old.number}: {difference_words(old, new)}, {pays}"


def anew_words(old: Record, new: Record) -> str:
    """In what a deal differs that is reckoned anew: `4: bid K -> 61, Anna +2 -> +4`; empty where in nothing."""
    paid = [
        f"{player} {signed(old.payouts[player])} -> {signed(units)}"
        for player, units in new.payouts.items()
        if units != old.payouts[player]
    ]
    changes = ", ".join(filter(None, [difference_words(old, new), *paid]))
    return changes and f"{new.number}: {changes}"


def had_words(players: Iterable[str], before: Mapping[str, int], after: Mapping[str, int]) -> str:
    """The units that each of these players has now, and had: `Anna has 0 (had +4) and Bruno has +4 (had 0)`."""
    clauses = []
    for name in players:
        fields = {"player": name, "units": signed(after[name]), "before": signed(before[name])}
        clauses.append(_("{player} has {units} (had {before})", **fields))
    return listed(clauses)


def pending_words(sheet: Sheet) -> str:
    """The auction that waits for its result; empty when none does."""
    call = sheet.match.sitting.call
    return _("{call}; the result is open", call=call_words(call, sheet.match.variant)) if call else ""


def call_words(call: Call, variant: Variant) -> str:
    """`Anna called the two at 71 (2 coins)`."""
    bid = called_words(read_bid(call.bid, variant.auction), variant)
    if call.called:
        bid = f"{bid} ({card_shown(call.called, _pack(variant))})"
    return _("{caller} called {bid}", caller=call.caller, bid=bid)


def step_sentence(step: Step, match: Match | None) -> str:
    """What a step did, in one line; the records of `match` in the words of its variant.

    A step that keeps what it did as a code, or in words of an older program, is shown so.
    """
    if step.action == "call":
        caller, bid = str(step.detail.get("caller")), str(step.detail.get("bid"))
        with suppress(ScorerError):  # which the variant that the match is under by now need not have
            if match:
                return call_words(Call(caller, bid, None), match.variant)
        return _("{caller} called {bid}", caller=caller, bid=bid_shown(bid))
    if words := step_words(step.detail):
        return words
    if step.action == "edit" and step.made:
        changes, payouts = difference_words(step.voided[0], step.made[0]), payout_words(step.made[0])
        return _("edited {number}: {changes}; {payouts}", number=step.made[0].number, changes=changes, payouts=payouts)
    if step.action == "carry" and step.made:
        before = {record.number: record for record in step.voided}
        return _("counted again {deals}", deals="; ".join(recount_words(before[new.number], new) for new in step.made))
    if match and step.action == "insert" and step.made:
        return _inserted_words(step, match)
    if match and step.action == "void" and step.voided:
        record = step.voided[0]
        return _("voided {number}: {record}", number=record.number, record=record_sentence(record, match.variant))
    if match and step.made and not step.undoes:
        return f"{step.made[0].number}: {record_sentence(step.made[0], match.variant)}"
    if step.action in ACTIONS:
        return _(ACTIONS[step.action])
    wing = missing("step_words") if step.tournament_id else ""
    return _("a step of the wing {wing} ({kind})", wing=wing, kind=step.action) if wing else step.action


def _inserted_words(step: Step, match: Match) -> str:
    """`inserted 3: Anna called ...; 2 later records have the next number`, and which of these count otherwise now."""
    record, *later = step.made
    moved = ngettext(
        "{count} later record has the next number", "{count} later records have the next number", len(later)
    )
    clauses = [
        _("inserted {number}: {record}", number=record.number, record=record_sentence(record, match.variant)),
        moved,
    ]
    pairs = zip(sorted(step.voided, key=lambda old: old.number), later, strict=False)
    again = [recount_words(replace(old, number=new.number), new) for old, new in pairs if old.times != new.times]
    if again:
        clauses.append(_("counted again {deals}", deals="; ".join(again)))
    return "; ".join(clauses)


def difference_words(old: Record, new: Record) -> str:
    """What changed between two editions of a record: `partner Elena -> solo, result 74 -> 60`."""
    pairs = [(name, fact_words(old, fact), fact_words(new, fact)) for fact, name in FACTS.items()]
    return ", ".join(
        f"{in_context('fact', name)} {before} -> {after}" for name, before, after in pairs if before != after
    )


def fact_words(record: Record, fact: str) -> str:
    """A fact of a record in a few words; `none`, or `solo`, where it has none."""
    if fact == "bonuses":
        sides = [listed(side) for side in record.by_side] if not record.has_caller else [str(record.caller)]
        bonuses = [f"{side} {amount}" for side, amount in zip(sides, record.bonuses or (), strict=False) if amount]
        return ", ".join(bonuses) or _("none")
    content = result_words(record) if fact == "result" else getattr(record, fact)
    if isinstance(content, bool):
        return _("yes") if content else _("no")
    if content not in {None, ""}:
        if fact == "called":
            return card_shown(content, _pack(record.variant))
        return bid_shown(content, _pack(record.variant)) if fact == "bid" else str(content)
    return _("solo") if fact == "partner" and record.is_deal else _("none")


def amount_words(amount: int, currency: str | None) -> str:
    """An amount as it is paid: `1.50 EUR`, or `3 units` where there is no money."""
    return counts.units(amount) if currency is None else money(amount, currency)


def settlement_lines(settlement: "Settlement") -> list[str]:
    """What was paid, and who pays whom, a line a transfer."""
    due = [
        transfer_words(PAYS, transfer.payer, transfer.payee, amount=amount_words(transfer.amount, settlement.currency))
        for transfer in settlement.transfers
    ]
    return [*map(payment_words, settlement.paid), *(due or [_("Nobody owes anything.")])]


def payment_words(payment: "Payment") -> str:
    """What was paid, and when: `Bruno paid Anna 1.50 EUR on 2026-11-20`."""
    amount = money(payment.amount, payment.currency)
    return transfer_words(PAID, payment.payer, payment.payee, amount=amount, day=payment.on)
