"""What depends on other files: which pages are StrictDoc's, and the grammars that documents import.

Pages are nodes in a source with a document `*.sdoc`, or with settings of the program. Ids need be unique only in a
project: below the nearest folder with settings.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from posixpath import normpath

from compiler.languages.requirements.formats.records import ItemsFile, Place, Unread
from compiler.languages.requirements.formats.roots import root_above, within_projects
from compiler.languages.requirements.formats.strictdoc.grammar import Element, loaded, problems
from compiler.languages.requirements.formats.strictdoc.nodes import CHECKED, GRAMMAR, IMPORT, PROJECT, checked_node


def settle(files: Sequence[ItemsFile]) -> list[ItemsFile]:
    """Return the documents, the code, and the pages if the source is one of StrictDoc."""
    said = {file.path: dict(file.settings) for file in files}
    projects = {path.rpartition("/")[0] for path, settings in said.items() if PROJECT in settings}
    grammars = {path: loaded(settings[GRAMMAR]) for path, settings in said.items() if GRAMMAR in settings}
    is_ours = bool(projects) or any(file.items and not file.is_candidate for file in files)
    found = [
        file._replace(is_candidate=False, unread=(*file.unread, *_against(file, grammars)), settings=())
        for file in files
        if not (PROJECT in said[file.path] or GRAMMAR in said[file.path]) and (is_ours or not file.is_candidate)
    ]
    return within_projects(found, lambda path: root_above(path, projects))


def _against(file: ItemsFile, grammars: Mapping[str, Mapping[str, Element]]) -> Iterator[Unread]:
    """The lines of a document that the grammar which it imports does not have."""
    grammar: Mapping[str, Element] | None = None
    for name, value in file.settings:
        if name == IMPORT:
            written, line, shown = json.loads(value)
            folder = file.path.rpartition("/")[0]
            path = normpath(f"{folder}/{written}" if folder else written)
            grammar = grammars.get(path)
            if grammar is None:
                yield Unread(shown, f"no grammar is in {path}", Place(line, 1, 1))
        elif name == CHECKED and grammar is not None:
            node, lines = checked_node(value)
            for line, reason in problems(node, dict(grammar)):
                yield Unread(lines.get(line, ""), reason, Place(line, 1, 1))
