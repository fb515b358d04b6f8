"""Lark grammars: `load` returns the parser of a `.lark` file.

Building the LALR tables of a grammar takes some ten times as long as reading them back. They are cached as plain data
in the cache directory, keyed by everything that they depend on.
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
    """Return the LALR parser of the grammar at `path`. It returns what the methods of `rules` return: no tree is built.

    `rules` has a method for every rule (or alias) of the grammar, called when the rule is reduced; its arguments are
    the results of the rule's parts. `lexer` is lark's contextual lexer or a custom lexer class. `options` are lark's
    own and must be plain data.
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
    # The tables depend neither on the transformer nor on the lexer: those are bound when the tables are loaded.
    built = lark.Lark(grammar, lexer=lexer, **settings)
    tables, memo = built.memo_serialize([TerminalDef, Rule])
    plain: dict[str, Any] = _plain({"data": tables, "memo": memo})
    return plain


def _plain(value: Any) -> Any:
    """Return a value in builtin types alone. lark's subclasses of str become str, anything that is no data None."""
    if isinstance(value, dict):
        return {_plain(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(item) for item in value]
    if isinstance(value, str):
        return str(value)
    return value if isinstance(value, bool | int | float) else None


class _Rule(Rule):
    """A rule that is equal to itself only. Every step of a parser compares rules, and lark's `__eq__` is slow."""

    __slots__ = ()
    __eq__ = object.__eq__
    __hash__ = object.__hash__


class _Callbacks:
    """The methods of `rules` as lark calls them, with one list. lark's own `v_args` would take four calls each."""

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
    """Return the parser with rules that are compared as objects. Its tables hold each rule once."""
    engine: Any = parser.parser.parser.parser
    callbacks = list(engine.callbacks.items())
    for rule, _ in callbacks:
        if type(rule) is Rule:
            rule.__class__ = _Rule
    engine.callbacks.clear()
    engine.callbacks.update(callbacks)
    return parser


def _read(entry: Path) -> dict[str, Any] | None:
    body = cache_directory.read(entry)
    try:
        tables = marshal.loads(body) if body else None
    except (ValueError, EOFError, TypeError):  # not written by this module
        return None
    return tables if isinstance(tables, dict) else None
