"""The link phase: from the units of all files to rows of facts and links, and diagnostics, part by part.

Where there is much to link, worker processes do it, and this process writes meanwhile what they made.
"""

import marshal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice

from compiler.disk.spill_file import Read
from compiler.languages.registry import LANGUAGES
from compiler.model.language import Refs, load
from compiler.pipeline.incremental import Base
from compiler.pipeline.part_linking import LinkResult, decode_pieces, encode_in_pieces, link_part
from compiler.pipeline.parts import Build, LinkTask
from compiler.pipeline.pool import Pool, worker_count, worker_pool

# Of source that is linked again. Forking takes a while, and the parent reads what a worker made: with a megabyte beside
# the largest part both ways take as long, with three a worker saves a tenth.
RELINKED_BYTES_PER_WORKER = 2_000_000
CHUNK_BYTES = 32_000  # of files that a worker links at once
LARGE_SHARE = 3  # a part of more than a third of the source is linked first, so that nobody waits for it at the end


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
    tasks = base.relink if base else build.tasks
    return [task for task in tasks if not task.part.reads_refs]


@contextmanager
def linked_parts(build: Build, base: Base | None) -> Iterator["LinkedParts"]:
    """Link all parts, or those that changed since `base`. Workers begin at once and end with the context. Parts that
    read refs are linked in this process."""
    tasks = _to_link(build, base)
    jobs = link_jobs(build, base)
    reopened: list[bool] = []
    chunks = _chunks(tasks, CHUNK_BYTES)

    def run(number: int) -> Iterator[bytes]:
        if not reopened:
            build.parsed.reopen_cache()
            reopened.append(True)
        return _in_pieces([encode_in_pieces(link_part(task, tuple)) for task in chunks[number]])

    if jobs == 1:
        yield LinkedParts((), None)
        return
    for language in LANGUAGES:
        if any(task.language == language.name for task in tasks):
            load(language.link_part or language.link)
    with worker_pool(run, range(len(chunks)), jobs) as pool:
        yield LinkedParts(chunks, pool)


Encoded = tuple[bytes, list[Read]]  # a result in pieces


def _in_pieces(results: Sequence[Encoded | None]) -> Iterator[bytes]:
    """Give the results of a chunk as pieces: the first says what is in the others."""
    yield marshal.dumps([None if result is None else (result[0], len(result[1])) for result in results])
    for _, reads in filter(None, results):
        for read in reads:
            yield read()


class LinkedParts:
    """The results of workers, and of this process where they have none."""

    def __init__(self, chunks: Sequence[Sequence[LinkTask]], pool: Pool | None) -> None:
        """`pool` links chunks of parts, by their places."""
        self._pool = pool
        # By the numbers of the parts.
        self._chunks = {task.number: (at, chunk) for at, chunk in enumerate(chunks) for task in chunk}
        self._encoded: dict[int, Encoded | None] = {}
        self._lost: set[int] = set()  # parts of which a process ended

    def result(self, task: LinkTask, refs: Refs) -> LinkResult:
        """Return the result of a part. `refs` are those of the parts before."""
        if self._pool and task.number in self._chunks:
            at, chunk = self._chunks[task.number]
            numbers = [member.number for member in chunk]
            for number in numbers:
                del self._chunks[number]
            if pieces := self._pool.pieces(at):
                self._encoded |= zip(numbers, _results(pieces), strict=True)
            elif self._pool.is_lost(at):
                self._lost.update(numbers)
        encoded = self._encoded.pop(task.number, None)
        if encoded:
            return decode_pieces(*encoded)
        return link_part(task, refs, alone=True) if task.number in self._lost else link_part(task, refs)


def _results(pieces: Sequence[Read]) -> Iterator[Encoded | None]:
    """Give the results of a chunk from the pieces that `_in_pieces` gave."""
    first, *others = pieces
    left = iter(others)
    for described in marshal.loads(first()):
        yield described and (described[0], [*islice(left, described[1])])


def _chunks(tasks: Sequence[LinkTask], chunk_bytes: int) -> list[list[LinkTask]]:
    """Group parts in chunks: large parts by themselves, the largest first, then the others in their order, in chunks of
    about the same size."""
    limit = max(chunk_bytes, sum(task.size for task in tasks) // LARGE_SHARE)
    chunks = [[task] for task in sorted(tasks, key=lambda task: -task.size) if task.size > limit]
    size = chunk_bytes
    for task in tasks:
        if task.size > limit:
            continue
        if size >= chunk_bytes:
            chunks.append([])
            size = 0
        chunks[-1].append(task)
        size += task.size
    return chunks
