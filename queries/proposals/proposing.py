"""What would happen if files were edited: `propose_change`. Nothing is ever written."""

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

from compiler.store.link_walk import dependency_steps, kinds_of, walk
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Edit, EditError, Proposal, ProposalError, Workspace
from queries.errors.query_error import QueryError
from queries.operations.steps import proposed_by_operations
from queries.revisions.comparing import CHANGE_ROW, change_row
from queries.revisions.difference import Change, Difference
from queries.tools.paging import limit_of
from queries.tools.parameters import Parameter, echoed
from queries.tools.render import BOUND, size, visible
from queries.tools.schemas import boolean, integer, mapping, objects, string, strings
from queries.tools.tool import tool

MAX_EDITS = 100
MAX_OPERATIONS = 20
MAX_PATCH = 16_000  # characters of a patch that an answer shows
MAX_THEN = 16_000  # characters of the answer to `then`
HINT_ROOM = 1_000  # characters that are kept for the hint
MAX_IMPACT = 10_000  # objects that are counted
MAX_DISTANCE = 50
FIELDS = ("file", "old_text", "new_text", "content", "delete")
MAX_NAME, MAX_PATH = 255, 4_000  # bytes of a name and characters of a path: file systems have no longer ones
FORMS = "{file, old_text, new_text}, {file, content} or {file, delete: true}"
ASKED_OF_A_PROPOSAL = (
    Parameter(
        "then",
        "object",
        "A question to answer after the edit: {tool, arguments}.",
        brief="{tool, arguments}: answered after the edit.",
    ),
    Parameter(
        "base_digest",
        "string",
        "The first digits of the id of the snapshot that the edit was made for. Another state is a conflict.",
        max_length=100,
    ),
    limit_of(50),
)
NOT_HERE = "No edit can be tried here: the source of this snapshot is not there"


@tool(
    title="What if",
    pack="core",
    parameters=(
        Parameter(
            "edits",
            "objects",
            "Edits in their order: {file, old_text, new_text} replaces a text that occurs once in the file, {file, "
            "content} gives a file its whole content, {file, delete: true} deletes it.",
            max_items=MAX_EDITS,
            brief="{file, old_text, new_text} | {file, content} | {file, delete}",
        ),
        Parameter(
            "operations",
            "objects",
            "Operations in their order, in place of edits: {op, and its arguments}. docs/operations.md lists them.",
            max_items=MAX_OPERATIONS,
            brief="{op, …}, such as mutate_change_status: docs/operations.md",
        ),
        *ASKED_OF_A_PROPOSAL,
    ),
    result={
        "applied": boolean("Always false: nothing is written."),
        "base_digest": string("The id of the snapshot of the files as they are."),
        "snapshot_id": string("The id of the snapshot after the edit."),
        "patch": string("A unified diff for `git apply`; absent if it is too long, see hint."),
        "patch_base64": string("The same in base64, if it has characters that a text would show escaped, such as CR."),
        "files": objects(
            "The files that change.",
            path=string("Path below the source's root."),
            change=string("added, changed or removed."),
        ),
        "counts": mapping(
            "How many objects and links change.",
            objects=mapping("By kind of object, then by sort of change."),
            links=mapping("By kind of link, then by sort of change."),
        ),
        "changed_objects": objects("The first of them, as in compare_revisions.", **CHANGE_ROW),
        "changed_links": objects("The first of them, as in compare_revisions.", **CHANGE_ROW),
        "new_diagnostics": objects("Findings that the edit would cause.", **CHANGE_ROW),
        "resolved_diagnostics": objects("Findings that it would resolve.", **CHANGE_ROW),
        "now_dangling": objects("Links that would lead nowhere.", **CHANGE_ROW),
        "new_errors": integer("How many of the new findings are errors."),
        "impact": mapping(
            "What depends on the objects that change or go, in the files as they are.",
            objects=integer("How many objects."),
            by_kind=mapping("By their kind."),
        ),
        "then": mapping("The answer to the question, after the edit."),
        "next": strings("What to do next."),
        "hint": string("What is not shown, and how to see it."),
    },
    may_run_long=True,
    needs_workspace=True,
)
def propose_change(
    workspace: Workspace,
    *,
    edits: list[dict[str, Any]] | None,
    operations: list[dict[str, Any]] | None,
    then: dict[str, Any] | None,
    base_digest: str | None,
    limit: int,
) -> dict[str, Any]:
    """What an edit of any file would change, break and resolve, with a patch for git apply. Writes nothing. Use it
    before editing.

    The files as they are now are compiled with the edit, with the same grammar and the same checks. The answer tells
    which objects and links would change, which findings would come and go, which links would lead nowhere, and what
    depends on what changes. `then` asks any tool after the edit, such as whether a location is still reachable. The
    patch keeps everything else as it is: comments, order, spacing and the ends of lines.
    """
    question = _question(then)
    with proposed(workspace, edits, operations) as proposal:
        _check_base(workspace, proposal.base, base_digest)
        return _answer(workspace, proposal, limit, question)


@contextmanager
def proposed(
    workspace: Workspace, edits: Sequence[Mapping[str, Any]] | None, operations: Sequence[Mapping[str, Any]] | None
) -> Iterator[Proposal]:
    """With the source after edits, or after operations. Raises QueryError if both are given, or neither, and if they
    cannot be made."""
    if bool(edits) == bool(operations):
        raise QueryError("invalid_argument", "Give either 'edits' or 'operations'")
    if workspace.propose is None:
        raise QueryError("unavailable", NOT_HERE)
    made = proposed_by_operations(workspace, operations) if operations else _proposed(workspace, edits_of(edits or ()))
    with ExitStack() as opened:
        try:
            proposal = opened.enter_context(made)
        except EditError as error:
            raise QueryError("invalid_argument", f"edits[{error.at}]: {error}", **error.details) from None
        except ProposalError as error:
            raise QueryError("unavailable", str(error)) from None
        yield proposal


@contextmanager
def _proposed(workspace: Workspace, edits: Sequence[Edit]) -> Iterator[Proposal]:
    assert workspace.propose is not None
    proposal = workspace.propose(edits, workspace.check)
    with proposal.base, proposal.overlay:
        yield proposal


def edits_of(given: Sequence[Mapping[str, Any]]) -> list[Edit]:
    """Return edits as they are given. Raises QueryError for one that has none of the forms."""
    return [_edit(at, edit) for at, edit in enumerate(given)]


def _edit(at: int, given: Mapping[str, Any]) -> Edit:
    place = f"edits[{at}]"
    unknown = [name for name in given if name not in FIELDS]
    if unknown:
        raise _wrong(f"{place} has the unknown field '{unknown[0][:50]}'")
    file = given.get("file")
    if not isinstance(file, str) or not _is_below_root(file):
        raise _wrong(f"{place} names no file below the source's root", file=echoed(str(file)))
    texts = {name: given[name] for name in ("old_text", "new_text", "content") if given.get(name) is not None}
    if not all(isinstance(text, str) for text in texts.values()):
        raise _wrong(f"{place} has a text that is none")
    delete = given.get("delete", False)
    forms = ({"old_text", "new_text"}, {"content"}) if delete is False else (set[str](),)
    if delete not in (True, False) or texts.keys() not in forms:
        raise _wrong(f"{place} has none of the three forms")
    return Edit(file, **texts, delete=delete)


def _wrong(problem: str, **fields: Any) -> QueryError:
    return QueryError("invalid_argument", f"{problem}: an edit is {FORMS}", **fields)


def _is_below_root(path: str) -> bool:
    parts = path.split("/")
    if len(path) > MAX_PATH or max(len(part.encode(errors="surrogatepass")) for part in parts) > MAX_NAME:
        return False
    return bool(path) and "\\" not in path and "\0" not in path and not {"", ".", "..", ".git"} & set(parts)


def _question(then: Mapping[str, Any] | None) -> tuple[str, Mapping[str, Any]] | None:
    if then is None:
        return None
    name, arguments = then.get("tool"), then.get("arguments") or {}
    if not isinstance(name, str) or not isinstance(arguments, dict) or then.keys() - {"tool", "arguments"}:
        raise QueryError("invalid_argument", "'then' is {tool, arguments}: the name of a tool and its arguments")
    if name.replace(".", "_") in ("propose_change", "refresh", "refresh_graph"):
        raise QueryError("invalid_argument", f"'then' cannot ask {name}: it asks about the source after the edit")
    return name, arguments


def new_errors(proposal: Proposal) -> int:
    """Return how many errors the edits would cause."""
    return _errors(Difference(proposal.base, proposal.overlay).changes)


def _errors(changes: Iterable[Change]) -> int:
    return sum(
        change.about == "diagnostic" and change.change == "added" and change.title == "error" for change in changes
    )


def _check_base(workspace: Workspace, base: Snapshot, digest: str | None) -> None:
    """Raise QueryError if the files are not what the edit was made for. It names what changed since."""
    if digest is None or (digest and base.id.startswith(digest)):
        return
    status = workspace.current.status if workspace.current else None
    changed = [file._asdict() for file in status.files[:5]] if status else []
    raise QueryError(
        "unavailable",
        "Conflict: the files are not those of the snapshot that the edit was made for",
        base_digest=echoed(digest),
        current_digest=base.id,
        **({"changed_files": changed} if changed else {}),
        hint="Look at the files as they are (refresh), and propose the edit anew.",
    )


def _answer(
    workspace: Workspace, proposal: Proposal, limit: int, question: tuple[str, Mapping[str, Any]] | None
) -> dict[str, Any]:
    difference = Difference(proposal.base, proposal.overlay)
    about: dict[str, list[Change]] = {"object": [], "link": [], "diagnostic": []}
    for change in difference.changes:
        about[change.about].append(change)
    came = [difference for difference in about["diagnostic"] if difference.change == "added"]
    went = [difference for difference in about["diagnostic"] if difference.change == "removed"]
    dangling = [
        difference for difference in about["link"] if difference.change == "added" and difference.title == "dangling"
    ]
    counts = difference.counts()
    lists = {
        "changed_objects": about["object"],
        "changed_links": about["link"],
        "new_diagnostics": came,
        "resolved_diagnostics": went,
        "now_dangling": dangling,
    }
    answer: dict[str, Any] = {
        "applied": False,
        "base_digest": proposal.base.id,
        "snapshot_id": proposal.overlay.id,
        **(patch := _shown_patch(proposal.patch)),
        "files": [file._asdict() for file in proposal.files],
        "counts": {"objects": counts["objects"], "links": counts["links"]},
        **{name: [] for name in lists},
        "new_errors": _errors(came),
        "impact": _impact(proposal.base, about["object"]),
    }
    if question is not None:
        answer["then"] = _asked(workspace, proposal.overlay, *question)
    answer["next"] = _next(difference.changes, came, dangling)
    shown = _fitting(lists, limit, BOUND - HINT_ROOM - size(answer))
    answer |= {name: [change_row(difference) for difference in found[:shown]] for name, found in lists.items()}
    left = {name: len(found) - shown for name, found in lists.items() if len(found) > shown}
    if left or not patch:
        answer["hint"] = _hint(left, has_patch=bool(patch), is_full=shown < limit)
    return answer


def _fitting(lists: Mapping[str, Sequence[Change]], limit: int, room: int) -> int:
    """Return how many rows of each list an answer has room for, at most `limit`."""
    while limit > 1 and sum(size([change_row(change) for change in found[:limit]]) for found in lists.values()) > room:
        limit //= 2
    return limit


def _shown_patch(patch: bytes) -> dict[str, str]:
    """Return the patch as answers can carry it: as text, or in base64 if a text would show it with escapes."""
    if len(patch) > MAX_PATCH:
        return {}
    try:
        text = patch.decode()
    except UnicodeDecodeError:
        text = ""
    if patch and (not text or visible(text) is not text):
        return {"patch_base64": b64encode(patch).decode()}
    return {"patch": text}


def _asked(workspace: Workspace, overlay: Snapshot, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer of a tool after the edits."""
    import queries

    after = replace(workspace, snapshot=overlay, current=None, propose=None)
    try:
        found = queries.answer(after, tool, arguments)
    except queries.UnknownTool as unknown:
        near = {"did_you_mean": list(unknown.did_you_mean)} if unknown.did_you_mean else {}
        raise QueryError("invalid_argument", f"'then' names no tool: {echoed(tool)}", **near) from None
    if size(found) <= MAX_THEN:
        return found
    return QueryError(
        "too_large", "The answer is too long here", hint="Ask with a smaller limit, or for fewer fields."
    ).answer()


def _next(changes: Sequence[Change], came: Sequence[Change], dangling: Sequence[Change]) -> list[str]:
    apply = "Apply the patch (git apply), or make the edits by your own means, then call refresh."
    if dangling:
        return ["Mend the links in now_dangling first: propose the edits of their lines along with these.", apply]
    if came:
        return ["Look at new_diagnostics first: the edit would cause them.", apply]
    if not changes:
        return ["Nothing that is read would differ: look first whether the source leaves the file out.", apply]
    return [apply]


def _hint(left: Mapping[str, int], *, has_patch: bool, is_full: bool) -> str:
    parts = [f"{count} more in {name}" for name, count in left.items()]
    how = "after the edit, compare_revisions shows all" if is_full else "a larger limit shows more"
    shown = f"Not shown: {', '.join(parts)}; {how}." if parts else ""
    patch = "" if has_patch else "The patch is too long for an answer: `frieze propose --patch` prints it."
    return " ".join(part for part in (shown, patch) if part)


def _impact(base: Snapshot, changes: Sequence[Change]) -> dict[str, Any]:
    """Count what depends on objects that change or go."""
    refs = {change.was or change.name for change in changes if change.change in ("changed", "removed", "renamed")}
    found: set[str] = set()
    steps = dependency_steps(base, to_dependents=True)
    for ref in sorted(refs):
        found.update(walk(ref, steps, MAX_DISTANCE, MAX_IMPACT).distance)
    kinds = kinds_of(base, sorted(found - refs))
    return {"objects": len(kinds), "by_kind": dict(sorted(Counter(kinds.values()).items()))}
