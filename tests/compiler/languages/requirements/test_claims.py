"""Which files the language claims, by their names."""

from compiler.languages.requirements.claims import claims, imports
from tests.compiler.tables import table


@table(
    "path",
    ["spec/a.md", "spec/A.MD", "a.markdown", "out/junit.xml", "out/JUNIT.XML", "src/a.py", "src/A.PY", "Makefile"],
)
def test_claims_ignores_the_case_of_suffixes(path: str) -> None:
    assert claims(path)


@table("path", ["garden.urd.md", "garden.URD.MD", "a.png", "a.txt", "makefile"])
def test_claims_leaves_out_other_files(path: str) -> None:
    assert not claims(path)


def test_imports_are_the_configuration_beside_a_file() -> None:
    [found] = imports("spec/a.md", None)
    assert found.folder == "spec"
    assert [name for name in (".elspais.toml", ".elspais.local.toml", "b.md") if found.accepts(name)] == [
        ".elspais.toml",
        ".elspais.local.toml",
    ]
