"""Documents: a list of them, and one with its outline, what leads to it, and the text of a section."""

from collections.abc import Mapping
from typing import Any

from server.explorer.page import Ask, Page
from server.explorer.pages.backlinks import backlinks
from server.explorer.pages.file_objects import objects_in
from server.explorer.pages.relation_rows import select, select_all

IN_PAGE = 100
MAX_SHOWN = 200
MAX_ANCHOR = 1_000  # characters; no query takes a longer one
OF_TEXT = ("document", "document_section", "file")  # kinds of object that a document itself has

BY_PATH = """
SELECT document.id, document.ref, document.title, document.sections, file.lines, document.file, document.line
FROM document LEFT JOIN file ON file.path = document.file
WHERE :folder = '' OR document.file LIKE :folder || '/%' ORDER BY document.file
"""
FOLDERS = """
SELECT rtrim(rtrim(file, replace(file, '/', '')), '/') AS folder, count(*) AS documents
FROM document GROUP BY 1 ORDER BY 1
"""


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the values of the list; with `folder`, only documents below it."""
    folder = parameters.get("folder", "")
    found = select(ask, BY_PATH, limit=IN_PAGE, cursor=parameters.get("cursor", ""), folder=folder)
    return {
        "folder": folder,
        "folders": [row for row in select_all(ask, FOLDERS, MAX_SHOWN).rows if row["folder"]],
        "found": found,
        "cited_by": backlinks(ask, [row["ref"] for row in found.rows]),
    }


def document_view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the values of the page of one document, `id`; with `section`, an anchor, also its text."""
    name, section = parameters.get("id", ""), parameters.get("section", "")
    outline = ask("document_outline", document=name, limit=MAX_SHOWN, cursor=parameters.get("cursor"))
    text = ask("document_get", document=name, section=section, cursor=parameters.get("text")) if section else {}
    cited_by = backlinks(ask, [outline["ref"]]).get(outline["ref"], [])
    return {
        "outline": outline,
        "section": section,
        "longest": MAX_ANCHOR,
        "text": text,
        "cited_by": cited_by[:MAX_SHOWN],
        "more_citations": max(0, len(cited_by) - MAX_SHOWN),
        "objects": objects_in(ask, [outline["document"]], MAX_SHOWN, without=OF_TEXT),
    }


DOCUMENTS = Page("documents", "/documents", "Documents", view, pack="documents")
DOCUMENT = Page("document", "/document", "", document_view)
