"""The instructions of a snapshot as rows: texts, the places at which they are read, patterns and imports."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from compiler.languages.instructions.facts import TOOLS
from compiler.store.snapshot import Snapshot, memoized
from queries.tools.parameters import Parameter
from queries.tools.schemas import Schema, integer, string, strings

TOOL = Parameter("tool", "string", "Only what this program reads.", choices=TOOLS)

ROW: dict[str, Schema] = {
    "instruction": string("The path of the text."),
    "ref": string("Canonical reference."),
    "title": string("Its first heading, else the name of the file."),
    "description": string("The description of its front matter, if it has one."),
    "tools": strings("The programs that read it."),
    "mode": string("When it is read: always, glob, description, request, unstated, import or never."),
    "folder": string("The folder that it is for, '' for the root."),
    "also_at": strings("Symbolic links at which it is read too."),
    "end_line": integer("Its last line."),
    "source": string("path:line."),
}


class Text(NamedTuple):
    """A text of instructions."""

    ref: str
    path: str
    title: str
    description: str
    format: str
    mode: str
    folder: str
    patterns: tuple[str, ...]
    tools: tuple[str, ...]
    also_at: tuple[str, ...]
    end_line: int

    def row(self) -> dict[str, Any]:
        """Return what answers show of it."""
        return {
            "instruction": self.path,
            "ref": self.ref,
            "title": self.title,
            **({"description": self.description} if self.description else {}),
            "tools": list(self.tools),
            "mode": self.mode,
            "folder": self.folder,
            **({"also_at": list(self.also_at)} if self.also_at else {}),
            "end_line": self.end_line,
            "source": f"{self.path}:1",
        }


class Place(NamedTuple):
    """A name at which programs read a text."""

    ref: str
    path: str
    format: str
    mode: str
    folder: str
    tools: tuple[str, ...]
    rank: int


class Pattern(NamedTuple):
    """A pattern of a text, with its line."""

    text: str
    line: int
    names_anywhere: bool


class Texts(NamedTuple):
    """All instructions of a snapshot: texts by ref, places, patterns by ref, and imports by ref, each with its line.
    `formats` are those of the places of each folder."""

    texts: Mapping[str, Text]
    places: Sequence[Place]
    patterns: Mapping[str, Sequence[Pattern]]
    imports: Mapping[str, Sequence[tuple[str, int]]]
    formats: Mapping[str, Collection[str]]


@memoized
def texts_of(snapshot: Snapshot) -> Texts:
    """Return the instructions of a snapshot, in bytewise order of their paths."""
    sql = """
    SELECT ref, path, name, description, format, mode, folder, patterns, tools, also_at, end_line
    FROM fact_instruction ORDER BY path
    """
    texts: dict[str, Text] = {}
    for *first, patterns_of, tools, also_at, end_line in snapshot.rows(sql):
        texts[first[0]] = Text._make((*first, _listed(patterns_of), _listed(tools), _listed(also_at), end_line))
    sql = "SELECT instruction, path, format, mode, folder, tools, rank FROM fact_instruction_place ORDER BY path"
    places = [
        Place(ref, path, kind, mode, folder, _listed(tools), rank)
        for ref, path, kind, mode, folder, tools, rank in snapshot.rows(sql)
    ]
    patterns: dict[str, list[Pattern]] = defaultdict(list)
    sql = "SELECT instruction, pattern, start_line, names_anywhere FROM fact_instruction_pattern ORDER BY rowid"
    for ref, text, line, anywhere in snapshot.rows(sql):
        patterns[ref].append(Pattern(text, line, bool(anywhere)))
    imports: dict[str, list[tuple[str, int]]] = defaultdict(list)
    sql = "SELECT instruction, path, start_line FROM fact_instruction_path WHERE is_import ORDER BY rowid"
    for ref, path, line in snapshot.rows(sql):
        imports[ref].append((path, line))
    formats: dict[str, set[str]] = defaultdict(set)
    for place in places:
        formats[place.folder].add(place.format)
    return Texts(texts, places, patterns, imports, formats)


def _listed(value: str) -> tuple[str, ...]:
    return tuple(orjson.loads(value))
