"""The facts and links of conditions and effects, and the sites that they belong to."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from compiler.languages.world import facts
from compiler.languages.world.linking.literals import literal_kind, number
from compiler.languages.world.linking.resolve import ContainerTarget, Resolution, split_property
from compiler.languages.world.linking.symbols import Symbols
from compiler.languages.world.records import (
    AnyOf,
    Comparison,
    Condition,
    Containment,
    DestroyEffect,
    Effect,
    Exhaustion,
    MoveEffect,
    RevealEffect,
    SetEffect,
    Test,
)
from compiler.model.facts import Link
from compiler.model.spans import Span


@dataclass(slots=True)
class Site:
    """The owner of conditions and effects.

    It is a choice, exit or rule; `id` is then its native id. With an empty `kind` it is a section, location or file,
    whose conditions and effects are not counted as reads and writes. `groups` counts its `? any:` blocks, `conditions`
    and `effects` those of every kind, `reads` and `writes` its property reads and writes.
    """

    ref: str
    kind: str = ""
    id: str = ""
    groups: int = 0
    conditions: int = 0
    effects: int = 0
    reads: int = 0
    writes: int = 0


@dataclass(slots=True)
class ContentFacts:
    """The facts and links of the content of a world, and texts and counts for its other objects.

    `texts` holds the lines of each section by its ref, `descriptions` the paragraphs of each location by its slug.
    `guards` counts the property reads of each exit by its ref.
    """

    world: str
    choices: list[facts.Choice] = field(default_factory=list)
    rules: list[facts.Rule] = field(default_factory=list)
    jumps: list[facts.Jump] = field(default_factory=list)
    reads: list[facts.Read] = field(default_factory=list)
    writes: list[facts.Write] = field(default_factory=list)
    conditions: list[facts.Condition] = field(default_factory=list)
    effects: list[facts.Effect] = field(default_factory=list)
    lines: list[facts.Line] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    texts: dict[str, list[str]] = field(default_factory=dict)
    descriptions: dict[str, list[str]] = field(default_factory=dict)
    guards: dict[str, int] = field(default_factory=dict)

    def link(self, source: str, target: str, kind: str, span: Span) -> None:
        self.links.append(Link(source, target, kind, span))


@dataclass(slots=True)
class StatementFacts:
    """Adds the conditions and effects of one file to `out`."""

    symbols: Symbols
    resolution: Resolution
    out: ContentFacts
    file: str

    def conditions(self, site: Site, nodes: Iterable[Condition]) -> None:
        for node in nodes:
            self.condition(site, node)

    def condition(self, site: Site, node: Condition) -> None:
        """Add a condition of a site, or each condition of a `? any:` block."""
        if isinstance(node, AnyOf):
            site.groups += 1
            for test in node.tests:
                _TESTS[type(test)](self, site, test, site.groups)
        else:
            _TESTS[type(node)](self, site, node, 0)

    def effect(self, site: Site, node: Effect) -> None:
        """Add an effect of a site."""
        _EFFECTS[type(node)](self, site, node)

    # --- conditions ----------------------------------------------------------------------------------------

    def _comparison(self, site: Site, node: Comparison, group: int) -> None:
        subject = node.entity if node.reserved else f"@{node.entity}"
        text = f"{subject}.{node.property} {node.operator} {node.value}".rstrip()
        self._condition(site, node, group, "comparison", node.entity, node.property, node.operator, node.value, text)
        use = self.resolution.properties.get(id(node))
        if not node.reserved:
            self.out.link(site.ref, self.symbols.entity_ref(node.entity), "tests", node.span)
        if use is None or not site.kind:
            return
        site.reads += 1
        self.out.reads.append(
            facts.Read(
                span=node.span,
                world=self.out.world,
                site=site.ref,
                site_kind=site.kind,
                site_id=site.id,
                entity=node.entity,
                entity_type=use.type.decl.name,
                property=use.name,
                operator=node.operator,
                value=node.value,
                value_kind=literal_kind(use.decl.value_type if use.decl else None),
                ordinal=len(self.out.reads),
            )
        )
        if use.decl is not None:
            self.out.link(site.ref, use.type.property_refs[use.name], "reads", node.span)

    def _containment(self, site: Site, node: Containment, group: int) -> None:
        operator = "not in" if node.negated else "in"
        container = self.resolution.containers.get(id(node))
        text = f"@{node.entity} {operator} {node.container}"
        self._condition(
            site, node, group, "containment", node.entity, "", operator, _container_id(container, node.container), text
        )
        self.out.link(site.ref, self.symbols.entity_ref(node.entity), "tests", node.span)
        target = self._container_ref(container, node.container)
        if target is not None:
            self.out.link(site.ref, target, "tests", node.span)

    def _exhaustion(self, site: Site, node: Exhaustion, group: int) -> None:
        section = self.resolution.sections.get(id(node))
        text = f"{node.section}.exhausted"
        subject = section.id if section else node.section
        self._condition(site, node, group, "exhaustion", subject, "", "", "", text)
        target = section.ref if section else self.symbols.section_ref(self.file, node.section)
        self.out.link(site.ref, target, "tests", node.span)

    def _condition(
        self,
        site: Site,
        node: Test,
        group: int,
        kind: str,
        subject: str,
        name: str,
        operator: str,
        value: str,
        text: str,
    ) -> None:
        site.conditions += 1
        self.out.conditions.append(
            facts.Condition(
                span=node.span,
                world=self.out.world,
                site=site.ref,
                condition_kind=kind,
                any_group=group,
                subject=subject,
                property=name,
                operator=operator,
                value=value,
                text=text,
                ordinal=len(self.out.conditions),
            )
        )

    # --- effects -------------------------------------------------------------------------------------------

    def _set(self, site: Site, node: SetEffect) -> None:
        entity, name = split_property(node.target) or ("", "")
        text = f"{node.target} {node.operator} {node.value}" if node.value else node.target
        self._effect(site, node, "set", entity, name, node.operator, node.value, text)
        use = self.resolution.properties.get(id(node))
        if use is None or not site.kind:
            return
        site.writes += 1
        self.out.writes.append(
            facts.Write(
                span=node.span,
                world=self.out.world,
                site=site.ref,
                site_kind=site.kind,
                site_id=site.id,
                entity=entity,
                entity_type=use.type.decl.name,
                property=use.name,
                operator=node.operator,
                value=node.value,
                value_kind=_written_kind(node, use.decl.value_type if use.decl else None),
                ordinal=len(self.out.writes),
            )
        )
        if use.decl is not None:
            self.out.link(site.ref, use.type.property_refs[use.name], "writes", node.span)

    def _move(self, site: Site, node: MoveEffect) -> None:
        container = self.resolution.containers.get(id(node))
        mark = "@" if container is not None and container.entity is not None else ""  # parsing drops it
        text = f"move @{node.entity} -> {mark}{node.destination}"
        self._effect(site, node, "move", node.entity, "", "", _container_id(container, node.destination), text)
        target = self._container_ref(container, node.destination)
        if target is not None:
            self.out.link(site.ref, target, "moves_to", node.span)

    def _reveal(self, site: Site, node: RevealEffect) -> None:
        entity, name = split_property(node.target) or ("", "")
        self._effect(site, node, "reveal", entity, name, "", "", f"reveal {node.target}")

    def _destroy(self, site: Site, node: DestroyEffect) -> None:
        self._effect(site, node, "destroy", node.entity, "", "", "", f"destroy @{node.entity}")

    def _effect(
        self, site: Site, node: Effect, kind: str, entity: str, name: str, operator: str, value: str, text: str
    ) -> None:
        site.effects += 1
        self.out.effects.append(
            facts.Effect(
                span=node.span,
                world=self.out.world,
                site=site.ref,
                effect_kind=kind,
                entity=entity,
                property=name,
                operator=operator,
                value=value,
                text=text,
                ordinal=len(self.out.effects),
            )
        )
        if entity:
            self.out.link(site.ref, self.symbols.entity_ref(entity), "affects", node.span)

    def _container_ref(self, container: ContainerTarget | None, written: str) -> str | None:
        """The ref of a container or destination, also of an unresolved one. None for `player` and `here`."""
        if container is None:
            return self.symbols.container_ref(written)
        holder = container.entity or container.location
        return holder.ref if holder else None


def _container_id(container: ContainerTarget | None, written: str) -> str:
    """The native id of a container or destination, or the name as written when it is unresolved."""
    if container is None:
        return written
    if container.location is not None:
        return container.location.slug
    return container.entity.decl.id if container.entity else container.kind


def _written_kind(node: SetEffect, declared: str | None) -> str | None:
    """The kind of literal that an effect writes: that of the property, or for + and - int, None without a number."""
    if node.operator != "=":
        return "int" if number(node.value) is not None else None
    return None if declared is None else literal_kind(declared)


_TESTS: dict[type[Any], Callable[[StatementFacts, Site, Any, int], None]] = {
    Comparison: StatementFacts._comparison,
    Containment: StatementFacts._containment,
    Exhaustion: StatementFacts._exhaustion,
}
_EFFECTS: dict[type[Any], Callable[[StatementFacts, Site, Any], None]] = {
    SetEffect: StatementFacts._set,
    MoveEffect: StatementFacts._move,
    RevealEffect: StatementFacts._reveal,
    DestroyEffect: StatementFacts._destroy,
}
