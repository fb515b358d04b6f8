"""Links one part in this process, and writes what came of it as bytes."""

import marshal
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple, TypeVar

from compiler.disk.spill_file import Read
from compiler.model.diagnostics import Diagnostic
from compiler.model.language import Refs
from compiler.pipeline.deadline import seconds_for
from compiler.pipeline.failures import TooMuchError, finding, without_culprits
from compiler.pipeline.lone_process import run_alone
from compiler.pipeline.parts import LinkTask
from compiler.store import codec
from compiler.store.part_rows import PartObjects, PartRows, part_rows, rows_made_of
from compiler.store.row_chunks import Chunks

T = TypeVar("T")

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
        facts, links = _taken(linked.facts), _taken(linked.links)
        rows = rows_made_of(_counted(chain(facts, links, linked.later), size))
        if rows.has_doubled_ref:
            raise DoubledRefError
        return LinkResult(rows, linked.diagnostics, linked.as_of)

    def run_elsewhere(paths: Sequence[str]) -> LinkResult:
        body = run_alone(lambda: encode_result(run(paths)) or b"")
        return decode_result(body) if body else run(paths)

    result, culprits = without_culprits(task.sizes, run_elsewhere if alone else run, seconds_for)
    result = result or LinkResult(part_rows(()), (), None)
    found = [finding(culprit, "linking it", task.language) for culprit in culprits]
    return result._replace(diagnostics=[*result.diagnostics, *found]) if found else result


def _taken(made: list[T]) -> Iterator[T]:
    """Take the members of a list out of it, from the first to the last: each is forgotten when it has become a row."""
    made.reverse()
    while made:
        yield made.pop()


def _counted(made: Iterable[T], size: int) -> Iterator[T]:
    """Give what is made of so many bytes. Raises TooMuchError when it is more than may be made."""
    bound = ROWS + ROWS_PER_BYTE * size
    for count, row in enumerate(made, 1):
        if count > bound:
            raise TooMuchError(f"more than {bound:,} rows are made of {size:,} bytes")
        yield row


def encode_result(result: LinkResult) -> bytes | None:
    """Return a result as bytes; None if its diagnostics have no exact form in bytes."""
    encoded = encode_in_pieces(result)
    return None if encoded is None else marshal.dumps((encoded[0], [read() for read in encoded[1]]))


def decode_result(body: bytes) -> LinkResult:
    """Return the result that `encode_result` wrote."""
    return decode_pieces(*as_pieces(body))


def as_pieces(body: bytes) -> tuple[bytes, list[Read]]:
    """Return what `encode_in_pieces` returns, of what `encode_result` wrote."""
    head, pieces = marshal.loads(body)
    return head, [partial(bytes, piece) for piece in pieces]


def encode_in_pieces(result: LinkResult) -> tuple[bytes, list[Read]] | None:
    """Return a result as bytes, and what reads the chunks of its rows that are bytes already. None if its diagnostics
    have no exact form in bytes."""
    rows, reads = result.rows, list[Read]()
    diagnostics = codec.encode(tuple(result.diagnostics))
    if diagnostics is None:
        return None
    facts = [(table, chunks.described(reads)) for table, chunks in rows.facts]
    objects = [(objects.table, *Chunks([objects.body]).described(reads)) for objects in rows.objects]
    links = rows.links.described(reads)
    head = (facts, objects, links, *rows[3:], diagnostics, result.as_of)
    return marshal.dumps(head), reads


def decode_pieces(head: bytes, reads: Sequence[Read]) -> LinkResult:
    """Return the result that `encode_in_pieces` wrote."""
    facts, objects, links, *others, diagnostics, as_of = marshal.loads(head)
    rows = PartRows(
        [(table, Chunks.of(chunks, reads)) for table, chunks in facts],
        [PartObjects(table, reads[body] if isinstance(body, int) else body) for table, body in objects],
        Chunks.of(links, reads),
        *others,
    )
    return LinkResult(rows, codec.decode(diagnostics), as_of)
