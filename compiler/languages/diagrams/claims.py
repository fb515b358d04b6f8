"""Which files may hold diagrams, by their names and at a glance."""

DIAGRAM_SUFFIXES = (".mmd", ".mermaid")
MARKDOWN_SUFFIXES = (".md", ".markdown")
WALKTHROUGH_SUFFIX = ".wt.json"
SIDECAR_SUFFIX = ".meta.json"
SESSION_NAME = "nereid-session.meta.json"
OLD_SESSION_NAME = "session.meta.json"
NOT_OURS = (".urd.md",)  # markdown by name only
BLOCK = "mermaid"  # the language of a block of markdown that is a diagram
MAX_BYTES = 8 * 1024 * 1024  # of one file

_SUFFIXES = (*DIAGRAM_SUFFIXES, *MARKDOWN_SUFFIXES, WALKTHROUGH_SUFFIX, SIDECAR_SUFFIX)


def claims(path: str) -> bool:
    """Whether the name of a file makes it a diagram, a page that may hold some, or a file of a session."""
    name = path.lower()
    return name.endswith(_SUFFIXES) and not name.endswith(NOT_OURS)


def may_hold_diagrams(path: str, text: str) -> bool:
    """Whether a file is worth parsing. Most markdown has no diagram in it, and then no parser is loaded."""
    return not path.lower().endswith(MARKDOWN_SUFFIXES) or BLOCK in text.lower()
