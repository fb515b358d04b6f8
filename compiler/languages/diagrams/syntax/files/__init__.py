"""Readers of the files that hold diagrams or stand beside them: markdown, and the JSON of sessions."""
