"""Several sources in one snapshot: the workspace file, refs and paths, citations across, and what is kept."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from compiler.languages.registry import relations
from compiler.model.source import SourceError
from compiler.store.frozen.frozen_file import write_frozen
from compiler.store.merged.columns import path_fields, ref_fields
from compiler.store.merged.source_rows import Naming
from compiler.store.merged.views import BY_NATIVE_ID
from compiler.store.schema import table_of
from compiler.store.snapshot import Snapshot
from compiler.workspace.workspace_file import federation_of, together
from queries import answer
from tests.closing import compile_source
from tests.compiler.tables import table
from tests.compiler.written import written
from tests.paths import ROOT

WORLDS = ROOT / "worlds"
ADR = "# {number}. {title}\n\n## Status\n\nAccepted\n\n## Decision\n\n{text}\n"


def workspace(*names: str, **more: str) -> str:
    """The text of a workspace file whose sources are folders of their names; `more` are lines by name."""
    return "".join(f'[[source]]\nname = "{one}"\npath = "{one}"\n{more.get(one, "")}\n' for one in names)


def adr(number: int, text: str = "We do.") -> str:
    return ADR.format(number=number, title=f"Decision {number}", text=text)


def links(snapshot: Snapshot, **where: object) -> list[tuple[str, str]]:
    return [(one.source, one.target) for one in snapshot.links(**where)]


def codes(snapshot: Snapshot) -> list[str]:
    return [one.code for one in snapshot.diagnostics()]


def test_workspace_refs_and_paths_begin_with_the_source_name(tmp_path: Path) -> None:
    written(tmp_path, {"frieze.toml": workspace("api", "web"), "api/docs/adr/0012-x.md": adr(12), "web/a.md": "# A\n"})
    snapshot = compile_source(tmp_path)
    [decision] = snapshot.objects(kind="decision")
    assert (decision.ref, decision.id) == ("api::k:decision/ADR-0012", "ADR-0012")
    assert decision.file == "api/docs/adr/0012-x.md"
    assert snapshot.text("web/a.md") == "# A\n"


@table("name", ["a", "k", "7"])
def test_workspace_source_may_have_a_name_of_one_letter(tmp_path: Path, name: str) -> None:
    written(
        tmp_path, {"frieze.toml": workspace(name, "web"), f"{name}/adr/0012-x.md": adr(12), "web/a.md": "ADR-0012\n"}
    )
    snapshot = compile_source(tmp_path)
    ref = f"{name}::k:decision/ADR-0012"
    assert [one.ref for one in snapshot.objects(kind="decision")] == [ref]
    assert links(snapshot, kind="mentions") == [("web::f:a.md", ref)]
    for tool, argument in (("entity_get", "id"), ("object_get", "ref"), ("get_links", "ref")):
        assert "error" not in answer(snapshot, tool, {argument: ref})


def test_workspace_source_that_defines_an_id_keeps_its_citation(tmp_path: Path) -> None:
    files = {"frieze.toml": workspace("api", "web"), "api/docs/adr/0001-x.md": adr(1), "web/docs/adr/0001-y.md": adr(1)}
    written(tmp_path, {**files, "web/README.md": "# Web\n\nSee ADR-0001.\n"})
    assert links(compile_source(tmp_path), kind="mentions") == [("web::f:README.md#web", "web::k:decision/ADR-0001")]


def test_workspace_citation_of_the_only_other_source_is_a_link(tmp_path: Path) -> None:
    files = {"frieze.toml": workspace("api", "web"), "api/docs/adr/0012-x.md": adr(12)}
    written(tmp_path, {**files, "web/README.md": "# Web\n\nSee ADR 12.\n"})
    snapshot = compile_source(tmp_path)
    assert links(snapshot, kind="mentions") == [("web::f:README.md#web", "api::k:decision/ADR-0012")]
    assert snapshot.rows("SELECT target, text, file, line, source_name FROM mention") == [
        ("api::k:decision/ADR-0012", "ADR 12", "web/README.md", 3, "web")
    ]


def test_workspace_dangling_citation_that_another_source_resolves_is_no_finding(tmp_path: Path) -> None:
    files = {"api/docs/adr/0012-x.md": adr(12), "web/docs/adr/0001-y.md": adr(1, "It follows ADR-0012.")}
    written(tmp_path, {**files, "frieze.toml": workspace("api", "web")})
    assert codes(compile_source(tmp_path / "web")) == ["FRZ301"]
    snapshot = compile_source(tmp_path)
    assert codes(snapshot) == []
    assert snapshot.rows("SELECT source, target FROM link WHERE dangling") == []
    assert links(snapshot, kind="mentions") == [("web::k:decision/ADR-0001", "api::k:decision/ADR-0012")]


@table(("near", "target"), [("", None), ('near = ["b2"]', "b2::k:decision/ADR-0004")])
def test_workspace_citation_that_several_sources_define_needs_a_near_one(
    tmp_path: Path, near: str, target: str | None
) -> None:
    files = {f"{name}/docs/adr/0004-x.md": adr(4) for name in ("b1", "b2")}
    text = workspace("b1", "b2", "cc", cc=near)
    written(tmp_path, {**files, "cc/README.md": "# C\n\nSee ADR-0004.\n", "frieze.toml": text})
    snapshot = compile_source(tmp_path)
    assert links(snapshot, kind="mentions") == ([("cc::f:README.md#c", target)] if target else [])
    assert codes(snapshot) == ([] if target else ["FRZ303"])


def test_workspace_code_implements_a_requirement_of_another_source(tmp_path: Path) -> None:
    spec = "# REQ-d00012: Short\n\n**Level**: DEV | **Status**: Active\n\n"
    spec += "## Assertions\n\nA. It SHALL be.\n\n*End* *Short*\n"
    code = "# Implements: REQ-d00012-A\ndef login():\n    pass\n\n\n# As REQ-d00012 says.\n"
    files = {"spec/a.md": spec, "spec/b.md": spec.replace("12", "13")}
    written(tmp_path / "api", files)
    written(tmp_path, {"frieze.toml": workspace("api", "web"), "web/src/login.py": code})
    snapshot = compile_source(tmp_path)
    assert links(snapshot, source="web::f:src/login.py", kind="implements") == [
        ("web::f:src/login.py", "api::r:REQ-d00012-A")
    ]
    assert links(snapshot, source="web::f:src/login.py", kind="mentions") == [
        ("web::f:src/login.py", "api::r:REQ-d00012")
    ]


def test_workspace_source_that_is_missing_costs_itself(tmp_path: Path) -> None:
    written(tmp_path, {"frieze.toml": workspace("api", "gone"), "api/docs/adr/0012-x.md": adr(12)})
    snapshot = compile_source(tmp_path)
    assert codes(snapshot) == ["FRZ117"]
    assert [one.get("problem") for one in snapshot.sources] == [None, "No such file or directory: 'gone'"]
    assert len(snapshot.objects(kind="decision")) == 1


def test_workspace_without_any_readable_source_is_an_error(tmp_path: Path) -> None:
    written(tmp_path, {"frieze.toml": workspace("gone", "away")})
    with pytest.raises(SourceError, match="No source of the workspace can be read"):
        compile_source(tmp_path)


def test_workspace_file_inside_of_a_source_names_no_source(tmp_path: Path) -> None:
    secret = written(tmp_path / "secret", {"docs/adr/0009-s.md": adr(9)})
    hostile = f'[[source]]\nname = "more"\npath = "{secret}"\n'
    written(
        tmp_path / "w", {"frieze.toml": workspace("api"), "api/frieze.toml": hostile, "api/docs/adr/0001-x.md": adr(1)}
    )
    snapshot = compile_source(tmp_path / "w")
    assert [one["name"] for one in snapshot.sources] == ["api"]
    assert [one.id for one in snapshot.objects(kind="decision")] == ["ADR-0001"]
    assert codes(snapshot) == ["FRZ213"]


def test_workspace_path_may_lead_out_of_the_folder_of_a_file_that_was_named(tmp_path: Path) -> None:
    written(
        tmp_path, {"api/docs/adr/0001-x.md": adr(1), "w/frieze.toml": '[[source]]\nname = "api"\npath = "../api"\n'}
    )
    found = compile_source(tmp_path / "w" / "frieze.toml").objects(kind="decision")
    assert [one.ref for one in found] == ["api::k:decision/ADR-0001"]


@table("table", ['path = "../secret"', 'path = "link"', 'path = "{}"', 'git = "../secret"\nrevision = "main"'])
def test_workspace_of_a_folder_reads_nothing_outside_of_it(tmp_path: Path, table: str) -> None:
    secret = written(tmp_path / "secret", {"docs/adr/0009-s.md": adr(9)})
    text = f'{workspace("api")}[[source]]\nname = "more"\n{table.replace("{}", str(secret))}\n'
    folder = written(tmp_path / "w", {"frieze.toml": text, "api/docs/adr/0001-x.md": adr(1)})
    (folder / "link").symlink_to(secret)
    snapshot = compile_source(folder)
    assert [one.id for one in snapshot.objects(kind="decision")] == ["ADR-0001"]
    [found] = snapshot.diagnostics()
    assert found.code == "FRZ214" and "leads out of the folder" in found.message


def test_workspace_of_a_folder_reads_no_frozen_file_outside_of_it(tmp_path: Path) -> None:
    written(tmp_path / "secret", {"docs/adr/0009-s.md": adr(9)})
    write_frozen(compile_source(tmp_path / "secret"), tmp_path / "s.frieze")
    folder = written(tmp_path / "w", {"frieze.toml": '[[source]]\nname = "more"\nfrozen = "../s.frieze"\n'})
    with pytest.raises(SourceError, match="leads out of the folder"):
        compile_source(folder)
    assert compile_source(folder / "frieze.toml").objects(kind="decision")


@table("order", ["one folder", "outer first", "inner first"])
def test_workspace_of_a_folder_names_one_place_a_few_times(tmp_path: Path, order: str) -> None:
    nested = ["a" + "/a" * depth for depth in range(12)]
    paths = {"one folder": ["a"] * 12, "outer first": nested, "inner first": nested[::-1]}[order]
    tables = [f'[[source]]\nname = "s{at:02}"\npath = "{path}"\n' for at, path in enumerate(paths)]
    written(tmp_path, {"frieze.toml": "".join(tables), f"{nested[-1]}/docs/adr/0001-x.md": adr(1)})
    snapshot = compile_source(tmp_path)
    assert len([one for one in snapshot.diagnostics() if one.code == "FRZ214"]) == 4
    assert len(snapshot.objects(kind="decision")) <= 8


def test_workspace_of_a_folder_reads_it_and_many_folders_inside(tmp_path: Path) -> None:
    paths = [*(f"p{at}" for at in range(12)), "."]
    tables = [f'[[source]]\nname = "s{at:02}"\npath = "{path}"\n' for at, path in enumerate(paths)]
    written(tmp_path, {"frieze.toml": "".join(tables)} | {f"p{at}/docs/adr/0001-x.md": adr(1) for at in range(12)})
    assert not [one for one in compile_source(tmp_path).diagnostics() if one.code == "FRZ214"]


def test_workspace_folder_may_be_one_of_its_own_sources(tmp_path: Path) -> None:
    written(tmp_path, {"docs/adr/0001-x.md": adr(1), "frieze.toml": '[[source]]\nname = "home"\npath = "."\n'})
    snapshot = compile_source(tmp_path)
    assert [one.ref for one in snapshot.objects(kind="decision")] == ["home::k:decision/ADR-0001"]
    assert codes(snapshot) == []


@table(
    ("settings", "told", "check"),
    [
        ("[check]\nselect = 5\n", ["FRZ204 'select' must be a list"], {}),
        ("[check]\nfail-on = 7\n", ["FRZ204 'fail-on' must be one of"], {}),
        ('[check]\nignore = ["DOC9", "MILL-7"]\n', ["FRZ203 Unknown code 'DOC9'"], {"ignore": ["MILL-7"]}),
        ("check = 1\n", ["FRZ204 'check' must be a table"], {}),
        ('extend = ["recommended"]\n', ["FRZ203 Unknown key 'extend' in frieze.toml"], {}),
        ('[check]\nignore = ["DOC2"]\n', [], {"ignore": ["DOC2"]}),
    ],
)
def test_workspace_settings_that_are_wrong_are_told(
    tmp_path: Path, settings: str, told: list[str], check: dict[str, object]
) -> None:
    written(tmp_path, {"frieze.toml": settings + workspace("api"), "api/a.md": "# A\n"})
    snapshot = compile_source(tmp_path)
    said = [f"{found.code} {found.message}" for found in snapshot.diagnostics()]
    assert [text.startswith(begin) for text, begin in zip(said, told, strict=True)] == [True] * len(told), said
    assert snapshot.meta.get("check", {}) == check


def test_workspace_git_source_is_read_at_its_revision(tmp_path: Path) -> None:
    repository = written(tmp_path / "r", {"docs/adr/0001-x.md": adr(1)})
    git = ["git", "-C", str(repository), "-c", "user.name=A", "-c", "user.email=a@b.c"]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "One"], ["tag", "v1"]):
        subprocess.run([*git, *command], check=True)
    written(repository, {"docs/adr/0002-y.md": adr(2)})
    text = f'[[source]]\nname = "old"\ngit = "{repository}"\nrevision = "v1"\n'
    snapshot = compile_source(written(tmp_path / "w", {"frieze.toml": text}) / "frieze.toml")
    assert [one.id for one in snapshot.objects(kind="decision")] == ["ADR-0001"]
    assert snapshot.sources[0]["revision"]["asked"] == "v1"


def test_workspace_of_paths_names_each_after_its_folder(tmp_path: Path) -> None:
    for folder in ("a/docs", "b/docs"):
        written(tmp_path / folder, {"adr/0001-x.md": adr(1)})
    federation = federation_of(together((str(tmp_path / "a/docs"), str(tmp_path / "b/docs"))))
    assert federation is not None
    assert [one.name for one in federation.members] == ["docs", "docs-2"]


@table(
    ("table", "reason"),
    [
        ('name = ""\npath = "api"', "'name' must be 1 to 64"),
        ('name = "a::b"\npath = "api"', "'name' must be"),
        ('name = "../x"\npath = "api"', "'name' must be"),
        ('name = "bb"', "it needs one of"),
        ('name = "bb"\npath = "api"\ngit = "api"', "it needs one of"),
        ('name = "bb"\ngit = "api"', "'git' goes with a 'revision'"),
        ('name = "bb"\npath = "api"\nrevision = "v1"', "'git' goes with a 'revision'"),
        ('name = "api"\npath = "api"', "is the name of an earlier one"),
        ('name = "bb"\npath = ""', "'path' must be a path"),
        ('name = "bb"\npath = "api"\nnear = "api"', "'near' must be a list"),
    ],
)
def test_workspace_table_that_is_wrong_costs_itself(tmp_path: Path, table: str, reason: str) -> None:
    text = f"{workspace('api')}[[source]]\n{table}\n"
    snapshot = compile_source(written(tmp_path, {"frieze.toml": text, "api/docs/adr/0001-x.md": adr(1)}))
    [found] = snapshot.diagnostics()
    assert found.code == "FRZ214"
    assert reason in found.message
    assert found.span.start_line == text[: text.rindex("[[source]]")].count("\n") + 1


SAMPLES = ("traced-kettle", "cider-mill", "checkout-session", "harbour-mystery", "ferry-memory", "signal-box")


@table("name", SAMPLES)
def test_workspace_relations_have_the_rows_of_each_source_alone(name: str, tmp_path: Path) -> None:
    """Two sources that share all ids: no row of one is joined with the other."""
    shutil.copytree(WORLDS / name, tmp_path / "second")
    first = f'[[source]]\nname = "first"\npath = "{WORLDS / name}"\n'
    written(tmp_path, {"frieze.toml": first + workspace("second")})
    alone, merged = compile_source(WORLDS / name), compile_source(tmp_path / "frieze.toml")
    for relation in relations():
        if relation.name in ("search", "diagnostic"):
            continue
        rows = [one for [*_, one] in merged.rows(f'SELECT source_name FROM "{relation.name}"')]
        counts = {source: rows.count(source) for source in ("first", "second")}
        expected = len(alone.rows(f'SELECT 1 FROM "{relation.name}"'))
        assert counts == {"first": expected, "second": expected}, relation.name
        assert len(rows) == 2 * expected
        same = [
            column.name
            for column in relation.columns
            if column.name.startswith(("id", "is_", "status", "label")) and "path" not in column.meaning
        ]
        if same:
            listed = ", ".join(f'"{column}"' for column in same)
            own = sorted(alone.rows(f'SELECT {listed} FROM "{relation.name}"'), key=repr)
            of_first = f"""SELECT {listed} FROM "{relation.name}" WHERE source_name = 'first'"""
            assert sorted(merged.rows(of_first), key=repr) == own, relation.name


@table("name", SAMPLES)
def test_workspace_ref_and_path_columns_are_declared(name: str) -> None:
    """A value that is the ref of an object, or the path of a file, stands in a declared field or in a text."""
    snapshot = compile_source(WORLDS / name)
    refs = {ref for (ref,) in snapshot.rows("SELECT ref FROM object_row")}
    texts = {"text", "statements", "native", "body", "content", "key", "source"}
    for fact_class in snapshot.fact_classes.values():
        table = table_of(fact_class)
        declared = ref_fields(fact_class) | path_fields(fact_class)
        for row in snapshot.rows(table.select):
            for column, value in zip(table.columns, row, strict=False):
                if column in declared or column in texts or not isinstance(value, str):
                    continue
                assert value not in refs, (fact_class.table, column, value)
                if column in table.json_columns:
                    assert not any(f'"{ref}"' in value for ref in refs if ref in value), (fact_class.table, column)


def test_workspace_tables_of_relations_are_all_declared() -> None:
    assert {one.name for one in relations()} > BY_NATIVE_ID


def test_workspace_naming_leaves_what_is_empty() -> None:
    assert (Naming("api").ref(""), Naming("api").path("")) == ("", "api/")


def test_workspace_change_in_one_source_gives_the_rows_of_a_new_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    files = {"api/docs/adr/0012-x.md": adr(12), "web/docs/adr/0001-y.md": adr(1, "As ADR-0012 and ADR-0013.")}
    folder = written(tmp_path / "w", {**files, "frieze.toml": workspace("api", "web")})
    compile_source(folder, keep=True)
    written(folder, {"api/docs/adr/0013-z.md": adr(13), "api/docs/adr/0012-x.md": adr(12, "Changed.")})
    kept, fresh = compile_source(folder, keep=True), compile_source(folder)
    assert kept.id == fresh.id
    tables = [name for (name,) in fresh.rows("SELECT name FROM sqlite_master WHERE type = 'view' ORDER BY name")]
    for name in (*tables, "object_row", "search_index"):
        if name != "search":
            ordered = sorted(kept.rows(f'SELECT * FROM "{name}"'), key=repr)
            assert ordered == sorted(fresh.rows(f'SELECT * FROM "{name}"'), key=repr), name
    assert kept.diagnostics() == fresh.diagnostics()
    matched = "SELECT ref FROM search WHERE search MATCH 'changed' ORDER BY ref"
    assert kept.rows(matched) == fresh.rows(matched) != []


def test_workspace_built_twice_at_once_is_whole(tmp_path: Path) -> None:
    names = [f"source-{at}" for at in range(6)]
    files = {f"{name}/docs/adr/{at:04d}-x.md": adr(at + 1) for at, name in enumerate(names)}
    folder = written(tmp_path / "w", {**files, "frieze.toml": workspace(*names)})
    program = "import sys; from compiler import compile_source; print(compile_source(sys.argv[1], keep=True).id)"
    command = [sys.executable, "-c", program, str(folder)]
    environment = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "PATH": "/usr/bin:/bin"}
    both = [subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    ids = {one.communicate(timeout=120)[0].strip() for one in both}
    assert ids == {compile_source(folder).id}
    assert [one.returncode for one in both] == [0, 0]
