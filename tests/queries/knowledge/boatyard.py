"""A boatyard's knowledge: snapshots whose facts the tests write themselves, without a parser."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from compiler.languages.knowledge.facts import (
    ENTITY_CLASSES,
    FACT_CLASSES,
    LINK_KINDS,
    Blocker,
    Collection,
    Entity,
    EntityName,
    Relation,
    UnresolvedReference,
    WorkState,
    entity_ref,
)
from compiler.model.facts import Fact, Link
from compiler.model.spans import Span
from compiler.store.snapshot import Snapshot
from tests.closing import closed_later, shared
from tests.compiler.store.frozen_contents import Contents, freeze

CLASSES = {one.kind: one for one in ENTITY_CLASSES}
OWN: Mapping[str, Mapping[str, Any]] = {
    "decision": {"superseded_by": (), "supersedes": (), "current": (), "in_cycle": False},
    "task": {"parent": None, "due_at": None},
    "note": {"aliases": ()},
}
AS_OF = "2026-03-01T12:00:00Z"


@dataclass
class Yard:
    """A snapshot being written. Entities are added in the order of their types, relations as stated."""

    entities: list[Entity] = field(default_factory=list)
    others: list[Fact] = field(default_factory=list)
    lines: int = 0

    def span(self) -> Span:
        self.lines += 1
        return Span("yard.md", self.lines, 1, self.lines, 80)

    def add(self, kind: str, id: str, title: str = "", names: Sequence[tuple[str, int]] = (), **fields: Any) -> str:
        """Add an entity and return its ref. `names` are further names with their ranks."""
        ref: str = fields.pop("ref", entity_ref(kind, id))
        known: dict[str, Any] = {
            "native_id": id,
            "sequence_number": None,
            "format": "beads",
            "collection": "yard",
            "position": 0,
            "status": {"task": "todo", "decision": "accepted", "component": "active"}.get(kind, ""),
            "content": None,
            "content_line": 0,
            "tags": (),
            "created_at": f"2026-01-{len(self.entities) % 28 + 1:02}T08:00:00Z",
            "updated_at": None,
            "created_by": None,
            "date_precision": "second",
            "properties": {},
            "native": {},
            **OWN.get(kind, {}),
            **fields,
        }
        known["properties"] = {**({"status": known["status"]} if known["status"] else {}), **known["properties"]}
        span, title = self.span(), title or id
        self.entities.append(CLASSES[kind](span=span, ref=ref, entity=id, name=title, **known))
        number = [(str(known["sequence_number"]), 1)] if known["sequence_number"] is not None else []
        for key, rank in dict.fromkeys([(id.casefold(), 0), *number, *names, (title.casefold(), 4)]):
            self.others.append(EntityName(span=span, key=key, rank=rank, ref=ref, entity=id, type=kind))
        return ref

    def relate(self, source: str, kind: str, target: str, **fields: Any) -> Span:
        """Add a relation between two refs and return its span."""
        ends = [(ref, ref.partition("/")[2], ref[2:].partition("/")[0]) for ref in (source, target)]
        position = sum(isinstance(one, Relation) for one in self.others)
        known: dict[str, Any] = {"native_type": kind, "created_at": None, "is_derived": False, "is_dangling": False}
        (source, source_id, source_type), (target, target_id, target_type) = ends
        relation = Relation(
            span=self.span(),
            source=source,
            source_id=source_id,
            source_type=source_type,
            target=target,
            target_id=target_id,
            target_type=target_type,
            relation_type=kind,
            position=position,
            **(known | fields),
        )
        self.others.append(relation)
        return relation.span

    def work(self, ref: str, rank: int, waits_for: Sequence[str] = (), **fields: Any) -> None:
        """Add the state of a task, and the tasks that it waits for."""
        kind, _, name = ref[2:].partition("/")
        titles = {one.ref: one for one in self.entities}
        for at, blocker in enumerate(waits_for):
            blocking = titles[blocker]
            self.others.append(
                Blocker(
                    span=self.relate(blocker, "blocks", ref),
                    ref=ref,
                    entity=name,
                    blocker=blocker,
                    blocker_id=blocking.entity,
                    blocker_name=blocking.name,
                    blocker_status=blocking.status,
                    native_type="blocks",
                    reason=f"{name} depends on {blocking.entity}, which is {blocking.status}.",
                    unblock=f"Close {blocking.entity}.",
                    ordinal=at,
                )
            )
        done = titles[ref].status == "done"
        known: dict[str, Any] = {
            "collection": "yard",
            "profile": "beads",
            "status": titles[ref].status,
            "priority": "normal",
            "is_done": done,
            "is_current": True,
            "is_ready": not done and not waits_for,
            "is_begun": False,
            "undecided": "",
            "hidden_until": None,
            "is_blocked": bool(waits_for) and not done,
            "is_listed": bool(waits_for) and not done,
            "why": "It is open and nothing that it waits for is.",
        }
        state = WorkState(
            span=titles[ref].span,
            ref=ref,
            entity=name,
            type=kind,
            ready_rank=rank,
            blocked_rank=rank,
            **(known | fields),
        )
        self.others.append(state)

    def unresolved(self, ref: str, text: str, kind: str = "references") -> None:
        name = ref.partition("/")[2]
        self.others.append(
            UnresolvedReference(span=self.span(), ref=ref, entity=name, text=text, relation_type=kind, counts_as="")
        )

    def snapshot(self, as_of: str | None = AS_OF) -> Snapshot:
        counts = {kind: sum(one.kind == kind for one in self.entities) for kind in CLASSES}
        whole = Collection(
            span=self.span(),
            name="yard",
            format="beads",
            profile="beads",
            counts=counts,
            latest="2026-02-01T00:00:00Z",
            is_export=True,
        )
        sorted_ones = sorted(self.entities, key=lambda one: list(CLASSES).index(one.kind))
        ordered = [replace(one, position=at) for at, one in enumerate(sorted_ones)]
        facts = [*ordered, whole, *self.others]
        links = [
            Link(one.source, one.target, one.relation_type, one.span) for one in facts if isinstance(one, Relation)
        ]
        meta = {"id": "0123456789abcdef" * 4, "source": "yard", "compiler_version": "0", "as_of": as_of}
        texts = {"yard.md": "\n" * self.lines}
        return closed_later(freeze(Contents(meta, facts, links, (), texts, FACT_CLASSES, LINK_KINDS)))


@shared
def yard() -> Snapshot:
    """A decision and its successor, nine tasks (a chain, a cycle, a deferred one, a done one), a note and a component
    that share an id, a prompt, a link; three entities have UUIDs."""
    one = Yard()
    oak = one.add("decision", "ADR-0001", "Build of oak", [("adr-1", 2)], sequence_number=1, status="superseded")
    steel = one.add(
        "decision",
        "ADR-0002",
        "Build of steel",
        [("adr-2", 2)],
        sequence_number=2,
        supersedes=("ADR-0001",),
        tags=("hull",),
    )
    one.add("decision", "ADR-0003", "Paint it blue", sequence_number=3, status="proposed", content="Blue sells.")
    keel = one.add(
        "task", "y-1", "Lay the keel", content="Long. " * 200, tags=("hull",), properties={"assignee": "ana"}
    )
    ribs = one.add("task", "y-2", "Bend the ribs", native={"status": "open", "issue_type": "chore"})
    planks = one.add("task", "y-3", "Nail the planks", due_at="2026-04-01", properties={"due_date": "2026-04-01"})
    drawn = one.add("task", "y-4", "Draw the lines", status="done")
    hen = one.add("task", "y-5", "The hen")
    egg = one.add("task", "y-6", "The egg")
    later = one.add("task", "y-7", "Launch it", properties={"priority": "high"})
    soon = one.add("task", "y-8", "Sweep the yard", content="帆布を縫う")
    one.add("task", "y-80", "Sweep it again")
    note = one.add("note", "hull", "About hulls", aliases=("Hulls",), content="See the <b>keel</b> plans.")
    part = one.add("component", "hull", "The hull")
    one.add("prompt", "p-1", "Name a boat", properties={"template": "Name {{boat}}.", "variables": ["boat"]})
    one.add("link", "l-1", "Timber prices", properties={"url": "https://example.org/timber"})
    for letter in "ab":
        digits = f"0a1b2c3{letter}" + "0" * 24
        one.add("note", f"{digits[:8]}-{digits[8:12]}-4000-8000-{digits[20:]}", f"Leaf {letter}", [(digits, 3)])
    one.add("task", "7f3e2d1", "Torn off")
    one.relate(steel, "supersedes", oak)
    one.relate(keel, "implements", steel, created_at="2026-01-05T00:00:00Z", native_type="implements")
    one.relate(note, "documents", part, native_type="about")
    one.relate(keel, "belongs_to", part)
    one.relate(drawn, "blocks", keel)
    one.relate("k:task/y-99", "blocks", keel, is_dangling=True)
    one.work(keel, 3)
    one.work(ribs, 5, [keel])
    one.work(planks, 6, [ribs, keel])
    one.work(drawn, 9)
    one.work(hen, 7, [egg])
    one.work(egg, 8, [hen])
    one.work(later, 1, hidden_until="2026-03-01T12:00:01Z", priority="high")
    one.work(soon, 2, hidden_until=AS_OF, priority="high")
    one.work(entity_ref("task", "y-80"), 4, priority="low")
    one.work(entity_ref("task", "7f3e2d1"), 10, is_ready=False, why="It is torn off.")
    one.unresolved(note, "[[Masts]]")
    return one.snapshot()
