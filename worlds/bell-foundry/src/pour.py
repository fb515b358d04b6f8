"""The pour."""


# Implements: BELL-2, BELL-3
def pour(metal: float) -> float:
    """Pour all metal at once.

    @req BELL-99 nothing states this one
    """
    return metal


def cool(bell: float) -> float:
    """Implements the usual slow way: no citation."""
    return bell - 1
