"""Units: what parsing makes of one file of requirements, code, results or configuration.

Records are raw. Which ids, labels and keywords count is said by the configuration, which is another file: so a record
keeps what is written, and the linker judges it.
"""

from typing import Any, NamedTuple

from compiler.model.spans import Span

Json = Any


class Place(NamedTuple):
    """A stretch of whole lines of the unit's file: first and last line, and the column where the last one ends."""

    first: int
    last: int
    end: int

    def span(self, path: str) -> Span:
        return Span(path, self.first, 1, self.last, self.end)


class Citation(NamedTuple):
    """A list of ids under a keyword, both as written, the keyword in lower case: `implements`, `REQ-p1-A+B, REQ-p2`.

    `line` and `column` say where `text` begins; it may run over several lines.
    """

    keyword: str
    text: str
    line: int
    column: int

    def span(self, path: str, start: int, end: int) -> Span:
        """Where the part of `text` between two offsets stands."""
        if "\n" not in self.text:
            column = self.column + len(self.text[:start].encode())
            return Span(path, self.line, column, self.line, column + len(self.text[start:end].encode()))
        before = self.text[:start].split("\n")
        part = self.text[start:end]
        line = self.line + len(before) - 1
        column = len(before[-1].encode()) + (self.column if len(before) == 1 else 1)
        return Span(path, line, column, line, column + len(part.encode()))


class Entry(NamedTuple):
    """A line `A. text` of an Assertions section with the lines that continue it, and blank lines, up to the next."""

    label: str
    text: str
    line: int


class Section(NamedTuple):
    """A part of a requirement or journey. `part` is preamble, section, changelog or assertions.

    Of an Assertions section `entries` are the assertions, `text` what belongs to none of them, and `loose` the line
    where such text stands before the first of them, 0 when none does.
    """

    part: str
    heading: str
    text: str
    place: Place
    entries: tuple[Entry, ...] = ()
    loose: int = 0


class Definition(NamedTuple):
    """A term and the lines below it that begin with a colon, without the colons."""

    term: str
    lines: tuple[str, ...]
    place: Place


class Block(NamedTuple):
    """A requirement, or a journey: `## REQ-p00001: Title`. `fields` are its metadata in order, names in lower case.

    `hash` is the one of the End marker, None when there is none; `is_closed` says whether there is a marker at all.
    `is_journey` tells journeys.
    """

    id: str
    name: str
    place: Place
    header: Place
    is_journey: bool
    is_closed: bool
    hash: str | None
    end_line: int
    fields: tuple[tuple[str, str], ...]
    citations: tuple[Citation, ...]
    sections: tuple[Section, ...]


class Prose(NamedTuple):
    """Lines of a file outside of all blocks; `heading` is that of the markdown heading before them."""

    heading: str
    text: str
    place: Place


class NearHeader(NamedTuple):
    """A line that is almost the header of a requirement, for want of a blank or of the number signs."""

    id: str
    line: int
    text: str


class Document(NamedTuple):
    """The unit of a markdown file. `stray_ends` are the lines of End markers that end nothing."""

    path: str
    blocks: tuple[Block, ...]
    prose: tuple[Prose, ...]
    definitions: tuple[Definition, ...]
    stray_ends: tuple[int, ...]
    near_headers: tuple[NearHeader, ...]


class Function(NamedTuple):
    """A function, method or named test case: the line that declares it (the first of its decorators, if it has any)
    and the last of its body. `class_name` joins the classes around it by `::`."""

    name: str
    class_name: str
    line: int
    last: int
    is_test: bool


class Comment(NamedTuple):
    """A comment that cites, and the function that it stands in, or else above."""

    citation: Citation
    function: Function | None


class Code(NamedTuple):
    """The unit of a source file: the comments that cite, the tests declared in it, and the modules that it imports."""

    path: str
    comments: tuple[Comment, ...]
    tests: tuple[Function, ...]
    imports: tuple[str, ...]


class Case(NamedTuple):
    """A `testcase` of a JUnit file, at its line. `file` and `file_line`, which is counted from 0, are "" and -1 when
    they are not given."""

    classname: str
    name: str
    status: str
    duration: float
    message: str
    file: str
    file_line: int
    line: int


class Results(NamedTuple):
    """The unit of a JUnit file; `problem` says why the rest of it, or all of it, cannot be read."""

    path: str
    cases: tuple[Case, ...]
    problem: str | None


class Settings(NamedTuple):
    """The unit of a configuration file; `values` is None when it is not TOML."""

    path: str
    values: dict[str, Json] | None
