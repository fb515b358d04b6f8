"""The formats of a source in `get_snapshot_info`: each with its language, a file, and what proves it."""

from pathlib import Path
from shutil import copytree

import orjson

from harness.fuzz.format_samples import PROPOSALS
from queries import answer
from tests.closing import compile_source
from tests.compiler.written import written
from tests.paths import ROOT
from tests.queries.asking import Json, ask

MAX_SIZE = 1_500  # of the answer without files


def information(source: Path, **arguments: bool) -> Json:
    with compile_source(source) as snapshot:
        if snapshot.sources:  # its schema has fields of workspaces
            return answer(snapshot, "get_snapshot_info", arguments)
        return ask(snapshot, "get_snapshot_info", **arguments)


def test_format_of_requirements_is_named_with_the_line_that_proves_it(tmp_path: Path) -> None:
    found = information(written(tmp_path, {"doc/a.md": "# Boiling\n`req~boiling~1`\n\nThe kettle boils.\n"}))
    assert found["formats"][0].startswith("requirements: openfasttrace: doc/a.md:2: a line begins with")


def test_formats_of_proposals_are_named_with_their_own_reasons(tmp_path: Path) -> None:
    found = information(written(tmp_path, PROPOSALS), files=True)["formats"]
    names = ["arc42", "eip", "kep", "otep", "pep", "rfc", "sep", "structurizr", "y-statement"]
    assert [line.split(": ")[1] for line in found if line.startswith("knowledge: ")] == names
    assert "knowledge: kep: keps/0007-gates/kep.yaml: it is named 'kep.yaml'" in found


def test_formats_of_one_name_are_proven_by_their_own_language() -> None:
    found = information(ROOT / "worlds" / "kite-loft", files=True)["formats"]
    kiro = {line.partition(":")[0]: line.split(": ")[2] for line in found if line.split(": ")[1] == "kiro"}
    assert kiro == {
        "instructions": ".kiro/steering/loft.md",
        "requirements": ".kiro/specs/loft-door/design.md:5",
        "knowledge": ".kiro/specs/loft-door/tasks.md",
    }


def test_languages_of_one_format_name_none(tmp_path: Path) -> None:
    assert "formats" not in information(written(tmp_path, {"a.md": "# Tea\n", "b.mmd": "graph TD\n  a --> b\n"}))


def test_proofs_give_way_to_counts_where_there_is_no_room(tmp_path: Path) -> None:
    source = written(tmp_path, PROPOSALS)
    for sample in ("kite-loft", "cider-mill"):
        copytree(ROOT / "worlds" / sample, source, dirs_exist_ok=True)
    short, whole = information(source), information(source, files=True)
    assert len(orjson.dumps(short)) <= MAX_SIZE
    proven = [line for line in short["formats"] if line in whole["formats"]]
    counted = short["formats"][len(proven) :]
    assert short["formats"][: len(proven)] == proven
    assert counted
    assert all(line.endswith((" file", " files")) for line in counted)
    assert len(short["formats"]) == len(whole["formats"])


def test_formats_are_counted_where_even_their_names_have_no_room(tmp_path: Path) -> None:
    names = [f"a-source-with-a-long-name-{number:02}" for number in range(10)]
    for name in names:
        written(tmp_path / name, PROPOSALS)
    stated = "".join(f'[[source]]\nname = "{name}"\npath = "{name}"\n' for name in names)
    source = written(tmp_path, {"frieze.toml": stated})
    short, whole = information(source), information(source, files=True)
    assert len(short["formats"]) + short["more_formats"] == len(whole["formats"])
    assert all(line.split(": ")[2].startswith("a-source-with-a-long-name-00/") for line in whole["formats"])
