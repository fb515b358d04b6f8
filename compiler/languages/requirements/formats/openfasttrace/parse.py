"""Parses a file as OpenFastTrace does: pages for items and tags in comments, all else but XML for tags, and AsciiDoc
for both.

Every file passes here, and ids have a `~`, so what reads them is imported only for a file that has one.
"""

from compiler.languages.requirements.formats.records import Item, ItemsFile, Unread

NAME = "openfasttrace"
PAGES = (".md", ".markdown", ".rst")
ASCIIDOC = (".adoc", ".asciidoc")
NOT_FOR_TAGS = (".xml",)  # the program takes these for a format of their own


def parse(path: str, text: str) -> ItemsFile | None:
    """Return the items and tags of a file; None if it has none."""
    if "~" not in text:
        return None
    if path.lower().endswith(PAGES):
        from compiler.languages.requirements.formats.openfasttrace.markdown import is_promising as may_state
        from compiler.languages.requirements.formats.openfasttrace.markdown import read_page

        if not may_state(text):
            return None
        items, tags, unread = read_page(text)
        return ItemsFile(NAME, path, tuple(items), tuple(tags), tuple(unread)) if items or tags else None
    from compiler.languages.requirements.formats.openfasttrace.tags import is_promising as may_tag
    from compiler.languages.requirements.formats.openfasttrace.tags import read_tags

    stated, doubted = list[Item](), list[Unread]()
    if path.lower().endswith(ASCIIDOC) and "oft-sid" in text:
        from compiler.languages.requirements.formats.openfasttrace.asciidoc import read_items as read_blocks

        stated, doubted = read_blocks(text)
    if path.lower().endswith(NOT_FOR_TAGS) or not (stated or doubted or may_tag(text)):
        return None
    tags, items, unread = read_tags(text)
    items, unread = stated + items, doubted + unread
    return ItemsFile(NAME, path, tuple(items), tuple(tags), tuple(unread)) if tags or items or unread else None
