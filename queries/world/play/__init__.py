"""Playing a world: the rules of docs/world-semantics.md on states, and the search over them.

`model` holds what of a world is played, `reading` makes it of facts. `layout` packs states into integers, `machine` has
the transitions. `search` explores them; `cone` leaves out what a goal cannot depend on. The numbers of rules (M3, F1)
are those of the document.
"""
