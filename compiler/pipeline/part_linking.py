"""Links one part in this process, and writes what came of it as bytes."""

import marshal
from collections.abc import Sequence
from typing import NamedTuple

from compiler.model.diagnostics import Diagnostic
from compiler.model.language import Refs
from compiler.pipeline.deadline import seconds_for
from compiler.pipeline.failures import TooMuchError, finding, without_culprits
from compiler.pipeline.lone_process import run_alone
from compiler.pipeline.parts import LinkTask
from compiler.store import codec
from compiler.store.part_rows import PartObjects, PartRows, part_rows

# Facts and links of a part: a constant, and for each byte of its files. The densest constructs, such as edges of a
# flowchart, make one a byte. What makes more is a product: an edge between each of `a & b` and each of `c & d`.
ROWS, ROWS_PER_BYTE = 5_000, 4


class DoubledRefError(Exception):
    """A language gave two objects one ref: a defect of the language, which costs the file of the second."""


class LinkResult(NamedTuple):
    """What linking made of a part."""

    rows: PartRows
    diagnostics: Sequence[Diagnostic]
    as_of: str | None


def link_part(task: LinkTask, refs: Refs, *, alone: bool = False) -> LinkResult:
    """Link a part without the files at which linking fails: in this process, or, with `alone`, in processes of its own,
    because a process ended at it."""

    def run(paths: Sequence[str]) -> LinkResult:
        linked = task.link(paths, refs)
        size = sum(task.sizes[path] for path in paths)
        if len(linked.facts) + len(linked.links) > (bound := ROWS + ROWS_PER_BYTE * size):
            raise TooMuchError(f"more than {bound:,} rows are made of {size:,} bytes")
        rows = part_rows(task.number, linked.facts, linked.links)
        if has_doubled_ref(rows):
            raise DoubledRefError
        return LinkResult(rows, linked.diagnostics, linked.as_of)

    def run_elsewhere(paths: Sequence[str]) -> LinkResult:
        body = run_alone(lambda: encode_result(run(paths)) or b"")
        return decode_result(body) if body else run(paths)

    result, culprits = without_culprits(task.sizes, run_elsewhere if alone else run, seconds_for)
    result = result or LinkResult(part_rows(task.number, (), ()), (), None)
    found = [finding(one, "linking it", task.language) for one in culprits]
    return result._replace(diagnostics=[*result.diagnostics, *found]) if found else result


def has_doubled_ref(rows: PartRows) -> bool:
    """Whether two objects have one ref."""
    count = sum(len(one.refs) for one in rows.objects)
    return len({ref for one in rows.objects for ref in one.refs}) < count


def encode_result(result: LinkResult) -> bytes | None:
    """Return a result as bytes; None if its diagnostics have no exact form in bytes."""
    rows = result.rows
    diagnostics = codec.encode(tuple(result.diagnostics))
    if diagnostics is None:
        return None
    objects = [(one.table, one.refs, one.body) for one in rows.objects]
    return marshal.dumps((rows.facts, objects, *rows[2:], diagnostics, result.as_of))


def decode_result(body: bytes) -> LinkResult:
    """Return the result that `encode_result` wrote."""
    facts, objects, links, strings, digests, diagnostics, as_of = marshal.loads(body)
    rows = PartRows(facts, [PartObjects(*one) for one in objects], links, strings, digests)
    return LinkResult(rows, codec.decode(diagnostics), as_of)
