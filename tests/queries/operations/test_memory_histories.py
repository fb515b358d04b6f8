"""Random histories of operations on branches: each is refused with a reason, or its facts hold, and no branch that does
not read from the branch it writes on sees anything else than before."""

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.closing import closing_what_is_opened, compile_source
from tests.queries.asking import all_rows
from tests.queries.cases import fewer_examples
from tests.queries.memory.histories import BRANCHES, at, lineage, seen
from tests.queries.memory.memories import Record
from tests.queries.operations.memory_views import earlier, verdicts, views
from tests.queries.operations.proposing import REFUSALS, contents, git_apply, patch_of, propose

KINDS = ("fact", "observation", "relation", "conversation", "message")
TEXTS = ("pump one", "pump two", 'a "quoted" {brace} \\n', "☂\u2028line", "%% -- [x] ```")
FILES = ("log/a.memory.jsonl", "log/memory.jsonl")  # in the order in which they are read
PLACES = st.lists(st.integers(0, 1), min_size=12, max_size=12)
FACTS, TALKS = ("f-1", "f-2", "f-3"), ("c-1", "c-2")

Operation = tuple[str, dict[str, Any], str | None]  # name, arguments, the branch that is written on
branches = st.sampled_from(BRANCHES)


@st.composite
def operations(draw: st.DrawFn) -> Operation:
    """An operation with its arguments, of which some make no sense."""
    on, other = draw(branches), draw(branches)
    texts = st.sampled_from(TEXTS)
    known = st.sampled_from((*FACTS, *TALKS, "o-1", "r-1", "m-1", "m-2"))
    made: list[Operation] = [
        ("memory_write_fact", {"fact_text": draw(texts), "branch": on, "id": draw(st.sampled_from(FACTS))}, on),
        ("memory_write_fact", {"fact_text": draw(texts), "branch": on, "supersedes": draw(st.sampled_from(FACTS))}, on),
        ("memory_write_observation", {"observation_type": "insight", "summary": draw(texts), "branch": on}, on),
        (
            "memory_write_relation",
            {"source_entity": "A", "relation_type": "uses", "target_entity": draw(texts), "branch": on},
            on,
        ),
        ("memory_retract", {"id": draw(known), "branch": on}, on),
        (
            "memory_log_message",
            {"role": "user", "content": draw(texts), "branch": on, "conversation_id": draw(st.sampled_from(TALKS))},
            on,
        ),
        ("memory_log_message", {"role": "user", "content": draw(texts), "branch": on}, on),
        ("memory_fork_conversation", {"conversation_id": "c-1", "fork_at_message_id": "m-1", "branch": on}, on),
        ("memory_cherry_pick_conversation", {"conversation_id": draw(st.sampled_from(TALKS)), "target_branch": on}, on),
        (
            "memory_branch_merge",
            {
                "source_branch": other,
                "target_branch": on,
                "strategy": draw(st.sampled_from(("auto", "squash"))),
                "require_verified": draw(st.booleans()),
            },
            on,
        ),
        (
            "memory_branch_merge",
            {"source_branch": other, "target_branch": on, "strategy": "cherry_pick", "items": [draw(known)],
             "require_verified": False},
            on,
        ),
        ("verify_batch", {"branch_name": on, "verdict": draw(st.sampled_from(("verified", "unverified")))}, on),
        ("memory_snapshot", {"branch": on}, None),
        ("memory_branch_create", {"branch_name": f"{other}/new", "parent_branch": other}, f"{other}/new"),
    ]  # fmt: skip
    return draw(st.sampled_from(made))


@st.composite
def memories(draw: st.DrawFn) -> list[Record]:
    """Branches with parents among those before them, and a few records somewhere among them."""
    records: list[Record] = [{"type": "branch", "id": "main", "status": "active", "at": at(0)}]
    for place, name in enumerate(BRANCHES[1:], 1):
        parent = draw(st.sampled_from(BRANCHES[:place]))
        records.append({"type": "branch", "id": name, "parent": parent, "status": "active", "at": at(place)})
    for hour, name in enumerate(FACTS[:2], 10):
        records.append({"type": "fact", "id": name, "text": name, "branch": draw(branches), "at": at(hour)})
    home = draw(branches)
    records += [
        {"type": "observation", "id": "o-1", "summary": "Seen", "branch": draw(branches), "at": at(12)},
        {"type": "relation", "id": "r-1", "source": "A", "relation": "is", "target": "B", "branch": draw(branches),
         "at": at(12)},
        {"type": "conversation", "id": "c-1", "title": "One", "branch": home, "at": at(12)},
        {"type": "message", "id": "m-1", "conversation_id": "c-1", "seq": 1, "role": "user", "content": "Hi",
         "branch": home, "at": at(12)},
        {"type": "message", "id": "m-2", "conversation_id": "c-2", "seq": 1, "role": "user", "content": "Ho",
         "branch": home, "at": at(13)},
    ]  # fmt: skip
    return records


def read_plainly(records: Sequence[Record], name: str) -> dict[str, list[str]]:
    """The ids of what a branch sees, by a plain reading of the lines."""
    return {kind: sorted(seen(records, kind, name)) for kind in KINDS if kind != "conversation"}


def write(root: Path, records: Sequence[Record], places: Sequence[int]) -> None:
    """Write records to two files that are read as one log."""
    for at_file, name in enumerate(FILES):
        lines = [json.dumps(one) for one, place in zip(records, places, strict=True) if place == at_file]
        (root / name).write_text("".join(f"{one}\n" for one in lines))


def lines_of(root: Path) -> list[Record]:
    lines = [line for name in FILES for line in (root / name).read_text().split("\n") if line]
    return [{"branch": "main", **json.loads(line)} for line in lines]


@fewer_examples("an example makes several builds of a memory")
@given(memories(), PLACES, st.lists(operations(), min_size=2, max_size=6))
def test_operations_on_a_branch_change_no_view_of_others(
    records: list[Record], places: list[int], given: list[Operation]
) -> None:
    with tempfile.TemporaryDirectory() as folder, closing_what_is_opened():
        root = Path(folder)
        (root / "log").mkdir()
        write(root, records, places)
        for op, arguments, on in given:
            _try(root, op, arguments, on)


def _try(root: Path, op: str, arguments: dict[str, Any], on: str | None) -> None:
    before, plainly = contents(root), lines_of(root)
    with compile_source(root) as snapshot:
        was, judged, then = views(snapshot), verdicts(snapshot), earlier(snapshot)
    told = propose(root, op, arguments)
    assert contents(root) == before, "it wrote to the source"
    if "error" in told:
        assert told["code"] in REFUSALS and told["error"]
        return
    git_apply(root, patch_of(told))
    with compile_source(root) as snapshot:
        assert snapshot.id == told["snapshot_id"]
        now, rejudged = views(snapshot), verdicts(snapshot)
        assert {name: earlier(snapshot)[name] for name in then} == then, "what was known before is known no more"
        after = lines_of(root)
        for name in was:
            if on not in lineage(after, name):
                assert now[name] == was[name], (op, arguments, name)
                assert read_plainly(after, name) == read_plainly(plainly, name)
                own = {key: one for key, one in judged.items() if key[0] == name}
                assert own == {key: one for key, one in rejudged.items() if key[0] == name}
            found = all_rows(snapshot, "memory_search", "results", query="", branch=name, limit=50)
            assert sorted(one["id"] for one in found) == sorted(
                id for id, one in seen(after, "fact", name).items() if one.get("status", "active") == "active"
            )


@fewer_examples("an example makes several builds of a memory")
@given(memories(), PLACES, branches, branches)
def test_merged_target_has_all_that_the_source_has(
    records: list[Record], places: list[int], source: str, target: str
) -> None:
    with tempfile.TemporaryDirectory() as folder, closing_what_is_opened():
        root = Path(folder)
        (root / "log").mkdir()
        write(root, records, places)
        arguments = {"source_branch": source, "target_branch": target, "strategy": "auto", "require_verified": False}
        with compile_source(root) as snapshot:
            held = views(snapshot)
        told = propose(root, "memory_branch_merge", arguments)
        if "error" in told:
            assert source == target or held[source].keys() <= held[target].keys()
            return
        git_apply(root, patch_of(told))
        with compile_source(root) as snapshot:
            now = views(snapshot)
        assert now[target] == held[target] | held[source]
        assert now[source].items() >= held[source].items()
