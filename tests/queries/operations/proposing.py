"""Operations as an agent calls them, and the property that each has: what it answers holds once its patch is applied,
and undone it gives the old bytes.

Sources of the same files are compiled once, in a folder of their own, however many operations are tried on them, and
once more with the edits of each. That the
answer of a proposal is what compiling the edited files gives is tested by tests/queries/proposals/test_proposing.py.
"""

import json
import re
import shlex
import subprocess
from base64 import b64decode
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from _pytest.mark import ParameterSet

import compiler
from compiler.model.source import FileDifference, SourceError
from compiler.store.snapshot import Snapshot
from compiler.text.patches import FileChange, unified_patch
from compiler.workspace.interface import Edit, Proposal, ProposalError, Workspace
from compiler.workspace.opening import workspace_of
from compiler.workspace.proposal import compiled_overlay
from compiler.workspace.source_request import SourceRequest
from compiler.workspace.work_process import Check
from tests.closing import closed_later, closing_what_is_opened, compile_source
from tests.queries.asking import asked

Contents = dict[str, bytes]
Refusal = tuple[str, dict[str, Any], str, str]

LINE_ENDS = ("\n", "\r\n")
BY_TURNS = "every case with every line end, layout and form: `make test` tries each case in some, by turns"

MAX_OPEN = 12  # sources of which a snapshot stays open
_open: OrderedDict[tuple[Any, ...], tuple[TemporaryDirectory[str], Snapshot]] = OrderedDict()


def propose(source: Path, op: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return what `propose_change` answers to one operation."""
    return propose_all(source, [{"op": op, **arguments}])


def propose_all(source: Path, operations: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what `propose_change` answers to several operations."""
    return asked(_Source(source).workspace, "propose_change", {"operations": operations})


def by_turns(names: str, forms: Iterable[Any], cases: Iterable[Any]) -> pytest.MarkDecorator:
    """Parametrize a test with each form of the source and each case. The first name is that of the fixture which makes
    a form. `make test` tries each case in one form, by turns."""
    listed = list(forms)
    tried = [
        pytest.param(form, *_values(case), marks=() if (number - at) % len(listed) == 0 else pytest.mark.long(BY_TURNS))
        for at, case in enumerate(cases)
        for number, form in enumerate(listed)
    ]
    return pytest.mark.parametrize(names, tried, indirect=[names.partition(",")[0]])


def _values(case: Any) -> tuple[Any, ...]:
    if isinstance(case, ParameterSet):
        return tuple(case.values)
    return case if isinstance(case, tuple) else (case,)


def some_of(forms: Iterable[Any]) -> list[ParameterSet]:
    """Give all forms. At most two of them are not marked `long`."""
    listed = list(forms)
    step = max(2, (len(listed) + 1) // 2)
    return [
        pytest.param(form, marks=() if number % step == 0 else pytest.mark.long(BY_TURNS))
        for number, form in enumerate(listed)
    ]


def call(words: str) -> tuple[str, dict[str, Any]]:
    """Read a call: the operation and its arguments, such as `flow_add_edge from=a label="go on"`. Words are split as a
    shell does; a value that is JSON is what JSON means, any other one a text."""
    op, *given = shlex.split(words)
    return op, {name: _value(text) for name, _, text in (word.partition("=") for word in given)}


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def rows(text: str) -> list[tuple[str, dict[str, Any], list[str]]]:
    """Read what operations make: `CALL => REF field=value …`, `CALL => REF gone`, or `CALL => KIND SOURCE -> TARGET`, a
    link. A line goes on in those that are indented."""
    lines = text.strip("\n").replace("\n  ", " ").split("\n")
    return [(*call(words), shlex.split(stated)) for words, stated in (line.split(" => ", 1) for line in lines)]


def states(snapshot: Snapshot, stated: list[str]) -> bool:
    """Return whether a source after its operation is as a row states. Raises AssertionError for another value."""
    is_there = stated[-1] != "gone"
    if "->" in stated:
        kind, source, _, target, *_ = stated
        return bool(snapshot.links(source=source, target=target, kind=kind)) == is_there
    ref, *fields = stated
    fact: Any = snapshot.fact_of(ref)
    assert (fact is not None) == is_there, [row.ref for row in snapshot.objects()]
    for name, _, value in (field.partition("=") for field in fields if is_there):
        found = fact
        for part in name.split("."):
            found = getattr(found, part)
        assert found == value or json.loads(json.dumps(found, default=list)) == json.loads(value), (name, found)
    return True


def refusals(text: str) -> list[Refusal]:
    """Read what is refused: `CALL => code: what the answer says` in a line, or in several that are indented. `shown` in
    place of a code is for what is read otherwise than meant: it is made, and the compiled difference tells that."""
    lines = text.strip("\n").replace("\n  ", " ").split("\n")
    return [(*call(words), *said.split(": ", 1)) for words, said in (line.split(" => ", 1) for line in lines)]  # type: ignore[misc]


def check_refused(source: Path, cases: Iterable[Refusal]) -> None:
    """Assert that each operation is refused with a code, and that the answer says why; or that it is made, and that
    what the answer shows of the difference says what came of it."""
    wrong, before = [], contents(source)
    for op, arguments, code, says in cases:
        with closing_what_is_opened():
            told = propose(source, op, arguments)
        said = str({name: value for name, value in told.items() if name not in ("op", "code", "patch", "files")})
        if told.get("code", "shown") != code or told.get("op", op) != op or says not in said:
            wrong.append((op, arguments, f"expected {code}: {says}", told))
    assert not wrong, "\n".join(map(str, wrong))
    assert contents(source) == before


def patch_of(told: dict[str, Any]) -> bytes:
    """Return the patch of an answer."""
    return b64decode(told["patch_base64"]) if "patch_base64" in told else told["patch"].encode()


def changed_lines(told: dict[str, Any]) -> list[str]:
    """Return the lines that a patch takes away and adds."""
    assert "files" in told, told
    return re.findall(
        r"^(?!--- a/|\+\+\+ b/|--- /dev|\+\+\+ /dev)[-+].*?(?=\r?$)", patch_of(told).decode(), re.MULTILINE
    )


def git_apply(root: Path, patch: bytes, *options: str) -> None:
    """Apply a patch as a user would."""
    subprocess.run(["git", "apply", *options, "-"], cwd=root, input=patch, check=True, capture_output=True)


def contents(root: Path) -> Contents:
    """Return the content of each file below a folder, by path."""
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


@contextmanager
def applied(
    source: Path, op: str, arguments: dict[str, Any], lines: Iterable[str] | None = None, among: Iterable[str] = ()
) -> Iterator[Snapshot]:
    """Apply the patch of one operation, and give the snapshot of the source after it, which must be that of the answer.
    At the end the patch is undone, and every byte must be the old one. Line ends must stay what they were, and `lines`,
    if they are given, must be those that the patch takes away and adds; those of `among` must be some of them."""
    proposing = _Source(source, keep_overlay=True)
    before = proposing.contents
    told = asked(proposing.workspace, "propose_change", {"operations": [{"op": op, **arguments}]})
    assert contents(source) == before, "it wrote to the source"
    assert "patch" in told or "patch_base64" in told, told
    patch = patch_of(told)
    changed = changed_lines(told)
    assert lines is None or sorted(lines) == sorted(changed), (changed, lines)
    assert {*among} <= {*changed}, (changed, among)
    git_apply(source, patch)
    after = contents(source)
    assert after == proposing.contents_after()
    assert proposing.overlay is not None
    assert proposing.overlay.id == told["snapshot_id"]
    yield proposing.overlay
    both = [path for path in before if before[path] and after.get(path)]
    assert {path: _has_crlf(after[path]) for path in both} == {path: _has_crlf(before[path]) for path in both}
    git_apply(source, patch, "-R")
    assert contents(source) == before


REFUSALS = ("invalid_argument", "not_found", "unavailable", "ambiguous", "wrong_kind")


def applied_at_random(
    source: Path, count: int, draw: Callable[[Snapshot], tuple[str, dict[str, Any]]], *, with_errors: bool = False
) -> Iterator[tuple[Snapshot, Snapshot, str, dict[str, Any]]]:
    """Propose operations that are drawn, one after the other. Each is refused with a reason, or its patch is applied:
    then give the snapshots before and after it, which must be that of the answer, with the operation and its arguments.
    Undone the patch gives the old bytes. What makes new errors means something else in its place, as the answer tells,
    and is not applied but `with_errors`."""
    for _ in range(count):
        with closing_what_is_opened():
            before, files = compile_source(source), contents(source)
            op, given = draw(before)
            told = propose(source, op, given)
            assert contents(source) == files, "it wrote to the source"
            if "error" in told:
                assert told["op"] == op and told["code"] in REFUSALS, (given, told)
                continue
            patch = patch_of(told)
            if not patch or (told["new_errors"] and not with_errors):
                continue
            git_apply(source, patch)
            git_apply(source, patch, "-R")
            assert contents(source) == files, (op, given)
            git_apply(source, patch)
            after = compile_source(source)
            assert after.id == told["snapshot_id"], (op, given)
            yield before, after, op, given


def _has_crlf(content: bytes) -> bool:
    return content.count(b"\r\n") == content.count(b"\n")


@dataclass(frozen=True, slots=True, eq=False)
class _Borrowed(Snapshot):
    """A snapshot that whoever is given it does not close."""

    def close(self) -> None:
        """Leave it open."""


def _borrowed(snapshot: Snapshot) -> Snapshot:
    return _Borrowed(**{field.name: getattr(snapshot, field.name) for field in fields(snapshot)})


class _Source:
    """A source whose files stay what they are while an operation is proposed."""

    def __init__(self, root: Path, *, keep_overlay: bool = False) -> None:
        self.contents = contents(root)
        self.overlay: Snapshot | None = None
        self._keep_overlay = keep_overlay
        self._changes: list[FileChange] = []
        self._root, snapshot = _compiled(self.contents)
        self._snapshot = _borrowed(snapshot)

    @property
    def workspace(self) -> Workspace:
        return replace(workspace_of(self._snapshot, SourceRequest(self._root)), propose=self._propose)

    def contents_after(self) -> Contents:
        """Return the contents that the files have after the last proposal."""
        changed = {change.path: change.after for change in self._changes}
        return {path: content for path, content in {**self.contents, **changed}.items() if content is not None}

    def _propose(self, edits: Sequence[Edit], _: Check) -> Proposal:
        try:
            changes, overlay = compiled_overlay(self._root, None, (), edits, use_cache=False)
        except SourceError as error:
            raise ProposalError(str(error)) from None
        assert isinstance(overlay, Snapshot)
        changed = sorted(
            (change for change in changes if change.before != change.after), key=lambda change: change.path.encode()
        )
        if self._keep_overlay:
            self.overlay, self._changes = closed_later(overlay), changed
            overlay = _borrowed(overlay)
        return Proposal(self._snapshot, overlay, tuple(map(_difference, changed)), unified_patch(changes))


def _difference(change: FileChange) -> FileDifference:
    if change.before is None:
        return FileDifference(change.path, "added")
    return FileDifference(change.path, "removed" if change.after is None else "changed")


def _compiled(files: Contents) -> tuple[Path, Snapshot]:
    """Return a folder with these files, which nothing writes to, and its snapshot."""
    key = tuple(files.items())
    if key not in _open:
        if len(_open) == MAX_OPEN:
            folder, snapshot = _open.popitem(last=False)[1]
            snapshot.close()
            folder.cleanup()
        folder = TemporaryDirectory()
        root = Path(folder.name) / "source"
        for path, content in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(content)
        _open[key] = folder, compiler.compile_source(root)
    _open.move_to_end(key)
    folder, snapshot = _open[key]
    return Path(folder.name) / "source", snapshot
