"""The board. FR-001 says what it shows in 001-wind-board."""


def shown(wind: int | None) -> str:
    """FR-002: a dash for a broken gauge."""
    return "–" if wind is None else str(wind)
