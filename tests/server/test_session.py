"""A session of an agent through the SDK's own client: it edits files, is told so, refreshes, proposes, applies the
patch with git, refreshes and verifies. Over standard input and output, and over HTTP with two clients of one server.
"""

import shutil
import subprocess
import sys
from base64 import b64decode
from collections.abc import Awaitable, Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import anyio
import orjson
import pytest
from mcp import Client, StdioServerParameters

from tests.paths import ROOT
from tests.server.processes import PATIENCE
from tests.server.results import answer_of
from tests.server.web import WebServer
from tests.suites import mostly_long

FILES = {
    "hall.urd.md": "---\nworld:\n  name: Hall\n  start: hall\n---\n\n# Hall\n\n-> out: Yard\n\n# Yard\n\n-> in: Hall\n",
    "spec/tea.md": (
        "# REQ-p00001: Tea is hot\n\n**Level**: PRD | **Status**: Active\n\n"
        "## Assertions\n\nA. Tea SHALL be hot.\n\n*End* *Tea is hot*\n"
    ),
    "flow.mmd": "graph TD\r\n  %% how tea is made\r\n  a[Boil]   --> b[Pour]\r\n",
    "docs/adr/0001-press.md": "---\nstatus: accepted\n---\n# Buy a press\n\n## Decision Outcome\n\nA small one.\n",
    "plan.md": "# Plan\n\nSee [the hall](hall.urd.md) and [the press](docs/adr/0001-press.md).\n",
}
MODES = pytest.mark.parametrize("mode", mostly_long(["2026-07-28", "legacy"], "a whole session for each era"))
EVERYTHING = 500  # changes: more than any step of the session has

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    root = tmp_path / "source"
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())
    git(root, "init", "--quiet")
    git(root, "add", ".")
    git(root, "-c", "user.name=Ana", "-c", "user.email=ana@example.org", "commit", "--quiet", "--message", "First")
    return root


def git(root: Path, *words: str) -> None:
    subprocess.run(["git", "-c", "core.autocrlf=false", *words], cwd=root, check=True, capture_output=True)


def state(root: Path) -> Mapping[str, Any]:
    """What a writer would change: the content, mode and time of every file and folder, those of git too."""
    found = {}
    for path in sorted([root, *root.rglob("*")]):
        status = path.lstat()
        content = sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        found[str(path.relative_to(root))] = (content, status.st_mode, status.st_mtime_ns)
    return found


async def ask(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The answer of a tool, which is no error."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    found: dict[str, Any] = answer_of(result)
    return found


async def notice(client: Client, tool: str) -> dict[str, Any]:
    """Call a tool until its result says that the source has changed, and return what it says for programs."""
    with anyio.fail_after(PATIENCE):
        while len((result := await client.call_tool(tool, {})).content) == 1:
            assert "frieze/stale" not in (result.meta or {})
    told: dict[str, Any] = (result.meta or {})["frieze/stale"]
    return told


async def propose_and_apply(client: Client, other: Client, source: Path, *edits: Mapping[str, Any]) -> dict[str, Any]:
    """Propose edits, look that nothing was written, apply the patch, refresh, and verify that what was promised is what
    came. Return the promise."""
    before, base = state(source), (await ask(client, "get_snapshot_info"))["snapshot_id"]
    promised = await ask(client, "propose_change", edits=list(edits), base_digest=base, limit=EVERYTHING)
    assert state(source) == before and promised["applied"] is False and promised["base_digest"] == base
    assert (await ask(other, "get_snapshot_info"))["served"]["is_stale"] is False
    patch = source.parent / "change.patch"
    patch.write_bytes(b64decode(promised["patch_base64"]) if "patch_base64" in promised else promised["patch"].encode())
    git(source, "apply", str(patch))
    came = await ask(client, "refresh", limit=EVERYTHING)
    assert (came["previous_snapshot_id"], came["snapshot_id"]) == (base, promised["snapshot_id"])
    assert came["files"] == promised["files"]
    assert sorted_rows(came["changes"]) == sorted_rows(promised_changes(promised))
    counts = {about: came["counts"][about] for about in ("objects", "links")}
    assert counts == promised["counts"]
    for one in (client, other):
        info = await ask(one, "get_snapshot_info")
        assert (info["snapshot_id"], info["served"]["is_stale"]) == (promised["snapshot_id"], False)
    return promised


def promised_changes(promised: Mapping[str, Any]) -> list[Any]:
    lists = ("changed_objects", "changed_links", "new_diagnostics", "resolved_diagnostics")
    return [one for name in lists for one in promised[name]]


def sorted_rows(rows: list[Any]) -> list[str]:
    return sorted(map(str, rows))


async def edit_and_refresh(client: Client, other: Client, source: Path) -> None:
    """Edit a file by hand: each client is told, and a refresh by one of them is seen by the other."""
    fresh = await client.call_tool("get_exit_graph", {})
    before = (await ask(client, "get_snapshot_info"))["snapshot_id"]
    hall = source / "hall.urd.md"
    hall.write_text(hall.read_text().replace("-> in: Hall", "-> in: Hall\n-> on: Orchard"))
    for one in (client, other):
        told = await notice(one, "get_exit_graph")
        assert (told["snapshot_id"], told["call"]) == (before, "refresh")
        assert (told["file_count"], told["files"]) == (1, [{"path": "hall.urd.md", "change": "changed"}])
    stale = await client.call_tool("get_exit_graph", {})
    assert stale.content[:1] == fresh.content
    came = await ask(client, "refresh", limit=EVERYTHING)
    assert came["files"] == [{"path": "hall.urd.md", "change": "changed"}]
    assert [(one["about"], one["change"], one["kind"], one["name"]) for one in came["changes"]] == [
        ("object", "added", "exit", "w:hall/exit/yard/on"),
        ("object", "changed", "file", "f:hall.urd.md"),
        ("link", "added", "contains", "w:hall/location/yard -> w:hall/exit/yard/on"),
        ("link", "added", "exit", "w:hall/location/yard -> w:hall/location/orchard"),
        ("link", "added", "leads_to", "w:hall/exit/yard/on -> w:hall/location/orchard"),
        ("diagnostic", "added", "URD312", "Exit destination 'Orchard' does not resolve to any known location."),
    ]
    assert (await ask(other, "get_snapshot_info"))["snapshot_id"] == came["snapshot_id"] != before
    exits = await other.call_tool("list_objects", {"kind": "exit"})
    assert len(exits.content) == 1 and "w:hall/exit/yard/on" in str(answer_of(exits))


async def session(client: Client, other: Client, source: Path) -> None:
    """The whole session. `client` edits and proposes, `other` only asks; over one connection both are the same."""
    await edit_and_refresh(client, other, source)
    start = {"from": "hall"}
    orchard = {"file": "hall.urd.md", "old_text": "-> on: Orchard\n", "new_text": "-> on: Orchard\n\n# Orchard\n"}
    before = state(source)
    asked = (
        await ask(
            client, "propose_change", edits=[orchard], then={"tool": "get_reachable_locations", "arguments": start}
        )
    )["then"]
    assert state(source) == before
    promised = await propose_and_apply(client, other, source, orchard)
    assert len(promised["resolved_diagnostics"]) == 1 and promised["new_errors"] == 0
    assert await ask(other, "get_reachable_locations", **start) == asked
    await propose_and_apply(
        client,
        other,
        source,
        {
            "file": "flow.mmd",
            "old_text": "  a[Boil]   --> b[Pour]\n",
            "new_text": "  a[Boil]   --> b[Pour]\n  b --> c\n",
        },
        {"file": "docs/adr/0002-cups.md", "content": "---\nstatus: proposed\n---\n# Buy cups\n\nTwo.\n"},
        {"file": "spec/tea.md", "old_text": "SHALL be hot", "new_text": "SHALL be very hot"},
    )
    promised = await propose_and_apply(client, other, source, {"file": "docs/adr/0001-press.md", "delete": True})
    assert promised["now_dangling"] or promised["new_diagnostics"]
    await conflict(client, other, source)


async def conflict(client: Client, other: Client, source: Path) -> None:
    """A proposal for files that somebody has changed since names them, and writes nothing."""
    base = (await ask(client, "get_snapshot_info"))["snapshot_id"]
    (source / "plan.md").write_text("# Plan\n\nNone.\n")
    await notice(client, "get_exit_graph")
    before = state(source)
    edit = {"file": "plan.md", "old_text": "None.", "new_text": "Some."}
    refused = await client.call_tool("propose_change", {"edits": [edit], "base_digest": base})
    error = orjson.loads(refused.model_dump()["content"][0]["text"])
    assert (refused.is_error, error["code"]) == (True, "unavailable") and state(source) == before
    assert error["changed_files"] == [{"path": "plan.md", "change": "changed"}]
    await ask(other, "refresh")
    await propose_and_apply(client, other, source, edit)


def run(servers: Callable[[], tuple[Any, Any]], mode: str, use: Callable[[Client, Client], Awaitable[None]]) -> None:
    """Run `use` with two clients; with one as both where the second server is None."""

    async def talk() -> None:
        first, second = servers()
        async with Client(first, mode=mode) as client:
            if second is None:
                await use(client, client)
                return
            async with Client(second, mode=mode) as other:
                await use(client, other)

    anyio.run(talk)


@MODES
def test_session_over_stdio(source: Path, mode: str) -> None:
    command = StdioServerParameters(command=sys.executable, args=["-m", "server", str(source)], cwd=ROOT)
    run(lambda: (command, None), mode, lambda client, other: session(client, other, source))
    assert not list(source.rglob("*.patch"))


@pytest.mark.long("a whole session; that over stdio makes the same calls")
@MODES
def test_session_of_two_clients_over_http(source: Path, mode: str) -> None:
    with WebServer(source) as server:
        url = f"http://127.0.0.1:{server.port}/mcp"
        run(lambda: (url, url), mode, lambda client, other: session(client, other, source))
