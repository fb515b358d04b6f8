"""Which files are of the diagrams language, by their names, and which of them are worth parsing."""

from compiler.text.markdown import SUFFIXES

DIAGRAM_SUFFIXES = (".mmd", ".mermaid")
PAGE_SUFFIXES = (*SUFFIXES, ".rst", ".adoc", ".asciidoc")
WALKTHROUGH_SUFFIX = ".wt.json"
SIDECAR_SUFFIX = ".meta.json"
SESSION_NAME = "nereid-session.meta.json"
LEGACY_SESSION_NAME = "session.meta.json"
NOT_CLAIMED = (".urd.md",)  # world files
BLOCK_LANGUAGE = "mermaid"  # the info string of a fenced block that is a diagram
MAX_BYTES = 8 * 1024 * 1024  # of one file

_SUFFIXES = (*DIAGRAM_SUFFIXES, *PAGE_SUFFIXES, WALKTHROUGH_SUFFIX, SIDECAR_SUFFIX)


def claims(path: str) -> bool:
    """Whether `path` names a diagram, a markdown file that may hold diagrams, or a file of a session."""
    name = path.lower()
    return name.endswith(_SUFFIXES) and not name.endswith(NOT_CLAIMED)


def may_hold_diagrams(path: str, text: str) -> bool:
    """Whether a claimed file is worth parsing. Most markdown holds no diagram, and then no parser is loaded."""
    return not path.lower().endswith(PAGE_SUFFIXES) or BLOCK_LANGUAGE in text.lower()
