"""The declaration of Kiro."""

import re

from compiler.languages.requirements.formats.format import Format, is_page
from compiler.model.language import imported

_FOLDER = "compiler.languages.requirements.formats.kiro"

# `Validates: Requirements 1.2`, in any language: a number follows in the same line.
_VALIDATES = re.compile(r"alidates[:* \t]{1,6}[^\d\n]{2,100}\d")


_STATING = re.compile(r"(?:.*/)?\.kiro/specs/[^/]+/(?:requirements|bugfix)\.md")


def owns(path: str) -> bool:
    """Whether a file states the requirements of a feature by its path, so that it is said if none is read in it."""
    return _STATING.fullmatch(path) is not None


def is_promising(path: str, text: str) -> bool:
    """Whether a file stands in `.kiro/specs`, or is code that names a feature or says what it validates."""
    if ".kiro/specs/" in path:
        return True
    return ("alidates" in text or "Feature:" in text) and not is_page(path) and _may_cite(text)


def _may_cite(text: str) -> bool:
    return "Feature:" in text or _VALIDATES.search(text) is not None


KIRO = Format(
    name="kiro",
    title="Kiro",
    files=".kiro/specs/*/{requirements,bugfix,design,tasks}.md",
    detection="a requirement of a feature in .kiro/specs",
    parse=imported(f"{_FOLDER}.parse:parse"),
    settle=imported(f"{_FOLDER}.settling:settle"),
    trace=imported(f"{_FOLDER}.tracing:trace"),
    owns=owns,
    is_promising=is_promising,
    roles={"in force": "active", "to be fixed": "retired"},
    words={
        "requirement": "requirement",
        "property": "requirement",
        "acceptance criterion": "assertion",
        "Validates": "implements",
    },
    separator=".",
    covers_whole=True,
    is_test=lambda kind: kind == "cites",
    sample="kite-loft",
    oracle="",
)
