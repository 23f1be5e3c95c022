"""The scorebook: values in, rows kept, values out. Every change is one transaction; nothing else touches `db`."""

from scorer.scorebook.at_tables import correction_notices, may_come_late, seating_notices
from scorer.scorebook.book import Book
from scorer.scorebook.changes import Change, Verb
from scorer.scorebook.corrections import edit, outdated, read_record_number, recount, recounted, void
from scorer.scorebook.identity import book_uid, match_of_uid, match_uid, revision
from scorer.scorebook.inserting import insert
from scorer.scorebook.last_steps import redo, undo, would_reverse
from scorer.scorebook.match_editing import MatchEdit, MatchWords, edit_match, match_edited
from scorer.scorebook.match_lookup import (
    find_finished,
    find_match,
    found_match,
    listed_matches,
    match_by_id,
    matches,
    matches_within,
    needed_number,
    open_matches,
    sheet_of,
    struck_out,
)
from scorer.scorebook.opening import (
    NewMatch,
    check_new,
    finish_match,
    free_match_name,
    last_match,
    matches_of_day,
    reopen_match,
    start_match,
    still_open,
    would_start,
)
from scorer.scorebook.penalties import record_adjustment, record_penalty
from scorer.scorebook.people import (
    add_league,
    check_new_league,
    find_league,
    find_player,
    hide_player,
    read_currency,
    read_unit_value,
    rename_league,
    rename_player,
    shown_players,
)
from scorer.scorebook.reassigning import Reassigned, Span, read_span, reassign, reassigned, units_words
from scorer.scorebook.recording import next_number, record_deal, record_redeal
from scorer.scorebook.rows import existing, has_tournaments, leagues, of_tournament, player_ids
from scorer.scorebook.seats import Meant, Seated, change_seats, meant_players, record_call, seats_meant
from scorer.scorebook.undoing import history, match_name
from scorer.scorebook.whole_history import whole_history
