"""Roles: which files are parsed again once the configuration is known, and what that changes."""

from compiler.languages.requirements.declaration import REQUIREMENTS
from compiler.languages.requirements.records import MarkdownFile, native_units
from compiler.languages.requirements.syntax.markdown import HeaderCorrections
from compiler.languages.requirements.syntax.roles import EXPECTED_RESULTS
from tests.compiler.languages.requirements.sources import NEWER, OLDER, SPEC, parsed, requirement

CONFIG = ".elspais.toml"
OWN = requirement("REQ-p00001", "It SHALL.")
FOREIGN = "## FOO-12: Not ours\n\nText.\n"
NEAR = "##REQ-p00002: Near\n"


def roles(files: dict[str, str]) -> dict[str, str]:
    """The roles of files given as text."""
    units = {path: REQUIREMENTS.parse(path, text).unit for path, text in files.items()}
    outlines = {path: REQUIREMENTS.outline(path, unit) for path, unit in units.items() if unit is not None}
    return dict(REQUIREMENTS.further(files, outlines))


def test_roles_none_where_all_headers_are_own() -> None:
    assert roles({SPEC: OWN}) == {}
    assert roles({CONFIG: NEWER, SPEC: OWN}) == {}


def test_roles_name_foreign_headers_of_specifications() -> None:
    text = OWN + FOREIGN
    line = OWN.count("\n") + 1
    assert roles({SPEC: text}) == {SPEC: HeaderCorrections(foreign=(line,)).role()}
    assert roles({CONFIG: NEWER, SPEC: text, "docs/b.md": text}) == {SPEC: HeaderCorrections(foreign=(line,)).role()}


def test_roles_accept_near_headers_in_the_older_layout_only() -> None:
    files = {SPEC: NEAR + OWN}
    assert roles({CONFIG: OLDER} | files) == {SPEC: HeaderCorrections(accepted=(1,)).role()}
    assert roles({CONFIG: NEWER} | files) == {}


def test_roles_name_files_that_should_hold_results() -> None:
    config = f'version = 4\n{NEWER}[[scanning.test.targets]]\nresults = "out/*.xml"\n'
    files = {CONFIG: config, "out/a.xml": "<a/>", "out/b.xml": "<testsuite/>", "c.xml": "<a/>"}
    assert roles(files) == {"out/a.xml": EXPECTED_RESULTS}
    units, findings = parsed(files)
    assert list(units) == [CONFIG, "out/b.xml"]
    assert [(one.code, one.span.file) for one in findings] == [("REQ104", "out/a.xml")]


def test_corrected_file_keeps_its_foreign_headers_for_the_linker() -> None:
    units, _ = parsed({SPEC: OWN + FOREIGN})
    unit = native_units(units)[SPEC]
    assert isinstance(unit, MarkdownFile)
    assert [one.id for one in unit.blocks] == ["REQ-p00001"]
    assert [(one.id, one.range.first) for one in unit.foreign_headers] == [("FOO-12", OWN.count("\n") + 1)]
