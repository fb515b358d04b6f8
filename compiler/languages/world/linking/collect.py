"""Collect: the declarations of a world's files, and the diagnostics of duplicate declarations.

Declarations are at the top level of a file, except choices, which nest. A heading, section, exit or rule inside a
choice declares nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from compiler.languages.world import codes
from compiler.languages.world.linking.ids import Refs, file_stem, slugify
from compiler.languages.world.linking.symbols import (
    ChoiceSymbol,
    EntitySymbol,
    ExitSymbol,
    LocationSymbol,
    SectionSymbol,
    SequenceSymbol,
    Symbols,
    TypeSymbol,
)
from compiler.languages.world.linking.world_files import WorldFiles
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
from compiler.model.diagnostics import Code, Diagnostic, Related
from compiler.model.spans import Span

NEEDS_LOCATION = "Put it below the heading of a location: '# Name'."
LEFT_OUT = "The second one is left out of the world."
CONTINUES_FIRST = "What follows belongs to the first one."


def collect(world: WorldFiles, units: Mapping[str, Unit], refs: Refs) -> tuple[Symbols, list[Diagnostic]]:
    """The declarations of all files of a world, in the order of the files. Of two with one name the first counts."""
    symbols = Symbols(world, refs)
    diagnostics: list[Diagnostic] = []
    for path in world.files:
        unit = units[path]
        file = _FileCollector(symbols, path, diagnostics)
        for type_decl in unit.types:
            file.type(type_decl)
        for entity in unit.entities:
            file.entity(entity)
        for node in unit.content:
            file.node(node)
    return symbols, diagnostics


@dataclass(slots=True)
class _FileCollector:
    """Collects the declarations of one file. `location`, `section` and `sequence` are those around the current line."""

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
            self._report_duplicate(
                codes.DUPLICATE_TYPE,
                decl.span,
                first.decl.span,
                LEFT_OUT,
                type=decl.name,
                first=first.decl.span,
                second=decl.span,
            )
            return
        refs = self.symbols.refs
        ref = refs.claim("type", decl.name)
        properties = {property.name: property for property in decl.properties}
        property_refs = {name: refs.claim("property", f"{decl.name}.{name}") for name in properties}
        self.symbols.types[decl.name] = TypeSymbol(ref, self.path, decl, properties, property_refs)

    def entity(self, decl: EntityDecl) -> None:
        first = self.symbols.entities.get(decl.id)
        if first is not None:
            self._report_duplicate(
                codes.DUPLICATE_ENTITY,
                decl.span,
                first.decl.span,
                LEFT_OUT,
                entity=decl.id,
                first=first.decl.span,
                second=decl.span,
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
            self._report_duplicate(
                codes.DUPLICATE_LOCATION,
                node.span,
                first.span,
                CONTINUES_FIRST,
                id=slug,
                first=first.text,
                second=node.text,
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
            self._report_duplicate(
                codes.DUPLICATE_SEQUENCE,
                node.span,
                self.sequence.decl.span,
                CONTINUES_FIRST,
                id=slug,
                first=slug,
                second=node.text,
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
            self._report_duplicate(
                codes.DUPLICATE_SECTION,
                node.span,
                self.section.decl.span,
                CONTINUES_FIRST,
                section=node.name,
                file=self.path,
            )
            return
        native_id = f"{file_stem(self.path)}/{node.name}"
        ref = self.symbols.refs.claim("section", native_id)
        self.section = SectionSymbol(ref, native_id, self.path, node, self.location)
        self.labels[node.name] = self.symbols.sections[self.path, node.name] = self.section

    def _choice(self, node: ChoiceDecl) -> None:
        """Declare a choice and the choices nested in it. Those below a choice without a symbol are not declared."""
        if self.section is None:
            return
        waiting: list[tuple[ChoiceDecl, ChoiceSymbol | None]] = [(node, None)]
        while waiting:
            decl, parent = waiting.pop()
            symbol = self._declare_choice(self.section, decl, parent)
            if symbol is not None:
                nested = [statement for statement in decl.body if type(statement) is ChoiceDecl]
                waiting += [(choice, symbol) for choice in reversed(nested)]

    def _declare_choice(
        self, section: SectionSymbol, decl: ChoiceDecl, parent: ChoiceSymbol | None
    ) -> ChoiceSymbol | None:
        slug = self._slug(decl, decl.label)
        if not slug:
            return None
        native_id = f"{section.id}/{slug}"
        first = section.choices.get(native_id)
        if first is not None:
            self._report_duplicate(
                codes.DUPLICATE_CHOICE,
                decl.span,
                first.decl.span,
                "Choices of one section need labels of their own, and nested ones count.",
                id=native_id,
                section=section.id,
                first=first.decl.label,
                second=decl.label,
            )
            return None
        symbol = section.choices[native_id] = ChoiceSymbol(native_id, decl, parent)
        section.by_label.setdefault((decl.label, decl.sticky), symbol)
        return symbol

    def _exit(self, node: ExitDecl) -> None:
        if self.location is None:
            self.diagnostics.append(codes.EXIT_OUTSIDE_LOCATION.at(node.span, suggestion=NEEDS_LOCATION))
            return
        previous = self.location.exits.get(node.direction)
        if previous is not None:
            previous.decl = node
            return
        ref = self.symbols.refs.claim("exit", f"{self.location.slug}/{node.direction}")
        self.location.exits[node.direction] = ExitSymbol(ref, node)

    def _rule(self, node: RuleDecl) -> None:
        first = self.symbols.rules.setdefault(node.name, node)
        if first is not node:
            self._report_duplicate(
                codes.DUPLICATE_RULE,
                node.span,
                first.span,
                "Give one of them another name.",
                rule=node.name,
                first=first.span,
                second=node.span,
            )

    def _report_duplicate(self, code: Code, span: Span, original: Span, suggestion: str, /, **fields: Any) -> None:
        """Report a second declaration at `span`, related to the first at `original`."""
        related = [Related("first declared here", original)]
        self.diagnostics.append(code.at(span, suggestion=suggestion, related=related, **fields))
