"""Statistical models: mixed model, beta-binomial, covariance, intervals, multiple testing, cross-validation."""
