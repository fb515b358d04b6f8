"""`python -m harness.fuzz.formats [SAMPLE…] --mutants 10000`: mistakes in the samples of formats. None may raise, and
none may cost a record that it is not in or beside, or anything of another file.
"""

import argparse
import random
import re
import sys
import time
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from compiler.disk.folder_tree import FolderTree
from compiler.languages.knowledge.records import EntityRecord
from compiler.languages.knowledge.records import Unit as KnowledgeUnit
from compiler.model.facts import Object
from compiler.model.language import Language
from compiler.model.source import Source, SourceFile
from harness.fuzz.format_samples import Sample, samples

PIECES = (
    *("`", "~", "*", ":", "#", " ", "\t", "-->", "]", "[", "{", "}", '"', "'", ",", ";", "<", ">", "&", "\\", "|"),
    *(
        "é",
        "\x00",
        "\u2028",
        "\ud7ff",
        "9" * 40,
        "null",
        "-1",
        "1e999",
        "]]>",
        "<![CDATA[",
        "<!--",
        "&a;",
        "<item>",
        "#5",
    ),
)
_MARK = re.compile(r"(?<=~\d)#\w+|(?<=~\d\d)#\w+")  # behind an id of OpenFastTrace that another item has
LONGEST_CUT = 12  # characters


class Mutant(NamedTuple):
    """The text of a file with one mistake between two offsets of the original."""

    text: str
    start: int
    end: int


class Failure(NamedTuple):
    """What a mutant cost, and the mutant."""

    sample: str
    path: str
    what: str
    text: str


def mutant(text: str, within: tuple[int, int], chance: random.Random) -> Mutant:
    """A text with one mistake between two offsets."""
    at = chance.randrange(*within) if within[0] < within[1] else within[0]
    match chance.randrange(4):
        case 0:
            end = min(at + chance.randrange(1, LONGEST_CUT), within[1])
            return Mutant(text[:at] + text[end:], at, end)
        case 1:
            start, end = (
                text.rfind("\n", within[0], at) + 1 or within[0],
                text.find("\n", at, within[1]) + 1 or within[1],
            )
            return Mutant(text[:start] + (text[start:end] * 2 if chance.randrange(2) else "") + text[end:], start, end)
        case 2:
            other = chr(chance.choice((chance.randrange(32, 127), chance.randrange(1, 0xD7FF))))
            return Mutant(text[:at] + other + text[at + 1 :], at, at + 1)
    return Mutant(text[:at] + chance.choice(PIECES) + text[at:], at, at)


def failures(sample: Sample, count: int, seed: int) -> Iterator[Failure]:
    """The failures of a number of mutants of a sample."""
    chance = random.Random(f"{sample.name} {seed}")
    units = {path: unit for path, text in sample.files.items() if (unit := parsed(sample.language, path, text))}
    before = _stated(sample, units)
    for _ in range(count):
        path = chance.choice(sample.mutated)
        text = sample.files[path]
        ranges = _ranges(units.get(path), text)
        at = chance.randrange(len(ranges)) if ranges else 0
        one = mutant(text, ranges[at] if ranges else (0, len(text)), chance)
        try:
            unit = parsed(sample.language, path, one.text)
            changed = {name: found for name, found in units.items() if name != path} | ({path: unit} if unit else {})
            after = _stated(sample, changed)
        except Exception as error:  # any is a failure
            yield Failure(sample.name, path, f"{type(error).__name__}: {error}", one.text)
            continue
        lost = {name: titles - after.get(name, set()) for name, titles in before.items() if name != path}
        if any(lost.values()):
            yield Failure(sample.name, path, f"lost elsewhere: {lost}", one.text)
        if ranges and (gone := _gone(units[path], unit, at)):
            yield Failure(sample.name, path, f"lost in the file: {gone}", one.text)


def parsed(language: Language, path: str, text: str) -> Any:
    """The unit of a file, None if it has none. Unlike a build it lets exceptions through."""
    return language.parse(path, text).unit if language.claims(path) else None


def _stated(sample: Sample, units: Mapping[str, Any]) -> dict[str, set[str]]:
    """The titles of all objects, by file. Where a mistake states an id a second time, as one that takes the list away
    around a citation of OpenFastTrace, the other item gets a mark behind its id (`#requirements`), and is not lost. A
    file that an item of another file names is an object as long as it does so."""
    source = Source(Path("/nowhere"), "test", FolderTree(Path("/nowhere")))
    source.files = {path: SourceFile(path, text, "", len(text)) for path, text in sample.files.items()}
    linked = sample.language.link(source, dict(sorted(units.items(), key=lambda one: one[0].encode())))
    found: dict[str, set[str]] = {}
    for fact in chain(linked.facts, linked.later):
        if isinstance(fact, Object) and getattr(fact, "code", "") != fact.span.file:
            title = str(getattr(fact, fact.title_fields[0]) if fact.title_fields else fact.ref)
            found.setdefault(fact.span.file, set()).add(_MARK.sub("", title))
    return found


def _records(unit: Any) -> list[EntityRecord]:
    """The records of a file in their order, where a file of knowledge has several."""
    documents = unit.documents if isinstance(unit, KnowledgeUnit) else ()
    found = [record for document in documents for record in document.records]
    return sorted(found, key=lambda one: (one.line, one.column))


def _ranges(unit: Any, text: str) -> list[tuple[int, int]]:
    """The offsets between which each record stands; none if the file has no more than one, or does not say."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    found = [
        (_offset(text, starts, record.line, record.column), _offset(text, starts, record.last_line, record.last_column))
        for record in _records(unit)
    ]
    return found if len(found) > 1 and all(start < end for start, end in found) else []


def _offset(text: str, starts: list[int], line: int, column: int) -> int:
    """The offset of a place; its column counts bytes."""
    row = text[starts[line - 1] : starts[line] - 1].encode()
    return starts[line - 1] + len(row[: column - 1].decode())


def _gone(before: Any, after: Any, at: int) -> list[str]:
    """The records that are neither the one with the mistake nor beside it, and are gone or say something else."""
    kept = {_said(record) for record in _records(after)}
    return [
        one.native_id for number, one in enumerate(_records(before)) if abs(number - at) > 1 and _said(one) not in kept
    ]


def _said(one: EntityRecord) -> tuple[Any, ...]:
    references = tuple((each.relation, each.is_reversed, each.target, each.state) for each in one.references)
    return one.native_id, one.name, one.status, one.properties, one.content, one.tags, references


def main() -> int:
    """Run, print the figures of each sample, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m harness.fuzz.formats", description=__doc__)
    parser.add_argument("samples", nargs="*")
    parser.add_argument("--mutants", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    failed = 0
    for sample in samples():
        if given.samples and sample.name not in given.samples:
            continue
        begun = time.process_time()
        found = list(failures(sample, given.mutants, given.seed))
        failed += len(found)
        print(
            f"{sample.name}: {given.mutants:,} mutants, {len(found)} failures, {time.process_time() - begun:.0f} s",
            flush=True,
        )
        for failure in found[:3]:
            print(f"  {failure.path}: {failure.what}\n{failure.text!r}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
