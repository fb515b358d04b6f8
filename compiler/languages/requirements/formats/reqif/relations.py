"""What a type of relations means, by its name."""

import re

# The first of these that is in a name decides.
_KINDS = (
    ("verifies", re.compile(r"verif|valid|test|check|nachweis|prüf")),
    ("implements", re.compile(r"satisf|fulfil|implement|reali[sz]|cover|erfüll")),
    ("refines", re.compile(r"refin|deriv|detail|decompos|elaborat|parent|child|ableit|abgeleitet|verfeiner")),
)
OTHER = "depends_on"
_BACK = re.compile(r"(?:\bby|By|_by|_BY|\bchild|\bChild)$|\bparent of\b|\bParent of\b")


def edge_of(name: str) -> str:
    """Return the kind of link of a type of relations."""
    words = name.casefold()
    return next((kind for kind, pattern in _KINDS if pattern.search(words)), OTHER)


def is_back(name: str) -> bool:
    """Whether a relation says of its target what its type says: the source is `verified by` the target."""
    return edge_of(name) != OTHER and bool(_BACK.search(name.strip()))
