"""The titles of entities, where each format writes them, and the citations that name an entity by its title."""

import re
from collections.abc import Callable
from functools import partial

from compiler.languages.knowledge.facts import Entity
from queries.operations.arguments import unavailable
from queries.operations.draft import Draft
from queries.operations.knowledge import front_matter
from queries.operations.knowledge.entities import LISTS
from queries.operations.knowledge.sections import sections_of

_WIKILINK = re.compile(r"\[\[(?P<target>[^\[\]|#\n]*+)(?P<rest>[^\[\]\n]*+)\]\]")
_CODE = re.compile(r"((?<!`)`++[^`]*+`++)")
_LINK = re.compile(r"\[(?P<text>[^\[\]\n]*)\]\((?P<path>[^()\n]*)\)")


def set_title(draft: Draft, entity: Entity, title: str) -> None:
    """Write another title of an entity. Raises QueryError where it has none of its own, as a note whose name is that of
    its file."""
    file = entity.span.file
    if entity.kind == "task" and entity.format in LISTS:
        _replace_once(draft, file, entity.span.start_line, entity.name, title)
        return
    heading = next((section for section in sections_of(draft, file) if section.level == 1), None)
    if front_matter.has_key(draft, file, "title"):
        front_matter.set_key(draft, file, "title", title)
    if heading and entity.name in heading.title:
        _replace_once(draft, file, heading.line, entity.name, title)
    elif not front_matter.has_key(draft, file, "title"):
        problem = "This title is the name of the file: entity_rename gives it another one"
        raise unavailable(problem, ref=entity.ref, file=file)
    follow_title(draft, entity, title)


def _replace_once(draft: Draft, file: str, number: int, old: str, new: str) -> None:
    line = draft.line(file, number)
    at = line.rfind(old)
    if at < 0:
        problem = "The title does not stand in its line as it is read: edit the text itself"
        raise unavailable(problem, file=file, line=number)
    draft.set_line(file, number, line[:at] + new + line[at + len(old) :])


def follow_title(draft: Draft, entity: Entity, title: str) -> None:
    """Write the new title where links to an entity name it by the old one: `[[Old title]]`, and the text of links to
    the file of a decision, `[2. Old title](0002-x.md)`."""
    name = entity.span.file.rpartition("/")[2]
    by_title = entity.kind == "note" and name.rpartition(".")[0].casefold() != entity.name.casefold()
    for file, number in sorted(draft.lines_of(draft.snapshot.links(target=entity.ref))):
        if by_title:
            draft.rewrite(
                file, number, partial(outside_code, _WIKILINK, lambda one: _retitled(one, entity.name, title))
            )
        elif entity.kind == "decision":
            draft.rewrite(
                file, number, partial(outside_code, _LINK, lambda one: _with_text(one, name, (entity.name, title)))
            )


def outside_code(pattern: re.Pattern[str], new: Callable[[re.Match[str]], str], line: str) -> str:
    """Return a line with replacements in what is no code."""
    parts = _CODE.split(line)
    return "".join(part if at % 2 else pattern.sub(new, part) for at, part in enumerate(parts))


def _retitled(link: re.Match[str], old: str, new: str) -> str:
    is_it = link["target"].strip().casefold() == old.casefold()
    return f"[[{new}{link['rest']}]]" if is_it else link[0]


def _with_text(link: re.Match[str], file_name: str, names: tuple[str, str]) -> str:
    old, new = names
    is_it = link["path"].partition("#")[0].rpartition("/")[2] == file_name and link["text"].endswith(old)
    can_be_shown = "[" not in new and "]" not in new
    return f"[{link['text'][: -len(old)]}{new}]({link['path']})" if is_it and can_be_shown else link[0]
