"""What a format reads in one file, in the words that all formats share.

An *item* is what the format states: it becomes a requirement. A *need* is a kind of evidence that the item asks for: it
becomes an assertion, since it is what coverage counts. A *tag* is a place in code that cites items. Names are as
written: `Format.trace` resolves them over all files.
"""

from typing import NamedTuple

from compiler.model.spans import Span

MAP = "map"  # the kind of a tag in a map that names a file and nothing else
NAMED = "named"  # the kind of one that may name something else

DECISION = "decision"  # the kind of one that names a decision: a page by its path, or `decision 12`


INCLUDES = "includes"  # the name of a setting: a page that this one takes in, which proves no format
CITES = "cites"  # the kind of a plain citation in code, `Verifies: REQ-1`
OF_TEST = "of a test"  # the kind of one that cites only where it belongs to a test


class Place(NamedTuple):
    """A range within one line of the file: the line, the first column and the end, both in bytes from 1."""

    line: int
    column: int
    end: int

    def span(self, path: str) -> Span:
        return Span(path, self.line, self.column, self.line, self.end)


class Cited(NamedTuple):
    """A citation of an item: the kind of link that it makes, the id as written, and its place."""

    kind: str
    target: str
    place: Place


class Need(NamedTuple):
    """A kind of evidence that an item needs, such as `utest`, or a criterion that it states, and where it says so.
    `text` is the criterion; "" for a kind of evidence."""

    label: str
    place: Place
    text: str = ""


class Item(NamedTuple):
    """An item, in the lines `first` to `last`, from `column` to the column `end` of the last.

    `level` and `status` are as written, or what the format means when nothing is written. `fields` are further
    statements of the item by name, in order: `("rationale", "…")`, `("tags", "Alpha, Beta")`. `details` are values that
    only `settle` and `trace` of the format read.
    """

    id: str
    title: str
    level: str
    status: str
    text: str
    first: int
    last: int
    end: int
    needs: tuple[Need, ...] = ()
    cites: tuple[Cited, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    details: tuple[tuple[str, str], ...] = ()
    column: int = 1


class Tag(NamedTuple):
    """A place in code that cites an item. `kind` is what it says of itself, such as `impl`; `id` its own id, "" for
    none. If `task` is not "", the place is in a list of tasks and this the id of the task that cites. If `on` is not
    "", the place is in a map or a matrix, and this names what cites there: a path, a pattern of paths or a test."""

    kind: str
    id: str
    cited: Cited
    task: str = ""
    on: str = ""


class Unread(NamedTuple):
    """A line that looks like a statement of the format and is none. `reason` says why, without a stop. `is_limit`: it
    may be right, and its program would read it."""

    text: str
    reason: str
    place: Place
    is_limit: bool = False


class ItemsFile(NamedTuple):
    """What the format of this name reads in a file.

    `settings` are what the file says of others. A candidate is of the format only if other files say so: it proves
    nothing.
    """

    format: str
    path: str
    items: tuple[Item, ...] = ()
    tags: tuple[Tag, ...] = ()
    unread: tuple[Unread, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()
    is_candidate: bool = False
