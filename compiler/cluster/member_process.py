"""The process in which a thread of a Dask worker builds sources, one after the other (`EndableProcess`)."""

import gc

from compiler.disk.endable_process import questions_and_answers, read_frame, write_frame
from compiler.workspace.member_files import MemberTask, build_member


def serve() -> None:
    """Answer each task, the fields of a `MemberTask`, with the fields of its outcome, until standard input ends."""
    tasks, outcomes = questions_and_answers()
    while True:
        try:
            write_frame(outcomes, tuple(build_member(MemberTask(*read_frame(tasks)))))
        except (EOFError, OSError):
            return
        gc.collect()  # the next source begins with what this one needed no more
