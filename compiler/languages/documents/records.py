"""The units of pages and of code that may cite. What code cites is known when all files are linked."""

from typing import Any, Literal, NamedTuple

Json = Any

LinkForm = Literal[
    "link", "image", "wiki", "tag", "attribute", "document", "label", "any", "pattern", "content", "component"
]


class CitingText(NamedTuple):
    """A file of code with words that look like citations."""

    path: str


class Heading(NamedTuple):
    """A heading that begins a section: level, title, anchor, its first line and the line after it, both from 1."""

    level: int
    title: str
    anchor: str
    line: int
    after: int


class PageLink(NamedTuple):
    """A link of a page as written: where it leads (percent-encoding resolved), and where it stands.

    The form says how the address is resolved: that of a link or an image as a path, of a wikilink as a name. An
    `tag` of HTML (`<a href>`, `<img src>`) is a path that no site turns into its own address; any other `attribute` may
    also be none. Sphinx has a `document` without its suffix, a `label`, `any`
    of both, and a `pattern` of documents; `content` is what Hugo looks for in the content of its site, `component`
    a page of Antora that names its component.

    The line counts from 1, columns are UTF-8 bytes + 1, the end column is exclusive; the end is on the same line or
    below.
    """

    form: LinkForm
    address: str
    line: int
    start_col: int
    end_line: int
    end_col: int


class PageOutline(NamedTuple):
    """What linking other pages needs to know of a page.

    `anchors` maps each anchor of the page to that of the section it stands in, "" before the first heading. `is_open`:
    the page takes in other texts when its site is made, so that it may have further anchors. `names` are further names
    that wikilinks may use: its title and aliases. `routes` are the addresses that its front matter states: from the
    root of its site (`/ropes/splice`), or in place of the name of its file (`splice`). `labels` are the anchors that
    the page states itself. `date` is that of its front matter, "" without one, and `layout` the template that it asks
    for; `has_categories`: it states some, which may be parts of its address.
    """

    anchors: dict[str, str]
    is_open: bool
    names: tuple[str, ...]
    links: tuple[PageLink, ...]
    routes: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    date: str = ""
    layout: str = ""
    has_categories: bool = False


class Page(NamedTuple):
    """A page. `fields` is its front matter, `last_line` the number of its lines, `checksum` that of its whole text."""

    title: str
    fields: dict[str, Json]
    body_line: int
    last_line: int
    headings: tuple[Heading, ...]
    outline: PageOutline
    checksum: int
