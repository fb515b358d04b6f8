"""Extract: from the content of a world to facts: choices, rules, jumps, conditions, effects, lines of text.

Each file is walked once, in order. For choices and jumps a heading does not end a section, and the symbol of a choice
is looked up by its label and stickiness among the choices of its section; the other tools of the language do the same.
For lines of text a heading ends the section.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from compiler.languages.world import facts
from compiler.languages.world.linking.ids import slugify
from compiler.languages.world.linking.resolve import THE_END, Resolution
from compiler.languages.world.linking.statements import ContentFacts, Site, StatementFacts
from compiler.languages.world.linking.symbols import ChoiceSymbol, LocationSymbol, SectionSymbol, Symbols
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
    walk_events,
)
from compiler.model.facts import file_ref
from compiler.model.spans import Span


def extract(symbols: Symbols, resolution: Resolution, units: Mapping[str, Unit]) -> ContentFacts:
    """The facts of the content of all files of a world, in their order."""
    out = ContentFacts(symbols.refs.world)
    speakers: set[tuple[str, str]] = set()
    for path in symbols.world.files:
        statements = StatementFacts(symbols, resolution, out, path)
        _FileExtractor(path, symbols, resolution, out, statements, speakers).content(units[path].content)
    return out


@dataclass(slots=True)
class _OpenChoice:
    """A choice whose body is being walked. `symbol` is None when the language ignores the choice and its body."""

    decl: ChoiceDecl
    symbol: ChoiceSymbol | None
    site: Site
    texts: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _FileExtractor:
    """Walks one file and adds its facts to `out`.

    `section` is the section of choices and jumps, `enclosing` the site of lines of text. `description` collects the
    description of a location, None after its end; `section_text` collects the lines of a section. `speakers` holds the
    pairs of an entity and the ref of an enclosing site that have a link. Below a heading without an id (`nameless`),
    conditions of exits are not counted as reads.
    """

    path: str
    symbols: Symbols
    resolution: Resolution
    out: ContentFacts
    statements: StatementFacts
    speakers: set[tuple[str, str]]
    location: LocationSymbol | None = None
    nameless: bool = False
    section: SectionSymbol | None = None
    enclosing: Site = field(default_factory=lambda: Site(""))
    description: list[str] | None = None
    section_text: list[str] | None = None
    open: list[_OpenChoice] = field(default_factory=list)

    def content(self, content: Iterable[Node]) -> None:
        self.enclosing = Site(file_ref(self.path))
        for node, is_start in walk_events(content):
            if not is_start:
                self._leave_choice()
                continue
            handler = _HANDLERS.get(type(node))
            if handler is not None:
                handler(self, node)

    # --- headings, sections, choices -----------------------------------------------------------------------

    def _heading(self, node: Heading) -> None:
        if self.open:
            return
        self.description = None
        slug = slugify(node.text) if node.level == "location" else ""
        if node.level == "location":
            self.nameless = not slug
        if slug:
            self.location = location = self.symbols.locations[slug]
            self.enclosing, self.section_text = Site(location.ref), None
            if location.decl is node:
                self.description = self.out.descriptions[slug] = []

    def _section(self, node: SectionLabel) -> None:
        if not self.open:
            self.description = None
            self.section = self.symbols.sections[self.path, node.name]
            self.enclosing = Site(self.section.ref)
            self.section_text = self.out.texts.setdefault(self.section.ref, [])

    def _presence(self, _node: Presence) -> None:
        if not self.open:
            self.description = None

    def _enter_choice(self, node: ChoiceDecl) -> None:
        self.description = None
        parent = self.open[-1] if self.open else None
        symbol = None
        if self.section is not None and (parent is None or parent.symbol is not None):
            symbol = self.section.by_label.get((node.label, node.sticky))
        if symbol is None or self.section is None:
            self.open.append(_OpenChoice(node, None, parent.site if parent else self.enclosing))
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
        closed = self.open.pop()
        if closed.symbol is None or self.section is None:
            return
        parent = self.open[-1].symbol if self.open else None
        self.out.choices.append(
            facts.Choice(
                span=closed.decl.span,
                ref=closed.site.ref,
                world=self.out.world,
                section=self.section.id,
                choice=closed.symbol.id,
                label=closed.decl.label,
                sticky=closed.decl.sticky,
                parent=parent.id if parent else "",
                target=closed.decl.target,
                target_type=closed.decl.target_type,
                condition_count=closed.site.reads,
                effect_count=closed.site.writes,
                all_condition_count=closed.site.conditions,
                all_effect_count=closed.site.effects,
                text="\n".join(closed.texts),
                ordinal=len(self.out.choices),
            )
        )

    # --- conditions, effects, jumps ------------------------------------------------------------------------

    def _condition(self, node: Condition) -> None:
        if not self.open:
            self.statements.condition(self.enclosing, node)
        elif self.open[-1].symbol is not None:
            self.statements.condition(self.open[-1].site, node)

    def _effect(self, node: Effect) -> None:
        if not self.open:
            self.statements.effect(self.enclosing, node)
        elif self.open[-1].symbol is not None:
            self.statements.effect(self.open[-1].site, node)

    def _exit(self, node: ExitDecl) -> None:
        if self.open:
            return
        self.description = None
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
                all_condition_count=site.conditions,
                all_effect_count=site.effects,
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
            # A jump through an exit without a destination leads nowhere.
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
        if self.description is not None and not self.open:
            self.description.append(node.text)
        self._text_line(node.span, "prose", "", node.text, node.text)

    def _speech(self, node: Speech) -> None:
        self._text_line(node.span, "speech", node.speaker, node.text, f"@{node.speaker}: {node.text}")

    def _stage(self, node: StageDirection) -> None:
        self._text_line(node.span, "stage", node.actor, node.text, f"@{node.actor} {node.text}")

    def _text_line(self, span: Span, kind: str, speaker: str, text: str, shown: str) -> None:
        choice = self.open[-1] if self.open else None
        self._line(span, choice.site.ref if choice else self.enclosing.ref, kind, speaker, text)
        texts = choice.texts if choice else self.section_text
        if texts is not None:
            texts.append(shown)
        # Once an entity and enclosing: who speaks a hundred lines somewhere speaks there.
        known = self.symbols.entities.get(speaker)
        if known is not None and (speaker, self.enclosing.ref) not in self.speakers:
            self.speakers.add((speaker, self.enclosing.ref))
            self.out.link(known.ref, self.enclosing.ref, "speaks", span)

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


_HANDLERS: dict[type[Any], Callable[[_FileExtractor, Any], None]] = {
    Heading: _FileExtractor._heading,
    SectionLabel: _FileExtractor._section,
    Presence: _FileExtractor._presence,
    ChoiceDecl: _FileExtractor._enter_choice,
    ExitDecl: _FileExtractor._exit,
    RuleDecl: _FileExtractor._rule,
    Jump: _FileExtractor._jump,
    Prose: _FileExtractor._prose,
    Speech: _FileExtractor._speech,
    StageDirection: _FileExtractor._stage,
    Comparison: _FileExtractor._condition,
    Containment: _FileExtractor._condition,
    Exhaustion: _FileExtractor._condition,
    AnyOf: _FileExtractor._condition,
    SetEffect: _FileExtractor._effect,
    MoveEffect: _FileExtractor._effect,
    RevealEffect: _FileExtractor._effect,
    DestroyEffect: _FileExtractor._effect,
}
