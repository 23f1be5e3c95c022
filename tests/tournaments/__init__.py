"""A package, so that its tests share how tournaments are played."""
