"""The page of what depends on an object: the graph that unfolds, and the tree beside it."""

from pathlib import Path

from tests.server.explorer.reading import Seen, seen, seen_of_files

ADR = "/impact?id=ADR-0005"


def chain(length: int) -> dict[str, str]:
    """Notes of which each leads to the one before."""
    notes = {f"notes/n{number}.md": f"# Note {number}\n\nSee [[n{number - 1}]].\n" for number in range(1, length)}
    return {"notes/n0.md": "# Note 0\n\nThe first.\n", **notes}


def listed(page: Seen) -> str:
    return page.text.split("The same as a list")[1].split("As a tree")[0]


def test_impact_graph_shows_two_links_and_unfolds_by_a_link() -> None:
    page = seen("cider-mill", ADR)
    assert "3 objects, at most 2 links away." in page.text
    assert page.links["One link further (1 more)"].endswith("depth=3")
    assert "Check the floor scale" not in page.text
    further = seen("cider-mill", f"{ADR}&depth=3")
    assert "4 objects, at most 3 links away. That is all." in further.text
    assert not any(link.startswith("One link further") for link in further.links)
    assert further.links["One link less"].endswith("depth=2")


def test_impact_graph_draws_links_that_the_tree_leaves_out(tmp_path: Path) -> None:
    files = {**chain(3), "notes/both.md": "# Both\n\nSee [[n0]] and [[n1]].\n"}
    page = seen_of_files(tmp_path, files, "/impact?id=notes/n0&depth=1")
    assert "Note 1 (note) references → Both" in listed(page)
    assert page.text.split("As a tree")[1].count("Both") == 1


def test_impact_nodes_lead_to_what_depends_on_them() -> None:
    page = seen("cider-mill", ADR)
    assert any(address.startswith("/explore/impact?id=k%3Anote%2Fnotes%2Fpress-day") for address in page.addresses)
    assert "svg" in page.tags


def test_impact_depth_that_is_no_number_is_the_first_one() -> None:
    for depth in ("", "x", "9" * 5_000, "²"):
        assert "at most 2 links away" in seen("cider-mill", f"{ADR}&depth={depth}").text or depth.startswith("9")
    assert "That is all." in seen("cider-mill", f"{ADR}&depth=99").text


def test_impact_of_nothing_says_so(tmp_path: Path) -> None:
    assert "Nothing depends on it." in seen_of_files(tmp_path, chain(1), "/impact?id=notes/n0").text


def test_impact_of_many_objects_is_listed_and_says_how_many_are_left_out(tmp_path: Path) -> None:
    leaves = {f"notes/leaf{number}.md": f"# Leaf {number}\n\nSee [[n0]].\n" for number in range(170)}
    page = seen_of_files(tmp_path, {**chain(1), **leaves}, "/impact?id=notes/n0")
    assert "170 objects" in page.text
    assert "The nearest 150 of 170 are shown." in page.text
    assert "drawn with 150 nodes at most" in page.text


def test_object_leads_to_its_impact_as_a_graph_only_if_something_depends_on_it(tmp_path: Path) -> None:
    assert "As a graph" in seen("cider-mill", "/object?id=ADR-0005").links
    assert "As a graph" not in seen_of_files(tmp_path, chain(2), "/object?id=notes/n1").links
