"""Statistics: frames in, frames out. Each definition stands in the docstring of its function.

Everywhere: a success rate is made / (made + failed), even deals left out, solo included; `low` and `high` are the
95 % Wilson interval; what has no trials is NaN. Players win with the side that won the contract, or, where nobody
called, with a side that won.
"""

from scorer.stats.all_time import all_time as all_time
from scorer.stats.awards import awards as awards
from scorer.stats.beyond import beyond as beyond
from scorer.stats.beyond import beyond_of as beyond_of
from scorer.stats.bidding import bands as bands
from scorer.stats.bidding import bids as bids
from scorer.stats.bidding import compared as compared
from scorer.stats.calls import calls as calls
from scorer.stats.chances import chance_curve as chance_curve
from scorer.stats.chances import chances as chances
from scorer.stats.chances import chances_held as chances_held
from scorer.stats.chances import forecasts as forecasts
from scorer.stats.chances import forecasts_beside as forecasts_beside
from scorer.stats.evenings import evenings as evenings
from scorer.stats.evenings import head_to_head as head_to_head
from scorer.stats.evenings import meetings as meetings
from scorer.stats.evenings import running_of as running_of
from scorer.stats.luck import luck as luck
from scorer.stats.paying import pays as pays
from scorer.stats.players import companions as companions
from scorer.stats.players import met as met
from scorer.stats.players import overview as overview
from scorer.stats.players import pairs as pairs
from scorer.stats.players import records as records
from scorer.stats.players import roles as roles
from scorer.stats.rating import rating as rating
from scorer.stats.rating import rating_curve as rating_curve
from scorer.stats.rating import rating_test as rating_test
from scorer.stats.spread import gaps as gaps
from scorer.stats.spread import spread as spread
from scorer.stats.standings import match_units as match_units
from scorer.stats.standings import running as running
from scorer.stats.standings import running_by_evening as running_by_evening
from scorer.stats.standings import standings as standings
from scorer.stats.standings import wins as wins
