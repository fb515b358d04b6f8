"""The digest, text and syntax tree of a diagram; the list of diagrams."""

from typing import Any

from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.asking import all_rows, ask, pages
from tests.queries.cases import each
from tests.queries.diagrams.sources import flow, folder, sequence


def test_digest_counts_objects() -> None:
    found = ask(flow("subgraph g", "b[Second] --> a[First]", "end"), "diagram_get_digest")
    assert found["counts"] == {"participants": 0, "messages": 0, "nodes": 2, "edges": 1, "subgraphs": 1}
    assert (found["kind"], found["rev"], found["key_names"]) == ("flowchart", 0, ["First", "Second"])


def test_digest_of_a_sequence_has_the_names_of_its_participants() -> None:
    found = ask(sequence("participant B as Bob", "A->>B: x", "loop l", "A->>B: y", "end"), "diagram_get_digest")
    counts = {"participants": 2, "messages": 2, "nodes": 0, "edges": 0, "blocks": 1, "sections": 1}
    assert (found["counts"], found["key_names"]) == (counts, ["A", "B"])


def test_diagram_text_is_verbatim_with_line_numbers() -> None:
    text = "flowchart TD\n  a --> b %% why\n\n  b --> c\n"
    found = ask(compiled(text), "diagram_get_snapshot")
    assert found["mermaid"] == text
    assert found["lines"][1] == {"line": 2, "text": "  a --> b %% why"}
    assert (found["total"], found["file"]) == (4, "d.mmd")


def test_diagram_text_of_a_markdown_block_has_no_fence() -> None:
    found = ask(compiled({"guide.md": "# A\n\n```mermaid\nflowchart TD\na --> b\n```\n"}), "diagram_get_snapshot")
    assert found["mermaid"].splitlines() == ["flowchart TD", "a --> b"]
    assert [one["line"] for one in found["lines"]] == [4, 5]
    assert found["source"] == "guide.md:4"


def test_diagram_text_is_paged_by_lines() -> None:
    text = "flowchart TD\n" + "".join(f"a{at} --> a{at + 1}\n" for at in range(3_000))
    found = pages(compiled(text), "diagram_get_snapshot", limit=10_000)
    assert len(found) > 2
    assert "".join(one["mermaid"] for one in found) == text
    assert [row["line"] for one in found for row in one["lines"]] == list(range(1, 3_002))


def test_diagram_text_shortens_a_line_longer_than_an_answer() -> None:
    found = ask(flow(f"a[{'x' * 60_000}]"), "diagram_get_snapshot")
    assert (found["total"], found["lines"][0]["text"]) == (2, "flowchart TD")
    long = pages(flow(f"a[{'x' * 60_000}]"), "diagram_get_snapshot")[1]
    assert long["lines"][0]["text"].endswith("characters left out]")


def test_diagram_tree_has_refs_and_spans() -> None:
    found = ask(flow("subgraph g", "a -->|yes| b", "end"), "diagram_get_ast")
    assert found["vertices"][0].items() >= {"id": "a", "ref": "d:d/flow/node/n:a", "span": [3, 1, 3, 2]}.items()
    assert found["edges"][0]["ref"] == "d:d/flow/edge/e:0001"
    assert found["subgraphs"][0]["ref"] == "d:d/flow/subgraph/sg:g"
    assert found["direction"] == "TB"


def test_diagram_tree_of_a_sequence_has_refs_of_sections() -> None:
    found = ask(sequence("alt x", "A->>B: 1", "else y", "B->>A: 2", "end"), "diagram_get_ast")
    assert [one["ref"] for one in found["actors"]] == ["d:d/seq/participant/p:A", "d:d/seq/participant/p:B"]
    sections = found["blocks"][0]["sections"]
    assert [one["ref"] for one in sections] == ["d:d/seq/section/sec:0001:00", "d:d/seq/section/sec:0001:01"]
    assert found["messages"][1]["ref"] == "d:d/seq/message/m:0002"


@each("limit", [7, 500, 5_000])
def test_diagram_tree_pages_join_to_the_whole(limit: int) -> None:
    graph = flow(*(f"a{at} --> a{at + 1}" for at in range(800)), "subgraph g", "a0", "end")
    assert len(all_rows(graph, "diagram_get_ast", "vertices", limit=limit)) == 801
    assert len(all_rows(graph, "diagram_get_ast", "edges", limit=limit)) == 800
    assert len(all_rows(graph, "diagram_get_ast", "subgraphs", limit=limit)) == 1


@each(
    "text, kind, mermaid_type",
    [('pie title Pets\n "Dogs" : 3\n', "other", "pie"), ("timeline\n title Plan\n", "other", "timeline")],
)
def test_diagram_of_another_type_has_its_text(text: str, kind: str, mermaid_type: str) -> None:
    source = compiled(text)
    row = ask(source, "session_list_diagrams")["diagrams"][0]
    assert (row["kind"], row["diagram_type"]) == (kind, mermaid_type)
    assert ask(source, "diagram_get_ast")["diagram_type"] == mermaid_type
    assert ask(source, "diagram_get_snapshot")["mermaid"] == text
    assert ask(source, "diagram_get_digest")["counts"] == {}


def listed(arguments: dict[str, Any], *stems: str, **meta: Any) -> str:
    files = {f"diagrams/{stem}.mmd": "flowchart TD\na --> b\n" for stem in stems}
    found = ask(
        folder({**files, "loose.mmd": "flowchart TD\na\n"}, *stems, **meta), "session_list_diagrams", **arguments
    )
    return " ".join(one["diagram_id"] + "*" * one.get("active", False) for one in found["diagrams"])


def test_list_diagrams_is_sorted_by_id() -> None:
    assert listed({}, "zoo", "ant", active_diagram_id="zoo") == "ant loose zoo*"
    assert listed({"session": "s"}, "zoo", "ant") == "ant zoo"


def test_active_diagram_is_null_when_none_is_active() -> None:
    found = ask(folder({"diagrams/a.mmd": "flowchart TD\na\n"}, "a"), "session_get_active_diagram")
    assert (found["active_diagram_id"], found["session"]) == (None, "s")
    assert ask(flow("a"), "session_get_active_diagram")["active_diagram_id"] is None
    assert ask(flow("a"), "session_get_active_walkthrough")["active_walkthrough_id"] is None


def test_active_diagram_has_its_name() -> None:
    found = ask(
        folder({"diagrams/a.mmd": "flowchart TD\na\n"}, "a", active_diagram_id="a"), "session_get_active_diagram"
    )
    assert (found["active_diagram_id"], found["diagram"]["name"]) == ("a", "A")


@each("text, type_", [("timeline\n title Plan\n", "type timeline"), ("nothing known\n", "no known type")])
def test_digest_of_a_diagram_that_is_only_listed_says_so(text: str, type_: str) -> None:
    found = ask(compiled(text), "diagram_get_digest")
    assert found["counts"] == {}
    assert type_ in found["hint"] and "only listed" in found["hint"]
