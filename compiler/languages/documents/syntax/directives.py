"""The links of directives and roles, which reStructuredText and MyST share: contents (`toctree`), cards, includes,
`:doc:` and `:ref:`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from compiler.languages.documents.records import LinkForm, PageLink

MAX_LINE = 20_000  # characters of a line in which links are looked for

# What stands between the marks of a role: a target, or a title and its target.
_TITLED = re.compile(r"[^<>]{0,500}<([^<>]{1,500})>\s*")
_OPTION = re.compile(r"[ \t]*:([\w-]+):[ \t]*(.*)")
_PATTERN = re.compile(r"[*?\[]")
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://|mailto:")
_FORMS: dict[str, LinkForm] = {
    "doc": "document",
    "ref": "label",
    "numref": "label",
    "term": "label",
    "any": "any",
    "download": "link",
}
TERM = "term:"  # before the label that a term of a glossary is
ROLES = "|".join(_FORMS)
_CARDS = frozenset({"card", "grid-item-card", "button-link", "button-ref"})
_TAKEN_IN = frozenset({"include", "literalinclude"})
# Directives whose text is no markup.
VERBATIM = frozenset(
    {"code", "code-block", "sourcecode", "code-cell", "highlight", "math", "raw", "prompt", "ipython", "mermaid"}
    | {"graphviz", "digraph", "graph", "uml", "plantuml", "doctest", "testcode", "testsetup", "testoutput"}
    | {"testcleanup", "productionlist", "parsed-literal", "command-output", "program-output", "jinja", "bibliography"}
    | {"blockdiag", "seqdiag", "actdiag", "nwdiag", "exec", "plot", "altair-plot", "ipython3", "console", "terminal"}
)


class WrittenLink(NamedTuple):
    """A link in a text: its form, its address, its line from 0, and where it begins and ends there, in characters."""

    form: LinkForm
    address: str
    line: int
    start: int
    end: int


def role_target(role: str, text: str) -> tuple[LinkForm, str] | None:
    """Return the form and the address of a role of a text: `:doc:` and `Knots <knots>`; None if it is no link."""
    form = _FORMS.get(role)
    if form is None or text.startswith("!"):
        return None
    titled = _TITLED.fullmatch(text)
    address = " ".join((titled[1] if titled else text).split()).removeprefix("~")
    if not address or _ADDRESS.match(address):
        return None
    return form, f"{TERM}{address}" if role == "term" else address


def glossary_terms(body: Iterable[tuple[int, str]]) -> Iterator[tuple[str, int]]:
    """Give the labels of the terms of a glossary, and their lines. Terms are indented as the first is."""
    lines = [(number, text) for number, text in body if text.strip() and not _OPTION.fullmatch(text)]
    first = next((len(text) - len(text.lstrip()) for _, text in lines), 0)
    for number, text in lines:
        if len(text) - len(text.lstrip()) == first and not text.strip().startswith(".. "):
            yield f"{TERM}{' '.join(text.partition(' : ')[0].split())}", number


def directive_links(name: str, argument: WrittenLink | None, body: Iterable[tuple[int, str]]) -> Iterator[WrittenLink]:
    """Give the links of a directive. `argument` is what stands behind its name, `body` are the lines below, with their
    numbers from 0."""
    short = name.rpartition(":")[2]
    if short == "toctree":
        yield from _contents(body)
    elif short in _TAKEN_IN and argument:
        yield argument
    elif short in _CARDS:
        yield from _card(short, argument, body)


def _contents(body: Iterable[tuple[int, str]]) -> Iterator[WrittenLink]:
    """The entries of a table of contents. With the option `glob` an entry may be a pattern."""
    has_patterns, is_in_settings = False, False
    for line, text in body:
        entry = text.strip()
        if entry == "---":  # options in YAML, between two such lines
            is_in_settings = not is_in_settings
        elif is_in_settings or (found := _OPTION.fullmatch(text)):
            has_patterns |= entry.startswith("glob:") if is_in_settings else found is not None and found[1] == "glob"
        elif entry and len(entry) <= MAX_LINE and not entry.startswith((".. ", "%", "#")):
            titled = _TITLED.fullmatch(entry)
            address = (titled[1] if titled else entry).strip()
            start = len(text) - len(text.lstrip())
            if address not in ("self", "genindex", "modindex", "search") and not _ADDRESS.match(address):
                form: LinkForm = "pattern" if has_patterns and _PATTERN.search(address) else "document"
                yield WrittenLink(form, address, line, start, start + len(entry))


def _card(name: str, argument: WrittenLink | None, body: Iterable[tuple[int, str]]) -> Iterator[WrittenLink]:
    """The link of a card or a button: its option `link`, which `link-type` says how to read, or its argument."""
    link, kind = (argument, "ref" if name == "button-ref" else "url") if name.startswith("button-") else (None, "url")
    for line, text in body:
        if not (found := _OPTION.fullmatch(text)):
            break
        value = found[2].rstrip()
        if found[1] == "link" and value:
            link = WrittenLink("attribute", value, line, found.start(2), found.start(2) + len(value))
        elif found[1] in ("link-type", "ref-type"):
            kind = value
    if link is not None and not _ADDRESS.match(link.address):
        yield link._replace(form=_FORMS.get(kind, "attribute"))


def page_link(link: WrittenLink, lines: Sequence[str], first_line: int) -> PageLink:
    """Return a link of a text as one of its page, in which the first of the lines has the number `first_line`."""
    line = lines[link.line]
    start, end = (len(line[:offset].encode()) + 1 for offset in (link.start, link.end))
    return PageLink(link.form, link.address, first_line + link.line, start, first_line + link.line, end)
