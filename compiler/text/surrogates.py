"""Halves of surrogate pairs, which JSON and others can state by an escape and no UTF-8 text can hold."""

import re
from typing import Any

SURROGATES = re.compile("[\ud800-\udfff]")


def replace_surrogates(text: str) -> str:
    """Return a text with U+FFFD for surrogates."""
    return text if text.isascii() else SURROGATES.sub("\ufffd", text)


def without_surrogates(value: Any) -> Any:
    """Return a value of JSON with U+FFFD for surrogates in its texts and keys. Raises RecursionError if it is nested
    too deeply."""
    if isinstance(value, str):
        return replace_surrogates(value)
    if isinstance(value, list):
        return [without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {replace_surrogates(key): without_surrogates(item) for key, item in value.items()}
    return value
