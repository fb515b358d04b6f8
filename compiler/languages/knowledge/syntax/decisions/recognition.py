"""Which files are decisions: by their path, and else by their sections."""

import re

from compiler.languages.knowledge.claims import PathHint, is_beside_decisions, is_numbered

_NYGARD_SECTION = re.compile(
    r"^##[ \t]+(?:Status|Context|Decision|Consequences)[ \t]*(?:#+[ \t]*)?$", re.MULTILINE | re.IGNORECASE
)
_MADR_SECTION = re.compile(
    r"^##[ \t]+(?:Context and Problem Statement|Considered Options|Decision Outcome|Decision Drivers)\b",
    re.MULTILINE | re.IGNORECASE,
)
_NAMED = re.compile(r"adr[-_ ]?\d+[-_ .]", re.IGNORECASE)
_STATUS_LINE = re.compile(r"^[ \t]*(?:[-*+][ \t]+)?(?:\*\*)?status(?:\*\*)?[ \t]*:", re.MULTILINE | re.IGNORECASE)


def may_be_decision(hint: PathHint, path: str, text: str) -> bool:
    """Whether a file is a decision, by its path and else by its sections."""
    if hint.kind == "backlog":
        return hint.folder == "decisions"
    headings = "\n".join(line for line in text.split("\n") if line.startswith("## "))
    if hint.kind == "decisions":
        has_sections = bool(_NYGARD_SECTION.search(headings) or _MADR_SECTION.search(headings))
        if is_beside_decisions(path):
            return has_sections
        return is_numbered(path) or has_sections or _STATUS_LINE.search(text) is not None
    return has_sections_of_a_decision(path, headings)


def has_sections_of_a_decision(path: str, headings: str) -> bool:
    """Whether headings of the second level, a line each, are those of a decision."""
    sections = {found.strip("# \t").lower() for found in _NYGARD_SECTION.findall(headings)}
    if "status" in sections and _NAMED.match(path.rpartition("/")[2]):
        return True
    is_madr = len(sections) < 3 and _MADR_SECTION.search(headings) is not None
    return (
        {"status", "decision"} <= sections
        or {"status", "context", "consequences"} <= sections
        or (is_madr and (is_numbered(path) or len(set(_MADR_SECTION.findall(headings))) > 1))
    )
