"""What stands where in the text of a flowchart, for those who edit it. It is read from the text of a `Diagram` when it
is needed, and not stored. All offsets are those of characters in that text."""

from collections.abc import Iterator
from typing import NamedTuple, Union


class Place(NamedTuple):
    """A range of the text."""

    start: int
    end: int


class WrittenNode(NamedTuple):
    """A mention of a node: `pay[Take payment]:::hot@{ shape: doc }`. `shape` is the place of `[Take payment]` and
    `data` that of `@{ … }`, both None without. The mention goes from `place.start` to `place.end`."""

    name: str
    place: Place
    id: Place
    shape: Place | None
    data: Place | None

    @property
    def is_bare(self) -> bool:
        """Whether it is the id and nothing else."""
        return self.id == self.place


class WrittenLink(NamedTuple):
    """An arrow with its label: `-->|yes|`, `-- yes -->`, `e1@-->`. `label` is the place of the label with its quotes,
    without bars; `line` that of the arrow alone, None if the label stands within it. `name` is `e1`, "" without."""

    place: Place
    line: Place | None
    label: Place | None
    name: str


class WrittenChain(NamedTuple):
    """`A & B --> C --> D`: groups of nodes, and the links between them."""

    place: Place
    groups: tuple[tuple[WrittenNode, ...], ...]
    links: tuple[WrittenLink, ...]


class WrittenLine(NamedTuple):
    """A statement that names nodes or edges: `type` is STYLE, CLASS, CLASS_DEF, LINK_STYLE, CLICK, DIRECTION or an ACC
    type. `names` are the places of the nodes that it names, or of the numbers of its edges; of a direction its own."""

    type: str
    place: Place
    names: tuple[Place, ...]


class WrittenBlock(NamedTuple):
    """`subgraph one [Title] … end`. `head` is the place of its first line from `subgraph` on, `name` that of `one`,
    `title` that of `Title`, `end` that of the word `end`."""

    place: Place
    head: Place
    name: Place | None
    title: Place | None
    end: Place
    statements: "tuple[WrittenStatement, ...]"


WrittenStatement = Union[WrittenChain, WrittenLine, WrittenBlock]  # noqa: UP007


class WrittenFlowchart(NamedTuple):
    """A flowchart. `header` is the place of `flowchart LR`, `direction` that of `LR`, None without."""

    header: Place
    direction: Place | None
    statements: tuple[WrittenStatement, ...]

    def all_statements(self) -> Iterator[tuple[WrittenStatement, WrittenBlock | None]]:
        """Yield all statements in the order of the text, each with the innermost block around it."""
        waiting: list[tuple[Iterator[WrittenStatement], WrittenBlock | None]] = [(iter(self.statements), None)]
        while waiting:
            statements, block = waiting[-1]
            statement = next(statements, None)
            if statement is None:
                waiting.pop()
                continue
            yield statement, block
            if isinstance(statement, WrittenBlock):
                waiting.append((iter(statement.statements), statement))
