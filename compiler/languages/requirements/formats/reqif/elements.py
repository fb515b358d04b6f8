"""The records of a document as small trees of elements, with the lines that they stand in.

The XML is not trusted: nothing is fetched, and entities are not expanded. Where it is not well-formed, the record with
the mistake is lost; reading goes on with the next one.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from xml.sax import SAXException, SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl

from defusedxml.common import DefusedXmlException  # type: ignore[import-untyped]
from defusedxml.sax import make_parser  # type: ignore[import-untyped]

from compiler.languages.requirements.formats.reqif.document import Finding
from compiler.model.reasons import words_of

ROOT = "REQ-IF"
MAX_DEPTH = 200  # of elements in one record
MAX_RESTARTS = 1_000
# How many characters may be parsed in all: so many, and so many times those of the text. A comment without its end
# reaches to the end of the text, so that each restart parses all that follows.
MAX_PARSED, MAX_AGAIN = 16 * 1024 * 1024, 5
MAX_HEAD = 20_000  # characters in front of the root
MIN_PIECE, MAX_PIECE = 1 << 11, 1 << 16  # characters that are parsed at once: few, and then ever more
# Records, by the element that holds them.
_HOLDERS = {
    "DATATYPES": tuple(
        f"DATATYPE-DEFINITION-{kind}"
        for kind in ("BOOLEAN", "DATE", "ENUMERATION", "INTEGER", "REAL", "STRING", "XHTML")
    ),
    "SPEC-TYPES": ("SPEC-OBJECT-TYPE", "SPEC-RELATION-TYPE", "SPECIFICATION-TYPE", "RELATION-GROUP-TYPE"),
    "SPEC-OBJECTS": ("SPEC-OBJECT",),
    "SPEC-RELATIONS": ("SPEC-RELATION",),
    "SPECIFICATIONS": ("SPECIFICATION",),
}
_HOLDER = {record: holder for holder, records in _HOLDERS.items() for record in records}
_RECORD = re.compile(r"<(?:[\w.-]{1,40}:)?([A-Z-]{4,40})(?=[\s/>])")
_ROOT = re.compile(rf"<(?:[\w.-]{{1,40}}:)?{ROOT}[\s>]")
_BREAK = re.compile("\n")


class Element:
    """An element of a record: its name without a prefix, its attributes, the lines that it stands in, the characters in
    front of it in its first line and up to its end in its last, and its texts and elements in order."""

    __slots__ = ("attributes", "before", "end", "first", "last", "name", "parts")

    def __init__(self, name: str, attributes: dict[str, str], first: int, before: int) -> None:
        self.name = name
        self.attributes = attributes
        self.first = self.last = first
        self.before = self.end = before
        self.parts: list[Element | str] = []

    def elements(self) -> Iterator["Element"]:
        """The elements in it."""
        return (part for part in self.parts if isinstance(part, Element))

    def child(self, name: str) -> "Element | None":
        """The first element in it of a name."""
        return next((element for element in self.elements() if element.name == name), None)

    def text(self) -> str:
        """Its own text, without that of its elements."""
        return "".join(part for part in self.parts if isinstance(part, str)).strip()

    def get(self, name: str) -> str:
        """An attribute; "" for none."""
        return self.attributes.get(name, "").strip()


class _Records(ContentHandler):
    """Collects the records while the XML parser runs. `base` are the lines of the text above that where it begins,
    `shift` the characters of that line in front of it, less those that the parser was given besides."""

    def __init__(self, base: int, shift: int) -> None:
        super().__init__()
        self.found: list[Element] = []
        self.open: list[Element] = []  # the record, and the elements in it that are open
        self.base = base
        self.fed = 0  # characters that the parser was given
        self._shift = shift
        self._too_deep = 0

    @property
    def line(self) -> int:
        return self.base + ((self._locator.getLineNumber() or 1) if self._locator else 1)  # type: ignore[attr-defined]

    @property
    def column(self) -> int:
        """The characters in front of what is read, in its line."""
        column = (self._locator.getColumnNumber() or 0) if self._locator else 0  # type: ignore[attr-defined]
        return column + (self._shift if self.line == self.base + 1 else 0)

    def startElement(self, name: str, attributes: AttributesImpl) -> None:  # noqa: N802
        name = name.rpartition(":")[2]
        place = self.line, self.column
        if len(self.open) > MAX_DEPTH:
            self._too_deep += 1
        elif name in _HOLDER:
            self._close()  # a record that lacks its end
            self.open = [Element(name, dict(attributes.items()), *place)]
        elif self.open:
            element = Element(name, dict(attributes.items()), *place)
            self.open[-1].parts.append(element)
            self.open.append(element)

    def characters(self, content: str) -> None:
        if self.open and not self._too_deep:
            self.open[-1].parts.append(content)

    def endElement(self, name: str) -> None:  # noqa: N802
        if self._too_deep:
            self._too_deep -= 1
        elif self.open:
            self.open[-1].last, self.open[-1].end = self.line, self.column + len(f"</{name}>")
            if len(self.open) == 1:
                self._close()
            else:
                self.open.pop()

    def _close(self) -> None:
        if self.open:
            record = self.open[0]
            record.last, record.end = max((element.last, element.end) for element in (record, self.open[-1]))
            self.found.append(record)
            self.open = []


def is_document(text: str) -> bool:
    """Whether a text has the element that makes it a document."""
    return bool(_ROOT.search(text, 0, MAX_HEAD))


def read_records(text: str) -> tuple[list[Element], list[Finding]]:
    """Return the records of a text in order, and what cannot be read."""
    records: list[Element] = []
    findings: list[Finding] = []
    breaks = [0, *(found.end() for found in _BREAK.finditer(text))]
    at, prefix = 0, ""
    left = MAX_PARSED + MAX_AGAIN * len(text)
    for _ in range(MAX_RESTARTS):
        base = bisect_right(breaks, at) - 1
        handler = _Records(base, at - breaks[base] - len(prefix))
        reason, line = _parse(text, at, prefix, handler)
        records += handler.found
        if not reason:
            break
        line = min(line, len(breaks))
        lost = handler.open[0] if handler.open else None
        findings.append(Finding(line, lost.get("IDENTIFIER") or lost.name if lost else "", reason))
        # A section of CDATA or a comment without its end reaches to the end of the text: so the search begins where
        # the last record ended, or behind the beginning of the one that is lost.
        last = handler.found[-1] if handler.found else None
        ended = breaks[last.last - 1] + last.end if last else at
        following = _next_record(text, max(breaks[lost.first - 1] + lost.before if lost else ended, at) + 1)
        if following is None:
            break
        at, prefix = following
        left -= handler.fed
        if left < 0:
            findings.append(_unread(breaks, at))
            break
    else:
        findings.append(_unread(breaks, at))
    return records, findings


def _unread(breaks: list[int], at: int) -> Finding:
    """What is said of the text from an offset on, which has too many mistakes in front of it."""
    return Finding(bisect_right(breaks, at), "", "nothing from here on is read, because of the many mistakes before it")


def _parse(text: str, at: int, prefix: str, handler: _Records) -> tuple[str, int]:
    """Parse a text from an offset on; return why that ends before the end of the text, "" if it does not, and the
    line."""
    parser = make_parser()
    parser.setContentHandler(handler)
    handler.setDocumentLocator(parser)
    try:
        if prefix:
            parser.feed(prefix)
        size = MIN_PIECE
        while at < len(text):
            parser.feed(text[at : at + size])
            handler.fed += size
            at, size = at + size, min(2 * size, MAX_PIECE)
        parser.close()
    except DefusedXmlException:
        return "it declares entities, which are never expanded", handler.line
    except SAXParseException as error:
        return f"it is not well-formed XML ({words_of(error.getMessage())})", handler.base + (
            error.getLineNumber() or 1
        )
    except (SAXException, ValueError) as error:
        return f"it is no XML ({words_of(str(error))})", handler.line
    return "", 0


def _next_record(text: str, at: int) -> tuple[int, str] | None:
    """The offset of the next record, and what opens the elements that hold it; None if there is none."""
    for found in _RECORD.finditer(text, at):
        if holder := _HOLDER.get(found[1]):
            return found.start(), f"<{ROOT}><CORE-CONTENT><REQ-IF-CONTENT><{holder}>"
    return None
