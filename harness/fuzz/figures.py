"""The figures of fuzzing, which add up over runs."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

SUMMED = ("files", "builds", "questions", "relations", "pages", "failures", "hangs", "leaks", "seconds", "processor")
MAX_SECONDS = 10.0  # that one call may take; more is a hang


@dataclass(slots=True)
class Figures:
    """What was tried. `processor` is the time of the processor, in seconds, and `slowest` the longest time of each kind
    of work."""

    files: int = 0
    builds: int = 0
    questions: int = 0
    relations: int = 0
    pages: int = 0
    failures: int = 0
    hangs: int = 0
    leaks: int = 0
    seconds: float = 0.0
    processor: float = 0.0
    slowest: dict[str, float] = field(default_factory=dict)

    def took(self, work: str, seconds: float) -> None:
        """Note how long a piece of work took."""
        if seconds > self.slowest.get(work, 0.0):
            self.slowest[work] = round(seconds, 3)

    def __str__(self) -> str:
        slow = max(self.slowest.items(), key=lambda one: one[1], default=("nothing", 0.0))
        return (
            f"{self.files:,} mutated files, {self.builds:,} builds, {self.questions:,} questions, "
            f"{self.relations:,} relations between answers, {self.pages:,} pages in {self.seconds:.0f} s, "
            f"{self.files / max(self.processor, 1):,.0f} files a second of one core; {self.failures} failures, "
            f"{self.hangs} hangs, {self.leaks} leaks; slowest: {slow[0]}, {slow[1]:.2f} s"
        )


def add_to_log(log: Path, figures: Figures, **about: object) -> Figures:
    """Append the figures of a run to a log of JSON lines, and return the sums over the whole log."""
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps({**about, **asdict(figures)}) + "\n")
    total = Figures()
    for line in log.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        for name in SUMMED:
            setattr(total, name, getattr(total, name) + one.get(name, 0))
        for work, seconds in one["slowest"].items():
            total.took(work, seconds)
    return total
