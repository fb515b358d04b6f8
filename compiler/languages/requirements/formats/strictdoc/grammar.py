"""The grammar of a document: which nodes it has, with which fields in which order, values and relations."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from compiler.languages.requirements.formats.strictdoc.nodes import Field, Node

_IMPORT = re.compile(r"IMPORT_FROM_FILE:[ ]*(\S.*)")
_ELEMENT = re.compile(r"- TAG:[ ]*(\S+)")
_FIELD = re.compile(r"[ ]{2}- TITLE:[ ]*(\S.*)")
_TYPE = re.compile(r"[ ]{4}TYPE:[ ]*(\S.*)")
_REQUIRED = re.compile(r"[ ]{4}REQUIRED:[ ]*True")
_RELATION = re.compile(r"[ ]{2}- TYPE:[ ]*(\S+)")
_ROLE = re.compile(r"[ ]{4}ROLE:[ ]*(\S.*)")
_CHOICE = re.compile(r"SingleChoice\(([^()]*)\)")


@dataclass(slots=True)
class Element:
    """A kind of nodes: its fields in order with their types, those that it must have, and its relations with roles."""

    fields: dict[str, str] = field(default_factory=dict)
    required: set[str] = field(default_factory=set)
    relations: list[tuple[str, str]] = field(default_factory=list)


_DEFAULT = ("UID", "LEVEL", "STATUS", "TAGS", "TITLE", "STATEMENT", "RATIONALE", "COMMENT")
_OPEN = ("TBD", "TBC")  # values of any choice
_ANY = frozenset(["MID"])  # of documents with ENABLE_MID


def default_grammar() -> dict[str, Element]:
    """The grammar of a document that states none."""
    parent = [("Parent", ""), ("File", ""), ("Child", "")]
    return {"REQUIREMENT": Element(dict.fromkeys(_DEFAULT, "String"), set(), parent)}


def read_grammar(lines: Sequence[str]) -> dict[str, Element] | None:
    """Return the elements that the lines of a grammar state; None if it stands in another file (`imported`)."""
    found: dict[str, Element] = {}
    element: Element | None = None
    name = ""
    for line in lines:
        if line.startswith("IMPORT_FROM_FILE:"):
            return None
        if one := _ELEMENT.match(line):
            element = found[one[1]] = Element()
        elif element is None:
            continue
        elif one := _FIELD.match(line):
            name = one[1].strip()
            element.fields[name] = ""
        elif (one := _TYPE.match(line)) and name:
            element.fields[name] = one[1].strip()
        elif _REQUIRED.match(line) and name:
            element.required.add(name)
        elif one := _RELATION.match(line):
            element.relations.append((one[1], ""))
        elif (one := _ROLE.match(line)) and element.relations:
            element.relations[-1] = element.relations[-1][0], one[1].strip()
    return found


def imported(lines: Sequence[str]) -> str:
    """Return the file that a grammar is in, as written; "" if it stands here."""
    return next((found[1].strip() for line in lines if (found := _IMPORT.match(line))), "")


def dumped(grammar: Mapping[str, Element]) -> str:
    """Return a grammar as JSON, which `loaded` reads."""
    rows = {tag: [element.fields, sorted(element.required), element.relations] for tag, element in grammar.items()}
    return json.dumps(rows)


def loaded(text: str) -> dict[str, Element]:
    """Return the grammar that `dumped` wrote."""
    return {
        tag: Element(fields, set(required), [(kind, role) for kind, role in relations])
        for tag, (fields, required, relations) in json.loads(text).items()
    }


def problems(node: Node, grammar: dict[str, Element]) -> Iterator[tuple[int, str]]:
    """The lines of a node that the program refuses by the grammar of its document, each with the reason."""
    element = grammar.get(node.tag)
    if element is None:
        yield node.first, f"the grammar of the document has no {node.tag}"
        return
    order = list(element.fields)
    last = -1
    for one in node.fields:
        if one.name not in element.fields:
            if one.name not in _ANY:
                yield one.line, f"the grammar of the document has no field {one.name} in {node.tag}"
            continue
        place = order.index(one.name)
        if place < last:
            yield one.line, f"{one.name} stands behind a field that it must stand before"
        last = max(last, place)
        if reason := _wrong_value(one, element.fields[one.name]):
            yield one.line, reason
    stated = {stated.name for stated in node.fields}
    for name in element.fields:
        if name in element.required and name not in stated:
            yield node.first, f"it has no {name}, which the grammar of the document requires"
    for relation in node.relations:
        if (relation.type, relation.role) not in element.relations:
            shown = f"{relation.type} / {relation.role}" if relation.role else relation.type
            yield relation.line, f"the grammar of the document has no relation {shown} in {node.tag}"


def _wrong_value(stated_field: Field, kind: str) -> str:
    """Why a value is none of its type, "" if it is."""
    if not (found := _CHOICE.match(kind)):
        return ""
    choices = [each.strip() for each in found[1].split(",")]
    return (
        ""
        if stated_field.value.strip() in (*choices, *_OPEN)
        else f"{stated_field.name} is one of {', '.join(choices)}"
    )
