"""A table as the page shows it: everybody's units, what comes next, how a deal is asked for, and what happened."""

from datetime import datetime
from typing import Any

from scorer import scorebook
from scorer.language import _
from scorer.language.lists_numbers_dates import day, signed
from scorer.match.deal_options import DealWords
from scorer.match.deal_reading import read_deal
from scorer.match.deals_left import reached_end
from scorer.match.facts import Match, Record
from scorer.match.sheet import Sheet
from scorer.phones.payout_table import payouts_key
from scorer.rules.bid import LOWEST_TARGET, Bid
from scorer.rules.cards import TOTAL_CARD_POINTS, rank_shown
from scorer.rules.errors import ScorerError
from scorer.rules.kinds import DEAL, REDEALS, SOLO, event_shown
from scorer.rules.sides import needs_counts
from scorer.rules.variant import Variant
from scorer.scorebook import Change
from scorer.scorebook.match_steps import newest_step, undoable
from scorer.scorebook.transaction import Transaction
from scorer.text import deals_left_words, sentences
from scorer.text.kind_words import USUAL_REASONS
from scorer.text.sheet_to_paste import leader_first
from scorer.text.sheet_words import race_tallies
from scorer.text.tally_words import tally_words

Json = dict[str, Any]


def table_state(transaction: Transaction, match: Match, now: datetime, *, may_record: bool) -> Json:
    """All that the page shows of a table; raises DamagedError where its records do not follow from their facts."""
    sheet = scorebook.sheet_of(transaction, match)
    finished, end = match.sitting.finished, reached_end(sheet, now)
    last = undoable(transaction, match)  # the step of this table that can be taken back now; its start is none
    return {
        "match": match.id,
        "title": match.name,
        "about": f"{_(match.variant.title)} · {match.league} · {day(match.on)}",
        "may_record": may_record,
        "finished": finished,
        "step": newest_step(transaction, match),
        "players": [_player(sheet, name) for name, _units in leader_first(sheet)],
        "seats": sheet.seats,
        "out": match.sitting.out,
        "dealer": sheet.next_dealer,
        "resting": sheet.resting(),
        "playing": _playing(sheet),
        "next": "" if finished else sentences.next_deal_words(sheet),
        "left": "" if finished else deals_left_words.left_words(sheet, end, now),
        "over": _("The match is finished.") if finished else deals_left_words.over_words(sheet, end),
        "waiting": sentences.pending_words(sheet),
        "call": _call(sheet),
        "game": _contract_game(sheet) if match.variant.has_auction else _sides_game(sheet),
        "payouts": payouts_key(sheet),
        "penalty_shares": len(_playing(sheet)) - 1,
        "redeals": [{"kind": kind, "words": _(sentences.KIND_SENTENCES[kind])} for kind in REDEALS],
        "records": [_record(record, match.variant) for record in reversed(sheet.records)],
        "undo": {"step": last.id, "sentence": sentences.step_sentence(last, match)} if last else None,
        "reasons": {what: [_(reason) for reason in reasons] for what, reasons in USUAL_REASONS.items()},
    }


def preview(change: Change) -> Json:
    """What a deal would do: the sentence, and what everybody gets and has then."""
    record, running = change.record, change.sheet.running
    assert record is not None
    return {
        "sentence": sentences.record_sentence(record, change.sheet.match.variant),
        "payouts": sentences.payout_words(record),
        "units": [
            {"name": name, "units": units, "shown": signed(units), "after": running[name]}
            for name, units in record.payouts.items()
        ],
    }


def _player(sheet: Sheet, name: str) -> Json:
    units, race = sheet.running[name], race_tallies(sheet)
    return {
        "name": name,
        "units": units,
        "shown": signed(units),
        "also": ", ".join(tally_words(tally, has[name]) for tally, has in race.items()),
        "deals": name == sheet.next_dealer,
        "rests": name == sheet.resting(),
        "seated": name in sheet.seats,
    }


def _playing(sheet: Sheet) -> list[str]:
    """Who plays the next deal, in playing order from behind the dealer."""
    after = sheet.seats.index(sheet.next_dealer) + 1
    return [seat for seat in (*sheet.seats[after:], *sheet.seats[:after]) if seat != sheet.resting()]


def _call(sheet: Sheet) -> Json | None:
    call = sheet.match.sitting.call
    return call and {"caller": call.caller, "bid": call.bid, "words": sentences.call_words(call, sheet.match.variant)}


def _contract_game(sheet: Sheet) -> Json:
    """How a deal with a caller is asked for; `uncounted` are the results that it is enough to say."""
    variant = sheet.match.variant
    return {
        "kind": "contract",
        "always_alone": variant.alone,
        "bonuses": bool(variant.bonuses),
        "bids": [_bid(bid, variant) for bid in variant.auction.bids],
        "uncounted": variant.win.uncounted,
        "most": variant.most_counted,
    }


def _bid(bid: Bid, variant: Variant) -> Json:
    rank = bid.rank if bid.target == LOWEST_TARGET else None
    return {
        "bid": str(bid),
        "short": bid.name or (rank_shown(rank, variant.auction.pack) if rank else str(bid.target)),
        "words": sentences.called_words(bid, variant),
        "group": "named" if bid.name else "ranks" if rank else "card points",
        "alone": variant.alone or bool(bid.name),
    }


def _can_be_said(words: DealWords, sheet: Sheet) -> bool:
    """Whether a deal in these words can be recorded here."""
    try:
        read_deal(words, sheet)
    except ScorerError:
        return False
    return True


def _sides_game(sheet: Sheet) -> Json:
    """How a deal in which nobody calls is asked for."""
    variant, ending = sheet.match.variant, sheet.ending
    by_card_points = ending.taken is not None or "taken" in ending.first
    return {
        "kind": "sides",
        "sides": sheet.sides,
        "bonuses": bool(variant.bonuses),
        "uncounted": not (needs_counts(variant) or by_card_points),
        "even": _can_be_said(DealWords(sides=("even",)), sheet),
        "events": [{"event": event_shown(event), "words": words} for event, words in (variant.events or {}).items()],
        "most": variant.most_counted if variant.bonuses else TOTAL_CARD_POINTS,
    }


def _record(record: Record, variant: Variant) -> Json:
    return {
        "number": record.number,
        "kind": record.kind,
        "sentence": sentences.record_sentence(record, variant),
        "units": record.payouts,
        "edition": record.id,
        "deal": _facts(record) if record.kind == DEAL else None,
    }


def _facts(record: Record) -> Json:
    """The facts of a deal, in the words that record it."""
    if not record.has_caller:
        return {"result": record.result}
    contract = {"caller": record.caller, "bid": record.bid, "partner": record.partner or SOLO}
    return {**contract, "result": record.result}
