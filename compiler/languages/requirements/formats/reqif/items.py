"""Makes items of a document. Relations are citations of identifiers, which `tracing` resolves."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from compiler.languages.requirements.formats.outline import slug
from compiler.languages.requirements.formats.records import Cited, Item, ItemsFile, Place, Unread
from compiler.languages.requirements.formats.reqif.attributes import HEADING, INFORMATION, Named, named
from compiler.languages.requirements.formats.reqif.document import Branch, Document, SpecObject, SpecRelation
from compiler.languages.requirements.formats.reqif.format import NAME, PROOF, RELATION
from compiler.languages.requirements.formats.reqif.relations import edge_of

UNTYPED = "SPEC-OBJECT"


@dataclass(slots=True)
class _Spot:
    """Where an object stands: the name of its specification, its position there, and the titles above."""

    specification: str
    position: str
    above: tuple[str, ...]


@dataclass(slots=True)
class _Maker:
    """Makes the items of one document of a file. `member` is its path in the archive, "" outside of one."""

    document: Document
    lines: Sequence[str]
    member: str
    named: dict[str, tuple[SpecObject, Named]] = field(default_factory=dict)  # by identifier, of the first
    spots: dict[str, _Spot] = field(default_factory=dict)
    levels: dict[str, str] = field(default_factory=dict)
    counted: tuple[int, int, int] = (0, 0, 0)  # the last line, and characters and bytes of it

    def place(self, line: int, text: str = "", before: int = 0) -> Place:
        """The place of a text in a line, behind `before` characters of it, or in one of the next; the first column of
        the line where it does not stand there. An archive has no lines. A document may be a single one, so that the
        text is looked for near."""
        if self.member:
            return Place(1, 1, 1)
        for number in range(line, min(line + _NEAR, len(self.lines) + 1)):
            first = before if number == line else 0
            at = self.lines[number - 1].find(text, first, first + _NEAR_CHARACTERS) if text else -1
            if at >= 0:
                start = self._column(number, at)
                return Place(number, start, start + len(text.encode("utf-8", "surrogatepass")))
        return Place(line, 1, 1)

    def refuse(self, line: int, text: str, reason: str) -> None:
        self.document.refuse(line, text, reason)

    def items(self) -> Iterator[Item]:
        """The objects that are requirements or information, in order."""
        every = [(spec_object, self._named(spec_object)) for spec_object in self.document.objects]
        for spec_object, said in every:
            if spec_object.identifier in self.named:
                first = self.named[spec_object.identifier][0]
                reason = f"its IDENTIFIER is that of the object in line {first.first}"
                self.refuse(spec_object.first, spec_object.identifier, reason)
            else:
                self.named[spec_object.identifier] = spec_object, said
        for specification in self.document.specifications:
            said = named(list(self.document.values_of_specification(specification)), "")
            name = specification.name or said.title or said.text.partition("\n")[0] or specification.identifier
            self._walk(specification.branches, name, "", ())
        cites = self._cites()
        for spec_object, said in every:
            if said.kind != HEADING:
                is_first = self.named[spec_object.identifier][0] is spec_object
                yield self._item(spec_object, said, cites.get(spec_object.identifier, []) if is_first else [])

    def _named(self, spec_object: SpecObject) -> Named:
        if spec_object.type not in self.levels:
            of_type = self.document.object_types.get(spec_object.type)
            self.levels[spec_object.type] = of_type.name if of_type else spec_object.type or UNTYPED
            if of_type is None:
                shown = f"its type {spec_object.type} is not stated" if spec_object.type else "it has no type"
                self.refuse(spec_object.first, spec_object.identifier, shown)
        if not spec_object.identifier:
            self.refuse(spec_object.first, spec_object.name or UNTYPED, "it has no IDENTIFIER")
        return named(list(self.document.values(spec_object)), self.levels[spec_object.type])

    def _walk(self, branches: Sequence[Branch], specification: str, position: str, above: tuple[str, ...]) -> None:
        """Note where each object stands: the first place counts."""
        for number, branch in enumerate(branches, 1):
            found = self.named.get(branch.object)
            own = f"{position}{number}"
            if found is None:
                self.refuse(branch.line, branch.object, "no object has this IDENTIFIER")
            elif branch.object not in self.spots:
                self.spots[branch.object] = _Spot(specification, own, above)
            title = _title(*found) if found and found[1].kind == HEADING else ""
            self._walk(branch.below, specification, f"{own}.", (*above, title) if title else above)

    def _cites(self) -> dict[str, list[SpecRelation]]:
        """The relations of each object of the document."""
        found: dict[str, list[SpecRelation]] = {}
        for relation in self.document.relations:
            if not relation.source or not relation.target:
                self.refuse(
                    relation.line, relation.identifier, f"it has no {'TARGET' if relation.source else 'SOURCE'}"
                )
            elif any(
                end in self.named and self.named[end][1].kind == HEADING for end in (relation.source, relation.target)
            ):
                self.refuse(relation.line, relation.identifier, "it joins a heading, which is no requirement")
            else:
                found.setdefault(relation.source, []).append(relation)
        return found

    def relation(self, relation: SpecRelation) -> tuple[Cited, str]:
        """A relation as a citation, and the name of its type."""
        name = self.document.relation_types.get(relation.type) or relation.name or relation.type or RELATION
        return Cited(edge_of(name), relation.target, self.place(relation.line, relation.target, relation.before)), name

    def _item(self, spec_object: SpecObject, said: Named, relations: Sequence[SpecRelation]) -> Item:
        spot = self.spots.get(spec_object.identifier)
        own_id = said.id or spec_object.identifier or f"{self.member or 'object'}:{spec_object.first}"
        if said.id.isdecimal() and spot:
            own_id = f"{slug(spot.specification)}/{said.id}"
        linked = [self.relation(each) for each in relations]
        first, column, last, end = (1, 1, 1, 1) if self.member else self._range(spec_object)
        return Item(
            own_id,
            _title(spec_object, said),
            self.levels[spec_object.type],
            INFORMATION if said.kind == INFORMATION else said.status,
            said.text,
            first,
            last,
            end,
            cites=tuple(cited for cited, _ in linked),
            fields=tuple(self._fields(spec_object, said, spot)),
            details=(("identifier", spec_object.identifier), *(("relation", name) for _, name in linked)),
            column=column,
        )

    def _range(self, spec_object: SpecObject) -> tuple[int, int, int, int]:
        """The first line and column of an object, and the last ones; columns in bytes from 1."""
        return (
            spec_object.first,
            self._column(spec_object.first, spec_object.before),
            spec_object.last,
            self._column(spec_object.last, spec_object.end),
        )

    def _column(self, number: int, before: int) -> int:
        """The column behind a number of characters of a line. Objects are asked for in order, so that a long line is
        counted once."""
        line, characters, counted = self.counted
        if line != number or before < characters:
            characters, counted = 0, 0
        text = self.lines[number - 1]
        counted += len(text[characters:before].encode("utf-8", "surrogatepass"))
        self.counted = number, min(before, len(text)), counted
        return counted + 1

    def _fields(self, spec_object: SpecObject, said: Named, spot: _Spot | None) -> Iterator[tuple[str, str]]:
        fields: dict[str, str] = {}
        for name, text in said.others:
            fields[name] = f"{fields[name]}\n\n{text}" if name in fields else text
        if said.kind == INFORMATION and said.status:
            fields.setdefault("status", said.status)
        if spot:
            fields |= {"specification": spot.specification, "position": spot.position}
            if spot.above:
                fields["section"] = " / ".join(spot.above)
        if self.member:
            fields["member"] = f"{self.member}:{spec_object.first}"
        yield from fields.items()

    def strangers(self) -> Iterator[tuple[str, str]]:
        """The relations of objects of other documents, as settings."""
        for relation in self.document.relations:
            if relation.source and relation.target and relation.source not in self.named and relation.source:
                cited, name = self.relation(relation)
                yield RELATION, json.dumps([relation.source, name, *cited[:2], *cited.place, relation.identifier])


_NEAR = 40  # lines of a relation
_NEAR_CHARACTERS = 10_000  # of a line


def _title(spec_object: SpecObject, said: Named) -> str:
    """The title of an object: that of an attribute, or its own name if that is no id."""
    own = spec_object.name if spec_object.name not in (said.id, spec_object.identifier) else ""
    return (said.title or own).partition("\n")[0].strip()


def items_of(path: str, document: Document, text: str, member: str = "") -> ItemsFile:
    """Return the items of a document, and what in it is read as text."""
    maker = _Maker(document, text.split("\n"), member)
    items = tuple(maker.items())
    unread = tuple(
        Unread(finding.text[:80] or NAME, f"{finding.reason}{f' ({member}:{finding.line})' if member else ''}",
               maker.place(min(max(finding.line, 1), len(maker.lines)), finding.text))
        for finding in document.findings
    )  # fmt: skip
    return ItemsFile(NAME, path, items, (), unread, ((PROOF, member), *maker.strangers()))
