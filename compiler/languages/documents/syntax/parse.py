"""Reads a page, or finds out whether code may cite something, without knowing what there is to cite."""

import re

from compiler.languages.documents.claims import is_asciidoc, is_other_text, is_page, is_restructured
from compiler.languages.documents.records import CitingText, Page
from compiler.model.language import Parsed

# Ids (`ADR-3`, `CAN-FR003`, `REQ_12`, `FR012`), wikilinks, names of pages and refs.
_MAY_CITE = re.compile(
    r"[A-Za-z]{2}-[A-Za-z]?\d|[A-Z]{2}-[A-Z]{2,6}[-_]?\d|[A-Z]{2}_[A-Z]{0,6}_?\d|(?:REQ|SPEC|NEED|FEAT)_[A-Z]|req__[a-z]|\b[A-Z]{2,5}\d{2,4}\b"
    r"|A(?:DR|dr)[ \t#]*\d|\badr[ \t#]+\d|\[\[\w|\.(?:md|mmd|mermaid)\b|\b[a-z]:[\w@]+[-/]"
)


def parse(path: str, text: str) -> Parsed:
    """Return the unit of a file: a page, a text or code that may cite, or none."""
    if not is_page(path):
        return Parsed(CitingText(path) if is_other_text(path) or _MAY_CITE.search(text) else None, ())
    if is_restructured(path):
        from compiler.languages.documents.syntax.restructured import read_restructured

        return Parsed(read_restructured(path, text), ())
    if is_asciidoc(path):
        from compiler.languages.documents.syntax.asciidoc import read_asciidoc

        return Parsed(read_asciidoc(path, text), ())
    from compiler.languages.documents.syntax.markdown import read_page

    return Parsed(read_page(path, text), ())


def imports(path: str, unit: CitingText | Page) -> tuple[str, ...]:  # noqa: ARG001
    """Return no files: neither a page nor a comment imports one."""
    return ()
