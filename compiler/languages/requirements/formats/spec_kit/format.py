"""The declaration of spec-kit."""

import re

from compiler.languages.requirements.formats.format import Format, is_page
from compiler.model.language import imported

_FOLDER = "compiler.languages.requirements.formats.spec_kit"


_SPECIFICATION = re.compile(r"(?:.*/)?specs/\d{3,14}-[^/]+/spec\.md")


def owns(path: str) -> bool:
    """Whether a file specifies a feature by its path, so that it is said if nothing is read in it."""
    return _SPECIFICATION.fullmatch(path) is not None


def is_promising(path: str, text: str) -> bool:
    """Whether a file stands in a folder `specs`, is the constitution, or is code that may cite an id."""
    return "specs/" in path or ".specify/" in path or (("FR-" in text or "SC-" in text) and not is_page(path))


SPECKIT = Format(
    name="spec-kit",
    title="spec-kit",
    files="specs/*/{spec,tasks}.md, .specify/memory/constitution.md",
    detection="a user story or a requirement of a feature in specs, or a principle of .specify/memory/constitution.md",
    parse=imported(f"{_FOLDER}.parse:parse"),
    settle=imported(f"{_FOLDER}.settling:settle"),
    trace=imported(f"{_FOLDER}.tracing:trace"),
    owns=owns,
    is_promising=is_promising,
    roles={"abandoned": "retired"},
    words={
        "feature": "requirement",
        "user story": "requirement",
        "acceptance scenario": "assertion",
        "[US1]": "implements",
    },
    separator=".",
    covers_whole=True,
    is_test=lambda kind: kind == "cites",
    sample="kite-loft",
    oracle="",
)
