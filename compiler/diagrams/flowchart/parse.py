"""Flowcharts: prepared text to syntax tree and diagnostics."""

from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark

from compiler.diagnostics import Diagnostic
from compiler.diagrams.flowchart.build import Flowchart
from compiler.diagrams.flowchart.codes import UNEXPECTED, WORDS
from compiler.diagrams.flowchart.lexer import FlowchartLexer
from compiler.diagrams.flowchart.statements import Statements
from compiler.diagrams.messages import diagnostic
from compiler.diagrams.prepare import Prepared
from compiler.diagrams.reading import Reading, Recovery
from compiler.grammars import load

RECOVERY = Recovery(
    header="GRAPH",
    lists=frozenset({"chain"}),
    separator="SEP",
    shut={},
    open={"SUBGRAPH": "END"},
    closing=("END",),
)


@cache
def grammar() -> Lark:
    """The parser, built when it is first needed."""
    path = Path(__file__).with_name("flowchart.lark")
    return load(path, start=["start"], rules=Statements(), lexer=FlowchartLexer)


def parse(prepared: Prepared) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The syntax tree `{direction, vertices, edges, subgraphs, …}` and the mistakes. Never raises."""
    reading = Reading(grammar(), prepared.code, RECOVERY)
    diagram = reading.run()
    found = [diagnostic(prepared, mistake, UNEXPECTED, WORDS) for mistake in reading.mistakes]
    chart = Flowchart(prepared)
    if diagram is not None:
        chart.add(diagram)
    return chart.tree(), found + chart.diagnostics
