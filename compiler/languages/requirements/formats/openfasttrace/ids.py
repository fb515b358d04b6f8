"""The ids of OpenFastTrace: `req~login~1` is the artifact type, the name and the revision of a specification item."""

import re
from typing import NamedTuple

TYPE = "[a-zA-Z]+"
# A name begins with a letter of any language, and may have parts between dots.
NAME = r"[^\W\d_][\w-]*(?:\.[\w-]+)*"
ID = rf"{TYPE}~{NAME}~\d+"
TYPES = r"\w+(?:\s*,\s*\w+)*"  # a list of artifact types
MAX_DIGITS = 18  # of a revision: more name no revision that anybody has

_PARTS = re.compile(rf"({TYPE})~({NAME})~(\d+)")


class OftId(NamedTuple):
    """An id in its three parts."""

    type: str
    name: str
    revision: int

    def __str__(self) -> str:
        return f"{self.type}~{self.name}~{self.revision}"


def parse_id(written: str) -> OftId | None:
    """Return the parts of an id; None if it is none. Zeros before the revision mean nothing."""
    found = _PARTS.fullmatch(written)
    if found is None:
        return None
    return OftId(found[1], found[2], revision_of(found[3]))


def revision_of(digits: str) -> int:
    """Return the revision that decimal digits state; 0 for "", and the number of the first digits of very many."""
    return int(digits[:MAX_DIGITS] or 0)


def canonical(written: str) -> str:
    """Return the id with its revision as a number; what is no id stays as it is."""
    found = parse_id(written)
    return str(found) if found else written


def listed_types(written: str) -> list[str]:
    """Return the artifact types of a list with commas, each once."""
    return list(dict.fromkeys(one for part in written.split(",") if (one := part.strip())))
