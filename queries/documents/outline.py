"""The headings of a page: `document_outline`."""

from typing import Any

import orjson

from compiler.store.snapshot import Snapshot
from queries.documents.lookup import DOCUMENT, SECTION, named_page, named_section, sections_of
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.render import abbreviated
from queries.tools.schemas import integer, mapping, objects, string
from queries.tools.tool import tool

FIELD_SHOWN = 300  # characters of a text of the front matter


@tool(
    title="Outline of a page",
    pack="documents",
    parameters=(
        DOCUMENT,
        SECTION,
        Parameter("depth", "integer", "Only so many levels of headings.", minimum=1, maximum=10),
        limit_of(200),
        CURSOR,
    ),
    result={
        "document": string("The path of the page."),
        "ref": string("Its ref."),
        "title": string("Its title."),
        "lines": integer("How many lines it has."),
        "characters": integer("How many characters it has."),
        "fields": mapping("Its front matter, long texts shortened."),
        "sections": objects(
            "In the order of the page.",
            anchor=string("The anchor, as GitHub makes it: pass it to document_get."),
            title=string("The heading."),
            level=integer("The level of the heading, from 1."),
            line=integer("The line of the heading."),
            end_line=integer("The last line of the section."),
            characters=integer("Of the section, with the sections in it."),
            ref=string("Canonical reference."),
        ),
    },
)
def document_outline(
    snapshot: Snapshot, *, document: str, section: str | None, depth: int | None, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Headings of a page, with anchors, lines and sizes. Use it before you read a long page.

    With a section, the headings in it. The front matter comes with it. 200 a page.
    """
    found, anchor = named_page(snapshot, document)
    sections = sections_of(snapshot, found.path)
    lines = (snapshot.text(found.path) or "").split("\n")
    if section or anchor:
        around = named_section(found, sections, section or anchor)
        sections = [section for section in sections if around.line <= section.line <= around.end_line]
    if depth is not None and sections:
        top = min(section.level for section in sections)
        sections = [section for section in sections if section.level < top + depth]
    offsets = [0]
    for line in lines:
        offsets.append(offsets[-1] + len(line) + 1)
    answer = {
        "document": found.path,
        "ref": f"f:{found.path}",
        "title": found.title,
        "lines": found.end_line,
        "characters": offsets[-1] - 1,
        **({"fields": fields} if (fields := _shown(found.fields)) else {}),
        "sections": [
            {
                "anchor": section.anchor,
                "title": section.title,
                "level": section.level,
                "line": section.line,
                "end_line": section.end_line,
                "characters": offsets[section.end_line] - offsets[section.line - 1] - 1,
                "ref": f"f:{found.path}#{section.anchor}",
            }
            for section in sections
        ],
    }
    if not sections:
        answer["hint"] = "The page has no headings: document_get gives its text."
    return page(answer, "sections", limit=limit, cursor=cursor)


def _shown(fields: str) -> dict[str, Any]:
    return {
        name: abbreviated(value, FIELD_SHOWN, "object_get shows it") for name, value in orjson.loads(fields).items()
    }
