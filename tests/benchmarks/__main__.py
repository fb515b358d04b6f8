"""Runs all benchmarks and prints one table."""

from tests.benchmarks import calls, startup
from tests.benchmarks import compile as compiling


def main() -> None:
    for benchmark in (startup, calls, compiling):
        for figure in benchmark.figures():
            print(figure, flush=True)


if __name__ == "__main__":
    main()
