"""Snapshots made by hand, for tests without a parser: a small town, and a large one."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar

from compiler.model.diagnostics import Code, Diagnostic, Phase, Related
from compiler.model.facts import Fact, File, Link, LinkKind, Object, fact, file_ref
from compiler.model.spans import Span
from compiler.store.snapshot import Snapshot
from tests.closing import closed_later
from tests.compiler.samples import sample
from tests.compiler.store.frozen_contents import Contents, freeze

BROKEN = Code("TST001", "error", Phase.PARSE, "Broken {what}.")
ODD = Code("TST002", "warning", Phase.RESOLVE, "Odd {what}.")

TEXT = """# Town

The harbour smells of tar. Somebody is singing at the quay.

@ada keeps the inn.
@bert mends nets.
"""

LINK_KINDS = (
    LinkKind("road", "a road leads from the one place to the other", dependent="source"),
    LinkKind("lives_in", "the person lives in the place", dependent="source"),
    LinkKind("builds", "the person builds the place", dependent="target"),
    LinkKind("near", "the one is near the other", dependent="none"),
)


@fact
class Place(Object):
    """A place of a town."""

    table: ClassVar[str] = "town_place"
    kind: ClassVar[str] = "place"

    slug: str
    name: str
    text: str = ""
    storeys: int = 1
    height: float | None = None
    open: bool = True
    tags: tuple[str, ...] = ()
    notes: Any = None

    @property
    def id(self) -> str:
        return self.slug

    @property
    def title(self) -> str:
        return self.name

    @property
    def body(self) -> str:
        return self.text


@fact
class Person(Object):
    """A person of a town."""

    table: ClassVar[str] = "town_person"
    kind: ClassVar[str] = "person"

    name: str
    text: str = ""

    @property
    def id(self) -> str:
        return f"@{self.name}"

    @property
    def body(self) -> str:
        return self.text


FACT_CLASSES: tuple[type[Fact], ...] = (File, Place, Person)


def line(number: int, end_col: int = 10, path: str = "town.md") -> Span:
    return Span(path, number, 1, number, end_col)


def place(slug: str, name: str = "", at: int = 1, **fields: Any) -> Place:
    return Place(span=line(at), ref=f"t:town/place/{slug}", slug=slug, name=name or slug.title(), **fields)


def person(name: str, at: int = 5, scope: str = "town", **fields: Any) -> Person:
    return Person(span=line(at), ref=f"t:{scope}/person/@{name}", name=name, **fields)


def file(path: str = "town.md", text: str = TEXT) -> File:
    lines = text.count("\n")
    return File(
        span=Span(path, 1, 1, lines, 1),
        ref=file_ref(path),
        path=path,
        language="town",
        sha256="0",
        size=len(text.encode()),
        lines=lines,
    )


def link(source: Object, target: Object | str, kind: str, at: int = 1) -> Link:
    return Link(source.ref, target if isinstance(target, str) else target.ref, kind, line(at))


def snapshot(
    *facts: Fact,
    links: Sequence[Link] = (),
    diagnostics: Sequence[Diagnostic] = (),
    texts: Mapping[str, str] | None = None,
    **meta: Any,
) -> Snapshot:
    """Return a snapshot of these facts and one file."""
    texts = {"town.md": TEXT} if texts is None else texts
    files = [file(path, text) for path, text in texts.items()]
    whole = {"id": "0123456789abcdef" * 4, "source": "town", "compiler_version": "0", **meta}
    whole.setdefault("languages", {"town": {"version": "1", "files": len(files)}})
    return closed_later(freeze(Contents(whole, [*files, *facts], links, diagnostics, texts, FACT_CLASSES, LINK_KINDS)))


HARBOUR = place("harbour", "The Harbour", text="It smells of tar.", at=3, storeys=0, tags=("wet", "busy"))
INN = place("inn", "The Old Inn", text="Somebody is singing loudly.", at=4, storeys=2, height=7.5)
CHURCH = place(
    "church", "The Church", text="Closed, and nobody sings.", at=4, storeys=3, open=False, notes={"age": 300}
)
ISLAND = place("island", "The Island", text="No road leads there.", at=4)
ADA = person("ada", at=5, text="Keeps the inn.")
BERT = person("bert", at=6, text="Mends nets.")
TWIN = person("bert", at=6, scope="village", text="Another one of the same name.")

LINKS = (
    link(HARBOUR, INN, "road", 3),
    link(INN, HARBOUR, "road", 4),
    link(INN, CHURCH, "road", 4),
    link(ADA, INN, "lives_in", 5),
    link(BERT, HARBOUR, "lives_in", 6),
    link(BERT, CHURCH, "builds", 6),
    link(CHURCH, ISLAND, "near", 4),
    link(ISLAND, "t:town/place/lighthouse", "road", 4),
)

DIAGNOSTICS = (
    BROKEN.at(line(2), what="line", suggestion="Mend it."),
    ODD.at(line(4), what="house", related=[Related("like this one", line(3))]),
    ODD.at(line(6), what="net"),
)


def town() -> Snapshot:
    """A town: four places, three people (two with the same id), eight links (one dangling), three diagnostics."""
    return snapshot(HARBOUR, INN, CHURCH, ISLAND, ADA, BERT, TWIN, links=LINKS, diagnostics=DIAGNOSTICS)


def street(houses: int, text: str = "") -> Snapshot:
    """A row of houses, `house-0000` to the last, each with a road to the next."""
    row = [place(f"house-{number:04}", f"House {number}", text=text) for number in range(houses)]
    return snapshot(*row, links=[link(here, there, "road") for here, there in pairwise(row)])


def garden() -> Snapshot:
    """The sample world that ships with the product, compiled."""
    return sample("locked-garden")
