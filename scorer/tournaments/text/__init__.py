"""What every face says of a tournament: the command, the page, the wall and paper lay it out, each in its own way."""
