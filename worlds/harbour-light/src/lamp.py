"""The lamp.

@requirement LAMP-02
"""


def turn() -> float:
    """Seconds of a turn."""
    return 10.0


# Implements: LAMP-03
def dim() -> None:
    """Dim the lamp."""
