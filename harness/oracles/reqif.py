"""The package `reqif` of the package index, a reader of ReqIF, beside what Frieze says of a folder.

Compared are, of each object that is no heading: its type, the attributes that it states, by name and value without
white space, and its relations. Documents that the package cannot read are left out, and archives too.
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

FORMAT = "reqif"
PACKAGES = ("reqif==0.1.0", "setuptools")
_OURS_ALONE = frozenset(["specification", "position", "section", "identifier", "outgoing", "incoming", "member"])
# Run by the program's own interpreter: prints what it reads of each document as JSON.
_SCRIPT = Path(__file__).with_name("reqif_export.py")


def program(folder: Path) -> list[str] | None:
    """Return the command of an environment with the package, made in `folder` once; None where that fails."""
    python = folder.resolve() / FORMAT / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(python.parent.parent)], check=True)
        done = subprocess.run([str(python), "-m", "pip", "install", "-q", *PACKAGES], capture_output=True, check=False)
        if done.returncode:
            shutil.rmtree(python.parent.parent)
            return None
    return [str(python), "-P", str(_SCRIPT)]


def compare(command: list[str], source: Path, scratch: Path) -> Agreement:
    """Return the agreement on a folder."""
    done = subprocess.run([*command, str(source.resolve())], cwd=scratch, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    exported = json.loads(done.stdout)
    with compile_source(source) as snapshot:
        return Agreement(theirs(exported), ours(snapshot, exported))


def theirs(exported: dict[str, Any]) -> Reading:
    """Return the package's reading, of the objects that are no headings by what they state."""
    return {
        (path, key): {
            "type": one["type"],
            "values": sorted({_plain(value) for _, value in one["values"]} - {""}),
            "relations": sorted(one["relations"]),
        }
        for path, objects in exported.items()
        for key, one in objects.items()
    }


def _plain(text: str) -> str:
    """A value as it is compared: without white space, marks of lists and names of pictures."""
    return re.sub(r"[\s|-]|\[[^\[\]]*\.\w+\]", "", text)


def ours(snapshot: Snapshot, exported: dict[str, Any]) -> Reading:
    """Return Frieze's reading, in the same words. Left out are an id and a title that no attribute states."""
    items = [
        requirement
        for requirement in snapshot.facts(Requirement)
        if requirement.format == FORMAT and requirement.span.file in exported
    ]
    identifiers = {item.requirement: item.statements["identifier"] for item in items}
    found: dict[Any, dict[str, Any]] = {}
    for item in items:
        said = {name: value for name, value in item.statements.items() if name not in _OURS_ALONE}
        status = "" if item.status in ("Unknown", "information") else item.status
        key = (item.span.file, item.statements["identifier"])
        own_id = item.requirement.rpartition("/")[2].partition("#")[0]
        stated = exported[key[0]].get(key[1], {"name": "", "values": ()})
        name = "" if stated["name"] in (value for _, value in stated["values"]) else stated["name"].strip()
        is_stated = item.name not in (item.text.strip().partition("\n")[0][:120], item.requirement, name)
        values = [
            *(part for text in said.values() for part in text.split("\n\n")),
            item.text,
            status,
            item.name if is_stated else "",
            own_id if own_id != key[1] else "",
        ]
        found.setdefault(
            key,
            {
                "type": item.level,
                "values": sorted({_plain(value) for value in values} - {""}),
                "relations": sorted(
                    [name, identifiers.get(target, target)]
                    for name, targets in item.statements.get("outgoing", {}).items()
                    for target in targets
                ),
            },
        )
    return found
