"""Linking in several processes: what is made of each part, in the order of the parts.

As for parsing (`compiler.build.parse_workers`) a pipe holds the numbers of the chunks, and whoever is free takes
the next: here this process, as long as the part that is to be written next is not there yet. A worker writes rows to
a file of its own and says where over a second pipe. One that dies costs time only: what is missing is linked here.
"""

import gc
import marshal
import os
import select
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import IO, NamedTuple

from compiler.build.linking import LinkedPart
from compiler.build.parse_workers import filled_queue, forked, taken, worker_count
from compiler.disk.temporary import scratch_file
from compiler.model.diagnostics import Diagnostic
from compiler.model.language import Refs
from compiler.store import codec
from compiler.store.part_rows import PartObjects, PartRows, part_rows

# Of source that is linked again. To fork takes a while, and what a worker makes has to be read here: with a megabyte
# beside the largest part both ways take as long, with three a worker saves a tenth.
LINKED_BYTES_A_WORKER = 2_000_000
CHUNK_BYTES = 32_000  # of source
LARGE = 3  # a part of this share of the source is what workers begin with, so that no one is left to wait for it
_MADE = struct.Struct("<IIQI")  # which worker has made which part, where in its file and in how many bytes


class Made(NamedTuple):
    """What linking made of a part."""

    rows: PartRows
    diagnostics: Sequence[Diagnostic]
    as_of: str | None


def jobs_to_link_again(jobs: int | None, parts: Sequence[LinkedPart]) -> int:
    """How many processes link parts of which the largest keeps one of them busy for as long as all others may take."""
    sizes = [part.size for part in parts]
    return worker_count(jobs, 2 * (sum(sizes) - max(sizes, default=0)), LINKED_BYTES_A_WORKER)


def made(part: LinkedPart, refs: Refs) -> Made:
    """Links a part here."""
    linked = part.link(refs)
    return Made(part_rows(part.number, linked.facts, linked.links), linked.diagnostics, linked.as_of)


@contextmanager
def made_in_workers(
    parts: Sequence[LinkedPart], refs: Refs, jobs: int, prepare: Callable[[], None]
) -> Iterator[Iterator[tuple[LinkedPart, Made]]]:
    """With what is made of each part, in order, by workers that begin at once. `refs` are those of the parts that were
    taken so far; `prepare` is called first in each worker."""
    pool = _Pool(parts, jobs, prepare)
    try:
        yield ((part, pool.taken(at) or made(part, refs)) for at, part in enumerate(parts))
    finally:
        pool.close()


class _Pool:
    """Workers and what they, and this process beside them, have made."""

    def __init__(self, parts: Sequence[LinkedPart], jobs: int, prepare: Callable[[], None]) -> None:
        self._parts, self._prepare = parts, prepare
        large, others = _chunks(parts)
        self._chunks = large + others
        self._queued = {at for chunk in self._chunks for at in chunk}
        self._here: dict[int, Made] = {}
        self._there: dict[int, tuple[int, int, int]] = {}
        self._told, self._telling = os.pipe()
        self._large, self._others = filled_queue(len(large)), filled_queue(len(others))
        self._taken_large = taken(self._large, len(large))
        self._taken_others = (len(large) + number for number in taken(self._others, len(others)))
        self._outputs: list[IO[bytes]] = []
        self._workers = [self._started() for _ in range(min(jobs, len(self._chunks)) - 1)]
        os.close(self._telling)

    def taken(self, at: int) -> Made | None:
        """What was made of a part; None when it is to be linked now: it looks at those before, or a worker died."""
        while at in self._queued:
            if at in self._here:
                return self._here.pop(at)
            if at in self._there:
                return _read(self._outputs, *self._there.pop(at))
            if self._listens(0.0) or self._works():
                continue
            if not self._listens(None):
                return None
        return None

    def close(self) -> None:
        """Ends what is still going on; workers see for themselves that nobody reads any more."""
        for pipe in (self._large, self._others, self._told):
            os.close(pipe)
        for process, output in zip(self._workers, self._outputs, strict=True):
            os.waitpid(process, 0)
            output.close()

    def _works(self) -> bool:
        """Links the next chunk here, one that is written soon as long as there are any; False when none is left."""
        number = next(chain(self._taken_others, self._taken_large), None)
        for at in () if number is None else self._chunks[number]:
            self._here[at] = made(self._parts[at], tuple)
        return number is not None

    def _listens(self, timeout: float | None) -> bool:
        """Takes what workers say they have made; False when there is nothing to hear."""
        if not select.select([self._told], [], [], timeout)[0]:
            return False
        said = os.read(self._told, _MADE.size)
        if len(said) < _MADE.size:
            return False
        worker, at, start, size = _MADE.unpack(said)
        self._there[at] = worker, start, size
        return True

    def _started(self) -> int:
        output = scratch_file(buffering=0)  # closed by `close`
        self._outputs.append(output)
        return forked(lambda: self._work(len(self._outputs) - 1, output))

    def _work(self, worker: int, output: IO[bytes]) -> None:
        os.close(self._told)
        self._prepare()
        gc.freeze()  # what was there before is not looked at: finding what parts leave behind takes no time
        start = 0
        for number in chain(self._taken_large, self._taken_others):
            gc.collect()
            for at in self._chunks[number]:
                rows, diagnostics, as_of = made(self._parts[at], tuple)
                written = codec.encode(tuple(diagnostics))
                if written is None:
                    continue
                body = marshal.dumps(
                    (rows.facts, [(one.table, one.refs, one.body) for one in rows.objects], *rows[2:], written, as_of)
                )
                output.write(body)
                os.write(self._telling, _MADE.pack(worker, at, start, len(body)))
                start += len(body)


def _read(outputs: Sequence[IO[bytes]], worker: int, start: int, size: int) -> Made | None:
    """What a worker has written; None when that is not whole."""
    try:
        body = os.pread(outputs[worker].fileno(), size, start)
        facts, objects, links, words, digests, diagnostics, as_of = marshal.loads(body)
        rows = PartRows(facts, [PartObjects(*one) for one in objects], links, words, digests)
        return Made(rows, codec.decode(diagnostics), as_of)
    except (ValueError, EOFError, TypeError, OSError):
        return None


def _chunks(parts: Sequence[LinkedPart]) -> tuple[list[list[int]], list[list[int]]]:
    """The parts that look at no others, by their places: each large one, and the others in stretches of about a size,
    in their order, for so they can be written soon."""
    free = [at for at, part in enumerate(parts) if not part.part.reads_refs]
    most = max(CHUNK_BYTES, sum(part.size for part in parts) // LARGE)
    large = sorted(([at] for at in free if parts[at].size > most), key=lambda one: -parts[one[0]].size)
    others: list[list[int]] = []
    size = CHUNK_BYTES
    for at in free:
        if parts[at].size > most:
            continue
        if size >= CHUNK_BYTES:
            others.append([])
            size = 0
        others[-1].append(at)
        size += parts[at].size
    return large, others
