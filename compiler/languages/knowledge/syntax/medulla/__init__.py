"""Medulla: the markdown files of a snapshot, and the binary store `loro.db`."""
