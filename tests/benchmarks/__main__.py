"""Runs all benchmarks and prints one table."""

from collections.abc import Callable, Iterator

from tests.benchmarks import calls, mermaid_speed, requirements_speed, startup
from tests.benchmarks import compile as compiling
from tests.benchmarks.figures import Figure

BENCHMARKS: tuple[Callable[[], Iterator[Figure | str]], ...] = (
    startup.figures,
    calls.figures,
    compiling.figures,
    mermaid_speed.figures,
    requirements_speed.figures,
)


def main() -> None:
    for figures in BENCHMARKS:
        for figure in figures():
            print(figure, flush=True)


if __name__ == "__main__":
    main()
