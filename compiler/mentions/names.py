"""The names by which objects are cited. A name is case-folded. Names come from the ids of requirements and memory, the
spellings of knowledge entities, and the paths of files.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from sys import intern
from typing import Any, Protocol

from compiler.languages.diagrams.facts import Diagram
from compiler.languages.knowledge.facts import ENTITY_CLASSES, EntityName
from compiler.languages.memory.facts import Conversation, MemoryFact, MemorySession, MemoryTask, Observation
from compiler.languages.requirements.facts import Assertion, Journey, Requirement
from compiler.languages.world.facts import Entity as WorldEntity
from compiler.languages.world.facts import Section
from compiler.mentions.candidates import NO_CANDIDATES, Candidates, Target
from compiler.mentions.id_schemes import (
    ADR,
    HEAD,
    MIN_SCHEME,
    Scheme,
    SchemeId,
    completed,
    is_of_internet,
    is_scheme,
    number_of,
    padding_of,
    scheme_of,
)
from compiler.mentions.pages import Pages, is_page, skill_name
from compiler.mentions.prefilter import Prefilter, id_patterns
from compiler.model.examples import WORK_KINDS
from compiler.model.facts import ExampleFile, Fact, File, Object, file_ref
from compiler.text.markdown import WORLD

MIN_JOINED = 5  # requirements with the same first words in capitals, where another one is missed
ID, SPELLING, TITLE = 0, 2, 4  # ranks of `EntityName`

# Facts that are cited by their ids, with the columns of the id, the ref and the file.
_STRICT: dict[type[Fact], tuple[str, ...]] = {
    fact_class: (column, "ref", "file")
    for fact_class, column in ((Requirement, "requirement"), (Assertion, "assertion"), (Journey, "journey"))
}
_LOOSE: dict[type[Fact], tuple[str, ...]] = {
    Diagram: ("diagram", "ref", "file"),
    WorldEntity: ("name", "ref", "file"),
    Section: ("section", "ref", "file"),
    **dict.fromkeys((MemoryFact, Conversation, MemorySession, MemoryTask, Observation), ("record_id", "ref", "file")),
}
_ENTITY_NAME = ("key", "ref", "rank")

NAME_COLUMNS: Mapping[type[Fact], tuple[str, ...]] = {EntityName: _ENTITY_NAME, **_STRICT, **_LOOSE}
_EXAMPLE = ("path", "only_work")
# What one name may mean, by ref where it is more than one object: nearly all names mean one, and a source has millions.
Targets = Target | dict[str, Target]
STRICT_CLASSES = frozenset(_STRICT)
ENTITY_COLUMNS = ("ref", "file", "sequence_number")

_TELLING = re.compile(r"(?!v\d+(?:\.\d+)*+$).*\d")  # a name with a digit that is no version (`v1`)
_SHORT_HEAD = re.compile(r"[a-z]{1,2}-\w")  # `f-tide`, as tools number the records of a memory
_HEX = re.compile(r"[0-9a-f]{8,}(?:-[0-9a-f]{4,}){0,4}")
_SCHEME = re.compile(rf"({HEAD})(\d+)")
_WRITTEN = re.compile(rf"({HEAD})(\d+)((?:-[a-z]{{1,2}}|-\d{{1,2}})?)")
_RANGE = re.compile(r"([a-z][a-z0-9]*-[a-z]?)(\d{2,})-(\d{1,6})")
_NOUN = re.compile(r"(?:.*/)?([a-z]{2,8})-\d+")
_JOINED = re.compile(r"([a-z]{2,20}_[a-z]{2,20}_)(?:[a-z]{1,20}_){0,6}[a-z]{1,20}")
_INNER = re.compile(r"[a-z]{2,5}-\d{1,5}")  # the own part of an id that begins with its folder: `fr-003`
_LABEL = re.compile(r"[a-z]{1,4}(?:-[a-z]{2,20}){1,3}")
_NOUNS = frozenset({"adr", "decision", "task"})  # by which numbers are cited where anything has one


class LinkedFacts(Protocol):
    """The facts that the languages made."""

    def each(self, fact_class: type[Fact], names: Sequence[str], **where: Any) -> Iterable[tuple[Any, ...]]:
        """Give some columns of the facts of a class that have the given values."""


class Names:
    """What can be cited in one source."""

    def __init__(self, facts: LinkedFacts) -> None:
        self._names: dict[str, Targets] = {}
        self._numbers: dict[int, list[Target]] = {}  # of decisions
        self._inner: dict[str, dict[str, Targets]] = {}  # by the second part of ids: by the folder that is the first
        self._numbers_in: dict[tuple[str, int], list[Target]] = {}  # of tasks, by their folder
        self._candidates: dict[tuple[object, ...], Candidates] = {}  # as they are asked for
        self._ids: dict[str, list[SchemeId]] = {}  # of each scheme
        self._requirements: set[str] = set()  # the names of those that are no examples
        self._examples = dict(facts.each(ExampleFile, _EXAMPLE))  # a prompt is one of work only
        self._prefilters: dict[bool, Prefilter] = {}
        self.paths: dict[str, str] = {}  # the ref of the object that a file is, by its path
        self.unknown: set[str] = set()  # words that were looked up and name nothing, wherever they stand
        self._has_skills = False
        self.nouns: set[str] = set()  # before the numbers of decisions: `rfc`
        self.labels: frozenset[str] = frozenset()  # of decisions, which cite in capitals: `D-STORE`
        self._add_files(facts)
        self.pages = Pages(self.paths)
        self._add_entities(facts)
        self._add_skills()
        for fact_class, columns in _STRICT.items():
            kind = fact_class.kind if issubclass(fact_class, Object) else ""
            for name, ref, file in facts.each(fact_class, columns):
                self._add(name.casefold(), Target(ref, intern(file), ID))
                self._add_inner(name.casefold(), Target(ref, intern(file), ID))
                self._add_id(name.casefold(), ref, file, kind)
                if fact_class is Requirement and file not in self._examples:
                    self._requirements.add(name.casefold())
        for fact_class, columns in _LOOSE.items():
            for name, ref, file in facts.each(fact_class, columns):
                if not name:  # such as `@:`, an entity without a name
                    continue
                # `m:fact/f-1@dev` is what another branch has of the fact `f-1`, which means `m:fact/f-1` where that is.
                rank = SPELLING if ref.startswith("m:") and not ref.endswith(f"/{name}") else ID
                self._add(name.casefold(), Target(ref, intern(file), rank, _is_loose(name)))
        # The refs of names that mean one object wherever they stand.
        self.sure = {name: ref for name, targets in self._names.items() if (ref := _sure(targets))}
        self.only_worlds = all(path.endswith(WORLD) for path in self.paths) and all(
            target.ref.startswith("w:") for targets in self._names.values() for target in _listed(targets)
        )
        self._schemes = {head: scheme_of(head, ids) for head, ids in self._ids.items() if is_scheme(head, ids)}
        self._heads = Counter(head for name in self._requirements for head in _joined_head(name))
        self._decisions = padding_of(self._ids)
        self._last_decision = max(self._numbers, default=0)
        self._has_numeric_labels = any(
            name.rpartition("-")[2].isdecimal() for (name,) in facts.each(Assertion, ("assertion",))
        )

    def __contains__(self, name: str) -> bool:
        """Whether a case-folded name may mean an object."""
        return name in self._names

    def is_loose(self, name: str) -> bool:
        """Whether a case-folded name is also a word of prose to some of the objects that it may mean."""
        return name in self._loose

    def candidates(self, name: str, *, loose: bool = True) -> Candidates:
        """Return the objects that a case-folded name may mean, without `loose` only where it is no word of prose."""
        targets = self._names.get(name)
        if not targets:
            return NO_CANDIDATES
        return self._kept(("name", name, loose), (target for target in _listed(targets) if loose or not target.loose))

    def inner(self, word: str, folders: Sequence[str]) -> str | None:
        """Return the object that a case-folded word means in a folder, given by the parts of its path: `fr-003` below
        `specs/001-booking` means `001-booking/FR-003`. Elsewhere it may mean that of any folder, so that it means
        none."""
        known = self._inner.get(word)
        if known is None:
            return None
        around = ("/".join(folders[:count]) for count in range(len(folders), 0, -1))
        found = next((known[folder] for folder in around if folder in known), None)
        return None if found is None else _sure(found)

    def is_known(self, word: str, padded: str) -> bool:
        """Whether a case-folded word, or its `padded` form, may name something in some file, or follows a scheme."""
        if word in self._names or padded in self._names or word in self._inner:
            return True
        return self.dangling(word) is not None or self.dangling_in_capitals(word.upper()) is not None

    def decisions(self, number: int) -> Candidates:
        """Return the decisions of a number."""
        return self._kept(("decision", number), self._numbers.get(number, ()))

    def tasks_in(self, folder: str, number: int) -> Candidates:
        """Return the tasks of a number in the files of a folder."""
        return self._kept(("task", folder, number), self._numbers_in.get((folder, number), ()))

    def padded(self, word: str) -> str:
        """Return a case-folded word with the zeros that ids of its scheme have: `req-d118-c` as `req-d00118-c`."""
        found = _WRITTEN.fullmatch(word)
        scheme = self._schemes.get(found[1]) if found else None
        return f"{found[1]}{scheme.padded(found[2])}{found[3]}" if found and scheme else word

    def dangling(self, word: str) -> str | None:
        """Return the ref that a case-folded word would name if it existed: the word follows a scheme of the source."""
        found = _WRITTEN.fullmatch(word)
        if not found or not found[2].strip("0"):
            return None
        head, digits, label = found.groups()
        scheme = self._schemes.get(head) or self._sibling(head)
        if scheme is None or not scheme.is_of_project or is_of_internet(head, digits, self._last_decision):
            return None
        digits = completed(scheme, head, digits)
        if not scheme.fits(digits) or (label and not self._is_label(scheme, label)):
            return None
        return f"{scheme.ref}{digits}{label.upper()}"

    def dangling_in_capitals(self, word: str) -> str | None:
        """Return the ref that a word in capitals without a number would name: `REQ_LAMP_HUMS`, where the source has
        requirements enough that begin with `REQ_LAMP_`."""
        heads = _joined_head(word.casefold()) if word.isupper() and word.casefold() not in self._names else ()
        return f"r:{word}" if any(self._heads[head] >= MIN_JOINED for head in heads) else None

    def ends_of_range(self, word: str) -> Sequence[str]:
        """Return the case-folded ids at the ends of a range: `req-d00086` and `req-d00089` of `req-d00086-89`. Nothing
        if the word is none."""
        found = _RANGE.fullmatch(word)
        scheme = self._schemes.get(found[1]) if found else None
        if not found or not scheme or not scheme.fits(found[2]) or len(found[3]) > len(found[2]):
            return ()
        last = found[2][: len(found[2]) - len(found[3])] + found[3]
        return (found[1] + found[2], found[1] + last) if last > found[2] else ()

    def _is_label(self, scheme: Scheme, label: str) -> bool:
        """Whether an assertion of the source may have a label, which is written with a `-` in front."""
        return scheme.is_requirement and (self._has_numeric_labels or not label[1:].isdecimal())

    def schemes_may_differ(self, ids: Collection[str], labels: Collection[str], decisions: Collection[int]) -> bool:
        """Whether the source may have had other schemes before names came or went, or no decisions: the ids of a
        scheme, or those of a width in it, are few enough to be all new. `ids` are those of requirements and entities,
        `labels` those of assertions, `decisions` the numbers of decisions."""
        if any(name.rpartition("-")[2].isdecimal() for name in labels):
            return True
        if decisions and set(decisions) >= self._numbers.keys():
            return True
        joined = Counter(head for name in ids for head in _joined_head(name))
        if any(self._heads[head] - news < MIN_JOINED <= self._heads[head] + news for head, news in joined.items()):
            return True
        found = [one for name in ids if (one := _SCHEME.fullmatch(name))]
        new = Counter((match[1], len(match[2])) for match in found)
        for head, width in new:
            known = self._ids.get(head, ())
            widths = Counter(len(scheme_id.digits) for scheme_id in known)
            news = sum(count for (other, _), count in new.items() if other == head)
            of_project = sum(not scheme_id.is_example for scheme_id in known)
            if widths[width] <= new[head, width] or of_project < MIN_SCHEME + news:
                return True
            if len({(scheme_id.ref[: -len(scheme_id.digits)], scheme_id.is_requirement) for scheme_id in known}) > 1:
                return True  # the first of them says what a word of the scheme would name
        return False

    def is_last_decision(self, numbers: Collection[int]) -> bool:
        """Whether decisions of these numbers, which came or went, may have moved the last number of all."""
        return bool(numbers) and max(numbers) >= self._last_decision

    def dangling_decision(self, number: int) -> str | None:
        """Return the ref that an ADR of a number would have; None if no decision of the source is numbered so."""
        if not self._decisions or not number:
            return None
        ref, width = self._decisions
        return f"{ref}{number:0{width}}"

    def is_beyond_decisions(self, word: str) -> bool:
        """Whether a case-folded word is the id of a decision with a number that the source has not come to."""
        found = _SCHEME.fullmatch(word)
        return found is not None and found[1] == ADR and number_of(found[2]) > self._last_decision

    def prepare(self) -> None:
        """Make what is made at the first use, before workers are forked."""
        for is_code in (False, True):
            self.prefilter(is_code=is_code)

    def prefilter(self, *, is_code: bool) -> Prefilter:
        """Return what finds the places that may cite something, in code or in other files."""
        if is_code not in self._prefilters:
            paths = [
                path for path, ref in self.paths.items() if not (is_code and ref.startswith("f:") and not is_page(path))
            ]
            self._prefilters[is_code] = Prefilter(
                self._ids_sought,
                self._loose,
                paths,
                nouns=_NOUNS | self.nouns if self._numbers else (),
                has_links=not is_code,
                has_skills=self._has_skills,
            )
        return self._prefilters[is_code]

    def _kept(self, key: tuple[object, ...], targets: Iterable[Target]) -> Candidates:
        found = self._candidates.get(key)
        if found is None:
            found = self._candidates[key] = Candidates(targets)
        return found

    @cached_property
    def _loose(self) -> frozenset[str]:
        """The names that are words of prose to some of their objects: they cite in backticks. Some are also others."""
        return frozenset(
            name for name, targets in self._names.items() if any(target.loose for target in _listed(targets))
        )

    @cached_property
    def _ids_sought(self) -> Sequence[str]:
        """Patterns for the names that cite wherever they stand."""
        strict = (name for name, targets in self._names.items() if not all(target.loose for target in _listed(targets)))
        heads = (head for head, count in self._heads.items() if count >= MIN_JOINED)
        return id_patterns([*strict, *self.labels, *self._inner, *heads])

    def _sibling(self, head: str) -> Scheme | None:
        """A requirement of a level that has none: `REQ-o` where there are `REQ-d` and `REQ-p`."""
        if head[-1] == "-":
            return None
        for known, scheme in self._schemes.items():
            if scheme.is_requirement and known[:-1] == head[:-1] and known[-1] != "-":
                return scheme._replace(ref=scheme.ref[:-1] + head[-1])
        return None

    def _add(self, name: str, target: Target) -> None:
        _put(self._names, name, target)

    def _add_inner(self, name: str, target: Target) -> None:
        scope, _, own = name.rpartition("/")
        folder = target.file.rpartition("/")[0]
        if scope and _INNER.fullmatch(own) and folder.rpartition("/")[2].casefold() == scope:
            _put(self._inner.setdefault(own, {}), folder, target)

    def _add_id(self, name: str, ref: str, file: str, kind: str) -> None:
        found = _SCHEME.fullmatch(name)
        if found and ref.casefold().endswith(found[2]):
            only_work = self._examples.get(file)
            is_example = only_work is not None and (not only_work or kind in WORK_KINDS)
            one = SchemeId(found[2], ref, kind == Requirement.kind, is_example)
            self._ids.setdefault(found[1], []).append(one)

    def _add_files(self, facts: LinkedFacts) -> None:
        self.paths = {path: file_ref(path) for (path,) in facts.each(File, ("path",))}
        drawn: dict[str, list[str]] = {}
        for path, ref in facts.each(Diagram, ("file", "ref"), fenced=False):
            drawn.setdefault(path, []).append(ref)
        self.paths |= {path: refs[0] for path, refs in drawn.items() if len(refs) == 1}

    def _add_entities(self, facts: LinkedFacts) -> None:
        files, kinds = dict[str, str](), dict[str, str]()
        for fact_class in ENTITY_CLASSES:
            for ref, file, number in facts.each(fact_class, ENTITY_COLUMNS):
                files[ref] = intern(file)
                kinds[ref] = fact_class.kind
                if number is not None and fact_class.kind == "decision":
                    self._numbers.setdefault(number, []).append(Target(ref, file, ID))
                elif number is not None and fact_class.kind == "task":
                    self._numbers_in.setdefault((file.rpartition("/")[0], number), []).append(Target(ref, file, ID))
        labelled: dict[str, dict[str, str]] = {}  # by what labels begin with
        for key, ref, rank in facts.each(EntityName, _ENTITY_NAME):
            if ref not in files:
                continue
            file = files[ref]
            if key == file.casefold():
                self.paths[file] = ref
            elif rank in (ID, SPELLING, TITLE):
                if kinds[ref] == "decision" and rank != SPELLING and _LABEL.fullmatch(key):
                    labelled.setdefault(key.partition("-")[0], {}).setdefault(key, ref)
                # A number alone names nothing, and a title only in a wikilink.
                if not key.isdecimal():
                    self._add(key, Target(ref, file, rank, rank == TITLE or not _TELLING.match(key)))
                if rank == ID:
                    self._add_id(key, ref, file, kinds[ref])
                if kinds[ref] == "decision" and (noun := _NOUN.fullmatch(key)):
                    self.nouns.add(noun[1])
        kinds_of_labels = [found for found in labelled.values() if len(set(found.values())) > 1]
        self.labels = frozenset(label for found in kinds_of_labels for label in found)

    def _add_skills(self) -> None:
        for path, ref in self.paths.items():
            if name := skill_name(path):
                self._has_skills = True
                self._add(name, Target(ref, path, SPELLING, loose=True))


def _joined_head(name: str) -> tuple[str, ...]:
    """The first two words of a case-folded name without a digit that joins three or more by `_`; () of another one."""
    found = _JOINED.fullmatch(name)
    return (found[1],) if found else ()


def _put(names: dict[str, Targets], name: str, target: Target) -> None:
    known = names.get(name)
    if known is None:
        names[name] = target
    elif isinstance(known, dict):
        known.setdefault(target.ref, target)
    elif known.ref != target.ref:
        names[name] = {known.ref: known, target.ref: target}


def _listed(targets: Targets) -> Collection[Target]:
    return targets.values() if isinstance(targets, dict) else (targets,)


def _sure(targets: Targets) -> str | None:
    """The ref of the one object that a name means wherever it stands; None if there is none."""
    if isinstance(targets, dict) and len(targets) != 1:
        return None
    (one,) = _listed(targets)
    return None if one.loose else one.ref


def _is_loose(name: str) -> bool:
    """Whether an id may also be a word of prose."""
    if name[0] == "@" or _HEX.fullmatch(name):
        return False
    return not _TELLING.match(name) and not _SHORT_HEAD.match(name)
