"""A generated project whose answers are known: what `make bench` and the tests of compound questions ask about.

`invent` makes the objects of both revisions as plain values (`model`). The modules `write_…` turn them into files, and
`repository` into two commits with the tags v1 and v2. `questions` asks about the second revision. The right answers are
computed from the values alone, never from what Frieze reads.
"""
