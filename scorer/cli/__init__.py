"""The command line: parse, call, print. What a command needs is imported inside it, so that help answers at once."""

import gc

gc.set_threshold(100_000)  # imports make many objects and little garbage; looking for it takes a tenth of a start
