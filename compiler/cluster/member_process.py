"""`python -m compiler.cluster.member_process` runs the tasks of one thread of a Dask worker, until its input ends.

Each line of standard input has the fields of a `MemberTask` as JSON; for each, one line of standard output has those of
its outcome.
"""

import gc
import sys

import orjson

from compiler.workspace.member_files import MemberTask, build_member

MAX_TASK_BYTES = 1_000_000


def main() -> None:
    """Run tasks."""
    while line := sys.stdin.buffer.readline(MAX_TASK_BYTES):
        fields = orjson.loads(line)
        outcome = build_member(MemberTask(**{**fields, "exclude": tuple(fields["exclude"])}))
        sys.stdout.buffer.write(orjson.dumps([*outcome]) + b"\n")
        sys.stdout.buffer.flush()
        gc.collect()  # the next source begins with what this one needed no more


if __name__ == "__main__":
    main()
