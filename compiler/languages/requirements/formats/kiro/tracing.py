"""Traces Kiro: which criterion each task, property and place in code cites by its number.

A number holds in the feature of the task. Code names the feature (`Feature: login`); where it does not, the number must
be one that only one feature has. The same holds of the numbers of a line of which the feature named further above does
not have all.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from compiler.languages.requirements.formats import codes
from compiler.languages.requirements.formats.kiro.citations import CARRIED, SEPARATOR
from compiler.languages.requirements.formats.records import Cited
from compiler.languages.requirements.formats.stated import MISSING, StatedItem, StatedTag, Traced, TracedCitation
from compiler.languages.requirements.formats.untasked import Untasked, untasked
from compiler.languages.requirements.formats.without_criteria import without_criteria

Json = Any
_SHALL = re.compile(r"\b(?:SHALL|MUST)\b", re.IGNORECASE)
_NUMBERED = re.compile(r"^\d{1,5}-")  # the name of a feature: `007-entry-content`
_PATTERNS = (("WHEN", "event-driven"), ("WHILE", "state-driven"), ("IF", "unwanted"), ("WHERE", "optional"))
_KEYWORDS = {word: re.compile(rf"(?:^|,\s*|\band\s+){word}\b", re.IGNORECASE) for word, _ in _PATTERNS}


def trace(items: Sequence[StatedItem], tags: Sequence[StatedTag]) -> Traced:
    """Trace the citations of all properties, tasks and places in code."""
    tracer = _Tracer(items)
    for tag in tags:
        feature, _, rest = tag.tag.cited.target.partition(SEPARATOR)
        if feature.startswith(CARRIED):
            tracer.beside[tag.path, tag.tag.cited.place.line].add(rest.partition(SEPARATOR)[0])
    for item in items:
        for cited in item.item.cites:
            tracer.add(item, cited, tracer.said[item.id]["folder"])
    for tag in tags:
        if tag.tag.task:
            tracer.add(tag, tag.tag.cited, tag.path.rpartition("/")[0])
        else:
            tracer.add_code(tag)
    tracer.judge()
    return tracer.traced


@dataclass(slots=True)
class _Tracer:
    """Resolves numbers within features, which are told apart by their folders."""

    items: Sequence[StatedItem]
    traced: Traced = field(default_factory=Traced)
    said: dict[str, dict[str, str]] = field(init=False)
    numbered: dict[tuple[str, str], StatedItem] = field(default_factory=dict)  # by folder and number
    folders: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))  # by the name of the feature
    # Labels by what cites them, task, test or code, and the item that has them.
    cited: dict[tuple[str, str], dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    beside: dict[tuple[str, int], set[str]] = field(default_factory=lambda: defaultdict(set))  # carried, by line
    with_tasks: set[str] = field(default_factory=set)  # folders whose tasks cite

    def __post_init__(self) -> None:
        self.said = {item.id: dict(item.item.details) for item in self.items}
        for item in self.items:
            said = self.said[item.id]
            self.numbered.setdefault((said["folder"], said["number"]), item)
            for name in {said["feature"], _NUMBERED.sub("", said["feature"])}:  # code often leaves the number out
                if said["folder"] not in self.folders[name]:
                    self.folders[name].append(said["folder"])

    def add(self, source: StatedItem | StatedTag, cited: Cited, folder: str, number: str = "") -> None:
        """Resolve a citation within a feature; nothing if the feature states no requirements."""
        number = number or cited.target
        requirement, _, label = number.partition(".")
        if not any(folder in folders for folders in self.folders.values()):
            return
        feature = folder.rpartition("/")[2]
        target = self.numbered.get((folder, requirement))
        labels = [need.label for need in target.item.needs] if target else []
        if target is None and not self._uses(folder, requirement):
            return  # `ADR-3`, where no requirement is called so
        if target is None or (label and label not in labels):
            name = f"R{number}" if requirement.isdecimal() else number
            nearest = target.id if target else None
            self.traced.citations.append(
                TracedCitation(source, cited, f"{feature}/{name}", reason=MISSING, nearest=nearest)
            )
            return
        self.traced.citations.append(TracedCitation(source, cited, target.id, label))
        if isinstance(source, StatedTag):
            cites = [label] if label else labels
            self.cited[source.evidence, target.id].update(dict.fromkeys(cites))
            if source.kind == "task":
                self.with_tasks.add(folder)

    def _uses(self, folder: str, requirement: str) -> bool:
        """Whether a feature has requirements whose numbers begin with the word of this one, if it has a word."""
        word = requirement.rpartition("-")[0]
        return not word or any(at == folder and number.startswith(f"{word}-") for at, number in self.numbered)

    def add_code(self, tag: StatedTag) -> None:
        """Resolve a citation by code. A property that no design states is a matter of the test alone."""
        feature, _, rest = tag.tag.cited.target.partition(SEPARATOR)
        number, _, of_property = rest.partition(SEPARATOR)
        requirement = number.partition(".")[0]
        folders = self.folders.get(feature.removeprefix(CARRIED), ())
        numbers = self.beside.get((tag.path, tag.tag.cited.place.line), ()) if feature.startswith(CARRIED) else ()
        if folders and not any(self._has_all(folder, numbers) for folder in folders):
            every = dict.fromkeys(folder for named in self.folders.values() for folder in named)
            having = [folder for folder in every if self._has_all(folder, numbers)]
            if not having and len(numbers) > 1:
                return  # of a feature that is not read: that some numbers fit the one above is chance
            folders = having or folders
        if not folders:
            if feature:
                return  # a feature of something else, such as Gherkin
            folders = [key[0] for key in self.numbered if key[1] == requirement]
            folders = [folder for folder in folders if self._states(folder, of_property)] or folders
        folders = [folder for folder in folders if (folder, requirement) in self.numbered] or list(folders)
        if len(folders) == 1:
            if not requirement.isdecimal() and (folders[0], requirement) not in self.numbered:
                return
            cited = tag.tag.cited._replace(target=number)
            self.add(tag, cited, folders[0], number)
        elif folders:
            first = self.numbered[folders[0], requirement]
            finding = codes.AMBIGUOUS.at(
                tag.tag.cited.place.span(tag.path),
                source=tag.subject,
                target=f"requirement {number}",
                line=first.item.first,
                path=first.path,
            )
            self.traced.findings.append(finding)
            cited = tag.tag.cited._replace(target=number)
            self.traced.citations.append(TracedCitation(tag, cited, first.id, reason="ambiguous"))

    def _has_all(self, folder: str, numbers: Collection[str]) -> bool:
        return all(self._has(folder, number) for number in numbers)

    def _has(self, folder: str, number: str) -> bool:
        """Whether a feature has a requirement of a number, and the criterion if the number is that of one."""
        requirement, _, label = number.partition(".")
        found = self.numbered.get((folder, requirement))
        return found is not None and (not label or any(need.label == label for need in found.item.needs))

    def _states(self, folder: str, of_property: str) -> bool:
        """Whether the design of a feature states a property by its number and title: `P1 Round trip`."""
        number, _, title = of_property.partition(" ")
        found = self.numbered.get((folder, number))
        return found is not None and found.item.title.casefold() == title.casefold()

    def judge(self) -> None:
        """Say what holds of each requirement: which criteria no task cites, and the pattern of each."""
        self.traced.met = {item: tuple(labels) for (kind, item), labels in self.cited.items() if kind == "test"}
        self.traced.made = {item: tuple(labels) for (kind, item), labels in self.cited.items() if kind == "code"}
        verdicts: dict[str, dict[str, Json]] = {}
        without_task: list[Untasked] = []
        required: list[StatedItem] = []
        for stated in self.items:
            if stated.item.level == "property":
                verdicts[stated.id] = {}
                continue
            unplanned = [need.label for need in stated.item.needs if need.label not in self.cited["task", stated.id]]
            ears = {need.label: pattern for need in stated.item.needs if (pattern := pattern_of(need.text))}
            verdicts[stated.id] = {"ears": ears, "without_task": unplanned}
            if stated.item.level == "defect":
                continue
            required.append(stated)
            if unplanned and self.said[stated.id]["folder"] in self.with_tasks:
                labels = ", ".join(f"{self.said[stated.id]['number']}.{label}" for label in unplanned)
                without_task.append(Untasked(self.said[stated.id]["folder"], stated.id, stated.line_span, labels))
        self.traced.findings += without_criteria(required, "criterion")
        self.traced.findings += untasked(without_task)
        self.traced.verdicts = verdicts


def pattern_of(text: str) -> str:
    """Return the pattern of EARS that a criterion is written in: event-driven, state-driven, unwanted, optional,
    complex or ubiquitous; "" if it has neither `SHALL` nor `MUST`."""
    found = _SHALL.search(text)
    if not found:
        return ""
    before = text[: found.start()].strip(" *_-")
    used = [name for word, name in _PATTERNS if _KEYWORDS[word].search(before)]
    return "complex" if len(used) > 1 else used[0] if used else "ubiquitous"
