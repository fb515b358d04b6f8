"""The declaration of OpenSpec."""

import re

from compiler.languages.requirements.formats.format import Format, is_page
from compiler.model.language import imported

_FOLDER = "compiler.languages.requirements.formats.openspec"
_CAPABILITY = re.compile(r"(?:.*/)?openspec/specs/(?:[^/]+/)+spec\.md")


def owns(path: str) -> bool:
    """Whether a file states a capability by its path, so that it is said if no requirement is read in it."""
    return _CAPABILITY.fullmatch(path) is not None


def is_promising(path: str, text: str) -> bool:
    """Whether a file stands in a folder `openspec`, or is code that names a requirement."""
    return "openspec/" in path or ("Requirement: " in text and not is_page(path))


OPENSPEC = Format(
    name="openspec",
    title="OpenSpec",
    files="openspec/specs/**/spec.md, openspec/changes/*/{proposal,tasks}.md, openspec/changes/*/specs/**/spec.md",
    detection="a requirement or a change in a folder openspec",
    parse=imported(f"{_FOLDER}.parse:parse"),
    settle=imported(f"{_FOLDER}.settling:settle"),
    trace=imported(f"{_FOLDER}.tracing:trace"),
    owns=owns,
    is_promising=is_promising,
    roles={"to be removed": "retired", "to be renamed": "retired", "archived": "retired"},
    words={
        "requirement": "requirement",
        "change": "requirement",
        "scenario": "assertion",
        "MODIFIED": "modifies",
        "REMOVED": "removes",
        "RENAMED": "renames",
    },
    covers_whole=True,
    is_test=lambda kind: kind == "cites",
    sample="kite-loft",
    oracle="harness.oracles.openspec",
)
