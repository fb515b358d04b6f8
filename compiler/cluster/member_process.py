"""`python -m compiler.cluster.member_process` runs one task of a cluster.

The fields of a `MemberTask` come as JSON on standard input, those of its outcome go as JSON to standard output.
"""

import sys

import orjson

from compiler.workspace.member_files import MemberTask, build_member

MAX_TASK_BYTES = 1_000_000


def main() -> None:
    """Run the task."""
    fields = orjson.loads(sys.stdin.buffer.read(MAX_TASK_BYTES))
    outcome = build_member(MemberTask(**{**fields, "exclude": tuple(fields["exclude"])}))
    sys.stdout.buffer.write(orjson.dumps([*outcome]))


if __name__ == "__main__":
    main()
