"""The operation on walkthroughs: `walkthrough_apply_ops`, a list of changes of the steps and of the ways between them.

Each change is made on the text of the `.wt.json` file, whose layout stays. All are made, or none.
"""

from collections.abc import Mapping
from typing import Any

from compiler.languages.diagrams.facts import Walkthrough
from queries.diagrams.walkthroughs import chosen_walkthrough
from queries.errors.near import nearest
from queries.operations.arguments import invalid, not_found, optional, saying_where, text_argument, unavailable
from queries.operations.diagrams.session_files import SessionMeta, check_id, session_named
from queries.operations.diagrams.sessions import check_ref
from queries.operations.draft import Draft
from queries.operations.json_file import Object, drop, listed_in, objects_in
from queries.operations.operation import Given, operation
from queries.tools.arguments import Arguments
from queries.tools.parameters import Parameter

MAX_REV = 1_000_000
MAX_OPS = 100
_ENDS = ("from_node_id", "to_node_id")
_KEY = (*_ENDS, "kind")
_TITLE = text_argument("title", "The title of the walkthrough or of a step.")
_STEP = text_argument("node_id", "The id of a step.")
_WAY = tuple(text_argument(name, "The ends of a way, and its kind.") for name in _KEY)
_LABEL = optional("label", "The label of a way.", most=10_000)
_FIELDS = (
    optional("body_md", "The text of a step.", most=100_000),
    Parameter("refs", "strings", "What it is about."),
    Parameter("tags", "strings", "Words to find it by."),
    optional("status", "Its status."),
)
CHANGES = {
    type_: Arguments(type_, parameters)
    for type_, parameters in {
        "set_title": (_TITLE,),
        "add_node": (_STEP, _TITLE, *_FIELDS),
        "update_node": (_STEP, optional("title", "Another title."), *_FIELDS),
        "remove_node": (_STEP,),
        "add_edge": (*_WAY, _LABEL),
        "update_edge": (*_WAY, _LABEL),
        "remove_edge": _WAY,
    }.items()
}


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
    for at, change in enumerate(given.ops):
        with saying_where(f"ops[{at}]"):
            batch.make(change)
    if given.ops:
        batch.root["rev"] = min(walkthrough.revision + 1, MAX_REV)


class Batch:
    """Changes of one walkthrough. `root` is what its file states after those that were made so far."""

    def __init__(self, draft: Draft, walkthrough: Walkthrough) -> None:
        self.snapshot, self.path = draft.snapshot, walkthrough.span.file
        self.root = draft.json(self.path)
        session = walkthrough.session
        self.meta = SessionMeta(draft, session_named(self.snapshot, session)) if session else None
        ids = self._steps()
        if len({*ids}) < len(ids):
            raise unavailable("Several steps have one id: a text edit is needed", file=self.path)

    def make(self, change: Mapping[str, Any]) -> None:
        """Make one change. Raises QueryError if it cannot be made."""
        type_ = str(change.get("type"))
        if type_ not in CHANGES:
            near = nearest(type_, CHANGES, 3)
            raise invalid("Unknown type of change", type=type_, did_you_mean=near, types=list(CHANGES))
        complete = CHANGES[type_].complete({name: value for name, value in change.items() if name != "type"})
        fields = {name: value for name, value in complete.items() if value is not None}
        self._check(fields)
        verb, _, kind = type_.partition("_")
        if verb == "set":
            self.root["title"] = fields["title"]
        elif kind == "node":
            self._change_step(verb, fields)
        else:
            self._change_way(verb, fields)

    def _check(self, fields: Object) -> None:
        """Raise QueryError for a field that is none. Refs are written with the ids that the session itself gives."""
        for name in fields.keys() & {"node_id", *_KEY}:
            check_id(name, fields[name])
        if not fields.get("title", "-").strip():
            raise invalid("'title' is empty")
        for ref in fields.get("refs", ()):
            check_ref(self.snapshot, "refs", ref)
        if "refs" in fields and self.meta:
            fields["refs"] = [self.meta.written_ref(ref) for ref in fields["refs"]]

    def _change_step(self, verb: str, fields: Object) -> None:
        id_ = fields["node_id"]
        if verb == "add":
            if id_ in self._steps():
                raise invalid("A step has this id already", node_id=id_)
            empty: Object = {"node_id": "", "title": "", "body_md": None, "refs": [], "tags": [], "status": None}
            listed_in(self.root, "nodes").append(empty | fields)
            return
        self._check_step(id_)
        found = [step for step in objects_in(self.root, "nodes") if step["node_id"] == id_]
        if verb == "update":
            found[0].update(fields)
            return
        ways = [way for way in objects_in(self.root, "edges") if id_ in (way.get(end) for end in _ENDS)]
        drop(self.root, "edges", ways)
        drop(self.root, "nodes", found)

    def _change_way(self, verb: str, fields: Object) -> None:
        key = {name: fields[name] for name in _KEY}
        found = [way for way in objects_in(self.root, "edges") if all(way.get(name) == key[name] for name in _KEY)]
        if verb == "add":
            for end in _ENDS:
                self._check_step(key[end])
            if found:
                raise invalid("There is such a way already", **key)
            listed_in(self.root, "edges").append({**key, "label": fields.get("label")})
            return
        if not found:
            raise not_found("There is no such way", **key)
        if len(found) > 1:
            raise unavailable("Several ways have these ends: a text edit is needed", **key)
        if verb == "update":
            found[0].update(fields)
        else:
            drop(self.root, "edges", found)

    def _steps(self) -> list[str]:
        """Return the ids of the steps. Raises QueryError if one has none."""
        ids: list[Any] = [step.get("node_id") for step in objects_in(self.root, "nodes")]
        if not all(isinstance(id_, str) for id_ in ids):
            raise unavailable("An entry of 'nodes' lacks a field: a text edit mends it", file=self.path)
        return ids

    def _check_step(self, id_: str) -> None:
        ids = self._steps()
        if id_ not in ids:
            raise not_found("Step not found", node_id=id_, did_you_mean=nearest(id_, ids, 3))
