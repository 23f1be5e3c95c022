"""The command line: parse, call, print. What a command needs is imported inside it, so that help answers at once."""
