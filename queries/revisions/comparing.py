"""What changed between two revisions: `compare_revisions`."""

from typing import Any

from compiler.workspace.interface import OpenRevision, Workspace
from queries.errors.near import nearest
from queries.revisions.difference import CHANGES, Change, Difference, FieldChange
from queries.revisions.opening import REVISION, open_revision, revision_row
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.render import abbreviated
from queries.tools.schemas import boolean, integer, mapping, objects, string, strings
from queries.tools.tool import tool

VALUE_SHOWN = 300  # characters of a text field
SHORT_VALUE = 30  # characters of a value that a short row shows
MAX_CACHED = 4  # differences
ABOUT = ("object", "link", "diagnostic")


CHANGE_ROW = {
    "about": string("object, link or diagnostic."),
    "change": string("added, removed, changed, moved (to another file) or renamed (a file)."),
    "kind": string("Of the object or link; the code of the diagnostic."),
    "name": string("The ref of the object; `source -> target` of the link; the message of the diagnostic."),
    "title": string("Of the object; the severity of the diagnostic; `dangling` for such a link."),
    "before": string("path:line in the base."),
    "after": string("path:line in the target."),
    "was": string("The ref before a file was renamed."),
    "fields": objects(
        "What changed in an object.",
        field=string("Its name."),
        values=mapping("before and after; of two lists of texts, which were removed and which added."),
    ),
    "what": string("With about and kinds, in place of fields: what changed, such as status: Draft → Active, text."),
}
CHECKSUMS = ("checksum", "sha256")  # fields that stand for a text
SHORT_ROW = ("change", "kind", "name", "title", "was")


@tool(
    title="What changed between two revisions",
    pack="core",
    parameters=(
        Parameter(
            "base",
            "string",
            "What to compare with: a branch, tag, commit, date or source:NAME.",
            required=True,
            brief="Branch, tag, commit, date or source:NAME.",
            aliases=("from",),
        ),
        Parameter(
            "target",
            "string",
            "What to compare; left out, the source as it is served.",
            brief="Default: as served.",
            aliases=("to",),
        ),
        Parameter("about", "string", "Only changes of objects, of links or of diagnostics.", choices=ABOUT),
        Parameter("change", "string", "Only changes of this sort.", choices=CHANGES),
        Parameter(
            "kinds", "strings", "Only these kinds of objects or links, or codes of diagnostics.", aliases=("kind",)
        ),
        limit_of(50),
        CURSOR,
    ),
    result={
        "base": REVISION,
        "target": REVISION,
        "identical": boolean("True when both hold the same files."),
        "counts": mapping(
            "How many changes there are in all.",
            objects=mapping("By kind of object, then by sort of change."),
            links=mapping("By kind of link, then by sort of change."),
            diagnostics=mapping("By code, then by sort of change."),
        ),
        "shifted": integer("How many objects say the same on other lines of the same file; they are no changes."),
        "changes": objects(
            "Objects by kind, then links by kind, then diagnostics; of a kind added, removed, changed, moved, renamed.",
            **CHANGE_ROW,
        ),
        "did_you_mean": strings("Kinds that changed, when those that were asked for did not."),
    },
    may_run_long=True,
    needs_workspace=True,
)
def compare_revisions(
    workspace: Workspace,
    *,
    base: str,
    target: str | None,
    about: str | None,
    change: str | None,
    kinds: list[str] | None,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """What changed in meaning between two revisions: objects, fields, links, diagnostics, with lines. Use it to review
    a branch; query_facts with base filters further.

    Objects are added, removed, or changed field by field. Each change has its line on both sides. The counts cover
    everything, whatever the filters. A revision is a branch, a tag, a commit (or its first digits), any of them with ~N
    or ^N, or a date such as 2026-03-01, which stands for the last commit by then; main@{2026-03-01} for the last of
    main. An object that only stands on other lines is not changed. source:NAME is another source, where list_revisions
    names any. With about and kinds the rows are short: what changed in a word, with values of up to 30 characters;
    without one of them the rows have the values.
    """
    before, after = open_revision(workspace, base, "base"), open_revision(workspace, target, "target")
    difference = _difference(workspace, before, after)
    shown = [
        changed
        for changed in difference.changes
        if about in (None, changed.about) and change in (None, changed.change) and (not kinds or changed.kind in kinds)
    ]
    answer: dict[str, Any] = {
        "base": revision_row(base, before),
        "target": revision_row(target, after),
        "identical": before.snapshot.id == after.snapshot.id,
        "counts": difference.counts(),
        "shifted": difference.shifted,
        "changes": shown,
    }
    if kinds and not shown:
        answer["did_you_mean"] = _near(difference, kinds)
    is_short = about is not None and bool(kinds)
    return page(answer, "changes", limit=limit, cursor=cursor, rows={"changes": short_row if is_short else change_row})


def _difference(workspace: Workspace, before: OpenRevision, after: OpenRevision) -> Difference:
    """Return the difference of two revisions. The last ones are cached."""
    cache: dict[tuple[str, str], Difference] = workspace.memoize("queries.revisions.differences", lambda _: {})
    pair = (before.snapshot.id, after.snapshot.id)
    found = cache.pop(pair, None) or Difference(before.snapshot, after.snapshot)
    _ = found.changes  # computed before it is cached, since this may be cancelled
    cache[pair] = found
    while len(cache) > MAX_CACHED:
        cache.pop(next(iter(cache)), None)
    return found


def change_row(difference: Change) -> dict[str, Any]:
    """Return a change as answers show it."""
    row = {name: value for name, value in difference._asdict().items() if value not in (None, "", ())}
    if difference.fields:
        row["fields"] = [_field(field) for field in difference.fields]
    return row


def short_row(difference: Change) -> dict[str, Any]:
    """Return a change as answers show it to a question about some kinds: a name, a word, and one line."""
    row = {name: value for name in SHORT_ROW if (value := getattr(difference, name))}
    what = ", ".join(map(_in_a_word, difference.fields or ()))
    place = (
        {"after": difference.after} if difference.after else {"before": difference.before} if difference.before else {}
    )
    return row | ({"what": what} if what else {}) | place


def _in_a_word(field: FieldChange) -> str:
    """Return a changed field as `status: Draft → Active`, and one with long values as its name."""
    if field.field in CHECKSUMS:
        return "text"
    values = ["none" if value in (None, "") else str(value) for value in (field.before, field.after)]
    is_short = not any(isinstance(value, list | tuple | dict) for value in (field.before, field.after))
    if is_short and all(len(value) <= SHORT_VALUE for value in values):
        return f"{field.field}: {values[0]} → {values[1]}"
    return field.field


def _field(field: FieldChange) -> dict[str, Any]:
    """Return a changed field as a row. Of two lists of texts only the difference is shown."""
    values: dict[str, Any] = {"before": field.before, "after": field.after}
    if _is_list_of_texts(field.before) and _is_list_of_texts(field.after):
        removed = [value for value in field.before if value not in field.after]
        added = [value for value in field.after if value not in field.before]
        values = {"removed": removed or None, "added": added or None} if removed or added else values
    shown = {
        name: abbreviated(value, VALUE_SHOWN, "object_get shows those of the target")
        for name, value in values.items()
        if value is not None
    }
    return {"field": field.field, "values": shown}


def _is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)


def _near(difference: Difference, kinds: list[str]) -> list[str]:
    """Return the changed kinds with a name near to one of `kinds`, else all changed kinds."""
    changed = {change.kind for change in difference.changes}
    return [other for kind in kinds for other in nearest(kind, changed, 1)] or sorted(changed)
