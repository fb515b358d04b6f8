"""Fingerprints of Doorstop, and what has changed since somebody reviewed it."""

from compiler.languages.requirements.facts import Requirement, RequirementCoverage
from tests.compiler.languages.requirements.formats.doorstop.trees import tree
from tests.compiler.languages.requirements.sources import facts_of, fields, linked
from tests.compiler.tables import table

# Written by the program itself: an item without links, and one with a link.
ALONE = "mbmCp_NS3ZozuNictND5eeTSrzuA-MQ7e-fdvrwi2A0="
TEXT = "text: |\n  The kettle **shall** boil. It is\n  hot.\n\n  Second para.\n"
LINKED = "wuay3icRaDNRyovkhNK7yj3Na8nvCh4-09fNuEa57Ts="


def codes(files: dict[str, str]) -> list[str]:
    return [one.code for one in linked(files).diagnostics if one.severity != "info"]


def test_fingerprint_counts_id_and_text() -> None:
    result = linked(tree(REQ002=f"reviewed: {ALONE}\nheader: not counted\nlevel: 9\n{TEXT}"))
    assert fields(result, Requirement, "hash hash_state right_hash") == [(ALONE, "right", ALONE)]


def test_fingerprint_of_a_review_counts_links_in_order() -> None:
    files = tree(TST002=f"links:\n- REQ003: null\n- REQ001: null\n- REQ002\nreviewed: {LINKED}\ntext: some\n")
    (item,) = facts_of(linked(files), Requirement)
    assert item.hash_state == "right"


def test_fingerprint_counts_references_and_chosen_attributes_with_their_types() -> None:
    files = tree(
        REQ003="ref: abc\nreferences:\n- path: a.txt\n  type: file\n  keyword: KW\n- path: b.txt\n  type: file\n"
        "type: x\nnum: 3\nlst: [a, 2]\nother: 1\ntext: |\n  indented\n    more\n"
    )
    files["req/.doorstop.yml"] += "attributes:\n  reviewed:\n  - type\n  - num\n  - lst\n"
    (item,) = facts_of(linked(files), Requirement)
    assert item.right_hash == "r9rTr_BXUrNpUO48JWhfCD_4vUhsXCcv6WgBlMC8QDw="


@table(
    ("name", "begins"),
    [
        ("header", "5VpjJ6mu"),
        ("level", "T0DqYA4p"),
        ("text", "KejG4EsF"),
        ("active", "eyZvo_4o"),
        ("derived", "sOajYKmf"),
        ("reviewed", "XlBYm51E"),
        ("ref", "DTlETtpC"),
        ("references", "yAdfDK0p"),
    ],
)
def test_fingerprint_counts_attributes_that_every_item_has_as_the_program_does(name: str, begins: str) -> None:
    files = tree(REQ001="level: 1.8\nheader: |\n  Head\nref: r\nlinks: []\nreviewed: abc\ntext: |\n  in sub\n")
    files["req/.doorstop.yml"] += f"attributes:\n  reviewed: [{name}]\n"
    (item,) = facts_of(linked(files), Requirement)
    assert str(item.right_hash).startswith(begins)


@table(
    ("level", "begins"),
    [("13", "pIa-NpQP"), ("1.10", "gAFcppT_"), ("2.0.0", "y1g3JmcO"), ("1.2.0", "x3gmRaJ3"), ("'1.2'", "pKYQxleV")],
)
def test_fingerprint_counts_the_place_as_the_program_reads_it(level: str, begins: str) -> None:
    files = tree(REQ001=f"level: {level}\ntext: |\n  in sub\n")
    files["req/.doorstop.yml"] += "attributes:\n  reviewed: [level]\n"
    (item,) = facts_of(linked(files), Requirement)
    assert str(item.right_hash).startswith(begins)


def test_change_since_the_review_is_stale() -> None:
    files = tree(REQ002=f"reviewed: {ALONE}\ntext: other\n")
    assert codes(files) == ["REQ607"]
    assert fields(linked(files), Requirement, "hash_state") == [("stale",)]


def test_item_without_review_is_no_finding() -> None:
    files = tree(REQ002="reviewed: null\ntext: other\n")
    assert codes(files) == []
    assert fields(linked(files), Requirement, "hash hash_state") == [(None, "missing")]


def test_link_is_suspect_when_its_item_changed() -> None:
    link = "links:\n- REQ002: {}\ntext: t\n"
    assert codes(tree(REQ002=TEXT, TST001=link.format(ALONE))) == []
    assert codes(tree(REQ002=TEXT, TST001=link.format("null"))) == []
    assert codes(tree(REQ002="text: other\n", TST001=link.format(ALONE))) == ["REQ606"]


def test_link_to_what_is_not_in_force_is_a_finding() -> None:
    link = "links: [REQ001]\ntext: t\n"
    assert codes(tree(REQ001="active: false\ntext: a\n", TST001=link)) == ["REQ608"]
    assert codes(tree(REQ001="normative: false\ntext: a\n", TST001=link)) == ["REQ608"]


def test_link_of_one_child_document_is_enough_for_the_program() -> None:
    result = linked(tree(REQ001="text: a\n", TST001="links: [REQ001]\ntext: t\n"))
    assert fields(result, RequirementCoverage, "requirement tested untested")[0] == ("REQ001", ("TST",), ("LLR",))
    assert [one.code for one in result.diagnostics] == []
    alone = [one.code for one in linked(tree(REQ001="text: a\n")).diagnostics]
    assert alone == ["REQ605", "REQ605"]


def test_item_of_a_child_document_should_derive_from_its_parent_document() -> None:
    orphan = linked(tree(TST001="text: t\n"))
    assert [one.code for one in orphan.diagnostics] == ["REQ406"]
    assert fields(orphan, Requirement, "is_orphan") == [(True,)]
    assert linked(tree(TST001="derived: true\ntext: t\n")).diagnostics == []


def test_link_to_another_document_than_the_parent_is_told_and_no_link_to_nothing() -> None:
    files = tree(REQ001="text: a\n", TST001="links: [REQ001]\ntext: b\n", TST002="links: [TST001]\ntext: c\n")
    found = [one.code for one in linked(files).diagnostics if one.span.file == "tst/TST002.yml"]
    assert found == ["REQ609"]
