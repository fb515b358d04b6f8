"""Character entities of HTML, as browsers read them."""

import html
import re

_ZEROS = re.compile(r"&#0+(?=[0-9])")
_TOO_LARGE = re.compile(r"&#[0-9]{8,};?")  # for any character; Python refuses to convert thousands of digits


def unescape(text: str) -> str:
    """Return a text with characters for its entities. One that no character has is U+FFFD."""
    if "&#" in text:
        text = _TOO_LARGE.sub("\N{REPLACEMENT CHARACTER}", _ZEROS.sub("&#", text))
    return html.unescape(text)
