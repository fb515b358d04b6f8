"""Walkthroughs as images, and the marks of a step in the diagrams that it cites."""

import pytest

from compiler.languages.diagrams.facts import WalkthroughNode
from queries.diagrams.svg_rendering import diagram_svg
from queries.diagrams.walkthrough_svg import step_marks, walkthrough_svg
from queries.errors.query_error import QueryError
from tests.queries.diagrams.sources import bookshop
from tests.queries.diagrams.svg_reader import parts


def test_every_step_is_a_node_with_what_it_cites() -> None:
    steps = bookshop().facts(WalkthroughNode, walkthrough="refunds")
    drawn = {one.id: one for one in parts(walkthrough_svg(bookshop(), "refunds", lambda ref: f"?{ref}"), "node")}
    for step in steps:
        assert drawn[step.node].href == f"?{step.ref}"
        assert {*step.refs} <= {*"\n".join(drawn[step.node].texts).split()}


def test_one_step_is_marked() -> None:
    step = bookshop().facts(WalkthroughNode, walkthrough="refunds")[0]
    svg = walkthrough_svg(bookshop(), "refunds", lambda _: "", step.node)
    assert [one.id for one in parts(svg, "current")] == [step.node]


def test_objects_that_a_step_cites_are_marked_in_their_diagram() -> None:
    step = next(one for one in bookshop().facts(WalkthroughNode) if any("/node/" in ref for ref in one.refs))
    cited = next(ref for ref in step.refs if "/node/" in ref)
    diagram = cited.removeprefix("d:").partition("/")[0]
    svg = diagram_svg(bookshop(), diagram, marks=step_marks(bookshop(), step.walkthrough, step.node))
    assert cited.rpartition("/")[2] in {one.id for one in parts(svg, "current")}


def test_unknown_step_is_not_found() -> None:
    with pytest.raises(QueryError):
        step_marks(bookshop(), "refunds", "nothing")
