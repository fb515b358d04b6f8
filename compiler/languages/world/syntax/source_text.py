"""The source text of one file as lines for the lexer, and the findings about its lines."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from compiler.languages.world import codes
from compiler.model.diagnostics import Code, Diagnostic
from compiler.model.spans import Span

_MAX_QUOTED = 60  # bytes of a bad line in a message


class Line(NamedTuple):
    """A line that is not blank. `text` is the whole line with tabs replaced, `indent` the number of leading spaces."""

    number: int
    indent: int
    text: str
    span: Span


class LineRange(NamedTuple):
    """The input of the lexer: some lines of a file.

    `stop` is the number of the line after the range. `block_indent` maps the indentation of a line to the least
    indentation of the block under it.
    """

    source: "SourceText"
    lines: Iterator[Line]
    stop: int
    block_indent: Callable[[int], int]


LEFT_OUT = "This line was left out, and only this one. What it may declare is not reported as missing."


class _Word(NamedTuple):
    type: str
    value: str
    span: Span
    source: "SourceText"


class Token(_Word):
    """A token of the grammar. `span` is that of its whole line."""

    __slots__ = ()
    # lark copies these from the last token to its end-of-input token.
    line = column = end_line = end_column = start_pos = end_pos = 0


# Constructors from a tuple of the fields, in half the time. There is a call for every token and line.
new_token: Callable[[tuple[str, str, Span, "SourceText"]], Token] = partial(tuple.__new__, Token)
_new_line: Callable[[tuple[int, int, str, Span]], Line] = partial(tuple.__new__, Line)
_new_span: Callable[[tuple[str, int, int, int, int]], Span] = partial(tuple.__new__, Span)


class SourceText:
    """One file: its lines, the findings about them, and whether every line of its two parts could be read.

    `lines` are as written, `texts` with tabs replaced. Lines are numbered from 1.
    """

    __slots__ = ("content_complete", "findings", "frontmatter_complete", "lines", "path", "texts")

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.lines = text.removeprefix("\ufeff").replace("\r\n", "\n").removesuffix("\r").split("\n")
        self.texts = self.lines
        self.findings: list[Diagnostic] = []
        self.frontmatter_complete = self.content_complete = True

    def frontmatter_end(self) -> int | None:
        """The number of the line that closes the frontmatter, 0 without frontmatter, None if it is never closed."""
        if self.lines[0].rstrip() != "---":
            return 0
        closing = (number for number, line in enumerate(self.lines[1:], 2) if line.rstrip() == "---")
        return next(closing, None)

    def frontmatter(self, end: int) -> LineRange:
        """The lines between the fences. Spans begin at column 1. Comments are removed from indented lines."""
        return LineRange(self, self._frontmatter_lines(end), end, lambda indent: indent + 2)

    def content(self, start: int) -> LineRange:
        """The lines after number `start`. Spans begin after the leading spaces. An odd space does not indent."""
        return LineRange(self, self._content_lines(start), len(self.lines) + 1, lambda indent: (indent | 1) + 1)

    def indent_level(self, number: int) -> int:
        """The indentation level of a line."""
        return _indent(self.texts[number - 1]) // 2

    def line_span(self, number: int) -> Span:
        """The span of a whole line."""
        return Span(self.path, number, 1, number, len(self.lines[number - 1].encode()) + 1)

    def reject_line(self, code: Code, span: Span) -> None:
        """Report the line of `span` as unreadable. A warning leaves its part of the file complete."""
        text = _shortened(self.texts[span.start_line - 1].strip())
        self.findings.append(code.at(span, line=span.start_line, text=text, suggestion=LEFT_OUT))
        if code.severity == "error" and code == codes.BAD_CONTENT:
            self.content_complete = False
        elif code.severity == "error":
            self.frontmatter_complete = False

    def replace_tabs(self, end: int) -> None:
        """Replace tabs by spaces and report them. `end` is the number of the line that closes the frontmatter.

        Tabs in blank lines, in the fences and in comments of the frontmatter are not reported.
        """
        self.texts = self.lines.copy()
        for number, line in enumerate(self.lines, 1):
            if "\t" not in line or not line.strip():
                continue
            bare = line.lstrip(" \t")
            margin = line[: len(line) - len(bare)]
            self.texts[number - 1] = margin.replace("\t", "  ") + bare.replace("\t", " ")
            if number > end or (1 < number < end and not bare.startswith("#")):
                self.findings.extend(_tabs(self.path, number, line))

    def _frontmatter_lines(self, end: int) -> Iterator[Line]:
        for number in range(2, end):
            text = self.texts[number - 1].rstrip()
            indent = _indent(text)
            if indent and " #" in text:
                text = _without_comment(text, indent)
            if text:
                yield Line(number, indent, text, self.line_span(number))

    def _content_lines(self, start: int) -> Iterator[Line]:
        path, texts = self.path, self.texts
        for number, line in enumerate(self.lines[start:], start + 1):
            if line and not line.isspace():
                margin = _indent(line)
                end = (len(line) if line.isascii() else len(line.encode())) + 1
                text = texts[number - 1]
                indent = margin if text is line else _indent(text)
                yield _new_line((number, indent, text, _new_span((path, number, margin + 1, number, end))))


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


def _without_comment(text: str, start: int) -> str:
    """The text up to the first ` #` outside quotes, from position `start` on."""
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
    if len(raw) <= _MAX_QUOTED:
        return text
    return raw[: _MAX_QUOTED - 3].decode(errors="ignore") + "..."
