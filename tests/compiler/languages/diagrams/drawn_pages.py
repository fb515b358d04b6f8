"""A check of the diagrams of a page."""

from tests.compiler.languages.querying import ask
from tests.compiler.languages.written_cases import Case


def check_diagrams(case: Case) -> None:
    """Check the type of each diagram, how many nodes or participants it has, and how many edges or messages."""
    found = []
    for key, kind in ask(case.files, "SELECT id, type FROM diagram ORDER BY line"):
        rows = ask(case.files, "SELECT kind, count(*) FROM object WHERE ref LIKE 'd:' || ? || '/%' GROUP BY kind", key)
        counts: dict[str, int] = dict(rows)
        nodes = counts.get("node", 0) + counts.get("participant", 0)
        found.append(f"{kind} {nodes} {counts.get('edge', 0) + counts.get('message', 0)}")
    assert found == case.expected
