"""The second net: what a person would take for a thing, and which of it no parser accounted for.

`catchers` says what is caught, `catching` finds it in the text of a file, `accounting` leaves out what stands where a
parser found something, and `folding` makes one row of the doubts that have one cause. Nothing here makes facts of a
language.
"""
