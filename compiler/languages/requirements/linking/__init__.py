"""Links units into facts: resolves citations, checks hierarchy and hashes, computes coverage."""
