"""What every fact class shares.

A fact states one thing about the world that a source describes. Its class is its schema: `compiler.store.schema` makes
an SQLite table of each class, with a column for each field (see there for the types of fields). Linkers make facts, and
nobody changes them.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal, NamedTuple, cast

from compiler.model.fact_class import Frozen, fact
from compiler.model.spans import Span

__all__ = [
    "ExampleFile",
    "Fact",
    "File",
    "Link",
    "LinkKind",
    "Mention",
    "Object",
    "Unread",
    "fact",
    "file_ref",
    "first_text",
    "language_of",
    "sql_table",
]


@fact
class Fact(Frozen):
    """A statement, and where it stands. Subclasses add fields.

    `table` names the class among those of a snapshot; its SQLite table is `sql_table(table)`. `indexed` names the
    fields that queries look facts up by, several in one text for a common index, `embedded_field` the field that is
    searched by meaning ("" for none). Texts in the fields `only_searched` are kept in the full-text index alone: a fact
    that is read back has "" there. Their class has a checksum of them: a change is seen in the other fields. Texts in
    the fields `shared` stand in many rows and are stored once, as are refs and paths of every class; those in the
    fields `packed` are long, stand in no relation, and are stored compressed.
    """

    table: ClassVar[str]
    indexed: ClassVar[tuple[str, ...]] = ()
    embedded_field: ClassVar[str] = ""
    only_searched: ClassVar[tuple[str, ...]] = ()
    shared: ClassVar[tuple[str, ...]] = ()
    packed: ClassVar[tuple[str, ...]] = ()

    span: Span


@fact
class Object(Fact):
    """A fact that has an identity.

    `ref` is the canonical reference, unique in a snapshot: `<space>:<scope>/<category>/<id>`. `kind` is the word for
    its class in answers, unique over all languages. `id`, `title`, `body` and `context` project it to the
    language-free tables: the native id of its own language, a line for people, text that search finds, and the text of
    its neighbourhood. A class names the fields that they are read from: of several fields the first that is not empty.
    A class without `title_fields` is titled by its id. Where a value is computed, the class overrides the property.
    `unsaid` are the values of fields that say nothing, which answers with all fields of an object leave out. `linked`
    are the fields that other files have a say in (`properties.current` is a key of a field that is a map); all others
    are told by the file of the object alone. It is None where the file alone may tell another object.
    """

    kind: ClassVar[str]  # by default the name of its table
    id_field: ClassVar[str]
    title_fields: ClassVar[tuple[str, ...]] = ()
    body_fields: ClassVar[tuple[str, ...]] = ()
    context_fields: ClassVar[tuple[str, ...]] = ()
    unsaid: ClassVar[Mapping[str, object]] = {}
    linked: ClassVar[tuple[str, ...] | None] = None

    ref: str

    def __init_subclass__(cls) -> None:
        if "table" in vars(cls) and "kind" not in vars(cls):
            cls.kind = cls.table

    @property
    def id(self) -> str:
        return cast(str, getattr(self, self.id_field))

    @property
    def is_listed(self) -> bool:
        """Whether it is among all objects: not where an object of another class has its ref and stands for it."""
        return True

    @property
    def title(self) -> str:
        return first_text(self, self.title_fields) if self.title_fields else self.id

    @property
    def body(self) -> str:
        return first_text(self, self.body_fields)

    @property
    def context(self) -> str:
        return first_text(self, self.context_fields)


def first_text(fact: Fact, fields: Sequence[str]) -> str:
    """Return the first of the fields that is not empty, "" when all are."""
    for name in fields:
        if value := getattr(fact, name):
            return cast(str, value)
    return ""


class Link(NamedTuple):
    """`source` is related to `target` by `kind`. Directed. A target that no object has makes a dangling link, which is
    kept.

    Example: `Link("w:locked-garden/location/gatehouse", "w:locked-garden/location/garden", "exit", span)`.
    """

    source: str
    target: str
    kind: str
    span: Span


class LinkKind(NamedTuple):
    """What a kind of link says, as a sentence from source to target, and which end must be looked at when the other
    changes.

    `dependent`: "source" when the source depends on the target (a choice reads a property), "target" when the target
    depends on the source (a choice writes a property), "none" when neither does. `structural`: it says where the source
    stands (in a file, in a diagram); two objects that have it in common need have nothing to do with each other.
    """

    name: str
    meaning: str
    dependent: Literal["source", "target", "none"]
    structural: bool = False


@fact
class File(Object):
    """A file of the source that was read: `f:chapters/one.urd.md`. Its text stands in the table `source_text`.

    `is_page`: the file is a page, whose object is a `Document` with the same ref.
    """

    table: ClassVar[str] = "file_read"
    kind: ClassVar[str] = "file"
    id_field: ClassVar[str] = "path"
    linked: ClassVar[tuple[str, ...] | None] = ("language",)

    path: str
    language: str
    sha256: str
    size: int
    lines: int
    is_page: bool = False

    @property
    def is_listed(self) -> bool:
        return not self.is_page


@fact
class ExampleFile(Fact):
    """A file that is not the project: a template, fixture, archive, example or prompt (`compiler.model.examples`).

    `reason` is for people. With `only_work`, as in a prompt, only what states work is an example. Example:
    `path="templates/adr.md"`, `reason="it is below 'templates'"`.
    """

    table: ClassVar[str] = "example_file"
    indexed: ClassVar[tuple[str, ...]] = ("path",)

    path: str
    reason: str
    only_work: bool


@fact
class Mention(Fact):
    """A citation: at the span an id is written, inside the object `source`; it names `target`.

    `source` is the ref of the innermost object that the text stands in, `target` that of the object that is named, None
    if nothing has the name, and `text` the citation as written. Example: `# see ADR 12` in a test is
    `Mention(source="r:test/t.py::test_pay", text="ADR 12", target="k:decision/12")`.
    """

    table: ClassVar[str] = "mention_found"
    indexed: ClassVar[tuple[str, ...]] = ("source", "target")
    shared: ClassVar[tuple[str, ...]] = ("source", "target")

    source: str
    text: str
    target: str | None


@fact
class Unread(Fact):
    """A place that looks like a thing and that no parser accounted for (`compiler.unread`).

    `looks_like` is the kind of thing, `text` what stands there, `reason` why it was caught, in plain words. Example:
    `looks_like="decision"`, `text="Cups are washed cold"`, `reason="a page with a number …"`.
    """

    table: ClassVar[str] = "unread"
    shared: ClassVar[tuple[str, ...]] = ("looks_like", "reason")

    looks_like: str
    text: str
    reason: str


def sql_table(name: str) -> str:
    """Return the name of the SQLite table of the fact class whose `table` is given.

    These tables are private. The prefix leaves the short names to the public relations (`compiler.model.relations`).
    """
    return f"fact_{name}"


def file_ref(path: str) -> str:
    """The ref of a file: `f:chapters/one.urd.md`."""
    return f"f:{path}"


def language_of(fact_class: type[Fact]) -> str:
    """Return the name of the language whose parts alone have facts of a class: that of its folder. "" for a class that
    files of every language have."""
    folders = fact_class.__module__.split(".")
    return folders[2] if folders[:2] == ["compiler", "languages"] else ""
