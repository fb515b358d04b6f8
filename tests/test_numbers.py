"""Digits become a number in `compiler.text.numbers`, which bounds them: Python refuses to convert more than 4,300.

`ELSEWHERE` names the modules that call `int` themselves: how often, and why no text of a source can be too long there.
"""

import ast
from collections import Counter

from tests.import_graph import trees

# What reads digits of sources.
ROOMS = ("compiler.languages.", "compiler.mentions.", "compiler.text.", "queries.operations.")

_PATTERN = "its pattern bounds the digits"
_LENGTH = "it looks at the length first"
_CUT = "the text is cut before"
_OWN = "written by Frieze itself"
_NUMBER = "a number already, or a truth value"
_HEADING = "the level of a heading"
ELSEWHERE = {
    "compiler.languages.diagrams.linking.connectors": (1, _NUMBER),
    "compiler.languages.diagrams.linking.reconcile": (1, _PATTERN),
    "compiler.languages.diagrams.syntax.block.statements": (2, _CUT),
    "compiler.languages.diagrams.syntax.flowchart.data": (1, _NUMBER),
    "compiler.languages.diagrams.syntax.flowchart.directives": (2, _LENGTH),
    "compiler.languages.diagrams.date_formats": (3, _PATTERN),
    "compiler.languages.diagrams.syntax.sequence.build": (1, _LENGTH),
    "compiler.languages.diagrams.syntax.shared.urls": (1, _LENGTH),
    "compiler.languages.documents.syntax.markdown": (1, _HEADING),
    "compiler.languages.knowledge.markdown": (1, _HEADING),
    "compiler.languages.knowledge.syntax.decisions.log_successors": (2, _PATTERN),
    "compiler.languages.knowledge.syntax.decisions.status_log": (1, _PATTERN),
    "compiler.languages.knowledge.syntax.proposals.in_pages": (2, _PATTERN),
    "compiler.languages.knowledge.syntax.proposals.formats": (2, _PATTERN),
    "compiler.languages.knowledge.syntax.decisions.asciidoc": (1, _PATTERN),
    "compiler.languages.knowledge.syntax.proposals.structurizr": (1, _LENGTH),
    "compiler.languages.knowledge.trackers.dates": (5, _PATTERN),
    "compiler.languages.knowledge.trackers.github.body": (1, _PATTERN),
    "compiler.languages.knowledge.trackers.jira.meanings": (1, _PATTERN),
    "compiler.languages.knowledge.trackers.linear.answer": (2, _PATTERN),
    "compiler.languages.knowledge.trackers.linear.table": (2, _PATTERN),
    "compiler.languages.memory.linking.conversations": (1, _LENGTH),
    "compiler.languages.memory.syntax.codex": (1, _PATTERN),
    "compiler.languages.memory.syntax.values": (1, _NUMBER),
    "compiler.languages.requirements.configuration.stated": (3, _PATTERN),
    "compiler.languages.requirements.formats.kiro.words": (4, _PATTERN),
    "compiler.languages.requirements.formats.listed.settling": (1, _OWN),
    "compiler.languages.requirements.formats.listed.tables": (3, _PATTERN),
    "compiler.languages.requirements.formats.openfasttrace.ids": (1, _CUT),
    "compiler.languages.requirements.formats.spec_kit.parse": (5, _PATTERN),
    "compiler.languages.requirements.formats.spec_kit.spec": (3, _PATTERN),
    "compiler.languages.requirements.formats.spec_kit.tracing": (3, _OWN),
    "compiler.languages.requirements.formats.sphinx_needs.items": (3, _OWN),
    "compiler.languages.requirements.formats.sphinx_needs.lists": (2, _OWN),
    "compiler.languages.requirements.formats.sphinx_needs.settling": (2, _OWN),
    "compiler.languages.requirements.formats.strictdoc.nodes": (1, _OWN),
    "compiler.languages.requirements.syntax.results": (1, _NUMBER),
    "compiler.languages.world.linking.literals": (1, _LENGTH),
    "compiler.languages.world.syntax.values": (1, _LENGTH),
    "compiler.mentions.resolution": (2, _PATTERN),
    "compiler.mentions.spellings": (1, _PATTERN),
    "compiler.text.numbers": (1, "the one place"),
    "compiler.text.timestamps": (18, _PATTERN),
    "queries.operations.diagrams.sequence_messages": (1, _LENGTH),
    "queries.operations.knowledge.statuses": (2, _OWN),
    "queries.operations.knowledge.new_decisions": (2, _PATTERN),
    "queries.operations.knowledge.new_tasks": (5, _PATTERN),
    "queries.operations.knowledge.renaming": (3, _PATTERN),
    "queries.operations.requirements.texts": (1, _PATTERN),
    "queries.operations.requirements.editing": (1, _NUMBER),
}


def conversions() -> Counter[str]:
    """How often each module calls `int`."""
    return Counter(
        name
        for name, tree in trees().items()
        if name.startswith(ROOMS)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "int" and node.args
    )


def test_every_conversion_of_digits_is_bounded() -> None:
    assert conversions() == {name: count for name, (count, _) in ELSEWHERE.items()}
