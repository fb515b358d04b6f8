"""The declaration of OpenFastTrace."""

from compiler.languages.requirements.formats.format import Format
from compiler.model.language import imported

_FOLDER = "compiler.languages.requirements.formats.openfasttrace"
# Files with tags that the language would not read otherwise.
_SUFFIXES = (
    ".rst",
    ".html",
    ".htm",
    ".xhtml",
    ".bat",
    ".pls",
    ".fxml",
    ".ejs",
    ".ini",
    ".cfg",
    ".conf",
    ".adoc",
    ".asciidoc",
)
_DRAWINGS = (".pu", ".puml", ".plantuml")


def claims(path: str) -> bool:
    """Whether a file is read for OpenFastTrace alone."""
    return path.lower().endswith((*_SUFFIXES, *_DRAWINGS))


def is_test(kind: str) -> bool:
    """Whether an artifact type is one of tests: `utest`, `itest`, `test`."""
    return "test" in kind.lower()


OPENFASTTRACE = Format(
    name="openfasttrace",
    title="OpenFastTrace",
    files="specification items in *.md, *.markdown, *.rst and *.adoc, tags in code, drawings and pages of HTML",
    detection="a line begins with the id of a specification item, such as req~login~1",
    parse=imported(f"{_FOLDER}.parse:parse"),
    trace=imported(f"{_FOLDER}.tracing:trace"),
    words={
        "specification item": "requirement",
        "artifact type": "level",
        "Needs": "assertion",
        "Covers": "implements",
        "Depends": "depends_on",
        "tag": "code reference, or citation of the test that it stands in",
    },
    sample="paper-lantern",
    oracle="harness.oracles.openfasttrace",
    claims=claims,
    is_test=is_test,
)
