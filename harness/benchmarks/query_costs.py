"""What every tool and a start cost on a source: a program that `queries_against` runs in a checkout.

`query_costs.py SOURCE FILES ROUNDS` prints JSON: processor seconds by form of question, the median of the rounds. It
takes the questions and the source from the checkout on `PYTHONPATH`.
"""

import json
import sys
import time
from pathlib import Path
from statistics import median

import queries
from compiler import compile_source
from harness.benchmarks.generate import write
from harness.benchmarks.questions import questions


def main(source: Path, files: int, rounds: int) -> dict[str, float]:
    if not source.exists():
        write(source, files)
    compile_source(source).close()
    taken: dict[str, list[float]] = {}
    with compile_source(source) as snapshot:
        by_form = questions(snapshot)
        for turn in range(-1, rounds):
            for form, asked in by_form.items():
                for one in asked:
                    started = time.process_time()
                    queries.answer(snapshot, form.partition(",")[0], one)
                    if turn >= 0:
                        taken.setdefault(form, []).append(time.process_time() - started)
    return {form: median(values) for form, values in taken.items()}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))
