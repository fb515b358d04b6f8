"""What stands where in the text of a flowchart."""

from compiler.languages.diagrams.facts.written import Place, WrittenBlock, WrittenChain, WrittenLine
from compiler.languages.diagrams.syntax.flowchart.written import written_flowchart

TEXT = """---
title: T
---
%% no --> chart
graph LR;
  a[A]:::x & b --> c@{ shape: doc }; é -- lä --> f
  subgraph one ["One"]
    direction TB
    x e1@==>|y| z
  end
  class a,b hot
  linkStyle 0,2 stroke:red
"""


def at(place: Place | None) -> str | None:
    return TEXT[place.start : place.end] if place else None


def test_statements_stand_where_they_are_written() -> None:
    written = written_flowchart(TEXT)
    assert written is not None
    assert (at(written.header), at(written.direction)) == ("graph LR", "LR")
    found = [(type(one), at(one.place), block and at(block.name)) for one, block in written.all_statements()]
    assert found == [
        (WrittenChain, "a[A]:::x & b --> c@{ shape: doc }", None),
        (WrittenChain, "é -- lä --> f", None),
        (WrittenBlock, TEXT[TEXT.index("subgraph") : TEXT.index("end\n") + 3], None),
        (WrittenLine, "direction TB", "one"),
        (WrittenChain, "x e1@==>|y| z", "one"),
        (WrittenLine, "class a,b hot", None),
        (WrittenLine, "linkStyle 0,2 stroke:red", None),
    ]


def test_parts_of_statements_have_their_places() -> None:
    written = written_flowchart(TEXT)
    assert written is not None
    statements = [one for one, _ in written.all_statements()]
    chains = [one for one in statements if isinstance(one, WrittenChain)]
    nodes = [(one.name, at(one.shape), at(one.data)) for chain in chains for group in chain.groups for one in group]
    assert nodes[:3] == [("a", "[A]", None), ("b", None, None), ("c", None, "@{ shape: doc }")]
    links = [(at(one.place), at(one.line), at(one.label), one.name) for chain in chains for one in chain.links]
    assert links == [("-->", "-->", None, ""), ("-- lä -->", None, "lä", ""), ("e1@==>|y|", "==>", "y", "e1")]
    blocks = [one for one in statements if isinstance(one, WrittenBlock)]
    assert [(at(one.head), at(one.title), at(one.end)) for one in blocks] == [('subgraph one ["One"]', '"One"', "end")]
    lines = [[at(name) for name in one.names] for one in statements if isinstance(one, WrittenLine)]
    assert lines == [["TB"], ["a", "b"], ["0", "2"]]


def test_text_with_mistakes_or_of_another_kind_has_no_statements() -> None:
    assert written_flowchart("graph LR\n  a -->\n") is None
    assert written_flowchart("sequenceDiagram\n  A->>B: x\n") is None
