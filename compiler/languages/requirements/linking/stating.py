"""The items and tags of other formats, over all files: which ids are unique, and which test or code each tag is."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from compiler.languages.requirements import codes
from compiler.languages.requirements.formats.codes import UNREAD_STATEMENT
from compiler.languages.requirements.formats.format import Format, is_page
from compiler.languages.requirements.formats.records import DECISION, MAP, OF_TEST, Item, ItemsFile, Tag
from compiler.languages.requirements.formats.stated import StatedItem, StatedTag
from compiler.languages.requirements.linking.covered_files import Covered
from compiler.languages.requirements.linking.result_matching import LinkedTest
from compiler.languages.requirements.records import Function, MixedFile, Unit
from compiler.model.diagnostics import Diagnostic, Related, Severity
from compiler.model.spans import Span
from compiler.text.free_names import FreeNames

# Characters of an id and of the label behind it. Tools take ids of 1,000 characters.
MAX_ID, MAX_LABEL = 500, 200
_OF_TESTS = re.compile(r"test|verif|valid|evidence|report|result|\bqa\b|spec", re.IGNORECASE)  # pages that show one


@dataclass(slots=True)
class Stated:
    """What a source states in one format, in the order of the files, those of examples last.

    `functions` are those that each tag stands in or above. `proof` is the first file with an item, or with a tag.
    `on_line` counts the tags that are code, by file and line, those of the formats before among them. `is_proven`:
    settings show that the source is of the format, though it may state nothing. `unfound` are names in maps that stand
    for nothing in the source, by map and name.
    """

    items: list[StatedItem] = field(default_factory=list)
    tags: list[StatedTag] = field(default_factory=list)
    functions: dict[str, Function] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    proof: str = ""
    on_line: dict[tuple[str, int], int] = field(default_factory=dict)
    is_proven: bool = False
    unfound: dict[tuple[str, str], list[Tag]] = field(default_factory=dict)


class _PlacedTests(NamedTuple):
    """Tests that run by their files and lines, and by their files and each class around them."""

    by_line: dict[tuple[str, int], LinkedTest]
    by_class: dict[tuple[str, str], list[LinkedTest]]

    def of(self, path: str, function: Function) -> list[LinkedTest]:
        """The tests that a function of a file stands for: itself, or without a name all of its class. For a whole file
        none stands."""
        if not function.name:
            return self.by_class.get((path, function.class_name), [])
        test = self.by_line.get((path, function.line))
        return [test] if test else []


def _placed(tests: Iterable[LinkedTest]) -> _PlacedTests:
    placed = _PlacedTests({}, {})
    for test in tests:
        if test.function.is_skipped:
            continue
        placed.by_line[test.path, test.function.line] = test
        names = [*filter(None, test.function.class_name.split("::"))]
        for depth in range(1, len(names) + 1):
            placed.by_class.setdefault((test.path, "::".join(names[:depth])), []).append(test)
    return placed


def stated_in(
    format_: Format,
    units: Mapping[str, Unit],
    tests: Mapping[str, LinkedTest],
    taken: Iterable[str],
    examples: frozenset[str],
    on_line: Mapping[tuple[str, int], int],
    covered: Covered,
) -> Stated:
    """Return what a source states in a format. `taken` are the ids that requirements of other formats have, `on_line`
    counts their citations in code, by file and line. `covered` knows the files that maps name."""
    stated = Stated(on_line=dict(on_line))
    known: dict[str, StatedItem] = {}
    used = dict.fromkeys(taken)
    free: FreeNames[str] = FreeNames(used)
    placed = _placed(tests.values())
    functions: dict[str, list[Function | None]] = {}
    files: list[ItemsFile] = []
    for path in sorted(units, key=lambda each: (each in examples, each.encode())):
        unit = units[path]
        if isinstance(unit, MixedFile):
            every = iter(unit.functions)
            for file in unit.others:
                of_file = [next(every, None) for _ in file.tags]
                if file.format == format_.name:
                    functions[path] = of_file
                    files.append(file)
    if format_.is_last:
        files = _left_over(format_, files, used)
    for file in format_.settle(files) if files else ():  # a format that no file has is not even imported
        path = file.path
        stated.files.append(path)
        stated.is_proven |= bool(file.settings)
        stated.proof = stated.proof or (f"{path}:{file.items[0].first}" if file.items else "")
        for item in file.items:
            _add_item(stated, known, used, free, path, item)
        _add_tags(stated, format_, file, functions[path], placed, covered)
        for unread in file.unread:
            if unread.is_limit and path in examples:  # no one needs what the documentation of a test lacks
                continue
            severity: Severity | None = "info" if unread.is_limit else None
            span = unread.place.span(path)
            finding = UNREAD_STATEMENT.at(span, severity=severity, text=unread.text, reason=unread.reason)
            stated.findings.append(finding)
    return stated


def without_copies(stated: Stated, titles: Mapping[str, str]) -> None:
    """Take out files of exchange that repeat what other formats state. `titles` are those of their requirements by id,
    as `title_of` gives them. A file is a copy if more than half of its requirements are there."""
    by_file: dict[str, list[StatedItem]] = {}
    for item in stated.items:
        by_file.setdefault(item.path, []).append(item)
    for path, items in by_file.items():
        same = sum(titles.get(item.item.id) == title_of(item.item) for item in items)
        if same * 2 > len(items):
            stated.items = [item for item in stated.items if item.path != path]
            reason = f"{same} of its {len(items)} requirements stand in other files too, so it is taken for a copy"
            finding = UNREAD_STATEMENT.at(Span(path, 1, 1, 1, 1), severity="info", text=path, reason=reason)
            stated.findings = [other for other in stated.findings if other.span.file != path] + [finding]


def title_of(item: Item) -> str:
    """The title of an item, or else its text, as files of exchange repeat it."""
    return " ".join((item.title or item.text).split()).casefold()


def _left_over(format_: Format, files: Sequence[ItemsFile], taken: Iterable[str]) -> list[ItemsFile]:
    """What other formats leave to the last one: no ids of their kinds, but for a list that is sure to state
    requirements and repeats none of theirs. Where they state most requirements, a list that is not sure to state any
    cites those of another project, or of another day."""
    taken = tuple(taken)
    kinds, known = {_kind_of_id(key) for key in taken}, {_plain_key(key) for key in taken}
    left = [
        file
        if format_.is_sure(file) and known.isdisjoint(_plain_key(item.id) for item in file.items)
        else file._replace(items=tuple(item for item in file.items if _kind_of_id(item.id) not in kinds))
        for file in files
    ]
    if len(taken) <= sum(len(file.items) for file in left):
        return left
    return [file if format_.is_sure(file) else file._replace(items=()) for file in left]


def _kind_of_id(key: str) -> str:
    """What an id has in common with others of its kind: the letters before its first digit, without folders."""
    return re.split(r"\d", _plain_key(key), maxsplit=1)[0]


def _plain_key(key: str) -> str:
    """An id without its folder, in small letters."""
    return key.rpartition("/")[2].casefold()


def bounded(name: str, most: int) -> str:
    """A name of at most so many characters: a longer one is cut, with a hash of the whole, so that it stays unique."""
    return name if len(name) <= most else f"{name[: most - 9]}~{sha256(name.encode()).hexdigest()[:8]}"


def assertion_id(format_: Format, item: str, label: str) -> str:
    """The id of a need or criterion of an item."""
    return f"{item}{format_.separator}{bounded(label, MAX_LABEL)}"


def item_span(path: str, item: Item) -> Span:
    """The span of an item."""
    return Span(path, item.first, item.column, item.last, max(item.end, 1))


def _add_item(
    stated: Stated,
    known: dict[str, StatedItem],
    used: dict[str, None],
    free: FreeNames[str],
    path: str,
    item: Item,
) -> None:
    """Add an item. If its id is taken, a new id is made and the duplicate is reported."""
    first = known.get(item.id)
    native_id = own_id = bounded(item.id, MAX_ID)
    if native_id in used:
        base = f"{own_id}#{path.rpartition('/')[2].partition('.')[0]}"
        native_id = free.numbered(base, lambda number: f"{base}__{number}") if base in used else base
    used[native_id] = None
    one = StatedItem(native_id, path, item, first.id if first else None)
    known.setdefault(item.id, one)
    stated.items.append(one)
    if first is not None:
        related = (Related("first stated here", item_span(first.path, first.item)),)
        span = Span(path, item.first, 1, item.first, 1)
        stated.findings.append(codes.DUPLICATE_ID.at(span, id=item.id, related=related))


def _add_tags(
    stated: Stated,
    format_: Format,
    file: ItemsFile,
    functions: list[Function | None],
    tests: _PlacedTests,
    covered: Covered,
) -> None:
    """Add the tags of a file. A tag in a list of tasks is its task, one in a map the files or the test that it names. A
    tag of a test in or above a test function is that test, one of a class each test of it; any other is code by its
    line, with a number if the line has several."""
    for tag, function in zip(file.tags, functions, strict=True):
        if tag.on:
            _add_named(stated, file.path, tag, covered)
            continue
        if tag.task:
            stated.tags.append(StatedTag(tag.task, "task", file.path, tag))
            continue
        line = tag.cited.place.line
        citing: list[LinkedTest] = []
        if function and format_.is_test(tag.kind):
            citing = tests.of(file.path, function)
        if citing:
            stated.tags += [StatedTag(test.id, "test", file.path, tag) for test in citing]
            continue
        is_skipped = function is not None and function.is_skipped
        if tag.kind == OF_TEST and not is_skipped and (not function or function.name or function.class_name):
            continue  # not of the whole file
        count = stated.on_line[file.path, line] = stated.on_line.get((file.path, line), 0) + 1
        native_id = f"{file.path}:{line}" + (f"#{count}" if count > 1 else "")
        stated.tags.append(StatedTag(native_id, "code", file.path, tag, is_skipped=is_skipped))
        if function and function.name:
            stated.functions[native_id] = function


def _add_named(stated: Stated, path: str, tag: Tag, covered: Covered) -> None:
    """Add what a map names: each file is code by its path. A name of nothing is reported where nothing else is
    meant."""
    if tag.kind == DECISION:
        pages = covered.decisions(tag.on, path)
        stated.tags += [StatedTag(page, DECISION, page, tag, path) for page in pages]
        return
    found = covered.by(tag.on, path)
    for place in found:
        if tag.cited.kind == "verifies" and not place.test and is_page(place.path) and not _OF_TESTS.search(place.path):
            continue  # a page tests nothing
        stated.tags.append(StatedTag(place.test or place.path, "test" if place.test else "code", place.path, tag, path))
    if not found and tag.kind == MAP:
        stated.unfound.setdefault((path, tag.on), []).append(tag)
