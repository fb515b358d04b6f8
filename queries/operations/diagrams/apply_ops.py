"""`diagram_apply_ops`: several operations on one diagram in one call, in the words of the seed."""

from typing import Any

from compiler.languages.diagrams.facts import Diagram
from queries.diagrams.selection import DIAGRAM, chosen_diagram
from queries.operations.arguments import invalid, saying_where, unavailable
from queries.operations.diagrams.session_files import bump_revision
from queries.operations.draft import Draft
from queries.operations.operation import Given, Steps, operation
from queries.operations.table import OPERATIONS
from queries.tools.parameters import Parameter

MAX_OPS = 50
PREFIXES = ("flow_", "seq_")


@operation(
    "Diagrams.",
    DIAGRAM,
    Parameter("ops", "objects", "Operations in their order: {type, …}.", required=True, max_items=MAX_OPS),
    Parameter("base_rev", "integer", "The `rev` of the diagram that they are made for.", minimum=0),
)
def diagram_apply_ops(draft: Draft, given: Given) -> Steps:
    """Applies several operations to a diagram: the flow and seq operations by their names as `type`. All are made, or
    none."""
    row = chosen_diagram(draft.snapshot, given.diagram_id)
    diagram = draft.snapshot.facts(Diagram, diagram=row.id)[0]
    if given.base_rev is not None and given.base_rev != diagram.revision:
        problem = f"The diagram has the revision {diagram.revision} by now"
        raise unavailable(problem, diagram_id=diagram.diagram, current_rev=diagram.revision)
    for at, change in enumerate(given.ops):
        if at:
            draft = yield
        with saying_where(f"ops[{at}]"):
            yield from _steps(draft, diagram.diagram, change)
    if diagram.session and len(given.ops) > 1:
        bump_revision((yield), diagram)  # by one for all operations


def _steps(draft: Draft, diagram_id: str, given: dict[str, Any]) -> Steps:
    type_ = given.get("type")
    name = str(type_).replace(".", "_")
    if not name.startswith(PREFIXES):
        raise invalid("The 'type' is that of a flow or seq operation", type=str(type_))
    arguments = {key: value for key, value in given.items() if key != "type" and value is not None}
    steps = OPERATIONS.named(name).steps(draft, {"diagram_id": diagram_id, **arguments})
    if steps is not None:
        yield from steps
