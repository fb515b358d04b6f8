"""Formats of requirements beside elspais's markdown: a folder each, which its `format.py` declares."""
