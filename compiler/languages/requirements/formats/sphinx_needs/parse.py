"""Parses a file of a project of Sphinx-Needs: a page, an export, or settings.

Which directives are needs is known only with the settings: see `settling`.
"""

import re
from collections.abc import Iterator
from posixpath import dirname, join, normpath

from compiler.languages.requirements.formats.records import INCLUDES, Item, ItemsFile
from compiler.languages.requirements.formats.sphinx_needs.directives import (
    DEFAULT_TYPES,
    OPAQUE,
    OTHERS,
    Directive,
    Page,
)
from compiler.languages.requirements.formats.sphinx_needs.docstrings import read_docstrings
from compiler.languages.requirements.formats.sphinx_needs.format import claims
from compiler.languages.requirements.formats.sphinx_needs.items import NAME, item_of, roles_of
from compiler.languages.requirements.formats.sphinx_needs.myst import read_myst
from compiler.languages.requirements.formats.sphinx_needs.needs_json import read_export
from compiler.languages.requirements.formats.sphinx_needs.rst import read_rst, rows_of
from compiler.languages.requirements.formats.sphinx_needs.settings import read_conf, read_toml_settings

RST = ".rst"
_INCLUDE = re.compile(r"^[ \t]*(?:\.\.[ ]{1,3}include::|[`:]{3,9}\{include\})[ \t]{1,9}([^\s<>|]{1,300})", re.MULTILINE)
MYST = (".md", ".markdown")
_IN_RST = re.compile(r"^[ \t>]*(?:[-*+][ ]+)?\.\.[ ]+([\w-]+)[ ]?::", re.MULTILINE)
_IN_MYST = re.compile(r"(?<![`~:])(?:`{3,}|~{3,}|:{3,})[ ]*\{([\w-]+)\}")


def parse(path: str, text: str) -> ItemsFile | None:
    """Return what may be needs in a page, the needs of an export, or settings; None for other files."""
    name = path.rpartition("/")[2].lower()
    if not name.endswith((RST, *MYST, ".toml", ".json", ".py")):
        return None
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if name == "conf.py":
        return read_conf(path, text)
    if name.endswith(".py"):
        return read_docstrings(path, text)
    if name.endswith(".toml"):
        return read_toml_settings(path, text)
    if claims(path):
        return read_export(path, text)
    if not name.endswith((RST, *MYST)):
        return None
    includes = tuple((INCLUDES, normpath(join(dirname(path), found[1]))) for found in _INCLUDE.finditer(text))
    page = Page(text.split("\n"))
    if _is_promising(text, is_rst=name.endswith(RST)):
        (read_rst if name.endswith(RST) else read_myst)(page, rows_of(page.lines))
    return _file(path, page, includes)


def _is_promising(text: str, *, is_rst: bool) -> bool:
    """Whether a page may have a need, or a role that names one: a quick check."""
    if ":need:`" in text or "{need}`" in text or (is_rst and ".. auto" in text):
        return True
    found = (_IN_RST if is_rst else _IN_MYST).finditer(text) if "::" in text or "{" in text else ()
    return any(match[1] == "eval-rst" or not (match[1] in OTHERS or match[1] in OPAQUE) for match in found) or (
        ":id:" in text and bool((_IN_RST if is_rst else _IN_MYST).search(text))
    )


def _file(path: str, page: Page, includes: tuple[tuple[str, str], ...]) -> ItemsFile | None:
    directives = sorted(page.directives, key=lambda directive: directive.first)
    items = tuple(item_of(page, directive) for directive in directives)
    roles = tuple(_roles(page, directives))
    if not items and not roles and not includes:
        return None
    return ItemsFile(NAME, path, items, settings=(*roles, *includes), is_candidate=not any(map(_is_sure, items)))


def _is_sure(item: Item) -> bool:
    """Whether a directive is a need without any settings."""
    return item.level in DEFAULT_TYPES and bool(item.id)


def _roles(page: Page, directives: list[Directive]) -> Iterator[tuple[str, str]]:
    """The roles `need` of a page: what each names, and where."""
    for rows in (page.prose, *(directive.prose for directive in directives)):
        for target, place in roles_of(page, rows):
            yield "role", f"{place.line} {place.column} {place.end} {target}"
