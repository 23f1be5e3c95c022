"""The command line's wording of advice about tournaments: a sentence for each code."""

from typing import Final

from scorer.language import N_

TOURNAMENT_ADVICE: Final[dict[str, str]] = {
    "scorebook_tournament": N_("scorer tournament new NAME --format scighera makes one"),
    "sheet_of_table": N_(
        "scorer tournament result puts it right; for deals in its place, scorer void {record} --match {number} strikes"
        " it out first"
    ),
    "tournament_clock_all_the_same": N_("--minutes N sets one all the same"),
    "tournament_clock_let_go_on": N_("scorer tournament round --start lets it go on"),
    "tournament_clock_other_length": N_("--minutes N gives it another length"),
    "tournament_clock_start": N_("scorer tournament round --start starts its clock"),
    "tournament_cut_again": N_("scorer tournament cut --again announces it anew"),
    "tournament_cut_keep": N_("scorer tournament cut --keep lets the announcement stand"),
    "tournament_cut_when_over": N_("scorer tournament cut does when the stage is over"),
    "tournament_draw_all_the_same": N_("scorer --yes tournament draw draws round {round} all the same"),
    "tournament_draw": N_("scorer tournament draw"),
    "tournament_drop": N_("scorer tournament drop takes the tournament itself back"),
    "tournament_enter_alone_brings_back": N_("scorer tournament enter brings them back where it names nobody else"),
    "tournament_enter_and_substitute": N_(
        "for somebody in their place, scorer tournament enter {entrant}, then scorer tournament "
        "substitute {player} NEWCOMER"
    ),
    "tournament_enter_and_substitute_one_who_is_out": N_(
        "for somebody in their place, also one who is out, scorer tournament enter {entrant}, then "
        "scorer tournament substitute {entrant} NAME"
    ),
    "tournament_enter_at_table": N_(
        "scorer tournament enter {player} --table {table} seats one more, where the format has such tables"
    ),
    "tournament_enter_back_or_cut_again": N_(
        "scorer tournament enter NAME brings back who withdrew, scorer tournament cut --again lets others go on"
    ),
    "tournament_enter_brings_them_back": N_("scorer tournament enter brings them back"),
    "tournament_enter_later": N_("without --table they can be seated from round {round} on"),
    "tournament_enter_more": N_("scorer tournament enter NAMES enters more, and brings back who withdrew"),
    "tournament_enter_names": N_("scorer tournament enter NAMES"),
    "tournament_enter_then_substitute": N_(
        "scorer tournament enter {entrant}, then scorer tournament substitute {entrant} {player}"
    ),
    "tournament_export_entries": N_("scorer tournament export entries lists the {entrants}"),
    "tournament_finish_early": N_("scorer --yes tournament finish closes it all the same"),
    "tournament_finish": N_("scorer tournament finish closes the tournament"),
    "tournament_history": N_("scorer tournament history shows the steps"),
    "tournament_keep_apart_names": N_("scorer tournament keep-apart Anna,Bruno"),
    "tournament_keep_apart_together": N_("scorer tournament keep-apart NAMES --together lets them meet"),
    "tournament_match_history": N_("scorer history --match {match} shows what was done"),
    "tournament_new": N_("scorer tournament new NAME --format scighera opens one"),
    "tournament_new_other_variant": N_("choose another --variant"),
    "tournament_new_other_variant_or_sizes": N_("choose another --variant, or other sizes in a format of your own"),
    "tournament_new_other_variant_or_until": N_("choose another --variant, or another until in a format of your own"),
    "tournament_new_placement": N_("say --placement, as in --placement 5=10,7,4,2,0"),
    "tournament_next_cut": N_("scorer tournament cut"),
    "tournament_next_finish": N_("scorer tournament finish"),
    "tournament_next_play_off": N_("then, best first: scorer tournament play-off NAMES"),
    "tournament_next_result": N_("scorer tournament result {table} {units}"),
    "tournament_next_result_of_round": N_("scorer tournament result {table} {units} --round {round}"),
    "tournament_play_it_off": N_("play it off, then scorer tournament play-off NAMES, best first"),
    "tournament_play_off_and_cut_again": N_(
        "scorer tournament play-off NAMES, best first, then scorer tournament cut --again"
    ),
    "tournament_print_again": N_("scorer tournament print writes the seating and the score sheets again"),
    "tournament_reassign_at_both_tables": N_(
        'where it was the other who played, scorer reassign "{written}={really}" --match {match} puts it '
        "to them at both tables"
    ),
    "tournament_reassign_both_tables": N_("without --from and --to both tables are put right"),
    "tournament_reassign_only_recorded": N_("--to {number} puts only what is recorded, and leaves who sits there"),
    "tournament_reassign_this_table": N_("--this-table puts only those of {match} to {player}"),
    "tournament_redo_named": N_('scorer tournament redo --tournament "{tournament}" does it again'),
    "tournament_redo_takes_that_back": N_("scorer tournament redo takes that back"),
    "tournament_redraw_follower": N_("where who followed sat there, scorer tournament redraw seats them"),
    "tournament_redraw_follower_once_undone": N_(
        "where who followed sat there, scorer tournament redraw seats them, once scorer undo --match "
        "{match} took back what is recorded"
    ),
    "tournament_redraw": N_("scorer tournament redraw seats the round anew, as things stand now"),
    "tournament_reopen": N_("scorer tournament reopen goes on with it"),
    "tournament_result_as_it_stands": N_(
        "the variant is not played by {players}: scorer tournament result {table} closes it as it stands"
    ),
    "tournament_result_help": N_("scorer tournament result --help lists them"),
    "tournament_result_units_or_file": N_("scorer tournament result 3 12,-3,-3,-3,-3 or --from FILE"),
    "tournament_result_from": N_("scorer tournament result 3 --from FILE"),
    "tournament_result_gives_one": N_("scorer tournament result gives it one"),
    "tournament_say_reason": N_("--reason TEXT"),
    "tournament_say_residual": N_("or say why: --residual TEXT"),
    "tournament_seats_from_now_on": N_(
        "from now on, scorer seats NAMES --match {match}, and everybody keeps what they made"
    ),
    "tournament_seats_who_came": N_(
        "for who did not come, first scorer seats NAMES --match {match} with those who are there"
    ),
    "tournament_seats_without_them": N_("scorer seats {players} --match {match} goes on without them"),
    "tournament_sheet_and_edit": N_("scorer sheet {match} shows it, scorer edit puts a deal right"),
    "tournament_substitute_as_in": N_("as in scorer tournament substitute {member} {player}"),
    "tournament_substitute_for_one_of_them": N_("scorer tournament substitute lets somebody else play for one of them"),
    "tournament_substitute_for_whom": N_("scorer tournament substitute says for whom"),
    "tournament_substitute_keeps": N_(
        "then scorer tournament substitute {entrant} NAME keeps what NAME made for {entrant}"
    ),
    "tournament_substitute_member": N_("scorer tournament substitute lets a member sit for a team"),
    "tournament_substitute_says": N_("scorer tournament substitute {entrant} {player} says for whom {player} plays"),
    "tournament_substitute_says_so": N_(
        "scorer tournament substitute {entrant} {player} says so; else seat the others first"
    ),
    "tournament_swap_moves": N_("scorer tournament swap moves who sits in a round"),
    "tournament_undo_at_match_takes_back": N_("scorer undo --match {match} takes that back"),
    "tournament_undo_last": N_("scorer tournament undo takes back what was done last"),
    "tournament_undo_last_of_them": N_("scorer tournament undo --step {place} takes the last of them back first"),
    "tournament_undo_step_first": N_("scorer tournament undo --step {place} takes that back first"),
    "tournament_undo_named": N_('scorer tournament undo --tournament "{tournament}" takes it back'),
    "tournament_undo_steps": N_("scorer tournament undo takes its steps back, the last one first"),
    "tournament_undo_takes_that_back": N_("scorer tournament undo takes that back"),
    "tournament_undo_withdrawal": N_(
        "where {player} played after all, scorer tournament undo --step N takes the withdrawal back "
        "(scorer tournament history has its number)"
    ),
    "tournament_units_by_seat": N_("say its units in the order of its seats: 12,-3,..."),
    "tournament_units_of_pairs": N_("say its units, {units} in the order of its pairs"),
    "tournament_units_of_pairs_stopped": N_(
        "for a table that was stopped before, say its units, {units} in the order of its pairs"
    ),
    "tournament_units_of_seats": N_("say its units, {units} in the order of its seats"),
    "tournament_units_of_seats_stopped": N_(
        "for a table that was stopped before, say its units, {units} in the order of its seats"
    ),
    "tournament_units_put_right": N_("say its units to put its sheet right"),
    "tournament_void_each": N_(
        "for a paper sheet in their place, strike each out first: scorer void NUMBER --match {match}"
    ),
    "tournament_which": N_("say which with --tournament"),
    "tournament_withdraw_and_follow": N_("scorer tournament withdraw lets somebody go, whom the first reserve follows"),
    "tournament_standings_final": N_("scorer tournament standings --final shows the classification"),
    "tournament_draw_seats": N_("scorer tournament draw draws the next round"),
    "tournament_play_off_as_in": N_("scorer tournament play-off Carla,Anna; or --by-lot"),
    "tournament_redraw_on": N_("scorer tournament redraw --on DATE draws it for another day"),
    "tournament_tables": N_("scorer tournament tables says how each table is recorded"),
}
