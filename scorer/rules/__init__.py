"""The ground: the rules of the game. Standard library only; no files, no clock, no printing."""
