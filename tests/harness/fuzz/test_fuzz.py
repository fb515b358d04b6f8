"""The fuzzer itself: it draws the same files for the same seed, finds what is broken, and makes it small."""

import json
import time
from itertools import product
from pathlib import Path
from random import Random

import pytest

from compiler.languages.world import claims
from harness.fuzz import run
from harness.fuzz.building import build_problems
from harness.fuzz.corpus import CORPUS, read_case, write_case
from harness.fuzz.failure import Failure
from harness.fuzz.figures import Figures, add_to_log
from harness.fuzz.minimise import minimised
from harness.fuzz.mutations import MAX_BYTES, MUTATIONS, mutated
from harness.fuzz.parsing import parse_problem
from harness.fuzz.run import Run
from harness.fuzz.seeds import seeds
from tests.closing import compile_source
from tests.compiler.pipeline.table_rows import different_tables
from tests.compiler.tables import table

PAGE = {"page.md": b"# Kettle\n\nIt boils.\n", "plan.mmd": b"flowchart LR\n  a --> b\n"}


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.failures_are_findings
@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.json")), ids=lambda one: one.stem)
def test_fuzz_corpus_fails_no_more(path: Path, tmp_path: Path) -> None:
    case = read_case(path)
    for name, content in [*case.files.items(), *case.edited.items()]:
        assert parse_problem(name, content, Figures()) is None
    assert build_problems(case.files, case.edited, Random(1), Figures(), tmp_path) == []


def test_fuzz_seeds_are_of_every_language() -> None:
    paths = {one.path for one in seeds()}
    assert any(map(claims.claims, paths))
    names = {path.rpartition("/")[2] for path in paths}
    assert {"frieze.toml", ".elspais.toml", ".gitignore", "issues.jsonl", "tasks.json", "memory.jsonl"} <= names
    assert {path.rpartition(".")[2] for path in paths} >= {
        "md",
        "mdx",
        "rst",
        "mmd",
        "jsonl",
        "json",
        "toml",
        "py",
        "xml",
    }


def test_fuzz_draws_the_same_files_for_the_same_seed() -> None:
    def drawn(seed: int) -> list[bytes]:
        choice = Random(seed)
        return [mutated(one.content, lambda: seeds()[0].content, choice) for one in seeds()[:50]]

    assert drawn(1) == drawn(1) != drawn(2)


@table(("mutation", "content"), product(MUTATIONS, [b"", b"\n", b"a", b"# a 1\n\n[x](y.md)\n"]))
def test_fuzz_mutation_takes_any_file(mutation: object, content: bytes) -> None:
    assert callable(mutation)
    for seed in range(20):
        choice = Random(seed)
        assert isinstance(mutation(content, lambda: content, choice), bytes)
        assert len(mutated(content, lambda: content, choice)) <= MAX_BYTES


def test_fuzz_minimises_to_what_fails() -> None:
    files = {"a.md": b"one\ntwo\nthree\n", "b.md": b"four\n", "c.md": b"five six\n"}
    kept = minimised(files, lambda some: b"w" in some.get("a.md", b"") and b"x" in some.get("c.md", b""))
    assert kept == {"a.md": b"w", "c.md": b"x"}


@pytest.mark.failures_are_findings
def test_fuzz_makes_small_and_keeps_what_fails(tmp_path: Path) -> None:
    def problem(path: str, content: bytes, _: Figures) -> str | None:
        return "fails" if path.endswith(".mmd") and b"flowchart" in content else None

    said: list[str] = []
    fuzzed = Run(1, tmp_path / "found", said.append, parsed=200, parse_problem=problem)
    fuzzed.until(0)
    assert fuzzed.figures.files > 200
    assert fuzzed.figures.failures == fuzzed.kinds["fails"] > 1
    (kept,) = (read_case(one) for one in (tmp_path / "found").iterdir())
    assert (kept.kind, [*kept.files.values()]) == ("fails", [b"flowchart"])
    assert said[0] == "fails"


@pytest.mark.long("waits for a deadline")
@pytest.mark.failures_are_findings
def test_fuzz_case_without_end_is_a_failure_that_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def problem(path: str, content: bytes, _: Figures) -> str | None:
        while path.endswith(".mmd") and b"flowchart" in content:
            pass
        return None

    monkeypatch.setattr(run, "PARSE_SECONDS", 0.05)
    monkeypatch.setattr(run, "OVERTIME", 5.0)
    monkeypatch.setattr(run, "_build_problems", lambda *_: [])
    fuzzed = Run(1, tmp_path / "found", lambda _: None, parsed=10**9, parse_problem=problem)
    started = time.monotonic()
    fuzzed.until(0)
    assert time.monotonic() - started < 60
    assert fuzzed.figures.hangs == fuzzed.figures.failures >= 1
    cases = [json.loads(one.read_text()) for one in (tmp_path / "found").iterdir()]
    assert {one["drawn"] for one in cases} == {"1-0"}
    assert all("takes more than 0.05 s" in one["kind"] for one in cases)


def test_fuzz_finds_text_from_outside(tmp_path: Path) -> None:
    found = build_problems(PAGE, {}, Random(1), Figures(), tmp_path, secret=b"Kettle")
    assert [one for one in found if one.startswith("leak")] != []


def test_fuzz_compares_all_rows(tmp_path: Path) -> None:
    for number, text in enumerate((b"# Pot\n", b"# Pot\n", b"# Pan\n")):
        (tmp_path / str(number) / "source").mkdir(parents=True)
        (tmp_path / str(number) / "source" / "page.md").write_bytes(text)
    first, same, other = (compile_source(tmp_path / str(number) / "source") for number in range(3))
    assert different_tables(first, same) == []
    assert {"object_row", "meta"} <= set(different_tables(first, other))


def test_fuzz_case_is_read_as_it_was_written(tmp_path: Path) -> None:
    failure = Failure("build: x", {"a.md": b"\xff\x00", "b.md": "ä".encode()}, {"a.md": b""})
    assert read_case(write_case(tmp_path, failure)) == failure


def test_fuzz_log_adds_up_runs(tmp_path: Path) -> None:
    add_to_log(tmp_path / "log", Figures(files=3, slowest={"build": 2.0}), seed=1)
    total = add_to_log(tmp_path / "log", Figures(files=4, leaks=1, slowest={"build": 1.0}), seed=2)
    assert (total.files, total.leaks, total.slowest) == (7, 1, {"build": 2.0})
