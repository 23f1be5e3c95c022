"""The schemas of what the API answers, by hand: tests/answers.py holds every answer of a test run against them."""

from typing import Any, Final

from scorer.phones.errors import TITLES

Json = dict[str, Any]
TEXT, NUMBER, YES = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
WHOLE: Final = {"type": "integer", "minimum": 0}
AMOUNT, NULL = {"type": "number"}, {"type": "null"}
# Not {"type": ["string", "null"]}, which generators of clients read as a text.
TEXT_OR_NULL, NUMBER_OR_NULL, AMOUNT_OR_NULL = ({"anyOf": [kind, NULL]} for kind in (TEXT, NUMBER, AMOUNT))


def of(name: str) -> Json:
    """The schema of this name."""
    return {"$ref": f"#/components/schemas/{name}"}


def listed(item: Json) -> Json:
    return {"type": "array", "items": item}


def by_name(item: Json) -> Json:
    return {"type": "object", "additionalProperties": item}


def shape(description: str, /, may_lack: tuple[str, ...] = (), **parts: Json) -> Json:
    """An object whose parts are there, but for those that it may lack."""
    required = [part for part in parts if part not in may_lack]
    return {"type": "object", "description": description, "properties": parts, "required": required}


def or_null(name: str) -> Json:
    return {"anyOf": [of(name), NULL]}


NAMES: Final = listed(TEXT)
TABLE: Final = shape(
    "A match as the page shows it; words are in the language of Accept-Language.",
    match=WHOLE, title=TEXT, about=TEXT, may_record=YES, finished=YES, step=WHOLE, players=listed(of("PlayerAtTable")),
    seats=NAMES, out=TEXT_OR_NULL, dealer=TEXT_OR_NULL, resting=TEXT_OR_NULL, playing=NAMES, next=TEXT, left=TEXT,
    over=TEXT, waiting=TEXT, call=or_null("PendingCall"),
    game={"oneOf": [of("ContractGame"), of("SidesGame")]}, payouts=TEXT, penalty_shares=NUMBER,
    redeals=listed(of("Redeal")), records=listed(of("Record")), undo=or_null("Undoable"), reasons=by_name(NAMES),
    book=TEXT, token=TEXT, revision=TEXT,
)  # fmt: skip
SCHEMAS: Final[Json] = {
    "Problem": shape(
        "Why a request is refused (RFC 9457). Beside its code stands what the code needs: the `question` for the table;"
        " the `sides` to choose from; the `number` and the `step` that recorded the same; the `seconds` to wait; the"
        " `match` that somebody else began, and its `name`; the `table` as it stands now.",
        ("question", "sides", "number", "step", "seconds", "match", "name", "table"),
        type=TEXT, title=TEXT, status=WHOLE, detail=TEXT, instance=TEXT, code={"type": "string", "enum": [*TITLES]},
        question=TEXT, sides=listed(NAMES), number=WHOLE, step=WHOLE, seconds=WHOLE, match=WHOLE, name=TEXT,
        table=of("Table"),
    ),
    "Table": TABLE,
    "PlayerAtTable": shape("A player, the leader first.", name=TEXT, units=NUMBER, shown=TEXT, also=TEXT, deals=YES,
                           rests=YES, seated=YES),
    "PendingCall": shape("A call whose result is open.", caller=TEXT, bid=TEXT, words=TEXT),
    "ContractGame": shape("How a deal with a caller is asked for; `uncounted`: the results that need no count.",
                          kind={"const": "contract"}, always_alone=YES, bonuses=YES, bids=listed(of("Bid")),
                          uncounted=NAMES, most=NUMBER_OR_NULL),
    "Bid": shape("A bid of the auction.", bid=TEXT, short=TEXT, words=TEXT, group=TEXT, alone=YES),
    "SidesGame": shape("How a deal in which nobody calls is asked for.", kind={"const": "sides"}, sides=listed(NAMES),
                       bonuses=YES, uncounted=YES, even=YES, events=listed(of("EventOfDeal")), most=NUMBER_OR_NULL),
    "EventOfDeal": shape("What decides a deal beside the count.", event=TEXT, words=TEXT),
    "Redeal": shape("A kind of cards that were dealt and not played.", kind=TEXT, words=TEXT),
    "Record": shape("A record, the newest first; `edition` is the number of this edition of it.", number=WHOLE,
                    kind=TEXT, sentence=TEXT, units=by_name(NUMBER), edition=WHOLE, deal=or_null("FactsOfDeal")),
    "FactsOfDeal": shape("The facts of a deal, in the words that record it.", ("caller", "bid", "partner"),
                         caller=TEXT_OR_NULL, bid=TEXT_OR_NULL, partner=TEXT_OR_NULL, result=TEXT_OR_NULL),
    "Undoable": shape("What can be taken back now.", step=WHOLE, sentence=TEXT),
    "Done": shape("What was done, and the table as it stands now.", sentence=TEXT, notices=NAMES, table=of("Table")),
    "Preview": shape("What would be recorded.", sentence=TEXT, payouts=TEXT, notices=NAMES,
                     units=listed(shape("What somebody gets, and has then.", name=TEXT, units=NUMBER, shown=TEXT,
                                        after=NUMBER))),
    "Payouts": shape("What any next deal would bring, by bid or by side: docs/api.md.", ("bids", "sides"), key=TEXT,
                     bids={"type": "object"}, sides=listed({"type": "object"})),
    "Settlement": shape("What was paid, who pays whom, and the sheet as text.", lines=NAMES, text=TEXT),
    "MatchLine": shape("A match to choose.", match=WHOLE, title=TEXT, about=TEXT),
    "Evening": shape(
        "The matches of the evening, and what a new one is made of.", league=TEXT, may_start=YES, may_show_codes=YES,
        open=listed(of("MatchLine")), finished=listed(of("MatchLine")), name=TEXT, last=or_null("LastMatch"),
        players=NAMES, variants=listed(of("VariantToChoose")), variant=TEXT, dashboard=TEXT,
    ),
    "LastMatch": shape("What a new match takes from the last one.", players=NAMES, variant=TEXT,
                       unit_value=TEXT, about=TEXT, goes_on=YES),
    "VariantToChoose": shape("A payout table, how many players it takes at least, and when a match can end.",
                             name=TEXT, title=TEXT, fewest=WHOLE, until=TEXT, ends=listed(of("End"))),
    "End": shape("An end that can be agreed.", until=TEXT, words=TEXT),
    "Codes": shape("The codes that record.", codes=listed(shape("A code, with its drawing.", title=TEXT, until=TEXT,
                                                                address=TEXT, svg=TEXT))),
    "RecordRow": {"type": "object", "description": "A record with the columns of `scorer export deals`.",
                  "additionalProperties": {"type": ["string", "integer", "boolean", "null"]}},
    "Statistic": {
        "type": "object", "description": "A table as the command writes it with --format json; most have `rows`.",
        "properties": {"league": TEXT, "variants": NAMES, "measure": TEXT, "deals": WHOLE, "verdict": TEXT,
                       "rows": listed({"type": "object"})},
        "additionalProperties": True,
    },
    "Edition": shape("A record as it was made once.", match=WHOLE, number=WHOLE, edition=WHOLE),
    "Step": shape("What was done: the records that it made and struck out, `matches` all that it touched. Without"
                  " matches it concerns the whole scorebook, or the desk of its tournament.", step=WHOLE,
                  at={"type": "string", "format": "date-time"}, action=TEXT, reason=TEXT, by=TEXT,
                  undoes=NUMBER_OR_NULL, tournament=NUMBER_OR_NULL, matches=listed(WHOLE),
                  records=listed(of("Edition")), struck_out=listed(of("Edition"))),
    "Changes": shape("Steps, the oldest first. `next` and `state` are the `since` and `state` of the next request;"
                     " with `more` there are more already.", book=TEXT, newest=WHOLE, next=WHOLE, state=TEXT, more=YES,
                     changes=listed(of("Step"))),
}  # fmt: skip
_HEAD: Final[Json] = {
    "tournament": WHOLE, "name": TEXT, "league": TEXT, "on": {"type": "string", "format": "date"}, "format": TEXT,
    "variant": TEXT, "entrants": WHOLE, "stage": TEXT, "drawn": WHOLE, "finished": YES,
}  # fmt: skip
SCHEMAS.update({
    "TournamentLine": shape("A tournament: `drawn` are its rounds so far.", **_HEAD),
    "Tournament": shape("A tournament with the standings of its stages, its rounds and their tables.", **_HEAD,
                        stages=listed(of("Stage")), rounds=listed(of("Round"))),
    "Stage": shape("The standing of a stage; tables that are not over count with what they have.", stage=TEXT,
                   standing=listed(of("Place"))),
    "Place": shape("A line of a standing.", place=WHOLE, entrant=TEXT, total=AMOUNT, units=NUMBER, deals=NUMBER_OR_NULL,
                   rounds=listed(AMOUNT_OR_NULL), carried=AMOUNT, penalty=AMOUNT, decided_by=TEXT),
    "Round": shape("A round that was announced.", round=WHOLE, stage=TEXT, tables=listed(of("TournamentTable")),
                   resting=NAMES),
    "TournamentTable": shape("A table of a round, its seats in playing order.", table=WHOLE, match=NUMBER_OR_NULL,
                             over=YES, seats=listed(of("Seat"))),
    "Seat": shape("Who sits there, with the units so far.", entrant=TEXT, units=NUMBER_OR_NULL),
})  # fmt: skip
