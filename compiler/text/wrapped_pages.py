"""Pages that stand in one fence from the first to the last line, as assistants leave what they were asked to write."""

import re

_FIRST = re.compile(r"\s*(`{3,}|~{3,})[ \t]*(?:markdown|md)[ \t]*\n", re.IGNORECASE)
_FENCE = re.compile(r"^[ \t]{0,3}(`{3,}|~{3,})[ \t]*([^`\n]*)$", re.MULTILINE)


def unwrapped(text: str) -> str:
    """Return the text of a page without the fence that all of it stands in: its two lines are empty, so that the others
    keep their numbers. Any other text is returned as it is, also one that begins with a fenced example."""
    first = _FIRST.match(text) if text[:20].lstrip()[:3] in ("```", "~~~") else None
    if first is None:
        return text
    inner, mark, last = text[first.end() :].rstrip().rpartition("\n")
    is_closed = last.strip() == first[1]
    if not is_closed or not _is_balanced(inner, first[1]):
        return text
    blank = "\n" * text.count("\n", 0, first.end())
    return f"{blank}{inner}{mark}{text[first.end() + len(inner) + len(mark) + len(last) :]}"


def _is_balanced(inner: str, wrapper: str) -> bool:
    """Whether each fence that could end the wrapper belongs to a pair. The first of a pair names a language: without
    one it would end the wrapper."""
    fences = [found for found in _FENCE.finditer(inner) if found[1].startswith(wrapper)]
    return len(fences) % 2 == 0 and all(fence[2].strip() for fence in fences[::2])
