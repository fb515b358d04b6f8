"""The operations on memory: each gives the records that it is asked for, and undone it gives the old bytes."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from compiler.languages.memory.facts import (
    Bundle,
    Consolidation,
    Conversation,
    MemoryBranch,
    MemoryFact,
    MemoryTask,
    Merge,
    Message,
    Observation,
    Record,
    TaskAgent,
    Template,
    Verification,
)
from compiler.store.snapshot import Snapshot
from tests.closing import compile_source, open_workspace
from tests.queries.asking import all_rows, ask, asked
from tests.queries.memory.memories import GREENHOUSE
from tests.queries.operations.proposing import (
    applied,
    by_turns,
    call,
    check_refused,
    git_apply,
    patch_of,
    propose,
    propose_all,
    refusals,
    rows,
    states,
)

# Line ends, separators, and whether the last line ends.
FORMS = {"LF": ("\n", (", ", ": "), True), "CRLF": ("\r\n", (",", ":"), True), "open": ("\n", (", ", ": "), False)}


@pytest.fixture(params=FORMS)
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    end, separators, is_closed = FORMS[request.param]
    text = end.join(json.dumps(one, separators=separators) for one in GREENHOUSE)
    (tmp_path / "memory.jsonl").write_bytes((text + (end if is_closed else "")).encode())
    return tmp_path


def only(snapshot: Snapshot, record_class: type[Record], **where: Any) -> Any:
    """The one record of a class with these values."""
    (found,) = snapshot.facts(record_class, **where)
    return found


def new(snapshot: Snapshot, record_class: type[Record], known: int) -> Any:
    """The record of a class behind those that the greenhouse has."""
    found = sorted(snapshot.facts(record_class), key=lambda one: one.span.start_line)
    assert len(found) == known + 1
    return found[-1]


def count(record_type: str) -> int:
    return len({one["id"] for one in GREENHOUSE if one["type"] == record_type and one.get("op") is None})


def ids(snapshot: Snapshot, branch: str) -> set[str]:
    return {one["id"] for one in all_rows(snapshot, "memory_search", "results", query="", branch=branch, limit=50)}


def last_line(snapshot: Snapshot) -> dict[str, Any]:
    text = snapshot.text("memory.jsonl")
    assert text
    found: dict[str, Any] = json.loads(text.rstrip("\n").rpartition("\n")[2])
    return found


def is_curated(snapshot: Snapshot) -> bool:
    branch = only(snapshot, MemoryBranch, record_id="best")
    facts = {one.record_id for one in snapshot.facts(MemoryFact, branch="best")}
    talk = only(snapshot, Conversation, record_id="c-1", branch="best")
    return (branch.parent, facts, talk.messages) == ("main", {"f-sun", "f-rattle"}, 4)


def is_picked(snapshot: Snapshot) -> bool:
    copy = only(snapshot, MemoryFact, record_id="f-rattle", branch="main")
    merge = new(snapshot, Merge, 1)
    is_active = only(snapshot, MemoryBranch, record_id="vents").status == "active"
    return (
        copy.verification == "verified"
        and copy.updated_at == "2026-04-06T10:00:00Z"
        and is_active
        and (merge.source, merge.target, merge.merged) == ("vents", "main", ("f-rattle",))
    )


def is_merged(snapshot: Snapshot) -> bool:
    branch = only(snapshot, MemoryBranch, record_id="vents")
    merge = new(snapshot, Merge, 1)
    told = ask(snapshot, "memory_branch_diff", source_branch="vents", target_branch="main")
    kinds = ("facts", "relations", "observations", "conversations", "messages")
    return (
        branch.status == "merged"
        and branch.merge_strategy == "auto"
        and branch.metadata == {"owner": "rosa"}
        and {"f-rattle", "f-felt"} <= ids(snapshot, "main")
        and set(merge.merged) == {"f-rattle", "f-felt", "o-1", "o-2", "r-5", "c-1", "m-1", "m-2", "m-3", "m-4"}
        and all(told["counts"][kind]["new"] == 0 for kind in kinds)
    )


def is_squashed(snapshot: Snapshot) -> bool:
    return {"f-rattle", "f-felt"} <= ids(snapshot, "main") and not snapshot.facts(Observation, branch="main")


def is_task(snapshot: Snapshot) -> bool:
    one = only(snapshot, MemoryTask, name="Mend the roof!")
    assert only(snapshot, MemoryBranch, record_id="task/mend-the-roof").parent == "vents"
    assert (one.branch, one.parent_branch, one.task_type, one.tags) == (
        "task/mend-the-roof",
        "vents",
        "repair",
        ("roof",),
    )
    return [(each["id"], each["description"], each["status"], each.get("priority")) for each in one.objectives] == [
        (1, "Find the leak", "todo", "high"),
        (2, "Close it", "todo", None),
    ]


def has_joined(snapshot: Snapshot) -> bool:
    one = only(snapshot, TaskAgent, agent="ole")
    task = only(snapshot, MemoryTask, record_id="t-1")
    assert only(snapshot, MemoryBranch, record_id=one.branch).parent == "vents"
    return (one.task, one.role, one.objectives, one.status, one.at) == (
        "t-1",
        "tester",
        (3,),
        "active",
        "2026-04-06T10:00:00Z",
    ) and [each["status"] for each in task.objectives] == ["done", "active", "active"]


def is_updated(snapshot: Snapshot) -> bool:
    task = only(snapshot, MemoryTask, record_id="t-1")
    second = task.objectives[1]
    return (
        (second["status"], second["notes"], second["agent_id"]) == ("done", "Quiet.", "rosa")
        and task.status == "completed"
        and task.completed_at == "2026-04-06T10:00:00Z"
        and task.tags == ("noise",)
    )


def is_begun(snapshot: Snapshot) -> bool:
    one = new(snapshot, Message, 5)
    talk = only(snapshot, Conversation, record_id=one.conversation_id)
    return (talk.branch, talk.messages, one.sequence, talk.session) == ("vents", 1, 1, "s-1")


def is_copied(snapshot: Snapshot) -> bool:
    one = new(snapshot, Conversation, 2)
    said = [each.content for each in snapshot.facts(Message, conversation=one.ref)]
    return (one.branch, said) == ("heating", ["Because the fans run then.", "Can we use rubber for the fans?"])


def is_template(snapshot: Snapshot) -> bool:
    one = only(snapshot, Template, name="quiet")
    branch = only(snapshot, MemoryBranch, record_id="template/quiet/v1")
    assert (one.branch, one.version, one.task_types, one.fact_count) == ("template/quiet/v1", 1, ("repair",), 2)
    return branch.parent == "vents" and ids(snapshot, "template/quiet/v1") == ids(snapshot, "vents")


def is_instance(snapshot: Snapshot) -> bool:
    one = only(snapshot, MemoryBranch, record_id="again")
    return one.metadata == {"template": "repair", "template_version": 2} and "f-felt" in ids(snapshot, "again")


def is_bundle(snapshot: Snapshot) -> bool:
    one = only(snapshot, Bundle, name="flaps")
    facts = [each["fact_text"] for each in one.contents["facts"]]
    assert (one.relation_count, one.conversation_count, one.only_verified) == (1, 1, False)
    return facts == ["The rattling comes from the seventh flap", "Felt strips silence a flap for a season"]


def is_imported(snapshot: Snapshot) -> bool:
    one = only(snapshot, MemoryFact, text="Felt helps")
    return (one.branch, one.verification, one.source_type) == ("heating", "unverified", "bundle_import")


def is_condensed(snapshot: Snapshot) -> bool:
    one = only(snapshot, MemoryFact, source_id="o-1")
    told = new(snapshot, Consolidation, 0)
    assert told.counts["facts_created"] == 1 and told.counts["observations_processed"] == 1
    return (one.text, one.confidence, one.branch, one.category) == (
        "Counted the flaps: 12, the seventh is loose",
        0.7,
        "vents",
        "discovery",
    )


STATED = rows(r"""
memory_write_fact fact_text='"Glass \"7\" is cracked\n☂ [x]"' category=discovery confidence=0.5 branch=vents
  supersedes=f-felt agent_id=rosa id=f-9
  => m:fact/f-9 text='"Glass \"7\" is cracked\n☂ [x]"' branch=vents category=discovery confidence=0.5 parent=f-felt
  agent=rosa at=2026-04-06T10:00:00Z
memory_write_fact fact_text="The door sticks" id=f-door created_at=2026-05-01T10:00:00+02:00
  => m:fact/f-door at=2026-05-01T08:00:00Z
memory_write_observation observation_type=tool_use tool_name=Fan summary=Ran raw_input=a raw_output=b outcome=success
  branch=vents id=o-9
  => m:observation/o-9 branch=vents observation_type=tool_use tool_name=Fan summary=Ran raw_input=a raw_output=b
  outcome=success
memory_write_relation source_entity=Motor relation_type=drives target_entity=Fan properties='{"rpm": 40}' id=r-9
  => m:relation/r-9 source=Motor relation=drives target=Fan branch=main properties='{"rpm": 40}' is_live=true
memory_retract id=f-felt => m:fact/f-felt gone
memory_retract id=h-1 type=handoff => m:handoff/h-1 gone
memory_retract id=m:message/m-3 => m:message/m-3 gone
memory_branch_create branch_name=roof parent_branch=vents description=Why at=2026-04-07T08:00:00Z
  => m:branch/roof parent=vents status=active description=Why at=2026-04-07T08:00:00Z
memory_branch_enrich branch_name=vents purpose=Quiet tags='["noise", "noise"]'
  => m:branch/vents metadata='{"owner": "rosa", "purpose": "Quiet", "tags": ["noise"]}'
  description="Make the vents quieter"
memory_snapshot label="before the roof" id=sn-9 => m:snapshot/sn-9 label="before the roof"
memory_log_message role=tool_result content=Yes. conversation_id=c-2 tool_calls='[{"name": "Fan"}]' id=m-9
  => m:message/m-9 conversation_id=c-2 branch=vents/night sequence=4 role=tool_result content=Yes.
  tool_calls='[{"name": "Fan"}]'
memory_fork_conversation conversation_id=c-1 fork_at_message_id=m-3 title=Tape id=c-9
  => m:conversation/c-9 name=Tape parent=c-1 fork_point=m-3 messages=3 branch=vents is_fork=true
memory_handoff_create source_branch=vents target_branch=heating id=h-9
  => m:handoff/h-9 source_branch=vents target_branch=heating facts='["f-rattle"]' conversations=[]
  verification_status=verified
""")
Check = Callable[[Snapshot], object]
MADE: list[tuple[str, dict[str, Any], Check]] = [
    (
        *call("memory_retract id=f-sun branch=vents"),
        lambda one: "f-sun" in ids(one, "main") and not {"f-sun"} & (ids(one, "vents") | ids(one, "vents/night")),
    ),
    (
        "verify_fact",
        {"fact_id": "f-felt", "verdict": "invalidated", "reason": "It rots.", "scores": {"accuracy": 0.1}},
        lambda one: (
            only(one, MemoryFact, record_id="f-felt").verification_reason == "It rots."
            and only(one, Verification, target="m:fact/f-felt").value == 0.1
            and ask(one, "verify_merge_gate", source_branch="vents")["invalidated"] == 1
        ),
    ),
    (
        *call("verify_batch branch_name=vents verdict=verified"),
        lambda one: ask(one, "verify_merge_gate", source_branch="vents")["can_merge"],
    ),
    (
        "memory_branch_create_curated",
        {"branch_name": "best", "fact_ids": ["f-sun", "f-rattle"], "conversation_ids": ["c-1"]},
        is_curated,
    ),
    (*call("""memory_branch_merge source_branch=vents strategy=cherry_pick items='["f-rattle"]'"""), is_picked),
    (*call("memory_branch_merge source_branch=vents strategy=auto require_verified=false"), is_merged),
    (*call("memory_branch_merge source_branch=vents strategy=squash require_verified=false"), is_squashed),
    (
        "memory_task_create",
        {
            "name": "Mend the roof!",
            "task_type": "repair",
            "tags": ["roof"],
            "parent_branch": "vents",
            "objectives": [{"description": "Find the leak", "priority": "high"}, {"description": "Close it"}],
        },
        is_task,
    ),
    (*call("memory_task_join task_id=t-1 agent_id=ole role=tester assigned_objectives='[3]'"), has_joined),
    (*call("memory_task_update task_id=t-1 objective_id=2 status=done notes=Quiet. task_status=completed"), is_updated),
    ("memory_consolidate", {"level": "session", "session_id": "s-1"}, is_condensed),
    ("memory_log_message", {"role": "user", "content": "Hello", "branch": "vents", "session_id": "s-1"}, is_begun),
    (*call("memory_cherry_pick_conversation conversation_id=c-2 target_branch=heating from_sequence=2"), is_copied),
    (
        *call("""memory_template_create name=quiet source_branch=vents applicable_task_types='["repair"]'"""),
        is_template,
    ),
    ("memory_template_instantiate", {"template_name": "repair", "target_branch_name": "again"}, is_instance),
    ("knowledge_bundle_create", {"name": "flaps", "source_branch": "vents", "only_verified": False}, is_bundle),
    ("knowledge_bundle_import", {"bundle_id": "b-1", "target_branch": "heating"}, is_imported),
]


MADE += [(op, arguments, partial(states, stated=stated)) for op, arguments, stated in STATED]


@by_turns("source, op, arguments, is_made", FORMS, MADE)
def test_memory_operation_gives_the_records_it_is_asked_for_and_can_be_undone(
    source: Path, op: str, arguments: dict[str, Any], is_made: Check
) -> None:
    before = (source / "memory.jsonl").read_bytes()
    with applied(source, op, arguments) as snapshot:
        assert is_made(snapshot)
        assert (source / "memory.jsonl").read_bytes().startswith(before), "the log is appended to"


ROOF: list[dict[str, Any]] = [
    {"type": "session", "id": "s-1"},
    {"type": "task", "id": "t-1", "name": "Roof"},
    {"type": "fact", "id": "f-1", "text": "The roof leaks at the old chimney", "agent_id": "ann", "task_id": "t-1",
     "confidence": 0.5},
    {"type": "fact", "id": "f-2", "text": "The old roof leaks at the chimney", "agent_id": "ann", "task_id": "t-1",
     "confidence": 0.9, "category": "pattern"},
    {"type": "observation", "id": "o-1", "observation_type": "insight", "session_id": "s-1",
     "summary": "The old roof leaks at the chimney"},
    {"type": "branch", "id": "shed"},
    {"type": "bundle", "id": "b-1", "name": "x", "data": {
        "relations": [
            {"source_entity": "Rain", "relation_type": "wets", "target_entity": "Roof", "properties": {"n": 1}}
        ],
        "conversations": [{"title": "Talk", "messages": [{"role": "user", "content": "Hi"}]}]}},
]  # fmt: skip


@pytest.mark.parametrize(
    ("op", "arguments", "stated"),
    rows("""
memory_consolidate level=agent task_id=t-1 agent_id=ann => replaces m:fact/f-2 -> m:fact/f-1
memory_consolidate level=task task_id=t-1 id=co => m:consolidation/co summary="Durable facts: f-2"
memory_consolidate level=session session_id=s-1 => m:fact/f-1 confidence=0.6
knowledge_bundle_import bundle_id=b-1 target_branch=shed
  => m:relation/3ea826c1743babc1 source=Rain relation=wets target=Roof branch=shed properties='{"n": 1}'
knowledge_bundle_import bundle_id=b-1 target_branch=shed => m:message/eec168fd8754ca47 content=Hi branch=shed
"""),
)
def test_words_are_compared_and_bundles_unpacked(
    tmp_path: Path, op: str, arguments: dict[str, Any], stated: list[str]
) -> None:
    records = [{**record, "at": f"2026-01-0{day}T00:00:00Z"} for day, record in enumerate(ROOF, 1)]
    (tmp_path / "memory.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in records))
    with applied(tmp_path, op, arguments) as snapshot:
        assert states(snapshot, stated)


def test_memory_operations_follow_each_other(source: Path) -> None:
    given = [
        {"op": "memory_branch_create", "branch_name": "roof"},
        {"op": "memory.write_fact", "fact_text": "It leaks", "branch": "roof", "id": "f-leak"},
        {"op": "verify_fact", "fact_id": "f-leak", "verdict": "verified"},
        {"op": "memory_branch_merge", "source_branch": "roof", "strategy": "auto"},
        {"op": "memory_snapshot", "label": "after"},
    ]
    then = {"tool": "verify_merge_gate", "arguments": {"source_branch": "roof"}}
    told = asked(open_workspace(source), "propose_change", {"operations": given, "then": then})
    assert told["then"]["can_merge"]
    git_apply(source, patch_of(told))
    with compile_source(source) as snapshot:
        assert only(snapshot, MemoryFact, record_id="f-leak", branch="main").verification == "verified"
        assert only(snapshot, MemoryFact, record_id="f-leak", branch="roof").verification == "verified"
        assert "f-leak" in ids(snapshot, "main")
        assert only(snapshot, MemoryBranch, record_id="roof").status == "merged"


def test_second_merge_of_the_same_records_is_refused(source: Path) -> None:
    given = {"op": "memory_branch_merge", "source_branch": "vents", "strategy": "auto", "require_verified": False}
    told = propose_all(source, [given, given])
    assert told["code"] == "invalid_argument" and told["error"].startswith("operations[1]: Nothing is to be merged")


def test_new_line_is_written_as_the_lines_of_the_file_are(tmp_path: Path) -> None:
    line = {"type": "fact", "id": "f-1", "fact_text": "One", "branch_name": "dev", "created_at": "2026-01-01T00:00:00Z"}
    (tmp_path / "memory.jsonl").write_text(json.dumps(line, separators=(",", ":")) + "\n")
    with applied(tmp_path, "memory_write_fact", {"fact_text": "Zwei ü", "branch": "dev", "id": "f-2"}) as snapshot:
        text = snapshot.text("memory.jsonl")
        assert text and text.splitlines()[1] == (
            '{"type":"fact","id":"f-2","branch_name":"dev","fact_text":"Zwei ü","created_at":"2026-01-01T00:00:00Z"}'
        )
    with applied(tmp_path, "memory_branch_merge", {"source_branch": "dev", "strategy": "squash",
                                                   "require_verified": False}) as snapshot:  # fmt: skip
        text = snapshot.text("memory.jsonl")
        assert text and '"branch_name":"main"' in text and '"branch":' not in text


def test_line_has_each_name_of_a_field_that_the_language_reads(tmp_path: Path) -> None:
    line = {"type": "observation", "id": "o-1", "kind": "error", "observation": "Wet", "tool": "eye", "startedAt": "x"}
    (tmp_path / "memory.jsonl").write_text(f"{json.dumps(line)}\n")
    given = {"observation_type": "insight", "summary": "Dry", "tool_name": "hand", "id": "o-2", "at": "2026-02-01"}
    with applied(tmp_path, "memory_write_observation", given):
        written = json.loads((tmp_path / "memory.jsonl").read_text().splitlines()[-1])
    kept = {"type": "observation", "id": "o-2", "kind": "insight", "tool": "hand"}
    assert written == kept | {"observation": "Dry", "at": "2026-02-01"}


def test_default_id_is_that_of_a_record_without_an_id(tmp_path: Path) -> None:
    record = {"type": "fact", "text": "The pier is long", "branch": "dev", "at": "2026-01-01T00:00:00Z"}
    branch = {"type": "branch", "id": "dev", "at": "2026-01-01T00:00:00Z"}
    (tmp_path / "memory.jsonl").write_text(f"{json.dumps(branch)}\n{json.dumps(record)}\n")
    with compile_source(tmp_path) as snapshot:
        (named,) = [one.record_id for one in snapshot.facts(MemoryFact)]
    (tmp_path / "memory.jsonl").write_text(f"{json.dumps(branch)}\n")
    with applied(tmp_path, "memory_write_fact", {"fact_text": "The pier is long", "branch": "dev"}) as snapshot:
        assert only(snapshot, MemoryFact).record_id == named


def test_record_goes_to_the_file_that_holds_its_kind_and_branch(tmp_path: Path) -> None:
    at = "2026-01-01T00:00:00Z"
    for name, branch in (("a", "main"), ("b", "dev")):
        record = {"type": "fact", "id": name, "text": name, "branch": branch, "at": at}
        (tmp_path / f"{name}.memory.jsonl").write_text(json.dumps(record) + "\n")
    told = propose(tmp_path, "memory_write_fact", {"fact_text": "New", "branch": "dev"})
    assert [one["path"] for one in told["files"]] == ["b.memory.jsonl"]
    told = propose(tmp_path, "memory_write_fact", {"fact_text": "New"})
    assert [one["path"] for one in told["files"]] == ["a.memory.jsonl"]
    told = propose(tmp_path, "memory_retract", {"id": "b", "file": "a.memory.jsonl"})
    assert (told["code"], told["record_file"]) == ("unavailable", "b.memory.jsonl")


def test_first_record_makes_the_file(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# Nothing\n")
    with applied(tmp_path, "memory_write_fact", {"fact_text": "It rains"}) as snapshot:
        assert ids(snapshot, "main") == {only(snapshot, MemoryFact).record_id}
        assert only(snapshot, MemoryFact).at is None, "no clock is read"
        assert (tmp_path / "memory.jsonl").read_text().splitlines()[0] == (
            '{"type": "memory", "format": "memory-jsonl", "version": 1}'
        )


def test_verdict_of_main_on_a_fact_of_a_branch_stays_with_it_when_the_fact_is_merged(tmp_path: Path) -> None:
    at = "2026-01-01T00:00:00Z"
    records = [
        {"type": "branch", "id": "dev", "parent": "main", "at": at},
        {"type": "fact", "id": "f", "text": "One", "branch": "dev", "at": at},
        {"type": "verification", "id": "v", "target_id": "f", "verdict": "verified", "at": at},
    ]
    (tmp_path / "memory.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in records))
    with applied(tmp_path, "memory_branch_merge", {"source_branch": "dev", "strategy": "auto"}) as snapshot:
        verdicts = {one.branch: one.verification for one in snapshot.facts(MemoryFact)}
        assert verdicts == {"dev": "verified", "main": "verified"}


def test_observation_of_an_entity_is_merged_as_a_fact(tmp_path: Path) -> None:
    at = "2026-01-01T00:00:00Z"
    branch = {"type": "branch", "id": "dev", "parent": "main", "at": at}
    entity = {"type": "entity", "name": "Pier", "branch": "dev", "observations": ["Long", "Wet"], "at": at}
    (tmp_path / "memory.jsonl").write_text(f"{json.dumps(branch)}\n{json.dumps(entity)}\n")
    arguments = {"source_branch": "dev", "strategy": "squash", "require_verified": False}
    with applied(tmp_path, "memory_branch_merge", arguments) as snapshot:
        facts = sorted((one.text, one.subject, one.branch) for one in snapshot.facts(MemoryFact))
    assert facts == [(text, "Pier", branch) for text in ("Long", "Wet") for branch in ("dev", "main")]


def test_entity_is_retracted_with_its_observations(tmp_path: Path) -> None:
    entity = {"type": "entity", "name": "Pier", "observations": ["Long", "Wet"], "at": "2026-01-01T00:00:00Z"}
    other = {"type": "fact", "id": "f", "text": "Other", "subject": "Quay", "at": "2026-01-01T00:00:00Z"}
    (tmp_path / "memory.jsonl").write_text(f"{json.dumps(entity)}\n{json.dumps(other)}\n")
    with applied(tmp_path, "memory_retract", {"id": "Pier"}) as snapshot:
        assert only(snapshot, MemoryFact).text == "Other"


def test_copied_line_keeps_unknown_fields_camel_case_and_halves_of_surrogates(tmp_path: Path) -> None:
    branch = {"type": "branch", "id": "dev", "parent": "main", "at": "2026-01-01T00:00:00Z"}
    fact = (
        '{"type": "fact", "factId": "f", "factText": "\\ud83d x", "branchName": "dev", "odd": {"a": [1]}, '
        '"at": 1735689600}'
    )
    (tmp_path / "memory.jsonl").write_text(f"{fact}\n{json.dumps(branch)}\n")
    arguments = {"source_branch": "dev", "strategy": "squash", "require_verified": False}
    with applied(tmp_path, "memory_branch_merge", arguments) as snapshot:
        text = snapshot.text("memory.jsonl")
        assert text and text.split("\n")[2] == (
            fact.replace("dev", "main").removesuffix("}") + ', "updated_at": "2026-01-01T00:00:00Z"}'
        )


def test_merge_ends_what_the_source_ended_and_keeps_what_both_changed(tmp_path: Path) -> None:
    def fact(id: str, text: str, hour: int, branch: str = "main", **more: Any) -> dict[str, Any]:
        return {"type": "fact", "id": id, "text": text, "branch": branch, "at": f"2026-01-01T{hour:02}:00:00Z", **more}

    records = [
        fact("gone", "Gone", 1),
        fact("both", "Old", 1),
        fact("one", "Old", 1),
        {"type": "branch", "id": "dev", "parent": "main", "at": "2026-01-01T02:00:00Z"},
        {"op": "retract", "type": "fact", "id": "gone", "branch": "dev", "at": "2026-01-01T03:00:00Z"},
        fact("both", "Of dev", 3, "dev"),
        fact("one", "Of dev", 3, "dev"),
        fact("both", "Of main", 4),
    ]
    (tmp_path / "memory.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in records))
    arguments = {"source_branch": "dev", "strategy": "auto", "require_verified": False}
    with applied(tmp_path, "memory_branch_merge", arguments) as snapshot:
        now = {one.record_id: one.text for one in snapshot.facts(MemoryFact, branch="main")}
        assert now == {"both": "Of main", "one": "Of dev"}
        merge = only(snapshot, Merge)
        assert (merge.merged, merge.rejected, merge.extra["metadata"]) == (("one",), ("both",), {"ended": ["gone"]})


NOTE = """---
title: Pier
type: note
permalink: pier
---

# Pier

## Observations

- [fact] It is 80 m long
* [decision] Paint it green #paint

## Relations

- part_of [[Harbour]]
"""


AUTO = "---\nname: local-times\ndescription: Print local times\ntype: feedback\n---\nAs the clock has it.\n"
MCP = """{"type":"entity","name":"Pier","entityType":"place","observations":["It is long"]}
{"type":"relation","from":"Pier","to":"Harbour","relationType":"part_of"}"""
CLAUDE = (
    '{"type":"user","uuid":"u-1","parentUuid":null,"sessionId":"s-1","timestamp":"2026-01-01T00:00:00Z",'
    '"message":{"role":"user","content":"Hello"}}\n'
)
FOREIGN: list[tuple[str, str, str, dict[str, Any], str]] = [
    ("memory.jsonl", MCP, "memory_write_fact", {"fact_text": "X"}, "add_observations"),
    ("memory.jsonl", MCP, "memory_write_fact", {"fact_text": "X", "file": "memory.jsonl"}, "add_observations"),
    ("memory.jsonl", MCP, "memory_write_relation",
     {"source_entity": "A", "relation_type": "b", "target_entity": "C"}, "create_relations"),
    ("memory.jsonl", MCP, "memory_retract", {"id": "Pier", "type": "entity"}, "delete_observations"),
    ("chat.jsonl", CLAUDE, "memory_write_fact", {"fact_text": "X"}, "Claude Code"),
    ("chat.jsonl", CLAUDE, "memory_log_message",
     {"role": "user", "content": "X", "conversation_id": "s-1"}, "Claude Code"),
    ("pier.md", NOTE, "memory_write_fact", {"fact_text": "X"}, "note"),
    ("pier.md", NOTE, "memory_write_fact", {"fact_text": "X", "file": "day1.db"}, "own program"),
    ("pier.md", NOTE, "memory_write_fact", {"fact_text": "X", "file": "pier.md"}, "edited as text"),
    ("memory/local.md", AUTO, "memory_write_fact", {"fact_text": "X", "file": "memory/local.md"}, "edited as text"),
    ("memory/local.md", AUTO, "memory_write_fact", {"fact_text": "X", "file": "memory/new.md"}, "memory records"),
    ("memory/local.md", AUTO, "memory_retract", {"id": "local-times", "type": "fact"}, "edited as text"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "op", "arguments", "says"), FOREIGN)
def test_file_of_another_program_is_refused_with_its_own_tool(
    tmp_path: Path, name: str, text: str, op: str, arguments: dict[str, Any], says: str
) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(text)
    told = propose(tmp_path, op, arguments)
    assert told["code"] in ("unavailable", "invalid_argument")
    assert says in told["error"] + " ".join(told.get("reasons", ()))


UNREAD = [
    ("memory.jsonl", '{"type": "dream"}\n', None, "none of its 1 objects is a record"),
    ("memory.json", '{"entities": [{"name": "a", "entityType": "b", "observations": []}]}', None, "not read"),
    ("memory.jsonl", '{"type": "fact", "id": "f-1", "text": "Cut', "memory.jsonl", "cut off"),
    ("README.md", "# Nothing\n", "README.md", "memory records"),
    ("README.md", "# Nothing\n", "../memory.jsonl", "no path below the root"),
    ("README.md", "# Nothing\n", "a/../../memory.jsonl", "no path below the root"),
    ("README.md", "# Nothing\n", "/tmp/memory.jsonl", "no path below the root"),
]


@pytest.mark.parametrize(("name", "text", "file", "says"), UNREAD)
def test_file_that_is_not_read_is_not_written_over(
    tmp_path: Path, name: str, text: str, file: str | None, says: str
) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (root / name).write_text(text)
    told = propose(root, "memory_write_fact", {"fact_text": "X", "file": file})
    assert told["code"] in ("unavailable", "invalid_argument") and says in told["error"]


def test_new_file_that_the_source_leaves_out_is_said_to_change_nothing(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("log/\n")
    told = propose(tmp_path, "memory_write_fact", {"fact_text": "X", "file": "log/memory.jsonl"})
    assert told["next"][0].startswith("Nothing that is read would differ")


def test_ignored_file_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("memory.jsonl\n")
    (tmp_path / "memory.jsonl").write_text('{"type": "fact", "id": "f-1", "text": "Mine"}\n')
    told = propose(tmp_path, "memory_write_fact", {"fact_text": "X"})
    assert "There is a file 'memory.jsonl' already" in told["error"]


REFUSED = refusals(r"""
memory_write_fact fact_text=" " => invalid_argument: empty
memory_write_fact fact_text=X branch=vent => not_found: Branch not found
memory_write_fact fact_text=X id=f-sun => invalid_argument: already
memory_write_fact fact_text=X id=f-gone => invalid_argument: already
memory_write_fact fact_text=X id='"a\nb"' => invalid_argument: one line
memory_write_fact fact_text=X at=soon => invalid_argument: is not a time
memory_write_fact fact_text=X at=2026-01-01T10:00:00 => invalid_argument: zone
memory_write_fact fact_text=X confidence=2 => invalid_argument: from 0 to 1
memory_write_fact fact_text=X task_id=t-9 => not_found: Task not found
memory_write_fact fact_text=X supersedes=f-felt => invalid_argument: does not see
memory_write_fact fact_text=X file=notes.txt => invalid_argument: memory records
memory_write_observation observation_type=guess summary=X => invalid_argument: one of
memory_write_relation source_entity=Flap relation_type=part_of target_entity=Vent branch=vents
  => invalid_argument: holds on the branch already
memory_retract id=f-su => not_found: Fact not found
memory_retract id=f-felt branch=heating => invalid_argument: does not see
memory_retract id=vents => wrong_kind: branch is not retracted
memory_retract id=Motor type=entity => invalid_argument: No record states this
verify_fact fact_id=f-sun => invalid_argument: verdict
verify_fact fact_id=f-sun verdict=verified scores='{"a": 7}' => invalid_argument: score
verify_batch branch_name=heating verdict=verified => invalid_argument: no unverified facts
memory_branch_create branch_name=vents => invalid_argument: already
memory_branch_create branch_name=main => invalid_argument: already
memory_branch_create branch_name=x parent_branch=y => not_found: Branch not found
memory_branch_enrich branch_name=vents owner=rosa => invalid_argument: Nothing new
memory_branch_create_curated branch_name=x => invalid_argument: fact_ids
memory_branch_create_curated branch_name=x fact_ids='["f-1"]' => not_found: Fact not found
memory_branch_merge source_branch=vents strategy=auto => unavailable: gate is closed
memory_branch_merge source_branch=vents/night strategy=auto require_verified=false => unavailable: gate is closed
memory_branch_merge source_branch=main strategy=auto => invalid_argument: into itself
memory_branch_merge source_branch=vents strategy=rebase => invalid_argument: one of
memory_branch_merge source_branch=vents strategy=cherry_pick => invalid_argument: items
memory_branch_merge source_branch=vents strategy=cherry_pick items='["f-motor"]' => not_found: does not hold
memory_branch_merge source_branch=vents strategy=cherry_pick items='["f-felt"]' => unavailable: gate is closed
memory_branch_merge source_branch=heating strategy=auto => invalid_argument: Nothing is to be
memory_task_create name=! => invalid_argument: no letter
memory_task_create name=x objectives='[{"text": "y"}]' => invalid_argument: description
memory_task_join task_id=t-1 agent_id=rosa => invalid_argument: has joined
memory_task_join task_id=t-1 agent_id=ole assigned_objectives=[9] => not_found: no such objective
memory_task_update task_id=t-1 objective_id=1 => invalid_argument: status
memory_task_update task_id=t-1 objective_id=0 status=pending => not_found: no such objective
memory_consolidate level=session => invalid_argument: session_id
memory_consolidate level=session session_id=s-2 => invalid_argument: no insight
memory_consolidate level=task task_id=t-2 => invalid_argument: durable
memory_log_message role=boss content=X => invalid_argument: one of
memory_log_message role=user content=X conversation_id=c-9 => not_found: Conversation
memory_log_message role=user content=X conversation_id=c-1 branch=heating => invalid_argument: does not see
memory_fork_conversation conversation_id=c-1 fork_at_message_id=m-5 => not_found: no such message
memory_cherry_pick_conversation conversation_id=c-1 target_branch=main from_sequence=9 => invalid_argument: range
memory_template_create name=repair source_branch=vents => invalid_argument: already
memory_template_instantiate template_name=repairs target_branch_name=x => not_found: Template not found
memory_handoff_create source_branch=heating target_branch=main => invalid_argument: nothing to
knowledge_bundle_create name=x source_branch=heating => invalid_argument: nothing of its own
knowledge_bundle_import bundle_id=b-2 target_branch=main => not_found: Bundle not found
memory_branch_switch branch_name=vents => unavailable: This is no operation
""")


def test_memory_operation_is_refused_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "memory.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in GREENHOUSE))
    check_refused(tmp_path, REFUSED)
