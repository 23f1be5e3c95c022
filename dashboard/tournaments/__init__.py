"""The parts of the page of a tournament: what is shown, in words and as HTML in which every name is text."""
