"""The declaration of Doorstop."""

from compiler.languages.requirements.formats.format import Format
from compiler.model.language import imported

_FOLDER = "compiler.languages.requirements.formats.doorstop"


def claims(path: str) -> bool:
    """Whether a file is read for Doorstop alone: it takes a document out."""
    return path.rpartition("/")[2] == ".doorstop.skip"


def is_promising(path: str, text: str) -> bool:
    """Whether a file is YAML, a page with a front matter, or takes a document out."""
    suffix = path[-4:].lower()
    if suffix.endswith(".md"):
        return text.lstrip().startswith("---")
    return suffix == ".yml" or claims(path)


DOORSTOP = Format(
    name="doorstop",
    title="Doorstop",
    files="items in *.yml or *.md, in folders with .doorstop.yml and below",
    detection="an item in the folder of a document, which .doorstop.yml makes",
    parse=imported(f"{_FOLDER}.parse:parse"),
    settle=imported(f"{_FOLDER}.settling:settle"),
    trace=imported(f"{_FOLDER}.tracing:trace"),
    roles={"active": "active", "non-normative": "aspirational", "inactive": "retired"},
    words={
        "item": "requirement",
        "document": "level",
        "child document": "assertion",
        "links": "implements",
        "reviewed": "hash",
    },
    claims=claims,
    is_promising=is_promising,
    takes_citations=True,
    sample="tide-gate",
    oracle="harness.oracles.doorstop",
)
