"""Traces spec-kit: which story and requirement each task and place in code cites.

An id holds in the feature of the task. Code may name the feature; where it does not, an id counts that one feature
alone states.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from compiler.languages.requirements.formats import codes
from compiler.languages.requirements.formats.records import Cited, Place
from compiler.languages.requirements.formats.spec_kit.parse import SEPARATOR
from compiler.languages.requirements.formats.spec_kit.spec import FEATURE, FUNCTIONAL, INDEPENDENT_TEST, STORY
from compiler.languages.requirements.formats.stated import MISSING, StatedItem, StatedTag, Traced, TracedCitation
from compiler.languages.requirements.formats.untasked import Untasked, untasked
from compiler.languages.requirements.formats.without_criteria import without_criteria
from compiler.text.near_names import NearNames

Json = Any
_STATING = ("FR", "NFR", "SC", "US")  # kinds of ids, which a feature may not use at all


def trace(items: Sequence[StatedItem], tags: Sequence[StatedTag]) -> Traced:
    """Trace the citations of all tasks and places in code."""
    tracer = _Tracer(items)
    for item in items:
        tracer.add_item(item)
    for tag in tags:
        tracer.add_task(tag) if tag.tag.task else tracer.add_code(tag)
    tracer.judge()
    return tracer.traced


@dataclass(slots=True)
class _Tracer:
    """Resolves ids within features, which are told apart by their folders."""

    items: Sequence[StatedItem]
    traced: Traced = field(default_factory=Traced)
    said: dict[str, dict[str, str]] = field(init=False)
    numbered: dict[tuple[str, str], StatedItem] = field(default_factory=dict)  # by folder and id
    with_id: dict[str, list[StatedItem]] = field(default_factory=lambda: defaultdict(list))
    folders: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))  # by the name of the feature
    cited: dict[str, set[str]] = field(
        default_factory=lambda: defaultdict(set)
    )  # items by what cites: task, test, code
    near: NearNames = field(init=False)

    def __post_init__(self) -> None:
        self.said = {item.id: dict(item.item.details) for item in self.items}
        for item in self.items:
            said = self.said[item.id]
            if item.item.level == FEATURE:
                self.folders[said["feature"]].append(said["folder"])
            first = self.numbered.setdefault((said["folder"], said["number"]), item)
            if said["number"] and first is item:
                self.with_id[said["number"]].append(item)
        self.near = NearNames([item.id for item in self.items])

    def add_item(self, item: StatedItem) -> None:
        """Link a story or requirement to its feature."""
        for cited in item.item.cites:
            whole = self.numbered.get((self.said[item.id]["folder"], ""))
            if whole:
                self.traced.citations.append(TracedCitation(item, cited, whole.id))

    def add_task(self, tag: StatedTag) -> None:
        """Resolve a citation by a task; nothing if its feature states nothing."""
        feature, _, number = tag.tag.cited.target.partition(SEPARATOR)
        folder = tag.path.rpartition("/")[0]
        if feature and (named := self._named(feature)):
            folder = named[0]
        elif feature and "-" not in feature:
            return  # the number of a feature that is not here
        if (folder, "") not in self.numbered:
            return
        target = self.numbered.get((folder, number))
        if target is None:
            if self._uses(folder, number):
                self._missing(tag, f"{folder.rpartition('/')[2]}/{number}")
            return
        self._cite(tag, target)

    def _named(self, feature: str) -> Sequence[str]:
        """The folders of a feature, by its name, or its number: `016` of `016-login`, `7A` of `7a-secrets`."""
        if "-" in feature:
            return self.folders.get(feature, ())
        named = (at for name, at in self.folders.items() if name.partition("-")[0].casefold() == feature.casefold())
        return [folder for folders in named for folder in folders]

    def _uses(self, folder: str, number: str) -> bool:
        """Whether a feature states ids of this kind at all."""
        kind = next(word for word in _STATING if number.startswith(word))
        return any(key[0] == folder and key[1].startswith(kind) for key in self.numbered)

    def _missing(self, tag: StatedTag, target: str) -> None:
        nearest = self.near.nearest(target)
        self.traced.citations.append(TracedCitation(tag, tag.tag.cited, target, reason=MISSING, nearest=nearest))

    def add_code(self, tag: StatedTag) -> None:
        """Resolve a citation by code; an id that no feature states, or several, cites nothing."""
        feature, _, number = tag.tag.cited.target.partition(SEPARATOR)
        folders = self._named(feature) if feature else ()
        if feature and "-" not in feature and not folders:
            return
        known = [self.numbered[folder, number] for folder in folders if (folder, number) in self.numbered]
        known = known or self.with_id.get(number, [])
        if len(known) == 1:
            self._cite(tag, known[0])

    def _cite(self, tag: StatedTag, target: StatedItem) -> None:
        cited = tag.tag.cited
        written = Cited(cited.kind, cited.target.partition(SEPARATOR)[2], cited.place)
        self.cited[tag.evidence].add(target.id)
        self.traced.citations.append(TracedCitation(tag, written, target.id))

    def _usually_cited(self) -> set[tuple[str, str]]:
        """The folders and levels of which tasks cite at least every second item: elsewhere tasks name stories alone,
        and that they do not cite a requirement says nothing."""
        counts: dict[tuple[str, str], list[bool]] = defaultdict(list)
        for item in self.items:
            if item.item.level in (STORY, FUNCTIONAL):
                counts[self.said[item.id]["folder"], item.item.level].append(item.id in self.cited["task"])
        return {key for key, cited in counts.items() if 2 * sum(cited) >= len(cited)}

    def judge(self) -> None:
        """Say what holds of each item: open questions, stories without scenarios, and what no task cites."""
        labels = {item.id: tuple(need.label for need in item.item.needs) for item in self.items}
        self.traced.met = {item: labels[item] for item in self.cited["test"]}
        self.traced.made = {item: labels[item] for item in self.cited["code"]}
        usual, without_task = self._usually_cited(), list[Untasked]()
        for stated in self.items:
            for name, value in stated.item.details:
                if name == "question":
                    line, column, end, text = value.split(" ", 3)
                    place = Place(int(line), int(column), int(end))
                    question = f": {text.rstrip('.?!')}" if text else ""
                    finding = codes.OPEN_QUESTION.at(place.span(stated.path), id=stated.id, question=question)
                    self.traced.findings.append(finding)
            if stated.id not in self.cited["task"] and (self.said[stated.id]["folder"], stated.item.level) in usual:
                without_task.append(
                    Untasked(f"{self.said[stated.id]['folder']} {stated.item.level}", stated.id, stated.line_span)
                )
        # A story may say instead how it is tested.
        stories = [item for item in self.items if item.item.level == STORY and not _is_tested(item)]
        self.traced.findings += without_criteria(stories, "acceptance scenario")
        self.traced.findings += untasked(without_task)


def _is_tested(story: StatedItem) -> bool:
    """Whether a story without scenarios says how to test it."""
    return not story.item.needs and any(name == INDEPENDENT_TEST for name, _ in story.item.fields)
