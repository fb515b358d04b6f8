"""Which files may cite something, by their names: markdown, and code with comments. Suffixes count in any case."""

from compiler.text.comment_styles import comment_style
from compiler.text.markdown import SUFFIXES

MARKDOWN = SUFFIXES
WORLD = ".urd.md"  # a world file, though its suffix is that of markdown
MAX_BYTES = 16 * 1024 * 1024  # of one file


def claims(path: str) -> bool:
    """Return whether a file is a page or code."""
    lower = path.lower()
    return (lower.endswith(MARKDOWN) and not lower.endswith(WORLD)) or comment_style(path) is not None
