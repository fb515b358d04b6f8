"""The formats of requirements beside elspais's, in the order in which they look at a file.

A file may be of several formats where they read different things in it: code may have tags of two. No two formats may
claim one name of a file. The last one reads what the others leave (`Format.is_last`).
"""

from compiler.languages.requirements.formats.doorstop.format import DOORSTOP
from compiler.languages.requirements.formats.format import Format
from compiler.languages.requirements.formats.kiro.format import KIRO
from compiler.languages.requirements.formats.listed.format import LISTED
from compiler.languages.requirements.formats.openfasttrace.format import OPENFASTTRACE
from compiler.languages.requirements.formats.openspec.format import OPENSPEC
from compiler.languages.requirements.formats.records import ItemsFile
from compiler.languages.requirements.formats.reqif.format import REQIF
from compiler.languages.requirements.formats.spec_kit.format import SPECKIT
from compiler.languages.requirements.formats.sphinx_needs.format import SPHINX_NEEDS
from compiler.languages.requirements.formats.strictdoc.format import STRICTDOC

FORMATS: tuple[Format, ...] = (OPENFASTTRACE, DOORSTOP, OPENSPEC, KIRO, SPECKIT, SPHINX_NEEDS, STRICTDOC, REQIF, LISTED)
BY_NAME = {format_.name: format_ for format_ in FORMATS}


def claims(path: str) -> bool:
    """Return whether a format reads a file of this name that the language would not read otherwise."""
    return any(format_.claims(path) for format_ in FORMATS)


def is_owned(path: str) -> bool:
    """Return whether a file is of a format by its name alone."""
    return any(format_.owns(path) for format_ in FORMATS)


def read_formats(path: str, text: str) -> tuple[ItemsFile, ...]:
    """Return what each format reads in a file; nothing of those that have nothing in it."""
    found: list[ItemsFile] = []
    for format_ in FORMATS:
        is_taken = format_.is_last and (is_owned(path) or any(file.items and not file.is_candidate for file in found))
        if not is_taken and format_.is_promising(path, text) and (file := format_.parse(path, text)):
            found.append(file)
    return tuple(found)
