"""Finds directives in MyST: fences of backticks, tildes or colons with a name in braces, also in lists and quotes."""

import re
from collections.abc import Sequence

from compiler.languages.requirements.formats.sphinx_needs.directives import (
    MAX_DEPTH,
    OPAQUE,
    Directive,
    Option,
    Page,
    Row,
    dedented,
    without_blank_ends,
)
from compiler.languages.requirements.formats.sphinx_needs.rst import read_rst

_PREFIX = re.compile(r"(?:[ >]|(?:[-*+]|[0-9]{1,9}[.)])[ ])*")
_FENCE = re.compile(r"(`{3,}|~{3,}|:{3,})[ ]*(.*)$")
_NAME = re.compile(r"\{([A-Za-z0-9][\w.+:-]*)\}[ ]*(.*)$")
_OPTION = re.compile(r":([A-Za-z0-9][\w-]*):(?:[ ]+(.*))?$")
_PAIR = re.compile(r"([A-Za-z0-9][\w-]*):(?:[ ]+(.*))?$")
_COMMENT = re.compile(r"[ ]#.*$")
_IN_RST = "eval-rst"


def read_myst(page: Page, rows: Sequence[Row], owner: Directive | None = None, depth: int = 0) -> None:
    """Add the directives in rows of MyST to a page. `owner` is the directive that they stand in."""
    if depth > MAX_DEPTH:
        return
    at, in_list, in_comment = 0, False, False
    while at < len(rows):
        row = rows[at]
        at += 1
        if in_comment or row.text.lstrip().startswith("<!--"):
            in_comment = "-->" not in row.text
            continue
        prefix = _PREFIX.match(row.text)
        width = prefix.end() if prefix else 0
        before = row.text[:width]
        if before.strip(" >"):
            in_list = True
        elif not row.is_blank and not row.text.startswith((" ", ">")):
            in_list = False
        fence = _FENCE.match(row.text, width)
        is_code = before.strip() == "" and width > 3 and not in_list
        if fence is None or is_code or (fence[1][0] == "`" and "`" in fence[2]):
            (owner or page).prose.append(row)
            continue
        end, close = _end(rows, at, fence[1], before, in_list=in_list)
        named = _NAME.match(fence[2])
        if named and named[1] not in OPAQUE:
            content = [Row(row.number, _cut(row.text, before)) for row in rows[at:close]]
            _read(page, named, row.number, content, rows[end - 1].number, fence[1][0], owner, depth)
        at = end


def _read(
    page: Page,
    named: "re.Match[str]",
    number: int,
    content: list[Row],
    last: int,
    fence: str,
    owner: Directive | None,
    depth: int,
) -> None:
    """Read a directive, and what stands in it."""
    if named[1] == _IN_RST:
        read_rst(page, dedented(content), owner, depth + 1)
        return
    options, start = _options(content)
    body = without_blank_ends(content[start:])
    where = owner.first if owner else 0
    directive = Directive(named[1], named[2].strip(), options, tuple(body), number, last, where, fence)
    inner = directive if page.add(directive) else owner
    read_myst(page, body, inner, depth + 1)


def _end(rows: Sequence[Row], at: int, fence: str, before: str, *, in_list: bool) -> tuple[int, int]:
    """Where what follows a fence begins, and where its content ends: at a fence as long as it, at the end of its list
    or quote, or at the end of the page."""
    quoted = ">" in before
    for place in range(at, len(rows)):
        row = rows[place]
        if quoted and not row.text.startswith(">"):
            return place, place
        if in_list and before and not row.is_blank and row.indent < len(before.rstrip()) and not quoted:
            return place, place
        text = _cut(row.text, before).strip()
        if text and text == fence[0] * len(text) and len(text) >= len(fence):
            return place + 1, place
    return len(rows), len(rows)


def _cut(text: str, before: str) -> str:
    """A line without what stands before the fence: blanks, and marks of quotes."""
    if ">" not in before:
        return text[min(len(text) - len(text.lstrip(" ")), len(before)) :]
    at = 0
    while at < min(len(text), len(before)) and text[at] in " >":
        at += 1
    return text[at:]


def _options(content: Sequence[Row]) -> tuple[tuple[Option, ...], int]:
    """The options of a directive, and where its body begins. Of two with one name the last counts."""
    found: dict[str, Option] = {}
    if content and content[0].text.strip() == "---":
        end = next((at for at, row in enumerate(content[1:], 1) if row.text.strip() == "---"), len(content))
        for row in content[1:end]:
            if pair := _PAIR.match(row.text):
                found[pair[1]] = _option(pair, row)
        return tuple(found.values()), end + 1
    at = 0
    while at < len(content) and (pair := _OPTION.match(content[at].text.rstrip())):
        found[pair[1]] = _option(pair, content[at])
        at += 1
    return tuple(found.values()), at


def _option(pair: "re.Match[str]", row: Row) -> Option:
    value = (pair[2] or "").strip()
    if len(value) > 1 and value[0] in "\"'" and value[-1] == value[0]:
        value = value[1:-1]
    elif value.startswith(("|", ">")) and len(value) < 3:
        value = ""
    else:
        value = _COMMENT.sub("", " " + value).strip()
    return Option(pair[1], value, row.number, row.number)
