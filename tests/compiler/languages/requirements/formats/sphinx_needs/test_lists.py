"""Needs that are not written as a directive each: those of lists, and those that are imported."""

import json

from compiler.languages.requirements.facts import Requirement
from tests.compiler.languages.requirements.formats.sphinx_needs.trees import CONF, items, settled, unread
from tests.compiler.languages.requirements.sources import facts_of, linked

LIST = """.. list2need::
   :types: req, spec
   :links-down: links
   :tags: A

   * (REQ_AA) Ring. Loud
     and :np:`(1) long`.

     ((status="open", tags="B"))
     * Strike it ((links='REQ_ZZ'))
     * (SPEC_BB)Swing it

   * Second
"""


def test_lines_of_a_list_are_needs() -> None:
    found = items(LIST)
    assert [(one.level, one.id, one.title, one.status, one.first, one.last) for one in found] == [
        ("req", "REQ_AA", "Ring", "open", 6, 9),
        ("spec", "S_1358D", "Strike it", "", 10, 10),
        ("spec", "SPEC_BB", "Swing it", "", 11, 11),
        ("req", "R_2A4BC", "Second", "", 13, 13),
    ]
    assert found[0].text == "Loud\nand :np:`(1) long`."
    assert [(one.label, one.text) for one in found[0].needs] == [("1", "long")]
    assert [dict(one.fields)["tags"] for one in found] == ["B,A", "A", "A", "A"]


def test_needs_of_a_list_link_down_and_stand_in_one_another() -> None:
    found = items(LIST)
    assert [[(one.kind, one.target) for one in each.cites] for each in found] == [
        [("implements", "S_1358D"), ("implements", "SPEC_BB")],
        [("implements", "REQ_ZZ"), ("refines", "REQ_AA")],
        [("refines", "REQ_AA")],
        [],
    ]
    alone = items(LIST.replace(":tags: A", ":presentation: standalone"))
    assert [len(each.cites) for each in alone] == [2, 1, 0, 0]


def test_delimiter_ends_a_title() -> None:
    page = ".. list2need::\n   :types: req\n   :delimiter: ;\n\n   * (REQ_AA) v. 1; text\n"
    assert [(one.title, one.text) for one in items(page)] == [("v. 1", "text")]


EXPORT = json.dumps(
    {
        "current_version": "1",
        "versions": {
            "1": {
                "needs": {
                    "REQ_A": {"id": "REQ_A", "type": "req", "title": "A", "links": ["REQ_B", "OTHER"], "tags": ["x"]},
                    "REQ_B": {"id": "REQ_B", "type": "req", "title": "B", "links": [], "tags": []},
                }
            }
        },
    }
)


def test_import_takes_the_needs_of_an_export() -> None:
    page = (
        ".. needimport:: data/parts_needs.json\n   :tags: in\n   :id_prefix: P_\n   :filter: 'x' in tags\n\n"
        '.. needextend:: "in" in tags\n   :status: open\n\n.. req:: B\n   :id: REQ_B\n'
    )
    files = {"conf.py": CONF, "index.rst": page, "data/parts_needs.json": EXPORT}
    found = {one.id: one for each in settled(files) for one in each.items}
    assert list(found) == ["P_REQ_A", "REQ_B"]
    one = found["P_REQ_A"]
    assert (one.status, dict(one.fields)["tags"]) == ("open", "x, in")
    assert [each.target for each in one.cites] == ["P_REQ_B", "OTHER"]
    assert unread(".. needimport:: gone.json\n") == [(1, "no export of this name is read")]


def test_ids_are_unique_within_a_project_alone() -> None:
    page = ".. req:: A\n   :id: REQ_A\n\n   :np:`(1) part`\n\n.. spec:: B\n   :id: SPEC_B\n   :links: REQ_A.1\n"
    extend = "\n.. needextend:: REQ_A\n   :status: open\n"
    files = {"a/conf.py": CONF, "a/index.rst": page, "b/conf.py": CONF, "b/index.rst": page + extend}
    result = linked(files)
    assert result.diagnostics == []
    assert [(one.requirement, one.status) for one in facts_of(result, Requirement)] == [
        ("REQ_A", "Unknown"),
        ("SPEC_B", "Unknown"),
        ("b/REQ_A", "open"),
        ("b/SPEC_B", "Unknown"),
    ]
    found = [(one.source, one.target) for one in result.links if one.kind == "implements"]
    assert found == [("r:SPEC_B", "r:REQ_A/1"), ("r:b/SPEC_B", "r:b/REQ_A/1")]
    root = linked({"conf.py": CONF, "index.rst": page, "a/conf.py": CONF, "a/index.rst": page})
    assert [one.requirement for one in facts_of(root, Requirement)] == ["a/REQ_A", "a/SPEC_B", "REQ_A", "SPEC_B"]
