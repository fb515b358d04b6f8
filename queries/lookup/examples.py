"""Which objects are examples: they stand in a file that is not the project (`compiler.model.examples`).

Answers show them with `is_example`, and leave them out of what is to be done or counted.
"""

from compiler.model.examples import WORK_KINDS
from compiler.model.facts import ExampleFile, Object
from compiler.store.snapshot import ObjectRow, Snapshot


def example_files(snapshot: Snapshot, kind: str) -> frozenset[str]:
    """Return the paths of the files in which an object of this kind is an example."""
    prompts, others = snapshot.memoize("queries.example_files", _example_files)
    return prompts | others if kind in WORK_KINDS else others


def _example_files(snapshot: Snapshot) -> tuple[frozenset[str], frozenset[str]]:
    """The paths of prompts, and of all others."""
    found = snapshot.facts(ExampleFile)
    prompts = frozenset(file.path for file in found if file.only_work)
    return prompts, frozenset(file.path for file in found) - prompts


def example_reason(snapshot: Snapshot, path: str) -> str:
    """Return why a file is not the project; "" if it is."""
    found = snapshot.facts(ExampleFile, path=path)
    return found[0].reason if found else ""


def is_example(snapshot: Snapshot, row: ObjectRow | Object) -> bool:
    """Whether an object is an example."""
    return (row.file if isinstance(row, ObjectRow) else row.span.file) in example_files(snapshot, row.kind)
