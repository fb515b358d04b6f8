"""Validate the structure of a world: its start, its player, sequences, locations, choices and sections."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from compiler.languages.world import codes
from compiler.languages.world.linking.ids import slugify
from compiler.languages.world.linking.resolve import Resolution
from compiler.languages.world.linking.symbols import LocationSymbol, Symbols
from compiler.languages.world.records import (
    AnyOf,
    ChoiceDecl,
    Comparison,
    Heading,
    Jump,
    Node,
    Prose,
    SectionLabel,
    Speech,
    StageDirection,
    Unit,
    WorldBlock,
    walk,
)
from compiler.model.diagnostics import Diagnostic, Related
from compiler.text.near_names import did_you_mean


def validate_settings(symbols: Symbols, resolution: Resolution, units: Mapping[str, Unit]) -> Iterator[Diagnostic]:
    """The findings about the settings of a world and its player."""
    world = _StructureValidator(symbols, resolution)
    yield from world.settings([block for path in symbols.world.files for block in units[path].worlds])
    yield from world.player()


def validate_structure(symbols: Symbols, resolution: Resolution, units: Mapping[str, Unit]) -> Iterator[Diagnostic]:
    """The findings about sequences, locations, choices and sections."""
    world = _StructureValidator(symbols, resolution)
    yield from world.sequences()
    yield from world.unreachable_locations()
    for path in symbols.world.files:
        content = units[path].content
        yield from world.impossible_choices(path, content)
        yield from _exhaustible_sections(path, content)
        yield from world.sections_like_exits(content)


@dataclass(slots=True)
class _StructureValidator:
    symbols: Symbols
    resolution: Resolution

    def settings(self, blocks: list[WorldBlock]) -> Iterator[Diagnostic]:
        """Check the settings of all world blocks together. The findings are at the last block."""
        if not blocks:
            return
        span, resolved = blocks[-1].span, self.resolution
        if resolved.start_written is not None and resolved.start is None:
            near = self.symbols.near_locations.nearest(slugify(resolved.start_written))
            yield codes.BAD_START.at(span, value=resolved.start_written, suggestion=did_you_mean(near))
        if resolved.sequence_written is not None and resolved.start_sequence is None:
            slug = slugify(resolved.sequence_written)
            near = slug if slug in self.symbols.sequences else None
            yield codes.BAD_ENTRY.at(span, value=resolved.sequence_written, suggestion=did_you_mean(near))
        if any(key == "urd" for block in blocks for key, _ in block.fields):
            yield codes.URD_FIELD.at(span)

    def player(self) -> Iterator[Diagnostic]:
        player = self.symbols.entities.get("player")
        if player is None or player.type is None:
            return
        for trait in ("mobile", "container"):
            if trait not in player.type.decl.traits:
                name = player.type.decl.name
                related = [Related("its type", player.type.decl.span)]
                yield codes.PLAYER_TRAIT.at(player.decl.span, type=name, trait=trait, related=related)

    def sequences(self) -> Iterator[Diagnostic]:
        for sequence in self.symbols.sequences.values():
            if not sequence.phases:
                yield codes.EMPTY_SEQUENCE.at(sequence.decl.span, id=sequence.slug)

    def unreachable_locations(self) -> Iterator[Diagnostic]:
        """Locations that no exits lead to from the start. Conditions of exits are ignored."""
        start = self.resolution.start
        if start is None:
            return
        reached = {start.slug}
        waiting = [start]
        while waiting:
            for exit_ in waiting.pop().exits.values():
                if exit_.destination is not None and exit_.destination.slug not in reached:
                    reached.add(exit_.destination.slug)
                    waiting.append(exit_.destination)
        related = [Related("the world starts here", start.decl.span)]
        for slug, location in self.symbols.locations.items():
            if slug not in reached:
                yield codes.UNREACHABLE_LOCATION.at(location.decl.span, id=slug, related=related)

    def impossible_choices(self, path: str, content: Iterable[Node]) -> Iterator[Diagnostic]:
        """Choices whose conditions ask for a value that the enum does not list."""
        section = "unnamed"
        for node in _sections_and_choices(content):
            if isinstance(node, SectionLabel):
                section = node.name
                continue
            for test in _own_tests(node):
                use = self.resolution.properties.get(id(test))
                if use is None or use.decl is None or use.decl.value_type != "enum" or test.operator != "==":
                    continue
                if use.decl.values is not None and test.value not in use.decl.values:
                    yield codes.IMPOSSIBLE_CHOICE.at(
                        node.span,
                        section=section,
                        file=path,
                        property=use.name,
                        value=test.value,
                        type=use.type.decl.name,
                        values=", ".join(use.decl.values),
                        related=[Related("the condition", test.span)],
                    )

    def sections_like_exits(self, content: Iterable[Node]) -> Iterator[Diagnostic]:
        """Sections that have the name of an exit of their location."""
        location: LocationSymbol | None = None
        for node in content:
            if isinstance(node, Heading) and node.level == "location":
                location = self.symbols.locations.get(slugify(node.text), location)
            elif isinstance(node, SectionLabel) and location is not None and node.name in location.exits:
                related = [Related("the exit", location.exits[node.name].decl.span)]
                yield codes.SECTION_NAMED_LIKE_EXIT.at(
                    node.span, section=node.name, location=location.slug, related=related
                )


def _sections_and_choices(content: Iterable[Node]) -> Iterator[SectionLabel | ChoiceDecl]:
    """The top-level section labels and all choices, in source order."""
    for node in content:
        if isinstance(node, SectionLabel):
            yield node
        elif isinstance(node, ChoiceDecl):
            yield from (child for child in walk([node]) if isinstance(child, ChoiceDecl))


def _own_tests(choice: ChoiceDecl) -> Iterator[Comparison]:
    """The comparisons directly in the body of a choice, those in `? any:` blocks included."""
    for node in choice.body:
        tests = node.tests if isinstance(node, AnyOf) else (node,)
        yield from (test for test in tests if isinstance(test, Comparison))


def _exhaustible_sections(path: str, content: Iterable[Node]) -> Iterator[Diagnostic]:
    """Sections that end when their choices are used up: no choice is sticky, and no jump or text follows."""
    label: SectionLabel | None = None
    has_choices = has_sticky = has_way_on = False
    for node in [*content, None]:
        if node is None or isinstance(node, SectionLabel):
            if label is not None and has_choices and not has_way_on:
                yield codes.EXHAUSTIBLE_SECTION.at(label.span, section=label.name, file=path)
            label = node
            has_choices = has_sticky = has_way_on = False
        elif isinstance(node, ChoiceDecl):
            has_choices = True
            has_sticky = has_sticky or any(isinstance(child, ChoiceDecl) and child.sticky for child in walk([node]))
            has_way_on = has_sticky
        elif isinstance(node, Jump | Prose | Speech | StageDirection):
            has_way_on = True
