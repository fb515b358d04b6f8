"""Flowcharts: prepared text to syntax tree and diagnostics."""

from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark

from compiler.languages.diagrams.syntax.flowchart.build import FlowchartBuilder
from compiler.languages.diagrams.syntax.flowchart.explain import explain
from compiler.languages.diagrams.syntax.flowchart.lexer import FlowchartLexer
from compiler.languages.diagrams.syntax.flowchart.statements import Statements
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import RecoveringParser, RecoveryRules
from compiler.model.diagnostics import Diagnostic
from compiler.text.grammars import load

RECOVERY = RecoveryRules(
    header="GRAPH",
    lists=frozenset({"chain"}),
    separator="SEP",
    part_blocks={},
    statement_blocks={"SUBGRAPH": "END"},
    closing=("END",),
)


class FlowchartParser(RecoveringParser):
    """A parser that keeps the part of a statement before a mistake."""

    def unwind(self) -> bool:
        states, tables = self.state.state_stack, self.state.parse_conf.states
        while len(states) > 1 and self.rules.lists.isdisjoint(tables[states[-1]]):
            if self.insert(self.rules.separator):
                break
            states.pop()
            self.state.value_stack.pop()
        # The parser concludes a statement on the token after its separator, so there is one more in super().
        return super().unwind()


@cache
def grammar() -> Lark:
    """The parser, built when it is first needed."""
    path = Path(__file__).with_name("flowchart.lark")
    return load(path, start=["start"], rules=Statements(), lexer=FlowchartLexer)


def parse(prepared: Prepared) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The syntax tree `{direction, vertices, edges, subgraphs, …}` and the diagnostics. Never raises."""
    parser = FlowchartParser(grammar(), prepared.code, RECOVERY)
    diagram = parser.run()
    builder = FlowchartBuilder(prepared)
    if diagram is not None:
        builder.add(diagram)
    return builder.tree(), [explain(prepared, mistake) for mistake in parser.mistakes] + builder.diagnostics
