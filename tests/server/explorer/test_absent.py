"""Pages lead to nothing that is not there: no text, no file, no object of that id."""

from pathlib import Path

from server.transport.pages import MOUNT
from tests.server.explorer.reading import client_of, seen_of_files, workspace_of_files

TEA = "# Tea\n"


def test_page_of_an_unreadable_file_has_its_findings(tmp_path: Path) -> None:
    workspace = workspace_of_files(tmp_path, {"tea.md": TEA, "backlog/tasks/task-1.md": "---\nid: TASK-1\n---\n"})
    (tmp_path / "backlog/tasks/task-1.md").write_bytes(b"\xff\xfe\x00")
    workspace = workspace_of_files(tmp_path, {})
    answer = client_of(workspace).get(f"{MOUNT}/source?file=backlog/tasks/task-1.md")
    assert answer.status_code == 200
    assert "The snapshot has no text of this file." in answer.text
    assert "UTF-8" in answer.text


def test_page_of_a_file_that_is_told_by_its_name_says_why(tmp_path: Path) -> None:
    client = client_of(workspace_of_files(tmp_path, {"tea.md": TEA, "docs/SRS.docx": "PK"}))
    assert f"{MOUNT}/source?file=docs/SRS.docx" in client.get(f"{MOUNT}/").text.replace("%2F", "/")
    answer = client.get(f"{MOUNT}/source?file=docs/SRS.docx")
    assert answer.status_code == 200
    assert "documents of an office program" in answer.text


def test_page_of_an_unknown_file_is_not_found(tmp_path: Path) -> None:
    answer = client_of(workspace_of_files(tmp_path, {"tea.md": TEA})).get(f"{MOUNT}/source?file=coffee.md")
    assert answer.status_code == 404


def test_near_names_of_a_resource_are_no_links(tmp_path: Path) -> None:
    answer = client_of(workspace_of_files(tmp_path, {"tea.md": TEA})).get(f"{MOUNT}/source")
    assert answer.status_code == 404
    assert "object?id=frieze" not in answer.text


def test_finding_of_no_file_has_no_link(tmp_path: Path) -> None:
    imports = "---\nimport: ./north/hall.urd.md\nimport: ./south/hall.urd.md\n---\n"
    files = {"attic.urd.md": imports, "north/hall.urd.md": "# North hall\n", "south/hall.urd.md": "# South hall\n"}
    page = seen_of_files(tmp_path, files, "/")
    assert "is produced by both" in page.text
    assert f"{MOUNT}/source" not in page.addresses
    assert "" not in page.links


def test_fork_of_an_unknown_conversation_has_no_link(tmp_path: Path) -> None:
    records = '{"type": "conversation", "id": "c-1", "parent_conversation_id": "c-0", "title": "Tides"}\n'
    files = {"memory.jsonl": records}
    for address in ("/memory/conversations", "/memory/conversation?id=c-1"):
        page = seen_of_files(tmp_path, files, address)
        assert "c-0" in page.text
        assert "c-0" not in page.links


def test_unknown_successor_has_no_link(tmp_path: Path) -> None:
    record = '{"type": "fact", "id": "f-1", "text": "High water at noon", "superseded_by": "f-2"}\n'
    page = seen_of_files(tmp_path, {"memory.jsonl": record}, "/object?id=m:fact/f-1")
    assert "m:fact/f-2, which does not exist" in page.text
    assert "m:fact/f-2" not in page.links


def test_object_whose_id_no_query_takes_has_no_link(tmp_path: Path) -> None:
    label = "look " * 300
    page = seen_of_files(tmp_path, {"yard.urd.md": f"# Yard\n\n== look\n\n+ {label}\n"}, "/objects?kind=choice")
    assert page.tables
    assert all(len(address) < 1_200 for address in page.addresses)
