"""Paper and wall: pages of HTML that print well on A4, each whole in itself, and pictures to send.

Seasons and matches go in, text comes out. Nothing here asks anybody outside for anything, reads a file of
the person, or knows the time.
"""
