"""Statistics: frames in, frames out.

What a column means stands in its file in statistics/; the docstring of a function says how it is reckoned, where that
does not follow. Everywhere: a success rate is made / (made + failed), even deals left out, solo included; `low` and
`high` are the 95 % Wilson interval; what has no trials is NaN. Players win with the side that won the contract, or,
where nobody called, with a side that won.
"""
