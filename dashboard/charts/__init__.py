"""Charts: from what `scorer.stats` gives to a plotly chart, titled by the question that it answers.

Every function takes a frame or the rows of a table; an empty one gives a chart that says so. `everybody` are all
players of the scorebook in its order: it decides the colours. `currency` where units are cents of money.
"""

from dashboard.charts.as_table import WORDS as WORDS
from dashboard.charts.as_table import as_table as as_table
from dashboard.charts.bids import bid_rates as bid_rates
from dashboard.charts.bids import margins as margins
from dashboard.charts.match_lines import tonight_lines as tonight_lines
from dashboard.charts.player import evening_bars as evening_bars
from dashboard.charts.player import player_units as player_units
from dashboard.charts.season_lines import evening_lines as evening_lines
from dashboard.charts.season_lines import in_colour as in_colour
from dashboard.charts.season_lines import place_changes as place_changes
