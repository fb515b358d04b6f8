"""Validate the types and ranges of values in a resolved world. Unresolved names have their findings already."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from compiler.languages.world import codes
from compiler.languages.world.linking.literals import literal, shown, shown_number
from compiler.languages.world.linking.resolve import PropertyUse, Resolution
from compiler.languages.world.linking.symbols import Symbols, TypeSymbol
from compiler.languages.world.linking.value_errors import (
    NUMERIC,
    BadValue,
    NotInEnum,
    OutOfRange,
    WrongEntityType,
    WrongType,
    value_errors,
)
from compiler.languages.world.records import (
    AnyOf,
    ChoiceDecl,
    Comparison,
    Containment,
    EntityDecl,
    ExitDecl,
    MoveEffect,
    Node,
    RevealEffect,
    RuleDecl,
    SetEffect,
    Unit,
    walk,
)
from compiler.model.diagnostics import Code, Diagnostic, Related
from compiler.model.spans import Span
from compiler.text.near_names import did_you_mean

ORDERING = (">", "<", ">=", "<=")
WARNING_LEVEL, ERROR_LEVEL = 3, 4  # indentation levels of choices


def validate_values(symbols: Symbols, resolution: Resolution, units: Mapping[str, Unit]) -> Iterator[Diagnostic]:
    """The findings about the declarations, conditions and effects of a world."""
    world = _ValueValidator(symbols, resolution)
    for type_ in symbols.types.values():
        yield from world.type(type_)
    for path in symbols.world.files:
        yield from world.overrides(units[path].entities)
        for node in walk(units[path].content):
            yield from world.node(node)


@dataclass(slots=True)
class _ValueValidator:
    symbols: Symbols
    resolution: Resolution

    # --- types and entities --------------------------------------------------------------------------------

    def type(self, type_: TypeSymbol) -> Iterator[Diagnostic]:
        span, name = type_.decl.span, type_.decl.name
        for declared in type_.properties.values():
            if declared.default is not None:
                for error in value_errors(declared.default, declared, self._type_of):
                    yield _default_finding(span, name, declared.name, error)
            if declared.ref_type is not None and declared.ref_type not in self.symbols.types:
                near = self.symbols.near_types.nearest(declared.ref_type)
                yield codes.UNKNOWN_REF_TYPE.at(
                    span,
                    property=declared.name,
                    type=name,
                    target=declared.ref_type,
                    suggestion=did_you_mean(near),
                )
            if declared.minimum is not None and declared.maximum is not None and declared.minimum > declared.maximum:
                yield codes.EMPTY_RANGE.at(
                    span,
                    property=declared.name,
                    type=name,
                    minimum=shown_number(declared.minimum),
                    maximum=shown_number(declared.maximum),
                )
            if declared.raw_type is not None:
                yield codes.UNRECOGNISED_PROPERTY_TYPE.at(
                    span, raw=declared.raw_type, property=declared.name, type=name
                )

    def overrides(self, entities: Iterable[EntityDecl]) -> Iterator[Diagnostic]:
        for decl in entities:
            entity = self.symbols.entities[decl.id]
            if entity.type is None or entity.decl is not decl:
                continue
            for key, value in decl.overrides:
                declared = entity.type.properties.get(key)
                if declared is not None:
                    for error in value_errors(value, declared, self._type_of):
                        yield _value_finding(decl.span, decl.id, key, error)

    def _type_of(self, entity: str) -> str | None:
        """The name of the type of an entity of the world."""
        symbol = self.symbols.entities.get(entity)
        return symbol.type.decl.name if symbol and symbol.type else None

    # --- conditions and effects ----------------------------------------------------------------------------

    def node(self, node: Node) -> Iterator[Diagnostic]:
        check = _CHECKS.get(type(node))
        return check(self, node) if check else iter(())

    def _each(self, nodes: Iterable[Any]) -> Iterator[Diagnostic]:
        for node in nodes:
            yield from self.node(node)

    def _any_of(self, node: AnyOf) -> Iterator[Diagnostic]:
        return self._each(node.tests)

    def _exit(self, node: ExitDecl) -> Iterator[Diagnostic]:
        return self._each(node.children)

    def _rule(self, node: RuleDecl) -> Iterator[Diagnostic]:
        yield from self._each(node.where)
        if node.select is not None:
            yield from self._each(node.select.where)
        yield from self._each(node.effects)

    def _choice(self, node: ChoiceDecl) -> Iterator[Diagnostic]:
        if node.level >= WARNING_LEVEL:
            line = node.span.start_line
            yield codes.DEEP_CHOICE.at(
                node.span, depth=node.level, line=line, severity="error" if node.level >= ERROR_LEVEL else "warning"
            )

    def _comparison(self, node: Comparison) -> Iterator[Diagnostic]:
        use = self.resolution.properties.get(id(node))
        if use is None or use.decl is None:
            return
        kind = use.decl.value_type
        if node.operator in ORDERING and kind not in NUMERIC:
            yield codes.BAD_OPERATOR.at(node.span, operator=node.operator, property=use.name, type=kind)
        if kind in ("list", "ref"):
            return
        value, allowed = literal(node.value, kind), use.decl.values
        if value is None or (kind == "enum" and allowed is not None and value not in allowed):
            yield _mismatch(node.span, use, kind, node.value)

    def _containment(self, node: Containment) -> Iterator[Diagnostic]:
        return self._container(node, codes.NOT_A_CONTAINER_CHECK)

    def _move(self, node: MoveEffect) -> Iterator[Diagnostic]:
        moved = self.resolution.entities.get(id(node))
        if moved and moved.type and "portable" not in moved.type.decl.traits:
            yield codes.NOT_PORTABLE.at(
                node.span,
                entity=moved.decl.id,
                type=moved.type.decl.name,
                related=[Related("its type", moved.type.decl.span)],
            )
        yield from self._container(node, codes.NOT_A_CONTAINER_MOVE)

    def _container(self, node: Containment | MoveEffect, code: Code) -> Iterator[Diagnostic]:
        target = self.resolution.containers.get(id(node))
        holder = target.entity if target else None
        if holder and holder.type and "container" not in holder.type.decl.traits:
            yield code.at(
                node.span,
                entity=holder.decl.id,
                type=holder.type.decl.name,
                related=[Related("its type", holder.type.decl.span)],
            )

    def _set(self, node: SetEffect) -> Iterator[Diagnostic]:
        use = self.resolution.properties.get(id(node))
        if use is None or use.decl is None:
            return
        kind = use.decl.value_type
        if node.operator != "=":
            yield from _arithmetic(node, use, kind)
            return
        value = literal(node.value, kind)
        if value is None:
            yield _mismatch(node.span, use, kind, node.value)
            return
        for error in value_errors(value, use.decl, self._type_of):
            if isinstance(error, NotInEnum):
                yield _mismatch(node.span, use, kind, error.value)
            else:
                yield _value_finding(node.span, use.entity.decl.id, use.name, error)

    def _reveal(self, node: RevealEffect) -> Iterator[Diagnostic]:
        use = self.resolution.properties.get(id(node))
        if use is not None and use.decl is not None and not use.decl.hidden:
            yield codes.NOT_HIDDEN.at(node.span, property=use.name, entity=use.entity.decl.id)


_CHECKS: dict[type[Any], Callable[[_ValueValidator, Any], Iterator[Diagnostic]]] = {
    ChoiceDecl: _ValueValidator._choice,
    ExitDecl: _ValueValidator._exit,
    RuleDecl: _ValueValidator._rule,
    AnyOf: _ValueValidator._any_of,
    Comparison: _ValueValidator._comparison,
    Containment: _ValueValidator._containment,
    SetEffect: _ValueValidator._set,
    MoveEffect: _ValueValidator._move,
    RevealEffect: _ValueValidator._reveal,
}


def _arithmetic(node: SetEffect, use: PropertyUse, kind: str) -> Iterator[Diagnostic]:
    if kind not in NUMERIC:
        yield codes.BAD_ARITHMETIC.at(node.span, operator=node.operator, property=use.name, type=kind)
    elif literal(node.value, kind) is None:
        yield _mismatch(node.span, use, kind, node.value)


def _mismatch(span: Span, use: PropertyUse, kind: str, value: str) -> Diagnostic:
    suggestion = None
    if use.decl is not None and use.decl.values is not None:
        suggestion = f"Valid values: {', '.join(use.decl.values)}."
    entity = use.entity.decl.id
    return codes.TYPE_MISMATCH.at(span, property=use.name, entity=entity, type=kind, value=value, suggestion=suggestion)


def _value_finding(span: Span, entity: str, property_: str, error: BadValue) -> Diagnostic:
    """The finding about a bad value of an override or effect."""
    match error:
        case WrongType(value_type, value):
            return codes.TYPE_MISMATCH.at(span, property=property_, entity=entity, type=value_type, value=shown(value))
        case NotInEnum(text, values):
            return codes.BAD_ENUM_VALUE.at(
                span, value=text, property=property_, entity=entity, values=", ".join(values)
            )
        case OutOfRange(number, minimum, maximum):
            return codes.OUT_OF_RANGE.at(
                span,
                value=shown_number(number),
                property=property_,
                entity=entity,
                minimum="-∞" if minimum is None else shown_number(minimum),
                maximum="∞" if maximum is None else shown_number(maximum),
            )
        case WrongEntityType(ref_type, other, type_):
            return codes.WRONG_REF_TYPE.at(
                span, property=property_, entity=entity, target=ref_type, other=other, type=type_
            )


def _default_finding(span: Span, type_: str, property_: str, error: BadValue) -> Diagnostic:
    """The finding about a bad default. Unlike for overrides, a wrong type and an unlisted value share one code."""
    match error:
        case WrongType(kind, value):
            return codes.BAD_DEFAULT.at(span, value=shown(value), property=property_, type=type_, declared=kind)
        case NotInEnum(text, _):
            return codes.BAD_DEFAULT.at(span, value=text, property=property_, type=type_, declared="enum")
        case _:
            return _value_finding(span, type_, property_, error)
