"""Incremental builds: after any change a cached snapshot holds, row by row, what a build from nothing gives."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from compiler.pipeline import build, freezing, incremental
from compiler.pipeline.incremental import Base, compare
from compiler.pipeline.parts import Build
from compiler.store.cache.snapshot_cache import CachedDatabase
from compiler.store.snapshot import Snapshot
from queries.revisions.difference import Difference
from server.commands.dump import answers
from tests.closing import compile_source
from tests.compiler.pipeline.server_builds import ServerBuilds
from tests.compiler.pipeline.table_rows import different_tables
from tests.compiler.samples import copied_samples
from tests.suites import mostly_long

SAMPLES = ("checkout-session", "cider-mill", "diagrams-in-docs", "ferry-memory", "locked-garden", "traced-kettle")


_BUILDS = [ServerBuilds()]  # those of the test that runs


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    _BUILDS[0] = ServerBuilds()


def build_kept(source: Path) -> Snapshot:
    """Build as a server does, which keeps what the next build can use."""
    return _BUILDS[0].build(source)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A few samples, of every language."""
    return copied_samples(tmp_path / "source", *SAMPLES)


@pytest.fixture
def increments(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Base]]:
    """The base of each incremental build that succeeded."""
    bases: list[Base] = []

    def noted(database: Any, build: Build, base: Base | None, *rest: Any) -> None:
        freezing.freeze(database, build, base, *rest)
        bases.extend([base] if base else [])

    monkeypatch.setattr(build, "freeze", noted)
    yield bases


CROSS = ("mentions", "same_as")
NAMING = {
    "doc/adr/0001-a.md": "# 1. A\n\n## Status\n\nAccepted\n\n## Context\n\nNothing.\n\n## Decision\n\nThis.\n",
    "doc/adr/0002-b.md": "# 2. B\n\n## Status\n\nAccepted\n\n## Decision\n\nSo, as REQ-p00001 says.\n",
    "doc/adr/0003-c.md": "# 3. C\n\n## Status\n\nAccepted\n\n## Decision\n\nADR-0002, REQ-p00003, REQ-p00009.\n",
    "spec/kettle.md": "".join(
        f"## REQ-p0000{number}: Kettle {number}\n\n**Level**: PRD | **Status**: Active\n\n## Assertions\n\n"
        f"A. It SHALL boil.\n\n*End* *Kettle {number}*\n\n"
        for number in (1, 2, 3)
    ),
    "drawn.mmd": 'requirementDiagram\n  requirement kettle {\n    id: "REQ-p00001"\n    text: boils\n  }\n',
    "other.mmd": "flowchart TD\n  a --> b\n" * 40,  # so that a change is a small one
}


def written(folder: Path, texts: dict[str, str]) -> Path:
    place = folder / "written"
    for name, text in texts.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text)
    return place


def check(source: Path, *, with_answers: bool = False) -> None:
    """Compare the rows of an incremental build with those of a whole one, and, if asked, what all tools answer, which
    they make of these rows."""
    kept, whole = build_kept(source), compile_source(source)
    assert kept.meta == whole.meta
    assert different_tables(kept, whole) == []
    if with_answers:
        assert answers(kept) == answers(whole)


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("locked-garden/locked-garden.urd.md", "-> ", "-> x"),  # other links, which dangle
        ("checkout-session/diagrams/checkout.mmd", "flowchart", "%% a comment\nflowchart"),
        ("diagrams-in-docs/late-fees.mmd", "flowchart", "graph"),
        ("traced-kettle/spec/product.md", "SHALL", "SHALL not"),
    ],
)
def test_incremental_build_after_a_change_of_one_file(
    tmp_path: Path, increments: list[Base], path: str, before: str, after: str
) -> None:
    source = copied_samples(tmp_path / "source", *sorted({path.partition("/")[0], "checkout-session"}))
    build_kept(source)
    text = (source / path).read_text()
    (source / path).write_text(text.replace(before, after, 1))
    assert (source / path).read_text() != text
    check(source, with_answers=True)
    assert len(increments) == 1


def test_incremental_build_updates_dangling_links(tmp_path: Path, increments: list[Base]) -> None:
    source = copied_samples(tmp_path / "source", "checkout-session", "locked-garden")
    path = source / "checkout-session" / "diagrams" / "checkout.mmd"
    text = path.read_text()
    build_kept(source)
    for changed in (text.splitlines()[0] + "\n", text, text + "\n    Lost --> Found\n", text):
        path.write_text(changed)
        check(source)
    assert len(increments) == 4


def test_change_of_the_part_that_holds_all_files_links_their_pages_no_more(
    tmp_path: Path, increments: list[Base]
) -> None:
    tasks = {
        f"backlog/tasks/task-{at} - A.md": f"---\nid: task-{at}\ntitle: A\nstatus: To Do\n---\n" for at in range(9)
    }
    source = written(tmp_path, {"backlog/config.yml": "project_name: a\n", **tasks})
    build_kept(source)
    path = source / "backlog/tasks/task-5 - A.md"
    path.write_text(path.read_text().replace("To Do", "Done"))
    check(source)
    (base,) = increments
    assert [(task.language, len(task.part.paths)) for task in base.relink] == [("documents", 1), ("knowledge", 10)]


def test_file_of_diagrams_that_comes_links_no_other_one_again(tmp_path: Path, increments: list[Base]) -> None:
    graph = "flowchart TD\n  a --> b\n"
    source = written(tmp_path, {f"{at}.mmd": graph for at in range(1, 9)})
    build_kept(source)
    (source / "0.mmd").write_text(graph)
    check(source)
    (base,) = increments
    assert [task.part.paths for task in base.relink if task.language == "diagrams"] == [("0.mmd",)]


@pytest.mark.parametrize("content", mostly_long([b"no database", None, b""], "compiles six samples twice"))
def test_incremental_build_without_its_base_builds_from_nothing(
    source: Path, increments: list[Base], monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    build_kept(source)
    (source / "diagrams-in-docs" / "late-fees.mmd").write_text("flowchart TD\n  a --> b\n")

    def too_late(previous: CachedDatabase, build: Build) -> object:
        path = Path(previous.path)
        path.unlink()
        if content is not None:
            path.write_bytes(content)
        return compare(previous, build)

    monkeypatch.setattr(incremental, "compare", too_late)
    check(source)
    assert increments == []


CODE = "# Pots\n\ndef boil():\n    return 1  # at once\n\n\n# Implements: REQ-p00001-A\ndef cool():\n    return 0\n"


@pytest.mark.parametrize(
    ("before", "after", "relinked"),
    [
        ("at once", "slowly", False),  # nothing that is cited, and nothing moves
        ("return 0\n", "return 0\n\n\n", False),
        ("# Pots\n", "# Pots\n\n", True),  # what cites stands elsewhere
        ("REQ-p00001-A", "REQ-p00002-A", True),
        ("def cool", "def chill", True),  # the name of a citing function
    ],
)
def test_incremental_build_relinks_code_only_if_its_unit_changed(
    tmp_path: Path, linked: list[str], increments: list[Base], before: str, after: str, relinked: bool
) -> None:
    place = written(tmp_path, NAMING | {"src/pots.py": CODE})
    build_kept(place)
    (place / "src/pots.py").write_text(CODE.replace(before, after, 1))
    linked.clear()
    build_kept(place)
    assert linked == (["requirements"] if relinked else [])
    check(place)
    assert len(increments) == 1


IMPORTING = "---\nworld:\n  name: Mill\n  start: mill\nimport: ./stores.urd.md\n---\n\n# Mill\n\n-> down: Cellar\n"


def test_incremental_build_after_a_world_lost_an_imported_file_links_neither_requirements_nor_knowledge_again(
    tmp_path: Path, linked: list[str], increments: list[Base]
) -> None:
    stores = "# Cellar\n\n-> up: Mill\n"
    place = written(tmp_path, NAMING | {"mill/mill.urd.md": IMPORTING, "mill/stores.urd.md": stores})
    build_kept(place)
    for text in (None, stores):
        if text is None:
            (place / "mill/stores.urd.md").unlink()
        else:
            (place / "mill/stores.urd.md").write_text(text)
        linked.clear()
        build_kept(place)
        assert "world" in linked and not {"requirements", "knowledge"}.intersection(linked)
        check(place)
    assert len(increments) == 2


@pytest.mark.parametrize(
    ("path", "texts"),
    [
        # Of these files nothing is compiled, and linking asks whether they are there, or what is wrong with them.
        ("plan.txt", ["Words.\n", None, "Other words.\n"]),
        ("results/one.xml", ["<odd/>\n", "<odd>\n", "<odd/>\n"]),
    ],
)
def test_incremental_build_depends_on_files_that_are_not_compiled(
    tmp_path: Path, increments: list[Base], path: str, texts: list[str | None]
) -> None:
    citing = NAMING["doc/adr/0001-a.md"] + "\n## Links\n\n* Relates to [the plan](../../plan.txt)\n"
    settings = '[project]\nname = "kettle"\n\n[directories]\nspec = "spec"\n\n[testing]\nenabled = true\n'
    reports = 'test_dirs = ["tests"]\nresult_files = ["results/*.xml"]\n'
    place = written(tmp_path, NAMING | {"doc/adr/0001-a.md": citing, ".elspais.toml": settings + reports, path: ""})
    told = set()
    for text in texts:
        (place / path).unlink(missing_ok=True)
        if text is not None:
            (place / path).write_text(text)
        build_kept(place)
        check(place)
        told.add(tuple(one.message for one in build_kept(place).diagnostics()))
    assert len(told) > 1
    assert increments


Files = dict[str, str | None]  # the new text of files, by path; None for a file that goes
PAGE = "# Pots\n\nSee [tea](tea.md), ADR-0002 and REQ-p00002.\n"
WORLD = "# Pantry\n\nA room.\n\n-> out: Pantry\n"


@pytest.mark.parametrize(
    "edits",
    [
        [{"pots.md": PAGE}, {"pots.md": PAGE + "\nMore.\n"}, {"pots.md": None}],
        [{"doc/adr/0004-d.md": NAMING["doc/adr/0001-a.md"].replace("1. A", "4. D")}],
        [{"doc/adr/0002-b.md": None, "doc/adr/0005-e.md": NAMING["doc/adr/0002-b.md"]}],  # renamed
        [{"doc/adr/0002-b.md": None, "0001-b.md": NAMING["doc/adr/0002-b.md"]}, {"0001-b.md": None}],
        [{"a.mmd": "flowchart TD\n  p --> q\n"}, {"z.mmd": "flowchart TD\n  p --> q\n"}, {"a.mmd": None}],
        [{"spec/more.md": NAMING["spec/kettle.md"].replace("REQ-p0000", "REQ-p0001")}, {"spec/kettle.md": None}],
        [{"src/pots.py": "# Implements: REQ-p00001-A\ndef boil():\n    return 1\n"}, {"src/pots.py": None}],
        [{"pantry.urd.md": WORLD}, {"attic.urd.md": WORLD}, {"pantry.urd.md": None}],  # worlds are numbered anew
        [{"aa.md": PAGE}, {"ab.md": PAGE}, {"aba.md": PAGE}, {"aba.md": None, "abb.md": PAGE, "aa.md": None}],
        [{"plan.txt": "words"}, {"plan.txt": None}],
    ],
)
def test_incremental_build_after_files_came_and_went(
    tmp_path: Path, increments: list[Base], edits: list[Files]
) -> None:
    citing = {"tea.md": "# Tea\n\nSee [pots](pots.md), [d](doc/adr/0005-e.md), ADR-0004 and docs of `aba.md`.\n"}
    place = written(tmp_path, NAMING | citing | {"_large.mmd": "flowchart TD\n" + "  a --> b\n" * 400})
    build_kept(place)
    for files in edits:
        change(place, files)
        check(place)
    assert len(increments) == len(edits)


def change(place: Path, files: Files) -> None:
    for name, text in files.items():
        if text is None:
            (place / name).unlink()
        else:
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_text(text)


@pytest.mark.long("a build from nothing after each of 125 steps; harness.soak edits what there is")
@pytest.mark.parametrize("seed", range(1, 6))
def test_incremental_build_after_many_random_files_came_and_went(
    tmp_path: Path, increments: list[Base], seed: int
) -> None:
    choice = random.Random(seed)
    place = written(tmp_path, NAMING | {"_large.mmd": "flowchart TD\n" + "  a --> b\n" * 400})
    build_kept(place)
    for _ in range(25):
        names = sorted(path.relative_to(place).as_posix() for path in place.rglob("*.*") if path.name != "_large.mmd")
        files: Files = {choice.choice(names): None} if choice.random() < 0.4 else {}
        for _ in range(choice.randrange(0 if files else 1, 3)):
            files.update([file_that_comes(choice)])
        change(place, files)
        check(place)
    assert len(increments) >= 20  # a gap between two parts may be full: then the build is a whole one


def file_that_comes(choice: random.Random) -> tuple[str, str]:
    """The path and the text of a file of any language."""
    number = choice.randrange(1, 24)
    name, count = f"{chr(96 + number)}{choice.choice('abc')}", choice.randrange(1, 4)
    return choice.choice(
        [
            (f"{name}.md", PAGE * count),
            (f"{name}.urd.md", WORLD * count),
            (f"{name}.mmd", "flowchart TD\n" + "  p --> q\n" * count),
            (f"doc/adr/{number:04}-{name}.md", NAMING["doc/adr/0001-a.md"].replace("1. A", f"{number}. {name}")),
            (f"spec/{name}.md", NAMING["spec/kettle.md"].replace("REQ-p0000", f"REQ-p{number:03}0")),
            (f"src/{name}.py", CODE),
            (f"{name}/AGENTS.md", "Boil it.\n" * count),
            (f"backlog/tasks/task-{number} - {name}.md", TASK.format(number)),
        ]
    )


def test_incremental_build_has_the_id_of_a_whole_one_where_git_ignores_expected_results(
    tmp_path: Path, increments: list[Base]
) -> None:
    settings = '[project]\nname = "kettle"\n\n[directories]\nspec = "spec"\n\n[testing]\nenabled = true\n'
    settings += 'test_dirs = ["tests"]\nresult_files = ["results/*.xml"]\n'
    place = written(tmp_path, NAMING | {".elspais.toml": settings, ".gitignore": "results/\n"})
    (place / ".git").mkdir()
    build_kept(place)
    change(place, {"other.mmd": "flowchart TD\n  c --> d\n" * 40})
    check(place)
    change(place, {"page.md": PAGE})
    check(place)
    change(place, {".gitignore": "nothing/\n"})
    check(place)
    change(place, {"results/one.xml": "<testsuite/>"})
    check(place)
    assert len(increments) == 4


def test_incremental_build_counts_a_mention_where_another_file_made_or_unmade_the_relation(
    source: Path, increments: list[Base]
) -> None:
    """The relation of the two stands in the file of the second as long as the first has none of its own."""
    build_kept(source)
    path = source / "cider-mill/docs/adr/0003-shared-sheet.md"
    text = path.read_text()
    for changed in (text.replace("## Status", "## ---", 1), text):
        path.write_text(changed)
        check(source)
    assert len(increments) == 2


def test_new_file_gets_links_of_pages_that_named_it_before(tmp_path: Path, increments: list[Base]) -> None:
    pages = {f"page-{at}.md": f"# Page {at}\n\nWords of the [pots](pots%20of%20tea.md).\n" for at in range(9)}
    place = written(tmp_path, NAMING | pages)
    before = build_kept(place)
    change(place, {"pots of tea.md": PAGE})
    after = build_kept(place)
    assert len(increments) == 1
    assert len(after.links(target="f:pots of tea.md", dangling=False)) == 9
    assert not before.links(target="f:pots of tea.md", dangling=False)
    check(place)


def test_worlds_are_read_for_citations_when_something_else_comes(tmp_path: Path, increments: list[Base]) -> None:
    worlds = {f"w{at}.urd.md": f"# Room {at}\n\nAs ADR-0001 says.\n\n" + "Words.\n\n" * 50 for at in range(6)}
    place = written(tmp_path, worlds)
    build_kept(place)
    change(place, {"doc/adr/0001-a.md": NAMING["doc/adr/0001-a.md"]})
    assert len(build_kept(place).links(kind="mentions")) == 6
    check(place)
    change(place, {"doc/adr/0001-a.md": None})
    check(place)
    assert len(increments) == 2


@pytest.mark.long("a history of many files")
def test_files_that_come_one_after_the_other_in_one_place_lead_to_a_whole_build_at_last(
    tmp_path: Path, increments: list[Base]
) -> None:
    place = written(tmp_path, NAMING | {"large.mmd": "flowchart TD\n" + "  a --> b\n" * 400})
    build_kept(place)
    for at in range(25):
        change(place, {f"page-{at:02}.md": PAGE})
        build_kept(place).close()
    check(place)
    assert 15 < len(increments) < 25


def cross_links(snapshot: Snapshot) -> set[tuple[str, str, bool]]:
    return {(one.source, one.target, one.dangling) for one in snapshot.links() if one.kind in CROSS}


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("doc/adr/0002-b.md", "as REQ-p00001 says", "as REQ-p00002 and REQ-p00001-A say"),  # names other things
        ("doc/adr/0002-b.md", "as REQ-p00001 says", "for no reason"),
        ("doc/adr/0001-a.md", "Nothing", "See REQ-p00002"),  # and stands before those that mention already
        ("doc/adr/0003-c.md", "# 3. C", "# 3. C\n\nRelates to [ADR-0002](0002-b.md)"),  # which is no mention then
        ("spec/kettle.md", "REQ-p00003", "REQ-p00004"),  # what was named is gone
        ("spec/kettle.md", "REQ-p00002", "REQ-p00009"),  # what was named in vain is there
        ("drawn.mmd", "REQ-p00001", "REQ-p00003"),
        ("drawn.mmd", "requirement kettle", "requirement pot"),
    ],
)
def test_incremental_build_updates_cross_links(
    tmp_path: Path, increments: list[Base], path: str, before: str, after: str
) -> None:
    place = written(tmp_path, NAMING)
    links = cross_links(build_kept(place))
    (place / path).write_text(NAMING[path].replace(before, after))
    check(place)
    assert len(increments) == 1
    assert links != cross_links(compile_source(place))


@pytest.mark.parametrize(("before", "after"), [("p00001", "q00001"), ("q00001", "p00001"), ("p00001", "p0000001")])
def test_incremental_build_reads_all_mentions_when_a_scheme_comes_or_goes(
    tmp_path: Path, increments: list[Base], before: str, after: str
) -> None:
    requirement = "# REQ-{0}: A\n\n**Level**: Dev | **Status**: Active\n\n## Assertions\n\nA. It SHALL.\n\n*End* *A*\n"
    files = {
        "spec/a.md": requirement.format(before),
        "spec/b.md": requirement.format("p00002"),
        "page.md": "It is REQ-p00088 or REQ-p0000088.\n",  # none of whose digits are in the id that changes
        "large.mmd": "flowchart TD\n" + "".join(f"  a{at} --> b{at}\n" for at in range(200)),  # little of all changes
    }
    place = written(tmp_path, files)
    build_kept(place).close()
    (place / "spec/a.md").write_text(requirement.format(after))
    check(place)
    assert len(increments) == 1


TASK = "---\nid: task-{}\ntitle: Heat\nstatus: To Do\n---\n\n# Heat\n\nAt once.\n"


@pytest.mark.parametrize(
    ("path", "before", "after", "citing"),
    [
        ("spec/more.md", "REQ-p00073", "REQ-p00083", "All of REQ-p00071-3 boil.\n"),
        ("v2/backlog/tasks/boil.md", "task-7", "task-8", "See [that](../tasks/boil.md).\n"),
        ("v2/backlog/tasks/boil.md", "task-7", "task-8", "See [that](../tasks/b%6Fil.md).\n"),
    ],
)
def test_incremental_build_reads_again_what_cites_a_changed_name_in_short(
    tmp_path: Path, increments: list[Base], path: str, before: str, after: str, citing: str
) -> None:
    more = NAMING["spec/kettle.md"].replace("p0000", "p0007").replace("Kettle", "Pot")
    pages = {"v2/backlog/tasks/boil.md": TASK.format(7), "v2/backlog/notes/page.md": f"# Page\n\n{citing}"}
    pages |= {f"v2/backlog/tasks/other-{at}.md": TASK.format(at) for at in (3, 4, 5, 6)}
    source = written(tmp_path, NAMING | pages | {"spec/more.md": more, "v2/backlog/config.yml": "project_name: Tea\n"})
    build_kept(source)
    text = (source / path).read_text()
    assert before in text
    (source / path).write_text(text.replace(before, after))
    check(source)
    assert increments


def test_change_of_the_text_of_instructions_is_searched(tmp_path: Path, increments: list[Base]) -> None:
    place = written(tmp_path, NAMING | {"AGENTS.md": "Boil it.\n", ".cursor/rules/pot.mdc": "Boil it.\n"})
    before = build_kept(place)
    for name in ("AGENTS.md", ".cursor/rules/pot.mdc"):
        (place / name).write_text("Cool it.\n")
        check(place)
        after = compile_source(place)
        assert any(name in one.name for one in Difference(before, after).changes if one.kind == "instruction")
    assert increments
