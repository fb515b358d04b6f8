"""Reads the mentions of many files: in this process, or in workers while this process writes."""

import marshal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from compiler.mentions.file_mentions import CitingFile, FoundMention, file_mentions
from compiler.mentions.names import Names
from compiler.model.spans import Span
from compiler.pipeline.deadline import FILE_SECONDS
from compiler.pipeline.failures import Culprit, FailedError, guarded
from compiler.pipeline.pool import Pool, worker_pool

CHUNK_BYTES = 256_000  # of files that a worker reads at once


class MentionReader:
    """Gives the mentions of files, each once."""

    def __init__(
        self,
        file: Callable[[str], CitingFile],
        names: Names,
        has: Callable[[str], bool],
        chunks: Sequence[Sequence[str]] = (),
    ) -> None:
        """Workers, if there are any, read the files of a chunk at once."""
        self.file = file
        self._names = names
        self._has = has
        self.chunks = chunks
        self._chunk_of = {path: at for at, chunk in enumerate(chunks) for path in chunk}
        self._read: dict[str, list[FoundMention]] = {}
        self.culprits: list[Culprit] = []  # files at which reading failed
        self.pool: Pool | None = None

    def mentions(self, path: str) -> list[FoundMention]:
        """Return the mentions of a file."""
        if self.pool and path not in self._read and path in self._chunk_of:
            at = self._chunk_of[path]
            body = self.pool.result(at)
            self._chunk_of = {path: number for path, number in self._chunk_of.items() if number != at}
            if body:
                rows = zip(self.chunks[at], marshal.loads(body), strict=True)
                self._read |= {path: _decoded(path, found) for path, found in rows if found is not None}
        found = self._read.pop(path, None)
        return self._here(path) if found is None else found

    def run(self, number: int) -> bytes:
        """Read a chunk, in a worker."""
        found = [self._here(path) for path in self.chunks[number]]
        failed = {culprit.path for culprit in self.culprits}  # which the parent tries again
        rows = zip(self.chunks[number], found, strict=True)
        return marshal.dumps([None if path in failed else _encoded(mentions) for path, mentions in rows])

    def _here(self, path: str) -> list[FoundMention]:
        try:
            file = self.file(path)
            with guarded(FILE_SECONDS, len(file.text)):
                return file_mentions(file, self._names, self._has)
        except FailedError as failure:
            self.culprits.append(Culprit(path, failure.with_traceback(None)))
            return []


class NothingRead(MentionReader):
    """Gives no mentions, since what was needed to read them failed."""

    def __init__(self, failure: FailedError) -> None:
        self.culprits = [Culprit("", failure)]

    def mentions(self, path: str) -> list[FoundMention]:  # noqa: ARG002
        """Return nothing."""
        return []


@contextmanager
def mention_reader(
    paths: Sequence[str],
    file: Callable[[str], CitingFile],
    names: Names,
    has: Callable[[str], bool],
    workers: int,
) -> Iterator[MentionReader]:
    """Give a reader of the mentions of some files. Workers begin at once and end with the context."""
    if workers < 2:
        yield MentionReader(file, names, has)
        return
    reader = MentionReader(file, names, has, list(_chunks(paths, file)))
    names.prepare()
    with worker_pool(reader.run, range(len(reader.chunks)), workers) as pool:
        reader.pool = pool
        yield reader


def _chunks(paths: Sequence[str], file: Callable[[str], CitingFile]) -> Iterator[list[str]]:
    """Group files, in their order, in chunks of about the same size."""
    chunk: list[str] = []
    size = 0
    for path in paths:
        chunk.append(path)
        size += len(file(path).text) + 1_000
        if size >= CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _encoded(mentions: Sequence[FoundMention]) -> list[tuple[object, ...]]:
    return [(mention.source, mention.target, mention.text, *mention.span[1:]) for mention in mentions]


def _decoded(path: str, rows: Sequence[tuple[str, str, str, int, int, int, int]]) -> list[FoundMention]:
    return [FoundMention(source, target, text, Span(path, *span)) for source, target, text, *span in rows]
