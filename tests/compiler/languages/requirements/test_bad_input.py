"""Large and hostile input costs bounded time."""

import time
from pathlib import Path

import pytest

from compiler.languages.requirements.facts import Assertion, Requirement, RequirementCoverage
from tests.closing import compile_source
from tests.compiler.languages.requirements.sources import NEWER, SPEC, facts_of, findings, linked, requirement


def seconds(files: dict[str, str]) -> float:
    started = time.process_time()
    linked(files)
    return time.process_time() - started


def test_size_ten_thousand_assertions_in_one_requirement() -> None:
    lines = "".join(f"{number}. The kettle SHALL boil {number} cups.\n" for number in range(1, 1000))
    lines += "".join(f"A. The kettle SHALL boil {number} cups.\n" for number in range(9_001))
    text = f"## REQ-p00001: Many\nLevel: PRD\n## Assertions\n{lines}*End* *Many* | **Hash**: abcd1234\n"
    started = time.process_time()
    result = linked({".elspais.toml": NEWER + '[id-patterns.assertions]\nlabel_style = "alphanumeric"\n', SPEC: text})
    assert len(facts_of(result, Assertion)) == 10_000
    assert facts_of(result, RequirementCoverage)[0].total == 1000
    assert sum(one.startswith("REQ206") for one in findings(result)) == 9_000
    assert time.process_time() - started < 10


@pytest.mark.long("growth is measured")
def test_parse_time_grows_linearly() -> None:
    def taken(count: int) -> float:
        spec = "".join(requirement(f"REQ-p{one:05}", "It SHALL.", implements="REQ-p00001-Q") for one in range(count))
        code = "".join(f"# Implements: REQ-p{one:05}\ndef f{one}():\n    '''x'''\n\n" for one in range(count))
        # The best of a few runs: other programs on the machine only add time.
        return min(seconds({SPEC: spec, "src/a.py": code}) for _ in range(4))

    assert taken(1000) < 4 * max(taken(500), 0.05)


def test_size_long_lines_and_lists() -> None:
    ids = ", ".join(f"REQ-p{one:05}" for one in range(1, 5001))
    text = requirement("REQ-d00001", "It SHALL.", level="DEV", implements=ids) + "x" * 1_000_000
    assert seconds({SPEC: text, "src/a.py": f"# Implements: {ids}\n" + "# " * 500_000}) < 20


def test_source_without_requirements_has_no_facts(tmp_path: Path) -> None:
    for folder in range(4):
        (tmp_path / str(folder)).mkdir()
        for number in range(500):
            suffix = ("py", "md", "ts", "xml", "go")[number % 5]
            (tmp_path / str(folder) / f"{number}.{suffix}").write_text("# Title\n\nimport x\n\nSome text: here.\n" * 5)
    started = time.process_time()
    snapshot = compile_source(tmp_path)
    assert time.process_time() - started < 30
    assert [*snapshot.diagnostics()] == []
    assert snapshot.count(Requirement) == 0
