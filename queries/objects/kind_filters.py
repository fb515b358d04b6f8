"""Objects chosen by their kind and language, among the refs that a walk over links reaches."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from compiler.model.facts import file_ref
from compiler.store.link_walk import kinds_of
from compiler.store.snapshot import Snapshot
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.lookup.by_name import check_kinds, object_kinds
from queries.tools.parameters import Parameter, echoed

OBJECT_KINDS = Parameter("object_kinds", "strings", "Only objects of these kinds, such as task or node.")
LANGUAGE = Parameter(
    "language",
    "string",
    "Only objects of this language: world, diagrams, requirements, knowledge, memory, instructions or documents.",
)

# The first letter of a ref names the language of its object. Files (f:) have the language that read them.
SPACES: Mapping[str, str] = {
    "w": "world",
    "d": "diagrams",
    "s": "diagrams",  # sessions
    "r": "requirements",
    "k": "knowledge",
    "m": "memory",
    "i": "instructions",
}


class ObjectFilter(NamedTuple):
    """The kinds and the language that objects must have; None for any."""

    kinds: Sequence[str] | None = None
    language: str | None = None

    @property
    def is_empty(self) -> bool:
        return not self.kinds and self.language is None

    def kept(self, snapshot: Snapshot, refs: Iterable[str]) -> set[str]:
        """Return the refs that fit. A ref without an object has a language, but no kind."""
        found = set(refs)
        if self.language is not None:
            found = {ref for ref in found if language_of(snapshot, ref) == self.language}
        if self.kinds:
            chosen = set(self.kinds)
            found = {ref for ref, kind in kinds_of(snapshot, sorted(found)).items() if kind in chosen}
        return found

    def __str__(self) -> str:
        """Return the filter as words for a hint: ` of kind task, node and of language knowledge`."""
        parts = [f"of kind {', '.join(self.kinds)}"] if self.kinds else []
        parts += [f"of language {self.language}"] if self.language is not None else []
        return "".join(f" {part}" for part in parts)


def object_filter(snapshot: Snapshot, kinds: Sequence[str] | None, language: str | None) -> ObjectFilter:
    """Return the filter of a call. Raises QueryError `not_found` for a kind or a language that does not exist."""
    check_kinds(kinds, object_kinds(snapshot), "object")
    check_language(snapshot, language)
    return ObjectFilter(kinds, language)


def check_language(snapshot: Snapshot, language: str | None) -> None:
    """Raise QueryError `not_found` if there is no language of this name."""
    known = sorted({"documents", *SPACES.values(), *snapshot.meta.get("languages", ())})
    if language is not None and language not in known:
        raise QueryError(
            "not_found",
            "There is no language with this name",
            language=echoed(language),
            did_you_mean=nearest(language, known, 1),
            known_languages=known,
        )


def language_of(snapshot: Snapshot, ref: str) -> str:
    """Return the language of the object with a ref, whether it exists or not; "" for a file that was not read."""
    space = ref.partition(":")[0]
    if space == "f" and "#" in ref:  # a section of a page
        return "documents"
    return SPACES.get(space) or snapshot.memoize("queries.file_languages", _file_languages).get(ref, "")


def _file_languages(snapshot: Snapshot) -> dict[str, Any]:
    found = snapshot.rows("SELECT path, language FROM fact_file_read")
    return {file_ref(path): language for path, language in found}
