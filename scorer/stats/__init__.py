"""Statistics: frames in, frames out.

The file of a statistic in describe/statistics/ says what its columns mean; the docstring of its function says how they
are computed, where that does not follow. Everywhere a success rate is made / (made + failed), without even deals, with
solo ones; `low` and `high` are its 95 % Wilson interval; a rate without trials is NaN. A player wins with the side that
won the contract, or, where nobody called, with a side that won.
"""
