"""Asks agents questions about the sample worlds and judges their answers. Run by hand: `python -m harness --help`."""
