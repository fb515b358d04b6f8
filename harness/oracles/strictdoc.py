"""StrictDoc's own program, from the package index, beside what Frieze says of a folder.

It exports the documents as JSON. Compared are, of each node that is a requirement: its kind, title, status, statement,
further fields and relations. The program stops at the first mistake of a document, so that documents in which Frieze
finds one are left out.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from compiler import compile_source
from compiler.languages.requirements.facts import Requirement
from compiler.languages.requirements.formats.strictdoc.nodes import PROSE
from compiler.store.snapshot import Snapshot
from harness.oracles.agreement import Agreement, Reading

FORMAT = "strictdoc"
PACKAGE = "strictdoc==0.30.4"
_NOT_FIELDS = frozenset(["UID", "TITLE", "STATUS", "STATEMENT", "RELATIONS", "NODES"])
_OURS_ALONE = frozenset(["section", "files", "source_files"])
_CITING = frozenset(["implements", "refines", "verifies"])


def program(folder: Path) -> list[str] | None:
    """Return the command of an environment with the program, made in `folder` once; None where that fails."""
    python = folder.resolve() / FORMAT / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(python.parent.parent)], check=True)
        done = subprocess.run([str(python), "-m", "pip", "install", "-q", PACKAGE], capture_output=True, check=False)
        if done.returncode:
            shutil.rmtree(python.parent.parent)
            return None
    return [str(python.with_name("strictdoc"))]


def compare(command: list[str], source: Path, scratch: Path) -> Agreement:
    """Return the agreement on a folder. The program works on a copy, since it writes beside what it reads."""
    copy = scratch / "copy"
    shutil.copytree(source, copy, symlinks=True)
    with compile_source(source) as snapshot:
        wrong = {
            diagnostic.span.file
            for diagnostic in snapshot.diagnostics()
            if diagnostic.code in ("REQ207", "REQ301", "REQ601")
        }
        for path in wrong:
            (copy / path).unlink()
        reading = ours(snapshot, wrong)
    out = scratch / "out"
    asked = [*command, "export", str(copy), "--formats", "json", "--output-dir", str(out), "--no-parallelization"]
    done = subprocess.run(asked, cwd=copy, capture_output=True, text=True, check=False)
    exported = out / "json" / "index.json"
    assert exported.exists(), (done.stdout + done.stderr)[-2000:]
    return Agreement(theirs(json.loads(exported.read_text("utf-8"))), reading)


def theirs(exported: dict[str, Any]) -> Reading:
    """Return the program's reading, from its export. A relation to a child is one of the child."""
    found: dict[Any, dict[str, Any]] = {}
    for document in exported["DOCUMENTS"]:
        for number, node in enumerate(_nodes(document)):
            found[node.get("UID") or node.get("MID") or (document["TITLE"], number)] = {
                "kind": node["_NODE_TYPE"],
                "title": node.get("TITLE", ""),
                "status": node.get("STATUS", ""),
                "statement": node.get("STATEMENT", "").strip(),
                "fields": _fields(node),
                "parents": {
                    relation["VALUE"] for relation in node.get("RELATIONS", ()) if relation["TYPE"] == "Parent"
                },
                "files": {relation["VALUE"] for relation in node.get("RELATIONS", ()) if relation["TYPE"] == "File"},
                "children": [
                    relation["VALUE"] for relation in node.get("RELATIONS", ()) if relation["TYPE"] == "Child"
                ],
            }
    for key, one in found.items():
        for child in one.pop("children"):
            found[child]["parents"].add(key)
    return {key: one for key, one in found.items() if isinstance(key, str)}


def _nodes(parent: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for node in parent.get("NODES", ()):
        if node["_NODE_TYPE"] not in PROSE:
            yield node
        yield from _nodes(node)


def _fields(node: dict[str, Any]) -> dict[str, str]:
    """The further fields. Of comments the program exports the last."""
    said = {name.lower(): value.strip() for name, value in node.items() if name[0] != "_" and name not in _NOT_FIELDS}
    return {name: value for name, value in said.items() if name != "comment" and value}


def ours(snapshot: Snapshot, left_out: set[str]) -> Reading:
    """Return Frieze's reading, in the same words. A node without an id is left out in both."""
    parents: dict[str, set[str]] = {}
    for link in snapshot.links():
        if link.kind in _CITING:
            parents.setdefault(link.source, set()).add(link.target.removeprefix("r:"))
    found: dict[Any, dict[str, Any]] = {}
    for requirement in snapshot.facts(Requirement):
        is_named = not requirement.requirement.startswith(f"{requirement.span.file}:")
        if requirement.format == FORMAT and is_named and requirement.span.file not in left_out:
            said = {name: value for name, value in requirement.statements.items() if name not in _OURS_ALONE}
            further = "".join(f"\n\n{said[name]}" for name in said if name in ("rationale", "comment"))
            statement = requirement.text.removesuffix(
                further.strip() if requirement.text == further.strip() else further
            )
            found[requirement.requirement] = {
                "kind": requirement.level,
                "title": ""
                if requirement.name in (requirement.text.strip().partition("\n")[0][:120], requirement.requirement)
                else requirement.name,
                "status": "" if requirement.status == "Unknown" else requirement.status,
                "statement": statement.strip(),
                "fields": {name: value for name, value in said.items() if name != "comment"},
                "parents": parents.get(requirement.ref, set()),
                "files": set(filter(None, requirement.statements.get("files", "").split(", "))),
            }
    return found
