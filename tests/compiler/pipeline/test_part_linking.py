"""Linking one part: two objects of one ref cost the file of the second, and nothing else."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from compiler.languages.requirements.facts import Term
from compiler.model.language import Linked, Part, Refs
from compiler.model.spans import Span
from compiler.pipeline.part_linking import LinkResult, decode_result, encode_result, link_part
from compiler.pipeline.parts import LinkTask
from compiler.store.part_rows import rows_made_of

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


def test_result_of_a_large_part_is_read_back_from_its_bytes() -> None:
    facts = [replace(term("a.md"), ref=f"r:term/{at}", ordinal=at) for at in range(20)]
    result = LinkResult(rows_made_of(facts, chunk_rows=6), (), "2025-01-30T12:00:00Z")
    body = encode_result(result)
    assert body
    found = decode_result(body)
    assert [[*chunks] for _, chunks in found.rows.facts] == [[*chunks] for _, chunks in result.rows.facts]
    assert [one.rows() for one in found.rows.objects] == [one.rows() for one in result.rows.objects]
    assert len(found.rows.objects) == 4
    assert (found.rows.digests, found.as_of) == (result.rows.digests, result.as_of)
