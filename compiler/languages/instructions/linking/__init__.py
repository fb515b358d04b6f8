"""Finds where the imports of instructions lead, which files their patterns match, and texts that stand twice."""
