"""The messages between a build and its submitter: kind, number of the task and a value, by `marshal`."""

TASK, READER = "task", "reader"  # from the build: a task as bytes; a reader and a sample, and the answer to it
READY, RESULT, LOST, NONE, ERROR = "ready", "result", "lost", "none", "error"
# The values of the others: the number of threads of all workers; with a result that and the bytes; why there is none.
