"""A server of several sources: their list of tools, questions, changes of one source, and sources without a file."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.paths import ROOT
from tests.server.processes import RawServer, frieze
from tests.server.results import answer, stale_result


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT / "worlds" / "post-road", tmp_path / "w"))


def decisions(server: RawServer) -> list[list[Any]]:
    sql = "SELECT source_name, id FROM decision ORDER BY 1, 2"
    rows: list[list[Any]] = answer(server.call("query_facts", {"sql": sql})["result"])["rows"]
    return rows


def test_server_of_a_workspace_answers_about_all_sources(workspace: Path) -> None:
    with RawServer(workspace) as server:
        server.initialize()
        assert len(decisions(server)) == 6
        found = answer(server.call("entity_get", {"id": "ADR-0031", "source": "vans"})["result"])
        assert found["ref"] == "vans::k:decision/ADR-0031"


def test_server_of_a_workspace_notices_a_change_in_one_source_and_refreshes(workspace: Path) -> None:
    with RawServer(workspace) as server:
        server.initialize()
        assert len(decisions(server)) == 6
        (workspace / "vans/docs/adr/0039-new.md").write_text("# 39. New\n\n## Status\n\nAccepted\n")
        data = stale_result(server, "get_diagnostics")["_meta"]["frieze/stale"]
        assert data["files"] == [{"path": "vans/docs/adr/0039-new.md", "change": "added"}]
        server.call("refresh", {})
        assert ["vans", "ADR-0039"] in decisions(server)
        assert answer(server.call("entity_get", {"id": "ADR-0039"})["result"])["source_name"] == "vans"


def test_server_of_several_paths_names_each_after_its_folder(workspace: Path) -> None:
    with RawServer(workspace / "rules", options=[str(workspace / "vans")]) as server:
        server.initialize()
        assert {name for name, _ in decisions(server)} == {"rules", "vans"}


def test_command_line_takes_source_for_a_workspace(workspace: Path) -> None:
    found = frieze("query", workspace, "entity_get", "--id", "ADR-0032", "--source", "depot")
    assert b'"source_name":"depot"' in found.stdout
    assert frieze("query", workspace / "rules", "entity_get", "--id", "ADR-0032", "--source", "depot").returncode == 2


def test_check_of_a_workspace_names_files_with_their_source(workspace: Path) -> None:
    found = frieze("check", workspace, "--format", "json")
    assert found.returncode == 1
    assert b'"vans/docs/rounds.md"' in found.stdout or b"vans/docs/rounds.md" in found.stdout
