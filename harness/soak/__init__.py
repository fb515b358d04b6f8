"""Long runs of a server beside edits: `python -m harness.soak.equality`, `python -m harness.soak.growth`.

The tests run a short part of each.
"""
