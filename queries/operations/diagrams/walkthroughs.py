"""The operation on walkthroughs: `walkthrough_apply_ops`, a list of changes of the steps and of the ways between them.

Each change is made on the text of the `.wt.json` file, whose layout stays. All are made, or none.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from compiler.languages.diagrams.facts import Walkthrough
from queries.diagrams.walkthroughs import chosen_walkthrough
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.operations.arguments import text_argument
from queries.operations.diagrams.cross_references import check_ref
from queries.operations.diagrams.session_files import SessionMeta, check_id, session_named
from queries.operations.diagrams.session_json import JsonEdits, Place
from queries.operations.draft import Draft
from queries.operations.operation import Given, operation
from queries.operations.refusals import invalid, not_found, unavailable
from queries.tools.parameters import Parameter, echoed

MAX_REV = 1_000_000
MAX_OPS = 100
_ENDS = ("from_node_id", "to_node_id")
_KEY = (*_ENDS, "kind")


class Form(NamedTuple):
    """The fields of a type of change: those that it must have, and those that it may have."""

    required: tuple[str, ...]
    optional: tuple[str, ...] = ()


_NODE_FIELDS = ("body_md", "refs", "tags", "status")
FORMS = {
    "set_title": Form(("title",)),
    "add_node": Form(("node_id", "title"), _NODE_FIELDS),
    "update_node": Form(("node_id",), ("title", *_NODE_FIELDS)),
    "remove_node": Form(("node_id",)),
    "add_edge": Form(_KEY, ("label",)),
    "update_edge": Form(_KEY, ("label",)),
    "remove_edge": Form(_KEY),
}
_LISTS = ("refs", "tags")


@operation(
    "Walkthroughs, in session folders and outside of them.",
    text_argument("walkthrough_id", "The id of a walkthrough, or its ref.", most=500),
    Parameter(
        "ops",
        "objects",
        "Changes in their order, each {type, …}: set_title {title}; add_node and update_node {node_id, title, "
        "body_md, refs, tags, status}; remove_node {node_id}; add_edge and update_edge {from_node_id, to_node_id, "
        "kind, label}; remove_edge {from_node_id, to_node_id, kind}.",
        required=True,
        max_items=MAX_OPS,
    ),
    Parameter("base_rev", "integer", "The revision that the changes were made for.", minimum=0, maximum=MAX_REV),
)
def walkthrough_apply_ops(draft: Draft, given: Given) -> None:
    """Changes the steps of a walkthrough and the ways between them, and counts its revision up. Removing a step removes
    its ways. A field that is null stays as it is."""
    walkthrough = chosen_walkthrough(draft.snapshot, given.walkthrough_id)
    if given.base_rev is not None and given.base_rev != walkthrough.revision:
        problem = "Conflict: the walkthrough has another revision"
        raise unavailable(problem, base_rev=given.base_rev, current_rev=walkthrough.revision)
    batch = Batch(draft, walkthrough)
    for at, one in enumerate(given.ops):
        try:
            batch.make(one)
        except QueryError as error:
            raise QueryError(error.code, f"ops[{at}]: {error.error}", **error.fields) from None
    if given.ops:
        batch.set_revision()


class Batch:
    """Changes of one walkthrough. `values` is what its file states after those that were made so far."""

    def __init__(self, draft: Draft, walkthrough: Walkthrough) -> None:
        self.draft, self.walkthrough = draft, walkthrough
        self.path = walkthrough.span.file
        self.snapshot = draft.snapshot
        self.meta = (
            SessionMeta(draft, session_named(self.snapshot, walkthrough.session)) if walkthrough.session else None
        )
        ids = [one["node_id"] for one in self._entries("nodes")]
        if len(set(ids)) < len(ids):
            raise unavailable("Several steps have one id: a text edit is needed", file=self.path)

    @property
    def json(self) -> JsonEdits:
        """The file as it is after the changes so far."""
        return JsonEdits(self.draft, self.path)

    def make(self, change: Mapping[str, Any]) -> None:
        """Make one change. Raises QueryError if it cannot be made."""
        type_ = str(change.get("type"))
        fields = self._checked(type_, {name: one for name, one in change.items() if name != "type"})
        made: dict[str, Callable[[JsonEdits, dict[str, Any]], None]] = {
            "set_title": lambda json, given: json.set(json.root, "title", given["title"]),
            "add_node": self._add_node,
            "update_node": self._update_node,
            "remove_node": self._remove_node,
            "add_edge": self._add_edge,
            "update_edge": self._update_edge,
            "remove_edge": self._remove_edge,
        }
        made[type_](self.json, fields)
        self.draft.settle(self.path)

    def set_revision(self) -> None:
        """Count the revision up."""
        json = self.json
        json.set(json.root, "rev", min(self.walkthrough.revision + 1, MAX_REV))
        self.draft.settle(self.path)

    def _entries(self, name: str) -> list[dict[str, Any]]:
        needed = ("node_id",) if name == "nodes" else _KEY
        found = [one.value for one in self.json.root.objects(name)]
        if not all(isinstance(one.get(field), str) for one in found for field in needed):
            raise unavailable(f"An entry of '{name}' lacks a field: a text edit mends it", file=self.path)
        return found

    def _checked(self, type_: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of a change that are not null. Raises QueryError for wrong ones."""
        form = FORMS.get(type_)
        if form is None:
            near = nearest(type_, FORMS, 3)
            raise invalid("Unknown type of change", type=type_, did_you_mean=near, types=list(FORMS))
        unknown = [name for name in given if name not in (*form.required, *form.optional)]
        missing = [name for name in form.required if given.get(name) is None]
        if unknown or missing:
            problem = f"{type_} has no field '{unknown[0][:50]}'" if unknown else f"{type_} needs '{missing[0]}'"
            raise invalid(problem, required=list(form.required), optional=list(form.optional))
        fields = {name: one for name, one in given.items() if one is not None}
        for name, value in fields.items():
            self._check_field(name, value)
        return fields

    def _check_field(self, name: str, value: Any) -> None:
        is_list = name in _LISTS
        is_right = (
            isinstance(value, list) and all(isinstance(one, str) for one in value)
            if is_list
            else isinstance(value, str)
        )
        if not is_right:
            kind = "a list of texts" if is_list else "a text"
            raise invalid(f"'{name}' must be {kind}", **{name: echoed(value)})
        if name in ("node_id", *_ENDS, "kind"):
            check_id(name, value)
        if name == "title" and not value.strip():
            raise invalid("'title' is empty")
        for ref in value if name == "refs" else ():
            check_ref(self.snapshot, "refs", ref)

    def _add_node(self, json: JsonEdits, fields: dict[str, Any]) -> None:
        if any(one["node_id"] == fields["node_id"] for one in self._entries("nodes")):
            raise invalid("A step has this id already", node_id=fields["node_id"])
        empty: dict[str, Any] = {"node_id": "", "title": "", "body_md": None, "refs": [], "tags": [], "status": None}
        self._append(json, "nodes", empty | self._written(fields))

    def _update_node(self, json: JsonEdits, fields: dict[str, Any]) -> None:
        node = self._node(json, fields["node_id"])
        for name, value in self._written(fields).items():
            json.set(node, name, value)
            self.draft.settle(self.path)
            json = self.json
            node = self._node(json, fields["node_id"])

    def _remove_node(self, json: JsonEdits, fields: dict[str, Any]) -> None:
        id_ = fields["node_id"]
        self._node(json, id_)
        while found := [one for one in json.root.objects("edges") if id_ in (one.text(_ENDS[0]), one.text(_ENDS[1]))]:
            self._take_out(json, "edges", found[-1])
            self.draft.settle(self.path)
            json = self.json
        self._take_out(json, "nodes", self._node(json, id_))

    def _add_edge(self, json: JsonEdits, fields: dict[str, Any]) -> None:
        for end in _ENDS:
            self._node(json, fields[end])
        if self._edges(json, fields):
            raise invalid("There is such a way already", **{name: fields[name] for name in _KEY})
        self._append(json, "edges", {name: fields[name] for name in _KEY} | {"label": fields.get("label")})

    def _update_edge(self, json: JsonEdits, fields: dict[str, Any]) -> None:
        edge = self._edge(json, fields)
        if "label" in fields:
            json.set(edge, "label", fields["label"])

    def _remove_edge(self, json: JsonEdits, fields: dict[str, Any]) -> None:
        self._take_out(json, "edges", self._edge(json, fields))

    def _node(self, json: JsonEdits, id_: str) -> Place:
        for one in json.root.objects("nodes"):
            if one.text("node_id") == id_:
                return one
        near = nearest(id_, [one["node_id"] for one in self._entries("nodes")], 3)
        raise not_found("Step not found", node_id=id_, did_you_mean=near)

    def _edge(self, json: JsonEdits, fields: Mapping[str, Any]) -> Place:
        found = self._edges(json, fields)
        if len(found) != 1:
            problem = "Several ways have these ends: a text edit is needed" if found else "There is no such way"
            raise QueryError(
                "unavailable" if found else "not_found", problem, **{name: echoed(fields[name]) for name in _KEY}
            )
        return found[0]

    def _edges(self, json: JsonEdits, fields: Mapping[str, Any]) -> list[Place]:
        return [one for one in json.root.objects("edges") if all(one.text(name) == fields[name] for name in _KEY)]

    def _append(self, json: JsonEdits, name: str, value: dict[str, Any]) -> None:
        found = json.root.member(name)
        if found is None:
            json.set(json.root, name, [value])
        else:
            json.insert(found, len(found.items), value)

    def _take_out(self, json: JsonEdits, name: str, place: Place) -> None:
        found = json.root.member(name)
        assert found is not None
        json.take_out(found, next(at for at, one in enumerate(found.items) if one is place))

    def _written(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Return fields as the file writes them: refs with the ids that the session itself gives."""
        if "refs" in fields and self.meta:
            return fields | {"refs": [self.meta.written_ref(one) for one in fields["refs"]]}
        return fields
