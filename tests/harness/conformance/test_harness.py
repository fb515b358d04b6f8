"""The conformance harness, tested without Node: the overlay only adds, expected failures have reasons, and the page
claims only results."""

import json
import re
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, MCPError

from harness.conformance import __main__ as conformance
from harness.conformance import fixtures, inspector, node_tools
from harness.conformance.claims import PAGE, Outcome, expected_failures, outcomes, passed, with_lists
from harness.conformance.overlay import with_fixtures
from queries import listed_tools
from server.protocol.app import build_server
from tests.closing import compile_source
from tests.paths import ROOT
from tests.server.results import answer_of

WORLD = ROOT / "worlds" / "locked-garden"


def test_overlay_adds_fixtures_to_product_server() -> None:
    snapshot = compile_source(WORLD)

    async def use_client() -> None:
        async with Client(with_fixtures(build_server(snapshot))) as client:
            listed = [tool.name for tool in (await client.list_tools()).tools]
            assert listed == [*(tool.name for tool in listed_tools(snapshot)), *fixtures.TOOLS]
            assert answer_of(await client.call_tool("get_world_metadata", {}))
            assert (await client.call_tool("test_error_handling", {})).is_error
            with pytest.raises(MCPError, match="Unknown tool: test_nothing"):
                await client.call_tool("test_nothing", {})

    anyio.run(use_client)


def test_fixtures_are_not_in_product() -> None:
    text = "".join(
        path.read_text(encoding="utf-8")
        for room in ("compiler", "queries", "server")
        for path in (ROOT / room).rglob("*.py")
    )
    assert [name for name in (*fixtures.TOOLS, *fixtures.MESSAGES, "test://") if name in text] == []


@pytest.mark.parametrize("path", conformance.BASELINES.values(), ids=lambda path: path.stem)
def test_baseline_entries_have_reasons(path: Path) -> None:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("  - ")]
    assert [line for line in lines if not re.fullmatch(r"  - \S+  # \S.{15,}", line)] == []
    assert len(lines) == len(expected_failures(path))


@pytest.mark.parametrize("revision", conformance.REVISIONS)
def test_baseline_with_fixtures_is_subset_of_shipped(revision: str) -> None:
    shipped, overlaid = (expected_failures(conformance.BASELINES[one, revision]) for one in ("shipped", "overlaid"))
    assert overlaid < shipped


def test_node_programs_are_pinned() -> None:
    pinned = json.loads(node_tools.PINNED.read_text(encoding="utf-8"))["dependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+(-[a-z]+\.\d+)?", version) for version in pinned.values())


@pytest.fixture
def no_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder of PATH, without node and npm."""
    programs = tmp_path / "programs"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    return programs


@pytest.mark.usefixtures("no_node")
@pytest.mark.parametrize("program", [conformance, inspector])
def test_programs_without_node_report_not_run(program: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, status in ([], 3), (["--optional"], 0):
        assert program.main(words, tmp_path / "installed") == status
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("NOT RUN: ")
        assert "node and npm are not installed" in err


def test_node_tools_failed_installation_is_not_recorded(no_node: Path, tmp_path: Path) -> None:
    for name in ("node", "npm"):
        (no_node / name).write_text("#!/bin/sh\necho 'no such registry' >&2\nexit 1\n")
        (no_node / name).chmod(0o755)
    with pytest.raises(node_tools.NoNodeError, match="no such registry"):
        node_tools.environment(tmp_path / "installed")
    assert not (tmp_path / "installed" / node_tools.INSTALLED).exists()


def write_results(folder: Path, **scenarios: list[str]) -> None:
    for name, statuses in scenarios.items():
        place = folder / f"server-{name}-2026-11-22T01-02-03-004Z"
        place.mkdir(parents=True)
        checks = [{"id": f"{name}-{at}", "status": status} for at, status in enumerate(statuses)]
        (place / "checks.json").write_text(json.dumps([*checks, {"id": "wire-schema-valid", "status": "SUCCESS"}]))


def test_claims_scenario_passes_if_all_its_checks_succeed(tmp_path: Path) -> None:
    write_results(
        tmp_path, whole=["SUCCESS", "INFO"], part=["SUCCESS", "FAILURE"], warned=["WARNING"], empty=[], info=["SKIPPED"]
    )
    found = outcomes(tmp_path)
    assert passed(found) == ["whole"]
    assert found["part"] == Outcome(1, 2)


def test_claims_page_lists_passed_and_partly_passed_scenarios() -> None:
    found = {"b": Outcome(2, 2), "a": Outcome(1, 1), "c": Outcome(3, 4), "d": Outcome(0, 1)}
    shown = with_lists(
        "Text.\n\n## Old\n", {("shipped", "2026-07-28"): found}, {("shipped", "2026-07-28"): {"c:one", "d"}}
    )
    assert shown == (
        "Text.\n\n## As shipped, requirements of 2026-07-28\n\n`a`, `b`, `c` except for 1 of its 4 checks.\n"
    )


def test_claims_page_lists_no_expected_failure() -> None:
    sections = PAGE.read_text(encoding="utf-8").split("\n## ")[1:]
    assert len(sections) == len(conformance.BASELINES)
    for section, path in zip(sections, conformance.BASELINES.values(), strict=True):
        assert not set(re.findall(r"`([^`]+)`(?! except for)", section)) & expected_failures(path)
