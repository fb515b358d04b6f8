"""Git's object store, read within bounds: loose objects, packs and their indexes, and what a delta is applied to.

Whoever made the repository chose every number in it. None is believed before it has been compared with a bound, and
what is read is charged to a `ReadBudget`.

No library does: dulwich 1.2.21 inflates a loose object before it compares its size with the header, so that a file of 1
MB whose header says ten bytes takes 1 GB. The tests write their repositories with it.
"""
