"""What changed between two revisions of a source, and which revisions there are.

`difference` compares two snapshots fact by fact; `comparing` and `listing` are the tools.
"""
