"""References to what does not exist, of all languages: `get_broken_references`.

They come from three kinds of facts: what requirements, code and tests cite in vain, names that no decision, task or
note has, and links of all kinds whose target no object has. Links of kind `mentions` come from ids in prose: they are
listed apart, since a text may well speak of what is gone.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from compiler.languages.knowledge.facts import UnresolvedReference
from compiler.languages.requirements.facts import BrokenReference
from compiler.model.examples import WORK_KINDS
from compiler.model.facts import Fact, File, Mention
from compiler.store.snapshot import Snapshot
from queries.errors.near import nearest
from queries.lookup.examples import example_files
from queries.lookup.paths import path_below_root
from queries.objects.kind_filters import check_language, language_of
from queries.tools.not_understood import LINKS
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import Schema, mapping, objects, string
from queries.tools.tool import tool

MENTIONS = "mentions"
MAX_CANDIDATES = 2_000  # ids that a missing one is compared with
SCOPES = {"blocks": "k:task/", "supersedes": "k:decision/"}  # of the names that a relation of knowledge may mean
MAX_TEXT = 200  # characters of what was written

REFERENCE: dict[str, Schema] = {
    "source_id": string("The id of the object that refers to it."),
    "source_kind": string("Its kind: requirement, code, task, location, file, …"),
    "target_id": string("What it refers to, which does not exist."),
    "edge_kind": string("The kind of link: implements, blocks, exit, mentions, …"),
    "reason": string("Why it is broken: unknown_requirement, retired_assertion, …; not_found outside requirements."),
    "did_you_mean": string("The nearest id that exists; absent when none is near."),
    "text": string("Mentions: what is written."),
    "language": string("The language of the source."),
    "ref": string("The ref of the object that refers to it."),
    "source": string("Where the reference stands: path:line."),
}


class _Broken(NamedTuple):
    """A reference without a target: its place, language and kind of link, and the refs of a link, or the fact that
    states it."""

    file: str
    line: int
    language: str
    kind: str
    source: str = ""
    target: str = ""
    fact: BrokenReference | UnresolvedReference | None = None


@tool(
    title="Broken references",
    pack="core",
    parameters=(
        Parameter("language", "string", "Only references in this language, such as requirements or world."),
        Parameter("kinds", "strings", "Only references of these kinds of link, such as implements or exit."),
        Parameter("file", "string", "Only references in this file, or below this folder."),
        limit_of(100),
        CURSOR,
    ),
    result={
        "broken_references": objects(
            "Those of requirements in the order of the source, then the others by file and line.", **REFERENCE
        ),
        "mentions": objects("Ids in running text that nothing has, by file and line.", **REFERENCE),
        "by_language": mapping("How many there are in each language, mentions included."),
        "by_kind": mapping("How many there are of each kind of link."),
    },
    looks_like=LINKS,
)
def get_broken_references(
    snapshot: Snapshot,
    *,
    language: str | None,
    kinds: list[str] | None,
    file: str | None,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """Every reference to something that does not exist, in all languages, with the nearest id. Use it to repair a
    source.

    Every reference whose target does not exist, in all languages: citations of requirements, dependencies of tasks,
    exits and jumps of worlds, cross-references of diagrams, links of notes and memory, ids mentioned in text. Each with
    its place, why it is broken, and the nearest id that exists. Use it to repair a source. 100 per page.
    """
    check_language(snapshot, language)
    every = snapshot.memoize("queries.links.broken_references", _broken_references)
    file = path_below_root(snapshot, file, "file") if file else file
    kept = [broken for broken in every if _fits(broken, language, kinds, file)]
    answer: dict[str, Any] = {
        "broken_references": [broken for broken in kept if broken.kind != MENTIONS],
        "mentions": [broken for broken in kept if broken.kind == MENTIONS],
        "by_language": _counts(broken.language for broken in kept),
        "by_kind": _counts(broken.kind for broken in kept),
    }
    if not kept:
        answer["hint"] = _none_fits(every) if every else "Every reference reaches what it refers to."
    shown = _Rows(snapshot).row
    rows = {"broken_references": shown, "mentions": shown}
    return page(answer, "broken_references", "mentions", limit=limit, cursor=cursor, rows=rows)


def _fits(broken: _Broken, language: str | None, kinds: Collection[str] | None, file: str | None) -> bool:
    below = None if file is None else f"{file.rstrip('/')}/"
    return (
        (language is None or broken.language == language)
        and (not kinds or broken.kind in kinds)
        and (below is None or broken.file == file or broken.file.startswith(below))
    )


def _counts(values: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items()))


def _none_fits(every: list[_Broken]) -> str:
    by_kind = ", ".join(f"{count} {kind}" for kind, count in _counts(broken.kind for broken in every).items())
    by_language = ", ".join(f"{count} {name}" for name, count in _counts(broken.language for broken in every).items())
    return f"None fits the filter. The whole source has, by kind, {by_kind}; by language, {by_language}."


def _broken_references(snapshot: Snapshot) -> list[_Broken]:
    others = [*_unresolved(snapshot), *_dangling(snapshot)]
    found = [*_of_requirements(snapshot), *sorted(others, key=lambda broken: broken[:6])]
    # The blanks of a template lead nowhere on purpose, and so do the ids that a prompt shows as examples.
    templates, prompts = example_files(snapshot, File.kind), example_files(snapshot, WORK_KINDS[0])
    return [broken for broken in found if broken.file not in (prompts if broken.kind == MENTIONS else templates)]


def _of_requirements(snapshot: Snapshot) -> Iterator[_Broken]:
    """What requirements, code and tests cite in vain. Placeholders lack a target on purpose and are left out."""
    if BrokenReference.table in snapshot.fact_classes:
        for fact in snapshot.facts(BrokenReference):
            if fact.reason != "placeholder":
                yield _Broken(*_place(fact), "requirements", fact.edge_kind, fact=fact)


def _unresolved(snapshot: Snapshot) -> Iterator[_Broken]:
    """Names in decisions, tasks and notes that no entity has."""
    if UnresolvedReference.table in snapshot.fact_classes:
        for fact in snapshot.facts(UnresolvedReference):
            yield _Broken(*_place(fact), "knowledge", fact.relation_type, fact.ref, fact.text, fact)


def _place(fact: Fact) -> tuple[str, int]:
    return fact.span.file, fact.span.start_line


DANGLING = """
SELECT file, start_line, kind, source, target FROM link_full WHERE dangling ORDER BY file, start_line, rowid
"""


def _dangling(snapshot: Snapshot) -> Iterator[_Broken]:
    """The dangling links. Those of requirements are facts of their own, but for mentions."""
    for file, line, kind, source, target in snapshot.rows(DANGLING):
        language = language_of(snapshot, source)
        if language != "requirements" or kind == MENTIONS:
            yield _Broken(file, line, language, kind, source, target)


class _Suggestions:
    """The ids that missing ones are compared with, read once for a snapshot, and the nearest to each of these."""

    def __init__(self) -> None:
        self._ids: dict[str, list[str]] = {}
        self._nearest: dict[tuple[str, str], list[str]] = {}  # no more than there are broken references

    def nearest(self, snapshot: Snapshot, scope: str, target: str) -> list[str]:
        """Return the id nearest to one that is missing, of the objects whose refs begin with a scope; [] if none is."""
        key = scope, target
        if key not in self._nearest:
            self._nearest[key] = nearest(target, self._ids_in(snapshot, scope), 1)
        return self._nearest[key]

    def _ids_in(self, snapshot: Snapshot, scope: str) -> list[str]:
        """Return the ids of the objects whose refs begin with a scope; none if they are too many to compare."""
        if scope not in self._ids:
            sql = "SELECT ref FROM object_row WHERE ref >= ? AND ref < ? ORDER BY ref LIMIT ?"
            refs = snapshot.rows(sql, (scope, f"{scope}\U0010ffff", MAX_CANDIDATES + 1))
            self._ids[scope] = [split_ref(ref)[1] for (ref,) in refs] if len(refs) <= MAX_CANDIDATES else []
        return self._ids[scope]


class _Rows:
    """Makes the rows of one answer."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._suggestions = snapshot.memoize("queries.links.broken_references.suggestions", lambda _: _Suggestions())

    def row(self, broken: _Broken) -> dict[str, Any]:
        row = self._of_requirement(broken.fact) if isinstance(broken.fact, BrokenReference) else self._of_link(broken)
        return {**row, "language": broken.language, "source": f"{broken.file}:{broken.line}"}

    def _of_requirement(self, fact: BrokenReference) -> dict[str, Any]:
        found = self._snapshot.objects(id=fact.source, kind=fact.source_kind)
        return {
            "source_id": fact.source,
            "source_kind": fact.source_kind,
            "target_id": fact.target,
            "edge_kind": fact.edge_kind,
            "reason": fact.reason,
            **({"did_you_mean": fact.nearest} if fact.nearest else {}),
            **({"ref": found[0].ref} if found else {}),
        }

    def _of_link(self, broken: _Broken) -> dict[str, Any]:
        source = self._snapshot.object(broken.source)
        scope, target = (SCOPES.get(broken.kind, "k:"), broken.target) if broken.fact else split_ref(broken.target)
        near = self._suggestions.nearest(self._snapshot, scope, target)
        return {
            "source_id": source.id if source else broken.source,
            "source_kind": source.kind if source else "",
            "target_id": target,
            "edge_kind": broken.kind,
            "reason": "not_found",
            **({"did_you_mean": near[0]} if near else {}),
            **({"text": text} if (text := self._text(broken)) else {}),
            "ref": broken.source,
        }

    def _text(self, broken: _Broken) -> str:
        """Return a mention as it is written; "" for other references."""
        if broken.kind != MENTIONS or Mention.table not in self._snapshot.fact_classes:
            return ""
        found = self._snapshot.facts(Mention, source=broken.source, file=broken.file, start_line=broken.line)
        written = [mention.text for mention in found if mention.target is None]
        native_id = split_ref(broken.target)[1].casefold()
        exact = [text for text in written if text.casefold() == native_id]
        return (exact or written or [""])[0][:MAX_TEXT]


_NUMBER = re.compile(r"\d")
_PARTS_BEFORE_ID = {"w": 2, "k": 1, "m": 1}  # `w:<world>/<category>/<id>`, `k:<category>/<id>`


def split_ref(ref: str) -> tuple[str, str]:
    """Return what the refs of objects of the same sort begin with, and the native id of a ref.

    Example: `k:decision/` and `ADR-0012` of `k:decision/ADR-0012`; `r:REQ-d` and `REQ-d00012` of `r:REQ-d00012`.
    """
    space, _, rest = ref.partition(":")
    if space in ("r", "f"):
        number = _NUMBER.search(rest) if space == "r" else None
        return f"{space}:{rest[: number.start()] if number else ''}", rest
    parts = rest.split("/")
    before = _PARTS_BEFORE_ID.get(space, len(parts) - 1)
    return f"{space}:{''.join(f'{part}/' for part in parts[:before])}", "/".join(parts[before:])
