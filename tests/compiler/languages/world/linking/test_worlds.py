"""The worlds of a source: entry files and ids."""

from compiler.languages.world.facts import World
from compiler.languages.world.linking.worlds import entry_files
from tests.compiler.languages.world.sources import CAST, facts_of, linked, worlds


def test_single_file_is_one_world() -> None:
    (world,) = facts_of(linked(CAST + "# Mill\n"), World)
    assert (world.id, world.name, world.start_location) == ("main", "the-mill", "mill")


def test_entry_is_every_file_that_no_other_file_imports() -> None:
    files = {"a.urd.md": "---\nimport: ./c.urd.md\n---\n", "b.urd.md": "# B\n", "c.urd.md": "# C\n"}
    assert worlds(linked(files, entry=None)) == ["a", "b"]


def test_entry_may_import_itself() -> None:
    assert worlds(linked({"a.urd.md": "---\nimport: ./a.urd.md\n---\n"}, entry=None)) == ["a"]


def test_entry_of_an_import_cycle_is_its_first_file() -> None:
    files = {
        "0.urd.md": "# Zero\n",
        "b.urd.md": "---\nimport: ./c.urd.md\n---\n",
        "c.urd.md": "---\nimport: ./b.urd.md\nimport: ./0.urd.md\n---\n",
    }
    assert worlds(linked(files, entry=None)) == ["b"]


def test_import_cycle_below_an_entry_has_no_entry() -> None:
    files = {
        "a.urd.md": "---\nimport: ./b.urd.md\n---\n",
        "b.urd.md": "---\nimport: ./c.urd.md\n---\n",
        "c.urd.md": "---\nimport: ./b.urd.md\n---\n",
    }
    assert worlds(linked(files, entry=None)) == ["a"]


def test_world_ids_of_entries_with_one_stem_are_their_paths() -> None:
    result = linked({"x/act.urd.md": "# A\n", "y/act.urd.md": "# A\n", "z.urd.md": "# A\n"}, entry=None)
    assert worlds(result) == ["x/act", "y/act", "z"]


def test_world_id_has_no_suffix_whatever_its_case() -> None:
    assert worlds(linked({"A.URD.MD": "# A\n"}, entry=None)) == ["A"]


def test_entries_of_several_import_cycles() -> None:
    imports = {"a": ["b"], "b": ["a", "c"], "c": ["d"], "d": ["c"], "e": ["f"], "f": ["e"], "g": ["f"], "z": []}
    assert entry_files(imports) == ["a", "g", "z"]
