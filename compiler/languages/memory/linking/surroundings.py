"""What records say of one another: who names whom, who came after whom, what stands beside what."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from compiler.languages.memory.linking.histories import Histories, History

MOVED = ("fact", "observation", "relation", "conversation", "message")
_MOST_BESIDE = 1_000  # characters of the notes beside a fact


class Surroundings:
    """The records that there are, asked from all sides."""

    def __init__(self, made: Histories, listed: Mapping[str, str]) -> None:
        self._made, self._listed = made, listed
        self.successors: dict[str, str] = {}  # of a fact: the first that supersedes it
        for one in made.of("fact"):
            if parent := one.now.get("parent_id"):
                self.successors.setdefault(parent, one.id)
        self.merged_into: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for one in made.of("merge"):
            for item in one.now.get("items_merged", ()):
                self.merged_into[item][one.now.get("target")] = None
        self._notes: defaultdict[str, list[str]] = defaultdict(list)
        for one in made.of("fact"):
            if one.now.format == "basic-memory":
                self._notes[one.now.path].append(one.now.get("text", ""))

    def missing(self, merge: History) -> tuple[str, ...]:
        """The items of a merge that are no record."""
        named = (*merge.now.get("items_merged", ()), *merge.now.get("items_rejected", ()))
        return tuple(one for one in named if not any(self._made.has(kind, one) for kind in MOVED))

    def beside(self, fact: History) -> str:
        """The other facts of the same note; of auto-memory what the index says of it."""
        if fact.now.format == "auto-memory":
            return self._listed.get(fact.now.path, "")
        texts = self._notes.get(fact.now.path, ()) if fact.now.format == "basic-memory" else ()
        return "\n".join(one for one in texts if one != fact.now.get("text"))[:_MOST_BESIDE]

    @property
    def undeclared_sessions(self) -> dict[str, History]:
        """Sessions that records are of and that no record declares, with the first that names them."""
        named = ((one.now.get("session_id"), one) for one in self._made.by_key.values() if one.now.is_put)
        return self._undeclared("session", named)

    @property
    def undeclared_entities(self) -> dict[str, History]:
        """Entities that relations and facts name and that no record declares."""
        return self._undeclared("entity", self._entities())

    def _entities(self) -> Iterator[tuple[str | None, History]]:
        for one in self._made.of("relation"):
            yield one.now.get("source"), one
            yield one.now.get("target"), one
        for one in self._made.of("fact"):
            yield one.now.get("subject"), one

    def _undeclared(self, record_type: str, named: Iterator[tuple[str | None, History]]) -> dict[str, History]:
        found: dict[str, History] = {}
        for name, one in named:
            if name and not self._made.has(record_type, name):
                found.setdefault(name, one)
        return found
