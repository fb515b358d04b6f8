"""Lark grammars, built once and kept: `load` gives the parser of a `.lark` file.

Building LALR tables takes some ten times as long as reading them back. So they are cached as plain data
(`compiler.disk.cache_directory`), keyed by everything they depend on.
"""

import marshal
import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import lark
from lark.grammar import Rule
from lark.lexer import Lexer, TerminalDef

from compiler.disk import cache_directory


def load(
    path: Path,
    *,
    start: Sequence[str],
    rules: object,
    lexer: type[Lexer] | Literal["contextual"] = "contextual",
    **options: Any,
) -> lark.Lark:
    """The LALR parser of the grammar at `path`, which gives what `rules` make of a text.

    `rules` has a method for every rule (or alias) of the grammar. Its arguments are what the parts of the rule gave; it
    is called as the rule is reduced, so that no tree is ever built. `lexer` is lark's contextual one, or a class of its
    custom-lexer seam. `options` are lark's own and must be plain data.
    Example: `load(Path(__file__).with_name("content.lark"), start=["content"], rules=Content())`.
    """
    grammar = path.read_text(encoding="utf-8")
    settings = {"parser": "lalr", "start": list(start), **options}
    entry = cache_directory.entry("grammars", f"{path.stem}-{_key(grammar, settings)}")
    tables = _read(entry)
    if tables is None:
        tables = _build(grammar, lexer, settings)
        cache_directory.write(entry, marshal.dumps(tables))
    return _parser(tables, rules, lexer)


def _key(grammar: str, settings: dict[str, Any]) -> str:
    parts = (grammar, lark.__version__, sys.version, repr(sorted(settings.items())))
    return sha256("\0".join(parts).encode()).hexdigest()


def _build(grammar: str, lexer: type[Lexer] | Literal["contextual"], settings: dict[str, Any]) -> dict[str, Any]:
    # Transformer and lexer have no part in the tables; they are bound whenever the tables are loaded.
    built = lark.Lark(grammar, lexer=lexer, **settings)
    tables, memo = built.memo_serialize([TerminalDef, Rule])
    plain: dict[str, Any] = _plain({"data": tables, "memo": memo})
    return plain


def _plain(value: Any) -> Any:
    """The value in builtin types alone. lark mixes in its own strings, and what is no data counts as absent."""
    if isinstance(value, dict):
        return {_plain(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(one) for one in value]
    if isinstance(value, str):
        return str(value)
    return value if isinstance(value, bool | int | float) else None


class _Rule(Rule):
    """A rule that is equal to itself only: every step of a parser compares one, and lark's own way is in Python."""

    __slots__ = ()
    __eq__ = object.__eq__
    __hash__ = object.__hash__


class _Callbacks:
    """The methods of `rules` as lark calls them: with a list. lark's own `v_args` would take four calls each."""

    def __init__(self, rules: object) -> None:
        self._rules = rules

    def __getattr__(self, name: str) -> Callable[[list[Any]], Any]:
        method = getattr(self._rules, name)
        return lambda parts: method(*parts)


def _parser(tables: dict[str, Any], rules: object, lexer: type[Lexer] | Literal["contextual"]) -> lark.Lark:
    data = tables["data"]
    data["options"]["lexer"] = data["parser"]["lexer_conf"]["lexer_type"] = lexer
    from_tables: Callable[..., lark.Lark] = lark.Lark._load_from_dict
    return _by_identity(from_tables(data, tables["memo"], transformer=_Callbacks(rules)))


def _by_identity(parser: lark.Lark) -> lark.Lark:
    """The parser, whose tables hold each rule once, with rules that are compared as objects."""
    engine: Any = parser.parser.parser.parser
    callbacks = list(engine.callbacks.items())
    for one, _ in callbacks:
        if type(one) is Rule:
            one.__class__ = _Rule
    engine.callbacks.clear()
    engine.callbacks.update(callbacks)
    return parser


def _read(entry: Path) -> dict[str, Any] | None:
    body = cache_directory.read(entry)
    try:
        tables = marshal.loads(body) if body else None
    except (ValueError, EOFError, TypeError):  # whole, but written by something else
        return None
    return tables if isinstance(tables, dict) else None
