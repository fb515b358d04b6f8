"""Links of a page that are no markdown: shortcodes of Hugo, tags of Jekyll and GitBook, commands that take another page
in, attributes of tags, addresses that stand alone, and names of pages in the front matter.
"""

import re
from collections.abc import Container, Iterator, Sequence
from urllib.parse import unquote

from compiler.languages.documents.syntax.directives import MAX_LINE, WrittenLink

# A shortcode that is shown has a comment in it: `{{</* ref "knots" */>}}`.
_SHORTCODE = re.compile(r"\{\{[<%][ \t]*+([A-Za-z][\w./-]*+)[ \t]++([^{}\n]{1,1000}?)[ \t]*/?[>%]\}\}")
_TAG = re.compile(
    r"\{%-?[ \t]*+(link|post_url|include|include_relative|content-ref|page-ref)[ \t]++([^{}%\n]{1,500}?)[ \t]*-?%\}"
)
# An address from the root of a site of Jekyll, where its braces have blanks, so that markdown sees no link.
_FROM_ROOT = re.compile(
    r"(?:\]\([ \t]*<?(?=\{\{[^{}\n]{0,300}[ \t])|=[\"'])(?:\{\{-?[ ]?site\.url[ ]?-?\}\}(?=\{\{))?\{\{-?[ \t]*+"
    r"(?:site\.(?:baseurl|url)|[\"']([^\"'{}\n]{1,300})[\"'][ \t]*+\|[ \t]*+(?:relative|absolute)_url)"
    r"[ \t]*+-?\}\}([^\s)\"'<>{}]{0,300})[)\"'> \t]"
)
_INCLUDE = re.compile(
    r"\{\{#(?:include|rustdoc_include)[ \t]++([^{}\n:]{1,300})"  # mdBook
    r"|<!--[ \t]*@include:[ \t]*+([^\s<>{}]{1,300}?)[ \t]*-->"  # VitePress
    r"|--8<--[ \t]++[\"']([^\"'\n:]{1,300})"  # snippets of MkDocs
    r"|\{!>?[ \t]*+([^{}!\n]{1,300})!\}"
    r"|^import[ \t][^\"'\n]{1,200}?from[ \t]*+[\"']([^\"'\n]{1,300}\.mdx?)[\"']"  # MDX
)
_ARGUMENT = re.compile(
    r"(?:([A-Za-z][\w-]*+)[ \t]*=[ \t]*)?(?:\"([^\"\n]*+)\"|`([^`\n]*+)`|'([^'\n]*+)'|([^\s\"'`=]++))"
)
# Blanks stand in the name of a file alone.
_ATTRIBUTE = re.compile(
    r"(?<=[ \t])(?:href|src|to|link|url)[ \t]*=[ \t]*+\{?[ \t]*+"
    r"[\"']([^\"'\s{}<>]{1,500}|[^\"'\s{}<>:][^\"'{}<>:\n]{1,300}\.[a-z]{2,5})[\"']"
)
_IN_TAG = re.compile(r"<(?:a|img)[ \t][^<>]*+$")
_CODE = re.compile(r"(`{1,3})(?!`)[^`]{1,500}?\1(?!`)")
_ALONE = re.compile(r"(?<![(\w\"'=\[/:])https?://[^\s<>\"'`()\[\]{}|]{4,500}")
_END_OF_SENTENCE = ".,;:!?*_"
_WIKILINK = re.compile(r"\[\[([^\[\]|\n]{1,300})(?:\|[^\[\]\n]{0,300})?\]\]")
_PAGE_NAME = re.compile(
    r"(?<![^\s\"'\[,(])[^\s\"'\[\],():<>{}*]{1,300}\.(?:mdx?|rst|adoc)(?:#[\w.-]{1,100})?(?=[\"'\],\s]|$)"
)
_REFERENCES = frozenset({"ref", "relref"})
_NAMED = frozenset({"page", "link", "href", "url", "ref", "relref", "path", "file", "to"})
_LOOKS_LIKE_PAGE = re.compile(r"[^\s:]*/[^\s:]*|[^\s:]+\.(?:mdx?|html|rst|adoc)(?:#\S*)?")


def may_have_commands(text: str) -> bool:
    """Return whether a line of a text may have a command, so that `command_links` has something to look for."""
    return any(sign in text for sign in ("{{", "{%", "include", "--8<--", "{!", "import"))


def command_links(lines: Sequence[str]) -> Iterator[WrittenLink]:
    """Give the links of the commands in the lines of a page."""
    for at, line in enumerate(lines):
        if "{{" in line:
            for found in _SHORTCODE.finditer(line):
                yield from _of_shortcode(found, at)
            for found in _FROM_ROOT.finditer(line):
                if written := f"{found[1] or ''}{found[2]}".strip():
                    yield WrittenLink("attribute", f"/{written.lstrip('/')}", at, *found.span())
        if "{%" in line:
            for found in _TAG.finditer(line):
                yield from _of_tag(found, at)
        if "include" in line or "--8<--" in line or "{!" in line or line.startswith("import"):
            for found in _INCLUDE.finditer(line):
                written = next(filter(None, found.groups()))
                yield WrittenLink("attribute", written.strip(), at, *found.span())


def attribute_links(lines: Sequence[str], code: Container[int]) -> Iterator[WrittenLink]:
    """Give the links that attributes of tags are, and addresses that stand alone, in lines that are no `code`."""
    for at, line in enumerate(lines):
        has_tag, has_address = "=" in line and ("<" in line or "/>" in line or _opens(line)), "://" in line
        if at in code or len(line) > MAX_LINE or not (has_tag or has_address):
            continue
        shown = _CODE.sub(lambda found: " " * len(found[0]), line)
        for found in _ATTRIBUTE.finditer(shown) if has_tag else ():
            opened = shown.rfind("<", 0, found.start())
            is_tag = opened >= 0 and _IN_TAG.match(shown, opened, found.start()) is not None
            yield WrittenLink("tag" if is_tag else "attribute", unquote(found[1]), at, *found.span(1))
        for found in _ALONE.finditer(shown) if has_address else ():
            address = found[0].rstrip(_END_OF_SENTENCE)
            yield WrittenLink("attribute", address, at, found.start(), found.start() + len(address))


def front_matter_links(lines: Sequence[str]) -> Iterator[WrittenLink]:
    """Give the links in the lines of the front matter: wikilinks, and names of pages."""
    for at, line in enumerate(lines):
        if len(line) > MAX_LINE:
            continue
        for found in _WIKILINK.finditer(line):
            yield WrittenLink("wiki", found[1].strip(), at, *found.span())
        for found in _PAGE_NAME.finditer(line) if "[[" not in line else ():
            yield WrittenLink("attribute", found[0], at, *found.span())


def _opens(line: str) -> bool:
    """Whether a line may be one of the attributes of a tag that goes on over lines."""
    return line.startswith((" ", "\t")) and line.rstrip().endswith(("'", '"', "}"))


def _of_shortcode(found: re.Match[str], at: int) -> Iterator[WrittenLink]:
    is_reference = found[1] in _REFERENCES
    for argument in _ARGUMENT.finditer(found[2]):
        name, value = argument[1], next(filter(None, argument.groups()[1:]), "").strip()
        if is_reference and value and name in (None, "path"):
            yield WrittenLink("content", value, at, *found.span())
            return
        names_page = name in _NAMED if name else _LOOKS_LIKE_PAGE.fullmatch(value) is not None
        if not is_reference and value and names_page:
            yield WrittenLink("attribute", value, at, *found.span())


def _of_tag(found: re.Match[str], at: int) -> Iterator[WrittenLink]:
    arguments = list(_ARGUMENT.finditer(found[2]))
    first = arguments[0] if arguments else None
    value = next(filter(None, first.groups()[1:]), "").strip() if first else ""
    if value and found[1] == "post_url":
        yield WrittenLink("content", value, at, *found.span())
    elif value and found[1] == "link":  # from the folder of the settings
        yield WrittenLink("attribute", f"/{value.lstrip('/')}", at, *found.span())
    elif value:  # that of GitBook is a link like any other
        yield WrittenLink("link" if found[1].endswith("-ref") else "attribute", value, at, *found.span())
