"""The catchers of links: what looks like one in markup, and led nowhere."""

from compiler.unread.catcher import NO_STRUCTURE, Catcher, lines
from compiler.unread.paths import has_wikilinks, is_asciidoc, is_markup

_PAGES = r"\.(?:md|mdx|mdc|rst|adoc|html)"
# A path inside the source: of a page, of a folder, or without a suffix.
_TARGET = (
    rf"(?![a-z]{{2,12}}:|[#@/]/|/[)#?\"'])(?:[^)\s<>\"'#?]{{0,200}}(?:{_PAGES}|/)|[\w./%-]*/[\w%-]{{2,100}}"
    r"|[\w%-]{3,60}(?=[\"']))"
)

# Found by the length of a line, without a pattern.
LONG_LINE = Catcher(
    "long line",
    "link",
    is_markup,
    None,
    "a line of over 100,000 characters with links: they were not read",
)
LINKS = (
    Catcher(
        "generator link",
        "link",
        is_markup,
        lines(
            r"\{\{[<%][ \t]*/?(?:relref|ref|link|page|include|card|readfile|linkcard|button)\b[^\n]*"
            r"|:(?:doc|ref|any|numref|term|download):`[^`\n]{1,200}`"
            r"|\{(?:doc|ref|any|numref|download|term)\}`[^`\n]{1,200}`"
            r"|\[\[(?![a-z]{3,8}:/)[^\]\[\n]{1,200}\]\["
            r"|\{\%[ \t]*(?:(?:link|post_url)\b[^\n]{1,200}|include(?:_relative)?[ \t]+[^\s%]{1,200}\.md\b[^\n]{0,200})"
            r"|^[ \t]*(?:\.\.[ \t]+|`{3,}\{)(?:include|literalinclude)\b[^\n]*$"
        ),
        "the syntax of a page generator for a link: no link was read from it",
        links=NO_STRUCTURE,
        by_mention=True,
        in_fences=True,
        needles=(*("{{", ":`", "}`", "[[", "{%", "include::", "include}"),),
    ),
    Catcher(
        "link of AsciiDoc",
        "link",
        is_asciidoc,
        lines(
            r"\bxref:[^\[\s]{1,200}\[|\blink:[^\[\s:]{1,200}\[|<<[\w./#-]{1,120}(?:,[^>\n]{0,120})?>>"
            r"|^include::[^\[\s{]{1,200}\.a(?:scii)?doc\["
        ),
        "the syntax of a page generator for a link: no link was read from it",
        links=NO_STRUCTURE,
        by_mention=True,
        in_fences=True,
        needles=("xref:", "link:", "<<", "include::"),
    ),
    Catcher(
        "toctree",
        "link",
        is_markup,
        lines(r"^[ \t]*(?:\.\.[ \t]+|`{3,}\{)toctree\b[^\n]*$"),
        "a list of pages of Sphinx: no link was read from it",
        links=NO_STRUCTURE,
        below=60,
        in_fences=True,
        needles=("toctree",),
        at_start=True,
    ),
    Catcher(
        "wikilink",
        "link",
        has_wikilinks,
        lines(r"(?<!`)\[\[(?!_?TOC_?\]\])[^\W\d][^\]\[\n]{0,200}\]\]"),
        "a wikilink: no link was read from it",
        links=NO_STRUCTURE,
        by_mention=True,
        needles=("[[",),
    ),
    Catcher(
        "relative link",
        "link",
        is_markup,
        lines(
            rf"\]\([ \t]*<?(?:{_TARGET})(?:[#?][^)\s]*)?[)> \"]"
            rf"|\b(?:href|to|link)=[{{]?[\"'](?:{_TARGET})(?:#[^\"'\n]*)?[\"']"
            rf"|`[^`<\n]{{1,200}}<(?:{_TARGET})>`_"
        ),
        "a link into the source: it leads to no page that was read",
        links=NO_STRUCTURE,
        by_mention=True,
        needles=("](", "href=", "to=", "link=", ">`_"),
    ),
    Catcher(
        "address of a page",
        "link",
        is_markup,
        lines(r"https?://[^\s)>\]\"']{4,200}/(?:blob|tree|raw|src)/[^\s)>\]\"'#]{1,200}" + _PAGES),
        "the address of a page in a repository, with the name of a page of this source: no link was read from it",
        needs_page=True,
        links=NO_STRUCTURE,
        by_mention=True,
        needles=("/blob/", "/tree/", "/raw/", "/src/"),
    ),
)
