"""What proves each format of requirements, for people."""

from compiler.languages.requirements.format_registry import FORMATS

PROOFS = {
    "elspais": "a heading has the id of a requirement, such as ## REQ-p00001: Title",
    **{one.name: one.detection for one in FORMATS},
}
