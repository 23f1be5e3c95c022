"""The command line: parse, call, print. `late_loading.py` keeps what commands need from Tab and help."""

import gc

gc.set_threshold(100_000)  # imports make many objects and little garbage; looking for it takes a tenth of a start
