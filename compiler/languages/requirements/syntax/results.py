"""The reader of JUnit XML: the test cases of a results file, as far as it can be read.

The file may come from anywhere, so it is read by a parser that expands no entities and fetches nothing.
"""

import io
from xml.sax import SAXException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, InputSource

from defusedxml.common import DefusedXmlException  # type: ignore[import-untyped]
from defusedxml.sax import make_parser  # type: ignore[import-untyped]

from compiler.languages.requirements.records import Case, Results

LONGEST_MESSAGE = 200

_STATUS = {"failure": "failed", "error": "error", "skipped": "skipped"}
_RANK = ("passed", "skipped", "error", "failed")  # of several, the last counts


def parse_results(path: str, text: str) -> Results | None:
    """The unit of a results file; None when the file is of some other kind."""
    return read_results(path, text) if "<testsuite" in text else None


def read_results(path: str, text: str) -> Results:
    """The test cases of a file that ought to hold some. Of a damaged file those before the damage."""
    handler = _Cases()
    source = InputSource()
    source.setByteStream(io.BytesIO(text.encode()))
    source.setEncoding("utf-8")  # whatever the file declares: it has been decoded already
    parser = make_parser()
    parser.setContentHandler(handler)
    problem = None
    try:
        parser.parse(source)
    except DefusedXmlException:
        problem = "it declares entities, which are never expanded"
    except SAXException as error:
        problem = f"it is not well-formed XML: {error.getMessage()}, line {handler.line}"
    if problem is None and not handler.is_junit:
        problem = "its root is neither <testsuites> nor <testsuite>"
    return Results(path, tuple(handler.cases), problem)


class _Cases(ContentHandler):
    """Gathers the test cases."""

    def __init__(self) -> None:
        super().__init__()
        self.cases: list[Case] = []
        self.is_junit = False
        self._depth = 0
        self._case: Case | None = None
        self._text: list[str] | None = None

    @property
    def line(self) -> int:
        return (self._locator.getLineNumber() or 1) if self._locator else 1  # type: ignore[attr-defined]

    def startElement(self, name: str, attributes: AttributesImpl) -> None:  # noqa: N802
        if self._depth == 0:
            self.is_junit = name in ("testsuites", "testsuite")
        self._depth += 1
        if name == "testcase" and self.is_junit:
            self._case = _case(attributes, self.line)
        elif self._case and name in _STATUS and _RANK.index(_STATUS[name]) > _RANK.index(self._case.status):
            self._case = self._case._replace(status=_STATUS[name], message=attributes.get("message", ""))
            self._text = []

    def characters(self, content: str) -> None:
        if self._text is not None:
            self._text.append(content)

    def endElement(self, name: str) -> None:  # noqa: N802
        self._depth -= 1
        if name in _STATUS and self._case and self._text is not None:
            message = self._case.message or "".join(self._text).strip()
            self._case = self._case._replace(message=message[:LONGEST_MESSAGE])
            self._text = None
        elif name == "testcase" and self._case:
            self.cases.append(self._case)
            self._case = None


def _case(attributes: AttributesImpl, line: int) -> Case:
    text = attributes.get
    duration = max(_number(text("time", "")), 0.0)
    file_line = _number(text("line", ""))
    return Case(text("classname", ""), text("name", ""), "passed", duration, "", text("file", ""), int(file_line), line)


def _number(text: str) -> float:
    """-1 for what is none."""
    try:
        number = float(text)
    except ValueError:
        return -1.0
    return number if 0 <= number < 1e12 else -1.0
