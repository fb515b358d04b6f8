"""What `frieze.toml` says of requirements: pages, ids, levels, and what statuses mean."""

from collections.abc import Mapping

from compiler.languages.requirements.configuration.stated import mistakes
from compiler.languages.requirements.facts import BrokenReference, Requirement
from compiler.model.language import Linked
from tests.compiler.languages.requirements.sources import facts_of, fields, linked, requirement
from tests.compiler.tables import table


def compiled(table: str, files: Mapping[str, str]) -> Linked:
    return linked({**files, "frieze.toml": f"[requirements.specifications]\n{table}\n"})


def page(*ids: str, **fields: str) -> str:
    return "".join(requirement(one, "It SHALL hold.", end=None, **fields) for one in ids)


@table(
    ("table", "header", "found"),
    [
        ('id = "LH-{level}{number}"\nlevels = { "Kunde" = "k" }', "LH-k12", ["LH-k12"]),
        ('id = "LH-{level}{number}"\nlevels = { "Kunde" = "k" }', "LH-x12", []),
        ('id = "LH-{number}"', "LH-0012", ["LH-0012"]),
        ('id = "LH-{number:4}"', "LH-12", ["LH-0012"]),
        ('id = "LH-SYS-{number}"', "LH-SYS-7", ["LH-SYS-7"]),
        ('id = "LH-SYS-{number}"', "LH-7", []),
        ('id = "LH.{level}-{number}"\nlevels = { "K" = "KU" }', "LH.KU-7", ["LH.KU-7"]),
        ('id = "{level}-{number}"\nlevels = { "K" = "KU" }', "KU-7", ["KU-7"]),
        ('id = "ANF{number}"', "ANF0012", ["ANF0012"]),
        ('id = "LH-{name}"', "LH-open-gate", ["LH-open-gate"]),
        ('id = "LH-{number}"\nnumber = "[0-9]{2}[a-z]?"', "LH-12b", ["LH-12b"]),
        ('id = "LH-{number}"\nnumber = "[0-9]{2}[a-z]?"', "LH-123", []),
    ],
)
def test_id_has_the_shape_that_is_stated(table: str, header: str, found: list[str]) -> None:
    result = compiled(table, {"a.md": page(header)})
    assert [one.requirement for one in facts_of(result, Requirement)] == found


def test_levels_and_words_of_statuses_are_those_that_are_stated() -> None:
    table = (
        'id = "LH-{level}{number}"\nlevels = { "Kunde" = "k", "System" = "s" }\n'
        'status = { "Freigegeben" = "active", "Entwurf" = "provisional", "active" = "retired" }'
    )
    pages = {
        "a.md": page("LH-k1", level="Kunde", status="Freigegeben") + page("LH-s2", level="s", status="Entwurf"),
        "b.md": page("LH-s3", level="System", status="Active", implements="LH-k1, LH-k9"),
    }
    result = compiled(table, pages)
    assert fields(result, Requirement, "requirement level role") == [
        ("LH-k1", "Kunde", "active"),
        ("LH-s2", "System", "provisional"),
        ("LH-s3", "System", "retired"),
    ]
    assert fields(result, BrokenReference, "target") == [("LH-k9",)]


def test_pages_that_are_not_named_state_nothing() -> None:
    pages = {"lastenheft/a.md": page("REQ-p00001"), "entwurf/b.md": page("REQ-p00002")}
    assert len(facts_of(linked(pages), Requirement)) == 2
    result = compiled('paths = ["/lastenheft/"]', pages)
    assert [one.requirement for one in facts_of(result, Requirement)] == ["REQ-p00001"]


def test_words_count_for_inferred_ids_too() -> None:
    pages = {"a.md": page("HAR-d00001", "HAR-d00002", level="DEV", status="Entwurf", implements="HAR-d00003")}
    (role,) = {one.role for one in facts_of(linked(pages), Requirement)}
    (stated,) = {one.role for one in facts_of(compiled('status = { "entwurf" = "provisional" }', pages), Requirement)}
    assert (role, stated) == ("active", "provisional")


def test_table_goes_before_settings_of_elspais_in_its_folder() -> None:
    own = '[project]\nnamespace = "HAR"\n[levels.sys]\nrank = 1\nletter = "s"\nimplements = ["sys"]\n'
    pages = {"spec/a.md": page("LH-7") + page("HAR-s00001"), ".elspais.toml": own}
    pages |= {"sub/.elspais.toml": own, "sub/spec/a.md": page("HAR-s00002")}
    result = compiled('id = "LH-{number}"', pages)
    assert sorted(one.requirement for one in facts_of(result, Requirement)) == ["HAR-s00002", "LH-7"]


@table(
    ("values", "wrong"),
    [
        ({}, []),
        ({"id": "LH-{number}"}, []),
        ({"id": "LH"}, ["id"]),
        ({"id": "LH-{number}{name}"}, ["id"]),
        ({"id": "LH {number}"}, ["id"]),
        ({"id": "LH-{nummer}"}, ["id"]),
        ({"id": "LH-{number:40}"}, ["id"]),
        ({"id": 1}, ["id"]),
        ({"id": "LH-{number}", "number": "(a"}, ["number"]),
        ({"id": "LH-{number}", "number": "(?P<a>[0-9])"}, ["number"]),
        ({"id": "LH-{number}", "number": "[0-9]" * 100}, ["number"]),
        ({"number": "[0-9]"}, ["number"]),
        ({"levels": {"K": 1}}, ["levels"]),
        ({"levels": ["K"]}, ["levels"]),
    ],
)
def test_mistake_in_the_table_is_told(values: dict[str, object], wrong: list[str]) -> None:
    assert [key[0] for key, _ in mistakes("specifications", values)] == wrong
