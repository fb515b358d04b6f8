"""The revisions of a source and the differences between them.

`difference` compares two snapshots fact by fact, and `changed_rows` finds the rows to compare; `opening` opens
revisions by name. `comparing` and `revision_list` declare the tools.
"""
