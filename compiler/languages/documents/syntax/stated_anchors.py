"""The anchors that a text states besides those of its headings, and whether a page takes in other texts."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from compiler.languages.documents.syntax.anchors import slug

OWN_ANCHOR = re.compile(r"(?<![ \t])[ \t]*\{:?[ \t]*#([\w.:-]++)[^{}\n]*+\}[ \t]*$")
_ATTRIBUTE = re.compile(r"\{:?[^{}\n]{0,100}?#([\w.:-]+)[^{}\n]{0,200}\}")
_BLOCK_ID = re.compile(
    r"(?:^|[ \t])(\^[A-Za-z0-9-]+)[ \t]*$", re.MULTILINE
)  # of Obsidian: a link to it ends with `#^id`
_TAG_ANCHOR = re.compile(r"<[A-Za-z][^<>]{0,300}?[ \t\n](?:id|name)[ \t]*=[ \t]*[\"'{]*([^\"'\s<>{}]+)")
_HTML_HEADING = re.compile(r"<h([1-6])\b[^<>]*>(.{0,1000}?)</h\1>", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
MYST_LABEL = re.compile(r"^\(([\w.:/|@<>*+ -]+)\)=[ \t]*$", re.MULTILINE)
_DOXYGEN = re.compile(r"(?<!\w)[@\\](?:anchor|section|subsection|subsubsection|page)[ \t]+([\w-]+)")
# The name of what a block of code becomes: directives of MyST, chunks of Quarto.
_OF_BLOCK = re.compile(r"^[ \t]*(?::(?:name|label):|#\|[ \t]*label:)[ \t]*(\S+)[ \t]*$", re.MULTILINE)
_FOOTNOTE = re.compile(r"\[\^[^\[\]\s]+\]")
_EMOJI = re.compile(r":[a-z0-9_+-]+:")
# What takes other texts into a page when its site is made: includes of all generators, and components. The tags of
# GitBook take in nothing.
# Expressions that begin with one sign are quick to search for.
_INCLUDES = (
    re.compile(
        r"\{(?:%(?![ \t]*(?:end)?(?:hint|tabs?|code|embed|content-ref|file|stepper|columns?)\b)|\{[<%#{]|include\}"
        r"|eval-rst\})"
    ),
    re.compile(r"<(?:!-- md:|\w[^<>\n]* markdown[ >=])"),
    # A name of code that mkdocstrings shows, and no box of VitePress.
    re.compile(
        r"\n:::[ \t]++(?!(?:tip|note|info|warning|danger|details|caution|important|success|code-group|raw|tabs?|card"
        r"|steps|v-pre)\b)[A-Za-z_]"
    ),
    re.compile(r"\n(?:!\[\[|#include)"),
)
ADMONITION = re.compile(r"^[ \t]*(?:!!!|\?\?\?\+?|===[!+]?)[ \t]", re.MULTILINE)  # of MkDocs, or a tab
_IN_ADMONITION = re.compile(r"^[ \t]*+(?:(?<=[ \t])#{1,6}[ \t]+|===[!+]?[ \t]+\")([^\"\n]+)", re.MULTILINE)
_COMPONENT = re.compile(r"<[A-Z]\w*[\s/>]")
_IMPORTED_PAGE = re.compile(r"^import[ \t][^\n]*[\"'][^\"'\n]+\.mdx?[\"'][ \t]*+;?[ \t]*+$", re.MULTILINE)
_TEMPLATED = re.compile(r"\{\{|\{%|<%|\$\{")
_CODE = re.compile(r"`[^`]+`")


class StatedAnchor(NamedTuple):
    """An anchor of a text. A label is one that its author states for others to cite, in markdown."""

    anchor: str
    is_label: bool


def takes_in_texts(path: str, body: str) -> bool:
    """Return whether a page takes in other texts when its site is made, so that it may have further anchors."""
    after_line = f"\n{body}"
    if "--8<--" in body or "@include" in body or any(include.search(after_line) is not None for include in _INCLUDES):
        return True
    has_components = path.lower().endswith(".mdx") or ("import" in body and _IMPORTED_PAGE.search(body) is not None)
    return has_components and _COMPONENT.search(body) is not None


def is_templated(heading: str) -> bool:
    """Return whether a template makes the words of a heading, and so its anchor."""
    return _TEMPLATED.search(heading) is not None and _TEMPLATED.search(_CODE.sub("", heading)) is not None


def stated_anchors(text: str) -> Iterator[StatedAnchor]:
    """Give the anchors that a text states: `<a name="x">`, `<div id="x">`, `{#x}`, `(x)=`, `^x` at the end of a line,
    `\\anchor x`, headings in HTML."""
    if "<" in text:
        for found in _TAG_ANCHOR.finditer(text):
            yield StatedAnchor(found[1], False)
        for found in _HTML_HEADING.finditer(text):
            yield StatedAnchor(slug(_TAG.sub("", found[2]).strip()), False)
    if "{" in text and "#" in text:
        for found in _ATTRIBUTE.finditer(text):
            yield StatedAnchor(found[1], True)
    if "^" in text:
        for found in _BLOCK_ID.finditer(text):
            yield StatedAnchor(found[1], False)
    if ")=" in text:
        for found in MYST_LABEL.finditer(text):
            yield StatedAnchor(found[1], True)
    if "@" in text or "\\" in text:
        for found in _DOXYGEN.finditer(text):
            yield StatedAnchor(found[1], True)


def anchors_of_admonitions(body: str) -> Iterator[str]:
    """Give the anchors of the indented headings of a page of MkDocs with admonitions or tabs, and of its tabs."""
    for found in _IN_ADMONITION.finditer(body) if ADMONITION.search(body) else ():
        yield slug(_CODE.sub(lambda code: code[0].strip("`"), found[1]).strip(" \t#"))


def block_anchors(code: str) -> Iterator[StatedAnchor]:
    """Give the anchors of what a block of code becomes when its site is made: `:name: x`, `#| label: x`."""
    for found in _OF_BLOCK.finditer(code):
        yield StatedAnchor(found[1], True)


def other_anchors(content: str, title: str, *, has_own: bool) -> Iterator[str]:
    """Give the anchors that other programs make of a heading."""
    if has_own or "<" in content:  # GitHub shows braces, and GitBook tags, and make an anchor of all
        yield slug(content)
    if "[^" in title:  # sites leave the marks of footnotes out
        yield slug(_FOOTNOTE.sub("", title).strip())
    if "&" in title:  # GitBook and Slugify write it out
        yield slug(title.replace("&", "and"))
    if ":" in title:  # sites show the sign for `:rocket:`
        yield slug(_EMOJI.sub("", title).strip())
