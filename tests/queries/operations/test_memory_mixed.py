"""Random operations on a memory of all formats, faults included: each is refused with a reason, or applies and changes
no view of a branch that does not read from the one it writes on."""

import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from compiler.languages.memory.facts import RECORD_CLASSES, MemoryFact
from queries.operations.memory.log_lines import BRANCHED
from tests.closing import closing_what_is_opened, compile_source
from tests.paths import ROOT
from tests.queries.cases import fewer_examples
from tests.queries.operations.memory_views import verdicts, views
from tests.queries.operations.proposing import REFUSALS, contents, git_apply, patch_of, propose

FERRY = ROOT / "worlds" / "ferry-memory"

Operation = tuple[str, dict[str, Any]]


@cache
def names() -> dict[str, list[str]]:
    """The ids of all records by type, and the ref of each fact."""
    with closing_what_is_opened():
        snapshot = compile_source(FERRY)
        found = {kind: sorted({one.record_id for one in snapshot.facts(of)}) for kind, of in RECORD_CLASSES.items()}
        return found | {"ref": sorted(one.ref for one in snapshot.facts(MemoryFact))}


@st.composite
def operations(draw: st.DrawFn) -> Operation:
    """An operation on records of any format."""

    def of(kind: str) -> str:
        return draw(st.sampled_from(names()[kind]))

    branch, other, kind = of("branch"), of("branch"), draw(st.sampled_from(sorted(RECORD_CLASSES)))
    loose = {"require_verified": False}
    made: list[Operation] = [
        ("memory_retract", {"id": of("ref")}),
        ("memory_retract", {"id": of(kind), "type": kind} if kind != "branch" else {"id": of("fact")}),
        ("memory_retract", {"id": of("fact"), "branch": branch}),
        ("verify_fact", {"fact_id": of("ref"), "verdict": "verified", "dimensions": ["accuracy"]}),
        ("verify_batch", {"branch_name": branch, "verdict": "invalidated"}),
        ("memory_branch_merge", {"source_branch": branch, "target_branch": other, "strategy": "auto", **loose}),
        (
            "memory_branch_merge",
            {
                "source_branch": branch,
                "target_branch": other,
                "strategy": "cherry_pick",
                "items": [of("fact")],
                **loose,
            },
        ),
        ("memory_branch_create_curated", {"branch_name": "new", "parent_branch": branch, "fact_ids": [of("fact")]}),
        (
            "memory_branch_create_curated",
            {"branch_name": "new", "parent_branch": branch, "conversation_ids": [of("conversation")]},
        ),
        ("memory_log_message", {"role": "user", "content": "Ahoy", "conversation_id": of("conversation")}),
        (
            "memory_fork_conversation",
            {"conversation_id": of("conversation"), "fork_at_message_id": of("message"), "branch": branch},
        ),
        ("memory_cherry_pick_conversation", {"conversation_id": of("conversation"), "target_branch": branch}),
        ("memory_task_join", {"task_id": of("task"), "agent_id": draw(st.sampled_from(("ines", "omar", "ute")))}),
        ("memory_task_update", {"task_id": of("task"), "objective_id": 2, "status": "completed"}),
        ("memory_template_create", {"name": "harbour", "source_branch": branch}),
        ("memory_template_instantiate", {"template_name": "incident", "target_branch_name": "new"}),
        ("memory_handoff_create", {"source_branch": branch, "target_branch": other, "include_unverified": True}),
        ("knowledge_bundle_create", {"name": "all", "source_branch": branch, "only_verified": False}),
        ("knowledge_bundle_import", {"bundle_id": of("bundle"), "target_branch": branch}),
        ("memory_consolidate", {"level": "session", "session_id": of("session"), "branch": branch}),
        ("memory_branch_enrich", {"branch_name": branch, "owner": "ute"}),
        ("memory_snapshot", {"branch": branch, "label": "Ahoy"}),
    ]
    return draw(st.sampled_from(made))


@fewer_examples("an example makes several builds of a memory")
@given(st.lists(operations(), min_size=1, max_size=3))
@example([("memory_branch_enrich", {"branch_name": "loop/a", "owner": "ute"})])  # its parent is said in another file
def test_operations_on_a_mixed_memory_are_refused_or_hold(given: list[Operation]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(shutil.copytree(FERRY, Path(folder, "ferry")))
        for op, arguments in given:
            with closing_what_is_opened():
                _try(root, op, arguments)


def _try(root: Path, op: str, arguments: dict[str, Any]) -> None:
    before, snapshot = contents(root), compile_source(root)
    told = propose(root, op, arguments)
    assert contents(root) == before, "it wrote to the source"
    if "error" in told:
        assert told["code"] in REFUSALS and told["error"], told
        return
    assert not told["new_errors"], told["new_diagnostics"]
    git_apply(root, patch_of(told))
    after = compile_source(root)
    assert after.id == told["snapshot_id"]
    changed = _lines(after) ^ _lines(snapshot)
    written = {branch for kind, _, branch, _ in changed if kind in BRANCHED}
    judged = written | {branch for kind, _, branch, _ in changed if kind == "verification"}
    read_by = {branch for name in written for branch, lineage in _lineages(after).items() if name in lineage}
    was, now = views(snapshot), views(after)
    assert {name: one for name, one in was.items() if name not in read_by} == {
        name: one for name, one in now.items() if name in was and name not in read_by
    }
    own = {key: one for key, one in verdicts(after).items() if key[0] not in judged}
    assert own == {key: one for key, one in verdicts(snapshot).items() if key[0] not in judged}


def _lines(snapshot: Any) -> set[tuple[str, str, str, str]]:
    """The versions of all records: type, id, branch and what is done."""
    sql = (
        "SELECT record_type, record_id, branch, op || count(*) FROM fact_memory_version GROUP BY 1, 2, 3 UNION "
        "SELECT 'message', record_id, branch, '' FROM fact_memory_message"
    )
    return {(kind, id, branch, op) for kind, id, branch, op in snapshot.rows(sql)}


def _lineages(snapshot: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for branch, ancestor in snapshot.rows("SELECT branch, ancestor FROM fact_memory_branch_ancestor"):
        found.setdefault(branch, []).append(ancestor)
    return found
