"""Mentions: what the texts of a source cite.

`regions` leaves of a file what may cite, `tokens` finds what is written like a citation, `names` knows what can be
cited and by which spellings, `resolution` decides which object a token names, `containers` says in which object it
stands, and `writing` makes facts, links and diagnostics of all that.
"""
