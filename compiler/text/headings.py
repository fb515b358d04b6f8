"""Headings of markdown, read a line at a time."""


def heading_text(written: str) -> str:
    """Return the text of a heading without the hashes that may close it, which stand behind a blank: `Tea ##` is `Tea`,
    and `C#` stays. `written` is what stands behind the hashes that open it."""
    text = written.strip()
    before = text.rstrip("#")
    return before.rstrip() if before[-1:] in ("", " ", "\t") else text
