"""The declaration of ReqIF."""

from compiler.languages.requirements.formats.format import Format
from compiler.model.language import imported

NAME = "reqif"
PROOF, RELATION = "document", "relation"  # names of settings
_FOLDER = "compiler.languages.requirements.formats.reqif"
DOCUMENT, ARCHIVE = ".reqif", ".reqifz"


def claims(path: str) -> bool:
    """Whether a file is read for ReqIF alone."""
    return path.lower().endswith((DOCUMENT, ARCHIVE))


def is_promising(path: str, text: str) -> bool:
    """Whether a file is a document or an archive."""
    return claims(path) or (path.lower().endswith(".xml") and "REQ-IF" in text)


def is_archive(path: str) -> bool:
    """Whether a file is an archive, by its name."""
    return path.lower().endswith(ARCHIVE)


REQIF = Format(
    name=NAME,
    title="ReqIF",
    files="objects in *.reqif and *.reqifz, and in *.xml with a REQ-IF element",
    detection="a SPEC-OBJECT below a REQ-IF element",
    parse=imported(f"{_FOLDER}.parse:parse"),
    settle=imported(f"{_FOLDER}.settling:settle"),
    trace=imported(f"{_FOLDER}.tracing:trace"),
    is_promising=is_promising,
    roles={"information": "aspirational"},
    words={
        "SPEC-OBJECT": "requirement",
        "SPEC-OBJECT-TYPE": "level",
        "SPEC-RELATION": "implements, verifies, refines or depends_on, by the name of its type",
        "SPECIFICATION": "section and position of its objects",
    },
    claims=claims,
    owns=claims,
    takes_citations=True,
    is_exchange=True,
    sample="bell-foundry",
    oracle="harness.oracles.reqif",
)
