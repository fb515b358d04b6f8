"""Which files are pages, and which others may cite something, by their names. Suffixes count in any case."""

import re

from compiler.text.comment_styles import comment_style
from compiler.text.markdown import SUFFIXES

RESTRUCTURED = (".rst",)
ASCIIDOC = (".adoc", ".asciidoc")
PAGES = (*SUFFIXES, *RESTRUCTURED, *ASCIIDOC)
WORLD = ".urd.md"  # a world file, though its suffix is that of markdown
# Texts in a markup that is not read as pages, and lists of work without any: what they cite is read, and the rest told.
# So are numbered records of decisions in plain text or HTML.
_OTHER_TEXT = re.compile(
    r"\.(?i:org)$|(?:^|/)(?i:to-?dos?|done|backlog|roadmap|tasks)\.(?i:txt)$|(?:^|/)(?:TODOS?|BACKLOG|ROADMAP)$"
    r"|(?:^|/)(?i:adrs?|rfcs?|rfds?|decisions?|decision-records|proposals?|enhancements)/(?:[^/]+/)?"
    r"(?:[A-Za-z]{2,8}[-_]?)?\d{1,8}[-_ ][^/]*\.(?i:txt|html?)$"
)
SITE_SETTINGS = ("docs.json", "mint.json")  # of Mintlify
MAX_BYTES = 16 * 1024 * 1024  # of one file


def claims(path: str) -> bool:
    """Return whether a file is a page, another text, code or the settings of a site."""
    return is_page(path) or comment_style(path) is not None or is_other_text(path) or is_of_site(path)


def is_of_site(path: str) -> bool:
    """Return whether a file holds the settings of a site in JSON, which say where addresses lead."""
    return path.rpartition("/")[2] in SITE_SETTINGS


def is_other_text(path: str) -> bool:
    """Return whether a file is text for people in a markup that is not read: Org, a list of work in plain
    text, or a numbered record of a decision in plain text or HTML."""
    return _OTHER_TEXT.search(path) is not None


def is_page(path: str) -> bool:
    """Return whether a file is a page: markdown, reStructuredText or AsciiDoc."""
    lower = path.lower()
    return lower.endswith(PAGES) and not lower.endswith(WORLD)


def is_restructured(path: str) -> bool:
    """Return whether a page is reStructuredText."""
    return path.lower().endswith(RESTRUCTURED)


def is_asciidoc(path: str) -> bool:
    """Return whether a page is AsciiDoc."""
    return path.lower().endswith(ASCIIDOC)
