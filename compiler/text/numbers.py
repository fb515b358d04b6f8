"""Numbers that people write in digits. A hostile one has thousands, which Python refuses to convert."""

MAX_DIGITS = 18  # more fit into no column of the snapshot


def whole_number(text: str) -> int | None:
    """Return the number that decimal digits state; None for any other text, and for more than `MAX_DIGITS` digits."""
    return int(text) if len(text) <= MAX_DIGITS and text.isdecimal() else None


def without_zeros(digits: str) -> str:
    """Return decimal digits without leading zeros, in ASCII if they are few: `7` of `007`."""
    number = whole_number(digits)
    return str(number) if number is not None else digits.lstrip("0") or "0"
