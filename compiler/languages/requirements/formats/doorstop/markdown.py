"""Splits a page of Doorstop (`itemformat: markdown`) into its front matter, its header and its text."""

import re
from typing import NamedTuple

# A line of hyphens begins the front matter, and the next one ends it, blanks behind them or not.
_FRONT_MATTER = re.compile(r"-{3,}[ \t]*\n(.*?)^-{3,}[ \t]*$", re.MULTILINE | re.DOTALL)
_FENCE = re.compile(r"-{3,}[ \t]*\n")
_HEADING = re.compile(r"#[ \t]+(\S.*)")
# What an item has at the beginning of a line of its front matter: few other pages do.
_PROMISING = re.compile(r"^(?:active|derived|level|links|normative|reviewed)[ \t]*:", re.MULTILINE)


class MarkdownItem(NamedTuple):
    """The parts of a page. `front_matter` has blank lines before it, so that its lines are those of the page, and is ""
    where it does not end: then it is text for the program. `heading` is a heading of the first level at the beginning
    of the text, "" for none, and `body` the text behind it."""

    front_matter: str
    heading: str
    body: str


def split(text: str) -> MarkdownItem | None:
    """Return the parts of a page; None if no front matter says that it is an item."""
    shorter = text.lstrip()
    if not _FENCE.match(shorter):
        return None
    found = _FRONT_MATTER.match(shorter)
    if not _PROMISING.search(found[1] if found else shorter):
        return None
    if found is None:
        return MarkdownItem("", "", shorter.strip())
    above = text.count("\n", 0, len(text) - len(shorter)) + 1
    body = shorter[found.end() :].strip()
    heading = _HEADING.match(body)
    written = body[heading.end() :].strip() if heading else body
    return MarkdownItem("\n" * above + found[1], heading[1].strip() if heading else "", written)
