"""Boxes on pages that are published: the page of a site, or one that the contents of a book list, is for readers.

What they are to tick is no work of the project. A page on which a box is ticked keeps its tasks: it tells how far the
project is.
"""

from collections.abc import Iterable, Iterator, Sequence

import orjson

from compiler.languages.knowledge.linking.roles import vault_of
from compiler.languages.knowledge.markdown import joined_path
from compiler.languages.knowledge.records import Document

CONTENTS = "SUMMARY.md"  # the table of contents of GitBook and mdBook
MIN_PAGES = 3  # of a table of contents; the summary of a text may link to two pages

# Front matter of sites: how a page is laid out, and its place in the navigation.
_SITE_KEYS = frozenset(["layout", "sidebar_position", "sidebar_label", "templateEngineOverride"])
_ADDRESSES = ("permalink", "slug", "url")


def without_boxes_for_readers(documents: Sequence[Document], vaults: Sequence[str]) -> Iterator[Document]:
    """Give the documents; notes that are published, and have no box ticked, without their tasks. `vaults` are the roots
    of vaults: a note there may have the layout of its own site, and be a page of work."""
    contents = (document for document in documents if document.path.rpartition("/")[2] == CONTENTS)
    listed = {page for document in contents for page in _pages(document)}
    for document in documents:
        is_for_readers = _has_open_boxes_only(document) and (
            document.path in listed or (vault_of(document.path, vaults) is None and _is_of_site(document))
        )
        if is_for_readers:
            yield document._replace(records=tuple(record for record in document.records if record.type != "task"))
        else:
            yield document


def _has_open_boxes_only(document: Document) -> bool:
    if document.format not in ("note", "obsidian"):
        return False
    boxes = [record.status for record in document.records if record.type == "task"]
    return bool(boxes) and all(box == "todo" for box in boxes)


def _pages(contents: Document) -> Iterable[str]:
    folder = contents.path.rpartition("/")[0]
    targets = (each.target.partition("#")[0] for record in contents.records for each in record.references)
    pages = {joined_path(folder, target) for target in targets if target.endswith(".md")}
    return pages if len(pages) >= MIN_PAGES else ()


def _is_of_site(document: Document) -> bool:
    front: dict[str, object] = next(
        (orjson.loads(record.native) for record in document.records if record.type == "note"), {}
    )
    addresses = (front.get(key) for key in _ADDRESSES)
    return not _SITE_KEYS.isdisjoint(front) or any(
        isinstance(address, str) and address.startswith("/") for address in addresses
    )
