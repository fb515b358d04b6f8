"""Graph algorithms that languages and queries share: cycles (`cycles`), shortest and simple paths (`paths`).

A graph maps each node to its successors; a node that is not a key has none. No function recurses: a graph may be a
chain of any length. Where several answers are equally good, the order of the keys and of the successors decides.
"""
