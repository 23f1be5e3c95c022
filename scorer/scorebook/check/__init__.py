"""`scorer check`: everything that is kept is gone over, from the laws of the tables to every step and record."""
