"""Keeping warm."""

# IMPLEMENTS REQUIREMENTS:
#   REQ-o00005
#   REQ-p00003-B


def heats_again(water: float, holding: float) -> bool:
    """Whether the water has become too cold."""
    return water <= holding - 2
