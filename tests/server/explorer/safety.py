"""What a page of the explorer may consist of, whatever its source says."""

import re
from html.parser import HTMLParser
from urllib.parse import urlsplit

from tests.server.explorer.hostile_source import MARK, PRODUCT

_HTML = """
html head meta title link script body header footer main nav section aside p a b i strong code pre span time ul ol li dl
dt dd h1 h2 h3 h4 table caption thead tbody tr th td div form label input select option button details summary
datalist figure figcaption meter ins del br abbr small em mark col colgroup fieldset legend output
"""
_SVG = "svg g path rect circle ellipse line polygon polyline text tspan title defs marker desc"
_CHARTS = "lineargradient radialgradient stop clippath"  # where the extra frieze[drawing] is installed
ELEMENTS = {*_HTML.split(), *_SVG.split(), *_CHARTS.split()}
SCHEMES = ("", "vscode")
HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


class Checked(HTMLParser):
    """A page, and what is wrong with it in `faults`. `addresses` are those of its links."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.addresses: list[str] = []
        if found := HIDDEN.search(html):
            self.faults.append(
                f"hidden character {found[0]!r} in {html[max(0, found.start() - 60) : found.end() + 20]!r}"
            )
        if PRODUCT in html:
            self.faults.append("a template of the source was evaluated")
        self._open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Check an element and its attributes."""
        if tag not in ELEMENTS:
            self.faults.append(f"element <{tag}>")
        given = dict(attrs)
        if len(given) != len(attrs):
            self.faults.append(f"twice the same attribute: {attrs}")
        for name, value in attrs:
            if name.startswith("on") or name in ("style", "srcdoc", "autofocus") or MARK in name:
                self.faults.append(f"attribute {name} of <{tag}>")
            if name in ("href", "src", "action", "xlink:href", "formaction", "content"):
                self._check_address(tag, name, value or "")
        if tag == "script" and "src" not in given:
            self.faults.append("inline script")
        self._open.append(tag)

    def handle_data(self, data: str) -> None:
        """Scripts of the page have no text."""
        if self._open and self._open[-1] == "script" and data.strip():
            self.faults.append(f"text of a script: {data[:80]}")

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        while self._open and self._open.pop() != tag:
            pass

    def _check_address(self, tag: str, name: str, value: str) -> None:
        if tag == "meta":
            if MARK in value:
                self.faults.append(f"meta {value}")
            return
        parts = urlsplit(value)
        if parts.scheme not in SCHEMES or (parts.netloc and parts.scheme == "") or value != value.strip():
            self.faults.append(f"{name}={value[:100]!r} of <{tag}>")
        self.addresses.append(value)
