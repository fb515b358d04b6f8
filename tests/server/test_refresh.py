"""A source that changes while a server serves it: the notice, `refresh`, `--follow`, and what clients are told."""

import shutil
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import anyio
import orjson
import pytest
from mcp import Client

from server.options.source import SourceOptions
from server.protocol.app import build_server
from server.served_source import ServedSource
from tests.compiler.workspace.git.repositories import RepositoryBuilder
from tests.paths import ROOT
from tests.server.processes import PATIENCE, RawServer, frieze, request
from tests.server.results import answer, stale_result
from tests.server.web import WebServer

HALL = "---\nworld:\n  name: Hall\n---\n# Hall\n-> out: Yard\n# Yard\n-> in: Hall\n"
GRAPH = "graph TD\n a[Boil] --> b[Pour]\n"
SPEC = "# REQ-p00001: Tea is hot\n\n**Level**: PRD | **Status**: Active\n\n"
SPEC += "## Assertions\n\nA. Tea SHALL be hot.\n\n*End* *Tea is hot*\n"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    root = tmp_path / "source"
    root.mkdir()
    (root / "hall.urd.md").write_text(HALL)
    (root / "tea.mmd").write_text(GRAPH)
    return root


def test_stale_answer_carries_a_notice_and_stays_as_it_is(source: Path) -> None:
    with RawServer(source) as server:
        server.initialize()
        fresh = server.call("get_exit_graph")["result"]
        assert len(fresh["content"]) == 1 and "_meta" not in fresh
        (source / "hall.urd.md").write_text(HALL.replace("Yard", "Lawn"))
        for at in range(6):
            (source / f"page-{at}.md").write_text("# Page\n")
        stale = stale_result(server, "get_exit_graph")
        while (data := stale["_meta"]["frieze/stale"])["file_count"] < 7:
            stale = stale_result(server, "get_exit_graph")
    assert stale["content"][0] == fresh["content"][0]
    notice = stale["content"][1]["text"]
    assert "7 files differ: hall.urd.md (changed), page-0.md (added)" in notice and "and 2 more" in notice
    assert "Call refresh" in notice
    assert data["call"] == "refresh" and data["compiled_at"] in notice
    assert data["files"] == [
        {"path": "hall.urd.md", "change": "changed"},
        *({"path": f"page-{at}.md", "change": "added"} for at in range(4)),
    ]


def test_stale_error_carries_a_notice(source: Path) -> None:
    with RawServer(source) as server:
        server.initialize()
        (source / "hall.urd.md").write_text(HALL.replace("Yard", "Lawn"))
        result = stale_result(server, "get_reachable_locations", {"from": "lawn"})
    assert result["isError"] and answer(result)["code"] == "not_found"
    assert "hall.urd.md (changed)" in result["content"][1]["text"]


def test_snapshot_info_says_at_once_what_differs(source: Path) -> None:
    with RawServer(source) as server:
        server.initialize()
        served = answer(server.call("get_snapshot_info")["result"])["served"]
        assert served["is_stale"] is False and served["compiled_at"].endswith("Z")
        (source / "tea.mmd").write_text(GRAPH + " b --> c\n")
        served = answer(server.call("get_snapshot_info")["result"])["served"]
        assert (served["is_stale"], served["file_count"]) == (True, 1)
        assert served["files"] == [{"path": "tea.mmd", "change": "changed"}]


def test_graph_status_says_at_once_whether_the_source_has_changed(source: Path) -> None:
    (source / "tea.md").write_text(SPEC)
    with RawServer(source) as server:
        server.initialize()
        status = answer(server.call("get_graph_status")["result"])
        assert status["is_stale"] is False and "changed_files" not in status
        (source / "tea.md").write_text(SPEC.replace("hot.", "very hot."))
        status = answer(server.call("get_graph_status")["result"])
        assert (status["is_stale"], status["changed_files"]) == (True, 1)


def test_command_line_compiles_anew_and_tells_no_time(source: Path) -> None:
    assert "served" not in orjson.loads(frieze("query", source, "get_snapshot_info").stdout)
    refused = frieze("query", source, "refresh")
    assert refused.returncode == 1 and orjson.loads(refused.stdout)["code"] == "unavailable"


def test_refresh_tells_what_changed_in_meaning(source: Path) -> None:
    with RawServer(source) as server:
        server.initialize()
        before = answer(server.call("get_snapshot_info")["result"])["snapshot_id"]
        (source / "hall.urd.md").write_text(HALL + "-> on: Shed\n")
        (source / "tea.mmd").unlink()
        told = answer(server.call("refresh")["result"])
        assert told["changed"] and told["previous_snapshot_id"] == before
        assert told["files"] == [
            {"path": "hall.urd.md", "change": "changed"},
            {"path": "tea.mmd", "change": "removed"},
        ]
        assert told["counts"]["objects"]["exit"] == {"added": 1}
        assert told["counts"]["objects"]["node"] == {"removed": 2}
        appeared = [one for one in told["changes"] if one["about"] == "diagnostic"]
        assert [one["change"] for one in appeared] == ["added"] and "shed" in appeared[0]["name"].lower()
        assert answer(server.call("get_snapshot_info")["result"])["snapshot_id"] == told["snapshot_id"]
        while "notifications/tools/list_changed" not in server.told:  # it comes after the answer
            server.ask(request("ping"))
        again = answer(server.call("refresh")["result"])
        assert not again["changed"] and again["changes"] == [] and again["file_count"] == 0


def test_refreshed_snapshot_is_that_of_a_new_server(source: Path) -> None:
    with RawServer(source) as server:
        server.initialize()
        (source / "hall.urd.md").write_text(HALL.replace("Yard", "Lawn"))
        server.call("refresh")
        refreshed = server.call("get_exit_graph")["result"]
    with RawServer(source) as server:
        server.initialize()
        assert server.call("get_exit_graph")["result"] == refreshed


def test_broken_file_costs_that_file_only(source: Path) -> None:
    with RawServer(source) as server:
        server.initialize()
        (source / "hall.urd.md").write_bytes(b"\xff\xfe")
        told = answer(server.call("refresh")["result"])
        assert any(one["about"] == "diagnostic" and one["change"] == "added" for one in told["changes"])
        assert answer(server.call("diagram_get_digest")["result"])["counts"]["nodes"] == 2


def test_cursor_of_an_earlier_snapshot_is_refused(source: Path) -> None:
    with RawServer(source) as server:
        server.initialize()
        page = answer(server.call("list_objects", {"kind": "location", "limit": 1})["result"])
        (source / "tea.mmd").write_text(GRAPH + " b --> c\n")
        server.call("refresh")
        refused = server.call("list_objects", {"kind": "location", "limit": 1, "cursor": page["next_cursor"]})["result"]
        assert refused["isError"] and "another snapshot" in answer(refused)["error"].lower()


def test_last_three_snapshots_can_be_compared_with(source: Path) -> None:
    ids = []
    with RawServer(source) as server:
        server.initialize()
        for count in range(5):
            (source / "tea.mmd").write_text(GRAPH + " b --> c\n" * count)
            ids.append(answer(server.call("refresh")["result"])["snapshot_id"])
        compared = answer(server.call("compare_revisions", {"base": f"snapshot:{ids[1][:12]}"})["result"])
        assert compared["counts"]["objects"]["edge"] == {"added": 3}
        gone = server.call("compare_revisions", {"base": f"snapshot:{ids[0][:12]}"})["result"]
        assert gone["isError"] and ids[1][:12] in answer(gone)["error"] and ids[4][:12] in answer(gone)["error"]


def test_worktree_is_the_files_as_they_are_now(tmp_path: Path) -> None:
    written = RepositoryBuilder(tmp_path / "source")
    written.commit({"tea.mmd": GRAPH})
    with RawServer(written.root) as server:
        server.initialize()
        written.check_out({"tea.mmd": GRAPH + " b --> c\n"})
        compared = answer(server.call("compare_revisions", {"base": "HEAD", "target": "worktree"})["result"])
        assert compared["counts"]["objects"]["edge"] == {"added": 1}
        written.commit({"tea.mmd": GRAPH + " b --> c\n"})
        compared = answer(server.call("compare_revisions", {"base": "HEAD", "target": "worktree"})["result"])
        assert compared["identical"] and compared["changes"] == []


def test_refresh_graph_answers_as_the_seed_says(source: Path) -> None:
    (source / "tea.md").write_text(SPEC)
    with RawServer(source) as server:
        server.initialize()
        unchanged = answer(server.call("refresh_graph", {"full": True})["result"])
        assert (unchanged["success"], unchanged["changed"]) == (True, False)
        (source / "tea.md").write_text(SPEC.replace("A. Tea", "A. The cup SHALL be warm.\nB. Tea"))
        changed = answer(server.call("refresh_graph")["result"])
        assert changed["changed"] and changed["node_count"] == unchanged["node_count"] + 1
        (source / "tea.md").write_text(SPEC)
        (source / "cup.md").write_text("# Cup\n")
        again = answer(server.call("refresh_graph")["result"])
    assert [one["message"] for one in (unchanged, changed, again)] == [
        "The source had not changed.",
        "Compiled anew: 1 file differed.",
        "Compiled anew: 2 files differed.",
    ]


def test_diagram_delta_since_the_snapshot_before(source: Path) -> None:
    with RawServer(source) as server:
        server.initialize()
        assert answer(server.call("diagram_get_delta")["result"])["changes"] == []
        first = answer(server.call("get_snapshot_info")["result"])["snapshot_id"]
        (source / "tea.mmd").write_text("graph TD\n a[Heat] --> c\n")
        server.call("refresh")
        delta = answer(server.call("diagram_get_delta")["result"])
        changes = {one["kind"]: one["refs"] for one in delta["changes"]}
        assert changes["removed"][-1] == "d:tea/flow/node/n:b" and "d:tea/flow/node/n:c" in changes["added"]
        assert changes["updated"] == ["d:tea/flow/edge/e:0001", "d:tea/flow/node/n:a"]
        assert [one["kind"] for one in delta["changes"]] == ["added", "removed", "updated"]
        assert answer(server.call("diagram_get_delta", {"since_rev": 0})["result"])["changes"] == delta["changes"]
        since = server.call("diagram_get_delta", {"since_snapshot": first[:8]})["result"]
        assert answer(since) == delta
        refused = server.call("diagram_get_delta", {"since_rev": 9})["result"]
        assert refused["isError"] and answer(refused)["current_rev"] == 0


def test_diagram_delta_outside_of_what_is_kept_names_the_first_rev_and_the_other_tool(tmp_path: Path) -> None:
    session = Path(shutil.copytree(ROOT / "worlds" / "checkout-session", tmp_path / "session"))
    with RawServer(session) as server:
        server.initialize()
        (first, *_) = answer(server.call("session_list_diagrams")["result"])["diagrams"]
        asked = {"diagram_id": first["diagram_id"], "since_rev": first["rev"] - 1}
        refused = server.call("diagram_get_delta", asked)["result"]
        assert refused["isError"] and answer(refused)["supported_since_rev"] == first["rev"]
        assert answer(refused)["snapshot_tool"] == "diagram_get_snapshot"


@pytest.mark.parametrize("times", [3])
def test_follow_answers_from_the_source_as_it_is(source: Path, times: int) -> None:
    with RawServer(source, options=("--follow",)) as server:
        server.initialize()
        for count in range(times):
            edges = "".join(f" n{at} --> n{at + 1}\n" for at in range(count + 1))
            (source / "tea.mmd").write_text(f"graph TD\n{edges}")
            result = server.call("diagram_get_digest")["result"]
            assert len(result["content"]) == 1
            assert answer(result)["counts"]["edges"] == count + 1


def test_follow_goes_on_when_the_source_is_gone_and_comes_back(source: Path, tmp_path: Path) -> None:
    with RawServer(source, options=("--follow",)) as server:
        server.initialize()
        source.rename(tmp_path / "elsewhere")
        gone = server.call("diagram_get_digest")["result"]
        assert answer(gone)["counts"]["nodes"] == 2 and "cannot be read any more" in gone["content"][1]["text"]
        (tmp_path / "elsewhere" / "tea.mmd").write_text(GRAPH + " b --> c\n")
        (tmp_path / "elsewhere").rename(source)
        assert answer(server.call("diagram_get_digest")["result"])["counts"]["nodes"] == 3


def test_refresh_over_http_is_seen_by_every_client(source: Path) -> None:
    with WebServer(source) as server:
        (source / "tea.mmd").write_text(GRAPH + " b --> c\n")
        told = answer(server.call("refresh").json["result"])
        assert told["changed"]
        digests = [server.call("diagram_get_digest", era=era).json["result"] for era in ("2025", "2026")]
        assert [answer(one)["counts"]["edges"] for one in digests] == [2, 2]


@pytest.fixture
def notifications() -> Iterator[list[str]]:
    yield []


def with_told_client(source: Path, mode: str, told: list[str], use: Callable[[Client], Awaitable[None]]) -> None:
    """Run `use` with a client of a server of the source. `told` gets the methods of the notifications that come."""
    options = SourceOptions(cache=False)
    served = ServedSource(str(source), options)

    async def on_message(message: object) -> None:
        if hasattr(message, "method"):
            told.append(str(message.method))

    async def talk() -> None:
        with served.first(options.open(str(source))) as workspace:
            server = build_server(workspace, next_workspace=served.next, one_client=True)
            async with Client(server, mode=mode, message_handler=on_message) as client:
                await use(client)

    anyio.run(talk)


async def told(client: Client, notifications: list[str], method: str) -> None:
    """Ask until a notification has come, which comes after the answer of the refresh."""
    with anyio.fail_after(PATIENCE):
        while method not in notifications:
            await client.call_tool("get_snapshot_info", {})


async def described_relations(client: Client) -> str:
    """What the list says of query_facts."""
    return next(one.description or "" for one in (await client.list_tools()).tools if one.name == "query_facts")


@pytest.mark.filterwarnings("ignore::mcp.MCPDeprecationWarning")
def test_client_is_told_of_lists_and_subscribed_resources_that_changed(source: Path, notifications: list[str]) -> None:
    async def use(client: Client) -> None:
        (uri, *_) = [str(one.uri) for one in (await client.list_resources()).resources if "hall" in str(one.uri)]
        await client.session.subscribe_resource(uri)
        (source / "tea.mmd").unlink()
        await client.call_tool("refresh", {})
        await told(client, notifications, "notifications/resources/list_changed")
        assert "notifications/tools/list_changed" in notifications
        assert "notifications/resources/updated" not in notifications
        (source / "hall.urd.md").write_text(HALL.replace("name: Hall", "name: Great"))
        notifications.clear()
        await client.call_tool("refresh", {})
        await told(client, notifications, "notifications/resources/updated")
        assert "notifications/tools/list_changed" not in notifications
        before = await described_relations(client)  # a client that has the list is told when a description changed
        (source / "hall.urd.md").write_text(HALL + "-> on: Shed\n")
        await client.call_tool("refresh", {})
        await told(client, notifications, "notifications/tools/list_changed")
        assert await described_relations(client) != before

    with_told_client(source, "legacy", notifications, use)


@pytest.mark.filterwarnings("ignore::mcp.MCPDeprecationWarning")
def test_subscriber_to_a_type_of_entity_is_told_when_one_changes(tmp_path: Path, notifications: list[str]) -> None:
    decision = tmp_path / "docs" / "adr" / "0001-press.md"
    decision.parent.mkdir(parents=True)
    decision.write_text("---\nstatus: proposed\n---\n# Buy a press\n\n## Decision Outcome\n\nA small one.\n")
    page = tmp_path / "notes.md"
    page.write_text("# Notes\n\nNothing yet.\n")

    async def use(client: Client) -> None:
        await client.session.subscribe_resource("medulla://entities/decision")
        page.write_text("# Notes\n\nStill nothing.\n")
        await client.call_tool("refresh", {})
        await client.call_tool("get_snapshot_info", {})
        assert "notifications/resources/updated" not in notifications
        decision.write_text(decision.read_text().replace("proposed", "accepted"))
        await client.call_tool("refresh", {})
        await told(client, notifications, "notifications/resources/updated")

    with_told_client(tmp_path, "legacy", notifications, use)


def test_snapshot_info_and_status_tell_the_commit_and_what_differs_from_it(tmp_path: Path) -> None:
    written = RepositoryBuilder(tmp_path / "source")
    files = {"tea.mmd": GRAPH, "tea.md": SPEC}
    commit = written.commit(files)
    written.check_out(files)
    with RawServer(written.root) as server:
        server.initialize()
        clean = {"commit": commit, "branch": "main", "is_dirty": False}
        for tool in ("get_snapshot_info", "get_graph_status"):
            assert answer(server.call(tool)["result"])["checked_out"] == clean
        written.check_out({"tea.mmd": GRAPH + " b --> c\n", "plan.md": "# Plan\n"})
        (written.root / "tea.md").unlink()
        server.call("refresh")
        info = answer(server.call("get_snapshot_info")["result"])
        assert info["served"]["is_stale"] is False
        assert info["checked_out"] == {
            **clean,
            "is_dirty": True,
            "file_count": 3,
            "files": [
                {"path": "plan.md", "change": "added"},
                {"path": "tea.md", "change": "removed"},
                {"path": "tea.mmd", "change": "changed"},
            ],
        }
        written.check_out({"tea.md": SPEC})
        server.call("refresh")
        status = answer(server.call("get_graph_status")["result"])["checked_out"]
        assert status == {**clean, "is_dirty": True, "file_count": 2}


def test_what_is_no_working_tree_has_nothing_checked_out(source: Path, tmp_path: Path) -> None:
    with RawServer(source) as server:
        server.initialize()
        assert "checked_out" not in answer(server.call("get_snapshot_info")["result"])
    written = RepositoryBuilder(tmp_path / "repository")
    written.commit({"tea.mmd": GRAPH})
    with RawServer(written.root, options=("--revision", "HEAD")) as server:
        server.initialize()
        assert "checked_out" not in answer(server.call("get_snapshot_info")["result"])
    assert "checked_out" not in orjson.loads(frieze("query", written.root, "get_snapshot_info").stdout)
