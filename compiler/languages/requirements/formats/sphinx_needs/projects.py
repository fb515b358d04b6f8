"""The projects of a source: each folder with settings of the program, and what they say of types, links and ids."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from posixpath import normpath
from typing import Any, NamedTuple

from compiler.languages.requirements.formats.records import ItemsFile
from compiler.languages.requirements.formats.sphinx_needs.directives import DEFAULT_TYPES
from compiler.languages.requirements.formats.sphinx_needs.settings import SETTINGS, TABLE
from compiler.text.path_globs import path_matcher
from compiler.text.patterns import PatternError, compile_pattern
from compiler.text.surrogates import without_surrogates

Json = Any
DEFAULT_REGEX = "^[A-Z0-9_]{5,}"
DEFAULT_LENGTH = 5  # of the digits of an id that the program makes
MAX_PATTERNS = 200


class LinkType(NamedTuple):
    """A type of links: its option, its name and that of the other direction, and whether it may lead to nothing."""

    option: str
    outgoing: str
    incoming: str
    allows_dead: bool = False


LINKS = LinkType("links", "links outgoing", "links incoming")
PARENT = LinkType("parent_needs", "parent needs", "child needs")


@dataclass(frozen=True, slots=True)
class Project:
    """What the settings of a folder say. `types` are the prefixes of ids by type, `links` the types of links by option:
    None for what is not known. `settings` is the file that says it. With `has_external`, needs of other projects may be
    named, which the program looks for elsewhere."""

    folder: str
    types: Mapping[str, str] | None
    links: Mapping[str, LinkType] | None
    requires_id: bool = False
    titles_content: bool = False  # whether a need without a title has the first sentence of its content
    id_length: int = DEFAULT_LENGTH
    regex: str = DEFAULT_REGEX
    reads_colons: bool = True
    is_id: Callable[[str], Any] = field(default=bool)
    excluded: tuple[Callable[[str], bool], ...] = ()
    settings: str = ""
    has_external: bool = False

    def contains(self, path: str) -> bool:
        """Whether a file lies in the folder of the project, whose settings then say all."""
        return not self.folder or path.startswith(f"{self.folder}/")

    def excludes(self, path: str) -> bool:
        """Whether the program passes over a file of the project."""
        inside = path.removeprefix(f"{self.folder}/") if self.folder else path
        folders = [inside]
        while "/" in folders[-1]:
            folders.append(folders[-1].rpartition("/")[0])
        return any(matches(folder) for matches in self.excluded for folder in folders)


def projects_of(files: Sequence[ItemsFile]) -> dict[str, Project]:
    """Return the projects by folder."""
    said = {file.path: dict(file.settings) for file in files}
    tables = {path: json.loads(page_said[TABLE]) for path, page_said in said.items() if TABLE in page_said}
    found: dict[str, Project] = {}
    used: set[str] = set()
    for path, page_said in said.items():
        if SETTINGS in page_said:
            values = without_surrogates(json.loads(page_said[SETTINGS]))
            folder = path.rpartition("/")[0]
            named = values.get("needs_from_toml")
            table = normpath(f"{folder}/{named}" if folder else named) if isinstance(named, str) else ""
            used.add(table)
            where = values.get("needs_from_toml_table")
            inside = _needs(tables.get(table, {}), where if isinstance(where, list) else None)
            found[folder] = _project(path, values, inside)
    for path, values in tables.items():
        folder = path.rpartition("/")[0]
        if path not in used and folder not in found and path.rpartition("/")[2] == "ubproject.toml":
            found[folder] = _project(path, {}, _needs(values, None))
    return found


def project_above(path: str, projects: Mapping[str, Project]) -> Project | None:
    """The project of the nearest folder above a file; the only one for a file outside of it, which a page of it may
    include."""
    folder = path.rpartition("/")[0]
    while folder not in projects:
        if not folder:
            return next(iter(projects.values())) if len(projects) == 1 else None
        folder = folder.rpartition("/")[0]
    return projects[folder]


def _needs(values: Json, where: Sequence[str] | None) -> Mapping[str, Json]:
    """The table of needs in a file of TOML: `[needs]`, or below the tables that are named."""
    for key in [*(where or ()), TABLE]:
        values = values.get(str(key), {}) if isinstance(values, dict) else {}
    return values if isinstance(values, dict) else {}


def _project(path: str, conf: Mapping[str, Json], table: Mapping[str, Json]) -> Project:
    """The project of a file of settings. What a file of TOML says goes before what `conf.py` says. Where there is TOML
    alone, an extension that `conf.py` loads may say what that does not, such as the types."""
    unread = set(conf.get("unread", ()))

    def value(name: str) -> Json:
        return table.get(name, conf.get(f"needs_{name}"))

    is_whole = bool(conf) or "types" in table
    knows_types = is_whole and not ("needs_types" in unread and "types" not in table)
    knows_links = is_whole and not {"needs_extra_links", "needs_links", "extensions"} & unread
    length, regex = value("id_length"), value("id_regex")
    extensions = conf.get("myst_enable_extensions")
    is_known = bool(conf) and "myst_enable_extensions" not in unread and "extensions" not in unread
    return Project(
        path.rpartition("/")[0],
        _types(value("types")) if knows_types else None,
        _links(value("extra_links"), value("links")) if knows_links else None,
        value("id_required") is True,
        value("title_from_content") is True,
        length if isinstance(length, int) and 0 < length <= 40 else DEFAULT_LENGTH,
        regex if isinstance(regex, str) else DEFAULT_REGEX,
        not is_known or "colon_fence" in (extensions if isinstance(extensions, list) else ()),
        _matcher(regex if isinstance(regex, str) else DEFAULT_REGEX),
        tuple(_excluded(conf.get("exclude_patterns"))),
        path,
        bool(value("external_needs")) or "needs_external_needs" in unread,
    )


def _matcher(regex: str) -> Callable[[str], Any]:
    """What says whether an id begins as a pattern asks; all do if the pattern cannot be used."""
    try:
        return compile_pattern(f"^(?:{regex})", case_sensitive=True)
    except (PatternError, UnicodeEncodeError):
        return lambda _: True


def _excluded(patterns: Json) -> Iterator[Callable[[str], bool]]:
    for pattern in patterns[:MAX_PATTERNS] if isinstance(patterns, list) else ():
        if isinstance(pattern, str) and (matches := path_matcher(pattern)):
            yield matches


def _types(listed: Json) -> dict[str, str]:
    """The prefixes of ids by type; those of the program if no type is said."""
    found = {}
    for entry in listed if isinstance(listed, list) else ():
        if isinstance(entry, dict) and isinstance(entry.get("directive"), str):
            prefix = entry.get("prefix", "")
            found[entry["directive"]] = prefix if isinstance(prefix, str) else ""
    return found or dict(DEFAULT_TYPES)


def _links(listed: Json, tables: Json) -> dict[str, LinkType]:
    """The types of links by option: those of a list, and those of tables by option."""
    found = {LINKS.option: LINKS}
    every = [entry for entry in listed if isinstance(entry, dict)] if isinstance(listed, list) else []
    every += (
        [{"option": key, **table} for key, table in tables.items() if isinstance(table, dict)]
        if isinstance(tables, dict)
        else []
    )
    for entry in every:
        option = entry.get("option")
        if isinstance(option, str) and option:
            outgoing, incoming = entry.get("outgoing"), entry.get("incoming")
            found[option] = LinkType(
                option,
                outgoing if isinstance(outgoing, str) else f"{option} outgoing",
                incoming if isinstance(incoming, str) else f"{option} incoming",
                entry.get("allow_dead_links") is True,
            )
    return found
