"""The pages of what changed between two revisions, and of one diagram side by side."""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urldefrag, urljoin

import pytest
from click.testing import CliRunner

from compiler.workspace.interface import Workspace
from server.cli import frieze
from server.explorer.site.asking import ask_of
from server.explorer.site.export import Exported
from server.transport.pages import MOUNT
from tests.closing import open_workspace
from tests.server.explorer.reading import client_of, seen_of, seen_of_files
from tests.server.explorer.safety import Checked

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

CHANGES = "Changes of the diagram"
AUTHOR = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org", "-c", "core.autocrlf=false")
DECISION = "# 1. Tea\n\nDate: 2026-01-01\n\n## Status\n\nAccepted\n"
FLOW = "flowchart LR\n    pay[Pay] -->|yes| done[Done]\n    pay --> wait{Wait?}\n"
HOSTILE = "<script>alert(1)</script>"


def committed(root: Path, *states: Mapping[str, str | None]) -> Workspace:
    """A repository with one commit for each state: texts of files by path, None for one that goes."""
    git(root, "init", "--quiet", "--initial-branch=main")
    for state in states:
        for name, text in state.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if text is None:
                path.unlink()
            else:
                path.write_text(text, encoding="utf-8")
        git(root, "add", "--all")
        git(root, *AUTHOR, "commit", "--quiet", "--message", "A step")
    return open_workspace(root)


def git(root: Path, *words: str) -> None:
    """Run git in a folder."""
    subprocess.run(["git", *words], cwd=root, check=True, capture_output=True)


def test_difference_without_base_lists_revisions(tmp_path: Path) -> None:
    page = seen_of(committed(tmp_path, {"a.mmd": FLOW}), "/difference")
    assert page.links["main"] == f"{MOUNT}/difference?base=main"


def test_difference_says_what_came_went_and_changed(tmp_path: Path) -> None:
    after = {"a.mmd": FLOW.replace("Wait?", "Stay?") + "    done --> home\n", "doc/adr/0001-tea.md": None}
    workspace = committed(tmp_path, {"a.mmd": FLOW, "doc/adr/0001-tea.md": DECISION}, after)
    page = seen_of(workspace, "/difference?base=HEAD~1")
    assert "went decision Tea was at doc/adr/0001-tea.md:1" in page.text
    assert "came node home a.mmd:4" in page.text
    assert "changed node Stay? a.mmd:3 label was Wait? is Stay?" in page.text
    assert "Tea" not in page.links


def test_difference_of_a_diagram_leads_to_both_sides(tmp_path: Path) -> None:
    workspace = committed(tmp_path, {"a.mmd": FLOW}, {"a.mmd": FLOW.replace("Wait?", "Stay?")})
    page = seen_of(workspace, "/difference?base=HEAD~1")
    assert "Its text is another. Both side by side" in page.text
    assert CHANGES in seen_of(workspace, page.links["Both side by side"].removeprefix(MOUNT)).tables


def test_difference_counts_lead_to_changes_of_a_kind(tmp_path: Path) -> None:
    workspace = committed(tmp_path, {"a.mmd": FLOW}, {"a.mmd": FLOW + "    done --> home\n"})
    row = seen_of(workspace, "/difference?base=HEAD~1").html.split(">node</th>")[1].split("</tr>")[0]
    address = row.split('href="')[1].split('"')[0].replace("&amp;", "&").removeprefix(MOUNT)
    changes = seen_of(workspace, address).text.split("Changes of node: came")[1]
    assert "came node home" in changes
    assert "edge" not in changes


def test_difference_of_equal_revisions_says_so(tmp_path: Path) -> None:
    page = seen_of(committed(tmp_path, {"a.mmd": FLOW}), "/difference?base=HEAD&target=main")
    assert "Both hold the same files." in page.text


def test_difference_with_unknown_revision_is_an_error(tmp_path: Path) -> None:
    answer = client_of(committed(tmp_path, {"a.mmd": FLOW})).get(f"{MOUNT}/difference?base=none")
    assert answer.status_code in (400, 404)


def test_difference_of_source_without_repository_says_so(tmp_path: Path) -> None:
    page = seen_of_files(tmp_path, {"a.mmd": FLOW}, "/difference")
    assert "no revisions" in page.text


def test_diagram_difference_has_rows_in_words(tmp_path: Path) -> None:
    after = "flowchart LR\n    pay[Pay] -->|maybe| done[Done]\n    pay --> home[Home]\n"
    workspace = committed(tmp_path, {"a.mmd": FLOW}, {"a.mmd": after})
    page = seen_of(workspace, "/difference/diagram?base=HEAD~1&id=d:a")
    assert page.tables[CHANGES][1:] == [
        ["came", "node", "home", "", "Home", "a.mmd:3"],
        ["went", "node", "wait", "Wait?", "", ""],
        ["changed", "edge", "pay → done", "yes", "maybe", "a.mmd:2"],
        ["came", "edge", "pay → home", "", "no label", "a.mmd:3"],
        ["went", "edge", "pay → wait", "no label", "", ""],
    ]


def test_diagram_difference_draws_both_sides_with_marks(tmp_path: Path) -> None:
    workspace = committed(tmp_path, {"a.mmd": FLOW}, {"a.mmd": FLOW.replace("Wait?", "Stay?")})
    page = seen_of(workspace, "/difference/diagram?base=HEAD~1&id=a")
    before, after = page.html.split('<section class="side">')[1:]
    assert "Wait?" in before
    assert "Stay?" not in before
    assert "Stay?" in after
    assert 'class="node changed"' in before
    assert 'class="node changed"' in after


def test_diagram_that_came_is_not_there_before(tmp_path: Path) -> None:
    workspace = committed(tmp_path, {"a.mmd": FLOW}, {"b.mmd": FLOW})
    page = seen_of(workspace, "/difference/diagram?base=HEAD~1&id=b")
    assert "At HEAD~1 It is not there." in page.text


def test_diagram_difference_of_sequence_lists_messages(tmp_path: Path) -> None:
    talk = "sequenceDiagram\n    a->>b: Hello\n    b-->>a: Good day\n"
    workspace = committed(tmp_path, {"a.mmd": talk}, {"a.mmd": talk.replace("Good day", "Bye")})
    page = seen_of(workspace, "/difference/diagram?base=HEAD~1&id=a")
    assert page.tables[CHANGES][1:] == [["changed", "message", "b → a", "Good day", "Bye", "a.mmd:3"]]


def test_unknown_diagram_is_an_error(tmp_path: Path) -> None:
    client = client_of(committed(tmp_path, {"a.mmd": FLOW}))
    assert client.get(f"{MOUNT}/difference/diagram?base=HEAD&id=none").status_code == 404


def test_difference_pages_escape_texts(tmp_path: Path) -> None:
    after = FLOW.replace("[Done]", f'["{HOSTILE}"]')
    files = {"a.mmd": FLOW, "doc/adr/0001-tea.md": DECISION.replace("Tea", HOSTILE)}
    workspace = committed(tmp_path, files, {"a.mmd": after, "doc/adr/0001-tea.md": None})
    for address in ("/difference?base=HEAD~1", "/difference/diagram?base=HEAD~1&id=a"):
        page = seen_of(workspace, address)
        assert HOSTILE in page.text
        assert page.tags.count("script") == 1


def static_site(workspace: Workspace, base: str) -> dict[str, bytes]:
    """The files of the static site."""
    exported = Exported(ask_of(workspace), lambda _path, _line: "", 500, base=base)
    files = {file.path: file.content for file in exported.files()}
    assert exported.broken == []
    return files


def dead_links(files: dict[str, bytes]) -> list[tuple[str, str]]:
    """The links of a static site that lead nowhere."""
    pages = {path: Checked(content.decode()) for path, content in files.items() if path.endswith(".html")}
    return [
        (path, address)
        for path, page in pages.items()
        for address in page.addresses
        if urldefrag(urljoin(path, address))[0] not in files
    ]


def test_static_site_has_what_changed_since_its_base(tmp_path: Path) -> None:
    after = {"a.mmd": FLOW.replace("Wait?", "Stay?") + "    done --> home\n", "doc/adr/0001-tea.md": None}
    workspace = committed(tmp_path, {"a.mmd": FLOW, "doc/adr/0001-tea.md": DECISION}, after)
    files = static_site(workspace, "HEAD~1")
    (whole,) = [path for path in files if path.startswith("difference/HEAD-1-")]
    assert "Stay?" in files[whole].decode()
    assert "<form" not in files[whole].decode()
    (diagram,) = [path for path in files if path.startswith("diagram_difference/")]
    assert files[diagram].decode().count("<svg") == 2
    assert f'href="{whole}"' in files["index.html"].decode()
    assert any(path.startswith("difference/") and path != whole for path in files), "changes of a kind"
    assert dead_links(files) == []


def test_static_site_without_base_has_no_pages_of_what_changed(tmp_path: Path) -> None:
    files = static_site(committed(tmp_path, {"a.mmd": FLOW}, {"a.mmd": FLOW + "    done --> home\n"}), "")
    assert not any("difference" in path for path in files)
    assert dead_links(files) == []


def test_export_refuses_a_base_that_is_no_revision(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    committed(tmp_path / "source", {"a.mmd": FLOW}).close()
    arguments = ["export", str(tmp_path / "source"), "-o", str(tmp_path / "site"), "--base", "nowhere"]
    done = CliRunner().invoke(frieze, arguments)
    assert done.exit_code == 2
    assert "--base nowhere" in done.stderr
    assert not (tmp_path / "site").exists()
