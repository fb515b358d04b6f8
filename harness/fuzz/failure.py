"""A failure that fuzzing found: what failed, and the files that show it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Files = Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Failure:
    """`kind` says what failed in a few words, and is the same for the same defect: `build: FRZ111 …`.

    `files` are the source, by path; `edited` are the files that were changed before the second build.
    """

    kind: str
    files: Files
    edited: Files = field(default_factory=dict)
