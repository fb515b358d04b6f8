"""The text of a page or of a section: `document_get`."""

from dataclasses import replace
from typing import Any

from compiler.store.snapshot import Snapshot
from queries.documents.lookup import DOCUMENT, SECTION, Page, Section, named_page, named_section, sections_of
from queries.tools.paging import CURSOR, HEADROOM, Cursor
from queries.tools.parameters import Parameter
from queries.tools.render import BOUND, size, visible
from queries.tools.schemas import integer, string, strings
from queries.tools.tool import tool

ROOM = BOUND - HEADROOM - 2_000  # characters of an answer that a text may take, as JSON


@tool(
    title="Text of a section",
    pack="documents",
    parameters=(
        DOCUMENT,
        SECTION,
        Parameter("max_chars", "integer", "The most characters of text.", default=12_000, minimum=200, maximum=ROOM),
        CURSOR,
    ),
    result={
        "document": string("The path of the page."),
        "ref": string("The ref of the section, or of the page."),
        "title": string("The heading of the section, or the title of the page."),
        "headings": strings("The path of headings to the section."),
        "line": integer("The line at which this text begins."),
        "end_line": integer("The line at which it ends."),
        "text": string("The text as written: markdown, with the sections in it."),
        "subsections": strings("The anchors of the sections directly in it."),
    },
)
def document_get(
    snapshot: Snapshot, *, document: str, section: str | None, max_chars: int, cursor: Cursor
) -> dict[str, Any]:
    """Text of a section of a page, or of a whole page, as written. Use it to read what search found.

    The section is that of the ref, or is named by its anchor, heading or path of headings; the sections in it come with
    it. `total` counts the characters of all of it; a longer text goes on with cursor.
    """
    found, anchor = named_page(snapshot, document)
    sections = sections_of(snapshot, found.path)
    chosen = named_section(found, sections, section or anchor) if section or anchor else None
    lines = (snapshot.text(found.path) or "").split("\n")
    first, last = (chosen.line, chosen.end_line) if chosen else (1, found.end_line)
    whole = "\n".join(lines[first - 1 : last])
    begin = min(cursor.position, len(whole))
    text = _fitting(whole[begin : begin + max_chars], is_last=begin + max_chars >= len(whole))
    end = begin + len(text)
    answer = {
        **_head(found, chosen),
        "line": first + whole.count("\n", 0, begin),
        "end_line": first + whole.count("\n", 0, max(end - 1, begin)),
        "text": text,
        "total": len(whole),
    }
    if inner := _directly_in(sections, chosen):
        answer["subsections"] = [section.anchor for section in inner][:100]
    if end < len(whole):
        answer["next_cursor"] = str(replace(cursor, position=end))
    return answer


def _head(page: Page, section: Section | None) -> dict[str, Any]:
    if section is None:
        return {"document": page.path, "ref": f"f:{page.path}", "title": page.title}
    ref = f"f:{page.path}#{section.anchor}"
    return {"document": page.path, "ref": ref, "title": section.title, "headings": list(section.headings)}


def _directly_in(sections: list[Section], around: Section | None) -> list[Section]:
    """The sections in a section, or in the page, that are in no other one of these."""
    found: list[Section] = []
    end = 0
    for section in sections:
        is_inside = around is None or around.line < section.line <= around.end_line
        if is_inside and section.line > end:
            found.append(section)
            end = section.end_line
    return found


def _fitting(text: str, *, is_last: bool) -> str:
    """The beginning of a text for which an answer has room, up to the end of a line if there is one in its second
    half."""
    is_cut = not is_last
    while size(visible(text)) > ROOM:
        text = text[: len(text) * ROOM // size(visible(text)) - 1]
        is_cut = True
    end = text.rfind("\n") + 1
    return text[:end] if is_cut and end > len(text) // 2 else text
