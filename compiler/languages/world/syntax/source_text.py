"""The lines of one file on their way through lexer and grammar, and the findings made on the way."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from compiler.languages.world import codes
from compiler.model.diagnostics import Code, Diagnostic
from compiler.model.spans import Span

_SHOWN = 60  # bytes of a bad line that a message quotes


class Row(NamedTuple):
    """A line that is not blank: its number, leading spaces, text with tabs replaced, and the place of what it says."""

    number: int
    indent: int
    text: str
    span: Span


class LineRange(NamedTuple):
    """What a lexer reads: some lines of a page. `inner` gives the least indentation of a block under a line."""

    page: "SourceText"
    rows: Iterator[Row]
    stop: int
    inner: Callable[[int], int]


LEFT_OUT = "This line was left out, and only this one. What it may declare is not reported as missing."


class _Word(NamedTuple):
    type: str
    value: str
    span: Span
    page: "SourceText"


class Token(_Word):
    """A word of the grammar. `span` is that of its whole line."""

    __slots__ = ()
    # lark gives its end-of-input token the place of the last token, by these names.
    line = column = end_line = end_column = start_pos = end_pos = 0


# What makes them of a tuple of their fields, in half the time: there is one of them for every word or line.
new_token: Callable[[tuple[str, str, Span, "SourceText"]], Token] = partial(tuple.__new__, Token)
_new_row: Callable[[tuple[int, int, str, Span]], Row] = partial(tuple.__new__, Row)
_new_span: Callable[[tuple[str, int, int, int, int]], Span] = partial(tuple.__new__, Span)


class SourceText:
    """One file: its lines, what was found wrong with them, and whether all of them could be read."""

    __slots__ = ("content_complete", "findings", "frontmatter_complete", "lines", "path", "texts")

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.lines = text.removeprefix("\ufeff").replace("\r\n", "\n").removesuffix("\r").split("\n")
        self.texts = self.lines
        self.findings: list[Diagnostic] = []
        self.frontmatter_complete = self.content_complete = True

    def fence(self) -> int | None:
        """The number of the line that closes the frontmatter: 0 without frontmatter, None if it is never closed."""
        if self.lines[0].rstrip() != "---":
            return 0
        closing = (number for number, line in enumerate(self.lines[1:], 2) if line.rstrip() == "---")
        return next(closing, None)

    def frontmatter(self, end: int) -> LineRange:
        """The lines up to the closing fence. Their spans begin at column 1; indented ones lose their comments."""
        return LineRange(self, self._frontmatter_rows(end), end, lambda indent: indent + 2)

    def content(self, start: int) -> LineRange:
        """The lines after number `start`. Their spans begin after the leading spaces, which count in twos."""
        return LineRange(self, self._content_rows(start), len(self.lines) + 1, lambda indent: (indent | 1) + 1)

    def level(self, number: int) -> int:
        """The indentation level of a line."""
        return _indent(self.texts[number - 1]) // 2

    def line_span(self, number: int) -> Span:
        """The whole of a line."""
        return Span(self.path, number, 1, number, len(self.lines[number - 1].encode()) + 1)

    def lose(self, code: Code, span: Span) -> None:
        """Reports the line of `span` as one that could not be read. A warning leaves its part of the page complete."""
        text = _shortened(self.texts[span.start_line - 1].strip())
        self.findings.append(code.at(span, line=span.start_line, text=text, suggestion=LEFT_OUT))
        if code.severity == "error" and code == codes.BAD_CONTENT:
            self.content_complete = False
        elif code.severity == "error":
            self.frontmatter_complete = False

    def replace_tabs(self, end: int) -> None:
        """Puts spaces for tabs and reports them, except in blank lines and in the fences and comments up to `end`."""
        self.texts = self.lines.copy()
        for number, line in enumerate(self.lines, 1):
            if "\t" not in line or not line.strip():
                continue
            bare = line.lstrip(" \t")
            margin = line[: len(line) - len(bare)]
            self.texts[number - 1] = margin.replace("\t", "  ") + bare.replace("\t", " ")
            if number > end or (1 < number < end and not bare.startswith("#")):
                self.findings.extend(_tabs(self.path, number, line))

    def _frontmatter_rows(self, end: int) -> Iterator[Row]:
        for number in range(2, end):
            text = self.texts[number - 1].rstrip()
            indent = _indent(text)
            if indent and " #" in text:
                text = _uncommented(text, indent)
            if text:
                yield Row(number, indent, text, self.line_span(number))

    def _content_rows(self, start: int) -> Iterator[Row]:
        path, texts = self.path, self.texts
        for number, line in enumerate(self.lines[start:], start + 1):
            if line and not line.isspace():
                margin = _indent(line)
                end = (len(line) if line.isascii() else len(line.encode())) + 1
                text = texts[number - 1]
                indent = margin if text is line else _indent(text)
                yield _new_row((number, indent, text, _new_span((path, number, margin + 1, number, end))))


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


def _uncommented(text: str, start: int) -> str:
    """The text without its comment: ` #` and what follows, outside quotes."""
    quote = ""
    for position in range(start, len(text)):
        character = text[position]
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character == "#" and position > start and text[position - 1] == " ":
            return text[:position].rstrip()
    return text


def _tabs(path: str, number: int, line: str) -> Iterator[Diagnostic]:
    column = 0
    for part in line.encode().split(b"\t")[:-1]:
        column += len(part) + 1
        yield codes.TAB.at(Span(path, number, column, number, column + 1), line=number, column=column)


def _shortened(text: str) -> str:
    raw = text.encode()
    if len(raw) <= _SHOWN:
        return text
    return raw[: _SHOWN - 3].decode(errors="ignore") + "..."
