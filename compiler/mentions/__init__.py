"""Mentions: what the texts of a source cite.

`names` knows what can be cited and by which spellings, `prefilter` finds the lines that may cite it, `regions` says
where in a file a citation may be written, `tokens` finds what is written like one, `resolution` decides which object a
token names, `containers` in which object it stands. `file_mentions` is all of that for one file.
`compiler.pipeline.mentions` writes facts, links and diagnostics of it.
"""
