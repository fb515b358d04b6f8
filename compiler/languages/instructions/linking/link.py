"""Makes the facts, links and findings of all instructions of a source."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from compiler.languages.instructions import codes
from compiler.languages.instructions.facts import Instruction, InstructionPath, InstructionPattern, InstructionPlace
from compiler.languages.instructions.formats import (
    AT_ROOT_ONLY,
    CHOSEN,
    FOREIGN,
    FORMATS,
    MANIFESTS,
    Place,
    claims,
    place_of,
    tools_of,
)
from compiler.languages.instructions.linking.imports import ENTRIES, MAX_DEPTH, back_edges, followed, target_of
from compiler.languages.instructions.linking.patterns import Found, Patterns, scope_of, survey
from compiler.languages.instructions.records import Fault, Instructions, Outline, Pattern, Reference, outline
from compiler.languages.instructions.syntax.parse import mode_of
from compiler.model.diagnostics import Diagnostic, Related
from compiler.model.facts import Fact, Link, file_ref
from compiler.model.language import Linked, Units
from compiler.model.source import Problem, Source
from compiler.model.spans import Span, whole_file
from compiler.text.markdown import is_markdown

MAX_NAMED = 5  # patterns in a message

_BESIDE_GITHUB = "copilot-instructions.md"
_FAULTS = {"malformed": codes.MALFORMED, "value": codes.UNKNOWN_VALUE, "no_patterns": codes.NO_PATTERNS}


def instruction_ref(path: str) -> str:
    """Return the ref of instructions: `i:CLAUDE.md`."""
    return f"i:{path}"


def asks(source: Source, outlines: Mapping[str, Outline]) -> tuple[Any, ...]:
    """Return all that linking asks of the source: which files were read, which paths exist, what patterns match."""
    unread = tuple((path, problem.kind) for path, problem in source.unread(claims) if _place(source, path))
    if not outlines:
        return (unread,)
    named = {
        named_path
        for path, unit in outlines.items()
        for named_path in _named_paths(path, unit)
        if named_path not in source.files
    }
    exists = tuple(path for path in sorted(named) if source.exists(path))
    ignored = tuple(path for path in sorted(named) if source.is_ignored(path))
    rooted = tuple(path for path in outlines if _is_misplaced(source, path))
    examples = tuple(path for path in outlines if _is_example(source, path))
    links = tuple(sorted(source.links.items()))
    offered = tuple((path, place) for path in outlines if (place := _place(source, path)) and place.is_offered)
    files = tuple(sorted(source.files))
    return unread, files, exists, ignored, rooted, examples, offered, links, survey(source, outlines)


def link(source: Source, units: Units) -> Linked:
    """Link all instructions of a source."""
    found = {path: units[path] for path in units if units[path].format != FOREIGN}
    linked = Linked()
    linked.diagnostics += [
        codes.UNREADABLE.at(whole_file(path), path=path, reason=problem.reason)
        for path, problem in source.unread(claims)
        if _place(source, path)
    ]
    linker = _Linker(source, found)
    found = linker.units
    for path, unit in found.items():
        linked.facts += linker.facts(path, unit)
        linked.links += linker.links(path, unit)
        if not _is_example(source, path):
            linked.diagnostics += linker.findings(path, unit)
    linked.diagnostics += _same_texts(source, found)
    return linked


class _Linker:
    """The instructions of one source, and what is looked up for them."""

    def __init__(self, source: Source, units: Mapping[str, Instructions]) -> None:
        self._source = source
        self._also_at: dict[str, list[str]] = defaultdict(list)
        entries: set[str] = set()
        for name, path in sorted(source.links.items()):
            if place := _place(source, name):
                self._also_at[path].append(name)
                entries |= {path} if place.format in ENTRIES else set()
        units = {path: unit for path, unit in units.items() if unit.format == "imported" or _place(source, path)}
        self._depths = followed({path: outline(path, unit) for path, unit in units.items()}, entries)
        self.units = {path: unit for path, unit in units.items() if unit.format != "imported" or path in self._depths}
        units = self.units
        self._patterns = Patterns(source)
        edges = {path: list(self._targets(path, unit)) for path, unit in units.items() if path in self._depths}
        self._cycles = back_edges(edges)

    def facts(self, path: str, unit: Instructions) -> Iterator[Fact]:
        """Give the facts of a file: the text, its places, its patterns, and the files that it names."""
        ref, span = instruction_ref(path), Span(path, 1, 1, unit.last_line, 1)
        also_at = self._also_at.get(path, [])
        places = [(name, place) for name in (path, *also_at) if (place := _place(self._source, name))]
        if unit.format == "imported":
            places = [(name, place) for name, place in places if not place.is_offered]
        yield Instruction(
            span=span,
            ref=ref,
            path=path,
            name=unit.title,
            description=unit.description,
            format=unit.format,
            mode="never" if _is_misplaced(self._source, path) else unit.mode,
            folder=places[0][1].folder if places else path.rpartition("/")[0],
            patterns=tuple(pattern.text for pattern in unit.patterns),
            tools=tuple(sorted({tool for _, place in places for tool in tools_of(place)})),
            also_at=tuple(also_at),
            checksum=unit.checksum,
            text="" if is_markdown(path) else self._source.files[path].text,
        )
        for name, place in places:
            mode = unit.mode if place.format == unit.format else mode_of(place.format, self._source.files[path].text)
            yield InstructionPlace(
                span=span,
                instruction=ref,
                path=name,
                format=place.format,
                mode="never" if _is_misplaced(self._source, name) else mode,
                folder=place.folder,
                tools=tools_of(place),
                rank=FORMATS[place.format].rank,
            )
        for pattern in unit.patterns:
            found = self._patterns.found(path, pattern.text)
            yield InstructionPattern(
                span=Span(path, pattern.line, 1, pattern.line, 1),
                instruction=ref,
                pattern=pattern.text,
                paths=found.paths,
                is_dead=found.is_alive is False,
                names_anywhere=scope_of(path).names_anywhere,
            )
        yield from self._paths(path, unit)

    def _paths(self, path: str, unit: Instructions) -> Iterator[Fact]:
        seen: set[tuple[str, bool]] = set()
        for reference in unit.references:
            is_import = reference.form == "import"
            if is_import and path not in self._depths:
                continue
            target = self._existing(path, reference, unit.format)
            if target and (target, is_import) not in seen:
                seen.add((target, is_import))
                yield InstructionPath(
                    span=_span(path, reference), instruction=instruction_ref(path), path=target, is_import=is_import
                )

    def links(self, path: str, unit: Instructions) -> Iterator[Link]:
        """Give the imports of a file, those that lead nowhere too, and the pages that it names. The pages that a skill,
        an agent or a command names are mentions, as those of other pages are."""
        if unit.format in CHOSEN:
            return
        for reference in unit.references:
            target = self._existing(path, reference, unit.format)
            kind = "imports" if reference.form == "import" else "names_page"
            if reference.form == "import" and path not in self._depths:
                continue
            if target in self.units:
                yield Link(instruction_ref(path), instruction_ref(target), kind, _span(path, reference))
            elif target and is_markdown(target) and target in self._source.files:
                yield Link(instruction_ref(path), file_ref(target), kind, _span(path, reference))
            elif missing := self._missing(path, reference, unit.format):
                yield Link(instruction_ref(path), file_ref(missing), "imports", _span(path, reference))

    def findings(self, path: str, unit: Instructions) -> Iterator[Diagnostic]:
        """Give what is wrong with a file."""
        yield from (_fault(path, fault) for fault in unit.faults)
        yield from self._of_patterns(path, unit)
        for reference in unit.references:
            if reference.form == "import" and path in self._depths:
                yield from self._of_import(path, reference, unit.format)
        if unit.format == "misnamed":
            reason = "the name of a file in this folder ends in '.instructions.md'"
            yield codes.NOT_READ.at(whole_file(path), program="Copilot", path=path, reason=reason)
        elif path == _BESIDE_GITHUB:  # those further down are mostly carried along, to be installed elsewhere
            reason = f"it reads '.github/{path}'"
            yield codes.NOT_READ.at(whole_file(path), program="Copilot", path=path, reason=reason)

    def _of_patterns(self, path: str, unit: Instructions) -> Iterator[Diagnostic]:
        found = [(pattern, self._patterns.found(path, pattern.text)) for pattern in unit.patterns]
        of_each = [one for pattern, match in found if (one := self._of_pattern(path, pattern, match))]
        yield from of_each
        positive = [(pattern, match) for pattern, match in found if not pattern.text.startswith("!")]
        if positive and not of_each and all(match.is_alive is False for _, match in positive):
            place = Span(path, positive[0][0].line, 1, positive[0][0].line, 1)
            shown = ", ".join(pattern.text for pattern, _ in positive[:MAX_NAMED])
            yield codes.NOTHING_MATCHED.at(place, patterns=shown)

    def _of_pattern(self, path: str, pattern: Pattern, found: Found) -> Diagnostic | None:
        place = Span(path, pattern.line, 1, pattern.line, 1)
        if not found.is_valid:
            return codes.BAD_PATTERN.at(place, pattern=pattern.text)
        if not found.missing:
            return None
        suggestion = self._meant(pattern.text)
        is_folder = suggestion is not None and pattern.text == found.missing
        fault = "is a folder, and the pattern names a file" if is_folder else "does not exist"
        return codes.DEAD_PATTERN.at(
            place, suggestion=suggestion, pattern=pattern.text, path=found.missing, fault=fault
        )

    def _of_import(self, path: str, reference: Reference, kind: str) -> Iterator[Diagnostic]:
        target = self._existing(path, reference, kind)
        if missing := self._missing(path, reference, kind):
            yield codes.MISSING_IMPORT.at(_span(path, reference), written=reference.path, path=missing)
        elif target and (path, target) in self._cycles:
            yield codes.IMPORT_CYCLE.at(_span(path, reference), path=target)
        elif target and self._depths.get(target, 0) > MAX_DEPTH >= self._depths[path]:
            yield codes.TOO_DEEP.at(_span(path, reference), path=target, limit=MAX_DEPTH)

    def _targets(self, path: str, unit: Instructions) -> Iterator[str]:
        for reference in unit.references:
            if reference.form == "import" and (target := target_of(path, reference.path, unit.format)) in self.units:
                yield target

    def _existing(self, path: str, reference: Reference, kind: str) -> str:
        """The path of a file that exists and that is named; "" if there is none."""
        names = (
            [target_of(path, reference.path, kind)]
            if reference.form == "import"
            else list(_candidates(path, reference.path))
        )
        target = next((name for name in names if name and self._exists(name)), "")
        return self._source.links.get(target, target)

    def _exists(self, path: str) -> bool:
        return path in self._source.files or path in self._source.links or bool(self._source.exists(path))

    def _missing(self, path: str, reference: Reference, kind: str) -> str:
        """The path of a file that is imported and that does not exist; "" if it exists, or if the text may mean
        something else."""
        if reference.form != "import" or not reference.is_certain or self._source.entry is not None:
            return ""
        target = target_of(path, reference.path, kind)
        if not target or target in self._source.problems or self._exists(target):
            return ""
        return "" if self._source.is_ignored(target) else target

    def _meant(self, pattern: str) -> str | None:
        if "/" not in pattern and any(file.endswith(f"/{pattern}") for file in self._source.files):
            return f"To match the name in any folder, write '**/{pattern}'."
        folder = pattern.rstrip("/")
        is_folder = not set(folder) & set("*?[{") and any(file.startswith(f"{folder}/") for file in self._source.files)
        return f"To match what is in the folder, write '{folder}/**'." if is_folder else None


def _named_paths(path: str, unit: Outline) -> Iterator[str]:
    yield from (target for written, _ in unit.imports if (target := target_of(path, written, unit.format)))
    yield from (candidate for written in unit.paths for candidate in _candidates(path, written))


def _candidates(path: str, written: str) -> Iterator[str]:
    """The paths that a text may mean by one: from the folder that it is for, or from the root. A skill means what is in
    its own folder. A name alone in what is chosen, and all that a plugin offers, is of the project that it works on."""
    plain = written.removeprefix("./").rstrip("/")
    place = place_of(path)
    if not plain or plain.startswith(("/", "~", "..")):
        return
    if place and place.format == "skill":
        yield f"{path.rpartition('/')[0]}/{plain}"
    if place and (place.is_offered or (place.format in CHOSEN and "/" not in written)):
        return
    if place and place.folder:
        yield f"{place.folder}/{plain}"
    yield plain


def _is_example(source: Source, path: str) -> bool:
    """Whether a file is no part of the project: a template or fixture. Instructions are prompts, and those count."""
    example = source.examples.get(path)
    return example is not None and not example.only_work


def _place(source: Source, path: str) -> Place | None:
    """Where a file of instructions stands, with the programs of the plugin that offers it; None if it is none, or if
    only a plugin could offer it and there is none."""
    place = place_of(path)
    if place is None or not place.is_offered:
        return place
    manifests = [name for name in MANIFESTS if source.names(f"{place.folder}/{name}".lstrip("/"))]
    if not manifests and place.format != "skill":
        return None
    return place._replace(tools=tuple(MANIFESTS[name] for name in manifests))


def _is_misplaced(source: Source, path: str) -> bool:
    """Whether a file is read at the root of a repository only, and does not stand there."""
    place = place_of(path)
    if place is None or place.format not in AT_ROOT_ONLY:
        return False
    is_named_home = place.format != "copilot" or path.endswith(".github/copilot-instructions.md")
    if is_named_home and not place.folder:
        return False
    listed = source.tree.listing(place.folder)
    has_repository = not isinstance(listed, Problem) and any(entry.name == ".git" for entry in listed)
    return not (is_named_home and has_repository)


def _fault(path: str, fault: Fault) -> Diagnostic:
    place = Span(path, fault.line, 1, fault.line, 1)
    return _FAULTS[fault.code].at(place, text=fault.text, expected=fault.expected)


def _same_texts(source: Source, units: Mapping[str, Instructions]) -> Iterator[Diagnostic]:
    """Give the files whose text stands in an earlier one too. Imported pages are read in the place of both."""
    first: dict[str, str] = {}
    for path, unit in units.items():
        if unit.digest and unit.format != "imported" and not _is_example(source, path):
            other = first.setdefault(unit.digest, path)
            if source.twins.get(other, other) != source.twins.get(path, path):  # links to one file say no text twice
                place = Span(path, unit.body_line, 1, unit.body_line, 1)
                related = [Related("the same text", whole_file(other))]
                yield codes.SAME_TEXT.at(place, related=related, path=other)


def _span(path: str, reference: Reference) -> Span:
    return Span(path, reference.line, reference.start_col, reference.line, reference.end_col)
