"""Doorstop's own program, from the package index, beside what Frieze says of a folder.

Compared are, of each item: whether it is active, normative and derived, its document, what it links to, its
fingerprint, and what the program finds: unknown, inactive and non-normative parents, suspect links, changes since the
review, missing links to the parent document and from the child documents.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from compiler import compile_source
from compiler.languages.requirements.facts import Requirement
from compiler.store.snapshot import Snapshot
from harness.oracles.agreement import Agreement, Reading

FORMAT = "doorstop"
PACKAGE = "doorstop==3.2"
# What the program is asked, in its own interpreter. It gives one item a line.
_ASK = """
import json, sys
from doorstop import build
from doorstop.core.validators.item_validator import ItemValidator
validator = ItemValidator()
for document in build(root=sys.argv[1], cwd=sys.argv[1]):
    for item in document:
        try:
            found = [str(one) for one in validator.get_issues(item, skip=[])]
        except Exception as error:
            found = [str(error)]
        print("ITEM " + json.dumps({
            "uid": str(item.uid), "active": bool(item.active), "normative": bool(item.normative),
            "derived": bool(item.derived), "links": sorted(str(one) for one in item.links),
            "stamp": str(item.stamp(links=True)), "found": found, "document": document.prefix,
        }))
"""
_KINDS = (
    ("suspect", re.compile(r"suspect link: (\S+)")),
    ("no_child", re.compile(r"no links from child document: (\S+)")),
    ("no_parent", re.compile(r"no links to parent document: (\S+)")),
    ("not_normative", re.compile(r"linked to non-normative item: (\S+)")),
    ("unknown", re.compile(r"linked to unknown item: (\S+)")),  # or inactive
    ("other_document", re.compile(r"parent is '\S+', but linked to: (\S+)")),
    ("unreviewed", re.compile(r"(unreviewed) changes")),
)
_OUR_KINDS = {
    "REQ606": "suspect",
    "REQ605": "no_child",
    "REQ406": "no_parent",
    "REQ608": "not_normative",
    "REQ609": "other_document",
    "REQ301": "unknown",
    "REQ607": "unreviewed",
}
_NAMED = (re.compile(r"(?:links to|implements) (\S+?)(?:,| of document) "), re.compile(r"needs '(\S+)'"))


def program(folder: Path) -> list[str] | None:
    """Return the interpreter of an environment with the program, made in `folder` once; None where that fails."""
    python = folder.resolve() / "doorstop" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(python.parent.parent)], check=True)
        done = subprocess.run([str(python), "-m", "pip", "install", "-q", PACKAGE], capture_output=True, check=False)
        if done.returncode:
            shutil.rmtree(python.parent.parent)
            return None
    return [str(python)]


def compare(command: list[str], source: Path, scratch: Path) -> Agreement:
    """Return the agreement on a folder. The program works on a copy, since it writes what it reads, and without the
    files that are no YAML: it stops at the first of them."""
    copy = scratch / "copy"
    shutil.copytree(source, copy, symlinks=True)
    with compile_source(source) as snapshot:
        for finding in snapshot.diagnostics(code="REQ601"):
            if "no YAML" in finding.message and not finding.span.file.endswith(".doorstop.yml"):
                (copy / finding.span.file).unlink()
        reading = ours(snapshot)
    subprocess.run(["git", "init", "-q"], cwd=copy, check=True)
    done = subprocess.run([*command, "-c", _ASK, str(copy)], cwd=copy, capture_output=True, text=True, check=False)
    lines = [json.loads(line[5:]) for line in done.stdout.split("\n") if line.startswith("ITEM ")]
    assert lines, done.stderr[-2000:]
    return Agreement(theirs(lines), reading)


def theirs(lines: list[dict[str, Any]]) -> Reading:
    """Return the program's reading, from what it printed."""
    return {
        line["uid"]: {
            "status": "inactive" if not line["active"] else "active" if line["normative"] else "non-normative",
            "derived": line["derived"],
            "document": line["document"],
            "links": line["links"],
            "stamp": line["stamp"],
            "found": sorted({found for text in line["found"] if (found := _finding(text))}),
        }
        for line in lines
    }


def _finding(text: str) -> tuple[str, str] | None:
    """A finding of the program, and what it names; None for one that is not compared."""
    return next(((kind, found[1]) for kind, wanted in _KINDS if (found := wanted.match(text))), None)


def ours(snapshot: Snapshot) -> Reading:
    """Return Frieze's reading, in the same words."""
    items = [requirement for requirement in snapshot.facts(Requirement) if requirement.format == FORMAT]
    by_path = {one.span.file: one for one in items}
    found: dict[str, set[tuple[str, str]]] = {one.requirement: set() for one in items}
    for finding in snapshot.diagnostics():
        kind = _OUR_KINDS.get(finding.code)
        item = by_path.get(finding.span.file)
        if finding.message.endswith("which is inactive."):
            kind = "unknown"
        if kind and item:
            named = next((match[1] for one in _NAMED if (match := one.search(finding.message))), "")
            parent = str(item.statements.get("parent", ""))
            found[item.requirement].add((kind, named or (parent if kind == "no_parent" else "unreviewed")))
    links: dict[str, set[str]] = {}
    for link in snapshot.links(kind="implements"):
        links.setdefault(link.source, set()).add(link.target.removeprefix("r:").partition("/")[0])
    return {
        one.requirement: {
            "status": one.status,
            "derived": one.statements.get("derived") == "true",
            "document": one.level,
            "links": sorted(links.get(one.ref, ())),
            "stamp": one.right_hash,
            "found": sorted(found[one.requirement]),
        }
        for one in items
    }
