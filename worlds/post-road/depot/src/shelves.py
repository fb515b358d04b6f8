"""Shelves of the depot."""

SIX = 18


# Implements: REQ-d00703-A
def shelf(hour: int) -> str:
    """The shelf of a letter that comes at an hour."""
    return "late" if hour >= SIX else "today"
