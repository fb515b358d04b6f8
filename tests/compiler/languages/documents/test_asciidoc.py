"""Pages of AsciiDoc: sections, anchors, links as far as they resolve."""

from pathlib import Path

from compiler.languages.documents.facts import Document, DocumentSection
from tests.compiler.languages.documents.sources import compiled
from tests.compiler.tables import table

PAGE = """\
= Rope guide
Ana Winch
:imagesdir: img
:fibre: hemp

Intro.

== Ropes of {fibre}

Text.

----
== No heading
<<gone.adoc#x>>
----

====
== No section in an example
====

[[knot,The knot]]
=== Use *bow* and `stern`

[#hitch]
== Hitch

Old style
---------
"""


def test_asciidoc_has_sections_by_its_headings(tmp_path: Path) -> None:
    found = [
        (one.anchor, one.level, one.heading) for one in compiled(tmp_path, {"g.adoc": PAGE}).facts(DocumentSection)
    ]
    assert found == [
        ("rope-guide", 1, "Rope guide"),
        ("ropes-of-hemp", 2, "Ropes of hemp"),
        ("knot", 3, "Use bow and stern"),
        ("hitch", 2, "Hitch"),
        ("old-style", 2, "Old style"),
    ]


def test_asciidoc_page_has_its_attributes_as_fields(tmp_path: Path) -> None:
    [page] = compiled(tmp_path, {"g.adoc": PAGE}).facts(Document)
    assert (page.name, page.fields) == ("Rope guide", {"imagesdir": "img", "fibre": "hemp"})


def test_asciidoc_page_reaches_to_its_last_line(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"a.adoc": "= A\n\nText\n", "b.adoc": "= B\n\nText", "c.adoc": ""}
    found = compiled(tmp_path, files).facts(Document)
    assert [(one.span.file, one.span.end_line) for one in found] == [("a.adoc", 3), ("b.adoc", 3), ("c.adoc", 1)]


def links(folder: Path, files: dict[str, str | bytes]) -> list[str]:
    snapshot = compiled(folder, files)
    assert snapshot.diagnostics() == []
    return [one for (one,) in snapshot.rows("SELECT target FROM link WHERE kind = 'links_to' ORDER BY line")]


@table(
    ("link", "target"),
    [
        ("xref:more/splice.adoc[Splice]", "f:more/splice.adoc"),
        ("xref:more/splice.adoc#eye[Eye]", "f:more/splice.adoc#eye"),
        ("<<more/splice.adoc#eye,eye>>", "f:more/splice.adoc#eye"),
        ("<<more/splice#eye>>", "f:more/splice.adoc#eye"),
        ("<<more/splice.adoc#_the_eye_of_it>>", "f:more/splice.adoc#the-eye-of-it"),
        ("link:notes.md[Notes]", "f:notes.md"),
        ("include::more/splice.adoc[]", "f:more/splice.adoc"),
        ("xref:{folder}/splice.adoc[Splice]", "f:more/splice.adoc"),
    ],
)
def test_asciidoc_link_leads_to_the_page_or_section(tmp_path: Path, link: str, target: str) -> None:
    splice = "= Splice\n\n[[eye]]\n== Eye\n\n== The eye of it\n"
    files: dict[str, str | bytes] = {"g.adoc": f"= G\n:folder: more\n\n{link}\n", "notes.md": "# Notes\n"}
    assert links(tmp_path, {**files, "more/splice.adoc": splice}) == [target]


def test_asciidoc_link_within_its_page(tmp_path: Path) -> None:
    assert links(tmp_path, {"g.adoc": "= G\n\nSee <<eye>>.\n\n[[eye]]\n== Eye\n"}) == ["f:g.adoc#eye"]


def test_antora_knows_pages_by_module(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "docs/antora.yml": "name: ropes\n",
        "docs/modules/ROOT/pages/deep/a.adoc": "= A\n\nxref:b.adoc[B]\n\nxref:knots:c.adoc[C]\n",
        "docs/modules/ROOT/pages/b.adoc": "= B\n\ninclude::partial$d.adoc[]\n\nimage::knots:eye.svg[]\n",
        "docs/modules/ROOT/partials/d.adoc": "Text.\n",
        "docs/modules/knots/pages/c.adoc": "= C\n",
    }
    assert sorted(links(tmp_path, files)) == [
        "f:docs/modules/ROOT/pages/b.adoc",
        "f:docs/modules/ROOT/partials/d.adoc",
        "f:docs/modules/knots/pages/c.adoc",
    ]


def test_asciidoc_link_that_leads_nowhere_is_counted(tmp_path: Path) -> None:
    text = "= G\n\nxref:gone.adoc[Gone] and xref:{site}/a.adoc[A] and https://example.org[E] and image::eye.png[]\n"
    snapshot = compiled(tmp_path, {"g.adoc": text})
    assert [one.unchecked for one in snapshot.facts(Document)] == [3]
    assert snapshot.diagnostics() == []


def test_component_of_antora_states_attributes_of_its_pages(tmp_path: Path) -> None:
    attributes = "    boat: dory\n    owner: '{boat}s@'\n    shop: https://example.org\n    far: xref:a.adoc[]\n"
    files: dict[str, str | bytes] = {
        "docs/antora.yml": f"name: ropes\nasciidoc:\n  attributes:\n{attributes}",
        "docs/modules/ROOT/pages/a.adoc": (
            "= A\n\ninclude::partial${boat}-rules.adoc[]\n\nxref:{owner}.adoc[All] and link:{shop}/ropes[Shop]\n"
        ),
        "docs/modules/ROOT/pages/b.adoc": "= B\n:boat: punt\n\nxref:{boat}.adoc[] and xref:{captain}.adoc[]\n",
        "docs/modules/ROOT/pages/dorys.adoc": "= Dories\n",
        "docs/modules/ROOT/partials/dory-rules.adoc": "Text.\n",
    }
    assert links(tmp_path, files) == [
        "f:docs/modules/ROOT/partials/dory-rules.adoc",
        "f:docs/modules/ROOT/pages/dorys.adoc",
    ]
    unchecked = {one.path: one.unchecked for one in compiled(tmp_path, files).facts(Document)}
    assert unchecked["docs/modules/ROOT/pages/a.adoc"] == 0
    assert unchecked["docs/modules/ROOT/pages/b.adoc"] == 2


def test_markdown_link_to_asciidoc_is_checked(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"a.md": "[a](g.adoc) [b](gone.adoc)\n", "g.adoc": "= G\n"}
    assert [one.code for one in compiled(tmp_path, files).diagnostics()] == ["DOC201"]


def test_asciidoc_block_that_does_not_end_hides_the_rest(tmp_path: Path) -> None:
    snapshot = compiled(tmp_path, {"g.adoc": "= G\n\n....\n== A\n\n== B\n"})
    assert [one.heading for one in snapshot.facts(DocumentSection)] == ["G"]


def test_attributes_of_attributes_do_not_grow_without_end(tmp_path: Path) -> None:
    doubled = "".join(f":a{at}: {{a{at - 1}}}{{a{at - 1}}}\n" for at in range(1, 60))
    page = f"= Bells\n:a0: ding\n{doubled}\nxref:{{a59}}[Far]\n\nxref:{{a1}}.adoc[Near]\n"
    snapshot = compiled(tmp_path, {"a.adoc": page, "dingding.adoc": "= Two bells\n"})
    (found,) = (one for one in snapshot.facts(Document) if one.title == "Bells")
    assert len(str(found)) < 200_000  # 2 ** 59 without a bound
    assert snapshot.diagnostics() == []


def test_navigation_of_antora_names_the_pages_of_its_module(tmp_path: Path) -> None:
    files = {
        "docs/antora.yml": "name: ropes\n",
        "docs/modules/knots/nav.adoc": "* xref:bowline.adoc[Bowline]\n** xref:ROOT:index.adoc[Home]\n",
        "docs/modules/knots/pages/bowline.adoc": "= Bowline\n",
        "docs/modules/ROOT/pages/index.adoc": "= Home\n",
    }
    rows = compiled(tmp_path, files).rows("SELECT target FROM link WHERE kind = 'links_to' ORDER BY line")
    assert [one for (one,) in rows] == [f"f:{path}" for path in list(files)[2:]]


def test_antora_page_of_another_component_is_found_by_its_name_and_version(tmp_path: Path) -> None:
    pages = ("ropes::index.adoc[]", "2.0@ropes:knots:bowline.adoc#why[]", "ropes:knots:partial$d.adoc[]")
    elsewhere = ("3.0@ropes::index.adoc[]", "sails::index.adoc[]", "ropes:knots:gone.adoc[]")
    files = {
        "docs/antora.yml": "name: boats\nversion: '1.0'\n",
        "docs/modules/ROOT/pages/a.adoc": "= A\n\n" + "".join(f"xref:{one}\n\n" for one in (*pages, *elsewhere)),
        "ropes/antora.yml": "name: ropes\nversion: '2.0'\n",
        "ropes/modules/ROOT/pages/index.adoc": "= Ropes\n",
        "ropes/modules/knots/pages/bowline.adoc": "= Bowline\n\n[#why]\n== Why\n",
        "ropes/modules/knots/partials/d.adoc": "Text.\n",
    }
    rows = compiled(tmp_path, files).rows("SELECT target FROM link WHERE kind = 'links_to' ORDER BY line")
    assert [one for (one,) in rows] == [
        "f:ropes/modules/ROOT/pages/index.adoc",
        "f:ropes/modules/knots/pages/bowline.adoc#why",
        "f:ropes/modules/knots/partials/d.adoc",
    ]


def test_label_of_another_page_of_a_book_in_asciidoc_is_a_link(tmp_path: Path) -> None:
    pages: dict[str, str | bytes] = {
        "book.adoc": "= Book\n\ninclude::a.adoc[]\n\ninclude::b.adoc[]\n",
        "a.adoc": "[[eye]]\n== Eye\n\nSee <<bend,the bend>> and <<twice>> and <<nowhere>>.\n\n[[twice]]\nText.\n",
        "b.adoc": "[#bend]\n== Bend\n\nSee <<eye>> and <<twice>>.\n\n[[other]]Text.\n",
        "c.adoc": "== Loop\n\nSee <<eye>>, <<other>> and <<twice>>.\n\n----\n<<eye>>\n----\n",
        "d.adoc": "[[twice]]\n== Twice\n\nText.\n",
    }
    found = links(tmp_path, pages)
    bends, eyes = ["f:b.adoc#bend"] * 2, ["f:a.adoc#eye"] * 3  # of which one leads to `twice` of its own page
    assert sorted(target for target in found if "#" in target) == [*eyes, *bends]
