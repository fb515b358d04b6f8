"""`memory_time_travel`: what was known at a moment."""

from collections.abc import Callable, Collection

from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import History, OpenRevision, RevisionList, Workspace
from tests.queries.asking import ask, error
from tests.queries.cases import each
from tests.queries.memory.memories import fact, greenhouse, ids, memory


def known(at: str, query: str = "", **arguments: object) -> list[str]:
    return ids(ask(greenhouse(), "memory_time_travel", timestamp=at, query=query, **arguments)["results"])


@each(
    "at, query, expected",
    [
        ("2026-04-01T09:59:59Z", "", ["f-sun", "f-flap"]),
        ("2026-04-01T12:00:00+02:00", "", ["f-old", "f-sun", "f-flap"]),  # the offset counts
        ("2026-04-01", "", ["f-gone", "f-old", "f-sun", "f-flap"]),  # the end of the day
        ("2026-04-04", "hours", ["f-old"]),  # as it was worded then, in any form
        ("2026-04-04", "light", []),
        ("2026-04-05T10:00:00Z", "light", ["f-old"]),
        ("2026-04-05T10:00:00Z", "hour", []),
        ("2026-04-06T09:59:59Z", "hose", ["f-gone"]),
        ("2026-04-06T10:00:00Z", "hose", []),
        ("2026-04-07", '"by the light" vents -gravity', ["f-old"]),
    ],
)
def test_time_travel_uses_the_newest_version_by_then(at: str, query: str, expected: list[str]) -> None:
    assert known(at, query) == expected


def test_time_travel_reads_ancestors() -> None:
    assert known("2026-04-03T10:00:00Z", "flap", branch="vents") == ["f-rattle", "f-flap"]
    assert known("2026-04-03T10:00:00Z", "flap", branch="vents", own_only=True) == ["f-rattle"]


def test_time_travel_row_says_from_when_until_when_it_was_known() -> None:
    (row,) = ask(greenhouse(), "memory_time_travel", timestamp="2026-04-02", query="hour")["results"]
    assert (row["known_from"], row["known_until"]) == ("2026-04-01T10:00:00Z", "2026-04-05T10:00:00Z")
    assert row["is_current"] is False
    assert row["fact_text"] == "Vents are opened by the hour"
    assert row["source"] == "memory.jsonl:11"


def test_time_travel_before_the_first_fact_says_so() -> None:
    answer = ask(greenhouse(), "memory_time_travel", timestamp="2020-01-01", query="")
    assert answer["results"] == []
    assert "before the history of main: its first fact was written 2026-04-01" in answer["hint"]


def test_time_travel_counts_facts_without_a_time() -> None:
    answer = ask(memory([fact("f", "roof", None)]), "memory_time_travel", timestamp="2026-04-01", query="roof")
    assert answer["searched"] == {"facts_known": 0, "facts_without_time": 1}


def test_time_travel_by_revision_needs_a_repository() -> None:
    refused = error(greenhouse(), "memory_time_travel", timestamp="2026-04-01", query="", axis="revision")
    assert refused["code"] == "unavailable"


class Committed:
    """One revision, whatever the date."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def list(self) -> RevisionList:
        return RevisionList((), is_shallow=False)

    def open(self, name: str) -> OpenRevision:
        return OpenRevision("1" * 40, "2026-02-01T00:00:00Z", f"as of {name}", self._snapshot)

    def below_root(self) -> str:
        return ""

    def for_request(self, check: Callable[[], None]) -> "Committed":  # noqa: ARG002
        return self

    def merge_base(self, one: str, other: str) -> str | None:
        raise NotImplementedError

    def history(self, limit: int) -> History:
        raise NotImplementedError

    def containing(self, commits: Collection[str], paths: Collection[str], language: str) -> frozenset[str]:
        raise NotImplementedError

    def retire(self) -> None:
        """Nothing is open."""

    def close(self) -> None:
        """Nothing is open."""


def test_time_travel_by_revision_reads_committed_records() -> None:
    committed = Committed(memory([fact("f", "The pump is red", "2026-01-01")]))
    now = Workspace(memory([fact("f", "The pump is blue", "2026-01-01")]), committed)
    asked = {"timestamp": "2026-02-10", "query": "pump"}
    by_record, by_revision = (ask(now, "memory_time_travel", axis=axis, **asked) for axis in ("record", "revision"))
    assert by_record["results"][0]["fact_text"] == "The pump is blue"
    assert by_revision["results"][0]["fact_text"] == "The pump is red"
    assert by_revision["revision"]["subject"] == "as of 2026-02-10T23:59:59.999999Z"


def test_time_travel_invalid_timestamp_is_reported() -> None:
    refused = error(greenhouse(), "memory_time_travel", timestamp="2026-13-01", query="")
    assert refused["code"] == "invalid_argument"
    assert refused["problems"][0]["argument"] == "timestamp"
