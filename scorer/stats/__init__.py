"""Statistics: frames in, frames out. Each definition stands in the docstring of its function.

Everywhere: a success rate is made / (made + failed), even deals left out, solo included; `low` and `high` are the
95 % Wilson interval; what has no trials is NaN. Players win with the side that won the contract, or, where nobody
called, with a side that won.
"""
