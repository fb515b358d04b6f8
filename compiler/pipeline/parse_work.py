"""Parses the files that are not in the unit cache: here, or in worker processes.

What workers made of a chunk of files is put into the cache when the chunk is done, so that a build that is broken off
goes on from there, and so that the units are not in memory.
"""

import marshal
from collections.abc import Iterator, Sequence
from typing import Any

from compiler.model.language import load
from compiler.pipeline.deadline import FILE_SECONDS
from compiler.pipeline.failures import FailedError, is_failure
from compiler.pipeline.lone_process import EndedError, run_alone
from compiler.pipeline.options import CompileOptions
from compiler.pipeline.parsed_files import CacheKey, ParsedFiles, ParseTask
from compiler.pipeline.pool import worker_count, worker_pool
from compiler.store.cache.unit_cache import EncodedFile, Head, decode_head, encode_file

MAX_OBJECT_BYTES = 1_000_000  # of files whose units stay objects in memory; those of further files become bytes
CHUNK_BYTES = 64_000  # of files that a worker parses at once

Result = tuple[Head, Any]  # the head of a file, and its unit as `Units.add` takes it


def parse_missing(tasks: Sequence[ParseTask], parsed: ParsedFiles, options: CompileOptions) -> Iterator[Result]:
    """Parse files, in order: here, or in workers. Puts what is encoded into the cache, if there is one. A file stays
    objects if its unit has no exact form in bytes, or, without a cache, as long as these are few."""
    total = sum(task.file.size for task in tasks)
    jobs = worker_count(options.jobs, total)
    if jobs > 1:
        yield from _parse_in_workers(tasks, jobs, parsed, options)
        return
    keep_objects = parsed.cache is None
    done = 0
    for task in tasks:
        done += task.file.size
        result = task.parse()
        is_kept = keep_objects and done <= MAX_OBJECT_BYTES
        yield result if is_kept else _stored(task, encode_file(*result) or result, parsed)
        options.progress(done / max(total, 1))


def _stored(task: ParseTask, result: EncodedFile | Result, parsed: ParsedFiles) -> Result:
    """Put a parsed file into the cache, or else beside it. Return its head, and its unit as `Units` takes it."""
    if not isinstance(result, EncodedFile):
        return result
    head = decode_head(result.head)
    cache = parsed.cache
    is_cached = bool(cache and not is_failure(head.diagnostics) and cache.put(task.key, result))
    if is_cached or not head.has_unit:
        return head, CacheKey(task.key)
    return head, parsed.bodies.put(result.body)


def _parse_in_workers(
    tasks: Sequence[ParseTask], jobs: int, parsed: ParsedFiles, options: CompileOptions
) -> Iterator[Result]:
    """Parse files in workers, and here what they could not."""
    chunks = list(_chunks(tasks, CHUNK_BYTES))
    for language in {task.language.name: task.language for task in tasks}.values():
        load(language.parse)  # else each worker would import it

    def run(number: int) -> bytes:
        parsed = [encode_file(*tasks[at].parse()) for at in chunks[number]]
        return marshal.dumps([file and tuple(file) for file in parsed])

    results: list[Result | None] = [None] * len(tasks)
    with worker_pool(run, range(len(chunks)), jobs) as pool:
        for number, chunk in enumerate(chunks):
            body = pool.result(number)
            found = marshal.loads(body) if body else [None] * len(chunk)
            is_lost = not body and pool.is_lost(number)
            for at, pieces in zip(chunk, found, strict=True):
                made = EncodedFile(*pieces) if pieces else _parsed_here(tasks[at], alone=is_lost)
                results[at] = _stored(tasks[at], made, parsed)
            options.progress((number + 1) / len(chunks))
    for at, result in enumerate(results):
        assert result is not None  # each task is in a chunk
        yield result
        results[at] = None


def _parsed_here(task: ParseTask, *, alone: bool) -> EncodedFile | Result:
    """Parse a file in this process, or, with `alone`, in one of its own, because the process of its chunk ended."""
    if alone:
        try:
            if body := run_alone(lambda: marshal.dumps(_pieces(task))):
                pieces = marshal.loads(body)
                return EncodedFile(*pieces) if pieces else task.parse()
        except EndedError as error:
            return task.failed(FailedError(error, FILE_SECONDS)), None
    result = task.parse()
    return encode_file(*result) or result


def _pieces(task: ParseTask) -> tuple[bytes, bytes] | None:
    encoded = encode_file(*task.parse())
    return encoded and (encoded.head, encoded.body)


def _chunks(tasks: Sequence[ParseTask], chunk_bytes: int) -> Iterator[list[int]]:
    """Group the tasks, by their places, in chunks of about the same size. The languages of a file stay together, as
    they share what each makes of its text."""
    chunk: list[int] = []
    size = 0
    for at, task in enumerate(tasks):
        chunk.append(at)
        size += task.file.size
        if size >= chunk_bytes and (at + 1 == len(tasks) or tasks[at + 1].file is not task.file):
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk
