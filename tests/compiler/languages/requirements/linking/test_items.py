"""Items of other formats among the facts: tests and code that cite them, examples, and projects of two formats."""

from pathlib import Path

from compiler import compile_source
from compiler.languages.requirements.facts import (
    CodeReference,
    Reference,
    Requirement,
    RequirementCoverage,
    RequirementProject,
    Test,
)
from tests.compiler.languages.requirements.formats.reqif.documents import document, simple
from tests.compiler.languages.requirements.sources import facts_of, fields, linked, requirement

ITEM = "# Boiling\n`req~boiling~1`\n\nThe kettle boils.\n\nNeeds: impl, utest\n"
TEST = "# [utest->req~boiling~1]\ndef test_boils():\n    assert True\n\n\ndef test_sings():\n    assert True\n"
RESULTS = '<testsuite><testcase classname="tests.test_kettle" name="test_boils"/></testsuite>'


def test_tag_at_a_test_is_a_citation_of_the_test_with_its_results() -> None:
    result = linked({"doc/a.md": ITEM, "tests/test_kettle.py": TEST, "out/junit.xml": RESULTS})
    assert fields(result, Test, "test requirements outcome") == [
        ("tests/test_kettle.py::test_boils", ("req~boiling~1",), "passed"),
        ("tests/test_kettle.py::test_sings", (), ""),
    ]
    assert fields(result, RequirementCoverage, "tested passing tests") == [
        (("utest",), ("utest",), ("tests/test_kettle.py::test_boils",))
    ]


def test_tag_elsewhere_is_code_with_its_function() -> None:
    code = "// [impl->req~boiling~1] [impl->req~boiling~1]\nvoid boil(void) {\n}\n"
    result = linked({"doc/a.md": ITEM, "src/a.c": code})
    assert fields(result, CodeReference, "code keyword written function requirements") == [
        ("src/a.c:1", "implements", "impl->req~boiling~1", "boil", ("req~boiling~1",)),
        ("src/a.c:1#2", "implements", "impl->req~boiling~1", "boil", ("req~boiling~1",)),
    ]


def test_citations_of_several_formats_in_one_line_are_code_each() -> None:
    spec = "# A\n## Requirements\n### Requirement: Boil\nIt SHALL boil.\n"
    code = "# Implements: REQ-p00001 [impl->req~boiling~1] Requirement: Boil\ndef boil(): ...\n"
    files = {
        "spec/a.md": requirement("REQ-p00001", "It SHALL boil."),
        "doc/a.md": ITEM,
        "openspec/specs/tea/spec.md": spec,
        "src/a.py": code,
    }
    assert fields(linked(files), CodeReference, "code requirements") == [
        ("src/a.py:1", ("REQ-p00001",)),
        ("src/a.py:1#2", ("req~boiling~1",)),
        ("src/a.py:1#3", ("tea/boil",)),
    ]


def test_file_of_exchange_that_repeats_another_format_is_a_copy() -> None:
    rule = "[DOCUMENT]\nTITLE: Tea\n\n[REQUIREMENT]\nUID: TEA-1\nSTATEMENT: >>>\nIt boils.\n<<<\n"
    code = "// Implements: TEA-1\nvoid boil(void) {\n}\n"
    for text, ids in (("It  boils.", ["TEA-1"]), ("It sings.", ["TEA-1", "TEA-1#tea"])):
        result = linked({"tea.sdoc": rule, "tea.reqif": document(simple("o", "TEA-1", text)), "src/a.c": code})
        assert [one for (one,) in fields(result, Requirement, "requirement")] == ids
        assert [link.target for link in result.links if link.kind == "implements"] == [f"r:{one}" for one in ids]
        copies = [one for one in result.diagnostics if "taken for a copy" in one.message]
        assert [(one.severity, one.span.file) for one in copies] == [("info", "tea.reqif")] * (len(ids) == 1)


def test_list_beside_more_requirements_of_a_tool_states_some_where_it_is_sure_to() -> None:
    tool = "".join(f"# Boiling\n`req~boiling-{number}~1`\n\nIt boils.\n\n" for number in range(6))
    related = "# Kettle\n\n## Related requirements\n\n- REQ-1: Whistling\n- REQ-2: Pouring\n"
    others = {
        "doc/srs.md": "# Requirements\n\n- LAMP-1: It glows.\n- LAMP-2: It hums.\n",
        "doc/plan.md": "# Plan\n\n## Requirements\n\n- **REQ-3**: It shall sing.\n",
    }
    found = [[str(one) for (one,) in fields(linked(files | {"README.md": related}), Requirement, "requirement")]
             for files in ({"doc/a.md": tool}, {"doc/a.md": tool, **others}, others)]  # fmt: skip
    assert [[one for one in ids if "~" not in one] for ids in found] == [
        [], ["REQ-3", "LAMP-1", "LAMP-2"], ["REQ-1", "REQ-2", "REQ-3", "LAMP-1", "LAMP-2"]
    ]  # fmt: skip


def test_tags_alone_make_no_project() -> None:
    assert linked({"src/a.c": "// [impl->req~boiling~1]\n", "a.md": "# Tea\n"}).facts == []


def test_source_may_have_two_formats() -> None:
    result = linked({"spec/a.md": requirement("REQ-p00001", "It SHALL boil."), "spec/b.md": ITEM})
    assert fields(result, Requirement, "requirement format") == [
        ("REQ-p00001", "elspais"),
        ("req~boiling~1", "openfasttrace"),
    ]
    (project,) = facts_of(result, RequirementProject)
    assert [(one["format"], one["requirements"]) for one in project.formats] == [("openfasttrace", 1)]
    assert project.formats[0]["reason"].startswith("spec/b.md:2: ")
    assert project.assertions["total"] == 3


def test_page_may_have_both_formats() -> None:
    result = linked({"spec/a.md": requirement("REQ-p00001", "It SHALL boil.") + "\n# Boiling\n`req~boiling~1`\n"})
    assert [one.requirement for one in facts_of(result, Requirement)] == ["REQ-p00001", "req~boiling~1"]


def test_item_without_a_title_is_titled_by_its_text() -> None:
    result = linked({"doc/a.md": "`req~boiling~1`\n\nThe kettle boils.\nFast.\n\n`req~cold~1`\n"})
    assert fields(result, Requirement, "name") == [("The kettle boils.",), ("req~cold~1",)]


def test_citation_says_what_the_tag_is() -> None:
    result = linked({"doc/a.md": ITEM, "tests/test_kettle.py": TEST})
    assert fields(result, Reference, "source_kind edge_kind label written") == [
        ("test", "verifies", "utest", "utest->req~boiling~1")
    ]


def test_citation_of_what_a_template_states_leads_there(tmp_path: Path) -> None:
    conf = "extensions = ['sphinx_needs']\nneeds_types = [dict(directive='req', title='R', prefix='R_')]\n"
    plan = ".. req:: Plan\n   :id: R_PLAN\n   :links: R_FORM, R_GONE\n\n   Text.\n"
    form = ".. req:: The form of a plan\n   :id: R_FORM\n\n   Text.\n"
    files = {"doc/conf.py": conf, "doc/index.rst": plan, "doc/plan_template.rst": form}
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    with compile_source(tmp_path) as snapshot:
        assert snapshot.rows("SELECT path FROM file WHERE example IS NOT NULL") == [("doc/plan_template.rst",)]
        assert [(one.code, one.message) for one in snapshot.diagnostics()] == [
            ("REQ301", "R_PLAN implements R_GONE, and there is none.")
        ]
        assert [(one.source, one.requirement) for one in snapshot.facts(Reference)] == [("R_PLAN", "R_FORM")]
