"""Sphinx-Needs' own program, from the package index, beside what Frieze says of a folder.

Its builder `needs` exports the needs of each folder with a `conf.py`. Compared are, of each need: type, title, status,
tags, parts, links by type, and whether links are dead.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from compiler import compile_source
from compiler.languages.requirements.facts import Assertion, Requirement
from compiler.store.snapshot import Snapshot
from harness.oracles.agreement import Agreement, Reading

FORMAT = "sphinx-needs"
PACKAGES = ("sphinx-needs==9.1.0", "myst-parser==5.2.0")
_NO_LINKS = frozenset(["tags", "sections", "constraints", "arch"])


def program(folder: Path) -> list[str] | None:
    """Return the command of an environment with the program, made in `folder` once; None where that fails."""
    python = folder.resolve() / FORMAT / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(python.parent.parent)], check=True)
        done = subprocess.run([str(python), "-m", "pip", "install", "-q", *PACKAGES], capture_output=True, check=False)
        if done.returncode:
            shutil.rmtree(python.parent.parent)
            return None
    return [str(python), "-m", "sphinx", "-b", "needs", "-D", "needs_reproducible_json=1"]


def compare(command: list[str], source: Path, scratch: Path) -> Agreement:
    """Return the agreement on a folder. The settings of strangers are run here, so that only what is trusted should be
    compared."""
    found: dict[str, dict[str, Any]] = {}
    confs = [path for path in sorted(source.resolve().rglob("conf.py")) if "sphinx_needs" in path.read_text("utf-8")]
    for number, conf in enumerate(confs):
        out = scratch / str(number)
        done = subprocess.run(
            [*command, str(conf.parent), str(out)], cwd=scratch, capture_output=True, text=True, check=False
        )
        assert (out / "needs.json").exists(), done.stderr[-2000:]
        exported = json.loads((out / "needs.json").read_text("utf-8"))
        found |= exported["versions"][exported["current_version"]]["needs"]
    with compile_source(source) as snapshot:
        return Agreement(theirs(found), ours(snapshot))


def theirs(needs: dict[str, dict[str, Any]]) -> Reading:
    """Return the program's reading, from its export."""
    return {
        key: {
            "type": one["type"],
            "title": _title(one.get("title") or "", key, one.get("content") or ""),
            "status": " ".join((one.get("status") or "").split()),
            "tags": sorted(one.get("tags") or ()),
            "parts": {label: " ".join(part["content"].split()) for label, part in (one.get("parts") or {}).items()},
            "links": sorted(_links(one)),
            "has_dead_links": bool(one.get("has_dead_links")),
        }
        for key, one in needs.items()
    }


def _title(title: str, native_id: str, text: str) -> str:
    """A title; "" for one that Frieze takes from the id or the text where none is stated."""
    return "" if title in (native_id, text.partition("\n")[0][:120]) else " ".join(title.split())


def _links(one: dict[str, Any]) -> set[str]:
    lists = {name: value for name, value in one.items() if isinstance(value, list) and name not in _NO_LINKS}
    return {target for name, value in lists.items() if not name.endswith("_back") for target in value}


def ours(snapshot: Snapshot) -> Reading:
    """Return Frieze's reading, in the same words."""
    items = [
        requirement
        for requirement in snapshot.facts(Requirement)
        if requirement.format == FORMAT and not requirement.duplicate_of
    ]
    parts: dict[str, dict[str, str]] = {}
    for assertion in snapshot.facts(Assertion):
        parts.setdefault(assertion.requirement, {})[assertion.label] = assertion.text
    return {
        item.requirement: {
            "type": item.level,
            "title": _title(item.name, item.requirement, item.text),
            "status": "" if item.status == "Unknown" else item.status,
            "tags": sorted(
                filter(None, (tag.strip() for tag in item.statements.get("tags", "").replace(";", ",").split(",")))
            ),
            "parts": parts.get(item.requirement, {}),
            "links": sorted({target for targets in item.statements.get("outgoing", {}).values() for target in targets}),
            "has_dead_links": item.statements["has_dead_links"],
        }
        for item in items
    }
