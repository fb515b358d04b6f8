"""Filters of needs, as far as they compare fields with what is written out. Nothing is run: the text is read as a tree.

Read are `and`, `or`, `not`, `==`, `!=`, `in`, `not in` and `is None` between fields and constants, and `c.this_doc()`.
"""

import ast
from collections.abc import Mapping
from typing import Any

from compiler.languages.requirements.formats.records import Item
from compiler.languages.requirements.formats.sphinx_needs.directives import members
from compiler.languages.requirements.formats.sphinx_needs.python_text import PythonTextError, parse_expression

Json = Any
MAX_FILTER = 2_000  # characters
MAX_DEPTH = 30
_FLAGS = ("collapse", "hide")  # options that are stated without a value
_NO = ("false", "no", "0")


class FilterError(ValueError):
    """The filter asks for more than is read."""


class Filter:
    """A filter that can be asked about needs. Making one raises FilterError."""

    def __init__(self, text: str) -> None:
        if len(text) > MAX_FILTER:
            raise FilterError
        text = text.strip()
        tree = _tree(text)
        if tree is None or isinstance(tree, ast.Constant):  # a filter in quotes
            tree = _tree(text[1:-1].strip())
        if tree is None:
            raise FilterError
        self._tree = tree
        if isinstance(self._tree, ast.Constant | ast.Name):
            raise FilterError
        self.selects(filtered_fields(_NOBODY), is_here=False)

    def selects(self, fields: Mapping[str, Json], *, is_here: bool) -> bool:
        """Return whether a need with these fields is selected. `is_here` says whether it stands in the file of the
        filter."""
        return bool(_value(self._tree, fields, is_here=is_here))


def filtered_fields(item: Item) -> Mapping[str, Json]:
    """Return the fields of a need as filters see them. Many filters are asked about one need."""
    said: dict[str, Json] = {"links": [], **dict(item.fields)}
    said |= {name: said[name].lower() not in _NO for name in _FLAGS if name in said}
    return {
        **said,
        "id": item.id,
        "type": item.level,
        "title": item.title,
        "status": item.status or None,
        "content": item.text,
        "tags": list(members(str(said.get("tags", "")))),
    }


def _tree(text: str) -> ast.expr | None:
    """The tree of an expression; None if it is none."""
    try:
        return parse_expression(text).body
    except PythonTextError:
        return None


_NOBODY = Item("", "", "", "", "", 1, 1, 1)


def _value(node: ast.AST, fields: Mapping[str, Json], *, is_here: bool, depth: int = 0) -> Json:
    """The value of an expression. All of it is read, so that an error does not depend on the need."""
    if depth > MAX_DEPTH:
        raise FilterError

    def inner(node: ast.AST) -> Json:
        return _value(node, fields, is_here=is_here, depth=depth + 1)

    match node:
        case ast.Constant(value=value) if value is None or isinstance(value, str | int | bool):
            return value
        case ast.List(elts=elts) | ast.Tuple(elts=elts) | ast.Set(elts=elts):
            return [inner(element) for element in elts]
        case ast.Name(id=name) if name in fields or name in _KNOWN:
            return fields.get(name)
        case ast.Call(func=ast.Attribute(value=ast.Name(id="c"), attr="this_doc"), args=[], keywords=[]):
            return is_here
        case ast.UnaryOp(op=ast.Not(), operand=one):
            return not inner(one)
        case ast.BoolOp(op=op, values=values):
            found = [bool(inner(node)) for node in values]
            return all(found) if isinstance(op, ast.And) else any(found)
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _compared(op, inner(left), inner(right))
    raise FilterError


# Fields that a need may lack.
_KNOWN_NAMES = """
id type title status content tags links author priority version layout style collapse hide
"""
_KNOWN = frozenset(_KNOWN_NAMES.split())


def _compared(op: ast.cmpop, left: Json, right: Json) -> bool:
    match op:
        case ast.Eq() | ast.Is():
            return bool(left == right)
        case ast.NotEq() | ast.IsNot():
            return bool(left != right)
        case ast.In():
            return _holds(right, left)
        case ast.NotIn():
            return not _holds(right, left)
    raise FilterError


def _holds(whole: Json, part: Json) -> bool:
    if isinstance(whole, str):
        return isinstance(part, str) and part in whole
    return isinstance(whole, list) and part in whole
