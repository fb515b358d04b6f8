"""Linking one part: two objects of one ref cost the file of the second, and nothing else."""

from collections.abc import Sequence

import pytest

from compiler.languages.requirements.facts import Term
from compiler.model.language import Linked, Part, Refs
from compiler.model.spans import Span
from compiler.pipeline.part_linking import link_part
from compiler.pipeline.parts import LinkTask

pytestmark = pytest.mark.failures_are_findings

REFS = {"a.md": "r:term/wing", "b.md": "r:term/tail", "c.md": "r:term/wing"}


def term(path: str) -> Term:
    return Term(span=Span(path, 1, 1, 1, 2), ref=REFS[path], term=path, definition="", fields={}, ordinal=0)


def test_two_objects_of_one_ref_are_a_finding_of_the_file_of_the_second() -> None:
    def link(paths: Sequence[str], refs: Refs) -> Linked:  # noqa: ARG001
        return Linked(facts=[term(path) for path in paths])

    task = LinkTask(1, "requirements", Part("", tuple(REFS)), "key", dict.fromkeys(REFS, 1), link, lambda _: "key")
    result = link_part(task, set)
    assert [row[0] for one in result.rows.objects for row in one.rows()[0]] == ["r:term/wing", "r:term/tail"]
    (found,) = result.diagnostics
    assert (found.code, found.span.file) == ("FRZ111", "c.md")
    assert "DoubledRefError" in found.message
