"""What differs between two revisions: what came, went and changed, in words."""

from collections.abc import Mapping
from typing import Any

from queries.errors.query_error import QueryError
from server.explorer.page import Ask, Page
from server.explorer.pages.relation_rows import Json

IN_PAGE = 50
MAX_REVISIONS = 200  # to choose from
MAX_DIAGRAMS = 100
WORDS = {"added": "came", "removed": "went", "changed": "changed", "moved": "moved", "renamed": "renamed"}
OF_TEXT = ("sha256", "ast", "ordinal")  # fields that follow from a text
OF_DIAGRAM = ("text", *OF_TEXT)  # a diagram has a page that shows more than its text
MAX_VALUE = 600  # characters of a value


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the values of the page: without `base` the revisions to choose from, else what differs since, up to
    `target` or what is served."""
    chosen = {name: parameters.get(name, "") for name in ("base", "target", "about", "change", "kind")}
    values: Json = {"chosen": chosen, "revisions": revisions_to_choose(ask), "found": None}
    if not chosen["base"] or not values["revisions"]["revisions"]:
        return values
    between = {"base": chosen["base"], "target": chosen["target"] or None}
    found = ask(
        "compare_revisions",
        **between,
        # With both, an answer leaves out the values. Few kinds (edge, exit, xref) are of objects and of links.
        about=None if chosen["kind"] else chosen["about"] or None,
        change=chosen["change"] or None,
        kinds=[chosen["kind"]] if chosen["kind"] else None,
        limit=IN_PAGE,
        cursor=parameters.get("cursor"),
    )
    diagrams = ask("compare_revisions", **between, about="object", kinds=["diagram"], limit=MAX_DIAGRAMS)
    return {
        **values,
        "found": found,
        "changes": [
            _told(change) for change in found["changes"] if change["about"] == (chosen["about"] or change["about"])
        ],
        "counts": _counts(found["counts"]),
        "diagrams": {} if chosen["target"] else diagrams,
        "words": WORDS,
    }


def revisions_to_choose(ask: Ask) -> Json:
    """Return the revisions to choose from, or in `hint` why there are none."""
    try:
        return ask("list_revisions", limit=MAX_REVISIONS)
    except QueryError as error:
        return {"revisions": [], "total": 0, "hint": error.error}


def _told(change: Json) -> Json:
    """A change with its word, and the fields that say more than that the text is another."""
    hidden = OF_DIAGRAM if change["kind"] == "diagram" else OF_TEXT
    fields = [field for field in change.get("fields", ()) if field["field"] not in hidden]
    return {
        **change,
        "word": WORDS[change["change"]],
        "fields": [{"field": field["field"], **_sides(field)} for field in fields],
        "is_text": bool(change.get("fields")) and not fields,
    }


def _sides(field: Json) -> Json:
    values = field.get("values", {})
    return {side: _value(values[side]) if side in values else "" for side in ("before", "after")}


def _value(value: object) -> str:
    shown = ", ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)
    return shown if len(shown) <= MAX_VALUE else f"{shown[: MAX_VALUE - 1]}…"


def _counts(counts: Json) -> list[Json]:
    """How many of each kind came, went and so on, kind by kind."""
    return [
        {"about": about.removesuffix("s"), "kind": kind}
        | {word: found.get(counted, 0) for counted, word in WORDS.items()}
        for about, kinds in counts.items()
        for kind, found in kinds.items()
    ]


DIFFERENCE = Page("difference", "/difference", "Changes", view, is_exported=False, compares=True)
