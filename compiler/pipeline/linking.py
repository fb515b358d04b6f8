"""The link phase: from the units of all files to rows of facts and links, and diagnostics, part by part.

Where there is much to link, worker processes do it, and this process writes meanwhile what they made.
"""

import marshal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from compiler.model.diagnostics import Diagnostic
from compiler.model.language import Refs
from compiler.pipeline.deadline import seconds_for
from compiler.pipeline.failures import finding, without_culprits
from compiler.pipeline.incremental import Base
from compiler.pipeline.parts import Build, LinkTask
from compiler.pipeline.pool import Pool, worker_count, worker_pool
from compiler.store import codec
from compiler.store.part_rows import PartObjects, PartRows, part_rows

# Of source that is linked again. Forking takes a while, and the parent reads what a worker made: with a megabyte beside
# the largest part both ways take as long, with three a worker saves a tenth.
RELINKED_BYTES_PER_WORKER = 2_000_000
CHUNK_BYTES = 32_000  # of files that a worker links at once
LARGE_SHARE = 3  # a part of more than a third of the source is linked first, so that nobody waits for it at the end


class LinkResult(NamedTuple):
    """What linking made of a part."""

    rows: PartRows
    diagnostics: Sequence[Diagnostic]
    as_of: str | None


def link_part(task: LinkTask, refs: Refs) -> LinkResult:
    """Link a part in this process, without the files at which linking fails."""

    def run(paths: Sequence[str]) -> LinkResult:
        linked = task.link(paths, refs)
        return LinkResult(part_rows(task.number, linked.facts, linked.links), linked.diagnostics, linked.as_of)

    result, culprits = without_culprits(task.sizes, run, seconds_for)
    result = result or LinkResult(part_rows(task.number, (), ()), (), None)
    found = [finding(one, "linking it", task.language) for one in culprits]
    return result._replace(diagnostics=[*result.diagnostics, *found]) if found else result


def link_jobs(build: Build, base: Base | None) -> int:
    """Return how many processes to link a build with."""
    if base is None:
        return worker_count(build.options.jobs, sum(task.size for task in build.tasks))
    # Parts cannot be split, so the workers beside the one with the largest part must have enough to do.
    sizes = [task.size for task in _to_link(build, base)]
    rest = sum(sizes) - max(sizes, default=0)
    return worker_count(build.options.jobs, 2 * rest, RELINKED_BYTES_PER_WORKER)


def _to_link(build: Build, base: Base | None) -> list[LinkTask]:
    """The parts that workers may link. One whose rows may do is linked in this process if they do not."""
    tasks = [task for task in base.relink if task.number not in base.restated] if base else build.tasks
    return [task for task in tasks if not task.part.reads_refs]


@contextmanager
def linked_parts(build: Build, base: Base | None) -> Iterator["LinkedParts"]:
    """Link all parts, or those that changed since `base`. Workers begin at once and end with the context. Parts that
    read refs are linked in this process."""
    jobs = link_jobs(build, base)
    if jobs == 1:
        yield LinkedParts([], None)
        return
    chunks = _chunks(_to_link(build, base))

    def run(number: int) -> bytes:
        if not reopened:
            build.parsed.reopen_cache()
            reopened.append(True)
        return marshal.dumps([_encode(link_part(task, tuple)) for task in chunks[number]])

    reopened: list[bool] = []
    with worker_pool(run, range(len(chunks)), jobs) as pool:
        yield LinkedParts(chunks, pool)


class LinkedParts:
    """The results of workers, and of this process where they have none."""

    def __init__(self, chunks: Sequence[Sequence[LinkTask]], pool: Pool | None) -> None:
        self._pool = pool
        self._chunks = {task.number: (at, chunk) for at, chunk in enumerate(chunks) for task in chunk}
        self._encoded: dict[int, bytes] = {}  # by the numbers of the parts

    def result(self, task: LinkTask, refs: Refs) -> LinkResult:
        """Return the result of a part. `refs` are those of the parts before."""
        if self._pool and task.number in self._chunks:
            at, chunk = self._chunks[task.number]
            for one in chunk:
                del self._chunks[one.number]
            body = self._pool.result(at)
            if body:
                self._encoded |= zip((one.number for one in chunk), marshal.loads(body), strict=True)
        encoded = self._encoded.pop(task.number, None)
        return _decode(encoded) if encoded else link_part(task, refs)


def _encode(result: LinkResult) -> bytes | None:
    """A result as bytes; None if its diagnostics have no exact form in bytes."""
    rows = result.rows
    diagnostics = codec.encode(tuple(result.diagnostics))
    if diagnostics is None:
        return None
    objects = [(one.table, one.refs, one.body) for one in rows.objects]
    return marshal.dumps((rows.facts, objects, *rows[2:], diagnostics, result.as_of))


def _decode(body: bytes) -> LinkResult:
    facts, objects, links, strings, digests, diagnostics, as_of = marshal.loads(body)
    rows = PartRows(facts, [PartObjects(*one) for one in objects], links, strings, digests)
    return LinkResult(rows, codec.decode(diagnostics), as_of)


def _chunks(tasks: Sequence[LinkTask]) -> list[list[LinkTask]]:
    """Group parts in chunks: large parts by themselves, the largest first, then the others in their order, in chunks of
    about the same size."""
    limit = max(CHUNK_BYTES, sum(task.size for task in tasks) // LARGE_SHARE)
    chunks = [[task] for task in sorted(tasks, key=lambda one: -one.size) if task.size > limit]
    size = CHUNK_BYTES
    for task in tasks:
        if task.size > limit:
            continue
        if size >= CHUNK_BYTES:
            chunks.append([])
            size = 0
        chunks[-1].append(task)
        size += task.size
    return chunks
