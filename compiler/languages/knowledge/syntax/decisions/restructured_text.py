"""Decisions in reStructuredText: their headings and fields as those of markdown, each on its own line."""

import re

_ADORNMENT = re.compile(r"([=\-~^\"'`#*+.:_])\1{2,}[ \t]*$")
_FIELD = re.compile(r":([A-Za-z][\w -]{0,40}):[ \t]+(\S[^\n]*)$")
_ITEM = re.compile(r"[ \t]*[-*+][ \t]")


def as_markdown(text: str) -> str:
    """The text with headings and fields of markdown, of as many lines. The first kind of adornment is a title."""
    lines = text.split("\n")
    made = list(lines)
    levels: list[str] = []
    for at, line in enumerate(lines):
        field = _FIELD.match(line)
        if field:
            made[at] = f"- {field[1]}: {field[2]}"
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
