"""Flowcharts: prepared text to syntax tree and diagnostics."""

from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark

from compiler.languages.diagrams.syntax.flowchart.build import Flowchart
from compiler.languages.diagrams.syntax.flowchart.explain import explain
from compiler.languages.diagrams.syntax.flowchart.lexer import FlowchartLexer
from compiler.languages.diagrams.syntax.flowchart.statements import Statements
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import Reading, Recovery
from compiler.model.diagnostics import Diagnostic
from compiler.text.grammars import load

RECOVERY = Recovery(
    header="GRAPH",
    lists=frozenset({"chain"}),
    separator="SEP",
    shut={},
    open={"SUBGRAPH": "END"},
    closing=("END",),
)


class StatementReading(Reading):
    """A reading that keeps the part of a statement before a mistake."""

    def go_back(self) -> bool:
        states, tables = self.state.state_stack, self.state.parse_conf.states
        while len(states) > 1 and self.recovery.lists.isdisjoint(tables[states[-1]]):
            if self.accepts(self.recovery.separator):
                break
            states.pop()
            self.state.value_stack.pop()
        # The parser concludes a statement on the token behind its end, so there is one more end in `go_back`.
        return super().go_back()


@cache
def grammar() -> Lark:
    """The parser, built when it is first needed."""
    path = Path(__file__).with_name("flowchart.lark")
    return load(path, start=["start"], rules=Statements(), lexer=FlowchartLexer)


def parse(prepared: Prepared) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The syntax tree `{direction, vertices, edges, subgraphs, …}` and the mistakes. Never raises."""
    reading = StatementReading(grammar(), prepared.code, RECOVERY)
    diagram = reading.run()
    found = [explain(prepared, mistake) for mistake in reading.mistakes]
    chart = Flowchart(prepared)
    if diagram is not None:
        chart.add(diagram)
    return chart.tree(), found + chart.diagnostics
