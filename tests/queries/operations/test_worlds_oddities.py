"""Operations on odd files of worlds, and random operations: each is made as promised, or refused."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.closing import compile_source
from tests.queries.operations.kettle_world import write_source
from tests.queries.operations.proposing import applied, git_apply, patch_of, propose
from tests.queries.operations.random_worlds import broken_promises, counts, random_operation

Json = dict[str, Any]


ODD: list[tuple[str, str, Json, str]] = [
    ("\ufeff# Hall\n", "world_rename_location", {"location": "hall", "new_name": "Den"}, "\ufeff# Den\n"),
    (
        "\ufeff---\ntypes:\n  Cup:\n---\n# Hall",
        "world_add_entity",
        {"entity_id": "cup", "type": "Cup", "location": "hall"},
        "\ufeff---\ntypes:\n  Cup:\n\nentities:\n  @cup: Cup\n---\n# Hall\n\n[@cup]",
    ),
    (
        "---\ntypes:\n  Cup:\n\nentities:\n---\n",
        "world_add_entity",
        {"entity_id": "cup", "type": "Cup", "properties": {}},
        "---\ntypes:\n  Cup:\n\nentities:\n  @cup: Cup\n---\n",
    ),
    (
        "---\ntypes:\n    Cup: # empty\n---\n",
        "world_add_property",
        {"type": "Cup", "name": "full", "kind": "bool", "default": "true"},
        "---\ntypes:\n    Cup: # empty\n      full: bool = true\n---\n",
    ),
    ("", "world_add_location", {"name": "Hall"}, "# Hall\n"),
    ("\n\n", "world_add_rule", {"name": "rain"}, "\n\nrule rain:\n"),
    (
        "# Hall\n# Den",
        "world_add_exit",
        {"location": "hall", "direction": "n", "to": "den"},
        "# Hall\n\n-> n: Den\n\n# Den",
    ),
    (
        "# Hall\n-> n: den\n    ? player.x > 1\n\n\n-> s: hall\n# Den\n",
        "world_add_exit",
        {"location": "hall", "direction": "e", "to": "den", "blocked": "No."},
        "# Hall\n-> n: den\n    ? player.x > 1\n\n\n-> s: hall\n-> e: den\n  ! No.\n\n# Den\n",
    ),
    (
        "# Hall\n-> n: Hall\n    ? player.x > 1\n",
        "world_add_condition",
        {"site": "hall/n", "condition": "player.y > 1"},
        "# Hall\n-> n: Hall\n    ? player.x > 1\n    ? player.y > 1\n",
    ),
    (
        "# Hall\n== a\n+ B\n   + C\n\n      text\n* D",
        "world_add_choice",
        {"section": "a", "label": "E", "parent": "hall/a/b"},
        "# Hall\n== a\n+ B\n   + C\n\n      text\n   * E\n* D",
    ),
    (
        "# Hall\n== a\n+ A\n+ B\n== ab\n",
        "world_remove_choice",
        {"choice": "hall/a/b", "confirm": True},
        "# Hall\n== a\n+ A\n== ab\n",
    ),
    (
        "# Hall\n== a\n+ A\n  -> a\n  -> ab\n-> exit:a\n-> a:a\n== ab\n",
        "world_rename_section",
        {"section": "a", "new_name": "b"},
        "# Hall\n== b\n+ A\n  -> b\n  -> ab\n-> exit:a\n-> a:a\n== ab\n",
    ),
    (
        "# Hall\n-> a: hall\n== b\n+ A\n  -> a\n  -> exit:a\n  -> ab\n== ab\n",
        "world_rename_exit",
        {"location": "hall", "direction": "a", "new_direction": "c d"},
        "# Hall\n-> c d: hall\n== b\n+ A\n  -> c d\n  -> exit:c d\n  -> ab\n== ab\n",
    ),
    ("# Hall\n-> a: hall\n== b\n-> a\n", "world_rename_section", {"section": "b", "new_name": "a"}, ""),
    (
        "---\ntypes:\n  Cup:\nentities:\n  @cup: Cup\n---\n# Hall\n@cup: Hi. // @cup\n\n* A\n"
        "  @cup: I am @cup.\n  [cup]\n",
        "world_rename_entity",
        {"old_id": "cup", "new_id": "cupboard"},
        "---\ntypes:\n  Cup:\nentities:\n  @cupboard: Cup\n---\n# Hall\n@cupboard: Hi. // @cup\n\n* A\n"
        "  @cupboard: I am @cup.\n  [cup]\n",
    ),
    (
        "# Hall\n== a\n+ A\n  ? any:\n    player.x > 1\n  > destroy @x\n",
        "world_remove_condition",
        {"site": "hall/a/a", "condition": "player.x > 1"},
        "# Hall\n== a\n+ A\n  > destroy @x\n",
    ),
]


@pytest.mark.parametrize(("before", "op", "arguments", "after"), ODD)
def test_operation_keeps_what_is_odd_in_a_file_or_is_refused(
    tmp_path: Path, before: str, op: str, arguments: Json, after: str
) -> None:
    file = tmp_path / "hall.urd.md"
    file.write_bytes(before.encode())
    told = propose(tmp_path, op, arguments)
    if not after:
        assert "error" in told
        return
    assert "error" not in told, told
    git_apply(tmp_path, patch_of(told))
    assert file.read_bytes().decode() == after


@pytest.mark.long("12 random operations, each with several builds")
@pytest.mark.parametrize("seed", range(2))
def test_random_operation_on_a_world_is_made_as_promised_or_refused(tmp_path: Path, seed: int) -> None:
    source = write_source(tmp_path / "source", "\r\n" if seed % 2 else "\n")
    random = Random(seed)
    is_made = Counter[bool]()
    for _ in range(12):
        with compile_source(source) as snapshot:
            call = random_operation(random, snapshot)
            before = counts(snapshot)
        arguments = {name: value for name, value in call.items() if name != "op"}
        told = propose(source, call["op"], arguments)
        is_made["error" not in told] += 1
        if "error" in told:
            assert told["code"] in ("invalid_argument", "not_found", "ambiguous", "wrong_kind", "unavailable"), call
            continue
        with applied(source, call["op"], arguments) as snapshot:
            assert not broken_promises(call["op"], before, counts(snapshot), shared=2), call
        if not call["op"].startswith("world_remove"):
            git_apply(source, patch_of(told))
    assert is_made[True] and is_made[False]


def test_renaming_is_followed_where_the_name_is_not_visible(tmp_path: Path) -> None:
    (tmp_path / "a.urd.md").write_text("---\nimport: ./b.urd.md\n---\n# A\n== s\n@x: hi\n")
    (tmp_path / "b.urd.md").write_text("---\nimport: ./c.urd.md\n---\n# B\n[@x]\n")
    (tmp_path / "c.urd.md").write_text("---\ntypes:\n  T:\nentities:\n  @x: T\n---\n")
    told = propose(tmp_path, "world_rename_entity", {"old_id": "x", "new_id": "z"})
    git_apply(tmp_path, patch_of(told))
    assert "\n@z: hi\n" in (tmp_path / "a.urd.md").read_text()
    assert "[@z]" in (tmp_path / "b.urd.md").read_text()
