"""Forecasts of a match: what the next deals may bring, its rest played thousands of times, who wins how likely."""
