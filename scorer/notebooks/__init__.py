"""Tables that somebody else made, turned into the columns of scorer's own files."""
