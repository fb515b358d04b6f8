"""Builds the situations that a page of `docs/diagnostics/` names with `setup=`, for faults that no text can show.

Each takes an empty folder and returns the path to compile. `NAME_corrected` is the same without the mistake.
"""

import os
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from compiler.disk.folder_tree import FolderTree
from compiler.model.language import Parsed
from compiler.model.source import Entry, Problem
from compiler.pipeline import discovery, failure_budget, failures, parse_work, parsed_files
from compiler.pipeline.budget import Budget
from tests.compiler.languages.knowledge import stores

MEGABYTE = 1_048_576
MAX_DIAGRAM_BYTES = 8 * MEGABYTE
ATTIC = "# Attic\n"
LATIN_1 = b"# \xca\xfe\n"


def build(name: str, folder: Path, patch: pytest.MonkeyPatch) -> Path:
    """Build a situation below `folder` and return the path to compile. Raises KeyError for an unknown name."""
    root = folder / "world"
    root.mkdir()
    situation = name.removesuffix("_corrected")
    return SITUATIONS[situation](root, patch, situation == name)


def _write(path: Path, content: str | bytes = ATTIC) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def _link_out(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    _write(root / "attic.urd.md")
    if wrong:
        elsewhere = _write(root.parent / "elsewhere" / "cellar.urd.md", "# Cellar\n")
        (root / "cellar.urd.md").symlink_to(elsewhere)
    else:
        _write(root / "cellar.urd.md", "# Cellar\n")
    return root


def _pipe(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    _write(root / "attic.urd.md")
    if wrong:
        os.mkfifo(root / "cellar.urd.md")
    else:
        _write(root / "cellar.urd.md", "# Cellar\n")
    return root


def _bound(patch: pytest.MonkeyPatch, budget: Budget) -> None:
    patch.setattr(discovery, "USUAL", budget)


def _many_files(root: Path, patch: pytest.MonkeyPatch, wrong: bool) -> Path:
    """The limit is lowered, for 20,000 files would take minutes."""
    _bound(patch, Budget(max_files=5))
    for number in range(6 if wrong else 5):
        _write(root / f"{number:05}.urd.md", f"# Room {number}\n")
    return root


def _many_entries(root: Path, patch: pytest.MonkeyPatch, wrong: bool) -> Path:
    """The limit is lowered, and holds for a folder as it does for a revision."""
    _bound(patch, Budget(max_entries=4))
    patch.setattr(FolderTree, "is_worktree", False)
    for name in ("attic", "cellar", "garden") if wrong else ("attic",):
        _write(root / name / "room.urd.md", f"# {name.title()}\n")
    return root


def _name_twice(root: Path, patch: pytest.MonkeyPatch, wrong: bool) -> Path:
    """No folder of a disk has a name twice, so that of the situation says so as the tree of a revision does."""
    _write(root / "attic.urd.md")
    if wrong:
        listing = FolderTree.listing

        def with_second(tree: FolderTree, folder: str) -> object:
            found = listing(tree, folder)
            assert not isinstance(found, Problem)
            return [*found, Entry("attic.urd.md", "second")]

        patch.setattr(FolderTree, "listing", with_second)
    return root


def _many_bytes(root: Path, patch: pytest.MonkeyPatch, wrong: bool) -> Path:
    """The limit is lowered, for half a gigabyte could fill a small disk."""
    for name in ("attic", "cellar", "garden"):
        _write(root / f"{name}.urd.md", f"# {name.title()}\n" + "Dust.\n" * 100)
    total = sum(path.stat().st_size for path in root.iterdir())
    _bound(patch, Budget(max_bytes=total // 2 if wrong else total))
    return root


def _closed_folder(root: Path, patch: pytest.MonkeyPatch, wrong: bool) -> Path:
    """`os.scandir` is replaced to refuse, for the user of the tests may be allowed to read everything."""
    _write(root / "attic.urd.md")
    _write(root / "locked" / "cellar.urd.md", "# Cellar\n")
    scandir = os.scandir

    def refusing(path: str | Path) -> object:
        if Path(path).name == "locked":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    if wrong:
        patch.setattr(os, "scandir", refusing)
    return root


def _nothing(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    _write(root / "notes.txt", "Remember the attic.\n")
    if not wrong:
        _write(root / "attic.urd.md")
    return root


def _bad_name(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    _write(root / "attic.urd.md")
    name = b"caf\xe9.urd.md" if wrong else "café.urd.md".encode()
    _write(root / os.fsdecode(name), "# Kitchen\n")
    return root


def _settings_not_utf8(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    _write(root / "attic.urd.md")
    _write(root / "frieze.toml", LATIN_1 if wrong else 'extend = ["recommended"]\n')
    return root


def _entry_not_utf8(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    return _write(root / "attic.urd.md", LATIN_1 if wrong else "# Café\n")


def _entry_too_large(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    return _write(root / "attic.urd.md", _file_at_limit(wrong))


def _import_too_large(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    _write(root / "archive.urd.md", _file_at_limit(wrong))
    return _write(root / "attic.urd.md", _importing("archive"))


def _import_chain(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    last = 64 if wrong else 63
    for number in range(last):
        _write(root / f"f{number:02}.urd.md", _importing(f"f{number + 1:02}"))
    _write(root / f"f{last:02}.urd.md")
    return root / "f00.urd.md"


def _many_imports(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    names = [f"f{number:03}" for number in range(256 if wrong else 255)]
    for name in names:
        _write(root / f"{name}.urd.md", f"# Room {name}\n")
    return _write(root / "attic.urd.md", _importing(*names))


def _import_not_utf8(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    _write(root / "people.urd.md", LATIN_1 if wrong else "# Café\n")
    return _write(root / "attic.urd.md", _importing("people"))


def _import_denied(root: Path, patch: pytest.MonkeyPatch, wrong: bool) -> Path:
    """`os.open` is replaced to refuse, for the user of the tests may be allowed to read everything."""
    _write(root / "people.urd.md", "# Parlour\n")
    opened = os.open

    def refusing(path: str | Path, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if Path(path).name == "people.urd.md":
            raise PermissionError(13, "Permission denied")
        return opened(path, flags, mode, dir_fd=dir_fd)

    if wrong:
        patch.setattr(os, "open", refusing)
    return _write(root / "attic.urd.md", _importing("people"))


def _import_folder(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    if wrong:
        (root / "people.urd.md").mkdir()
    else:
        _write(root / "people.urd.md", "# Parlour\n")
    return _write(root / "attic.urd.md", _importing("people"))


def _many_edges(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    edges = [f"    n{number} --> n{number + 1}" for number in range(501 if wrong else 500)]
    return _write(root / "chain.mmd", "\n".join(["flowchart LR", *edges, ""]))


def _diagram_not_utf8(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    _write(root / "bread.mmd", "flowchart LR\n    café --> bag\n".encode("latin-1" if wrong else "utf-8"))
    return root


def _diagram_too_large(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    text = b"flowchart LR\n    dough --> oven\n%% "
    _write(root / "bread.mmd", text + b"." * (MAX_DIAGRAM_BYTES - len(text) + wrong))
    return root


def _configuration_not_utf8(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    _write(root / ".elspais.toml", LATIN_1 if wrong else ATTIC)
    return root


def _file_at_limit(wrong: bool) -> bytes:
    """A file of one location, at the limit of size or one byte over it."""
    text = ATTIC.encode()
    return text + b"." * (MEGABYTE - len(text) + wrong)


def _importing(*names: str) -> str:
    lines = [f"import: ./{name}.urd.md" for name in names]
    return "\n".join(["---", *lines, "---", ""])


def _issues_not_utf8(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    issue = b'{"id": "press-1", "title": "Oil the press", "status": "open", "priority": 2}\n'
    _write(root / ".beads" / "issues.jsonl", LATIN_1 if wrong else issue)
    return root


def _page_not_utf8(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    _write(root / "guide.mdx", LATIN_1 if wrong else "# Guide\n")
    return root


def _rule_not_utf8(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    _write(root / ".cursorrules", LATIN_1 if wrong else "# Bells\n")
    return root


def _memory_not_utf8(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    fact = b'{"type": "fact", "id": "f-pier", "text": "The pier is 80 m long"}\n'
    _write(root / "memory.jsonl", LATIN_1 if wrong else fact)
    return root


def _deep_branches(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    names = ["main", *(f"b-{number}" for number in range(120 if wrong else 3))]
    lines = (f'{{"type": "branch", "id": "{name}", "parent": "{parent}"}}\n' for parent, name in pairwise(names))
    _write(root / "memory.jsonl", "".join(lines))
    return root


NOTE = "---\nid: 0001b2c3-0000-4000-8000-000000000001\nsequence: 1\ntitle: Press\n---\n\nOil it.\n"
DECISION = f"""---
id: {stores.name(4)}
sequence: 4
title: Title 4
status: proposed
created: 2026-01-04
updated: 2026-02-04
---
"""


def _empty_store(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    _write(root / stores.SNAPSHOT / "notes" / "press.md", NOTE)
    if wrong:
        _write(root / stores.STORE, b"")
    return root


def _store(root: Path, patch: pytest.MonkeyPatch, maps: stores.Maps) -> Path:
    """A store that can be read without its package."""
    stores.readable(patch)
    _write(root / stores.STORE, stores.written(maps))
    return root


def _store_record(root: Path, patch: pytest.MonkeyPatch, wrong: bool) -> Path:
    return _store(root, patch, {"tasks": stores.entity(1, **({"title": ""} if wrong else {}))})


def _store_relation(root: Path, patch: pytest.MonkeyPatch, wrong: bool) -> Path:
    relation = stores.relation(9 if wrong else 2, "blocks", 1)
    return _store(root, patch, {"tasks": stores.entity(1) | stores.entity(2), "relations": relation})


def _unread_store(root: Path, patch: pytest.MonkeyPatch, wrong: bool) -> Path:
    _store(root, patch, {"tasks": stores.entity(1)})
    if wrong:
        patch.undo()
        stores.unreadable(patch)
    return root


def _stale_snapshot(root: Path, patch: pytest.MonkeyPatch, wrong: bool) -> Path:
    _write(root / stores.SNAPSHOT / "decisions" / "004-title-4.md", DECISION)
    return _store(root, patch, {"decisions": stores.entity(4) | (stores.entity(5) if wrong else {})})


def _broken_parser(root: Path, patch: pytest.MonkeyPatch, work: Callable[..., object] | None) -> Path:
    """A source whose diagrams are parsed by a broken function, `work`, if there is one."""
    _write(root / "attic.urd.md")
    _write(root / "plan.mmd", "flowchart LR\n    attic --> cellar\n")
    patch.setattr(failures, "OF_THE_BUILD", (OSError,))
    if work:
        patch.setattr("compiler.languages.diagrams.syntax.parse.parse", work)
    return root


def _failing_file(root: Path, patch: pytest.MonkeyPatch, wrong: bool) -> Path:
    def fail(*_: object) -> object:
        raise LookupError

    return _broken_parser(root, patch, fail if wrong else None)


def _slow_file(root: Path, patch: pytest.MonkeyPatch, wrong: bool) -> Path:
    """The deadline is lowered."""

    def spin(*_: object) -> object:
        while True:
            pass

    patch.setattr(parsed_files, "FILE_SECONDS", 0.5)
    return _broken_parser(root, patch, spin if wrong else None)


def _imported_often(root: Path, _: pytest.MonkeyPatch, wrong: bool) -> Path:
    """A world of 400 entities that 36 others import, or one other does: all of them in few bytes."""
    things = "".join(f"  @t{at}: T\n" for at in range(400))
    _write(root / "a.urd.md", f"---\ntypes:\n  T:\n    size: int = 0\nentities:\n{things}---\n# Attic\n")
    for at in range(36 if wrong else 1):
        _write(root / f"house{at:02}.urd.md", "---\nimport: ./a.urd.md\n---\n# H\n")
    return root


def _no_time_left(root: Path, patch: pytest.MonkeyPatch, wrong: bool) -> Path:
    def fail(*_: object) -> object:
        raise LookupError

    for number, name in enumerate(("Press", "Sieve"), 1):
        text = f"# {number}. {name}\n\nDate: 2025-01-01\n\n## Status\n\nAccepted\n\n## Decision\n\nYes.\n"
        _write(root / "docs/adr" / f"000{number}-{name.lower()}.md", text)
    if wrong:
        patch.setattr(failures, "OF_THE_BUILD", (OSError,))
        patch.setattr(failure_budget, "BUILD_SECONDS", 0.0)
        patch.setattr("compiler.languages.knowledge.linking.link.link", fail)
    return root


def _ending_file(root: Path, patch: pytest.MonkeyPatch, wrong: bool) -> Path:
    """The process of the tests goes on: only workers end."""
    parent = os.getpid()

    def end(*_: object) -> Parsed:
        if os.getpid() != parent:
            os._exit(9)
        return Parsed(None, ())

    patch.setattr(parse_work, "worker_count", lambda *_: 2)
    return _broken_parser(root, patch, end if wrong else None)


SITUATIONS: dict[str, Callable[[Path, pytest.MonkeyPatch, bool], Path]] = {
    "link_out": _link_out,
    "pipe": _pipe,
    "many_files": _many_files,
    "many_bytes": _many_bytes,
    "many_entries": _many_entries,
    "closed_folder": _closed_folder,
    "name_twice": _name_twice,
    "nothing": _nothing,
    "settings_not_utf8": _settings_not_utf8,
    "bad_name": _bad_name,
    "entry_not_utf8": _entry_not_utf8,
    "configuration_not_utf8": _configuration_not_utf8,
    "entry_too_large": _entry_too_large,
    "import_too_large": _import_too_large,
    "import_chain": _import_chain,
    "many_imports": _many_imports,
    "import_not_utf8": _import_not_utf8,
    "import_denied": _import_denied,
    "import_folder": _import_folder,
    "many_edges": _many_edges,
    "diagram_not_utf8": _diagram_not_utf8,
    "diagram_too_large": _diagram_too_large,
    "issues_not_utf8": _issues_not_utf8,
    "page_not_utf8": _page_not_utf8,
    "rule_not_utf8": _rule_not_utf8,
    "memory_not_utf8": _memory_not_utf8,
    "deep_branches": _deep_branches,
    "empty_store": _empty_store,
    "store_record": _store_record,
    "store_relation": _store_relation,
    "unread_store": _unread_store,
    "stale_snapshot": _stale_snapshot,
    "failing_file": _failing_file,
    "slow_file": _slow_file,
    "imported_often": _imported_often,
    "no_time_left": _no_time_left,
    "ending_file": _ending_file,
}
