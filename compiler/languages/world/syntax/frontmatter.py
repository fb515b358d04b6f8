"""The parser of the frontmatter of a world file: lines to records. The grammar is `frontmatter.lark`."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from lark import Lark

from compiler.languages.world import codes
from compiler.languages.world.records import EntityDecl, Import, PropertyDecl, Scalar, TypeDecl, WorldBlock
from compiler.languages.world.syntax.lexer import BlockLexer
from compiler.languages.world.syntax.source_text import LineRange, Token
from compiler.languages.world.syntax.values import Pair, overrides, scalar, signature
from compiler.model.spans import Span
from compiler.text.grammars import load

_REJECTIONS = {
    "TOO_DEEP": codes.TOO_DEEP,
    "ANCHOR": codes.YAML_ANCHOR,
    "ALIAS": codes.YAML_ALIAS,
    "MERGE": codes.YAML_MERGE_KEY,
    "TAG": codes.YAML_TAG,
    "ITEM": codes.BLOCK_LIST,
    "UNKNOWN": codes.BAD_FRONTMATTER,
}
_WORLD_FIELDS = ("name", "urd", "version", "description", "author", "start", "entry", "seed")
_NAMING_FIELDS = ("start", "entry")  # names of a location and a sequence; values that are no text are ignored

Record = Import | WorldBlock | TypeDecl | EntityDecl


class Frontmatter(NamedTuple):
    """The records of a frontmatter by kind, each in source order."""

    imports: tuple[Import, ...] = ()
    worlds: tuple[WorldBlock, ...] = ()
    types: tuple[TypeDecl, ...] = ()
    entities: tuple[EntityDecl, ...] = ()


def parse_frontmatter(lines: LineRange) -> Frontmatter:
    """The records between the fences. Unreadable lines are reported to the source of `lines`."""
    records: list[Record] = _grammar().parse(lines)  # type: ignore[assignment]
    return Frontmatter(
        tuple(record for record in records if isinstance(record, Import)),
        tuple(record for record in records if isinstance(record, WorldBlock)),
        tuple(record for record in records if isinstance(record, TypeDecl)),
        tuple(record for record in records if isinstance(record, EntityDecl)),
    )


@cache
def _grammar() -> Lark:
    path = Path(__file__).with_name("frontmatter.lark")
    return load(path, start=["frontmatter"], rules=_Rules(), lexer=BlockLexer)


class _Rules:
    """The actions of the rules in `frontmatter.lark`. A block returns a list of records, a line without one None."""

    def frontmatter(self, *entries: Any) -> list[Record]:
        return list(_flat(entries))

    def map(self, _: Token, *lines: Any) -> list[Record]:
        # Of two lines in a row that are nested too deep, only the first is reported.
        for token in [line for line in lines if isinstance(line, Token) and line.type == "TOO_DEEP"][::2]:
            self.rejected(token)
        return list(_flat(lines[:-1]))

    def types(self, _: Token, *lines: Any) -> list[Record]:
        return list(_flat(lines[:-1]))

    entities = types

    def ignored(self, *_: Any) -> None:
        return None

    comment = ignored

    def too_deep(self, token: Token) -> Token:
        return token

    def rejected(self, token: Token) -> None:
        token.source.reject_line(_REJECTIONS[token.type], token.span)

    def like_type(self, token: Token) -> None:
        if token.value[0].isupper():
            token.source.reject_line(codes.LIKE_TYPE, token.span)

    def like_entity(self, token: Token) -> None:
        token.source.reject_line(codes.LIKE_ENTITY, token.span)

    def imported(self, path: Token) -> Import:
        return Import(path.span, path.value.strip().strip('"').strip("'"))

    def world(self, key: Token, *fields: Any) -> WorldBlock:
        *pairs, end = fields
        return WorldBlock(_through(key, end), tuple(dict(filter(None, pairs)).items()))

    def field(self, key: Token, value: Token) -> Pair | None:
        name, content = _name(key), scalar(value.value)
        if name not in _WORLD_FIELDS or (name in _NAMING_FIELDS and not isinstance(content, str)):
            return None
        return name, content

    def type(self, name: Token, traits: Token | None, _: Token, *lines: Any) -> TypeDecl | None:
        *properties, end = lines
        if not name.value[0].isupper():
            return None
        by_name = {line.name: line for line in properties if line is not None}
        listed = () if traits is None else tuple(filter(None, map(str.strip, traits.value[1:-1].split(","))))
        return TypeDecl(_through(name, end), name.value.strip(), listed, tuple(by_name.values()))

    def property(self, hidden: Token | None, name: Token, kind: Token, default: Token | None) -> PropertyDecl:
        found = signature(kind.value)
        value: Scalar | None = None if default is None else scalar(default.value)
        return PropertyDecl(
            kind.span,
            _name(name),
            hidden is not None,
            found.value_type,
            found.raw_type,
            value,
            found.values,
            found.minimum,
            found.maximum,
            found.ref_type,
            found.element,
        )

    def entity(self, name: Token, kind: Token, pairs: Token | None, *_: Any) -> EntityDecl:
        written = () if pairs is None else overrides(pairs.value[1:-1])
        return EntityDecl(name.span, _name(name)[1:].strip(), kind.value.strip(), written)


def _flat(lines: tuple[Any, ...]) -> Iterator[Record]:
    for line in lines:
        if isinstance(line, list):
            yield from line
        elif line is not None and not isinstance(line, Token):
            yield line


def _name(key: Token) -> str:
    return key.value[:-1].strip()


def _through(first: Token, end: Token) -> Span:
    """The span from the start of a block's first line to the end of its last, blank lines after it included."""
    return Span(first.span.file, first.span.start_line, 1, end.span.end_line, end.span.end_col)
