"""Reads the test cases of JUnit XML, as far as the file can be read.

The file is not trusted: the XML parser expands no entities and fetches nothing.
"""

import io
from xml.sax import SAXException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, InputSource

from defusedxml.common import DefusedXmlException  # type: ignore[import-untyped]
from defusedxml.sax import make_parser  # type: ignore[import-untyped]

from compiler.languages.requirements.records import ResultCase, ResultsFile
from compiler.model.reasons import words_of

MAX_MESSAGE = 200

_STATUS = {"failure": "failed", "error": "error", "skipped": "skipped"}
_RANK = ("passed", "skipped", "error", "failed")  # the last of these that applies to a case is its status


def parse_results(path: str, text: str) -> ResultsFile | None:
    """The unit of a results file; None for any other XML."""
    return read_results(path, text) if "<testsuite" in text else None


def read_results(path: str, text: str) -> ResultsFile:
    """The test cases of a file that should hold results. A damaged file has those before the damage, and a problem."""
    handler = _Cases()
    source = InputSource()
    source.setByteStream(io.BytesIO(text.encode()))
    source.setEncoding("utf-8")  # the text is decoded already, whatever encoding it declares
    parser = make_parser()
    parser.setContentHandler(handler)
    problem = None
    try:
        parser.parse(source)
    except DefusedXmlException:
        problem = "it declares entities, which are never expanded"
    except SAXException as error:
        problem = f"it is not well-formed XML: {words_of(error.getMessage())}, line {handler.line}"
    if problem is None and not handler.is_junit:
        problem = "its root is neither <testsuites> nor <testsuite>"
    return ResultsFile(path, tuple(handler.cases), problem)


class _Cases(ContentHandler):
    """Collects the test cases while the XML parser runs."""

    def __init__(self) -> None:
        super().__init__()
        self.cases: list[ResultCase] = []
        self.is_junit = False
        self._depth = 0
        self._case: ResultCase | None = None
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
            self._case = self._case._replace(message=message[:MAX_MESSAGE])
            self._text = None
        elif name == "testcase" and self._case:
            self.cases.append(self._case)
            self._case = None


def _case(attributes: AttributesImpl, line: int) -> ResultCase:
    text = attributes.get
    duration = max(_number(text("time", "")), 0.0)
    file_line = _number(text("line", ""))
    return ResultCase(
        text("classname", ""), text("name", ""), "passed", duration, "", text("file", ""), int(file_line), line
    )


def _number(text: str) -> float:
    """A number from 0 to 1e12; -1 for any other text."""
    try:
        number = float(text)
    except ValueError:
        return -1.0
    return number if 0 <= number < 1e12 else -1.0
