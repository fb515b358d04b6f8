"""The syntax tree of a class diagram, built from its statements in the order of the text, like Mermaid's database."""

from collections.abc import Iterable
from typing import Any

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.classes.members import is_malformed, member
from compiler.languages.diagrams.syntax.classes.statements import (
    Annotation,
    Callback,
    Class,
    CssClass,
    Link,
    Member,
    Name,
    Namespace,
    Note,
    Relation,
    Statement,
    Style,
)
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.statements import ClassDef, Setting
from compiler.languages.diagrams.syntax.shared.text import JS_BLANKS, decode, setting_text
from compiler.languages.diagrams.syntax.shared.urls import read_url
from compiler.model.diagnostics import Diagnostic, Severity

HEADS = {
    "<|": "extension",
    "|>": "extension",
    "<": "dependency",
    ">": "dependency",
    "*": "composition",
    "o": "aggregation",
    "()": "lollipop",
    "": "none",
}
DEFAULT_TARGET = "_blank"
MAX_LEVELS = 100  # of namespaces in namespaces: each has all names around it in its id
LOOKS_PER_COPY = 10  # names of styles that take as long to look at as one takes to copy
MAX_SHOWN = 40  # characters of a name


class ClassBuilder:
    """Applies statements in order, since their effect depends on those before. `tree` returns the syntax tree."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self.diagnostics: list[Diagnostic] = []
        self.settings = {"title": decode(prepared.title or ""), "direction": "TB"}
        self.classes: dict[str, dict[str, Any]] = {}
        self.declared: set[str] = set()
        self.relations: list[dict[str, Any]] = []
        self.interfaces: list[dict[str, Any]] = []
        self.notes: list[dict[str, Any]] = []
        self.namespaces: dict[str, dict[str, Any]] = {}
        self.is_too_deep = False
        self.levels: dict[str, int] = {"": 0}  # of namespaces, by their full ids
        self.class_defs: dict[str, dict[str, Any]] = {}

    def tree(self) -> dict[str, Any]:
        tree: dict[str, Any] = {key: value for key, value in self.settings.items() if value}
        tree |= {"classes": list(self.classes.values()), "relations": self.relations, "notes": self.notes}
        more = {
            "interfaces": self.interfaces,
            "namespaces": list(self.namespaces.values()),
            "class_defs": list(self.class_defs.values()),
        }
        return tree | {key: value for key, value in more.items() if value}

    def add(self, statements: Iterable[Statement]) -> None:
        """Apply statements, those of a namespace with its full id."""
        # A stack instead of recursion, since namespaces may be nested deeper than Python may recurse.
        stack = [(iter(statements), "")]
        while stack:
            remaining, namespace = stack[-1]
            statement = next(remaining, None)
            if statement is None:
                stack.pop()
            elif isinstance(statement, Namespace):
                stack.append((iter(statement.parts), self.open_namespace(statement, namespace)))
            else:
                self.apply(statement, namespace)

    def apply(self, statement: Statement, namespace: str) -> None:
        match statement:
            case Relation():
                self.relate(statement)
            case Class():
                self.declare(statement, namespace)
            case Member(owner, text):
                self.add_member(self.mention(owner), text.value[1:], text.start + 1, text.end)
            case Note():
                self.add_note(statement, namespace)
            case Annotation(text, owner):
                self.annotate(text, owner)
            case Link():
                self.link(statement)
            case Callback():
                self.call(statement)
            case CssClass(owners, css):
                self.add_css(owners.split(","), css)
            case ClassDef():
                self.define(statement)
            case Style(owner, styles):
                if owner in self.classes:
                    extend(self.classes[owner], "styles", [part for style in styles for part in style.split(",")])
            case Setting(key, value):
                self.settings[key] = setting_text(key, value)

    def mention(self, name: Name) -> dict[str, Any]:
        """The class of a name, created at its first mention."""
        plain, generic = split(name.text)
        found = self.classes.get(plain)
        if found is None:
            found = {"id": decode(plain), "label": decode(plain), "span": self.prepared.range(name.start, name.end)}
            if generic:
                found["generic"] = decode(generic)
            self.classes[plain] = found
        return found

    def declare(self, statement: Class, namespace: str) -> None:
        found = self.mention(statement.name)
        plain, _ = split(statement.name.text)
        # The span of a declaration replaces that of a mention in a relation.
        if plain not in self.declared:
            self.declared.add(plain)
            found["span"] = self.prepared.range(statement.start, statement.end)
        if statement.label:
            found["label"] = decode(statement.label)
        if statement.css:
            self.add_css([statement.name.text], statement.css)
        if statement.stereotype:
            extend(found, "annotations", [statement.stereotype])
        for token in statement.members:
            self.add_member(found, token.value, token.start, token.end)
        if namespace:
            found["namespace"] = decode(namespace)
            members = self.namespaces[namespace].setdefault("classes", [])
            if found["id"] not in members:
                members.append(found["id"])

    def add_member(self, owner: dict[str, Any], written: str, start: int, end: int) -> None:
        text = written.strip(JS_BLANKS)
        if text.startswith("<<") and text.endswith(">>"):
            extend(owner, "annotations", [text[2:-2]])
            return
        if is_malformed(text):
            self.diagnostics.append(codes.BAD_METHOD.at(self.prepared.span(start, end), member=text))
            return
        found = member(text)
        if found:
            kind, facts = found
            owner.setdefault(kind, []).append(facts | {"span": self.prepared.range(start, end)})

    def relate(self, relation: Relation) -> None:
        arrow = relation.arrow
        line = "--" if "--" in arrow else ".."
        type1, type2 = (HEADS[head] for head in arrow.split(line, 1))
        if type1 == "lollipop" and type2 == "none":
            self.mention(relation.second)
            ids = [self.interface(relation.first, relation.second), split(relation.second.text)[0]]
        elif type2 == "lollipop" and type1 == "none":
            self.mention(relation.first)
            ids = [split(relation.first.text)[0], self.interface(relation.second, relation.first)]
        else:
            ids = [self.mention(name)["id"] for name in (relation.first, relation.second)]
        found: dict[str, Any] = {"id1": decode(ids[0]), "id2": decode(ids[1]), "type1": type1, "type2": type2}
        found["line"] = "solid" if line == "--" else "dotted"
        texts = {"title": (relation.label or ":")[1:], "card1": relation.first_card, "card2": relation.second_card}
        found |= {key: decode(text.strip(JS_BLANKS)) for key, text in texts.items() if text.strip(JS_BLANKS)}
        found["span"] = self.prepared.range(relation.first.start, relation.end)
        self.relations.append(found)

    def interface(self, name: Name, owner: Name) -> str:
        """Add the interface at the round end of a lollipop. Return its id."""
        own = f"interface{len(self.interfaces)}"
        span = self.prepared.range(name.start, name.end)
        self.interfaces.append({"id": own, "label": decode(name.text), "class": decode(owner.text), "span": span})
        return own

    def open_namespace(self, namespace: Namespace, outer: str) -> str:
        """Add a namespace, and those that its dotted name leads through. Return its full id."""
        parent = outer
        for part in namespace.name.split("."):
            if self.levels[parent] == MAX_LEVELS:
                self.refuse_level(namespace, parent)
                break
            full = f"{parent}.{part}" if parent else part
            if full not in self.namespaces:
                span = self.prepared.range(namespace.start, namespace.end)
                self.levels[full] = self.levels[parent] + 1
                self.namespaces[full] = {"id": decode(full), "label": decode(part), "span": span}
                if parent:
                    self.namespaces[full]["parent"] = decode(parent)
            parent = full
        else:
            if namespace.label:
                self.namespaces[parent]["label"] = decode(namespace.label)
        return parent

    def refuse_level(self, namespace: Namespace, around: str) -> None:
        """Report the first namespace of the diagram that is too deep."""
        if not self.is_too_deep:
            self.is_too_deep = True
            span = self.prepared.span(namespace.start, namespace.end)
            name, last = shown_name(namespace.name), shown_name(around.rpartition(".")[2])
            self.diagnostics.append(codes.DEEP_NAMESPACE.at(span, most=MAX_LEVELS, name=name, around=last))

    def add_note(self, note: Note, namespace: str) -> None:
        found = {"id": f"note{len(self.notes)}", "text": decode(note.text)}
        if note.owner:
            found["class"] = decode(note.owner.text)
        if namespace:
            found["namespace"] = decode(namespace)
        self.notes.append(found | {"span": self.prepared.range(note.start, note.end)})

    def annotate(self, text: str, owner: Name) -> None:
        plain, _ = split(owner.text)
        if self.knows(plain, owner, "<<…>>"):
            extend(self.classes[plain], "annotations", [text])

    def link(self, link: Link) -> None:
        name = link.owner.text
        if self.knows(name, link.owner, "link", "warning"):
            found = self.classes[split(name)[0]]
            # Mermaid looks up a class whose name begins with a digit by another name, and does not find it.
            if not name[0].isdigit():
                if link.url.strip(JS_BLANKS):
                    found["link"] = read_url(link.url)
                found["link_target"] = link.target or DEFAULT_TARGET
            if link.tooltip is not None:
                found["tooltip"] = decode(link.tooltip)
        self.add_css([name], "clickable")

    def call(self, callback: Callback) -> None:
        name = callback.owner.text
        if self.knows(name, callback.owner, "click", "warning"):
            found = self.classes[split(name)[0]]
            found["have_callback"] = True
            self.add_css([name], "clickable")
            if callback.tooltip is not None:
                found["tooltip"] = decode(callback.tooltip)

    def knows(self, name: str, owner: Name, keyword: str, severity: Severity = "error") -> bool:
        """Return whether a class is known, and report it if not: Mermaid fails then, or passes over the statement."""
        is_known = split(name)[0] in self.classes
        if not is_known:
            span = self.prepared.span(owner.start, owner.end)
            self.diagnostics.append(codes.UNKNOWN_CLASS.at(span, keyword=keyword, name=name, severity=severity))
        return is_known

    def add_css(self, names: list[str], css: str) -> None:
        for name in names:
            plain, _ = split(name)
            if plain in self.classes and not name[0].isdigit():
                extend(self.classes[plain], "css_classes", [css])

    def define(self, statement: ClassDef) -> None:
        parts = [decode(part) for style in statement.styles for part in style.split(",")]
        for css in statement.ids if not self.prepared.copies.was_cut else ():
            looked_at = sum(1 + len(found.get("css_classes", ())) for found in self.classes.values())
            if not self.prepared.copies.take(len(parts) + looked_at // LOOKS_PER_COPY):
                return
            extend(self.class_defs.setdefault(css, {"id": css, "styles": []}), "styles", statement.styles)
            # Mermaid accepts a part of a name.
            meant = [
                class_
                for class_ in self.classes.values()
                if css in " ".join(["default", *class_.get("css_classes", ())])
            ]
            for found in meant if self.prepared.copies.take(len(meant) * len(parts)) and parts else ():
                found.setdefault("styles", []).extend(parts)


def split(name: str) -> tuple[str, str]:
    """The name and the type of `List~int~`."""
    if name.find("~") > 0:
        plain, generic, *_ = name.split("~")
        return plain, generic
    return name, ""


def extend(element: dict[str, Any], key: str, values: list[str]) -> None:
    """Extend a list of an element, which has the key only when the list is not empty."""
    if values:
        element.setdefault(key, []).extend(decode(value) for value in values)


def shown_name(name: str) -> str:
    """A name as it is shown: its beginning."""
    return decode(name if len(name) <= MAX_SHOWN else f"{name[:MAX_SHOWN]}…")
