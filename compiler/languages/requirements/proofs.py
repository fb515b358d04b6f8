"""What proves each format of requirements, for people."""

from compiler.languages.requirements.format_registry import FORMATS

PROOFS = {
    "elspais": "a heading has the id of a requirement, such as ## REQ-p00001: Title",
    **{format_.name: format_.detection for format_ in FORMATS},
}
