"""Architecture diagrams: text to tree and diagnostics."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.diagrams.syntax.architecture.parse import parse
from tests.compiler.languages.diagrams.syntax.grammar_checks import assert_spans_inside, parse_text, without_spans
from tests.compiler.tables import table

TWO = "service a\nservice b\n"


def check_found(body: str, *messages: str) -> dict[str, Any]:
    tree, found = parse_text(parse, f"architecture-beta\n{body}")
    assert [f"{one.span.start_line} {one.code}: {one.message}" for one in found] == list(messages)
    plain: dict[str, Any] = without_spans(tree)
    return plain


@table(
    ("written", "more"),
    [
        ("service db", {}),
        ("service db(database)[Orders]", {"icon": "database", "title": "Orders"}),
        ("service db(logos:aws-s3)", {"icon": "logos:aws-s3"}),
        ("service db \"DB\"['Or\\'s']", {"icon_text": "DB", "title": "Or's"}),
        ("service db[Order-book, 2]", {"title": "Order-book, 2"}),
    ],
)
def test_service_has_icon_and_title(written: str, more: dict[str, str]) -> None:
    assert check_found(written)["services"] == [{"id": "db", **more}]


def test_parts_stand_in_groups_that_may_be_declared_after_them() -> None:
    tree = check_found("service a in inner\ngroup outer[Outer]\ngroup inner(cloud) in outer\njunction j in outer")
    assert tree["groups"] == [{"id": "outer", "title": "Outer"}, {"id": "inner", "icon": "cloud", "in": "outer"}]
    assert tree["services"] == [{"id": "a", "in": "inner"}]
    assert tree["junctions"] == [{"id": "j", "in": "outer"}]


@table(
    ("arrow", "more"),
    [
        ("--", {}),
        (" --> ", {"to_arrow": True}),
        (" <-- ", {"from_arrow": True}),
        ("<-->", {"from_arrow": True, "to_arrow": True}),
        ("-[reads it]-", {"label": "reads it"}),
    ],
)
def test_edge_has_sides_arrowheads_and_a_title(arrow: str, more: dict[str, Any]) -> None:
    edge = {"from": "a", "from_dir": "L", "to": "b", "to_dir": "R", "label": ""}
    assert check_found(f"{TWO}a:L{arrow}R:b")["edges"] == [edge | more]


def test_edge_may_leave_the_group_of_its_end() -> None:
    (edge,) = check_found("group g\nservice a in g\nservice b\na{group}:B --> T:b")["edges"]
    assert edge["from_group"]


def test_title_and_descriptions_are_settings() -> None:
    tree = check_found("title The shop\naccTitle: A\naccDescr: B")
    assert (tree["title"], tree["acc_title"], tree["acc_descr"]) == ("The shop", "A", "B")


@table(
    ("body", "found"),
    [
        ("service a\nservice a", "3 the service `a`: there is a service of this id already"),
        ("group g in g", "2 the group `g`: it cannot be in itself"),
        ("service a in g", "2 the service `a`: it is in `g`, and no group of this id is declared before it"),
        ("service a\nservice b in a", "3 the service `b`: it is in `a`, which is no group but a service"),
        ("service a\na:L--R:b", "3 the end `b` of an edge: no service or junction has this id"),
        ("group g\nservice a in g\na:L--R:g", "4 the end `g` of an edge: an edge ends at services and junctions"),
        (
            "group g\nservice a in g\nservice b in g\na{group}:L--R:b",
            "5 the end `a` of an edge: `{group}` leads out of a group, and both ends are in the same group",
        ),
        (f"{TWO}align row a c", "4 `align` of `c`: no service or junction has this id"),
        (f"{TWO}align column a a", "4 `align` of `a`: it is named twice"),
    ],
)
def test_what_mermaid_refuses_is_an_error(body: str, found: str) -> None:
    line, _, rest = found.partition(" ")
    check_found(body, f"{line} MMD932: Mermaid refuses {rest}.")


def test_service_in_an_unknown_group_stands_outside_of_all_groups() -> None:
    tree, _ = parse_text(parse, "architecture-beta\nservice a in g\n")
    assert without_spans(tree["services"]) == [{"id": "a"}]


def test_mistake_costs_its_line_only() -> None:
    tree = check_found(f"{TWO}a:L--b\na:L--R:b", "4 MMD931: Expected a side: `L`, `R`, `T` or `B`, found `b`.")
    assert len(tree["edges"]) == 1


def test_id_cannot_begin_with_the_letter_of_a_side() -> None:
    _, (found,) = parse_text(parse, "architecture-beta\nservice Ledger\n")
    assert found.suggestion == "Mermaid reads `L` as a side, so no id begins with it; a small letter would do."
    for body in ("service (x)", f"{TWO}a:L -- L b"):
        assert [one.suggestion for one in parse_text(parse, f"architecture-beta\n{body}\n")[1]] == [None]


PIECES = "service a|group g|junction j| in g|(x)|[y]|a:L--R:b|:|--|-|{group}|<|\n|align row a b|title x|%%|'"


@given(st.lists(st.sampled_from(PIECES.split("|"))))
def test_never_fails(pieces: list[str]) -> None:
    text = "architecture-beta\n" + "".join(pieces)
    tree, found = parse_text(parse, text)
    assert_spans_inside(text, tree, found)
