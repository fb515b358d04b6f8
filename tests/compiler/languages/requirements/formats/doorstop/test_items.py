"""Items and documents of Doorstop: which files are items, and what they say."""

from compiler.languages.requirements.facts import (
    Assertion,
    BrokenReference,
    CodeReference,
    Requirement,
    RequirementCoverage,
)
from compiler.languages.requirements.formats.doorstop.parse import parse
from tests.compiler.languages.requirements.formats.doorstop.trees import DOCUMENT, tree
from tests.compiler.languages.requirements.sources import facts_of, fields, linked, links
from tests.compiler.tables import table


def test_item_has_header_text_place_and_further_attributes() -> None:
    text = "header: |\n  Boiling\nlevel: 1.2\ntext: |\n  It boils.  \n\n  Fast.\ninvented-by: Ann\nderived: true\n"
    (item,) = facts_of(linked(tree(REQ001=text)), Requirement)
    assert (item.requirement, item.name, item.level, item.status) == ("REQ001", "Boiling", "REQ", "active")
    assert item.text == "It boils.\n\nFast."
    said = {name: item.statements[name] for name in ("position", "derived", "invented-by")}
    assert said == {"position": "1.2", "derived": "true", "invented-by": "Ann"}


@table(
    ("text", "status", "role"),
    [
        ("text: a\n", "active", "active"),
        ("active: false\ntext: a\n", "inactive", "retired"),
        ("normative: false\ntext: a\n", "non-normative", "aspirational"),
    ],
)
def test_item_may_be_inactive_or_not_normative(text: str, status: str, role: str) -> None:
    assert fields(linked(tree(REQ001=text)), Requirement, "status role") == [(status, role)]


def test_heading_is_titled_by_its_text() -> None:
    assert fields(linked(tree(REQ001="normative: false\nlevel: 1.0\ntext: |\n  # Why\n")), Requirement, "name") == [
        ("Why",)
    ]


def test_item_needs_a_link_of_each_child_document() -> None:
    result = linked(tree(REQ001="text: a\n", TST001="links: [REQ001]\ntext: t\n"))
    assert [one.assertion for one in facts_of(result, Assertion)] == ["REQ001/LLR", "REQ001/TST"]
    assert links(result, "implements") == ["TST001 implements REQ001/TST"]


@table("path", ["req/NOTE.yml", "other/REQ002.yml", "REQ003.yml"])
def test_file_outside_of_a_document_or_without_a_number_is_no_item(path: str) -> None:
    result = linked(tree(REQ001="text: a\n") | {path: "text: b\n"})
    assert fields(result, Requirement, "requirement") == [("REQ001",)]


def test_items_lie_below_the_folder_of_their_document_too() -> None:
    result = linked(tree() | {"req/sub/REQ002.yml": "text: b\n"})
    assert fields(result, Requirement, "requirement level") == [("REQ002", "REQ")]


def test_document_may_be_taken_out() -> None:
    assert facts_of(linked(tree(REQ001="text: a\n") | {"req/.doorstop.skip": ""}), Requirement) == []


def test_yaml_without_documents_is_of_no_format() -> None:
    assert linked({"a/REQ001.yml": "text: a\n", "a/page.md": "# Tea\n"}).facts == []


def test_item_that_is_no_yaml_costs_itself() -> None:
    result = linked(tree(REQ001="text: a\n", REQ002="links: [\ntext: b\n"))
    assert fields(result, Requirement, "requirement") == [("REQ001",)]
    assert [one.code for one in result.diagnostics if one.span.file == "req/REQ002.yml"] == ["REQ601"]


def pages(**items: str) -> dict[str, str]:
    """The tree with REQ in markdown, and its items."""
    files = tree() | {"req/.doorstop.yml": DOCUMENT.format("REQ") + "  itemformat: markdown \n"}
    return files | {f"req/{uid}.md": text for uid, text in items.items()}


@table(
    ("text", "name", "body"),
    [
        ("---\nlevel: 1.1\n---\n\n# Tea \n\nIt  \nboils.\n\n", "Tea", "It\nboils."),
        ("---\nlevel: 1.1\n---\nIt boils.\n# Tea\n", "It boils.", "It boils.\n# Tea"),
        ("---\nlevel: 1.1\nheader: Tea\n---\nIt boils.\n", "Tea", "It boils."),
        ("---\nlevel: 1.1\nheader: Tea\n---\n# Pot\nIt boils.\n", "Pot", "It boils."),
        ("---\nlevel: 1.1\ntext: Tea\n---\nIt boils.\n", "It boils.", "It boils."),
        ("\n--- \nlevel: 1.1\n---- \n## Tea\n---\nIt boils.\n", "## Tea", "## Tea\n---\nIt boils."),
    ],
)
def test_item_in_markdown_has_the_heading_and_the_text_below_its_front_matter(text: str, name: str, body: str) -> None:
    (item,) = facts_of(linked(pages(REQ001=text)), Requirement)
    assert (item.statements["position"], item.name, item.text) == ("1.1", name, body)


def test_links_in_markdown_have_their_places() -> None:
    result = linked(pages(REQ001="\n---\nlinks:\n- REQ009: null\n---\na\n"))
    (broken,) = facts_of(result, BrokenReference)
    assert (broken.target, str(broken.span)) == ("REQ009", "req/REQ001.md:4")


def test_markdown_is_no_item_of_a_document_in_yaml_nor_the_other_way_round() -> None:
    files = pages(REQ001="---\nlevel: 1\n---\na\n") | {
        "req/REQ002.yml": "text: b\n",
        "tst/TST001.md": "---\nlevel: 1\n---\nt\n",
        "req/README.md": "# Read me\n",
    }
    assert fields(linked(files), Requirement, "requirement") == [("REQ001",)]


@table(("text", "count"), [("---\nlevel: 1.1\nlinks: []\n\nText.\n", 1), ("---\nlevel: [\n---\nText.\n", 0)])
def test_front_matter_that_does_not_end_or_is_no_yaml_is_reported(text: str, count: int) -> None:
    result = linked(pages(REQ001=text, REQ002="---\nlevel: 1.2\n---\nb\n"))
    assert len(facts_of(result, Requirement)) == count + 1
    assert [one.span.file for one in result.diagnostics if one.code == "REQ601"] == ["req/REQ001.md"]


def test_document_with_items_of_an_unknown_format_is_unread() -> None:
    files = tree(TST001="text: t\n") | {"req/.doorstop.yml": DOCUMENT.format("REQ") + "  itemformat: toml\n"}
    assert [one.code for one in linked(files).diagnostics if one.span.file == "req/.doorstop.yml"] == ["REQ601"]


def test_link_to_nothing_is_broken() -> None:
    result = linked(tree(TST001="links:\n- REQ009: null\ntext: a\n"))
    assert fields(result, BrokenReference, "source target reason") == [("TST001", "REQ009", "unknown_requirement")]


@table("written", ["REQ001", "req001", "REQ1", "REQ-1"])
def test_ids_are_compared_by_prefix_and_number(written: str) -> None:
    result = linked(tree(REQ001="text: a\n", TST001=f"links: [{written}]\ntext: t\n"))
    assert links(result, "implements") == ["TST001 implements REQ001/TST"]


@table("name", ["REQ001.yaml", "001.yml", "REQ001.txt"])
def test_files_of_other_names_are_not_read(name: str) -> None:
    assert parse(f"req/{name}", "text: a\n") is None


def test_yaml_without_attributes_of_items_is_not_read() -> None:
    assert parse("k8s/deployment.yml", "apiVersion: v1\nkind: Service\nspec:\n  text: a\n") is None


def test_item_with_another_prefix_than_its_document_is_one_if_it_has_a_number() -> None:
    others = {"req/OTHER-1.yml": "active: true\nlevel: 1.0\ntext: b\n", "req/MORE.yml": "active: true\ntext: c\n"}
    result = linked(tree(REQ001="text: a\n") | others)
    assert fields(result, Requirement, "requirement level") == [("OTHER-1", "REQ"), ("REQ001", "REQ")]
    assert [one.span.file for one in result.diagnostics if one.code == "REQ601"] == ["req/MORE.yml"]


def test_code_cites_items_in_plain_words() -> None:
    code = (
        "// Implements: REQ001\n"
        "fn boil() {}\n"
        "// Verifies: REQ001 + REQ009\n"
        "// it (REQ001) is what `verify REQ001` runs\n"
        'log("implements REQ001")\n'
    )
    test = (
        "# Verifies: REQ001\ndef test_boil():\n    assert boil()\n\n\n"
        'def test_sing():\n    """\n    It sings; verifies REQ001.\n    """\n    assert sing() == "verifies REQ001"\n'
    )
    result = linked({**tree(REQ001="text: a\n"), "src/boil.rs": code, "tests/test_boil.py": test})
    assert fields(result, CodeReference, "code keyword written requirements") == [
        ("src/boil.rs:1", "implements", "REQ001", ("REQ001",)),
        ("src/boil.rs:3", "verifies", "REQ001", ("REQ001",)),
    ]
    assert fields(result, RequirementCoverage, "tests codes") == [
        (("tests/test_boil.py::test_boil", "tests/test_boil.py::test_sing"), ("src/boil.rs:1", "src/boil.rs:3"))
    ]
    assert links(result, "verifies") == [
        "code/src/boil.rs:3 verifies REQ001",
        "test/tests/test_boil.py::test_boil verifies REQ001",
        "test/tests/test_boil.py::test_sing verifies REQ001",
    ]


def test_files_that_an_item_refers_to_cite_it() -> None:
    item = "text: a\nref: src/a.c\nreferences:\n- path: tests/test_a.py\n  type: file\n- path: src/gone.c\n"
    result = linked({**tree(REQ001=item), "src/a.c": "\n", "tests/test_a.py": "def test_a(): pass\n"})
    assert fields(result, CodeReference, "code keyword") == [("src/a.c", "implements"), ("tests/test_a.py", "verifies")]
    assert [one.span.start_line for one in result.diagnostics if one.code == "REQ601"] == [6]
