"""The link phase: from the units of all files to rows of facts and links, and diagnostics, part by part.

Where there is much to link, worker processes do it, and this process writes meanwhile what they made. An engine links
the parts of languages that are linked part by part; a language that is linked as a whole is linked here.
"""

import marshal
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice

from compiler.disk.spill_file import Read
from compiler.languages.registry import LANGUAGES
from compiler.model.language import Refs, load
from compiler.pipeline.engine import TaskPool
from compiler.pipeline.incremental import Base
from compiler.pipeline.part_linking import LinkResult, as_pieces, decode_pieces, encode_in_pieces, link_part
from compiler.pipeline.parts import Build, LinkTask
from compiler.pipeline.pool import Pool, worker_count, worker_pool
from compiler.pipeline.remote_tasks import link_task

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
    elsewhere = _linked_elsewhere(build, tasks)
    numbers = {task.number for task in elsewhere}
    here = [task for task in tasks if task.number not in numbers]
    jobs = link_jobs(build, base)
    reopened: list[bool] = []
    chunks = _chunks(here, CHUNK_BYTES)

    def run(number: int) -> Iterator[bytes]:
        if not reopened:
            build.parsed.reopen_cache()
            reopened.append(True)
        return _in_pieces([encode_in_pieces(link_part(task, tuple)) for task in chunks[number]])

    linked = LinkedParts()
    with ExitStack() as pools:
        if jobs > 1:
            for language in LANGUAGES:
                if any(task.language == language.name for task in here):
                    load(language.link_part or language.link)
            linked.add(chunks, _LocalPool(pools.enter_context(worker_pool(run, range(len(chunks)), jobs))))
        if elsewhere and (engine := build.options.engine):
            far = _chunks(elsewhere, engine.chunk_bytes)
            pool = engine.pool(lambda at: link_task(build, far[at]), range(len(far)))
            linked.add(far, _FarPool(pools.enter_context(pool)))
        yield linked


Encoded = tuple[bytes, list[Read]]  # a result in pieces


def _in_pieces(results: Sequence[Encoded | None]) -> Iterator[bytes]:
    """Give the results of a chunk as pieces: the first says what is in the others."""
    yield marshal.dumps([None if result is None else (result[0], len(result[1])) for result in results])
    for _, reads in filter(None, results):
        for read in reads:
            yield read()


class _LocalPool:
    """Results of a pool of this machine, which come in pieces."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self.is_lost = pool.is_lost

    def results(self, number: int) -> list[Encoded | None]:
        """Return the results of a chunk; [] if there are none."""
        first, *others = self._pool.pieces(number) or [_nothing]
        left = iter(others)
        return [one and (one[0], [*islice(left, one[1])]) for one in marshal.loads(first())]


def _nothing() -> bytes:
    return marshal.dumps([])


class _FarPool:
    """Results of the pool of an engine."""

    def __init__(self, pool: TaskPool) -> None:
        self._pool = pool
        self.is_lost = pool.is_lost

    def results(self, number: int) -> list[Encoded | None]:
        """Return the results of a chunk; [] if there are none."""
        body = self._pool.result(number)
        return [one and as_pieces(one) for one in marshal.loads(body)] if body else []


def _linked_elsewhere(build: Build, tasks: Sequence[LinkTask]) -> list[LinkTask]:
    """The parts that an engine links: those whose key names all that they depend on. Where a file of the source cannot
    be read, languages link all their files as one part and ask for the reason."""
    source = build.source
    if not build.options.engine or source.entry is not None:
        return []
    if any(problem.kind != "missing" for problem in source.problems.values()):
        return []
    in_parts = {language.name for language in LANGUAGES if language.link_part}
    return [task for task in tasks if task.language in in_parts and task.part.paths]


class LinkedParts:
    """The results of workers, and of this process where they have none."""

    def __init__(self) -> None:
        # By the numbers of the parts.
        self._chunks: dict[int, tuple[_LocalPool | _FarPool, int, Sequence[LinkTask]]] = {}
        self._encoded: dict[int, Encoded | None] = {}
        self._lost: set[int] = set()  # parts of which a process ended

    def add(self, chunks: Sequence[Sequence[LinkTask]], pool: "_LocalPool | _FarPool") -> None:
        """Add a pool that links chunks of parts, by the places of the chunks."""
        self._chunks |= {task.number: (pool, at, chunk) for at, chunk in enumerate(chunks) for task in chunk}

    def result(self, task: LinkTask, refs: Refs) -> LinkResult:
        """Return the result of a part. `refs` are those of the parts before."""
        if task.number in self._chunks:
            pool, at, chunk = self._chunks[task.number]
            for one in chunk:
                del self._chunks[one.number]
            numbers = [one.number for one in chunk]
            if results := pool.results(at):
                self._encoded |= zip(numbers, results, strict=True)
            elif pool.is_lost(at):
                self._lost.update(numbers)
        encoded = self._encoded.pop(task.number, None)
        if encoded:
            return decode_pieces(*encoded)
        return link_part(task, refs, alone=True) if task.number in self._lost else link_part(task, refs)


def _chunks(tasks: Sequence[LinkTask], chunk_bytes: int) -> list[list[LinkTask]]:
    """Group parts in chunks: large parts by themselves, the largest first, then the others in their order, in chunks of
    about the same size."""
    limit = max(chunk_bytes, sum(task.size for task in tasks) // LARGE_SHARE)
    chunks = [[task] for task in sorted(tasks, key=lambda one: -one.size) if task.size > limit]
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
