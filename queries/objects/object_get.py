"""Whole objects: `object_get`."""

from dataclasses import fields
from typing import Any

from compiler.model.facts import Object
from compiler.model.spans import Span
from compiler.store.snapshot import ObjectRow, Snapshot
from queries.errors.query_error import QueryError
from queries.lookup.by_name import named_object, object_row
from queries.objects.tagged_objects import tagged_object
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import OBJECT, SPAN, integer, mapping, objects, string, strings
from queries.tools.tool import tool

LINKS_SHOWN = 20  # of each direction, with an object
TEXT_SHOWN = 12_000  # characters of a span's source text

LINKED = {
    "kind": string("The kind of link."),
    "ref": string("The object at the other end."),
    "title": string("Its title; absent when the link dangles."),
    "source": string("Where the link is stated: path:line."),
}


@tool(
    title="Objects",
    pack="core",
    parameters=(
        Parameter(
            "ref",
            "string",
            "A ref, or a native id such as @warden.",
            brief="A ref, or a native id.",
            aliases=("object_ref", "id", "object_id"),
            passed_as="object_ref",
        ),
        Parameter(
            "refs",
            "strings",
            "Several refs or ids, instead of object_ref.",
            brief="Several at once: refs or ids.",
            max_items=50,
            aliases=("object_refs", "ids"),
            passed_as="object_refs",
        ),
        limit_of(20, 50),
        CURSOR,
    ),
    result={
        "objects": objects(
            "In the order asked for.",
            **OBJECT,
            span=mapping("Exactly where it stands.", **SPAN),
            fields=mapping("Every field of the fact."),
            object=mapping("Objects of diagrams: type, such as seq_message or flow_node, and the fields of that type."),
            links_out=mapping(
                "Links from it.", total=integer("All of them."), links=objects("The first 20.", **LINKED)
            ),
            links_in=mapping("Links to it.", total=integer("All of them."), links=objects("The first 20.", **LINKED)),
            text=string("The source text of the span."),
        ),
        "unresolved": objects(
            "Names that fit no object or several.",
            object_ref=string("The name."),
            error=string("Why not."),
            code=string("not_found or ambiguous."),
            refs=strings("The refs of the objects that share it."),
            did_you_mean=strings("Near names."),
            hint=string("What to do next."),
        ),
    },
)
def object_get(
    snapshot: Snapshot,
    *,
    object_ref: str | None,
    object_refs: list[str] | None,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """Whole objects by ref or id: fields, links to and from them, source text. Use it to read one thing, or several,
    in full.

    An object of a diagram is shown as object too, with a type and the names that the tools of diagrams use. Links in
    and out are counted, and the first 20 each are shown; get_links has all. The span is exact. An id that
    several objects share is ambiguous: the error lists their refs. When several names are given, names that fit no
    object are listed as unresolved, and the answer has the others.
    """
    if (object_ref is None) == (object_refs is None) or object_refs == []:
        error = "Give ref, or refs with at least one of them, and not both"
        raise QueryError("invalid_argument", error, hint='{"refs": ["@warden", "@ghost"]}')
    if object_ref is not None:
        answer: dict[str, Any] = {"objects": [named_object(snapshot, object_ref, "object_ref")]}
    else:
        answer = _resolved(snapshot, object_refs or [])
    return page(
        answer, "objects", limit=limit, cursor=cursor, rows={"objects": lambda listed: _whole(snapshot, listed)}
    )


def _resolved(snapshot: Snapshot, names: list[str]) -> dict[str, Any]:
    """The objects of those names that name one, and why the others do not. Raises the first error when none does."""
    found: list[ObjectRow] = []
    errors: list[QueryError] = []
    for name in names:
        try:
            found.append(named_object(snapshot, name, "object_ref"))
        except QueryError as error:
            errors.append(error)
    if not found:
        raise errors[0]
    unresolved = [{"error": error.error, "code": error.code, **error.fields} for error in errors]
    return {"objects": found} | ({"unresolved": unresolved} if unresolved else {})


def _whole(snapshot: Snapshot, row: ObjectRow) -> dict[str, Any]:
    fact = snapshot.fact_of(row.ref)
    assert fact is not None  # every row of `object` has a fact
    text = _text(snapshot, fact.span)
    tagged = tagged_object(snapshot, fact)
    return {
        **object_row(snapshot, row),
        "span": fact.span._asdict(),
        "fields": fields_of(fact),
        **({"object": tagged} if tagged else {}),
        "links_out": _links(snapshot, row.ref, "source", "target"),
        "links_in": _links(snapshot, row.ref, "target", "source"),
        "text": text
        if len(text) <= TEXT_SHOWN
        else f"{text[:TEXT_SHOWN]}… [{len(text) - TEXT_SHOWN} characters left out]",
    }


def fields_of(fact: Object) -> dict[str, Any]:
    """Return the fields of a fact that say something, without its span and ref: not None, nor what `unsaid` has."""
    values = {field.name: getattr(fact, field.name) for field in fields(fact) if field.name not in ("span", "ref")}
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in values.items()
        if value is not None and not (name in fact.unsaid and value == fact.unsaid[name])
    }


def _links(snapshot: Snapshot, ref: str, near: str, far: str) -> dict[str, Any]:
    total = snapshot.rows(f"SELECT count(*) FROM link_full WHERE {near} = ?", (ref,))[0][0]
    sql = (
        f"SELECT link_full.kind, {far}, object_row.title, link_full.file, link_full.start_line "
        f"FROM link_full LEFT JOIN object_row ON object_row.ref = {far} "
        f"WHERE {near} = ? ORDER BY link_full.rowid LIMIT ?"
    )
    return {"total": total, "links": [_other_end(*row) for row in snapshot.rows(sql, (ref, LINKS_SHOWN))]}


def _other_end(kind: str, ref: str, title: str | None, file: str, line: int) -> dict[str, Any]:
    known = {"dangling": True} if title is None else {"title": title}
    return {"kind": kind, "ref": ref, **known, "source": f"{file}:{line}"}


def _text(snapshot: Snapshot, span: Span) -> str:
    """Return the source text of a span; "" when the span is empty."""
    lines = (snapshot.text(span.file) or "").split("\n")[max(span.start_line - 1, 0) : span.end_line]
    if not lines or span.start_line < 1:
        return ""
    chosen = [line.encode() for line in lines]
    if len(lines) == span.end_line - span.start_line + 1:  # else the span ends after the last line
        chosen[-1] = chosen[-1][: max(span.end_col - 1, 0)]
    chosen[0] = chosen[0][max(span.start_col - 1, 0) :]
    return b"\n".join(chosen).decode(errors="replace")
