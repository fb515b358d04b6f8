"""The unit of a page or of code: that it may cite something. What it cites is known when all files are linked."""

from typing import NamedTuple


class CitingText(NamedTuple):
    """A file with words that look like citations."""

    path: str
