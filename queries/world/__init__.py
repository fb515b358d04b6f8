"""The tools of worlds.

Every tool takes `world`, the id or the name of a world, which is required when the source has several. Answers keep the
linker's order: imported files first, the entry last, and a choice after the choices nested in it.
"""
