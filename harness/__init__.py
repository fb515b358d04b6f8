"""Ask agents questions about the sample worlds and verify their answers. Run by hand: `python -m harness --help`."""
