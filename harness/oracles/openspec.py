"""OpenSpec's own program, from the npm registry, beside what Frieze says of a folder.

Compared are, of each requirement in force: its text and its scenarios; of each change: what it says of which
requirement, with texts and scenarios, and its tasks; and what the program finds in each capability and each change.
"""

import json
import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from compiler import compile_source
from compiler.languages.requirements.facts import Assertion, Requirement
from compiler.languages.requirements.formats.outline import outside_fences
from compiler.store.snapshot import Snapshot
from harness.oracles.agreement import Agreement, Reading

FORMAT = "openspec"
PACKAGE = "@fission-ai/openspec@1.13.2"
Json = Any

# What the program says of a capability or a change, and what Frieze calls it.
_KINDS = (
    ("no scenario", re.compile(r"Requirement must have at least one scenario$|.* must include at least one scenario")),
    ("outside", re.compile(r"Requirement header .* appears outside")),
    ("twice", re.compile(r"Requirement header .* duplicates|Duplicate requirement in")),
    ("twice", re.compile(r"Requirement present in both")),
    ("left out", re.compile(r"MODIFIED \"(.*)\" omits scenario")),
    ("exists", re.compile(r"Archive would refuse .* already exists")),
    ("missing", re.compile(r"Archive would refuse .*(?:not found|does not exist)")),
    ("no section", re.compile(r"Requirement \".*\" is under .* not a delta section")),
    ("stray", re.compile(r"Delta spec found at")),
)
_OUR_KINDS = {"REQ621": "no scenario", "REQ622": "left out", "REQ623": "exists", "REQ301": "missing"}
_OUR_REASONS = {
    "it stands outside of the section '## Requirements'": "outside",
    "it stands in no section such as '## ADDED Requirements'": "no section",
    "the requirements of a change stand in files named spec.md": "stray",
}
_BY_NAME = {"exists", "missing"}
_FIELD = re.compile(r"\*\*[^*]+\*\*:")


def program(folder: Path) -> list[str] | None:
    """Return the command of the program, installed into `folder` once; None where there is no npm, or no registry."""
    home = folder.resolve() / "openspec"
    command = home / "node_modules" / ".bin" / "openspec"
    if not command.exists():
        if not shutil.which("npm"):
            return None
        home.mkdir(exist_ok=True)
        (home / "package.json").write_text("{}", "utf-8")
        done = subprocess.run(["npm", "install", "--silent", PACKAGE], cwd=home, capture_output=True, check=False)
        if done.returncode or not command.exists():
            return None
    return [str(command)]


def compare(command: list[str], source: Path, scratch: Path) -> Agreement:
    """Return the agreement on a folder, of which the program sees a copy. A change without a proposal is given one,
    since the program shows none without."""
    copy = scratch / "copy"
    shutil.copytree(source / "openspec", copy / "openspec", symlinks=True)
    changes = copy / "openspec" / "changes"
    for change in sorted(changes.iterdir()) if changes.is_dir() else ():
        if change.is_dir() and change.name != "archive" and not (change / "proposal.md").exists():
            (change / "proposal.md").write_text("## Why\n\nUnsaid.\n\n## What Changes\n\nUnsaid.\n", "utf-8")
    paths = [path.relative_to(source).as_posix() for path in sorted((source / "openspec").rglob("*.md"))]
    with compile_source(source) as snapshot:
        return Agreement(*_comparable(theirs(command, copy), ours(snapshot, paths)))


def _comparable(their_reading: Reading, our_reading: Reading) -> tuple[Reading, Reading]:
    """The readings without what only Frieze says: in a change with errors, the program does not look for names that are
    there already or are missing."""
    found = dict(our_reading)
    for key, said in their_reading.items():
        if said.get("kinds") and not set(said["kinds"]) & _BY_NAME and key in found:
            found[key] = {"kinds": [kind for kind in found[key]["kinds"] if kind not in _BY_NAME]}
    return their_reading, found


def _ask(command: list[str], folder: Path, *arguments: str) -> Json:
    environment = {**os.environ, "OPENSPEC_TELEMETRY": "0", "CI": "1"}
    done = subprocess.run(
        [*command, *arguments, "--json"], cwd=folder, capture_output=True, text=True, check=False, env=environment
    )
    return json.loads(done.stdout) if done.stdout.strip() else {}


def theirs(command: list[str], folder: Path) -> Reading:
    """Return the program's reading."""
    found: dict[Any, dict[str, Any]] = {}
    for spec in _ask(command, folder, "list", "--specs").get("specs", ()):
        said = _ask(command, folder, "show", spec["id"], "--type", "spec")
        for number, each in enumerate(said.get("requirements", ()), 1):
            found["requirement", spec["id"], number] = {
                "text": _lines(each["text"]),
                "scenarios": [_lines(scenario["rawText"]) for scenario in each["scenarios"] if scenario["rawText"]],
            }
    for change in _ask(command, folder, "list").get("changes", ()):
        said = _ask(command, folder, "show", change["name"], "--type", "change")
        if change["totalTasks"]:
            found["tasks", change["name"]] = {"all": change["totalTasks"], "done": change["completedTasks"]}
        numbers: Counter[Any] = Counter()
        for each in said.get("deltas", ()):
            if each["operation"] != "RENAMED" and not each.get("requirements"):
                continue  # made of the words of the proposal
            key = ("delta", change["name"], each["spec"], each["operation"])
            numbers[key] += 1
            found[*key, numbers[key]] = _their_delta(each)
    for item in _ask(command, folder, "validate", "--all").get("items", ()):
        kinds = {name for issue in item["issues"] for name, wanted in _KINDS if wanted.match(issue["message"])}
        found["findings", item["type"], item["id"]] = {"kinds": sorted(kinds)}
    return found


def _their_delta(one: Json) -> dict[str, Any]:
    if one["operation"] == "RENAMED":
        return {"from": one["rename"]["from"], "to": one["rename"]["to"]}
    if one["operation"] == "REMOVED":
        return {}  # of which the program shows whatever text is below
    requirement = one["requirement"]
    return {
        "text": _lines(requirement["text"]),
        "scenarios": [_lines(each["rawText"]) for each in requirement["scenarios"] if each["rawText"]],
    }


def _lines(text: str) -> list[str]:
    """The lines that count: the program leaves blank ones out, and fields such as `**ID**: 7`."""
    return [line.strip() for line in text.split("\n") if line.strip() and not _FIELD.match(line.strip())]


def ours(snapshot: Snapshot, paths: Iterable[str]) -> Reading:
    """Return Frieze's reading of the files at `paths`, in the same words."""
    found: dict[Any, dict[str, Any]] = {}
    scenarios: dict[str, list[list[str]]] = {}
    for each in snapshot.facts(Assertion):
        body = each.text.partition("\n")[2]
        scenarios.setdefault(each.requirement, []).extend([_lines(body)] if body.strip() else [])
    numbers: Counter[Any] = Counter()
    for one in _in_order(snapshot):
        if one.status == "archived":
            continue
        if one.level == "change":
            if one.statements["tasks"]:
                done = one.statements
                found["tasks", one.requirement] = {"all": done["tasks"], "done": done["tasks_done"]}
            continue
        key = _key(one)
        numbers[key] += 1
        found[*key, numbers[key]] = _our_item(one, scenarios.get(one.requirement, []))
    kinds: dict[Any, set[str]] = {}
    for path in paths:
        if (key := _judged(path)) is not None:
            kinds.setdefault(key, set())
    for finding in snapshot.diagnostics():
        key = _judged(finding.span.file)
        if key is not None and (kind := _kind(finding)):
            kinds.setdefault(key, set()).add(kind)
    found |= {("findings", *key): {"kinds": sorted(one)} for key, one in kinds.items()}
    return found


def _in_order(snapshot: Snapshot) -> Iterable[Requirement]:
    items = [requirement for requirement in snapshot.facts(Requirement) if requirement.format == FORMAT]
    return sorted(items, key=lambda one: (one.span.file, one.span.start_line))


def _key(one: Requirement) -> Any:
    if "operation" in one.statements:
        said = one.statements
        return "delta", said["change"], said["capability"], said["operation"]
    return "requirement", one.span.file.removeprefix("openspec/specs/").removesuffix("/spec.md")


def _our_item(one: Requirement, scenarios: list[list[str]]) -> dict[str, Any]:
    if one.level == "renamed":
        return {"from": one.name, "to": one.statements["renamed_to"]}
    if one.level == "removed":
        return {}
    # The program shows the heading of a requirement that has no text.
    text = "\n".join(line for _, line in outside_fences(one.text.split("\n")))
    return {"text": _lines(text) or _lines(f"Requirement: {one.name}"), "scenarios": scenarios}


def _judged(path: str) -> Any:
    """The capability or change that a file is judged with, None for an archived one."""
    parts = path.split("/")
    if parts[:2] == ["openspec", "specs"] and parts[-1] == "spec.md":
        return "spec", "/".join(parts[2:-1])
    if parts[:2] == ["openspec", "changes"] and len(parts) > 3 and parts[2] != "archive":
        return "change", parts[2]
    return None


def _kind(finding: Any) -> str:
    if finding.code == "REQ601":
        reason = finding.message.rpartition("' is read as text: ")[2].rstrip(".")
        return _OUR_REASONS.get(reason, "")
    if finding.code == "REQ207":
        return "twice"
    return _OUR_KINDS.get(finding.code, "")
