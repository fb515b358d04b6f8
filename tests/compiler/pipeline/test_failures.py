"""One file never stops the rest: an error of Frieze, or work without end, is a finding of the file it comes from."""

import gc
import re
import signal
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from compiler.mentions.file_mentions import CitingFile, FoundMention, file_mentions
from compiler.mentions.names import Names
from compiler.model.diagnostics import Diagnostic
from compiler.model.source import SourceError
from compiler.pipeline import deadline, failure_budget, mention_reading, parsed_files, part_linking
from compiler.pipeline.deadline import DeadlineError
from compiler.pipeline.failures import FailedError, NotSearchedError, TooMuchError, guarded, without_culprits
from compiler.store.snapshot import Snapshot
from tests.closing import compile_source
from tests.compiler.tables import table
from tests.compiler.written import written

pytestmark = pytest.mark.failures_are_findings

BAD = "bad"  # in the name of the file at which work fails

FILES = {
    "docs/adr/0001-press.md": "# 1. Press\n\n## Status\n\nAccepted\n\n## Context\n\nREQ-p00001.\n",
    "docs/adr/0002-bad.md": "# 2. Bad\n\n## Status\n\nAccepted\n\n## Context\n\nREQ-p00001.\n",
    "draw/good.mmd": "flowchart LR\n  a --> b\n",
    "draw/bad.mmd": "flowchart LR\n  c --> d\n",
    "spec/good.md": "# REQ-p00001: Press\n\n**Level**: PRD | **Status**: Active\n\n## Assertions\n\nA. It SHALL.\n",
    "spec/bad.md": "# REQ-p00002: Bad\n\n**Level**: PRD | **Status**: Active\n\n## Assertions\n\nA. It SHALL not.\n",
    "world/good.urd.md": "# Mill\n\nA mill.\n",
    "world/bad.urd.md": "# Cellar\n\nA cellar.\n",
    "README.md": "# Mill\n\nIt presses.\n",
    "bad/memory.jsonl": '{"type": "entity", "name": "Bob", "entityType": "person", "observations": ["hums"]}\n',
    "memory.jsonl": '{"type": "entity", "name": "Ada", "entityType": "person", "observations": ["sings"]}\n',
}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return written(tmp_path / "source", FILES)


def found(snapshot: Snapshot) -> list[Diagnostic]:
    return [one for one in snapshot.diagnostics() if one.code in ("FRZ111", "FRZ112")]


def names_bad(arguments: Sequence[Any]) -> bool:
    """Whether a call is about a bad file: by its path, or as one of several."""
    paths = [one for one in arguments if isinstance(one, str)]
    several = [one for one in arguments if isinstance(one, Mapping)]
    return any(BAD in one.partition("\n")[0] for one in [*paths[:1], *(path for paths in several for path in paths)])


def broken(monkeypatch: pytest.MonkeyPatch, target: str, error: Callable[[], object]) -> None:
    """Let a function of a language call `error` for bad files."""
    module, name = target.rsplit(".", 1)
    before = getattr(import_module(module), name)

    def function(*arguments: Any) -> Any:
        if names_bad(arguments):
            error()
        return before(*arguments)

    monkeypatch.setattr(target, function)


def fail() -> None:
    raise LookupError("of the test")


def spin() -> None:
    while True:
        pass


WORKERS = pytest.mark.long("the same with workers; those of diagrams are quick enough")
# What a language says of one file, what it makes of several together, and of which file of `FILES` it is reported.
OF_FILES = [
    ("knowledge.syntax.parse.parse", "docs/adr/0002-bad.md", "parsing it", "knowledge"),
    ("knowledge.linking.outline.outline", "docs/adr/0002-bad.md", "parsing it", "knowledge"),
    ("knowledge.linking.link.link", "docs/adr/0002-bad.md", "linking it", "knowledge"),
    ("diagrams.syntax.parse.parse", "draw/bad.mmd", "parsing it", "diagrams"),
    ("diagrams.linking.imports.imports", "draw/bad.mmd", "parsing it", "diagrams"),
    ("diagrams.linking.parts.parts", "draw/bad.mmd", "looking at all files together", "diagrams"),
    ("diagrams.linking.parts.link_part", "draw/bad.mmd", "linking it", "diagrams"),
    ("requirements.syntax.parse.parse", "spec/bad.md", "parsing it", "requirements"),
    ("requirements.linking.link.link", "spec/bad.md", "linking it", "requirements"),
    ("world.syntax.parse.parse", "world/bad.urd.md", "parsing it", "world"),
    ("world.linking.parts.parts", "world/bad.urd.md", "looking at all files together", "world"),
    ("world.linking.parts.link_part", "world/bad.urd.md", "linking it", "world"),
    ("memory.syntax.parse.parse", "bad/memory.jsonl", "parsing it", "memory"),
    ("memory.linking.link.link", "bad/memory.jsonl", "linking it", "memory"),
    ("documents.syntax.parse.parse", "spec/bad.md", "parsing it", "documents"),
    ("documents.linking.link.link_part", "spec/bad.md", "linking it", "documents"),
]
OF_ALL = [
    ("requirements.syntax.roles.further", "requirements"),
    ("requirements.syntax.relevance.unneeded", "requirements"),
    ("knowledge.linking.roles.further", "knowledge"),
]


def others(snapshot: Snapshot) -> set[str]:
    """The objects that do not stem from bad files."""
    return {one.ref for one in snapshot.objects() if BAD not in one.file}


@pytest.mark.parametrize(
    ("jobs", "target", "path", "phase", "reader"),
    [
        *((1, *case) for case in OF_FILES),
        *(pytest.param(2, *case, marks=() if case[0].startswith("diagrams.") else WORKERS) for case in OF_FILES),
    ],
)
def test_error_in_one_file_is_its_finding_and_the_rest_is_there(
    monkeypatch: pytest.MonkeyPatch, source: Path, jobs: int, target: str, path: str, phase: str, reader: str
) -> None:
    expected = others(compile_source(source))
    broken(monkeypatch, f"compiler.languages.{target}", fail)
    snapshot = compile_source(source, jobs=jobs)
    reported = [one for one in found(snapshot) if one.span.file == path]
    assert [one.message.partition("Error")[0] for one in reported] == [
        f"Frieze failed at this file while {phase} (Lookup"
    ]
    assert f"what {reader} makes of it" in reported[0].message
    assert others(snapshot) >= expected
    assert [one.span.file for one in found(snapshot) if BAD not in one.span.file] == []


@pytest.mark.parametrize(("target", "reader"), OF_ALL)
def test_error_over_all_files_together_is_a_finding(
    monkeypatch: pytest.MonkeyPatch, source: Path, target: str, reader: str
) -> None:
    broken(monkeypatch, f"compiler.languages.{target}", fail)
    snapshot = compile_source(source)
    assert [(one.code, one.span.file) for one in found(snapshot)] == [("FRZ111", "")]
    assert f"what {reader} makes of it" in found(snapshot)[0].message
    assert snapshot.objects(file="draw/good.mmd")


def test_error_while_reading_citations_is_a_finding_of_the_file(monkeypatch: pytest.MonkeyPatch, source: Path) -> None:
    def reading(file: CitingFile, names: Names, has: Callable[[str], bool]) -> list[FoundMention]:
        if BAD in file.path:
            fail()
        return file_mentions(file, names, has)

    monkeypatch.setattr(mention_reading, "file_mentions", reading)
    for jobs in (1, 2):
        snapshot = compile_source(source, jobs=jobs)
        assert {one.span.file for one in found(snapshot)} == {path for path in FILES if BAD in path}
        assert [one.source for one in snapshot.links(kind="mentions", target="r:REQ-p00001")] == ["k:decision/ADR-0001"]


@pytest.mark.parametrize(
    ("target", "phase"),
    [("freezing.cross_links", "linking across languages"), ("kept_names.Names", "reading what it cites")],
)
def test_error_over_all_languages_is_a_finding_and_all_objects_are_there(
    monkeypatch: pytest.MonkeyPatch, source: Path, target: str, phase: str
) -> None:
    expected = {one.ref for one in compile_source(source).objects()}
    monkeypatch.setattr(f"compiler.pipeline.{target}", lambda _: fail())
    snapshot = compile_source(source)
    (only,) = found(snapshot)
    assert (only.code, only.span.file) == ("FRZ111", "") and phase in only.message
    assert {one.ref for one in snapshot.objects()} == expected


def test_file_that_takes_too_long_is_a_finding_and_the_rest_is_there(
    monkeypatch: pytest.MonkeyPatch, source: Path
) -> None:
    expected = others(compile_source(source))
    monkeypatch.setattr(parsed_files, "FILE_SECONDS", 0.2)
    broken(monkeypatch, "compiler.languages.diagrams.syntax.parse.parse", spin)
    snapshot = compile_source(source)
    (only,) = found(snapshot)
    assert (only.code, only.span.file) == ("FRZ112", "draw/bad.mmd")
    assert only.message.startswith("This file took more than 0.2 s of processor time while parsing it")
    assert others(snapshot) == expected


def test_file_that_links_without_end_is_found_among_those_of_its_part(
    monkeypatch: pytest.MonkeyPatch, source: Path
) -> None:
    monkeypatch.setattr(deadline, "FILE_SECONDS", 0.2)
    broken(monkeypatch, "compiler.languages.requirements.linking.link.link", spin)
    snapshot = compile_source(source)
    assert [(one.code, one.span.file) for one in found(snapshot)] == [("FRZ112", "spec/bad.md")]
    assert snapshot.object("r:REQ-p00001")


def test_failed_file_is_parsed_again_by_the_next_version(
    monkeypatch: pytest.MonkeyPatch, source: Path, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with monkeypatch.context() as patch:
        broken(patch, "compiler.languages.diagrams.syntax.parse.parse", fail)
        assert found(compile_source(source, keep=True))
    (source / "draw/good.mmd").write_text("flowchart LR\n  a --> c\n")
    assert not found(compile_source(source, keep=True))


def test_deadline_interrupts_a_regular_expression() -> None:
    with pytest.raises(DeadlineError), deadline.deadline(0.1):
        re.fullmatch("(a|aa)+b", "a" * 200)


def test_deadline_leaves_no_timer_and_no_handler_behind() -> None:
    before = signal.getsignal(signal.SIGVTALRM)
    with deadline.deadline(5):
        pass
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)
    assert signal.getsignal(signal.SIGVTALRM) == before


def test_deadline_goes_on_after_one_inside_of_it() -> None:
    with pytest.raises(DeadlineError), deadline.deadline(0.2):
        with deadline.deadline(5):
            pass
        spin()


def test_deadline_bounds_nothing_in_another_thread() -> None:
    done: list[bool] = []

    def work() -> None:
        with deadline.deadline(0.001):
            sum(range(1_000_000))
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]


@table("error", [SourceError("changed"), OSError("full")])
def test_what_is_wrong_with_the_build_ends_it(error: Exception) -> None:
    with pytest.raises(type(error)), guarded(1, 0):
        raise error


@table("bad", [set(), {"a"}, {"d"}, {"b", "c", "g"}, set("abcdefg")])
def test_files_at_which_work_fails_are_found_one_by_one(bad: set[str]) -> None:
    def run(paths: Sequence[str]) -> list[str]:
        if bad.intersection(paths):
            fail()
        return list(paths)

    result, culprits = without_culprits(dict.fromkeys("abcdefg", 1), run, lambda _: 1.0)
    assert (result or []) == [one for one in "abcdefg" if one not in bad]
    assert {one.path for one in culprits} == bad
    assert all(isinstance(one.failure, FailedError) for one in culprits)


def test_of_many_bad_files_all_are_left_out() -> None:
    sizes = {str(number): 1 for number in range(50)}

    def run(paths: Sequence[str]) -> list[str]:
        fail()
        return list(paths)

    result, culprits = without_culprits(sizes, run, lambda _: 1.0)
    assert result is None and {one.path for one in culprits} == set(sizes)


def test_place_of_an_error_is_a_module_and_a_line(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("compiler.languages.diagrams.syntax.parse.prepare", lambda *_: fail())
    messages = [one.message for one in found(compile_source(source))]
    assert len(messages) == 2
    assert all(re.search(r"LookupError in compiler\.languages\.diagrams\.syntax\.parse:\d+", one) for one in messages)


def dense_page(blocks: int) -> str:
    """A page of diagrams, each an edge between all of 19 nodes and all of 19 others: within that of one diagram."""
    block = " & ".join(f"a{at}" for at in range(19)) + " --> " + " & ".join(f"b{at}" for at in range(19))
    return "".join(f"```mermaid\nflowchart LR\n{block}\n```\n\n" for _ in range(blocks))


@pytest.mark.parametrize("jobs", [1, 2])
def test_file_that_stands_for_too_much_is_a_finding_and_the_rest_is_there(
    monkeypatch: pytest.MonkeyPatch, source: Path, jobs: int
) -> None:
    monkeypatch.setattr(part_linking, "ROWS", 500)
    monkeypatch.setattr(part_linking, "ROWS_PER_BYTE", 1)
    (source / "docs/dense.md").write_text(dense_page(1))
    snapshot = compile_source(source, jobs=jobs)
    (only,) = [one for one in snapshot.diagnostics() if one.code == "FRZ118"]
    assert only.span.file == "docs/dense.md" and "rows are made of" in only.message
    assert snapshot.objects(file="draw/good.mmd") and not snapshot.objects(file="docs/dense.md", kind="edge")


def test_dense_page_of_one_diagram_is_linked(source: Path) -> None:
    (source / "docs/dense.md").write_text(dense_page(1))
    snapshot = compile_source(source)
    assert not [one for one in snapshot.diagnostics() if one.code in ("FRZ118", "MMD111")]
    assert len(snapshot.objects(file="docs/dense.md", kind="edge")) == 19 * 19


def test_dense_page_of_many_diagrams_is_in_proportion_to_its_text(source: Path) -> None:
    (source / "docs/dense.md").write_text(dense_page(30))
    snapshot = compile_source(source)
    assert {one.code for one in snapshot.diagnostics()} >= {"MMD111"}
    assert 19 * 19 < len(snapshot.objects(file="docs/dense.md", kind="edge")) < len(dense_page(30)) / 3


def test_files_that_stand_for_too_much_together_are_found_in_few_steps() -> None:
    asked: list[int] = []

    def run(paths: Sequence[str]) -> list[str]:
        asked.append(len(paths))
        if len(paths) > 700:
            raise TooMuchError("more than they may")
        return list(paths)

    sizes = {f"{number:04}": 1 for number in range(1_000)}
    result, culprits = without_culprits(sizes, run, lambda _: 1.0)
    assert (result or []) == list(sizes)[:700]
    assert [one.path for one in culprits] == list(sizes)[700:]
    assert len(asked) < 40


@pytest.mark.long("100 worlds up to the bound of a build")
def test_worlds_that_import_one_large_file_stand_for_too_much_together(tmp_path: Path) -> None:
    entities = "".join(f"  @e{at}: T [x: 1]\n" for at in range(400))
    (tmp_path / "base.urd.md").write_text(f"---\ntypes:\n  T [~x: int = 0]\nentities:\n{entities}---\n# B\n")
    for at in range(100):
        (tmp_path / f"w{at:02}.urd.md").write_text("---\nimport: ./base.urd.md\n---\n# A\n")
    snapshot = compile_source(tmp_path)
    left_out = {one.span.file for one in snapshot.diagnostics() if one.code == "FRZ118"}
    assert left_out and "w00.urd.md" not in left_out
    size = sum(path.stat().st_size for path in tmp_path.iterdir())
    rows = len(snapshot.objects()) + len(list(snapshot.links()))
    assert size < rows < 2 * (part_linking.ROWS + part_linking.ROWS_PER_BYTE * size)


def test_part_that_fails_when_no_time_is_left_is_left_out_and_said(
    monkeypatch: pytest.MonkeyPatch, source: Path
) -> None:
    monkeypatch.setattr(failure_budget, "BUILD_SECONDS", 0.0)
    broken(monkeypatch, "compiler.languages.requirements.linking.link.link", fail)
    snapshot = compile_source(source)
    told = [one for one in snapshot.diagnostics() if one.code == "FRZ119"]
    assert "spec/good.md" in {one.span.file for one in told}
    assert "LookupError" in told[0].message and f"with {len(told) - 1} others" in told[0].message
    assert snapshot.objects(file="draw/good.mmd") and not snapshot.objects(file="spec/good.md", kind="requirement")


@pytest.mark.parametrize(
    "parts", [40, pytest.param(300, marks=pytest.mark.long("the first deadlines of 300 parts are waited for"))]
)
def test_many_files_that_fail_take_a_bounded_time(parts: int) -> None:
    """Once the budget is used up, nothing is searched for: each part costs its first deadline alone."""

    def run(paths: Sequence[str]) -> list[str]:
        if any(BAD in path for path in paths):
            spin()
        return list(paths)

    with failure_budget.new_failure_budget():
        failure_budget.failure_budget().left = 0.2
        unsearched = 0
        for part in range(parts):
            sizes = {f"{part}/{number}{BAD}": 1 if part < 10 else 0 for number in range(3)}
            _, culprits = without_culprits(sizes, run, lambda size: size / 25 + 0.001)
            unsearched += isinstance(culprits[-1].failure.error, NotSearchedError)
    assert unsearched > parts - 15


def test_failures_keep_nothing_of_the_work() -> None:
    """The collector is off while a build runs, and a traceback holds its frames in a cycle."""

    class Made:
        """Stands for what the work makes."""

    kept: list[weakref.ref[Made]] = []

    def run(paths: Sequence[str]) -> Made:
        made = Made()
        kept.append(weakref.ref(made))
        if paths:
            fail()
        return made

    gc.disable()
    try:
        _, culprits = without_culprits(dict.fromkeys("abcd", 1), run, lambda _: 1.0)
        assert len(culprits) == 4
        assert not [one for one in kept if one()]
    finally:
        gc.enable()
