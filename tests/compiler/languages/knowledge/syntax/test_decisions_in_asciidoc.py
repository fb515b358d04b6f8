"""Decisions in AsciiDoc are read as those in markdown, and keep their texts and their lines."""

from compiler.languages.knowledge.facts import Relation
from compiler.languages.knowledge.syntax.decisions.asciidoc import as_markdown
from tests.compiler.languages.knowledge.sources import codes, entities, facts, linked, relations
from tests.compiler.tables import table

FOLDER = "docs/adr/"
ROPES = """= 2. Pick ropes
:toc:
:status: superseded by xref:0003-pick-chains.adoc[]
:revdate: 2026-02-02

== Context

Ships drift, see link:https://example.org/drift[a study].

== Consequences

* Ropes rot
* They are light
"""
CHAINS = """ADR 3: Pick chains
==================
Ana Quay <ana@example.org>
v1.0, 2026-03-03

Status
------
Accepted

Context
-------
Ropes rot.

----
== Status

Rejected
----
"""


def test_decision_in_asciidoc_is_read() -> None:
    result = linked({f"{FOLDER}0002-pick-ropes.adoc": ROPES, f"{FOLDER}0003-pick-chains.adoc": CHAINS})
    found = entities(result)
    assert [(one.name, one.status, (one.created_at or "")[:10], one.span.start_line) for one in found.values()] == [
        ("Pick ropes", "superseded", "2026-02-02", 1),
        ("Pick chains", "accepted", "2026-03-03", 1),
    ]
    assert found["ADR-0002"].properties["consequences"] == ["Ropes rot", "They are light"]
    assert relations(result) == {("ADR-0003", "supersedes", "ADR-0002")}
    [edge] = facts(result, Relation)
    assert edge.span.start_line == 3
    assert codes(result) == []


def test_content_is_the_text_as_it_is_written() -> None:
    [found] = entities(linked({f"{FOLDER}0002-pick-ropes.adoc": ROPES})).values()
    assert found.content == ROPES.partition(":toc:\n")[2].strip()


@table(
    "header",
    [
        ":status: proposed\n:date: 2026-04-04",
        "Status:: proposed\nDate:: 2026-04-04",
        "Status::\nproposed\nDate::\n2026-04-04",
        '[cols="1,3"]\n|===\n|Status |proposed\n|Date | 2026-04-04\n|===',
        "|===\n| *Status*\n| proposed\n\n| Date\n| 2026-04-04\n|===",
        "* Status: proposed\n* Date: 2026-04-04",
        "*Status:* proposed +\n*Date:* 2026-04-04 +",
        ":state: proposed\n:date: 2026-04-04\n\nStatus:: {state}",
        "// Status: accepted\n////\nStatus:: accepted\n////\n:status: proposed\n:revdate: 2026-04-04",
        "2026-04-04\n\n== Status ==\n\nProposed",
    ],
)
def test_status_and_date_may_be_stated_in_many_ways(header: str) -> None:
    text = f"= Pick buoys\n{header}\n\n== Context\n\nFog.\n"
    [found] = entities(linked({f"{FOLDER}0004-pick-buoys.asciidoc": text})).values()
    assert (found.status, (found.created_at or "")[:10]) == ("proposed", "2026-04-04")


@table(
    ("written", "target"),
    [
        ("xref:0002-pick-ropes.adoc[Ropes]", "ADR-0002"),
        ("xref:0002-pick-ropes.adoc[]", "ADR-0002"),
        ("xref:0002-pick-ropes#[]", "ADR-0002"),
        ("link:0002-pick-ropes.adoc[Ropes]", "ADR-0002"),
        ("<<0002-pick-ropes.adoc#,Ropes>>", "ADR-0002"),
        ("<<0002-pick-ropes#context>>", "ADR-0002"),
        ("ADR-0002", "ADR-0002"),
    ],
)
def test_link_of_asciidoc_names_a_decision(written: str, target: str) -> None:
    later = f"= Pick chains\n\n== Status\n\nAccepted\n\n== Links\n\n* Supersedes {written}\n"
    result = linked({f"{FOLDER}0002-pick-ropes.adoc": ROPES, f"{FOLDER}0003-pick-steel.adoc": later})
    assert ("ADR-0003", "supersedes", target) in relations(result)


@table(
    ("path", "text"),
    [
        ("docs/guide/0002-ropes.adoc", ROPES),
        ("docs/adr/index.adoc", ROPES),
        ("docs/adr/template.adoc", ROPES),
        ("docs/adr/0000-template.adoc", "= NUMBER. TITLE\n\n== Status\n\nSTATUS\n"),
        ("docs/adr/glossary.adoc", "= Words\n\n== Rope\n\nA line.\n"),
    ],
)
def test_other_page_of_asciidoc_is_no_decision(path: str, text: str) -> None:
    assert not entities(linked({path: text}))


def test_every_line_keeps_its_number() -> None:
    text = ROPES + CHAINS + "\n.Title\n[source,c]\n....\n= none\n....\n** deep\n. one\n[[here]]\n|===\n|a|b|c\n|===\n"
    assert as_markdown(text).count("\n") == text.count("\n")
    assert as_markdown("** deep\n. one\n==== Four\n") == "  - deep\n- one\n#### Four\n"
