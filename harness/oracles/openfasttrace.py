"""OpenFastTrace's own program, from Maven's central repository, beside what Frieze says of a folder.

`convert` tells what the program reads, `trace` what it makes of it. Compared are, of each item: file, line, title,
status, needs, tags, what it depends on, what became of each of its citations, which needs are uncovered, which coverage
is unwanted, whether it is stated twice, and whether it is a defect; of each tag: what became of its citation.
"""

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from compiler import compile_source
from compiler.languages.requirements.facts import BrokenReference, Reference, Requirement
from compiler.store.snapshot import Snapshot
from harness.oracles.agreement import Agreement, Reading

FORMAT = "openfasttrace"
ARTIFACT = "org.itsallcode.openfasttrace:openfasttrace:4.2.0"
_SUMMARY = re.compile(r"(not ok|ok) \[ in: .*? \| out: .*?\] (\S+)(?: \[\w+\])? \(([^)]*)\)( \[has \d+ duplicates?\])?")
_LINK = re.compile(r"  \[([a-z ]+?) *\] ([→←]) (\S+)")
_REASONS = {"unknown_requirement": "orphaned"}


def program(folder: Path) -> list[str] | None:
    """Return the command of the program, which is put into `folder` once; None where Java or Maven is not installed."""
    jar = folder.resolve() / f"{'-'.join(ARTIFACT.split(':')[1:])}.jar"
    if not jar.exists():
        if not (shutil.which("java") and shutil.which("mvn")):
            return None
        goal = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"
        command = ["mvn", "-q", "-B", goal, f"-Dartifact={ARTIFACT}", f"-DoutputDirectory={folder}"]
        if subprocess.run(command, capture_output=True, check=False).returncode or not jar.exists():
            return None
    return ["java", "-jar", str(jar)] if shutil.which("java") else None


def compare(command: list[str], source: Path, scratch: Path) -> Agreement:
    """Return the agreement on a folder. `scratch` is a folder for the program's output."""
    specobjects, report = scratch / "specobjects.xml", scratch / "report.txt"
    _run([*command, "convert", "-s", "-f", str(specobjects), "."], source)
    _run([*command, "trace", "-v", "all", "-c", "BLACK_AND_WHITE", "-f", str(report), "."], source)
    with compile_source(source) as snapshot:
        return Agreement(theirs(specobjects.read_text("utf-8"), report.read_text("utf-8")), ours(snapshot))


def _run(command: list[str], source: Path) -> None:
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr  # 1: there are defects


def theirs(specobjects: str, report: str) -> Reading:
    """Return the program's reading, from the text of both its outputs."""
    places: dict[str, list[dict[str, Any]]] = {}
    found: dict[Any, dict[str, Any]] = {}
    for kind in ElementTree.fromstring(specobjects):
        for one in kind:
            said = _specobject(kind.get("doctype", ""), one)
            places.setdefault(said["id"], []).append(said)
    for said, verdict in _verdicts(report, places):
        key = said.pop("key")
        if said.pop("is_tag"):
            found[key] = {"out": verdict["out"]}
        else:
            found[key] = {name: value for name, value in said.items() if name not in ("id", "file")} | verdict
    return found


def _specobject(kind: str, one: "ElementTree.Element") -> dict[str, Any]:
    """What `convert` says of an item."""
    native_id = f"{kind}~{one.findtext('id')}~{one.findtext('version')}"
    file = (one.findtext("sourcefile") or "").removeprefix("./")
    line = int(one.findtext("sourceline") or 0)
    covers = [
        f"{each.findtext('linksto')}~{each.findtext('dstversion')}".replace(":", "~", 1)
        for each in one.findall("providescoverage/provcov")
    ]
    needs = sorted({each.text or "" for each in one.findall("needscoverage/needsobj")})
    is_tag = not needs and not file.endswith((".md", ".markdown", ".rst"))
    return {
        "key": (file, line, *covers) if is_tag else (file, line, native_id),
        "is_tag": is_tag,
        "id": native_id,
        "file": file,
        "title": (one.findtext("shortdesc") or "").strip(),
        "status": one.findtext("status"),
        "needs": needs,
        "tags": sorted(each.text or "" for each in one.findall("tags/tag")),
        "depends": sorted(each.text or "" for each in one.findall("dependencies/dependson")),
    }


def _verdicts(report: str, places: dict[str, list[dict[str, Any]]]) -> Iterable[tuple[dict[str, Any], dict[str, Any]]]:
    """Each item with the verdict on it; of several with one id, in their order."""
    verdict: dict[str, Any] = {}
    for line in report.split("\n"):
        if found := _SUMMARY.match(line):
            needs = [one.strip() for one in found[3].split(",") if one.strip()]
            verdict = {
                "is_defect": found[1] != "ok",
                "uncovered": sorted({need[1:] for need in needs if need.startswith("-")}),
                "unwanted": sorted({need[1:] for need in needs if need.startswith("+")}),
                "is_repeated": bool(found[4]),
                "out": Counter(),
            }
            if waiting := places.get(found[2]):
                yield waiting.pop(0), verdict
        elif (found := _LINK.match(line)) and found[2] == "→" and found[1] != "duplicate":
            verdict["out"][found[1]] += 1


def ours(snapshot: Snapshot) -> Reading:
    """Return Frieze's reading, in the same words."""
    found: dict[Any, dict[str, Any]] = {}
    out: dict[str, Counter[str]] = {}
    for status, one in _citations(snapshot):
        if one.source_kind == "requirement":
            out.setdefault(one.source, Counter())[status] += 1
        else:
            target = one.written.partition("->")[2] if isinstance(one, Reference) else one.target
            found[one.span.file, one.span.start_line, target] = {"out": Counter([status])}
    depends: dict[str, list[str]] = {}
    for link in snapshot.links(kind="depends_on"):
        depends.setdefault(link.source, []).append(link.target.removeprefix("r:"))
    for item in snapshot.facts(Requirement):
        if item.format == FORMAT:
            native_id = item.requirement.partition("#")[0]
            is_titled = item.name not in (native_id, item.text.strip().partition("\n")[0][:120])
            found[item.span.file, item.span.start_line, native_id] = {
                "title": item.name if is_titled else "",
                "status": item.status,
                "needs": sorted(_needs(snapshot, item.requirement)),
                "tags": sorted(filter(None, str(item.statements.get("tags", "")).split(", "))),
                "depends": sorted(depends.get(item.ref, [])),
                "is_defect": item.statements["is_defect"],
                "uncovered": sorted(item.statements.get("uncovered_needs", ())),
                "unwanted": sorted(item.statements.get("unwanted_coverage", ())),
                "is_repeated": item.statements["is_repeated"],
                "out": out.get(item.requirement, Counter()),
            }
    return found


def _needs(snapshot: Snapshot, requirement: str) -> list[str]:
    sql = "SELECT label FROM fact_assertion WHERE requirement = ?"
    return [label for (label,) in snapshot.rows(sql, (requirement,))]


def _citations(snapshot: Snapshot) -> Iterable[tuple[str, Any]]:
    for reference in snapshot.facts(Reference):
        yield ("covers" if reference.label else "unwanted"), reference
    for broken in snapshot.facts(BrokenReference):
        if broken.edge_kind != "depends_on":
            yield _REASONS.get(broken.reason, broken.reason), broken
            if broken.reason in ("outdated", "predated"):  # the report has it twice
                yield "orphaned", broken
