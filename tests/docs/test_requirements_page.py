"""`docs/requirements.md` names only codes that exist, and its first example compiles without diagnostics."""

import re
from pathlib import Path

from compiler.languages.requirements import codes
from compiler.languages.requirements.facts import Assertion, Requirement
from tests.closing import compile_source
from tests.compiler.tables import table
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "requirements.md").read_text("utf-8")
[EXAMPLE] = re.findall(r"```requirement\n(.*?)```", PAGE, re.DOTALL)


def test_requirements_page_example_has_no_diagnostics(tmp_path: Path) -> None:
    (tmp_path / "kettle.md").write_text(EXAMPLE, "utf-8")
    for source in (tmp_path, tmp_path / "kettle.md"):
        snapshot = compile_source(source)
        assert [one.message for one in snapshot.diagnostics()] == []
        assert (snapshot.count(Requirement), snapshot.count(Assertion)) == (2, 3)
        assert [one.hash_algorithm for one in snapshot.facts(Requirement)] == ["sorted", "sorted"]


@table("code", sorted(set(re.findall(r"REQ\d{3}(?:-[a-z]+)*", PAGE))))
def test_requirements_page_codes_exist(code: str) -> None:
    assert code in {one.code for one in codes.CODES}
