"""Extract: the facts of what stands in the content of a world: choices, rules, jumps, reads, writes, lines.

One walk over each file in order. For choices and jumps a heading does not end a section, and a choice is found again by
its label and stickiness among the choices of its section: so other tools of the language answer, too. For lines a
heading does end it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from compiler.languages.world import facts
from compiler.languages.world.linking.resolve import THE_END, Resolution
from compiler.languages.world.linking.sites import Extracted, Site, Statements
from compiler.languages.world.linking.slugs import slugify
from compiler.languages.world.linking.symbols import ChoiceSymbol, LocationSymbol, SectionSymbol, Symbols
from compiler.languages.world.linking.walk import in_and_out
from compiler.languages.world.records import (
    AnyOf,
    BlockedMessage,
    ChoiceDecl,
    Comparison,
    Condition,
    Containment,
    DestroyEffect,
    Effect,
    Exhaustion,
    ExitDecl,
    Heading,
    Jump,
    MoveEffect,
    Node,
    Presence,
    Prose,
    RevealEffect,
    RuleDecl,
    SectionLabel,
    SetEffect,
    Speech,
    StageDirection,
    Unit,
)
from compiler.model.facts import file_ref
from compiler.model.spans import Span


def extract(symbols: Symbols, resolution: Resolution, units: Mapping[str, Unit]) -> Extracted:
    """The facts of the content of all files of a world, in their order."""
    out = Extracted(symbols.refs.world)
    spoken: set[tuple[str, str]] = set()
    for path in symbols.world.files:
        _File(path, symbols, resolution, out, Statements(symbols, resolution, out, path), spoken).content(
            units[path].content
        )
    return out


@dataclass(slots=True)
class _OpenChoice:
    """A choice while its body is walked; `symbol` is None when the language ignores it and all that it holds."""

    decl: ChoiceDecl
    symbol: ChoiceSymbol | None
    site: Site
    texts: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _File:
    """The walk over one file, and what surrounds the current line.

    `section` is the one that choices and jumps belong to, `place` what lines belong to. `described` collects the
    description of a location that has just begun, `texts` the lines of a section. `spoken` keeps who was heard where.
    Below a heading without an id (`nameless`) what guards an exit is no read of a property.
    """

    path: str
    symbols: Symbols
    resolution: Resolution
    out: Extracted
    statements: Statements
    spoken: set[tuple[str, str]]
    location: LocationSymbol | None = None
    nameless: bool = False
    section: SectionSymbol | None = None
    place: Site = field(default_factory=lambda: Site(""))
    described: list[str] | None = None
    texts: list[str] | None = None
    open: list[_OpenChoice] = field(default_factory=list)

    def content(self, content: Iterable[Node]) -> None:
        self.place = Site(file_ref(self.path))
        for node, entering in in_and_out(content):
            if not entering:
                self._leave_choice()
                continue
            step = _STEPS.get(type(node))
            if step is not None:
                step(self, node)

    # --- what surrounds ------------------------------------------------------------------------------------

    def _heading(self, node: Heading) -> None:
        if self.open:
            return
        self.described = None
        slug = slugify(node.text) if node.level == "location" else ""
        if node.level == "location":
            self.nameless = not slug
        if slug:
            self.location = location = self.symbols.locations[slug]
            self.place, self.texts = Site(location.ref), None
            if location.decl is node:
                self.described = self.out.descriptions[slug] = []

    def _section(self, node: SectionLabel) -> None:
        if not self.open:
            self.described = None
            self.section = self.symbols.sections[self.path, node.name]
            self.place = Site(self.section.ref)
            self.texts = self.out.texts.setdefault(self.section.ref, [])

    def _presence(self, _node: Presence) -> None:
        if not self.open:
            self.described = None

    def _enter_choice(self, node: ChoiceDecl) -> None:
        self.described = None
        parent = self.open[-1] if self.open else None
        symbol = None
        if self.section is not None and (parent is None or parent.symbol is not None):
            symbol = self.section.by_label.get((node.label, node.sticky))
        if symbol is None or self.section is None:
            self.open.append(_OpenChoice(node, None, parent.site if parent else self.place))
            return
        ref = self.symbols.refs.claim("choice", symbol.id)
        self.open.append(_OpenChoice(node, symbol, Site(ref, "choice", symbol.id)))
        self.out.link(self.section.ref, ref, "contains", node.span)
        if parent is not None:
            self.out.link(ref, parent.site.ref, "nested_in", node.span)
        if node.target is not None:
            self.out.link(ref, self.symbols.entity_ref(node.target), "addresses", node.span)
        if node.target_type is not None:
            self.out.link(ref, self.symbols.type_ref(node.target_type), "addresses", node.span)

    def _leave_choice(self) -> None:
        done = self.open.pop()
        if done.symbol is None or self.section is None:
            return
        parent = self.open[-1].symbol if self.open else None
        self.out.choices.append(
            facts.Choice(
                span=done.decl.span,
                ref=done.site.ref,
                world=self.out.world,
                section=self.section.id,
                choice=done.symbol.id,
                label=done.decl.label,
                sticky=done.decl.sticky,
                parent=parent.id if parent else "",
                target=done.decl.target,
                target_type=done.decl.target_type,
                condition_count=done.site.reads,
                effect_count=done.site.writes,
                text="\n".join(done.texts),
                ordinal=len(self.out.choices),
            )
        )

    # --- conditions, effects, jumps ------------------------------------------------------------------------

    def _condition(self, node: Condition) -> None:
        if not self.open:
            self.statements.condition(self.place, node)
        elif self.open[-1].symbol is not None:
            self.statements.condition(self.open[-1].site, node)

    def _effect(self, node: Effect) -> None:
        if not self.open:
            self.statements.effect(self.place, node)
        elif self.open[-1].symbol is not None:
            self.statements.effect(self.open[-1].site, node)

    def _exit(self, node: ExitDecl) -> None:
        if self.open:
            return
        self.described = None
        if self.location is None:
            return
        ref = self.location.exits[node.direction].ref
        site = Site(ref, "" if self.nameless else "exit", f"{self.location.slug}/{node.direction}")
        for child in node.children:
            if isinstance(child, BlockedMessage):
                self._line(child.span, ref, "blocked", "", child.text)
            else:
                self.statements.condition(site, child)
        self.out.guards[ref] = self.out.guards.get(ref, 0) + site.reads

    def _rule(self, node: RuleDecl) -> None:
        if self.open:
            return
        ref = self.symbols.refs.claim("rule", node.name)
        site = Site(ref, "rule", node.name)
        select = node.select
        self.statements.conditions(site, node.where)
        if select is not None:
            self.statements.conditions(site, select.where)
            for name in select.entities:
                self.out.link(ref, self.symbols.entity_ref(name), "selects", node.span)
        for effect in node.effects:
            self.statements.effect(site, effect)
        if node.actor is not None:
            self.out.link(ref, self.symbols.entity_ref(node.actor), "actor", node.span)
        self.out.rules.append(
            facts.Rule(
                span=node.span,
                ref=ref,
                world=self.out.world,
                name=node.name,
                actor=node.actor,
                trigger=node.trigger,
                select={"as": select.variable, "from": list(select.entities)} if select else None,
                condition_count=site.reads,
                effect_count=site.writes,
                ordinal=len(self.out.rules),
            )
        )

    def _jump(self, node: Jump) -> None:
        if self.section is None or (self.open and self.open[-1].symbol is None):
            return
        site = self.open[-1].site.ref if self.open else self.section.ref
        target = self.resolution.jumps.get(id(node))
        if target is None:
            self.out.link(site, self._missing_target(node), "jump", node.span)
        elif target is THE_END:
            self._jump_fact(node, site, "end", "end")
        elif target.section is not None:
            self._jump_fact(node, site, "section", target.section.id)
            self.out.link(site, target.section.ref, "jump", node.span)
        elif target.exit is not None and target.location is not None:
            # Through an exit that leads nowhere, the jump does not lead anywhere either.
            if target.exit.destination is not None:
                self._jump_fact(node, site, "exit", f"{target.location.slug}/{node.target}")
            self.out.link(site, target.exit.ref, "jump", node.span)

    def _jump_fact(self, node: Jump, site: str, kind: str, target: str) -> None:
        assert self.section is not None
        self.out.jumps.append(
            facts.Jump(
                span=node.span,
                world=self.out.world,
                from_section=self.section.id,
                target_kind=kind,
                target=target,
                site=site,
                ordinal=len(self.out.jumps),
            )
        )

    def _missing_target(self, node: Jump) -> str:
        if node.exit and self.location is not None:
            return self.symbols.refs.of("exit", f"{self.location.slug}/{node.target}")
        return self.symbols.section_ref(self.path, node.target)

    # --- lines ---------------------------------------------------------------------------------------------

    def _prose(self, node: Prose) -> None:
        if self.described is not None and not self.open:
            self.described.append(node.text)
        self._say(node.span, "prose", "", node.text, node.text)

    def _speech(self, node: Speech) -> None:
        self._say(node.span, "speech", node.speaker, node.text, f"@{node.speaker}: {node.text}")

    def _stage(self, node: StageDirection) -> None:
        self._say(node.span, "stage", node.actor, node.text, f"@{node.actor} {node.text}")

    def _say(self, span: Span, kind: str, speaker: str, text: str, shown: str) -> None:
        choice = self.open[-1] if self.open else None
        self._line(span, choice.site.ref if choice else self.place.ref, kind, speaker, text)
        texts = choice.texts if choice else self.texts
        if texts is not None:
            texts.append(shown)
        # Once an entity and place: who speaks a hundred lines somewhere speaks there.
        known = self.symbols.entities.get(speaker)
        if known is not None and (speaker, self.place.ref) not in self.spoken:
            self.spoken.add((speaker, self.place.ref))
            self.out.link(known.ref, self.place.ref, "speaks", span)

    def _line(self, span: Span, site: str, kind: str, speaker: str, text: str) -> None:
        self.out.lines.append(
            facts.Line(
                span=span,
                world=self.out.world,
                site=site,
                line_kind=kind,
                speaker=speaker,
                text=text,
                ordinal=len(self.out.lines),
            )
        )


_STEPS: dict[type[Any], Callable[[_File, Any], None]] = {
    Heading: _File._heading,
    SectionLabel: _File._section,
    Presence: _File._presence,
    ChoiceDecl: _File._enter_choice,
    ExitDecl: _File._exit,
    RuleDecl: _File._rule,
    Jump: _File._jump,
    Prose: _File._prose,
    Speech: _File._speech,
    StageDirection: _File._stage,
    Comparison: _File._condition,
    Containment: _File._condition,
    Exhaustion: _File._condition,
    AnyOf: _File._condition,
    SetEffect: _File._effect,
    MoveEffect: _File._effect,
    RevealEffect: _File._effect,
    DestroyEffect: _File._effect,
}
