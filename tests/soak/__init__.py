"""Long runs of a server beside edits: `python -m tests.soak.equality`, `python -m tests.soak.growth`. The tests run a
short part of each."""
