"""Frozen files: a snapshot in one file, checked before it is believed, and perhaps signed."""
