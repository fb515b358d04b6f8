"""Time grows with a source, whatever it repeats: no construct of any grammar takes more than linear time."""

import time
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.closing import compile_source
from tests.compiler.pipeline.repeated import CONSTRUCTS, Repeated
from tests.compiler.pipeline.repeated_charts import CHARTS, PRODUCTS
from tests.compiler.pipeline.repeated_exports import EXPORTS
from tests.compiler.pipeline.repeated_formats import MORE_FORMATS
from tests.compiler.pipeline.repeated_pages import MORE_PAGES
from tests.compiler.pipeline.repeated_reqif import REQIF

ALL = (*CONSTRUCTS, *CHARTS, *PRODUCTS, *MORE_FORMATS, *REQIF, *EXPORTS, *MORE_PAGES)

FEW, MANY = 2_000, 8_000
EXPONENT = 1.2
IDLE = 0.5  # seconds that the rest of a build may take; a squared construct that is found takes more
TRIES = 3  # a machine that is busy meanwhile makes one try slow, hardly three


def seconds(folder: Path, construct: Repeated, count: int) -> float:
    """The processor time that a source takes."""
    path = folder / str(count) / construct.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(construct.text(count))
    start = time.process_time()
    compile_source(folder / str(count), jobs=1).close()
    return time.process_time() - start


def slow_constructs(folder: Path, constructs: Iterable[Repeated], few: int, many: int) -> list[str]:
    """The constructs of which `many` pieces take more than linear time, compared with `few`."""
    slow = []
    for at, construct in enumerate(constructs):
        for _ in range(TRIES):
            short, long = (seconds(folder / str(at), construct, count) for count in (few, many))
            if long <= max(short * (many / few) ** EXPONENT, IDLE):
                break
        else:
            slow.append(f"{construct.path} {construct.piece!r}: {few} took {short:.2f} s, {many} took {long:.2f} s")
    return slow


@pytest.mark.long("10,000 pieces of each of 540 constructs are compiled")
@pytest.mark.parametrize("path", sorted({construct.path for construct in ALL}))
def test_growth_of_every_construct_is_linear(tmp_path: Path, path: str) -> None:
    assert slow_constructs(tmp_path, (construct for construct in ALL if construct.path == path), FEW, MANY) == []


FEW_FILES, MANY_FILES = 500, 2_000
OF_FILES = {
    "needextend of ids": ("d{i}.rst", ".. req:: a\n   :id: R_{i}\n\n.. needextend:: R_{j}\n   :status: open\n"),
    "needextend of one id": ("d{i}.rst", ".. req:: a\n   :id: R_{i}\n\n.. needextend:: R_1\n   :+tags: x{i}\n"),
}


def seconds_of_files(folder: Path, path: str, text: str, count: int) -> float:
    """The processor time that a source of so many files takes."""
    root = folder / str(count)
    for at in range(count):
        named, said = (one.replace("{i}", str(at)).replace("{j}", str(at + 1)) for one in (path, text))
        (root / named).parent.mkdir(parents=True, exist_ok=True)
        (root / named).write_text(said)
    start = time.process_time()
    compile_source(root, jobs=1).close()
    return time.process_time() - start


@pytest.mark.long("2,500 files of each construct are compiled")
@pytest.mark.parametrize("name", OF_FILES)
def test_growth_of_a_repeated_file_is_linear(tmp_path: Path, name: str) -> None:
    for _ in range(TRIES):
        few, many = (seconds_of_files(tmp_path, *OF_FILES[name], count) for count in (FEW_FILES, MANY_FILES))
        if many <= max(few * (MANY_FILES / FEW_FILES) ** EXPONENT, IDLE):
            return
    pytest.fail(f"{FEW_FILES} files took {few:.2f} s, {MANY_FILES} took {many:.2f} s")
