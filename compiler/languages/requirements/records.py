"""Units: what parsing makes of one file of requirements, code, results or configuration.

Records hold what is written. The configuration, which is another file, decides later which ids, labels and keywords
count.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from compiler.languages.requirements.formats.records import ItemsFile
from compiler.model.spans import Span

Json = Any


class LineRange(NamedTuple):
    """Whole lines of the unit's file: the first, the last, and the column where the last line ends."""

    first: int
    last: int
    end: int

    def span(self, path: str) -> Span:
        return Span(path, self.first, 1, self.last, self.end)


class Citation(NamedTuple):
    """A list of ids under a keyword, as written but for the keyword's case: `implements`, `REQ-p1-A+B, REQ-p2`.

    `text` begins at `line` and `column`, and may run over several lines. `in_sentence`: a verb follows in code, as in
    `Validates: REQ-1-A is one of two`, so that it may be prose. `has_colon` is False for a comment such as
    `# Implements REQ-p1`, which counts in the older layout only.
    """

    keyword: str
    text: str
    line: int
    column: int
    in_sentence: bool = False
    has_colon: bool = True

    def span(self, path: str, start: int, end: int) -> Span:
        """The span of `text[start:end]`, which must lie on one line."""
        if "\n" not in self.text:
            column = self.column + len(self.text[:start].encode())
            return Span(path, self.line, column, self.line, column + len(self.text[start:end].encode()))
        before = self.text[:start].split("\n")
        part = self.text[start:end]
        line = self.line + len(before) - 1
        column = len(before[-1].encode()) + (self.column if len(before) == 1 else 1)
        return Span(path, line, column, line, column + len(part.encode()))


class AssertionEntry(NamedTuple):
    """A line `A. text` of an Assertions section. `text` includes the lines up to the next entry."""

    label: str
    text: str
    line: int


class Section(NamedTuple):
    """A part of a requirement or journey. `part` is preamble, section, changelog or assertions.

    In an Assertions section `entries` are the assertions and `text` is the prose that belongs to none of them.
    `loose` is the line of prose before the first assertion, 0 when there is none. Assertions below a sub-heading are a
    section of their own (`is_group`).
    """

    part: str
    heading: str
    text: str
    range: LineRange
    entries: tuple[AssertionEntry, ...] = ()
    loose: int = 0
    is_group: bool = False


class TermDefinition(NamedTuple):
    """A term, and the lines below it that define it, each with its colon."""

    term: str
    lines: tuple[str, ...]
    range: LineRange


class Block(NamedTuple):
    """A requirement or a journey: `## REQ-p00001: Title`. `fields` are its metadata in order, names in lower case.

    `is_closed` says whether an End marker closes it, `end_line` is the line of the marker (0 for none) and `hash` the
    hash in it.
    """

    id: str
    name: str
    range: LineRange
    header: LineRange
    is_journey: bool
    is_closed: bool
    hash: str | None
    end_line: int
    fields: tuple[tuple[str, str], ...]
    citations: tuple[Citation, ...]
    sections: tuple[Section, ...]


class Prose(NamedTuple):
    """Lines outside of all blocks, below the markdown heading `heading`."""

    heading: str
    text: str
    range: LineRange


class NearHeader(NamedTuple):
    """A line that lacks only a blank or the number signs to be the header of a requirement."""

    id: str
    line: int
    text: str


class ForeignHeader(NamedTuple):
    """A line of a header that was read as a heading, because its id does not fit the configuration."""

    id: str
    range: LineRange


class MarkdownFile(NamedTuple):
    """The unit of a markdown file. `stray_ends` are the lines of End markers that close no block."""

    path: str
    blocks: tuple[Block, ...]
    prose: tuple[Prose, ...]
    definitions: tuple[TermDefinition, ...]
    stray_ends: tuple[int, ...]
    near_headers: tuple[NearHeader, ...]
    foreign_headers: tuple[ForeignHeader, ...] = ()


class Function(NamedTuple):
    """A function, method or named test case, from its first decorator or declaring line to the last of its body.

    `class_name` is the names of the classes around it, joined by `::`. `declared` is the line that has the name. One
    without a name stands for all functions of its class, without a class too for those of the file. `is_skipped`: it
    says that it does not run.
    """

    name: str
    class_name: str
    line: int
    last: int
    is_test: bool
    declared: int
    is_skipped: bool = False


class CitingComment(NamedTuple):
    """A comment that cites, and the function that it stands in or above.

    Without a function, `scope` is what the comment stands for: "" is the whole file, a name that class, None nothing.
    """

    citation: Citation
    function: Function | None
    scope: str | None = None


class CodeFile(NamedTuple):
    """The unit of a source file: its comments that cite, its tests, and the modules that it imports."""

    path: str
    comments: tuple[CitingComment, ...]
    tests: tuple[Function, ...]
    imports: tuple[str, ...]


class ResultCase(NamedTuple):
    """A `testcase` of a JUnit file, at `line`. `file` is "" and `file_line` (counted from 0) is -1 when not given."""

    classname: str
    name: str
    status: str
    duration: float
    message: str
    file: str
    file_line: int
    line: int


class ResultsFile(NamedTuple):
    """The unit of a JUnit file. `problem` says why it cannot be read, or not to its end; None when it can."""

    path: str
    cases: tuple[ResultCase, ...]
    problem: str | None


class ConfigurationFile(NamedTuple):
    """The unit of a configuration file. `values` is None when it is not valid TOML."""

    path: str
    values: dict[str, Json] | None


class ProjectSettings(NamedTuple):
    """The unit of `frieze.toml`. `table` is what it says of specifications, as it stands."""

    path: str
    table: dict[str, Json]


class MixedFile(NamedTuple):
    """The unit of a file that states or cites something in other formats. `native` is its unit without these, None if
    nothing else is in it. `functions` are those that the tags of all formats stand in or above, in order."""

    path: str
    native: "MarkdownFile | CodeFile | ResultsFile | ConfigurationFile | ProjectSettings | None"
    others: tuple[ItemsFile, ...]
    functions: tuple[Function | None, ...] = ()


Unit: TypeAlias = MarkdownFile | CodeFile | ResultsFile | ConfigurationFile | ProjectSettings | MixedFile


def native_units(units: Mapping[str, Unit]) -> dict[str, Unit]:
    """Return the units of the language's own files, those in mixed files among them."""
    found = ((path, unit.native if isinstance(unit, MixedFile) else unit) for path, unit in units.items())
    return {path: file for path, file in found if file is not None}
