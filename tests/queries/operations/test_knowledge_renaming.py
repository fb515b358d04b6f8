"""`entity_rename`: every citation follows, nothing else changes, and undone it gives the old bytes."""

from pathlib import Path

from tests.queries.cases import each
from tests.queries.operations.proposing import LINE_ENDS, applied, by_turns, changed_lines, propose

RENAMED = [
    (
        "plan/T011",
        "T021",
        "k:task/plan/T021",
        {"plan/tasks.md": ["- [ ] T021: Clean (owner: mayor) (depends: T010)"]},
    ),
    (
        "001-booking/T002",
        "T020",
        "k:task/001-booking/T020",
        {"specs/001-booking/tasks.md": ["- [ ] T020 [P] One page", "Mail (depends on T020 and T003)"]},
    ),
    ("gate/2", "3", "k:task/gate/3", {".kiro/specs/gate/tasks.md": ["- [ ]* 3. Paint it"]}),
    (
        "MILL-1",
        "MILL-3",
        "k:task/MILL-3",
        {
            "backlog/tasks/mill-3 - Grind.md": ["id: MILL-3", "title: Grind"],
            "backlog/tasks/mill-2 - Press.md": ["  - MILL-3", "After MILL-3."],
            "backlog/tasks/mill-12 - Fill.md": ["id: MILL-12", "dependencies: [MILL-3, MILL-2]"],
        },
    ),
    (
        "adr/ADR-0001",
        "ADR-0009",
        "k:decision/ADR-0009",
        {
            "docs/adr/0009-record-decisions.md": ["# 9. Record decisions"],
            "docs/adr/0002-use-a-ledger.md": ["See [9. Record decisions](0009-record-decisions.md)."],
            "madr/decisions/0003-rent-a-press.md": ["[ADR-0001](0001-pick-a-press.md)"],
        },
    ),
    (
        "decisions/ADR-0001",
        "0001-take-a-press",
        "k:decision/decisions/ADR-0001",
        {
            "madr/decisions/0001-take-a-press.md": ["# Pick a press"],
            "madr/decisions/0003-rent-a-press.md": ["[ADR-0001](0001-take-a-press.md)"],
        },
    ),
    (
        "20250101-use-a-log",
        "20250101-use-the-log",
        "k:decision/20250101-use-the-log",
        {"logs/adr/20250202-use-two-logs.md": ["- Amends [Use a log](20250101-use-the-log.md)"]},
    ),
    (
        "vault/Cloths",
        "Wool new",
        "k:note/vault/Wool new",
        {
            "vault/Press day.md": [
                "See [[Wool new]], [[scales/Scale|the scale]] and [[Wool new#New|new ones]], not `[[Cloths]]`.",
                "Also [cloths](Wool%20new.md#new) and [[Clothsline]].",
            ],
            "vault/scales/Scale.md": ["See [cloths](../Wool%20new.md) and [[Weights]]."],
            "vault/Clothsline.md": ["# Clothsline"],
            "README.md": ["and [cloths](vault/Wool%20new.md)."],
        },
    ),
    (
        "vault/scales/Scale",
        "vault/tools/iron/Scale",
        "k:note/vault/tools/iron/Scale",
        {
            "vault/Press day.md": ["[[tools/iron/Scale|the scale]]"],
            "vault/Cloths.md": ["See [Scale](tools/iron/Scale.md)."],
            "vault/tools/iron/Scale.md": ["See [cloths](../../Cloths.md) and [[Weights]]."],
        },
    ),
    (
        "vault/Press day",
        "Pressing",
        "k:note/vault/Pressing",
        {
            "vault/Clothsline.md": ["For [[Pressing]]."],
            "README.md": ["How a [press day](vault/Pressing.md) goes"],
            "vault/Pressing.md": ["# Press day", "- [ ] Open the gate #gate"],
        },
    ),
]


@by_turns("source, native_id, new_id, ref, lines", LINE_ENDS, RENAMED)
def test_entity_rename_is_followed_by_every_citation(
    source: Path, native_id: str, new_id: str, ref: str, lines: dict[str, list[str]]
) -> None:
    arguments = {"id": native_id, "new_id": new_id}
    if native_id == "plan/T011":  # a range ends with it
        told = propose(source, "entity_rename", arguments)
        assert "k:task/plan/T012 -> k:task/plan/T012" in [link["name"] for link in told["changed_links"]]
        file = source / "plan" / "tasks.md"
        file.write_bytes(file.read_bytes().replace("T010–T011".encode(), b"T010, T011"))
    told = propose(source, "entity_rename", arguments)
    assert told.get("now_dangling") == [], told
    assert len(told["new_diagnostics"]) == len(told["resolved_diagnostics"])  # a name in one may be another
    with applied(source, "entity_rename", arguments) as snapshot:
        assert snapshot.object(ref)
        for path, wanted in lines.items():
            text = (snapshot.text(path) or "").replace("\r\n", "\n")
            assert all(one in text for one in wanted), text


def test_entity_rename_follows_the_text_of_a_link_that_is_the_name_of_the_file(source: Path) -> None:
    file = source / "logs" / "adr" / "20250202-use-two-logs.md"
    file.write_bytes(file.read_bytes().replace(b"[Use a log]", b"[20250101-use-a-log]"))
    lines = changed_lines(propose(source, "entity_rename", {"id": "20250101-use-a-log", "new_id": "20250101-keep-one"}))
    assert "+- Amends [20250101-keep-one](20250101-keep-one.md)" in lines


def test_entity_rename_of_a_prefix_leaves_the_longer_id_alone(source: Path) -> None:
    lines = changed_lines(propose(source, "entity_rename", {"id": "MILL-1", "new_id": "MILL-30"}))
    assert not any("MILL-12" in one for one in lines)


@each(
    "native_id, new_id, says",
    [
        ("MILL-1", "MILL-2", "has this id already"),
        ("MILL-1", "Grind", "such as MILL-7"),
        ("decision-1", "MILL-7", "such as decision-7"),
        ("adr/ADR-0001", "note-it", "begin with a number"),
        ("MILL-1", "MILL-1", "id already"),
        ("plan/T012", "T010", "has this id already"),
        ("todo#1", "T001", "no id"),
        ("vault/Cloths", "Clothsline", "file of this name"),
        ("vault/Cloths", "../x", "no name of a file"),
        ("vault/Cloths", "a|b", "no name of a file"),
        ("adr/ADR-0001", "a\nb", "one line"),
        ("cell-1", "cell-2", "bd rename cell-1 cell-2"),
        ("master/1", "5", "task-master move --from=1 --to=5 --tag=master"),
    ],
)
def test_entity_rename_is_refused_with_the_reason(source: Path, native_id: str, new_id: str, says: str) -> None:
    told = propose(source, "entity_rename", {"id": native_id, "new_id": new_id})
    assert "error" in told
    assert says in str(told)
