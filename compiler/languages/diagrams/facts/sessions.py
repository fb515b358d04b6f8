"""The facts of sessions, their cross-references and walkthroughs."""

from typing import ClassVar

from compiler.model.facts import Fact, Object, fact


@fact
class Session(Object):
    """A session folder: `nereid-session.meta.json` and the files that it lists. Its ref is `s:<id>`.

    `active_diagram` and `active_walkthrough` are as stored, "" for none. `selected` are the selected refs that exist.
    """

    table: ClassVar[str] = "diagram_session"
    kind: ClassVar[str] = "session"
    id_field: ClassVar[str] = "session"

    session: str
    folder: str
    active_diagram: str
    active_walkthrough: str
    selected: tuple[str, ...]


@fact
class Xref(Object):
    """A directed cross-reference of a session between two objects, in any diagrams.

    `from_ref` and `to_ref` are refs. `status` is ok, dangling_from, dangling_to or dangling_both. It is computed; the
    stored status is not read.
    """

    table: ClassVar[str] = "diagram_xref"
    kind: ClassVar[str] = "xref"
    id_field: ClassVar[str] = "xref"
    title_fields: ClassVar[tuple[str, ...]] = ("label", "xref")

    xref: str
    session: str
    from_ref: str
    to_ref: str
    xref_kind: str
    label: str | None
    status: str


@fact
class Walkthrough(Object):
    """A walkthrough: an explanation in ordered steps that cite objects as evidence."""

    table: ClassVar[str] = "diagram_walkthrough"
    kind: ClassVar[str] = "walkthrough"
    id_field: ClassVar[str] = "walkthrough"
    title_fields: ClassVar[tuple[str, ...]] = ("name",)

    walkthrough: str
    session: str
    name: str
    revision: int
    source: str | None
    ordinal: int


@fact
class WalkthroughNode(Object):
    """A step of a walkthrough. `refs` is its evidence as written, whether it exists or not."""

    table: ClassVar[str] = "diagram_walkthrough_node"
    kind: ClassVar[str] = "walkthrough_node"
    indexed: ClassVar[tuple[str, ...]] = ("walkthrough",)
    id_field: ClassVar[str] = "node"
    title_fields: ClassVar[tuple[str, ...]] = ("name",)
    body_fields: ClassVar[tuple[str, ...]] = ("text",)

    walkthrough: str
    node: str
    name: str
    text: str | None
    refs: tuple[str, ...]
    tags: tuple[str, ...]
    status: str | None
    ordinal: int


@fact
class WalkthroughEdge(Fact):
    """A way from one step of a walkthrough to another. Either step may not exist."""

    table: ClassVar[str] = "diagram_walkthrough_edge"
    indexed: ClassVar[tuple[str, ...]] = ("walkthrough",)

    walkthrough: str
    from_node: str
    to_node: str
    edge_kind: str
    label: str | None
    ordinal: int
