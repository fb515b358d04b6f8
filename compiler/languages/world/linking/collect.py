"""Collect: the declarations of a world's files, and what is declared twice.

Only what stands at the top level is declared, and choices nested in choices; a heading, section, exit or rule inside a
choice declares nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from compiler.languages.world import codes
from compiler.languages.world.linking.compilation import Compilation
from compiler.languages.world.linking.slugs import file_stem, slugify
from compiler.languages.world.linking.symbols import (
    ChoiceSymbol,
    EntitySymbol,
    ExitSymbol,
    LocationSymbol,
    Refs,
    SectionSymbol,
    SequenceSymbol,
    Symbols,
    TypeSymbol,
)
from compiler.languages.world.records import (
    ChoiceDecl,
    EntityDecl,
    ExitDecl,
    Heading,
    Node,
    Presence,
    RuleDecl,
    SectionLabel,
    TypeDecl,
    Unit,
)
from compiler.model.diagnostics import Diagnostic, Related
from compiler.model.spans import Span

NEEDS_LOCATION = "Put it below the heading of a location: '# Name'."
LEFT_OUT = "The second one is left out of the world."


def collect(world: Compilation, units: Mapping[str, Unit], refs: Refs) -> tuple[Symbols, list[Diagnostic]]:
    """The declarations of all files of a world, in their order; of two with the same name the first counts."""
    symbols = Symbols(world, refs)
    diagnostics: list[Diagnostic] = []
    for path in world.files:
        unit = units[path]
        file = _File(symbols, path, diagnostics)
        for type_decl in unit.types:
            file.type(type_decl)
        for entity in unit.entities:
            file.entity(entity)
        for node in unit.content:
            file.node(node)
    return symbols, diagnostics


def declared_before(span: Span) -> list[Related]:
    """Points to the first of two declarations."""
    return [Related("first declared here", span)]


@dataclass(slots=True)
class _File:
    """One file being collected: what surrounds the current line."""

    symbols: Symbols
    path: str
    diagnostics: list[Diagnostic]
    location: LocationSymbol | None = None
    section: SectionSymbol | None = None
    sequence: SequenceSymbol | None = None
    labels: dict[str, SectionSymbol] = field(default_factory=dict)

    def type(self, decl: TypeDecl) -> None:
        first = self.symbols.types.get(decl.name)
        if first is not None:
            self.diagnostics.append(
                codes.DUPLICATE_TYPE.at(
                    decl.span,
                    type=decl.name,
                    first=first.decl.span,
                    second=decl.span,
                    suggestion=LEFT_OUT,
                    related=declared_before(first.decl.span),
                )
            )
            return
        refs = self.symbols.refs
        ref = refs.claim("type", decl.name)
        properties = {one.name: one for one in decl.properties}
        property_refs = {name: refs.claim("property", f"{decl.name}.{name}") for name in properties}
        self.symbols.types[decl.name] = TypeSymbol(ref, self.path, decl, properties, property_refs)

    def entity(self, decl: EntityDecl) -> None:
        first = self.symbols.entities.get(decl.id)
        if first is not None:
            self.diagnostics.append(
                codes.DUPLICATE_ENTITY.at(
                    decl.span,
                    entity=decl.id,
                    first=first.decl.span,
                    second=decl.span,
                    suggestion=LEFT_OUT,
                    related=declared_before(first.decl.span),
                )
            )
            return
        ref = self.symbols.refs.claim("entity", f"@{decl.id}")
        self.symbols.entities[decl.id] = EntitySymbol(ref, self.path, decl)

    def node(self, node: Node) -> None:
        match node:
            case Heading(level="location"):
                self._location(node)
            case Heading(level="sequence"):
                self._sequence(node)
            case Heading():
                self._phase(node)
            case SectionLabel():
                self._section(node)
            case ChoiceDecl():
                self._choice(node)
            case ExitDecl():
                self._exit(node)
            case Presence() if self.location is None:
                self.diagnostics.append(codes.PRESENCE_OUTSIDE_LOCATION.at(node.span, suggestion=NEEDS_LOCATION))
            case RuleDecl():
                self._rule(node)

    def _slug(self, node: Heading | ChoiceDecl, text: str) -> str:
        slug = slugify(text)
        if not slug:
            suggestion = "An id is made of the letters a to z and the digits of a name; this one has none."
            self.diagnostics.append(codes.EMPTY_ID.at(node.span, text=text, suggestion=suggestion))
        return slug

    def _location(self, node: Heading) -> None:
        slug = self._slug(node, node.text)
        if not slug:
            return
        self.section = None
        self.location = self.symbols.locations.get(slug)
        if self.location is not None:
            first = self.location.decl
            self.diagnostics.append(
                codes.DUPLICATE_LOCATION.at(
                    node.span,
                    id=slug,
                    first=first.text,
                    second=node.text,
                    suggestion="What follows belongs to the first one.",
                    related=declared_before(first.span),
                )
            )
            return
        self.location = LocationSymbol(self.symbols.refs.claim("location", slug), slug, self.path, node)
        self.symbols.locations[slug] = self.location

    def _sequence(self, node: Heading) -> None:
        slug = self._slug(node, node.text)
        if not slug:
            return
        self.sequence = self.symbols.sequences.get(slug)
        if self.sequence is not None:
            self.diagnostics.append(
                codes.DUPLICATE_SEQUENCE.at(
                    node.span,
                    id=slug,
                    first=slug,
                    second=node.text,
                    suggestion="What follows belongs to the first one.",
                    related=declared_before(self.sequence.decl.span),
                )
            )
            return
        self.sequence = SequenceSymbol(self.symbols.refs.claim("sequence", slug), slug, self.path, node)
        self.symbols.sequences[slug] = self.sequence

    def _phase(self, node: Heading) -> None:
        slug = self._slug(node, node.text)
        if slug and self.sequence is not None:
            self.sequence.phases.append((slug, node))

    def _section(self, node: SectionLabel) -> None:
        self.section = self.labels.get(node.name)
        if self.section is not None:
            self.diagnostics.append(
                codes.DUPLICATE_SECTION.at(
                    node.span,
                    section=node.name,
                    file=self.path,
                    suggestion="What follows belongs to the first one.",
                    related=declared_before(self.section.decl.span),
                )
            )
            return
        native_id = f"{file_stem(self.path)}/{node.name}"
        ref = self.symbols.refs.claim("section", native_id)
        self.section = SectionSymbol(ref, native_id, self.path, node, self.location)
        self.labels[node.name] = self.symbols.sections[self.path, node.name] = self.section

    def _choice(self, node: ChoiceDecl) -> None:
        """Registers a choice and those nested in it: not below one that cannot be registered."""
        if self.section is None:
            return
        waiting: list[tuple[ChoiceDecl, ChoiceSymbol | None]] = [(node, None)]
        while waiting:
            decl, parent = waiting.pop()
            symbol = self._registered(self.section, decl, parent)
            if symbol is not None:
                nested = [one for one in decl.body if type(one) is ChoiceDecl]
                waiting += [(one, symbol) for one in reversed(nested)]

    def _registered(self, section: SectionSymbol, decl: ChoiceDecl, parent: ChoiceSymbol | None) -> ChoiceSymbol | None:
        slug = self._slug(decl, decl.label)
        if not slug:
            return None
        native_id = f"{section.id}/{slug}"
        first = section.choices.get(native_id)
        if first is not None:
            self.diagnostics.append(
                codes.DUPLICATE_CHOICE.at(
                    decl.span,
                    id=native_id,
                    section=section.id,
                    first=first.decl.label,
                    second=decl.label,
                    suggestion="Choices of one section need labels of their own, and nested ones count.",
                    related=declared_before(first.decl.span),
                )
            )
            return None
        symbol = section.choices[native_id] = ChoiceSymbol(native_id, decl, parent)
        section.by_label.setdefault((decl.label, decl.sticky), symbol)
        return symbol

    def _exit(self, node: ExitDecl) -> None:
        if self.location is None:
            self.diagnostics.append(codes.EXIT_OUTSIDE_LOCATION.at(node.span, suggestion=NEEDS_LOCATION))
            return
        known = self.location.exits.get(node.direction)
        if known is not None:
            known.decl = node
            return
        ref = self.symbols.refs.claim("exit", f"{self.location.slug}/{node.direction}")
        self.location.exits[node.direction] = ExitSymbol(ref, node)

    def _rule(self, node: RuleDecl) -> None:
        first = self.symbols.rules.setdefault(node.name, node)
        if first is not node:
            self.diagnostics.append(
                codes.DUPLICATE_RULE.at(
                    node.span,
                    rule=node.name,
                    first=first.span,
                    second=node.span,
                    suggestion="Give one of them another name.",
                    related=declared_before(first.span),
                )
            )
