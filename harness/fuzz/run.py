"""A run: rounds of parse checks, for volume, and of build checks, until the time is over.

Everything that is drawn follows from the seed and the number of the round. A case that takes too long is a failure like
any other, and a round that lasts beyond the time of the run breaks off.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from harness.fuzz.bounds import BUILD_SECONDS, OVERTIME, PARSE_SECONDS, CaseTooLongError, within
from harness.fuzz.building import build_problems
from harness.fuzz.corpus import write_case
from harness.fuzz.failure import Failure, Files
from harness.fuzz.figures import Figures
from harness.fuzz.minimise import MAX_SECONDS, minimised
from harness.fuzz.mutations import mutated
from harness.fuzz.parsing import parse_problem
from harness.fuzz.seeds import Seed, seeds

PARSED = 6_000  # files of one round that are parsed alone
BUILT = 250  # files of one round that are built together
EDITED_SHARE = 0.15  # of these, that are edited before the second build
KEPT_SHARE = 0.15  # of these, that stay as they are
HANGS = ("took more than", "takes more than", "take more than")  # words of the kind of a failure that is a hang
SETTINGS_SHARE = 0.3  # of the rounds in which the source has settings, which may leave out most of it


class Run:
    """One run, with its figures, the failures that it found, and where they are kept."""

    def __init__(
        self,
        seed: int,
        keep: Path,
        say: Callable[[str], None],
        *,
        parsed: int = PARSED,
        parse_problem: Callable[[str, bytes, Figures], str | None] = parse_problem,
    ) -> None:
        """Failures are written into the folder `keep`, and told to `say`. `parsed` files of a round are parsed alone,
        of each of which `parse_problem` says what is wrong."""
        self.figures = Figures()
        self.kinds: dict[str, int] = {}
        self._seed, self._keep, self._say = seed, keep, say
        self._parsed, self._checked = parsed, parse_problem
        self._drawn = ""
        self._end = float("inf")

    def until(self, seconds: float) -> None:
        """Run rounds until the time is over, one at least: the last one ends later, `OVERTIME` at most."""
        start, processor = time.monotonic(), time.process_time()
        self._end = start + seconds + OVERTIME
        number = 0
        with tempfile.TemporaryDirectory(dir=_memory_folder()) as folder:
            while number == 0 or time.monotonic() - start < seconds:
                self._drawn = f"{self._seed}-{number}"
                self._round(Random(self._drawn), Path(folder))
                number += 1
                self.figures.seconds = time.monotonic() - start
                self.figures.processor = time.process_time() - processor
        self._say(str(self.figures))

    def _round(self, choice: Random, folder: Path) -> None:
        for path, content in _mutants(choice, self._parsed):
            if self._is_over():
                return
            self.figures.files += 1
            if problem := self._parse_problem(path, content, self.figures):
                self._found(Failure(problem, {path: content}), self._parses)
        source = source_files(choice)
        edited = _edited(choice, source)
        self.figures.files += len(source) + len(edited)
        state = choice.getstate()
        for problem in _build_problems(source, edited, choice, self.figures, folder):

            def fails(files: Files, later: Files) -> list[str]:
                again = Random()
                again.setstate(state)
                return _build_problems(files, later, again, Figures(), folder)

            self._found(Failure(problem, source, edited), fails)

    def _is_over(self) -> bool:
        return time.monotonic() > self._end

    def _parse_problem(self, path: str, content: bytes, figures: Figures) -> str | None:
        try:
            with within(PARSE_SECONDS):
                return self._checked(path, content, figures)
        except CaseTooLongError:
            return f"parse: {path.rpartition('/')[2]} takes more than {PARSE_SECONDS:g} s"

    def _parses(self, files: Files, _: Files) -> list[str]:
        found = (self._parse_problem(path, content, Figures()) for path, content in files.items())
        return [one for one in found if one]

    def _found(self, failure: Failure, problems_of: Callable[[Files, Files], list[str]]) -> None:
        """Note a failure; minimise and keep the first of its kind."""
        self.figures.failures += 1
        self.figures.leaks += failure.kind.startswith("leak")
        self.figures.hangs += any(words in failure.kind for words in HANGS)
        self.kinds[failure.kind] = self.kinds.get(failure.kind, 0) + 1
        if self.kinds[failure.kind] > 1:
            return
        kind = failure.kind
        self._say(kind)
        files = self._minimised(failure.files, lambda some: kind in problems_of(some, failure.edited))
        edited = self._minimised(failure.edited, lambda some: kind in problems_of(files, some))
        self._say(
            f"  drawn by {self._drawn}, kept in {write_case(self._keep, Failure(kind, files, edited), self._drawn)}"
        )

    def _minimised(self, files: Files, still_fails: Callable[[dict[str, bytes]], bool]) -> Files:
        return minimised(files, still_fails, min(MAX_SECONDS, self._end - time.monotonic())) if files else files


def _build_problems(files: Files, edited: Files, choice: Random, figures: Figures, folder: Path) -> list[str]:
    try:
        with within(BUILD_SECONDS):
            return build_problems(files, edited, choice, figures, folder)
    except CaseTooLongError:
        return [f"build: the builds and answers of a source take more than {BUILD_SECONDS:g} s"]


def _mutants(choice: Random, count: int) -> Iterator[tuple[str, bytes]]:
    known = seeds()
    for _ in range(count):
        one = choice.choice(known)
        yield one.path, mutated(one.content, lambda: choice.choice(known).content, choice)


def source_files(choice: Random) -> dict[str, bytes]:
    """A source of mutated trees, each in a folder of its own, or several in one."""
    trees: dict[str, list[Seed]] = {}
    for seed in seeds():
        trees.setdefault(seed.tree, []).append(seed)
    has_settings = choice.random() < SETTINGS_SHARE
    found: dict[str, bytes] = {}
    for tree in choice.sample(sorted(trees), len(trees)):
        if len(found) >= BUILT:
            break
        prefix = f"{tree}/" if choice.random() < 0.7 else ""
        for one in trees[tree]:
            if not has_settings and not prefix and one.path in ("frieze.toml", ".gitignore"):
                continue
            found[prefix + one.path] = _content(one, choice)
    return found


def _content(one: Seed, choice: Random) -> bytes:
    known = seeds()
    if choice.random() < KEPT_SHARE:
        return one.content
    return mutated(one.content, lambda: choice.choice(known).content, choice)


def _edited(choice: Random, source: Files) -> dict[str, bytes]:
    known = seeds()
    paths = choice.sample(sorted(source), int(len(source) * EDITED_SHARE))
    return {path: mutated(source[path], lambda: choice.choice(known).content, choice) for path in paths}


def _memory_folder() -> str | None:
    """A folder in memory, where the system has one: builds write much."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None
