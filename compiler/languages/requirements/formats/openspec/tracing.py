"""Traces OpenSpec: which requirement each change would modify, remove or rename, and whether its program would take the
change; the tasks of changes; and which scenarios code and tests cite.

Names of requirements are compared as written. A change that renames a requirement and modifies it uses the new name. An
archived change is history: it is linked where its requirements still exist, and nothing of it is wrong.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from compiler.languages.requirements.formats import codes
from compiler.languages.requirements.formats.openspec.citations import SEPARATOR
from compiler.languages.requirements.formats.records import Cited
from compiler.languages.requirements.formats.stated import MISSING, StatedItem, StatedTag, Traced, TracedCitation
from compiler.languages.requirements.formats.without_criteria import no_criteria
from compiler.text.near_names import NearNames

Json = Any
Key = tuple[str, str, str]  # root, capability, name


def trace(items: Sequence[StatedItem], tags: Sequence[StatedTag]) -> Traced:
    """Trace all changes, tasks and citations of a source."""
    tracer = _Tracer(items)
    for item in items:
        tracer.add_delta(item)
    for tag in tags:
        tracer.add_task(tag) if tag.tag.task else tracer.add_citation(tag)
    tracer.judge()
    return tracer.traced


@dataclass(slots=True)
class _Tracer:
    """Resolves names over all capabilities and changes."""

    items: Sequence[StatedItem]
    traced: Traced = field(default_factory=Traced)
    said: dict[str, dict[str, str]] = field(init=False)  # details by id
    in_force: dict[Key, StatedItem] = field(default_factory=dict)
    changes: dict[tuple[str, str], StatedItem] = field(default_factory=dict)
    by_name: dict[str, list[StatedItem]] = field(default_factory=lambda: defaultdict(list))
    old_names: dict[tuple[str, Key], str] = field(default_factory=dict)  # before a change, by change and new name
    pending: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    # Labels by what cites them, test or code, and the item that has them.
    cited: dict[tuple[str, str], dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    tasks: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))  # by change: whether each is done
    near: NearNames = field(init=False)

    def __post_init__(self) -> None:
        self.said = {item.id: dict(item.item.details) for item in self.items}
        for item in self.items:
            said = self.said[item.id]
            if item.item.level == "change":
                self.changes.setdefault((said["root"], said["change"]), item)
            elif "operation" not in said:
                if "is_unlabelled" not in said:  # no change can name it
                    self.in_force.setdefault(self._key(item), item)
                self.by_name[said["name"]].append(item)
            elif after := said.get("renamed_to"):
                self.old_names[said["change"], (said["root"], said["capability"], after)] = said["name"]
        self.near = NearNames([stated.id for stated in self.in_force.values()])

    def _key(self, item: StatedItem) -> Key:
        said = self.said[item.id]
        return said["root"], said["capability"], said["name"]

    def add_delta(self, item: StatedItem) -> None:
        """Resolve what a change says of one requirement."""
        said = self.said[item.id]
        operation = said.get("operation", "")
        for cited in item.item.cites:
            if cited.kind == "refines":
                if change := self.changes.get((said["root"], said["change"])):
                    self.traced.citations.append(TracedCitation(item, cited, change.id))
                continue
            self._add_verb(item, cited, self._key(item), operation)
        if operation == "ADDED" and item.item.status != "archived" and (known := self.in_force.get(self._key(item))):
            finding = codes.EXISTS_ALREADY.at(
                item.line_span, source=item.id, target=known.id, path=known.path, line=known.item.first
            )
            self.traced.findings.append(finding)

    def _add_verb(self, item: StatedItem, cited: Cited, key: Key, operation: str) -> None:
        root, capability, name = key
        change = self.said[item.id]["change"]
        before = self.old_names.get((change, key), name) if operation == "MODIFIED" else name
        target = self.in_force.get((root, capability, before))
        is_archived = item.item.status == "archived"
        if target is None:
            if not is_archived:
                expected = f"{capability}/{before}"
                # The program takes out what is not there without a word.
                reason = "removed_already" if operation == "REMOVED" else MISSING
                nearest = self.near.nearest(expected)
                self.traced.citations.append(TracedCitation(item, cited, expected, reason=reason, nearest=nearest))
            return
        self.traced.citations.append(TracedCitation(item, cited, target.id))
        if is_archived:
            return
        self.pending[target.id].append(item.id)
        if operation == "MODIFIED":
            kept = {need.label for need in item.item.needs}
            lost = [need.text.partition("\n")[0] for need in target.item.needs if need.label not in kept]
            if lost:
                left_out = ", ".join(f"'{each}'" for each in lost)
                self.traced.findings.append(
                    codes.LEFT_OUT.at(item.line_span, source=item.id, target=target.id, left_out=left_out)
                )

    def add_task(self, tag: StatedTag) -> None:
        """Count a task for its change."""
        change = self.changes.get((tag.tag.id, tag.tag.cited.target))
        if change is None:
            return  # a list of tasks without a proposal
        self.tasks[change.id].append(tag.tag.kind == "done")
        self.traced.citations.append(TracedCitation(tag, tag.tag.cited, change.id))

    def add_citation(self, tag: StatedTag) -> None:
        """Resolve a name in code; what is the name of no requirement, or of several, cites none."""
        named, _, scenario = tag.tag.cited.target.partition(SEPARATOR)
        found = self.by_name.get(_known(named, self.by_name), ())
        if len(found) != 1:
            return
        target = found[0]
        labels = {need.text.partition("\n")[0]: need.label for need in target.item.needs}
        label = labels.get(_known(scenario, labels), "")
        for each in [label] if label else labels.values():
            self.cited[tag.evidence, target.id][each] = None
        written = " / ".join(filter(None, (target.item.title, _known(scenario, labels))))
        cited = tag.tag.cited._replace(target=written)
        self.traced.citations.append(TracedCitation(tag, cited, target.id, label))

    def judge(self) -> None:
        """Say what holds of each item: its tasks, the changes that wait, and what lacks a scenario."""
        self.traced.met = {item: tuple(labels) for (kind, item), labels in self.cited.items() if kind == "test"}
        self.traced.made = {item: tuple(labels) for (kind, item), labels in self.cited.items() if kind == "code"}
        verdicts: dict[str, dict[str, Json]] = {}
        for stated in self.items:
            operation = self.said[stated.id].get("operation")
            if stated.item.level == "change":
                done = self.tasks.get(stated.id, [])
                verdicts[stated.id] = {"tasks": len(done), "tasks_done": sum(done)}
                continue
            waiting = [] if operation else self.pending.get(stated.id, [])
            verdicts[stated.id] = {"changes": waiting} if waiting else {}
            if not stated.item.needs and operation in (None, "ADDED", "MODIFIED") and stated.item.status != "archived":
                self.traced.findings.append(no_criteria(stated, "scenario"))
        self.traced.verdicts = verdicts


def _known(written: str, names: dict[str, Any]) -> str:
    """The longest name that a text begins with, "" for none; no word may go on behind it."""
    end = len(written)
    while end > 0:
        candidate = written[:end].rstrip()
        if candidate in names:
            return candidate
        end = len(candidate) - 1
        while end > 0 and (written[end - 1 : end + 1].isalnum() and written[end - 1].isalnum()):
            end -= 1
    return ""
