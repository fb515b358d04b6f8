"""Needs in docstrings: a page shows the docstring of a module, class or function by a directive of `autodoc`.

Nothing is imported: the name is looked for in the files of the source, and what a module takes from elsewhere is not
found. So is a docstring that the program would put together.
"""

import ast
from collections.abc import Iterator, Sequence
from inspect import cleandoc
from typing import NamedTuple

from compiler.languages.requirements.formats.records import Item, ItemsFile
from compiler.languages.requirements.formats.sphinx_needs.directives import Page, Row
from compiler.languages.requirements.formats.sphinx_needs.items import NAME, item_of
from compiler.languages.requirements.formats.sphinx_needs.python_text import PythonTextError, parse_module
from compiler.languages.requirements.formats.sphinx_needs.rst import read_rst

OF = "docstring of"  # the name of a detail of an item
MAX_TEXT = 1_000_000  # characters of a file
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_WITH_MEMBERS = ("automodule", "autoclass", "autoexception")
_ALL = "*"  # for the members of a directive that shows all


class Shown(NamedTuple):
    """What a directive of a page shows: the dotted name, and the members below it: their names, all (`*`) or none."""

    page: str
    name: str
    members: tuple[str, ...] = ()


def read_docstrings(path: str, text: str) -> ItemsFile | None:
    """Return the directives with an id in the docstrings of a file; None if there are none. Whether a page shows them
    is known only with the other files."""
    if ":id:" not in text or ".. " not in text or len(text) > MAX_TEXT:
        return None
    try:
        tree = parse_module(text)
    except PythonTextError:
        return None
    lines = text.split("\n")
    found = [item for name, node in _documented(tree, "") for item in _items(lines, name, node)]
    return ItemsFile(NAME, path, tuple(found), is_candidate=True) if found else None


def _documented(node: ast.AST, above: str) -> Iterator[tuple[str, ast.Constant]]:
    """The docstrings of a module, with the names of what has them, dotted from the module on: "" is the module."""
    for module in [node] if isinstance(node, ast.Module) else []:
        yield from _docstring("", module)
    for module in getattr(node, "body", ()):
        if isinstance(module, _DOCUMENTED) and not isinstance(module, ast.Module):
            name = f"{above}.{module.name}" if above else module.name
            yield from _docstring(name, module)
            if isinstance(module, ast.ClassDef):
                yield from _documented(module, name)


def _docstring(name: str, node: ast.AST) -> Iterator[tuple[str, ast.Constant]]:
    body = getattr(node, "body", ())
    first = body[0].value if body and isinstance(body[0], ast.Expr) else None
    if isinstance(first, ast.Constant) and isinstance(first.value, str):
        yield name, first


def _items(lines: Sequence[str], name: str, node: ast.Constant) -> Iterator[Item]:
    page, docstring = Page(lines), str(node.value)
    blank = len(docstring) - len(docstring.lstrip("\n"))
    last = min(node.end_lineno or node.lineno, len(lines))
    text = cleandoc(docstring).expandtabs(8).split("\n")
    # `cleandoc` drops blank lines at the beginning, so that the rows begin behind them.
    rows = [Row(min(node.lineno + blank + at, last), line.rstrip()) for at, line in enumerate(text)]
    read_rst(page, rows)
    for directive in sorted(page.directives, key=lambda each: each.first):
        item = item_of(page, directive)
        yield item._replace(details=(*item.details, (OF, name)))


def shown_by(path: str, item: Item) -> Shown:
    """Return what a directive of a page shows."""
    said = dict(item.fields)
    members: tuple[str, ...] = ()
    if item.level in _WITH_MEMBERS and "members" in said:
        members = tuple(filter(None, (member.strip() for member in said["members"].split(",")))) or (_ALL,)
    return Shown(path, item.title.partition("(")[0].strip(), members)


def chosen(files: Sequence[ItemsFile], shown: Sequence[Shown]) -> Iterator[tuple[ItemsFile, str]]:
    """Give the files of Python with the directives that a page shows, each with the first such page."""
    for file in files if shown else ():
        module = file.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        by = [next((page.page for page in shown if _shows(page, module, _name(item))), "") for item in file.items]
        if any(by):
            items = tuple(item for item, page in zip(file.items, by, strict=True) if page)
            yield file._replace(items=items), next(filter(None, by))


def _name(item: Item) -> str:
    """The name that has the docstring which an item stands in."""
    return dict(item.details)[OF]


def _shows(shown: Shown, module: str, name: str) -> bool:
    """Whether a directive shows the docstring of a name in a module; the folders above the package are not in it."""
    inside = [name] if _is_module(module, shown.name) else []
    for at, sign in enumerate(shown.name):
        if sign == "." and _is_module(module, shown.name[:at]):
            rest = shown.name[at + 1 :]
            if name == rest:
                return True
            inside += [name.removeprefix(f"{rest}.")] if name.startswith(f"{rest}.") else []
    return any(each == "" or _is_member(each, shown.members) for each in inside)


def _is_module(module: str, name: str) -> bool:
    return module == name or module.endswith(f".{name}")


def _is_member(name: str, members: Sequence[str]) -> bool:
    """Whether a name below a directive is one of its members; private ones are in no list of all."""
    first = name.partition(".")[0]
    return (first in members) or (_ALL in members and not any(part.startswith("_") for part in name.split(".")))
