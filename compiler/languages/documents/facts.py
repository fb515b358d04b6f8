"""What is known of pages: the page itself and its sections."""

from typing import Any, ClassVar

from compiler.model.facts import Fact, LinkKind, Object, fact

Json = Any

SEARCHED_FIELDS = ("description", "summary", "tags", "keywords", "aliases")  # of front matter, of any page


@fact
class Document(Object):
    """A page of markdown or reStructuredText: `f:docs/install.md`, which is the ref of its file too.

    `fields` is its front matter, `sections` the number of its sections. `introduction` is the text before its first
    heading, `sha256` the hash of the file. `unchecked` is the number of its links that only the program that serves the
    page can follow: from the root of the site, or without a suffix, where no file is. `there` are the places of links
    to files and folders that are there and are no objects, and of those that a finding about many says are not checked:
    line, column, and the column behind them, 0 on another line.
    """

    table: ClassVar[str] = "document"
    id_field: ClassVar[str] = "path"
    title_fields: ClassVar[tuple[str, ...]] = ("name",)
    body_fields: ClassVar[tuple[str, ...]] = ("introduction",)
    only_searched: ClassVar[tuple[str, ...]] = ("introduction",)
    linked: ClassVar[tuple[str, ...] | None] = ("unchecked",)

    path: str
    name: str
    fields: dict[str, Json]
    sections: int
    sha256: str
    unchecked: int
    there: tuple[tuple[int, int, int], ...]
    introduction: str

    @property
    def context(self) -> str:
        return ", ".join(text for name in SEARCHED_FIELDS for text in _texts(self.fields.get(name)))


@fact
class DocumentSection(Object):
    """A section of a page: from its heading to before the next one of its level or a higher one.

    Its ref is `f:docs/install.md#from-source`, with the anchor as GitHub makes it. `outer` are the headings around its
    own, the outermost first, and `parent` is the anchor of the section around it, "" if there is none. `text` is its
    own, without that of the sections in it, `checksum` that of this text and of `page`, the title of the page.
    """

    table: ClassVar[str] = "document_section"
    id_field: ClassVar[str] = "anchor"
    title_fields: ClassVar[tuple[str, ...]] = ("heading",)
    body_fields: ClassVar[tuple[str, ...]] = ("text",)
    indexed: ClassVar[tuple[str, ...]] = ("file",)
    only_searched: ClassVar[tuple[str, ...]] = ("page", "text")
    shared: ClassVar[tuple[str, ...]] = ("outer", "parent")
    linked: ClassVar[tuple[str, ...] | None] = ()

    anchor: str
    heading: str
    level: int
    outer: tuple[str, ...]
    parent: str
    checksum: int
    page: str
    text: str

    @property
    def id(self) -> str:
        """The name of the file and the anchor: an anchor alone is often a word of prose, and names too much."""
        return f"{self.span.file.rpartition('/')[2]}#{self.anchor}"

    @property
    def context(self) -> str:
        return " › ".join(dict.fromkeys((self.page, *self.outer)))


def _texts(value: Json) -> list[str]:
    """The texts in a value of front matter."""
    if isinstance(value, str):
        return [value] if value else []
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for section in inner for text in _texts(section)]


LINK_KINDS = (LinkKind("links_to", "the page links to the page, section or file", dependent="source"),)
FACT_CLASSES: tuple[type[Fact], ...] = (Document, DocumentSection)
