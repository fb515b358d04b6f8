"""The pages of memory: branches, timeline, conversations, and what two branches differ in."""

import json
from pathlib import Path

from server.transport.pages import MOUNT
from tests.closing import open_workspace
from tests.compiler.workspace.git.repositories import RepositoryBuilder
from tests.server.explorer.reading import Seen, client_of, sample, seen, seen_of, seen_of_files

FERRY = "ferry-memory"
INES = "agent/late-boats/ines"


def test_memory_branches_nest_as_they_were_forked() -> None:
    page = seen(FERRY, "/memory")
    below = page.html.split("task/late-boats</a>")[1]
    assert INES in below.split("loop/a</a>")[0]
    assert "merged 2026-04-10 16:00:00 (cherry pick)" in page.text


def test_memory_branch_graph_leads_from_parent_to_child() -> None:
    page = seen(FERRY, "/memory")
    assert "task/late-boats (active) → agent/late-boats/ines → agent/late-boats/omar" in page.text


def test_memory_branch_leads_to_what_differs_from_its_parent() -> None:
    page = seen(FERRY, "/memory")
    address = page.links["what differs from task/late-boats"]
    assert "came Against the ebb a crossing takes 48 minutes" in seen(FERRY, address.removeprefix(MOUNT)).text


def test_memory_timeline_has_newest_first_and_undated_last() -> None:
    page = seen(FERRY, "/memory/timeline")
    times = [Seen(one).text for one in page.html.split("<time datetime=")[1:]]
    assert len(times) == 16
    assert page.text.index("2026-04-13 20:01:00") < page.text.index("2026-04-01 08:00:00") < page.text.index("no time")


def test_memory_timeline_is_filtered_by_branch_type_and_day() -> None:
    page = seen(FERRY, f"/memory/timeline?branch={INES}&type=message&after=2026-04-07&before=2026-04-07")
    assert "5 entries." in page.text
    assert "assistant: I will join the log with the tide table." in page.links


def test_memory_conversations_are_listed_newest_first() -> None:
    rows = seen(FERRY, "/memory/conversations").tables["Conversations, the newest first"][1:]
    assert rows[0][0] == "Does the leaflet still fit on one page?"
    assert rows[4][:6] == [
        "Fork: a buffer instead of a quay",
        "2026-04-08 08:00:00",
        "active",
        "6",
        "agent/late-boats/omar",
        "c-late",
    ]


def test_memory_conversation_has_its_messages_and_forks() -> None:
    page = seen(FERRY, "/memory/conversation?id=c-late")
    assert "user 2026-04-07 07:11:00 m-1 memory.jsonl:30 The evening boat is late three days out of seven." in page.text
    assert page.links["Fork: a buffer instead of a quay"] == f"{MOUNT}/memory/conversation?id=c-buffer"


def test_memory_fork_names_its_parent() -> None:
    assert "Forked from c-late after message m-4." in seen(FERRY, "/memory/conversation?id=c-buffer").text


def test_memory_conversation_that_is_unknown_is_an_error() -> None:
    assert client_of(sample(FERRY)).get(f"{MOUNT}/memory/conversation?id=f-tide").status_code == 404


def test_memory_branch_difference_counts_and_lists_what_came() -> None:
    page = seen(FERRY, f"/memory/difference?source={INES}&target=main")
    assert page.tables["How many records differ"][1] == ["facts", "2", "0", "0", "0", "0", "0", "0", "15"]
    assert "came The gangway cannot be lowered below 40 cm of water decision unverified memory.jsonl:15" in page.text


def test_memory_branch_difference_can_be_turned_round() -> None:
    page = seen(FERRY, f"/memory/difference?source={INES}&target=main")
    other = seen(FERRY, page.links["The other way round"].removeprefix(MOUNT))
    assert f"{INES} has all that main has." in other.text


def test_memory_pages_escape_texts(tmp_path: Path) -> None:
    hostile = "</pre><script>alert(1)</script>"
    records = [
        {"type": "branch", "name": hostile, "parent": "main", "status": hostile},
        {"type": "conversation", "id": "c", "name": hostile, "branch": hostile},
        {"type": "message", "id": "m", "conversation_id": "c", "role": "user", "content": hostile, "branch": hostile},
        {"type": "fact", "id": "f", "fact_text": hostile, "branch": hostile, "category": hostile},
    ]
    files = {"a.memory.jsonl": "".join(json.dumps(one) + "\n" for one in records)}
    addresses = (
        "/memory",
        "/memory/timeline?branch=all",
        "/memory/conversations",
        "/memory/conversation?id=c",
        "/memory/difference?source=%3C/pre%3E%3Cscript%3Ealert(1)%3C/script%3E&target=main",
    )
    for address in addresses:
        page = seen_of_files(tmp_path, files, address)
        assert hostile in page.text
        assert page.tags.count("script") == 1


def test_memory_page_has_branches_that_only_the_repository_has(tmp_path: Path) -> None:
    records = [
        {"type": "memory", "format": "memory-jsonl", "version": 1, "project": "tides", "default_branch": "trunk"},
        {"type": "fact", "id": "f-1", "text": "High water at noon", "at": "2026-01-01T00:00:00Z"},
    ]
    files = {"memory.jsonl": "".join(f"{json.dumps(one)}\n" for one in records)}
    repository = RepositoryBuilder(tmp_path)
    repository.branch("spring-tide", repository.commit(files))
    repository.check_out(files)
    page = seen_of(open_workspace(tmp_path), "/memory")
    assert "trunk" in page.text and "spring-tide" in page.text
