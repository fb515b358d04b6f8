"""The settings of a project: literal assignments of `conf.py`, which is never run, and `[needs]` of a file of TOML."""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from compiler.languages.requirements.formats.records import ItemsFile, Place, Unread
from compiler.languages.requirements.formats.sphinx_needs.items import NAME
from compiler.languages.requirements.formats.sphinx_needs.python_text import PythonTextError, parse_module
from compiler.text.toml import TomlError, parse_toml

Json = Any
SETTINGS, TABLE = "settings", "needs"
MAX_SETTINGS = 1_000_000  # characters of a conf.py
MAX_LENGTH = 20_000  # of a value that is put together
MAX_DEPTH = 50
_WANTED = (
    "extensions", "myst_enable_extensions", "exclude_patterns", "needs_types", "needs_extra_links", "needs_links",
    "needs_id_required", "needs_title_from_content", "needs_id_regex", "needs_id_length", "needs_from_toml",
    "needs_from_toml_table", "needs_external_needs",
)  # fmt: skip
_NOT_LITERAL = "its value is not written out, and conf.py is never run"
_TABLE_HEAD = re.compile(r"^[ \t]*\[{1,2}[ \t]*(?:[\w-]+\.){0,3}needs[ \t]*[.\]]", re.MULTILINE)


class _NotLiteralError(Exception):
    """A value is not written out."""


def read_conf(path: str, text: str) -> ItemsFile | None:
    """Return the settings of a `conf.py` that loads the program; None of any other."""
    if "sphinx_needs" not in text:
        return None
    if len(text) > MAX_SETTINGS:
        return _unread_conf(path, 1, f"it has more than {MAX_SETTINGS:,} characters")
    try:
        tree = parse_module(text)
    except PythonTextError as error:
        return _unread_conf(path, error.line, str(error))
    values: dict[str, Json] = {}
    unread_names: dict[str, Unread] = {}
    for name, node, place in _assignments(tree):
        unread_names.pop(name, None)
        try:
            values[name] = _bounded(_value(node, values))
        except _NotLiteralError:
            if not _adds_to(node, name):  # what is added to a list leaves what it has
                values.pop(name, None)
            if name in _WANTED:
                unread_names[name] = Unread(name, _NOT_LITERAL, place, is_limit=True)
    settings = {name: values[name] for name in _WANTED if name in values}
    settings["unread"] = sorted(unread_names)
    return ItemsFile(NAME, path, unread=tuple(unread_names.values()), settings=((SETTINGS, _dumped(settings)),))


def _unread_conf(path: str, line: int, reason: str) -> ItemsFile:
    return ItemsFile(NAME, path, unread=(Unread("conf.py", reason, Place(line, 1, 1)),), settings=((SETTINGS, "{}"),))


def _dumped(values: Mapping[str, Json]) -> str:
    return json.dumps(values, default=str, sort_keys=True)


def _assignments(tree: ast.Module) -> Iterator[tuple[str, ast.expr, Place]]:
    """The assignments of a module in order: name, value and place. One in a branch may or may not be made, so that its
    value is not known."""
    for node in tree.body:
        place = Place(node.lineno, node.col_offset + 1, node.col_offset + 1)
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    if isinstance(target, ast.Name):
                        yield target.id, value, place
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value, place
            case ast.AugAssign(target=ast.Name(id=name) as target, op=ast.Add(), value=value):
                yield name, ast.BinOp(ast.Name(name), ast.Add(), value), place
            case ast.Expr(
                value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append" | "extend" as how), args=[one])
            ):
                added = ast.List([one]) if how == "append" else one
                yield name, ast.BinOp(ast.Name(name), ast.Add(), added), place
            case ast.If() | ast.Try() | ast.For() | ast.While() | ast.With():
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store) and inner.id in _WANTED:
                        yield inner.id, ast.Name("set in a branch"), Place(inner.lineno, 1, 1)


def _value(node: ast.AST, known: Mapping[str, Json], depth: int = 0) -> Json:
    """The value of an expression that is written out. Raises _NotLiteralError."""
    if depth > MAX_DEPTH:
        raise _NotLiteralError
    match node:
        case ast.Constant(value=value) if value is None or isinstance(value, str | int | float | bool):
            return value
        case ast.List(elts=elts) | ast.Tuple(elts=elts) | ast.Set(elts=elts):
            return [_value(element, known, depth + 1) for element in elts]
        case ast.Dict(keys=keys, values=values) if all(keys):
            pairs = zip(keys, values, strict=True)
            return {str(_value(key, known, depth + 1)): _value(value, known, depth + 1) for key, value in pairs if key}
        case ast.Call(func=ast.Name(id="dict"), args=[], keywords=keywords) if all(keyword.arg for keyword in keywords):
            return {str(keyword.arg): _value(keyword.value, known, depth + 1) for keyword in keywords}
        case ast.Name(id=name) if name in known:
            return known[name]
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _sum(_value(left, known, depth + 1), _value(right, known, depth + 1))
    raise _NotLiteralError


def _adds_to(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.left, ast.Name) and node.left.id == name


def _bounded(value: Json) -> Json:
    """A value of few members: names may repeat a value so often that it cannot be written. Raises _NotLiteralError."""
    waiting, count = [value], 0
    while waiting:
        one = waiting.pop()
        count += 1
        if count > MAX_LENGTH:
            raise _NotLiteralError
        waiting += one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
    return value


def _sum(one: Json, other: Json) -> Json:
    if isinstance(one, list) and isinstance(other, list) and len(one) + len(other) <= MAX_LENGTH:
        return one + other
    if isinstance(one, str) and isinstance(other, str) and len(one) + len(other) <= MAX_LENGTH:
        return one + other
    raise _NotLiteralError


def read_toml_settings(path: str, text: str) -> ItemsFile | None:
    """Return the settings of a file of TOML that has a table of needs; None of any other."""
    if TABLE not in text or not _TABLE_HEAD.search(text):
        return None
    try:
        values = parse_toml(text)
    except TomlError as error:
        if path.rpartition("/")[2] != "ubproject.toml":
            return None
        return ItemsFile(NAME, path, unread=(Unread("ubproject.toml", f"it is no TOML: {error}", Place(1, 1, 1)),))
    return ItemsFile(NAME, path, settings=((TABLE, _dumped(values)),), is_candidate=True)
