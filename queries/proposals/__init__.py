"""Proposals: what a change of the source would change in its facts.

`proposing` declares `propose_change`; `operation_tools` makes a tool of each operation.
"""
