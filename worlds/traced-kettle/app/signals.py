"""Patterns of the buzzer and the lamp."""

BOILED = [(200, 100), (200, 100), (200, 0)]


# Implements: REQ-d00003-A,
#   REQ-o00002-A
def boiled() -> list[tuple[int, int]]:
    """Three sounds."""
    return BOILED


class Player:
    """Plays a pattern on an output."""

    # Implements: REQ-d00003-B
    def play(self, pattern: list[tuple[int, int]]) -> list[int]:
        """The times at which the output changes; the last is that at which it goes off."""
        times = [0]
        for on, off in pattern:
            times += [times[-1] + on, times[-1] + on + off]
        return times


# Implements REQ-d00003-B, but the colon is missing.
SILENCE: list[tuple[int, int]] = []
