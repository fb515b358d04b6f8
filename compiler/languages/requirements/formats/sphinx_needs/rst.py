"""Finds directives in reStructuredText, block by block as docutils does, also in lists, quotes and other directives.

What stands in literal blocks, code and comments is none. Tables drawn of lines are not looked into.
"""

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

_DIRECTIVE = re.compile(r"\.\.[ ]+([A-Za-z0-9][\w.+:-]*?)[ ]?::(?:[ ]+(\S.*))?[ ]*$")
_FIELD = re.compile(r":([^:\s][^:]*):(?:[ ]+(\S.*))?[ ]*$")
_ITEM = re.compile(r"(?:[-*+•‣⁃]|\(?(?:[0-9]{1,9}|[A-Za-z]|#|[ivxlcdmIVXLCDM]{1,12})[.)])[ ]+(?=\S)")
_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1{2,}[ ]*$")
_NOT_FREE = "it stands in a paragraph: a blank line is missing above it"


def read_rst(page: Page, rows: Sequence[Row], owner: Directive | None = None, depth: int = 0) -> None:
    """Add the directives in rows of reStructuredText to a page. `owner` is the directive that they stand in."""
    if depth > MAX_DEPTH:
        return
    at, free = 0, True  # whether a block may begin here
    while at < len(rows):
        row = rows[at]
        at += 1
        if row.is_blank:
            free = True
            continue
        if row.indent:
            end = _end(rows, at)
            read_rst(page, dedented(rows[at - 1 : end]), owner, depth + 1)
            at, free = end, True
            continue
        (owner or page).prose.append(row)
        if row.text.startswith("..") and row.text[2:3] in ("", " "):
            if free:
                at = _explicit(page, rows, at, owner, depth)
            elif found := _DIRECTIVE.match(row.text):
                page.add(_directive(found, rows[at - 1 : _end(rows, at)], owner, _NOT_FREE))
        elif free and (item := _ITEM.match(row.text)):
            end = _end(rows, at)
            width = item.end()
            inner = [Row(row.number, row.text[width:])]
            inner += [Row(row.number, row.text[min(row.indent, width) :]) for row in rows[at:end]]
            (owner or page).prose.pop()
            read_rst(page, inner, owner, depth + 1)
            at = end
        elif row.text.rstrip().endswith("::") and (at == len(rows) or rows[at].is_blank):
            at = _end(rows, at)
            free = True
        else:
            free = bool(_ADORNMENT.match(row.text))


def _end(rows: Sequence[Row], at: int) -> int:
    """The end of the block that begins at a place: the next line that is not indented."""
    while at < len(rows) and (rows[at].is_blank or rows[at].indent):
        at += 1
    return at


def _explicit(page: Page, rows: Sequence[Row], at: int, owner: Directive | None, depth: int) -> int:
    """Read what begins with two points, in the row before `at`; return where the next block begins."""
    row = rows[at - 1]
    found = _DIRECTIVE.match(row.text)
    if row.text.strip() == ".." and (at == len(rows) or rows[at].is_blank):
        return at  # an empty comment ends at once
    end = _end(rows, at)
    if found is None or found[1] in OPAQUE:
        return end  # a comment, a target, a footnote, or no markup
    directive = _directive(found, rows[at - 1 : end], owner)
    inner = directive if page.add(directive) else owner
    read_rst(page, directive.content, inner, depth + 1)
    return end


def _directive(found: "re.Match[str]", block: Sequence[Row], owner: Directive | None, problem: str = "") -> Directive:
    """The directive of a block, whose first row is that with its name."""
    number = block[0].number
    body = dedented(block[1:])
    stated = [Row(number, found[2].rstrip()), *body] if found[2] else body
    blank = next((at for at, row in enumerate(stated) if row.is_blank), len(stated))
    start = next((at for at, row in enumerate(stated[:blank]) if _FIELD.match(row.text)), blank)
    options, wrong = _options(stated[start:blank])
    return Directive(
        found[1],
        "\n".join(row.text.strip() for row in stated[:start]),
        options,
        tuple(without_blank_ends(stated[blank:])),
        number,
        max((row.number for row in block if not row.is_blank), default=number),
        owner.first if owner else 0,
        problem=problem or wrong,
    )


def _options(rows: Sequence[Row]) -> tuple[tuple[Option, ...], str]:
    """The options that rows state, and why the program refuses them, "" if it does not."""
    options: list[Option] = []
    at = 0
    while at < len(rows):
        found = _FIELD.match(rows[at].text)
        if found is None:
            return tuple(options), f"the line '{rows[at].text.strip()[:60]}' among its options is none"
        first = at
        at += 1
        while at < len(rows) and rows[at].indent:
            at += 1
        parts = [found[2] or "", *(row.text.strip() for row in rows[first + 1 : at])]
        options.append(Option(found[1].strip(), "\n".join(parts).strip(), rows[first].number, rows[at - 1].number))
    names = [option.name for option in options]
    twice = next((name for name in names if names.count(name) > 1), "") if len(names) <= 200 else ""
    return tuple(options), f"it has the option '{twice}' twice" if twice else ""


def rows_of(lines: Sequence[str]) -> list[Row]:
    """The lines of a page as rows, from 1."""
    return [Row(number, line.expandtabs(8).rstrip()) for number, line in enumerate(lines, 1)]
