"""The names by which the objects of several sources are cited from each other.

They are the names of one source (`compiler.mentions.names`), read from all of them, with two differences. The nearest
object is one of the citing source itself; then one of a source that the workspace file calls near to it; then the only
one of all others. And a name that may be a word of prose, or is too short to be missed, is none for other sources.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from compiler.languages.diagrams.facts import Diagram
from compiler.languages.knowledge.facts import ENTITY_CLASSES, EntityName
from compiler.languages.requirements.facts import Assertion, Journey, Requirement
from compiler.mentions.candidates import Candidates, Target
from compiler.mentions.names import LinkedFacts, Names
from compiler.mentions.resolution import is_weak
from compiler.model.facts import ExampleFile, Fact, File, sql_table
from compiler.model.source_names import qualified_path, qualified_ref, source_of_path, split_ref
from compiler.store.merged.columns import path_fields, ref_fields
from compiler.store.snapshot import Snapshot

# What other sources may cite. Entities of worlds, parts of diagrams and records of a memory are cited at home only.
CITED: frozenset[type[Fact]] = frozenset(
    (Requirement, Assertion, Journey, EntityName, File, ExampleFile, Diagram, *ENTITY_CLASSES)
)
AMBIGUOUS = "\0"  # begins what stands in the place of a ref if several sources have the name

Near = Mapping[str, frozenset[str]]  # the sources that are near to one, by its name


class SourceFacts:
    """The facts of several sources, with the refs and paths that a merged snapshot has (`LinkedFacts`)."""

    def __init__(self, snapshots: Mapping[str, Snapshot]) -> None:
        self._snapshots = snapshots

    def each(self, fact_class: type[Fact], names: Sequence[str], **where: Any) -> list[tuple[Any, ...]]:
        """Return some columns of the facts of a class in all sources."""
        if fact_class not in CITED:
            return []
        refs, paths = ref_fields(fact_class), {*path_fields(fact_class), "file"}
        found: list[tuple[Any, ...]] = []
        condition = "".join(f' AND "{name}" = ?' for name in where)
        listed = ", ".join(f'"{name}"' for name in names)
        sql = f'SELECT {listed} FROM "{sql_table(fact_class.table)}" WHERE true{condition} ORDER BY rowid'
        for source, snapshot in self._snapshots.items():
            edits = [qualified_ref if name in refs else qualified_path if name in paths else None for name in names]
            found += (
                tuple(
                    value if edit is None or value is None else edit(source, value)
                    for edit, value in zip(edits, row, strict=True)
                )
                for row in snapshot.rows(sql, tuple(where.values()))
            )
        return found


class ForeignNames(Names):
    """What can be cited in several sources. A target is the ref that the merged snapshot has."""

    def __init__(self, facts: LinkedFacts, near: Near) -> None:
        self._near = near
        super().__init__(facts)

    def nearest_of(self, refs: Sequence[str], source: str) -> str | None:
        """Return the one of some refs of other sources that a source means, or what `ambiguous_refs` reads; None if
        there are none."""
        targets = [Target(ref, f"{split_ref(ref)[0]}/", 0) for ref in refs]
        return NearCandidates(targets, self._near).nearest(f"{source}/") if targets else None

    def _add(self, name: str, target: Target) -> None:
        if not target.loose and not is_weak(name):
            super()._add(name, target)

    def _add_files(self, facts: LinkedFacts) -> None:
        super()._add_files(facts)
        self.paths = {path: _of_file(path) if ref == f"f:{path}" else ref for path, ref in self.paths.items()}

    def _kept(self, key: tuple[object, ...], targets: Iterable[Target]) -> Candidates:
        found = self._candidates.get(key)
        if found is None:
            found = self._candidates[key] = NearCandidates(targets, self._near)
        return found


def _of_file(path: str) -> str:
    source = source_of_path(path)
    return qualified_ref(source, f"f:{path[len(source) + 1 :]}")


class NearCandidates(Candidates):
    """The objects of several sources that a name may mean."""

    def __init__(self, targets: Iterable[Target], near: Near) -> None:
        listed = list(targets)
        super().__init__(listed)
        self._sources = sorted({split_ref(target.ref)[0] for target in listed})
        self._near = near
        self._refs = sorted({target.ref for target in listed})

    def nearest(self, path: str) -> str | None:
        """Return the ref that a file means: of its own source, of a near one, or of the only other one. If several
        others have the name, what `ambiguous_refs` reads."""
        own = source_of_path(path)
        if own in self._sources:
            return super().nearest(path)
        near = [source for source in self._sources if source in self._near.get(own, ())]
        chosen = near or self._sources
        if len(chosen) == 1:
            return super().nearest(f"{chosen[0]}/")
        return f"{AMBIGUOUS}{AMBIGUOUS.join(self._refs)}" if chosen else None


def ambiguous_refs(target: str) -> list[str]:
    """Return the refs that a citation may mean; [] if one alone is meant."""
    return target[1:].split(AMBIGUOUS) if target.startswith(AMBIGUOUS) else []
