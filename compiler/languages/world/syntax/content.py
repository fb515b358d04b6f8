"""The parser of the content of a world file: lines to a tree of nodes. The grammar is `content.lark`."""

from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from lark import Lark

from compiler.languages.world import codes
from compiler.languages.world.records import (
    AnyOf,
    BlockedMessage,
    ChoiceDecl,
    Comparison,
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
    Select,
    SetEffect,
    Speech,
    StageDirection,
    Test,
)
from compiler.languages.world.syntax.lexer import BlockLexer
from compiler.languages.world.syntax.source_text import LineRange, Token
from compiler.languages.world.syntax.values import names
from compiler.model.spans import Span
from compiler.text.grammars import load

_LEVELS: tuple[Literal["location", "sequence", "phase"], ...] = ("location", "sequence", "phase")


class Actor(NamedTuple):
    """`actor: @host opens a door` in a rule."""

    name: str | None
    trigger: str


class Where(NamedTuple):
    """`where @door.open == false` in a rule. `tests` is empty if the line could not be read."""

    tests: tuple[Test, ...]


Target = tuple[str | None, str | None]  # what a choice is addressed to: an entity, or any entity of a type


def parse_content(lines: LineRange) -> tuple[Node, ...]:
    """The nodes of the content. Unreadable lines are reported to the source of `lines`."""
    nodes: tuple[Node, ...] = _grammar().parse(lines)  # type: ignore[assignment]
    return nodes


@cache
def _grammar() -> Lark:
    path = Path(__file__).with_name("content.lark")
    return load(path, start=["content"], rules=_Rules(), lexer=BlockLexer)


class _Rules:
    """The actions of the rules in `content.lark`. A line without a node returns None."""

    def content(self, *nodes: Node | None) -> tuple[Node, ...]:
        return _without_none(nodes)

    def ignored(self, *_: Any) -> None:
        return None

    comment = ignored

    def bad_test(self, _: Token | None, rest: Token) -> Token:
        return rest

    def unreadable(self, *tokens: Token) -> None:
        token = tokens[-1]
        token.source.reject_line(codes.BAD_CONTENT, token.span)

    # Headings, sections, text

    def heading(self, hashes: Token, text: Token) -> Heading:
        level = _LEVELS[len(hashes.value) - 2]
        title = _text(text)
        auto = level == "phase" and title.endswith("(auto)")
        return Heading(text.span, level, title.removesuffix("(auto)").rstrip() if auto else title, auto)

    def section(self, name: Token) -> SectionLabel:
        return SectionLabel(name.span, name.value.strip())

    def speech(self, speaker: Token, text: Token) -> Speech:
        return Speech(text.span, speaker.value[1:].rstrip(": "), _text(text))

    def stage(self, actor: Token, text: Token) -> StageDirection:
        return StageDirection(text.span, actor.value[1:].rstrip(), _text(text))

    def prose(self, text: Token) -> Prose:
        return Prose(text.span, _text(text))

    def presence(self, listed: Token) -> Presence:
        # With text after the closing bracket, the brackets become part of the names, which are then unresolved.
        text = listed.value
        return Presence(listed.span, names(text[1:-1] if text.endswith("]") else text))

    # Exits, jumps, choices

    def exit(self, direction: Token, destination: Token, *children: Any) -> ExitDecl:
        return ExitDecl(
            direction.span, direction.value.strip(), destination.value.strip(), _without_none(children[:-1])
        )

    def blocked(self, text: Token) -> BlockedMessage:
        return BlockedMessage(text.span, _text(text))

    def jump(self, target: Token) -> Jump:
        return Jump(target.span, target.value.strip(), False)

    def exit_jump(self, target: Token) -> Jump:
        return Jump(target.span, target.value.strip(), True)

    def choice(self, bullet: Token, label: Token, target: Target | None, *body: Any) -> ChoiceDecl:
        span, source = bullet.span, bullet.source
        entity, type_ = target or (None, None)
        level = source.indent_level(span.start_line)
        return ChoiceDecl(span, level, bullet.value == "+ ", _text(label), entity, type_, _without_none(body[:-1]))

    def entity_target(self, name: Token) -> Target:
        return name.value.strip().removeprefix("@") or None, None

    def type_target(self, name: Token) -> Target:
        return None, name.value.strip()

    # Conditions

    def any_of(self, head: Token, *tests: Any) -> AnyOf:
        return AnyOf(_through(head, tests[-1]), _without_none(tests[:-1]))

    def comparison(self, subject: Token, name: Token, operator: Token, value: Token) -> Comparison:
        entity = subject.value.strip()[1:]
        return Comparison(value.span, entity, False, name.value[1:].strip(), operator.value, value.value.strip())

    def reserved_comparison(self, subject: Token, name: Token, operator: Token, value: Token) -> Comparison:
        entity = subject.value.strip()
        return Comparison(value.span, entity, True, name.value[1:].strip(), operator.value, value.value.strip())

    def containment(self, subject: Token, membership: Token, container: Token) -> Containment:
        negated = "not" in membership.value
        return Containment(subject.span, subject.value.strip()[1:], negated, container.value.strip())

    def exhaustion(self, token: Token) -> Exhaustion:
        return Exhaustion(token.span, token.value.strip().removesuffix(".exhausted"))

    # Effects

    def set(self, target: Token, operator: Token | None, value: Token | None) -> SetEffect:
        if operator is None or value is None:
            return SetEffect(target.span, target.value.strip(), "=", "")
        return SetEffect(target.span, target.value.strip(), operator.value.strip(), value.value.strip())

    def move(self, entity: Token, destination: Token) -> MoveEffect:
        return MoveEffect(entity.span, entity.value.strip(), destination.value.strip().removeprefix("@"))

    def reveal(self, target: Token) -> RevealEffect:
        return RevealEffect(target.span, target.value.strip())

    def destroy(self, entity: Token) -> DestroyEffect:
        return DestroyEffect(entity.span, entity.value.strip().removeprefix("@"))

    # Rules

    def rule(self, head: Token, *lines: Any) -> RuleDecl:
        *clauses, end = lines
        return _rule(_through(head, end), head.value[len("rule ") : -1].strip(), clauses)

    def actor(self, name: Token, trigger: Token) -> Actor:
        return Actor(name.value, trigger.value.strip())

    def select(self, variable: Token, listed: Token) -> Select:
        entities = names(listed.value.strip().removeprefix("[").removesuffix("]"))
        return Select(variable.value.strip(), entities, ())

    def where(self, test: Test | Token) -> Where:
        return Where(() if isinstance(test, Token) else (test,))


def _rule(span: Span, name: str, clauses: list[Any]) -> RuleDecl:
    """The rule of its clauses. `where` lines right after a `selects` belong to it."""
    actor, select = Actor(None, ""), None
    where: list[Test] = []
    chosen: list[Test] = []
    effects: list[Effect] = []
    tests = where
    for clause in clauses:
        if isinstance(clause, Where):
            tests.extend(clause.tests)
            continue
        tests = where
        if isinstance(clause, Select):
            select, tests = clause, (chosen := [])
        elif isinstance(clause, Actor):
            actor = clause
        elif clause is not None:
            effects.append(clause)
    if select is not None:
        select = select._replace(where=tuple(chosen))
    return RuleDecl(span, name, actor.name, actor.trigger, select, tuple(where), tuple(effects))


def _without_none(nodes: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple([node for node in nodes if node is not None])


def _text(token: Token) -> str:
    """The text before an inline comment."""
    return token.value.partition(" //")[0].strip()


def _through(first: Token, end: Token) -> Span:
    """The span from the head of a block to the end of its last line."""
    start = first.span
    return Span(start.file, start.start_line, start.start_col, end.span.end_line, end.span.end_col)
