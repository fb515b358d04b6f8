"""`docs/diagrams.md` names only what exists, and its example is what it says it is."""

import re

import pytest

from compiler.languages.diagrams.codes import CODES
from queries import TOOLS, answer
from tests.compiler.languages.diagrams.compiling import META, compiled, session
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


def test_the_example_is_as_the_page_says() -> None:
    shop = compiled({"shop.mmd": EXAMPLE})
    assert shop.diagnostics() == []
    assert [one.id for one in shop.objects(kind="node")] == ["n:basket", "n:pay", "n:send", "n:retry"]
    assert [one.id for one in shop.objects(kind="edge")] == ["e:0001", "e:0002", "e:0003", "e:0004"]
    assert len(answer(shop, "flow_cycles")["cycles"]) == 1


@pytest.mark.parametrize("ref", sorted(set(re.findall(r"`([ds]:[^`]+)`", PAGE))))
def test_a_ref_that_is_shown_has_the_form_of_real_ones(ref: str) -> None:
    assert SOURCE.object(ref) is not None


@pytest.mark.parametrize("code", sorted(set(re.findall(r"MMD\d{3}", PAGE))))
def test_a_code_that_is_named_exists(code: str) -> None:
    assert code in {one.code for one in CODES}


@pytest.mark.parametrize(
    "tool", sorted(set(re.findall(r"`((?:session|diagram|flow|seq|xref|walkthrough|get)_[a-z_]+)`", PAGE)))
)
def test_a_tool_that_is_named_exists(tool: str) -> None:
    assert tool in TOOLS or tool == "diagram_id"


def test_every_tool_of_the_packs_is_named() -> None:
    packs = {"diagrams", "flow", "sequence", "walkthroughs"}
    assert [name for name, one in TOOLS.items() if one.pack in packs and f"`{name}`" not in PAGE] == []


def test_a_state_diagram_names_its_start_and_end_so() -> None:
    states = compiled("stateDiagram-v2\n[*] --> a\na --> [*]\n")
    assert {"n:root_start", "n:root_end"} <= {one.id for one in states.objects(kind="node")}


def test_blocks_of_markdown_are_numbered() -> None:
    guide = compiled({"guide.md": "```mermaid\nflowchart TD\na\n```\n\n~~~mermaid\npie\n~~~\n"})
    assert [one.id for one in guide.objects(kind="diagram")] == ["guide-1", "guide-2"]
