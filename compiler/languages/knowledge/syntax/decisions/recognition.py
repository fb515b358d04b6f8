"""Which files are decisions: by their path, and else by their sections."""

import re

from compiler.languages.knowledge.claims import (
    PathHint,
    is_about_decision,
    is_beside_decisions,
    is_named_decision,
    is_numbered,
)
from compiler.languages.knowledge.field_words import field_word, section_word
from compiler.languages.knowledge.front_matter import read_frontmatter
from compiler.languages.knowledge.stated_fields import field_parts, label_of, stated_fields

_NYGARD_SECTION = re.compile(
    r"^##[ \t]+(?:Status|Context|Decision|Consequences)[ \t]*(?:#+[ \t]*)?$", re.MULTILINE | re.IGNORECASE
)
_NYGARD = frozenset({"status", "context", "decision", "consequences"})
_MADR_SECTION = re.compile(
    r"^##[ \t]+(?:Context and Problem Statement|Considered Options|Decision Outcome|Decision Drivers)\b",
    re.MULTILINE | re.IGNORECASE,
)
_TITLED = re.compile(r"\s*##? (?:(?:architectur(?:e|al) )?decision record|ADR[- ]?\d{1,4})[ \t]*[:–—]", re.IGNORECASE)
_HEADING = re.compile(r"^(#{1,6}) (.*)$", re.MULTILINE)
_FIRST_LINES = 40  # of a page, where its fields stand


def may_be_decision(hint: PathHint, path: str, text: str) -> bool:
    """Whether a file is a decision, by its path and else by its sections."""
    if hint.kind == "backlog":
        return hint.folder == "decisions"
    headings = _sections(text)
    if hint.kind == "decisions":
        has_sections = bool(_NYGARD_SECTION.search(headings) or _MADR_SECTION.search(headings))
        if is_beside_decisions(path):
            return has_sections
        says = any(section_word(line.strip("# \t")) == "decision" for line in headings.split("\n"))
        return is_numbered(path) or has_sections or says or states_status(text)
    # A page with the sections of a decision is one, though it decides about reviews.
    return has_sections_of_a_decision(path, headings) or (says_decision(path, text) and not is_about_decision(path))


def _sections(text: str) -> str:
    """The headings of sections, a line each as of the second level. A page that another one takes in, whose title is of
    the third level or deeper, has them a level below; a page with three of the first level has them there too."""
    found = [(len(mark), heading) for mark, heading in _HEADING.findall(text)]
    top = min((level for level, _ in found), default=1)
    levels = (top + 1,) if top > 2 else (2,) if sum(level == 1 for level, _ in found) < 3 else (1, 2)
    return "\n".join(f"## {heading}" for level, heading in found if level in levels)


def says_decision(path: str, text: str) -> bool:
    """Whether a page is named as a decision, and states a status or has the title `Decision record: …`."""
    return is_named_decision(path) and (_TITLED.match(text) is not None or states_status(text))


def states_status(text: str) -> bool:
    """Whether a field or a section near the top of a page is one of a status, in any language."""
    lines = text.split("\n", _FIRST_LINES)[:_FIRST_LINES]
    labels = (label_of(part) for line in lines for part in field_parts(line))
    if any(label is not None and label[0] == "status" for label in labels):
        return True
    if any(line.startswith(("# ", "## ")) and field_word(line) == "status" for line in lines):
        return True
    if any(field.key == "status" for field in stated_fields(lines, 0, len(lines))):
        return True
    return bool(read_frontmatter(text).in_english("status").text("status"))


def has_sections_of_a_decision(path: str, headings: str) -> bool:
    """Whether headings of the second level, a line each, are those of a decision. Those of a numbered page may be
    written in any language."""
    sections = {found.strip("# \t").lower() for found in _NYGARD_SECTION.findall(headings)}
    if is_numbered(path):
        sections |= _NYGARD.intersection(section_word(line.strip("# \t")) for line in headings.split("\n"))
    if "status" in sections and is_named_decision(path):
        return True
    is_madr = len(sections) < 3 and _MADR_SECTION.search(headings) is not None
    return (
        {"status", "decision"} <= sections
        or {"status", "context", "consequences"} <= sections
        or (is_numbered(path) and {"context", "decision"} <= sections)
        or (is_madr and (is_numbered(path) or len(set(_MADR_SECTION.findall(headings))) > 1))
    )
