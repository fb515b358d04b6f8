"""`docs/diagrams.md` names only refs, codes and tools that exist, and describes its example correctly."""

import re

from compiler.languages.diagrams.codes import CODES
from compiler.languages.diagrams.facts import FAMILIES
from queries import TOOLS, answer
from queries.diagrams.drawing_answers import MAX_DRAWING
from queries.diagrams.rendering import MAX_EVENTS
from queries.drawing.graph_art import MAX_BOXES, MAX_CONNECTORS, MAX_DEPTH
from tests.compiler.languages.diagrams.compiling import META, compiled, session
from tests.compiler.tables import table
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "diagrams.md").read_text("utf-8")
EXAMPLE = re.findall(r"```mermaid\n(.*?)```", PAGE, re.DOTALL)[0]
LOGIN = "sequenceDiagram\nactor Bank\nalt x\nBank->>Bank: y\nend\n"
TOUR = {"walkthrough_id": "w:tour", "title": "Tour", "nodes": [{"node_id": "start", "title": "Start"}]}
XREF = {
    "xref_id": "x:1",
    "from": "d:shop/flow/node/n:pay",
    "to": "d:shop/flow/node/n:send",
    "kind": "nav",
    "status": "ok",
}
SOURCE = compiled(
    {
        META: session("shop", "login=sequence", session_id="s1", xrefs=[XREF]),
        "diagrams/shop.mmd": f"{EXAMPLE}subgraph payments\npay\nend\n",
        "diagrams/login.mmd": LOGIN,
        "walkthroughs/tour.wt.json": TOUR,
    }
)


def test_diagrams_page_example_compiles_as_described() -> None:
    shop = compiled({"shop.mmd": EXAMPLE})
    assert shop.diagnostics() == []
    assert [one.id for one in shop.objects(kind="node")] == ["n:basket", "n:pay", "n:send", "n:retry"]
    assert [one.id for one in shop.objects(kind="edge")] == ["e:0001", "e:0002", "e:0003", "e:0004"]
    assert len(answer(shop, "flow_cycles")["cycles"]) == 1


@table("ref", sorted(set(re.findall(r"`([ds]:[^`]+)`", PAGE))))
def test_diagrams_page_refs_resolve(ref: str) -> None:
    assert SOURCE.object(ref) is not None


@table("code", sorted(set(re.findall(r"MMD\d{3}", PAGE))))
def test_diagrams_page_codes_exist(code: str) -> None:
    assert code in {one.code for one in CODES}


@table("tool", sorted(set(re.findall(r"`((?:session|diagram|flow|seq|xref|walkthrough|get)_[a-z_]+)`", PAGE))))
def test_diagrams_page_tools_exist(tool: str) -> None:
    assert tool in TOOLS or tool == "diagram_id"


def test_diagrams_page_states_the_limits_of_drawings() -> None:
    limits = (f"{MAX_BOXES} nodes", f"{MAX_CONNECTORS} edges", f"{MAX_DEPTH} nested", f"{MAX_EVENTS} participants")
    text = " ".join(PAGE.split())
    assert [one for one in (*limits, f"{MAX_DRAWING:,} characters") if one not in text] == []


def test_diagrams_page_names_every_kind_and_family() -> None:
    kinds = [*FAMILIES, *(word for word in FAMILIES.values() if word != "other")]
    assert [one for one in kinds if f"`{one}`" not in PAGE] == []


def test_diagrams_page_names_every_tool() -> None:
    packs = {"diagrams", "flow", "sequence", "walkthroughs"}
    assert [name for name, one in TOOLS.items() if one.pack in packs and f"`{name}`" not in PAGE] == []


def test_diagrams_page_state_ids_are_real() -> None:
    states = compiled("stateDiagram-v2\n[*] --> a\na --> [*]\n")
    assert {"n:root_start", "n:root_end"} <= {one.id for one in states.objects(kind="node")}


def test_diagrams_page_markdown_block_ids_are_real() -> None:
    guide = compiled({"guide.md": "```mermaid\nflowchart TD\na\n```\n\n~~~mermaid\npie\n~~~\n"})
    assert [one.id for one in guide.objects(kind="diagram")] == ["guide-1", "guide-2"]
