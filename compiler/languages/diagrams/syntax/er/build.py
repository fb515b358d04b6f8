"""The syntax tree of an entity relationship diagram, built from its statements in the order of the text."""

from collections.abc import Iterable
from typing import Any

from compiler.languages.diagrams.syntax.er.statements import Attribute, Entity, Relation, Statement, Subgraph, unquoted
from compiler.languages.diagrams.syntax.shared.lexing import Token
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.statements import ClassDef, ClassUse, Setting, StyleUse
from compiler.languages.diagrams.syntax.shared.text import JS_BLANKS, decode, setting_text
from compiler.model.diagnostics import Diagnostic

CARDINALITIES = {
    **dict.fromkeys(("|o", "o|", "one or zero", "zero or one"), "ZERO_OR_ONE"),
    **dict.fromkeys(("}o", "o{", "zero or more", "zero or many", "0+", "many(0)", "many"), "ZERO_OR_MORE"),
    **dict.fromkeys(("}|", "|{", "one or more", "one or many", "1+", "many(1)"), "ONE_OR_MORE"),
    **dict.fromkeys(("||", "one", "only one", "1"), "ONLY_ONE"),
    "u": "MD_PARENT",
}
IDENTIFYING = ("--", "to")


class Scope:
    """An open subgraph, or the diagram: its remaining statements, and what they name so far."""

    def __init__(self, statements: Iterable[Statement], subgraph: Subgraph | None = None) -> None:
        self.statements, self.subgraph = iter(statements), subgraph
        self.members: dict[str, None] = {}
        self.direction = ""


class ErBuilder:
    """Applies statements in order, since their effect depends on those before. `tree` returns the syntax tree."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self.entities: dict[str, dict[str, Any]] = {}
        self.declared: set[str] = set()  # entities with a statement of their own
        self.relationships: list[dict[str, Any]] = []
        self.class_defs: dict[str, dict[str, Any]] = {}
        self.subgraphs: list[dict[str, Any]] = []
        self.subgraphs_by_id: dict[str, dict[str, Any]] = {}
        self.owners: dict[str, str] = {}  # the subgraph of each entity and subgraph
        self.diagnostics: list[Diagnostic] = []  # each mistake of such a diagram is one of its syntax
        self.settings = {"title": decode(prepared.title or ""), "direction": "TB"}

    def add(self, statements: Iterable[Statement]) -> None:
        """Apply all statements, with a stack instead of recursion: subgraphs may be nested thousands deep."""
        scopes = [Scope(statements)]
        while scopes:
            scope = scopes[-1]
            statement = next(scope.statements, None)
            if isinstance(statement, Subgraph):
                scopes.append(Scope(statement.statements, statement))
            elif statement is not None:
                self.apply(statement, scope)
            else:
                scopes.pop()
                if scope.subgraph:
                    scopes[-1].members[self.close_subgraph(scope, scope.subgraph)] = None

    def apply(self, statement: Statement, scope: Scope) -> None:
        match statement:
            case Relation():
                self.relate(statement)
                scope.members |= {unquoted(statement.a.value): None, unquoted(statement.b.value): None}
            case Entity():
                self.declare(statement)
                scope.members[unquoted(statement.name.value)] = None
            case Setting("direction", value) if scope.subgraph:
                scope.direction = value
            case Setting(key, value):
                self.settings[key] = setting_text(key, value)
            case ClassDef(ids, styles):
                for name in ids if self.prepared.copies.take(len(ids) * len(styles)) else ():
                    self.class_defs.setdefault(name, {"id": name, "styles": []})["styles"] += styles
            case ClassUse(names, classes):
                self.use(names, "classes", classes)
            case StyleUse(names, styles):
                self.use(names, "styles", styles)

    def close_subgraph(self, scope: Scope, subgraph: Subgraph) -> str:
        """Add a subgraph that ends, with what it names and no earlier subgraph has. Return its id."""
        id_ = unquoted(subgraph.name.value).strip(JS_BLANKS)
        names = [name for name in scope.members if name.strip(JS_BLANKS) and name not in self.owners]
        self.owners |= dict.fromkeys(names, id_)
        found = {"id": decode(id_), "title": decode(subgraph.title).strip(JS_BLANKS)}
        if scope.direction:
            found["dir"] = scope.direction
        span = self.prepared.range(subgraph.start, subgraph.end)
        self.subgraphs.append({**found, "nodes": sorted(map(decode, names)), "span": span})
        self.subgraphs_by_id[id_] = self.subgraphs[-1]
        return id_

    def tree(self) -> dict[str, Any]:
        tree: dict[str, Any] = {key: value for key, value in self.settings.items() if value}
        for name, owner in self.owners.items():
            for owned in (self.entities.get(name), self.subgraphs_by_id.get(name)):
                if owned and name != owner:
                    owned["parent"] = decode(owner)
        tree |= {"entities": list(self.entities.values()), "relationships": self.relationships}
        if self.subgraphs:
            tree["subgraphs"] = self.subgraphs
        if self.class_defs:
            tree["class_defs"] = list(self.class_defs.values())
        return tree

    def entity(self, name: Token, start: int, end: int) -> dict[str, Any]:
        """The entity of a name, created at its first mention."""
        text = unquoted(name.value)
        entity = self.entities.get(text)
        if entity is None:
            entity = self.entities[text] = {"name": decode(text), "span": self.prepared.range(start, end)}
        return entity

    def relate(self, relation: Relation) -> None:
        a, b, role = relation.a, relation.b, relation.role
        first, second = (self.entity(name, name.start, name.end) for name in (a, b))
        at_a, line, at_b = (" ".join(part.lower().split()) for part in relation.cardinalities)
        found = {
            "a": first["name"],
            "b": second["name"],
            "role": decode(unquoted(role.value)),
            "card_at_a": CARDINALITIES[at_a],
            "card_at_b": CARDINALITIES[at_b],
            "identifying": "yes" if line in IDENTIFYING else "no",
            "span": self.prepared.range(a.start, role.end),
        }
        if not found["role"]:
            del found["role"]
        self.relationships.append(found)
        self.use([unquoted(a.value)], "classes", relation.a_classes)
        self.use([unquoted(b.value)], "classes", relation.b_classes)

    def declare(self, statement: Entity) -> None:
        start = statement.name.start
        entity = self.entity(statement.name, start, statement.end)
        # The span of a statement of its own replaces that of a mention in a relationship.
        name = unquoted(statement.name.value)
        if name not in self.declared:
            self.declared.add(name)
            entity["span"] = self.prepared.range(start, statement.end)
        if statement.alias and "alias" not in entity:
            entity["alias"] = decode(statement.alias)
        if statement.attributes:
            entity.setdefault("attributes", []).extend(attribute(written) for written in statement.attributes)
        self.use([name], "classes", statement.classes)

    def use(self, names: list[str], key: str, values: list[str]) -> None:
        """Give classes or styles to the entities and subgraphs of these names that exist."""
        for name in names if self.prepared.copies.take(len(names) * len(values)) else ():
            for owned in (self.entities.get(name), self.subgraphs_by_id.get(name)):
                if owned is not None:
                    extend(owned, key, values)


def extend(entity: dict[str, Any], key: str, values: list[str]) -> None:
    """Extend a list of an entity, which has the key only when the list is not empty. The class `default` is implied."""
    kept = [decode(value) for value in values if value != "default"]
    if kept:
        entity.setdefault(key, []).extend(kept)


def attribute(written: Attribute) -> dict[str, Any]:
    found: dict[str, Any] = {"type": decode(written.type), "name": decode(written.name)}
    if written.keys:
        found["keys"] = written.keys
    if written.comment:
        found["comment"] = decode(written.comment)
    return found
