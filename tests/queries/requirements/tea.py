"""A small project about kettles: its files as text, and its compiled snapshot."""

import tempfile
from collections.abc import Mapping
from pathlib import Path

from compiler.store.snapshot import Snapshot
from tests.closing import compile_source, shared


def requirement(
    name: str,
    title: str,
    links: str = "",
    assertions: str = "",
    *,
    level: str = "",
    status: str = "Active",
    hash: str = "",  # noqa: A002
    prose: str = "",
) -> str:
    """The markdown of a requirement. `links` is `Implements: …`; `assertions` has one line per assertion."""
    known = level or {"p": "PRD", "o": "OPS", "d": "DEV"}[name[4]]
    fields = " | ".join(filter(None, (f"**Level**: {known}", f"**Status**: {status}", links)))
    listed = f"## Assertions\n\n{assertions}\n\n" if assertions else ""
    end = f"*End* *{title}* | **Hash**: {hash}" if hash else f"*End* *{title}*"
    return f"## {name}: {title}\n\n{fields}\n\n{prose}\n\n{listed}## Rationale\n\nBecause of tea.\n\n{end}\n\n---\n\n"


def compiled(files: Mapping[str, str]) -> Snapshot:
    """The snapshot of a source named `tea` with these files."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in files.items():
            target = Path(folder) / "tea" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        return compile_source(Path(folder) / "tea")


PRODUCT = "".join(
    (
        requirement("REQ-p00001", "Kettle", assertions="A. The kettle SHALL boil water.\nB. The kettle SHALL pour."),
        requirement("REQ-p00002", "Safety", assertions="A. The kettle SHALL NOT boil dry.", hash="00000abc"),
    )
)
OPERATIONS = "".join(
    (
        requirement(
            "REQ-o00001",
            "Heating",
            "**Implements**: REQ-p00001-A, REQ-p00002, REQ-p99999",
            "A. The heater SHALL warm the water to 100 degrees.\n"
            "B. The heater SHALL stop when the water boils.\n"
            "C. <RETIRED> The heater SHALL whistle.",
        ),
        requirement("REQ-o00002", "Pouring", "**Refines**: REQ-p00001", "A. The spout SHALL NOT drip.", status="Draft"),
    )
)
DEVELOPMENT = "".join(
    (
        requirement(
            "REQ-d00001",
            "Thermostat",
            "**Implements**: REQ-o00001-B, REQ-o00002",
            "A. The thermostat SHALL read the temperature.\nB. The thermostat SHALL break the circuit.",
            prose="A bimetal does it.",
        ),
        requirement("REQ-d00002", "Lid sensor", "**Implements**: REQ-d00003", "A. The sensor SHALL see the lid."),
        requirement("REQ-d00003", "Lid hinge", "**Implements**: REQ-d00002", "A. The hinge SHALL hold the lid."),
        requirement("REQ-d00004", "Lid spring", "**Refines**: REQ-d00003", "A. The spring SHALL open the lid."),
        requirement("REQ-d00005", "Whistle", "**Implements**: REQ-o00001", status="Deprecated"),
    )
)
CODE = """# Implements: REQ-d00001-B
def break_circuit() -> None:
    pass


# Implements: REQ-o00002
def pour() -> None:
    pass
"""
TESTS = """import pytest
from src.kettle import pour


# Verifies: REQ-d00001-A
def test_reads() -> None:
    pass


class TestHeating:
    # Verifies: REQ-o00001
    def test_stops(self) -> None:
        pass


# Verifies: REQ-p00001-A
@pytest.mark.parametrize("cups", [1, 2])
def test_boils(cups: int) -> None:
    pass


def test_pour_quickly() -> None:
    pass
"""
UNLINKED = """def test_hinge_holds_sensor() -> None:
    pass
"""
RESULTS = """<?xml version="1.0"?>
<testsuites><testsuite name="tea" tests="5">
<testcase classname="tests.test_kettle" name="test_reads" time="0.25"/>
<testcase classname="tests.test_kettle.TestHeating" name="test_stops"><failure message="too hot"/></testcase>
<testcase classname="tests.test_kettle" name="test_boils[1]"/>
<testcase classname="tests.test_kettle" name="test_boils[2]"><skipped/></testcase>
<testcase classname="tests.test_gone" name="test_nothing"/>
</testsuite></testsuites>
"""
JOURNEY = """# JNY-Tea-01: First cup

**Actor**: Ann
**Goal**: A cup of tea

Validates: REQ-p00001-B

## Steps

1. Ann fills the kettle.
2. Ann waits.

*End* *First cup*
"""
CONFIGURATION = """version = 4

[project]
name = "Tea"
namespace = "REQ"

[scanning.test]
enabled = true

[[scanning.test.targets]]
name = "unit"
reporter = "junit"
results = "results/*.xml"
"""
FILES = {
    ".elspais.toml": CONFIGURATION,
    "spec/1-product.md": PRODUCT,
    "spec/2-operations.md": OPERATIONS,
    "spec/3-development.md": DEVELOPMENT,
    "spec/4-journeys.md": JOURNEY,
    "src/kettle.py": CODE,
    "tests/test_kettle.py": TESTS,
    "tests/test_lid.py": UNLINKED,
    "results/junit.xml": RESULTS,
}


@shared
def tea() -> Snapshot:
    """Nine requirements on three levels, two of them a cycle; code, four linked and unlinked tests, five results."""
    return compiled(FILES)
