"""Random operations on a source with sequence diagrams in every place: each is refused with a reason, or what is read
afterwards is what was asked for, and nothing else changed."""

import random
from pathlib import Path
from typing import Any

import pytest

from compiler.languages.diagrams.facts import Diagram, Message, Node, Participant, Xref
from compiler.store.snapshot import Snapshot
from tests.queries.operations.diagram_sources import MAP, write_session
from tests.queries.operations.proposing import applied_at_random
from tests.queries.operations.sequence_sources import FENCED, RICH

TEXTS = (
    "ok",
    "a; b #1",
    'say "hi" [x]',
    "two\nlines",
    "%% no",
    "🙂 :::c",
    "wrap: x",
    " ",
    "A->>B: x",
    "%%{init: {}}%%",
)
NAMES = ("A", "AB", "Bank", "S", "The Shop", "end", "note", "a;b", "x_1", "p-q", "Üser", "a as b")
PLACES = ("order_key", "after_message_id", "before_message_id", "section_id", "")
OPS = (
    "seq_add_message",
    "seq_update_message",
    "seq_remove_message",
    "seq_add_participant",
    "seq_update_participant",
    "seq_remove_participant",
    "seq_set_participant_note",
)
LONG = pytest.mark.long("25 random operations, each with two builds")
NAME_OF = {"message": "message_id", "participant": "participant_id"}


def write_source(root: Path) -> Path:
    """Write a mixed source: a session, a page with two diagrams, and a file of its own."""
    write_session(root, "rows")
    quoted = "".join(f"  > {line}\n" for line in RICH.replace("; S\n", "\n").splitlines() if ":" not in line[:8])
    page = FENCED.format(quoted.partition("sequenceDiagram")[2] and "  > sequenceDiagram\n" + _body(quoted))
    (root / "page.md").write_bytes((page + "\n```mermaid\n" + MAP + "```\n").replace("\n", "\r\n").encode())
    (root / "rich.mmd").write_text(RICH.replace("; S\n", "\n"))
    (root / "note.md").write_text("See `d:rich/seq/message/m:0002` and `d:pay/seq/participant/p:Bank`.\n")
    return root


def _body(quoted: str) -> str:
    return quoted.partition("sequenceDiagram\n")[2]


def some(random_: random.Random, snapshot: Snapshot, kind: type[Any], diagram: str) -> str:
    """Return the ref of an object, or one that is not there."""
    refs = [one.ref for one in snapshot.facts(kind, diagram=diagram)]
    return random_.choice([*refs, f"d:{diagram}/seq/{kind.kind}/none"]) if random_.random() < 0.97 else "none"


def arguments_of(random_: random.Random, snapshot: Snapshot, op: str, diagram: str) -> dict[str, Any]:
    """Return arguments of an operation, most of which fit."""
    given: dict[str, Any] = {"diagram_id": diagram}
    kinds = {"message": Message, "participant": Participant}
    verb, kind = op.split("_")[1], op.removeprefix("seq_").split("_")[1]
    if verb != "add":
        given[NAME_OF[kind]] = some(random_, snapshot, kinds[kind], diagram)
    if kind == "message" and verb != "remove":
        for name in ("from_participant_id", "to_participant_id"):
            if verb == "add" or random_.random() < 0.4:
                given[name] = some(random_, snapshot, Participant, diagram)
        if verb == "add" or random_.random() < 0.5:
            given["text"] = random_.choice(TEXTS)
        if random_.random() < 0.3:
            given["kind"] = random_.choice(("sync", "async", "return"))
        if random_.random() < 0.2:
            given["arrow"] = random_.choice(("-x", "->>+", "-->>-", "->", "<<->>", "=>"))
    if op in ("seq_add_participant", "seq_update_participant"):
        given["mermaid_name"] = random_.choice(NAMES)
    if op == "seq_set_participant_note":
        given["note"] = random_.choice((None, "x", 'a "b"'))
    if op == "seq_add_message" or (op == "seq_update_message" and random_.random() < 0.3):
        place = random_.choice(PLACES)
        if place == "order_key":
            given[place] = random_.randrange(0, 9_000, 500)
        elif place == "section_id":
            given[place] = f"sec:{random_.choice((1, 2)):04d}:{random_.choice((0, 1)):02d}"
        elif place:
            given[place] = some(random_, snapshot, Message, diagram)
    return given


def stated(snapshot: Snapshot, diagram: str) -> list[Any]:
    """Return what all diagrams but one state."""
    others = [one for one in snapshot.facts(Diagram) if one.diagram != diagram]
    return [(one.diagram, one.text) for one in others] + [(one.node, one.label) for one in snapshot.facts(Node)]


def check(before: Snapshot, after: Snapshot, op: str, given: dict[str, Any]) -> None:
    """Assert that the facts are those that an operation is asked for."""
    diagram = given["diagram_id"]
    assert stated(after, diagram) == stated(before, diagram)
    old, new = (
        [(one.from_participant, one.to_participant, one.text) for one in each.facts(Message, diagram=diagram)]
        for each in (before, after)
    )
    names = [[one.name for one in each.facts(Participant, diagram=diagram)] for each in (before, after)]
    errors = [len([*each.diagnostics(severity="error")]) for each in (before, after)]
    assert errors[1] <= errors[0]
    if op == "seq_add_message":
        assert len(new) == len(old) + 1 and names[0] == names[1]
    if op == "seq_remove_message":
        assert len(new) == len(old) - 1 and names[0] == names[1]
    if op in ("seq_update_message", "seq_set_participant_note"):
        assert len(new) == len(old) and names[0] == names[1]
    if op == "seq_update_participant":
        assert len(new) == len(old) and set(names[1]) - set(names[0]) == {given["mermaid_name"]}
        assert [text for _, _, text in new] == [text for _, _, text in old]
    if op == "seq_remove_participant":
        gone = given["participant_id"].rpartition("/")[2]
        assert [one for one in old if gone not in one[:2]] == new and len(names[1]) == len(names[0]) - 1


@LONG
@pytest.mark.parametrize("seed", range(6))
def test_random_operations_do_what_they_are_asked_for_or_are_refused(tmp_path: Path, seed: int) -> None:
    source = write_source(tmp_path / "source")
    random_ = random.Random(seed)

    def draw(snapshot: Snapshot) -> tuple[str, dict[str, Any]]:
        diagrams = [diagram.diagram for diagram in snapshot.facts(Diagram) if diagram.type == "sequence"]
        assert len(diagrams) == 3
        op = random_.choice(OPS)
        return op, arguments_of(random_, snapshot, op, random_.choice(diagrams))

    made = 0
    for before, after, op, given in applied_at_random(source, 25, draw):
        check(before, after, op, given)
        cited = {xref.xref: before.fact_of(xref.to_ref) for xref in before.facts(Xref)}
        for xref in after.facts(Xref):
            was, now = cited[xref.xref], after.fact_of(xref.to_ref)
            if isinstance(was, Message) and isinstance(now, Message) and op != "seq_update_message":
                assert was.text == now.text, f"{xref.xref} cites another message after {op}"
        made += 1
    assert made
