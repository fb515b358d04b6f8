"""Parses a file as Doorstop does: `.doorstop.yml` makes its folder a document, and files beside it may be items.

Whether a file of YAML or markdown is an item is known only with the documents: see `settling`.
"""

import re

from compiler.languages.requirements.formats.records import ItemsFile, Place, Unread

NAME = "doorstop"
DOCUMENT = ".doorstop.yml"
SKIP = ".doorstop.skip"  # beside a document that is none
# What an item has at the beginning of a line: few other files of YAML do.
_PROMISING = re.compile(r"^(?:text|reviewed|normative|header|links|derived)[ \t]*:", re.MULTILINE)
_FRONT_MATTER = re.compile(r"\s*+---")
_UID = re.compile(r"[A-Za-z][\w.-]*")


def parse(path: str, text: str) -> ItemsFile | None:
    """Return the settings of a document, or what is an item if its folder is a document; None for other files."""
    name = path.rpartition("/")[2]
    if name == SKIP:
        return ItemsFile(NAME, path, settings=(("skip", "true"),), is_candidate=True)
    stem, dot, suffix = name.rpartition(".")
    if suffix.lower() == "md":
        return _page(path, stem, text) if _UID.fullmatch(stem) else None
    if suffix.lower() != "yml":
        return None
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if name != DOCUMENT and not (dot and _UID.fullmatch(stem) and _PROMISING.search(text)):
        return None
    from compiler.languages.requirements.formats.doorstop.items import files_of, read_item, read_settings
    from compiler.text.yaml import YamlError

    try:
        if name == DOCUMENT:
            return ItemsFile(NAME, path, settings=tuple(read_settings(text).items()), is_candidate=True)
        item = read_item(stem, text)
    except YamlError as error:
        return _unread(path, f"it is no YAML: {error.reason}", error.line, error.column)
    return ItemsFile(NAME, path, (item,), tuple(files_of(item, text)), is_candidate=True) if item else None


def _page(path: str, stem: str, text: str) -> ItemsFile | None:
    """A page of markdown with the front matter of an item; None for any other page."""
    if not _FRONT_MATTER.match(text):
        return None
    from compiler.languages.requirements.formats.doorstop.items import files_of, read_markdown_item
    from compiler.languages.requirements.formats.doorstop.markdown import split
    from compiler.text.yaml import YamlError

    text = text.replace("\r\n", "\n")
    page = split(text)
    if page is None:
        return None
    try:
        item = read_markdown_item(stem, text, page)
    except YamlError as error:
        return _unread(path, f"its front matter is no YAML: {error.reason}", error.line, error.column)
    reason = "its front matter does not end, so it has no attributes"
    unread = () if page.front_matter else (Unread(path.rpartition("/")[2], reason, Place(1, 1, 1)),)
    return ItemsFile(NAME, path, (item,), tuple(files_of(item, text)), unread, is_candidate=True)


def _unread(path: str, reason: str, line: int, column: int) -> ItemsFile:
    place = Place(line + 1, column + 1, column + 1)
    return ItemsFile(NAME, path, unread=(Unread(path.rpartition("/")[2], reason, place),), is_candidate=True)
