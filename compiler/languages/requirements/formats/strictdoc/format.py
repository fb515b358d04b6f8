"""The declaration of StrictDoc."""

from compiler.languages.requirements.formats.format import Format
from compiler.model.language import imported

_FOLDER = "compiler.languages.requirements.formats.strictdoc"
DOCUMENT, GRAMMAR_FILE = ".sdoc", ".sgra"


def claims(path: str) -> bool:
    """Whether a file is read for StrictDoc alone."""
    return path.lower().endswith((DOCUMENT, GRAMMAR_FILE))


def is_test(kind: str) -> bool:
    """Whether a marker, by its role or its file, is one of a test."""
    return any(word in kind.lower() for word in ("test", "verif", "valid"))


def is_promising(path: str, text: str) -> bool:
    """Whether a file is a document or settings, a page with a field, or code with a marker."""
    lower = path.lower()
    if lower.endswith((".md", ".markdown")):
        return "**UID**:" in text
    is_settings = lower.endswith(("strictdoc_config.py", "strictdoc.toml"))
    return is_settings or claims(path) or "@relation(" in text or "@sdoc[" in text


STRICTDOC = Format(
    name="strictdoc",
    title="StrictDoc",
    files="nodes in *.sdoc, and in *.md beside them, grammars in *.sgra; markers in code",
    detection="a node of a document *.sdoc, or of a page in a project with strictdoc_config.py or strictdoc.toml",
    parse=imported(f"{_FOLDER}.parse:parse"),
    settle=imported(f"{_FOLDER}.settling:settle"),
    trace=imported(f"{_FOLDER}.tracing:trace"),
    roles={"backlog": "aspirational"},
    words={
        "node": "requirement",
        "TAG": "level",
        "Parent": "implements, refines or verifies, by its ROLE",
        "marker": "code reference, or citation of the test that it stands in",
    },
    claims=claims,
    owns=claims,
    is_promising=is_promising,
    is_test=is_test,
    takes_citations=True,
    sample="snow-plough",
    oracle="harness.oracles.strictdoc",
)
