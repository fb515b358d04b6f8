"""Walkthroughs: lists, whole ones, single steps."""

from typing import Any

from tests.compiler.languages.diagrams.compiling import META, compiled, session
from tests.queries.asking import ask, error, pages
from tests.queries.diagrams.sources import flow, folder

NODE = "d:one/flow/node/n:a"


def tour(id: str = "w:tour", steps: int = 2, **more: Any) -> dict[str, Any]:
    nodes = [{"node_id": f"s{at}", "title": f"Step {at}"} for at in range(steps)]
    edges = [
        {"from_node_id": f"s{at}", "to_node_id": f"s{at + 1}", "kind": "next", **({"label": "on"} if not at else {})}
        for at in range(steps - 1)
    ]
    return {"walkthrough_id": id, "title": "A tour", "rev": 3, "nodes": nodes, "edges": edges, **more}


def shop(*tours: dict[str, Any], **meta: Any) -> Any:
    files = {f"walkthroughs/{at}.wt.json": one for at, one in enumerate(tours)}
    return folder({"diagrams/one.mmd": "flowchart TD\na --> b\n", **files}, "one", **meta)


def test_walkthrough_list_is_sorted_by_id_with_sizes() -> None:
    rows = ask(shop(tour("z"), tour("b", 4)), "walkthrough_list")["walkthroughs"]
    assert [(one["walkthrough_id"], one["rev"], one["nodes"], one["edges"]) for one in rows] == [
        ("b", 3, 4, 3),
        ("z", 3, 2, 1),
    ]
    assert [one["title"] for one in rows] == ["A tour", "A tour"]


def test_walkthrough_list_of_a_source_without_walkthroughs() -> None:
    found = ask(flow("a"), "walkthrough_list")
    assert (found["walkthroughs"], found["hint"]) == ([], "The source has no walkthroughs.")


def test_walkthrough_get_keeps_the_order_of_its_file() -> None:
    whole = tour()
    whole["nodes"].reverse()
    whole["nodes"][0] |= {"body_md": "Text", "refs": [NODE], "tags": ["t"], "status": "open"}
    found = ask(shop(whole), "walkthrough_get", walkthrough_id="w:tour")["walkthrough"]
    first, second = ({**one, "source": ""} for one in found["nodes"])
    own = {"ref": "s:s/walkthrough/w:tour/node/s1", "source": ""}
    body = {"body_md": "Text", "refs": [NODE], "tags": ["t"], "status": "open"}
    assert first == {"node_id": "s1", "title": "Step 1", **body, **own}
    assert second.keys() == {"node_id", "title", "refs", "tags", "ref", "source"}
    assert found["edges"] == [{"from_node_id": "s0", "to_node_id": "s1", "kind": "next", "label": "on"}]


def test_walkthrough_get_is_paged() -> None:
    found = pages(shop(tour(steps=400)), "walkthrough_get", walkthrough_id="w:tour")
    assert len(found) > 1
    assert sum(len(one["walkthrough"]["nodes"]) for one in found) == 400
    assert sum(len(one["walkthrough"]["edges"]) for one in found) == 399


def test_walkthrough_get_node_has_evidence_and_transitions() -> None:
    whole = tour(steps=3)
    whole["nodes"][1]["refs"] = [NODE, "d:one/flow/node/n:gone"]
    found = ask(shop(whole), "walkthrough_get_node", walkthrough_id="w:tour", node_id="s1")
    assert found["node"]["refs"] == [NODE, "d:one/flow/node/n:gone"]
    known, gone = found["evidence"]
    assert known == {"ref": NODE, "kind": "node", "title": "a", "source": "diagrams/one.mmd:2"}
    assert gone == {"ref": "d:one/flow/node/n:gone", "missing": True}
    assert [(one["from_node_id"], one["to_node_id"]) for one in found["edges"]] == [("s0", "s1"), ("s1", "s2")]


def test_walkthrough_refs_are_those_of_the_snapshot() -> None:
    files: dict[str, Any] = {}
    for name in ("east", "west"):
        files[f"{name}/{META}"] = session("one", session_id=name)
        files[f"{name}/diagrams/one.mmd"] = "flowchart TD\na\n"
        cited = [{"node_id": "s", "title": "S", "refs": [NODE, "d:one/flow/node/n:z", NODE]}]
        files[f"{name}/walkthroughs/{name}.wt.json"] = {"walkthrough_id": name, "title": name, "nodes": cited}
    source = compiled(files)
    (mine,) = {one.id for one in source.objects(kind="diagram") if one.file.startswith("west/")}
    assert mine != "one"
    step = ask(source, "walkthrough_get_node", walkthrough_id="west", node_id="s")["node"]
    assert step["refs"] == [f"d:{mine}/flow/node/n:{name}" for name in "aza"]


def test_walkthrough_and_step_are_named_by_id_or_ref() -> None:
    ref = "s:s/walkthrough/w:tour"
    found = ask(shop(tour()), "walkthrough_get_node", walkthrough_id=ref, node_id=f"{ref}/node/s0")
    assert found["node"]["title"] == "Step 0"


def test_walkthrough_digest_is_nested() -> None:
    found = ask(shop(tour()), "walkthrough_get_digest", walkthrough_id="w:tour")["digest"]
    assert (found["rev"], found["counts"]) == (3, {"nodes": 2, "edges": 1})


def test_walkthrough_or_step_not_found() -> None:
    source = shop(tour())
    for tool in ("walkthrough_get", "walkthrough_get_digest"):
        found = error(source, tool, walkthrough_id="w:tuor")
        assert (found["code"], found["did_you_mean"]) == ("not_found", ["w:tour"])
    assert error(source, "walkthrough_get_node", walkthrough_id="w:x", node_id="s0")["code"] == "not_found"
    found = error(source, "walkthrough_get_node", walkthrough_id="w:tour", node_id="s9")
    assert (found["code"], found["node_id"]) == ("not_found", "s9")


def test_active_walkthrough_may_not_exist() -> None:
    there = ask(shop(tour(), active_walkthrough_id="w:tour"), "session_get_active_walkthrough")
    gone = ask(shop(tour(), active_walkthrough_id="w:gone"), "session_get_active_walkthrough")
    assert (there["active_walkthrough_id"], there["exists"]) == ("w:tour", True)
    assert (gone["active_walkthrough_id"], gone["exists"]) == ("w:gone", False)
