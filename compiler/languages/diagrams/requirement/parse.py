"""Requirement diagrams: prepared text to syntax tree and diagnostics."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark

from compiler.languages.diagrams.entities import decode
from compiler.languages.diagrams.line_reading import LineReading, advice
from compiler.languages.diagrams.messages import diagnostic
from compiler.languages.diagrams.prepare import Prepared
from compiler.languages.diagrams.reading import Mistake, Recovery
from compiler.languages.diagrams.requirement.codes import UNEXPECTED, WORDS
from compiler.languages.diagrams.requirement.lexer import RequirementLexer
from compiler.languages.diagrams.requirement.statements import (
    Block,
    ClassDef,
    ClassUse,
    Relation,
    Setting,
    Statement,
    Statements,
    StyleUse,
)
from compiler.languages.diagrams.texts import setting
from compiler.model.diagnostics import Diagnostic
from compiler.text.grammars import load

RECOVERY = Recovery(
    header="HEADER",
    lists=frozenset({"_statement", "property", "feature"}),
    separator="_NEWLINE",
    shut={"_OPEN": "CLOSE"},
    open={},
    closing=("CLOSE",),
)


@cache
def grammar() -> Lark:
    """The parser, built when it is first needed."""
    path = Path(__file__).with_name("requirement.lark")
    return load(path, start=["start"], rules=Statements(), lexer=RequirementLexer)


def parse(prepared: Prepared) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The syntax tree `{direction, requirements, elements, relations, …}` and the mistakes. Never raises."""
    reading = LineReading(grammar(), prepared.code, RECOVERY)
    statements = reading.run()
    tree = Diagram(prepared).tree(statements or ())
    return tree, [unexpected(prepared, mistake) for mistake in reading.mistakes]


def unexpected(prepared: Prepared, mistake: Mistake) -> Diagnostic:
    """The diagnostic of a token that the grammar could not use, with advice where a common trap is the reason."""
    found = diagnostic(prepared, mistake, UNEXPECTED, WORDS)
    token, expected = mistake
    if token.type == "UNCLOSED":
        return replace(found, suggestion="What begins here is never closed.")
    if "QUOTED" in expected and token.value.isalpha():
        return replace(found, suggestion=f'`{token.value}` is a keyword; in quotes it is a text: `"{token.value}"`.')
    if token.type in ("_COMMA", "_COLON", "LINE", "_OPEN", "TO_LEFT", "TO_RIGHT") and "_NEWLINE" in expected:
        return replace(found, suggestion="A text with one of `, : - { } < > =` needs quotes.")
    return replace(found, suggestion=advice(prepared.code, mistake, "_NEWLINE"))


class Diagram:
    """A diagram that grows statement by statement: what a statement does depends on those before it."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self.requirements: dict[str, dict[str, Any]] = {}
        self.elements: dict[str, dict[str, Any]] = {}
        self.relations: list[dict[str, Any]] = []
        self.class_defs: dict[str, dict[str, Any]] = {}
        self.settings = {"title": decode(prepared.title or ""), "direction": "TB"}

    def tree(self, statements: Iterable[Statement]) -> dict[str, Any]:
        for statement in statements:
            match statement:
                case Block():
                    self.declare(statement)
                case Relation(type_, source, target, start, end):
                    span = self.prepared.where(start, end)
                    self.relations.append({"type": type_, "from": source, "to": target, "span": span})
                case Setting(key, value):
                    self.settings[key] = setting(key, value)
                case ClassDef(names, styles):
                    self.define_class(names, styles)
                case ClassUse(names, classes):
                    self.use_classes(names, classes)
                case StyleUse(names, styles):
                    self.use_styles(names, styles)
        tree: dict[str, Any] = {key: value for key, value in self.settings.items() if value}
        tree["requirements"] = list(self.requirements.values())
        tree["elements"] = list(self.elements.values())
        tree["relations"] = self.relations
        if self.class_defs:
            tree["class_defs"] = list(self.class_defs.values())
        return tree

    def declare(self, block: Block) -> None:
        """The first declaration of a name counts, the classes of each."""
        known = self.requirements if block.type else self.elements
        if block.name not in known:
            entry = {"name": block.name, "type": block.type, **block.fields}
            if block.type:
                entry["text"] = block.fields.get("text", "")
            kept = {key: value for key, value in entry.items() if value or key == "text"}
            known[block.name] = {**kept, "span": self.prepared.where(block.start, block.end)}
        self.use_classes([block.name], block.classes)

    def named(self, name: str) -> dict[str, Any] | None:
        return self.requirements.get(name) or self.elements.get(name)

    def define_class(self, names: list[str], styles: list[str]) -> None:
        """A definition also reaches those that have the class already."""
        for name in names:
            self.class_defs.setdefault(name, {"id": name, "styles": []})["styles"] += styles
            for one in (*self.requirements.values(), *self.elements.values()):
                if name == "default" or name in one.get("classes", ()):
                    one.setdefault("styles", []).extend(styles)

    def use_classes(self, names: list[str], classes: list[str]) -> None:
        for name in names:
            one = self.named(name)
            if one is None:
                continue
            for class_ in classes:
                one.setdefault("classes", []).append(class_)
                if class_ in self.class_defs:
                    one.setdefault("styles", []).extend(self.class_defs[class_]["styles"])

    def use_styles(self, names: list[str], styles: list[str]) -> None:
        for name in names:
            one = self.named(name)
            if one is None:
                return  # an unknown name ends the statement
            one.setdefault("styles", []).extend(styles)
