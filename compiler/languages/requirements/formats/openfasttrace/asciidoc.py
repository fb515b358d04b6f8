"""Reads the specification items of AsciiDoc that OpenFastTrace's plug-in for Asciidoctor finds in the rendered page.

An item is a block of the role `specitem`, whose attributes begin with `oft-`: `[.specitem,oft-sid="req~login~1"]`.
"""

import re
from collections.abc import Iterator

from compiler.languages.requirements.formats.openfasttrace.ids import canonical, listed_types, parse_id
from compiler.languages.requirements.formats.openfasttrace.markdown import APPROVED
from compiler.languages.requirements.formats.records import Cited, Item, Need, Place, Unread

_ATTRIBUTES = re.compile(r"\[[^]\n]*\.specitem\b([^\n]*)\][ \t]*")
_ATTRIBUTE = re.compile(r'\boft-(\w+)[ \t]*=[ \t]*"([^"\n]*)"')
_TITLE = re.compile(r"\.([^. \t\n][^\n]*)")
_DELIMITER = re.compile(r"(--|={4,}|\*{4,}|_{4,})[ \t]*")
_VERBATIM = re.compile(r"(-{4,}|\.{4,}|/{4,}|\+{4,})[ \t]*")  # samples, comments, and what is passed on
_LISTS = {"covers": "implements", "depends": "depends_on"}


def read_items(text: str) -> tuple[list[Item], list[Unread]]:
    """Return the items of a page, and attributes that look like those of an item and state no id."""
    lines = text.removeprefix("\ufeff").split("\n")
    items: list[Item] = []
    unread: list[Unread] = []
    verbatim = ""
    for number, line in enumerate(lines, 1):
        delimiter = _VERBATIM.fullmatch(line)
        if verbatim:
            verbatim = "" if delimiter and delimiter[1] == verbatim else verbatim
        elif delimiter:
            verbatim = delimiter[1]
        elif found := _ATTRIBUTES.fullmatch(line):
            item = _item(lines, number, found)
            if item:
                items.append(item)
            else:
                place = Place(number, 1, len(line.encode()) + 1)
                unread.append(Unread(line.strip(), 'it has no id such as oft-sid="req~name~1"', place))
    return items, unread


def _item(lines: list[str], number: int, found: "re.Match[str]") -> Item | None:
    """Return the item whose attributes stand on a line; None if they state no id."""
    line = found.string
    said = {match[1]: match for match in _ATTRIBUTE.finditer(line, found.start(1), found.end(1))}
    words = {name: match[2].strip() for name, match in said.items()}
    own = parse_id(words.get("sid", ""))
    if own is None:
        return None
    title, text, last = _body(lines, number)
    needs = tuple(Need(type_, _place(number, said["needs"])) for type_ in listed_types(words.get("needs", "")))
    cites = tuple(
        Cited(kind, canonical(cited_id), _place(number, said[name]))
        for name, kind in _LISTS.items()
        for cited_id in listed_types(words.get(name, ""))
    )
    fields = tuple((name, words[name]) for name in ("rationale", "comment", "tags") if words.get(name))
    return Item(
        str(own),
        words.get("title") or title,
        own.type,
        words.get("status") or APPROVED,
        text,
        number,
        last,
        len(lines[last - 1].encode()) + 1,
        needs,
        cites,
        fields,
    )


def _place(number: int, attribute: "re.Match[str]") -> Place:
    """Return where the value of an attribute stands."""
    start, end = (len(attribute.string[:at].encode()) + 1 for at in attribute.span(2))
    return Place(number, start, end)


def _body(lines: list[str], number: int) -> tuple[str, str, int]:
    """Return the title and the text of the block below the attributes on a line, and its last line."""
    title, at = "", number
    while at < len(lines) and (found := _TITLE.fullmatch(lines[at]) or _ATTRIBUTES.fullmatch(lines[at])):
        title, at = (found[1] if lines[at].startswith(".") else title), at + 1
    opener = _DELIMITER.fullmatch(lines[at]) if at < len(lines) else None
    body = list(_until(lines, at + 1 if opener else at, opener[1] if opener else ""))
    last = at + len(body) + (2 if opener else 0)
    return title, "\n".join(body).strip(), max(min(last, len(lines)), number)


def _until(lines: list[str], at: int, delimiter: str) -> Iterator[str]:
    """Yield the lines up to a delimiter, or to a blank line if it is ""."""
    for line in lines[at:]:
        if line.rstrip() == delimiter:
            return
        yield line
