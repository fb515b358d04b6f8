"""Walks over links: `get_links`, `find_route`, `get_impact`, and their bounds."""

from pathlib import Path
from typing import Any

from compiler.model.facts import Link
from compiler.store.link_walk import walk
from compiler.store.snapshot import Snapshot
from queries.links.graph import routes, steps_of
from tests.closing import compile_source
from tests.queries.asking import all_rows, ask, error
from tests.queries.cases import each
from tests.queries.snapshots import link, place, snapshot, street, town

TOWN = town()


def around(ref: str, **arguments: Any) -> list[tuple[int, str, str, str]]:
    rows = all_rows(TOWN, "get_links", "links", ref=ref, **arguments)
    return [(one["hop"], one["from"].rsplit("/", 1)[-1], one["kind"], one["to"].rsplit("/", 1)[-1]) for one in rows]


def test_get_links_lists_outgoing_links_first() -> None:
    assert around("inn") == [
        (1, "inn", "road", "harbour"),
        (1, "inn", "road", "church"),
        (1, "harbour", "road", "inn"),
        (1, "@ada", "lives_in", "inn"),
    ]


@each(
    "arguments, count",
    [
        ({"direction": "out"}, 2),
        ({"direction": "in"}, 2),
        ({"kinds": ["lives_in"]}, 1),
        ({"kinds": ["lives_in"], "direction": "out"}, 0),
        ({"kinds": []}, 4),
        ({"depth": 2}, 7),
        ({"depth": 6}, 8),
    ],
)
def test_get_links_filters_and_follows(arguments: dict[str, Any], count: int) -> None:
    assert len(around("inn", **arguments)) == count


def test_get_links_lists_a_link_once() -> None:
    found = around("inn", depth=6)
    assert len(found) == len(set(found))


def test_get_links_shows_source_and_dangling() -> None:
    assert ask(TOWN, "get_links", ref="island", direction="out")["links"] == [
        {
            "kind": "road",
            "from": "t:town/place/island",
            "to": "t:town/place/lighthouse",
            "source": "town.md:4",
            "hop": 1,
            "dangling": True,
        }
    ]


def test_get_links_hints_why_there_are_none() -> None:
    found = ask(TOWN, "get_links", ref="inn", kinds=["near"])
    assert found["hint"] == "No links of kind near lead from or to this place. It has 4 in all."
    assert error(TOWN, "get_links", ref="inn", kinds=["raod"])["did_you_mean"] == ["road"]


def route(made: Any = TOWN, **arguments: Any) -> list[list[str]]:
    found = ask(made, "find_route", **arguments)
    return [[ref.rsplit("/", 1)[-1] for ref in one["path"]] for one in found["routes"]]


def test_find_route_follows_links_from_source_to_target() -> None:
    found = ask(TOWN, "find_route", from_="@ada", to="church")
    assert found["total"] == 1
    assert found["routes"] == [
        {
            "hops": 2,
            "path": ["t:town/person/@ada", "t:town/place/inn", "t:town/place/church"],
            "links": [
                {
                    "kind": "lives_in",
                    "from": "t:town/person/@ada",
                    "to": "t:town/place/inn",
                    "source": "town.md:5",
                    "direction": "out",
                },
                {
                    "kind": "road",
                    "from": "t:town/place/inn",
                    "to": "t:town/place/church",
                    "source": "town.md:4",
                    "direction": "out",
                },
            ],
        }
    ]


def test_find_route_to_itself_takes_no_hops() -> None:
    assert ask(TOWN, "find_route", from_="inn", to="inn")["routes"] == [
        {"hops": 0, "path": ["t:town/place/inn"], "links": []}
    ]


def test_find_route_goes_against_links_with_direction_both_only() -> None:
    found = ask(TOWN, "find_route", from_="@ada", to="t:town/person/@bert")
    assert found["routes"] == []
    assert "ask with direction both" in found["hint"]
    both = ask(TOWN, "find_route", from_="@ada", to="t:town/person/@bert", direction="both", limit=5)
    assert [one["hops"] for one in both["routes"]] == [3, 3]
    assert [one["direction"] for one in both["routes"][0]["links"]] == ["out", "out", "in"]
    assert both["routes"][0]["path"] < both["routes"][1]["path"]


@each(
    "arguments, hint",
    [
        ({"from": "church", "to": "@ada"}, "There is one from t:town/person/@ada to t:town/place/church"),
        ({"from": "@ada", "to": "church", "kinds": ["near"]}, "over links of other kinds"),
        ({"from": "@ada", "to": "church", "max_hops": 1}, "No route of at most 1 hops."),
        ({"from": "@ada", "to": "t:village/person/@bert"}, "not connected"),
    ],
)
def test_find_route_hints_why_there_is_none(arguments: dict[str, Any], hint: str) -> None:
    found = ask(TOWN, "find_route", **arguments)
    assert (found["total"], found["routes"]) == (0, [])
    assert hint in found["hint"]


def grid() -> list[tuple[str, str]]:
    """a -> b1, b2 -> c, and a longer way over d."""
    return [("a", "b2"), ("a", "b1"), ("b1", "c"), ("b2", "c"), ("a", "d"), ("d", "b2"), ("c", "a")]


def test_find_route_sorts_by_hops_then_refs() -> None:
    made = graph(grid())
    assert route(made, from_="a", to="c", limit=9) == [["a", "b1", "c"], ["a", "b2", "c"], ["a", "d", "b2", "c"]]
    assert route(made, from_="a", to="c") == [["a", "b1", "c"]]


def test_find_route_shows_the_first_of_parallel_links_by_kind() -> None:
    one, two = place("a"), place("b")
    made = snapshot(one, two, links=[link(one, two, "road"), link(one, two, "near")])
    found = ask(made, "find_route", from_="a", to="b", limit=9)
    assert [step["kind"] for one in found["routes"] for step in one["links"]] == ["near"]


def graph(pairs: list[tuple[str, str]]) -> Any:
    places = {name: place(name) for pair in pairs for name in pair}
    return snapshot(*places.values(), links=[link(places[one], places[two], "road") for one, two in pairs])


def test_routes_through_a_dense_graph_are_bounded() -> None:
    names = [f"n{number:02}" for number in range(24)]
    made = graph([(one, two) for one in names for two in names if one < two])
    found = routes("t:town/place/n00", "t:town/place/n23", steps_of(made, "in"), 23, 100_000)
    assert found.truncated == "steps"
    assert [len(one) for one in found.found] == sorted(len(one) for one in found.found)


def test_find_route_fits_a_long_route() -> None:
    made = street(60)
    found = ask(made, "find_route", from_="house-0000", to="house-0049", max_hops=50)
    assert found["routes"][0]["hops"] == 49
    assert ask(made, "find_route", from_="house-0000", to="house-0059", max_hops=50)["total"] == 0


def test_find_route_cuts_many_long_routes() -> None:
    pairs = [
        (f"s{number:02}{side}", f"s{number + 1:02}{other}") for number in range(30) for side in "ab" for other in "ab"
    ]
    found = ask(graph(pairs), "find_route", from_="s00a", to="s30a", max_hops=40, limit=20)
    assert found["total"] == 20
    assert 0 < len(found["routes"]) < 20
    assert found["truncated"] == "size"


def impact(ref: str, **arguments: Any) -> list[tuple[int, str]]:
    return [(one["distance"], one["id"]) for one in all_rows(TOWN, "get_impact", "impact", ref=ref, **arguments)]


def test_get_impact_follows_dependents() -> None:
    """The source of a `road` depends on its target; the target of `builds` on its source; `near` carries nothing."""
    assert impact("church") == [(1, "inn"), (2, "@ada"), (2, "harbour"), (3, "@bert")]
    assert impact("t:town/person/@bert") == [(1, "church"), (2, "inn"), (3, "@ada"), (3, "harbour")]
    assert impact("@ada") == []


def test_get_impact_follows_dependencies() -> None:
    assert impact("@ada", direction="dependencies") == [(1, "inn"), (2, "church"), (2, "harbour"), (3, "@bert")]


def test_get_impact_shows_the_carrying_link_and_counts() -> None:
    found = ask(TOWN, "get_impact", ref="church", max_depth=2)
    assert found["by_distance"] == {"1": 1, "2": 2}
    assert found["by_kind"] == {"person": 1, "place": 2}
    assert found["truncated"] == "depth"
    assert found["impact"][0]["via"] == {
        "kind": "road",
        "from": "t:town/place/inn",
        "to": "t:town/place/church",
        "source": "town.md:4",
    }


def test_get_impact_hints_why_there_is_none() -> None:
    assert ask(TOWN, "get_impact", ref="@ada")["hint"].startswith("Nothing depends on it. It has 1 links in all")


def test_walk_is_bounded_in_depth_and_nodes() -> None:
    made = street(40)
    expand = steps_of(made, "out")
    deep = walk("t:town/place/house-0000", expand, 5)
    assert (len(deep.distance), deep.truncated) == (6, "depth")
    wide = walk("t:town/place/house-0000", expand, 100, max_nodes=10)
    assert (len(wide.distance), wide.truncated) == (10, "nodes")
    whole = walk("t:town/place/house-0000", expand, 39)
    assert (len(whole.distance), whole.truncated) == (40, "")


def test_walk_reads_a_wide_level_in_batches() -> None:
    hub = place("hub")
    spokes = [place(f"spoke-{number:04}") for number in range(1_800)]
    made = snapshot(
        hub, *spokes, links=[link(hub, one, "road") for one in spokes] + [link(one, hub, "near") for one in spokes]
    )
    found = walk(hub.ref, steps_of(made, "both"), 2)
    assert len(found.distance) == 1_801
    assert len(found.steps) == 3_600
    rows = all_rows(made, "get_links", "links", ref="hub", direction="in", limit=500)
    assert [one["from"] for one in rows] == [one.ref for one in spokes]


def test_walk_ends_on_a_cycle() -> None:
    here, there = place("a"), place("b")
    made = snapshot(here, there, links=[Link(here.ref, there.ref, "road", here.span), link(there, here, "road")])
    assert len(walk(here.ref, steps_of(made, "both"), 50).steps) == 2


def far_ends(source: Snapshot, **arguments: Any) -> list[str]:
    found = all_rows(source, "get_links", "links", **arguments)
    return [one["to"] if one["from"] == arguments["ref"] else one["from"] for one in found]


@each(
    "arguments, ends",
    [
        ({"object_kinds": ["person"]}, ["t:town/person/@ada"]),
        ({"object_kinds": ["place"], "direction": "out"}, ["t:town/place/harbour", "t:town/place/church"]),
        ({"object_kinds": ["person", "place"], "kinds": ["lives_in"]}, ["t:town/person/@ada"]),
        ({"object_kinds": ["file"]}, []),
    ],
)
def test_get_links_filters_by_the_kind_of_the_other_end(arguments: dict[str, Any], ends: list[str]) -> None:
    assert far_ends(town(), ref="t:town/place/inn", **arguments) == ends


def test_get_links_counts_what_the_filter_keeps() -> None:
    found = ask(town(), "get_links", ref="inn", object_kinds=["person"], limit=1)
    assert (found["total"], "next_cursor" in found) == (1, False)
    none = ask(town(), "get_links", ref="inn", object_kinds=["file"])
    assert none["hint"] == "No links lead from or to this place and objects of kind file. It has 4 in all."


def test_get_links_leaves_out_dangling_links_under_a_kind_of_object() -> None:
    assert far_ends(town(), ref="t:town/place/island", object_kinds=["place"], direction="out") == []


@each("tool", ["get_links", "get_impact"])
def test_link_filters_by_an_unknown_kind_or_language_name_the_nearest(tool: str) -> None:
    said = error(town(), tool, ref="inn", object_kinds=["persn"])
    assert (said["code"], said["did_you_mean"]) == ("not_found", ["person"])
    said = error(town(), tool, ref="inn", language="diagram")
    assert (said["code"], said["did_you_mean"]) == ("not_found", ["diagrams"])
    assert "knowledge" in said["known_languages"]
    assert error(town(), tool, ref="inn", kinds=["raod"])["did_you_mean"] == ["road"]


def reached(source: Snapshot, ref: str, **arguments: Any) -> set[str]:
    return {one["ref"] for one in all_rows(source, "get_impact", "impact", ref=ref, **arguments)}


def test_get_impact_filters_what_is_reached_through_others() -> None:
    harbour = reached(town(), "harbour")
    people = reached(town(), "harbour", object_kinds=["person"])
    assert people == {ref for ref in harbour if "/person/" in ref} != set()
    found = ask(town(), "get_impact", ref="harbour", object_kinds=["person"])
    assert found["total"] == sum(found["by_distance"].values()) == found["by_kind"]["person"] == len(people)
    assert max(map(int, found["by_distance"])) > 1  # @ada depends on the inn, which depends on the harbour


def test_get_impact_follows_links_of_the_given_kinds_only() -> None:
    assert reached(town(), "harbour", kinds=["road"]) == {"t:town/place/inn"}
    assert reached(town(), "harbour", kinds=["lives_in"]) == {"t:town/person/@bert"}


def test_get_impact_hints_why_a_filter_leaves_nothing() -> None:
    said = ask(town(), "get_impact", ref="harbour", object_kinds=["file"])
    assert (said["total"], said["by_kind"]) == (0, {})
    assert said["hint"] == "None of the 4 objects reached is of kind file. By kind: 2 person, 2 place."
    said = ask(town(), "get_impact", ref="church", kinds=["near"])
    assert (
        "Nothing depends on it over links of kind near. No dependency follows from a link of kind near." in said["hint"]
    )


def test_link_filters_by_language_tell_apart_what_is_joined(tmp_path: Path) -> None:
    (tmp_path / "spec").mkdir()
    (tmp_path / "spec" / "pay.md").write_text(SPEC)
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "pay.py").write_text("# Implements: REQ-p00001\ndef pay():\n    pass\n")
    (tmp_path / "docs" / "adr").mkdir(parents=True)
    (tmp_path / "docs" / "adr" / "0001-pay.md").write_text(ADR)
    with compile_source(tmp_path) as source:
        assert far_ends(source, ref="r:REQ-p00001", language="knowledge") == ["k:decision/ADR-0001"]
        assert "r:code/src/pay.py:1" in far_ends(source, ref="r:REQ-p00001", language="requirements")
        ours = {"r:code/src/pay.py:1", "r:REQ-p00001/section/1"}
        assert reached(source, "REQ-p00001") == {*ours, "k:decision/ADR-0001"}
        assert reached(source, "REQ-p00001", language="requirements") == ours
        assert reached(source, "REQ-p00001", language="knowledge", object_kinds=["code"]) == set()
        assert reached(source, "REQ-p00001", language="world") == set()


SPEC = """# REQ-p00001: Pay

**Level**: PRD | **Status**: Active | **Implements**: -

A. The shop SHALL take money.

*End* *Pay* | **Hash**: 00000000
"""
ADR = """# 1. Pay by card

Date: 2025-01-30

## Status

Accepted

## Decision

Cards, as REQ-p00001 says.
"""
