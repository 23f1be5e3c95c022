"""The desk of a tournament: what happens there is a step of the scorebook, and everything follows from the steps.

So undo, redo and the history are those of the scorebook, and a correction changes everything that comes after it.
"""

from scorer.scorebook.desk.corrections import check_goes_on as check_goes_on
from scorer.scorebook.desk.corrections import said_after as said_after
from scorer.scorebook.desk.corrections import said_of_reversed as said_of_reversed
from scorer.scorebook.desk.entries import Entered as Entered
from scorer.scorebook.desk.entries import Entry as Entry
from scorer.scorebook.desk.entries import bring_back as bring_back
from scorer.scorebook.desk.entries import enter as enter
from scorer.scorebook.desk.entries import find_entrant as find_entrant
from scorer.scorebook.desk.entries import has_withdrawn as has_withdrawn
from scorer.scorebook.desk.entries import keep_apart as keep_apart
from scorer.scorebook.desk.entries import said_twice as said_twice
from scorer.scorebook.desk.entries import substitute as substitute
from scorer.scorebook.desk.entries import taken as taken
from scorer.scorebook.desk.entries import withdraw as withdraw
from scorer.scorebook.desk.finding import find_tournament as find_tournament
from scorer.scorebook.desk.finding import tournaments as tournaments
from scorer.scorebook.desk.opening import HIGHEST_SEED as HIGHEST_SEED
from scorer.scorebook.desk.opening import NewTournament as NewTournament
from scorer.scorebook.desk.opening import check_new as check_new
from scorer.scorebook.desk.opening import conclude as conclude
from scorer.scorebook.desk.opening import open_tournament as open_tournament
from scorer.scorebook.desk.opening import resume as resume
from scorer.scorebook.desk.persons import individual_lines as individual_lines
from scorer.scorebook.desk.play_offs import lapsed_words as lapsed_words
from scorer.scorebook.desk.results import Sheets as Sheets
from scorer.scorebook.desk.results import close_table as close_table
from scorer.scorebook.desk.results import record_sheet as record_sheet
from scorer.scorebook.desk.rounds import MOST_MINUTES as MOST_MINUTES
from scorer.scorebook.desk.rounds import Drawn as Drawn
from scorer.scorebook.desk.rounds import announce as announce
from scorer.scorebook.desk.rounds import announce_again as announce_again
from scorer.scorebook.desk.rounds import round_of as round_of
from scorer.scorebook.desk.rounds import start_clock as start_clock
from scorer.scorebook.desk.rounds import table_of as table_of
from scorer.scorebook.desk.rounds import too_few_words as too_few_words
from scorer.scorebook.desk.rulings import announce_cut as announce_cut
from scorer.scorebook.desk.rulings import penalise as penalise
from scorer.scorebook.desk.rulings import play_off as play_off
from scorer.scorebook.desk.sheets import TALLIES as TALLIES
from scorer.scorebook.desk.sheets import PaperSheet as PaperSheet
from scorer.scorebook.desk.steps import desk_history as desk_history
from scorer.scorebook.desk.steps import do_again as do_again
from scorer.scorebook.desk.steps import drop as drop
from scorer.scorebook.desk.steps import take_back as take_back
from scorer.scorebook.desk.swapping import said_of_seats as said_of_seats
from scorer.scorebook.desk.swapping import swap as swap
from scorer.scorebook.desk.values import Clock as Clock
from scorer.scorebook.desk.values import Tournament as Tournament
