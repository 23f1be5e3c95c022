"""The league on a screen. Not built yet."""
