"""Decisions in reStructuredText: their headings and fields as those of markdown, each on its own line."""

import re

_ADORNMENT = re.compile(r"([=\-~^\"'`#*+.:_])\1{2,}[ \t]*$")
_COMMENT = re.compile(r"^\.\.[ \t]*\n(?:[ \t]+\S[^\n]*\n)+", re.MULTILINE)  # such as a licence above the title
_FIELD = re.compile(r":([A-Za-z][\w -]{0,40}):[ \t]+(\S[^\n]*)$")
_ITEM = re.compile(r"[ \t]*[-*+][ \t]")
_LABEL = re.compile(r"\.\. _(`?)([^`:\n]{1,200})\1:[ \t]*$")
_BADGE = re.compile(r":bdg[\w-]{0,20}:`([^`\n]{3,60})`[ \t]*$")  # a role of sphinx-design by itself
_OF_ANOTHER = re.compile(r"supersed|superced|replac|obsolet|amend", re.IGNORECASE)
_LABEL_ROLE = re.compile(r":ref:`(?:[^`<>\n]{0,200}<([^`<>\n]{1,200})>|([^`<>\n]{1,200}))`")
_PAGE_ROLE = re.compile(r":doc:`(?:[^`<>\n]{0,200}<([^`<>\n]{1,200})>|([^`<>\n]{1,200}))`")


def labels_of(text: str) -> tuple[str, ...]:
    """The labels above the title of a page, `.. _Use wax:`, by which other pages name it."""
    found = []
    for line in text.split("\n", 40)[:40]:
        if label := _LABEL.match(line):
            found.append(label[2])
        elif line.strip():
            break
    return tuple(found)


def as_markdown(text: str) -> str:
    """The text with headings and fields of markdown, of as many lines. The first kind of adornment is a title. What
    supersedes a decision may be named by a role of Sphinx, which becomes a link."""
    lines = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text).split("\n")
    made = list(lines)
    levels: list[str] = []
    for at, line in enumerate(lines):
        field = _FIELD.match(line)
        if field:
            made[at] = f"- {field[1]}: {field[2]}"
        elif badge := _BADGE.match(line):
            made[at] = f"**{badge[1]}**"
        elif "`" in line and _OF_ANOTHER.search(line):
            named = _LABEL_ROLE.sub(lambda role: f"[[{role[1] or role[2]}]]", line)
            made[at] = _PAGE_ROLE.sub(lambda role: f"[it]({(role[1] or role[2]).removesuffix('.rst')}.rst)", named)
        if at and _is_underline(lines, at):
            kind = line[0] + ("above" if at > 1 and _ADORNMENT.match(lines[at - 2]) else "")
            levels += [kind] if kind not in levels else []
            made[at - 1], made[at] = f"{'#' * min(levels.index(kind) + 1, 6)} {lines[at - 1].strip()}", ""
            if kind.endswith("above"):
                made[at - 2] = ""
    return "\n".join(made)


def _is_underline(lines: list[str], at: int) -> bool:
    """Whether a line underlines the one above as a heading."""
    title = lines[at - 1].strip()
    is_text = bool(title) and not _ADORNMENT.match(title) and not _ITEM.match(lines[at - 1])
    is_alone = at < 2 or not lines[at - 2].strip() or _ADORNMENT.match(lines[at - 2]) is not None
    return is_text and is_alone and _ADORNMENT.match(lines[at]) is not None and len(lines[at].rstrip()) >= len(title)
