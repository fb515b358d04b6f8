"""A page in Org as the markdown that says the same, line by line, so that one parser reads both.

A heading may begin with a keyword that `#+TODO:` declares: as the status of a decision it stands in brackets behind
the heading. Properties and keywords become fields `- STATUS: accepted`; other drawers and comments become blank.
"""

import re

from compiler.languages.knowledge.field_words import section_word
from compiler.languages.knowledge.syntax.decisions.titles import SECTIONS

_TITLE = re.compile(r"#\+TITLE:[ \t]*(\S.*)", re.IGNORECASE)
_TODO = re.compile(r"#\+(?:SEQ_|TYP_)?TODO:(.*)", re.IGNORECASE)
_HEADING = re.compile(r"(\*{1,6})[ \t]+(\S.*)")
_TAGS = re.compile(r":[\w@:]+:")
_BLOCK = re.compile(r"[ \t]*#\+(begin|end)_(\w+)", re.IGNORECASE)
_DRAWER = re.compile(r":([A-Za-z][\w-]*):")
_PROPERTY = re.compile(r"[ \t]*(?:#\+|:)([A-Za-z][\w-]*):[ \t]+(\S.*)")
_COMMENT = re.compile(r"[ \t]*#(?:[ \t+]|$)")
_RULE = re.compile(r"\|-[-+|]*")
_LINK = re.compile(r"\[\[(?:file:)?([^\[\]\n]+)\](?:\[([^\[\]\n]+)\])?\]")
_BOLD = re.compile(r"(?<![\w*])\*([^\s*][^*\n]{0,400})\*(?![\w*])")
_CODE = re.compile(r"(?<![\w=~])([=~])([^\s=~][^=~\n]{0,400})\1(?![\w=~])")


def as_markdown(text: str) -> str:
    """Return a text of Org as markdown of as many lines. Lines end in `\\n`. A single heading of the first level is the
    title of the page; above several of them, or above a section, `#+TITLE:` is."""
    lines = text.split("\n")
    declared = [word for line in lines if (found := _TODO.match(line)) for word in found[1].split()]
    words = {word.partition("(")[0] for word in declared}  # `ACCEPTED(a)`
    first = [line[2:].strip() for line in lines if line.startswith("* ")]
    is_section = len(first) > 1 or (len(first) == 1 and section_word(first[0]) in SECTIONS)
    deeper = is_section and any(map(_TITLE.match, lines))
    made: list[str] = []
    block = drawer = ""  # what the line stands in, in small letters
    for line in lines:
        if found := _BLOCK.match(line):
            block = found[2].lower() if found[1].lower() == "begin" and not block else ""
            made.append("" if found[2].lower() == "comment" else "```")
        elif block:
            made.append("" if block == "comment" else line)
        elif found := _DRAWER.fullmatch(line.strip()):
            drawer = "" if found[1].lower() == "end" else found[1].lower()
            made.append("")
        elif found := _HEADING.fullmatch(line):
            drawer = ""
            made.append(f"{'#' * (len(found[1]) + deeper)} {_heading(found[2], words)}")
        elif drawer not in ("", "properties"):
            made.append("")
        elif found := _TITLE.match(line):
            made.append(f"# {_inline(found[1])}" if deeper else "")
        else:
            made.append(_line(line))
    return "\n".join(made)


def _heading(text: str, words: set[str]) -> str:
    before, _, tags = text.rstrip().rpartition(" ")
    text = before.rstrip() if before and _TAGS.fullmatch(tags) else text.rstrip()
    keyword, _, rest = text.partition(" ")
    return f"{_inline(rest.strip())} ({keyword})" if keyword in words and rest else _inline(text)


def _line(line: str) -> str:
    """A line outside of headings, blocks and other drawers than properties."""
    if found := _PROPERTY.fullmatch(line):
        return f"- {found[1]}: {_inline(found[2])}"
    if _RULE.fullmatch(line.strip()):
        return line.replace("+", "|")
    return "" if _COMMENT.match(line) else _inline(line)


def _inline(text: str) -> str:
    linked = _LINK.sub(lambda found: f"[{found[2] or found[1]}]({found[1]})", text)
    return _CODE.sub(r"`\2`", _BOLD.sub(r"**\1**", linked))
