"""What is mutated: the sample worlds, the examples of the documentation, and constructs of every grammar.

A seed is a file of a tree: files of one tree cite each other, so that what links them is tried as well.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from harness.fuzz.more_seeds import TREES
from tests.compiler.pipeline.repeated import CONSTRUCTS
from tests.docs.pages import page_codes, read_page
from tests.paths import ROOT

REPEATS = 3  # of a construct that is repeated in a seed


class Seed(NamedTuple):
    """A file of the tree `tree`, by its path below the root of that tree."""

    tree: str
    path: str
    content: bytes


@cache
def seeds() -> tuple[Seed, ...]:
    """Return all seeds, in a fixed order."""
    return (*_worlds(), *_examples(), *_constructs(), *_written())


def _worlds() -> Iterator[Seed]:
    for folder in sorted(entry for entry in (ROOT / "worlds").iterdir() if entry.is_dir()):
        for path in sorted(one for one in folder.rglob("*") if one.is_file()):
            yield Seed(folder.name, path.relative_to(folder).as_posix(), path.read_bytes())


def _examples() -> Iterator[Seed]:
    for code in page_codes():
        page = read_page(code)
        for number, example in enumerate((*page.examples, *page.corrected)):
            for path, text in sorted(example.files.items()):
                yield Seed(f"{code}-{number}", path, text.encode())


def _constructs() -> Iterator[Seed]:
    for number, construct in enumerate(CONSTRUCTS):
        yield Seed(f"construct-{number}", construct.path, construct.text(REPEATS).encode())


def _written() -> Iterator[Seed]:
    for tree, files in TREES.items():
        for path, text in files.items():
            yield Seed(tree, path, text.encode())
