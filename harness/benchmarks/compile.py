"""Compiling one file that holds the large world 1, 10 or 25 times. Each copy has names of its own."""

import re
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median

from compiler import compile_source
from harness.benchmarks.figures import Figure, in_turns, milliseconds
from tests.paths import ROOT

WORLD = ROOT / "worlds" / "salt-citadel" / "salt-citadel.urd.md"
COPIES = (1, 10, 25)
ROUNDS = 5

# The names that get the number of the copy, outside the front matter. Entities get it everywhere.
NAMES = (
    (re.compile(r"^(#{1,3} .*?|== .*?|rule .*?)(?=( \(auto\))?(:$| //|$))", re.M), r"\g<1>{n}"),
    (re.compile(r"^( *-> (?!end$|any |exit:|@)[^@\n]+)$", re.M), r"\g<1>{n}"),
    (re.compile(r"\b([a-z-]+)(?=\.exhausted\b)"), r"\g<1>{n}"),
    (re.compile(r"(> move @\w+ -> (?!player$|here$)[a-z-]+)$", re.M), r"\g<1>{n}"),
)
ENTITY = re.compile(r"@(?!player\b)(\w+)")


def figures() -> Iterator[Figure]:
    """Milliseconds per KB of each size, and the cost of a KB of the largest compared with the smallest."""
    with tempfile.TemporaryDirectory() as directory:
        sources = {str(count): _write(Path(directory), count) for count in COPIES}
        taken = in_turns(ROUNDS, {name: partial(_compile, source) for name, source in sources.items()})
        cost = {name: median(taken[name]) / (source.stat().st_size / 1000) for name, source in sources.items()}
        for name, source in sources.items():
            beside = f"{median(taken[name]):.0f} ms for {source.stat().st_size / 1000:.0f} KB"
            yield Figure(f"compiling the large world, {name} times", cost[name], "ms/KB", 1.5, beside)
        first, last = str(COPIES[0]), str(COPIES[-1])
        yield Figure(f"a KB of {last} copies to a KB of one", cost[last] / cost[first], "times", 1.2)


def repeated(text: str, count: int) -> str:
    """A valid world of `count` copies of another: its types once, its entities and content in each copy."""
    _, frontmatter, content = text.split("---\n", 2)
    head, *entities = frontmatter.split("entities:\n")
    copies = range(1, count + 1)
    declared = [f"entities:\n{_numbered(block, n)}" for n in copies for block in entities]
    if count > 1:  # the player is declared once
        declared = [_without_player(block) if at >= len(entities) else block for at, block in enumerate(declared)]
    chapters = [_copy(content, n) for n in copies]
    # The first location of each copy leads to that of the next, so that all can be reached.
    joined = [chapter.replace(*_onward(n), 1) for n, chapter in zip(copies, chapters[:-1], strict=False)]
    return "\n".join(["---", head + "".join(declared) + "---", *joined, chapters[-1]])


def _onward(n: int) -> tuple[str, str]:
    """The text to replace in copy `n`, and its replacement with an exit to the next copy."""
    first = f"-> gate: Outer Gate{n if n > 1 else ''}\n"
    return first, f"{first}-> onward: Salt Road{n + 1}\n"


def _numbered(text: str, n: int) -> str:
    return text if n == 1 else ENTITY.sub(rf"@\1_{n}", text)


def _without_player(block: str) -> str:
    return re.sub(r"^  @player:.*\n", "", block, flags=re.M)


def _copy(content: str, n: int) -> str:
    if n == 1:
        return content
    for name, replacement in NAMES:
        content = name.sub(replacement.format(n=n), content)
    return _numbered(content, n)


def _write(directory: Path, count: int) -> Path:
    path = directory / f"citadel-{count}.urd.md"
    path.write_text(repeated(WORLD.read_text(), count))
    return path


def _compile(source: Path) -> float:
    return milliseconds(lambda: compile_source(source))
