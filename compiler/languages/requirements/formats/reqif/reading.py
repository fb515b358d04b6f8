"""Makes a document of the records of a text: types, objects, relations and specifications, as written."""

from collections.abc import Iterator

from compiler.languages.requirements.formats.reqif.document import (
    MAX_FINDINGS,
    Branch,
    Definition,
    Document,
    Finding,
    ObjectType,
    Specification,
    SpecObject,
    SpecRelation,
    Value,
)
from compiler.languages.requirements.formats.reqif.elements import ROOT, Element, is_document, read_records
from compiler.languages.requirements.formats.reqif.xhtml import text_of

MAX_LEVELS = 60  # of a hierarchy
_DEFINITION, _VALUE = "ATTRIBUTE-DEFINITION-", "ATTRIBUTE-VALUE-"
_NAME = "LONG-NAME"


def read_document(text: str) -> Document:
    """Return what a text states; nothing if it is no document of ReqIF."""
    document = Document()
    if not is_document(text):
        document.refuse(1, text.strip()[:40].partition("\n")[0], f"it has no {ROOT} element")
        return document
    records, findings = read_records(text)
    for finding in _bounded(findings):
        document.refuse(*finding)
    for record in records:
        _add(document, record)
    return document


def _bounded(findings: list[Finding]) -> list[Finding]:
    """As many findings as are noted: the first ones, how many are not shown, and the last one, which may say that
    reading ended there."""
    if len(findings) <= MAX_FINDINGS:
        return findings
    hidden = findings[MAX_FINDINGS - 2 : -1]
    more = Finding(hidden[0].line, "", f"{len(hidden):,} more records from here on have mistakes")
    return [*findings[: MAX_FINDINGS - 2], more, findings[-1]]


def _add(document: Document, record: Element) -> None:
    identifier, name = record.get("IDENTIFIER"), record.get(_NAME)
    match record.name:
        case "DATATYPE-DEFINITION-ENUMERATION":
            _add_choices(document, record)
        case "SPEC-OBJECT-TYPE" | "SPECIFICATION-TYPE":
            definitions = tuple(_add_definitions(document, record))
            if record.name == "SPEC-OBJECT-TYPE":
                document.object_types.setdefault(identifier, ObjectType(name or identifier, definitions))
        case "SPEC-RELATION-TYPE":
            document.relation_types.setdefault(identifier, name or identifier)
        case "SPEC-OBJECT":
            values = tuple(_values(record.child("VALUES")))
            place = record.first, record.before, record.last, record.end
            document.objects.append(SpecObject(identifier, name, _reference(record, "TYPE"), values, *place))
        case "SPEC-RELATION":
            ends = _reference(record, "SOURCE"), _reference(record, "TARGET")
            relation = SpecRelation(identifier, name, _reference(record, "TYPE"), *ends, record.first, record.before)
            document.relations.append(relation)
        case "SPECIFICATION":
            branches = tuple(_branches(record, MAX_LEVELS))
            values = tuple(_values(record.child("VALUES")))
            document.specifications.append(Specification(identifier, name, values, branches))


def _add_choices(document: Document, record: Element) -> None:
    """Add the values of an enumeration. One without a name has its key."""
    values = record.child("SPECIFIED-VALUES")
    for element in values.elements() if values else ():
        key = next((each.get("KEY") for part in element.elements() for each in part.elements()), "")
        document.choices.setdefault(element.get("IDENTIFIER"), element.get(_NAME) or key or element.get("IDENTIFIER"))


def _add_definitions(document: Document, record: Element) -> Iterator[str]:
    attributes = record.child("SPEC-ATTRIBUTES")
    for element in attributes.elements() if attributes else ():
        identifier = element.get("IDENTIFIER")
        if element.name.startswith(_DEFINITION) and identifier:
            default = next(_values(element.child("DEFAULT-VALUE")), None)
            name = element.get(_NAME) or identifier
            document.definitions.setdefault(
                identifier, Definition(name, element.name.removeprefix(_DEFINITION), default)
            )
            yield identifier


def _values(element: Element | None) -> Iterator[Value]:
    """The values that an element holds."""
    for child in element.elements() if element else ():
        if not child.name.startswith(_VALUE):
            continue
        kind = child.name.removeprefix(_VALUE)
        chosen = child.child("VALUES")
        choices = tuple(each.text() for each in chosen.elements()) if chosen and kind == "ENUMERATION" else ()
        formatted = child.child("THE-VALUE")
        text = text_of(formatted) if formatted else child.get("THE-VALUE")
        yield Value(_reference(child, "DEFINITION"), kind, text, choices)


def _reference(element: Element, name: str) -> str:
    """The identifier that a part of an element names; "" for none."""
    part = element.child(name)
    return next((child.text() for child in part.elements()), part.text()) if part else ""


def _branches(element: Element, levels: int) -> Iterator[Branch]:
    below = element.child("CHILDREN")
    for child in below.elements() if below and levels else ():
        if child.name == "SPEC-HIERARCHY":
            yield Branch(_reference(child, "OBJECT"), child.first, tuple(_branches(child, levels - 1)))
