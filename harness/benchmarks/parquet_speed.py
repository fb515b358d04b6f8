"""Questions to Parquet files by DuckDB: `python -m harness.benchmarks.parquet_speed FOLDER [--repeats 5]`.

FOLDER is what `frieze export SOURCE --parquet FOLDER` wrote. Printed are seconds on the clock and of the processor: of
opening, of a first recursive question, which reads the links into memory, of later ones, and of point questions.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median

from compiler.store.parquet.reader import ParquetRelations, open_parquet
from compiler.store.select.bounds import BOUNDS
from harness.benchmarks.figures import Figure

MAX_RECURSIVE = 2.0  # seconds
MAX_POINT = 0.05
PATIENT = BOUNDS._replace(seconds=600.0)  # a busy machine is measured by its processor
REACHED = """WITH RECURSIVE reached(ref) AS (SELECT '{}' UNION SELECT target FROM link JOIN reached ON source = ref)
SELECT count(*) FROM reached"""
POINTS = {
    "an object by its ref": "SELECT kind, title, file, line FROM object WHERE ref = '{}'",
    "the links of an object": "SELECT kind, target FROM link WHERE source = '{}'",
    "what links to an object": "SELECT kind, source FROM link WHERE target = '{}'",
}
STARTS = "SELECT source FROM link GROUP BY source ORDER BY count(*) DESC, source LIMIT {}"


def figures(folder: Path, repeats: int) -> Iterator[Figure]:
    """The times of each kind of question."""
    began, worked = time.perf_counter(), time.process_time()
    with open_parquet(folder) as opened:
        opening = time.perf_counter() - began, time.process_time() - worked
        yield _figure("opening, with all checksums", *opening)
        (links,) = opened.select("SELECT count(*) FROM link", bounds=PATIENT).rows[0]
        starts = [ref for (ref,) in opened.select(STARTS.format(repeats + 1), bounds=PATIENT).rows]
        for name, sql in POINTS.items():
            taken = [_taken(partial(_ask, opened, sql, ref)) for ref in starts]
            yield _middle(f"{name}, of {links:,} links", taken, MAX_POINT)
        first, *later = [_taken(partial(_ask, opened, REACHED, ref)) for ref in starts]
        yield _figure(f"a first recursive question, {links:,} links", *first)
        yield _middle("later recursive questions", later, MAX_RECURSIVE)


def _ask(opened: ParquetRelations, sql: str, ref: str) -> object:
    return opened.select(sql.format(ref.replace("'", "''")), bounds=PATIENT)


def _taken(action: Callable[[], object]) -> tuple[float, float]:
    began, worked = time.perf_counter(), time.process_time()
    action()
    return time.perf_counter() - began, time.process_time() - worked


def _middle(name: str, taken: list[tuple[float, float]], limit: float) -> Figure:
    return _figure(name, median(clock for clock, _ in taken), median(processor for _, processor in taken), limit)


def _figure(name: str, clock: float, processor: float, limit: float | None = None) -> Figure:
    return Figure(name, processor, "s", limit, f"of processors; {clock:.3f} s on the clock")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m harness.benchmarks.parquet_speed", description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder of the export")
    parser.add_argument("--repeats", type=int, default=5, help="of each question (default: %(default)s)")
    arguments = parser.parse_args()
    for figure in figures(arguments.folder, arguments.repeats):
        print(figure, flush=True)


if __name__ == "__main__":
    main()
