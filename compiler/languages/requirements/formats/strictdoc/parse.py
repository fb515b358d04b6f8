"""Parses a file of a project of StrictDoc: a document, a page of markdown, code with markers, or settings."""

from compiler.languages.requirements.formats.records import ItemsFile
from compiler.languages.requirements.formats.strictdoc.format import DOCUMENT, GRAMMAR_FILE
from compiler.languages.requirements.formats.strictdoc.grammar import dumped, read_grammar
from compiler.languages.requirements.formats.strictdoc.markdown import read_page
from compiler.languages.requirements.formats.strictdoc.markers import read_markers
from compiler.languages.requirements.formats.strictdoc.nodes import GRAMMAR, NAME, PROJECT, node_items
from compiler.languages.requirements.formats.strictdoc.sdoc import read_document

SETTINGS = ("strictdoc_config.py", "strictdoc.toml")
MARKDOWN = (".md", ".markdown")


def parse(path: str, text: str) -> ItemsFile | None:
    """Return the nodes and markers of a file; None if it has none. A page counts only if other files say so."""
    lower, name = path.lower(), path.rpartition("/")[2]
    if not lower.endswith((DOCUMENT, GRAMMAR_FILE, *MARKDOWN)) and name not in SETTINGS and not _may_mark(text):
        return None
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if name in SETTINGS:
        return ItemsFile(NAME, path, settings=((PROJECT, name),), is_candidate=True)
    if lower.endswith(GRAMMAR_FILE):
        grammar = read_grammar(text.split("\n"))
        return ItemsFile(NAME, path, settings=((GRAMMAR, dumped(grammar)),), is_candidate=True) if grammar else None
    if lower.endswith(DOCUMENT):
        return node_items(path, read_document(text))
    if lower.endswith(MARKDOWN):
        if "**UID**:" not in text:
            return None
        found = node_items(path, read_page(text))
        return found._replace(is_candidate=True) if found.items else None
    tags, unread = read_markers(path, text)
    return ItemsFile(NAME, path, (), tags, unread) if tags or unread else None


def _may_mark(text: str) -> bool:
    """Whether a text may have a marker."""
    return "@relation(" in text or "@sdoc[" in text
