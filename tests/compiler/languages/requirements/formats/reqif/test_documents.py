"""Documents of ReqIF: objects by their types, attributes by their names, chapters, relations, and mistakes."""

from time import process_time

from compiler.languages.requirements.facts import CodeReference, Requirement
from compiler.languages.requirements.format_registry import BY_NAME
from compiler.languages.requirements.formats.records import ItemsFile
from compiler.languages.requirements.formats.reqif.document import MAX_SHARED
from compiler.languages.requirements.formats.reqif.reading import read_document
from tests.compiler.languages.requirements.formats.reqif.documents import (
    TYPE,
    an_object,
    document,
    relation,
    relation_types,
    simple,
    tree,
    value,
)
from tests.compiler.languages.requirements.sources import facts_of, fields, linked
from tests.compiler.tables import table


def parsed(text: str, path: str = "a.reqif") -> ItemsFile:
    found = BY_NAME["reqif"].parse(path, text)
    assert found is not None
    return found


def unread(text: str) -> list[tuple[int, str]]:
    return [(one.place.line, one.reason) for one in parsed(text).unread]


def typed(*attributes: tuple[str, str]) -> str:
    """A type whose attributes have these kinds and names; their identifiers are `a1`, `a2`, …"""
    inner = "".join(
        f'<ATTRIBUTE-DEFINITION-{kind} IDENTIFIER="a{number}" LONG-NAME="{name}"/>'
        for number, (kind, name) in enumerate(attributes, 1)
    )
    attributes_of = f"<SPEC-ATTRIBUTES>{inner}</SPEC-ATTRIBUTES>"
    return f'<SPEC-OBJECT-TYPE IDENTIFIER="t" LONG-NAME="Need">{attributes_of}</SPEC-OBJECT-TYPE>'


def test_object_has_type_values_and_place() -> None:
    (one,) = parsed(document(simple("o", "R-1", "<p>Shall <b>ring</b>.</p><ul><li>loud</li><li>long</li></ul>"))).items
    assert (one.id, one.level, one.text) == ("R-1", "Requirement", "Shall ring.\n- loud\n- long")
    assert (one.first, one.last, one.column) == (7, 7, 1)


def test_objects_of_one_line_have_columns_in_bytes() -> None:
    text = document(simple("o", "R-1", "<p>é</p>") + simple("p", "R-2")).replace("\n", "")
    first, second = parsed(text).items
    row = text.encode()
    assert (first.first, second.first) == (1, 1)
    assert row[first.column - 1 :].startswith(b'<SPEC-OBJECT IDENTIFIER="o"')
    assert row[: first.end - 1].endswith(b"</SPEC-OBJECT>")
    assert row[second.column - 1 :].startswith(b'<SPEC-OBJECT IDENTIFIER="p"')


@table(
    ("names", "values", "expected"),
    [
        (("ReqIF.ForeignID", "ReqIF.Name", "ReqIF.Text", "Status"), ("R-1", "Name", "Text", "Draft"),
         ("R-1", "Name", "Text", "Draft")),
        (("Object Identifier", "Object Heading", "Object Text", "State"), ("R-1", "H", "T", "New"),
         ("R-1", "H", "T", "New")),
        (("UID", "Title", "Statement", "STATUS"), ("R-1", "N", "T", "Done"), ("R-1", "N", "T", "Done")),
        (("requirement_ID", "Summary", "Description"), ("R-1", "N", "T"), ("R-1", "N", "T", "")),
        (("dcterms:identifier", "dcterms:title", "oslc:text"), ("R-1", "N", "T"), ("R-1", "N", "T", "")),
        (("ReqIF.ForeignID", "Object Identifier"), ("7", "R-7"), ("R-7", "", "", "")),
        (("Colour", "Size"), ("red", "big"), ("o", "", "", "")),
    ],
)  # fmt: skip
def test_attributes_mean_what_their_names_say(
    names: tuple[str, ...], values: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    said = [value(f"a{number}", one, "STRING") for number, one in enumerate(values, 1)]
    text = document(an_object("o", *said), types=typed(*(("STRING", name) for name in names)))
    (one,) = parsed(text).items
    assert (one.id, one.title, one.text, one.status) == expected


def test_other_attributes_are_statements_by_name_and_enumerations_have_names() -> None:
    datatypes = (
        '<DATATYPE-DEFINITION-ENUMERATION IDENTIFIER="d"><SPECIFIED-VALUES><ENUM-VALUE IDENTIFIER="v1" '
        'LONG-NAME="Red"/><ENUM-VALUE IDENTIFIER="v2"><PROPERTIES><EMBEDDED-VALUE KEY="22"/></PROPERTIES></ENUM-VALUE>'
        "</SPECIFIED-VALUES></DATATYPE-DEFINITION-ENUMERATION>"
    )
    types = typed(("ENUMERATION", "Colours"), ("INTEGER", "Size"), ("BOOLEAN", "Safe"))
    values = value("a1", "v1 v2 v3", "ENUMERATION"), value("a2", "12", "INTEGER"), value("a3", "true", "BOOLEAN")
    (one,) = parsed(document(an_object("o", *values), types=types, datatypes=datatypes)).items
    assert one.fields == (("Colours", "Red, 22, v3"), ("Size", "12"), ("Safe", "true"))


def test_default_value_stands_for_a_value_that_is_not_stated() -> None:
    default = '<DEFAULT-VALUE><ATTRIBUTE-VALUE-STRING THE-VALUE="Draft"/></DEFAULT-VALUE>'
    types = typed(("STRING", "Status")).replace('"Status"/>', f'"Status">{default}</ATTRIBUTE-DEFINITION-STRING>')
    both = an_object("o") + an_object("p", value("a1", "Agreed", "STRING"))
    assert [one.status for one in parsed(document(both, types=types)).items] == ["Draft", "Agreed"]


def test_chapters_are_sections_and_information_is_not_asked_for() -> None:
    types = TYPE + '<SPEC-OBJECT-TYPE IDENTIFIER="i" LONG-NAME="Information"/>'
    objects = an_object("c", value("id", "1"), value("chapter", "<p>Sound</p>")) + simple("o", "R-1")
    result = linked(
        {"a.reqif": document(objects + simple("n", "R-2", type_="i"), trees=tree("Bell", {"c": "on"}), types=types)}
    )
    first, second = facts_of(result, Requirement)
    assert (first.statements["section"], first.statements["position"]) == ("Sound", "1.1")
    assert (second.status, second.role) == ("information", "aspirational")


@table(
    ("name", "kind", "is_back"),
    [
        ("satisfies", "implements", False),
        ("implements", "implements", False),
        ("verifies", "verifies", False),
        ("isVerifiedBy", "verifies", True),
        ("verified by", "verifies", True),
        ("derived from", "refines", False),
        ("Parent", "refines", False),
        ("refines", "refines", False),
        ("conflicts with", "depends_on", False),
        ("caused by", "depends_on", False),
    ],
)
def test_relation_is_a_link_by_the_name_of_its_type(name: str, kind: str, is_back: bool) -> None:
    text = document(simple("o", "A") + simple("p", "B"), relation("o", "p", name), types=TYPE + relation_types(name))
    result = linked({"a.reqif": text})
    ends = ("r:B", "r:A") if is_back else ("r:A", "r:B")
    assert [(one.source, one.kind, one.target) for one in result.links] == [(ends[0], kind, ends[1])]
    assert facts_of(result, Requirement)[0].statements["outgoing"] == {name: ["B"]}


def test_relation_joins_objects_of_other_documents_of_the_folder() -> None:
    files = {
        "x/a.reqif": document(simple("o", "A")),
        "x/b.reqif": document(simple("p", "B")),
        "x/c.reqif": document("", relation("o", "p")),
    }
    assert [(one.source, one.target, one.span.file) for one in linked(files).links] == [("r:A", "r:B", "x/a.reqif")]


def test_ids_are_unique_within_a_folder_alone() -> None:
    files = {"a.reqif": document(simple("o", "A")), "x/a.reqif": document(simple("o", "A") + simple("p", "B"))}
    result = linked(files)
    assert fields(result, Requirement, "requirement") == [("A",), ("x/A",), ("B",)]
    assert result.diagnostics == []
    result = linked({"a.reqif": files["a.reqif"], "b.reqif": files["a.reqif"]})
    assert [one.code for one in result.diagnostics] == ["REQ207"]


def test_number_holds_in_its_specification() -> None:
    text = document(simple("o", "7") + simple("p", "8"), trees=tree("Big bell", {"o": ()}))
    assert [one.id for one in parsed(text).items] == ["big-bell/7", "8"]


@table(
    ("text", "expected"),
    [
        (document(simple("o", "A", type_="gone")), [(7, "its type gone is not stated")]),
        (document(simple("o", "A") + simple("o", "B")), [(8, "its IDENTIFIER is that of the object in line 7")]),
        (document(simple("", "A")), [(7, "it has no IDENTIFIER")]),
        (document(simple("o", "A"), relation("o", "")), [(10, "it has no TARGET")]),
        (document(simple("o", "A"), relation("", "o")), [(10, "it has no SOURCE")]),
        (document(simple("o", "A"), trees=tree("S", {"x": ()})), [(12, "no object has this IDENTIFIER")]),
        (document(an_object("c", value("chapter", "<p>C</p>")) + simple("o", "A"), relation("o", "c")),
         [(11, "it joins a heading, which is no requirement")]),
        ("", [(1, "it has no REQ-IF element")]),
        ("<html/>", [(1, "it has no REQ-IF element")]),
    ],
)  # fmt: skip
def test_mistake_is_said(text: str, expected: list[tuple[int, str]]) -> None:
    assert unread(text) == expected


def test_relation_without_an_object_at_an_end_is_reported() -> None:
    result = linked({"a.reqif": document(simple("o", "A"), relation("o", "x") + relation("y", "o"))})
    assert [(one.code, one.span.start_line) for one in result.diagnostics] == [("REQ601", 11), ("REQ301", 10)]


def test_object_that_is_not_well_formed_costs_itself_alone() -> None:
    text = document(simple("o", "A") + simple("p", "B", "<p>a<b></p>") + simple("q", "C"), relation("o", "q"))
    found = parsed(text)
    assert [(one.id, one.first) for one in found.items] == [("A", 7), ("C", 9)]
    assert [(one.text, one.place.line) for one in found.unread] == [("p", 8)]
    assert [one.place.line for one in found.items[0].cites] == [12]


def test_cut_document_has_what_stands_before_the_cut() -> None:
    text = document(simple("o", "A") + simple("p", "B"))
    found = parsed(text[: text.index("</SPEC-OBJECTS>") - 30])
    assert [one.id for one in found.items] == ["A"]
    assert len(found.unread) == 1


def test_entities_are_never_expanded() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
    text = document(simple("o", "A", "&b;") + simple("p", "B")).replace("?>\n", f"?>{bomb}\n")
    found = parsed(text)
    assert [(one.id, one.text) for one in found.items] == [("B", "Text.")]
    assert found.unread[0].reason == "it declares entities, which are never expanded"


def test_prefixes_of_names_are_of_any_kind() -> None:
    text = document(simple("o", "A")).replace("<", "<rif:").replace("<rif:/", "</rif:").replace("<rif:?", "<?")
    assert [one.id for one in parsed(text).items] == ["A"]


def test_xml_is_a_document_by_its_root() -> None:
    assert [one.id for one in parsed(document(simple("o", "A")), "a.xml").items] == ["A"]
    assert BY_NAME["reqif"].parse("a.xml", "<project/>") is None


def test_code_cites_the_nearest_object_of_an_id() -> None:
    text = document(simple("o-1", "BELL-1") + simple("o-2", "BELL-2"))
    code = "# Implements: BELL-1\n# @req BELL-9\n# Requirements: OTHER-9, none\n"
    result = linked({"a/a.reqif": text, "b/b.reqif": text, "b/src/a.py": code})
    found = [(one.span.start_line, one.kind, one.target) for one in result.links if one.span.file == "b/src/a.py"]
    assert found == [(1, "implements", "r:b/BELL-1"), (2, "implements", "r:BELL-9")]
    assert [one.code for one in result.diagnostics] == ["REQ301"]
    assert fields(result, CodeReference, "code") == [("b/src/a.py:1",)]


def test_file_without_objects_is_reported_where_nothing_else_is() -> None:
    assert [one.code for one in linked({"a.reqif": "<a>"}).diagnostics] == ["REQ601"]


def test_document_of_very_many_mistakes_says_where_reading_ended() -> None:
    wrong = '<SPEC-OBJECT IDENTIFIER="x"></a>\n'
    found = parsed(document(simple("o", "A") + wrong * 3_000 + simple("p", "B")))
    assert [one.id for one in found.items] == ["A"]
    assert len(found.unread) <= 100
    assert found.unread[-2].reason == "902 more records from here on have mistakes"
    assert "nothing from here on is read" in found.unread[-1].reason
    assert found.unread[-1].place.line > 1_000


@table("opened", ["<![CDATA[", "<!--", "<?a "])
def test_record_that_reaches_to_the_end_again_and_again_takes_bounded_time(opened: str) -> None:
    text = document("").replace("</SPEC-OBJECTS>", f"<SPEC-OBJECT>{opened}\n" * 30_000)
    start = process_time()
    found = parsed(text)
    assert process_time() - start < 5.0
    assert "not well-formed" in found.unread[0].reason


def test_relations_of_a_document_without_line_breaks_have_their_own_columns() -> None:
    objects = "".join(simple(f"o-{at}", f"A{at}") for at in range(400))
    relations = "".join(relation(f"o-{at}", f"o-{at + 1}") for at in range(399))
    text = document(objects, relations).replace("\n", " ")
    cited = [one for item in parsed(text).items for one in item.cites]
    assert len(cited) == 399
    found = [text.encode()[one.place.column - 1 : one.place.end - 1].decode() for one in cited]
    assert found == [f"o-{at + 1}" for at in range(399)]
    assert len({one.place.column for one in cited}) == 399
    assert min(one.place.column for one in cited) > text.index("<SPEC-RELATIONS>")


def product(attributes: int, objects: int, default: str, name: str = "n") -> str:
    """A document whose type gives so many defaults to each of so many objects."""
    defined = "".join(
        f'<ATTRIBUTE-DEFINITION-STRING IDENTIFIER="d{n}" LONG-NAME="{name}{n}"><DEFAULT-VALUE>'
        f'<ATTRIBUTE-VALUE-STRING THE-VALUE="{default}"/></DEFAULT-VALUE></ATTRIBUTE-DEFINITION-STRING>'
        for n in range(attributes)
    )
    made = "".join(
        f'<SPEC-OBJECT IDENTIFIER="o{n}" LONG-NAME="x"><TYPE><SPEC-OBJECT-TYPE-REF>t</SPEC-OBJECT-TYPE-REF></TYPE>'
        f'<VALUES><ATTRIBUTE-VALUE-STRING THE-VALUE="own"><DEFINITION><ATTRIBUTE-DEFINITION-STRING-REF>d0'
        "</ATTRIBUTE-DEFINITION-STRING-REF></DEFINITION></ATTRIBUTE-VALUE-STRING></VALUES></SPEC-OBJECT>\n"
        for n in range(objects)
    )
    return (
        '<?xml version="1.0"?>\n<REQ-IF><CORE-CONTENT><REQ-IF-CONTENT><SPEC-TYPES><SPEC-OBJECT-TYPE IDENTIFIER="t">'
        f"<SPEC-ATTRIBUTES>{defined}</SPEC-ATTRIBUTES></SPEC-OBJECT-TYPE></SPEC-TYPES><SPEC-OBJECTS>{made}"
        "</SPEC-OBJECTS></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>"
    )


@table(("attributes", "objects", "default"), [(1_000, 1_000, "v"), (20, 1_000, "v" * 20_000), (2, 2_000, "v" * 99_000)])
def test_product_of_defaults_and_objects_is_bounded_and_said(attributes: int, objects: int, default: str) -> None:
    """Three thousand attributes and objects, 800 KB, took 10 seconds and 400 MB."""
    read = read_document(product(attributes, objects, default))
    values = [list(read.values(one)) for one in read.objects]
    characters = sum(len(text) for each in values for _, _, text in each)
    assert characters < MAX_SHARED + 2 * attributes * len(default)
    assert all(("n0", "STRING", "own") in each for each in values)
    (told,) = read.findings
    assert "8,000,000 characters" in told.reason
    left_out = read.objects[-1]
    assert [text for _, _, text in read.values(left_out)] == ["own"]


def test_defaults_of_an_ordinary_document_are_all_there() -> None:
    read = read_document(product(20, 500, "open"))
    assert all(len(list(read.values(one))) == 20 for one in read.objects)
    assert read.findings == []
