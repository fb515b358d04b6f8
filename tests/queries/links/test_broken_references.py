"""`get_broken_references`: what does not exist, in all languages."""

from typing import Any

from compiler.languages.knowledge.facts import UnresolvedReference
from compiler.languages.requirements.facts import BrokenReference
from compiler.model.facts import Link, LinkKind, Mention
from compiler.model.spans import Span
from compiler.store.snapshot import Snapshot
from queries.links.broken_references import split_ref
from tests.closing import closed_later, compile_source, shared
from tests.compiler.store.frozen_contents import Contents, freeze
from tests.paths import ROOT
from tests.queries.asking import Json, all_rows, ask, error
from tests.queries.cases import each
from tests.queries.snapshots import FACT_CLASSES, file, line, place, town


@shared
def broken_cellar() -> Snapshot:
    return compile_source(ROOT / "worlds" / "broken-cellar")


def rows(source: Snapshot, **arguments: Any) -> list[tuple[str, str, str, str]]:
    found = all_rows(source, "get_broken_references", "broken_references", **arguments)
    return [(one["source_id"], one["edge_kind"], one["target_id"], one["source"]) for one in found]


CELLAR = [
    ("broken-cellar/rummage/follow-the-draught", "jump", "broken-cellar/draught", "broken-cellar.urd.md:97"),
    ("broken-cellar/rummage/leave-by-the-window", "jump", "cellar/window", "broken-cellar.urd.md:101"),
    ("@cat", "instance_of", "Animal", "stores.urd.md:17"),
    ("wine-vault", "exit", "larder", "stores.urd.md:27"),
    ("wine-vault/larder", "leads_to", "larder", "stores.urd.md:27"),
    ("tunnels.urd.md", "imports", "mine.urd.md", "tunnels.urd.md:6"),
]


def test_broken_references_of_a_world_are_its_dangling_links() -> None:
    assert rows(broken_cellar()) == CELLAR
    (row,) = all_rows(broken_cellar(), "get_broken_references", "broken_references", kinds=["exit"])
    assert row == {
        "source_id": "wine-vault",
        "source_kind": "location",
        "target_id": "larder",
        "edge_kind": "exit",
        "reason": "not_found",
        "ref": "w:broken-cellar/location/wine-vault",
        "language": "world",
        "source": "stores.urd.md:27",
    }


@each(
    "world, language, expected",
    [
        ("cider-mill", "knowledge", [("cell-c3", "cell-zz"), ("MILL-5", "MILL-44"), ("notes/scale", "Weights")]),
        ("checkout-session", "diagrams", [("n:card", "n:print")]),
        (
            "ferry-memory",
            "memory",
            [
                ("h-lost", "x-gone"),
                ("h-omar", "f-anchor"),
                ("tpl-incident", "template/incident/v2"),
                ("tpl-old", "template/incident/v1"),
            ],
        ),
        (
            "traced-kettle",
            "requirements",
            [
                ("REQ-d00011", "REQ-o00009"),
                ("REQ-d00011", "REQ-o00001-Q"),
                ("REQ-d00011", "WIDGET-7"),
                ("REQ-d00012", "REQ-p00002-C"),
                ("firmware/heater.c:23", "REQ-d00004-C"),
            ],
        ),
        ("locked-garden", "world", []),
    ],
)
def test_broken_references_of_each_language(world: str, language: str, expected: list[tuple[str, str]]) -> None:
    with compile_source(ROOT / "worlds" / world) as source:
        found = rows(source, language=language)
        assert [(one, target) for one, _, target, _ in found] == expected
        assert [one for one in rows(source) if one not in rows(source, language="documents")] == found
        assert rows(source, language="world" if language != "world" else "memory") == []


@each(
    "filters, expected",
    [
        ({"kinds": ["jump"]}, CELLAR[:2]),
        ({"kinds": ["exit", "imports"]}, [CELLAR[3], CELLAR[5]]),
        ({"file": "stores.urd.md"}, CELLAR[2:5]),
        ({"file": "stores.urd.md", "kinds": ["leads_to"]}, [CELLAR[4]]),
        ({"language": "world", "file": "tunnels.urd.md"}, [CELLAR[5]]),
        ({"file": "store"}, []),
    ],
)
def test_broken_references_filters(filters: Json, expected: list[tuple[str, str, str, str]]) -> None:
    assert rows(broken_cellar(), **filters) == expected
    found = ask(broken_cellar(), "get_broken_references", **filters)
    assert found["total"] == sum(found["by_kind"].values()) == sum(found["by_language"].values()) == len(expected)


def test_broken_references_that_no_filter_fits_say_what_there_is() -> None:
    said = ask(broken_cellar(), "get_broken_references", kinds=["verifies"])
    assert said["hint"] == (
        "None fits the filter. The whole source has, by kind, 1 exit, 1 imports, 1 instance_of, 2 jump, 1 leads_to; "
        "by language, 6 world."
    )
    assert error(town(), "get_broken_references", language="wrld")["did_you_mean"] == ["world"]


CLASSES = [*FACT_CLASSES, Mention, UnresolvedReference, BrokenReference]
KINDS = (LinkKind("road", "leads", dependent="source"), LinkKind("mentions", "names", dependent="source"))


def mixed() -> Snapshot:
    """A road and two mentions that lead nowhere, one mention of them in code, and a citation that a fact states too."""
    inn = place("inn")
    at = Span("folder/a.md", 7, 3, 7, 9)
    links = [
        Link(inn.ref, "k:decision/ADR-0099", "mentions", at),
        Link("r:code/a.py:3", "r:REQ-d00099", "mentions", at),
        Link("r:code/a.py:3", "r:REQ-d00098", "implements", line(1)),
        Link(inn.ref, "t:town/place/in", "road", line(2)),
    ]
    facts = [
        inn,
        file(),
        Mention(span=at, source=inn.ref, text="ADR 99", target=None),
        BrokenReference(
            span=line(1),
            source="a.py:3",
            source_kind="code",
            edge_kind="implements",
            target="REQ-d00098",
            reason="unknown_requirement",
            nearest=None,
            ordinal=0,
        ),
    ]
    meta = {"id": "0" * 64, "source": "mixed", "compiler_version": "0", "languages": {}}
    return closed_later(freeze(Contents(meta, facts, links, (), {}, CLASSES, KINDS)))


def test_broken_references_list_dangling_mentions_apart() -> None:
    found = ask(mixed(), "get_broken_references")
    assert [(one["target_id"], one["edge_kind"]) for one in found["broken_references"]] == [
        ("REQ-d00098", "implements"),
        ("in", "road"),
    ]
    assert [(one["target_id"], one["language"], one.get("text")) for one in found["mentions"]] == [
        ("ADR-0099", "", "ADR 99"),
        ("REQ-d00099", "requirements", None),
    ]
    assert (found["total"], found["by_kind"]) == (4, {"implements": 1, "mentions": 2, "road": 1})
    only = ask(mixed(), "get_broken_references", kinds=["mentions"], file="folder")
    assert (only["broken_references"], len(only["mentions"])) == ([], 2)


def test_broken_references_name_the_nearest_object_of_the_same_sort() -> None:
    (road,) = [one for one in ask(mixed(), "get_broken_references")["broken_references"] if one["edge_kind"] == "road"]
    assert road["did_you_mean"] == "inn"
    (lighthouse,) = ask(town(), "get_broken_references")["broken_references"]
    assert (lighthouse["target_id"], "did_you_mean" in lighthouse) == ("lighthouse", False)


def test_broken_references_are_paged_over_both_lists() -> None:
    targets = [
        one["target_id"]
        for field in ("broken_references", "mentions")
        for one in all_rows(mixed(), "get_broken_references", field, limit=1)
    ]
    assert targets == ["REQ-d00098", "in", "ADR-0099", "REQ-d00099"]


@each(
    "ref, parts",
    [
        ("k:decision/ADR-0012", ("k:decision/", "ADR-0012")),
        ("k:note/notes/scale", ("k:note/", "notes/scale")),
        ("r:REQ-d00012", ("r:REQ-d", "REQ-d00012")),
        ("w:garden/section/garden/greet", ("w:garden/section/", "garden/greet")),
        ("d:checkout/flow/node/n:pay", ("d:checkout/flow/node/", "n:pay")),
        ("m:branch/template/v2", ("m:branch/", "template/v2")),
        ("f:chapters/one.md", ("f:", "chapters/one.md")),
    ],
)
def test_ref_of_a_missing_object_has_its_native_id(ref: str, parts: tuple[str, str]) -> None:
    assert split_ref(ref) == parts
