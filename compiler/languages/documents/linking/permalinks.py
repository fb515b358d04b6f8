"""The addresses that the settings of a site make of the dates and titles of its pages: `permalinks` of Hugo, by
section, and `permalink` of Jekyll, of its posts. An address with a part that the source does not tell is left out.
"""

import posixpath
import re
from collections.abc import Iterator

from compiler.languages.documents.records import PageOutline
from compiler.text.language_codes import is_language

JEKYLL, HUGO = ("jekyll",), ("hugo", "hugo or zola")
POSTS = "_posts"
# A line `posts: /:year/:slug/` or `posts = "/:year/:slug/"` below `permalinks` or `[permalinks]`.
_TABLE = re.compile(r"^\[?permalinks(?:\.page)?\]?:?[ \t]*\n((?:[ \t]*[^\s\[][^\n]*\n|[ \t]*\n)+)", re.MULTILINE)
_ROW = re.compile(r"^[ \t]*[\"']?(?P<section>[\w/-]+)[\"']?[ \t]*[:=][ \t]*[\"']?(?P<pattern>/?[^\s\"'#]*:[\w/:.-]+)")
_OF_POSTS = re.compile(r"^permalink:[ \t]*[\"']?([^\s\"'#]+)", re.MULTILINE)
_STYLES = {
    "date": "/:categories/:year/:month/:day/:title.html",
    "pretty": "/:categories/:year/:month/:day/:title/",
    "none": "/:categories/:title.html",
}
_TOKEN = re.compile(r":(\w+)")
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_POST = re.compile(r"(\d{4})-(\d{2})-(\d{2})-(.+)")

Patterns = tuple[tuple[str, str], ...]


def patterns_in(generator: str, text: str) -> Patterns:
    """Return the patterns of addresses that a settings file states, each with the section that it is for."""
    if generator in JEKYLL:
        found = _OF_POSTS.search(text)
        written = found[1] if found else "date"
        return ((POSTS, _STYLES.get(written, written)),)
    if generator not in HUGO:
        return ()
    tables = (table[1].splitlines() for table in _TABLE.finditer(text))
    return tuple(
        (row["section"], row["pattern"]) for lines in tables for line in lines if (row := _ROW.match(line)) is not None
    )


def addresses(patterns: Patterns, path: str, outline: PageOutline) -> Iterator[str]:
    """Give the addresses that patterns make of a page, without the slashes around them. `path` is that of its file
    below the folder of the site."""
    for section, pattern in patterns:
        parts = _of_post(path, outline) if section == POSTS else _of_page(section, path, outline)
        if parts is not None and all(parts.get(token) is not None for token in _TOKEN.findall(pattern)):
            pieces = _TOKEN.split(pattern)  # every second one is a token
            written = "".join(parts[piece] if at % 2 else piece for at, piece in enumerate(pieces))
            yield re.sub(r"//+", "/", written).strip("/")


def _of_post(path: str, outline: PageOutline) -> dict[str, str] | None:
    """The parts of the address of a post of Jekyll, None of another page."""
    found = _POST.fullmatch(posixpath.splitext(posixpath.basename(path))[0])
    if found is None or POSTS not in path.split("/")[:-1]:
        return None
    year, month, day, title = found.groups()
    categories = {} if outline.has_categories or not path.startswith(f"{POSTS}/") else {"categories": ""}
    return {"year": year, "month": month, "day": day, "title": title, "slug": title, **categories}


def _of_page(section: str, path: str, outline: PageOutline) -> dict[str, str] | None:
    """The parts of the address of a page of Hugo, None of one in another section."""
    folders, _, name = path.partition("content/")[2].rpartition("/")
    below = folders.split("/")
    below = below[1:] if below and is_language(below[0]) else below
    stem = posixpath.splitext(name)[0]
    if below[:1] != [section] or stem == "_index":
        return None
    slug = next((route for route in outline.routes if not route.startswith("/")), "")
    title = _url(outline.names[0]) if outline.names else ""
    file = below[-1] if stem == "index" else stem
    date = _DATE.match(outline.date)
    dated = dict(zip(("year", "month", "day"), date.groups(), strict=True)) if date else {}
    named = {"slug": slug or title, "title": title, "filename": file, "contentbasename": file}
    return {"section": section, "slugorfilename": slug or file, "slugorcontentbasename": slug or file, **named, **dated}


def _url(title: str) -> str:
    """A title as Hugo writes it in an address."""
    return re.sub(r"[^\w.\-]", "", re.sub(r"\s+", "-", title.strip().lower())).strip("-")
