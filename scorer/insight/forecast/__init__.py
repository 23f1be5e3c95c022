"""Forecasts of a match: the deal model, Monte Carlo, win probabilities."""
