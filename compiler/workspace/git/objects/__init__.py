"""Git's object store, read within bounds: loose objects, packs and their indexes, and what a delta is applied to.

Whoever made the repository chose every number in it. None is believed before it has been compared with a bound, and
what is read is charged to a `ReadBudget`.
"""
