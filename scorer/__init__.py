"""Scorekeeper for Briscola Chiamata."""

__version__ = "0.1.0"
