"""Lark grammars, built once and kept: `load` gives the parser of a `.lark` file.

Building LALR tables takes some ten times as long as reading them back, so they stand in the user's cache directory,
keyed by everything they depend on. An entry is plain data behind a checksum; one that is missing, damaged or unreadable
is built again, and a directory that cannot be written costs nothing but time.
"""

import contextlib
import hashlib
import marshal
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

import lark
from lark.grammar import Rule
from lark.lexer import Lexer, TerminalDef

_DIGEST = hashlib.sha256
_DIGEST_SIZE = _DIGEST().digest_size


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
    entry = cache_directory() / f"{path.stem}-{_key(grammar, settings)}"
    tables = _read(entry)
    if tables is None:
        tables = _build(grammar, lexer, settings)
        _write(entry, tables)
    return _parser(tables, rules, lexer)


def cache_directory() -> Path:
    """Where built grammars are kept: `$XDG_CACHE_HOME/frieze/grammars`, or the same below `~/.cache`."""
    root = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    # Unlike `Path.expanduser`, this one lets a user without a home pass.
    return Path(os.path.expanduser(root), "frieze", "grammars")  # noqa: PTH111


def _key(grammar: str, settings: dict[str, Any]) -> str:
    parts = (grammar, lark.__version__, sys.version, repr(sorted(settings.items())))
    return _DIGEST("\0".join(parts).encode()).hexdigest()


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
    parser: lark.Lark = lark.Lark._load_from_dict(data, tables["memo"], transformer=_Callbacks(rules))  # type: ignore[no-untyped-call]
    return parser


def _read(entry: Path) -> dict[str, Any] | None:
    try:
        content = entry.read_bytes()
        digest, body = content[:_DIGEST_SIZE], content[_DIGEST_SIZE:]
        if _DIGEST(body).digest() != digest:
            return None
        tables = marshal.loads(body)
    except (OSError, ValueError, EOFError, TypeError):
        return None
    return tables if isinstance(tables, dict) else None


def _write(entry: Path, tables: dict[str, Any]) -> None:
    body = marshal.dumps(tables)
    draft = entry.with_name(f"{entry.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        entry.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(_DIGEST(body).digest() + body)
        draft.replace(entry)
