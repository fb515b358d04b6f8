"""Whether two units of a file state the same, but for the places, the contents and the prose of entities.

Linking reads contents, prose and places only to copy them into facts and findings, except those of Medulla: what it
exports is compared with its store.
"""

from typing import Any

import orjson

from compiler.languages.knowledge.records import Document, EntityRecord, Reference, Unit
from compiler.model.language import Restated
from compiler.model.spans import Span

_PROSE = ("context", "consequences")  # properties of decisions

Texts = dict[str, tuple[Any, Any]]


def restated(path: str, before: Unit, after: Unit) -> Restated | None:
    """Return the places, contents and prose of what a file states, before and now. None if it states something else, or
    two things of one place are in different places now."""
    if before._replace(documents=()) != after._replace(documents=()) or len(before.documents) != len(after.documents):
        return None
    spans: dict[Span, Span] = {}
    texts: dict[Span, Texts] = {}
    for old, new in zip(before.documents, after.documents, strict=True):
        if (old.path, old.format == "medulla") != (path, False) or _bare_document(old) != _bare_document(new):
            return None
        for one, other in zip(old.records, new.records, strict=True):
            place = one.span(path)
            pairs = [(place, other.span(path))]
            references = zip(one.references, other.references, strict=True)
            pairs += [(was.span(path), now.span(path)) for was, now in references]
            prose = _prose(one.properties, other.properties)
            if prose is None:
                return None
            changed: Texts = {
                "content": (one.content, other.content),
                "content_line": (one.content_line, other.content_line),
                **prose,
            }
            if texts.setdefault(place, changed) != changed or any(spans.setdefault(*pair) != pair[1] for pair in pairs):
                return None
    return Restated(spans, texts)


def _prose(before: str, after: str) -> Texts | None:
    """The prose that differs between the properties of a record, before and now; None if other properties do."""
    if before == after:
        return {}
    old, new = orjson.loads(before), orjson.loads(after)
    if [*old] != [*new] or any(type(old[name]) is not type(new[name]) for name in old):
        return None
    changed = [name for name in old if old[name] != new[name]]
    if not {*changed} <= {*_PROSE}:
        return None
    return {f"properties.{name}": (old[name], new[name]) for name in changed}


def _bare_document(document: Document) -> Document:
    return document._replace(records=tuple(map(_bare_record, document.records)))


def _bare_record(record: EntityRecord) -> EntityRecord:
    references = tuple(map(_bare_reference, record.references))
    return record._replace(
        line=0,
        last_line=0,
        column=0,
        last_column=0,
        properties="",
        content=None,
        content_line=0,
        references=references,
    )


def _bare_reference(reference: Reference) -> Reference:
    return reference._replace(line=0, column=0, end=0)
