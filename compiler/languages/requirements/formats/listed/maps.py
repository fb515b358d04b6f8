"""Reads maps in YAML: requirements with the files that implement and test them, and files with their requirements."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from compiler.languages.requirements.formats.listed.cells import (
    decision_names,
    file_name,
    ids_in,
    is_path,
    plain_text,
)
from compiler.languages.requirements.formats.listed.format import EVIDENCE, MATRIX, NAME, OWN_PLACE
from compiler.languages.requirements.formats.listed.ids import is_id, is_of_other, is_of_requirement, scheme_of
from compiler.languages.requirements.formats.listed.words import meaning_of, names_requirements, plain_name
from compiler.languages.requirements.formats.records import (
    DECISION,
    MAP,
    NAMED,
    Cited,
    Item,
    ItemsFile,
    Need,
    Place,
    Tag,
)
from compiler.text.yaml import YamlError, compose

Node = Any
MAX_NODES = 200_000
FROM_TEXT, FROM_TITLE = 2, 0  # ranks of what states a requirement
_KEYS_OF_IDS = {
    "id",
    "ids",
    "req",
    "reqs",
    "requirement",
    "requirements",
    "requirement id",
    "req id",
    "key",
    "ref",
    "uid",
}
_CITING = {"requirements", "requirement", "requirement ids", "requirement id", "reqs", "req", "req ids", "covers"}
_CITING |= {"implements", "satisfies", "verifies", "validates", "traces", "traces to", "covers requirements"}
_DECISIONS = {"decision", "decisions"}
_VERIFYING = {"verifies", "validates"}
_PATHS = {"path", "paths", "file", "files", "glob", "globs", "pattern", "patterns", "module", "modules", "component"}
_PATHS |= {"source", "sources"}
_TEXTS = {"text", "description", "statement", "requirement", "shall", "spec"}


def read_map(path: str, text: str) -> ItemsFile | None:
    """Return what a file of YAML says of requirements; None if it says nothing of them."""
    try:
        root = compose(text, may_use_c=True)
    except YamlError:
        return None
    if root is None or root.id == "scalar":
        return None
    name = path.rpartition("/")[2].rpartition(".")[0]
    is_named = names_requirements(name) or "trac" in name.lower()
    reader = _Reader(text.removeprefix("\ufeff").split("\n"), is_named)
    reader.read(root)
    if not reader.items and not reader.tags:
        return None
    proves = is_named or any(is_of_requirement(item.id) for item in reader.items)
    return ItemsFile(NAME, path, tuple(reader.items), tuple(reader.tags), is_candidate=not proves or not reader.items)


@dataclass(slots=True)
class _Said:
    """What a map says of one requirement: title, text, status and level; other named texts; and its parents."""

    texts: dict[str, str] = field(default_factory=dict)
    fields: list[tuple[str, str]] = field(default_factory=list)
    parents: list[Cited] = field(default_factory=list)


@dataclass(slots=True)
class _Reader:
    """Reads the nodes of one file."""

    lines: list[str]
    is_named: bool
    items: list[Item] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    left: int = MAX_NODES

    def read(self, root: Node) -> None:
        """Read all mappings below a node, in the order of the file."""
        waiting = [root]
        seen: set[int] = set()
        while waiting:
            node = waiting.pop()
            self.left -= 1
            if self.left < 0 or id(node) in seen:
                continue
            seen.add(id(node))
            if node.id == "sequence":
                waiting += reversed(node.value)
            elif node.id == "mapping":
                self._mapping(node)
                waiting += reversed([value for _, value in node.value])

    def _mapping(self, node: Node) -> None:
        pairs = [(key.value, key, value) for key, value in node.value if key.id == "scalar"]
        self._record(node, pairs)
        self._inverse_record(pairs)
        for name, key, value in pairs:
            if self._is_own(name):
                self._requirement(name, key, value)
            elif is_path(name):
                for cited, kind in _cited_in(value):
                    self._tag(name, kind, cited)

    def _is_own(self, word: str) -> bool:
        """Whether a word of the map is the id of a requirement."""
        return is_id(word) and not is_of_other(word) and (self.is_named or is_of_requirement(word))

    def _record(self, node: Node, pairs: Sequence[tuple[str, Node, Node]]) -> None:
        """Read a mapping with a key for the id: `- id: REQ-1`."""
        for name, _, value in pairs:
            if plain_name(name) in _KEYS_OF_IDS and value.id == "scalar" and self._is_own(value.value):
                self._requirement(value.value, value, node)
                return

    def _inverse_record(self, pairs: Sequence[tuple[str, Node, Node]]) -> None:
        """Read a mapping of files to requirements: `- path: src/a.c` with `requirements: [REQ-1]`."""
        named = [
            value for name, _, value in pairs if plain_name(name) in _PATHS or meaning_of(name) in ("test", "code")
        ]
        citing = [(plain_name(name), value) for name, _, value in pairs if plain_name(name) in _CITING]
        if not named or not citing:
            return
        for value in named:
            for scalar in _scalars(value):
                if is_path(scalar.value):
                    for word, cited in citing:
                        for cited_id, _ in _cited_in(cited):
                            self._tag(scalar.value, "verifies" if word in _VERIFYING else "", cited_id)

    def _requirement(self, key: str, at: Node, value: Node) -> None:
        """Read what a map says of a requirement, whose id stands at a node."""
        place = self._place(at, len(key))
        said = _Said()
        if value.id != "mapping":
            for scalar in _scalars(value):
                if is_path(scalar.value):
                    self._add_tags(scalar.value, "", key, place)
                elif value.id == "scalar" and " " in scalar.value.strip():
                    said.texts["text"] = scalar.value
        for name, _, below in _pairs(value):
            self._read_pair(said, key, place, name, below)
        if {"title", "text"} & said.texts.keys():
            self._add_item(key, at, value, place, said)

    def _read_pair(self, said: "_Said", key: str, place: Place, name: str, below: Node) -> None:
        """Read a pair of a requirement. What it says of files and decisions becomes tags."""
        meaning, plain = meaning_of(name), plain_name(name)
        shown = below.value if below.id == "scalar" else ""
        if plain in _TEXTS and shown:
            said.texts["text"] = shown
        elif meaning in ("title", "status", "level") and shown:
            said.texts[meaning] = shown
        elif meaning == "parent":
            for scalar in _scalars(below):
                at = self._place(scalar, len(scalar.value))
                said.parents += [Cited("refines", parent, at) for parent, _, _ in ids_in(scalar.value) if parent != key]
        elif meaning == "decision" or plain in _DECISIONS:
            for scalar in _scalars(below):
                for decision in decision_names(scalar.value):
                    self.tags.append(Tag(DECISION, "", Cited("addresses_requirement", key, place), on=decision))
        elif plain not in _KEYS_OF_IDS:
            for relation, target in _relations(below):
                if meaning_of(relation) == "parent" and is_id(target.value) and target.value != key:
                    place_of_target = self._place(target, len(target.value))
                    said.parents.append(Cited("refines", target.value, place_of_target))
            for kind, scalar in _traced(meaning, below):
                self._add_tags(scalar.value, kind, key, place)
            if shown and plain:
                said.fields.append((plain, plain_text(shown)))

    def _add_item(self, key: str, at: Node, value: Node, place: Place, said: "_Said") -> None:
        """Add a requirement. A map that has its title alone states only what no other place does."""
        first = at.start_mark.line + 1
        last = max(first, value.end_mark.line + (value.end_mark.column > 0))
        while last > first and not self.lines[min(last, len(self.lines)) - 1].strip():
            last -= 1
        last = min(last, len(self.lines))
        title, text = said.texts.get("title", ""), said.texts.get("text", "")
        basis = "an entry of a map" + ("" if text else " that has its title alone")
        rank = FROM_TEXT if text else FROM_TITLE
        self.items.append(
            Item(
                key,
                title if text else "",
                said.texts.get("level") or "requirement",
                said.texts.get("status", ""),
                text or title,
                first,
                last,
                len(self.lines[last - 1].encode()) + 1,
                (Need(EVIDENCE, place, f"It needs a test that cites {key}, or one that a map names."),),
                tuple(said.parents),
                (*said.fields, ("basis", basis)),
                (("place", OWN_PLACE if text else MATRIX), ("rank", str(rank)), ("scheme", scheme_of(key))),
            )
        )

    def _add_tags(self, written: str, kind: str, key: str, place: Place) -> None:
        for name in file_name(written):
            kind_of_name = MAP if name.is_plain else NAMED
            self.tags.append(Tag(kind_of_name, "", Cited(kind or "covers", key, place), on=name.name))

    def _tag(self, path: str, kind: str, cited: Node) -> None:
        for key, start, end in ids_in(cited.value):
            place = self._place(cited, end, start)
            for name in file_name(path):
                kind_of_name = MAP if name.is_plain else NAMED
                self.tags.append(Tag(kind_of_name, "", Cited(kind or "covers", key, place), on=name.name))

    def _place(self, node: Node, end: int, start: int = 0) -> Place:
        number = node.start_mark.line
        line = self.lines[number] if number < len(self.lines) else ""
        column = node.start_mark.column + (1 if node.style in ("'", '"') else 0)
        before, within = line[: column + start], line[: column + end]
        return Place(number + 1, len(before.encode()) + 1, len(within.encode()) + 1)


def _pairs(node: Node) -> Iterator[tuple[str, Node, Node]]:
    if node.id == "mapping":
        yield from ((key.value, key, value) for key, value in node.value if key.id == "scalar")


def _scalars(node: Node) -> Iterator[Node]:
    """Give the values of a node: it, or the elements of a list."""
    if node.id == "scalar":
        yield node
    elif node.id == "sequence":
        for child in node.value:
            if child.id == "scalar":
                yield child
            elif child.id == "mapping":
                for name, _, value in _pairs(child):
                    if plain_name(name) in _PATHS and value.id == "scalar":
                        yield value


def _relations(node: Node) -> Iterator[tuple[str, Node]]:
    """Give what a list of links names, each with its relation: `- type: derives-from`, `target: REQ-1`."""
    for entry in node.value if node.id == "sequence" else ():
        said = {plain_name(name): value for name, _, value in _pairs(entry) if value.id == "scalar"}
        relation, target = said.get("type") or said.get("relation"), said.get("target") or said.get("to")
        if relation and target:
            yield relation.value, target


def _cited_in(node: Node) -> Iterator[tuple[Node, str]]:
    """Give the values with ids below the key of a file, and what they say: `verifies`, or ""."""
    for scalar in _scalars(node):
        yield scalar, ""
    for name, _, value in _pairs(node):
        plain = plain_name(name)
        if plain in _CITING:
            yield from ((scalar, "verifies" if plain in _VERIFYING else "") for scalar in _scalars(value))


def _traced(meaning: str, node: Node) -> Iterator[tuple[str, Node]]:
    """Give the files that a key of a requirement names, with what they do; also those one level below: `links: {code:
    …, tests: …}`. A file under a name that says nothing does what its place says."""
    kind = {"test": "verifies", "code": "implements"}.get(meaning, "")
    if kind:
        yield from ((kind, scalar) for scalar in _scalars(node))
    for name, _, value in _pairs(node):
        inner = {"test": "verifies", "code": "implements"}.get(meaning_of(name), kind)
        if inner:
            yield from ((inner, scalar) for scalar in _scalars(value))
