"""Tables of `frieze.toml` that name the decisions and tasks of a project, and say what its words mean."""

from pathlib import Path

from compiler.languages.knowledge.facts import Decision, Task, WorkState
from tests.closing import compile_source
from tests.compiler.tables import table
from tests.compiler.written import written

DECISION = "# Use the scale\n\nStatus: {}\n\nIt weighs.\n"


def write(folder: Path, **files: str) -> Path:
    written(folder, files)
    return folder


@table(
    ("text", "expected"),
    [
        (
            "[knowledge]\ndecisions = 1\n",
            ("FRZ204", 2, "'knowledge.decisions' must be a table, which begins [knowledge.decisions]."),
        ),
        ("[knowledge.decision]\n", ("FRZ203", 1, "Unknown key 'decision' in [knowledge].")),
        ("[knowledge.decisions]\n\npath = []\n", ("FRZ203", 3, "Unknown key 'path' in [knowledge.decisions].")),
        ("[knowledge.tasks]\npaths = 1\n", ("FRZ204", 2, "'knowledge.tasks.paths' must be a list of patterns")),
        (
            "[knowledge.tasks]\nstatus = 1\n",
            ("FRZ204", 2, "'knowledge.tasks.status' must be a table of at most 200 words"),
        ),
        (
            "[knowledge.tasks.status]\nErledigt = 'accepted'\n",
            ("FRZ204", 2, '\'knowledge.tasks.status.Erledigt\' must be one of "todo", "in_progress"'),
        ),
        (
            "[requirements.specifications]\nlevels = {}\nid = 'LH'\n",
            ("FRZ204", 3, "'requirements.specifications.id' must be a shape with one {number}"),
        ),
        (
            "[requirements.specifications]\nids = 1\n",
            ("FRZ203", 2, "Unknown key 'ids' in [requirements.specifications]."),
        ),
        ("[knowledge.decisions]\npaths = ['/nowhere/']\n", ("FRZ212", 2, "'/nowhere/' of 'knowledge.decisions.paths'")),
    ],
)
def test_mistake_in_a_table_of_a_language_is_a_finding(
    tmp_path: Path, text: str, expected: tuple[str, int, str]
) -> None:
    write(tmp_path, **{"attic.urd.md": "# Attic\n", "frieze.toml": text})
    with compile_source(tmp_path) as snapshot:
        (found,) = snapshot.diagnostics()
    assert (found.code, found.span.start_line) == expected[:2]
    assert expected[2] in found.message


def test_near_state_is_suggested(tmp_path: Path) -> None:
    text = '[knowledge.decisions]\nstatus = { "Gut" = "acepted" }\n'
    write(tmp_path, **{"attic.urd.md": "# Attic\n", "frieze.toml": text})
    with compile_source(tmp_path) as snapshot:
        assert [one.suggestion for one in snapshot.diagnostics()] == ["Did you mean 'accepted'?"]


def test_named_folder_holds_decisions_in_words_of_the_project(tmp_path: Path) -> None:
    words = '{ "angenommen" = "accepted", "Weg" = "deprecated" }'
    settings = f'[knowledge.decisions]\npaths = ["/beschluesse/"]\nstatus = {words}\n'
    files = {"beschluesse/scale.md": DECISION.format("Angenommen"), "beschluesse/tank.md": DECISION.format("weg")}
    others = {"other/scale.md": DECISION.format("Angenommen"), "beschluesse/scale.svg": "<svg/>"}
    write(tmp_path, **files, **others, **{"frieze.toml": settings})
    with compile_source(tmp_path) as snapshot:
        assert {one.entity: one.status for one in snapshot.facts(Decision)} == {
            "scale": "accepted",
            "tank": "deprecated",
        }
        assert not list(snapshot.diagnostics())
        assert snapshot.rows("SELECT path FROM file WHERE path LIKE '%.svg'") == []  # named, but no file of decisions


def test_named_file_holds_tasks(tmp_path: Path) -> None:
    issues = '[{"number": 1, "title": "x", "state": "OPEN", "url": "https://github.com/a/b/issues/1"}]'
    settings = '[knowledge.tasks]\npaths = ["/data/zz.json", "/woche/"]\n'
    write(
        tmp_path,
        **{"data/zz.json": issues, "data/yy.json": issues, "woche/42.md": "- [ ] Fegen\n", "frieze.toml": settings},
    )
    with compile_source(tmp_path) as snapshot:
        assert sorted((one.entity, one.format) for one in snapshot.facts(Task)) == [
            ("42#1", "checkbox"),
            ("a/b#1", "github"),
        ]


def test_word_of_the_project_decides_what_is_ready(tmp_path: Path) -> None:
    table = "ID,Team,Title,Status,Estimate,Cycle Name\nEN-1,E,A,Moored,,\nEN-2,E,B,Sunk,,\n"
    settings = '[knowledge.tasks]\nstatus = { Moored = "blocked", sunk = "done" }\n'
    write(tmp_path, **{"export.csv": table, "frieze.toml": settings})
    with compile_source(tmp_path) as snapshot:
        states = [(one.entity, one.is_ready, one.is_done) for one in snapshot.facts(WorkState)]
        assert states == [("EN-1", False, False), ("EN-2", False, True)]
        assert not list(snapshot.diagnostics())


def test_settings_that_change_are_read_again(tmp_path: Path) -> None:
    write(tmp_path, **{"beschluesse/scale.md": DECISION.format("Gut"), "frieze.toml": "exclude = []\n"})
    with compile_source(tmp_path) as snapshot:
        assert not list(snapshot.facts(Decision))
    table = '[knowledge.decisions]\npaths = ["/beschluesse/"]\nstatus = { Gut = "%s" }\n'
    for state in ("accepted", "superseded"):
        write(tmp_path, **{"frieze.toml": table % state})
        with compile_source(tmp_path) as snapshot:
            assert [one.status for one in snapshot.facts(Decision)] == [state]
