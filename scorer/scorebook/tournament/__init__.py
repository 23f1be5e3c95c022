"""A tournament in the scorebook: everything that its organiser does is a step, and everything follows from the steps.

So undo, redo and the history are those of the scorebook, and a correction changes everything that comes after it.
"""

from scorer.scorebook.tournament.corrections import check_goes_on as check_goes_on
from scorer.scorebook.tournament.corrections import do_again as do_again
from scorer.scorebook.tournament.corrections import drop as drop
from scorer.scorebook.tournament.corrections import said_after as said_after
from scorer.scorebook.tournament.corrections import said_of_reversed as said_of_reversed
from scorer.scorebook.tournament.corrections import take_back as take_back
from scorer.scorebook.tournament.corrections import tournament_history as tournament_history
from scorer.scorebook.tournament.entries import Entered as Entered
from scorer.scorebook.tournament.entries import Entry as Entry
from scorer.scorebook.tournament.entries import bring_back as bring_back
from scorer.scorebook.tournament.entries import enter as enter
from scorer.scorebook.tournament.entries import find_entrant as find_entrant
from scorer.scorebook.tournament.entries import has_withdrawn as has_withdrawn
from scorer.scorebook.tournament.entries import keep_apart as keep_apart
from scorer.scorebook.tournament.entries import said_twice as said_twice
from scorer.scorebook.tournament.entries import substitute as substitute
from scorer.scorebook.tournament.entries import taken as taken
from scorer.scorebook.tournament.entries import withdraw as withdraw
from scorer.scorebook.tournament.finding import find_tournament as find_tournament
from scorer.scorebook.tournament.finding import tournaments as tournaments
from scorer.scorebook.tournament.lines import individual_lines as individual_lines
from scorer.scorebook.tournament.opening import HIGHEST_SEED as HIGHEST_SEED
from scorer.scorebook.tournament.opening import NewTournament as NewTournament
from scorer.scorebook.tournament.opening import announce_cut as announce_cut
from scorer.scorebook.tournament.opening import announce_cut_again as announce_cut_again
from scorer.scorebook.tournament.opening import check_new as check_new
from scorer.scorebook.tournament.opening import conclude as conclude
from scorer.scorebook.tournament.opening import keep_cut as keep_cut
from scorer.scorebook.tournament.opening import open_tournament as open_tournament
from scorer.scorebook.tournament.opening import penalise as penalise
from scorer.scorebook.tournament.opening import play_off as play_off
from scorer.scorebook.tournament.opening import resume as resume
from scorer.scorebook.tournament.results import TALLIES as TALLIES
from scorer.scorebook.tournament.results import PaperSheet as PaperSheet
from scorer.scorebook.tournament.results import Sheets as Sheets
from scorer.scorebook.tournament.results import close_table as close_table
from scorer.scorebook.tournament.results import record_sheet as record_sheet
from scorer.scorebook.tournament.rounds import MOST_MINUTES as MOST_MINUTES
from scorer.scorebook.tournament.rounds import Drawn as Drawn
from scorer.scorebook.tournament.rounds import announce as announce
from scorer.scorebook.tournament.rounds import announce_again as announce_again
from scorer.scorebook.tournament.rounds import few_words as few_words
from scorer.scorebook.tournament.rounds import round_of as round_of
from scorer.scorebook.tournament.rounds import start_clock as start_clock
from scorer.scorebook.tournament.rounds import table_of as table_of
from scorer.scorebook.tournament.rounds import too_few_words as too_few_words
from scorer.scorebook.tournament.swapping import join as join
from scorer.scorebook.tournament.swapping import said_of_seats as said_of_seats
from scorer.scorebook.tournament.swapping import swap as swap
from scorer.scorebook.tournament.values import Clock as Clock
from scorer.scorebook.tournament.values import Tournament as Tournament
from scorer.scorebook.tournament.values import announced_words as announced_words
from scorer.scorebook.tournament.values import lapsed_words as lapsed_words
