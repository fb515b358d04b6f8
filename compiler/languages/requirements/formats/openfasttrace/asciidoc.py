"""Parses specification items in AsciiDoc, as the AsciiDoc plugin of OpenFastTrace reads them.

[.specitem,oft-sid="dsn~login~1",oft-needs="impl,utest",oft-covers="req~login~1"]
--
The text of the item.
--
"""

import re
from collections.abc import Iterator

from compiler.languages.requirements.formats.openfasttrace.ids import ID, canonical, listed_types, parse_id
from compiler.languages.requirements.formats.records import Cited, Item, Need, Place

_ITEM = re.compile(r"\[\.specitem\b[^\n]*\boft-sid=[^\n]*\][ \t]*")
_ATTRIBUTE = re.compile(r"\boft-(\w+)=(?:\"([^\"\n]*)\"|([^,\"\]\n]*))")
_ID = re.compile(rf"(?<![a-zA-Z]){ID}")  # begins where letters do, so that a search takes linear time
_BLOCK = re.compile(r"--|={4,}|\*{4,}|_{4,}")
_CITES = (("covers", "implements"), ("depends", "depends_on"))


def read_items(text: str) -> list[Item]:
    """Return the items of a page, in order. An item whose `oft-sid` is no id is left out."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    return [
        item for at, line in enumerate(lines) if _ITEM.fullmatch(line) and (item := _item(lines, at, line)) is not None
    ]


def _item(lines: list[str], at: int, line: str) -> Item | None:
    said = {found[1]: found for found in reversed(list(_ATTRIBUTE.finditer(line)))}
    values = {name: found[2] or found[3] or "" for name, found in said.items()}
    known = parse_id(values["sid"].strip()) if "sid" in values else None
    if known is None:
        return None
    start, end = _block(lines, at + 1)
    cites = tuple(cited for name, kind in _CITES if name in said for cited in _cited(said[name], kind, at + 1))
    needed = listed_types(values.get("needs", ""))
    place = _place(line, at + 1, *said["needs"].span()) if needed else Place(at + 1, 1, 1)
    tags = (("tags", ", ".join(listed_types(values["tags"]))),) if values.get("tags") else ()
    return Item(
        str(known),
        values.get("title", ""),
        known.type,
        values.get("status") or "approved",
        "\n".join(lines[start:end]).strip(),
        at + 1,
        end + 1 if end < len(lines) else end,
        len(lines[min(end, len(lines) - 1)].encode()) + 1,
        tuple(Need(kind, place) for kind in needed),
        cites,
        tags,
    )


def _block(lines: list[str], at: int) -> tuple[int, int]:
    """The range of the text below the attributes: inside of its block, or the paragraph. A title (`.Title`) and an
    anchor before it are no text."""
    while at < len(lines) and lines[at].startswith((".", "[")) and not _BLOCK.fullmatch(lines[at].rstrip()):
        at += 1
    fence = lines[at].rstrip() if at < len(lines) else ""
    if not _BLOCK.fullmatch(fence):
        return at, next((end for end in range(at, len(lines)) if not lines[end].strip()), len(lines))
    return at + 1, next((end for end in range(at + 1, len(lines)) if lines[end].rstrip() == fence), len(lines))


def _cited(found: "re.Match[str]", kind: str, number: int) -> Iterator[Cited]:
    for cited in _ID.finditer(found.string, *found.span()):
        yield Cited(kind, canonical(cited[0]), _place(found.string, number, *cited.span()))


def _place(line: str, number: int, start: int, end: int) -> Place:
    return Place(number, len(line[:start].encode()) + 1, len(line[:end].encode()) + 1)
