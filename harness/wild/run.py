"""Show of each repository what Frieze finds, a sample with its text, what it passed over, and how oracles disagree."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import orjson

import queries
from compiler import SourceError, compile_source
from compiler.store.snapshot import Snapshot
from harness.wild.findings import by_code, passed_over, sample
from harness.wild.oracles import Judgement, judged
from harness.wild.programs import Programs
from queries.tools.render import visible

MOST_DIFFERENCES = 40  # that are listed of one comparison
MOST_CELLS = 200  # of a source line


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0, or 2 if a repository could not be compiled."""
    options = parser().parse_args(arguments)
    status = 0
    for repository in options.repositories:
        print(f"==== {repository}")
        try:
            with compile_source(repository, keep=False) as snapshot:
                for line in report(repository.resolve(), snapshot, options):
                    print(visible(line))
        except SourceError as error:
            print(error, file=sys.stderr)
            status = 2
    return status


def parser() -> argparse.ArgumentParser:
    """The options of the command."""
    command = argparse.ArgumentParser("python -m harness.wild", description=__doc__)
    command.add_argument("repositories", nargs="+", type=Path, metavar="PATH", help="a folder with a repository")
    command.add_argument(
        "--modules", type=Path, metavar="DIR", help="node_modules with mermaid, backlog.md, task-master-ai"
    )
    command.add_argument("--sample", type=int, default=3, metavar="N", help="findings shown of a code (default: 3)")
    command.add_argument(
        "--differences", type=int, default=MOST_DIFFERENCES, metavar="N", help="listed of a comparison"
    )
    return command


def report(repository: Path, snapshot: Snapshot, options: argparse.Namespace) -> Iterator[str]:
    """Give the lines that are shown of a repository."""
    yield from _info(repository, snapshot)
    yield from _findings(snapshot, options.sample)
    for judgement in judged(repository, snapshot, Programs(options.modules)):
        yield from _judgement(judgement, options.differences)


def _info(repository: Path, snapshot: Snapshot) -> Iterator[str]:
    yield "-- get_snapshot_info"
    answer = queries.answer(snapshot, "get_snapshot_info")
    for name in sorted(answer.keys() - {"schema_version", "snapshot_id"}):
        yield f"{name}: {orjson.dumps(answer[name]).decode()}"
    kinds = ", ".join(f"{suffix} {count}" for suffix, count in passed_over(repository, snapshot))
    yield f"not read, by kind of file: {kinds or 'none'}"


def _findings(snapshot: Snapshot, most: int) -> Iterator[str]:
    found = by_code(snapshot)
    yield f"-- findings: {sum(map(len, found.values()))}"
    for code, findings in found.items():
        yield f"{len(findings):6} {code} {findings[0].severity}"
    for code, findings in found.items():
        for number, one in enumerate(sample(findings, most, snapshot), 1):
            span = one.diagnostic.span
            yield f"-- {code} {number} of {len(findings)}: {span.file}:{span.start_line} {one.diagnostic.message}"
            yield from (f"{line:6} | {text[:MOST_CELLS]}" for line, text in one.lines)


def _judgement(judgement: Judgement, most: int) -> Iterator[str]:
    if not judgement.comparisons:
        yield f"-- {judgement.oracle}: {judgement.reason}"
    for comparison in judgement.comparisons:
        differences = comparison.differences
        yield f"-- {judgement.oracle}, {comparison.what}: {comparison.equal} equal, {len(differences)} different"
        yield from (f"   {line}" for line in differences[:most])
        if len(differences) > most:
            yield f"   and {len(differences) - most} more"
