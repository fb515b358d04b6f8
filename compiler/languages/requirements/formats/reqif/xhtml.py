"""The text of formatted content: a line for each block, cells of a row behind one another."""

from compiler.languages.requirements.formats.reqif.elements import Element

_BLOCKS = frozenset(
    [
        *("p", "div", "li", "ul", "ol", "dl", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6"),
        *("table", "thead", "tbody", "tr", "caption", "pre", "blockquote", "br", "hr", "address"),
    ]
)
_CELLS = frozenset(["td", "th"])


def text_of(element: Element) -> str:
    """Return the text of an element and all below it, without blank lines."""
    pieces: list[str] = []
    _add(element, pieces)
    lines = (" ".join(line.split()) for line in "".join(pieces).split("\n"))
    return "\n".join(line.removesuffix(" |") for line in lines if line.strip("| "))


def _add(element: Element, pieces: list[str]) -> None:
    name = element.name.lower()
    if name in _BLOCKS:
        pieces.append("\n")
    if name == "li":
        pieces.append("- ")
    before = len(pieces)
    for part in element.parts:
        if isinstance(part, str):
            pieces.append(part if name == "pre" else part.replace("\n", " "))
        else:
            _add(part, pieces)
    if name in ("object", "img") and not "".join(pieces[before:]).strip():
        shown = element.get("alt") or element.get("data") or element.get("src")
        pieces.append(f"[{shown}]" if shown else "")
    if name in _CELLS:
        pieces.append(" | ")
    elif name in _BLOCKS:
        pieces.append("\n")
