"""The models behind the statistics: rates, effects, how sure figures are, what chance alone does.."""
