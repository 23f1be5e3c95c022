"""The wall: what `?big=1` shows, to be read from three metres, all of it in sight without a scroll bar."""
