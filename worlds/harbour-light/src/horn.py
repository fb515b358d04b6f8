"""The horn."""


def sound() -> int:
    """Seconds of sound."""
    return 2
