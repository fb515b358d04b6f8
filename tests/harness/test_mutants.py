"""The program that changes the product at random: what it changes, and that it puts it back."""

from collections.abc import Sequence
from pathlib import Path

from harness import mutants
from tests.paths import ROOT

BROKEN = "tests/compiler/test_other.py::test_broken"  # it fails without a change too
HURRIED = "tests/compiler/test_other.py::test_hurried"  # it fails when others run beside it
MODULE = '''\
def f(x: int = 3) -> list[int]:
    """Two."""
    if not x or x == 1:
        return [x]
    return None
'''


def test_mutants_of_a_module_are_one_of_each_place() -> None:
    found = {(mutant.kind, mutant.before, mutant.after) for mutant in mutants.mutants("m.py", MODULE)}
    assert found == {
        ("number moved", "3", "(4)"),
        ("branch dropped", "not x or x == 1", "False"),
        ("and/or exchanged", "not x or x == 1", "((not x) and (x == 1))"),
        ("not dropped", "not x", "(x)"),
        ("comparison turned", "x == 1", "(x != 1)"),
        ("number moved", "1", "(2)"),
        ("return emptied", "[x]", "[]"),
    }


def test_mutants_are_the_same_for_the_same_seed_and_in_many_folders() -> None:
    found = mutants.chosen(60, seed=3)
    assert found == mutants.chosen(60, seed=3)
    assert len({Path(mutant.path).parent for mutant in found}) > 50
    tests = {test for mutant in found for some in mutants.tests_of(mutant.path) for test in some}
    assert [test for test in tests if not (ROOT / test).exists()] == []


def test_mutant_is_tried_and_the_file_put_back(tmp_path: Path) -> None:
    for name in ("compiler/inner/m.py", "tests/compiler/inner/test_m.py", "tests/compiler/test_other.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(MODULE)
    path = tmp_path / "compiler" / "inner" / "m.py"

    def failure(tests: list[str], apart: Sequence[str]) -> str:
        text = path.read_text()
        outcomes = [  # of one test after the other, when all of the room run
            (BROKEN, True),
            (HURRIED, tests == ["tests/compiler"]),
            ("tests/compiler/test_other.py::test_f", "(x != 1)" in text),
        ]
        run = [one for one in outcomes if one[0] not in apart and tests in (["tests/compiler"], [one[0]])]
        return next((name for name, fails in run if fails), "")

    found = [*mutants.mutants("compiler/inner/m.py", MODULE)]
    folders = mutants.tests_of("compiler/inner/m.py", tmp_path)
    assert folders == [["tests/compiler/inner/test_m.py"], ["tests/compiler"]]
    caught = {mutant.after: mutants.catches(folders[1], mutant, tmp_path, failure) for mutant in found}
    assert (caught["(x != 1)"], caught["[]"]) == (True, False)
    assert not any(mutants.catches(folders[0], mutant, tmp_path, failure) for mutant in found)
    assert path.read_text() == MODULE
