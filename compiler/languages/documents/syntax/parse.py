"""Finds out whether a text may cite something, without knowing what there is to cite."""

import re

from compiler.languages.documents.records import CitingText
from compiler.model.language import Parsed

_MAY_CITE = re.compile(
    r"[A-Za-z]{2}-[A-Za-z]?\d|A(?:DR|dr)[ \t#]*\d|\badr[ \t#]+\d|\[\[\w|\.(?:md|mmd|mermaid)\b|\b[a-z]:[\w@]+[-/]"
)


def parse(path: str, text: str) -> Parsed:
    """Return the unit of a file; none if nothing in it is written like a citation."""
    return Parsed(CitingText(path) if _MAY_CITE.search(text) else None, ())


def imports(path: str, unit: CitingText) -> tuple[str, ...]:  # noqa: ARG001
    """Return no files: a text imports none."""
    return ()
