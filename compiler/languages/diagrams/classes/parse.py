"""Class diagrams: prepared text to syntax tree and diagnostics."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark

from compiler.languages.diagrams.classes.build import Diagram
from compiler.languages.diagrams.classes.codes import STARTERS, UNEXPECTED, WORDS
from compiler.languages.diagrams.classes.lexer import ClassLexer
from compiler.languages.diagrams.classes.statements import Statements
from compiler.languages.diagrams.messages import diagnostic
from compiler.languages.diagrams.prepare import Prepared
from compiler.languages.diagrams.reading import Mistake, Reading, Recovery
from compiler.model.diagnostics import Diagnostic
from compiler.text.grammars import load

RECOVERY = Recovery(
    header="_CLASS_DIAGRAM",
    lists=frozenset({"statement", "part", "MEMBER"}),
    separator="_NEWLINE",
    shut={"_BODY_START": "BODY_STOP"},
    open={"_NAMESPACE_START": "NAMESPACE_STOP"},
    closing=("BODY_STOP", "NAMESPACE_STOP", "_EOF"),
)


@cache
def grammar() -> Lark:
    """The parser, built when it is first needed."""
    return load(Path(__file__).with_name("class.lark"), start=["start"], rules=Statements(), lexer=ClassLexer)


def parse(prepared: Prepared) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The syntax tree `{direction, classes, relations, notes, namespaces?, …}` and the mistakes. Never raises."""
    reading = Reading(grammar(), prepared.code, RECOVERY)
    statements = reading.run()
    found = [unexpected(prepared, mistake) for mistake in reading.mistakes]
    diagram = Diagram(prepared)
    diagram.read(statements or [])
    return diagram.tree(), found + diagram.diagnostics


def unexpected(prepared: Prepared, mistake: Mistake) -> Diagnostic:
    """The diagnostic of a token that the grammar could not use, with advice where a common trap is the reason."""
    found = diagnostic(prepared, mistake, UNEXPECTED, WORDS, STARTERS)
    token, expected = mistake
    word = token.value.strip()
    if token.type == "UNCLOSED":
        return replace(found, suggestion="What begins here is never closed.")
    if "ALPHA" in expected and word.isalpha():
        return replace(found, suggestion=f'`{word}` is a keyword and no name; a label helps: `class A["{word}"]`.')
    if token.type in ("LABEL", "COLON") or word == ";":
        return replace(found, suggestion="A label holds neither `:` nor `;`; write `#58;` or `#59;` instead.")
    return found
