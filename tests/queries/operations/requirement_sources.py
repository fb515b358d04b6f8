"""A source of requirements, a journey and code for the tests of operations."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from compiler.languages.requirements.facts import Requirement
from tests.closing import compile_source

SPEC = """# Kettle

## REQ-p00001: Tea is hot

**Level**: PRD | **Status**: Draft

The kettle heats water.

## Assertions

A. Water SHALL boil.

B. The lid SHALL stay shut.

*End* *Tea is hot* | **Hash**: {hash}

---

## REQ-d00001: Heater

**Level**: DEV | **Status**: Active | **Implements**: REQ-p00001-A, REQ-p00001-B

## Assertions

A. The heater SHALL heat.

*End* *Heater*

---

## REQ-d00002: Lid
**Level**: DEV | **Implements**: REQ-p00009

*End* *Lid*

---

## REQ-d00005: Element

**Level**: DEV | **Status**: Active | **Refines**: REQ-p00001-A+B, REQ-d00001

## Rationale

It is hot.

*End* *Element*
"""
MORE = "# More\n\nThere is more."
JOURNEY = """# JNY-Tea-01: First cup

**Actor**: Ann
**Goal**: tea

Validates: REQ-p00001-A+B

## Steps

1. Ann fills it

*End* *First cup*
"""
CODE = "# Implements: REQ-d00001-A\ndef heat():\n    pass\n"


def write_kettle(root: Path, end: str = "\n") -> Path:
    """Write the source with a line end, and return its root. The first requirement has its right hash."""
    (root / "spec" / "journeys").mkdir(parents=True)
    (root / "src").mkdir()
    (root / "spec" / "kettle.md").write_bytes(SPEC.format(hash=_right_hash()).replace("\n", end).encode())
    (root / "spec" / "more.md").write_bytes(MORE.replace("\n", end).encode())
    (root / "src" / "heat.py").write_text(CODE)
    (root / "src" / "lid.py").write_text("class Lid:\n    def close(self):\n        pass\n")
    (root / "spec" / "journeys" / "tea.md").write_bytes(JOURNEY.replace("\n", end).encode())
    return root


@cache
def _right_hash() -> str:
    """The hash of the first requirement, which no line end and no other file changes."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "spec").mkdir()
        (Path(folder) / "spec" / "kettle.md").write_text(SPEC.format(hash="00000000"))
        with compile_source(folder) as snapshot:
            (first,) = snapshot.facts(Requirement, requirement="REQ-p00001")
            assert first.right_hash is not None
            return first.right_hash
