"""The syntax tree of a requirement diagram, built from its statements in the order of the text."""

from collections.abc import Iterable
from typing import Any

from compiler.languages.diagrams.syntax.requirement.statements import Block, Relation, Statement
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.statements import ClassDef, ClassUse, Setting, StyleUse
from compiler.languages.diagrams.syntax.shared.text import decode, setting_text
from compiler.model.diagnostics import Diagnostic


class RequirementBuilder:
    """Applies statements in order, since their effect depends on those before. `tree` returns the syntax tree."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self.requirements: dict[str, dict[str, Any]] = {}
        self.elements: dict[str, dict[str, Any]] = {}
        self.relations: list[dict[str, Any]] = []
        self.class_defs: dict[str, dict[str, Any]] = {}
        self.diagnostics: list[Diagnostic] = []  # each mistake of such a diagram is one of its syntax
        self.settings = {"title": decode(prepared.title or ""), "direction": "TB"}

    def add(self, statements: Iterable[Statement]) -> None:
        for statement in statements:
            match statement:
                case Block():
                    self.declare(statement)
                case Relation(type_, source, target, start, end):
                    span = self.prepared.range(start, end)
                    self.relations.append({"type": type_, "from": source, "to": target, "span": span})
                case Setting(key, value):
                    self.settings[key] = setting_text(key, value)
                case ClassDef(names, styles):
                    self.define_class(names, styles)
                case ClassUse(names, classes):
                    self.use_classes(names, classes)
                case StyleUse(names, styles):
                    self.use_styles(names, styles)

    def tree(self) -> dict[str, Any]:
        tree: dict[str, Any] = {key: value for key, value in self.settings.items() if value}
        tree["requirements"] = list(self.requirements.values())
        tree["elements"] = list(self.elements.values())
        tree["relations"] = self.relations
        if self.class_defs:
            tree["class_defs"] = list(self.class_defs.values())
        return tree

    def declare(self, block: Block) -> None:
        """Add a block. Of several blocks with one name the first counts, but the classes of all."""
        blocks = self.requirements if block.type else self.elements
        if block.name not in blocks:
            entry = {"name": block.name, "type": block.type, **block.fields}
            if block.type:
                entry["text"] = block.fields.get("text", "")
            kept = {key: value for key, value in entry.items() if value or key == "text"}
            blocks[block.name] = {**kept, "span": self.prepared.range(block.start, block.end)}
        self.use_classes([block.name], block.classes)

    def named(self, name: str) -> dict[str, Any] | None:
        return self.requirements.get(name) or self.elements.get(name)

    def define_class(self, names: list[str], styles: list[str]) -> None:
        """Define classes. A definition also applies to elements that have the class already."""
        for name in names:
            if not self.prepared.copies.take((1 + len(self.requirements) + len(self.elements)) * max(1, len(styles))):
                return
            self.class_defs.setdefault(name, {"id": name, "styles": []})["styles"] += styles
            for holder in (*self.requirements.values(), *self.elements.values()):
                if name == "default" or name in holder.get("classes", ()):
                    holder.setdefault("styles", []).extend(styles)

    def use_classes(self, names: list[str], classes: list[str]) -> None:
        for name in names:
            one = self.named(name)
            if one is None:
                continue
            for class_ in classes:
                styles = self.class_defs[class_]["styles"] if class_ in self.class_defs else ()
                if not self.prepared.copies.take(1 + len(styles)):
                    return
                one.setdefault("classes", []).append(class_)
                if styles:
                    one.setdefault("styles", []).extend(styles)

    def use_styles(self, names: list[str], styles: list[str]) -> None:
        for name in names if self.prepared.copies.take(len(names) * len(styles)) else ():
            one = self.named(name)
            if one is None:
                return  # Mermaid stops at an unknown name
            one.setdefault("styles", []).extend(styles)
