"""Specification items of AsciiDoc: blocks of the role `specitem`."""

from compiler.languages.requirements.formats.openfasttrace.parse import parse

PAGE = """= Press

[.specitem,oft-sid="req~screw~01",oft-needs="impl, utest",oft-covers="feat~press~1,feat~oil~2",oft-tags="Alpha"]
--
* It *MUST* turn.

It turns twice.
--

[#tray.specitem,oft-sid="dsn~tray~1",oft-status="draft",oft-title="Tray"]
It holds juice.

No part of it.

[.specitem,oft-sid="dsn~belt~2"]
.The belt
====
It runs.
====

[.specitem,oft-sid="belt"]
It states no id.

[source,asciidoc]
----
[.specitem,oft-sid="req~sample~1"]
It is a sample.
----

////
[.specitem,oft-sid="req~comment~1"]
////

See req~other~1.
"""


def test_blocks_of_asciidoc_are_items() -> None:
    found = parse("spec/press.adoc", PAGE)
    assert found is not None
    stated = [(one.id, one.title, one.level, one.status, one.text, one.first, one.last) for one in found.items]
    assert stated == [
        ("req~screw~1", "", "req", "approved", "* It *MUST* turn.\n\nIt turns twice.", 3, 8),
        ("dsn~tray~1", "Tray", "dsn", "draft", "It holds juice.", 10, 11),
        ("dsn~belt~2", "The belt", "dsn", "approved", "It runs.", 15, 19),
    ]
    screw = found.items[0]
    assert [need.label for need in screw.needs] == ["impl", "utest"]
    assert [(one.kind, one.target) for one in screw.cites] == [
        ("implements", "feat~press~1"),
        ("implements", "feat~oil~2"),
    ]
    assert screw.fields == (("tags", "Alpha"),)
    place = screw.cites[0].place
    assert PAGE.split("\n")[2][place.column - 1 : place.end - 1] == "feat~press~1,feat~oil~2"
    assert [(one.text, one.place.line) for one in found.unread] == [('[.specitem,oft-sid="belt"]', 21)]


def test_attributes_at_the_end_of_a_page_are_an_item() -> None:
    found = parse("spec/press.adoc", '[.specitem,oft-sid="req~screw~1"]')
    assert found is not None
    assert [(one.id, one.text, one.first, one.last) for one in found.items] == [("req~screw~1", "", 1, 1)]


def test_page_of_asciidoc_without_items_may_have_tags() -> None:
    found = parse("spec/press.adoc", "// [impl->req~screw~1]\n")
    assert found is not None
    assert [tag.cited.target for tag in found.tags] == ["req~screw~1"]
