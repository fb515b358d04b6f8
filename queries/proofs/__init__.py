"""Proofs: whether an answer still holds (`queries.tools.proof` says what it rests on)."""
