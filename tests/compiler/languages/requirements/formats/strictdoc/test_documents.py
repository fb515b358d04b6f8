"""Documents of StrictDoc: nodes, fields, relations, and each mistake at which the program stops."""

from compiler.languages.requirements.facts import CodeReference, Requirement
from compiler.languages.requirements.format_registry import BY_NAME
from compiler.languages.requirements.formats.records import ItemsFile
from tests.compiler.languages.requirements.sources import facts_of, fields, linked
from tests.compiler.tables import table

HEAD = "[DOCUMENT]\nTITLE: Tea\n\n"
GRAMMAR = """[GRAMMAR]
ELEMENTS:
- TAG: RULE
  FIELDS:
  - TITLE: UID
    TYPE: String
    REQUIRED: True
  - TITLE: MODE
    TYPE: SingleChoice(Hot, Cold)
    REQUIRED: False
  - TITLE: STATEMENT
    TYPE: String
    REQUIRED: False
  RELATIONS:
  - TYPE: Parent
  - TYPE: Parent
    ROLE: Refines

"""


def parsed(text: str, path: str = "a.sdoc") -> ItemsFile:
    found = BY_NAME["strictdoc"].parse(path, text)
    assert found is not None
    return found


def unread(text: str) -> list[tuple[int, str]]:
    return [(one.place.line, one.reason) for one in parsed(text).unread]


def test_node_has_fields_over_one_line_or_several() -> None:
    text = HEAD + (
        "[REQUIREMENT]\nUID: A\nSTATUS: Draft\nTITLE: T: t\nSTATEMENT: >>>\none\n\n[REQUIREMENT]\nUID: no\n<<<\n"
        "RATIONALE: why\nCOMMENT: c1\nCOMMENT: >>>\nc2\n<<<\n"
    )
    (one,) = parsed(text).items
    assert (one.id, one.status, one.title, one.level) == ("A", "Draft", "T: t", "REQUIREMENT")
    assert one.text == "one\n\n[REQUIREMENT]\nUID: no"
    assert one.fields == (("rationale", "why"), ("comment", "c1\n\nc2"))
    assert (one.first, one.last) == (4, 18)


def test_prose_and_sections_are_no_requirements_and_are_said() -> None:
    text = HEAD + (
        "[[SECTION]]\nTITLE: S\n\n[TEXT]\nSTATEMENT: x\n\n[REQUIREMENT]\nUID: A\n\n[[/SECTION]]\n\n"
        "[REQUIREMENT]\nUID: B\n"
    )
    first, second = parsed(text).items
    assert (dict(first.fields), dict(second.fields)) == ({"section": "S"}, {})


def test_options_and_views_of_a_document_are_no_fields_of_nodes() -> None:
    text = (
        "[DOCUMENT]\nTITLE: T\nOPTIONS:\n  ENABLE_MID: True\nVIEWS:\n- ID: V\n  TAGS:\n"
        "  - NAME: UID\n\n[REQUIREMENT]\nMID: m\n"
    )
    (one,) = parsed(text).items
    assert (one.id, unread(text)) == ("m", [])


def test_node_without_id_has_its_place() -> None:
    assert [one.id for one in parsed(HEAD + "[REQUIREMENT]\nTITLE: x\n", "doc/a.sdoc").items] == ["doc/a.sdoc:4"]


def test_older_brackets_and_references_are_read() -> None:
    text = HEAD + (
        "[SECTION]\nTITLE: S\n\n[FREETEXT]\nfree: text\n[/FREETEXT]\n\n[REQUIREMENT]\nUID: A\n"
        "REFS:\n- TYPE: Parent\n  VALUE: B\n\n[/SECTION]\n"
    )
    (one,) = parsed(text).items
    assert ([cited.target for cited in one.cites], unread(text)) == (["B"], [])


@table(
    ("role", "kind"),
    [("", "implements"), ("Refines", "refines"), ("Verifies", "verifies"), ("Test", "verifies"), ("X", "implements")],
)
def test_role_of_a_parent_is_the_kind_of_link(role: str, kind: str) -> None:
    said = f"  ROLE: {role}\n" if role else ""
    text = HEAD + f"[REQUIREMENT]\nUID: A\nRELATIONS:\n- TYPE: Parent\n  VALUE: B\n{said}\n[REQUIREMENT]\nUID: B\n"
    result = linked({"a.sdoc": text})
    assert [(one.source, one.kind, one.target) for one in result.links] == [("r:A", kind, "r:B")]


def test_relation_to_a_child_is_one_of_the_child() -> None:
    text = HEAD + (
        "[REQUIREMENT]\nUID: A\nRELATIONS:\n- TYPE: Child\n  VALUE: B\n- TYPE: File\n"
        "  VALUE: src/a.py\n- TYPE: File\n  PATH: src/b.py\n"
    )
    result = linked({"a.sdoc": text, "b.sdoc": HEAD + "[REQUIREMENT]\nUID: B\n"})
    assert [(one.source, one.target, one.span.file, one.span.start_line) for one in result.links] == [
        ("r:B", "r:A", "b.sdoc", 4)
    ]
    assert facts_of(result, Requirement)[0].statements["files"] == "src/a.py, src/b.py"


@table(
    ("node", "line", "reason"),
    [
        ("[RULE]\nUID: A\nMODE: Warm\n", 3, "MODE is one of Hot, Cold"),
        ("[RULE]\nUID: A\nCOLOUR: red\n", 3, "the grammar of the document has no field COLOUR in RULE"),
        ("[RULE]\nMODE: Hot\n", 1, "it has no UID, which the grammar of the document requires"),
        ("[RULE]\nUID: A\nSTATEMENT: x\nMODE: Hot\n", 4, "MODE stands behind a field that it must stand before"),
        ("[LAW]\nUID: A\n", 1, "the grammar of the document has no LAW"),
        ("[RULE]\nUID: A\nRELATIONS:\n- TYPE: Parent\n  VALUE: B\n  ROLE: X\n", 5,
         "the grammar of the document has no relation Parent / X in RULE"),
        ("[RULE]\nUID: A\nRELATIONS:\n- TYPE: Parent\n", 4, "a relation has a TYPE and a VALUE"),
        ("[RULE]\nUID: A\nfree text\n", 3, "it is neither a field nor a node"),
        ("[RULE]\nUID: A\nSTATEMENT: >>>\ntext\n", 3, "no <<< ends it"),
        ("[RULE]\nUID: A\n\n[[/RULE]]\n", 4, "no RULE is open"),
        ("[RULE]\nUID: A\nSTATEMENT: >>>\nx\n\n[RULE]\nUID: B\nSTATEMENT: >>>\ny\n<<<\n", 6,
         "it stands in the text that begins in line 17: is <<< missing?"),
    ],
)  # fmt: skip
def test_mistake_is_said_and_costs_no_other_node(node: str, line: int, reason: str) -> None:
    before = (HEAD + GRAMMAR).count("\n")
    assert before == 21 or not reason.startswith("it stands")
    reason = reason.replace("line 17", f"line {before + 3}")
    text = HEAD + GRAMMAR + node + "\n[RULE]\nUID: Z\nMODE: TBD\n"
    assert unread(text) == [(before + line, reason)]
    assert "Z" in [one.id for one in parsed(text).items]


def test_grammar_of_another_file_is_not_held_against_nodes() -> None:
    assert unread(HEAD + "[GRAMMAR]\nIMPORT_FROM_FILE: g.sgra\n\n[LAW]\nCOLOUR: red\n") == []


def test_page_counts_only_in_a_project_of_the_program() -> None:
    page = (
        "# Doc\n\n## A\n\n**UID**: A \\\n**Status**: Draft \\\n**Relations**:\n"
        "- **Type**: Parent \\\n  **ID**: B \\\n  **Role**: Refines\n\nShall.\n\n"
        "**Rationale**: why\n\n```\n**Comment**: code\n```\n\n## B\n\n**UID**: B\n\n## C\n\ntext\n"
    )
    assert linked({"a.md": page}).facts == []
    result = linked({"a.md": page, "strictdoc_config.py": "x = 1\n"})
    assert fields(result, Requirement, "requirement name status") == [("A", "A", "Draft"), ("B", "B", "Unknown")]
    first = facts_of(result, Requirement)[0]
    assert first.statements["rationale"] == "why\n\n```\n**Comment**: code\n```"
    assert [(one.kind, one.target, one.span.start_line) for one in result.links] == [("refines", "r:B", 9)]


def test_page_has_nodes_without_headings_in_a_section() -> None:
    page = (
        "# D\n\n## S\n\n**Type**: SECTION\n\n**Type**: REQUIREMENT \\\n**UID**: A\n\nOne.\n\n"
        "**Type**: RULE \\\n**UID**: B\n\nTwo.\n"
    )
    found = parsed(page, "a.md").items
    assert [(one.id, one.level, one.text, dict(one.fields)) for one in found] == [
        ("A", "REQUIREMENT", "One.", {"section": "S"}),
        ("B", "RULE", "Two.", {"section": "S"}),
    ]


CODE = """# @relation(A, B, scope=range_start)
x = 1
# @relation(A, B, scope=range_end)
# @relation(A,
#           B, scope=line, role=Unit test)
# @relation(skip, scope=line)
# @sdoc[A]
@relation(User)
# @relation(A, scope=here)
"""


def test_marker_cites_each_node_that_it_names() -> None:
    found = parsed(CODE, "src/a.py")
    assert [(one.kind, one.cited.target, one.cited.place.line, one.cited.place.column) for one in found.tags] == [
        ("Implementation", "A", 1, 13),
        ("Implementation", "B", 1, 16),
        ("Unit test", "A", 4, 13),
        ("Unit test", "B", 5, 13),
        ("Implementation", "A", 7, 9),
    ]
    assert [one.place.line for one in found.unread] == [9]
    assert [one.kind for one in parsed(CODE.replace("Unit test", "x"), "tests/a.py").tags][:1] == ["Test"]
    assert len(parsed("/// @relation(A)\n", "src/a.rs").tags) == 1


def test_marker_in_a_test_function_is_a_citation_of_that_test() -> None:
    code = 'def test_a() -> None:\n    """\n    @relation(A, scope=function)\n    """\n'
    result = linked(
        {
            "a.sdoc": HEAD + "[REQUIREMENT]\nUID: A\n",
            "tests/test_a.py": code,
            "src/b.py": "# @relation(X, scope=line)\n",
        }
    )
    assert ("r:test/tests/test_a.py::test_a", "verifies", "r:A") in [
        (one.source, one.kind, one.target) for one in result.links
    ]
    assert [one.code for one in facts_of(result, CodeReference)] == ["src/b.py:1"]
    assert [one.statements["source_files"] for one in facts_of(result, Requirement)] == [["tests/test_a.py"]]
    assert [one.code for one in result.diagnostics] == ["REQ301"]


@table("line", ["STATEMENT: >>>", "[[SECTION]]", "[[/SECTION]]", "- TYPE: Parent", "@relation(" * 20])
def test_many_lines_take_linear_time(line: str) -> None:
    assert parsed(HEAD + f"[REQUIREMENT]\nUID: A\n{line}\n" * 3_000).items


def test_grammar_of_another_file_is_held_against_nodes() -> None:
    text = HEAD + "[GRAMMAR]\nIMPORT_FROM_FILE: ../g.sgra\n\n[RULE]\nUID: A\nMODE: Warm\n\n[LAW]\nUID: B\n"
    result = linked({"doc/a.sdoc": text, "g.sgra": GRAMMAR})
    assert [(one.code, one.span.start_line, one.message.partition(": ")[2]) for one in result.diagnostics] == [
        ("REQ601", 9, "Warm' is read as text: MODE is one of Hot, Cold."),
        ("REQ601", 11, "the grammar of the document has no LAW."),
    ]
    missing = linked({"doc/a.sdoc": text})
    assert [(one.span.start_line, one.message) for one in missing.diagnostics] == [
        (5, "'IMPORT_FROM_FILE: ../g.sgra' is read as text: no grammar is in g.sgra.")
    ]


def test_ids_are_unique_within_a_project_alone() -> None:
    document = HEAD + "[REQUIREMENT]\nUID: A\n\n[REQUIREMENT]\nUID: B\nRELATIONS:\n- TYPE: Parent\n  VALUE: A\n"
    files = {"x/a.sdoc": document, "y/a.sdoc": document, "y/b.py": "# @relation(A, scope=file)\n"}
    assert [one.code for one in linked(files).diagnostics] == ["REQ207", "REQ207"]
    result = linked(files | {"x/strictdoc.toml": "", "y/strictdoc.toml": ""})
    assert result.diagnostics == []
    assert [(one.source, one.target) for one in result.links] == [
        ("r:B", "r:A"),
        ("r:y/B", "r:y/A"),
        ("r:code/y/b.py:1", "r:y/A"),
    ]
